//! A capture lists tools otherwise than the file that is judged.
//!
//! Calls are judged against the list that was in force when they were made. Where the file has changed since, what they prove may be
//! past: the findings of these tools under `wire/` and `required/` become notes and are marked as stale. Record anew.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "string"}}}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"level": "dim"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}}}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"mode": "dim"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}
//! ```

use crate::contract::{self, Server};
use crate::evidence::Name;
use crate::finding::{Finding, Level, Related};
use crate::rules::{Check, Rule, Run};
use crate::surface::Tool;
use std::sync::Arc;

pub(crate) const RULE: Rule =
    Rule { id: "capture/stale", level: Some(Level::Warning), source: include_str!("stale.rs"), check: Check::Run(check) };

/// Names that the message shows.
const MOST_SHOWN: usize = 5;

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    for server in run.servers.iter().filter(|server| !server.stale.is_empty()) {
        let mut names: Vec<&Name> = server.stale.iter().collect();
        names.sort();
        let tools: Vec<&Arc<Tool>> = names.iter().filter_map(|name| listed(server, name)).collect();
        let Some(first) = tools.first() else { continue };
        let mut shown: Vec<String> = tools.iter().take(MOST_SHOWN).map(|tool| format!("`{}`", tool.name)).collect();
        if tools.len() > shown.len() {
            shown.push(format!("{} more", tools.len() - shown.len()));
        }
        let message = format!("the capture lists {} otherwise than the file: its findings on them are notes", crate::text::series(&shown));
        let related =
            tools.iter().skip(1).map(|tool| contract::other_tool(tool, Some(contract::tool_place(tool)), "listed otherwise as well"));
        let related: Vec<Related> = related.collect();
        let mut finding = Finding::new(RULE.id, Level::Warning, message)
            .help("record anew against the server as it is now")
            .tool(&first.name)
            .at(contract::tool_place(first))
            .related(related);
        finding.server = Some(Arc::clone(&server.name));
        out.push(finding);
    }
}

/// As the file lists it; as the capture does where the file has dropped it.
fn listed<'a>(server: &'a Server, name: &str) -> Option<&'a Arc<Tool>> {
    let called = || server.evidence.sorted().into_iter().find(|seen| *seen.name == *name).and_then(|seen| seen.tool.as_ref());
    server.surface.tool(name).or_else(called)
}
