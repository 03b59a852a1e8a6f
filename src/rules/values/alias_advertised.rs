//! A value that is declared as a hidden alias is advertised after all.
//!
//! A `[[value-alias]]` says that a value is understood and not shown to models. Two words for one thing in one set are a riddle to
//! them: take the value out of the schema, or the entry out of the config.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright", "night"]}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[value-alias]]
//! tools = ["lamp_set"]
//! param = "mode"
//! accepts = "night"
//! means = "dim"
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"]}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[value-alias]]
//! tools = ["lamp_set"]
//! param = "mode"
//! accepts = "night"
//! means = "dim"
//! ```

use super::{declared, of_alias, shown};
use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "values/alias-advertised",
    level: Some(Level::Error),
    source: include_str!("alias_advertised.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for declared in declared(cx) {
        let alias = declared.alias;
        let Some(member) = declared.members.iter().flatten().find(|member| member.value() == alias.accepts) else { continue };
        let message = format!(
            "`{}` advertises {} for `{}`, which the config declares as a hidden alias of {}",
            declared.tool.name,
            shown(&alias.accepts),
            declared.path,
            shown(&alias.means)
        );
        out.push(
            of_alias(cx, RULE.id, &declared, message)
                .help("take the value out of the schema, or the entry out of the config")
                .at(Place::value(&declared.tool.doc, *member)),
        );
    }
}
