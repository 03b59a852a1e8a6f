//! Inputs, told apart by what they hold and not by their names.

use crate::capture::{Line, Scan, line, scan};
use crate::json::{Doc, Json, NodeId, Origin};
use crate::report::{Problem, ProblemKind};
use crate::source::{Source, shown};
use crate::surface::{Found, Page, Surface, Tool, found, page};
use crate::text;
use crate::threads;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::WalkDir;

/// A JSON document larger than this is not read: 1 GiB.
const LARGEST_DOCUMENT: u64 = 1 << 30;
/// Lines of a log that are looked at to see whether it is a capture.
const HEAD_LINES: u64 = 2_000;

/// What a source is.
#[derive(Debug)]
pub(crate) enum Kind {
    Lists(Vec<GivenList>),
    Capture(Box<Scan>),
    Handlers(Handlers),
    /// A `tools/list` that came back as an error.
    ListRefused(Arc<Doc>, NodeId),
}

/// One list that a document holds.
#[derive(Debug)]
pub(crate) struct GivenList {
    pub(crate) surface: Arc<Surface>,
    /// A cursor was left.
    pub(crate) open_cursor: Option<(Arc<Doc>, NodeId)>,
    /// The array of tools.
    pub(crate) list: (Arc<Doc>, NodeId),
}

/// What the code behind each tool reads.
#[derive(Debug, Clone)]
pub(crate) struct Handlers {
    pub(crate) doc: Arc<Doc>,
    /// The object of tools.
    pub(crate) node: NodeId,
}

#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) source: Source,
    pub(crate) kind: Kind,
}

/// All that was given.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    pub(crate) opened: Vec<Opened>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) files: u64,
    pub(crate) skipped: u64,
    /// The older lists that `--against` names.
    pub(crate) against: Option<Box<Inputs>>,
}

impl Inputs {
    /// Takes a file, a folder, or `-`.
    pub(crate) fn take(&mut self, input: &Path) {
        if input.as_os_str() == "-" {
            self.open(Source::stdin(), true);
            return;
        }
        match std::fs::metadata(input) {
            Err(error) => self.problems.push(unreadable(&shown(input), &error)),
            Ok(meta) if meta.is_dir() => self.walk(input),
            Ok(_) => self.open(Source::path(input).held(), true),
        }
    }

    /// Every file of a folder that is recognised; hidden folders, `node_modules` and `target` are not entered.
    fn walk(&mut self, folder: &Path) {
        let before = self.opened.len();
        let problems = self.problems.len();
        let sources: Vec<Source> = files_below(folder).iter().map(|path| Source::path(path)).collect();
        // Read once to be told apart; what it holds is not kept beside what was made of it.
        let told = threads::each(sources.len(), |at| sources.get(at).map(|source| tell(&source.clone().held())));
        for (source, told) in sources.into_iter().zip(told) {
            if let Some(told) = told {
                self.place(source, told, false);
            }
        }
        if self.opened.len() == before && self.problems.len() == problems {
            self.problems.push(Problem {
                kind: ProblemKind::Unrecognised,
                file: Some(shown(folder)),
                line: None,
                column: None,
                message: "no tools list and no capture in this folder".to_owned(),
                help: Some("hidden folders, node_modules and target are not entered".to_owned()),
                span: None,
            });
        }
    }

    /// `asked`: the file was named, and must be recognised.
    pub(crate) fn open(&mut self, source: Source, asked: bool) {
        let told = tell(&source);
        self.place(source, told, asked);
    }

    fn place(&mut self, source: Source, told: Result<Kind, Refusal>, asked: bool) {
        match told {
            Ok(kind) => {
                self.files += 1;
                self.opened.push(Opened { source, kind });
            }
            Err(refusal) if asked || refusal.begun => {
                self.files += u64::from(asked);
                self.problems.push(*refusal.problem);
            }
            Err(_) => self.skipped += 1,
        }
    }
}

/// The files below a folder, sorted; links are not followed.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entered = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !entry.file_type().is_dir() || !(name.starts_with('.') || name == "node_modules" || name == "target")
    };
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(entered);
    walk.filter_map(Result::ok).filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

/// Why a source is nothing that can be judged.
#[derive(Debug)]
struct Refusal {
    problem: Box<Problem>,
    /// Its beginning was recognised.
    begun: bool,
}

fn problem(kind: ProblemKind, source: &Source, message: impl Into<String>, help: &str) -> Problem {
    Problem {
        kind,
        file: Some(source.shown.to_string()),
        line: None,
        column: None,
        message: message.into(),
        help: Some(help.to_owned()),
        span: None,
    }
}

fn unreadable(file: &str, error: &std::io::Error) -> Problem {
    Problem {
        kind: ProblemKind::Unreadable,
        file: Some(file.to_owned()),
        line: None,
        column: None,
        message: format!("cannot be read: {}", reason(error)),
        help: None,
        span: None,
    }
}

/// The system's own words, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

const WANTED: &str = "give a `tools/list` result, a capture of JSON-RPC messages (one a line), or a handlers file";

fn tell(source: &Source) -> Result<Kind, Refusal> {
    let failed = |error: std::io::Error| Refusal { problem: Box::new(unreadable(&source.shown, &error)), begun: false };
    // A document on one line is no capture of several: to look at its head would be to read all of it once more.
    let lone = source.is_one_line();
    let head = if lone { Head::default() } else { head(source).map_err(failed)? };
    if head.events > 0 && (head.lines > 1 || head.more) && !head.whole_document {
        return capture(source).map_err(failed);
    }
    if source.len().map_err(failed)? > LARGEST_DOCUMENT {
        let message = "is larger than 1 GiB and no capture: it has no JSON-RPC message in its first lines";
        return Err(Refusal { problem: Box::new(problem(ProblemKind::Unrecognised, source, message, WANTED)), begun: false });
    }
    let bytes = source.read().map_err(failed)?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let message = format!("is not UTF-8: byte {} cannot be read", error.valid_up_to());
        Refusal { problem: Box::new(problem(ProblemKind::NotJson, source, message, WANTED)), begun: false }
    })?;
    match Doc::parse(Arc::clone(&source.shown), text, Origin::default()) {
        Ok(doc) => document(source, &doc, &|| if lone { is_message(text) } else { head.events > 0 }),
        Err(fault) => {
            if let Some(lists) = pages_by_line(source, text) {
                return Ok(Kind::Lists(lists));
            }
            let head = if lone { self::head(source).map_err(failed)? } else { head };
            if head.events > 0 || head.torn > 0 {
                return capture(source).map_err(failed);
            }
            Err(not_json(source, text, &fault))
        }
    }
}

/// Is this line an event of a capture?
fn is_message(text: &str) -> bool {
    matches!(line(text.trim()), Line::Event(_))
}

/// The first lines of a source.
#[derive(Default)]
struct Head {
    lines: u64,
    events: u64,
    torn: u64,
    /// There are more lines than were looked at.
    more: bool,
    /// Its first line opens a document that goes on below.
    whole_document: bool,
}

fn head(source: &Source) -> std::io::Result<Head> {
    let mut head = Head::default();
    source.lines(|raw| {
        let text = text::lossy(raw.bytes);
        if text.trim().is_empty() {
            return true;
        }
        if head.lines >= HEAD_LINES || (head.events > 0 && head.lines > 1) {
            head.more = true;
            return false;
        }
        head.lines += 1;
        match line(&text) {
            Line::Event(_) => head.events += 1,
            Line::Torn => head.torn += 1,
            Line::Other if head.lines == 1 && matches!(text.trim(), "{" | "[") => {
                head.whole_document = true;
                return false;
            }
            Line::Other | Line::Noise => {}
        }
        true
    })?;
    Ok(head)
}

fn capture(source: &Source) -> std::io::Result<Kind> {
    Ok(Kind::Capture(Box::new(scan(source)?)))
}

fn document(source: &Source, doc: &Arc<Doc>, is_message: &dyn Fn() -> bool) -> Result<Kind, Refusal> {
    match found(doc.root()) {
        Found::Lists(lists) => Ok(Kind::Lists(
            lists.into_iter().filter_map(|pages| list(pages.into_iter().map(|page| (Arc::clone(doc), page)).collect())).collect(),
        )),
        Found::Refused(error) => Ok(Kind::ListRefused(Arc::clone(doc), error)),
        Found::Handlers(node) => Ok(Kind::Handlers(Handlers { doc: Arc::clone(doc), node })),
        Found::Nothing if is_message() => {
            capture(source).map_err(|error| Refusal { problem: Box::new(unreadable(&source.shown, &error)), begun: false })
        }
        Found::Nothing => {
            let root = doc.root();
            let (kind, message) = if root.has("tools") {
                (ProblemKind::NoTools, "`tools` is there, but is no list of tools")
            } else {
                (ProblemKind::Unrecognised, "is JSON, but neither a tools list nor a capture")
            };
            Err(Refusal { problem: Box::new(problem(kind, source, message, WANTED)), begun: false })
        }
    }
}

fn list(pages: Vec<(Arc<Doc>, Page)>) -> Option<GivenList> {
    let tools = pages.iter().flat_map(|(doc, page)| page.tools.iter().map(|id| Arc::new(Tool::read(doc, *id)))).collect();
    let (doc, head) = pages.first()?;
    let named = pages.iter().find_map(|(_, page)| page.server.clone());
    let open_cursor = pages.last().and_then(|(doc, page)| page.more.map(|id| (Arc::clone(doc), id)));
    let list = (Arc::clone(doc), head.list);
    Some(GivenList { surface: Arc::new(Surface::new(named, tools)), open_cursor, list })
}

/// Pages of a list, one a line.
fn pages_by_line(source: &Source, text: &str) -> Option<Vec<GivenList>> {
    let mut pages: Vec<(Arc<Doc>, Page)> = Vec::new();
    let (mut offset, mut number) = (0_u64, 0_u64);
    for raw in text.split_inclusive('\n') {
        number += 1;
        let body = raw.trim_end();
        if !body.is_empty() {
            let origin = Origin { offset, line: number, column: 1 };
            let doc = Doc::parse(Arc::clone(&source.shown), body, origin).ok()?;
            let found = page(doc.root())?;
            pages.push((doc, found));
        }
        offset += raw.len() as u64;
    }
    if pages.is_empty() {
        return None;
    }
    let mut lists: Vec<Vec<(Arc<Doc>, Page)>> = Vec::new();
    for (doc, page) in pages {
        match lists.last_mut() {
            Some(list) if list.last().is_some_and(|(_, last)| last.more.is_some()) => list.push((doc, page)),
            _ => lists.push(vec![(doc, page)]),
        }
    }
    Some(lists.into_iter().filter_map(list).collect())
}

fn not_json(source: &Source, text: &str, fault: &crate::json::Fault) -> Refusal {
    let start = text.trim_start();
    let begun =
        start.get(..400.min(start.len())).or(Some(start)).is_some_and(|head| head.contains("\"tools\"") || head.contains("\"jsonrpc\""));
    if !start.starts_with(['{', '[']) {
        let message = if start.is_empty() { "is empty" } else { "is neither JSON nor a capture: no line holds a JSON-RPC message" };
        return Refusal { problem: Box::new(problem(ProblemKind::Unrecognised, source, message, WANTED)), begun: false };
    }
    let head = text.get(..fault.offset).unwrap_or("");
    let line = head.matches('\n').count() as u64 + 1;
    let column = head.rsplit('\n').next().unwrap_or("").chars().count() as u64 + 1;
    let problem = Problem {
        line: Some(line),
        column: Some(column),
        ..problem(ProblemKind::NotJson, source, format!("is not JSON: {}", fault.message), "was the file written to its end?")
    };
    Refusal { problem: Box::new(problem), begun }
}

impl Handlers {
    /// The names that the handler of a tool reads, with their places.
    pub(crate) fn params(&self, tool: &str) -> Option<Vec<(&str, NodeId)>> {
        let entry = self.doc.at(self.node).get(tool)?;
        let list = entry.get("params").unwrap_or(entry);
        Some(list.items().filter_map(|item| Some((item.text()?, item.id()))).collect())
    }

    pub(crate) fn tools(&self) -> impl Iterator<Item = (&str, Json<'_>)> {
        self.doc.at(self.node).entries()
    }
}

#[cfg(test)]
mod tests;
