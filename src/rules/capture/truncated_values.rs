//! A log has cut the strings of a capture.
//!
//! Some clients write `…[18778 chars truncated]…` into long strings. What such a string was cannot be told, so that it proves nothing
//! about where a value went; names are judged as ever.
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "page_write", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "page_write", "arguments": {"text": "Once upon …[18778 chars truncated]… ever after"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "page_write", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "page_write", "arguments": {"text": "Once upon a time …"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! ```

use super::Met;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule, Run};
use crate::text::count;

pub(crate) const RULE: Rule = Rule {
    id: "capture/truncated-values",
    level: Some(Level::Note),
    source: include_str!("truncated_values.rs"),
    check: Check::Run(check),
};

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let met = Met::in_all(run, |capture| &capture.faults.truncated);
    if met.count == 0 {
        return;
    }
    let message = format!("the log cut strings in {}: where these values went cannot be told", count(met.count, "message"));
    let finding = Finding::new(RULE.id, Level::Note, message).help("record with something that writes whole messages");
    out.push(met.put(finding, "cut as well"));
}
