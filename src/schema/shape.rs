//! What an object schema advertises: its properties, which of them it demands, and whether it takes others.

use super::keywords;
use super::refs::Refs;
use super::seen::Seen;
use super::types::{Typer, Types};
use crate::json::{Json, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// References and combinators that are followed into each other when openness is asked for.
const DEPTH: usize = 200;

/// Does the schema take keys that it does not name? The order is that of strength where several schemas must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Openness {
    /// Nothing is said, which lets everything through.
    Absent,
    /// `additionalProperties` (or `unevaluatedProperties`) is true or a schema, or key patterns are given.
    OnPurpose,
    /// It is false.
    Closed,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Prop<'a> {
    pub(crate) name: &'a str,
    /// The value below `properties`.
    pub(crate) node: Json<'a>,
    /// Stands only in an alternative or under a condition.
    pub(crate) branch: bool,
}

#[derive(Debug)]
pub(crate) struct Shape<'a> {
    /// Each name once, at the first place that holds it; those of every instance before those of a branch.
    pub(crate) props: Vec<Prop<'a>>,
    /// Demanded of every instance, with the entry of the list that says so.
    pub(crate) required: Vec<(&'a str, Json<'a>)>,
    /// Demanded in some alternative or under some condition.
    pub(crate) branch_required: Vec<&'a str>,
    pub(crate) openness: Openness,
    pub(crate) pattern_keys: bool,
    /// The object that holds `properties`, behind references; the schema itself where none does.
    pub(crate) at: Json<'a>,
    by_name: FxHashMap<&'a str, usize>,
    demanded: FxHashSet<&'a str>,
}

impl<'a> Shape<'a> {
    #[cfg(test)]
    pub(crate) fn get(&self, name: &str) -> Option<&Prop<'a>> {
        self.by_name.get(name).and_then(|index| self.props.get(*index))
    }

    pub(crate) fn requires(&self, name: &str) -> bool {
        self.demanded.contains(name)
    }

    /// The entry of a `required` list that demands this name.
    pub(crate) fn required_at(&self, name: &str) -> Option<Json<'a>> {
        self.required.iter().find(|(known, _)| *known == name).map(|(_, entry)| *entry)
    }

    /// Keywords of this schema, not of one behind a reference, that are met once more in a branch count once.
    fn add(&mut self, node: Json<'a>, branch: bool) {
        if let Some(properties) = node.get("properties").filter(|it| it.is_object()) {
            let known = self.props.len();
            let count = properties.members().len();
            self.props.reserve(count);
            self.by_name.reserve(count);
            for (name, value) in properties.entries() {
                let at = *self.by_name.entry(name).or_insert(self.props.len());
                match self.props.get_mut(at) {
                    // A key that stands twice has its first place and, as parsers have it, its last value.
                    Some(prop) if at >= known => prop.node = value,
                    Some(_) => {}
                    None => self.props.push(Prop { name, node: value, branch }),
                }
            }
        }
        for entry in keywords::required(node) {
            let Some(name) = entry.text() else { continue };
            if branch {
                self.branch_required.push(name);
            } else if self.demanded.insert(name) {
                self.required.push((name, entry));
            }
        }
        self.pattern_keys |= node.get("patternProperties").is_some_and(|it| !it.members().is_empty());
    }
}

/// The shape of the objects that `at` lets through, through references, combinators and conditions.
pub(crate) fn shape<'a>(root: Json<'a>, at: Json<'a>) -> Shape<'a> {
    let refs = Refs::new(root);
    let mut typer = Typer::new(&refs);
    let mut shape = Shape {
        props: Vec::new(),
        required: Vec::new(),
        branch_required: Vec::new(),
        openness: Openness::Absent,
        pattern_keys: false,
        at: refs.end(at),
        by_name: FxHashMap::default(),
        demanded: FxHashSet::default(),
    };
    let mut seen = Seen::below(root.id());
    let mut always = VecDeque::from([at]);
    let mut sometimes = VecDeque::new();
    let mut holder = None;
    while let Some((node, branch)) = always.pop_front().map(|node| (node, false)).or_else(|| sometimes.pop_front().map(|node| (node, true)))
    {
        if !seen.insert(node.id()) {
            continue;
        }
        shape.add(node, branch);
        if !branch && node.get("properties").is_some_and(Json::is_object) {
            holder = holder.or(Some(node));
        }
        let same = if branch { &mut sometimes } else { &mut always };
        same.extend(refs.follow(node));
        same.extend(node.get("allOf").into_iter().flat_map(Json::items));
        for keyword in ["anyOf", "oneOf"] {
            let live: Vec<Json<'a>> = alternatives(&mut typer, node, keyword);
            // One alternative is none: whatever is an object must be this one.
            if live.len() == 1 && !branch {
                always.extend(live);
            } else {
                sometimes.extend(live);
            }
        }
        sometimes.extend(["if", "then", "else"].iter().filter_map(|keyword| node.get(keyword)));
        for (_, dependent) in ["dependentSchemas", "dependencies"].iter().filter_map(|keyword| node.get(keyword)).flat_map(Json::entries) {
            sometimes.push_back(dependent);
        }
        for (_, names) in ["dependentRequired", "dependencies"].iter().filter_map(|keyword| node.get(keyword)).flat_map(Json::entries) {
            shape.branch_required.extend(names.items().filter_map(Json::text));
        }
    }
    let mut told = FxHashSet::default();
    shape.branch_required.retain(|name| told.insert(*name));
    shape.at = holder.unwrap_or(shape.at);
    shape.openness =
        if shape.pattern_keys { Openness::OnPurpose } else { Opened { refs: &refs, typer, known: FxHashMap::default() }.of(at, 0) };
    shape
}

/// The members of a union that an object could match.
fn alternatives<'a>(typer: &mut Typer<'_, 'a>, node: Json<'a>, keyword: &str) -> Vec<Json<'a>> {
    node.get(keyword).into_iter().flat_map(Json::items).filter(|member| typer.of(*member).holds(Types::OBJECT)).collect()
}

struct Opened<'r, 'a> {
    refs: &'r Refs<'a>,
    typer: Typer<'r, 'a>,
    known: FxHashMap<NodeId, Openness>,
}

impl<'a> Opened<'_, 'a> {
    fn of(&mut self, node: Json<'a>, depth: usize) -> Openness {
        if let Some(known) = self.known.get(&node.id()) {
            return *known;
        }
        if depth > DEPTH {
            return Openness::Absent;
        }
        self.known.insert(node.id(), Openness::Absent);
        let mut open = said(node, "additionalProperties");
        let all: Vec<Json<'a>> = self.refs.follow(node).into_iter().chain(node.get("allOf").into_iter().flat_map(Json::items)).collect();
        for schema in all {
            open = open.max(self.of(schema, depth + 1));
        }
        for keyword in ["anyOf", "oneOf"] {
            let each: Vec<Openness> =
                alternatives(&mut self.typer, node, keyword).into_iter().map(|member| self.of(member, depth + 1)).collect();
            let union = match each.iter().min() {
                Some(Openness::Closed) => Openness::Closed,
                Some(_) if each.contains(&Openness::OnPurpose) => Openness::OnPurpose,
                _ => Openness::Absent,
            };
            open = open.max(union);
        }
        // What the schemas beside it have taken is no longer `unevaluated`.
        if open == Openness::Absent {
            open = said(node, "unevaluatedProperties");
        }
        self.known.insert(node.id(), open);
        open
    }
}

fn said(node: Json<'_>, keyword: &str) -> Openness {
    match node.get(keyword).filter(|value| keywords::is_schema(*value)) {
        Some(value) if keywords::is_never(value) => Openness::Closed,
        Some(_) => Openness::OnPurpose,
        None => Openness::Absent,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    /// Names with `*` where required of every instance and `?` where in a branch alone; what a branch requires; openness; place.
    fn told(schema: &str) -> String {
        let doc = doc(schema);
        let shape = shape(doc.root(), doc.root());
        let props: Vec<String> = shape
            .props
            .iter()
            .map(|p| format!("{}{}{}", p.name, if p.branch { "?" } else { "" }, if shape.requires(p.name) { "*" } else { "" }))
            .collect();
        format!("{} | {} | {:?} | {}", props.join(" "), shape.branch_required.join(" "), shape.openness, shape.at.pointer())
    }

    #[test]
    fn shapes() {
        for (schema, want) in [
            ("{}", " |  | Absent | "),
            ("true", " |  | Absent | "),
            (r#"{"properties":{"a":{},"b":{}},"required":["a","c"]}"#, "a* b |  | Absent | "),
            (r#"{"properties":[],"required":"x","allOf":7}"#, " |  | Absent | "),
            (r#"{"properties":{"a":{}},"additionalProperties":false}"#, "a |  | Closed | "),
            (r#"{"additionalProperties":true}"#, " |  | OnPurpose | "),
            (r#"{"additionalProperties":{}}"#, " |  | OnPurpose | "),
            (r#"{"additionalProperties":{"not":{}}}"#, " |  | Closed | "),
            (r#"{"additionalProperties":"no"}"#, " |  | Absent | "),
            (r#"{"unevaluatedProperties":false}"#, " |  | Closed | "),
            (r#"{"unevaluatedProperties":false,"allOf":[{"additionalProperties":{}}]}"#, " |  | OnPurpose | "),
            (r#"{"patternProperties":{"^x":{}},"additionalProperties":false}"#, " |  | OnPurpose | "),
            (
                r##"{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"x":{}},"required":["x"],"additionalProperties":false}}}"##,
                "x* |  | Closed | /$defs/a",
            ),
            (r##"{"properties":{"a":{}},"allOf":[{"properties":{"b":{}},"required":["b","a"]}]}"##, "a* b* |  | Absent | "),
            (
                r##"{"anyOf":[{"properties":{"a":{}},"required":["a"],"additionalProperties":false},{"properties":{"b":{}},"required":["b"],"additionalProperties":false}]}"##,
                "a? b? | a b | Closed | ",
            ),
            (r##"{"properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}"##, "a b | a b | Absent | "),
            (r##"{"anyOf":[{"type":"object","properties":{"a":{}},"required":["a"]},{"type":"null"}]}"##, "a* |  | Absent | /anyOf/0"),
            (r##"{"anyOf":[{"not":{}},{"properties":{"a":{}},"required":["a"]}]}"##, "a* |  | Absent | /anyOf/1"),
            (r##"{"anyOf":[{"additionalProperties":false},{"additionalProperties":{}}]}"##, " |  | OnPurpose | "),
            (
                r##"{"properties":{"m":{}},"if":{"properties":{"m":{"const":1}}},"then":{"properties":{"x":{}},"required":["x"]}}"##,
                "m x? | x | Absent | ",
            ),
            (
                r##"{"properties":{"m":{}},"dependentSchemas":{"m":{"properties":{"y":{}}}},"dependentRequired":{"m":["z"]}}"##,
                "m y? | z | Absent | ",
            ),
            (r##"{"not":{"properties":{"a":{}},"required":["a"]}}"##, " |  | Absent | "),
            (r##"{"$ref":"#","properties":{"a":{}}}"##, "a |  | Absent | "),
        ] {
            assert_eq!(told(schema), want, "{schema}");
        }
    }

    #[test]
    fn what_holds_always_is_no_branch_even_if_a_branch_says_it_too() {
        let text = r##"{"anyOf":[{"$ref":"#/$defs/a"},{"type":"object"}],"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"properties":{"x":{}},"required":["x"]}}}"##;
        assert_eq!(told(text), "x* |  | Absent | /$defs/a");
    }

    #[test]
    fn a_key_that_stands_twice_has_its_last_value() {
        let doc = doc(r#"{"properties":{"a":1,"b":2,"a":3},"required":["a"]}"#);
        let shape = shape(doc.root(), doc.root());
        assert_eq!(shape.get("a").map(|p| p.node.raw()), Some("3"));
        assert_eq!(shape.props.len(), 2);
        assert_eq!(shape.required_at("a").map(Json::pointer).as_deref(), Some("/required/0"));
        assert!(shape.get("c").is_none());
    }
}
