//! What the meta-schema of a dialect refuses.

use super::checker::{draft, plain};
use super::dialect::Dialect;
use super::digest::digest;
use super::violation::Violation;
use crate::json::{Json, join};
use jsonschema::Draft;
use jsonschema::meta::MetaValidator;
use serde_json::Value;

/// Length of a schema's text times its depth that may be held against a meta-schema whose `items` is a union: a fault inside keeps a
/// copy of every schema around it.
const COPIED: usize = 16 << 20;

pub(super) fn is_too_costly(dialect: Dialect, schema: Json<'_>) -> bool {
    let length = schema.raw().len();
    // What is short enough for any depth need not be walked.
    dialect != Dialect::Draft2020 && length > COPIED / 128 && length.saturating_mul(depth(schema)) > COPIED
}

fn depth(node: Json<'_>) -> usize {
    let inside = node.entries().map(|(_, child)| child).chain(node.items());
    1 + inside.map(depth).max().unwrap_or(0)
}

/// Each fault of a schema once: `instance` is the place in the schema. References are not followed. None where it is too large and
/// too deep to say.
pub(crate) fn faults(dialect: Dialect, schema: Json<'_>) -> Option<Vec<Violation>> {
    if is_too_costly(dialect, schema) {
        return None;
    }
    let value = plain(schema);
    if validator(dialect).is_valid(&value) {
        return Some(Vec::new());
    }
    let mut faults = all(dialect, &value);
    // A meta-schema of many vocabularies says the same thing once for each.
    faults.sort_by(|a, b| (&a.instance, a.keyword.name()).cmp(&(&b.instance, b.keyword.name())));
    faults.dedup_by(|a, b| a.instance == b.instance && a.keyword == b.keyword);
    Some(faults)
}

/// Does the meta-schema of that dialect take it? None where it is too large and too deep to say.
pub(crate) fn is_valid(dialect: Dialect, schema: Json<'_>) -> Option<bool> {
    (!is_too_costly(dialect, schema)).then(|| validator(dialect).is_valid(&plain(schema)))
}

/// The first fault, in words.
pub(super) fn first(dialect: Dialect, schema: &Value) -> Option<String> {
    if validator(dialect).is_valid(schema) {
        return None;
    }
    let faults = all(dialect, schema);
    let fault = faults.iter().min_by_key(|fault| &fault.instance)?;
    let place = join(&fault.instance);
    Some(format!("`{}` at {}", fault.keyword.name(), if place.is_empty() { "its root" } else { &place }))
}

fn all(dialect: Dialect, schema: &Value) -> Vec<Violation> {
    let validator = validator(dialect);
    let errors: Vec<_> = validator.iter_errors(schema).collect();
    digest(schema, errors.iter()).violations
}

fn validator(dialect: Dialect) -> MetaValidator<'static> {
    match draft(dialect) {
        Draft::Draft4 => jsonschema::draft4::meta::validator(),
        Draft::Draft6 => jsonschema::draft6::meta::validator(),
        Draft::Draft7 => jsonschema::draft7::meta::validator(),
        Draft::Draft201909 => jsonschema::draft201909::meta::validator(),
        _ => jsonschema::draft202012::meta::validator(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    /// What each draft's own specification says of a schema, draft by draft. `+` takes it, `-` refuses it, in the order 4, 6, 7,
    /// 2019-09, 2020-12.
    #[test]
    fn each_dialect_by_its_specification() {
        const DRAFTS: [Dialect; 5] = [Dialect::Draft4, Dialect::Draft6, Dialect::Draft7, Dialect::Draft2019, Dialect::Draft2020];
        for (schema, verdicts) in [
            // Said alike by all of them.
            (r#"{}"#, "+++++"),
            (r#"{"type":"object","properties":{"a":{"type":["string","null"]}}}"#, "+++++"),
            (r#"{"type":"any"}"#, "-----"),
            (r#"{"type":[]}"#, "-----"),
            (r#"{"type":["string","string"]}"#, "-----"),
            (r#"{"minLength":-1}"#, "-----"),
            (r#"{"maxItems":1.5}"#, "-----"),
            (r#"{"multipleOf":0}"#, "-----"),
            (r#"{"required":"a"}"#, "-----"),
            (r#"{"required":["a","a"]}"#, "-----"),
            (r#"{"properties":[]}"#, "-----"),
            (r#"{"additionalProperties":"no"}"#, "-----"),
            (r#"{"pattern":5}"#, "-----"),
            (r#"{"uniqueItems":"yes"}"#, "-----"),
            (r#"{"anyOf":[]}"#, "-----"),
            (r#"{"properties":{"a":{"type":"text"}}}"#, "-----"),
            (r#"{"title":7}"#, "-----"),
            // Draft 4 alone: bounds are flags, a list of required names is never empty, a schema is an object.
            (r#"{"minimum":1,"exclusiveMinimum":true}"#, "+----"),
            (r#"{"exclusiveMinimum":1}"#, "-++++"),
            (r#"{"exclusiveMinimum":true}"#, "-----"),
            (r#"{"required":[]}"#, "-++++"),
            (r#"{"properties":{"a":true}}"#, "-++++"),
            (r#"{"items":false}"#, "-++++"),
            (r#"{"not":true}"#, "-++++"),
            // Keywords mean something from the draft on that defines them.
            (r#"{"contains":5}"#, "+----"),
            (r#"{"propertyNames":"a"}"#, "+----"),
            (r#"{"examples":"a"}"#, "+----"),
            (r#"{"if":3}"#, "++---"),
            (r#"{"then":[]}"#, "++---"),
            (r#"{"contentEncoding":1}"#, "++---"),
            (r#"{"$comment":1}"#, "++---"),
            (r#"{"unevaluatedProperties":3}"#, "+++--"),
            (r#"{"dependentRequired":{"a":"b"}}"#, "+++--"),
            (r#"{"minContains":-1}"#, "+++--"),
            (r#"{"$defs":[]}"#, "+++--"),
            (r#"{"$anchor":"1 2"}"#, "+++--"),
            (r#"{"prefixItems":{}}"#, "++++-"),
            (r#"{"prefixItems":[]}"#, "++++-"),
            // Tuples moved from `items` to `prefixItems`.
            (r#"{"items":[{"type":"string"}]}"#, "++++-"),
            (r#"{"items":[{"type":"text"}]}"#, "-----"),
        ] {
            let doc = doc(schema);
            let found: String =
                DRAFTS.iter().map(|dialect| if faults(*dialect, doc.root()).expect("small").is_empty() { '+' } else { '-' }).collect();
            assert_eq!(found, verdicts, "{schema}");
        }
    }

    #[test]
    fn each_fault_once() {
        for (dialect, schema, want) in [
            (Dialect::Draft2020, r#"{"type":"object"}"#, vec![]),
            (Dialect::Draft2020, r#"{"properties":{"a":{"required":true}}}"#, vec!["/properties/a/required type"]),
            (Dialect::Draft2020, r#"{"properties":[],"required":"x"}"#, vec!["/properties type", "/required type"]),
            (Dialect::Draft2020, r#"{"type":"str"}"#, vec!["/type enum"]),
            (Dialect::Draft2020, r#"{"required":["a","a"]}"#, vec!["/required uniqueItems"]),
            (Dialect::Draft2020, r#"{"exclusiveMinimum":true}"#, vec!["/exclusiveMinimum type"]),
            (Dialect::Draft2020, r#"{"items":[{}]}"#, vec!["/items type"]),
            (Dialect::Draft7, r#"{"items":[{}]}"#, vec![]),
            (Dialect::Draft7, r#"{"items":[{"type":7}]}"#, vec!["/items/0/type enum"]),
            (Dialect::Draft4, r#"{"exclusiveMinimum":true,"minimum":1}"#, vec![]),
            (Dialect::Draft2019, r#"{"multipleOf":0}"#, vec!["/multipleOf exclusiveMinimum"]),
        ] {
            let doc = doc(schema);
            let got: Vec<String> = faults(dialect, doc.root())
                .expect("affordable")
                .iter()
                .map(|fault| format!("{} {}", join(&fault.instance), fault.keyword.name()))
                .collect();
            assert_eq!(got, want, "{schema}");
        }
    }
}
