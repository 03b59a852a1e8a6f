//! The schema of an array's items.

use super::refs::Refs;
use crate::json::Json;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// The nearest `items` schema, through references, combinators and variants. A tuple has none.
pub(crate) fn items<'a>(root: Json<'a>, at: Json<'a>) -> Option<Json<'a>> {
    let refs = Refs::new(root);
    let mut seen = FxHashSet::default();
    let mut open = VecDeque::from([at]);
    while let Some(node) = open.pop_front() {
        if !seen.insert(node.id()) {
            continue;
        }
        if let Some(items) = node.get("items").filter(|items| items.is_object() || items.bool() == Some(true)) {
            return Some(items);
        }
        open.extend(refs.follow(node));
        for keyword in ["allOf", "anyOf", "oneOf"] {
            open.extend(node.get(keyword).into_iter().flat_map(Json::items));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    #[test]
    fn items_are_found() {
        for (schema, want) in [
            (r#"{"type":"array","items":{"type":"string"}}"#, Some("/items")),
            (r#"{"type":"array"}"#, None),
            (r#"{"type":"array","items":false}"#, None),
            (r#"{"type":"array","items":[{}]}"#, None),
            (r#"{"anyOf":[{"type":"null"},{"type":"array","items":{}}]}"#, Some("/anyOf/1/items")),
            (r##"{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"items":true}]}}}"##, Some("/$defs/a/allOf/0/items")),
            (r##"{"$ref":"#"}"##, None),
        ] {
            let doc = doc(schema);
            assert_eq!(items(doc.root(), doc.root()).map(Json::pointer).as_deref(), want, "{schema}");
        }
    }
}
