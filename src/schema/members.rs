//! The closed set of values that a schema advertises.

use super::keywords;
use super::refs::Refs;
use super::types::{Typer, Types};
use crate::json::{Json, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// References and combinators that are followed into each other.
const DEPTH: usize = 200;

/// The values of `enum` or `const`, also where every alternative of a union is such a set. Null is not a member: it says "absent".
pub(crate) fn members<'a>(root: Json<'a>, at: Json<'a>) -> Option<Vec<Json<'a>>> {
    let refs = Refs::new(root);
    let mut search = Search { refs: &refs, typer: Typer::new(&refs), known: FxHashMap::default() };
    search.of(at, 0).filter(|set| !set.is_empty())
}

struct Search<'r, 'a> {
    refs: &'r Refs<'a>,
    typer: Typer<'r, 'a>,
    /// None while the answer is being worked out, and where there is no set.
    known: FxHashMap<NodeId, Option<Vec<Json<'a>>>>,
}

impl<'a> Search<'_, 'a> {
    fn of(&mut self, node: Json<'a>, depth: usize) -> Option<Vec<Json<'a>>> {
        if depth > DEPTH {
            return None;
        }
        if keywords::is_plain(node) {
            return own(node);
        }
        if let Some(known) = self.known.get(&node.id()) {
            return known.clone();
        }
        self.known.insert(node.id(), None);
        let set = own(node).or_else(|| self.demanded(node, depth)).or_else(|| self.union(node, depth));
        self.known.insert(node.id(), set.clone());
        set
    }

    /// The smallest set among the schemas that must hold too.
    fn demanded(&mut self, node: Json<'a>, depth: usize) -> Option<Vec<Json<'a>>> {
        let target = self.refs.follow(node);
        let all = target.into_iter().chain(node.get("allOf").into_iter().flat_map(Json::items));
        all.filter_map(|schema| self.of(schema, depth + 1)).min_by_key(Vec::len)
    }

    fn union(&mut self, node: Json<'a>, depth: usize) -> Option<Vec<Json<'a>>> {
        let alternatives = ["anyOf", "oneOf"].iter().find_map(|keyword| node.get(keyword).filter(|list| list.is_array()))?;
        let mut set = Vec::new();
        for alternative in alternatives.items() {
            if self.typer.of(alternative) != Types::NULL {
                set.extend(self.of(alternative, depth + 1)?);
            }
        }
        Some(distinct(set.into_iter()))
    }
}

fn own(node: Json<'_>) -> Option<Vec<Json<'_>>> {
    match node.get("const") {
        Some(value) => Some(distinct(std::iter::once(value))),
        None => node.get("enum").filter(|list| list.is_array()).map(|list| distinct(list.items())),
    }
}

fn distinct<'a>(values: impl Iterator<Item = Json<'a>>) -> Vec<Json<'a>> {
    let mut seen = FxHashSet::default();
    values.filter(|value| !value.is_null() && seen.insert(value.raw())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    #[test]
    fn closed_sets() {
        for (schema, want) in [
            (r#"{"enum":["a","b",null,"a"]}"#, Some(vec![r#""a""#, r#""b""#])),
            (r#"{"const":1}"#, Some(vec!["1"])),
            (r#"{"enum":[null]}"#, None),
            (r#"{"enum":[]}"#, None),
            (r#"{"enum":"a"}"#, None),
            (r#"{"type":"string"}"#, None),
            (r#"{"anyOf":[{"enum":["a"]},{"type":"null"}]}"#, Some(vec![r#""a""#])),
            (r#"{"oneOf":[{"const":"a"},{"const":"b"}]}"#, Some(vec![r#""a""#, r#""b""#])),
            (r#"{"anyOf":[{"enum":["a"]},{"type":"string"}]}"#, None),
            (r#"{"anyOf":[{"type":"null"}]}"#, None),
            (r##"{"$ref":"#/$defs/e","$defs":{"e":{"enum":["x"]}}}"##, Some(vec![r#""x""#])),
            (r##"{"allOf":[{"enum":["x","y"]},{"enum":["x"]}]}"##, Some(vec![r#""x""#])),
            (r##"{"anyOf":[{"$ref":"#"},{"const":"x"}]}"##, None),
            ("true", None),
        ] {
            let doc = doc(schema);
            let got = members(doc.root(), doc.root()).map(|set| set.into_iter().map(Json::raw).collect::<Vec<_>>());
            assert_eq!(got, want, "{schema}");
        }
    }
}
