//! Two surfaces: what changed, placed and classed. It is about calls made of advertised keys: a call is kept if the new surface takes
//! it and still advertises every key that it uses.

mod arguments;
mod change;
mod contain;
mod described;
mod diff;
mod kept;
mod limits;
mod rename;
mod results;
mod same;
mod sample;
mod text;
mod tools;
mod view;
mod witness;
mod words;

pub(crate) use change::{Added, Bump, Change, Changed, Side, Weaker};
pub(crate) use kept::{Half, Loss, losses, takes};
pub(crate) use tools::{Pairs, compare};

#[cfg(test)]
mod laws;
