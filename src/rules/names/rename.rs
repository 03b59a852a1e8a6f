//! A rename, tried on the surface: would the names still mean one thing?

use super::{ambiguous_path, mixed_roles, reserved_meaning};
use crate::contract::{Context, Uses};
use crate::meaning::{self, surface as readings};
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Safe,
    Blocked { why: String, instead: Option<String> },
}

/// One thing that the names/ rules would say, and how bad it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Said {
    what: String,
    weight: usize,
    pub(crate) rule: &'static str,
    /// The name that it is about.
    pub(crate) name: String,
    pub(crate) why: String,
}

/// Renames one parameter of a tool and asks the names/ rules whether that adds or worsens anything.
pub(crate) fn judge(cx: &Context<'_>, tool: &str, from: &str, to: &str) -> Verdict {
    let uses = cx.uses();
    match blocked(cx, uses, tool, from, to) {
        None => Verdict::Safe,
        Some(why) => {
            let instead = better(tool, from, to).filter(|name| blocked(cx, uses, tool, from, name).is_none());
            Verdict::Blocked { why, instead }
        }
    }
}

fn blocked(cx: &Context<'_>, uses: &Uses<'_>, tool: &str, from: &str, to: &str) -> Option<String> {
    if cx.server.surface.tool(tool).is_some_and(|tool| tool.param(to).is_some()) {
        return Some(format!("`{tool}` has another parameter of that name"));
    }
    let mut renamed = uses.params.clone();
    for param in renamed.iter_mut().filter(|param| param.tool == tool && param.name == from) {
        param.name = to;
    }
    worse(&uses.params, &renamed, &cx.bare()).into_iter().next().map(|new| new.why)
}

/// What is worse of the second surface than of the first, in words.
pub(crate) fn worse(before: &[readings::Param<'_>], after: &[readings::Param<'_>], bare: &[&str]) -> Vec<Said> {
    let before = said(before, bare);
    let is_new = |new: &Said| !before.iter().any(|old| old.what == new.what && old.weight >= new.weight);
    said(after, bare).into_iter().filter(is_new).collect()
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
            rule: ambiguous_path::RULE.id,
            name: found.name.to_owned(),
            why: format!("`{}` would mean {} on this surface", found.name, distinct.join(" and ")),
        });
    }
    for found in readings::mixed_roles(params, bare) {
        if let (Some(first), Some(second)) = (params.get(found.first), params.get(found.second)) {
            out.insert(Said {
                what: format!("roles {}", first.tool),
                weight: 1,
                rule: mixed_roles::RULE.id,
                name: first.name.to_owned(),
                why: format!("`{}` and `{}` of `{}` could be swapped: their roles must stay distinct", first.name, second.name, first.tool),
            });
        }
    }
    for index in readings::reserved(params, bare) {
        if let Some(param) = params.get(index) {
            out.insert(Said {
                what: format!("reserved {} {}", param.tool, param.name),
                weight: 1,
                rule: reserved_meaning::RULE.id,
                name: param.name.to_owned(),
                why: format!("`{}` means the file system here, and `{}` takes a node", param.name, param.tool),
            });
        }
    }
    out
}

/// The name with the noun of its tool in front: `node_path` for `path` of `node_move`.
pub(crate) fn better(tool: &str, from: &str, to: &str) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::contract::{Laid, Server};
    use crate::evidence::Evidence;
    use crate::json::{Doc, Origin};
    use crate::surface::{Surface, Tool};
    use rustc_hash::FxHashSet;
    use std::sync::Arc;

    const SURFACE: &str = r#"[
        {"name": "folder_create", "inputSchema": {"type": "object", "properties": {
            "folder_path": {"type": "string", "description": "Folder to make."}, "recursive": {"type": "boolean"}}}},
        {"name": "folder_delete", "inputSchema": {"type": "object", "properties": {
            "folder_path": {"type": "string", "description": "Folder to remove."}}}},
        {"name": "file_read", "inputSchema": {"type": "object", "properties": {
            "file_path": {"type": "string", "description": "File to read."}}}},
        {"name": "script_look", "inputSchema": {"type": "object", "properties": {
            "path": {"type": "string", "description": "File of the script."}}}},
        {"name": "asset_import", "inputSchema": {"type": "object", "properties": {
            "source_path": {"type": "string", "description": "File to take."},
            "dest_path": {"type": "string", "description": "File to write."}}}},
        {"name": "node_drop", "inputSchema": {"type": "object", "properties": {
            "node_path": {"type": "string", "description": "Node in the tree."}, "parent_path": {"type": "string"}}}},
        {"name": "item_move", "inputSchema": {"type": "object", "properties": {
            "from": {"type": "string", "description": "Node in the tree."}, "to": {"type": "string"}}}}
    ]"#;

    /// The surface without the tools that are named.
    fn judged(without: &[&str], tool: &str, from: &str, to: &str) -> Verdict {
        let doc = Doc::parse("tools.json".into(), SURFACE, Origin::default()).expect("JSON");
        let tools: Vec<Arc<Tool>> = doc.root().items().map(|item| Arc::new(Tool::read(&doc, item.id()))).collect();
        let tools = tools.into_iter().filter(|tool| !without.contains(&&*tool.name)).collect();
        let server = Server {
            name: "desk".into(),
            surface: Arc::new(Surface::new(None, tools)),
            given: true,
            evidence: Evidence::default(),
            captured: false,
            wired: false,
            handlers: None,
            protocol: None,
            partial: false,
            before: None,
            stale: FxHashSet::default(),
        };
        let config = Config::default();
        let laid = Laid::of(&server, &config);
        judge(
            &Context {
                server: &server,
                config: &config,
                laid: &laid,
                today: crate::config::Date::from_unix(0),
                strictness: Default::default(),
            },
            tool,
            from,
            to,
        )
    }

    fn blocked(why: &str, instead: Option<&str>) -> Verdict {
        Verdict::Blocked { why: why.to_owned(), instead: instead.map(str::to_owned) }
    }

    #[test]
    fn a_rename_that_keeps_one_meaning_is_safe() {
        assert_eq!(judged(&["script_look"], "folder_create", "folder_path", "path"), Verdict::Safe);
    }

    #[test]
    fn a_rename_that_adds_a_second_meaning_is_not() {
        let why = "`path` would mean a file and a folder on this surface";
        assert_eq!(judged(&[], "folder_create", "folder_path", "path"), blocked(why, None));
        let why = "`path` would mean a file and a node in a tree on this surface";
        assert_eq!(judged(&[], "node_drop", "node_path", "path"), blocked(why, None));
        // What the parameter is called now says less than its tool does.
        assert_eq!(judged(&[], "item_move", "from", "path"), blocked(why, Some("item_path")));
    }

    #[test]
    fn a_node_is_no_path_where_files_are() {
        let why = "`path` means the file system here, and `node_drop` takes a node";
        assert_eq!(judged(&["script_look"], "node_drop", "node_path", "path"), blocked(why, None));
    }

    #[test]
    fn roles_stay_distinct() {
        let why = "`path` and `dest_path` of `asset_import` could be swapped: their roles must stay distinct";
        assert_eq!(judged(&["script_look"], "asset_import", "source_path", "path"), blocked(why, None));
    }

    #[test]
    fn a_name_that_is_taken_is_none() {
        let why = "`node_drop` has another parameter of that name";
        assert_eq!(judged(&[], "node_drop", "node_path", "parent_path"), blocked(why, None));
    }
}
