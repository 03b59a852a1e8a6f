//! Do two schemas say the same to a validator, whatever their layout, their order, and what they say to people?

use crate::json::{Json, Kind, NodeId};
use crate::schema;
use rustc_hash::FxHashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Keywords that judge nothing.
const SILENT: &[&str] = &[
    "$schema",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "description",
    "default",
    "example",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-order",
];

/// Lists whose order says nothing.
const SETS: &[&str] = &["required", "enum", "type", "anyOf", "oneOf", "allOf"];

/// References that are followed into each other.
const DEEPEST: usize = 64;
/// Schemas that are looked at; of what lies beyond nothing is equal.
const MOST: usize = 200_000;

/// The marks of the schemas of one document: equal marks, equal meaning.
#[derive(Debug)]
pub(super) struct Marks<'a> {
    root: Json<'a>,
    known: FxHashMap<NodeId, u64>,
    /// References that are being followed.
    open: Vec<NodeId>,
    steps: usize,
}

impl<'a> Marks<'a> {
    pub(super) fn new(root: Json<'a>) -> Self {
        Self { root, known: FxHashMap::default(), open: Vec::new(), steps: 0 }
    }

    /// Of all of these together.
    pub(super) fn of_all(&mut self, schemas: &[Json<'a>]) -> u64 {
        match schemas {
            [one] => self.of(*one),
            several => {
                let mut marks: Vec<u64> = several.iter().map(|schema| self.of(*schema)).collect();
                marks.sort_unstable();
                marks.dedup();
                hash(&marks)
            }
        }
    }

    pub(super) fn of(&mut self, schema: Json<'a>) -> u64 {
        if let Some(known) = self.known.get(&schema.id()) {
            return *known;
        }
        if let Some(back) = self.open.iter().rposition(|id| *id == schema.id()) {
            return hash(&("back", self.open.len() - back));
        }
        self.steps += 1;
        if self.open.len() > DEEPEST || self.steps > MOST {
            return hash(&("beyond", std::ptr::from_ref(self.root.doc()) as usize, schema.id()));
        }
        self.open.push(schema.id());
        let mark = self.schema(schema);
        self.open.pop();
        // What leads back to a schema that is still open means something only there.
        if self.open.is_empty() {
            self.known.insert(schema.id(), mark);
        }
        mark
    }

    fn schema(&mut self, schema: Json<'a>) -> u64 {
        if schema.bool() == Some(true) {
            return hash::<[(&str, u64); 0]>(&[]);
        }
        if !schema.is_object() {
            return self.value(schema);
        }
        let mut parts: Vec<(&str, u64)> = Vec::new();
        for (keyword, value) in schema.entries().filter(|(keyword, _)| !SILENT.contains(keyword)) {
            let mark = match keyword {
                "$ref" => match value.text().and_then(|to| schema::resolve(self.root, to)) {
                    Some(target) => self.of(target),
                    None => self.value(value),
                },
                "properties" | "patternProperties" | "dependentSchemas" => self.each(value),
                "const" | "default" => self.value(value),
                _ if SETS.contains(&keyword) && value.is_array() => {
                    let schemas = keyword.ends_with("Of");
                    let mut marks: Vec<u64> = value.items().map(|item| if schemas { self.of(item) } else { self.value(item) }).collect();
                    marks.sort_unstable();
                    if !schemas {
                        marks.dedup();
                    }
                    match marks.as_slice() {
                        [one] if keyword == "type" => *one,
                        [] if keyword == "required" => continue,
                        marks => hash(marks),
                    }
                }
                _ if value.is_array() => {
                    let marks: Vec<u64> = value.items().map(|item| self.of(item)).collect();
                    hash(&marks)
                }
                _ if value.is_object() || value.bool().is_some() => self.of(value),
                _ => self.value(value),
            };
            parts.push((keyword, mark));
        }
        // A bare reference is what it names.
        if let [("$ref", mark)] = parts.as_slice() {
            return *mark;
        }
        parts.sort_unstable();
        hash(&parts)
    }

    fn each(&mut self, object: Json<'a>) -> u64 {
        let mut parts: Vec<(&str, u64)> = object.entries().map(|(name, schema)| (name, self.of(schema))).collect();
        parts.sort_unstable();
        hash(&parts)
    }

    fn value(&self, value: Json<'a>) -> u64 {
        match value.kind() {
            Kind::Object(_) => {
                let mut parts: Vec<(&str, u64)> = value.entries().map(|(name, value)| (name, self.value(value))).collect();
                parts.sort_unstable();
                hash(&parts)
            }
            Kind::Array(_) => {
                let parts: Vec<u64> = value.items().map(|item| self.value(item)).collect();
                hash(&parts)
            }
            Kind::Number => match super::view::number(value) {
                Some(number) => hash(&number.to_bits()),
                None => hash(&value.raw()),
            },
            _ => hash(&(value.kind_name(), value.text().unwrap_or_else(|| value.raw()))),
        }
    }
}

fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Doc, Origin};

    fn mark(schema: &str) -> u64 {
        let doc = Doc::parse("t.json".into(), schema, Origin::default()).expect("JSON");
        Marks::new(doc.root()).of(doc.root())
    }

    #[test]
    fn what_a_validator_cannot_tell_apart_is_the_same() {
        for (one, other) in [
            (r#"{"type":"string","title":"A"}"#, r#"{"description":"x","type":["string"]}"#),
            (r#"{"enum":["a","b"]}"#, r#"{"enum":["b","a","b"]}"#),
            (r#"{"required":["b","a"],"type":"object"}"#, r#"{"type":"object","required":["a","b"]}"#),
            (r##"{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"null"}}}"##, r#"{"properties":{"a":{"type":"null"}}}"#),
            (
                r##"{"$ref":"#/$defs/n","$defs":{"n":{"properties":{"n":{"$ref":"#/$defs/n"}}}}}"##,
                r##"{"$ref":"#/$defs/m","$defs":{"m":{"properties":{"n":{"$ref":"#/$defs/m"}}}}}"##,
            ),
            (r#"{"minimum":1}"#, r#"{"minimum":1.0}"#),
            ("true", "{}"),
        ] {
            assert_eq!(mark(one), mark(other), "{one} {other}");
        }
    }

    #[test]
    fn what_a_validator_tells_apart_is_not() {
        for (one, other) in [
            (r#"{"type":"string"}"#, r#"{"type":"integer"}"#),
            (r#"{"enum":["1"]}"#, r#"{"enum":[1]}"#),
            (r#"{"properties":{"title":{"type":"null"}}}"#, r#"{"properties":{}}"#),
            (r#"{"prefixItems":[{"type":"null"},{}]}"#, r#"{"prefixItems":[{},{"type":"null"}]}"#),
            (r#"{"anyOf":[{"type":"null"}]}"#, r#"{"oneOf":[{"type":"null"}]}"#),
            ("false", "{}"),
        ] {
            assert_ne!(mark(one), mark(other), "{one} {other}");
        }
    }
}
