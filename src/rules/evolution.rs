//! What changed since the older list: `check --against`, `diff`.

pub(crate) mod added;
pub(crate) mod bound_tightened;
pub(crate) mod call_breaks;
pub(crate) mod closed;
pub(crate) mod default_changed;
pub(crate) mod description_changed;
pub(crate) mod enum_narrowed;
pub(crate) mod enum_widened_output;
pub(crate) mod output_weakened;
pub(crate) mod param_removed;
pub(crate) mod param_renamed;
pub(crate) mod param_required;
pub(crate) mod tool_removed;
pub(crate) mod tool_renamed;
pub(crate) mod type_narrowed;
pub(crate) mod undecided;

use crate::compare::{Change, Changed, Half, Side};
use crate::contract::{self, Context};
use crate::evidence::{Fact, Sum};
use crate::finding::{Finding, Kind, Level, Related};
use crate::text::count;

/// The changes of a server of which `pick` makes a finding.
fn each(cx: &Context<'_>, out: &mut Vec<Finding>, pick: impl Fn(&Change) -> Option<Finding>) {
    let changes = cx.server.before.iter().flat_map(|before| before.changes.iter());
    out.extend(changes.filter_map(pick));
}

/// A finding of a change: its tool, its parameter, its place, how it stood before.
fn of(rule: &'static str, level: Level, change: &Change, message: String) -> Finding {
    let mut finding = Finding::new(rule, level, message).tool(&change.tool.name);
    if change.side == Side::Arguments && !change.path.is_root() {
        finding = finding.param(change.path.top());
    }
    finding.place.clone_from(&change.place);
    if let Some(before) = &change.before {
        let tool = Some(change.called.clone());
        finding.related.push(Related { kind: Kind::Before, message: "before".to_owned(), tool, place: Some(before.clone()) });
    }
    let side = if change.side == Side::Results { "result" } else { "" };
    finding.identity([side.to_owned()]).identity(change.path.steps().map(str::to_owned))
}

/// The same of a change that breaks calls: with a call that shows it, and what the recorded calls say.
fn breaks(cx: &Context<'_>, rule: &'static str, change: &Change, message: String, advice: &str) -> Finding {
    let mut finding = of(rule, Level::Error, change, message);
    let mut help = vec![advice.to_owned()];
    if let Some(witness) = &change.witness {
        let half = match witness.half {
            Half::Missing | Half::Refused => "is refused now",
            Half::Unadvertised => "uses a key that is no longer advertised",
        };
        help.push(format!("a call with {} was right and {half}", witness.arguments));
    }
    if cx.server.captured {
        let touching = touching(cx, change);
        let calls: u64 = touching.counts.calls;
        match calls {
            0 if is_below_free_key(change) => {}
            0 => help.push("no recorded call touches it".to_owned()),
            _ => help.push(format!("{} would break", count(calls, "recorded call"))),
        }
        finding.related.extend(contract::calls(&touching, &change.called, "was kept before, and is not now"));
        if calls > 0 {
            finding = finding.evidence(touching.counts);
        }
    }
    finding.help(help.join("; "))
}

/// Nobody looks below the free keys of a map for keys that are advertised no more.
fn is_below_free_key(change: &Change) -> bool {
    matches!(change.what, Changed::Removed { .. } | Changed::Renamed { .. }) && change.path.steps().any(|step| step == "*")
}

/// The recorded calls that a change breaks.
fn touching(cx: &Context<'_>, change: &Change) -> Sum {
    let whole = matches!(change.what, Changed::ToolRemoved | Changed::ToolRenamed { .. });
    let mut sum = Sum::default();
    for seen in cx.server.evidence.named(&change.called) {
        for (fact, calls) in seen.sorted() {
            match fact {
                Fact::Before { kept: false } if whole => sum.merge(calls),
                Fact::NotKept { path, .. } if !whole && change.side == Side::Arguments && path.is_at(&change.path) => sum.merge(calls),
                _ => {}
            }
        }
    }
    sum
}

/// `limit` of `page_list`, or the tool where no parameter is meant.
fn subject(change: &Change) -> String {
    let tool = &change.tool.name;
    match (change.side, change.path.is_root()) {
        (Side::Arguments, true) => format!("`{tool}`"),
        (Side::Arguments, false) => format!("`{}` of `{tool}`", change.path),
        (Side::Results, true) => format!("the result of `{tool}`"),
        (Side::Results, false) => format!("`{}` in the result of `{tool}`", change.path),
    }
}

/// The object that holds what the path names.
fn holder(change: &Change) -> String {
    let parent = change.path.parent();
    let tool = &change.tool.name;
    match (change.side, parent.is_root()) {
        (Side::Arguments, true) => format!("`{tool}`"),
        (Side::Arguments, false) => format!("`{parent}` of `{tool}`"),
        (Side::Results, true) => format!("the result of `{tool}`"),
        (Side::Results, false) => format!("`{parent}` in the result of `{tool}`"),
    }
}

/// Types, any of them.
fn either(types: &[&str]) -> String {
    match types {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => types.concat(),
    }
}

/// Members of an advertised set, the first few.
fn listed(members: &[String]) -> String {
    const FIRST: usize = 5;
    let mut words: Vec<String> = members.iter().take(FIRST).map(|member| format!("`{member}`")).collect();
    if members.len() > FIRST {
        words.push(format!("{} more", members.len() - FIRST));
    }
    crate::text::series(&words)
}
