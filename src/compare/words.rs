//! How schemas are spoken of.

use crate::evidence::Path;
use crate::json::Json;
use crate::schema::{self, Types};
use serde_json::Value;

/// Of a value that is shown.
const LONGEST: usize = 300;

/// The names of types; numbers that are not whole are numbers.
pub(super) fn kinds(types: Types) -> Vec<&'static str> {
    if types == Types::ANY {
        return vec!["any value"];
    }
    let mut names = types.names();
    if types.holds(Types::FRACTION) && !types.holds(Types::NUMBER) {
        names.push("number");
    }
    names
}

pub(super) fn member(value: &Value) -> String {
    match value {
        Value::String(text) => shown(text),
        other => shown(&other.to_string()),
    }
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
