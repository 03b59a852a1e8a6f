//! What recorded calls say: which used the old name, which were refused for the new one, and what their payloads are called.

use crate::bind::Bound;
use crate::capture::{self, Arguments, Call, Finished, Limits, Scan};
use crate::config::Config;
use crate::evidence::{Ended, Evidence, Fact, Seen, Steps};
use crate::report::CallCounts;
use crate::source::Source;
use crate::surface::Tool;
use crate::trial::{self, Against};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Places that are kept of each kind of call.
const MOST: usize = 3;

/// One tool as it would be, and the change that it takes.
#[derive(Debug)]
pub(crate) struct Renamed {
    pub(crate) tool: Arc<Tool>,
    pub(crate) old: Word,
    pub(crate) new: Word,
}

/// What is looked for in the arguments of a call.
#[derive(Debug, Clone)]
pub(crate) enum Word {
    Name(Arc<str>),
    /// A member of a set, under this parameter.
    Value(Arc<str>, Arc<str>),
}

impl Word {
    fn is_in(&self, arguments: &Map<String, Value>) -> bool {
        match self {
            Self::Name(name) => arguments.contains_key(&**name),
            Self::Value(param, value) => match arguments.get(&**param) {
                Some(Value::String(text)) => **text == **value,
                Some(Value::Array(items)) => items.iter().any(|item| item.as_str() == Some(value)),
                _ => false,
            },
        }
    }

    fn param(&self) -> &str {
        match self {
            Self::Name(name) | Self::Value(name, _) => name,
        }
    }
}

/// What was seen of one tool.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) counts: CallCounts,
    pub(crate) breaks: Vec<Seen>,
    pub(crate) works: Vec<Seen>,
}

/// By server and tool.
pub(crate) type ByTool = FxHashMap<(usize, Arc<str>), Told>;

/// Reads a capture: the evidence goes to its servers, the counts to the tools that change. How many calls it held.
pub(crate) fn read(
    at: usize,
    source: &Source,
    scan: &Scan,
    bound: &mut Bound,
    config: &Config,
    renamed: &FxHashMap<(usize, Arc<str>), Renamed>,
    told: &mut ByTool,
) -> std::io::Result<u64> {
    let file = u32::try_from(at).unwrap_or(u32::MAX);
    let table = bound.tables(at);
    // Of open calls: would the renamed tool take the arguments? To be asked before long texts are shortened.
    let mut fits: FxHashMap<(u64, Option<u32>), bool> = FxHashMap::default();
    let fits_cell = std::cell::RefCell::new(&mut fits);
    let mut calls = 0;
    let mut spare = Evidence::default();
    let find = |call: &Call| {
        let server = table.server(call)?;
        renamed.get_key_value(&(server, Arc::from(&*call.tool)))
    };
    let ended = |finished: Finished<'_>| {
        calls += 1;
        let surface = table.surface(&finished.call);
        let tool = surface.and_then(|surface| surface.tool(&finished.call.tool));
        let against = Against { tool, unlisted: surface.is_some() && tool.is_none(), file };
        let server = table.server(&finished.call).and_then(|index| bound.servers.get_mut(index));
        let evidence = server.map_or(&mut spare, |server| {
            server.captured = true;
            server.wired |= !finished.call.payloads.is_empty();
            &mut server.evidence
        });
        let (how, _) = trial::run(&finished, against, evidence);
        if tool.is_some() {
            bound.matched.insert(at);
        }
        let call = &finished.call;
        let fit = fits_cell.borrow_mut().remove(&(call.offset, call.batch));
        if let (Some((key, change)), Arguments::Object(Value::Object(arguments))) = (find(call), &call.arguments) {
            let seen = |word: &Word| Seen { file, offset: call.offset, line: call.line, steps: steps(call, word) };
            told.entry(key.clone()).or_default().add(how, fit, arguments, change, seen);
        }
    };
    let arrived = |call: &mut Call| {
        let tool = table.surface(call).and_then(|surface| surface.tool(&call.tool));
        call.violations = tool.and_then(|tool| trial::violations(call, tool));
        if let Some((_, change)) = find(call)
            && call.arguments.object().is_some_and(|arguments| change.new.is_in(arguments))
            && let Some(broken) = trial::violations(call, &change.tool)
        {
            fits_cell.borrow_mut().insert((call.offset, call.batch), broken.is_empty());
        }
    };
    capture::read(source, scan, config, Limits::default(), &mut (arrived, ended))?;
    Ok(calls)
}

fn steps(call: &Call, word: &Word) -> Steps {
    Steps::in_batch(call.batch, ["params", "arguments", word.param()])
}

impl Told {
    /// `fit`: the renamed tool would take the arguments, where that is known.
    fn add(&mut self, how: Ended, fit: Option<bool>, arguments: &Map<String, Value>, change: &Renamed, seen: impl Fn(&Word) -> Seen) {
        let counts = &mut self.counts;
        counts.calls += 1;
        let refused = matches!(how, Ended::Refused | Ended::UnknownTool);
        if change.old.is_in(arguments) {
            counts.old += 1;
            if how == Ended::Accepted {
                counts.breaks += 1;
                push(&mut self.breaks, seen(&change.old));
            }
        } else if change.new.is_in(arguments) {
            counts.new += 1;
            counts.new_refused += u64::from(refused);
            if refused && fit == Some(true) {
                counts.works += 1;
                push(&mut self.works, seen(&change.new));
            }
        }
    }
}

fn push(places: &mut Vec<Seen>, seen: Seen) {
    if places.len() < MOST {
        places.push(seen);
    }
}

/// Payloads of a tool that hold a key of this name, wherever in them: how many calls sent one.
pub(crate) fn payloads(evidence: &Evidence, tool: &str, name: &str) -> u64 {
    let is_key = |fact: &Fact| matches!(fact, Fact::PayloadKey { key } if **key == *name);
    let of = evidence.sorted().into_iter().filter(|seen| &*seen.name == tool);
    of.flat_map(|seen| seen.facts.iter()).filter(|(fact, _)| is_key(fact)).map(|(_, sum)| sum.counts.calls).sum()
}

/// Names other than its own under which the value of an argument was sent on, with how many calls showed it.
pub(crate) fn sent_on_as(evidence: &Evidence, tool: &str, param: &str) -> Vec<(String, u64)> {
    let mut out: Vec<(String, u64)> = Vec::new();
    for seen in evidence.sorted().into_iter().filter(|seen| &*seen.name == tool) {
        for (fact, sum) in seen.sorted() {
            if let Fact::Renamed { argument, key, .. } = fact
                && argument.top() == param
                && argument.leaf() == param
            {
                match out.iter_mut().find(|(name, _)| name == key.leaf()) {
                    Some((_, calls)) => *calls += sum.counts.calls,
                    None => out.push((key.leaf().to_owned(), sum.counts.calls)),
                }
            }
        }
    }
    out
}
