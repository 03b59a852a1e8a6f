//! `names/mixed-roles`: two paths of one tool whose values could be swapped, or two ways to name the ends of a move.

use super::{Param, meaning_of, table, tools};
use crate::meaning::table::Noun;
use crate::meaning::{Meaning, prose, words};
use rustc_hash::FxHashMap;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Roles {
    /// `path` beside `dest_path`.
    BareBeside,
    /// `source_name` and `target_name` beside `old_name` and `new_name`.
    TwoPairs,
}

/// Two parameters, as indexes of the slice that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MixedRoles {
    pub(crate) roles: Roles,
    /// The bare name; of two pairs, the first word of the rarer one.
    pub(crate) first: usize,
    pub(crate) second: usize,
}

pub(crate) fn mixed_roles(params: &[Param<'_>], bare: &[&str]) -> Vec<MixedRoles> {
    let tools = tools(params);
    let mut found = Vec::new();
    for tool in &tools {
        for index in tool.clone() {
            if params.get(index).is_some_and(|param| bare.contains(&param.name) && param.is_text())
                && let Some(second) = swappable(params, tool, index, bare)
            {
                found.push(MixedRoles { roles: Roles::BareBeside, first: index, second });
            }
        }
    }
    found.extend(two_pairs(params, &tools));
    found
}

/// The first other path of the tool that the bare one could be taken for.
fn swappable(params: &[Param<'_>], tool: &Range<usize>, bare_at: usize, bare: &[&str]) -> Option<usize> {
    let paths = |index: &usize| {
        let param = params.get(*index)?;
        let is_other = *index != bare_at && !bare.contains(&param.name) && param.is_text();
        is_other.then(|| path_kind(param)).flatten().map(|kind| (*index, kind))
    };
    let others: Vec<(usize, Option<Meaning>)> = tool.clone().filter_map(|index| paths(&index)).collect();
    if others.is_empty() {
        return None;
    }
    let own = meaning_of(params, tool, bare_at).map(|read| read.meaning);
    others.into_iter().find(|(_, kind)| is_same_kind(own, *kind)).map(|(index, _)| index)
}

/// None: it is no path. Some(None): a path of what the bare one is a path of, as far as one can tell.
fn path_kind(param: &Param<'_>) -> Option<Option<Meaning>> {
    if param.declared.is_some() {
        return Some(param.declared);
    }
    let words = words(param.name);
    let (last, stem) = words.split_last()?;
    let is_role = |word: &String| table::ROLES.contains(&word.as_str());
    if stem.is_empty() {
        // `destination` alone is where the path goes; `source` or `file` may be data, and are paths only if said to be.
        let text = param.text();
        let is_path = table::DESTINATIONS.contains(&last.as_str())
            || ((table::PATH_WORDS.contains(&last.as_str()) || is_role(last)) && speaks_of_path(text));
        return is_path.then(|| prose::of_parameter(text, param.name));
    }
    if !table::PATH_WORDS.contains(&last.as_str()) {
        return None;
    }
    match (table::noun(last), stem.last().and_then(|word| table::noun(word))) {
        (Some(Noun::Is(meaning)), _) => Some(Some(meaning)),
        (_, Some(Noun::Is(meaning))) => Some(Some(meaning)),
        (_, Some(Noun::Holder)) => Some(Some(Meaning::ProjectRoot)),
        (_, Some(Noun::Scene)) => Some(Some(Meaning::File)),
        (_, Some(Noun::Weak(meaning))) => Some(Some(meaning)),
        (_, None) => {
            let said = prose::of_parameter(param.text(), param.name);
            // `parent_path`, `component_path`: a path of something else, unless the name is a role or the prose speaks of files.
            let is_known = said.is_some() || stem.iter().all(is_role) || prose::is_about_files(param.text());
            (is_known || !is_tree_word(stem)).then_some(said)
        }
    }
}

/// Words that name a place in a tree of nodes, not of files.
fn is_tree_word(stem: &[String]) -> bool {
    stem.last().is_some_and(|word| table::TREE_WORDS.contains(&word.as_str()))
}

fn speaks_of_path(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| ["path", "file", "folder", "directory", "location"].iter().any(|known| word.eq_ignore_ascii_case(known)))
}

fn is_same_kind(own: Option<Meaning>, other: Option<Meaning>) -> bool {
    use Meaning::{File, FileOrFolder, Folder};
    match (own, other) {
        (Some(own), Some(other)) => own == other || matches!((own, other), (FileOrFolder, File | Folder) | (File | Folder, FileOrFolder)),
        (None, Some(other)) => matches!(other, File | FileOrFolder),
        (Some(own), None) => matches!(own, File | FileOrFolder | Folder),
        (None, None) => true,
    }
}

/// A pair of ends in one tool: `old_name` and `new_name`.
struct Pair {
    first: usize,
    way: u8,
    tool: usize,
}

/// Two ways to name the ends of one thing, in one tool, or in two tools that act on one thing.
fn two_pairs(params: &[Param<'_>], tools: &[Range<usize>]) -> Vec<MixedRoles> {
    let mut by_noun: FxHashMap<String, Vec<Pair>> = FxHashMap::default();
    for (at, tool) in tools.iter().enumerate() {
        let named: Vec<(usize, Vec<String>)> =
            tool.clone().filter_map(|index| params.get(index).map(|param| (index, param))).filter(|(_, param)| has_role(param.name)).map(|(index, param)| (index, words(param.name))).collect();
        for (index, first) in &named {
            let Some((role, noun)) = first.split_first().filter(|(_, noun)| !noun.is_empty()) else { continue };
            let ends = table::ROLE_PAIRS.iter().filter(|pair| pair.0 == role);
            let whole = |pair: &&(&str, &str, u8)| named.iter().any(|(_, second)| second.split_first().is_some_and(|(word, rest)| word == pair.1 && rest == noun));
            if let Some(pair) = ends.into_iter().find(whole) {
                by_noun.entry(noun.join("_")).or_default().push(Pair { first: *index, way: pair.2, tool: at });
            }
        }
    }
    let mut found = Vec::new();
    for pairs in by_noun.into_values() {
        let mut counts: FxHashMap<u8, usize> = FxHashMap::default();
        for pair in &pairs {
            *counts.entry(pair.way).or_default() += 1;
        }
        let Some(usual) = pairs.iter().max_by_key(|pair| (counts.get(&pair.way), std::cmp::Reverse(pair.first))).map(|pair| pair.way) else { continue };
        let mut by_tool: FxHashMap<usize, usize> = FxHashMap::default();
        let mut by_object: FxHashMap<String, usize> = FxHashMap::default();
        for pair in pairs.iter().filter(|pair| pair.way == usual) {
            by_tool.entry(pair.tool).or_insert(pair.first);
            for object in objects(params, pair.first) {
                by_object.entry(object).or_insert(pair.first);
            }
        }
        for pair in pairs.iter().filter(|pair| pair.way != usual) {
            let same_tool = by_tool.get(&pair.tool).copied();
            let same_thing = || objects(params, pair.first).into_iter().find_map(|object| by_object.get(&object).copied());
            if let Some(second) = same_tool.or_else(same_thing) {
                found.push(MixedRoles { roles: Roles::TwoPairs, first: pair.first, second });
            }
        }
    }
    found.sort_by_key(|pair| pair.first);
    found
}

/// A quick look before a name is taken apart.
fn has_role(name: &str) -> bool {
    table::ROLE_PAIRS.iter().any(|pair| {
        [pair.0, pair.1].iter().any(|role| name.len() > role.len() && name.get(..role.len()).is_some_and(|start| start.eq_ignore_ascii_case(role)))
    })
}

/// What a tool acts on: its name without one word, which may be the verb. Two tools that share one act on one thing.
fn objects(params: &[Param<'_>], index: usize) -> Vec<String> {
    const WORDS: usize = 8;
    let name = params.get(index).map(|param| words(param.tool)).unwrap_or_default();
    if !(2..=WORDS).contains(&name.len()) {
        return Vec::new();
    }
    (0..name.len()).map(|verb| name.iter().enumerate().filter(|(at, _)| *at != verb).map(|(_, word)| word.as_str()).collect::<Vec<_>>().join("_")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool<'a>(tool: &'a str, names: &[&'a str]) -> Vec<Param<'a>> {
        names.iter().map(|name| Param { tool, name, kind: "string", ..Param::default() }).collect()
    }

    #[test]
    fn a_bare_path_beside_another() {
        let table: &[(&str, &[&str], bool)] = &[
            ("file_copy", &["path", "dest_path"], true),
            ("copy", &["path", "new_path"], true),
            ("file_read", &["path", "file_path"], true),
            ("keep", &["path", "save_path"], true),
            ("file_copy", &["source_path", "dest_path"], false),
            ("copy", &["source", "destination"], false),
            ("move", &["from", "to"], false),
            ("file_tie", &["path", "node_path"], false),
            ("file_read", &["path", "project_root"], false),
            ("file_read", &["path", "project_path"], false),
            ("folder_list", &["path", "file_path"], false),
            ("node_tie", &["path", "script_path"], false),
            ("file_read", &["path", "parent_path"], false),
            ("file_read", &["path", "file_name"], false),
        ];
        for (name, params, due) in table {
            assert_eq!(!mixed_roles(&tool(name, params), &["path"]).is_empty(), *due, "{name} {params:?}");
        }
    }

    #[test]
    fn two_pairs_for_one_thing() {
        let one = tool("sheet_edit", &["source_name", "target_name", "old_name", "new_name"]);
        assert_eq!(mixed_roles(&one, &["path"]), [MixedRoles { roles: Roles::TwoPairs, first: 2, second: 0 }]);
        let mut two = tool("sheet_copy", &["source_name", "target_name"]);
        two.extend(tool("sheet_rename", &["old_name", "new_name"]));
        assert_eq!(mixed_roles(&two, &["path"]), [MixedRoles { roles: Roles::TwoPairs, first: 2, second: 0 }]);
        let mut apart = tool("sheet_copy", &["source_name", "target_name"]);
        apart.extend(tool("user_rename", &["old_name", "new_name"]));
        assert_eq!(mixed_roles(&apart, &["path"]), []);
        assert_eq!(mixed_roles(&tool("sheet_copy", &["source_name", "old_name"]), &["path"]), []);
    }
}
