//! Two listings of one session differ, and nothing announced a change.
//!
//! Clients ask once and keep the list: a tool that comes later is never seen, one that goes is still called. A server whose list can
//! change says so with `notifications/tools/list_changed`. The order counts as well: since 2026-07-28 the protocol asks for the same
//! one each time, and a list that is shuffled costs the model's host its prompt cache at every turn.
//!
//! Lists with pages missing are not compared; nor are those of different sessions.
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}, {"name": "lamp_dim", "inputSchema": {"type": "object"}}]}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}, {"name": "lamp_dim", "inputSchema": {"type": "object"}}]}}
//! ```

use crate::capture::Unstable;
use crate::contract::{other_tool, tool_place};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule, Run};
use crate::surface::Tool;
use crate::text::series;
use std::sync::Arc;

pub(crate) const RULE: Rule =
    Rule { id: "protocol/unstable-list", level: Some(Level::Warning), source: include_str!("unstable_list.rs"), check: Check::Run(check) };

/// Tools that the message names.
const NAMED: usize = 3;

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    for capture in run.captures {
        for unstable in &capture.faults.unstable {
            let Some(mut finding) = finding(unstable) else { continue };
            let judged = |server: &&crate::contract::Server| Arc::ptr_eq(&server.surface, &unstable.after);
            let named = |server: &&crate::contract::Server| unstable.after.named.as_ref() == Some(&server.name);
            let server = run.servers.iter().find(judged).or_else(|| run.servers.iter().find(named));
            finding.server = server.map(|server| Arc::clone(&server.name));
            out.push(finding);
        }
    }
}

fn finding(unstable: &Unstable) -> Option<Finding> {
    let Unstable { before, after } = unstable;
    let come = after.tools.iter().filter(|tool| before.tool(&tool.name).is_none()).map(|tool| (tool, "is new"));
    let changed = after
        .tools
        .iter()
        .filter(|tool| before.tool(&tool.name).is_some_and(|old| old.definition() != tool.definition()))
        .map(|tool| (tool, "has changed"));
    let gone = before.tools.iter().filter(|tool| after.tool(&tool.name).is_none()).map(|tool| (tool, "is gone"));
    let all: Vec<(&Arc<Tool>, &str)> = come.chain(changed).chain(gone).collect();
    let Some((first, _)) = all.first() else {
        // One may come twice, which is told elsewhere.
        let first = after.tools.first()?;
        let message = "two listings hold the same tools in another order";
        return Some(
            Finding::new(RULE.id, Level::Warning, message)
                .help("list the tools in one order, such as that in which they were registered")
                .at(tool_place(first))
                .identity(["order"]),
        );
    };
    let mut words: Vec<String> = all.iter().take(NAMED).map(|(tool, how)| format!("`{}` {how}", tool.name)).collect();
    if all.len() > NAMED {
        words.push(format!("{} more differ", all.len() - NAMED));
    }
    let related = all.iter().skip(1).map(|(tool, how)| other_tool(tool, Some(tool_place(tool)), format!("this one {how}")));
    Some(
        Finding::new(RULE.id, Level::Warning, format!("two listings differ, and nothing announced a change: {}", series(&words)))
            .help("register the tools before the first listing, or send `notifications/tools/list_changed` when the list changes")
            .tool(&first.name)
            .at(tool_place(first))
            .related(related)
            .identity(["tools"]),
    )
}
