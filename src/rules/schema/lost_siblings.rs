//! Keywords lose their meaning by what stands beside them.
//!
//! Up to draft-07 everything beside a `$ref` is ignored: a description written there reaches no reader that follows the draft, a default
//! is none. And `additionalProperties: false` beside `allOf` does not close the sum of the branches: it knows only the `properties`
//! beside it, so that every property that a branch alone declares is forbidden.
//!
//! Source: draft-07 core, section 8.3; 2020-12 core, section 10.3.2.3.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}},
//!   "allOf": [{"properties": {"book": {"type": "string"}}}], "additionalProperties": false}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}, "book": {"type": "string"}},
//!   "additionalProperties": false}}]
//! ```

use super::{Here, each};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema::{Dialect, resolve};
use crate::text::series;
use rustc_hash::FxHashSet;

pub(crate) const RULE: Rule =
    Rule { id: "schema/lost-siblings", level: Some(Level::Warning), source: include_str!("lost_siblings.rs"), check: Check::Server(check) };

const SHOWN: usize = 4;

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, &mut |here| {
        if here.written.dialect <= Dialect::Draft7 {
            out.extend(beside_ref(here));
        }
        out.extend(closed_beside_all_of(here));
    });
}

fn beside_ref(here: Here<'_>) -> Option<Finding> {
    let reference = here.node.get("$ref").filter(|reference| reference.text().is_some())?;
    let harmless = ["$ref", "$schema", "$id", "id", "$comment", "$defs", "definitions"];
    let lost: Vec<&str> =
        here.node.entries().map(|(word, _)| word).filter(|word| !harmless.contains(word) && !word.starts_with("x-")).collect();
    let words = listed(&lost)?;
    let message = format!("{} has {words} beside `$ref`: {} ignores what stands there", here.named(), here.written.dialect.name());
    Some(
        here.finding(RULE.id, Level::Warning, reference, message)
            .help("wrap the reference, {\"allOf\": [{\"$ref\": ...}], \"description\": ...}, or declare 2020-12 in `$schema`"),
    )
}

fn closed_beside_all_of(here: Here<'_>) -> Option<Finding> {
    let node = here.node;
    let closed = node.get("additionalProperties").filter(|value| value.bool() == Some(false))?;
    let branches = node.get("allOf").filter(|all| all.is_array())?;
    let own: FxHashSet<&str> = node.get("properties").into_iter().flat_map(Json::entries).map(|(name, _)| name).collect();
    if node.has("patternProperties") {
        return None;
    }
    let mut lost: Vec<&str> = Vec::new();
    for branch in branches.items() {
        let target = branch.get("$ref").and_then(Json::text).and_then(|to| resolve(here.root(), to));
        for schema in [Some(branch), target].into_iter().flatten() {
            lost.extend(
                schema.get("properties").into_iter().flat_map(Json::entries).map(|(name, _)| name).filter(|name| !own.contains(name)),
            );
        }
    }
    lost.dedup();
    let words = listed(&lost)?;
    let message = format!("`additionalProperties: false` in {} forbids {words}, which only a branch of its `allOf` declares", here.named());
    Some(
        here.finding(RULE.id, Level::Warning, closed, message)
            .help("declare these beside `additionalProperties` too, or close the object by `unevaluatedProperties: false` (2020-12)"),
    )
}

fn listed(names: &[&str]) -> Option<String> {
    let mut words: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if names.len() > SHOWN {
        words.push(format!("{} more", names.len() - SHOWN));
    }
    (!words.is_empty()).then(|| series(&words))
}
