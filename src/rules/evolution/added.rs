//! Something is new that breaks nothing.
//!
//! A tool, an optional parameter, a value, a type or a key of a result that was not there before, or a limit that is wider. Worth a line in a
//! changelog (`--format markdown`).
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```

use super::{each, either, holder, listed, of, subject};
use crate::compare::{Added, Changed, Side};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "evolution/added", level: Some(Level::Note), source: include_str!("added.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Added(added) = &change.what else { return None };
        let message = match added {
            Added::Tool => format!("`{}` is new", change.tool.name),
            Added::Schema => format!("`{}` has an output schema now", change.tool.name),
            Added::Key { name } => format!("{} takes `{name}`, which is new", holder(change)),
            Added::Optional { name } => format!("`{name}` of {} was required and is optional now", holder(change)),
            Added::Types { more } => format!("{} takes {} now", subject(change), either(more)),
            Added::Members { any: true, .. } => format!("{} takes more than the listed values now", subject(change)),
            Added::Members { more, .. } => format!("{} takes {} now", subject(change), listed(more)),
            Added::Bound { keyword, gone: true } => format!("{} has no `{keyword}` any more", subject(change)),
            Added::Bound { keyword, .. } => format!("`{keyword}` of {} is wider", subject(change)),
            Added::Branch => format!("{} has one more alternative", subject(change)),
            Added::Opened if change.side == Side::Results => format!("{} may hold keys now that it does not list", subject(change)),
            Added::Opened => format!("{} takes keys now that it does not list", subject(change)),
            Added::Promised { name } => format!("`{name}` in {} is new", holder(change)),
            Added::Always { name } => format!("{} always holds `{name}` now", holder(change)),
        };
        let word = match added {
            Added::Bound { keyword, .. } => keyword.clone(),
            Added::Members { more, .. } => more.join(" "),
            _ => String::new(),
        };
        Some(of(RULE.id, Level::Note, change, message).identity([word]))
    });
}
