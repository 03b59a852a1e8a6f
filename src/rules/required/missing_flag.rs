//! Calls are refused for the absence of a parameter that is advertised as optional.
//!
//! No accepted call of the tool lacks it: it is required, and the schema does not say so. Models leave optional parameters out.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}, "room": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "room is required"}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17", "room": "cellar"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}, "room": {"type": "string"}}, "required": ["room"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "room is required"}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17", "room": "cellar"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```

use crate::contract::{self, Context};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "required/missing-flag", level: Some(Level::Error), source: include_str!("missing_flag.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for demanded in super::demanded(&row).into_iter().filter(|demanded| demanded.without == 0) {
            let path = &demanded.path;
            let place = contract::param_place(row.place, path).unwrap_or_else(|| contract::tool_place(row.place));
            out.push(
                Finding::new(RULE.id, Level::Error, format!("`{tool}` refuses calls without `{path}`, and advertises it as optional"))
                    .help(format!("add `{}` to `required`", path.leaf()))
                    .tool(tool)
                    .param(path.top())
                    .at(place)
                    .related(contract::calls(&demanded.refusals, tool, &format!("without `{path}`, refused")))
                    .evidence(demanded.refusals.counts)
                    .identity(path.steps())
                    .subjects([path.to_string()]),
            );
        }
    }
}
