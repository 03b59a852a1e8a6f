//! A description lists a closed set of values, and the schema has no enum.
//!
//! Off by default: much of what reads like a closed set is a list of examples. Where it is closed, an `enum` lets clients check a call
//! before it is made.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "description": "One of: dim, bright, night"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["dim", "bright", "night"], "description": "One of: dim, bright, night"}}}}]
//! ```

use super::prose::closed_set;
use crate::contract::{self, Context};
use crate::finding::{Finding, Level, Place};
use crate::meaning;
use crate::rules::{Check, Rule};
use crate::schema;

pub(crate) const RULE: Rule =
    Rule { id: "values/prose-set", level: None, source: include_str!("prose_set.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        let Some(root) = tool.input_schema() else { continue };
        for param in &tool.params {
            let node = tool.schema_of(param);
            let own = contract::description(root, node);
            let text = if own.is_empty() { meaning::argument_text(tool.description(), &param.name).unwrap_or("") } else { own };
            let Some(values) = closed_set(text) else { continue };
            if schema::types(root, node).core() != "string" || schema::members(root, node).is_some() || node.has("pattern") {
                continue;
            }
            let message = format!(
                "the description of `{}` lists {}, and its schema has no enum",
                param.name,
                crate::text::count(values.len() as u64, "value")
            );
            out.push(
                Finding::new(RULE.id, Level::Warning, message)
                    .help("list the values in `enum`, if no others are taken")
                    .tool(&tool.name)
                    .param(param.name.clone())
                    .at(Place::key(&tool.doc, node))
                    .identity([param.name.to_string()]),
            );
        }
    }
}
