//! One schema made ready to judge instances.

use super::cost::Graph;
use super::dialect::Dialect;
use super::digest::digest;
use super::lay::Layout;
use super::meta;
use super::ordinary::is_ordinary;
use super::simple::Simple;
use super::violation::Violation;
use crate::json::{Json, Kind};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::{Map, Value};

/// Steps that a pattern may go back over before it is given up.
const BACKTRACKING: usize = 50_000;

#[derive(Debug)]
pub(crate) struct Checker(How);

#[derive(Debug)]
enum How {
    Simple(Simple),
    Compiled(Box<Compiled>),
}

#[derive(Debug)]
struct Compiled {
    validator: Validator,
    cost: Graph,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotCompiled {
    pub(crate) why: Why,
    pub(crate) words: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// Judging an instance could cost more than the budget.
    TooCostly,
    /// A reference leads nowhere in this document. None is fetched.
    BadReference,
    /// The meta-schema of the dialect refuses it.
    Invalid,
    /// A pattern is no regular expression, or one beyond our limits.
    BadPattern,
}

impl Checker {
    /// The schema document as a whole; references resolve inside it.
    pub(crate) fn compile(schema: Json<'_>) -> Result<Self, NotCompiled> {
        Simple::read(schema).map_or_else(|| Self::with_validator(schema), |simple| Ok(Self(How::Simple(simple))))
    }

    pub(super) fn with_validator(schema: Json<'_>) -> Result<Self, NotCompiled> {
        let cost = Graph::of(schema);
        if cost.is_too_costly() {
            return Err(refuse(Why::TooCostly, "its references multiply beyond the budget of a check"));
        }
        let dialect = Dialect::of(schema);
        if meta::is_too_costly(dialect, schema) {
            return Err(refuse(Why::TooCostly, "it is too large and too deep to be held against its meta-schema"));
        }
        let mut value = plain(schema);
        let ordinary = dialect != Dialect::Draft4 && is_ordinary(schema, &Layout::of(schema));
        if !ordinary && let Some(fault) = meta::first(dialect, &value) {
            return Err(refuse(Why::Invalid, format!("the {} meta-schema refuses it: {fault}", dialect.name())));
        }
        forget_dialects(&mut value);
        let build = jsonschema::options()
            .with_draft(draft(dialect))
            .offline()
            .should_validate_formats(false)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKING))
            .build(&value);
        match build {
            Ok(validator) => Ok(Self(How::Compiled(Box::new(Compiled { validator, cost })))),
            Err(error) => Err(match error.kind() {
                ValidationErrorKind::Referencing(_) => {
                    refuse(Why::BadReference, "a reference or identifier leads nowhere inside the document")
                }
                ValidationErrorKind::Format { .. } | ValidationErrorKind::Pattern { .. } => {
                    refuse(Why::BadPattern, format!("the pattern at {} cannot be compiled", error.schema_path()))
                }
                kind => refuse(Why::Invalid, format!("`{}` at {} cannot be read", kind.keyword(), error.schema_path())),
            }),
        }
    }

    /// What the instance breaks; None where that cannot be said within the limits.
    pub(crate) fn check(&self, instance: &Value) -> Option<Vec<Violation>> {
        let Compiled { validator, cost } = match &self.0 {
            How::Simple(simple) => return Some(simple.check(instance)),
            How::Compiled(compiled) => &**compiled,
        };
        if !cost.affords(instance) {
            return None;
        }
        if validator.is_valid(instance) {
            return Some(Vec::new());
        }
        let errors: Vec<_> = validator.iter_errors(instance).collect();
        let found = digest(instance, errors.iter());
        (!found.violations.is_empty() || !found.undecided).then_some(found.violations)
    }

    /// None where it cannot be said within the limits.
    pub(crate) fn is_valid(&self, instance: &Value) -> Option<bool> {
        self.check(instance).map(|violations| violations.is_empty())
    }
}

fn refuse(why: Why, words: impl Into<String>) -> NotCompiled {
    NotCompiled { why, words: words.into() }
}

pub(super) fn draft(dialect: Dialect) -> Draft {
    match dialect {
        Dialect::Draft4 => Draft::Draft4,
        Dialect::Draft6 => Draft::Draft6,
        Dialect::Draft7 => Draft::Draft7,
        Dialect::Draft2019 => Draft::Draft201909,
        Dialect::Draft2020 => Draft::Draft202012,
    }
}

/// The plain value. Text with a lone surrogate keeps the rest, so that one odd description does not cost the whole schema.
pub(super) fn plain(node: Json<'_>) -> Value {
    match node.kind() {
        Kind::Object(_) => Value::Object(node.entries().map(|(key, value)| (key.to_owned(), plain(value))).collect::<Map<_, _>>()),
        Kind::Array(_) => Value::Array(node.items().map(plain).collect()),
        Kind::Text { .. } => Value::String(node.text().unwrap_or_default().to_owned()),
        Kind::Null | Kind::Bool(_) | Kind::Number => node.value(),
    }
}

/// Takes out `$schema` wherever it names a dialect that nobody knows: the validator would want to fetch it.
fn forget_dialects(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.get("$schema").and_then(Value::as_str).is_some_and(|uri| Dialect::named(uri).is_none()) {
                members.remove("$schema");
            }
            members.values_mut().for_each(forget_dialects);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_dialects),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;
    use crate::json::join;

    /// Place in the instance, keyword with its operands, place in the schema.
    fn told(schema: &str, instance: &str) -> Vec<String> {
        let doc = doc(schema);
        let checker = Checker::compile(doc.root()).expect("a schema");
        let instance: Value = serde_json::from_str(instance).expect("JSON");
        let found = checker.check(&instance).expect("decided");
        found.iter().map(show).collect()
    }

    fn show(violation: &Violation) -> String {
        use super::super::Keyword;
        let keyword = match &violation.keyword {
            Keyword::Required(name) => format!("required {name}"),
            Keyword::AdditionalProperties(names) => format!("additional {}", names.join(",")),
            Keyword::Type { expected } => format!("type {}", expected.names().join("|")),
            Keyword::AnyOf(branches) | Keyword::OneOf(branches) => {
                let each: Vec<String> = branches.iter().map(|b| b.iter().map(show).collect::<Vec<_>>().join(", ")).collect();
                format!("{} [{}]", violation.keyword.name(), each.join("] ["))
            }
            Keyword::SeveralOf => "several".into(),
            other => other.name().into(),
        };
        format!("{}: {keyword}{} at {}", join(&violation.instance), if violation.conditional { "?" } else { "" }, violation.schema_path)
    }

    #[test]
    fn violations_have_their_places() {
        for (schema, instance, want) in [
            (r#"{"type":"object"}"#, "{}", vec![]),
            (r#"{"type":"object"}"#, "1", vec![": type object at /type"]),
            (r#"{"type":["string","null"]}"#, "1", vec![": type null|string at /type"]),
            (r#"{"required":["a","b"]}"#, r#"{"b":1}"#, vec![": required a at /required"]),
            (
                r#"{"properties":{"a":{}},"additionalProperties":false}"#,
                r#"{"b":1,"c":2,"a":3}"#,
                vec![": additional b,c at /additionalProperties"],
            ),
            (r#"{"additionalProperties":false}"#, r#"{"b":1,"c":1}"#, vec![": additional b,c at /additionalProperties"]),
            (r#"{"items":{"additionalProperties":{"not":{}}}}"#, r#"[{"b":1}]"#, vec!["/0: additional b at /items/additionalProperties"]),
            (r#"{"properties":{"a":{}},"unevaluatedProperties":false}"#, r#"{"b":1}"#, vec![": additional b at /unevaluatedProperties"]),
            (r#"{"properties":{"a":false}}"#, r#"{"a":1}"#, vec!["/a: false at /properties/a"]),
            (
                r#"{"properties":{"edits":{"items":{"properties":{"old/text":{"type":"string"}},"required":["new"]}}}}"#,
                r#"{"edits":[{"new":1},{"old/text":1}]}"#,
                vec![
                    "/edits/1: required new at /properties/edits/items/required",
                    "/edits/1/old~1text: type string at /properties/edits/items/properties/old~1text/type",
                ],
            ),
            (r#"{"enum":["a","b"]}"#, "1", vec![": enum at /enum"]),
            (r#"{"enum":["a"]}"#, "1", vec![": const at /enum"]),
            (r#"{"const":1}"#, "2", vec![": const at /const"]),
            (r#"{"minimum":3}"#, "2", vec![": minimum at /minimum"]),
            (r#"{"pattern":"^a"}"#, r#""b""#, vec![": pattern at /pattern"]),
            (r#"{"format":"date","type":"string"}"#, r#""b""#, vec![]),
            (r#"{"not":{"type":"integer"}}"#, "1", vec![": not at /not"]),
            (r#"{"not":{}}"#, "1", vec![": false at /not"]),
            (
                r##"{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"required":["x"]}}}"##,
                r#"{"a":{}}"#,
                vec!["/a: required x at /$defs/A/required"],
            ),
            (
                r##"{"properties":{"a b":{"$ref":"#/$defs/A%20B"}},"$defs":{"A B":{"$ref":"#x"},"X":{"$anchor":"x","required":["x"]}}}"##,
                r#"{"a b":{}}"#,
                vec!["/a b: required x at /$defs/X/required"],
            ),
            (
                r#"{"if":{"properties":{"m":{"const":1}},"required":["m"]},"then":{"required":["x"]}}"#,
                r#"{"m":1}"#,
                vec![": required x? at /then/required"],
            ),
            (r#"{"dependentRequired":{"a":["b"]}}"#, r#"{"a":1}"#, vec![": required b? at /dependentRequired"]),
            (r#"{"properties":{"then":{"required":["x"]}}}"#, r#"{"then":{}}"#, vec!["/then: required x at /properties/then/required"]),
            (
                r#"{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}"#,
                "1",
                vec![": exclusiveMinimum at /exclusiveMinimum"],
            ),
            (
                r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}"#,
                "[1]",
                vec!["/0: type string at /items/0/type"],
            ),
        ] {
            assert_eq!(told(schema, instance), want, "{schema} on {instance}");
        }
    }

    #[test]
    fn of_failing_alternatives_the_one_that_was_meant_speaks() {
        let tagged = r#"{"properties":{"op":{"oneOf":[
            {"type":"object","properties":{"kind":{"const":"move"},"to":{"type":"string"}},"required":["kind","to"]},
            {"type":"object","properties":{"kind":{"const":"drop"},"at":{"type":"integer"}},"required":["kind","at"]}]}}}"#;
        let nullable = r#"{"properties":{"a":{"anyOf":[{"type":"object","required":["x"]},{"type":"null"}]}}}"#;
        let scalar = r#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#;
        for (schema, instance, want) in [
            (tagged, r#"{"op":{"kind":"move"}}"#, vec!["/op: required to? at /properties/op/oneOf/0/required"]),
            (tagged, r#"{"op":{"kind":"drop","at":"x"}}"#, vec!["/op/at: type integer? at /properties/op/oneOf/1/properties/at/type"]),
            (tagged, r#"{"op":{"kind":"fly"}}"#, vec!["/op/kind: enum at /properties/op/oneOf"]),
            (tagged, r#"{"op":1}"#, vec!["/op: type object at /properties/op/oneOf"]),
            (nullable, r#"{"a":{}}"#, vec!["/a: required x at /properties/a/anyOf/0/required"]),
            (nullable, r#"{"a":"x"}"#, vec!["/a: type null|object at /properties/a/anyOf"]),
            (scalar, r#""1""#, vec![": type null|integer at /anyOf"]),
            (r#"{"anyOf":[{"enum":["a","b"]},{"type":"null"}]}"#, r#""c""#, vec![": enum at /anyOf/0/enum"]),
            (r#"{"anyOf":[{"const":"a"},{"const":"b"}]}"#, r#""c""#, vec![": enum at /anyOf"]),
            (
                r#"{"anyOf":[{"required":["a"]},{"required":["b"]}]}"#,
                "{}",
                vec![": anyOf [: required a at /anyOf/0/required] [: required b at /anyOf/1/required] at /anyOf"],
            ),
            (r#"{"anyOf":[{"not":{}},{"required":["a"]}]}"#, "{}", vec![": required a at /anyOf/1/required"]),
            (r#"{"oneOf":[{"required":["a"]},{"required":["b"]}]}"#, r#"{"a":1,"b":1}"#, vec![": several at /oneOf"]),
            (
                r#"{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"string"}]}"#,
                "[1]",
                vec!["/0: type string at /anyOf/0/items/type"],
            ),
            (
                r#"{"anyOf":[{"allOf":[{"anyOf":[{"type":"string"},{"type":"integer"}]}]},{"type":"null"}]}"#,
                "true",
                vec![": type null|integer|string at /anyOf"],
            ),
        ] {
            assert_eq!(told(schema, instance), want, "{schema} on {instance}");
        }
    }

    #[test]
    fn a_refusal_says_why_without_values() {
        for (schema, why, words) in [
            (r##"{"$ref":"#/$defs/no"}"##, Why::BadReference, "a reference or identifier leads nowhere inside the document"),
            (
                r#"{"properties":{"a":{"required":true}}}"#,
                Why::Invalid,
                "the 2020-12 meta-schema refuses it: `type` at /properties/a/required",
            ),
            (r#"{"properties":{"a":{"pattern":"("}}}"#, Why::BadPattern, "the pattern at /properties/a/pattern cannot be compiled"),
        ] {
            let doc = doc(schema);
            let refused = Checker::compile(doc.root()).err();
            assert_eq!(refused, Some(NotCompiled { why, words: words.into() }), "{schema}");
        }
    }
}
