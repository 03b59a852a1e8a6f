//! The advertised object is not empty.

pub(crate) mod array_without_items;
pub(crate) mod empty_nested;
pub(crate) mod empty_object;
pub(crate) mod framework_param;
pub(crate) mod no_root_properties;
pub(crate) mod not_closed;
pub(crate) mod not_object;
pub(crate) mod open_no_params;
pub(crate) mod open_object;
pub(crate) mod single_wrapper;
pub(crate) mod untyped_param;

mod literal;
mod lost;
mod prose;

use crate::json::Json;
use std::sync::Arc;

/// Names of parameters that a framework fills itself; no caller means them.
const FRAMEWORK_NAMES: &[&str] = &["ctx", "self", "cls", "kwargs"];

/// Keywords that can name a property or let one in.
const SPEAKING: &[&str] = &[
    "properties",
    "patternProperties",
    "required",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "propertyNames",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "enum",
    "const",
];

/// Says this schema of an object nothing about its properties, save that there are no others?
fn says_nothing(schema: Json<'_>) -> bool {
    SPEAKING.iter().all(|keyword| schema.get(keyword).is_none_or(|value| is_empty(value) && !matches!(*keyword, "not" | "if")))
        && ["additionalProperties", "unevaluatedProperties"]
            .iter()
            .all(|keyword| schema.get(keyword).is_none_or(|value| value.bool() == Some(false)))
}

fn is_empty(value: Json<'_>) -> bool {
    (value.is_object() && value.members().is_empty()) || (value.is_array() && value.items().len() == 0)
}

fn is_closed(schema: Json<'_>) -> bool {
    schema.get("additionalProperties").is_some_and(|value| value.bool() == Some(false))
}

/// `a`, `b` and 4 more, in code quotes.
fn quoted(names: &[Arc<str>]) -> String {
    const SHOWN: usize = 4;
    let mut words: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if names.len() > SHOWN {
        words.push(format!("{} more", names.len() - SHOWN));
    }
    crate::text::series(&words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Doc, Origin};

    #[test]
    fn what_says_nothing() {
        for (schema, nothing) in [
            ("{}", true),
            (r#"{"$schema":"http://json-schema.org/draft-07/schema#"}"#, true),
            (r#"{"type":"object"}"#, true),
            (r#"{"type":"object","properties":{},"required":[]}"#, true),
            (r#"{"type":"object","properties":{},"additionalProperties":false,"title":"T"}"#, true),
            (r#"{"type":"object","$defs":{"a":{}}}"#, true),
            (r#"{"type":"object","properties":{"a":{}}}"#, false),
            (r#"{"type":"object","additionalProperties":true}"#, false),
            (r#"{"type":"object","additionalProperties":{}}"#, false),
            (r#"{"type":"object","patternProperties":{"^a":{}}}"#, false),
            (r##"{"$ref":"#/$defs/a"}"##, false),
            (r#"{"anyOf":[{}]}"#, false),
            (r#"{"type":"object","required":["a"]}"#, false),
        ] {
            let doc = Doc::parse("t.json".into(), schema, Origin::default()).expect("JSON");
            assert_eq!(says_nothing(doc.root()), nothing, "{schema}");
        }
    }
}
