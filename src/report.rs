//! Formats: each a function from a [`Report`] to a writer. What they print is decided before they see it.

mod human;
mod json;
mod model;
mod short;

pub(crate) use human::{Look, human};
pub(crate) use json::{json, write_json};
pub(crate) use model::{Entry, Input, InputKind, Location, Problem, ProblemKind, RelatedEntry, Report, Shown, Summary, Suppressed, SurfaceRow, Unjudged};
pub(crate) use short::short;
