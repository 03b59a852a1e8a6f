//! A property's schema says `required: true` or `required: false`.
//!
//! This is a habit of draft-03 and of other schema languages. In JSON Schema since draft-04 `required` is a list of names beside
//! `properties`; a boolean means nothing, and strict readers refuse the whole schema over it.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string", "required": true}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"]}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "required/in-property", level: Some(Level::Error), source: include_str!("in_property.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        cx.walk(tool, &mut |step| {
            let (Some(top), Some(flag)) = (step.names.first().copied(), step.node.get("required")) else { return };
            let Some(value) = flag.bool() else { return };
            let (name, path) = (&tool.name, step.names.join("."));
            let leaf = step.names.last().copied().unwrap_or(top);
            let help = match (value, leaf) {
                (_, "[]" | "*") => "drop it: only a name can be required".to_owned(),
                (true, _) => format!("drop it, and add \"{leaf}\" to the `required` list beside its `properties`"),
                (false, _) => format!("drop it, and leave \"{leaf}\" out of the `required` list beside its `properties`"),
            };
            out.push(
                Finding::new(RULE.id, Level::Error, format!("`{path}` of `{name}` says `required: {value}`, which means nothing there"))
                    .help(help)
                    .tool(name)
                    .param(top)
                    .at(Place::key(&tool.doc, flag))
                    .identity(step.names.iter().copied())
                    .subjects([path, flag.pointer()]),
            );
        });
    }
}
