//! Some calls are refused for the absence of a parameter, and others are accepted without it.
//!
//! The parameter is required under a condition that the schema does not tell: typically one tool with an `action` parameter that
//! holds several. Say the condition in both descriptions, or split the tool.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf", "inputSchema": {"type": "object", "properties": {"action": {"type": "string"}, "code": {"type": "string"}}, "required": ["action"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf", "arguments": {"action": "add"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "code is required"}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "shelf", "arguments": {"action": "list"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "none"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "code is required"}}
//! ```

use crate::contract::{self, Context};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::text::count;

pub(crate) const RULE: Rule =
    Rule { id: "required/conditional", level: Some(Level::Warning), source: include_str!("conditional.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for demanded in super::demanded(&row).into_iter().filter(|demanded| demanded.without > 0 && !demanded.aliased) {
            let path = &demanded.path;
            let place = contract::param_place(row.place, path).unwrap_or_else(|| contract::tool_place(row.place));
            let refused = demanded.refusals.counts.refused;
            out.push(
                Finding::new(
                    RULE.id,
                    Level::Warning,
                    format!(
                        "`{tool}` refused {} without `{path}` and accepted {}: when it is required is not said",
                        count(refused, "call"),
                        demanded.without
                    ),
                )
                .help(format!("say in the descriptions of the tool and of `{path}` when it is required, or split the tool"))
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
