//! A quick yes. Most advertised schemas are a list of plainly typed properties, and most calls satisfy them: that needs no compiled
//! validator. What this reader does not know, or what a value breaks, is left to the validator, which says how.

use crate::json::{Json, Kind};
use serde_json::Value;

const DEEPEST: usize = 16;

/// Keywords that judge nothing.
const SILENT: &[&str] = &[
    "$schema",
    "$comment",
    "$id",
    "title",
    "description",
    "default",
    "examples",
    "example",
    "format",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$defs",
    "definitions",
    "x-order",
];

/// True where the value surely satisfies the schema.
pub(super) fn satisfies(schema: Json<'_>, value: &Value) -> bool {
    // Draft 4 alone takes 2.0 for no integer; what is no known draft is the validator's to say.
    let dialect = schema.get("$schema").and_then(Json::text).unwrap_or("");
    !dialect.contains("draft-04") && fits(schema, value, 0)
}

fn fits(schema: Json<'_>, value: &Value, depth: usize) -> bool {
    if depth > DEEPEST || !schema.is_object() {
        return schema.bool() == Some(true);
    }
    let known = |name: &str| schema.get("properties").is_some_and(|properties| properties.has(name));
    schema.entries().all(|(keyword, it)| match keyword {
        "type" => match it.text() {
            Some(kind) => is_of(value, kind),
            None => it.is_array() && it.items().any(|kind| kind.text().is_some_and(|kind| is_of(value, kind))),
        },
        "properties" => {
            it.is_object()
                && value.as_object().is_none_or(|members| {
                    it.entries().all(|(name, part)| members.get(name).is_none_or(|member| fits(part, member, depth + 1)))
                })
        }
        "required" => {
            it.is_array()
                && value.as_object().is_none_or(|members| it.items().all(|name| name.text().is_some_and(|name| members.contains_key(name))))
        }
        "additionalProperties" => match it.bool() {
            Some(true) => true,
            Some(false) => !schema.has("patternProperties") && value.as_object().is_none_or(|members| members.keys().all(|key| known(key))),
            None => value.as_object().is_none_or(|members| members.keys().all(|key| known(key))),
        },
        "items" => it.is_object() && value.as_array().is_none_or(|items| items.iter().all(|item| fits(it, item, depth + 1))),
        "enum" => it.is_array() && it.items().any(|member| is_scalar(member, value)),
        "const" => is_scalar(it, value),
        "anyOf" => it.is_array() && it.items().any(|branch| fits(branch, value, depth + 1)),
        "minimum" => bound(it, value, |value, bound| value >= bound),
        "maximum" => bound(it, value, |value, bound| value <= bound),
        "minLength" => length(it, value, |length, bound| length >= bound),
        "maxLength" => length(it, value, |length, bound| length <= bound),
        silent => SILENT.contains(&silent),
    })
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        // A whole number that is written as a float is left to the validator.
        "integer" => value.is_i64() || value.is_u64(),
        _ => false,
    }
}

/// Texts, booleans and null alone: numbers are equal in more ways than one.
fn is_scalar(member: Json<'_>, value: &Value) -> bool {
    match (member.kind(), value) {
        (Kind::Text { .. }, Value::String(text)) => member.text() == Some(text),
        (Kind::Bool(it), Value::Bool(other)) => it == other,
        (Kind::Null, Value::Null) => true,
        _ => false,
    }
}

fn bound(bound: Json<'_>, value: &Value, keeps: impl Fn(f64, f64) -> bool) -> bool {
    // Beyond this, floats no longer tell neighbours apart.
    const EXACT: f64 = 9_007_199_254_740_991.0;
    let Some(bound) = number(bound) else { return false };
    match value.as_f64() {
        Some(value) => value.abs() <= EXACT && bound.abs() <= EXACT && keeps(value, bound),
        None => !value.is_number(),
    }
}

fn length(bound: Json<'_>, value: &Value, keeps: impl Fn(f64, f64) -> bool) -> bool {
    let Some(bound) = number(bound) else { return false };
    value.as_str().is_none_or(|text| keeps(text.chars().count() as f64, bound))
}

fn number(json: Json<'_>) -> Option<f64> {
    matches!(json.kind(), Kind::Number).then(|| json.raw().parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{schemas, values};
    use super::*;
    use crate::json::{Doc, Origin};
    use crate::schema::Checker;
    use proptest::prelude::*;
    use serde_json::json;

    proptest! {
        #[test]
        fn a_yes_is_the_validators_yes(schema in schemas(), value in values()) {
            let doc = Doc::parse("s.json".into(), schema.to_string(), Origin::default()).expect("JSON");
            if satisfies(doc.root(), &value) {
                let checker = Checker::compile(doc.root()).map_err(|not| TestCaseError::reject(not.words))?;
                prop_assert_eq!(checker.is_valid(&value), Some(true), "{} {}", schema, value);
            }
        }
    }

    #[test]
    fn plain_calls_need_no_validator() {
        let text = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer","minimum":1}},"required":["a"]}"#;
        let doc = Doc::parse("s.json".into(), text, Origin::default()).expect("JSON");
        for (value, yes) in [
            (json!({"a": "x", "b": 2}), true),
            (json!({"a": "x", "c": 1}), true),
            (json!({"b": 2}), false),
            (json!({"a": "x", "b": 0}), false),
        ] {
            assert_eq!(satisfies(doc.root(), &value), yes, "{value}");
        }
    }
}
