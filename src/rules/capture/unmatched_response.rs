//! An answer belongs to no call of its capture.
//!
//! The call was made before the recording began, or its line was lost or torn. What the answer says was not judged.
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "no such lamp"}], "isError": true}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "no such lamp"}], "isError": true}}
//! ```

use super::Met;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule, Run};
use crate::text::count;

pub(crate) const RULE: Rule = Rule {
    id: "capture/unmatched-response",
    level: Some(Level::Note),
    source: include_str!("unmatched_response.rs"),
    check: Check::Run(check),
};

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let met = Met::in_all(run, |capture| &capture.faults.unmatched);
    if met.count == 0 {
        return;
    }
    let message = match met.count {
        1 => "this answer belongs to no call of the capture".to_owned(),
        many => format!("{} belong to no call of the capture", count(many, "answer")),
    };
    let finding = Finding::new(RULE.id, Level::Note, message).help("record from the first request on, requests and answers in one file");
    out.push(met.put(finding, "another one"));
}
