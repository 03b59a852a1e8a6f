//! A refused call carried an advertised value, and the refusal blames it.
//!
//! The schema lists the value in `enum` or `const`, and the server does not take it. Models trust the list.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"mode": "dim"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "Input validation error: 'dim' is not one of ['low', 'high']"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"mode": "night"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "Input validation error: 'night' is not one of ['dim', 'bright']"}]}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "wire/refused-value", level: Some(Level::Error), source: include_str!("refused_value.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for &(fact, sum) in row.facts {
            let Fact::BlamedValue { path, word: Some(word), .. } = fact else { continue };
            let place = contract::param_place(row.place, path).unwrap_or_else(|| contract::tool_place(row.place));
            let shown = crate::text::shown_or_size(word);
            let shown = if shown == **word { format!("`{word}`") } else { shown };
            out.push(
                Finding::new(RULE.id, Level::Error, format!("`{tool}` advertises {shown} for `{path}`, and refuses it"))
                    .help("take the value, or take it out of the schema")
                    .tool(tool)
                    .param(path.top())
                    .at(place)
                    .related(contract::calls(sum, tool, &format!("sent as {shown}, refused")))
                    .evidence(sum.counts)
                    .identity(path.steps().map(str::to_owned).chain([word.to_string()]))
                    .subjects([path.to_string()]),
            );
        }
    }
}
