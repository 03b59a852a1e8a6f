//! A parameter of the older list has another name now.
//!
//! A parameter is gone while one of the same schema and role has come: one change, and every call that used the old name breaks. A second
//! name on the wire is no cure, since nobody can see it in the list. Rename at every layer in one release and say so, or advertise both for
//! a release, both optional, the old one marked `deprecated`.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "folder_make", "inputSchema": {"type": "object", "properties": {"folder_path": {"type": "string"}}, "required": ["folder_path"]}}]
//! ```
//!
//! ```tools.json
//! [{"name": "folder_make", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "folder_make", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "folder_make", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}, "depth": {"type": "integer"}}}}]
//! ```

use super::{breaks, each, holder};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/param-renamed",
    level: Some(Level::Error),
    source: include_str!("param_renamed.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Renamed { name, to } = &change.what else { return None };
        let message = format!("`{name}` of {} is called `{to}` now", holder(change));
        let finding = breaks(cx, RULE.id, change, message, "announce it as a break: `wirelint rename` shows what it touches");
        Some(finding.identity([to.clone()]))
    });
}
