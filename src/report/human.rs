//! The format for people at a terminal. The only room that names miette.

mod draw;
mod panes;
mod rename;
mod window;

use super::summary;
use super::{Entry, Location, Problem, ProblemKind, RelatedEntry, Report, Shown};
use crate::finding::{Counts, Kind, Level};
use crate::text;
use draw::drawn;
use panes::{Drawing, Panes, Point};
pub(crate) use rename::rename_human;
use std::collections::BTreeMap;
use std::io;

/// Related places of one kind that a finding shows; the others are counted.
const ALIKE: usize = 5;

/// How a report for people looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) color: bool,
    /// Drawing with box characters rather than ASCII.
    pub(crate) unicode: bool,
    /// Columns of the terminal.
    pub(crate) width: usize,
}

impl Look {
    /// A width in which something can be read, and beyond which lines are hard to follow.
    fn width(self) -> usize {
        self.width.clamp(50, 160)
    }

    fn drawing(self) -> Drawing {
        Drawing { width: self.width(), dots: if self.unicode { "…" } else { "..." } }
    }
}

/// Writes the report: what could not be judged, the findings, and what all of it comes to.
pub(crate) fn human(report: &Report, look: &Look, out: &mut dyn io::Write) -> io::Result<()> {
    problems(report, look, out)?;
    for entry in &report.findings {
        write_block(&entry_block(entry, *look), out)?;
    }
    let style = match report.findings.iter().map(|entry| entry.level).max() {
        _ if !report.problems.is_empty() => RED,
        Some(Level::Error) => RED,
        Some(Level::Warning) => YELLOW,
        Some(Level::Note) => CYAN,
        None => GREEN,
    };
    writeln!(out, "{}", painted(&summary::counts(report), style, *look))?;
    writeln!(out, "{}", summary::judged(report))?;
    let rest = [summary::bump(report), summary::coverage(report)];
    rest.into_iter().flatten().try_for_each(|line| writeln!(out, "{line}"))
}

/// Writes only what could not be judged.
pub(crate) fn problems(report: &Report, look: &Look, out: &mut dyn io::Write) -> io::Result<()> {
    report.problems.iter().try_for_each(|problem| write_block(&problem_block(problem, *look), out))
}

/// A blank line ends every block; none of its lines commands a build runner.
fn write_block(block: &str, out: &mut dyn io::Write) -> io::Result<()> {
    for line in block.trim_end().lines() {
        writeln!(out, "{}", text::defused(line.trim_end_matches(' ')))?;
    }
    writeln!(out)
}

fn entry_block(entry: &Entry, look: Look) -> String {
    let (related, folded) = folded(&entry.related);
    let primary = entry.place.iter().map(|location| Point { location, text: "", primary: true });
    let others = related.iter().filter_map(|it| it.place.as_ref().map(|location| Point { location, text: &it.message, primary: false }));
    let (panes, bare) = Panes::of(primary.chain(others), look.drawing());
    let code = format!("{}[{}]", entry.level.word(), entry.rule);
    let mut out = drawn(&code, &entry.message, entry.level, panes, look);
    for point in bare {
        out.push_str(&at(point.location, point.text, look));
    }
    for it in related.iter().filter(|it| it.place.is_none()) {
        push_note(&mut out, word(it.kind), &it.message, look);
    }
    if folded > 0 {
        out.push_str(&format!("  and {folded} more (--format json lists them all)\n"));
    }
    if entry.count > 1 {
        push_note(&mut out, "alike", &format!("found {} times", entry.count), look);
    }
    if !entry.also.is_empty() {
        push_note(&mut out, "also", &entry.also.join(", "), look);
    }
    if let Some(counts) = entry.evidence {
        push_note(&mut out, "seen", &seen(counts), look);
    }
    if let Some(help) = &entry.help {
        push_note(&mut out, "help", help, look);
    }
    if let Some(settle) = &entry.settle {
        let lead = if entry.help.is_some() { "or settle it in wirelint.toml:" } else { "settle it in wirelint.toml:" };
        push_note(&mut out, "help", lead, look);
        push_settle(&mut out, settle);
    }
    out
}

fn problem_block(problem: &Problem, look: Look) -> String {
    let place = problem.file.as_ref().map(|file| Location {
        file: file.clone(),
        pointer: None,
        inner: None,
        line: problem.line.unwrap_or(1),
        column: problem.column.unwrap_or(1),
        offset: 0,
        length: 0,
        shown: problem.span.as_ref().map_or(Shown::Nothing, |(config, span)| Shown::Config(config.0.clone(), span.clone())),
    });
    let (panes, bare) = Panes::of(place.iter().map(|location| Point { location, text: "", primary: true }), look.drawing());
    let mut out = drawn(&format!("problem[{}]", problem.kind.word()), &problem.message, Level::Error, panes, look);
    if !bare.is_empty() {
        out.push_str(&match (&problem.file, problem.line) {
            (Some(file), None) => format!("   at {}\n", text::visible(file)),
            _ => bare.iter().map(|point| at(point.location, "", look)).collect(),
        });
    }
    if let Some(help) = &problem.help {
        match help.split_once('\n') {
            // Lines to write into a file stand as they are to be written.
            Some((lead, lines)) if problem.kind == ProblemKind::Usage => {
                push_note(&mut out, "help", lead, look);
                push_settle(&mut out, lines);
            }
            _ => push_note(&mut out, "help", help, look),
        }
    }
    out
}

/// The related places that are shown, and how many are not: a name may stand in a hundred tools.
fn folded(related: &[RelatedEntry]) -> (Vec<&RelatedEntry>, usize) {
    let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
    let shown: Vec<&RelatedEntry> = related
        .iter()
        .filter(|it| {
            let count = counts.entry(it.kind).or_default();
            *count += 1;
            *count <= ALIKE
        })
        .collect();
    let folded = related.len() - shown.len();
    (shown, folded)
}

/// A place of which nothing can be shown.
fn at(location: &Location, message: &str, look: Look) -> String {
    let place = format!("{}:{}:{}", text::visible(&location.file), location.line, location.column);
    let colon = if message.is_empty() { "" } else { ": " };
    format!("   at {}{colon}{}\n", painted(&place, CYAN, look), text::sentence(message))
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Tool => "tool",
        Kind::Before => "before",
        Kind::Call => "call",
        Kind::Payload => "payload",
        Kind::Handler => "handler",
        Kind::Config => "config",
    }
}

/// `8 calls: 8 refused`.
fn seen(counts: Counts) -> String {
    let parts = [(counts.accepted, "accepted"), (counts.refused, "refused"), (counts.failed, "failed")];
    let parts: Vec<String> = parts.iter().filter(|(number, _)| *number > 0).map(|(number, word)| format!("{number} {word}")).collect();
    let calls = text::count(counts.calls, "call");
    if parts.is_empty() { calls } else { format!("{calls}: {}", parts.join(", ")) }
}

/// `  help: ...`, wrapped under itself.
fn push_note(out: &mut String, label: &str, message: &str, look: Look) {
    let label = format!("{label}:");
    for (index, line) in text::wrapped(&text::sentence(message), look.width().saturating_sub(8)).iter().enumerate() {
        if index == 0 {
            out.push_str(&format!("  {} {line}\n", painted(&label, CYAN, look)));
        } else {
            out.push_str(&format!("  {:label$} {line}\n", "", label = label.len()));
        }
    }
}

/// The config entry as it is pasted: never wrapped.
fn push_settle(out: &mut String, settle: &str) {
    out.push('\n');
    for line in text::visible_lines(settle.trim_end()).lines() {
        out.push_str(&format!("        {line}\n"));
    }
}

const RED: &str = "31";
const GREEN: &str = "32";
const YELLOW: &str = "33";
const CYAN: &str = "36";

fn painted(text: &str, style: &str, look: Look) -> String {
    if look.color { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use proptest::prelude::*;

    const PLAIN: Look = Look { color: false, unicode: true, width: 80 };

    fn shown(report: &Report, look: Look) -> String {
        let mut out = Vec::new();
        human(report, &look, &mut out).expect("a writer that takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_finding_shows_its_places_its_evidence_and_its_cure() {
        insta::assert_snapshot!(shown(&samples::full(), PLAIN), @r#"
        error[names/synonyms]

          × `drawer_label` and `label` name one thing on `drawer_open`
           ╭─[tools.json:8:9]
         6 │       "properties": {
         7 │         "drawer_label": {"type": "string"},
           ·         ───────┬──────
           ·                ╰── the other name for it
         8 │         "label": {"type": "string"},
           ·         ───────
         9 │         "wide": {"type": "boolean"}
           ╰────
            ╭─[tools.json:16:54]
         16 │ …Schema": {"type": "object", "properties": {"label": {"type": "string"}}}
            ·                                             ───┬───
            ·                                                ╰── `drawer_close` says `label`
            ╰────
          handler: read as `title`

        warning[wire/reflex-name]

          ⚠ `drawer_open` was called with `label` 8 times, and refused each time: it
          │ advertises `drawer_label`
           ╭─[tools.json:7:9]
         6 │       "properties": {
         7 │         "drawer_label": {"type": "string"},
           ·         ──────────────
         8 │         "label": {"type": "string"},
           ╰────
           ╭─[calls.jsonl:3:87]
         3 │ "arguments": {"label": <text>}
           ·               ───┬───
           ·                  ╰── sent as `label`, refused
           ╰────
           ╭─[calls.jsonl:7:87]
         7 │ "arguments": {"wide": <boolean>, "label": <text>}
           ·                                  ───┬───
           ·                                     ╰── sent as `label`, refused
           ╰────
          also: required/missing-flag
          seen: 8 calls: 8 refused
          help: rename `drawer_label` to `label` at every layer: `label` stays
                unambiguous on this surface
          help: or settle it in wirelint.toml:

                [[allow]]
                rule = "wire/reflex-name"
                tools = ["drawer_open"]
                param = "drawer_label"
                reason = ""

        note[capture/torn]

          ☞ the capture ends within a message
           at calls.jsonl:9:1
          alike: found 2 times

        1 error, 1 warning, 1 note (hidden: 2 allowed, 1 switched off)
        2 tools, 4 parameters, 9 calls: every family of rules was judged
        "#);
    }

    #[test]
    fn a_line_of_a_megabyte_is_shown_through_a_window() {
        insta::assert_snapshot!(shown(&samples::one_line(), PLAIN), @r#"
        error[required/undeclared]

          × `lamp` requires `on`, and does not declare it
           ╭─[min.json:1:840958]
         1 │ …":"object","required":["on"]}},{"name":"shelf_0","inputSchema":{"type":"o…
           ·                        ──────
           ╰────
           ╭─[min.json:1:840909]
         1 │ …perties":{}}},{"name":"lamp","inputSchema":{"type":"object","required":["…
           ·                        ───┬──
           ·                           ╰── of this tool
           ╰────
           ╭─[min.json:1:19]
         1 │ {"tools":[{"name":"shelf_0","inputSchema":{"type":"object","properties":{…
           ·                   ────┬────
           ·                       ╰── the first tool of the list
           ╰────
           ╭─[min.json:1:1]
         1 │ {"tools":[{"name":"shelf_0","inputSchema":{"type":"object","properties":{…
           · ────────────────────────────────────┬────────────────────────────────────
           ·                                     ╰── all of them
           ╰────

        1 error
        2 tools, 4 parameters, 9 calls: every family of rules was judged
        "#);
    }

    #[test]
    fn hostile_text_is_written_out() {
        let report = samples::hostile("a\u{202e}b\n::error::x ##[error]\u{1b}[31m \u{200b}::set");
        insta::assert_snapshot!(shown(&report, Look { unicode: false, ..PLAIN }), @r#"
        problem[unbound]

          x a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
           at a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
          help: a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set

        problem[usage]

          x a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set

        warning[schema/hostile]

          ! a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
           ,-[a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set:2:3]
         1 | {"tools": [
         2 |   {"a\u{202e}b_::error::x #\u{23}[error]_[31m \u{200b}::set": 1, "x": 2}
           :   ^                                                         ^|^
           :   |                                                          `-| a\u{202e}b\n::error::x
           :   |                                                            | #\u{23}[error]\u{1b}[31m
           :   |                                                            | \u{200b}::set
         3 | ]}
           `----
           ,-[a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set:2:3]
         2 | "arguments": {"a\u{202e}b
           : ^^|^
           :   `-- a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
           `----
           at a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set:2:3: a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
          handler: a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
          help: a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
          help: or settle it in wirelint.toml:

                a\u{202e}b
                \u{3a}:error::x #\u{23}[error]\u{1b}[31m \u{200b}::set

        warning[schema/hostile]

          ! a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
           ,-[a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set:2:47]
         2 |   {"a\u{202e}b_::error::x #\u{23}[error]_[31m \u{200b}::set": 1, "x": 2}
           :                                                             ^|^
           :                                                              `-| a\u{202e}b\n::error::x
           :                                                                | #\u{23}[error]\u{1b}[31m
           :                                                                | \u{200b}::set
           `----
           ,-[a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set:2:3]
         2 | "arguments": {"a\u{202e}b
           : ^^|^
           :   `-- a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
           `----
           at a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set:2:3: a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
          handler: a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
          help: a\u{202e}b\n::error::x #\u{23}[error]\u{1b}[31m \u{200b}::set
          help: or settle it in wirelint.toml:

                a\u{202e}b
                \u{3a}:error::x #\u{23}[error]\u{1b}[31m \u{200b}::set

        2 problems, 2 warnings
        2 tools, 4 parameters, 9 calls: every family of rules was judged
        "#);
    }

    #[test]
    fn a_clean_report_says_what_was_not_judged() {
        insta::assert_snapshot!(shown(&samples::clean(), PLAIN), @r#"
        no findings
        42 tools, 118 parameters, 0 calls: wire/ and half of required/ were not judged
        "#);
    }

    #[test]
    fn lines_to_write_stand_as_lines() {
        let mut report = samples::usage();
        report.problems.truncate(1);
        let problem = report.problems.first_mut().expect("a problem");
        problem.kind = ProblemKind::Usage;
        problem.span = None;
        problem.help = Some("write:\n[[server]]\ntools = [\"a\"]".to_owned());
        let out = shown(&report, PLAIN);
        assert!(out.contains("help: write:\n\n        [[server]]\n        tools = [\"a\"]\n"), "{out}");
    }

    #[test]
    fn problems_come_first() {
        insta::assert_snapshot!(shown(&samples::problems(), PLAIN), @r#"
        problem[not-json]

          × not JSON: expected value
           at lists/torn.json:4:12
          help: save the answer to `tools/list` as it came

        problem[unreadable]

          × no such file
           at gone.json

        problem[required]

          × calls are required, and none were given

        3 problems, no findings
        42 tools, 118 parameters, 0 calls: wire/ and half of required/ were not judged
        "#);
        insta::assert_snapshot!(shown(&samples::usage(), PLAIN), @r#"
        problem[config]

          × there is no rule `names/synonym`
           ╭─[wirelint.toml:2:1]
         1 │ [rules]
         2 │ "names/synonym" = "off"
           · ───────────────
           ╰────
          help: the nearest is `names/synonyms`

        1 problem
        nothing was judged
        "#);
    }

    #[test]
    fn long_lists_of_tools_are_folded() {
        let doc = samples::doc("tools.json", samples::TOOLS);
        let mut found = samples::entry("names/outlier", Level::Note, "one of many", None);
        found.related = vec![samples::related(Kind::Tool, "says `label`", Some(samples::place(&doc, "\"label\"", 1))); 40];
        let text = shown(&samples::report(vec![found]), PLAIN);
        assert_eq!(text.matches("says `label`").count(), 5, "{text}");
        assert!(text.contains("\n  and 35 more (--format json lists them all)\n"), "{text}");
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        for report in [samples::full(), samples::one_line(), samples::problems(), samples::usage()] {
            let coloured = shown(&report, Look { color: true, ..PLAIN });
            assert!(coloured.contains("\u{1b}["));
            assert_eq!(without_colour(&coloured), shown(&report, PLAIN));
        }
    }

    fn without_colour(text: &str) -> String {
        let mut pieces = text.split("\u{1b}[");
        let first = pieces.next().unwrap_or("").to_owned();
        pieces.fold(first, |all, piece| all + piece.split_once('m').map_or("", |(_, rest)| rest))
    }

    proptest! {
        #[test]
        fn no_string_reaches_the_terminal_raw(text in samples::any_text(), color: bool, unicode: bool, width in 0_usize..300) {
            let out = shown(&samples::hostile(&text), Look { color, unicode, width });
            let out = if color { without_colour(&out) } else { out };
            prop_assert!(!out.chars().any(|c| c != '\n' && text::is_hidden(c)), "{:?}", out);
            prop_assert!(!out.contains("##[") && !out.lines().any(|line| line.trim_start().starts_with("::")), "{:?}", out);
        }

        #[test]
        fn no_range_is_too_much(
            words in "[aä🗂\t\r\n\u{202e}]{0,400}",
            start in 0_usize..900,
            length in 0_usize..900,
            other in 0_usize..900,
            line in prop_oneof![any::<u64>(), Just(0), Just(u64::MAX)],
        ) {
            // A list of strings, broken into lines where the words are.
            let words: Vec<&str> = words.split_inclusive(['\t', '\r', '\n']).collect();
            let source = words.iter().map(|word| format!("\"{}\"{}", word.trim(), word.replace(|c| c > ' ', ""))).collect::<Vec<_>>().join(",");
            let source = format!("[{source}]");
            let doc = samples::doc("t.json", &source);
            let at = |start: usize, length: usize| Location {
                line,
                column: line,
                shown: Shown::Doc(doc.clone(), start..start + length),
                ..samples::spot(1, 1, "x", "x")
            };
            let mut found = samples::entry("names/any", Level::Error, "any", Some(at(start, length)));
            found.related = vec![
                samples::related(Kind::Tool, "other", Some(at(other, length))),
                samples::related(Kind::Call, "same", Some(at(start, 1))),
                samples::related(Kind::Config, "next", Some(at(start + length, 3))),
            ];
            let out = shown(&samples::report(vec![found]), PLAIN);
            prop_assert!(!out.contains("Failed to read"), "{}", out);
            prop_assert!(["other", "same", "next"].iter().all(|label| out.contains(label)), "{}", out);
        }
    }
}
