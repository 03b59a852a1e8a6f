//! How schemas are spoken of.

use crate::evidence::Path;
use crate::json::Json;
use crate::schema::{self, Types};
use serde_json::Value;

/// Of a value that is shown.
const LONGEST: usize = 300;

/// The names of types.
pub(super) fn kinds(types: Types) -> Vec<&'static str> {
    if types == Types::ANY {
        return vec!["any value"];
    }
    let mut names = types.names();
    if types.holds(Types::FRACTION) && !types.holds(Types::NUMBER) {
        names.push("a number with a fraction");
    }
    names
}

pub(super) fn member(value: &Value) -> String {
    match value {
        Value::String(text) => shown(text),
        other => shown(&other.to_string()),
    }
}

/// The key that holds a value.
pub(super) fn key(node: Json<'_>) -> Option<&str> {
    node.parent()?.entries().find(|(_, value)| value.id() == node.id()).map(|(key, _)| key)
}

/// The keyword at a node, where it sets the same limit as `keyword`.
pub(super) fn limit_at<'a>(node: Option<Json<'a>>, keyword: &str) -> Option<&'a str> {
    let same = |key: &str| key == keyword || matches!((keyword, key), ("minimum", "exclusiveMinimum") | ("maximum", "exclusiveMaximum"));
    node.and_then(key).filter(|key| same(key))
}

/// Cut where it is too long to read.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The key that a path leads to, among the properties of its object.
pub(super) fn property<'a>(root: Json<'a>, path: &Path, name: &str) -> Option<Json<'a>> {
    let mut here = root;
    for step in path.parent().steps() {
        here = match step {
            "[]" => schema::items(root, here)?,
            "*" => here.get("additionalProperties")?,
            name => schema::shape(root, here).props.iter().find(|prop| prop.name == name)?.node,
        };
    }
    schema::shape(root, here).props.iter().find(|prop| prop.name == name).map(|prop| prop.node)
}

/// A value as it is written.
pub(super) fn shown_raw(value: Json<'_>) -> String {
    shown(value.raw())
}
