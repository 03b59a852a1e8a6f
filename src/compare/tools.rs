//! Which tool is which, and what changed in each.

use super::arguments::arguments;
use super::change::{Added, Change, Changed, Side, Weaker};
use super::described;
use super::rename::{self, alike};
use super::results::results;
use super::same::Marks;
use crate::contract::tool_place;
use crate::evidence::Path;
use crate::finding::Place;
use crate::json::{Doc, Json, Origin};
use crate::surface::{Surface, Tool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, LazyLock};

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

/// Every change, in the order of the new list; what is gone, in that of the old one, at the end.
pub(crate) fn compare(old: &Surface, new: &Surface, pairs: &Pairs) -> Vec<Change> {
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
            None => out.push(whole(Changed::Added(Added::Tool), now, Some(tool_place(now)), None)),
        }
    }
    for gone in distinct(old).filter(|tool| pairs.now(&tool.name).is_none()) {
        out.push(whole(Changed::ToolRemoved, gone, Some(tool_place(gone)), None));
    }
    out
}

fn of_pair(old: &Arc<Tool>, new: &Arc<Tool>, out: &mut Vec<Change>) {
    if old.name != new.name {
        out.push(whole(Changed::ToolRenamed { from: Arc::clone(&old.name) }, new, Some(tool_place(new)), Some(tool_place(old))));
    } else if old.definition() == new.definition() {
        return;
    }
    for said in described::of_tool(old, new) {
        out.extend(described::change(said, old, new, Side::Arguments));
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

pub(super) fn whole(what: Changed, tool: &Arc<Tool>, place: Option<Place>, before: Option<Place>) -> Change {
    let (tool, called) = (Arc::clone(tool), Arc::clone(&tool.name));
    Change { what, tool, called, side: Side::Arguments, path: Path::root(), place, before, witness: None }
}

/// The key of a node; of a keyword's value, the keyword.
pub(super) fn place(tool: &Tool, node: Option<Json<'_>>) -> Option<Place> {
    let node = node.filter(|node| std::ptr::eq(node.doc(), &*tool.doc))?;
    Some(Place::key(&tool.doc, node))
}
