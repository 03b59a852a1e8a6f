//! Formats: each a function from a [`Report`] to a writer. What they print is decided before they see it.

mod github;
mod human;
mod json;
mod markdown;
mod model;
mod rename;
#[cfg(test)]
mod samples;
mod short;
mod summary;

pub(crate) use github::github;
pub(crate) use human::{Look, human, problems, rename_human};
pub(crate) use json::{line, pretty, write_json};
pub(crate) use markdown::markdown;
pub(crate) use model::{
    ConfigText, Coverage, Entry, Input, InputKind, Location, Problem, ProblemKind, RelatedEntry, Report, Shown, Summary, Suppressed,
    SurfaceRow, ToolName, Unjudged,
};
pub(crate) use rename::{
    Asked, CallCounts, Caution, HandlerLayer, Lines, Occurrence, Radius, Reason, RenameReport, RenameVerdict, SourceKind, ToolLayers,
    Whose, WireLayer, WireName, Written,
};
pub(crate) use short::{rename_short, short};
