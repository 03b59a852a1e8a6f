//! An array does not say what it holds.
//!
//! OpenAI, Gemini and VS Code refuse a schema with such an array, some of them the whole list of tools with it, and models guess.
//!
//! It fires for every array that the input schema reaches, at any depth and inside any branch, without `items` and without
//! `prefixItems`. It is silent inside `if` and `not`, which test for an array and declare none, and where the schema around a branch
//! gives the items.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_sort", "inputSchema": {"type": "object", "properties": {"titles": {"type": "array"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_sort", "inputSchema": {"type": "object", "properties": {"titles": {"type": "array", "items": {"type": "string"}}}}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::{Json, NodeId};
use crate::rules::{Check, Rule};
use crate::schema::{self, Role};
use crate::surface::Tool;
use rustc_hash::FxHashSet;

pub(crate) const RULE: Rule = Rule {
    id: "shape/array-without-items",
    level: Some(Level::Warning),
    source: include_str!("array_without_items.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        of_tool(cx, tool, out);
    }
}

fn of_tool(cx: &Context<'_>, tool: &Tool, out: &mut Vec<Finding>) {
    let Some(root) = tool.input_schema() else { return };
    // Schemas inside a test, by what they stand in.
    let mut tests: FxHashSet<NodeId> = FxHashSet::default();
    cx.walk(tool, &mut |step| {
        if matches!(step.role, Role::If | Role::Not) {
            tests.insert(step.node.id());
        }
        let is_test = !tests.is_empty() && above(step.node).any(|node| tests.contains(&node.id()));
        let Some(top) = step.names.first().copied() else { return };
        if is_test || !is_bare(root, step.node) {
            return;
        }
        let path = step.names.join(".");
        let name = &tool.name;
        out.push(
            Finding::new(RULE.id, Level::Warning, format!("`{path}` of `{name}` is an array of unknown items"))
                .help("say in `items` what it holds; {} lets anything in")
                .tool(name)
                .param(top)
                .at(Place::key(&tool.doc, step.node))
                .identity(step.names.iter().copied())
                .subjects([path]),
        );
    });
}

fn above(node: Json<'_>) -> impl Iterator<Item = Json<'_>> {
    std::iter::successors(Some(node), |node| node.parent())
}

fn is_bare(root: Json<'_>, node: Json<'_>) -> bool {
    let Some(kind) = node.get("type") else { return false };
    let is_array = kind.text() == Some("array") || kind.items().any(|kind| kind.text() == Some("array"));
    is_array && !says_items(node) && schema::items(root, node).is_none() && !beside(node)
}

fn says_items(node: Json<'_>) -> bool {
    ["items", "prefixItems", "unevaluatedItems"].iter().any(|keyword| node.has(keyword))
}

/// Does the schema whose branch this is give the items, itself or in another branch that must hold too?
fn beside(node: Json<'_>) -> bool {
    let mut here = node;
    while let Some(list) = here.parent().filter(|list| list.is_array()) {
        let Some(holder) = list.parent() else { return false };
        let all = holder.get("allOf");
        let others = all.into_iter().flat_map(Json::items).filter(|other| other.id() != here.id());
        if !["allOf", "anyOf", "oneOf"].iter().any(|keyword| holder.get(keyword).is_some_and(|at| at.id() == list.id())) {
            return false;
        }
        if says_items(holder) || others.into_iter().any(says_items) {
            return true;
        }
        here = holder;
    }
    false
}
