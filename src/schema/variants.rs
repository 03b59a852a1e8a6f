//! The schemas between which an instance may choose.

use super::refs::Refs;
use crate::json::Json;
use rustc_hash::FxHashSet;

/// The members of `anyOf` and `oneOf` behind their references, members of members included; the schema itself where it has none.
/// What stands beside the alternatives is not among them.
pub(crate) fn variants<'a>(root: Json<'a>, at: Json<'a>) -> Vec<Json<'a>> {
    let refs = Refs::new(root);
    let mut seen = FxHashSet::default();
    let mut open = vec![at];
    let mut out = Vec::new();
    while let Some(node) = open.pop() {
        let node = refs.end(node);
        if !seen.insert(node.id()) {
            continue;
        }
        let before = open.len();
        for keyword in ["anyOf", "oneOf"] {
            open.extend(node.get(keyword).into_iter().flat_map(Json::items));
        }
        if open.len() == before {
            open.extend(wrapped(node));
        }
        if open.len() == before {
            out.push(node);
        } else if let Some(added) = open.get_mut(before..) {
            // The stack is read from its end; the answer keeps the order of the text.
            added.reverse();
        }
    }
    out
}

/// The one member of an `allOf` around which nothing else stands: how some generators hang a description on a reference.
fn wrapped(node: Json<'_>) -> Option<Json<'_>> {
    let plain = node.entries().all(|(keyword, _)| matches!(keyword, "allOf" | "title" | "description" | "default" | "examples"));
    let mut members = node.get("allOf").filter(|_| plain)?.items();
    members.next().filter(|_| members.len() == 0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, doc};
    use super::*;

    #[test]
    fn variants_are_flat_and_in_order() {
        for (schema, want) in [
            ("{}", vec![""]),
            ("true", vec![""]),
            (r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, vec!["/anyOf/0", "/anyOf/1"]),
            (r#"{"anyOf":[{"oneOf":[{},{}]},{}]}"#, vec!["/anyOf/0/oneOf/0", "/anyOf/0/oneOf/1", "/anyOf/1"]),
            (r##"{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"},{}]},"b":{}}}"##, vec!["/$defs/b", "/$defs/a/anyOf/1"]),
            (r##"{"allOf":[{"$ref":"#/$defs/a"}],"title":"A","$defs":{}}"##, vec![""]),
            (r##"{"allOf":[{"oneOf":[{},{}]}],"description":"A"}"##, vec!["/allOf/0/oneOf/0", "/allOf/0/oneOf/1"]),
            (r##"{"anyOf":[{"$ref":"#"},{"type":"string"}]}"##, vec!["/anyOf/1"]),
            (r#"{"anyOf":"x"}"#, vec![""]),
        ] {
            let doc = doc(schema);
            let got: Vec<String> = variants(doc.root(), doc.root()).into_iter().map(Json::pointer).collect();
            assert_eq!(got, want, "{schema}");
        }
    }

    #[test]
    fn references_resolve_from_the_root_wherever_one_starts() {
        let doc = doc(r##"{"properties":{"a":{"oneOf":[{"$ref":"#/$defs/x"}]}},"$defs":{"x":{"type":"string"}}}"##);
        let got = variants(doc.root(), at(doc.root(), "/properties/a"));
        assert_eq!(got.into_iter().map(Json::pointer).collect::<Vec<_>>(), ["/$defs/x"]);
    }
}
