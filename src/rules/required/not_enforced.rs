//! An accepted call lacks a required parameter.
//!
//! The schema says `required`, the server does not. What a call without it does is undocumented: a default that nobody is told, or
//! work on something else than was meant. Where an unadvertised name supplied the value, `wire/hidden-alias` speaks instead.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "9 shelves"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "9 shelves"}]}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use std::collections::BTreeMap;

pub(crate) const RULE: Rule =
    Rule { id: "required/not-enforced", level: Some(Level::Error), source: include_str!("not_enforced.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        let mut lacking: BTreeMap<Path, Sum> = BTreeMap::new();
        for &(fact, sum) in row.facts {
            if let Fact::Lacks { at, name, .. } = fact
                && sum.counts.accepted > 0
            {
                lacking.entry(at.join(name)).or_default().merge(sum);
            }
        }
        for (path, sum) in &lacking {
            out.push(
                Finding::new(RULE.id, Level::Error, format!("`{tool}` requires `{path}`, and accepted a call without it"))
                    .help(format!("refuse calls without `{path}`, or take it out of `required` and say what its absence means"))
                    .tool(tool)
                    .param(path.top())
                    .at(contract::missing_place(row.place, path))
                    .related(contract::calls(sum, tool, &format!("without `{path}`, accepted")))
                    .evidence(sum.counts)
                    .identity(path.steps())
                    .subjects([path.to_string()]),
            );
        }
    }
}
