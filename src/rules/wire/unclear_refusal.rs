//! A refusal names no advertised parameter that the call lacks: no model can mend its call by it.
//!
//! The call misses something or carries something unknown, and the answer says neither which advertised name is wanted: nothing at
//! all, only the unknown key, or a name that the schema does not have. A refusal that names the missing parameter is answered rightly
//! at the second try.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"shelf": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params"}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"shelf": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "code is required"}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::text::count;

pub(crate) const RULE: Rule =
    Rule { id: "wire/unclear-refusal", level: Some(Level::Note), source: include_str!("unclear_refusal.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        let Some(sum) = row.seen.sum(&Fact::Unclear) else { continue };
        out.push(
            Finding::new(
                RULE.id,
                Level::Note,
                format!("`{tool}` refused {} without naming an advertised parameter that was missing", count(sum.counts.refused, "call")),
            )
            .help("name the missing parameter, and the unknown key, in the refusal")
            .tool(tool)
            .at(contract::tool_place(row.place))
            .related(contract::calls(sum, tool, "refused"))
            .evidence(sum.counts),
        );
    }
}
