//! An argument leaves the server, or is read by its handler, under another name.
//!
//! The advertised schema says `folder_path`, the payload says `path`: models that know the code behind the server reach for the inner
//! name and are refused. On an own wire (its method is the tool's name, or the config says that it is yours) one name costs nothing.
//! Translating to somebody else's names is a server's job, so foreign payloads are left alone (`[wire] foreign = "note"` asks for a
//! note).
//!
//! It is proven where, in one call, the advertised name is absent from the payload and its value is the whole value of another key
//! that is neither advertised nor sent, and the value is strong (text of three characters or more, a number other than 0, 1, -1, a
//! non-empty array or object), or both names are one word, or the pair held in two calls with different values and never failed.
//! Several arguments folded into one value prove nothing. Where four of five multi-word parameters of the surface change only their
//! case or joint, all the same way, that is one warning: a convention.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"shelf_code": "a-17"}}}}
//! {"dir": "server->store", "msg": {"jsonrpc": "2.0", "id": 9, "method": "shelf.add", "params": {"code": "a-17"}}}
//! {"dir": "store->server", "msg": {"jsonrpc": "2.0", "id": 9, "result": {}}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "added"}]}}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_add", "arguments": {"code": "a-17"}}}}
//! {"dir": "server->store", "msg": {"jsonrpc": "2.0", "id": 9, "method": "shelf.add", "params": {"code": "a-17"}}}
//! {"dir": "store->server", "msg": {"jsonrpc": "2.0", "id": 9, "result": {}}}
//! {"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "added"}]}}}
//! ```

use crate::config::Foreign;
use crate::contract::{self, Context, Row};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Finding, Kind, Level, Place, Related};
use crate::json::NodeId;
use crate::meaning;
use crate::rules::{Check, Rule};
use std::collections::BTreeMap;

pub(crate) const RULE: Rule =
    Rule { id: "wire/name-divergence", level: Some(Level::Error), source: include_str!("name_divergence.rs"), check: Check::Server(check) };

/// A parameter that is proven to change its name.
struct Pair<'a> {
    row: Row<'a>,
    argument: Path,
    key: Path,
    own: bool,
    method: String,
    sum: Sum,
}

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let pairs: Vec<Pair<'_>> = cx.rows().into_iter().flat_map(pairs_of).collect();
    let (own, foreign): (Vec<Pair<'_>>, Vec<Pair<'_>>) = pairs.into_iter().partition(|pair| pair.own);
    match convention(cx, &own) {
        Some((from, to)) => {
            let (recased, rest): (Vec<_>, Vec<_>) = own.into_iter().partition(|pair| style_change(pair).is_some_and(|it| it == (from, to)));
            out.extend(habit(&recased, from, to));
            out.extend(rest.iter().map(|pair| finding(pair, Level::Error)));
        }
        None => out.extend(own.iter().map(|pair| finding(pair, Level::Error))),
    }
    if cx.config.wire.foreign == Foreign::Note {
        let mut told: Vec<&str> = Vec::new();
        for pair in &foreign {
            if !told.contains(&&*pair.row.tool.name) {
                told.push(&pair.row.tool.name);
                out.push(finding(pair, Level::Note));
            }
        }
    }
    handlers(cx, out);
}

fn finding(pair: &Pair<'_>, level: Level) -> Finding {
    let tool = &pair.row.tool.name;
    let (argument, key) = (&pair.argument, pair.key.leaf());
    let place =
        contract::param_place(pair.row.place, argument).unwrap_or_else(|| contract::object_place(pair.row.place, &argument.parent()));
    Finding::new(RULE.id, level, format!("`{tool}` advertises `{argument}` and sends it on as `{key}` (`{}`)", pair.method))
        .help(format!("use one name at every layer: rename `{}` to `{key}`, or the other way round", argument.leaf()))
        .tool(tool)
        .param(argument.top())
        .at(place)
        .related(contract::payloads(&pair.sum, tool, &format!("its value leaves as `{key}`")))
        .related(contract::calls(&pair.sum, tool, &format!("sent as `{}`", argument.leaf())))
        .evidence(pair.sum.counts)
        .identity(argument.steps().chain([key]))
        .subjects([format!("{argument}>{key}")])
}

/// The proven pairs of a tool, each once, own wires before foreign ones.
fn pairs_of(row: Row<'_>) -> Vec<Pair<'_>> {
    let facts = row.facts;
    let mut found: BTreeMap<(Path, Path, bool), (String, Sum)> = BTreeMap::new();
    let mut weak: BTreeMap<(Path, Path, bool), (String, Sum, u64)> = BTreeMap::new();
    for &(fact, sum) in facts {
        match fact {
            Fact::Renamed { argument, key, own, method } => {
                let slot = found.entry((argument.clone(), key.clone(), *own)).or_insert_with(|| (method.to_string(), Sum::default()));
                slot.1.merge(sum);
            }
            Fact::MaybeRenamed { argument, key, own, method, .. } => {
                let slot = weak.entry((argument.clone(), key.clone(), *own)).or_insert_with(|| (method.to_string(), Sum::default(), 0));
                slot.1.merge(sum);
                slot.2 += 1;
            }
            _ => {}
        }
    }
    for ((argument, key, own), (method, sum, values)) in weak {
        let failed = row.seen.sum(&Fact::NotRenamed { argument: argument.clone(), key: key.clone() }).is_some();
        if values >= 2 && !failed {
            found.entry((argument, key, own)).or_insert((method, sum));
        }
    }
    // A name that was seen on the wire as itself in other calls is normalised there, not renamed.
    found.into_iter().map(|((argument, key, own), (method, sum))| Pair { row, argument, key, own, method, sum }).collect()
}

/// Case and joint of a name of several words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Snake,
    Kebab,
    Camel,
    Pascal,
}

impl Style {
    fn of(name: &str) -> Option<Self> {
        let upper = |c: char| c.is_ascii_uppercase();
        match (name.contains('_'), name.contains('-')) {
            (true, false) if !name.contains(upper) => Some(Self::Snake),
            (false, true) if !name.contains(upper) => Some(Self::Kebab),
            (false, false) if name.starts_with(upper) && name.chars().skip(1).any(upper) => Some(Self::Pascal),
            (false, false) if name.contains(upper) => Some(Self::Camel),
            _ => None,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Kebab => "kebab-case",
            Self::Camel => "camelCase",
            Self::Pascal => "PascalCase",
        }
    }
}

fn style_change(pair: &Pair<'_>) -> Option<(Style, Style)> {
    let (argument, key) = (pair.argument.leaf(), pair.key.leaf());
    let change = (Style::of(argument)?, Style::of(key)?);
    (meaning::same_words(argument, key) && change.0 != change.1).then_some(change)
}

/// Four of five multi-word parameters that were seen on the wire change their style, all the same way.
fn convention(cx: &Context<'_>, pairs: &[Pair<'_>]) -> Option<(Style, Style)> {
    const LEAST: usize = 3;
    let first = pairs.iter().find_map(style_change)?;
    let changed = pairs.iter().filter(|pair| style_change(pair) == Some(first)).count();
    let mut seen: Vec<(String, String)> = Vec::new();
    for row in cx.rows() {
        for &(fact, _) in row.facts {
            let argument = match fact {
                Fact::Renamed { argument, own: true, .. } | Fact::Lands { argument, own: true, .. } => argument,
                _ => continue,
            };
            let known = row.tool.level(&argument.parent()).is_some_and(|level| level.prop(argument.leaf()).is_some());
            if known && meaning::words(argument.leaf()).len() > 1 {
                seen.push((row.tool.name.to_string(), argument.to_string()));
            }
        }
    }
    seen.sort();
    seen.dedup();
    (changed >= LEAST && changed * 5 >= seen.len() * 4).then_some(first)
}

fn habit(pairs: &[Pair<'_>], from: Style, to: Style) -> Option<Finding> {
    let first = pairs.first()?;
    let mut sum = Sum::default();
    pairs.iter().for_each(|pair| sum.merge(&pair.sum));
    let message = format!("{} parameters are advertised in {} and sent on in {}", pairs.len(), from.words(), to.words());
    let place = contract::param_place(first.row.place, &first.argument);
    let mut finding = Finding::new(RULE.id, Level::Warning, message)
        .help(format!("a convention costs no call by itself; advertise the names in {} if callers reach for them", to.words()))
        .tool(&first.row.tool.name)
        .related(contract::payloads(&first.sum, &first.row.tool.name, &format!("`{}` leaves as `{}`", first.argument, first.key.leaf())))
        .evidence(sum.counts)
        .identity(["convention", from.words(), to.words()])
        .subjects(pairs.iter().map(|pair| format!("{}>{}", pair.argument, pair.key.leaf())));
    finding.place = place;
    let mut told = vec![&first.row.tool.name];
    for pair in pairs {
        if !told.contains(&&pair.row.tool.name) {
            told.push(&pair.row.tool.name);
            let place = contract::param_place(pair.row.place, &pair.argument);
            finding.related.push(contract::other_tool(
                pair.row.place,
                place,
                format!("`{}` leaves as `{}`", pair.argument, pair.key.leaf()),
            ));
        }
    }
    Some(finding)
}

/// What the code behind a tool reads, name by name.
fn handlers(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let Some(handlers) = &cx.server.handlers else { return };
    for tool in cx.tools() {
        let Some(read) = handlers.params(&tool.name) else { continue };
        let advertised: Vec<&str> = tool.params.iter().map(|param| &*param.name).collect();
        let unread: Vec<&str> = advertised
            .iter()
            .copied()
            .filter(|name| !read.iter().any(|(other, _)| other == name) && !cx.config.is_local(&tool.name, name))
            .collect();
        let strange: Vec<(&str, NodeId)> = read.iter().copied().filter(|(name, _)| !advertised.contains(name)).collect();
        for name in &unread {
            let likest = strange
                .iter()
                .filter(|(other, _)| meaning::likeness(other, name).is_some())
                .max_by_key(|(other, _)| meaning::likeness(other, name));
            let only = if unread.len() == 1 && strange.len() == 1 { strange.first() } else { None };
            let Some((other, node)) = likest.or(only) else { continue };
            let path = Path::of([name]);
            let place = contract::param_place(tool, &path).unwrap_or_else(|| contract::tool_place(tool));
            let related = Related {
                kind: Kind::Handler,
                message: format!("read as `{other}`"),
                tool: Some(tool.name.clone()),
                place: Some(Place::value(&handlers.doc, handlers.doc.at(*node))),
            };
            out.push(
                Finding::new(RULE.id, Level::Error, format!("`{}` advertises `{name}` and its handler reads `{other}`", tool.name))
                    .help(format!("use one name at every layer: rename `{name}` to `{other}`, or the other way round"))
                    .tool(&tool.name)
                    .param(*name)
                    .at(place)
                    .related([related])
                    .identity(["handler", name, other])
                    .subjects([format!("{name}>{other}")]),
            );
        }
    }
}
