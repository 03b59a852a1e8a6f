//! Decisions kept as tests.

pub(crate) mod default;
pub(crate) mod forbidden_name;
pub(crate) mod missing;
pub(crate) mod not_required;
pub(crate) mod open;
pub(crate) mod unmatched;
pub(crate) mod values;

use crate::config::{Config, Expect, Layer, Located};
use crate::contract::{Context, Row};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Kind, Place, Related};
use crate::surface::Tool;
use serde_json::Value;
use std::ops::Range;

/// What was decided about one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Required,
    Optional,
    Forbidden,
    /// Its values or its default were decided, so it has to be there.
    Described,
}

/// One name of one decision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wish<'a> {
    pub(super) name: &'a str,
    pub(super) role: Role,
    pub(super) entry: &'a Expect,
    pub(super) span: &'a Range<usize>,
}

/// What the config wants of the names of a tool at a layer. The most specific entry that speaks of a name decides about it.
pub(super) fn wishes<'a>(config: &'a Config, tool: &str, layer: Layer) -> Vec<Wish<'a>> {
    let mut out: Vec<Wish<'a>> = Vec::new();
    for entry in config.expects_for(tool).into_iter().filter(|entry| entry.layers.contains(&layer)) {
        let lists = [(Role::Required, &entry.required), (Role::Optional, &entry.optional), (Role::Forbidden, &entry.forbid)];
        for (role, names) in lists {
            for name in names {
                if !out.iter().any(|known| known.name == name.value) {
                    out.push(Wish { name: &name.value, role, entry, span: &name.span });
                }
            }
        }
    }
    out
}

/// The names whose values or default were decided of this tool by name. A pattern means those of its tools that have the parameter.
pub(super) fn described<'a>(config: &'a Config, tool: &str, layer: Layer) -> Vec<Wish<'a>> {
    let mut out: Vec<Wish<'a>> = Vec::new();
    for entry in config.expects_for(tool).into_iter().filter(|entry| entry.layers.contains(&layer)) {
        if !entry.tools.iter().any(|tools| tools.value.is_exact() && tools.value.matches(tool)) {
            continue;
        }
        let names = entry.values.iter().map(|set| &set.param).chain(entry.defaults.iter().map(|default| &default.param));
        for name in names {
            if !out.iter().any(|known| known.name == name.value) {
                out.push(Wish { name: &name.value, role: Role::Described, entry, span: &name.span });
            }
        }
    }
    out
}

/// The place in the config where it was decided.
pub(super) fn decision(config: &Config, entry: &Expect, span: &Range<usize>) -> Option<Related> {
    let file = config.file.as_ref()?;
    let message = match &entry.reason {
        Some(reason) => format!("decided here: {}", reason.trim()),
        None => "decided here".to_owned(),
    };
    Some(Related { kind: Kind::Config, message, tool: None, place: Some(Place::Config { file: file.clone(), span: span.clone() }) })
}

/// Where the handler of a tool names a parameter, or the list of all that it reads.
pub(super) fn handler(cx: &Context<'_>, tool: &Tool, name: Option<&str>, message: &str) -> Option<Related> {
    let handlers = cx.server.handlers.as_ref()?;
    let list = handlers.doc.at(handlers.node).get(&tool.name)?;
    let read = name.and_then(|name| handlers.params(&tool.name)?.into_iter().find(|(known, _)| *known == name));
    let place = match read {
        Some((_, id)) => Place::value(&handlers.doc, handlers.doc.at(id)),
        None => Place::key(&handlers.doc, list),
    };
    Some(Related { kind: Kind::Handler, message: message.to_owned(), tool: Some(tool.name.clone()), place: Some(place) })
}

/// Every row of a surface beside the evidence of its tool, of which there may be none.
pub(super) fn rows<'a>(cx: &Context<'a>) -> Vec<Row<'a>> {
    if cx.config.expects.is_empty() { Vec::new() } else { cx.rows() }
}

/// Calls that carried a key at the top, advertised or not.
pub(super) fn carried(row: &Row<'_>, name: &str) -> Sum {
    let mut all = Sum::default();
    for (fact, sum) in &row.seen.facts {
        let carries = match fact {
            Fact::Sent { at, name: sent } => at.is_root() && **sent == *name,
            Fact::Unknown { at, key, .. } => at.is_root() && **key == *name,
            _ => false,
        };
        if carries {
            all.merge(sum);
        }
    }
    all
}

/// The calls whose own payload holds a key.
pub(super) fn on_the_wire<'a>(row: &Row<'a>, name: &str) -> Option<&'a Sum> {
    row.seen.sum(&Fact::PayloadKey { key: name.into() })
}

/// The calls whose own payload was seen, and which had sent this argument.
pub(super) fn left_with(row: &Row<'_>, name: &str) -> Sum {
    let mut all = Sum::default();
    for (fact, sum) in &row.seen.facts {
        let went = match fact {
            Fact::Carried { argument, own: true } | Fact::Dropped { argument, own: true } => *argument == Path::of([name]),
            _ => false,
        };
        if went {
            all.merge(sum);
        }
    }
    all
}

/// A value as a message shows it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}`", crate::text::shown_or_size(text)),
        Value::Array(_) | Value::Object(_) => "what was decided".to_owned(),
        other => format!("`{other}`"),
    }
}

pub(super) fn same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// The first of the entries, the most specific first, that says something of a parameter.
pub(super) fn first_of<'a, T>(
    config: &'a Config,
    tool: &str,
    layer: Layer,
    of: impl Fn(&'a Expect) -> &'a [T],
    name: impl Fn(&'a T) -> &'a Located<String>,
) -> Vec<(&'a Expect, &'a T)> {
    let mut out: Vec<(&'a Expect, &'a T)> = Vec::new();
    for entry in config.expects_for(tool).into_iter().filter(|entry| entry.layers.contains(&layer)) {
        for item in of(entry) {
            if !out.iter().any(|(_, known)| name(known).value == name(item).value) {
                out.push((entry, item));
            }
        }
    }
    out
}
