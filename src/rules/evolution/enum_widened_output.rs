//! A result may hold a value that was not in its set.
//!
//! Whoever reads results by the older list has no case for the new member. An error with `--strictness result`.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_get", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"state": {"enum": ["open", "done"]}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_get", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"state": {"enum": ["open", "done", "held"]}}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_get", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"state": {"enum": ["open", "done"]}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_get", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"state": {"enum": ["done", "open"]}}}}]
//! ```

use super::{each, listed, of, subject};
use crate::against::Strictness;
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/enum-widened-output",
    level: Some(Level::Warning),
    source: include_str!("enum_widened_output.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let level = if cx.strictness >= Strictness::Result { Level::Error } else { Level::Warning };
    each(cx, out, |change| {
        let Changed::Widened { members } = &change.what else { return None };
        let message = format!("{} may be {} now", subject(change), listed(members));
        let help = "readers of results need a case for it: tell them";
        Some(of(RULE.id, level, change, message).help(help).identity(members.clone()))
    });
}
