//! A limit on a parameter is tighter than it was.
//!
//! A bound on a number, on the length of a text, on the size of an array or an object, a pattern, or another keyword that refuses values
//! which were right: a call that kept to the older list can be refused.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 500}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 50}}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 50}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 500}}}}]
//! ```

use super::{breaks, each, subject};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/bound-tightened",
    level: Some(Level::Error),
    source: include_str!("bound_tightened.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Bound { keyword, was, now } = &change.what else { return None };
        let message = match (was, now) {
            (Some(was), Some(now)) => format!("`{keyword}` of {} went from {was} to {now}", subject(change)),
            (None, Some(now)) if now.len() <= 60 => format!("{} has a `{keyword}` of {now} now", subject(change)),
            _ => format!("{} has a `{keyword}` now that refuses what was taken", subject(change)),
        };
        Some(breaks(cx, RULE.id, change, message, "go on taking what was taken").identity([keyword.clone()]))
    });
}
