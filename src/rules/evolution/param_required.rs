//! A parameter is required that was not before.
//!
//! A call without it was right and is refused now: whether the parameter is new or was optional makes no difference. Leave it optional, with a
//! default for those who do not send it.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "folder": {"type": "string"}}, "required": ["text", "folder"]}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "folder": {"type": "string"}}, "required": ["text"]}}]
//! ```

use super::{breaks, each, holder, subject};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/param-required",
    level: Some(Level::Error),
    source: include_str!("param_required.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let mut advice = "leave it optional, with a default";
        let message = match &change.what {
            Changed::Required { name, listed: true } => format!("`{name}` of {} was optional and is required now", holder(change)),
            Changed::Required { name, .. } => format!("{} requires `{name}`, which is new", holder(change)),
            Changed::RequiredOne { names } => {
                advice = "leave all of them optional";
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                format!("{} requires one of {} now", subject(change), names.join(", "))
            }
            _ => return None,
        };
        Some(breaks(cx, RULE.id, change, message, advice))
    });
}
