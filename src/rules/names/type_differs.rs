//! One name has different types on one surface.
//!
//! A model that sent text under this name to one tool sends text to the next. It is silent where a type is a union, an array is the plural
//! of the other, and about integer against number or nullable against not.
//!
//! ## Bad
//!
//! ```tools.json
//! [
//!   {"name": "lamp_dim", "inputSchema": {"type": "object", "properties": {"level": {"type": "number"}}}},
//!   {"name": "lamp_fade", "inputSchema": {"type": "object", "properties": {"level": {"type": "string"}}}}
//! ]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [
//!   {"name": "lamp_dim", "inputSchema": {"type": "object", "properties": {"level": {"type": "number"}}}},
//!   {"name": "lamp_fade", "inputSchema": {"type": "object", "properties": {"level": {"type": ["integer", "null"]}}}}
//! ]
//! ```

use crate::contract::{Context, Uses};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::schema;
use rustc_hash::FxHashMap;

pub(crate) const RULE: Rule =
    Rule { id: "names/type-differs", level: Some(Level::Note), source: include_str!("type_differs.rs"), check: Check::Server(check) };

/// A type, with the uses that have it.
type Typed<'a> = (&'a str, Vec<usize>);

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let uses = cx.uses();
    let mut names: FxHashMap<&str, Vec<Typed<'_>>> = FxHashMap::default();
    for (index, param) in uses.params.iter().enumerate() {
        let kind = match param.kind {
            "" | "any" | "union" | "null" | "never" => continue,
            "integer" => "number",
            kind => kind,
        };
        let kinds = names.entry(param.name).or_default();
        match kinds.iter_mut().find(|known| known.0 == kind) {
            Some(known) => known.1.push(index),
            None => kinds.push((kind, vec![index])),
        }
    }
    let mut differing: Vec<(&str, Vec<Typed<'_>>)> = names.into_iter().filter(|(_, kinds)| kinds.len() > 1).collect();
    differing.sort_unstable_by_key(|(_, kinds)| kinds.first().and_then(|kind| kind.1.first().copied()));
    for (name, kinds) in differing {
        out.extend(finding(uses, name, without_plurals(uses, kinds)));
    }
}

/// An array of what the others are is their plural; one of unknown items may be.
fn without_plurals<'a>(uses: &Uses<'_>, mut kinds: Vec<Typed<'a>>) -> Vec<Typed<'a>> {
    let singles: Vec<&str> = kinds.iter().map(|kind| kind.0).filter(|kind| *kind != "array").collect();
    for (_, members) in kinds.iter_mut().filter(|kind| kind.0 == "array") {
        members.retain(|index| match items(uses, *index) {
            "" | "any" | "union" => false,
            "integer" => !singles.contains(&"number"),
            kind => !singles.contains(&kind),
        });
    }
    kinds.retain(|kind| !kind.1.is_empty());
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.1.len()));
    kinds
}

fn items(uses: &Uses<'_>, index: usize) -> &'static str {
    let Some((tool, node)) = uses.at.get(index) else { return "" };
    let Some(root) = tool.input_schema() else { return "" };
    schema::items(root, tool.doc.at(*node)).map_or("", |items| schema::types(root, items).core())
}

fn finding(uses: &Uses<'_>, name: &str, kinds: Vec<Typed<'_>>) -> Option<Finding> {
    if kinds.len() < 2 {
        return None;
    }
    let first = *kinds.iter().flat_map(|kind| &kind.1).min()?;
    let counted: Vec<String> = kinds.iter().map(|(kind, members)| format!("{kind} ({})", super::tools(uses, members))).collect();
    let mut finding = Finding::new(RULE.id, Level::Note, format!("`{name}` has different types here: {}", crate::text::series(&counted)))
        .help("give it one type, or each thing a name of its own")
        .identity([name])
        .subjects([name]);
    for (kind, members) in &kinds {
        finding.related.extend(members.first().filter(|index| **index != first).and_then(|index| super::label(uses, *index, kind)));
    }
    for (kind, members) in &kinds {
        finding.related.extend(super::labels(uses, members.get(1..).unwrap_or_default(), first, kind));
    }
    Some(super::at(finding, uses, first))
}
