//! Values that are made from a schema and tried on both lists, to see whether a difference is one.

use super::diff::Diff;
use super::sample::{self, How};
use crate::json::Json;
use serde_json::Value;
use std::cell::Cell;

/// Values that are tried to show one difference.
const MOST_TRIES: usize = 24;
/// Ways in which what is around a place is made, until one is right.
const VARIANTS: usize = 48;
/// Values that are tried to show the differences of one tool; what is left is told without one.
pub(super) const MOST: usize = 10_000;

/// What one value showed.
pub(super) enum Tried {
    Shows,
    /// It should have shown the difference, and did not.
    Keeps,
    /// It is not right by the first schema, or cannot be judged.
    Unfit,
}

/// What all of them showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Yes,
    No,
    /// No value was right by the first schema.
    Unknown,
    /// Too many were tried before, or nobody can judge: reasoning alone decides.
    Untried,
}

/// Hands values that could show a difference to `attempt`, each within the smallest whole that holds it.
pub(super) fn tried(root: Json<'_>, diff: &Diff<'_>, effort: &Cell<usize>, attempt: &mut dyn FnMut(&Value) -> Tried) -> Shown {
    let mut kept = false;
    let left = Cell::new(sample::MOST);
    for how in (0..VARIANTS).map(|variant| How::variant(variant, &left)) {
        for value in sample::candidates(root, &diff.view, &diff.leaf, how).into_iter().take(MOST_TRIES) {
            if effort.get() == 0 {
                return if kept { Shown::No } else { Shown::Untried };
            }
            effort.set(effort.get() - 1);
            match attempt(&sample::embed(root, &diff.trail, value, how)) {
                Tried::Shows => return Shown::Yes,
                Tried::Keeps => kept = true,
                Tried::Unfit => {}
            }
        }
        // Others would only differ elsewhere.
        if kept {
            return Shown::No;
        }
    }
    Shown::Unknown
}
