//! Two names work for one parameter, and only one of them is advertised.
//!
//! A server that quietly takes `path` for `folder_path` hides from its author what callers really send, and the alias is lost or
//! breaks the advertised schema with the next change (a `z.preprocess` in front of the whole object empties it in the TypeScript SDK
//! 1.23 to 1.32). One name at every layer needs no alias.
//!
//! It is proven where the value of the unadvertised name reaches the payload under the key where the parameter's own value goes, or
//! where the parameter is enforced, and a call with the other name alone was accepted. A name that is merely ignored proves nothing.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}, "required": ["shelf_code"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "shelf_code is required"}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"shelf": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}, "required": ["shelf_code"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"shelf_code": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```

use crate::contract::{self, Context, Row};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Finding, Level};
use crate::meaning;
use crate::rules::{Check, Rule};
use std::collections::BTreeMap;

pub(crate) const RULE: Rule =
    Rule { id: "wire/hidden-alias", level: Some(Level::Error), source: include_str!("hidden_alias.rs"), check: Check::Server(check) };

/// How an alias is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proof {
    Payload,
    Enforced,
    /// Neither name is advertised.
    Unlisted,
}

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        for (at, param, alias, proof, sum) in aliases(&row) {
            out.push(finding(&row, &at, &param, &alias, proof, &sum));
        }
    }
}

fn finding(row: &Row<'_>, at: &Path, param: &str, alias: &str, proof: Proof, sum: &Sum) -> Finding {
    let tool = &row.tool.name;
    let (path, other) = (at.join(param), at.join(alias));
    let how = match proof {
        Proof::Payload => "its value reaches the payload where the value of the other goes",
        Proof::Enforced => "a call without either is refused, and one with it alone was accepted",
        Proof::Unlisted => "a call with either alone was accepted, and one with neither is refused",
    };
    let message = match proof {
        Proof::Unlisted => format!("`{tool}` takes `{path}` and `{other}` for one thing, and advertises neither"),
        _ => format!("`{tool}` takes `{other}` for `{path}`, and does not advertise it: {how}"),
    };
    let help = match proof {
        Proof::Unlisted => format!("advertise one of `{path}` and `{other}`, use it at every layer, and refuse the other ({how})"),
        _ => format!("choose one of `{path}` and `{other}` for every layer, advertise it, and refuse the other"),
    };
    let place = contract::param_place(row.place, &path).unwrap_or_else(|| contract::object_place(row.place, at));
    Finding::new(RULE.id, Level::Error, message)
        .help(help)
        .tool(tool)
        .param(path.top())
        .at(place)
        .related(contract::calls(sum, tool, &format!("sent as `{alias}`, accepted")))
        .related(contract::payloads(sum, tool, "where its value went"))
        .evidence(sum.counts)
        .identity(path.steps().chain([alias]))
        .subjects([path.to_string(), other.to_string()])
}

/// Level, parameter, alias.
type Alias = (Path, String, String, Proof, Sum);

/// Does a hidden alias bring this parameter?
pub(in crate::rules) fn supplies(row: &Row<'_>, path: &Path) -> bool {
    aliases(row).iter().any(|(at, param, ..)| at.join(param) == *path)
}

fn aliases(row: &Row<'_>) -> Vec<Alias> {
    let mut found: Vec<Alias> = by_payload(row);
    for alias in by_enforcement(row) {
        if !found.iter().any(|old| old.0 == alias.0 && old.1 == alias.1 && old.2 == alias.2) {
            found.push(alias);
        }
    }
    for alias in unlisted(row) {
        let same = |old: &Alias| old.0 == alias.0 && ((old.1 == alias.1 && old.2 == alias.2) || (old.1 == alias.2 && old.2 == alias.1));
        if !found.iter().any(same) {
            found.push(alias);
        }
    }
    found
}

/// The value of an unadvertised name stands in the payload where that of a parameter goes, which the call did not send.
fn by_payload(row: &Row<'_>) -> Vec<Alias> {
    let facts = row.facts;
    let mut lands: BTreeMap<&Path, Vec<(&Path, &Sum)>> = BTreeMap::new();
    for &(fact, sum) in facts {
        if let Fact::Lands { argument, key, .. } = fact
            && sum.counts.accepted > 0
        {
            lands.entry(key).or_default().push((argument, sum));
        }
    }
    let mut found = Vec::new();
    for (key, arguments) in &lands {
        for (alias, sum) in arguments {
            let at = alias.parent();
            let Some(level) = row.tool.level(&at) else { continue };
            if level.prop(alias.leaf()).is_some() {
                continue;
            }
            for prop in &level.props {
                let path = at.join(&prop.name);
                let same_key = key.leaf() == &*prop.name || arguments.iter().any(|(other, _)| **other == path);
                if same_key && instead(row, &at, alias.leaf(), &prop.name) {
                    found.push((at.clone(), prop.name.to_string(), alias.leaf().to_owned(), Proof::Payload, (*sum).clone()));
                }
            }
            // Two names, neither of them advertised, that end under one key.
            for (other, other_sum) in arguments.iter().filter(|(other, _)| *other < *alias && other.parent() == at) {
                if level.props.is_empty() && level.prop(other.leaf()).is_none() {
                    // The key where both end is the name that the server means.
                    let (main, alias) =
                        if key.leaf() == alias.leaf() { (alias.leaf(), other.leaf()) } else { (other.leaf(), alias.leaf()) };
                    let mut both = (*sum).clone();
                    both.merge(other_sum);
                    found.push((at.clone(), main.to_owned(), alias.to_owned(), Proof::Unlisted, both));
                }
            }
        }
    }
    found
}

fn instead(row: &Row<'_>, at: &Path, key: &str, name: &str) -> bool {
    [true, false].iter().any(|sole| {
        let fact = Fact::Instead { at: at.clone(), key: key.into(), name: name.into(), sole: *sole };
        row.seen.counts(&fact).accepted > 0
    })
}

/// A parameter is enforced, and was absent from an accepted call that carried another name.
fn by_enforcement(row: &Row<'_>) -> Vec<Alias> {
    let mut found: Vec<Alias> = Vec::new();
    for &(fact, sum) in row.facts {
        let Fact::Instead { at, key, name, sole } = fact else { continue };
        let path = at.join(name);
        if sum.counts.accepted == 0 || !super::is_enforced(row, &path) {
            continue;
        }
        // Of several unknown keys, the one that could stand for it.
        if *sole || meaning::likeness(key, name).is_some() {
            found.push((
                at.clone(),
                name.to_string(),
                key.to_string(),
                Proof::Enforced,
                super::of_key(row, at, key).unwrap_or_else(|| sum.clone()),
            ));
        }
    }
    // One key cannot stand for two parameters at once: the likest.
    let mut best: BTreeMap<(Path, String), Alias> = BTreeMap::new();
    for alias in found {
        let likeness = meaning::likeness(&alias.2, &alias.1);
        let slot = best.entry((alias.0.clone(), alias.2.clone()));
        slot.and_modify(|old| {
            if likeness > meaning::likeness(&old.2, &old.1) {
                *old = alias.clone();
            }
        })
        .or_insert(alias);
    }
    best.into_values().collect()
}

/// The schema shows no names: refusals blame A alone, a call with only A was accepted, and one with only B.
fn unlisted(row: &Row<'_>) -> Vec<Alias> {
    if !row.tool.params.is_empty() {
        return Vec::new();
    }
    let facts = row.facts;
    let blamed: Vec<&Path> = facts
        .iter()
        .filter_map(|(fact, sum)| match fact {
            Fact::BlamedMissing { path, alone: true } if sum.counts.refused > 0 && path.parent().is_root() => Some(path),
            _ => None,
        })
        .collect();
    let [path] = blamed.as_slice() else { return Vec::new() };
    let only = |key: &str| row.seen.sum(&Fact::Only { key: key.into() }).filter(|sum| sum.counts.accepted > 0);
    if only(path.leaf()).is_none() || row.seen.sum(&Fact::BlamedUnknown { path: (*path).clone() }).is_some() {
        return Vec::new();
    }
    facts
        .iter()
        .filter_map(|(fact, sum)| match fact {
            Fact::Only { key } if **key != *path.leaf() && sum.counts.accepted > 0 => {
                Some((Path::root(), path.leaf().to_owned(), key.to_string(), Proof::Unlisted, (*sum).clone()))
            }
            _ => None,
        })
        .collect()
}
