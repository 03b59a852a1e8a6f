//! A schema is valid, or means the same, under only one of draft-07 and 2020-12.
//!
//! Hosts use both whatever `$schema` says: VS Code holds every tool against draft-07, Anthropic's API against 2020-12. What only one of
//! them takes costs the tool in the other; what means something else there is a check that is not made.
//!
//! It fires on a tuple in `items` (a list of schemas), `prefixItems`, `exclusiveMinimum: true`, `dependencies`, `dependentRequired` and
//! other keywords that one of the two does not have. A schema that its own dialect refuses is `schema/invalid` and not said again.
//!
//! Source: microsoft/vscode and the Messages API as of 2026; see `wirelint clients`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_move", "inputSchema": {"type": "object", "properties": {"spot": {"type": "array",
//!   "prefixItems": [{"type": "integer"}, {"type": "integer"}]}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_move", "inputSchema": {"type": "object", "properties": {"spot": {"type": "array",
//!   "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}}}}]
//! ```

use super::vocabulary::in_draft;
use super::{Here, each};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema::Dialect;

pub(crate) const RULE: Rule =
    Rule { id: "schema/dialect", level: Some(Level::Warning), source: include_str!("dialect.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, &mut |here| {
        if here.is_unused() || here.node.members().is_empty() {
            return;
        }
        // What its own dialect refuses is said there.
        for (word, value) in here.node.entries() {
            if let Some((what, help)) = differs(here, word, value)
                && here.written.faults(&here.tool.doc).is_some_and(<[_]>::is_empty)
            {
                out.push(here.finding(RULE.id, Level::Warning, value, format!("{what} in {}", here.named())).help(help));
            }
        }
    });
}

fn differs(here: Here<'_>, word: &str, value: Json<'_>) -> Option<(String, String)> {
    match word {
        // Nearly all words of every schema, and the same in all drafts.
        "type" | "description" | "properties" | "required" | "enum" | "title" | "default" => None,
        "items" if value.is_array() => {
            let help = "where the items are alike, give `items` one schema with `minItems` and `maxItems`; 2020-12 refuses a list there";
            Some(("a tuple under `items`, which is draft-07 alone,".to_owned(), help.to_owned()))
        }
        "exclusiveMinimum" | "exclusiveMaximum" if value.bool().is_some() => {
            Some((format!("a boolean `{word}`, which is draft-04 alone,"), format!("write the bound itself: `{word}: 5`")))
        }
        "prefixItems" => {
            let help =
                "draft-07 readers see an array of anything: add `items` where the items are alike, and the places to the description";
            Some(("`prefixItems`, which draft-07 does not have,".to_owned(), help.to_owned()))
        }
        "additionalItems" if !here.node.get("items").is_some_and(Json::is_array) => None,
        // What only looks at what other keywords let through is a safety net, and anchors and identifiers check nothing.
        "$anchor" | "$dynamicAnchor" | "$vocabulary" | "id" | "$id" | "$recursiveAnchor" | "contentSchema" => None,
        _ => {
            let (old, new) = (in_draft(word, Dialect::Draft7), in_draft(word, Dialect::Draft2020));
            let (only, not) = match (old, new) {
                (true, false) => ("draft-07", "2020-12"),
                (false, true) => ("2020-12", "draft-07"),
                _ => return None,
            };
            Some((
                format!("`{word}` of {only}"),
                format!("{not} does not have it, and half of the hosts read {not}: say the condition in the description too"),
            ))
        }
    }
}
