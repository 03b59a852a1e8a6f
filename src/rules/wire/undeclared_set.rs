//! Refusals list a closed set of values for a parameter that advertises none.
//!
//! The server knows the values and tells them only to callers who guessed wrong. An `enum` tells them before.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"mode": "night"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "mode must be one of dim, bright"}]}}
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "lamp_set", "arguments": {"mode": "night"}}}
//! {"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "mode must be one of dim, bright"}]}}
//! ```

use crate::contract::{self, Context};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::schema;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const RULE: Rule =
    Rule { id: "wire/undeclared-set", level: Some(Level::Warning), source: include_str!("undeclared_set.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let tool = &row.tool.name;
        let mut sets: BTreeMap<&Path, (Sum, BTreeSet<&str>)> = BTreeMap::new();
        for &(fact, sum) in row.facts {
            if let Fact::Listed { path, members } = fact
                && members.len() > 1
            {
                let (sums, all) = sets.entry(path).or_default();
                sums.merge(sum);
                all.extend(members.iter().map(|member| &**member));
            }
        }
        for (path, (sum, members)) in &sets {
            // A name that the schema does not have cannot have a set there.
            let prop = row.tool.level(&path.parent()).and_then(|level| level.prop(path.leaf()));
            let Some((root, prop)) = row.tool.input_schema().zip(prop) else { continue };
            let node = row.tool.doc.at(prop.node);
            let of_items = || schema::items(root, node).is_some_and(|items| schema::members(root, items).is_some());
            let boolean = schema::types(root, node) == schema::Types::BOOLEAN;
            if prop.closed_set || boolean || of_items() {
                continue;
            }
            let listed: Vec<String> = members.iter().map(|member| format!("`{member}`")).collect();
            let place = contract::param_place(row.place, path).unwrap_or_else(|| contract::tool_place(row.place));
            out.push(
                Finding::new(
                    RULE.id,
                    Level::Warning,
                    format!("`{tool}` takes only {} for `{path}`, and says so only in refusals", crate::text::series(&listed)),
                )
                .help(format!("advertise an enum for `{path}`"))
                .tool(tool)
                .param(path.top())
                .at(place)
                .related(contract::calls(sum, tool, "refused with the list"))
                .evidence(sum.counts)
                .identity(path.steps())
                .subjects([path.to_string()]),
            );
        }
    }
}
