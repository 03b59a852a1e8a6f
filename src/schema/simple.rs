//! Schemas that need no validator to say how an instance breaks them: plainly typed properties at any depth, without references,
//! alternatives or patterns. Most advertised schemas are so, and to make a validator for one takes longer than many a check.

use super::dialect::Dialect;
use super::ordinary::is_plain;
use super::types::Types;
use super::violation::{Keyword, Violation};
use crate::json::{Json, join};
use serde_json::Value;

/// Larger ones are left to the validator, which counts the cost of each.
const LONGEST: usize = 64 << 10;
const DEEPEST: usize = 16;
/// Keywords of a schema, or properties of an object.
const MOST_MEMBERS: usize = 256;
/// Beyond this, floats no longer tell neighbours apart.
const EXACT: f64 = 9_007_199_254_740_991.0;

/// One schema, read.
#[derive(Debug, Default)]
pub(super) struct Simple {
    types: Option<Types>,
    properties: Vec<(Box<str>, Simple)>,
    required: Vec<Box<str>>,
    /// `additionalProperties` is false.
    closed: bool,
    items: Option<Box<Simple>>,
    /// Of `enum`: texts alone.
    words: Option<Vec<Box<str>>>,
    bounds: Vec<(Bound, f64)>,
}

#[derive(Debug, Clone, Copy)]
enum Bound {
    Minimum,
    Maximum,
    MinLength,
    MaxLength,
    MinItems,
    MaxItems,
}

impl Bound {
    fn keyword(self) -> &'static str {
        match self {
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::MinLength => "minLength",
            Self::MaxLength => "maxLength",
            Self::MinItems => "minItems",
            Self::MaxItems => "maxItems",
        }
    }

    /// What a value has to keep within the bound, if it is of the kind that the bound is about.
    fn measure(self, value: &Value) -> Option<f64> {
        match self {
            Self::Minimum | Self::Maximum => value.as_f64(),
            Self::MinLength | Self::MaxLength => value.as_str().map(|text| text.chars().count() as f64),
            Self::MinItems | Self::MaxItems => value.as_array().map(|items| items.len() as f64),
        }
    }

    fn is_broken(self, value: &Value, bound: f64) -> bool {
        self.measure(value).is_some_and(|measure| match self {
            Self::Minimum | Self::MinLength | Self::MinItems => measure < bound,
            Self::Maximum | Self::MaxLength | Self::MaxItems => measure > bound,
        })
    }
}

impl Simple {
    /// None where the schema is not so simple, or where a meta-schema could have a word on it.
    pub(super) fn read(root: Json<'_>) -> Option<Self> {
        let simple = root.is_object() && root.raw().len() <= LONGEST && Dialect::of(root) != Dialect::Draft4;
        if simple { read(root, 0) } else { None }
    }

    /// What the instance breaks, as [`super::Checker::check`] says it.
    pub(super) fn check(&self, instance: &Value) -> Vec<Violation> {
        let mut judge = Judge { steps: Vec::new(), found: Vec::new() };
        judge.value(self, instance, "");
        judge.found.sort_by(|a, b| (&a.instance, &a.schema_path).cmp(&(&b.instance, &b.schema_path)));
        judge.found
    }
}

fn read(schema: Json<'_>, depth: usize) -> Option<Simple> {
    if depth > DEEPEST {
        return None;
    }
    if schema.bool() == Some(true) {
        return Some(Simple::default());
    }
    let mut out = Simple::default();
    for (keyword, value) in single(schema)? {
        if !is_plain(keyword, value) {
            return None;
        }
        match keyword {
            "type" => out.types = Some(types(value)),
            "properties" => {
                for (name, child) in single(value)? {
                    out.properties.push((name.into(), read(child, depth + 1)?));
                }
            }
            "required" => out.required = value.items().filter_map(Json::text).map(Into::into).collect(),
            "additionalProperties" => match value.bool() {
                Some(open) => out.closed = !open,
                None if value.members().is_empty() => {}
                None => return None,
            },
            "items" => out.items = Some(Box::new(read(value, depth + 1)?)),
            "enum" => out.words = Some(value.items().filter_map(Json::text).map(Into::into).collect()),
            "minimum" => out.bounds.push((Bound::Minimum, number(value)?)),
            "maximum" => out.bounds.push((Bound::Maximum, number(value)?)),
            "minLength" => out.bounds.push((Bound::MinLength, number(value)?)),
            "maxLength" => out.bounds.push((Bound::MaxLength, number(value)?)),
            "minItems" => out.bounds.push((Bound::MinItems, number(value)?)),
            "maxItems" => out.bounds.push((Bound::MaxItems, number(value)?)),
            "$schema" if depth == 0 => {}
            "title" | "description" | "$comment" | "default" | "examples" | "example" | "format" | "deprecated" | "readOnly"
            | "writeOnly" => {}
            _ => return None,
        }
    }
    // What it requires it refuses: nothing fits such a schema, and the validator has its own words for that.
    let refused = |name: &str| out.closed && !out.properties.iter().any(|(known, _)| **known == *name);
    (!out.required.iter().any(|name| refused(name))).then_some(out)
}

/// The members of an object that names each once; where one is there twice, the last counts, and that is rare.
fn single(object: Json<'_>) -> Option<impl Iterator<Item = (&str, Json<'_>)>> {
    let few = object.is_object() && object.members().len() <= MOST_MEMBERS;
    let twice = |(key, value): (&str, Json<'_>)| object.get(key).is_none_or(|last| last.id() != value.id());
    (few && !object.entries().any(twice)).then(|| object.entries())
}

fn types(value: Json<'_>) -> Types {
    let named = |name: Json<'_>| name.text().and_then(Types::named).unwrap_or(Types::NONE);
    value.items().fold(named(value), |types, name| types | named(name))
}

fn number(value: Json<'_>) -> Option<f64> {
    value.raw().parse().ok().filter(|number: &f64| number.abs() <= EXACT)
}

struct Judge {
    /// To the value at hand.
    steps: Vec<String>,
    found: Vec<Violation>,
}

impl Judge {
    /// `path` is the schema's, as a pointer.
    fn value(&mut self, schema: &Simple, value: &Value, path: &str) {
        if let Some(expected) = schema.types
            && !expected.holds(type_of(value))
        {
            self.broken(Keyword::Type { expected }, path, "type");
        }
        if let Some(words) = &schema.words
            && !value.as_str().is_some_and(|text| words.iter().any(|word| **word == *text))
        {
            self.broken(if words.len() == 1 { Keyword::Const } else { Keyword::Enum }, path, "enum");
        }
        for (bound, limit) in &schema.bounds {
            if bound.is_broken(value, *limit) {
                self.broken(Keyword::Bound(bound.keyword()), path, bound.keyword());
            }
        }
        if let Value::Object(members) = value {
            for name in schema.required.iter().filter(|name| !members.contains_key(&***name)) {
                self.broken(Keyword::Required(name.to_string()), path, "required");
            }
            let known = |key: &String| schema.properties.iter().any(|(name, _)| **name == **key);
            let unknown: Vec<String> = members.keys().filter(|key| schema.closed && !known(key)).cloned().collect();
            if !unknown.is_empty() {
                self.broken(Keyword::AdditionalProperties(unknown), path, "additionalProperties");
            }
            for (name, child) in &schema.properties {
                if let Some(member) = members.get(&**name) {
                    self.below(name, child, member, || format!("{path}/properties{}", join([name])));
                }
            }
        }
        if let (Value::Array(items), Some(schema)) = (value, &schema.items) {
            for (at, item) in items.iter().enumerate() {
                self.below(&at.to_string(), schema, item, || format!("{path}/items"));
            }
        }
    }

    fn below(&mut self, step: &str, schema: &Simple, value: &Value, path: impl FnOnce() -> String) {
        self.steps.push(step.to_owned());
        self.value(schema, value, &path());
        self.steps.pop();
    }

    fn broken(&mut self, keyword: Keyword, path: &str, word: &str) {
        let schema_path = format!("{path}/{word}");
        self.found.push(Violation { instance: self.steps.clone(), keyword, schema_path, conditional: false });
    }
}

fn type_of(value: &Value) -> Types {
    match value {
        Value::Null => Types::NULL,
        Value::Bool(_) => Types::BOOLEAN,
        Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => Types::INTEGER,
        Value::Number(_) => Types::NUMBER,
        Value::String(_) => Types::STRING,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Checker;
    use super::super::testing::{doc, schemas, values};
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    proptest! {
        #[test]
        fn it_says_what_the_validator_says(schema in schemas(), value in values()) {
            let doc = doc(&schema.to_string());
            if let Some(simple) = Simple::read(doc.root()) {
                let checker = Checker::with_validator(doc.root()).expect("a schema that is simple can be compiled");
                prop_assert_eq!(Some(simple.check(&value)), checker.check(&value), "{} {}", schema, value);
            }
        }
    }

    #[test]
    fn what_is_simple_and_what_is_not() {
        for (schema, simple) in [
            (r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"enum":["x"]}}}"#, true),
            (r#"{"properties":{"a":{"items":{"type":"string","minLength":1}},"b":true},"additionalProperties":{}}"#, true),
            (r#"{"$schema":"http://json-schema.org/draft-04/schema#","type":"object"}"#, false),
            (r#"{"type":"str"}"#, false),
            (r#"{"properties":{"a":{"pattern":"^a"}}}"#, false),
            (r##"{"properties":{"a":{"$ref":"#"}}}"##, false),
            (r#"{"properties":{"a":{"type":"string"},"a":{"type":"integer"}}}"#, false),
            (r#"{"required":["a","a"]}"#, false),
            (r#"{"properties":{"a":false}}"#, false),
            (r#"{"additionalProperties":{"type":"string"}}"#, false),
            (r#"{"enum":[1]}"#, false),
            (r#"{"minimum":1e300}"#, false),
            (r#"{"properties":{"b":{}},"required":["a"],"additionalProperties":false}"#, false),
            ("true", false),
        ] {
            assert_eq!(Simple::read(doc(schema).root()).is_some(), simple, "{schema}");
        }
    }

    #[test]
    fn names_are_escaped_and_places_sorted() {
        let schema = r#"{"properties":{"b":{"items":{"type":"integer","maximum":1}},"a/b":{"minItems":1}},"required":["z","y"]}"#;
        let doc = doc(schema);
        let value = json!({"b": [1.0, 2, "x"], "a/b": []});
        let checker = Checker::with_validator(doc.root()).expect("a schema");
        let found = Simple::read(doc.root()).map(|simple| simple.check(&value));
        assert_eq!(found, checker.check(&value));
        let paths: Vec<String> = found.iter().flatten().map(|it| it.schema_path.clone()).collect();
        assert_eq!(
            paths,
            ["/required", "/required", "/properties/a~1b/minItems", "/properties/b/items/maximum", "/properties/b/items/type"]
        );
    }
}
