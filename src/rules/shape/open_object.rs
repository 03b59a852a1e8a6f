//! The arguments of a tool are open on purpose: any key is taken.
//!
//! With `additionalProperties: true` a misspelt argument is accepted and ignored, and the caller is told nothing. Hosts that make
//! schemas strict change or refuse it.
//!
//! It fires where the root says `true` or `{}`, and is silent where the root says nothing (`shape/not-closed` is for strict gates) or
//! says of what kind further values are.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "additionalProperties": true}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "additionalProperties": false}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "shape/open-object", level: Some(Level::Warning), source: include_str!("open_object.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let anything = |value: &Json<'_>| value.bool() == Some(true) || (value.is_object() && value.members().is_empty());
    for tool in cx.tools() {
        let Some(open) = tool.input_schema().and_then(|schema| schema.get("additionalProperties")).filter(anything) else { continue };
        let name = &tool.name;
        out.push(
            Finding::new(RULE.id, Level::Warning, format!("`{name}` takes any argument: a misspelt name is accepted and ignored"))
                .help("set `additionalProperties` to false, or leave it out")
                .tool(name)
                .at(Place::key(&tool.doc, open)),
        );
    }
}
