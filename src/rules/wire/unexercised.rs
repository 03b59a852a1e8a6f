//! A tool or a parameter never appears in the captures.
//!
//! Off by default: no capture exercises everything. Switch it on where a regression run must touch every name before a rename;
//! `--coverage` prints the share that was exercised.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}, "limit": {"type": "integer"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"room": "cellar"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "none"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"room": "cellar"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "none"}]}}
//! ```

use crate::contract::{self, Context};
use crate::coverage::Exercised;
use crate::evidence::Path;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "wire/unexercised", level: None, source: include_str!("unexercised.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    if !cx.server.captured {
        return;
    }
    let exercised = Exercised::of(cx.server);
    for tool in cx.tools() {
        if !exercised.called(tool) {
            out.push(
                Finding::new(RULE.id, Level::Warning, format!("`{}` is never called", tool.name))
                    .help("record a call of it")
                    .tool(&tool.name)
                    .at(contract::tool_place(tool)),
            );
            continue;
        }
        for param in &tool.params {
            if !exercised.sent(tool, param) {
                let place = contract::param_place(tool, &Path::of([&param.name])).unwrap_or_else(|| contract::tool_place(tool));
                out.push(
                    Finding::new(RULE.id, Level::Warning, format!("no call of `{}` sends `{}`", tool.name, param.name))
                        .help("record a call that sends it")
                        .tool(&tool.name)
                        .param(param.name.clone())
                        .at(place)
                        .identity([param.name.to_string()]),
                );
            }
        }
    }
}
