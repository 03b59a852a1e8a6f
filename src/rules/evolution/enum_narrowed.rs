//! A value that was advertised, or was free, is no longer among those that are taken.
//!
//! A member of the set is gone, or a parameter that took any value takes only listed ones. A legacy word can go on being taken on the wire,
//! declared in a `[[value-alias]]`; the list that models read is still narrower, and says so here once.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright", "night"]}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright", "night"]}}}}]
//! ```

use super::{breaks, each, listed, subject};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/enum-narrowed",
    level: Some(Level::Error),
    source: include_str!("enum_narrowed.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Members { lost, any } = &change.what else { return None };
        let message = match any {
            true => format!("{} takes only listed values now", subject(change)),
            false => format!("{} no longer takes {}", subject(change), listed(lost)),
        };
        Some(breaks(cx, RULE.id, change, message, "go on taking it for a release").identity(lost.clone()))
    });
}
