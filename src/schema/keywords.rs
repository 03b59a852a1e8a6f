//! Where schemas stand inside a schema. The keywords of all drafts are read together: authors mix them.

use crate::json::Json;

/// How many of the schemas in a list must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Combinator {
    All,
    Any,
    One,
}

/// What a schema is to the one that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role<'a> {
    Root,
    /// `required`: the object beside it says so.
    Property {
        name: &'a str,
        required: bool,
    },
    PatternProperty(&'a str),
    AdditionalProperties,
    PropertyNames,
    Items,
    /// One place of a tuple.
    TupleItem,
    Contains,
    Branch(Combinator),
    Not,
    If,
    Then,
    Else,
    /// Applies where a property of this name is present.
    Dependent(&'a str),
    /// The target of a `$ref`.
    Ref,
    /// Stands in `$defs` or `definitions`: applies to nothing until a `$ref` names it.
    Definition,
}

/// Can this be a schema at all?
pub(super) fn is_schema(node: Json<'_>) -> bool {
    node.is_object() || node.bool().is_some()
}

/// Speaks this schema for itself alone: without references, and without schemas that must hold too?
pub(super) fn is_plain(node: Json<'_>) -> bool {
    !["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf"].iter().any(|keyword| node.has(keyword))
}

/// Does this schema let nothing through by its look? `{"not": {}}` is how generators without boolean schemas write false.
pub(super) fn is_never(node: Json<'_>) -> bool {
    let everything = |schema: Json<'_>| schema.bool() == Some(true) || (schema.is_object() && schema.members().is_empty());
    node.bool() == Some(false) || node.get("not").is_some_and(everything)
}

/// Every schema that stands directly in this one, in the order of the text.
pub(super) fn children<'a>(node: Json<'a>, visit: &mut dyn FnMut(Role<'a>, Json<'a>)) {
    for (keyword, value) in node.entries() {
        match keyword {
            "properties" => {
                let mut required: Vec<&str> = required(node).filter_map(Json::text).collect();
                required.sort_unstable();
                let is_required = |name: &str| required.binary_search(&name).is_ok();
                each_value(value, &mut |name, child| visit(Role::Property { name, required: is_required(name) }, child));
            }
            "patternProperties" => each_value(value, &mut |pattern, child| visit(Role::PatternProperty(pattern), child)),
            // The values of `dependencies` that are lists name properties; they are no schemas.
            "dependentSchemas" | "dependencies" => each_value(value, &mut |name, child| visit(Role::Dependent(name), child)),
            "$defs" | "definitions" => each_value(value, &mut |_, child| visit(Role::Definition, child)),
            "items" if value.is_array() => each_item(value, Role::TupleItem, visit),
            "prefixItems" => each_item(value, Role::TupleItem, visit),
            "allOf" => each_item(value, Role::Branch(Combinator::All), visit),
            "anyOf" => each_item(value, Role::Branch(Combinator::Any), visit),
            "oneOf" => each_item(value, Role::Branch(Combinator::One), visit),
            _ => {
                if let Some(role) = single(keyword)
                    && is_schema(value)
                {
                    visit(role, value);
                }
            }
        }
    }
}

/// The entries of `required`, if it is a list: draft-03's flag is no list.
pub(super) fn required<'a>(node: Json<'a>) -> impl Iterator<Item = Json<'a>> {
    node.get("required").into_iter().flat_map(Json::items)
}

/// Keywords whose value is one schema.
fn single<'a>(keyword: &str) -> Option<Role<'a>> {
    Some(match keyword {
        "items" | "additionalItems" | "unevaluatedItems" => Role::Items,
        "additionalProperties" | "unevaluatedProperties" => Role::AdditionalProperties,
        "propertyNames" => Role::PropertyNames,
        "contains" => Role::Contains,
        "not" => Role::Not,
        "if" => Role::If,
        "then" => Role::Then,
        "else" => Role::Else,
        _ => return None,
    })
}

fn each_value<'a>(object: Json<'a>, visit: &mut dyn FnMut(&'a str, Json<'a>)) {
    object.entries().filter(|(_, child)| is_schema(*child)).for_each(|(name, child)| visit(name, child));
}

fn each_item<'a>(array: Json<'a>, role: Role<'a>, visit: &mut dyn FnMut(Role<'a>, Json<'a>)) {
    array.items().filter(|child| is_schema(*child)).for_each(|child| visit(role, child));
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    #[test]
    fn children_and_their_roles() {
        let text = r#"{"properties":{"a":{},"b":true,"c":"x"},"required":["a"],"items":[{}],"dependencies":{"a":["b"],"b":{}},
            "additionalProperties":{},"enum":[{}],"default":{"properties":{}},"not":{},"anyOf":{"x":{}},"$defs":{"d":{}}}"#;
        let doc = doc(text);
        let mut seen = Vec::new();
        children(doc.root(), &mut |role, node| seen.push((role, node.pointer())));
        let want = [
            (Role::Property { name: "a", required: true }, "/properties/a"),
            (Role::Property { name: "b", required: false }, "/properties/b"),
            (Role::TupleItem, "/items/0"),
            (Role::Dependent("b"), "/dependencies/b"),
            (Role::AdditionalProperties, "/additionalProperties"),
            (Role::Not, "/not"),
            (Role::Definition, "/$defs/d"),
        ];
        assert_eq!(seen, want.map(|(role, place)| (role, place.to_owned())));
    }
}
