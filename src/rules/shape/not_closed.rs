//! The input schema does not refuse keys that it does not name.
//!
//! A misspelt optional argument goes unnoticed where unknown keys are let through. Two thirds of all published tools are open by
//! their SDK's habit, so this rule is off: switch it on in a gate that wants every schema closed.
//!
//! It fires where nothing at the root, behind references and combinators, says `additionalProperties: false` (or
//! `unevaluatedProperties: false`).
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "additionalProperties": false}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};
use crate::schema::Openness;

pub(crate) const RULE: Rule =
    Rule { id: "shape/not-closed", level: None, source: include_str!("not_closed.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        let Some(schema) = tool.input_schema() else { continue };
        if tool.shape().is_none_or(|shape| shape.openness == Openness::Closed) {
            continue;
        }
        let name = &tool.name;
        out.push(
            Finding::new(RULE.id, Level::Warning, format!("`{name}` does not refuse arguments that it does not advertise"))
                .help("set `additionalProperties` to false")
                .tool(name)
                .at(Place::key(&tool.doc, schema.get("additionalProperties").unwrap_or(schema))),
        );
    }
}
