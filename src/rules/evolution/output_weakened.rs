//! A result no longer promises what the older output schema promised.
//!
//! A key is gone or renamed, may be missing now, or may hold what it could not hold before. Hosts and code that read
//! `structuredContent` by the older schema find nothing, or something that they cannot read. New keys break nobody and are no finding of this
//! rule.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_get", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"id": {"type": "string"}, "text": {"type": "string"}}, "required": ["id"]}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_get", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_get", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_get", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"id": {"type": "string"}, "text": {"type": "string"}}, "required": ["id"]}}]
//! ```

use super::{each, either, holder, of, subject};
use crate::compare::{Changed, Weaker};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/output-weakened",
    level: Some(Level::Error),
    source: include_str!("output_weakened.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Weakened(weaker) = &change.what else { return None };
        let message = match weaker {
            Weaker::Schema => format!("`{}` no longer has an output schema", change.tool.name),
            Weaker::Removed { name } => format!("{} no longer holds `{name}`", holder(change)),
            Weaker::Renamed { name, to } => format!("`{name}` in {} is called `{to}` now", holder(change)),
            Weaker::Optional { name } => format!("{} may lack `{name}` now", holder(change)),
            Weaker::Types { more } => format!("{} may be {} now", subject(change), either(more)),
            Weaker::AnyValue => format!("{} was one of a set and is not held to it any more", subject(change)),
            Weaker::Bound { keyword } => format!("{} no longer keeps to its `{keyword}`", subject(change)),
            Weaker::Branch => format!("{} has an alternative that it had not before", subject(change)),
        };
        let word = match weaker {
            Weaker::Bound { keyword } => keyword.clone(),
            _ => String::new(),
        };
        Some(of(RULE.id, Level::Error, change, message).help("go on promising it, or announce a break").identity([word]))
    });
}
