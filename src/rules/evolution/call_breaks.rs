//! A recorded call that the older list takes is not kept by the newer one.
//!
//! The newer list refuses it, or no longer advertises a key that it uses. What a schema only allows, this call did: it is the strongest
//! proof that a change breaks somebody. One finding a tool, with the number of calls and the first three.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"body": {"type": "string"}}, "required": ["body"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "note_add", "arguments": {"text": "a"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "folder": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "note_add", "arguments": {"text": "a"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```

use crate::compare::Half;
use crate::contract::{self, Context};
use crate::evidence::{Fact, Name, Sum};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::text::{count, series};
use std::collections::BTreeMap;

pub(crate) const RULE: Rule =
    Rule { id: "evolution/call-breaks", level: Some(Level::Error), source: include_str!("call_breaks.rs"), check: Check::Server(check) };

/// Reasons that are named.
const FIRST: usize = 3;

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let Some(before) = &cx.server.before else { return };
    let mut broken: BTreeMap<Name, (Sum, u64, Vec<String>)> = BTreeMap::new();
    for seen in cx.server.evidence.sorted() {
        for (fact, calls) in seen.sorted() {
            match fact {
                Fact::Before { kept } => {
                    let (sum, all, _) = broken.entry(seen.name.clone()).or_default();
                    *all += calls.counts.calls;
                    if !kept {
                        sum.merge(calls);
                    }
                }
                Fact::NotKept { path, half } => {
                    let (_, _, why) = broken.entry(seen.name.clone()).or_default();
                    let reason = match half {
                        Half::Unadvertised if path.is_root() => match before.name_now(&seen.name) {
                            Some(name) => format!("the tool is called `{name}` now"),
                            None => "the tool is gone".to_owned(),
                        },
                        Half::Unadvertised => format!("`{path}` is no longer advertised"),
                        Half::Refused if path.is_root() => "its arguments are refused".to_owned(),
                        Half::Missing => format!("`{path}` is required and missing"),
                        Half::Refused => format!("`{path}` is refused"),
                    };
                    if !why.contains(&reason) {
                        why.push(reason);
                    }
                }
                _ => {}
            }
        }
    }
    for (tool, (sum, all, mut why)) in broken.into_iter().filter(|(_, (sum, ..))| sum.counts.calls > 0) {
        let calls = sum.counts.calls;
        let verb = if calls == 1 { "was right and is not kept" } else { "were right and are not kept" };
        let message = format!("{} of `{tool}` {verb} by the newer list", count(calls, "recorded call"));
        if why.len() > FIRST {
            let more = why.len() - FIRST;
            why.truncate(FIRST);
            why.push(format!("{more} more"));
        }
        let mut finding = Finding::new(RULE.id, Level::Error, message)
            .help(format!("{} (of {} that {} right)", series(&why), count(all, "call"), if all == 1 { "was" } else { "were" }))
            .tool(&tool)
            .related(contract::calls(&sum, &tool, "was right, is not kept"))
            .evidence(sum.counts);
        finding.place = before.place_of(&tool);
        out.push(finding);
    }
}
