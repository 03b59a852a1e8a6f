//! Two surfaces: what changed, placed and classed. It is about calls made of advertised keys: a call is kept if the new surface takes
//! it and still advertises every key that it uses.

mod change;
mod contain;
mod described;
mod kept;
mod rename;
mod same;
mod sample;
mod text;
mod tools;
mod view;
mod words;

pub(crate) use change::{Added, Bump, Change, Changed, Side, Weaker};
pub(crate) use kept::{Half, Loss, losses, takes};

#[cfg(test)]
mod laws;

use crate::surface::Surface;

/// Every change, in the order of the new list; what is gone, in that of the old one, at the end.
pub(crate) fn compare(old: &Surface, new: &Surface) -> Vec<Change> {
    tools::compare(old, new)
}

/// The tool of the old list that a tool of the new one was: by its name, else by what it takes and says.
pub(crate) use tools::Pairs;
