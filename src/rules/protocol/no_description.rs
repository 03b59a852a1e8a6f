//! A tool says nothing of what it does: it has no description, or only its own name again.
//!
//! Models choose tools by their descriptions. `create_folder`: "Create a folder" is its name again and tells nothing that the name does
//! not: where, what happens if it is there, what comes back.
//!
//! Parameters without a description are one note for the whole surface, with their share. One counts as described where the tool's
//! description explains it, as Python's docstrings do.
//!
//! Source: arXiv 2602.18914 (three of four servers only repeat the tool's name).
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "create_folder", "description": "Create a folder", "inputSchema": {"type": "object", "properties": {}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "folder_create", "description": "Makes an empty folder on the shelf. Fails where one of that name exists.",
//!   "inputSchema": {"type": "object", "properties": {}}}]
//! ```

use crate::contract::{Context, description, tool_place};
use crate::finding::{Finding, Level, Place};
use crate::meaning::documented_texts;
use crate::rules::{Check, Rule};
use crate::surface::Tool;
use crate::text::count;
use std::cell::LazyCell;

pub(crate) const RULE: Rule = Rule {
    id: "protocol/no-description",
    level: Some(Level::Warning),
    source: include_str!("no_description.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let (mut all, mut bare) = (0u64, 0u64);
    for tool in cx.tools() {
        // A description of another type is `protocol/tool-object`.
        let field = tool.json().get("description");
        let told = tool.description();
        if field.is_none_or(|field| field.text().is_some()) {
            let place = field.map_or_else(|| tool_place(tool), |field| Place::key(&tool.doc, field));
            let name = &tool.name;
            if told.trim().is_empty() {
                out.push(finding(tool, place, format!("`{name}` has no description: models choose tools by it")));
            } else if is_name_again(name, told) {
                out.push(finding(tool, place, format!("the description of `{name}` is its name again")));
            }
        }
        let Some(root) = tool.input_schema() else { continue };
        let documented = LazyCell::new(|| documented_texts(told).collect());
        for param in &tool.params {
            all += 1;
            let own = description(root, tool.schema_of(param));
            bare += u64::from(own.trim().is_empty() && !is_explained(told, &documented, &param.name));
        }
    }
    if bare > 0 {
        let share = (bare * 100).div_ceil(all.max(1));
        let message =
            format!("{} of {} {} described nowhere ({share} %)", bare, count(all, "parameter"), if bare == 1 { "is" } else { "are" });
        out.push(
            Finding::new(RULE.id, Level::Note, message)
                .help("say in each `description` what the value is and in which form")
                .identity(["parameters"]),
        );
    }
}

fn finding(tool: &Tool, place: Place, message: String) -> Finding {
    Finding::new(RULE.id, Level::Warning, message)
        .help("say what it does, when to use it, and what comes back")
        .tool(&tool.name)
        .at(place)
        .identity(["description"])
}

fn is_name_again(name: &str, told: &str) -> bool {
    plain(name).eq(plain(told))
}

/// Letters and digits alone, and no articles.
fn plain(text: &str) -> impl Iterator<Item = char> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !["a", "an", "the", "A", "An", "The"].contains(word));
    words.flat_map(str::chars).flat_map(char::to_lowercase)
}

/// What a docstring says of each argument, taken apart once it is asked.
type Documented<'a, F> = LazyCell<Vec<(&'a str, &'a str)>, F>;

/// Does the tool's description explain it, in a docstring or by its name as a word?
fn is_explained<'a>(told: &'a str, documented: &Documented<'a, impl FnOnce() -> Vec<(&'a str, &'a str)>>, name: &str) -> bool {
    if memchr::memmem::find(told.as_bytes(), name.as_bytes()).is_none() {
        return false;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let entry = documented.iter().find(|(known, _)| *known == name);
    entry.is_some_and(|(_, text)| !text.is_empty())
        || told.match_indices(name).any(|(at, _)| {
            let before = told.get(..at).and_then(|head| head.chars().next_back());
            let after = told.get(at + name.len()..).and_then(|tail| tail.chars().next());
            name.len() > 2 && !before.is_some_and(is_word) && !after.is_some_and(is_word)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_again() {
        for (name, told, again) in [
            ("create_folder", "Create a folder.", true),
            ("createFolder", "create folder", true),
            ("create_folder", "Create a new folder", false),
            ("list-shelves", "List shelves", true),
            ("x", "", false),
        ] {
            assert_eq!(is_name_again(name, told), again, "{name}: {told}");
        }
    }
}
