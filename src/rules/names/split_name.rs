//! One concept has several names on one surface.
//!
//! A model that filled `file_path` on one tool sends `file_path` to the next, which calls it `filePath` and refuses. Three things give
//! such a pair away: the same words in another case or joint; the same words and one trailing noun (`match`, `match_text`), of one type,
//! never both in one tool, and described alike; or one description of four words or more under two names. The finding stands at the rarer
//! name, and advises the one that most uses have. It is silent where case carries meaning, as in the symbols of units, and for a name that
//! is deprecated: it stays for old callers.
//!
//! ## Bad
//!
//! ```tools.json
//! [
//!   {"name": "note_open", "inputSchema": {"type": "object", "properties": {"noteCode": {"type": "string"}}}},
//!   {"name": "note_drop", "inputSchema": {"type": "object", "properties": {"note_code": {"type": "string"}}}}
//! ]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [
//!   {"name": "note_open", "inputSchema": {"type": "object", "properties": {"note_code": {"type": "string"}}}},
//!   {"name": "note_drop", "inputSchema": {"type": "object", "properties": {"note_code": {"type": "string"}}}}
//! ]
//! ```

use crate::contract::{Context, Uses};
use crate::finding::{Finding, Level};
use crate::json::Json;
use crate::meaning::surface::{SplitName, split_names};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "names/split-name", level: Some(Level::Warning), source: include_str!("split_name.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let uses = cx.uses();
    out.extend(split_names(&uses.params).into_iter().filter_map(|found| finding(uses, found)));
}

fn finding(uses: &Uses<'_>, mut found: SplitName<'_>) -> Option<Finding> {
    found.rare_members.retain(|index| !is_deprecated(uses, *index));
    found.usual_members.retain(|index| !is_deprecated(uses, *index));
    let (first, _) = (*found.rare_members.first()?, found.usual_members.first()?);
    let (rare, usual) = (found.rare, found.usual);
    let (few, most) = (super::tools(uses, &found.rare_members), super::tools(uses, &found.usual_members));
    let finding =
        Finding::new(RULE.id, Level::Warning, format!("`{rare}` ({few}) and `{usual}` ({most}) name one thing: {}", found.why.words()))
            .help(format!("call it `{usual}` everywhere"))
            .identity([rare, usual])
            .subjects([rare, usual])
            .related(found.usual_members.first().and_then(|index| super::label(uses, *index, &format!("`{usual}`"))))
            .related(super::labels(uses, &found.rare_members, first, &format!("`{rare}`")))
            .related(super::labels(uses, found.usual_members.get(1..).unwrap_or_default(), first, &format!("`{usual}`")));
    Some(super::at(finding, uses, first))
}

fn is_deprecated(uses: &Uses<'_>, index: usize) -> bool {
    let Some((tool, node)) = uses.at.get(index) else { return false };
    let marked = tool.doc.at(*node).get("deprecated").and_then(Json::bool) == Some(true);
    let said = |text: &str| text.get(..10).is_some_and(|start| start.eq_ignore_ascii_case("deprecated"));
    marked || uses.params.get(index).is_some_and(|param| said(param.description.trim_start_matches(['[', '(', '*', ' '])))
}
