//! What is behind the server refuses a payload: which names it calls missing or unknown.

use serde_json::Value;
use serde_json::value::RawValue;

use super::found::Found;
use super::known::Known;
use super::{Blame, Why, ajv, go_sdk, hand, heads, json_schema, pydantic, serde_text, zod_flat, zod_issues, zod_pretty};

/// Reads the error of a toolkit, or the body of an HTTP answer. Empty where it blames no name.
pub(crate) fn read_payload_error(message: &str, data: Option<&RawValue>) -> Vec<Blame> {
    let known = Known::of_payload();
    let mut found = data.map(|data| read_data(data.get(), &known)).unwrap_or_default();
    let text = heads::strip(message, "").text;
    match serde_json::from_str::<Value>(text) {
        Ok(body) if body.is_object() || body.is_array() => found.extend(of_value(&body, &known, 0)),
        _ => found.extend(of_text(text, &known).unwrap_or_default()),
    }
    let (mut blames, _) = found.into_parts();
    blames.retain(|blame| matches!(blame.why, Why::Missing | Why::Unknown) && !blame.path.is_empty());
    blames
}

/// The `data` of a JSON-RPC error.
pub(super) fn read_data(data: &str, known: &Known<'_>) -> Found {
    serde_json::from_str::<Value>(data).map(|data| of_value(&data, known, 0)).unwrap_or_default()
}

/// An error that a tool has written as a JSON object. It is a refusal if what it blames are names of the call.
pub(super) fn read_json_text(text: &str, known: &Known<'_>) -> Option<Found> {
    if !text.starts_with('{') || known.is_payload() {
        return None;
    }
    let body = serde_json::from_str::<Value>(text).ok()?;
    let mut found = of_value(&body, known, 0);
    found.blames.retain(|blame| match blame.why {
        Why::Missing => known.is_advertised(blame.top()) || !known.has_list(),
        _ => blame.path.is_empty() || known.is_sent_anywhere(blame.leaf()),
    });
    (!found.blames.is_empty()).then_some(found)
}

fn of_text(text: &str, known: &Known<'_>) -> Option<Found> {
    zod_issues::read(text, known)
        .or_else(|| zod_pretty::read(text, known))
        .or_else(|| pydantic::read(text, false, known))
        .or_else(|| zod_flat::read(text, known))
        .or_else(|| json_schema::read(text, known))
        .or_else(|| serde_text::read(text, known))
        .or_else(|| go_sdk::read(text, known))
        .or_else(|| ajv::read(text, known))
        .or_else(|| sentence(text, known))
}

/// A sentence, perhaps after the method's name: `shelf.put: missing parameter 'hue'`.
fn sentence(text: &str, known: &Known<'_>) -> Option<Found> {
    hand::read(text, known).or_else(|| {
        let (method, rest) = text.split_once(": ")?;
        (!method.contains(char::is_whitespace)).then(|| hand::read(rest, known)).flatten()
    })
}

const MISSING: [&str; 7] =
    ["missing", "missing_fields", "missingFields", "missing_parameters", "missingParameters", "missing_params", "missing_keys"];
const UNKNOWN: [&str; 8] =
    ["unknown", "unexpected", "unrecognized", "extra", "unknown_fields", "unknownFields", "unknown_parameters", "unknown_keys"];
/// Where errors are kept in bodies, at any of a few levels.
const INSIDE: [&str; 8] = ["error", "errors", "detail", "details", "issues", "violations", "data", "message"];

fn of_value(value: &Value, known: &Known<'_>, depth: usize) -> Found {
    let mut found = Found::default();
    if depth > 4 {
        return found;
    }
    match value {
        Value::Array(all) => {
            for one in all {
                found.extend(of_item(one, known, depth));
            }
        }
        Value::Object(object) => {
            for (keys, why) in [(&MISSING[..], Why::Missing), (&UNKNOWN[..], Why::Unknown)] {
                keys.iter().filter_map(|key| object.get(*key)).for_each(|names| blame_names(names, why, &mut found));
            }
            for key in INSIDE {
                match object.get(key) {
                    Some(Value::String(text)) => found.extend(of_text(heads::strip(text, "").text, known).unwrap_or_default()),
                    Some(inner) if key == "errors" && inner.is_object() => found.extend(of_errors_by_name(inner, known)),
                    Some(inner) => found.extend(of_value(inner, known, depth + 1)),
                    None => {}
                }
            }
        }
        _ => {}
    }
    found
}

fn blame_names(names: &Value, why: Why, found: &mut Found) {
    let names = match names {
        Value::Array(names) => names.as_slice(),
        Value::String(_) => std::slice::from_ref(names),
        _ => &[],
    };
    names.iter().filter_map(Value::as_str).for_each(|name| found.blame(vec![name.into()], why));
}

fn of_item(item: &Value, known: &Known<'_>, depth: usize) -> Found {
    if zod_issues::is_issue(item) {
        let path = item.get("path").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let path = path.iter().map(|step| step.as_str().map_or_else(|| step.to_string().into(), Box::from)).collect();
        return zod_issues::of_issue(item, path, known);
    }
    let mut found = Found::default();
    // FastAPI: `{"type": "missing", "loc": ["body", "hue"]}`
    if let (Some(kind), Some(place)) = (item.get("type").and_then(Value::as_str), item.get("loc").and_then(Value::as_array)) {
        let why = match kind {
            "missing" | "value_error.missing" => Why::Missing,
            "extra_forbidden" | "value_error.extra" => Why::Unknown,
            _ => return found,
        };
        let outer = place.iter().take_while(|step| matches!(step.as_str(), Some("body" | "query" | "path"))).count();
        let steps = place.iter().skip(outer).map(|step| step.as_str().map_or_else(|| step.to_string().into(), Box::from));
        found.blame(steps.collect(), why);
        return found;
    }
    // `{"field": "hue", "code": "missing_field"}`
    if let Some(name) = ["field", "param", "parameter", "property", "path"].iter().find_map(|key| item.get(*key).and_then(Value::as_str)) {
        let said = ["code", "message", "type", "reason", "error"].iter().filter_map(|key| item.get(*key).and_then(Value::as_str));
        if let Some(why) = said.filter_map(of_words).next() {
            found.blame(super::path::parse(name, known), why);
        }
        return found;
    }
    match item {
        Value::String(text) => of_text(text, known).unwrap_or_default(),
        _ => of_value(item, known, depth + 1),
    }
}

/// `{"errors": {"hue": ["can't be blank"]}}`: the names are the keys.
fn of_errors_by_name(errors: &Value, known: &Known<'_>) -> Found {
    let mut found = Found::default();
    for (name, said) in errors.as_object().into_iter().flatten() {
        let said = match said {
            Value::Array(all) => all.first().and_then(Value::as_str),
            other => other.as_str(),
        };
        let Some(why) = said.and_then(of_words) else { continue };
        found.blame(super::path::parse(name, known), why);
    }
    found
}

/// A few words that stand beside a name.
fn of_words(said: &str) -> Option<Why> {
    let said = said.to_lowercase();
    if ["required", "blank", "missing"].iter().any(|word| said.contains(word)) {
        Some(Why::Missing)
    } else if ["unknown", "unexpected", "unrecognized", "not allowed"].iter().any(|word| said.contains(word)) {
        Some(Why::Unknown)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_payload() {
        let cases: [(&str, Option<&str>, &[&str]); 19] = [
            ("shelf.put: missing parameter 'hue'", Some(r#"{"missing":["hue"],"unknown":["tint"]}"#), &["hue missing", "tint unknown"]),
            ("shelf.put: missing parameter 'hue'", None, &["hue missing"]),
            ("store error -32602: shelf.put: missing parameter 'hue'", None, &["hue missing"]),
            ("hue is missing", None, &["hue missing"]),
            ("hue is required; unknown keys tint, size", None, &["hue missing", "tint unknown", "size unknown"]),
            ("MCP error -32602: unknown parameter tint", None, &["tint unknown"]),
            (r#"{"detail":[{"type":"missing","loc":["body","hue"],"msg":"Field required"}]}"#, None, &["hue missing"]),
            (r#"{"errors":{"hue":["can't be blank"],"size":["is too big"]}}"#, None, &["hue missing"]),
            (r#"{"errors":[{"field":"hue","code":"missing_field"},{"field":"size","code":"invalid"}]}"#, None, &["hue missing"]),
            (r#"{"error":"Token is required"}"#, None, &[]),
            (r#"{"error":{"message":"Missing required parameter: 'hue'."}}"#, None, &["hue missing"]),
            (r#"{"message":"Unknown field: tint"}"#, None, &["tint unknown"]),
            (r#"[{"code":"invalid_type","received":"undefined","path":["hue"],"message":"Required"}]"#, None, &["hue missing"]),
            ("missing field `hue`", None, &["hue missing"]),
            ("'hue' is a required property", None, &["hue missing"]),
            ("Additional properties are not allowed ('tint' was unexpected)", None, &["tint unknown"]),
            ("hue must be one of red, blue", None, &[]),
            ("file not found", None, &[]),
            ("authentication required", None, &[]),
        ];
        for (message, data, expected) in cases {
            let data = data.map(|data| RawValue::from_string(data.to_owned()).expect("JSON"));
            let got = read_payload_error(message, data.as_deref());
            let got: Vec<_> = got.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
            assert_eq!(got, expected, "{message}");
        }
    }
}
