//! JSON Schema as the other rooms need it: what an object advertises, what a value may be, and what an instance breaks.
//!
//! Reading works on the span tree, so that every answer still has its place; judging an instance is the `jsonschema` crate's work,
//! which no other room names. Nothing is ever fetched, and nothing is run whose cost was not counted first.

mod checker;
mod cost;
mod dialect;
mod digest;
mod ecma;
mod items;
mod keywords;
mod lay;
mod members;
mod meta;
mod ordinary;
mod plain;
mod refs;
mod seen;
mod shape;
mod simple;
mod types;
mod variants;
mod violation;
mod walk;

pub(crate) use checker::Checker;
#[cfg(test)]
pub(crate) use checker::Why;
pub(crate) use cost::is_too_costly;
pub(crate) use dialect::Dialect;
pub(crate) use ecma::{Bad, refusal};
pub(crate) use items::items;
pub(crate) use keywords::Role;
pub(crate) use lay::{At, Layout, Spot};
pub(crate) use members::members;
pub(crate) use meta::{faults, is_valid};
pub(crate) use ordinary::is_ordinary;
pub(crate) use refs::{locate, resolve};
pub(crate) use shape::{Openness, Prop, Shape, shape};
pub(crate) use types::{Types, types};
pub(crate) use variants::variants;
pub(crate) use violation::{Keyword, Violation};
pub(crate) use walk::{Step, walk};

/// True where a value surely satisfies a schema, found without compiling it. False says nothing.
pub(crate) fn surely_satisfies(schema: crate::json::Json<'_>, value: &serde_json::Value) -> bool {
    plain::satisfies(schema, value)
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod testing;
