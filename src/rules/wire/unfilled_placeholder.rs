//! A URL that the server sends on still holds its placeholder.
//!
//! A whole segment of the path is `:name` or `{name}`, and no argument of the call holds that text: the route has a parameter that the
//! tool does not advertise, or the template was never filled.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_get", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_get", "arguments": {"room": "cellar"}}}}
//! {"dir": "server->store", "http": {"method": "GET", "url": "/rooms/cellar/shelves/:code"}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "none"}]}}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_get", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_get", "arguments": {"code": "a-17"}}}}
//! {"dir": "server->store", "http": {"method": "GET", "url": "/shelves/a-17"}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "one"}]}}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "wire/unfilled-placeholder",
    level: Some(Level::Error),
    source: include_str!("unfilled_placeholder.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for &(fact, sum) in row.facts {
            let Fact::Unfilled { name } = fact else { continue };
            let message = format!("`{tool}` sends a URL in which `{name}` is still a placeholder");
            let help = match row.tool.param(name) {
                Some(_) => format!("put the value of `{name}` into the URL"),
                None => format!("advertise `{name}` and put its value into the URL"),
            };
            out.push(
                Finding::new(RULE.id, Level::Error, message)
                    .help(help)
                    .tool(tool)
                    .at(contract::tool_place(row.place))
                    .related(contract::payloads(sum, tool, "not filled"))
                    .related(contract::calls(sum, tool, "the call"))
                    .evidence(sum.counts)
                    .identity([name.to_string()]),
            );
        }
    }
}
