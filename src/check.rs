//! One run: inputs bound, calls tried, rules asked, findings decided.

use crate::against::{self, Strictness};
use crate::baseline::{Baseline, Debt, Known as Paid};
use crate::bind::{self, Bound, Tables};
use crate::capture::{self, Finished, Hearer, Limits, ListAt, Spots};
use crate::clients;
use crate::compare::{Bump, Change};
use crate::config::{Config, Date, FailOn, Known, Require, RuleLevel, Setting};
use crate::contract::{Context, Laid, Server};
use crate::coverage::coverage;
use crate::decide::{self, Judged};
use crate::evidence::{Ended, Evidence, Seen, Steps};
use crate::finding::Finding;
use crate::inputs::{Inputs, Kind, Opened};
use crate::meaning::Meaning;
use crate::places::Places;
use crate::protocol::Version;
use crate::report::{Input, InputKind, Problem, ProblemKind, Report, SurfaceRow, Unjudged};
use crate::rules::{self, CaptureFile, Check, RefusedList, Rule, Run};
use crate::source::Source;
use crate::threads;
use crate::trial::{self, Against};
use std::collections::BTreeMap;

/// What was asked of a run, beside the inputs and the config.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    /// `--rule`, in order.
    pub(crate) levels: Vec<RuleLevel>,
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) require: Vec<Require>,
    pub(crate) today: Date,
    pub(crate) limits: Limits,
    pub(crate) debt: Debt,
    /// Say how much the captures exercise.
    pub(crate) coverage: bool,
    /// `--protocol`: what the servers speak of which no capture tells.
    pub(crate) protocol: Option<Version>,
    pub(crate) strictness: Strictness,
    /// Nothing but what changed is asked.
    pub(crate) changes_only: bool,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            fail_on: None,
            require: Vec::new(),
            today: Date::from_unix(0),
            limits: Limits::default(),
            debt: Debt::None,
            coverage: false,
            protocol: None,
            strictness: Strictness::default(),
            changes_only: false,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) report: Report,
    /// All that was found, whether or not a baseline hides it.
    pub(crate) found: Baseline,
    /// What the baseline holds and was not found any more.
    pub(crate) paid: Vec<Paid>,
    /// What all of it was made from.
    pub(crate) read: Read,
}

#[derive(Debug)]
pub(crate) struct Read {
    _opened: Vec<Opened>,
    _bound: Bound,
}

/// The words that a config may use, with their storage.
#[derive(Debug)]
pub(crate) struct KnownWords {
    rules: Vec<&'static str>,
    meanings: Vec<&'static str>,
    clients: Vec<&'static str>,
}

pub(crate) fn known_words() -> KnownWords {
    KnownWords { rules: rules::ids(), meanings: Meaning::names().collect(), clients: clients::names() }
}

impl KnownWords {
    pub(crate) fn as_known(&self) -> Known<'_> {
        Known { rules: &self.rules, is_meaning: |word| Meaning::parse(word).is_some(), meanings: &self.meanings, clients: &self.clients }
    }
}

pub(crate) fn check(inputs: Inputs, config: &Config, ask: &Ask) -> Outcome {
    let Inputs { opened, mut problems, files, skipped, against } = inputs;
    let mut bound = bind::bind(&opened, config);
    problems.append(&mut bound.problems);
    let asked = against.is_some();
    if let Some(against) = against {
        problems.extend(against::bind(*against, &mut bound.servers));
    }
    // An older list that could not be read, or fits nothing here, compares nothing.
    let compared = bound.servers.iter().any(|server| server.before.is_some());
    let sources: Vec<Source> = opened.iter().map(|opened| opened.source.clone()).collect();
    let mut captures = Vec::new();
    let mut calls_of: BTreeMap<usize, u64> = BTreeMap::new();
    let mut unattributed = 0;
    for (at, opened) in opened.iter().enumerate() {
        if let Kind::Capture(scan) = &opened.kind {
            match read_capture(at, &opened.source, scan, &mut bound, config, ask.limits) {
                Ok((capture, calls)) => {
                    unattributed += capture.faults.unattributed;
                    // Why a started server gave no list is said already.
                    if calls == 0 && !opened.source.is_live() && scan.lists.is_empty() && scan.refused.is_empty() {
                        problems.push(no_calls(&opened.source));
                    }
                    calls_of.insert(at, calls);
                    captures.push(capture);
                }
                Err(error) => problems.push(Problem {
                    kind: ProblemKind::Unreadable,
                    file: Some(opened.source.shown.to_string()),
                    line: None,
                    column: None,
                    message: format!("cannot be read to its end: {error}"),
                    help: None,
                    span: None,
                }),
            }
        }
    }
    problems.extend(bound.unbound(&opened));
    let refused_lists: Vec<RefusedList> = opened
        .iter()
        .flat_map(|opened| match &opened.kind {
            Kind::ListRefused(doc, error) => vec![RefusedList { doc: doc.clone(), error: *error }],
            Kind::Capture(scan) => {
                scan.refused.iter().map(|refused| RefusedList { doc: refused.doc.clone(), error: refused.error }).collect()
            }
            _ => Vec::new(),
        })
        .collect();
    for server in &mut bound.servers {
        server.protocol = server.protocol.or(ask.protocol);
    }
    let run = Run { servers: &bound.servers, config, captures: &captures, refused_lists: &refused_lists };
    let findings = ask_rules(&run, ask);
    let places = Places::new(&sources);
    let wired = bound.servers.iter().any(|server| server.wired || server.handlers.is_some());
    let called = calls_of.values().any(|calls| *calls > 0);
    let judged = Judged { calls: called, wire: wired, against: compared };
    let mut decided = decide::decide(findings, config, ask, judged, &places);

    let found = std::mem::take(&mut decided.found);
    let mut paid = std::mem::take(&mut decided.paid);
    let mut report = decided.into_report();
    let alone = bound.servers.iter().filter(|server| server.before.is_none()).map(|server| &*server.name).next();
    problems.extend(required(config, ask, judged, alone));
    if bound.servers.is_empty() && problems.is_empty() {
        problems.push(nothing());
    }
    let summary = &mut report.summary;
    for server in &bound.servers {
        summary.calls += server.evidence.calls;
        summary.accepted += server.evidence.counts.accepted;
        summary.refused += server.evidence.counts.refused;
        summary.failed += server.evidence.counts.failed;
        summary.unanswered += server.evidence.unanswered;
    }
    summary.unattributed = unattributed;
    summary.files = files;
    summary.skipped = skipped;
    // Of what was not read whole nothing is suggested.
    summary.bump = (compared && problems.is_empty()).then(|| {
        let changes = bound.servers.iter().filter_map(|server| server.before.as_ref()).flat_map(|before| before.changes.iter());
        changes.map(Change::bump).max().unwrap_or(Bump::None)
    });
    summary.coverage = ask.coverage.then(|| coverage(&bound.servers));
    if !called {
        summary.unjudged.push(Unjudged { family: "wire", why: "no capture" });
        summary.unjudged.push(Unjudged { family: "required", why: "no capture" });
    }
    if !compared {
        let why = if asked { "no older list could be compared" } else { "no --against" };
        summary.unjudged.push(Unjudged { family: "evolution", why });
    }
    if ask.changes_only {
        summary.unjudged.retain(|unjudged| unjudged.family == "evolution");
        summary.unjudged.extend(others().map(|family| Unjudged { family, why: "only changes were asked for" }));
    }
    report.surfaces = bound
        .servers
        .iter()
        .map(|server| SurfaceRow {
            server: server.name.to_string(),
            tools: server.surface.tools.len() as u64,
            parameters: server.surface.parameters() as u64,
            calls: server.evidence.calls,
        })
        .collect();
    report.inputs = opened.iter().enumerate().flat_map(|(at, opened)| input_rows(at, opened, &bound, &calls_of, &captures)).collect();
    report.problems = problems;
    if report.problems.is_empty() {
        // A server that was not given has paid nothing.
        let given = |known: &Paid| known.server.as_ref().is_none_or(|name| report.surfaces.iter().any(|surface| surface.server == *name));
        paid.retain(given);
    } else {
        report.exit = 3;
        paid.clear();
    }
    Outcome { report, found, paid, read: Read { _opened: opened, _bound: bound } }
}

/// Fewer tools than these are judged by one thread before a second one would have begun.
const FEW_TOOLS: usize = 64;

/// Every rule that is not off, of every server. Servers and rules are independent of each other.
fn ask_rules(run: &Run<'_>, ask: &Ask) -> Vec<Finding> {
    let heard: Vec<&Rule> = rules::ALL.iter().copied().filter(|rule| is_heard(rule, run.config, ask)).collect();
    let few = run.servers.iter().map(|server| server.surface.tools.len()).sum::<usize>() < FEW_TOOLS;
    let laid: Vec<Laid<'_>> = threads::each_unless(few, run.servers.len(), |at| {
        // What changed is told without it.
        run.servers.get(at).filter(|_| !ask.changes_only).map(|server| Laid::of(server, run.config)).unwrap_or_default()
    });
    let pairs: Vec<(&Server, &Laid<'_>)> = run.servers.iter().zip(&laid).collect();
    // A rule for one server is a small piece: several go together.
    let chunk = if run.servers.len() > 8 { heard.len().max(1) } else { 6 };
    let chunks: Vec<&[&Rule]> = heard.chunks(chunk).collect();
    let found = threads::each_unless(few, pairs.len() * chunks.len(), |piece| {
        let mut out = Vec::new();
        let Some((server, laid)) = pairs.get(piece / chunks.len()) else { return out };
        for rule in chunks.get(piece % chunks.len()).into_iter().copied().flatten() {
            if let Check::Server(check) = rule.check {
                check(&Context { server, config: run.config, laid, today: ask.today, strictness: ask.strictness }, &mut out);
            }
        }
        for finding in &mut out {
            finding.server = Some(server.name.clone());
            stale(finding, server);
        }
        out
    });
    let mut findings: Vec<Finding> = found.into_iter().flatten().collect();
    for rule in &heard {
        if let Check::Run(check) = rule.check {
            check(run, &mut findings);
        }
    }
    findings
}

/// Rules that the config or their own default switch off are not asked; what the config switches off is counted as hidden.
fn is_heard(rule: &Rule, config: &Config, ask: &Ask) -> bool {
    if ask.changes_only && !rule.id.starts_with("evolution/") && !rule.id.starts_with("allow/") {
        return false;
    }
    rule.level.is_some() || matches!(config.setting(rule.id, &ask.levels), Some(Setting::At(_)))
}

/// A capture that saw another definition proves nothing about this one: its findings are notes.
fn stale(finding: &mut Finding, server: &Server) {
    let of_calls = finding.rule.starts_with("wire/") || finding.rule.starts_with("required/");
    if of_calls && finding.tool.as_ref().is_some_and(|tool| server.stale.contains(tool)) {
        finding.level = crate::finding::Level::Note;
        finding.message.push_str(" (stale: the capture lists this tool otherwise)");
    }
}

fn read_capture(
    at: usize,
    source: &Source,
    scan: &capture::Scan,
    bound: &mut Bound,
    config: &Config,
    limits: Limits,
) -> std::io::Result<(CaptureFile, u64)> {
    let file = u32::try_from(at).unwrap_or(u32::MAX);
    let table = bound.tables(at);
    let passes = source.passes();
    let mut judge = Judge {
        at,
        file,
        source,
        config,
        bound,
        table,
        passes,
        calls: 0,
        unanswered: Vec::new(),
        unanswered_count: 0,
        unlisted: Spots::default(),
        late: Spots::default(),
        spare: Evidence::default(),
    };
    let faults = capture::read(source, scan, config, limits, &mut judge)?;
    let Judge { calls, unanswered, unanswered_count, late, .. } = judge;
    Ok((CaptureFile { file, faults, unanswered, unanswered_count, late }, calls))
}

/// Tries the calls of one capture, as they come.
struct Judge<'a> {
    at: usize,
    file: u32,
    source: &'a Source,
    config: &'a Config,
    bound: &'a mut Bound,
    table: Tables,
    /// Lists may come later than the calls that they are of.
    passes: bool,
    calls: u64,
    unanswered: Vec<Seen>,
    unanswered_count: u64,
    /// Calls that came while there was no list to hold them against.
    unlisted: Spots,
    /// Those of them after which a list came.
    late: Spots,
    /// Of calls without a server.
    spare: Evidence,
}

impl Hearer for Judge<'_> {
    fn listed(&mut self, list: &ListAt) {
        self.bound.listed(self.at, self.source, list, self.config);
        self.table = self.bound.tables(self.at);
        self.late.take(&mut self.unlisted);
    }

    fn arrived(&mut self, call: &mut capture::Call) {
        let surface = self.table.surface(call);
        if self.passes && surface.is_none() {
            self.unlisted.add(call.line, call.offset);
        }
        let tool = surface.and_then(|surface| surface.tool(&call.tool));
        call.violations = tool.and_then(|tool| trial::violations(call, tool));
        let before = self.table.server(call).and_then(|index| self.bound.servers.get(index)).and_then(|server| server.before.as_ref());
        call.losses = before.and_then(|before| before.losses(&call.tool, &call.arguments));
    }

    fn ended(&mut self, finished: Finished<'_>) {
        self.calls += 1;
        let (index, surface) = (self.table.server(&finished.call), self.table.surface(&finished.call));
        let tool = surface.and_then(|surface| surface.tool(&finished.call.tool));
        let against = Against { tool, unlisted: surface.is_some() && tool.is_none(), file: self.file };
        let server = index.and_then(|index| self.bound.servers.get_mut(index));
        let evidence = match server {
            Some(server) => {
                server.captured = true;
                server.wired |= !finished.call.payloads.is_empty();
                let listed = server.surface.tool(&finished.call.tool).map(|tool| tool.definition());
                if server.given && tool.is_some_and(|tool| listed != Some(tool.definition())) {
                    server.stale.insert(finished.call.tool.as_ref().into());
                }
                &mut server.evidence
            }
            None => &mut self.spare,
        };
        let (how, _) = trial::run(&finished, against, evidence);
        if tool.is_some() {
            self.bound.matched.insert(self.at);
        }
        if how == Ended::Unanswered {
            self.unanswered_count += 1;
            if self.unanswered.len() < 3 {
                let steps = Steps::of(["params", "name"]);
                self.unanswered.push(Seen { file: self.file, offset: finished.call.offset, line: finished.call.line, steps });
            }
        }
    }
}

/// Every family but evolution/.
fn others() -> impl Iterator<Item = &'static str> {
    let mut families: Vec<&'static str> = rules::ids().into_iter().filter_map(|id| id.split('/').next()).collect();
    families.dedup();
    families.into_iter().filter(|family| !matches!(*family, "evolution" | "allow"))
}

pub(crate) fn no_calls(source: &Source) -> Problem {
    Problem {
        kind: ProblemKind::NoCalls,
        file: Some(source.shown.to_string()),
        line: None,
        column: None,
        message: "no call and no tools list was recognised in this capture".to_owned(),
        help: Some("a capture holds `tools/call` requests and their answers, one JSON-RPC message a line".to_owned()),
        span: None,
    }
}

pub(crate) fn nothing() -> Problem {
    Problem {
        kind: ProblemKind::NoTools,
        file: None,
        line: None,
        column: None,
        message: "nothing was given that could be judged".to_owned(),
        help: Some("give a `tools/list` result, or a capture that holds one".to_owned()),
        span: None,
    }
}

/// Green must not mean that nothing was compared.
fn required(config: &Config, ask: &Ask, judged: Judged, alone: Option<&str>) -> Vec<Problem> {
    let mut wanted: Vec<Require> = config.require.iter().chain(&ask.require).copied().collect();
    wanted.dedup();
    let problem = |what: &str, help: &str| Problem {
        kind: ProblemKind::Required,
        file: None,
        line: None,
        column: None,
        message: format!("{what}, and --require asks for it"),
        help: Some(help.to_owned()),
        span: None,
    };
    let lacking = |require: &Require| match require {
        Require::Calls if !judged.calls => Some(problem("no call was judged", "give a capture of real calls")),
        Require::Wire if !judged.wire => {
            Some(problem("no payload and no handlers file was compared", "record what the server sends on, or give a handlers file"))
        }
        Require::Against if !judged.against => Some(problem("nothing was compared with an older list", "give one with --against")),
        Require::Against => alone.map(|name| problem(&format!("`{name}` has no older list"), "give one of each server with --against")),
        _ => None,
    };
    wanted.iter().filter_map(lacking).collect()
}

fn input_rows(at: usize, opened: &Opened, bound: &Bound, calls: &BTreeMap<usize, u64>, captures: &[CaptureFile]) -> Vec<Input> {
    let file = opened.source.shown.to_string();
    let row = |kind| Input { file: file.clone(), kind, format: None, server: None, tools: None, calls: None };
    let server = |index: Option<usize>| index.and_then(|index| bound.servers.get(index)).map(|server| server.name.to_string());
    match &opened.kind {
        Kind::Lists(lists) => lists
            .iter()
            .enumerate()
            .map(|(index, list)| Input {
                server: server(bound.given(at, index)),
                tools: Some(list.surface.tools.len() as u64),
                ..row(InputKind::Tools)
            })
            .collect(),
        Kind::Capture(_) => {
            let enveloped = captures.iter().any(|capture| capture.file as usize == at && capture.faults.enveloped);
            vec![Input {
                format: Some(if enveloped { "envelope" } else { "jsonrpc" }),
                server: server(bound.capture(at)),
                calls: calls.get(&at).copied(),
                ..row(InputKind::Capture)
            }]
        }
        Kind::Handlers(_) => vec![Input { server: server(bound.handlers(at)), ..row(InputKind::Handlers) }],
        Kind::ListRefused(..) => vec![row(InputKind::Tools)],
    }
}

#[cfg(test)]
mod laws;
