//! A call has no answer in its capture.
//!
//! The recording ended too early, the server hung, or the answers went elsewhere. Such a call proves nothing, and is left out.
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set"}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! ```

use super::Met;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule, Run};
use crate::text::count;

pub(crate) const RULE: Rule =
    Rule { id: "capture/unanswered", level: Some(Level::Note), source: include_str!("unanswered.rs"), check: Check::Run(check) };

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let mut met = Met::default();
    for capture in run.captures {
        // Calls that were given up for want of room may well have an answer.
        let dropped = &capture.faults.dropped;
        let given_up = |offset: u64| dropped.first.iter().any(|(_, at)| *at == offset);
        let places = capture.unanswered.iter().filter(|seen| !given_up(seen.offset)).cloned();
        met.add(capture.unanswered_count.saturating_sub(dropped.count), places);
    }
    if met.count == 0 {
        return;
    }
    let message = match met.count {
        1 => "this call has no answer in the capture, and proves nothing".to_owned(),
        many => format!("{} have no answer in the capture, and prove nothing", count(many, "call")),
    };
    let finding = Finding::new(RULE.id, Level::Note, message).help("record until the last answer has come");
    out.push(met.put(finding, "another one"));
}
