//! What the capture room understood, a row a call.

mod order;

pub(crate) use order::InOrder;

use crate::bind::{self, Bound, Tables};
use crate::capture::refusal::{Blame, Reading};
use crate::capture::{self, Call, Finished, Hearer, Limits, ListAt, Scan};
use crate::config::Config;
use crate::evidence::Ended;
use crate::inputs::{Inputs, Kind};
use crate::report::{Problem, ProblemKind};
use crate::source::Source;
use crate::surface::{Surface, Tool};
use crate::text::visible;
use crate::trial::{self, Against};
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::{self, Write};
use std::sync::Arc;

/// One call.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) file: Arc<str>,
    pub(crate) line: u64,
    pub(crate) id: Option<Box<RawValue>>,
    pub(crate) server: Option<Arc<str>>,
    pub(crate) tool: Box<str>,
    pub(crate) outcome: &'static str,
    pub(crate) because: Option<&'static str>,
    pub(crate) arguments: Vec<String>,
    pub(crate) blames: Vec<RowBlame>,
    pub(crate) payloads: Vec<RowPayload>,
    #[serde(skip)]
    pub(crate) input: usize,
    /// How many calls of its capture came before it.
    #[serde(skip)]
    pub(crate) order: u64,
    /// The names that the tool advertises; none where no list holds it.
    #[serde(skip)]
    pub(crate) advertised: Option<Vec<Arc<str>>>,
}

#[derive(Debug, Serialize)]
pub(crate) struct RowBlame {
    pub(crate) param: Option<String>,
    pub(crate) why: &'static str,
}

#[derive(Debug, Serialize)]
pub(crate) struct RowPayload {
    pub(crate) method: String,
    pub(crate) line: u64,
    pub(crate) own: bool,
}

/// A finished call beside what it is held against.
#[derive(Clone, Copy)]
pub(crate) struct Heard<'a, 'f> {
    /// Which of the inputs.
    pub(crate) input: usize,
    pub(crate) source: &'a Source,
    pub(crate) scan: &'a Scan,
    pub(crate) finished: &'a Finished<'f>,
    /// The list in force.
    pub(crate) surface: Option<&'a Arc<Surface>>,
    pub(crate) server: Option<&'a Arc<str>>,
}

impl<'a> Heard<'a, '_> {
    pub(crate) fn tool(&self) -> Option<&'a Arc<Tool>> {
        self.surface.and_then(|surface| surface.tool(&self.finished.call.tool))
    }

    pub(crate) fn against(&self) -> Against<'a> {
        let tool = self.tool();
        Against { tool, unlisted: self.surface.is_some() && tool.is_none(), file: 0 }
    }
}

/// Reads every capture, and says what could not be read.
pub(crate) fn read(inputs: Inputs, config: &Config, each: &mut dyn FnMut(Row)) -> Vec<Problem> {
    hear(inputs, config, |_| true, Ask::Endings, &mut |heard| each(row(&heard)))
}

/// What is asked of each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    Endings,
    /// Also which advertised rules the arguments break.
    Violations,
}

/// Reads the captures that are `wanted`, and says what could not be read.
pub(crate) fn hear(
    inputs: Inputs,
    config: &Config,
    wanted: impl Fn(&Source) -> bool,
    ask: Ask,
    each: &mut dyn FnMut(Heard<'_, '_>),
) -> Vec<Problem> {
    let Inputs { opened, mut problems, .. } = inputs;
    let mut bound = bind::bind(&opened, config);
    let mut captures = 0;
    for (at, one) in opened.iter().enumerate() {
        let Kind::Capture(scan) = &one.kind else { continue };
        if !wanted(&one.source) {
            continue;
        }
        captures += 1;
        let table = bound.tables(at);
        let mut listener = Listener { at, source: &one.source, scan, config, ask, bound: &mut bound, table, calls: 0, each: &mut *each };
        let read = capture::read(&one.source, scan, config, Limits::default(), &mut listener);
        let calls = listener.calls;
        let problem = |kind, message: String| Problem {
            kind,
            file: Some(one.source.shown.to_string()),
            line: None,
            column: None,
            message,
            help: None,
            span: None,
        };
        match read {
            Err(error) => problems.push(problem(ProblemKind::Unreadable, format!("cannot be read to its end: {error}"))),
            Ok(_) if calls == 0 => problems.push(problem(ProblemKind::NoCalls, "no call was recognised in this capture".to_owned())),
            Ok(_) => {}
        }
    }
    if captures == 0 && problems.is_empty() {
        problems.push(Problem {
            kind: ProblemKind::NoCalls,
            file: None,
            line: None,
            column: None,
            message: "no capture was given".to_owned(),
            help: Some("a capture holds `tools/call` requests and their answers, one JSON-RPC message a line".to_owned()),
            span: None,
        });
    }
    problems
}

/// Hands each finished call on, with what it is held against.
struct Listener<'a, 'e> {
    at: usize,
    source: &'a Source,
    scan: &'a Scan,
    config: &'a Config,
    ask: Ask,
    bound: &'a mut Bound,
    table: Tables,
    calls: u64,
    each: &'e mut dyn FnMut(Heard<'_, '_>),
}

impl Hearer for Listener<'_, '_> {
    fn listed(&mut self, list: &ListAt) {
        self.bound.listed(self.at, self.source, list, self.config);
        self.table = self.bound.tables(self.at);
    }

    fn arrived(&mut self, call: &mut Call) {
        if self.ask == Ask::Violations {
            let tool = self.table.surface(call).and_then(|surface| surface.tool(&call.tool));
            call.violations = tool.and_then(|tool| trial::violations(call, tool));
        }
    }

    fn ended(&mut self, finished: Finished<'_>) {
        self.calls += 1;
        let server = self.table.server(&finished.call).and_then(|index| self.bound.servers.get(index)).map(|server| &server.name);
        let surface = self.table.surface(&finished.call);
        (self.each)(Heard { input: self.at, source: self.source, scan: self.scan, finished: &finished, surface, server });
    }
}

/// How a call ended, in the words of the report, and why where it was refused.
pub(crate) fn words(how: Ended) -> (&'static str, Option<&'static str>) {
    match how {
        Ended::Accepted => ("accepted", None),
        Ended::Refused => ("refused", Some("arguments")),
        Ended::UnknownTool => ("refused", Some("unknown-tool")),
        Ended::Failed => ("failed", None),
        Ended::Unanswered => ("unanswered", None),
    }
}

pub(crate) fn blames(reading: &Reading) -> Vec<RowBlame> {
    let blame = |blame: &Blame| RowBlame { param: Some(blame.display()).filter(|name| !name.is_empty()), why: blame.why.word() };
    reading.blames.iter().map(blame).collect()
}

pub(crate) fn id(call: &Call) -> Option<Box<RawValue>> {
    call.id.as_deref().and_then(|id| RawValue::from_string(id.to_owned()).ok())
}

fn row(heard: &Heard<'_, '_>) -> Row {
    let call = &heard.finished.call;
    let (how, reading) = trial::read_ending(heard.finished, heard.against());
    let (outcome, because) = words(how);
    let payload = |payload: &capture::Payload| RowPayload { method: payload.method.to_string(), line: payload.line, own: payload.own };
    Row {
        file: Arc::clone(&heard.source.shown),
        line: call.line,
        id: id(call),
        server: heard.server.map(Arc::clone),
        tool: call.tool.clone(),
        outcome,
        because,
        arguments: call.arguments.object().into_iter().flatten().map(|(key, _)| key.clone()).collect(),
        blames: blames(&reading),
        payloads: call.payloads.iter().map(payload).collect(),
        input: heard.input,
        order: call.order,
        advertised: heard.tool().map(|tool| tool.params.iter().map(|param| Arc::clone(&param.name)).collect()),
    }
}

/// For people.
pub(crate) fn table(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let cells: Vec<[String; 5]> = rows.iter().map(cells).collect();
    let head = ["call", "tool", "outcome", "sent", "blames"];
    let width = |at: usize| {
        let longest = cells.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        longest.max(head.get(at).map_or(0, |head| head.len()))
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut line = |row: Vec<&str>| {
        let padded: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        writeln!(out, "{}", padded.join("  ").trim_end())
    };
    line(head.to_vec())?;
    cells.iter().try_for_each(|row| line(row.iter().map(String::as_str).collect()))
}

pub(crate) fn markdown(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| call | tool | outcome | sent | blames |\n| --- | --- | --- | --- | --- |")?;
    rows.iter().try_for_each(|row| writeln!(out, "| {} |", cells(row).map(|cell| in_markdown(&cell)).join(" | ")))
}

/// Text that a Markdown table takes as it is.
pub(crate) fn in_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '~' | '!' => {
                out.push('\\');
                out.push(c);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out
}

fn cells(row: &Row) -> [String; 5] {
    let outcome = match row.because {
        Some("unknown-tool") => "refused (unknown tool)".to_owned(),
        _ => row.outcome.to_owned(),
    };
    let blames: Vec<String> =
        row.blames.iter().map(|blame| format!("{} {}", visible(blame.param.as_deref().unwrap_or("(arguments)")), blame.why)).collect();
    let sent: Vec<_> = row.arguments.iter().map(|name| visible(name)).collect();
    let sent = if sent.is_empty() { "-".to_owned() } else { sent.join(", ") };
    [format!("{}:{}", visible(&row.file), row.line), visible(&row.tool).into_owned(), outcome, sent, blames.join(", ")]
}
