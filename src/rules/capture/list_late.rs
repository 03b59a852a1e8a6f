//! Calls on standard input came before any tools list, and were not held against one.
//!
//! A file is read twice: first for its lists, then for its calls. Standard input cannot be. Calls that come before any list wait for it,
//! up to 64 MiB; those that come after that, and before the list, prove nothing. Give the capture as a file, or the list
//! beside it.
//!
//! ## Bad
//!
//! In this example, 200 bytes may wait.
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"level": "dim"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"level": "off"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! {"jsonrpc": "2.0", "id": 3, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 3, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "string"}}}}]}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "string"}}}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"level": "dim"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"level": "off"}}}
//! {"jsonrpc": "2.0", "id": 3, "result": {"content": []}}
//! ```

use super::Met;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule, Run};
use crate::text::count;

pub(crate) const RULE: Rule =
    Rule { id: "capture/list-late", level: Some(Level::Note), source: include_str!("list_late.rs"), check: Check::Run(check) };

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let late = Met::in_all(run, |capture| &capture.late);
    if late.count > 0 {
        let (calls, were) = (count(late.count, "call"), if late.count == 1 { "was" } else { "were" });
        let message = format!("{calls} on standard input came before any tools list, and {were} not held against one");
        let finding = Finding::new(RULE.id, Level::Note, message).help("give the capture as a file, or the tools list beside it");
        out.push(late.put(finding, "came before a list as well"));
    }
}
