//! A parameter takes other values than the config expects.
//!
//! `[expect.values]` lists the one vocabulary of a parameter. The advertised set must be this one, whatever its order; no accepted call
//! and no payload of the team's own may hold another word, save for one that a `[[value-alias]]` declares.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright", "party"]}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["lamp_set"]
//! [expect.values]
//! mode = ["dim", "bright"]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["bright", "dim"]}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["lamp_set"]
//! [expect.values]
//! mode = ["dim", "bright"]
//! ```

use super::{decision, first_of, rows, same, shown};
use crate::config::{Expect, ExpectedValues, Layer};
use crate::contract::{self, Context, Row};
use crate::evidence::{Fact, Path};
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema;
use crate::surface::Tool;
use serde_json::Value;

pub(crate) const RULE: Rule =
    Rule { id: "expect/values", level: Some(Level::Error), source: include_str!("values.rs"), check: Check::Server(check) };

/// Words of a message about a set; the rest are counted.
const MOST_SHOWN: usize = 5;

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    if cx.config.expects.is_empty() {
        return;
    }
    for tool in cx.tools() {
        for (entry, wanted) in decided(cx, tool, Layer::Advertised) {
            advertised(cx, tool, entry, wanted, out);
        }
    }
    for row in rows(cx) {
        for (entry, wanted) in decided(cx, row.tool, Layer::Call) {
            accepted(cx, &row, entry, wanted, out);
        }
        for (entry, wanted) in decided(cx, row.tool, Layer::Wire) {
            sent_on(cx, &row, entry, wanted, out);
        }
    }
}

fn decided<'a>(cx: &Context<'a>, tool: &Tool, layer: Layer) -> Vec<(&'a Expect, &'a ExpectedValues)> {
    first_of(cx.config, &tool.name, layer, |entry| &entry.values, |set| &set.param)
}

fn advertised(cx: &Context<'_>, tool: &Tool, entry: &Expect, wanted: &ExpectedValues, out: &mut Vec<Finding>) {
    let name = &wanted.param.value;
    let (Some(param), Some(root)) = (tool.param(name), tool.input_schema()) else { return };
    let node = tool.schema_of(param);
    let set = schema::members(root, node).or_else(|| schema::items(root, node).and_then(|items| schema::members(root, items)));
    let message = match set {
        None => format!("`{}` advertises no set of values for `{name}`, and the config expects one", tool.name),
        Some(set) => {
            let set: Vec<Value> = set.into_iter().map(Json::value).collect();
            let beyond = |values: &[Value], of: &[Value]| list(values.iter().filter(|value| !of.iter().any(|known| same(known, value))));
            match (beyond(&set, &wanted.values), beyond(&wanted.values, &set)) {
                (None, None) => return,
                (Some(more), None) => format!("`{}` advertises {more} for `{name}`, which the config does not expect", tool.name),
                (None, Some(less)) => format!("`{}` does not advertise {less} for `{name}`, which the config expects", tool.name),
                (Some(more), Some(less)) => {
                    format!("`{}` advertises {more} for `{name}`, and the config expects {less} instead", tool.name)
                }
            }
        }
    };
    let place = node.get("enum").or_else(|| node.get("const")).unwrap_or(node);
    out.push(
        finding(cx, tool, entry, wanted, "advertised", message)
            .help("advertise what was decided, or change the decision")
            .at(Place::key(&tool.doc, place)),
    );
}

/// An accepted word that is neither advertised nor decided. One that is advertised against the decision is a finding already.
fn accepted(cx: &Context<'_>, row: &Row<'_>, entry: &Expect, wanted: &ExpectedValues, out: &mut Vec<Finding>) {
    let (tool, name) = (&row.tool.name, &wanted.param.value);
    for &(fact, sum) in row.facts {
        let Fact::Outside { path, word } = fact else { continue };
        if path.top() != name || path.leaf() != name || sum.counts.accepted == 0 || is_decided(cx, tool, wanted, word.as_deref()) {
            continue;
        }
        let word = word.as_ref().map_or("<text>".to_owned(), |word| format!("`{word}`"));
        let message = format!("`{tool}` accepts {word} for `{name}`, which the config does not expect");
        out.push(
            finding(cx, row.place, entry, wanted, "call", message)
                .help("refuse the value, or change the decision")
                .related(contract::calls(sum, tool, &format!("sent as {word}, accepted")))
                .evidence(sum.counts)
                .identity([word]),
        );
    }
}

fn sent_on(cx: &Context<'_>, row: &Row<'_>, entry: &Expect, wanted: &ExpectedValues, out: &mut Vec<Finding>) {
    let (tool, name) = (&row.tool.name, &wanted.param.value);
    let own = row.seen.facts.keys().any(|fact| matches!(fact, Fact::PayloadKey { .. }));
    for &(fact, sum) in row.facts {
        let Fact::Arrives { path, arrived, .. } = fact else { continue };
        let decided = wanted.values.iter().any(|value| value.as_str() == Some(arrived));
        if !own || path.top() != name || path.leaf() != name || decided {
            continue;
        }
        let message = format!("the payload of `{tool}` carries `{arrived}` for `{name}`, which the config does not expect");
        out.push(
            finding(cx, row.place, entry, wanted, "wire", message)
                .help("map the value before it leaves the server, or change the decision")
                .related(contract::payloads(sum, tool, &format!("sent on as `{arrived}`")))
                .evidence(sum.counts)
                .identity([arrived.to_string()]),
        );
    }
}

fn is_decided(cx: &Context<'_>, tool: &str, wanted: &ExpectedValues, word: Option<&str>) -> bool {
    let Some(word) = word.map(Value::from) else { return false };
    wanted.values.contains(&word) || cx.config.alias(tool, &wanted.param.value, &word).is_some()
}

fn finding(cx: &Context<'_>, tool: &Tool, entry: &Expect, wanted: &ExpectedValues, layer: &str, message: String) -> Finding {
    let path = Path::of([wanted.param.value.as_str()]);
    Finding::new(RULE.id, Level::Error, message)
        .tool(&tool.name)
        .param(wanted.param.value.as_str())
        .at(contract::param_place(tool, &path).unwrap_or_else(|| contract::object_place(tool, &Path::root())))
        .related(decision(cx.config, entry, &wanted.param.span))
        .identity([wanted.param.value.as_str(), layer])
}

/// None where there are none.
fn list<'a>(values: impl Iterator<Item = &'a Value>) -> Option<String> {
    let all: Vec<String> = values.map(shown).collect();
    let mut words: Vec<String> = all.iter().take(MOST_SHOWN).cloned().collect();
    if all.len() > words.len() {
        words.push(format!("{} more", all.len() - words.len()));
    }
    (!words.is_empty()).then(|| crate::text::series(&words))
}
