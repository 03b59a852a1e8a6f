//! From TOML to settings: `[[server]]`, `[wire]`, `[names]`, `[reflex]` and `[rules]`.

use super::known::{self, Words, unknown};
use super::reader::{Reader, Table};
use super::{Foreign, Local, Located, Meaning, Method, Names, ParamSelector, PathPattern, Reflex, RuleLevel, Server, Wire};
use std::collections::BTreeSet;

pub(super) fn servers(reader: &mut Reader<'_>, root: Table<'_, '_>) -> Vec<Server> {
    let tables = reader.tables(root, "server", "[[server]]");
    let several = tables.len() > 1;
    let mut names = BTreeSet::new();
    let mut servers = Vec::new();
    for table in tables {
        reader.keys(table, &["name", "mount", "tools", "calls", "handlers"]);
        if !table.has_items("tools") && !table.has_items("calls") {
            reader.fault(table.span(), "this [[server]] has neither `tools` nor `calls`", Some("without files there is nothing to judge"));
        }
        if several {
            reader.demand(table, "name", "several servers are told apart by their names");
        }
        let name = reader.string(table, "name");
        if let Some(name) = &name
            && !names.insert(name.value.clone())
        {
            reader.fault(name.span.clone(), format!("two servers are called `{}`", name.value), None);
        }
        let mount = reader.string(table, "mount").map(|mount| mount.value);
        let handlers = reader.string(table, "handlers").and_then(|text| path(reader, &text));
        let tools = paths(reader, table, "tools");
        let calls = paths(reader, table, "calls");
        servers.push(Server { span: table.span(), name: name.map(|name| name.value), mount, tools, calls, handlers });
    }
    servers
}

fn paths(reader: &mut Reader<'_>, table: Table<'_, '_>, key: &str) -> Vec<PathPattern> {
    let texts = reader.strings(table, key);
    texts.iter().filter_map(|text| path(reader, text)).collect()
}

fn path(reader: &mut Reader<'_>, text: &Located<String>) -> Option<PathPattern> {
    let pattern = PathPattern::parse(&text.value, text.span.clone());
    let help = "`*` stands for any text within a folder, `**` for any folders; in brackets a character stands for itself";
    reader.take(text.span.clone(), pattern.map_err(|why| (format!("bad path pattern `{}`: {why}", text.value), Some(help.to_owned()))))
}

pub(super) fn wire(reader: &mut Reader<'_>, root: Table<'_, '_>) -> Wire {
    let Some(table) = reader.table(root, "wire", "[wire]") else { return Wire::default() };
    reader.keys(table, &["own", "methods", "local", "foreign"]);
    let own = reader.selectors(table, "own").into_iter().map(|peer| peer.value).collect();
    let mut methods = Vec::new();
    for (tools, method) in reader.entries(table, "methods", "[wire.methods]") {
        let method = reader.text(&format!("`{}`", tools.value), method);
        if let (Some(tools), Some(method)) = (reader.selector(&tools), method) {
            methods.push(Method { tools, method: method.value });
        }
    }
    let mut local = Vec::new();
    for (tools, arguments) in reader.entries(table, "local", "[wire.local]") {
        let arguments = reader.string_items(&format!("`{}`", tools.value), arguments);
        if let Some(tools) = reader.selector(&tools) {
            local.push(Local { tools, arguments: arguments.into_iter().map(|argument| argument.value).collect() });
        }
    }
    let foreign = reader.word(table, "foreign", foreign).unwrap_or_default();
    Wire { own, methods, local, foreign }
}

fn foreign(word: &str) -> Result<Foreign, Words> {
    match word {
        "off" => Ok(Foreign::Off),
        "note" => Ok(Foreign::Note),
        _ => Err(unknown("level", word, &["off", "note"])),
    }
}

pub(super) fn names(reader: &mut Reader<'_>, root: Table<'_, '_>) -> Names {
    let mut names = Names::default();
    let Some(table) = reader.table(root, "names", "[names]") else { return names };
    reader.keys(table, &["bare", "meaning"]);
    if table.get("bare").is_some() {
        names.bare = reader.strings(table, "bare").into_iter().map(|name| name.value).collect();
    }
    for (of, meaning) in reader.entries(table, "meaning", "[names.meaning]") {
        let meaning = reader.text(&format!("`{}`", of.value), meaning).and_then(|word| meaning_word(reader, word));
        if let (Some(of), Some(meaning)) = (param_selector(reader, &of), meaning) {
            names.meaning.push(Meaning { of, meaning });
        }
    }
    names
}

fn meaning_word(reader: &mut Reader<'_>, word: Located<String>) -> Option<String> {
    if (reader.known.is_meaning)(&word.value) {
        return Some(word.value);
    }
    let words = unknown("meaning", &word.value, reader.known.meanings);
    reader.take(word.span, Err(words))
}

fn param_selector(reader: &mut Reader<'_>, key: &Located<&str>) -> Option<ParamSelector> {
    // The pattern as a whole first: its faults have words of their own.
    reader.selector(key)?;
    match ParamSelector::parse(key.value) {
        Ok(Some(selector)) => Some(selector),
        _ => {
            let help = "write `tool.param`; `*.param` is the parameter of every tool";
            reader.fault(key.span.clone(), format!("`{}` names no parameter of a tool", key.value), Some(help));
            None
        }
    }
}

pub(super) fn reflex(reader: &mut Reader<'_>, root: Table<'_, '_>) -> Reflex {
    let mut reflex = Reflex::default();
    if let Some(table) = reader.table(root, "reflex", "[reflex]") {
        reader.keys(table, &["min-refusals"]);
        if let Some(count) = reader.count(table, "min-refusals") {
            reflex.min_refusals = count;
        }
    }
    reflex
}

pub(super) fn rules(reader: &mut Reader<'_>, root: Table<'_, '_>) -> Vec<RuleLevel> {
    let mut rules = Vec::new();
    for (rule, level) in reader.entries(root, "rules", "[rules]") {
        let span = rule.span;
        let selector = reader.take(span.clone(), known::rules(rule.value, reader.known));
        let level = reader.text(&format!("`{}`", rule.value), level);
        let setting = level.and_then(|level| reader.take(level.span, known::setting(&level.value)));
        if let (Some(selector), Some(setting)) = (selector, setting) {
            rules.push(RuleLevel { span, rules: selector, setting });
        }
    }
    rules
}
