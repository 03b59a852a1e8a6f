//! Two output schemas: what results promised and do not promise any more, and what they promise beyond.

use super::arguments::renaming;
use super::change::{Added, Change, Changed, Side, Weaker};
use super::contain::Contain;
use super::described;
use super::diff::{Diff, What};
use super::tools::{place, whole};
use super::witness::{self, Shown, Tried};
use super::words::{self, kinds, member};
use crate::contract::tool_place;
use crate::evidence::Path;
use crate::finding::Place;
use crate::json::Json;
use crate::surface::Tool;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use std::cell::Cell;
use std::sync::Arc;

pub(super) fn results(old: &Arc<Tool>, new: &Arc<Tool>, before: Json<'_>, after: Json<'_>, out: &mut Vec<Change>) {
    let change = |what: Changed, path: &Path, here: Option<Place>, there: Option<Place>| {
        let place = here.clone().or(there.clone()).or_else(|| Some(tool_place(new)));
        let before = there.filter(|_| here.is_some());
        Change { side: Side::Results, path: path.clone(), ..whole(what, new, place, before) }
    };
    let effort = Cell::new(witness::MOST);
    // Keys that are gone: read from the old schema to the new one.
    let forward = Contain::new(before, after).run();
    let renamed: FxHashMap<Path, String> = forward.iter().filter_map(renaming).collect();
    let names: FxHashSet<&String> = renamed.values().collect();
    let gone: FxHashSet<Path> = forward
        .iter()
        .filter(|diff| matches!(diff.what, What::Lacks { .. } | What::Renamed { .. }))
        .map(|diff| diff.path.clone())
        .collect();
    for diff in &forward {
        let weaker = match &diff.what {
            What::Lacks { name } => Weaker::Removed { name: name.clone() },
            What::Renamed { name, to } => Weaker::Renamed { name: name.clone(), to: to.clone() },
            _ => continue,
        };
        let here = place(new, diff.b).filter(|_| matches!(weaker, Weaker::Renamed { .. }));
        out.push(change(Changed::Weakened(weaker), &diff.path, here, place(old, diff.a)));
    }
    // What a result may be now and could not be before: read from the new schema to the old one.
    for diff in Contain::new(after, before).run() {
        let (here, there) = (place(new, diff.a), place(old, diff.b));
        let what = match &diff.what {
            What::Lacks { name } if names.contains(name) => continue,
            What::Lacks { name } => Changed::Added(Added::Promised { name: name.clone() }),
            What::Renamed { .. } | What::Told => continue,
            What::Requires { .. } if gone.contains(&diff.path) => continue,
            What::Requires { name, .. } => Changed::Weakened(Weaker::Optional { name: name.clone() }),
            What::RequiresOne { names } => Changed::Weakened(Weaker::Optional { name: names.join("` or `") }),
            What::Types { lost } => Changed::Weakened(Weaker::Types { more: kinds(*lost) }),
            What::Members { any: true, .. } => Changed::Weakened(Weaker::AnyValue),
            What::Members { lost, .. } => Changed::Widened { members: lost.iter().map(member).collect() },
            What::Bound { keyword } => {
                let certain = !diff.all && *keyword != "pattern";
                let named = if diff.all { diff.b.and_then(words::key) } else { words::limit_at(diff.b, keyword) };
                let keyword = named.unwrap_or(keyword).to_owned();
                match if certain { Shown::Yes } else { exceeds(old, new, after, &diff, &effort) } {
                    Shown::Yes => Changed::Weakened(Weaker::Bound { keyword }),
                    Shown::No if diff.all => continue,
                    _ => Changed::Undecided { keyword, why: "no result was found that the old list ruled out" },
                }
            }
            What::Branch => Changed::Weakened(Weaker::Branch),
            What::Closed { .. } => Changed::Added(Added::Opened),
            What::Unsure { keyword, why } => match exceeds(old, new, after, &diff, &effort) {
                Shown::Yes if matches!(&**keyword, "anyOf" | "oneOf" | "schema") => Changed::Weakened(Weaker::Branch),
                Shown::Yes => Changed::Weakened(Weaker::Bound { keyword: keyword.clone() }),
                _ => Changed::Undecided { keyword: keyword.clone(), why },
            },
        };
        // An entry of the old `required` has no counterpart in the new file; its key has.
        let here = match &diff.what {
            What::Requires { name, .. } => words::property(after, &diff.path, name).and_then(|node| place(new, Some(node))).or(here),
            _ => here,
        };
        out.push(change(what, &diff.path, here, there));
    }
    for diff in &forward {
        let What::Requires { name, listed: true } = &diff.what else { continue };
        let added = Added::Always { name: name.clone() };
        out.push(change(Changed::Added(added), &diff.path, place(new, diff.b), place(old, diff.a)));
    }
    for said in described::of_schemas(before, after, &renamed) {
        out.extend(described::change(said, old, new, Side::Results));
    }
}

/// Is there a result that the new list allows and the old one did not?
fn exceeds(old: &Tool, new: &Tool, root: Json<'_>, diff: &Diff<'_>, effort: &Cell<usize>) -> Shown {
    let (Some(before), Some(after)) = (old.output_checker(), new.output_checker()) else { return Shown::Untried };
    let mut attempt = |result: &Value| match (after.is_valid(result), before.is_valid(result)) {
        (Some(true), Some(false)) => Tried::Shows,
        (Some(true), Some(true)) => Tried::Keeps,
        _ => Tried::Unfit,
    };
    witness::tried(root, diff, effort, &mut attempt)
}
