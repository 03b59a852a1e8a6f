//! A call names a tool that is not on the list.
//!
//! The model made the name up, kept it from an older list, or the list lacks a tool that the server has. It is an error where the call
//! was accepted (the list hides a tool), or where a listed tool was answered as unknown (the list shows one that is not there).
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_ad", "arguments": {"code": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: shelf_ad"}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```

use crate::config::nearest;
use crate::contract::{self, Context};
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "wire/unknown-tool", level: Some(Level::Error), source: include_str!("unknown_tool.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for seen in cx.unlisted() {
        let sum = &seen.total;
        let (accepted, refused) = (sum.counts.accepted, sum.counts.refused);
        if accepted == 0 && refused == 0 {
            continue;
        }
        let near = nearest(&seen.name, cx.tools().map(|tool| &*tool.name));
        let (level, message, help) = if accepted > 0 {
            let message = format!("`{}` is on no list, and was accepted {}", seen.name, times(accepted));
            (Level::Error, message, "list the tool: no model can find it".to_owned())
        } else {
            let message = format!("`{}` is on no list, and was called {}", seen.name, times(sum.counts.calls));
            let help = near.map_or("see where callers take the name from: a description, a prompt, an older list".to_owned(), |near| {
                format!("the nearest listed name is `{near}`: see where callers take the other one from")
            });
            (Level::Warning, message, help)
        };
        let mut finding = Finding::new(RULE.id, level, message)
            .help(help)
            .tool(&seen.name)
            .related(contract::calls(sum, &seen.name, "called"))
            .evidence(sum.counts);
        finding.place = sum.calls.all().first().cloned().map(Place::Seen);
        if let Some(tool) = near.and_then(|near| cx.server.surface.tool(near)) {
            finding.related.push(contract::other_tool(tool, Some(contract::tool_place(tool)), "the nearest listed tool"));
        }
        out.push(finding);
    }
    for row in cx.rows() {
        let sum = &row.seen.unknown_tool;
        if sum.counts.refused == 0 {
            continue;
        }
        let tool = &row.tool.name;
        out.push(
            Finding::new(
                RULE.id,
                Level::Error,
                format!("`{tool}` is listed, and was answered as an unknown tool {}", times(sum.counts.refused)),
            )
            .help("list only tools that can be called")
            .tool(tool)
            .at(contract::tool_place(row.place))
            .related(contract::calls(sum, tool, "answered as unknown"))
            .evidence(sum.counts)
            .identity(["listed"]),
        );
    }
}

fn times(calls: u64) -> String {
    if calls == 1 { "once".to_owned() } else { format!("{calls} times") }
}
