//! A tool holds legal JSON that many readers refuse: half of a surrogate pair, or a number beyond the range of doubles.
//!
//! JSON's grammar allows `"\ud83d"` alone and `1e400`. Python keeps the first and fails when it writes it out, Rust and Go refuse it or
//! put a replacement there; the second becomes infinity, which no JSON can hold, or is refused. Usually a text was cut in the middle of an
//! emoji, or a bound was meant as "no bound".
//!
//! Source: RFC 8259, sections 6 and 8.2.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "description": "Sets a lamp \ud83d", "inputSchema": {"type": "object", "properties": {}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "description": "Sets a lamp \ud83d\ude00", "inputSchema": {"type": "object", "properties": {}}}]
//! ```

use super::below;
use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::{Json, Kind};
use crate::rules::{Check, Rule};
use crate::surface::Tool;

pub(crate) const RULE: Rule = Rule {
    id: "schema/unreadable-text",
    level: Some(Level::Warning),
    source: include_str!("unreadable_text.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let mut open = Vec::new();
    for tool in cx.tools() {
        open.push(tool.doc.at(tool.node));
        while let Some(node) = open.pop() {
            match node.kind() {
                Kind::Text { lone_surrogate: true, .. } => {
                    out.push(finding(tool, node, "this text holds half of a surrogate pair: many readers refuse it"))
                }
                Kind::Number if is_infinite(node.raw()) => {
                    out.push(finding(tool, node, "this number is beyond the range of doubles: readers refuse it, or read infinity"))
                }
                _ => {
                    open.extend(node.items());
                    open.extend(node.entries().map(|(_, value)| value));
                }
            }
        }
    }
}

fn finding(tool: &Tool, node: Json<'_>, message: &str) -> Finding {
    let steps = below(tool.doc.at(tool.node), node);
    let param = match steps.as_slice() {
        [schema, properties, name, ..] if properties == "properties" && schema != "outputSchema" => Some(name.clone()),
        _ => None,
    };
    let mut finding = Finding::new(RULE.id, Level::Warning, message)
        .help(if node.text().is_some() {
            "write the whole character, or leave it out"
        } else {
            "leave the bound out, or write one that can be reached"
        })
        .tool(&tool.name)
        .at(Place::key(&tool.doc, node))
        .identity(steps);
    if let Some(param) = param {
        finding = finding.param(param);
    }
    finding
}

fn is_infinite(raw: &str) -> bool {
    (raw.len() > 300 || raw.contains(['e', 'E'])) && raw.parse::<f64>().is_ok_and(f64::is_infinite)
}
