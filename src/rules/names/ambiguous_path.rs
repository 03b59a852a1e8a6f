//! A bare `path` means different things on one surface.
//!
//! A model that learned on one tool what `path` is sends the same to the next: the path of a folder where a node of a tree is meant.
//! Both are text, so no schema stops it. It is an error where one of the meanings lies outside the file system, and a warning between
//! kinds of the file system: a file, a folder, either, the root of a project. The names are those of `[names] bare`; it is `path` alone
//! unless the config says otherwise.
//!
//! What a parameter means is read from `[names.meaning]` in the config, else from its description, the tool's description, the tool's
//! name, or its `format`. What cannot be read counts for nothing. The rule is silent where all uses mean the same, however many they
//! are, and of longer names: `node_path` beside `path` is right.
//!
//! ## Bad
//!
//! ```tools.json
//! [
//!   {"name": "folder_list", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "description": "Folder on disk."}}}},
//!   {"name": "node_drop", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "description": "Node in the tree."}}}}
//! ]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [
//!   {"name": "folder_list", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "description": "Folder on disk."}}}},
//!   {"name": "node_drop", "inputSchema": {"type": "object", "properties": {"node_path": {"type": "string", "description": "Node in the tree."}}}}
//! ]
//! ```

use crate::contract::{Context, Uses, other_tool};
use crate::finding::{Finding, Level, Related};
use crate::meaning::surface::{Ambiguity, Group, ambiguities};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "names/ambiguous-path", level: Some(Level::Error), source: include_str!("ambiguous_path.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let uses = cx.uses();
    out.extend(ambiguities(&uses.params, &cx.bare()).iter().filter_map(|found| finding(uses, found)));
}

fn finding(uses: &Uses<'_>, found: &Ambiguity<'_>) -> Option<Finding> {
    let name = found.name;
    let first = *found.groups.iter().flat_map(|group| &group.members).min()?;
    let meanings: Vec<String> =
        found.groups.iter().map(|group| format!("{} ({})", group.meaning.words(), super::tools(uses, &group.members))).collect();
    let level = if found.outside_file_system { Level::Error } else { Level::Warning };
    let finding = Finding::new(RULE.id, level, format!("`{name}` means different things here: {}", crate::text::series(&meanings)))
        .help(help(uses, found))
        .identity([name])
        .subjects([name]);
    let mut finding = super::at(finding, uses, first);
    // The labels of the groups come first: a report for people shows only so many.
    finding.related.extend(found.groups.iter().filter_map(|group| group_label(uses, group)));
    for group in &found.groups {
        let rest = group.members.get(1..).unwrap_or_default();
        finding.related.extend(super::labels(uses, rest, first, group.meaning.words()));
    }
    finding.settle = settle(uses, found);
    Some(finding)
}

/// What a group of tools means, and why it was read so.
fn group_label(uses: &Uses<'_>, group: &Group) -> Option<Related> {
    let first = *group.members.first()?;
    let tools = super::list(group.members.iter().filter_map(|index| uses.params.get(*index)).map(|param| param.tool));
    let message = format!("{} on {tools}: {}", group.meaning.words(), group.why.words());
    uses.tool(first).map(|tool| other_tool(tool, uses.place(first), message))
}

/// The bare name stays with the file system, and there with the greatest group.
fn keeper<'a>(found: &'a Ambiguity<'_>) -> Option<&'a Group> {
    found.groups.iter().find(|group| group.meaning.is_file_system()).or_else(|| found.groups.first())
}

fn help(uses: &Uses<'_>, found: &Ambiguity<'_>) -> String {
    let keeper = keeper(found);
    let others = found.groups.iter().filter(|group| keeper.is_some_and(|keeper| keeper.meaning != group.meaning));
    let mut better: Vec<String> = others
        .filter_map(|group| super::noun(group.meaning).map(|noun| super::with_noun(uses, noun, found.name)))
        .filter(|name| name != found.name)
        .collect();
    better.sort_unstable();
    better.dedup();
    let kept = keeper.map_or("one thing", |group| group.meaning.words());
    if better.is_empty() {
        format!("keep `{}` for {kept}, and name the others for what they are", found.name)
    } else {
        format!(
            "keep `{}` for {kept}, and name the others for what they are: {}",
            found.name,
            super::list(better.iter().map(String::as_str))
        )
    }
}

fn settle(uses: &Uses<'_>, found: &Ambiguity<'_>) -> Option<String> {
    let keeper = keeper(found)?;
    let mut others: Vec<usize> =
        found.groups.iter().filter(|group| group.meaning != keeper.meaning).flat_map(|group| group.members.iter().copied()).collect();
    others.sort_unstable();
    super::meaning_entry(uses, &others, found.name, keeper.meaning)
}
