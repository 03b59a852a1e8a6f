//! An advertised argument was sent, and reached nothing.
//!
//! The caller sets `recursive: true`, the call succeeds, and no payload of the call carries the argument: neither its name nor its
//! value, under any key or inside any text, in every call that sent it. A weak value (a boolean, 0, 1) counts where the payload holds
//! the call's other arguments under their own names. An argument that the server keeps to itself (a limit that it applies to the
//! answer) belongs into `[wire] local`. On a foreign wire it is a note: a server may answer to the caller what its backend never sees.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_drop", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}, "deep": {"type": "boolean"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_drop", "arguments": {"code": "a-17", "deep": true}}}}
//! {"dir": "server->store", "msg": {"jsonrpc": "2.0", "id": 9, "method": "shelf.drop", "params": {"code": "a-17"}}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "dropped"}]}}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_drop", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}, "deep": {"type": "boolean"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_drop", "arguments": {"code": "a-17", "deep": true}}}}
//! {"dir": "server->store", "msg": {"jsonrpc": "2.0", "id": 9, "method": "shelf.drop", "params": {"code": "a-17", "deep": true}}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "dropped"}]}}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "wire/param-dropped", level: Some(Level::Error), source: include_str!("param_dropped.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for &(fact, sum) in row.facts {
            let Fact::Dropped { argument, own } = fact else { continue };
            let carried = |own| row.seen.sum(&Fact::Carried { argument: argument.clone(), own }).is_some();
            let own_says = *own && !carried(true);
            let foreign_says = !*own && !carried(true) && !carried(false);
            let renamed = row.seen.facts.keys().any(|fact| match fact {
                Fact::Renamed { argument: other, .. } | Fact::MaybeRenamed { argument: other, .. } => other.starts_with(argument),
                _ => false,
            });
            if !(own_says || foreign_says) || renamed || cx.config.is_local(tool, argument.top()) {
                continue;
            }
            let level = if *own { Level::Error } else { Level::Note };
            let place = contract::param_place(row.place, argument).unwrap_or_else(|| contract::tool_place(row.place));
            out.push(
                Finding::new(RULE.id, level, format!("`{tool}` takes `{argument}` and sends it on to nothing"))
                    .help(format!("send `{argument}` on, or stop advertising it; if the server itself uses it, say so in the config"))
                    .tool(tool)
                    .param(argument.top())
                    .at(place)
                    .related(contract::calls(sum, tool, "sent"))
                    .related(contract::payloads(sum, tool, "not here"))
                    .evidence(sum.counts)
                    .identity(argument.steps())
                    .subjects([argument.to_string()])
                    .settle(format!("[wire]\nlocal = {{ \"{tool}\" = [\"{}\"] }}", argument.top())),
            );
        }
    }
}
