//! `names/mixed-roles`: two paths of one tool whose values could be swapped, or two ways to name the ends of a move.

use super::{Param, meaning_of, table, texts_of, tools};
use crate::meaning::table::Noun;
use crate::meaning::{Meaning, prose, words};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// The bare name; of two pairs, the start of the rarer one, or of the one that comes first.
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
    let own = params.get(tool.clone())?;
    let paths = |(index, (text, param)): (usize, (&str, &Param<'_>))| {
        let is_other = index != bare_at && !bare.contains(&param.name) && param.is_text();
        is_other.then(|| path_kind(param, text)).flatten().map(|kind| (index, kind))
    };
    let others: Vec<(usize, Option<Meaning>)> = tool.clone().zip(texts_of(own).into_iter().zip(own)).filter_map(paths).collect();
    if others.is_empty() {
        return None;
    }
    let own = meaning_of(params, tool, bare_at).map(|read| read.meaning);
    others.into_iter().find(|(_, kind)| is_same_kind(own, *kind)).map(|(index, _)| index)
}

/// None: it is no path, or one of who knows what. Some(None): a role, whose path is of what the bare one is a path of.
fn path_kind(param: &Param<'_>, text: &str) -> Option<Option<Meaning>> {
    if param.declared.is_some() {
        return Some(param.declared);
    }
    let words = words(param.name);
    let (last, stem) = words.split_last()?;
    let is_role = |word: &String| table::ROLES.contains(&word.as_str());
    let is_path = table::PATH_WORDS.contains(&last.as_str());
    let Some(noun) = stem.last() else {
        // `destination` alone is where the path goes; `source` or `file` may be data, and are paths only if said to be.
        let said = table::DESTINATIONS.contains(&last.as_str()) || ((is_path || is_role(last)) && speaks_of_path(text));
        return said.then(|| prose::of_parameter(text, param.name));
    };
    if !is_path {
        return None;
    }
    match (table::noun(last), table::noun(noun)) {
        (Some(Noun::Is(meaning)), _) | (_, Some(Noun::Is(meaning) | Noun::Weak(meaning))) => Some(Some(meaning)),
        (_, Some(Noun::Holder)) => Some(Some(Meaning::ProjectRoot)),
        (_, Some(Noun::Scene)) => Some(Some(Meaning::File)),
        (_, None) if table::FILE_STEMS.contains(&noun.as_str()) => Some(Some(Meaning::File)),
        (_, None) => {
            let said = prose::of_parameter(text, param.name);
            (said.is_some() || stem.iter().all(is_role)).then_some(said)
        }
    }
}

fn speaks_of_path(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|word| ["path", "file", "folder", "directory", "location"].iter().any(|known| word.eq_ignore_ascii_case(known)))
}

fn is_same_kind(own: Option<Meaning>, other: Option<Meaning>) -> bool {
    use Meaning::{File, FileOrFolder, Folder};
    match (own, other) {
        // `path` beside `project_path`: one lies in the other.
        (_, Some(Meaning::ProjectRoot)) => false,
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
        let mut named: Vec<(usize, String, String)> = Vec::new();
        for index in tool.clone() {
            let Some(param) = params.get(index).filter(|param| has_role(param.name)) else { continue };
            let mut words = words(param.name).into_iter();
            if let Some(role) = words.next() {
                named.push((index, role, words.collect::<Vec<_>>().join("_")));
            }
        }
        let known: FxHashSet<(&str, &str)> = named.iter().map(|(_, role, noun)| (role.as_str(), noun.as_str())).collect();
        for (index, role, noun) in named.iter().filter(|(_, _, noun)| !noun.is_empty()) {
            let pair = table::ROLE_PAIRS.iter().find(|pair| pair.0 == role && known.contains(&(pair.1, noun.as_str())));
            if let Some(pair) = pair {
                by_noun.entry(noun.clone()).or_default().push(Pair { first: *index, way: pair.2, tool: at });
            }
        }
    }
    let mut found = Vec::new();
    for pairs in by_noun.into_values() {
        let mut counts: FxHashMap<u8, usize> = FxHashMap::default();
        for pair in &pairs {
            *counts.entry(pair.way).or_default() += 1;
        }
        let Some(usual) = pairs.iter().max_by_key(|pair| (counts.get(&pair.way), pair.first)).map(|pair| pair.way) else { continue };
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
    let Some(first) = name.bytes().next().map(|byte| byte.to_ascii_lowercase()) else { return false };
    let starts = |role: &str| {
        // The first letter tells most apart.
        role.bytes().next() == Some(first)
            && name.len() > role.len()
            && name.get(..role.len()).is_some_and(|start| start.eq_ignore_ascii_case(role))
    };
    table::ROLE_PAIRS.iter().any(|pair| starts(pair.0) || starts(pair.1))
}

/// What a tool acts on: its name without one word, which may be the verb. Two tools that share one act on one thing.
fn objects(params: &[Param<'_>], index: usize) -> Vec<String> {
    const WORDS: usize = 8;
    let name = params.get(index).map(|param| words(param.tool)).unwrap_or_default();
    if !(2..=WORDS).contains(&name.len()) {
        return Vec::new();
    }
    (0..name.len())
        .map(|verb| name.iter().enumerate().filter(|(at, _)| *at != verb).map(|(_, word)| word.as_str()).collect::<Vec<_>>().join("_"))
        .collect()
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
            ("repo_look", &["path", "worktree_path"], false),
            ("folder_list", &["path", "file_path"], false),
            ("node_tie", &["path", "script_path"], false),
            ("file_read", &["path", "parent_path"], false),
            ("file_read", &["path", "player_path"], false),
            ("mix", &["path", "mixer_path"], true),
            ("file_send", &["path", "destination"], true),
            ("file_send", &["path", "source"], false),
            ("file_read", &["path", "file_name"], false),
        ];
        for (name, params, due) in table {
            assert_eq!(!mixed_roles(&tool(name, params), &["path"]).is_empty(), *due, "{name} {params:?}");
        }
    }

    #[test]
    fn two_pairs_for_one_thing() {
        let one = tool("sheet_edit", &["source_name", "target_name", "old_name", "new_name"]);
        assert_eq!(mixed_roles(&one, &["path"]), [MixedRoles { roles: Roles::TwoPairs, first: 0, second: 2 }]);
        let mut two = tool("sheet_copy", &["source_name", "target_name"]);
        two.extend(tool("sheet_rename", &["old_name", "new_name"]));
        assert_eq!(mixed_roles(&two, &["path"]), [MixedRoles { roles: Roles::TwoPairs, first: 0, second: 2 }]);
        let mut apart = tool("sheet_copy", &["source_name", "target_name"]);
        apart.extend(tool("user_rename", &["old_name", "new_name"]));
        assert_eq!(mixed_roles(&apart, &["path"]), []);
        assert_eq!(mixed_roles(&tool("sheet_copy", &["source_name", "old_name"]), &["path"]), []);
    }
}
