//! What the hosts in the field refuse: one engine for all ids. What a client refuses is data, in `crate::clients`; here stands how each
//! kind of constraint is looked for. Pages come from the table.

mod places;

use crate::clients::{Confidence, Effect, Row, Table, selected, table};
use crate::contract::{Context, tool_place};
use crate::finding::{Finding, Level, Place};
use crate::text::series;
use places::Hit;
use std::collections::BTreeMap;

/// A source older than so many months is no news.
const STALE_MONTHS: u32 = 18;

macro_rules! ids {
    ($($module:ident $id:literal),* $(,)?) => {
        $(pub(crate) mod $module {
            use crate::finding::Level;
            use crate::rules::{Check, Rule};

            pub(crate) const RULE: Rule = Rule {
                id: concat!("client/", $id),
                level: Some(Level::Warning),
                source: "",
                check: Check::Server(|cx, out| super::check(cx, concat!("client/", $id), $id, out)),
            };
        })*
    };
}

ids! {
    annotations "annotations",
    array_items "array-items",
    boolean_schema "boolean-schema",
    description_length "description-length",
    empty_object "empty-object",
    enum_type "enum-type",
    format "format",
    keyword "keyword",
    metaschema "metaschema",
    output_schema "output-schema",
    param_name "param-name",
    pattern "pattern",
    prefixed_name "prefixed-name",
    r#ref "ref",
    required "required",
    root_combinator "root-combinator",
    root_properties "root-properties",
    root_type "root-type",
    strict "strict",
    tool_count "tool-count",
    tool_name "tool-name",
    type_array "type-array",
    type_missing "type-missing",
}

/// A row whose client is looked at, and whether somebody asked for it.
#[derive(Clone, Copy)]
struct Held<'t> {
    row: &'t Row,
    client: &'static str,
    asked: bool,
}

fn check(cx: &Context<'_>, rule: &'static str, id: &'static str, out: &mut Vec<Finding>) {
    let table: &'static Table = table();
    let chosen = selected(cx.config.clients.as_deref());
    let held: Vec<Held<'_>> = table
        .rows
        .iter()
        .filter(|row| row.id == id)
        .filter_map(|row| {
            let (_, asked) = chosen.iter().find(|(at, _)| *at == row.client)?;
            Some(Held { row, client: &table.clients.get(row.client)?.name, asked: *asked })
        })
        .collect();
    if held.is_empty() {
        return;
    }
    let advice = table.rules.iter().find(|constraint| constraint.id == id).map_or("", |constraint| &constraint.advice);
    // One finding a place, whoever is broken there.
    let mut found: BTreeMap<Key, (Hit<'_>, Vec<Held<'_>>)> = BTreeMap::new();
    for held in held {
        places::hits(cx, held.row, held.asked, &mut |hit| {
            let key = Key { tool: hit.tool.map(|tool| (tool.doc.file.to_string(), tool.node)), at: hit.at.map(crate::json::Json::id) };
            let entry = found.entry(key).or_insert_with(|| (hit, Vec::new()));
            if !entry.1.iter().any(|old| old.client == held.client) {
                entry.1.push(held);
            }
        });
    }
    let today = cx.today.to_string();
    for (hit, held) in found.into_values() {
        out.push(finding(rule, advice, hit, &held, &today));
    }
}

/// Where a finding stands.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    tool: Option<(String, crate::json::NodeId)>,
    at: Option<crate::json::NodeId>,
}

fn finding(rule: &'static str, advice: &str, hit: Hit<'_>, held: &[Held<'_>], today: &str) -> Finding {
    let level = held.iter().map(|held| level(held, hit.unsure, today)).max().unwrap_or(Level::Note);
    let names: Vec<&str> = held.iter().map(|held| held.client).collect();
    let first = names.first().copied().unwrap_or("");
    let mut finding = Finding::new(rule, level, format!("{}: {}", hit.what, effects(held, hit.too_long)))
        .help(format!("{advice} (`wirelint clients {first}` shows the source)"))
        .identity(hit.identity);
    finding.clients = held.iter().map(|held| held.client).collect();
    finding.asked = held.iter().any(|held| held.asked);
    if let Some(tool) = hit.tool {
        finding = finding.tool(&tool.name).at(hit.at.map_or_else(|| tool_place(tool), |at| Place::key(&tool.doc, at)));
    }
    if let Some(param) = hit.param {
        finding = finding.param(param);
    }
    finding
}

fn level(held: &Held<'_>, unsure: bool, today: &str) -> Level {
    let weak = held.row.confidence == Confidence::Low || is_stale(held.row, today);
    match (held.asked, held.row.effect.is_hard()) {
        _ if unsure => Level::Note,
        (true, true) => Level::Error,
        (true, false) => Level::Warning,
        (false, _) if weak => Level::Note,
        (false, true) => Level::Warning,
        (false, false) => Level::Note,
    }
}

fn is_stale(row: &Row, today: &str) -> bool {
    let months = |date: &str| {
        let mut parts = date.split('-').map(|part| part.parse::<u32>().unwrap_or(0));
        parts.next().unwrap_or(0) * 12 + parts.next().unwrap_or(0)
    };
    months(today) > months(&row.date.to_string()) + STALE_MONTHS
}

/// `a` and `b` refuse the whole list, `c` drops the tool.
fn effects(held: &[Held<'_>], with_limits: bool) -> String {
    let mut by_effect: BTreeMap<Effect, Vec<String>> = BTreeMap::new();
    for held in held {
        let longest = held.row.parameters.pattern.as_ref().and_then(|pattern| pattern.longest());
        let limit = held.row.parameters.max.or(longest.filter(|_| with_limits));
        let client = limit.map_or_else(|| format!("`{}`", held.client), |limit| format!("`{}` (at most {limit})", held.client));
        by_effect.entry(held.row.effect).or_default().push(client);
    }
    let parts: Vec<String> = by_effect
        .into_iter()
        .map(|(effect, clients)| {
            let (one, several) = effect.words();
            format!("{} {}", series(&clients), if clients.len() == 1 { one } else { several })
        })
        .collect();
    parts.join("; ")
}
