//! A parameter no longer takes values of a type that it took.
//!
//! Also where an alternative of a union is gone. `number` that became `integer` refuses fractions; a type list that lost `null` refuses callers
//! that send null for nothing.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": ["integer", "string"]}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": ["integer", "string"]}}}}]
//! ```

use super::{breaks, each, either, subject};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/type-narrowed",
    level: Some(Level::Error),
    source: include_str!("type_narrowed.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let message = match &change.what {
            Changed::Narrowed { lost, instead } if instead.is_empty() => format!("{} no longer takes {}", subject(change), either(lost)),
            Changed::Narrowed { lost, instead } => format!("{} takes {} instead of {} now", subject(change), either(instead), either(lost)),
            Changed::Branch => format!("{} lost an alternative: values that it took are refused", subject(change)),
            _ => return None,
        };
        let lost = if let Changed::Narrowed { lost, .. } = &change.what { lost.join(" ") } else { String::new() };
        Some(breaks(cx, RULE.id, change, message, "go on taking it for a release").identity([lost]))
    });
}
