//! A tool has a field that the version in use no longer has.
//!
//! `execution` came with 2025-11-25 and went with 2026-07-28, where tasks are an extension. Nobody reads it there. Off by default: servers
//! that speak several versions write it for the older clients.
//!
//! It speaks only where the version is known, from a capture or `--protocol`.
//!
//! Source: protocol 2026-07-28, changes (SEP-2663).
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2026-07-28"}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2026-07-28", "serverInfo": {"name": "shelf", "version": "1"}}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "shelf_list", "execution": {"taskSupport": "optional"}, "inputSchema": {"type": "object"}}]}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2026-07-28"}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2026-07-28", "serverInfo": {"name": "shelf", "version": "1"}}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "shelf_list", "inputSchema": {"type": "object"}}]}}
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::protocol::Version;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "protocol/removed-field", level: None, source: include_str!("removed_field.rs"), check: Check::Server(check) };

/// A field, and the version that has it no more.
const REMOVED: &[(&str, Version)] = &[("execution", Version::V20260728)];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let Some(version) = cx.server.protocol else { return };
    for tool in cx.tools() {
        for (field, gone) in REMOVED.iter().filter(|(_, gone)| *gone <= version) {
            let Some(value) = tool.json().get(field) else { continue };
            out.push(
                Finding::new(RULE.id, Level::Warning, format!("`{field}` is no field of a tool since {}", gone.name()))
                    .help("leave it out where no older client is served")
                    .tool(&tool.name)
                    .at(Place::key(&tool.doc, value))
                    .identity([*field]),
            );
        }
    }
}
