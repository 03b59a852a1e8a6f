//! Which kinds of value a schema lets through.

use super::keywords;
use super::refs::Refs;
use crate::json::{Json, Kind, NodeId};
use rustc_hash::FxHashMap;
use std::ops::{BitAnd, BitOr};

/// References and combinators that are followed into each other; what lies deeper counts as anything.
const DEPTH: usize = 200;

/// A set of JSON types. `number` holds `integer`, as in JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    /// The numbers that are not whole.
    pub(crate) const FRACTION: Self = Self(8);
    pub(crate) const NUMBER: Self = Self(4 | 8);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    pub(crate) const ANY: Self = Self(127);

    const NAMED: [(&'static str, Self); 7] = [
        ("null", Self::NULL),
        ("boolean", Self::BOOLEAN),
        ("integer", Self::INTEGER),
        ("number", Self::NUMBER),
        ("string", Self::STRING),
        ("array", Self::ARRAY),
        ("object", Self::OBJECT),
    ];

    /// The type of that name, if JSON Schema has one.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, types)| *types)
    }

    /// The type of a value.
    pub(crate) fn of_value(value: Json<'_>) -> Self {
        match value.kind() {
            Kind::Null => Self::NULL,
            Kind::Bool(_) => Self::BOOLEAN,
            Kind::Number if is_integral(value.raw()) => Self::INTEGER,
            Kind::Number => Self::NUMBER,
            Kind::Text { .. } => Self::STRING,
            Kind::Array(_) => Self::ARRAY,
            Kind::Object(_) => Self::OBJECT,
        }
    }

    pub(crate) fn is_any(self) -> bool {
        self == Self::ANY
    }

    /// Nothing gets through.
    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// All values of the type of that name.
    pub(crate) fn allows(self, name: &str) -> bool {
        Self::named(name).is_some_and(|types| self.holds(types))
    }

    pub(crate) fn holds(self, other: Self) -> bool {
        self & other == other
    }

    pub(crate) fn nullable(self) -> bool {
        self.holds(Self::NULL)
    }

    /// The one type that is left when null is not counted; "union" where several are, "any" where all are, "never" where none is.
    pub(crate) fn core(self) -> &'static str {
        if self.is_any() {
            return "any";
        }
        match Self(self.0 & !Self::NULL.0) {
            Self::NONE if self.nullable() => "null",
            Self::NONE => "never",
            rest => Self::NAMED.iter().find(|(_, types)| *types == rest).map_or("union", |(name, _)| name),
        }
    }

    /// What this set has and the other has not.
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Each kind of value in the set, whole numbers apart from the others.
    pub(crate) fn kinds(self) -> impl Iterator<Item = Self> {
        (0..7).map(|bit| Self(1 << bit)).filter(move |kind| self.holds(*kind))
    }

    /// The names of the types in the set, "integer" not beside "number".
    pub(crate) fn names(self) -> Vec<&'static str> {
        let number = self.holds(Self::NUMBER);
        Self::NAMED.iter().filter(|(name, types)| self.holds(*types) && !(number && *name == "integer")).map(|(name, _)| *name).collect()
    }
}

impl BitOr for Types {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Types {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

fn is_integral(raw: &str) -> bool {
    !raw.contains(['.', 'e', 'E']) || raw.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
}

/// The types that a schema lets through: `type`, the members of `enum` and `const`, through references and combinators.
pub(crate) fn types<'a>(root: Json<'a>, at: Json<'a>) -> Types {
    Typer::new(&Refs::new(root)).of(at)
}

/// Answers for many schemas of one document.
pub(super) struct Typer<'r, 'a> {
    refs: &'r Refs<'a>,
    /// None while the answer is being worked out.
    known: FxHashMap<NodeId, Option<Types>>,
}

impl<'r, 'a> Typer<'r, 'a> {
    pub(super) fn new(refs: &'r Refs<'a>) -> Self {
        Self { refs, known: FxHashMap::default() }
    }

    pub(super) fn of(&mut self, node: Json<'a>) -> Types {
        self.within(node, 0).unwrap_or(Types::ANY)
    }

    /// None where the schema leads back to itself: a circle says nothing.
    fn within(&mut self, node: Json<'a>, depth: usize) -> Option<Types> {
        match node.kind() {
            _ if keywords::is_never(node) => return Some(Types::NONE),
            Kind::Object(_) => {}
            _ => return Some(Types::ANY),
        }
        if keywords::is_plain(node) {
            return Some(own(node));
        }
        if let Some(known) = self.known.get(&node.id()) {
            return *known;
        }
        if depth > DEPTH {
            return None;
        }
        self.known.insert(node.id(), None);
        let mut types = own(node);
        if let Some(target) = self.refs.follow(node) {
            match self.within(target, depth + 1) {
                Some(known) => types = types & known,
                None if types.is_any() => return None,
                None => {}
            }
        }
        for member in node.get("allOf").into_iter().flat_map(Json::items) {
            types = types & self.within(member, depth + 1).unwrap_or(Types::ANY);
        }
        for keyword in ["anyOf", "oneOf"] {
            let members = node.get(keyword).into_iter().flat_map(Json::items);
            let union = members.filter_map(|member| self.within(member, depth + 1)).reduce(BitOr::bitor);
            types = types & union.unwrap_or(Types::ANY);
        }
        self.known.insert(node.id(), Some(types));
        Some(types)
    }
}

/// What the schema's own keywords say. A type that does not exist says nothing.
fn own(node: Json<'_>) -> Types {
    let declared = node.get("type").and_then(|value| match value.text() {
        Some(name) => Types::named(name),
        None => value.items().map(|item| item.text().and_then(Types::named)).reduce(|a, b| Some(a? | b?)).flatten(),
    });
    let listed = node.get("enum").and_then(|list| list.items().map(Types::of_value).reduce(BitOr::bitor));
    let fixed = node.get("const").map(Types::of_value);
    [declared, listed, fixed].into_iter().flatten().fold(Types::ANY, BitAnd::bitand)
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    #[test]
    fn types_of_schemas() {
        for (schema, core, nullable) in [
            ("{}", "any", true),
            ("true", "any", true),
            ("false", "never", false),
            (r#"{"not":{}}"#, "never", false),
            (r#"{"not":{"type":"null"}}"#, "any", true),
            (r#"{"type":"string"}"#, "string", false),
            (r#"{"type":["string","null"]}"#, "string", true),
            (r#"{"type":["integer","number"]}"#, "number", false),
            (r#"{"type":["integer","string"]}"#, "union", false),
            (r#"{"type":"null"}"#, "null", true),
            (r#"{"type":"str"}"#, "any", true),
            (r#"{"type":["string","str"]}"#, "any", true),
            (r#"{"type":7}"#, "any", true),
            (r#"{"enum":["a","b"]}"#, "string", false),
            (r#"{"enum":["a",null]}"#, "string", true),
            (r#"{"enum":[1,2.0]}"#, "integer", false),
            (r#"{"enum":[1,2.5]}"#, "number", false),
            (r#"{"const":true}"#, "boolean", false),
            (r#"{"type":"number","enum":[1,2]}"#, "integer", false),
            (r#"{"type":"string","enum":[1]}"#, "never", false),
            (r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "string", true),
            (r#"{"oneOf":[{"type":"string"},{"type":"array"}]}"#, "union", false),
            (r#"{"anyOf":[{"type":"string"},{}]}"#, "any", true),
            (r#"{"allOf":[{"type":["string","null"]},{"type":["string","integer"]}]}"#, "string", false),
            (r##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}"##, "object", false),
            (r##"{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"type":"object"}}}"##, "object", false),
            (r##"{"$ref":"#/$defs/none"}"##, "any", true),
            (r##"{"$ref":"#"}"##, "any", true),
            (r##"{"anyOf":[{"$ref":"#"},{"type":"string"}]}"##, "string", false),
            (r#"{"anyOf":[],"type":"string"}"#, "string", false),
            (r#"{"anyOf":{"a":1},"type":"string"}"#, "string", false),
        ] {
            let doc = doc(schema);
            let types = types(doc.root(), doc.root());
            assert_eq!((types.core(), types.nullable()), (core, nullable), "{schema}");
        }
    }

    #[test]
    fn sets_are_named() {
        let set = Types::NUMBER | Types::NULL;
        assert_eq!(set.names(), ["null", "number"]);
        assert!(set.allows("integer") && set.allows("number") && !set.allows("string") && !set.allows("no type"));
        assert!(!Types::INTEGER.allows("number"));
        assert_eq!(Types::ANY.names().len(), 6);
    }
}
