//! Workflow commands, which GitHub shows beside the changed lines of a pull request.

use super::{Entry, Location, Report, Shown, summary};
use crate::finding::Level;
use crate::text;
use std::fmt::Write as _;
use std::io;

pub(crate) fn github(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    for problem in &report.problems {
        let mut properties = Properties::default();
        if let Some(file) = problem.file.as_deref().filter(|file| is_on_disk(file)) {
            properties.push("file", file);
            if let Some(line) = problem.line {
                properties.push("line", &line.to_string());
            }
            if let Some(column) = problem.column {
                properties.push("col", &column.to_string());
            }
        }
        properties.push("title", &format!("problem[{}]", problem.kind.word()));
        write_command("error", &properties, &message(&problem.message, problem.help.as_deref(), problem.file.as_deref()), out)?;
    }
    for entry in &report.findings {
        let command = match entry.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let file = entry.place.as_ref().map(|place| place.file.as_str());
        write_command(command, &properties(entry), &message(&entry.message, entry.help.as_deref(), file), out)?;
    }
    writeln!(out, "{}; {}", summary::counts(report), summary::judged(report))
}

fn properties(entry: &Entry) -> Properties {
    let mut properties = Properties::default();
    if let Some(place) = entry.place.as_ref().filter(|place| is_on_disk(&place.file)) {
        properties.push("file", &place.file);
        properties.push("line", &place.line.to_string());
        match breaks_and_width(place) {
            // GitHub marks nothing where columns of different lines are given.
            Some((breaks, _)) if breaks > 0 => properties.push("endLine", &(place.line.saturating_add(breaks)).to_string()),
            Some((_, width)) => {
                properties.push("endLine", &place.line.to_string());
                properties.push("col", &place.column.to_string());
                properties.push("endColumn", &(place.column.saturating_add(width)).to_string());
            }
            None => properties.push("col", &place.column.to_string()),
        }
    }
    properties.push("title", entry.rule);
    properties
}

/// Line breaks within the place, and its width in characters; unknown where its text may not be kept.
fn breaks_and_width(place: &Location) -> Option<(u64, u64)> {
    let text = match &place.shown {
        Shown::Doc(doc, range) => doc.text().get(range.clone())?,
        Shown::Config(file, range) => file.text.get(range.clone())?,
        Shown::Excerpt(_) | Shown::Nothing => return None,
    };
    Some((text.matches('\n').count() as u64, text.chars().count() as u64))
}

/// Standard input and started servers are no files of the pull request.
fn is_on_disk(file: &str) -> bool {
    file != "-" && !file.starts_with("live:")
}

fn message(message: &str, help: Option<&str>, file: Option<&str>) -> String {
    let mut out = String::new();
    if let Some(file) = file.filter(|file| !is_on_disk(file)) {
        let _ = write!(out, "{}: ", text::visible(file));
    }
    out.push_str(&text::sentence(message));
    if let Some(help) = help {
        let _ = write!(out, "\nhelp: {}", text::sentence(help));
    }
    out
}

#[derive(Default)]
struct Properties(String);

impl Properties {
    fn push(&mut self, name: &str, value: &str) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        let _ = write!(self.0, "{name}={}", escaped(&text::visible(value)).replace(':', "%3A").replace(',', "%2C"));
    }
}

/// What GitHub decodes in the data of a command.
fn escaped(data: &str) -> String {
    data.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn write_command(command: &str, properties: &Properties, message: &str, out: &mut dyn io::Write) -> io::Result<()> {
    // Defused before the command is put in front: `##[` is looked for anywhere in a line.
    writeln!(out, "::{command} {}::{}", text::defused(&properties.0), escaped(&text::defused(message)))
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use proptest::prelude::*;

    fn shown(report: &Report) -> String {
        let mut out = Vec::new();
        github(report, &mut out).expect("a writer that takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn findings_are_commands() {
        insta::assert_snapshot!(shown(&samples::full()), @r#"
        ::error file=tools.json,line=8,endLine=8,col=9,endColumn=16,title=names/synonyms::`drawer_label` and `label` name one thing on `drawer_open`
        ::warning file=tools.json,line=7,endLine=7,col=9,endColumn=23,title=wire/reflex-name::`drawer_open` was called with `label` 8 times, and refused each time: it advertises `drawer_label`%0Ahelp: rename `drawer_label` to `label` at every layer: `label` stays unambiguous on this surface
        ::notice file=calls.jsonl,line=9,col=1,title=capture/torn::the capture ends within a message
        1 error, 1 warning, 1 note (hidden: 2 allowed, 1 switched off); 2 tools, 4 parameters, 9 calls: every family of rules was judged
        "#);
        insta::assert_snapshot!(shown(&samples::clean()), @r#"no findings; 42 tools, 118 parameters, 0 calls: wire/ and half of required/ were not judged"#);
        insta::assert_snapshot!(shown(&samples::problems()), @r#"
        ::error file=lists/torn.json,line=4,col=12,title=problem[not-json]::not JSON: expected value%0Ahelp: save the answer to `tools/list` as it came
        ::error file=gone.json,title=problem[unreadable]::no such file
        ::error title=problem[required]::calls are required, and none were given
        3 problems, no findings; 42 tools, 118 parameters, 0 calls: wire/ and half of required/ were not judged
        "#);
    }

    #[test]
    fn places_are_as_exact_as_they_can_be() {
        let doc = samples::doc("a,b:50%.json", samples::TOOLS);
        let lines = samples::place(&doc, "{\n    \"name\"", 0);
        let input = Location { file: "-".to_owned(), ..lines.clone() };
        let found = |place| samples::entry("names/any", Level::Error, "100% of `a`", place);
        insta::assert_snapshot!(shown(&samples::report(vec![found(Some(lines)), found(Some(input)), found(None)])), @r#"
        ::error file=a%2Cb%3A50%25.json,line=2,endLine=3,title=names/any::100%25 of `a`
        ::error title=names/any::-: 100%25 of `a`
        ::error title=names/any::100%25 of `a`
        3 errors; 2 tools, 4 parameters, 9 calls: every family of rules was judged
        "#);
    }

    #[test]
    fn no_text_ends_its_command() {
        insta::assert_snapshot!(shown(&samples::hostile("x,line=9::y\r\n::error::%0A\u{202e}##[x]")), @r#"
        ::error file=x%2Cline=9%3A%3Ay\r\n%3A%3Aerror%3A%3A%250A\u{202e}#\u{23}[x],title=problem[unbound]::x,line=9::y\r\n::error::%250A\u{202e}#\u{23}[x]%0Ahelp: x,line=9::y\r\n::error::%250A\u{202e}#\u{23}[x]
        ::error title=problem[usage]::x,line=9::y\r\n::error::%250A\u{202e}#\u{23}[x]
        ::warning file=x%2Cline=9%3A%3Ay\r\n%3A%3Aerror%3A%3A%250A\u{202e}#\u{23}[x],line=2,endLine=2,col=3,endColumn=4,title=schema/hostile::x,line=9::y\r\n::error::%250A\u{202e}#\u{23}[x]%0Ahelp: x,line=9::y\r\n::error::%250A\u{202e}#\u{23}[x]
        ::warning title=schema/hostile::x,line=9::y\r\n::error::%250A\u{202e}#\u{23}[x]%0Ahelp: x,line=9::y\r\n::error::%250A\u{202e}#\u{23}[x]
        2 problems, 2 warnings; 2 tools, 4 parameters, 9 calls: every family of rules was judged
        "#);
    }

    proptest! {
        #[test]
        fn every_line_but_the_last_is_one_command(text in samples::any_text()) {
            let out = shown(&samples::hostile(&text));
            prop_assert_eq!(out.lines().count(), 5);
            prop_assert!(out.lines().take(4).all(|line| line.starts_with("::error ") || line.starts_with("::warning ")), "{}", out);
            prop_assert!(!out.contains("##[") && !out.chars().any(|c| c != '\n' && text::is_hidden(c)), "{:?}", out);
        }
    }
}
