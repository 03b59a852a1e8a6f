//! JSON text with byte spans. This room knows nothing of MCP.
//!
//! `serde_json` is the judge of what is JSON; the tree here is laid over the text that it accepted, so that every key and every
//! value can be shown where it stands. Duplicate keys are kept, in order: parsers keep the last in silence, readers see the first.

mod lines;
mod parse;
mod pointer;
mod tree;

pub(crate) use parse::{Fault, decode};
pub(crate) use pointer::join;
pub(crate) use tree::{Doc, Json, Kind, NodeId, Origin, Part};
