//! wirelint: a linter and CI gate for MCP servers. One name for a parameter at every layer.
//!
//! The library exists for the binary of the same package; its one door is [`cli::main`].

mod against;
mod baseline;
mod bind;
mod capture;
mod check;
pub mod cli;
mod clients;
mod compare;
mod config;
mod contract;
mod coverage;
mod decide;
mod evidence;
mod explain;
mod finding;
mod friction;
mod inputs;
mod json;
mod live;
mod meaning;
mod places;
mod plan;
mod protocol;
mod report;
mod rules;
mod schema;
mod snapshot;
mod source;
mod surface;
mod text;
mod threads;
mod transcript;
mod trial;
