//! Small reports made by hand, the same for the tests of every format.

use super::{
    ConfigText, Entry, Input, InputKind, Location, Problem, ProblemKind, RelatedEntry, Report, Shown, Summary, Suppressed, SurfaceRow,
    ToolName, Unjudged,
};
use crate::config::ConfigFile;
use crate::finding::{Counts, Excerpt, Kind, Level};
use crate::json::{Doc, Origin};
use proptest::prelude::*;
use std::sync::Arc;

pub(super) const TOOLS: &str = r#"{"tools": [
  {
    "name": "drawer_open",
    "inputSchema": {
      "type": "object",
      "properties": {
        "drawer_label": {"type": "string"},
        "label": {"type": "string"},
        "wide": {"type": "boolean"}
      },
      "required": ["drawer_label"]
    }
  },
  {
    "name": "drawer_close",
    "inputSchema": {"type": "object", "properties": {"label": {"type": "string"}}}
  }
]}
"#;

pub(super) fn doc(file: &str, text: &str) -> Arc<Doc> {
    Doc::parse(file.into(), text, Origin::default()).expect("JSON")
}

/// The `nth` place where a text stands in a document.
pub(super) fn place(doc: &Arc<Doc>, text: &str, nth: usize) -> Location {
    let (offset, _) = doc.text().match_indices(text).nth(nth).expect("text in the document");
    let position = doc.position(offset);
    Location {
        file: doc.file.to_string(),
        pointer: Some("/tools/0".to_owned()),
        inner: None,
        line: position.line,
        column: position.column,
        offset: offset as u64,
        length: text.len() as u64,
        shown: Shown::Doc(Arc::clone(doc), offset..offset + text.len()),
    }
}

pub(super) fn spot(line: u64, column: u64, text: &str, marked: &str) -> Location {
    let start = text.find(marked).expect("the marked text");
    Location {
        file: "calls.jsonl".to_owned(),
        pointer: Some("/params/arguments/label".to_owned()),
        inner: None,
        line,
        column,
        offset: 400 + column,
        length: marked.len() as u64,
        shown: Shown::Excerpt(Excerpt { text: text.to_owned(), mark: start..start + marked.len() }),
    }
}

pub(super) fn entry(rule: &'static str, level: Level, message: &str, place: Option<Location>) -> Entry {
    Entry {
        rule,
        also: Vec::new(),
        level,
        message: message.to_owned(),
        help: None,
        server: Some("desk".to_owned()),
        tool: Some("drawer_open".to_owned()),
        param: None,
        clients: Vec::new(),
        place,
        related: Vec::new(),
        evidence: None,
        fingerprint: "1-3f0c9a0d6f2e4b5c8d7e9f0a1b2c3d4e".to_owned(),
        count: 1,
        settle: None,
    }
}

pub(super) fn related(kind: Kind, message: &str, place: Option<Location>) -> RelatedEntry {
    RelatedEntry { kind, message: message.to_owned(), server: Some("desk".to_owned()), tool: Some("drawer_open".to_owned()), place }
}

pub(super) fn problem(kind: ProblemKind, file: Option<&str>, message: &str) -> Problem {
    Problem { kind, file: file.map(str::to_owned), line: None, column: None, message: message.to_owned(), help: None, span: None }
}

/// A report over these findings, with its counts.
pub(super) fn report(findings: Vec<Entry>) -> Report {
    let number = |level| findings.iter().filter(|entry| entry.level == level).count() as u64;
    let (errors, warnings, notes) = (number(Level::Error), number(Level::Warning), number(Level::Note));
    Report {
        version: 1,
        tool: ToolName { name: "wirelint", version: "0.1.0" },
        exit: u8::from(errors > 0),
        summary: Summary { errors, warnings, notes, calls: 9, accepted: 1, refused: 8, files: 2, ..Summary::default() },
        surfaces: vec![SurfaceRow { server: "desk".to_owned(), tools: 2, parameters: 4, calls: 9 }],
        findings,
        problems: Vec::new(),
        inputs: vec![
            Input {
                file: "tools.json".to_owned(),
                kind: InputKind::Tools,
                format: None,
                server: Some("desk".to_owned()),
                tools: Some(2),
                calls: None,
            },
            Input {
                file: "calls.jsonl".to_owned(),
                kind: InputKind::Capture,
                format: Some("jsonrpc"),
                server: Some("desk".to_owned()),
                tools: None,
                calls: Some(9),
            },
        ],
    }
}

/// A finding with everything that a finding may have.
pub(super) fn full() -> Report {
    let tools = doc("tools.json", TOOLS);
    let mut reflex = entry(
        "wire/reflex-name",
        Level::Warning,
        "`drawer_open` was called with `label` 8 times, and refused each time: it advertises `drawer_label`",
        Some(place(&tools, "\"drawer_label\"", 0)),
    );
    reflex.param = Some("drawer_label".to_owned());
    reflex.help = Some("rename `drawer_label` to `label` at every layer: `label` stays unambiguous on this surface".to_owned());
    reflex.evidence = Some(Counts { calls: 8, accepted: 0, refused: 8, failed: 0 });
    reflex.also = vec!["required/missing-flag"];
    reflex.related = vec![
        related(Kind::Call, "sent as `label`, refused", Some(spot(3, 87, "\"arguments\": {\"label\": <text>}", "\"label\""))),
        related(
            Kind::Call,
            "sent as `label`, refused",
            Some(spot(7, 87, "\"arguments\": {\"wide\": <boolean>, \"label\": <text>}", "\"label\"")),
        ),
    ];
    reflex.settle =
        Some("[[allow]]\nrule = \"wire/reflex-name\"\ntools = [\"drawer_open\"]\nparam = \"drawer_label\"\nreason = \"\"\n".to_owned());
    let mut near = entry(
        "names/synonyms",
        Level::Error,
        "`drawer_label` and `label` name one thing on `drawer_open`",
        Some(place(&tools, "\"label\"", 0)),
    );
    near.related = vec![
        related(Kind::Tool, "the other name for it", Some(place(&tools, "\"drawer_label\"", 0))),
        related(Kind::Tool, "`drawer_close` says `label`", Some(place(&tools, "\"label\"", 1))),
        related(Kind::Handler, "read as `title`", None),
    ];
    let mut bare = entry(
        "capture/torn",
        Level::Note,
        "the capture ends within a message",
        Some(Location { shown: Shown::Nothing, ..spot(9, 1, "x", "x") }),
    );
    bare.count = 2;
    let mut report = report(vec![near, reflex, bare]);
    report.summary.suppressed = Suppressed { allowed: 2, baseline: 0, below: 1 };
    report
}

/// A list of a megabyte in one line, with its finding far behind column 65,535.
pub(super) fn one_line() -> Report {
    let filler: Vec<String> =
        (0..12_000).map(|n| format!(r#"{{"name":"shelf_{n}","inputSchema":{{"type":"object","properties":{{}}}}}}"#)).collect();
    let text = format!(
        r#"{{"tools":[{},{{"name":"lamp","inputSchema":{{"type":"object","required":["on"]}}}},{}]}}"#,
        filler.join(","),
        filler.join(",")
    );
    let doc = doc("min.json", &text);
    let mut found =
        entry("required/undeclared", Level::Error, "`lamp` requires `on`, and does not declare it", Some(place(&doc, "[\"on\"]", 0)));
    found.related = vec![
        related(Kind::Tool, "of this tool", Some(place(&doc, "\"lamp\"", 0))),
        related(Kind::Tool, "the first tool of the list", Some(place(&doc, "\"shelf_0\"", 0))),
        related(Kind::Tool, "all of them", Some(place(&doc, &text, 0))),
    ];
    report(vec![found])
}

/// Nothing found, and not everything compared.
pub(super) fn clean() -> Report {
    let mut report = report(Vec::new());
    report.summary = Summary {
        files: 1,
        unjudged: vec![Unjudged { family: "wire", why: "no capture" }, Unjudged { family: "required", why: "no capture" }],
        ..Summary::default()
    };
    report.surfaces = vec![SurfaceRow { server: "desk".to_owned(), tools: 42, parameters: 118, calls: 0 }];
    report.inputs.truncate(1);
    report
}

/// Things that could not be judged, beside one that could.
pub(super) fn problems() -> Report {
    let mut report = clean();
    report.exit = 3;
    let mut torn = problem(ProblemKind::NotJson, Some("lists/torn.json"), "not JSON: expected value");
    (torn.line, torn.column) = (Some(4), Some(12));
    torn.help = Some("save the answer to `tools/list` as it came".to_owned());
    let missing = problem(ProblemKind::Required, None, "calls are required, and none were given");
    report.problems = vec![torn, problem(ProblemKind::Unreadable, Some("gone.json"), "no such file"), missing];
    report
}

/// A config that names no rule.
pub(super) fn usage() -> Report {
    let text = "[rules]\n\"names/synonym\" = \"off\"\n";
    let file = Arc::new(ConfigFile { path: "wirelint.toml".into(), shown: "wirelint.toml".into(), text: text.into() });
    let mut wrong = problem(ProblemKind::Config, Some("wirelint.toml"), "there is no rule `names/synonym`");
    (wrong.line, wrong.column) = (Some(2), Some(1));
    wrong.help = Some("the nearest is `names/synonyms`".to_owned());
    wrong.span = Some((ConfigText(file), 8..23));
    let mut report = report(Vec::new());
    report.exit = 2;
    report.summary = Summary::default();
    (report.surfaces, report.inputs) = (Vec::new(), Vec::new());
    report.problems = vec![wrong];
    report
}

/// Text that would deceive a terminal, a log or a reader, in every place that a linted file can fill.
pub(super) fn hostile(text: &str) -> Report {
    let source = format!("{{\"tools\": [\n  {{\"{}\": 1, \"x\": 2}}\n]}}", text.replace(['"', '\\'], "_").replace(|c: char| c < ' ', "_"));
    let doc = doc(text, &source);
    let mut found = entry("schema/hostile", Level::Warning, text, Some(place(&doc, "{", 1)));
    found.help = Some(text.to_owned());
    found.server = Some(text.to_owned());
    found.tool = Some(text.to_owned());
    found.param = Some(text.to_owned());
    found.settle = Some(text.to_owned());
    let excerpt = Location { file: text.to_owned(), ..spot(2, 3, &format!("\"arguments\": {{\"{text}\": <text>}}"), "\"arg") };
    let nothing = Location { shown: Shown::Nothing, ..excerpt.clone() };
    found.related = vec![
        related(Kind::Tool, text, Some(place(&doc, "\"x\"", 0))),
        related(Kind::Call, text, Some(excerpt)),
        related(Kind::Call, text, Some(nothing)),
        related(Kind::Handler, text, None),
    ];
    let mut report = report(vec![found.clone(), Entry { place: None, ..found }]);
    report.problems = vec![problem(ProblemKind::Unbound, Some(text), text), problem(ProblemKind::Usage, None, text)];
    if let Some(problem) = report.problems.first_mut() {
        problem.help = Some(text.to_owned());
    }
    report.exit = 3;
    report
}

/// Any text, and often one that is near to being a command.
pub(super) fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[#:\\[ a\n\u{202e}\u{1b}]{0,60}"]
}
