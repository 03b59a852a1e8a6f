//! An accepted call broke the advertised schema.
//!
//! It is an error where what was accepted cannot mean what the schema says: null or `""` for a number, text that is no number, a bound
//! or a pattern that is not kept, an item of the wrong type. It is a note where the value is the right one in other clothes (`"2"` for
//! 2, `"true"`, 2.0 for an integer, an array as its JSON text): the server is lenient, and its schema is stricter than it.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "minimum": 1}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"limit": "many"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "none"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "minimum": 1}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"limit": 5}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "none"}]}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::{Break, Fact, Path, Sum};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const RULE: Rule =
    Rule { id: "wire/accepts-invalid", level: Some(Level::Error), source: include_str!("accepts_invalid.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        // One finding a parameter and level: what was sent, as types.
        let mut found: BTreeMap<(&Path, Level), (Sum, BTreeSet<&'static str>)> = BTreeMap::new();
        for &(fact, sum) in row.facts {
            if let Fact::Breaks { path, how, kind } = fact
                && sum.counts.accepted > 0
            {
                let level = match how {
                    Break::Cannot => Level::Error,
                    Break::Other => Level::Warning,
                    Break::Clothes => Level::Note,
                };
                let (sums, kinds) = found.entry((path, level)).or_default();
                sums.merge(sum);
                kinds.insert(kind);
            }
        }
        for ((path, level), (sum, kinds)) in &found {
            let kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
            let what = crate::text::series(&kinds);
            let message = match level {
                Level::Note => format!("`{tool}` accepts `{path}` as {what}, which its schema does not"),
                _ => format!("`{tool}` accepts {} for `{path}` that breaks its schema", article(&what)),
            };
            let place = contract::param_place(row.place, path).unwrap_or_else(|| contract::object_place(row.place, &path.parent()));
            out.push(
                Finding::new(RULE.id, *level, message)
                    .help(format!("validate `{path}` as advertised, or advertise what is taken"))
                    .tool(tool)
                    .param(path.top())
                    .at(place)
                    .related(contract::calls(sum, tool, "accepted"))
                    .evidence(sum.counts)
                    .identity(path.steps().chain([level.word()]))
                    .subjects([path.to_string()]),
            );
        }
    }
}

fn article(kinds: &str) -> String {
    if kinds == "null" {
        "null".to_owned()
    } else if kinds.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {kinds}")
    } else {
        format!("a {kinds}")
    }
}
