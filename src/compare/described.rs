//! What is said to models and what is assumed for them: descriptions, hints, defaults. None of it is judged by a validator.

use super::view::{View, plain};
use crate::evidence::Path;
use crate::json::{Json, NodeId};
use crate::surface::Tool;
use rustc_hash::{FxHashMap, FxHashSet};

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
    let mut walk = Walk { old, new, renamed, seen: FxHashSet::default(), out: Vec::new() };
    walk.pair(&[old], &[new], &Path::root(), 0);
    walk.out
}

struct Walk<'a, 'r> {
    old: Json<'a>,
    new: Json<'a>,
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
        for of in ["description", "default"] {
            let said = Said { of, path: path.clone(), was: said(self.old, old, of), now: said(self.new, new, of) };
            if differs(&said) {
                self.out.push(said);
            }
        }
        let (before, after) = (View::of(self.old, old), View::of(self.new, new));
        for prop in &before.props {
            let here = path.join(prop.name);
            let name = self.renamed.get(&here).map_or(prop.name, String::as_str);
            if let Some(now) = after.prop(name) {
                self.pair(&prop.schemas, &now.schemas, &path.join(name), depth + 1);
            }
        }
        self.pair(&before.items, &after.items, &path.join("[]"), depth + 1);
        self.pair(&before.free, &after.free, &path.join("*"), depth + 1);
        for (union, other) in before.unions.iter().zip(&after.unions) {
            if union.branches.len() == other.branches.len() {
                for (branch, now) in union.branches.iter().zip(&other.branches) {
                    self.pair(&[*branch], &[*now], path, depth + 1);
                }
            }
        }
    }
}

/// The first of these schemas that has the keyword, itself or behind its reference.
fn said<'a>(root: Json<'a>, schemas: &[Json<'a>], keyword: &str) -> Option<Json<'a>> {
    schemas.iter().find_map(|schema| {
        schema.get(keyword).or_else(|| {
            let target = crate::schema::resolve(root, schema.get("$ref")?.text()?)?;
            target.get(keyword)
        })
    })
}

fn differs(said: &Said<'_>) -> bool {
    match (said.was, said.now) {
        (Some(was), Some(now)) => plain(was) != plain(now),
        (None, None) => false,
        _ => true,
    }
}
