//! A parameter of the older list is no longer advertised.
//!
//! It makes no difference that an open schema would still take the key: a call is kept only if every key that it uses is still
//! advertised, for a key that is taken and ignored does the wrong thing without a word. Keep the parameter for a release and mark it
//! `deprecated`. A parameter that lives on under another name is `evolution/param-renamed`.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}}}}]
//! ```

use super::{breaks, each, holder};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/param-removed",
    level: Some(Level::Error),
    source: include_str!("param_removed.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Removed { name } = &change.what else { return None };
        let message = format!("{} no longer advertises `{name}`", holder(change));
        Some(breaks(cx, RULE.id, change, message, "keep it for a release, marked `deprecated`"))
    });
}
