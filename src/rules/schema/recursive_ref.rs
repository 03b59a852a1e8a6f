//! A schema refers to itself.
//!
//! That is legal, and sometimes right: a tree of conditions is a tree. But hosts that write references out in place cannot do it here,
//! strict modes refuse it, and models lose count. Where the depth is known, two or three levels written out do better.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"filter": {"$ref": "#/$defs/Filter"}},
//!   "$defs": {"Filter": {"type": "object", "properties": {"word": {"type": "string"}, "not": {"$ref": "#/$defs/Filter"}}}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"filter": {"$ref": "#/$defs/Filter"}},
//!   "$defs": {"Filter": {"type": "object", "properties": {"word": {"type": "string"}, "negated": {"type": "boolean"}}}}}}]
//! ```

use super::Here;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::json::{Json, NodeId};
use crate::rules::{Check, Rule};
use crate::schema::resolve;
use crate::surface::{Tool, Written};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) const RULE: Rule =
    Rule { id: "schema/recursive-ref", level: Some(Level::Note), source: include_str!("recursive_ref.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        for written in tool.written().iter().filter(|written| written.laid.refers) {
            for index in circles(tool, written) {
                let Some(at) = written.laid.all.get(index).copied() else { continue };
                let here = Here { tool, written, index, at, node: tool.doc.at(at.node) };
                let Some(reference) = here.node.get("$ref") else { continue };
                let message = format!("{} refers to a schema that it is part of", here.named());
                out.push(
                    here.finding(RULE.id, Level::Note, reference, message)
                        .help("some hosts cannot write this out and refuse it: where the depth is known, write that many levels"),
                );
            }
        }
    }
}

/// The schemas whose reference closes a circle, one for each schema that is gone round to.
fn circles(tool: &Tool, written: &Written) -> Vec<usize> {
    let root = tool.doc.at(written.root);
    let index: FxHashMap<NodeId, usize> = written.laid.all.iter().enumerate().map(|(index, at)| (at.node, index)).collect();
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); written.laid.all.len()];
    let mut refers: Vec<Option<usize>> = vec![None; written.laid.all.len()];
    for (at, entry) in written.laid.all.iter().enumerate() {
        let node = tool.doc.at(entry.node);
        // What stands inside a schema belongs to it, whichever way it was first reached.
        if let Some(holder) = std::iter::successors(node.parent(), |node| node.parent()).find_map(|above| index.get(&above.id()))
            && entry.spot != crate::schema::Spot::Unused
            && !is_definition(node)
            && let Some(children) = inside.get_mut(*holder)
        {
            children.push(at);
        }
        let target = node.get("$ref").and_then(Json::text).and_then(|to| resolve(root, to)).and_then(|target| index.get(&target.id()));
        if let Some(slot) = refers.get_mut(at) {
            *slot = target.copied();
        }
    }
    // Depth first: a reference to what is still open closes a circle.
    let mut state = vec![0u8; written.laid.all.len()];
    let mut found = Vec::new();
    let mut told = FxHashSet::default();
    for start in 0..written.laid.all.len() {
        let mut stack = vec![(start, false)];
        while let Some((at, done)) = stack.pop() {
            let Some(seen) = state.get_mut(at) else { continue };
            if done {
                *seen = 2;
                continue;
            }
            if *seen != 0 {
                continue;
            }
            *seen = 1;
            stack.push((at, true));
            if let Some(Some(target)) = refers.get(at) {
                match state.get(*target) {
                    Some(1) if told.insert(*target) => found.push(at),
                    Some(0) => stack.push((*target, false)),
                    _ => {}
                }
            }
            stack.extend(inside.get(at).into_iter().flatten().rev().map(|child| (*child, false)));
        }
    }
    found.sort_unstable();
    found
}

fn is_definition(node: Json<'_>) -> bool {
    let holder = node.parent();
    holder
        .and_then(Json::parent)
        .is_some_and(|above| ["$defs", "definitions"].iter().any(|word| above.get(word).map(Json::id) == holder.map(Json::id)))
}
