//! `tools/list` came back as an error, or empty though tools are called.
//!
//! To every client such a server has no tools. Often one tool's schema cannot be written out, and takes the whole list with it; or the
//! list is asked for before the server has registered anything.
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "cannot serialise"}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! ```

use crate::finding::{Finding, Kind, Level, Place, Related};
use crate::rules::{Check, Rule, Run};
use crate::text::count;
use std::sync::Arc;

pub(crate) const RULE: Rule =
    Rule { id: "protocol/list-error", level: Some(Level::Error), source: include_str!("list_error.rs"), check: Check::Run(check) };

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    for refused in run.refused_lists {
        out.push(
            Finding::new(RULE.id, Level::Error, "`tools/list` was answered with an error: clients see no tools at all")
                .help("see what the server logs: often one tool's schema cannot be written out")
                .at(Place::key(&refused.doc, refused.doc.at(refused.error)))
                .identity(["error"]),
        );
    }
    for server in run.servers.iter().filter(|server| server.surface.tools.is_empty() && server.captured) {
        let used: Vec<_> =
            server.evidence.sorted().into_iter().filter(|seen| seen.tool.is_none() && seen.total.counts.accepted > 0).collect();
        let Some(first) = used.first() else { continue };
        let accepted: u64 = used.iter().map(|seen| seen.total.counts.accepted).sum();
        let message = format!("the list is empty, and {} of tools that are not on it went right", count(accepted, "call"));
        let related = used.iter().filter_map(|seen| {
            let place = seen.total.calls.all().first()?;
            let tool = Some(Arc::clone(&seen.name));
            Some(Related { kind: Kind::Call, message: "accepted".to_owned(), tool, place: Some(Place::Seen(place.clone())) })
        });
        let mut finding = Finding::new(RULE.id, Level::Error, message)
            .help("list what can be called: register the tools before the list is asked for")
            .tool(&first.name)
            .related(related.take(3))
            .identity(["empty"]);
        if let Some(seen) = first.total.calls.all().first() {
            finding = finding.at(Place::Seen(seen.clone()));
        }
        finding.server = Some(Arc::clone(&server.name));
        out.push(finding);
    }
}
