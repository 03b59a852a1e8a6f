//! One call, as it was read: the first question of whoever doubts a finding. Names and JSON types; no value of the call.

mod facts;
mod page;

pub(crate) use page::page;

use crate::capture::{How, Payload};
use crate::config::Config;
use crate::evidence::Evidence;
use crate::inputs::Inputs;
use crate::json::{Doc, NodeId};
use crate::report::Problem;
use crate::source::Source;
use crate::transcript::{self, Ask, Heard, RowBlame};
use crate::trial;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;

/// Lines with a call that are named where the asked one holds none.
const MOST_NEAR: usize = 4;
const MOST_KEYS: usize = 32;

#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    file: Arc<str>,
    line: u64,
    id: Option<Box<RawValue>>,
    server: Option<Arc<str>>,
    tool: Box<str>,
    outcome: &'static str,
    because: Option<&'static str>,
    blames: Vec<RowBlame>,
    list: Option<List>,
    arguments: Vec<Argument>,
    /// Advertised at the top, required and not sent.
    lacks: Vec<Arc<str>>,
    /// Whether the arguments satisfy the advertised schema; null where nothing could tell.
    satisfies: Option<bool>,
    payloads: Vec<Sent>,
    /// What the call proves, in words.
    proves: Vec<String>,
    #[serde(skip)]
    batch: Option<u32>,
}

/// The list that was in force.
#[derive(Debug, Serialize)]
struct List {
    file: Arc<str>,
    line: u64,
    /// `capture`, or `given` beside it.
    from: &'static str,
    /// Where the tool stands; null where the list does not hold it.
    tool: Option<Spot>,
}

#[derive(Debug, Serialize)]
struct Spot {
    file: Arc<str>,
    line: u64,
    column: u64,
}

#[derive(Debug, Serialize)]
struct Argument {
    name: String,
    kind: &'static str,
    /// Null where the tool is on no list.
    advertised: Option<bool>,
}

#[derive(Debug, Serialize)]
struct Sent {
    method: String,
    peer: Option<String>,
    line: u64,
    own: bool,
    /// Why it belongs to the call: `mark`, `own-name`, `shared-value` or `alone`.
    why: &'static str,
    /// Its keys at the top, the first of them.
    keys: Vec<String>,
    /// The peer refused it.
    refused: bool,
}

/// Why a line could not be explained.
#[derive(Debug)]
pub(crate) enum Unexplained {
    /// Something given could not be read.
    Problems(Vec<Problem>),
    /// No call stands there; these lines nearby hold one.
    NoCall(Vec<u64>),
}

/// The calls that a line of a capture holds or that a payload on it belongs to.
pub(crate) fn explain(inputs: Inputs, config: &Config, file: &str, line: u64) -> Result<Vec<Explained>, Unexplained> {
    let mut found = Vec::new();
    let mut lines = Vec::new();
    let problems = transcript::hear(inputs, config, |source| *source.shown == *file, Ask::Violations, &mut |heard| {
        let call = &heard.finished.call;
        if call.line == line || call.payloads.iter().any(|payload| payload.line == line) {
            found.push(explained(&heard));
        }
        lines.push(call.line);
    });
    found.sort_by_key(|call| (call.line, call.batch));
    if !found.is_empty() {
        return Ok(found);
    }
    Err(if lines.is_empty() { Unexplained::Problems(problems) } else { Unexplained::NoCall(near(lines, line)) })
}

/// The nearest lines, in order.
fn near(mut lines: Vec<u64>, line: u64) -> Vec<u64> {
    lines.sort_by_key(|other| (other.abs_diff(line), *other));
    lines.dedup();
    lines.truncate(MOST_NEAR);
    lines.sort_unstable();
    lines
}

fn explained(heard: &Heard<'_, '_>) -> Explained {
    let call = &heard.finished.call;
    let mut evidence = Evidence::default();
    let (how, reading) = trial::run(heard.finished, heard.against(), &mut evidence);
    let (outcome, because) = transcript::words(how);
    let proves = evidence.sorted().into_iter().flat_map(|seen| seen.sorted()).filter_map(|(fact, _)| facts::words(fact)).collect();
    let tool = heard.tool();
    let sent = |name: &str| call.arguments.object().is_some_and(|sent| sent.contains_key(name));
    let argument = |(name, value): (&String, &Value)| Argument {
        name: name.clone(),
        kind: trial::kind(value),
        advertised: tool.map(|tool| tool.param(name).is_some()),
    };
    Explained {
        file: Arc::clone(&heard.source.shown),
        line: call.line,
        id: transcript::id(call),
        server: heard.server.map(Arc::clone),
        tool: call.tool.clone(),
        outcome,
        because,
        blames: transcript::blames(&reading),
        list: list(heard),
        arguments: call.arguments.object().into_iter().flatten().map(argument).collect(),
        lacks: tool
            .iter()
            .flat_map(|tool| &tool.params)
            .filter(|param| param.required && !sent(&param.name))
            .map(|param| param.name.clone())
            .collect(),
        satisfies: call.violations.as_ref().map(Vec::is_empty),
        payloads: call.payloads.iter().map(payload).collect(),
        proves,
        batch: call.batch,
    }
}

fn list(heard: &Heard<'_, '_>) -> Option<List> {
    let surface = heard.surface?;
    let tool = heard.tool().map(|tool| spot(&tool.doc, tool.node));
    if let Some(at) = own_list(heard) {
        return Some(List { file: Arc::clone(&heard.source.shown), line: line_at(heard.source, at), from: "capture", tool });
    }
    let first = surface.tools.first()?;
    let Spot { file, line, .. } = spot(&first.doc, first.node);
    Some(List { file, line, from: "given", tool })
}

/// Where the capture's own list stands, in bytes.
fn own_list(heard: &Heard<'_, '_>) -> Option<u64> {
    let list = heard.finished.call.list?;
    heard.scan.lists.get(list).map(|list| list.offset)
}

fn spot(doc: &Arc<Doc>, node: NodeId) -> Spot {
    let position = doc.position(doc.at(node).span().start);
    Spot { file: Arc::clone(&doc.file), line: position.line, column: position.column }
}

fn line_at(source: &Source, offset: u64) -> u64 {
    let mut number = 0;
    let read = source.lines_again(|line| {
        number = line.number;
        line.offset < offset
    });
    // The file was read a moment ago.
    drop(read);
    number
}

fn payload(payload: &Payload) -> Sent {
    let why = match payload.how {
        How::Mark => "mark",
        How::OwnName => "own-name",
        How::SharedValue => "shared-value",
        How::Alone => "alone",
    };
    Sent {
        method: payload.method.to_string(),
        peer: payload.peer.as_deref().map(str::to_owned),
        line: payload.line,
        own: payload.own,
        why,
        keys: payload.tree.as_object().into_iter().flatten().map(|(key, _)| key.clone()).take(MOST_KEYS).collect(),
        refused: payload.refused.is_some(),
    }
}

#[cfg(test)]
mod tests;
