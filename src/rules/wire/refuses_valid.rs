//! A refused call satisfies the advertised schema.
//!
//! The caller did all that the schema asks, and was refused. It is an error where the refusal is about something that the schema could
//! have said of that one parameter: that it is missing, unknown, of the wrong type, outside a set. Otherwise a warning, and a note
//! where it is about several parameters together, which schemas say badly. A call that failed (a file that does not exist) is not
//! refused.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"colour": "red"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "unknown argument colour"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "additionalProperties": false}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"colour": "red"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "unknown argument colour"}]}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::Fact;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "wire/refuses-valid", level: Some(Level::Error), source: include_str!("refuses_valid.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        for &(fact, sum) in row.facts {
            let Fact::RefusedValid { path, why, several } = fact else { continue };
            let single = |why: &str| matches!(why, "missing" | "unknown" | "type" | "value");
            let level = match (path, why) {
                _ if *several => Level::Note,
                (Some(_), Some(why)) if single(why) => Level::Error,
                _ => Level::Warning,
            };
            let (blamed, help) = match (path, why) {
                (Some(path), Some("missing")) => (format!(" because `{path}` is missing"), format!("advertise `{path}` as required")),
                (Some(path), Some("unknown")) => {
                    (format!(" because `{path}` is unknown"), "advertise `additionalProperties: false`: then callers know".to_owned())
                }
                (Some(path), Some("type")) => {
                    (format!(" because of the type of `{path}`"), format!("advertise the type that `{path}` must have"))
                }
                (Some(path), Some(_)) => {
                    (format!(" because of the value of `{path}`"), format!("advertise what `{path}` may be: an enum, a pattern, a bound"))
                }
                _ => (String::new(), "advertise what calls must satisfy, and name the parameter in the refusal".to_owned()),
            };
            let place = path
                .as_ref()
                .and_then(|path| contract::param_place(row.place, path))
                .unwrap_or_else(|| contract::object_place(row.place, &crate::evidence::Path::root()));
            let mut finding = Finding::new(RULE.id, level, format!("`{tool}` refuses a call that satisfies its schema{blamed}"))
                .help(help)
                .tool(tool)
                .at(place)
                .related(contract::calls(sum, tool, "refused"))
                .evidence(sum.counts)
                .identity(path.iter().flat_map(|path| path.steps().map(str::to_owned)).chain([why.unwrap_or("").to_owned()]))
                .subjects(path.iter().map(ToString::to_string));
            if let Some(path) = path {
                finding = finding.param(path.top());
            }
            out.push(finding);
        }
    }
}
