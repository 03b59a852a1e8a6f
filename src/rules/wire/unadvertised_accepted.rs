//! An accepted call carried a key that the schema does not advertise.
//!
//! The key was dropped in silence, or does something that no schema tells. It is an error where the schema is closed
//! (`additionalProperties: false` is advertised and not enforced) or where a required parameter was missing in that call; a warning
//! where a parameter that the key could stand for was missing: the caller thinks that it set something. Otherwise a note. A schema
//! that opens itself with `additionalProperties: true` or a schema means it.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}, "additionalProperties": false}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"colour": "red"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "none"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}, "additionalProperties": false}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_list", "arguments": {"limit": 5}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "none"}]}}
//! ```

use crate::contract::{self, Context, Row};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Finding, Level};
use crate::meaning;
use crate::rules::{Check, Rule};
use crate::schema::{self, Openness};
use crate::surface::Level as Object;
use std::collections::BTreeMap;

pub(crate) const RULE: Rule = Rule {
    id: "wire/unadvertised-accepted",
    level: Some(Level::Error),
    source: include_str!("unadvertised_accepted.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let mut keys: BTreeMap<(Path, String), (Sum, Vec<&'static str>)> = BTreeMap::new();
        for &(fact, sum) in row.facts {
            if let Fact::Unknown { at, key, kind } = fact
                && sum.counts.accepted > 0
            {
                let slot = keys.entry((at.clone(), key.to_string())).or_default();
                slot.0.merge(sum);
                slot.1.push(kind);
            }
        }
        for ((at, key), (sum, kinds)) in &keys {
            if let Some(object) = row.tool.level(at)
                && object.openness != Openness::OnPurpose
            {
                out.push(finding(&row, object, key, sum, kinds));
            }
        }
    }
}

fn finding(row: &Row<'_>, object: &Object, key: &str, sum: &Sum, kinds: &[&'static str]) -> Finding {
    let tool = &row.tool.name;
    let at = &object.at;
    let absent = |name: &str| {
        let count = |sole| row.seen.counts(&Fact::Instead { at: at.clone(), key: key.into(), name: name.into(), sole }).accepted;
        count(true) + count(false)
    };
    let lacking: Vec<&str> = object.props.iter().filter(|prop| prop.required && absent(&prop.name) > 0).map(|prop| &*prop.name).collect();
    let closed = object.closed;
    let stands_for = object.props.iter().find(|prop| absent(&prop.name) > 0 && could_stand(row, object, key, &prop.name, kinds));
    let path = at.join(key);
    let (level, why, help) = if closed {
        let help = "enforce the closed schema that is advertised, or advertise the key";
        (Level::Error, "though its schema is closed".to_owned(), help.to_owned())
    } else if let Some(name) = lacking.first() {
        let help = format!("refuse calls without `{name}`, and name the unknown key in the refusal");
        (Level::Error, format!("while the required `{}` was missing", at.join(name)), help)
    } else if let Some(prop) = stands_for {
        let help = format!("refuse unknown keys: the caller meant `{}` and was not told", prop.name);
        (Level::Warning, format!("while `{}`, which it could stand for, was missing", at.join(&prop.name)), help)
    } else {
        (Level::Note, "and does not advertise it".to_owned(), "refuse unknown keys, or advertise this one".to_owned())
    };
    // Where the key only ever came in the place of a required name, that is one fact with the name's absence.
    let always_lacking = lacking.iter().filter(|name| absent(name) == sum.counts.accepted).map(|name| at.join(name).to_string());
    let subjects: Vec<String> = std::iter::once(path.to_string()).chain(always_lacking).collect();
    Finding::new(RULE.id, level, format!("`{tool}` accepts `{path}` {why}"))
        .help(help)
        .tool(tool)
        .param(path.top())
        .at(contract::object_place(row.place, at))
        .related(contract::calls(sum, tool, &format!("sent as `{key}`, accepted")))
        .evidence(sum.counts)
        .identity(path.steps())
        .subjects(subjects)
}

/// The same words, or the only absent one of its type.
fn could_stand(row: &Row<'_>, object: &Object, key: &str, name: &str, kinds: &[&'static str]) -> bool {
    if meaning::likeness(key, name).is_some() {
        return true;
    }
    let Some(root) = row.tool.input_schema() else { return false };
    let fits = |prop: &crate::surface::Prop| {
        let types = schema::types(root, row.tool.doc.at(prop.node));
        !types.is_any() && kinds.iter().all(|kind| types.allows(kind))
    };
    let mut of_type = object.props.iter().filter(|prop| fits(prop));
    of_type.next().is_some_and(|only| &*only.name == name) && of_type.next().is_none()
}
