//! From TOML to decisions: `[[expect]]`, `[[value-alias]]` and `[[allow]]`.

use super::known::{self, Words, unknown};
use super::reader::{Reader, Table};
use super::{Allow, Date, Expect, ExpectedDefault, ExpectedValues, Layer, Located, ValueAlias};
use std::collections::BTreeMap;
use toml::de::DeValue;

const WHY: &str = "write why: whoever reads this next year has to know whether it still holds";
const ALL_TOOLS: &str = "write which tools it is about; `[\"*\"]` stands for all";

pub(super) fn expects(reader: &mut Reader<'_>, root: Table<'_, '_>) -> Vec<Expect> {
    reader.tables(root, "expect", "[[expect]]").into_iter().map(|table| expect(reader, table)).collect()
}

fn expect(reader: &mut Reader<'_>, table: Table<'_, '_>) -> Expect {
    reader.keys(table, &["tools", "required", "optional", "forbid", "closed", "layers", "reason", "values", "default"]);
    reader.demand(table, "tools", ALL_TOOLS);
    if table.get("layers").is_some() {
        reader.demand(table, "layers", "leave it out to mean every layer");
    }
    let layers = reader.words(table, "layers", layer);
    let expect = Expect {
        span: table.span(),
        tools: reader.selectors(table, "tools"),
        required: reader.strings(table, "required"),
        optional: reader.strings(table, "optional"),
        forbid: reader.strings(table, "forbid"),
        closed: reader.boolean(table, "closed").is_some_and(|closed| closed.value),
        layers: if layers.is_empty() { Layer::ALL.to_vec() } else { layers },
        values: expected_values(reader, table),
        defaults: expected_defaults(reader, table),
        reason: reason(reader, table),
    };
    let lists_something = ["required", "optional", "forbid", "values", "default"].iter().any(|key| table.has_items(key));
    let closes_nothing = table.get("closed").is_none_or(|closed| closed.get_ref().as_bool() == Some(false));
    if !lists_something && closes_nothing {
        let help = "say what must hold: `required`, `optional`, `forbid`, `closed = true`, `values` or `default`";
        reader.fault(table.span(), "this [[expect]] expects nothing", Some(help));
    }
    contradictions(reader, &expect);
    expect
}

/// What no tool could fulfil.
fn contradictions(reader: &mut Reader<'_>, expect: &Expect) {
    let mut lists_of = BTreeMap::new();
    for (list, names) in [("required", &expect.required), ("optional", &expect.optional), ("forbid", &expect.forbid)] {
        for name in names {
            let earlier = *lists_of.entry(name.value.as_str()).or_insert(list);
            if earlier != list {
                let message = format!("`{}` stands in `{earlier}` and in `{list}`", name.value);
                reader.fault(name.span.clone(), message, Some("no tool can be both"));
            }
        }
    }
    let sets: BTreeMap<_, _> = expect.values.iter().map(|set| (set.param.value.as_str(), &set.values)).collect();
    for default in &expect.defaults {
        if sets.get(default.param.value.as_str()).is_some_and(|values| !values.contains(&default.value)) {
            let message = format!("the default of `{}` is not among its values", default.param.value);
            reader.fault(default.param.span.clone(), message, Some("add it to `values`, or decide on another default"));
        }
    }
}

fn layer(word: &str) -> Result<Layer, Words> {
    match word {
        "advertised" => Ok(Layer::Advertised),
        "call" => Ok(Layer::Call),
        "wire" => Ok(Layer::Wire),
        "handler" => Ok(Layer::Handler),
        _ => Err(unknown("layer", word, &["advertised", "call", "wire", "handler"])),
    }
}

fn expected_values(reader: &mut Reader<'_>, parent: Table<'_, '_>) -> Vec<ExpectedValues> {
    let mut sets = Vec::new();
    let Some(table) = reader.table(parent, "values", "[expect.values]") else { return sets };
    for (param, found) in table.entries() {
        let what = format!("`{}`", param.value);
        let Some(items) = reader.list(&what, "a list of values", found) else { continue };
        if items.is_empty() {
            reader.fault(found.span(), format!("{what} has no values"), Some("a parameter that takes nothing belongs in `forbid`"));
        }
        let values = items.iter().filter_map(|item| reader.scalar(&format!("a value of {what}"), item)).collect();
        sets.push(ExpectedValues { param: owned(&param), values });
    }
    sets
}

fn expected_defaults(reader: &mut Reader<'_>, parent: Table<'_, '_>) -> Vec<ExpectedDefault> {
    let mut defaults = Vec::new();
    let Some(table) = reader.table(parent, "default", "[expect.default]") else { return defaults };
    for (param, found) in table.entries() {
        if let Some(value) = reader.value(&format!("the default of `{}`", param.value), found) {
            defaults.push(ExpectedDefault { param: owned(&param), value });
        }
    }
    defaults
}

fn owned(text: &Located<&str>) -> Located<String> {
    Located { value: text.value.to_owned(), span: text.span.clone() }
}

/// The reason as it stands. One that is there and empty is a fault: it was pasted and not filled in.
fn reason(reader: &mut Reader<'_>, table: Table<'_, '_>) -> Option<String> {
    let found = table.get("reason")?;
    if found.get_ref().as_str().is_some_and(|text| text.trim().is_empty()) {
        reader.fault(found.span(), "`reason` is empty", Some(WHY));
        return None;
    }
    reader.string(table, "reason").map(|reason| reason.value)
}

pub(super) fn value_aliases(reader: &mut Reader<'_>, root: Table<'_, '_>) -> Vec<ValueAlias> {
    let mut aliases = Vec::new();
    let mut meanings = BTreeMap::new();
    for table in reader.tables(root, "value-alias", "[[value-alias]]") {
        let Some(alias) = value_alias(reader, table) else { continue };
        for tools in &alias.tools {
            let subject = (tools.value.text().to_owned(), alias.param.clone(), alias.accepts.to_string());
            let earlier = meanings.entry(subject).or_insert_with(|| alias.means.clone());
            if *earlier != alias.means {
                let message = format!("an earlier [[value-alias]] of `{}` says that {} means {earlier}", tools.value.text(), alias.accepts);
                reader.fault(tools.span.clone(), message, Some("one value means one thing"));
            }
        }
        aliases.push(alias);
    }
    aliases
}

fn value_alias(reader: &mut Reader<'_>, table: Table<'_, '_>) -> Option<ValueAlias> {
    reader.keys(table, &["tools", "param", "accepts", "means", "reason"]);
    reader.demand(table, "tools", ALL_TOOLS);
    reader.demand(table, "param", "write which parameter takes the value");
    reader.demand(table, "accepts", "write the value that is still understood");
    reader.demand(table, "means", "write the advertised value that it stands for");
    let tools = reader.selectors(table, "tools");
    let param = reader.string(table, "param");
    let accepts = table.get("accepts").and_then(|found| reader.scalar("`accepts`", found));
    let means = table.get("means").and_then(|found| reader.scalar("`means`", found));
    let reason = reason(reader, table);
    let (param, accepts, means) = (param?.value, accepts?, means?);
    if accepts == means {
        let span = table.get("means").map_or(table.span(), toml::Spanned::span);
        reader.fault(span, "`accepts` and `means` are one value", Some("an alias is another word for an advertised value"));
    }
    Some(ValueAlias { span: table.span(), tools, param, accepts, means, reason })
}

pub(super) fn allows(reader: &mut Reader<'_>, root: Table<'_, '_>) -> Vec<Allow> {
    reader.tables(root, "allow", "[[allow]]").into_iter().filter_map(|table| allow(reader, table)).collect()
}

fn allow(reader: &mut Reader<'_>, table: Table<'_, '_>) -> Option<Allow> {
    reader.keys(table, &["rule", "tools", "param", "server", "reason", "expires"]);
    reader.demand(table, "rule", "write which rule's findings it hides");
    reader.demand(table, "reason", WHY);
    if table.get("tools").is_some() {
        reader.demand(table, "tools", "leave it out to mean every tool");
    }
    let rule = reader.string(table, "rule").and_then(|id| {
        let rule = known::rule(&id.value, reader.known);
        reader.take(id.span, rule)
    });
    let tools = reader.selectors(table, "tools");
    let param = reader.string(table, "param").and_then(|text| reader.selector(&text.borrowed()));
    let server = reader.string(table, "server").and_then(|text| reader.selector(&text.borrowed()));
    let reason = reason(reader, table);
    let expires = expires(reader, table);
    Some(Allow { span: table.span(), rule: rule?, tools, param, server, reason: reason?, expires })
}

fn expires(reader: &mut Reader<'_>, table: Table<'_, '_>) -> Option<Located<Date>> {
    let found = table.get("expires")?;
    let span = found.span();
    let bad = |message: &str, help: &str| Err((message.to_owned(), Some(help.to_owned())));
    let date = match found.get_ref() {
        DeValue::Datetime(moment) => match moment.date {
            Some(date) if moment.time.is_none() => Date::new(date.year, date.month, date.day)
                .map_or_else(|| bad("`expires` is a day that the calendar does not have", "write a day, as `2027-06-01`"), Ok),
            _ => bad("`expires` must be a date alone", "write a day without a time, as `2027-06-01`"),
        },
        DeValue::String(text) => match Date::parse(text) {
            Some(date) => bad("`expires` must be a date, not a string", &format!("write it without quotes: `expires = {date}`")),
            None => bad("`expires` must be a date, not a string", "write a day without quotes, as `2027-06-01`"),
        },
        _ => bad("`expires` must be a date", "write a day, as `2027-06-01`"),
    };
    Some(Located { value: reader.take(span.clone(), date)?, span })
}
