//! An enum is empty: no value can satisfy it.
//!
//! Often the members are read at run time, and the list was made before they were there. No call can be right.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "enum": []}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["dim"]}}}}]
//! ```

use super::{inside, named, schemas};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "values/empty-enum", level: Some(Level::Error), source: include_str!("empty_enum.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        schemas(cx, tool, &mut |_, step| {
            let Some(set) = step.node.get("enum").filter(|set| set.is_array() && set.items().len() == 0) else { return };
            let message = format!("the enum of {} is empty: no value satisfies it", named(step));
            out.push(inside(RULE.id, Level::Error, tool, step, set, message).help("list the values, or leave `enum` out"));
        });
    }
}
