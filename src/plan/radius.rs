//! The blast radius: where the old name stands in a source tree, whose it is there, and what would become of each line.

mod kind;
mod lists;
mod owner;
mod spots;
mod tree;

use super::target::Target;
use crate::contract::Server;
use crate::report::{Lines, Occurrence, Radius, SourceKind, Whose};
use owner::Owners;
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// Occurrences that are gathered before they are sorted, and that a report holds: beyond, a name is no name but a word.
const MOST_GATHERED: usize = 50_000;
const MOST_TOLD: usize = 2_000;

/// What is looked for.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    /// A member of a set: it counts in quotes alone.
    pub(crate) value: bool,
    pub(crate) targets: &'a [Target],
    pub(crate) servers: &'a [Server],
    /// Captures that were given, by their true paths: their lines are not shown.
    pub(crate) captures: FxHashSet<PathBuf>,
}

pub(crate) fn radius(folder: &Path, wanted: &Wanted<'_>) -> Radius {
    let Some(owners) = Owners::of(wanted) else { return Radius { folder: crate::source::shown(folder), ..Radius::default() } };
    let mut found: Vec<Occurrence> = Vec::new();
    let mut lines = Lines::default();
    let mut out = tree::walk(folder, &mut |path, below, bytes| {
        if memchr::memmem::find(bytes, wanted.from.as_bytes()).is_none() {
            return;
        }
        let is_given = std::fs::canonicalize(path).is_ok_and(|path| wanted.captures.contains(&path));
        let kind = if is_given { SourceKind::Recordings } else { kind::of(below) };
        let text = String::from_utf8_lossy(bytes);
        let file = crate::source::shown(path);
        for spot in spots::of(&text, below, &owners, wanted) {
            match spot.whose {
                Whose::Renamed => lines.renamed += 1,
                Whose::Unsure => lines.unsure += 1,
                Whose::Other => lines.other += 1,
            }
            if found.len() < MOST_GATHERED {
                found.push(spot.told(kind, &file, &text, wanted));
            }
        }
    });
    found.sort_by(|a, b| order(a).cmp(&order(b)));
    found.truncate(MOST_TOLD);
    out.lines = lines;
    out.occurrences = found;
    out
}

/// By kind, what is surely meant first, and there the nearest to the tool's name.
fn order(it: &Occurrence) -> (SourceKind, Whose, u64, &str, u64, u64) {
    (it.kind, it.whose, it.distance.unwrap_or(u64::MAX), &it.file, it.line, it.column)
}
