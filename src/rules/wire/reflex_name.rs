//! Callers reach for a name that the tool does not advertise, and are refused.
//!
//! A refused call carried an unknown key while an advertised parameter that the key could stand for was missing: one word in another
//! case, a word of it, a common synonym, or the only required parameter that was missing. One finding per tool and key, with the
//! count, and with what went right elsewhere. From `[reflex] min-refusals` (3) on it advises to rename the parameter at every layer,
//! if that keeps the names of the surface unambiguous: the names/ rules are run on the renamed surface. Otherwise it says why not.
//! It is a note where the payload shows that the advertised name is the name on the wire too, and few callers erred.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}, "required": ["shelf_code"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "shelf_code is required"}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17", "colour": "red"}}}
//! {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unrecognized key: \"colour\""}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17"}}}
//! {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "added"}]}}
//! ```

use crate::contract::{self, Context, Row};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Counts, Finding, Level};
use crate::meaning::{self, Likeness};
use crate::rules::names::rename::{self, Verdict};
use crate::rules::{Check, Rule};
use crate::schema;
use crate::surface::{Level as Object, Prop};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

pub(crate) const RULE: Rule =
    Rule { id: "wire/reflex-name", level: Some(Level::Warning), source: include_str!("reflex_name.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        for (object, key, prop, sum) in reflexes(&row) {
            out.push(finding(cx, &row, object, &key, prop, &sum));
        }
    }
}

fn finding(cx: &Context<'_>, row: &Row<'_>, object: &Object, key: &str, prop: &Prop, sum: &Sum) -> Finding {
    let tool = &row.tool.name;
    let path = object.at.join(&prop.name);
    let counts = sum.counts;
    let times = if counts.calls == 1 { "once".to_owned() } else { format!("{} times", counts.calls) };
    let how = match (counts.calls, counts.accepted) {
        (1, _) => "and refused".to_owned(),
        (_, 0) if counts.refused == counts.calls => "and refused each time".to_owned(),
        (_, 0) => format!("and refused {} times", counts.refused),
        (_, accepted) => format!("refused {} and ignored {accepted} of them", counts.refused),
    };
    let message = format!("`{tool}` was called with `{key}` {times}, {how}: it advertises `{path}`");
    let own_name = row.seen.facts.keys().any(|fact| match fact {
        Fact::Lands { argument, key, own: true } => *argument == path && key.leaf() == &*prop.name,
        _ => false,
    });
    let few = counts.refused < cx.config.reflex.min_refusals;
    let level = if own_name && few { Level::Note } else { Level::Warning };
    let help = if few {
        format!("name `{}` in the refusal; if this comes again, think of renaming it", prop.name)
    } else {
        advice(cx, row, object, key, prop)
    };
    let place = contract::param_place(row.place, &path).unwrap_or_else(|| contract::object_place(row.place, &object.at));
    let mut finding = Finding::new(RULE.id, level, message)
        .help(help)
        .tool(tool)
        .param(path.top())
        .at(place)
        .related(contract::calls(sum, tool, &format!("sent as `{key}`, refused")))
        .evidence(counts)
        .identity(path.steps().chain([key]))
        .subjects([path.to_string(), object.at.join(key).to_string()]);
    if let Some(right) = elsewhere(cx, row, key, &prop.name) {
        finding.message.push_str(&right);
    }
    finding
}

fn advice(cx: &Context<'_>, row: &Row<'_>, object: &Object, key: &str, prop: &Prop) -> String {
    let name = &prop.name;
    if wraps(row, prop, key) {
        return format!("say in the description that `{key}` belongs into `{name}`, or take its fields out of it");
    }
    if !object.at.is_root() {
        return format!("rename `{name}` to `{key}` at every layer, or name it in the refusal");
    }
    match rename::judge(cx, &row.tool.name, name, key) {
        Verdict::Safe => format!("rename `{name}` to `{key}` at every layer: `{key}` stays unambiguous on this surface"),
        Verdict::Blocked { why, instead: Some(instead) } => {
            format!("do not rename it to `{key}`: {why}; `{instead}` would do at every layer")
        }
        Verdict::Blocked { why, instead: None } => {
            format!("do not rename it to `{key}`: {why}; keep `{name}`, and name it in the refusal")
        }
    }
}

/// What went right on other tools under another name of the same kind.
fn elsewhere(cx: &Context<'_>, row: &Row<'_>, key: &str, param: &str) -> Option<String> {
    const LEAST: u64 = 3;
    let mut names: BTreeMap<&str, (Counts, u64)> = BTreeMap::new();
    // A name that many tools have is compared once.
    let mut alike: FxHashMap<&str, bool> = FxHashMap::default();
    for other in cx.rows() {
        if other.tool.name == row.tool.name {
            continue;
        }
        for sent in &other.tool.params {
            let is_alike = || &*sent.name != param && meaning::likeness(key, &sent.name).is_some();
            if !*alike.entry(&sent.name).or_insert_with(is_alike) {
                continue;
            }
            let counts = other.seen.counts(&Fact::Sent { at: Path::root(), name: sent.name.clone() });
            let (sums, tools) = names.entry(&sent.name).or_default();
            sums.calls += counts.calls;
            sums.refused += counts.refused;
            *tools += u64::from(counts.calls > 0);
        }
    }
    let (name, (counts, tools)) =
        names.into_iter().filter(|(_, (counts, _))| counts.calls >= LEAST).max_by_key(|(_, (counts, _))| counts.calls)?;
    let refused = if counts.refused == 0 { "none refused".to_owned() } else { format!("{} refused", counts.refused) };
    let on = if tools == 1 { "one other tool".to_owned() } else { format!("{tools} other tools") };
    Some(format!(" (`{name}` on {on}: {} calls, {refused})", counts.calls))
}

/// Per object and unknown key: the parameter that it stands for, and the calls.
fn reflexes<'a>(row: &Row<'a>) -> Vec<(&'a Object, String, &'a Prop, Sum)> {
    if row.seen.total.counts.refused == 0 {
        return Vec::new();
    }
    // Object and key, then name: the calls.
    let mut instead: BTreeMap<(Path, String), BTreeMap<String, Sum>> = BTreeMap::new();
    for &(fact, sum) in row.facts {
        if let Fact::Instead { at, key, name, .. } = fact {
            instead.entry((at.clone(), key.to_string())).or_default().entry(name.to_string()).or_default().merge(sum);
        }
    }
    let mut found = Vec::new();
    for ((at, key), names) in &instead {
        let Some(object) = row.tool.level(at) else { continue };
        let blamed_key = row.seen.sum(&Fact::BlamedUnknown { path: at.join(key) }).is_some();
        let wanted: Vec<(&Prop, &Sum, Option<Likeness>)> = object
            .props
            .iter()
            .filter_map(|prop| {
                let sum = names.get(&*prop.name).filter(|sum| sum.counts.refused > 0)?;
                let demanded = prop.required || super::blamed_missing(row, &at.join(&prop.name)).is_some();
                let likeness = meaning::likeness(key, &prop.name).or_else(|| wraps(row, prop, key).then_some(Likeness::Contains));
                (demanded || (blamed_key && likeness.is_some())).then_some((prop, sum, likeness))
            })
            .collect();
        let demanded = |prop: &Prop| prop.required || super::blamed_missing(row, &at.join(&prop.name)).is_some();
        let likest =
            wanted.iter().filter(|(_, _, likeness)| likeness.is_some()).max_by_key(|(prop, _, likeness)| (*likeness, demanded(prop)));
        let only = match wanted.as_slice() {
            [one] if !rivals(&instead, at, key, &one.0.name) && fits(row, object, key, one.0) => Some(one),
            _ => None,
        };
        if let Some((prop, sum, _)) = likest.or(only) {
            found.push((object, key.clone(), *prop, (*sum).clone()));
        }
    }
    found
}

/// Is the key a field of the missing object?
fn wraps(row: &Row<'_>, prop: &Prop, key: &str) -> bool {
    let level = prop.object.and_then(|at| row.tool.levels().get(at));
    level.is_some_and(|level| level.prop(key).is_some())
}

/// Another unknown key of this object is more like the parameter.
fn rivals(instead: &BTreeMap<(Path, String), BTreeMap<String, Sum>>, at: &Path, key: &str, name: &str) -> bool {
    instead.iter().any(|((other_at, other), names)| {
        other_at == at && other != key && names.contains_key(name) && meaning::likeness(other, name).is_some()
    })
}

/// Do the values that came under the key fit the parameter's type?
fn fits(row: &Row<'_>, object: &Object, key: &str, prop: &Prop) -> bool {
    let Some(root) = row.tool.input_schema() else { return false };
    let types = schema::types(root, row.tool.doc.at(prop.node));
    row.seen.facts.keys().all(|fact| match fact {
        Fact::Unknown { at, key: other, kind } if *at == object.at && **other == *key => types.allows(kind),
        _ => true,
    })
}
