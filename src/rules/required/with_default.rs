//! A required parameter has a default.
//!
//! A default says what happens when the parameter is left out, and `required` that it may not be. Models follow one or the other. Some
//! SDKs write both for a value that the server does fill in, so this rule is off.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 20}}, "required": ["limit"]}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 20}}}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};
use crate::schema::Role;

pub(crate) const RULE: Rule =
    Rule { id: "required/with-default", level: None, source: include_str!("with_default.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        cx.walk(tool, &mut |step| {
            let Role::Property { required: true, .. } = step.role else { return };
            let (Some(top), Some(default)) = (step.names.first().copied(), step.node.get("default")) else { return };
            let (name, path) = (&tool.name, step.names.join("."));
            out.push(
                Finding::new(RULE.id, Level::Warning, format!("`{path}` of `{name}` is required and has a default"))
                    .help("take it out of `required` if the server fills it in, else drop the default")
                    .tool(name)
                    .param(top)
                    .at(Place::key(&tool.doc, default))
                    .identity(step.names.iter().copied())
                    .subjects([path]),
            );
        });
    }
}
