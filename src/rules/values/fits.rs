//! Does a value that stands inside a schema fit it? Types, sets and bounds, through references and alternatives; what is not decided
//! here, patterns and conditions among it, fits.

use crate::json::Json;
use crate::schema::{self, Types};
use serde_json::Number;

/// Schemas that one question may ask. References can multiply; what is left then fits.
const BUDGET: u32 = 2_000;
const DEPTH: u32 = 24;

pub(super) fn fits<'a>(root: Json<'a>, node: Json<'a>, value: Json<'_>) -> bool {
    Question { root, budget: BUDGET }.fits(node, value, 0)
}

struct Question<'a> {
    root: Json<'a>,
    budget: u32,
}

impl<'a> Question<'a> {
    fn fits(&mut self, node: Json<'a>, value: Json<'_>, depth: u32) -> bool {
        if self.budget == 0 || depth > DEPTH {
            return true;
        }
        self.budget -= 1;
        if node.bool() == Some(false) {
            return false;
        }
        let referred = node.get("$ref").and_then(Json::text).and_then(|to| schema::resolve(self.root, to));
        if referred.is_some_and(|target| !self.fits(target, value, depth + 1)) {
            return false;
        }
        let list = |keyword: &str| node.get(keyword).filter(|list| list.is_array());
        if list("allOf").is_some_and(|all| all.items().any(|schema| !self.fits(schema, value, depth + 1))) {
            return false;
        }
        for keyword in ["anyOf", "oneOf"] {
            if list(keyword).is_some_and(|any| any.items().len() > 0 && !any.items().any(|schema| self.fits(schema, value, depth + 1))) {
                return false;
            }
        }
        of_type(node, value)
            && list("enum").is_none_or(|set| set.items().len() == 0 || set.items().any(|member| same(member, value)))
            && node.get("const").is_none_or(|only| same(only, value))
            && within_bounds(node, value)
            && self.inside(node, value, depth)
    }

    /// Items and members of the value.
    fn inside(&mut self, node: Json<'a>, value: Json<'_>, depth: u32) -> bool {
        if let Some(items) = node.get("items").filter(|items| items.is_object() && !node.has("prefixItems"))
            && value.items().any(|item| !self.fits(items, item, depth + 1))
        {
            return false;
        }
        let Some(properties) = node.get("properties") else { return true };
        value.entries().all(|(key, member)| properties.get(key).is_none_or(|schema| self.fits(schema, member, depth + 1)))
    }
}

fn of_type(node: Json<'_>, value: Json<'_>) -> bool {
    own_types(node).is_none_or(|types| types.holds(Types::of_value(value)))
        || (value.is_null() && node.get("nullable").and_then(Json::bool) == Some(true))
}

/// What the keyword `type` says; none where it is missing or unreadable.
pub(super) fn own_types(node: Json<'_>) -> Option<Types> {
    let said = node.get("type")?;
    if let Some(name) = said.text() {
        return Types::named(name);
    }
    let names: Vec<Types> = said.items().map(|name| name.text().and_then(Types::named)).collect::<Option<_>>()?;
    names.into_iter().reduce(|one, other| one | other)
}

/// Equal as JSON Schema has it: numbers by value, objects whatever their order.
pub(super) fn same(one: Json<'_>, other: Json<'_>) -> bool {
    match (one.text(), other.text()) {
        (Some(one), Some(other)) => one == other,
        (None, None) => {
            let (one, other) = (one.value(), other.value());
            match (one.as_number().and_then(Number::as_f64), other.as_number().and_then(Number::as_f64)) {
                (Some(one), Some(other)) => one == other,
                _ => one == other,
            }
        }
        _ => false,
    }
}

fn within_bounds(node: Json<'_>, value: Json<'_>) -> bool {
    let bound = |keyword: &str| node.get(keyword).and_then(number);
    let least_and_most = |least: &str, most: &str, size: usize| {
        let size = size as f64;
        bound(least).is_none_or(|least| size >= least) && bound(most).is_none_or(|most| size <= most)
    };
    if let Some(text) = value.text() {
        return least_and_most("minLength", "maxLength", text.chars().count());
    }
    if value.is_array() {
        return least_and_most("minItems", "maxItems", value.items().len());
    }
    if value.is_object() {
        return least_and_most("minProperties", "maxProperties", value.members().len());
    }
    let Some(value) = number(value) else { return true };
    // Draft 4 has the exclusive bounds as flags.
    let flag = |keyword: &str| node.get(keyword).and_then(Json::bool) == Some(true);
    bound("minimum").is_none_or(|least| value > least || (value == least && !flag("exclusiveMinimum")))
        && bound("maximum").is_none_or(|most| value < most || (value == most && !flag("exclusiveMaximum")))
        && bound("exclusiveMinimum").is_none_or(|least| value > least)
        && bound("exclusiveMaximum").is_none_or(|most| value < most)
}

fn number(json: Json<'_>) -> Option<f64> {
    (json.kind_name() == "number").then(|| json.raw().parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Doc, Origin};

    #[test]
    fn values_against_schemas() {
        for (schema, value, fit) in [
            ("{}", "1", true),
            ("true", "1", true),
            ("false", "1", false),
            (r#"{"type":"integer"}"#, "1.0", true),
            (r#"{"type":"integer"}"#, "1.5", false),
            (r#"{"type":"integer"}"#, r#""1""#, false),
            (r#"{"type":["integer","null"]}"#, "null", true),
            (r#"{"type":"string"}"#, "null", false),
            (r#"{"type":"string","nullable":true}"#, "null", true),
            (r#"{"enum":["a","b"]}"#, r#""""#, false),
            (r#"{"enum":[1]}"#, "1.0", true),
            (r#"{"const":"a"}"#, r#""a""#, true),
            (r#"{"minimum":1}"#, "0", false),
            (r#"{"exclusiveMaximum":1}"#, "1", false),
            (r#"{"maximum":1,"exclusiveMaximum":true}"#, "1", false),
            (r#"{"maxLength":1}"#, r#""ab""#, false),
            (r#"{"maxLength":1}"#, "12", true),
            (r#"{"minItems":1}"#, "[]", false),
            (r#"{"type":"array","items":{"type":"string"}}"#, r#"["a",1]"#, false),
            (r#"{"properties":{"a":{"type":"string"}}}"#, r#"{"a":1,"b":1}"#, false),
            (r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "null", true),
            (r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "1", false),
            (r#"{"allOf":[{"type":"string"},{"enum":["a"]}]}"#, r#""b""#, false),
            (r##"{"$ref":"#/$defs/e","$defs":{"e":{"enum":["x"]}}}"##, r#""y""#, false),
            (r##"{"$ref":"#/nowhere"}"##, r#""y""#, true),
            (r##"{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}"##, "1", true),
        ] {
            let parse = |text: &str| Doc::parse("t.json".into(), text, Origin::default()).expect("JSON");
            let (schema_doc, value_doc) = (parse(schema), parse(value));
            assert_eq!(fits(schema_doc.root(), schema_doc.root(), value_doc.root()), fit, "{schema} {value}");
        }
    }
}
