//! Every schema that a document really applies, each one once.

use super::keywords::{self, Combinator, Role};
use super::refs::Refs;
use super::seen::Seen;
use super::types::{Typer, Types};
use crate::json::Json;
use std::collections::VecDeque;
use std::sync::Arc;

/// Names on the way to a schema; real ones stop at a dozen.
const DEPTH: usize = 256;

#[derive(Debug, Clone)]
pub(crate) struct Step<'a> {
    pub(crate) node: Json<'a>,
    /// Property names from the root down, `[]` for an item and `*` for any other key: `edits`, `[]`, `oldText`.
    pub(crate) names: Arc<[&'a str]>,
    /// What the schema is to the one that holds it or refers to it.
    pub(crate) role: Role<'a>,
    /// Applies only in one of several alternatives, under a condition, or inside `not`.
    #[cfg(test)]
    pub(crate) conditional: bool,
}

struct Open<'a> {
    node: Json<'a>,
    names: Arc<[&'a str]>,
    role: Role<'a>,
}

/// Visits every schema that is reachable from the root, the shallow before the deep and what holds always before what holds
/// sometimes. What stands in `$defs` is visited where a `$ref` first leads to it, under the names of that place.
pub(crate) fn walk<'a>(root: Json<'a>, visit: &mut dyn FnMut(&Step<'a>)) {
    let refs = Refs::new(root);
    let mut typer = Typer::new(&refs);
    let mut seen = Seen::below(root.id());
    let mut always = VecDeque::from([Open { node: root, names: Arc::new([]), role: Role::Root }]);
    let mut sometimes: VecDeque<Open<'a>> = VecDeque::new();
    while let Some((open, conditional)) = always.pop_front().map(|o| (o, false)).or_else(|| sometimes.pop_front().map(|o| (o, true))) {
        if !seen.insert(open.node.id()) {
            continue;
        }
        visit(&Step {
            node: open.node,
            names: Arc::clone(&open.names),
            role: open.role,
            #[cfg(test)]
            conditional,
        });
        if let Some(target) = refs.follow(open.node) {
            let queue = if conditional { &mut sometimes } else { &mut always };
            queue.push_back(Open { node: target, names: Arc::clone(&open.names), role: Role::Ref });
        }
        let lone = [Combinator::Any, Combinator::One].map(|combinator| (combinator, lone(&mut typer, open.node, combinator)));
        keywords::children(open.node, &mut |role, child| {
            let (name, maybe) = match role {
                Role::Definition | Role::Root | Role::Ref => return,
                Role::Property { name, .. } => (Some(name), false),
                Role::PatternProperty(_) | Role::AdditionalProperties => (Some("*"), false),
                Role::Items | Role::TupleItem | Role::Contains => (Some("[]"), false),
                Role::PropertyNames | Role::Branch(Combinator::All) => (None, false),
                Role::Branch(union) => (None, !lone.contains(&(union, true))),
                Role::Not | Role::If | Role::Then | Role::Else | Role::Dependent(_) => (None, true),
            };
            if open.names.len() + usize::from(name.is_some()) <= DEPTH {
                let names = match name {
                    Some(name) => open.names.iter().copied().chain(std::iter::once(name)).collect(),
                    None => Arc::clone(&open.names),
                };
                let queue = if conditional || maybe { &mut sometimes } else { &mut always };
                queue.push_back(Open { node: child, names, role });
            }
        });
    }
}

/// Is there but one alternative beside null?
fn lone<'a>(typer: &mut Typer<'_, 'a>, node: Json<'a>, combinator: Combinator) -> bool {
    let keyword = if combinator == Combinator::Any { "anyOf" } else { "oneOf" };
    node.get(keyword).into_iter().flat_map(Json::items).filter(|member| typer.of(*member) != Types::NULL).take(2).count() == 1
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    fn told(schema: &str) -> Vec<String> {
        let doc = doc(schema);
        let mut out = Vec::new();
        walk(doc.root(), &mut |step| {
            out.push(format!(
                "{} {:?}{} {}",
                step.names.join("."),
                step.role,
                if step.conditional { "?" } else { "" },
                step.node.pointer()
            ));
        });
        out
    }

    #[test]
    fn names_roles_and_conditions() {
        let text = r##"{"properties":{
            "edits":{"type":"array","items":{"$ref":"#/$defs/edit"}},
            "mode":{"anyOf":[{"type":"string"},{"type":"null"}]},
            "either":{"oneOf":[{"type":"string"},{"properties":{"x":{}}}]}},
            "required":["edits"],"additionalProperties":{},"if":{"required":["mode"]},"then":{"properties":{"y":{}}},
            "$defs":{"edit":{"properties":{"old":{},"again":{"$ref":"#/$defs/edit"}}},"orphan":{"properties":{"never":{}}}}}"##;
        assert_eq!(
            told(text),
            [
                " Root ",
                "edits Property { name: \"edits\", required: true } /properties/edits",
                "mode Property { name: \"mode\", required: false } /properties/mode",
                "either Property { name: \"either\", required: false } /properties/either",
                "* AdditionalProperties /additionalProperties",
                "edits.[] Items /properties/edits/items",
                "mode Branch(Any) /properties/mode/anyOf/0",
                "mode Branch(Any) /properties/mode/anyOf/1",
                "edits.[] Ref /$defs/edit",
                "edits.[].old Property { name: \"old\", required: false } /$defs/edit/properties/old",
                "edits.[].again Property { name: \"again\", required: false } /$defs/edit/properties/again",
                " If? /if",
                " Then? /then",
                "either Branch(One)? /properties/either/oneOf/0",
                "either Branch(One)? /properties/either/oneOf/1",
                "y Property { name: \"y\", required: false }? /then/properties/y",
                "either.x Property { name: \"x\", required: false }? /properties/either/oneOf/1/properties/x",
            ]
        );
    }

    #[test]
    fn a_broken_schema_is_walked_as_far_as_it_is_one() {
        assert_eq!(told("true"), [" Root "]);
        assert_eq!(told(r#"{"properties":[],"items":"x","anyOf":{"a":{}},"$ref":7}"#), [" Root "]);
    }
}
