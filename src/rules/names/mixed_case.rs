//! Most parameters are in one case style, a few are not.
//!
//! Models pick up the style of a surface and write the outliers in it. A single outlier is a note; three names, or both styles inside one
//! tool, are a habit. It is silent about HTTP headers under their own names, a trailing underscore that dodges a keyword (`class_`), and
//! the symbols of units.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {
//!   "lamp_code": {"type": "string"}, "room_code": {"type": "string"}, "fadeTime": {"type": "number"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {
//!   "lamp_code": {"type": "string"}, "room_code": {"type": "string"}, "fade_time": {"type": "number"}}}}]
//! ```

use crate::contract::{Context, Uses};
use crate::finding::{Finding, Level};
use crate::meaning::surface::{MixedCase, mixed_case};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "names/mixed-case", level: Some(Level::Note), source: include_str!("mixed_case.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let uses = cx.uses();
    out.extend(mixed_case(&uses.params).and_then(|found| finding(uses, &found)));
}

fn finding(uses: &Uses<'_>, found: &MixedCase<'_>) -> Option<Finding> {
    let first = *found.others.iter().filter_map(|(_, members)| members.first()).min()?;
    let level = if found.is_habit() { Level::Warning } else { Level::Note };
    let names = super::list(found.others.iter().map(|(name, _)| *name));
    let verb = if found.others.len() == 1 { "is" } else { "are" };
    let mut finding = Finding::new(RULE.id, level, format!("most parameters are in {}, and {names} {verb} not", found.usual))
        .help(format!("write them all in {}", found.usual))
        .identity([found.usual]);
    // Each name once before any of them twice: a report for people shows only so many.
    for (name, members) in &found.others {
        let shown = members.first().filter(|index| **index != first);
        finding.related.extend(shown.and_then(|index| super::label(uses, *index, &format!("`{name}`"))));
    }
    for (name, members) in &found.others {
        finding.related.extend(super::labels(uses, members.get(1..).unwrap_or_default(), first, &format!("`{name}`")));
    }
    Some(super::at(finding, uses, first))
}
