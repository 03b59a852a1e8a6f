//! A rename, tried on the surface: would the names still mean one thing?

use crate::contract::{Context, Uses, uses};
use crate::meaning::{self, surface as readings};
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Safe,
    Blocked { why: String, instead: Option<String> },
}

/// One thing that the names/ rules would say, and how bad it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Said {
    what: String,
    weight: usize,
    why: String,
}

/// Renames one parameter of a tool and asks the names/ rules whether that adds or worsens anything.
pub(crate) fn judge(cx: &Context<'_>, tool: &str, from: &str, to: &str) -> Verdict {
    let uses = uses(cx.tools(), cx.config);
    match blocked(cx, &uses, tool, from, to) {
        None => Verdict::Safe,
        Some(why) => {
            let instead = better(tool, from, to).filter(|name| blocked(cx, &uses, tool, from, name).is_none());
            Verdict::Blocked { why, instead }
        }
    }
}

fn blocked(cx: &Context<'_>, uses: &Uses<'_>, tool: &str, from: &str, to: &str) -> Option<String> {
    if cx.server.surface.tool(tool).is_some_and(|tool| tool.param(to).is_some()) {
        return Some(format!("`{tool}` has another parameter of that name"));
    }
    let before = said(&uses.params, &cx.bare());
    let mut renamed = uses.params.clone();
    for param in renamed.iter_mut().filter(|param| param.tool == tool && param.name == from) {
        param.name = to;
    }
    let after = said(&renamed, &cx.bare());
    after.into_iter().find(|new| !before.iter().any(|old| old.what == new.what && old.weight >= new.weight)).map(|new| new.why)
}

fn said(params: &[readings::Param<'_>], bare: &[&str]) -> BTreeSet<Said> {
    let mut out = BTreeSet::new();
    for found in readings::ambiguities(params, bare) {
        let kinds: Vec<&str> = found.groups.iter().map(|group| group.meaning.words()).collect();
        let mut distinct = kinds.clone();
        distinct.sort_unstable();
        distinct.dedup();
        out.insert(Said {
            what: format!("ambiguous {}", found.name),
            weight: distinct.len() + if found.outside_file_system { 100 } else { 0 },
            why: format!("`{}` would mean {} on this surface", found.name, distinct.join(" and ")),
        });
    }
    for found in readings::mixed_roles(params, bare) {
        if let (Some(first), Some(second)) = (params.get(found.first), params.get(found.second)) {
            out.insert(Said {
                what: format!("roles {}", first.tool),
                weight: 1,
                why: format!("`{}` and `{}` of `{}` could be swapped: their roles must stay distinct", first.name, second.name, first.tool),
            });
        }
    }
    for index in readings::reserved(params, bare) {
        if let Some(param) = params.get(index) {
            out.insert(Said {
                what: format!("reserved {} {}", param.tool, param.name),
                weight: 1,
                why: format!("`{}` means the file system here, and `{}` takes a node", param.name, param.tool),
            });
        }
    }
    out
}

/// The name with the noun of its tool in front: `node_path` for `path` of `node_move`.
fn better(tool: &str, from: &str, to: &str) -> Option<String> {
    let wanted = meaning::words(to);
    if meaning::words(from).iter().any(|word| wanted.contains(word)) && from != to {
        // It says more than the wanted name already.
        return None;
    }
    let noun = meaning::words(tool).into_iter().next()?;
    let camel = from.chars().any(char::is_uppercase);
    let name = if camel {
        let mut rest = to.chars();
        let first = rest.next()?.to_uppercase();
        format!("{noun}{first}{}", rest.as_str())
    } else {
        format!("{noun}_{to}")
    };
    (name != from && name != to).then_some(name)
}
