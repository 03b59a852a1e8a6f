//! A tool of the older list has another name now.
//!
//! Its schema and what is said of it live on under the new name, so this is one change and not a removal beside an addition. Every call by
//! the old name breaks. A list may hold both names for a release; the description of the old one says that it is going.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "getNote", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_get", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_get", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_get", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}}]
//! ```

use super::{breaks, each};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "evolution/tool-renamed", level: Some(Level::Error), source: include_str!("tool_renamed.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::ToolRenamed { from } = &change.what else { return None };
        let message = format!("`{from}` is called `{}` now", change.tool.name);
        let finding = breaks(cx, RULE.id, change, message, "list the old name beside the new one for a release");
        Some(finding.identity([from.to_string()]))
    });
}
