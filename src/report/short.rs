//! A line a finding, for grep and for agents: `file:line:col: level[rule] message`.

use super::{Location, RenameReport, RenameVerdict, Report, Whose, summary};
use crate::text;
use std::io;

pub(crate) fn short(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    for problem in &report.problems {
        let file = problem.file.as_deref().unwrap_or("-");
        let (line, column) = (problem.line.unwrap_or(1), problem.column.unwrap_or(1));
        write_line(file, line, column, &format!("problem[{}]", problem.kind.word()), &problem.message, out)?;
    }
    for entry in &report.findings {
        let (file, line, column) = entry.place.as_ref().map_or(("-", 1, 1), |place| (&place.file, place.line, place.column));
        write_line(file, line, column, &format!("{}[{}]", entry.level.word(), entry.rule), &entry.message, out)?;
    }
    let rest: String = [summary::bump(report), summary::coverage(report)].into_iter().flatten().map(|line| format!("; {line}")).collect();
    writeln!(out, "{}; {}{rest}", summary::counts(report), summary::judged(report))
}

/// A rename in the same manner: what blocks it, what to look at, and every line that would change.
pub(crate) fn rename_short(report: &RenameReport, out: &mut dyn io::Write) -> io::Result<()> {
    for problem in &report.problems {
        let file = problem.file.as_deref().unwrap_or("-");
        let (line, column) = (problem.line.unwrap_or(1), problem.column.unwrap_or(1));
        write_line(file, line, column, &format!("problem[{}]", problem.kind.word()), &problem.message, out)?;
    }
    let place = |place: &Option<Location>| place.as_ref().map_or(("-".to_owned(), 1, 1), |at| (at.file.clone(), at.line, at.column));
    for reason in &report.reasons {
        let (file, line, column) = place(&reason.place);
        write_line(&file, line, column, &format!("blocked[{}]", reason.rule.unwrap_or("taken")), &reason.message, out)?;
    }
    for caution in &report.cautions {
        let (file, line, column) = place(&caution.place);
        write_line(&file, line, column, "note", &caution.message, out)?;
    }
    for layer in &report.layers {
        let (file, line, column) = place(&layer.place);
        let what = format!("`{}` becomes `{}` on `{}`", report.rename.from, report.rename.to, layer.tool);
        write_line(&file, line, column, "schema", &what, out)?;
    }
    for it in report.source.iter().flat_map(|radius| &radius.occurrences).filter(|it| it.whose != Whose::Other) {
        let doubt = if it.whose == Whose::Unsure { "in doubt" } else { "" };
        let text = it.after.as_deref().unwrap_or("").trim();
        write_line(&it.file, it.line, it.column, it.kind.word(), format!("{doubt} {text}").trim(), out)?;
    }
    writeln!(
        out,
        "{}: {} would break, {} would now work",
        match report.verdict {
            RenameVerdict::Safe => "safe",
            RenameVerdict::Blocked => "blocked",
            RenameVerdict::Unjudged => "nothing was judged",
        },
        text::count(report.calls.breaks, "call"),
        report.calls.works
    )
}

fn write_line(file: &str, line: u64, column: u64, what: &str, message: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let line = format!("{}:{line}:{column}: {what} {}", text::visible(file), text::sentence(message));
    writeln!(out, "{}", text::defused(line.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use proptest::prelude::*;

    fn shown(report: &Report) -> String {
        let mut out = Vec::new();
        short(report, &mut out).expect("a writer that takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_line_says_it_all() {
        insta::assert_snapshot!(shown(&samples::full()), @r#"
        tools.json:8:9: error[names/synonyms] `drawer_label` and `label` name one thing on `drawer_open`
        tools.json:7:9: warning[wire/reflex-name] `drawer_open` was called with `label` 8 times, and refused each time: it advertises `drawer_label`
        calls.jsonl:9:1: note[capture/torn] the capture ends within a message
        1 error, 1 warning, 1 note (hidden: 2 allowed, 1 switched off); 2 tools, 4 parameters, 9 calls: every family of rules was judged
        "#);
        insta::assert_snapshot!(shown(&samples::clean()), @r#"no findings; 42 tools, 118 parameters, 0 calls: wire/ and half of required/ were not judged"#);
        insta::assert_snapshot!(shown(&samples::problems()), @r#"
        lists/torn.json:4:12: problem[not-json] not JSON: expected value
        gone.json:1:1: problem[unreadable] no such file
        -:1:1: problem[required] calls are required, and none were given
        3 problems, no findings; 42 tools, 118 parameters, 0 calls: wire/ and half of required/ were not judged
        "#);
        insta::assert_snapshot!(shown(&samples::hostile("::error::\n\u{202e}##[x]")), @r#"
        \u{3a}:error::\n\u{202e}#\u{23}[x]:1:1: problem[unbound] ::error::\n\u{202e}#\u{23}[x]
        -:1:1: problem[usage] ::error::\n\u{202e}#\u{23}[x]
        \u{3a}:error::\n\u{202e}#\u{23}[x]:2:3: warning[schema/hostile] ::error::\n\u{202e}#\u{23}[x]
        -:1:1: warning[schema/hostile] ::error::\n\u{202e}#\u{23}[x]
        2 problems, 2 warnings; 2 tools, 4 parameters, 9 calls: every family of rules was judged
        "#);
    }

    proptest! {
        #[test]
        fn a_finding_is_a_line_whatever_it_says(text in samples::any_text()) {
            let out = shown(&samples::hostile(&text));
            prop_assert_eq!(out.lines().count(), 5);
            prop_assert!(!out.chars().any(|c| c != '\n' && text::is_hidden(c)), "{:?}", out);
            prop_assert!(!out.contains("##[") && !out.lines().any(|line| line.trim_start().starts_with("::")), "{:?}", out);
        }
    }
}
