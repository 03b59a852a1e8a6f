//! Which tool is which, and what changed in each.

use super::change::{Added, Change, Changed, Side, Weaker, Witness};
use super::contain::{Contain, Diff, What};
use super::described::{self, Said};
use super::kept::{Half, losses, takes};
use super::rename::{self, alike};
use super::same::Marks;
use super::sample::{self, How};
use super::words::{self, kinds, member, shown};
use crate::evidence::Path;
use crate::finding::Place;
use crate::json::{Doc, Json, Origin};
use crate::surface::{Surface, Tool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::sync::{Arc, LazyLock};

/// Calls that are tried to show one difference.
const MOST_TRIES: usize = 24;
/// Calls that are tried to show the differences of one tool; what is left is told without one.
const MOST_CALLS: usize = 10_000;
/// Ways in which what is around a place is made, until one is right.
const VARIANTS: usize = 48;
/// Tools that are gone, times those that are new, that are held against each other.
const MOST_PAIRS: usize = 40_000;
const ENOUGH: i32 = 8;

/// Tools of the old list by their names there, each with what it is now.
#[derive(Debug, Default, Clone)]
pub(crate) struct Pairs {
    now: FxHashMap<Arc<str>, Arc<Tool>>,
}

impl Pairs {
    pub(crate) fn of(old: &Surface, new: &Surface) -> Self {
        let mut now = FxHashMap::default();
        let mut gone = Vec::new();
        for tool in distinct(old) {
            match new.tool(&tool.name) {
                Some(same) => {
                    now.insert(Arc::clone(&tool.name), Arc::clone(same));
                }
                None => gone.push(tool),
            }
        }
        let fresh: Vec<&Arc<Tool>> = distinct(new).filter(|tool| old.tool(&tool.name).is_none()).collect();
        if gone.len() * fresh.len() <= MOST_PAIRS {
            for (from, to) in renamed(&gone, &fresh) {
                now.insert(Arc::clone(&from.name), Arc::clone(to));
            }
        }
        Self { now }
    }

    /// What a tool of the old list is now.
    pub(crate) fn now(&self, name: &str) -> Option<&Arc<Tool>> {
        self.now.get(name)
    }
}

/// A name that is listed twice is its first tool, as callers have it.
fn distinct(surface: &Surface) -> impl Iterator<Item = &Arc<Tool>> {
    surface.tools.iter().filter(|tool| surface.tool(&tool.name).is_some_and(|first| Arc::ptr_eq(first, tool)))
}

fn renamed<'a>(gone: &[&'a Arc<Tool>], fresh: &[&'a Arc<Tool>]) -> Vec<(&'a Arc<Tool>, &'a Arc<Tool>)> {
    let mark = |tool: &Tool| tool.input_schema().map(|root| Marks::new(root).of(root));
    let near = gone.len() * fresh.len() <= rename::MOST_PAIRS;
    let of_fresh: Vec<_> = fresh.iter().map(|tool| mark(tool)).collect();
    let mut scored = Vec::new();
    for (at, from) in gone.iter().enumerate() {
        let mine = mark(from);
        for (to_at, to) in fresh.iter().enumerate() {
            let same = of_fresh.get(to_at) == Some(&mine);
            let mut score = alike(&from.name, &to.name, from.description(), to.description(), near);
            score += match (same, from.params.len()) {
                // Many tools take nothing, or one text.
                (true, 0) => 0,
                (true, 1) => 3,
                (true, _) => 5,
                (false, _) => -3,
            };
            if score >= ENOUGH {
                scored.push((score, at, to_at));
            }
        }
    }
    scored.sort_by_key(|(score, at, to_at)| (-score, *at, *to_at));
    let (mut left, mut right) = (FxHashSet::default(), FxHashSet::default());
    let mut out = Vec::new();
    for (_, at, to_at) in scored {
        if left.contains(&at) || right.contains(&to_at) {
            continue;
        }
        left.insert(at);
        right.insert(to_at);
        out.extend(gone.get(at).copied().zip(fresh.get(to_at).copied()));
    }
    out
}

pub(super) fn compare(old: &Surface, new: &Surface) -> Vec<Change> {
    let pairs = Pairs::of(old, new);
    let mut was: FxHashMap<&str, &Arc<Tool>> = FxHashMap::default();
    for tool in distinct(old) {
        if let Some(now) = pairs.now(&tool.name) {
            was.insert(&now.name, tool);
        }
    }
    let mut out = Vec::new();
    for now in distinct(new) {
        match was.get(&*now.name) {
            Some(before) => {
                let known = out.len();
                of_pair(before, now, &mut out);
                out.iter_mut().skip(known).for_each(|change| change.called = Arc::clone(&before.name));
            }
            None => out.push(whole(Changed::Added(Added::Tool), now, Some(name_of(now)), None)),
        }
    }
    for gone in distinct(old).filter(|tool| pairs.now(&tool.name).is_none()) {
        out.push(whole(Changed::ToolRemoved, gone, Some(name_of(gone)), None));
    }
    out
}

fn of_pair(old: &Arc<Tool>, new: &Arc<Tool>, out: &mut Vec<Change>) {
    if old.name != new.name {
        out.push(whole(Changed::ToolRenamed { from: Arc::clone(&old.name) }, new, Some(name_of(new)), Some(name_of(old))));
    } else if old.definition() == new.definition() {
        return;
    }
    for said in described::of_tool(old, new) {
        out.extend(text(said, old, new, Side::Arguments));
    }
    let nothing = NOTHING.root();
    arguments(old, new, old.input_schema().unwrap_or(nothing), new.input_schema().unwrap_or(nothing), out);
    match (old.output_schema(), new.output_schema()) {
        (Some(before), Some(after)) => results(old, new, before, after, out),
        (Some(before), None) => {
            let place = Some(Place::key(&old.doc, before));
            out.push(Change { side: Side::Results, ..whole(Changed::Weakened(Weaker::Schema), new, place, None) });
        }
        (None, Some(after)) => {
            let place = Some(Place::key(&new.doc, after));
            out.push(Change { side: Side::Results, ..whole(Changed::Added(Added::Schema), new, place, None) });
        }
        (None, None) => {}
    }
}

/// Stands in for a schema that is not there.
static NOTHING: LazyLock<Arc<Doc>> =
    LazyLock::new(|| Doc::parse("".into(), "{}", Origin::default()).unwrap_or_else(|_| unreachable!("an object is JSON")));

fn name_of(tool: &Tool) -> Place {
    crate::contract::tool_place(tool)
}

fn whole(what: Changed, tool: &Arc<Tool>, place: Option<Place>, before: Option<Place>) -> Change {
    let (tool, called) = (Arc::clone(tool), Arc::clone(&tool.name));
    Change { what, tool, called, side: Side::Arguments, path: Path::root(), place, before, witness: None }
}

/// The key of a node; of a keyword's value, the keyword.
fn place(tool: &Tool, node: Option<Json<'_>>) -> Option<Place> {
    let node = node.filter(|node| std::ptr::eq(node.doc(), &*tool.doc))?;
    Some(Place::key(&tool.doc, node))
}

fn arguments(old: &Arc<Tool>, new: &Arc<Tool>, before: Json<'_>, after: Json<'_>, out: &mut Vec<Change>) {
    let known = out.len();
    let effort = Cell::new(MOST_CALLS);
    let lost = Contain::new(before, after).run();
    let renamed: FxHashMap<Path, String> = lost.iter().filter_map(renaming).collect();
    for diff in lost {
        let shown = witness(old, new, before, &diff, &effort);
        // Where the validator can judge both, a break is shown by a call, or it is not said to be one.
        let unshown = match shown {
            Shown::Unknown => !matches!(diff.what, What::Closed { .. } | What::Unsure { .. }),
            // Nobody looks below the free keys of a map for keys that are advertised no more.
            Shown::Contradicted => {
                !matches!(diff.what, What::Closed { .. } | What::Unsure { .. }) && diff.path.steps().all(|step| step != "*")
            }
            _ => false,
        };
        let what = match broken(&diff, &shown) {
            Some(_) if unshown && old.checker().is_some() && new.checker().is_some() => undecided(diff.what.keyword()),
            Some(what) => what,
            None => continue,
        };
        let gone = matches!(what, Changed::Removed { .. });
        let (here, there) = (place(new, diff.b).filter(|_| !gone), place(old, diff.a));
        let first = here.clone().or(there.clone()).or_else(|| Some(name_of(new)));
        let before = there.filter(|_| here.is_some());
        let witness = if let Shown::By(witness) = shown { Some(witness) } else { None };
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
        let Some(added) = added(&diff, &names, Side::Arguments) else { continue };
        // Of two patterns, a text must show that the new one takes more.
        let patterns = matches!(&added, Added::Bound { keyword, gone: false } if keyword == "pattern");
        if patterns && !matches!(witness(new, old, after, &diff, &effort), Shown::By(_)) {
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
        let here = place(new, diff.a).or_else(|| Some(name_of(new)));
        out.push(Change { path: diff.path, ..whole(Changed::Added(added), new, here, before) });
    }
    for said in described::of_schemas(before, after, &renamed) {
        out.extend(text(said, old, new, Side::Arguments));
    }
}

fn renaming(diff: &Diff<'_>) -> Option<(Path, String)> {
    match &diff.what {
        What::Renamed { to, .. } => Some((diff.path.clone(), to.clone())),
        _ => None,
    }
}

fn undecided(keyword: &str) -> Changed {
    Changed::Undecided { keyword: keyword.to_owned(), why: "no call was found that the new list refuses" }
}

/// What the difference of arguments is to a caller. None: it was shown to be none.
fn broken(diff: &Diff<'_>, shown: &Shown) -> Option<Changed> {
    let contradicted = matches!(shown, Shown::Contradicted);
    if contradicted && diff.all {
        return None;
    }
    let proven = matches!(shown, Shown::By(_));
    // Where no call could be made, reasoning alone decides, and only where nothing stands beside that it does not follow.
    let view = &diff.view;
    let several = view.picked.iter().any(|pick| pick.union.one);
    let sure = proven || (view.opaque.is_empty() && view.unique.is_none() && !several);
    Some(match &diff.what {
        What::Lacks { .. } | What::Renamed { .. } if several && !proven => undecided("oneOf"),
        What::Lacks { name } => Changed::Removed { name: name.clone() },
        What::Renamed { name, to } => Changed::Renamed { name: name.clone(), to: to.clone() },
        What::Closed { on_purpose } => Changed::Closed { on_purpose: *on_purpose },
        What::Requires { .. } if contradicted || !sure => undecided("required"),
        What::Requires { name, listed } => Changed::Required { name: name.clone(), listed: *listed },
        What::RequiresOne { names } if proven => Changed::RequiredOne { names: names.clone() },
        What::RequiresOne { .. } => undecided("required"),
        What::Types { .. } if contradicted || !sure => undecided("type"),
        What::Types { lost } => Changed::Narrowed { lost: kinds(*lost), instead: Vec::new() },
        What::Members { .. } if contradicted || !sure => undecided("enum"),
        What::Members { any: true, .. } if !proven => undecided("enum"),
        What::Members { lost, any } => Changed::Members { lost: lost.iter().map(member).collect(), any: *any },
        // A pattern may rule out what the limit does.
        What::Bound { keyword } if !proven && (*keyword == "pattern" || !diff.view.patterns.is_empty()) => undecided(keyword),
        What::Bound { keyword } if contradicted || !sure || matches!(shown, Shown::Unknown) || (diff.all && !proven) => undecided(keyword),
        What::Bound { keyword } => bound(diff, keyword),
        What::Branch if proven => Changed::Branch,
        What::Branch => undecided("anyOf"),
        What::Unsure { keyword, .. } if proven && matches!(&**keyword, "anyOf" | "oneOf" | "schema") => Changed::Branch,
        What::Unsure { keyword, .. } if proven => Changed::Bound { keyword: keyword.clone(), instead: None, was: None, now: None },
        What::Unsure { keyword, why } => Changed::Undecided { keyword: keyword.clone(), why },
        What::Told => return None,
    })
}

/// A limit, with what it was where there was one.
fn bound(diff: &Diff<'_>, keyword: &str) -> Changed {
    if diff.all {
        // Listed values against some keyword of the new schema.
        let scalar = diff.b.filter(|b| !b.is_object() && !b.is_array());
        let keyword = scalar.and_then(words::key).unwrap_or(keyword);
        return Changed::Bound { keyword: keyword.to_owned(), instead: None, was: None, now: scalar.map(shown_value) };
    }
    let (before, after) = (words::limit_at(diff.a, keyword), words::limit_at(diff.b, keyword).unwrap_or(keyword));
    let now = diff.b.map(shown_value);
    let was = before.and(diff.a).map(shown_value);
    let instead = before.filter(|before| *before != after).map(str::to_owned);
    // Up to draft-04 a flag beside a limit says that the limit itself is outside.
    let (after, instead) = match (after, instead) {
        ("minimum", None) if was == now => ("exclusiveMinimum", Some("minimum".to_owned())),
        ("maximum", None) if was == now => ("exclusiveMaximum", Some("maximum".to_owned())),
        as_written => as_written,
    };
    Changed::Bound { keyword: after.to_owned(), instead, was, now }
}

fn shown_value(value: Json<'_>) -> String {
    shown(value.raw())
}

/// What a difference, read from the new schema to the old one, adds.
fn added(diff: &Diff<'_>, renamed: &FxHashSet<&String>, side: Side) -> Option<Added> {
    // What a reference leads to that leads nowhere is not known.
    if diff.view.opaque.iter().any(|(keyword, _)| *keyword == "$ref") {
        return None;
    }
    Some(match &diff.what {
        What::Lacks { name } if renamed.contains(name) => return None,
        What::Lacks { name } if side == Side::Results => Added::Promised { name: name.clone() },
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

/// Is there a call that shows the difference?
enum Shown {
    By(Witness),
    /// Calls were made that should, and all are kept.
    Contradicted,
    /// None could be made.
    Unknown,
    /// None was tried: too many were before.
    Untried,
}

fn witness(old: &Tool, new: &Tool, root: Json<'_>, diff: &Diff<'_>, effort: &Cell<usize>) -> Shown {
    let mut kept = false;
    let left = Cell::new(sample::MOST);
    for how in (0..VARIANTS).map(|variant| How::variant(variant, &left)) {
        for value in sample::candidates(root, &diff.view, &diff.leaf, how).into_iter().take(MOST_TRIES) {
            if effort.get() == 0 {
                return if kept { Shown::Contradicted } else { Shown::Untried };
            }
            effort.set(effort.get() - 1);
            let call = sample::embed(root, &diff.trail, value, how);
            if !call.is_object() || takes(old, &call) != Some(true) {
                continue;
            }
            let Some(losses) = losses(old, new, &call) else { continue };
            match losses.iter().find(|loss| loss.path.is_along(&diff.path)) {
                Some(loss) => return Shown::By(Witness { arguments: shown(&call.to_string()), half: half(&losses, loss.half) }),
                None => kept = true,
            }
        }
        // Calls could be made: others would only differ elsewhere.
        if kept {
            break;
        }
    }
    if kept { Shown::Contradicted } else { Shown::Unknown }
}

/// A refusal says more than a key that is not advertised.
fn half(losses: &[super::kept::Loss], own: Half) -> Half {
    if losses.iter().any(|loss| loss.half != Half::Unadvertised) { Half::Refused } else { own }
}

/// What results promised and do not promise any more; what they promise beyond.
fn results(old: &Arc<Tool>, new: &Arc<Tool>, before: Json<'_>, after: Json<'_>, out: &mut Vec<Change>) {
    let change = |what: Changed, path: &Path, here: Option<Place>, there: Option<Place>| {
        let place = here.clone().or(there.clone()).or_else(|| Some(name_of(new)));
        let before = there.filter(|_| here.is_some());
        Change { side: Side::Results, path: path.clone(), ..whole(what, new, place, before) }
    };
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
                match if certain { Some(true) } else { exceeds(old, new, after, &diff) } {
                    Some(true) => Changed::Weakened(Weaker::Bound { keyword }),
                    Some(false) if diff.all => continue,
                    _ => Changed::Undecided { keyword, why: "no result was found that the old list ruled out" },
                }
            }
            What::Branch => Changed::Weakened(Weaker::Branch),
            What::Closed { .. } => Changed::Added(Added::Opened),
            What::Unsure { keyword, why } => match exceeds(old, new, after, &diff) {
                Some(true) if matches!(&**keyword, "anyOf" | "oneOf" | "schema") => Changed::Weakened(Weaker::Branch),
                Some(true) => Changed::Weakened(Weaker::Bound { keyword: keyword.clone() }),
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
        let added = match &diff.what {
            What::Requires { name, listed: true } => Added::Always { name: name.clone() },
            _ => continue,
        };
        out.push(change(Changed::Added(added), &diff.path, place(new, diff.b), place(old, diff.a)));
    }
    for said in described::of_schemas(before, after, &renamed) {
        out.extend(text(said, old, new, Side::Results));
    }
}

/// Is there a result that the new list allows and the old one did not? None: none could be tried.
fn exceeds(old: &Tool, new: &Tool, root: Json<'_>, diff: &Diff<'_>) -> Option<bool> {
    let (before, after) = (old.output_checker()?, new.output_checker()?);
    let mut tried = None;
    let left = Cell::new(sample::MOST);
    for how in (0..VARIANTS).map(|variant| How::variant(variant, &left)) {
        for value in sample::candidates(root, &diff.view, &diff.leaf, how).into_iter().take(MOST_TRIES) {
            let result = sample::embed(root, &diff.trail, value, how);
            if after.is_valid(&result) != Some(true) {
                continue;
            }
            match before.is_valid(&result) {
                Some(false) => return Some(true),
                Some(true) => tried = Some(false),
                None => {}
            }
        }
        if tried.is_some() {
            break;
        }
    }
    tried
}

fn text(said: Said<'_>, old: &Arc<Tool>, new: &Arc<Tool>, side: Side) -> Option<Change> {
    let what = if said.of == "default" {
        match (side, said.was, said.now) {
            // A default that is told for the first time changes nothing.
            (Side::Results, ..) | (_, None, _) => return None,
            (_, was, now) => Changed::Default { was: was.map(shown_value), now: now.map(shown_value) },
        }
    } else {
        let words =
            |json: Option<Json<'_>>| json.map(|json| json.text().map_or_else(|| json.raw().to_owned(), str::to_owned)).unwrap_or_default();
        Changed::Text { of: said.of, was: words(said.was), now: words(said.now) }
    };
    let here = said.now.map(|node| Place::key(&new.doc, node));
    let there = said.was.map(|node| Place::key(&old.doc, node));
    let place = here.clone().or(there.clone());
    let before = there.filter(|_| here.is_some());
    Some(Change { side, path: said.path, ..whole(what, new, place, before) })
}
