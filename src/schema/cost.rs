//! What judging an instance would cost, counted before it is done.
//!
//! A validator walks every path through the references of a schema, and paths multiply: thirty definitions that each refer twice to
//! the next are a billion visits. Counting is cheap, as each pair of schema and value is counted once.

use super::keywords::{self, Combinator, Role};
use super::lay::Layout;
use super::refs::Refs;
use crate::json::{Json, NodeId};
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::collections::hash_map::Entry;

/// Visits of a schema that are allowed for one value, whatever its size. Each takes some microseconds where all of them fail.
const BUDGET: u64 = 100_000;

/// Visits allowed in addition for every unit of the instance: large instances may cost more, in proportion.
const PER_UNIT: u64 = 16;

/// Bytes of text in a unit; any value is at least one. Text counts, as a violation in an alternative keeps a copy of its value.
const UNIT: u64 = 64;

/// Units of a value whose copy takes as long as a visit.
const COPY: u64 = 8;

/// Schemas that apply one within the other. The validator recurses along them, and a stack is finite.
const HEIGHT: u32 = 300;

/// The same, counted along an instance.
const DEPTH: u32 = 500;

type Index = u32;

/// The schemas of one document and how they lead to each other.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
struct Node {
    /// Applied to the same value.
    here: Vec<Index>,
    /// How often these are gone through: `unevaluated...` looks at what they have let through again.
    rounds: u64,
    properties: FxHashMap<Box<str>, Index>,
    /// May apply to any key.
    patterns: Vec<Index>,
    additional: Vec<Index>,
    names: Vec<Index>,
    items: Vec<Index>,
    tuple: Vec<Index>,
    contains: Vec<Index>,
}

impl Node {
    fn leads_to(&self) -> Vec<Index> {
        let lists = [&self.here, &self.patterns, &self.additional, &self.names, &self.items, &self.tuple, &self.contains];
        lists.into_iter().flatten().chain(self.properties.values()).copied().collect()
    }
}

/// Would judging by this schema cost more than the budget?
pub(crate) fn is_too_costly(root: Json<'_>, laid: &Layout) -> bool {
    let may_look_again = || ["unevaluatedProperties", "unevaluatedItems"].iter().any(|keyword| laid.keywords.may_hold(keyword));
    let looks_again = || memchr::memmem::find(root.raw().as_bytes(), b"unevaluated").is_some();
    let multiplies = laid.refers || (may_look_again() && looks_again());
    (multiplies || root.raw().len() as u64 > BUDGET) && Graph::of(root).is_too_costly()
}

impl Graph {
    pub(super) fn of(root: Json<'_>) -> Self {
        let refs = Refs::new(root);
        let mut known: FxHashMap<NodeId, Index> = FxHashMap::default();
        known.insert(root.id(), 0);
        let mut open = vec![root];
        let mut nodes = Vec::new();
        let mut next = 0;
        while let Some(schema) = open.get(next).copied() {
            next += 1;
            let looks_again = schema.has("unevaluatedProperties") || schema.has("unevaluatedItems");
            let mut node = Node { rounds: if looks_again { 3 } else { 1 }, ..Node::default() };
            let mut index = |target: Json<'_>, open: &mut Vec<_>| {
                *known.entry(target.id()).or_insert_with(|| {
                    open.push(root.doc().at(target.id()));
                    Index::try_from(open.len() - 1).unwrap_or(Index::MAX)
                })
            };
            if let Some(target) = refs.follow(schema) {
                node.here.push(index(target, &mut open));
            }
            keywords::children(schema, &mut |role, child| {
                let list = match role {
                    Role::Definition | Role::Root | Role::Ref => return,
                    Role::Property { name, .. } => {
                        node.properties.insert(name.into(), index(child, &mut open));
                        return;
                    }
                    Role::PatternProperty(_) => &mut node.patterns,
                    Role::AdditionalProperties => &mut node.additional,
                    Role::PropertyNames => &mut node.names,
                    Role::Items => &mut node.items,
                    Role::TupleItem => &mut node.tuple,
                    Role::Contains => &mut node.contains,
                    Role::Branch(Combinator::All | Combinator::Any | Combinator::One)
                    | Role::Not
                    | Role::If
                    | Role::Then
                    | Role::Else
                    | Role::Dependent(_) => &mut node.here,
                };
                list.push(index(child, &mut open));
            });
            nodes.push(node);
        }
        Self { nodes }
    }

    /// Would the schema cost too much on an instance that is no worse than usual? Circles are counted once: how often they are gone
    /// round is up to the instance.
    pub(super) fn is_too_costly(&self) -> bool {
        let (visits, height) = self.weigh();
        visits > BUDGET || height > HEIGHT
    }

    /// Visits along the most visited way down an instance, and how many schemas apply one within the other.
    fn weigh(&self) -> (u64, u32) {
        let mut known: FxHashMap<Index, Option<(u64, u32)>> = FxHashMap::default();
        let mut stack = vec![(0, false)];
        while let Some((index, done)) = stack.pop() {
            let Some(node) = self.nodes.get(index as usize) else { continue };
            if done {
                let of = |index: &Index| known.get(index).copied().flatten().unwrap_or((1, 0));
                let sum = |list: &[Index]| list.iter().fold(0u64, |sum, index| sum.saturating_add(of(index).0));
                let most = |list: &mut dyn Iterator<Item = &Index>| list.map(|index| of(index).0).max().unwrap_or(0);
                let key = most(&mut node.properties.values()).max(sum(&node.additional));
                let item = most(&mut node.tuple.iter()).max(sum(&node.items));
                let here = sum(&node.here).saturating_mul(node.rounds);
                let visits = [here, key, sum(&node.patterns), sum(&node.names), item, sum(&node.contains)];
                let height = node.leads_to().iter().map(|index| of(index).1).max().unwrap_or(0);
                known.insert(index, Some((visits.into_iter().fold(1, u64::saturating_add), height + 1)));
            } else if let Entry::Vacant(new) = known.entry(index) {
                new.insert(None);
                stack.push((index, true));
                stack.extend(node.leads_to().into_iter().filter(|index| !known.contains_key(index)).map(|index| (index, false)));
            }
        }
        known.get(&0).copied().flatten().unwrap_or((1, 1))
    }

    /// May this instance be judged?
    pub(super) fn affords(&self, instance: &Value) -> bool {
        let mut count = Count { graph: self, sizes: FxHashMap::default(), visits: FxHashMap::default(), budget: BUDGET, over: false };
        count.budget = BUDGET.saturating_add(count.size(instance).saturating_mul(PER_UNIT));
        let visits = count.of(0, instance, 0);
        !count.over && visits <= count.budget
    }
}

/// Stands for any key where names are judged.
static NAME: Value = Value::Null;

/// One count. Values are known by where they lie.
struct Count<'g> {
    graph: &'g Graph,
    sizes: FxHashMap<*const Value, u64>,
    visits: FxHashMap<(Index, *const Value), u64>,
    budget: u64,
    over: bool,
}

impl Count<'_> {
    /// Values and text in one value, in units.
    fn size(&mut self, value: &Value) -> u64 {
        let size = match value {
            Value::String(text) => 1 + text.len() as u64 / UNIT,
            Value::Array(items) => items.iter().fold(1, |sum, item| sum + self.size(item)),
            Value::Object(members) => members.iter().fold(1, |sum, (key, item)| sum + key.len() as u64 / UNIT + self.size(item)),
            _ => return 1,
        };
        if size > 1 {
            self.sizes.insert(std::ptr::from_ref(value), size);
        }
        size
    }

    fn of(&mut self, index: Index, value: &Value, depth: u32) -> u64 {
        let key = (index, std::ptr::from_ref(value));
        if let Some(known) = self.visits.get(&key) {
            return *known;
        }
        let graph = self.graph;
        let Some(node) = graph.nodes.get(index as usize) else { return 1 };
        if self.over || depth > DEPTH || self.visits.len() as u64 > self.budget {
            self.over = true;
            return 0;
        }
        // A circle on one value is cut by the validator too.
        self.visits.insert(key, 0);
        let here = self.all(&node.here, value, depth).saturating_mul(node.rounds);
        let own = 1 + self.sizes.get(&std::ptr::from_ref(value)).copied().unwrap_or(1) / COPY;
        let mut sum = here.saturating_add(own);
        match value {
            Value::Object(members) => {
                for (key, child) in members {
                    let named = match node.properties.get(key.as_str()) {
                        Some(property) => self.of(*property, child, depth + 1),
                        None => self.all(&node.additional, child, depth),
                    };
                    sum = sum.saturating_add(named).saturating_add(self.all(&node.patterns, child, depth));
                    sum = sum.saturating_add(self.all(&node.names, &NAME, depth));
                }
            }
            Value::Array(items) => {
                for (place, child) in items.iter().enumerate() {
                    let item = match node.tuple.get(place) {
                        Some(schema) => self.of(*schema, child, depth + 1),
                        None => self.all(&node.items, child, depth),
                    };
                    sum = sum.saturating_add(item).saturating_add(self.all(&node.contains, child, depth));
                }
            }
            _ => {}
        }
        self.visits.insert(key, sum);
        sum
    }

    fn all(&mut self, schemas: &[Index], value: &Value, depth: u32) -> u64 {
        schemas.iter().fold(0u64, |sum, schema| sum.saturating_add(self.of(*schema, value, depth + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{chain, doc, fan_out};
    use super::*;
    use serde_json::json;

    fn graph(text: &str) -> Graph {
        Graph::of(doc(text).root())
    }

    #[test]
    fn paths_are_counted_and_circles_once() {
        for (schema, want) in [
            ("{}".to_owned(), (1, 1)),
            (r#"{"properties":{"a":{},"b":{"items":{}}}}"#.to_owned(), (3, 3)),
            (r#"{"allOf":[{},{}],"properties":{"a":{}}}"#.to_owned(), (4, 2)),
            (r##"{"$ref":"#"}"##.to_owned(), (2, 1)),
            (fan_out(3, "allOf"), (38, 9)),
        ] {
            let (visits, height) = graph(&schema).weigh();
            assert_eq!((visits, height), want, "{schema}");
        }
    }

    #[test]
    fn fan_out_and_long_chains_are_refused() {
        assert!(!graph(&fan_out(10, "allOf")).is_too_costly());
        assert!(graph(&fan_out(30, "allOf")).is_too_costly());
        assert!(graph(&fan_out(200, "anyOf")).is_too_costly());
        assert!(!graph(&chain(50)).is_too_costly());
        assert!(graph(&chain(10_000)).is_too_costly());
    }

    #[test]
    fn a_circle_may_be_gone_round_as_often_as_the_instance_affords() {
        let wide = graph(r##"{"allOf":[{"properties":{"c":{"$ref":"#"}}},{"properties":{"c":{"$ref":"#"}}}]}"##);
        assert!(!wide.is_too_costly());
        let nested = |levels: usize| (0..levels).fold(json!({}), |inner, _| json!({ "c": inner }));
        assert!(wide.affords(&nested(8)));
        assert!(!wide.affords(&nested(60)));
        let narrow = graph(r##"{"properties":{"c":{"$ref":"#"}}}"##);
        assert!(narrow.affords(&nested(120)));
    }

    #[test]
    fn a_large_plain_instance_is_affordable() {
        let rows = graph(r#"{"items":{"anyOf":[{"type":"number"},{"type":"null"}]}}"#);
        assert!(rows.affords(&Value::Array(vec![json!(1); 200_000])));
    }
}
