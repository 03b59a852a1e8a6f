//! Annotations contradict each other, or the tool's name.
//!
//! Hosts run read-only tools without asking. `delete_book` with `readOnlyHint: true` deletes without a question; and a tool cannot be both
//! read-only and destructive.
//!
//! By its name a tool destroys where its first or last word is `delete`, `purge` or `destroy`, or its first `drop` or `kill`, and no word says
//! that it only looks ahead (`preview`, `plan`, `check`).
//!
//! Source: protocol 2025-03-26 and later, `ToolAnnotations`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "delete_book", "description": "Takes a book off the shelf for good.", "annotations": {"readOnlyHint": true},
//!   "inputSchema": {"type": "object", "properties": {}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "delete_book", "description": "Takes a book off the shelf for good.", "annotations": {"destructiveHint": true},
//!   "inputSchema": {"type": "object", "properties": {}}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::meaning::words;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "protocol/hints-conflict",
    level: Some(Level::Warning),
    source: include_str!("hints_conflict.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        let Some(annotations) = tool.json().get("annotations") else { continue };
        let hint = |name: &str, wanted: bool| annotations.get(name).filter(|value| value.bool() == Some(wanted));
        let mut say = |at: Json<'_>, message: String, help: &str, word: &str| {
            out.push(
                Finding::new(RULE.id, Level::Warning, message)
                    .help(help)
                    .tool(&tool.name)
                    .at(Place::key(&tool.doc, at))
                    .identity(["annotations", word]),
            );
        };
        let name = &tool.name;
        if let (Some(_), Some(destroys)) = (hint("readOnlyHint", true), hint("destructiveHint", true)) {
            let message = format!("`{name}` is said to be read-only and destructive at once");
            say(
                destroys,
                message,
                "keep the one that is true; `destructiveHint` means something only where `readOnlyHint` is false",
                "both",
            );
        } else if let Some(verb) = destroying(name) {
            if let Some(at) = hint("readOnlyHint", true) {
                say(
                    at,
                    format!("`{name}` is said to be read-only, and its name says `{verb}`"),
                    "hosts run read-only tools unasked: say false, or name the tool otherwise",
                    "readOnlyHint",
                );
            } else if let Some(at) = hint("destructiveHint", false) {
                say(
                    at,
                    format!("`{name}` is said to destroy nothing, and its name says `{verb}`"),
                    "say true, or name the tool for what it does",
                    "destructiveHint",
                );
            }
        }
    }
}

/// The verb by which a tool's name says that something is gone afterwards.
fn destroying(name: &str) -> Option<&'static str> {
    let words = words(name);
    if words.iter().any(|word| {
        ["preview", "plan", "dry", "check", "validate", "estimate", "simulate", "confirm", "can", "un", "list", "get"]
            .contains(&word.as_str())
    }) {
        return None;
    }
    let first = words.first().map(String::as_str);
    let last = words.last().map(String::as_str);
    let anywhere = ["delete", "purge", "destroy"].into_iter().find(|verb| first == Some(*verb) || last == Some(*verb));
    anywhere.or_else(|| ["drop", "kill"].into_iter().find(|verb| first == Some(*verb)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_destroy() {
        for (name, verb) in [
            ("delete_book", Some("delete")),
            ("bookDelete", Some("delete")),
            ("drop-table", Some("drop")),
            ("drag_and_drop", None),
            ("delete_preview", None),
            ("list_delete", None),
            ("undelete_book", None),
            ("get_deleted", None),
        ] {
            assert_eq!(destroying(name), verb, "{name}");
        }
    }
}
