//! `required` demands a name that no schema declares.
//!
//! No caller knows what to send under it, and Gemini refuses the request. Usually the property was renamed or dropped and its entry in
//! `required` was not.
//!
//! It fires where the name is declared nowhere for the object that the list judges. It is silent where the name is declared beside it:
//! in the schema that holds it through `allOf`, `anyOf`, `oneOf`, `if`, `then`, `else` or `dependentSchemas`, or through `$ref`; where
//! `patternProperties` or a schema in `additionalProperties` supplies it; and inside `not`, where a name is forbidden rather than asked
//! for.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room_name"]}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"]}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::{Json, NodeId};
use crate::rules::{Check, Rule};
use crate::schema::{self, Role};
use crate::surface::Tool;
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) const RULE: Rule = Rule {
    id: "required/undefined-property",
    level: Some(Level::Error),
    source: include_str!("undefined_property.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        of_tool(cx, tool, out);
    }
}

/// A list of demands, and where it stands.
struct Demand<'a> {
    node: Json<'a>,
    names: std::sync::Arc<[&'a str]>,
}

fn of_tool(cx: &Context<'_>, tool: &Tool, out: &mut Vec<Finding>) {
    let Some(root) = tool.input_schema() else { return };
    let mut objects = Objects::default();
    let mut demands: Vec<Demand<'_>> = Vec::new();
    let mut nots: FxHashSet<NodeId> = FxHashSet::default();
    cx.walk(tool, &mut |step| {
        let node = step.node;
        // A schema that judges what its holder judges.
        if matches!(step.role, Role::Branch(_) | Role::If | Role::Then | Role::Else | Role::Not | Role::Dependent(_))
            && let Some(holder) = holder(node)
        {
            objects.join(holder.id(), node.id());
        }
        if step.role == Role::Not {
            nots.insert(node.id());
        }
        if let Some(target) = node.get("$ref").and_then(Json::text).and_then(|reference| schema::resolve(root, reference)) {
            objects.join(node.id(), target.id());
        }
        objects.declare(node);
        if node.get("required").is_some_and(Json::is_array) {
            demands.push(Demand { node, names: step.names.clone() });
        }
    });
    for demand in demands {
        let forbids =
            !nots.is_empty() && std::iter::successors(Some(demand.node), |node| node.parent()).any(|node| nots.contains(&node.id()));
        if forbids || objects.takes_others(demand.node.id()) {
            continue;
        }
        let mut told: FxHashSet<&str> = FxHashSet::default();
        for entry in demand.node.get("required").into_iter().flat_map(Json::items) {
            let Some(name) = entry.text().filter(|name| told.insert(name) && !objects.declares(demand.node.id(), name)) else { continue };
            out.push(finding(tool, &demand.names, name, entry));
        }
    }
}

fn finding(tool: &Tool, names: &[&str], name: &str, entry: Json<'_>) -> Finding {
    let at = if names.is_empty() { String::new() } else { format!(" in `{}`", names.join(".")) };
    Finding::new(RULE.id, Level::Error, format!("`{}` requires `{name}`{at}, and declares no such property", tool.name))
        .help("declare the property, or take the name out of `required`")
        .tool(&tool.name)
        .param(names.first().copied().unwrap_or(name))
        .at(Place::value(&tool.doc, entry))
        .identity(names.iter().copied().chain([name]))
        .subjects([names.iter().copied().chain([name]).collect::<Vec<_>>().join(".")])
}

/// The schema in which a branch stands: past the list or the table of its keyword.
fn holder(node: Json<'_>) -> Option<Json<'_>> {
    let above = node.parent()?;
    let is_single = ["if", "then", "else", "not"].iter().any(|keyword| above.get(keyword).is_some_and(|at| at.id() == node.id()));
    if is_single { Some(above) } else { above.parent() }
}

/// Which schemas judge one object, and what they declare for it.
#[derive(Default)]
struct Objects<'a> {
    /// Towards one schema that stands for all that are joined.
    to: FxHashMap<NodeId, NodeId>,
    properties: Vec<(NodeId, Json<'a>)>,
    open: Vec<NodeId>,
    declared: Option<Declared<'a>>,
}

#[derive(Default)]
struct Declared<'a> {
    names: FxHashMap<NodeId, FxHashSet<&'a str>>,
    open: FxHashSet<NodeId>,
}

impl<'a> Objects<'a> {
    fn first(&mut self, node: NodeId) -> NodeId {
        let mut root = node;
        while let Some(next) = self.to.get(&root) {
            root = *next;
        }
        // The next search is short.
        let mut here = node;
        while let Some(next) = self.to.get(&here).copied().filter(|next| *next != root) {
            self.to.insert(here, root);
            here = next;
        }
        root
    }

    fn join(&mut self, a: NodeId, b: NodeId) {
        let (a, b) = (self.first(a), self.first(b));
        if a != b {
            self.to.insert(b, a);
        }
    }

    fn declare(&mut self, node: Json<'a>) {
        if let Some(properties) = node.get("properties").filter(|properties| properties.is_object()) {
            self.properties.push((node.id(), properties));
        }
        let patterns = node.get("patternProperties").is_some_and(|patterns| !patterns.members().is_empty());
        let others = ["additionalProperties", "unevaluatedProperties"].iter().any(|keyword| node.get(keyword).is_some_and(Json::is_object));
        if patterns || others {
            self.open.push(node.id());
        }
    }

    fn declared(&mut self) -> &Declared<'a> {
        if self.declared.is_none() {
            let mut declared = Declared::default();
            for (node, properties) in std::mem::take(&mut self.properties) {
                let first = self.first(node);
                declared.names.entry(first).or_default().extend(properties.entries().map(|(name, _)| name));
            }
            for node in std::mem::take(&mut self.open) {
                let first = self.first(node);
                declared.open.insert(first);
            }
            self.declared = Some(declared);
        }
        self.declared.get_or_insert_default()
    }

    fn declares(&mut self, node: NodeId, name: &str) -> bool {
        let first = self.first(node);
        self.declared().names.get(&first).is_some_and(|names| names.contains(name))
    }

    fn takes_others(&mut self, node: NodeId) -> bool {
        let first = self.first(node);
        self.declared().open.contains(&first)
    }
}
