//! A default violates its own schema.
//!
//! A client that fills in the default, or a model that copies it, sends what the schema forbids. A default of null on a type that is
//! not nullable is a note: Python SDKs write it for an argument that may be left out.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"], "default": ""}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"], "default": "dim"}}}}]
//! ```

use super::fits::fits;
use super::{inside, named, schemas};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "values/default-outside",
    level: Some(Level::Error),
    source: include_str!("default_outside.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        schemas(cx, tool, &mut |root, step| {
            let Some(default) = step.node.get("default") else { return };
            if fits(root, step.node, default) {
                return;
            }
            let (level, message, help) = if default.is_null() {
                (
                    Level::Note,
                    format!("the default of {} is null, which its schema does not allow", named(step)),
                    "allow null, or leave the default out: the parameter may be left out already",
                )
            } else {
                (Level::Error, format!("the default of {} violates its own schema", named(step)), "write a default that the schema allows")
            };
            out.push(inside(RULE.id, level, tool, step, default, message).help(help));
        });
    }
}
