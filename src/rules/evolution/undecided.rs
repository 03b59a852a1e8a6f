//! Whether a change breaks calls could not be decided.
//!
//! The schemas use what is not reasoned about (`not`, conditions, patterns of keys), or are too large to compare, and no call was found that
//! the new list refuses. It is not called safe for that: read the two places.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "propertyNames": {"maxLength": 40}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "propertyNames": {"maxLength": 30}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "propertyNames": {"maxLength": 40}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "propertyNames": {"maxLength": 40}}}]
//! ```

use super::{each, of, subject};
use crate::compare::{Changed, Side};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "evolution/undecided", level: Some(Level::Warning), source: include_str!("undecided.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Undecided { keyword, why } = &change.what else { return None };
        let (does, help) = match change.side {
            Side::Arguments => ("breaks calls", "read both places; a recorded call that breaks would be `evolution/call-breaks`"),
            Side::Results => ("promises less", "read both places"),
        };
        let message = format!("whether `{keyword}` of {} {does} could not be decided: {why}", subject(change));
        Some(of(RULE.id, Level::Warning, change, message).help(help).identity([keyword.clone()]))
    });
}
