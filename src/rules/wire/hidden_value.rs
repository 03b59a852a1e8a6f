//! An accepted call carried a value that the parameter does not advertise.
//!
//! The schema lists a closed set (`enum` or `const`), and the server takes more. A model that trusts the list never finds the value;
//! one that sends it is right by accident. Advertise the value, refuse it, or declare it as a legacy word with a `[[value-alias]]`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"mode": "night"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "set"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"mode": "dim"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "set"}]}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use serde_json::Value;

pub(crate) const RULE: Rule =
    Rule { id: "wire/hidden-value", level: Some(Level::Error), source: include_str!("hidden_value.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for &(fact, sum) in row.facts {
            let Fact::Outside { path, word } = fact else { continue };
            if sum.counts.accepted == 0 {
                continue;
            }
            let declared = word.as_ref().is_some_and(|word| {
                let value = Value::String(word.to_string());
                [path.leaf(), path.top()].iter().any(|param| cx.config.alias(tool, param, &value).is_some())
            });
            if declared {
                continue;
            }
            let shown = word.as_ref().map_or("<text>".to_owned(), |word| format!("`{word}`"));
            let place = contract::param_place(row.place, path).unwrap_or_else(|| contract::object_place(row.place, &path.parent()));
            let mut finding =
                Finding::new(RULE.id, Level::Error, format!("`{tool}` accepts {shown} for `{path}`, and does not advertise it"))
                    .help("advertise the value, or refuse it")
                    .tool(tool)
                    .param(path.top())
                    .at(place)
                    .related(contract::calls(sum, tool, &format!("sent as {shown}, accepted")))
                    .evidence(sum.counts)
                    .identity(path.steps().map(str::to_owned).chain([word.as_deref().unwrap_or("").to_owned()]))
                    .subjects([path.to_string()]);
            if let Some(word) = word {
                finding = finding.settle(format!(
                    "[[value-alias]]\ntools = [\"{tool}\"]\nparam = \"{}\"\naccepts = \"{word}\"\nmeans = \"\"\nreason = \"\"",
                    path.leaf()
                ));
            }
            out.push(finding);
        }
    }
}
