//! Two input schemas: what calls break, and what is taken beyond.

use super::change::{Added, Change, Changed, Side, Witness};
use super::contain::Contain;
use super::described;
use super::diff::{Diff, What};
use super::kept::{Half, losses, takes};
use super::tools::{place, whole};
use super::witness::{self, Shown, Tried};
use super::words::{self, kinds, member, shown, shown_raw};
use crate::contract::tool_place;
use crate::evidence::Path;
use crate::json::Json;
use crate::surface::Tool;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use std::cell::Cell;
use std::sync::Arc;

pub(super) fn arguments(old: &Arc<Tool>, new: &Arc<Tool>, before: Json<'_>, after: Json<'_>, out: &mut Vec<Change>) {
    let known = out.len();
    let effort = Cell::new(witness::MOST);
    let lost = Contain::new(before, after).run();
    let renamed: FxHashMap<Path, String> = lost.iter().filter_map(renaming).collect();
    for diff in lost {
        let (shown, witness) = called(old, new, before, &diff, &effort);
        let Some(what) = broken(&diff, shown) else { continue };
        let gone = matches!(what, Changed::Removed { .. });
        let (here, there) = (place(new, diff.b).filter(|_| !gone), place(old, diff.a));
        let first = here.clone().or(there.clone()).or_else(|| Some(tool_place(new)));
        let before = there.filter(|_| here.is_some());
        out.push(Change { path: diff.path, witness, ..whole(what, new, first, before) });
    }
    let names: FxHashSet<&String> = renamed.values().collect();
    // What is demanded at once is told as that.
    let demanded: FxHashSet<Path> =
        out.iter().skip(known).filter(|change| matches!(change.what, Changed::Required { .. })).map(|change| change.path.clone()).collect();
    for diff in Contain::new(after, before).run() {
        if demanded.contains(&diff.path) && matches!(diff.what, What::Lacks { .. }) {
            continue;
        }
        let Some(added) = added(&diff, &names) else { continue };
        // Of two patterns, a text must show that the new one takes more.
        let patterns = matches!(&added, Added::Bound { keyword, gone: false } if keyword == "pattern");
        if patterns && called(new, old, after, &diff, &effort).0 != Shown::Yes {
            continue;
        }
        // One type in the place of another is one change.
        if let Added::Types { more } = &added {
            let mut changes = out.iter_mut().skip(known).filter(|change| change.path == diff.path);
            if let Some(Changed::Narrowed { instead, .. }) =
                changes.find(|change| matches!(change.what, Changed::Narrowed { .. })).map(|change| &mut change.what)
            {
                instead.extend(more);
                continue;
            }
        }
        let before = place(old, diff.b).filter(|_| !matches!(added, Added::Key { .. }));
        let here = place(new, diff.a).or_else(|| Some(tool_place(new)));
        out.push(Change { path: diff.path, ..whole(Changed::Added(added), new, here, before) });
    }
    for said in described::of_schemas(before, after, &renamed) {
        out.extend(described::change(said, old, new, Side::Arguments));
    }
}

pub(super) fn renaming(diff: &Diff<'_>) -> Option<(Path, String)> {
    match &diff.what {
        What::Renamed { to, .. } => Some((diff.path.clone(), to.clone())),
        _ => None,
    }
}

fn undecided(keyword: &str) -> Changed {
    Changed::Undecided { keyword: keyword.to_owned(), why: "no call was found that the new list refuses" }
}

/// What the difference is to a caller. None: it was shown to be none.
fn broken(diff: &Diff<'_>, shown: Shown) -> Option<Changed> {
    // Nobody looks below the free keys of a map for keys that are advertised no more.
    let named = matches!(diff.what, What::Lacks { .. } | What::Renamed { .. });
    let unseen = named && shown == Shown::No && diff.path.steps().any(|step| step == "*");
    let open = matches!(diff.what, What::Closed { .. } | What::Unsure { .. });
    match shown {
        Shown::No if diff.all => None,
        Shown::No | Shown::Unknown if !open && !unseen => Some(undecided(diff.what.keyword())),
        _ => said(diff, shown == Shown::Yes),
    }
}

/// In words of surfaces. What only a call could tell is undecided where none did.
fn said(diff: &Diff<'_>, proven: bool) -> Option<Changed> {
    Some(match &diff.what {
        What::Lacks { name } => Changed::Removed { name: name.clone() },
        What::Renamed { name, to } => Changed::Renamed { name: name.clone(), to: to.clone() },
        What::Closed { on_purpose } => Changed::Closed { on_purpose: *on_purpose },
        What::Requires { name, listed } => Changed::Required { name: name.clone(), listed: *listed },
        What::Types { lost } => Changed::Narrowed { lost: kinds(*lost), instead: Vec::new() },
        What::Members { lost, any } if proven || !any => Changed::Members { lost: lost.iter().map(member).collect(), any: *any },
        What::Bound { keyword } if proven || !(diff.all || *keyword == "pattern" || !diff.view.patterns.is_empty()) => bound(diff, keyword),
        What::RequiresOne { names } if proven => Changed::RequiredOne { names: names.clone() },
        What::Branch if proven => Changed::Branch,
        What::Unsure { keyword, .. } if proven && matches!(&**keyword, "anyOf" | "oneOf" | "schema") => Changed::Branch,
        What::Unsure { keyword, .. } if proven => Changed::Bound { keyword: keyword.clone(), instead: None, was: None, now: None },
        What::Unsure { keyword, why } => Changed::Undecided { keyword: keyword.clone(), why },
        What::Told => return None,
        other => undecided(other.keyword()),
    })
}

/// Is there a call that shows the difference?
fn called(old: &Tool, new: &Tool, root: Json<'_>, diff: &Diff<'_>, effort: &Cell<usize>) -> (Shown, Option<Witness>) {
    if matches!(diff.what, What::Closed { .. }) {
        // Calls of advertised keys do not show it.
        return (Shown::Untried, None);
    }
    let mut found = None;
    let mut attempt = |call: &Value| {
        if !call.is_object() || takes(old, call) != Some(true) {
            return Tried::Unfit;
        }
        let Some(losses) = losses(old, new, call) else { return Tried::Unfit };
        let Some(own) = losses.iter().find(|loss| loss.path.is_along(&diff.path)) else { return Tried::Keeps };
        // A refusal says more than a key that is not advertised.
        let refused = losses.iter().find(|loss| loss.half != Half::Unadvertised);
        found = Some(Witness { arguments: shown(&call.to_string()), half: refused.unwrap_or(own).half });
        Tried::Shows
    };
    let shown = witness::tried(root, diff, effort, &mut attempt);
    let judged = old.checker().is_some() && new.checker().is_some();
    (if shown == Shown::Unknown && !judged { Shown::Untried } else { shown }, found)
}

/// A limit, with what it was where there was one.
fn bound(diff: &Diff<'_>, keyword: &str) -> Changed {
    if diff.all {
        // Listed values against some keyword of the new schema.
        let scalar = diff.b.filter(|b| !b.is_object() && !b.is_array());
        let keyword = scalar.and_then(words::key).unwrap_or(keyword);
        return Changed::Bound { keyword: keyword.to_owned(), instead: None, was: None, now: scalar.map(shown_raw) };
    }
    let (before, after) = (words::limit_at(diff.a, keyword), words::limit_at(diff.b, keyword).unwrap_or(keyword));
    let now = diff.b.map(shown_raw);
    let was = before.and(diff.a).map(shown_raw);
    let instead = before.filter(|before| *before != after).map(str::to_owned);
    // Up to draft-04 a flag beside a limit says that the limit itself is outside.
    let (after, instead) = match (after, instead) {
        ("minimum", None) if was == now => ("exclusiveMinimum", Some("minimum".to_owned())),
        ("maximum", None) if was == now => ("exclusiveMaximum", Some("maximum".to_owned())),
        as_written => as_written,
    };
    Changed::Bound { keyword: after.to_owned(), instead, was, now }
}

/// What a difference, read from the new schema to the old one, adds.
fn added(diff: &Diff<'_>, renamed: &FxHashSet<&String>) -> Option<Added> {
    // What a reference leads to that leads nowhere is not known.
    if diff.view.opaque.iter().any(|(keyword, _)| *keyword == "$ref") {
        return None;
    }
    Some(match &diff.what {
        What::Lacks { name } if renamed.contains(name) => return None,
        What::Lacks { name } => Added::Key { name: name.clone() },
        What::Renamed { .. } | What::Unsure { .. } | What::RequiresOne { .. } | What::Told => return None,
        // A key that is gone is told already.
        What::Requires { listed: false, .. } => return None,
        What::Requires { name, .. } => Added::Optional { name: name.clone() },
        What::Types { lost } => Added::Types { more: kinds(*lost) },
        What::Members { lost, any } => Added::Members { more: lost.iter().map(member).collect(), any: *any },
        What::Bound { .. } if diff.all => return None,
        What::Bound { keyword } => {
            let name = words::limit_at(diff.b, keyword).unwrap_or(keyword);
            Added::Bound { keyword: name.to_owned(), gone: words::limit_at(diff.a, keyword).is_none() }
        }
        What::Branch => Added::Branch,
        What::Closed { .. } => Added::Opened,
    })
}
