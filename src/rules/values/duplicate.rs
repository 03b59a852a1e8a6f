//! An enum repeats itself.
//!
//! It changes nothing that is accepted, and most meta-schemas forbid it; some providers refuse the tool for it.
//!
//! Source: JSON Schema, the members of `enum` should be unique.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["dim", "bright", "dim"]}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["dim", "bright"]}}}}]
//! ```

use super::{inside, named, schemas, shown};
use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::rules::{Check, Rule};
use rustc_hash::FxHashSet;
use serde_json::Value;

pub(crate) const RULE: Rule =
    Rule { id: "values/duplicate", level: Some(Level::Warning), source: include_str!("duplicate.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        schemas(cx, tool, &mut |_, step| {
            let Some(set) = step.node.get("enum").filter(|set| !are_texts_apart(*set)) else { return };
            let mut seen = FxHashSet::default();
            let again = set.items().map(|member| (member, member.value())).find(|(_, value)| !seen.insert(key(value)));
            let Some((member, value)) = again else { return };
            let message = format!("the enum of {} lists {} twice", named(step), shown(&value));
            let finding = inside(RULE.id, Level::Warning, tool, step, member, message).help("list each value once");
            out.push(finding.at(Place::value(&tool.doc, member)));
        });
    }
}

/// Texts alone, and no two alike: what most sets are.
fn are_texts_apart(set: Json<'_>) -> bool {
    let mut seen = FxHashSet::default();
    set.items().all(|member| member.text().is_some_and(|text| seen.insert(text)))
}

/// Equal values have equal keys: 1 and 1.0 are one.
fn key(value: &Value) -> String {
    match value.as_f64() {
        Some(number) => number.to_string(),
        None => value.to_string(),
    }
}
