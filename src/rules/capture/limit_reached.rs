//! A capture is larger than what is kept of it, and a part was not judged.
//!
//! At most 10,000 calls, or 64 MiB of them, wait for their answers at a time; the oldest is given up for the next one. A line longer than
//! 64 MiB is passed by. Nothing else of a capture is ever left out.
//!
//! ## Bad
//!
//! In this example, two calls may wait.
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 4, "result": {"content": []}}
//! {"jsonrpc": "2.0", "id": 3, "result": {"content": []}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 3, "result": {"content": []}}
//! {"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 4, "result": {"content": []}}
//! ```

use super::Met;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule, Run};
use crate::text::count;

pub(crate) const RULE: Rule =
    Rule { id: "capture/limit-reached", level: Some(Level::Warning), source: include_str!("limit_reached.rs"), check: Check::Run(check) };

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let dropped = Met::in_all(run, |capture| &capture.faults.dropped);
    if dropped.count > 0 {
        let message = format!("too many calls wait for answers at a time: {} given up and not judged", were(dropped.count, "call"));
        let finding = Finding::new(RULE.id, Level::Warning, message).help("split the capture by session, or record answers too");
        out.push(dropped.put(finding, "given up as well").identity(["calls"]));
    }
    let long = Met::in_all(run, |capture| &capture.faults.too_long);
    if long.count > 0 {
        let message = format!("{} too long to be read, and not judged", were(long.count, "line"));
        let finding = Finding::new(RULE.id, Level::Warning, message).help("a line may hold 64 MiB: one message a line");
        out.push(long.put(finding, "too long as well").identity(["lines"]));
    }
}

fn were(number: u64, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "was" } else { "were" })
}
