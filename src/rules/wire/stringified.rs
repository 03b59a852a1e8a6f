//! An array, object, number or boolean came as its JSON text, and was refused.
//!
//! Some models and hosts send `"[1, 2]"` where an array is meant, and `"5"` where a number is. The call is refused, and the model sees a
//! type error about what it thinks is right. A server that parses such text loses nothing.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_move", "inputSchema": {"type": "object", "properties": {"codes": {"type": "array", "items": {"type": "string"}}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_move", "arguments": {"codes": "[\"a-17\"]"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Input validation error: codes: Invalid input: expected array, received string"}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_move", "inputSchema": {"type": "object", "properties": {"codes": {"type": "array", "items": {"type": "string"}}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_move", "arguments": {"codes": ["a-17"]}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "moved"}]}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "wire/stringified", level: Some(Level::Warning), source: include_str!("stringified.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for &(fact, sum) in row.facts {
            let Fact::Text { path, meant } = fact else { continue };
            let place = contract::param_place(row.place, path).unwrap_or_else(|| contract::tool_place(row.place));
            out.push(
                Finding::new(RULE.id, Level::Warning, format!("`{tool}` refuses `{path}` where its {meant} comes as JSON text"))
                    .help(format!("parse the text: callers that send `{path}` so cannot see what is wrong"))
                    .tool(tool)
                    .param(path.top())
                    .at(place)
                    .related(contract::calls(sum, tool, "sent as text, refused"))
                    .evidence(sum.counts)
                    .identity(path.steps())
                    .subjects([path.to_string()]),
            );
        }
    }
}
