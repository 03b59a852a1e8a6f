//! What is behind the server refuses the payload that the server sent.
//!
//! The server took the call and sent it on under a name that the other side does not know: its answer calls a name missing or
//! unknown. The caller did nothing wrong and cannot mend it. The finding shows every name: what is advertised, what was sent on, what
//! is wanted.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_tag", "inputSchema": {"type": "object", "properties": {"new_label": {"type": "string"}}, "required": ["new_label"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_tag", "arguments": {"new_label": "tools"}}}}
//! {"dir": "server->store", "msg": {"jsonrpc": "2.0", "id": 9, "method": "shelf.tag", "params": {"newLabel": "tools"}}}
//! {"dir": "store->server", "msg": {"jsonrpc": "2.0", "id": 9, "error": {"code": -32602, "message": "missing parameter 'label'"}}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "store: missing parameter 'label'"}]}}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_tag", "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_tag", "arguments": {"label": "tools"}}}}
//! {"dir": "server->store", "msg": {"jsonrpc": "2.0", "id": 9, "method": "shelf.tag", "params": {"label": "tools"}}}
//! {"dir": "store->server", "msg": {"jsonrpc": "2.0", "id": 9, "result": {}}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "tagged"}]}}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "wire/payload-refused", level: Some(Level::Error), source: include_str!("payload_refused.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for &(fact, sum) in row.facts {
            let Fact::PeerBlames { method, name, missing, argument, key } = fact else { continue };
            // That the sent name is unknown and the wanted one missing is one fact.
            let other_half = |fact: &Fact| match fact {
                Fact::PeerBlames { method: other, missing: true, key: Some(held), .. } => other == method && Some(held) == key.as_ref(),
                _ => false,
            };
            if !missing && key.is_some() && row.seen.facts.keys().any(other_half) {
                continue;
            }
            let mut message = match missing {
                true => format!("`{tool}` sends `{method}` without `{name}`, which it wants"),
                false => format!("`{tool}` sends `{name}` in `{method}`, which does not know it"),
            };
            let mut help = "send the name that is wanted, and advertise that one".to_owned();
            if let (Some(argument), Some(key)) = (argument, key) {
                let sent = key.leaf();
                if *missing {
                    message = format!("`{tool}` advertises `{argument}`, sends it on as `{sent}`, and `{method}` wants `{name}`");
                    help = format!("use `{}` at every layer", name.leaf());
                } else if argument.leaf() == sent {
                    message = format!("`{tool}` advertises `{argument}` and sends it on, and `{method}` does not know `{name}`");
                } else {
                    message = format!("`{tool}` advertises `{argument}`, sends it on as `{sent}`, and `{method}` does not know that name");
                }
            }
            let subject = match (argument, key) {
                (Some(argument), Some(key)) => format!("{argument}>{}", key.leaf()),
                _ => name.to_string(),
            };
            let place = argument
                .as_ref()
                .and_then(|argument| contract::param_place(row.place, argument))
                .unwrap_or_else(|| contract::object_place(row.place, &crate::evidence::Path::root()));
            let mut finding = Finding::new(RULE.id, Level::Error, message)
                .help(help)
                .tool(tool)
                .at(place)
                .related(contract::payloads(sum, tool, "refused by the other side"))
                .related(contract::calls(sum, tool, "the call"))
                .evidence(sum.counts)
                .identity([method.to_string(), name.to_string(), missing.to_string()])
                .subjects([subject]);
            if let Some(argument) = argument {
                finding = finding.param(argument.top());
            }
            out.push(finding);
        }
    }
}
