//! Which values can prove something, and when two are the same.

use crate::capture::is_hash;
use serde_json::Value;

/// Text of three or more characters, a number other than 0, 1 and -1, an array or object that is not empty.
pub(crate) fn strong(value: &Value) -> bool {
    match value {
        Value::String(text) => text.chars().nth(2).is_some(),
        Value::Number(number) => number.as_f64().is_some_and(|n| n != 0.0 && n != 1.0 && n != -1.0),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        Value::Null | Value::Bool(_) => false,
    }
}

/// Equal, and `2` equals `2.0`.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x == y || x.as_f64() == y.as_f64(),
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Object(x), Value::Object(y)) => x.len() == y.len() && x.iter().all(|(key, x)| y.get(key).is_some_and(|y| same(x, y))),
        _ => a == b,
    }
}

/// The text of a scalar as it may stand inside a longer one.
pub(super) fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !is_hash(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Its JSON type.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) => {
            if number.as_f64().is_some_and(|n| n.fract() == 0.0) {
                "integer"
            } else {
                "number"
            }
        }
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Follows steps through a value.
pub(super) fn at<'a>(value: &'a Value, steps: &[String]) -> Option<&'a Value> {
    steps.iter().try_fold(value, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        Value::Object(members) => members.get(step.as_str()),
        _ => None,
    })
}
