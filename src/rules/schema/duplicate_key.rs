//! An object of a tools list has one key twice.
//!
//! JSON leaves open what that means. Parsers keep the last value in silence, people read the first, and a generator that writes a key
//! twice has lost one of two things. `"a"` and `"\u0061"` are one key.
//!
//! Source: RFC 8259, section 4.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}, "mode": {"type": "integer"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}, "level": {"type": "integer"}}}}]
//! ```

use crate::contract::Server;
use crate::finding::{Finding, Kind, Level, Place, Related};
use crate::json::{Doc, Json, NodeId};
use crate::rules::{Check, Rule, Run};
use crate::surface::Tool;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

pub(crate) const RULE: Rule =
    Rule { id: "schema/duplicate-key", level: Some(Level::Error), source: include_str!("duplicate_key.rs"), check: Check::Run(check) };

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let tools = || run.servers.iter().flat_map(|server| &server.surface.tools);
    // Nearly no document repeats a key: the others need not be searched tool by tool.
    let mut repeats: FxHashMap<*const Doc, bool> = FxHashMap::default();
    for tool in tools() {
        repeats.entry(Arc::as_ptr(&tool.doc)).or_insert_with(|| tool.doc.repeats_keys());
    }
    let is_searched = |tool: &&Arc<Tool>| repeats.get(&Arc::as_ptr(&tool.doc)) == Some(&true);
    let mut docs: FxHashSet<*const Doc> = FxHashSet::default();
    let inside: FxHashSet<(*const Doc, NodeId)> = tools().filter(is_searched).map(|tool| (Arc::as_ptr(&tool.doc), tool.node)).collect();
    for server in run.servers {
        let mut around = Vec::new();
        for tool in server.surface.tools.iter().filter(is_searched) {
            below(tool.doc.at(tool.node), &|_| false, &mut |twice| out.push(finding(server, &tool.doc, Some(tool), &twice)));
            if docs.insert(Arc::as_ptr(&tool.doc)) {
                around.push(&tool.doc);
            }
        }
        for doc in around {
            let is_tool = |id: NodeId| inside.contains(&(Arc::as_ptr(doc), id));
            below(doc.root(), &is_tool, &mut |twice| out.push(finding(server, doc, None, &twice)));
        }
    }
}

/// A key that stands more than once in its object.
struct Twice<'a> {
    key: &'a str,
    first: Json<'a>,
    second: Json<'a>,
}

fn below<'a>(top: Json<'a>, passed_by: &dyn Fn(NodeId) -> bool, tell: &mut dyn FnMut(Twice<'a>)) {
    let mut open = vec![top];
    while let Some(node) = open.pop() {
        if passed_by(node.id()) {
            continue;
        }
        for (key, first, second) in repeated(node) {
            tell(Twice { key, first, second });
        }
        open.extend(node.values());
    }
}

fn repeated<'a>(node: Json<'a>) -> Vec<(&'a str, Json<'a>, Json<'a>)> {
    if node.has_distinct_keys() {
        return Vec::new();
    }
    let mut seen: FxHashMap<&str, (Json<'a>, u32)> = FxHashMap::default();
    let mut out = Vec::new();
    for (key, value) in node.entries() {
        let (first, times) = seen.entry(key).or_insert((value, 0));
        *times += 1;
        if *times == 2 {
            out.push((key, *first, value));
        }
    }
    out
}

fn finding(server: &Server, doc: &Arc<Doc>, tool: Option<&Arc<Tool>>, twice: &Twice<'_>) -> Finding {
    let mut steps = twice.second.steps();
    if let Some(tool) = tool {
        steps.drain(..tool.doc.at(tool.node).steps().len().min(steps.len()));
    }
    let param = match steps.as_slice() {
        [schema, properties, name, ..] if properties == "properties" && schema != "outputSchema" => Some(name.clone()),
        _ => None,
    };
    let first = Related {
        kind: Kind::Tool,
        message: "stands here first".to_owned(),
        tool: tool.map(|tool| Arc::clone(&tool.name)),
        place: Some(Place::key(doc, twice.first)),
    };
    let mut finding =
        Finding::new(RULE.id, Level::Error, format!("`{}` stands twice in this object: parsers keep the last, in silence", twice.key))
            .help("write the key once")
            .at(Place::key(doc, twice.second))
            .related([first])
            .identity(steps);
    if let Some(param) = param {
        finding = finding.param(param);
    }
    finding.tool = tool.map(|tool| Arc::clone(&tool.name));
    finding.server = Some(Arc::clone(&server.name));
    finding
}
