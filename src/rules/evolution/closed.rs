//! An object that took keys it does not list refuses them now.
//!
//! Calls made of advertised keys are kept. Callers that sent more were not told that it was wrong, and are refused now: an error where the
//! object was open on purpose (`additionalProperties` was true or a schema), else a warning. Where a capture is given, the recorded calls
//! that used such keys are named.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "additionalProperties": false}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "additionalProperties": false}}]
//! ```
//!
//! ```tools.json
//! [{"name": "note_add", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]
//! ```

use super::{each, of, subject};
use crate::compare::{Changed, Half};
use crate::contract::{self, Context};
use crate::evidence::{Fact, Sum};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::text::count;

pub(crate) const RULE: Rule =
    Rule { id: "evolution/closed", level: Some(Level::Warning), source: include_str!("closed.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Closed { on_purpose } = change.what else { return None };
        let (level, was) = if on_purpose { (Level::Error, "on purpose") } else { (Level::Warning, "by saying nothing") };
        let message = format!("{} took keys that it does not list, {was}, and refuses them now", subject(change));
        let mut stray = Sum::default();
        for seen in cx.server.evidence.named(&change.called) {
            for (fact, calls) in seen.sorted() {
                // A key below the object that the old list does not know.
                if matches!(fact, Fact::NotKept { path, half: Half::Refused } if path.parent().is_at(&change.path) && !is_listed(change, path.leaf()))
                {
                    stray.merge(calls);
                }
            }
        }
        let mut finding = of(RULE.id, level, change, message);
        let help = match (cx.server.captured, stray.counts.calls) {
            (false, _) => "callers that send more are refused now: say so".to_owned(),
            (true, 0) => "no recorded call sends more than is listed".to_owned(),
            (true, calls) => format!("{} used keys that are not listed", count(calls, "recorded call")),
        };
        if stray.counts.calls > 0 {
            finding = finding.evidence(stray.counts).related(contract::calls(&stray, &change.called, "sent a key that is not listed"));
        }
        Some(finding.help(help))
    });
}

/// A listed key that breaks in another way is another matter.
fn is_listed(change: &crate::compare::Change, key: &str) -> bool {
    change.tool.level(&change.path).is_some_and(|level| level.prop(key).is_some())
}
