//! Checking against a schema would cost more than the budget: it is refused, not run.
//!
//! References multiply. Thirty definitions that each refer twice to the next are a billion visits for one small call, and a client that
//! checks or writes out such a schema hangs. wirelint counts the visits first; a client may not.
//!
//! Source: protocol 2026-07-28, server tools (validators bound depth and the count of subschemas).
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"q": {"$ref": "#/$defs/a"}}, "$defs": {
//!   "a": {"allOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}]},
//!   "b": {"allOf": [{"$ref": "#/$defs/c"}, {"$ref": "#/$defs/c"}, {"$ref": "#/$defs/c"}, {"$ref": "#/$defs/c"}, {"$ref": "#/$defs/c"}]},
//!   "c": {"allOf": [{"$ref": "#/$defs/d"}, {"$ref": "#/$defs/d"}, {"$ref": "#/$defs/d"}, {"$ref": "#/$defs/d"}, {"$ref": "#/$defs/d"}]},
//!   "d": {"allOf": [{"$ref": "#/$defs/e"}, {"$ref": "#/$defs/e"}, {"$ref": "#/$defs/e"}, {"$ref": "#/$defs/e"}, {"$ref": "#/$defs/e"}]},
//!   "e": {"allOf": [{"$ref": "#/$defs/f"}, {"$ref": "#/$defs/f"}, {"$ref": "#/$defs/f"}, {"$ref": "#/$defs/f"}, {"$ref": "#/$defs/f"}]},
//!   "f": {"allOf": [{"$ref": "#/$defs/g"}, {"$ref": "#/$defs/g"}, {"$ref": "#/$defs/g"}, {"$ref": "#/$defs/g"}, {"$ref": "#/$defs/g"}]},
//!   "g": {"allOf": [{"$ref": "#/$defs/h"}, {"$ref": "#/$defs/h"}, {"$ref": "#/$defs/h"}, {"$ref": "#/$defs/h"}, {"$ref": "#/$defs/h"}]},
//!   "h": {"type": "string"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"q": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "string"}}}}]
//! ```

use super::Here;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::schema::is_too_costly;

pub(crate) const RULE: Rule =
    Rule { id: "schema/too-costly", level: Some(Level::Error), source: include_str!("too_costly.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        for written in tool.written() {
            let root = tool.doc.at(written.root);
            let message = if is_too_costly(root, &written.laid) {
                "its references multiply beyond the budget of a check"
            } else if written.faults(&tool.doc).is_none() {
                "it is too large and too deep to be held against its meta-schema"
            } else {
                continue;
            };
            let Some(at) = written.laid.all.first().copied() else { continue };
            let here = Here { tool, written, index: 0, at, node: root };
            let message = format!("{} cannot be checked: {message}", here.named());
            out.push(here.finding(RULE.id, Level::Error, root, message).help("write repeated parts once, and combine fewer of them"));
        }
    }
}
