//! A `$ref` leads nowhere.
//!
//! Clients that resolve references refuse the schema, and often the whole list with it; the others show models a parameter of which
//! nothing is known. Common causes: definitions that were nested in a property while the reference counts from the root, or references
//! into an OpenAPI document (`#/components/...`) that did not come along.
//!
//! A reference that would need the network or a file is never followed, here or in a careful client, and is reported too: the protocol
//! forbids to fetch it.
//!
//! Source: protocol 2026-07-28, server tools, "Security Considerations" (no network `$ref`).
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"book": {"$ref": "#/$defs/Book"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"book": {"$ref": "#/$defs/Book"}},
//!   "$defs": {"Book": {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}}}}]
//! ```

use super::{Here, each};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema::resolve;
use crate::text::sentence;

pub(crate) const RULE: Rule =
    Rule { id: "schema/unresolved-ref", level: Some(Level::Error), source: include_str!("unresolved_ref.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, &mut |here| {
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let Some(value) = here.node.get(keyword) else { continue };
            let Some(reference) = value.text() else { continue };
            if leads_somewhere(here, reference) {
                continue;
            }
            let named = here.named();
            let shown = sentence(reference);
            let finding = if reference.contains("://") || (!reference.starts_with('#') && reference.contains('/')) {
                here.finding(
                    RULE.id,
                    Level::Error,
                    value,
                    format!("{named} refers to `{shown}`, outside of this schema: it is never fetched"),
                )
                .help("put what it refers to into `$defs` of this schema, and refer to it there")
            } else {
                let help = match elsewhere(here, reference) {
                    Some(place) => format!("it stands at `#{place}`: references count from the root of the schema"),
                    None => "add the definition to `$defs` of this schema, or write the schema in place".to_owned(),
                };
                here.finding(RULE.id, Level::Error, value, format!("{named} refers to `{shown}`, which is not there")).help(help)
            };
            out.push(finding);
        }
    });
}

/// Counted from the root, and from the nearest schema around it that has an identifier of its own.
fn leads_somewhere(here: Here<'_>, reference: &str) -> bool {
    let root = here.root();
    let own = || {
        std::iter::successors(Some(here.node), |node| node.parent())
            .take_while(|node| node.id() != root.id())
            .filter(|node| node.has("$id") || node.has("id"))
            .any(|node| resolve(node, reference).is_some())
    };
    // What every validator ships need not be fetched.
    resolve(root, reference).is_some() || crate::schema::Dialect::named(reference).is_some() || own()
}

/// The one definition of that name, where it stands somewhere else.
fn elsewhere(here: Here<'_>, reference: &str) -> Option<String> {
    let name = reference.rsplit('/').next().filter(|name| !name.is_empty())?;
    let root = here.root();
    let mut found = here.written.laid.all.iter().filter_map(|at| {
        let node = here.tool.doc.at(at.node);
        ["$defs", "definitions"].iter().find_map(|keyword| node.get(keyword)?.get(name))
    });
    let place: Json<'_> = found.next()?;
    if found.next().is_some() {
        return None;
    }
    Some(crate::json::join(super::below(root, place)))
}
