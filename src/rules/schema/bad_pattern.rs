//! A `pattern` is no regular expression of ECMA-262, the language that JSON Schema takes.
//!
//! Hosts compile patterns in JavaScript, Python, Go and Rust; what is written for one of them fails in the others. `(?i)`, `(?P<name>`,
//! `a++`, `\A` and `\Z` are such dialects; JavaScript refuses them, and the schema with them.
//!
//! Patterns are read, never run.
//!
//! Source: JSON Schema 2020-12 core, section 6.4; ECMA-262, "Patterns".
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"code": {"type": "string", "pattern": "(?i)^[a-z]+$"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"code": {"type": "string", "pattern": "^[A-Za-z]+$"}}}}]
//! ```

use super::each;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema::{Bad, refusal};

pub(crate) const RULE: Rule =
    Rule { id: "schema/bad-pattern", level: Some(Level::Error), source: include_str!("bad_pattern.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, &mut |here| {
        let own = here.node.get("pattern").and_then(|value| Some((value, value.text()?)));
        let keys = here.node.get("patternProperties").into_iter().flat_map(Json::entries).map(|(pattern, value)| (value, pattern));
        for (at, pattern) in own.into_iter().chain(keys) {
            if let Some(bad) = refusal(pattern, false) {
                let message = format!("the pattern in {} is none in ECMA-262: {}", here.named(), bad.words());
                out.push(here.finding(RULE.id, Level::Error, at, message).help(help(bad)));
            }
        }
    });
}

fn help(bad: Bad) -> &'static str {
    match bad {
        Bad::Group => "name a group `(?<name>...)`; write both cases, as in `[Aa]`, where case does not count",
        Bad::Escape => "write `^` for `\\A` and `$` for `\\Z`; a letter needs no backslash",
        Bad::Repeat => "possessive repetition, as in `a++`, is not there in JavaScript: one sign will do",
        _ => "try it in a JavaScript console: new RegExp(pattern, \"u\")",
    }
}
