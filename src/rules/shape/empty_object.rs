//! The input schema says nothing about its properties, though the tool takes arguments.
//!
//! A tool without arguments and a tool whose schema was lost look the same: `{"type": "object", "properties": {}}`. Models see a tool
//! that takes nothing, and guess. The usual cause is a converter that cannot read the validator it was given: a zod object inside a
//! transform, a preprocess, a refine or a union, or an object of one zod major handed to a converter for the other, which leaves
//! nothing but `$schema`.
//!
//! It fires where something shows that there are arguments: `type` is missing too (no SDK writes that for a tool that takes nothing);
//! recorded calls carry arguments and are accepted, or a refusal asks for a parameter; a `[[expect]]` of the config lists parameters;
//! the description documents arguments. Where the description is the only proof, and no other tool of the server has such a
//! parameter, it is a warning.
//!
//! It is silent about a tool that says that it takes nothing, and leaves one of which nothing is known to `shape/open-no-params`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"room": "cellar"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"room": "cellar"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```

use super::lost::{Lost, Proof};
use super::quoted;
use crate::contract::{self, Context};
use crate::evidence::{Path, Sum};
use crate::finding::{Finding, Level, Related};
use crate::rules::{Check, Rule};
use crate::surface::Tool;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) const RULE: Rule =
    Rule { id: "shape/empty-object", level: Some(Level::Error), source: include_str!("empty_object.rs"), check: Check::Server(check) };

/// Calls that a finding shows.
const SHOWN: usize = 3;

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let lost = Lost::new(cx);
    for tool in cx.tools() {
        if let Some(proof) = lost.proof(tool).filter(Proof::holds) {
            out.push(finding(tool, &proof));
        }
    }
}

fn finding(tool: &Tool, proof: &Proof<'_>) -> Finding {
    let name = &tool.name;
    let level = if proof.by_prose_alone() && !proof.shared { Level::Warning } else { Level::Error };
    let mut finding = Finding::new(RULE.id, level, format!("`{name}` advertises no parameters, {}", why(proof)))
        .help(
            "list the plain object schema: a converter writes an empty one for a validator that it cannot read (a transform, preprocess, \
             refine or union around the object, or an object of another major version)",
        )
        .tool(name)
        .at(contract::object_place(tool, &Path::root()));
    let accepted = first_calls(&proof.sent, name, "accepted with");
    let refused = first_calls(&proof.blamed, name, "refused over");
    // A refusal among them is worth more than a third accepted call.
    let kept = SHOWN - refused.len().min(1);
    let accepted: Vec<Related> = accepted.into_iter().take(kept).collect();
    let room = SHOWN - accepted.len();
    finding = finding.related(accepted).related(refused.into_iter().take(room));
    if let Some(row) = proof.row.filter(|_| !proof.sent.is_empty() || !proof.blamed.is_empty()) {
        finding = finding.evidence(row.seen.total.counts);
    }
    finding
}

/// The first call with each name, in the order of the capture.
fn first_calls(sums: &BTreeMap<Arc<str>, Sum>, tool: &Arc<str>, outcome: &str) -> Vec<Related> {
    let mut calls: BTreeMap<(u32, u64), Related> = BTreeMap::new();
    for (argument, sum) in sums {
        for (seen, related) in sum.calls.all().iter().zip(contract::calls(sum, tool, &format!("{outcome} `{argument}`"))) {
            calls.entry((seen.file, seen.offset)).or_insert(related);
        }
    }
    calls.into_values().collect()
}

/// The strongest proof, in words.
fn why(proof: &Proof<'_>) -> String {
    let names = |sums: &BTreeMap<Arc<str>, Sum>| quoted(&sums.keys().cloned().collect::<Vec<_>>());
    match (proof.sent.is_empty(), proof.blamed.is_empty()) {
        (false, false) => format!("accepts calls with {}, and refuses calls over {}", names(&proof.sent), names(&proof.blamed)),
        (false, true) => format!("and accepts calls with {}", names(&proof.sent)),
        (true, false) => format!("and refuses calls over {}", names(&proof.blamed)),
        (true, true) if !proof.expected.is_empty() => format!("and the config expects {}", quoted(&proof.expected)),
        (true, true) if proof.no_type => "not even the `type` of its arguments: its schema is empty".to_owned(),
        (true, true) => format!("and its description documents {}", quoted(&proof.told)),
    }
}
