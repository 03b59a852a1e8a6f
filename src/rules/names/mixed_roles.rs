//! Two parameters of one tool could be swapped, because one of them does not name its role.
//!
//! `path` beside `dest_path` leaves open which file is read and which is written; a model that guesses wrong overwrites the wrong one. Name
//! both ends: `source_path` and `dest_path`, `from` and `to`, `old_path` and `new_path`. The same holds where one tool, or two tools that
//! act on one thing, name the two ends in two ways: `source_name` beside `old_name`.
//!
//! It is silent where the other path is of another kind, so that nobody could swap them: a node, the root of a project, a name relative to
//! `path`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "file_copy", "inputSchema": {"type": "object", "properties": {
//!   "path": {"type": "string", "description": "File to copy."},
//!   "dest_path": {"type": "string", "description": "Where the copy goes."}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "file_copy", "inputSchema": {"type": "object", "properties": {
//!   "source_path": {"type": "string", "description": "File to copy."},
//!   "dest_path": {"type": "string", "description": "Where the copy goes."}}}}]
//! ```

use crate::contract::{Context, Uses};
use crate::finding::{Finding, Level};
use crate::meaning;
use crate::meaning::surface::{MixedRoles, Roles, mixed_roles};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "names/mixed-roles", level: Some(Level::Warning), source: include_str!("mixed_roles.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let uses = cx.uses();
    out.extend(mixed_roles(&uses.params, &cx.bare()).into_iter().filter_map(|found| finding(uses, found)));
}

/// The role that a path has beside one whose name starts with its own.
fn opposite(name: &str) -> Option<&'static str> {
    match meaning::words(name).first()?.as_str() {
        "destination" | "dest" | "dst" | "target" | "to" | "output" | "out" | "export" | "backup" => Some("source"),
        "new" => Some("old"),
        "source" | "src" | "from" | "input" | "import" => Some("dest"),
        "old" | "original" => Some("new"),
        _ => None,
    }
}

fn finding(uses: &Uses<'_>, found: MixedRoles) -> Option<Finding> {
    let (first, second) = (uses.params.get(found.first)?, uses.params.get(found.second)?);
    let (a, b) = (first.name, second.name);
    let (message, help) = match found.roles {
        Roles::BareBeside => (
            format!("`{}` takes `{a}` beside `{b}`: the two could be swapped", first.tool),
            match opposite(b) {
                Some(role) => format!("name the role of `{a}` too: `{}`", super::with_noun(uses, role, a)),
                None => format!("name what `{a}` is to `{b}`, or take one of the two away"),
            },
        ),
        Roles::TwoPairs if first.tool == second.tool => (
            format!("`{}` names the ends of one thing in two ways: `{a}` and `{b}`", first.tool),
            "choose one pair of names for both".to_owned(),
        ),
        Roles::TwoPairs => (
            format!("`{}` says `{a}` where `{}` says `{b}`", first.tool, second.tool),
            "choose one pair of names for both tools".to_owned(),
        ),
    };
    let finding = Finding::new(RULE.id, Level::Warning, message).help(help).identity([a, b]).subjects([a, b]);
    Some(super::at(finding.related(super::label(uses, found.second, &format!("`{b}`"))), uses, found.first))
}
