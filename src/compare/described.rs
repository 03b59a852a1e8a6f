//! What is said to models and what is assumed for them: descriptions, hints, defaults. None of it is judged by a validator.

use super::change::{Change, Changed, Side};
use super::same::Marks;
use super::tools::whole;
use super::view::{Prop, View, plain};
use super::words::shown_raw;
use crate::evidence::Path;
use crate::finding::Place;
use crate::json::{Json, NodeId};
use crate::schema;
use crate::surface::Tool;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Something that stands otherwise, or only on one side.
#[derive(Debug)]
pub(super) struct Said<'a> {
    pub(super) of: &'static str,
    pub(super) path: Path,
    pub(super) was: Option<Json<'a>>,
    pub(super) now: Option<Json<'a>>,
}

/// Behaviour that a tool's annotations promise.
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
const DEEPEST: usize = 32;

/// The texts and hints of a tool.
pub(super) fn of_tool<'a>(old: &'a Tool, new: &'a Tool) -> Vec<Said<'a>> {
    let of = |tool: &'a Tool, key: &str| tool.json().get(key);
    let hint = |tool: &'a Tool, key: &str| of(tool, "annotations").and_then(|annotations| annotations.get(key));
    let description = std::iter::once(("description", of(old, "description"), of(new, "description")));
    let hints = HINTS.into_iter().map(|key| (key, hint(old, key), hint(new, key)));
    let all = description.chain(hints).map(|(of, was, now)| Said { of, path: Path::root(), was, now });
    all.filter(differs).collect()
}

/// Those of two schemas, place by place. `renamed` tells which key is which.
pub(super) fn of_schemas<'a>(old: Json<'a>, new: Json<'a>, renamed: &FxHashMap<Path, String>) -> Vec<Said<'a>> {
    let (old_marks, new_marks) = (Marks::new(old), Marks::new(new));
    let mut walk = Walk { old, new, old_marks, new_marks, renamed, seen: FxHashSet::default(), out: Vec::new() };
    walk.pair(&[old], &[new], &Path::root(), 0);
    walk.out
}

struct Walk<'a, 'r> {
    old: Json<'a>,
    new: Json<'a>,
    old_marks: Marks<'a>,
    new_marks: Marks<'a>,
    renamed: &'r FxHashMap<Path, String>,
    seen: FxHashSet<(NodeId, NodeId)>,
    out: Vec<Said<'a>>,
}

impl<'a> Walk<'a, '_> {
    fn pair(&mut self, old: &[Json<'a>], new: &[Json<'a>], path: &Path, depth: usize) {
        let (Some(first), Some(other)) = (old.first(), new.first()) else { return };
        if depth > DEEPEST || !self.seen.insert((first.id(), other.id())) {
            return;
        }
        self.texts(old, new, path);
        let (was, now) = (said(self.old, old, "default"), said(self.new, new, "default"));
        self.note("default", path, was.first().copied(), now.first().copied());
        let (before, after) = (View::of(self.old, old), View::of(self.new, new));
        let of_after: FxHashMap<&str, &Prop<'a>> = after.props.iter().map(|prop| (prop.name, prop)).collect();
        for prop in &before.props {
            let here = path.join(prop.name);
            let name = self.renamed.get(&here).map_or(prop.name, String::as_str);
            if let Some(now) = of_after.get(name) {
                self.pair(&prop.schemas, &now.schemas, &path.join(name), depth + 1);
            }
        }
        self.pair(&before.items, &after.items, &path.join("[]"), depth + 1);
        for (was, now) in before.tuple.iter().zip(&after.tuple) {
            self.pair(was, now, &path.join("[]"), depth + 1);
        }
        self.pair(&before.free, &after.free, &path.join("*"), depth + 1);
        for (pattern, was) in &before.key_patterns {
            if let Some((_, now)) = after.key_patterns.iter().find(|(known, _)| known == pattern) {
                self.pair(&[*was], &[*now], &path.join("*"), depth + 1);
            }
        }
        for (keyword, was) in &before.opaque {
            if let Some((_, now)) = after.opaque.iter().find(|(known, _)| known == keyword) {
                self.pair(&[*was], &[*now], path, depth + 1);
                for beside in ["then", "else"].iter().filter(|_| *keyword == "if") {
                    let of = |at: &Json<'a>| at.parent().and_then(|holder| holder.get(beside));
                    if let (Some(was), Some(now)) = (of(was), of(now)) {
                        self.pair(&[was], &[now], path, depth + 1);
                    }
                }
            }
        }
        for (union, other) in before.unions.iter().zip(&after.unions) {
            self.branches(&union.branches, &other.branches, path, depth);
        }
    }

    /// Branches that say the same to a validator belong together, wherever they stand; of the rest, those of one place.
    fn branches(&mut self, old: &[Json<'a>], new: &[Json<'a>], path: &Path, depth: usize) {
        let mut left: Vec<(usize, Json<'a>)> = new.iter().copied().enumerate().collect();
        let mut rest = Vec::new();
        for (at, was) in old.iter().enumerate() {
            let mark = self.old_marks.of(*was);
            let mut same: Vec<usize> =
                left.iter().enumerate().filter(|(_, (_, now))| self.new_marks.of(*now) == mark).map(|(index, _)| index).collect();
            // Of several that are alike, the one with the same text.
            let text = |json: Json<'a>| json.get("description").and_then(Json::text);
            same.sort_by_key(|index| left.get(*index).is_none_or(|(_, now)| text(*now) != text(*was)));
            match same.first() {
                Some(index) => {
                    let (_, now) = left.remove(*index);
                    self.pair(&[*was], &[now], path, depth + 1);
                }
                None => rest.push((at, *was)),
            }
        }
        for (at, was) in rest {
            if let Some((_, now)) = left.iter().find(|(other, _)| *other == at) {
                self.pair(&[was], &[*now], path, depth + 1);
            }
        }
    }

    /// Descriptions of one place: its own, and those behind its references.
    fn texts(&mut self, old: &[Json<'a>], new: &[Json<'a>], path: &Path) {
        let (mut was, mut now) = (said(self.old, old, "description"), said(self.new, new, "description"));
        // A text may move into the alternatives of a union, and out of them.
        if was.is_empty() != now.is_empty() {
            let within = |root: Json<'a>, schemas: &[Json<'a>]| {
                let view = View::of(root, schemas);
                let branches: Vec<Json<'a>> = view.unions.iter().flat_map(|union| union.branches.iter().copied()).collect();
                said(root, &branches, "description")
            };
            if was.is_empty() {
                was = within(self.old, old);
            } else {
                now = within(self.new, new);
            }
        }
        for at in 0..was.len().max(now.len()) {
            self.note("description", path, was.get(at).copied(), now.get(at).copied());
        }
    }

    fn note(&mut self, of: &'static str, path: &Path, was: Option<Json<'a>>, now: Option<Json<'a>>) {
        let said = Said { of, path: path.clone(), was, now };
        if differs(&said) {
            self.out.push(said);
        }
    }
}

/// What these schemas, and those behind their references and their `allOf`, have under the keyword: each text once.
fn said<'a>(root: Json<'a>, schemas: &[Json<'a>], keyword: &str) -> Vec<Json<'a>> {
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut open: Vec<Json<'a>> = schemas.iter().rev().copied().collect();
    let mut out: Vec<Json<'a>> = Vec::new();
    while let Some(schema) = open.pop() {
        if !seen.insert(schema.id()) {
            continue;
        }
        if let Some(value) = schema.get(keyword)
            && !out.iter().any(|known| known.raw() == value.raw())
        {
            out.push(value);
        }
        open.extend(schema.get("allOf").into_iter().flat_map(Json::items).rev());
        open.extend(schema.get("$ref").and_then(Json::text).and_then(|to| schema::resolve(root, to)));
    }
    out
}

fn differs(said: &Said<'_>) -> bool {
    match (said.was, said.now) {
        (Some(was), Some(now)) => plain(was) != plain(now),
        (None, None) => false,
        _ => true,
    }
}

/// What was said otherwise, as a change of the tool.
pub(super) fn change(said: Said<'_>, old: &Arc<Tool>, new: &Arc<Tool>, side: Side) -> Option<Change> {
    let what = if said.of == "default" {
        match (side, said.was, said.now) {
            // A default that is told for the first time changes nothing.
            (Side::Results, ..) | (_, None, _) => return None,
            (_, was, now) => Changed::Default { was: was.map(shown_raw), now: now.map(shown_raw) },
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
