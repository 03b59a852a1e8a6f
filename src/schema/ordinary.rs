//! Is a schema plainly valid? Most are, under every draft since 06, and need not be held against a meta-schema.

use super::keywords::is_schema;
use super::lay::Layout;
use super::types::Types;
use crate::json::{Json, Kind};
use rustc_hash::FxHashSet;

/// True only where every meta-schema from draft-06 to 2020-12 would agree; what is rare or differs between them is left to those.
pub(crate) fn is_ordinary(root: Json<'_>, laid: &Layout) -> bool {
    let is_sound = |(keyword, value)| is_plain(keyword, value) || is_as_plain(keyword, value);
    !laid.all.is_empty() && laid.all.iter().all(|at| root.doc().at(at.node).entries().all(is_sound))
}

/// What is rarer, and just as plain.
fn is_as_plain(keyword: &str, value: Json<'_>) -> bool {
    match keyword {
        "enum" => value.items().len() > 0 && are_unique(value),
        "$id" => value.text().is_some_and(is_plain_address),
        _ => false,
    }
}

/// True only where every meta-schema takes this value of a keyword, whatever stands inside it.
pub(super) fn is_plain(keyword: &str, value: Json<'_>) -> bool {
    match keyword {
        "type" => match value.text() {
            Some(name) => Types::named(name).is_some(),
            None => are_types(value),
        },
        "title" | "description" | "$schema" | "$comment" | "pattern" | "format" | "$ref" => matches!(value.kind(), Kind::Text { .. }),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => matches!(value.kind(), Kind::Number),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            value.raw().bytes().all(|byte| byte.is_ascii_digit())
        }
        "uniqueItems" | "readOnly" | "writeOnly" | "deprecated" => value.bool().is_some(),
        "required" => are_unique_texts(value),
        "properties" | "patternProperties" | "$defs" | "definitions" => {
            value.is_object() && value.entries().all(|(_, child)| is_schema(child))
        }
        "items" | "additionalProperties" | "propertyNames" | "contains" | "not" | "if" | "then" | "else" => is_schema(value),
        "allOf" | "anyOf" | "oneOf" => value.items().len() > 0 && value.items().all(is_schema),
        "enum" => value.items().len() > 0 && value.items().all(|member| member.text().is_some()) && are_unique_texts(value),
        "examples" => value.is_array(),
        "const" | "default" => true,
        _ => !RARE.contains(&keyword),
    }
}

/// Keywords that a meta-schema has its own word on.
const RARE: &[&str] = &[
    "$id",
    "id",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "$recursiveRef",
    "$recursiveAnchor",
    "$vocabulary",
    "additionalItems",
    "prefixItems",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedItems",
    "unevaluatedProperties",
    "minContains",
    "maxContains",
    "multipleOf",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
];

fn are_types(value: Json<'_>) -> bool {
    let mut seen = Types::NONE;
    value.items().len() > 0
        && value.items().all(|name| {
            let Some(kind) = name.text().and_then(Types::named) else { return false };
            // "integer" beside "number" is legal, and rare enough to be asked elsewhere.
            let fresh = (seen & kind).is_none();
            seen = seen | kind;
            fresh
        })
}

fn are_unique_texts(value: Json<'_>) -> bool {
    const MANY: usize = 64;
    let texts: Vec<&str> = value.items().filter_map(Json::text).collect();
    let unique = |texts: &[&str]| texts.iter().enumerate().all(|(at, text)| !texts.iter().skip(at + 1).any(|other| other == text));
    value.is_array() && texts.len() == value.items().len() && texts.len() <= MANY && unique(&texts)
}

/// No two items alike, each a text, null, a boolean, or a whole number that can be written in one way alone.
fn are_unique(value: Json<'_>) -> bool {
    let is_whole = |raw: &str| raw == "0" || (!raw.starts_with(['0', '-']) && raw.bytes().all(|byte| byte.is_ascii_digit()));
    let is_simple = |item: Json<'_>| match item.kind() {
        Kind::Null | Kind::Bool(_) | Kind::Text { .. } => true,
        Kind::Number => is_whole(item.raw().strip_prefix('-').filter(|rest| *rest != "0").unwrap_or(item.raw())),
        Kind::Array(_) | Kind::Object(_) => false,
    };
    let mut seen = FxHashSet::default();
    value.items().all(|item| is_simple(item) && seen.insert((item.text().is_some(), item.text().unwrap_or_else(|| item.raw()))))
}

/// An address on the web, in letters that need no care.
fn is_plain_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_')))
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::super::{Dialect, faults};
    use super::*;

    #[test]
    fn plain_schemas_and_others() {
        for (schema, plain) in [
            (r#"{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x"]},"b":true},"required":["a"]}"#, true),
            (r#"{"anyOf":[{"type":"null"}],"default":[],"x-more":1}"#, true),
            ("{}", true),
            (r#"{"enum":[0,1,-2,null,true,"1"],"$id":"https://a.example/b-c_d.json"}"#, true),
            (r#"{"enum":[1,1]}"#, false),
            (r#"{"enum":[1.0]}"#, false),
            (r#"{"enum":[-0]}"#, false),
            (r##"{"$id":"#a"}"##, false),
            (r#"{"type":"str"}"#, false),
            (r#"{"type":["string","string"]}"#, false),
            (r#"{"required":["a","a"]}"#, false),
            (r#"{"required":true}"#, false),
            (r#"{"properties":{"a":[]}}"#, false),
            (r#"{"items":[{}]}"#, false),
            (r#"{"exclusiveMinimum":true}"#, false),
            (r#"{"minLength":-1}"#, false),
            (r#"{"minLength":1.5}"#, false),
            (r#"{"anyOf":[]}"#, false),
            (r#"{"properties":{"a":{"items":{"description":1}}}}"#, false),
            (r#"{"$defs":{"a":{"title":1}}}"#, false),
        ] {
            let doc = doc(schema);
            let laid = Layout::of(doc.root());
            assert_eq!(is_ordinary(doc.root(), &laid), plain, "{schema}");
            for dialect in [Dialect::Draft6, Dialect::Draft7, Dialect::Draft2019, Dialect::Draft2020] {
                assert!(!plain || faults(dialect, doc.root()).is_some_and(|faults| faults.is_empty()), "{schema}");
            }
        }
    }
}
