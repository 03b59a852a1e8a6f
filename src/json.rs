//! JSON text with byte spans. This room knows nothing of MCP.
//!
//! `serde_json` is the judge of what is JSON, and says what is wrong with the rest; the tree here knows where every key and every value
//! stands. Duplicate keys are kept, in order: parsers keep the last in silence, readers see the first.

mod lines;
mod parse;
mod pointer;
mod tree;

pub(crate) use parse::{Fault, decode};
pub(crate) use pointer::join;
pub(crate) use tree::{Doc, Json, Keys, Kind, NodeId, Origin, Part};
