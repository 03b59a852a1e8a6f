//! All the parameters of a tool are wrapped in one object that means nothing.
//!
//! `{"params": {"title": ...}}` where `{"title": ...}` would do: models forget the wrapper, or send its text. It is what a Python
//! function with one model argument, or a handler that takes its request whole, is listed as.
//!
//! It fires where the only parameter is called `params`, `args`, `input`, `request` or `body` and is an object with properties. Any
//! other name (`data`, `order`) is often the thing itself, and an object without properties holds no parameters.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {
//!   "params": {"type": "object", "properties": {"room": {"type": "string"}}}}, "required": ["params"]}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}]
//! ```

use super::quoted;
use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};
use crate::schema;
use std::sync::Arc;

pub(crate) const RULE: Rule = Rule {
    id: "shape/single-wrapper",
    level: Some(Level::Warning),
    source: include_str!("single_wrapper.rs"),
    check: Check::Server(check),
};

const WRAPPERS: &[&str] = &["params", "args", "input", "request", "body"];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        let ([param], Some(root)) = (tool.params.as_slice(), tool.input_schema()) else { continue };
        let node = tool.schema_of(param);
        if !WRAPPERS.contains(&&*param.name) || schema::types(root, node).core() != "object" {
            continue;
        }
        let inner: Vec<Arc<str>> = schema::shape(root, node).props.iter().map(|prop| prop.name.into()).collect();
        if inner.is_empty() {
            continue;
        }
        let (name, wrapper) = (&tool.name, &param.name);
        let message = format!("`{name}` wraps all its parameters in one object, `{wrapper}`: {}", quoted(&inner));
        out.push(
            Finding::new(RULE.id, Level::Warning, message)
                .help(format!("list what `{wrapper}` holds as the tool's own parameters"))
                .tool(name)
                .param(&**wrapper)
                .at(Place::key(&tool.doc, node))
                .identity([&**wrapper])
                .subjects([&**wrapper]),
        );
    }
}
