//! An object inside the arguments has no shape.
//!
//! `{"type": "object"}` says that there are fields and not which. Some such objects are free maps, and a schema that says so
//! (`additionalProperties`, `patternProperties`, `propertyNames`) is silent here, as is one that is said to be empty. Where the description lists the fields, the schema could have: then it is a warning, else
//! a note.
//!
//! It fires for parameters, their fields and the items of arrays, as far as the root reaches them.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"book": {"type": "object", "description": "Fields: title, author, year."}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {
//!   "book": {"type": "object", "properties": {"title": {"type": "string"}}},
//!   "labels": {"type": "object", "additionalProperties": {"type": "string"}}}}}]
//! ```

use super::literal::{self, literals};
use super::says_nothing;
use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema::{Role, Step};
use crate::surface::Tool;

pub(crate) const RULE: Rule =
    Rule { id: "shape/empty-nested", level: Some(Level::Warning), source: include_str!("empty_nested.rs"), check: Check::Server(check) };

/// Words of a description that make it a map.
const MAPS: &[&str] = &[
    "map ",
    "mapping",
    "key-value",
    "key/value",
    "key value",
    "keyed by",
    "dictionary",
    "dict ",
    "arbitrary",
    "free-form",
    "freeform",
    "any json",
    "to value",
    "by name",
    "custom",
    "additional",
];

/// Words of a description that leave nothing to list.
const EMPTY: &[&str] = &["empty object", "always empty", "no fields", "no properties"];

/// Words after which fields are listed.
const LISTS: &[&str] = &["fields:", "properties:", "keys:", "attributes:", "shape:", "format:"];

/// Words before a literal that is one of many.
const EXAMPLES: &[&str] = &["example", "e.g.", "for instance", "such as", "like"];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        cx.walk(tool, &mut |step| {
            if is_empty(step) {
                out.extend(finding(tool, step));
            }
        });
    }
}

fn is_empty(step: &Step<'_>) -> bool {
    let kind = step.node.get("type");
    let is_object = kind.is_some_and(|kind| kind.text() == Some("object") || kind.items().any(|kind| kind.text() == Some("object")));
    let tested = matches!(step.role, Role::If | Role::Not | Role::Root | Role::PropertyNames);
    // What a free map holds, or is, is data.
    let in_map = step.names.last() == Some(&"*");
    let declared = step.node.has("additionalProperties") || step.node.has("unevaluatedProperties");
    is_object && !tested && !in_map && !step.names.is_empty() && !declared && says_nothing(step.node) && !has_shape_beside(step.node)
}

/// The schema whose branch this is may give the shape.
fn has_shape_beside(node: Json<'_>) -> bool {
    let mut here = node;
    while let Some(list) = here.parent().filter(|list| list.is_array()) {
        let Some(holder) = list.parent() else { return false };
        if !["allOf", "anyOf", "oneOf"].iter().any(|keyword| holder.get(keyword).is_some_and(|at| at.id() == list.id())) {
            return false;
        }
        if ["properties", "additionalProperties", "patternProperties"].iter().any(|keyword| holder.has(keyword)) {
            return true;
        }
        here = holder;
    }
    false
}

fn finding(tool: &Tool, step: &Step<'_>) -> Option<Finding> {
    let top = step.names.first()?;
    let path = step.names.join(".");
    let name = &tool.name;
    let description = step.node.get("description").and_then(Json::text).unwrap_or("");
    let lower = description.to_ascii_lowercase();
    if EMPTY.iter().any(|words| lower.contains(words)) {
        return None;
    }
    let fields = described_fields(description);
    let (level, message) = if fields {
        (Level::Warning, format!("`{path}` of `{name}` is an object without `properties`, and its description lists its fields"))
    } else {
        (Level::Note, format!("`{path}` of `{name}` is an object of unknown fields"))
    };
    Some(
        Finding::new(RULE.id, level, message)
            .help("list its `properties`, or declare a free map with `additionalProperties`")
            .tool(name)
            .param(*top)
            .at(Place::key(&tool.doc, step.node))
            .identity(step.names.iter().copied())
            .subjects([path]),
    )
}

/// Does the text list the fields of one kind of object, rather than call it a map or give an example?
fn described_fields(description: &str) -> bool {
    let lower = description.to_ascii_lowercase();
    if MAPS.iter().any(|word| lower.contains(word)) {
        return false;
    }
    let literal = literals(description).iter().any(|literal| {
        let before = lower.get(..literal.start).unwrap_or("");
        literal.keys.len() >= 2 && !EXAMPLES.iter().any(|word| before.contains(word))
    });
    literal || LISTS.iter().any(|heading| lower.split_once(heading).is_some_and(|(_, list)| lists_names(list)))
}

/// Two entries at least, each beginning with a name.
fn lists_names(list: &str) -> bool {
    let name = |entry: &str| {
        let first = entry.trim().trim_start_matches(['-', '*', '•', ' ']).split([' ', ':', '/']).next().unwrap_or("");
        literal::is_name(first.trim_matches(['`', '"', '\'', '.']))
    };
    let mut depth = 0usize;
    let outside = |c: &char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    let list: String = list.chars().filter(outside).collect();
    list.split([',', '\n', ';']).filter(|entry| !entry.trim().is_empty()).take(2).filter(|entry| name(entry)).count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_in_prose() {
        for (text, fields) in [
            ("The book. Fields: title (string, required), year (number).", true),
            ("Must be {title: string, year?: number}", true),
            ("Fields:\n- `title`: of it\n- `year`: of it", true),
            ("Map of {title: string, year?: number}", false),
            ("Labels as key-value pairs. Example: {a: 1, b: 2}", false),
            ("For example {a: 1, b: 2}", false),
            ("Fields: title (text, required), lending/period (days)", true),
            ("Fields: see the manual.", false),
            ("Holds nothing: an empty object", false),
            ("The book", false),
        ] {
            assert_eq!(described_fields(text), fields, "{text}");
        }
    }
}
