//! An accepted result does not keep what the tool's output schema promises.
//!
//! A tool that declares `outputSchema` must return `structuredContent` that satisfies it (MCP 2025-06-18, tools, structured content);
//! SDK clients refuse the result otherwise. Results with `isError` need none.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_count", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}, "outputSchema": {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_count", "arguments": {"room": "cellar"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "9"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_count", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}, "outputSchema": {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_count", "arguments": {"room": "cellar"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "9"}], "structuredContent": {"count": 9}}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "wire/output-mismatch", level: Some(Level::Error), source: include_str!("output_mismatch.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        let place = row.place.output_schema().map_or_else(|| contract::tool_place(row.place), |schema| Place::key(&row.place.doc, schema));
        for &(fact, sum) in row.facts {
            let Fact::Output { missing, path } = fact else { continue };
            let (message, help) = if *missing {
                let message = format!("`{tool}` declares an output schema and returns no `structuredContent`");
                (message, "return `structuredContent`, or declare no output schema")
            } else if path.is_root() {
                (format!("`{tool}` returns `structuredContent` that breaks its output schema"), "return what the output schema promises")
            } else {
                let message = format!("`{tool}` returns `{path}` in `structuredContent` otherwise than its output schema promises");
                (message, "return what the output schema promises")
            };
            out.push(
                Finding::new(RULE.id, Level::Error, message)
                    .help(help)
                    .tool(tool)
                    .at(place.clone())
                    .related(contract::calls(sum, tool, "accepted"))
                    .evidence(sum.counts)
                    .identity(path.steps().chain([if *missing { "missing" } else { "breaks" }])),
            );
        }
    }
}
