//! A node of a tree is called bare `path` on a surface where file-system paths are parameters too.
//!
//! Callers take `path` for the path of a file: it is that nearly everywhere. Where the surface also takes files, as `script_path` or
//! `output_dir`, a model sends the file to the node's parameter, and text is text. Call the node's `node_path`. On a surface
//! whose only path of a file is a bare `path` too, `names/ambiguous-path` speaks alone; one that knows no files is right.
//!
//! ## Bad
//!
//! ```tools.json
//! [
//!   {"name": "node_drop", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "description": "Node in the tree."}}}},
//!   {"name": "script_run", "inputSchema": {"type": "object", "properties": {"script_path": {"type": "string"}}}}
//! ]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [
//!   {"name": "node_drop", "inputSchema": {"type": "object", "properties": {"node_path": {"type": "string", "description": "Node in the tree."}}}},
//!   {"name": "script_run", "inputSchema": {"type": "object", "properties": {"script_path": {"type": "string"}}}}
//! ]
//! ```

use crate::contract::{Context, Uses};
use crate::finding::{Finding, Level};
use crate::meaning::surface::reserved;
use crate::rules::{Check, Rule};
use std::collections::BTreeMap;

pub(crate) const RULE: Rule = Rule {
    id: "names/reserved-meaning",
    level: Some(Level::Error),
    source: include_str!("reserved_meaning.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let (uses, bare) = (cx.uses(), cx.bare());
    let mut nodes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for index in reserved(&uses.params, &bare) {
        if let Some(param) = uses.params.get(index) {
            nodes.entry(param.name).or_default().push(index);
        }
    }
    out.extend(nodes.into_iter().filter_map(|(name, members)| finding(uses, name, &members)));
}

fn finding(uses: &Uses<'_>, name: &str, members: &[usize]) -> Option<Finding> {
    let first = *members.first()?;
    let of = super::tools(uses, members);
    let finding =
        Finding::new(RULE.id, Level::Error, format!("`{name}` is a node in a tree on {of}, and this surface takes paths of files too"))
            .help(format!("call it `{}`", super::with_noun(uses, "node", name)))
            .identity([name])
            .subjects([name])
            .related(super::labels(uses, members, first, "a node in a tree"));
    Some(super::at(finding, uses, first))
}
