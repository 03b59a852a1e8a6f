//! A tool of the older list is gone.
//!
//! Agents and prompts that were written against the older list call it by name, and are told that it does not exist. Keep it for a
//! release and say in its description what takes its place. A tool whose schema and purpose live on under another name is
//! `evolution/tool-renamed`.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_add", "inputSchema": {"type": "object"}}, {"name": "note_drop", "inputSchema": {"type": "object"}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_add", "inputSchema": {"type": "object"}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_add", "inputSchema": {"type": "object"}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_add", "inputSchema": {"type": "object"}}, {"name": "note_drop", "inputSchema": {"type": "object"}}]
//! ```

use super::{breaks, each};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "evolution/tool-removed", level: Some(Level::Error), source: include_str!("tool_removed.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        matches!(change.what, Changed::ToolRemoved).then(|| {
            let message = format!("`{}` is no longer listed", change.tool.name);
            breaks(cx, RULE.id, change, message, "keep the tool for a release, and say in its description what takes its place")
        })
    });
}
