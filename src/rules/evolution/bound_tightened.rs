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
        let Changed::Bound { keyword, instead, was, now } = &change.what else { return None };
        let subject = subject(change);
        let article = if keyword.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
        let message = match (was, now) {
            _ if keyword == "uniqueItems" => format!("{subject} no longer takes one value twice (`uniqueItems`)"),
            (Some(was), Some(now)) => match instead {
                Some(instead) => format!("{subject} went from `{instead}` {was} to `{keyword}` {now}"),
                None => format!("`{keyword}` of {subject} went from {was} to {now}"),
            },
            (None, Some(now)) if now.len() <= 60 => format!("{subject} has {article} `{keyword}` of {now} now"),
            _ => format!("{subject} has {article} `{keyword}` now that refuses what was taken"),
        };
        Some(
            breaks(cx, RULE.id, change, message, "go on taking what was taken")
                .identity([keyword.clone(), now.clone().unwrap_or_default()]),
        )
    });
}
