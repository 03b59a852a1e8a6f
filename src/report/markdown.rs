//! A changelog entry: what changed since the older list, what breaks first.

use super::{Entry, Report, summary};
use crate::finding::Level;
use crate::text;
use std::io;

/// The sections, each with the level that it holds.
const SECTIONS: [(&str, Level); 3] = [("Breaks", Level::Error), ("May surprise", Level::Warning), ("Also changed", Level::Note)];

pub(crate) fn markdown(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    // A recorded call that breaks is a proof of a change, and no change of its own.
    let is_change = |entry: &&Entry| entry.rule.starts_with("evolution/") && entry.rule != "evolution/call-breaks";
    let changes: Vec<&Entry> = report.findings.iter().filter(is_change).collect();
    for (title, level) in SECTIONS {
        let of_level: Vec<&&Entry> = changes.iter().filter(|entry| entry.level == level).collect();
        if of_level.is_empty() {
            continue;
        }
        writeln!(out, "### {title}\n")?;
        for entry in of_level {
            writeln!(out, "- {}", escaped(&entry.message))?;
        }
        writeln!(out)?;
    }
    for problem in &report.problems {
        writeln!(out, "> could not be judged: {}\n", escaped(&problem.message))?;
    }
    if changes.is_empty() && report.problems.is_empty() && report.summary.suppressed.allowed == 0 {
        writeln!(out, "No tool changed.\n")?;
    }
    let allowed = report.summary.suppressed.allowed;
    if allowed > 0 {
        writeln!(out, "{} approved in the config.\n", text::count(allowed, "change"))?;
    }
    match summary::bump(report) {
        Some(bump) => writeln!(out, "{}", escaped(&bump)),
        None => Ok(()),
    }
}

/// Text of a list can hold no markup. What stands between backticks is ours to leave as code.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut code = false;
    let text = text::sentence(text);
    // A name that holds backticks of its own would end its code early: then nothing is left as code.
    let plain = text.contains("``") || text.matches('`').count() % 2 == 1;
    for c in text.chars() {
        match c {
            '`' if plain => out.push_str("\\`"),
            '`' => {
                code = !code;
                out.push('`');
            }
            '<' | '>' | '&' if !code => out.push_str(match c {
                '<' => "&lt;",
                '>' => "&gt;",
                _ => "&amp;",
            }),
            '*' | '_' | '[' | ']' | '#' | '|' | '\\' | '!' | '~' if !code => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn shown(report: &Report) -> String {
        let mut out = Vec::new();
        markdown(report, &mut out).expect("a writer that takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn sections_by_level_and_no_markup() {
        let mut report = samples::clean();
        assert_eq!(shown(&report), "No tool changed.\n\n");
        let full = samples::full();
        let Some(entry) = full.findings.first() else { panic!("a finding") };
        let of = |rule, level, message: &str| Entry { rule, level, message: message.to_owned(), ..entry.clone() };
        report.findings = vec![
            of("evolution/added", Level::Note, "`a_b` is *new*"),
            of("evolution/param-removed", Level::Error, "`<b>` of `x` <script>"),
            of("names/tool-name", Level::Error, "no change"),
        ];
        report.summary.suppressed.allowed = 2;
        report.summary.bump = Some(crate::compare::Bump::Major);
        insta::assert_snapshot!(shown(&report), @r"
        ### Breaks

        - `<b>` of `x` &lt;script&gt;

        ### Also changed

        - `a_b` is \*new\*

        2 changes approved in the config.

        suggested version bump: major (calls or results of the older list break, or may)
        ");
    }
}
