//! A stdio server prints lines on its standard output that are no JSON-RPC messages.
//!
//! Standard output is the wire: the protocol says that a server must not write anything else to it. Many clients log such a line and go
//! on, some drop the connection, and a banner without a line end swallows the message that follows. Banners, progress bars and
//! `print` left in for debugging are the usual ones; logs belong on standard error.
//!
//! It speaks where the wire was read by wirelint, or where a capture marks such a line (`raw`, from the server to the client). Other
//! lines of a log may be the log's own. Empty lines are passed over.
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"dir": "server->client", "raw": "lamp server 1.0 is listening"}
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"dir": "server-stderr", "raw": "lamp server 1.0 is listening"}
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}}
//! ```

use crate::finding::{Finding, Level};
use crate::rules::capture::Met;
use crate::rules::{Check, Rule, Run};
use crate::text::count;

pub(crate) const RULE: Rule =
    Rule { id: "protocol/stdout-noise", level: Some(Level::Warning), source: include_str!("stdout_noise.rs"), check: Check::Run(check) };

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let met = Met::in_all(run, |capture| &capture.faults.noise);
    if met.count == 0 {
        return;
    }
    let message = match met.count {
        1 => "the server printed a line on its standard output that is no JSON-RPC message".to_owned(),
        many => format!("the server printed {} on its standard output that are no JSON-RPC messages", count(many, "line")),
    };
    let finding =
        Finding::new(RULE.id, Level::Warning, message).help("write logs and banners to standard error: standard output is the wire");
    out.push(met.put(finding, "another one"));
}
