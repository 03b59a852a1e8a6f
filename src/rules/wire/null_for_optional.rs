//! Null for a parameter that may be left out is refused.
//!
//! Models and hosts fill in every parameter that they see, and write null, or an empty text, where they have nothing to say. Pydantic's
//! `int = 0` and zod's `.optional()` refuse it. Take null as absence, or advertise that null is not taken.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"limit": null}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "Input validation error: None is not of type 'integer'"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": ["integer", "null"]}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"limit": null}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "none"}]}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "wire/null-for-optional",
    level: Some(Level::Warning),
    source: include_str!("null_for_optional.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for &(fact, sum) in row.facts {
            let Fact::Null { path, arrived } = fact else { continue };
            let what = if *arrived { "sends it on as text" } else { "refuses it" };
            let place = contract::param_place(row.place, path).unwrap_or_else(|| contract::tool_place(row.place));
            out.push(
                Finding::new(RULE.id, Level::Warning, format!("`{tool}` is sent null for `{path}`, which may be left out, and {what}"))
                    .help("take null as absence: hosts write it where a caller has nothing to say")
                    .tool(tool)
                    .param(path.top())
                    .at(place)
                    .related(contract::calls(sum, tool, if *arrived { "sent as null" } else { "sent as null, refused" }))
                    .related(contract::payloads(sum, tool, "arrives as text"))
                    .evidence(sum.counts)
                    .identity(path.steps())
                    .subjects([path.to_string()]),
            );
        }
    }
}
