//! An input schema takes keys that it does not name, and the config expects it to be closed.
//!
//! `closed = true` in an `[[expect]]` means `additionalProperties: false` at the root, so that no call carries a key that nobody reads.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["shelf_*"]
//! closed = true
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}, "additionalProperties": false}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["shelf_*"]
//! closed = true
//! ```

use super::decision;
use crate::config::Layer;
use crate::contract::{self, Context};
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};
use crate::schema::Openness;

pub(crate) const RULE: Rule =
    Rule { id: "expect/open", level: Some(Level::Error), source: include_str!("open.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    if cx.config.expects.is_empty() {
        return;
    }
    for tool in cx.tools() {
        let closes = cx.config.expects_for(&tool.name).into_iter().find(|entry| entry.closed && entry.layers.contains(&Layer::Advertised));
        let Some(entry) = closes else { continue };
        if tool.shape().is_some_and(|shape| shape.openness == Openness::Closed) {
            continue;
        }
        let schema = tool.input_schema();
        let said = schema.and_then(|schema| schema.get("additionalProperties")).or(schema);
        let place = said.map_or_else(|| contract::tool_place(tool), |at| Place::key(&tool.doc, at));
        out.push(
            Finding::new(
                RULE.id,
                Level::Error,
                format!("`{}` takes keys that it does not name, and the config expects it to be closed", tool.name),
            )
            .help("say `additionalProperties: false` at the root, or change the decision")
            .tool(&tool.name)
            .at(place)
            .related(decision(cx.config, entry, &entry.span))
            .identity(["closed"]),
        );
    }
}
