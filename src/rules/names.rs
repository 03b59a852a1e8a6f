//! A bare name means one thing.

pub(crate) mod ambiguous_path;
pub(crate) mod duplicate_tool;
pub(crate) mod mixed_case;
pub(crate) mod mixed_roles;
pub(crate) mod prose_disagrees;
pub(crate) mod rename;
pub(crate) mod reserved_meaning;
pub(crate) mod reserved_param;
pub(crate) mod split_name;
pub(crate) mod tool_name;
pub(crate) mod type_differs;
pub(crate) mod unexplained;

use crate::contract::{Uses, other_tool};
use crate::finding::{Finding, Related};
use crate::meaning::Meaning;
use rustc_hash::FxHashSet;

/// Names that are shown one by one; of more, the number tells.
const SHOWN: usize = 4;
/// Entries that somebody would paste into a config.
const ENTRIES: usize = 8;

/// A finding that stands at the first of the uses that it speaks of.
fn at(finding: Finding, uses: &Uses<'_>, index: usize) -> Finding {
    let (Some(tool), Some(param), Some(place)) = (uses.tool(index), uses.params.get(index), uses.place(index)) else { return finding };
    finding.tool(&tool.name).param(param.name).at(place)
}

/// One of the uses as a further place, under a label that says whose it is: "a folder on `folder_list`".
fn label(uses: &Uses<'_>, index: usize, what: &str) -> Option<Related> {
    uses.tool(index).map(|tool| other_tool(tool, uses.place(index), format!("{what} on `{}`", tool.name)))
}

/// Every use but the one where the finding stands.
fn labels(uses: &Uses<'_>, members: &[usize], but: usize, what: &str) -> Vec<Related> {
    members.iter().filter(|index| **index != but).filter_map(|index| label(uses, *index, what)).collect()
}

/// The tools of these uses: "3 tools", or the name of the only one.
fn tools(uses: &Uses<'_>, members: &[usize]) -> String {
    let names: FxHashSet<&str> = members.iter().filter_map(|index| uses.params.get(*index)).map(|param| param.tool).collect();
    match names.iter().next() {
        Some(name) if names.len() == 1 => format!("`{name}`"),
        _ => format!("{} tools", names.len()),
    }
}

/// "`a`, `b` and 3 more".
fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    // "And 1 more" takes as long to say as its name.
    let more = if quoted.len() > SHOWN + 1 { quoted.len() - SHOWN } else { 0 };
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] if more == 0 => format!("{} and {last}", most.join(", ")),
        _ => format!("{} and {more} more", quoted.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ")),
    }
}

/// A bare name with a noun before it, in the case of the surface: `node_path`, `nodePath`.
fn with_noun(uses: &Uses<'_>, noun: &str, name: &str) -> String {
    if !uses.is_camel() {
        return format!("{noun}_{name}");
    }
    let mut letters = name.chars();
    letters.next().map_or_else(|| noun.to_owned(), |first| format!("{noun}{}{}", first.to_uppercase(), letters.as_str()))
}

/// The noun that says what a path is; none where the kind has no short one.
fn noun(meaning: Meaning) -> Option<&'static str> {
    match meaning {
        Meaning::File => Some("file"),
        Meaning::Folder => Some("folder"),
        Meaning::ProjectRoot => Some("project"),
        Meaning::Node => Some("node"),
        Meaning::UrlPath => Some("url"),
        Meaning::JsonPath => Some("json"),
        Meaning::ApiRoute => Some("route"),
        Meaning::Namespace => Some("namespace"),
        Meaning::StorageKey => Some("storage"),
        Meaning::FileOrFolder | Meaning::Other(_) => None,
    }
}

/// The entry of `[names.meaning]` that says of these uses what they mean: for a reading that was wrong.
fn meaning_entry(uses: &Uses<'_>, members: &[usize], name: &str, meaning: Meaning) -> Option<String> {
    let word = Meaning::names().find(|word| Meaning::parse(word) == Some(meaning))?;
    let mut tools: Vec<&str> = members.iter().filter_map(|index| uses.params.get(*index)).map(|param| param.tool).collect();
    tools.dedup();
    if tools.len() > ENTRIES || tools.iter().any(|tool| tool.contains(['*', '?', '[', '{', '\\'])) {
        tools = vec!["*"];
    }
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let lines: Vec<String> = tools.iter().map(|tool| format!("{} = {}", quoted(&format!("{tool}.{name}")), quoted(word))).collect();
    Some(format!("[names.meaning]\n{}", lines.join("\n")))
}
