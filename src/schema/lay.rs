//! Every schema of one document, laid out once: what walks the same schema a dozen times reads this list instead.

use super::keywords::{self, Combinator, Role};
use super::refs::Refs;
use super::seen::Seen;
use crate::json::{Json, Keys, NodeId};

/// What a schema is to the one that holds it or refers to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    Root,
    Property,
    PatternProperty,
    OtherProperty,
    PropertyNames,
    Items,
    TupleItem,
    Contains,
    Branch(Combinator),
    Not,
    /// `if`, `then`, `else`, or under the name of a property that must be there.
    Condition,
    /// Behind a `$ref`.
    Ref,
    /// In `$defs`, and nothing refers to it.
    Unused,
}

/// One schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At {
    pub(crate) node: NodeId,
    /// The entry that holds it or refers to it; its own for a root.
    pub(crate) from: usize,
    pub(crate) spot: Spot,
    /// It tests, or applies sometimes: inside an alternative, a condition or `not`.
    pub(crate) conditional: bool,
    /// Inside `not` or `if`: it declares nothing.
    pub(crate) test: bool,
}

/// The schemas of a document: those that apply first, each before what stands in it, then those that nothing refers to.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    pub(crate) all: Vec<At>,
    /// The keywords that they may use.
    pub(crate) keywords: Keys,
    /// One of them refers to another.
    pub(crate) refers: bool,
}

impl Layout {
    pub(crate) fn of(root: Json<'_>) -> Self {
        let mut out = Self::default();
        if !keywords::is_schema(root) {
            return out;
        }
        let refs = Refs::new(root);
        let mut seen = Seen::below(root.id());
        let mut unused = Vec::new();
        out.all.push(At { node: root.id(), from: 0, spot: Spot::Root, conditional: false, test: false });
        seen.insert(root.id());
        let mut next = 0;
        loop {
            while let Some(here) = out.all.get(next).copied() {
                let node = root.doc().at(here.node);
                out.keywords.add(node);
                keywords::children(node, &mut |role, child| {
                    if role == Role::Definition {
                        unused.push(child.id());
                        return;
                    }
                    let Some((spot, conditional, test)) = spot(role) else { return };
                    if seen.insert(child.id()) {
                        out.all.push(At {
                            node: child.id(),
                            from: next,
                            spot,
                            conditional: here.conditional || conditional,
                            test: here.test || test,
                        });
                    }
                });
                let target = refs.follow(node);
                out.refers |= target.is_some();
                if let Some(target) = target
                    && seen.insert(target.id())
                {
                    out.all.push(At { node: target.id(), from: next, spot: Spot::Ref, ..here });
                }
                next += 1;
            }
            let Some(left) = unused.pop() else { break };
            if seen.insert(left) {
                let from = out.all.len();
                out.all.push(At { node: left, from, spot: Spot::Unused, conditional: true, test: false });
            }
        }
        out
    }

    /// The names from the root down: `[]` for an item and `*` for any other key.
    pub(crate) fn names<'a>(&self, root: Json<'a>, at: usize) -> Vec<&'a str> {
        let mut names = Vec::new();
        let mut here = at;
        while let Some(entry) = self.all.get(here) {
            match entry.spot {
                Spot::Property => names.extend(root.doc().at(entry.node).key()),
                Spot::PatternProperty | Spot::OtherProperty => names.push("*"),
                Spot::Items | Spot::TupleItem | Spot::Contains => names.push("[]"),
                _ => {}
            }
            if entry.from == here {
                break;
            }
            here = entry.from;
        }
        names.reverse();
        names
    }

    /// Does something in use lead to this schema?
    pub(crate) fn in_use(&self, at: usize) -> bool {
        let mut here = at;
        while let Some(entry) = self.all.get(here) {
            if entry.from == here {
                return entry.spot == Spot::Root;
            }
            here = entry.from;
        }
        false
    }
}

/// Conditional, and a test.
fn spot(role: Role<'_>) -> Option<(Spot, bool, bool)> {
    Some(match role {
        Role::Root | Role::Ref | Role::Definition => return None,
        Role::Property { .. } => (Spot::Property, false, false),
        Role::PatternProperty(_) => (Spot::PatternProperty, false, false),
        Role::AdditionalProperties => (Spot::OtherProperty, false, false),
        Role::PropertyNames => (Spot::PropertyNames, false, false),
        Role::Items => (Spot::Items, false, false),
        Role::TupleItem => (Spot::TupleItem, false, false),
        Role::Contains => (Spot::Contains, false, false),
        Role::Branch(Combinator::All) => (Spot::Branch(Combinator::All), false, false),
        Role::Branch(union) => (Spot::Branch(union), true, false),
        Role::Not => (Spot::Not, true, true),
        Role::If => (Spot::Condition, true, true),
        Role::Then | Role::Else | Role::Dependent(_) => (Spot::Condition, true, false),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    fn told(schema: &str) -> Vec<String> {
        let doc = doc(schema);
        let laid = Layout::of(doc.root());
        (0..laid.all.len())
            .map(|at| {
                let entry = laid.all[at];
                let marks = format!("{}{}", if entry.conditional { "?" } else { "" }, if entry.test { "!" } else { "" });
                format!(
                    "{}{marks} {}{}",
                    laid.names(doc.root(), at).join("."),
                    doc.at(entry.node).pointer(),
                    if laid.in_use(at) { "" } else { " unused" }
                )
            })
            .collect()
    }

    #[test]
    fn each_schema_once_with_its_names() {
        assert_eq!(
            told(
                r##"{"properties":{"a":{"items":{"$ref":"#/$defs/b"}},"c":{"anyOf":[{"type":"null"},{"not":{}}]}},
                "$defs":{"b":{"properties":{"self":{"$ref":"#/$defs/b"}}},"d":{"items":{}}}}"##
            ),
            [
                " ",
                "a /properties/a",
                "c /properties/c",
                "a.[] /properties/a/items",
                "c? /properties/c/anyOf/0",
                "c? /properties/c/anyOf/1",
                "a.[] /$defs/b",
                "c?! /properties/c/anyOf/1/not",
                "a.[].self /$defs/b/properties/self",
                "? /$defs/d unused",
                "[]? /$defs/d/items unused",
            ]
        );
    }

    #[test]
    fn what_is_no_schema_is_not_laid_out() {
        assert!(told("[]").is_empty());
        assert_eq!(told(r#"{"properties":{"a":"x","b":true}}"#), [" ", "b /properties/b"]);
    }
}
