//! A bare name is a parameter of several tools, and none of them says what it is.
//!
//! `path`, `id`, `key` and `value` say too little alone. Models fill them by guess, and a wrong guess on one tool is repeated on the
//! next. One sentence a tool mends it. The rule is silent as soon as one use is explained, by its own description or its tool's, or can be
//! read from the name of the tool: `note_delete(id)` takes the id of a note.
//!
//! ## Bad
//!
//! ```tools.json
//! [
//!   {"name": "save", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}},
//!   {"name": "check", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}}
//! ]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [
//!   {"name": "save", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "description": "File to write."}}}},
//!   {"name": "check", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "description": "File to look at."}}}}
//! ]
//! ```

use crate::contract::{Context, Uses};
use crate::finding::{Finding, Level};
use crate::meaning::surface::unexplained;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "names/unexplained", level: Some(Level::Warning), source: include_str!("unexplained.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let uses = cx.uses();
    out.extend(unexplained(&uses.params).into_iter().filter_map(|(name, members)| finding(uses, name, &members)));
}

fn finding(uses: &Uses<'_>, name: &str, members: &[usize]) -> Option<Finding> {
    let first = *members.first()?;
    let message = format!("nothing says what `{name}` is: {} take it", super::tools(uses, members));
    let finding = Finding::new(RULE.id, Level::Warning, message)
        .help(format!("describe `{name}` on each tool, or give it a name that says more"))
        .identity([name])
        .subjects([name])
        .related(super::labels(uses, members, first, &format!("`{name}`")));
    Some(super::at(finding, uses, first))
}
