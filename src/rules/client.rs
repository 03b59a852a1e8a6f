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
    /// Its place in the table.
    order: usize,
}

impl Held<'_> {
    /// Are both broken at the same places?
    fn is_like(&self, other: &Self) -> bool {
        let (a, b) = (&self.row.parameters, &other.row.parameters);
        let alike = a.pattern == b.pattern && a.max == b.max && a.words == b.words;
        self.asked == other.asked && alike && a.only == b.only && a.what == b.what && a.prefix == b.prefix
    }
}

fn check(cx: &Context<'_>, rule: &'static str, id: &'static str, out: &mut Vec<Finding>) {
    let table: &'static Table = table();
    let chosen = selected(cx.config.clients.as_deref());
    let held: Vec<Held<'_>> = table
        .rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.id == id)
        .filter_map(|(order, row)| {
            let (_, asked) = chosen.iter().find(|(at, _)| *at == row.client)?;
            Some(Held { row, client: &table.clients.get(row.client)?.name, asked: *asked, order })
        })
        .collect();
    if held.is_empty() {
        return;
    }
    let advice = table.rules.iter().find(|constraint| constraint.id == id).map_or("", |constraint| &constraint.advice);
    // One finding a place, whoever is broken there.
    let mut found: BTreeMap<Key<'_>, (Hit<'_>, Vec<Held<'_>>)> = BTreeMap::new();
    for group in groups(held) {
        let Some(first) = group.first() else { continue };
        places::hits(cx, first.row, first.asked, &mut |hit| {
            let key = Key { tool: hit.tool.map(|tool| (&*tool.doc.file, tool.node)), at: hit.at.map(crate::json::Json::id) };
            let fact = hit.what.clone();
            let entry = found.entry(key).or_insert_with(|| (hit, Vec::new()));
            // Two things can be wrong with one place.
            if !entry.0.what.contains(&fact) {
                entry.0.what = format!("{}; {fact}", entry.0.what);
            }
            entry.1.extend(&group);
        });
    }
    let today = cx.today.to_string();
    for (hit, mut held) in found.into_values() {
        held.sort_by_key(|held| held.order);
        let mut named: Vec<&str> = Vec::with_capacity(held.len());
        held.retain(|held| {
            let is_new = !named.contains(&held.client);
            named.push(held.client);
            is_new
        });
        out.push(finding(rule, advice, hit, &held, &today));
    }
}

/// Rows that ask the same are looked for once.
fn groups(held: Vec<Held<'_>>) -> Vec<Vec<Held<'_>>> {
    let mut groups: Vec<Vec<Held<'_>>> = Vec::new();
    for held in held {
        match groups.iter_mut().find(|group| group.first().is_some_and(|first| first.is_like(&held))) {
            Some(group) => group.push(held),
            None => groups.push(vec![held]),
        }
    }
    groups
}

/// Where a finding stands.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    tool: Option<(&'a str, crate::json::NodeId)>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Ask, check as run};
    use crate::config::{self, ClientWord, Config};
    use crate::inputs::Inputs;
    use crate::source::Source;
    use serde_json::{Value, json};

    /// Does this client of these tools say so?
    fn broken(row: &Row, tools: Value) -> bool {
        let client: &'static str = &table().clients[row.client].name;
        let list = json!({"tools": tools, "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "desk"}}});
        let mut inputs = Inputs::default();
        inputs.open(Source::memory("tools.json", list.to_string().into_bytes()), true);
        let config = Config { clients: Some(vec![ClientWord { name: client, adds: false }]), ..Config::default() };
        let ask = Ask { today: config::Date::parse("2026-12-01").expect("a day"), ..Ask::default() };
        let rule = format!("client/{}", row.id);
        run(inputs, &config, &ask).report.findings.iter().any(|entry| entry.rule == rule && entry.clients == [client])
    }

    fn tool(name: &str, properties: Value) -> Value {
        json!({"name": name, "description": "Lists.", "inputSchema": {"type": "object", "properties": properties}})
    }

    /// A name of letters.
    fn long(length: usize) -> String {
        "a".repeat(length)
    }

    #[test]
    fn every_pattern_takes_the_good_and_refuses_the_bad() {
        let mut tried = 0;
        for row in table().rows.iter() {
            let Some(pattern) = &row.parameters.pattern else { continue };
            tried += 1;
            let of = |name: &str| match row.id.as_str() {
                "tool-name" => json!([tool(name, json!({}))]),
                _ => json!([tool("list", json!({ name: {"type": "string"} }))]),
            };
            let longest = pattern.longest().unwrap_or(200);
            let good = [long(1), long(longest), "shelf_list_2".to_owned()];
            let mut bad = vec!["a b".to_owned(), "é".to_owned(), "$a".to_owned(), "a[]".to_owned()];
            bad.extend(pattern.longest().map(|longest| long(longest + 1)));
            for name in good {
                assert!(!broken(row, of(&name)), "{row:?} takes {name}");
            }
            for name in bad {
                assert!(broken(row, of(&name)), "{row:?} refuses {name}");
            }
        }
        assert!(tried >= 14, "{tried}");
    }

    #[test]
    fn every_number_holds_at_the_limit_and_breaks_beyond() {
        let mut tried = 0;
        for row in table().rows.iter() {
            let Some(max) = row.parameters.max else { continue };
            tried += 1;
            let of = |count: usize| {
                let many = |schema: Value| -> Value {
                    (0..count).map(|at| (format!("p{at}"), schema.clone())).collect::<serde_json::Map<_, _>>().into()
                };
                match (row.id.as_str(), row.parameters.what.as_str()) {
                    ("tool-count", _) => (0..count).map(|at| tool(&format!("list_{at}"), json!({}))).collect(),
                    ("description-length", _) => json!([{"name": "list", "description": long(count), "inputSchema": {"type": "object"}}]),
                    ("prefixed-name", _) => {
                        let prefix = row.parameters.prefix.replace("{server}", "desk").len();
                        json!([tool(&long(count - prefix), json!({}))])
                    }
                    ("strict", "depth") => {
                        let nest = |inner: Value, _| json!({"type": "object", "properties": {"a": inner}});
                        json!([{"name": "list", "description": "Lists.", "inputSchema": (0..count).fold(json!({"type": "string"}), nest)}])
                    }
                    ("strict", "unions") => json!([tool("list", many(json!({"type": ["string", "null"]})))]),
                    ("strict", _) => json!([tool("list", many(json!({"type": "string"})))]),
                    other => panic!("no example of {other:?}"),
                }
            };
            let name = &row.id;
            let says = |count: usize| if name == "strict" { strict_says(row, of(count)) } else { broken(row, of(count)) };
            assert!(!says(max), "{row:?} holds at {max}");
            // A mount that nobody configured is a note, and said all the same.
            assert!(says(max + 1), "{row:?} breaks beyond {max}");
        }
        assert!(tried >= 18, "{tried}");
    }

    /// Of the strict modes other rows speak too.
    fn strict_says(row: &Row, tools: Value) -> bool {
        let mut inputs = Inputs::default();
        inputs.open(Source::memory("tools.json", json!({ "tools": tools }).to_string().into_bytes()), true);
        let client: &'static str = &table().clients[row.client].name;
        let config = Config { clients: Some(vec![ClientWord { name: client, adds: false }]), ..Config::default() };
        let report = run(inputs, &config, &Ask::default()).report;
        report.findings.iter().any(|entry| entry.rule == "client/strict" && entry.message.contains("are allowed"))
    }

    #[test]
    fn old_news_is_no_warning() {
        let row = table().rows.iter().find(|row| row.date.to_string().starts_with("2025-07")).expect("an old row");
        assert!(!is_stale(row, "2026-12-01") && !is_stale(row, "2027-01-31") && is_stale(row, "2027-02-01"));
    }
}
