//! The words of the last lines, the same in every format that people read.

use super::{Report, Suppressed};
use crate::compare::Bump;
use crate::text::{count, series};

/// `1 error, 2 warnings`, then what the config hid: `2 notes (hidden: 1 allowed)`.
pub(super) fn counts(report: &Report) -> String {
    let summary = &report.summary;
    let problems = report.problems.len() as u64;
    let mut words = Vec::new();
    if problems > 0 {
        words.push(count(problems, "problem"));
    }
    let found = [(summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note")];
    words.extend(found.iter().filter(|(number, _)| *number > 0).map(|(number, noun)| count(*number, noun)));
    if found.iter().all(|(number, _)| *number == 0) && report.exit != 2 {
        words.push("no findings".to_owned());
    }
    let hidden = hidden(summary.suppressed);
    if hidden.is_empty() { words.join(", ") } else { format!("{} (hidden: {})", words.join(", "), hidden.join(", ")) }
}

fn hidden(suppressed: Suppressed) -> Vec<String> {
    let Suppressed { allowed, baseline, below } = suppressed;
    [(allowed, "allowed"), (baseline, "in the baseline"), (below, "switched off")]
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, why)| format!("{number} {why}"))
        .collect()
}

/// What was judged and what was not: green must not mean that nothing was compared.
pub(super) fn judged(report: &Report) -> String {
    if report.exit == 2 || report.surfaces.is_empty() {
        return "nothing was judged".to_owned();
    }
    let tools = report.surfaces.iter().map(|surface| surface.tools).sum();
    let parameters = report.surfaces.iter().map(|surface| surface.parameters).sum();
    let given = [count(tools, "tool"), count(parameters, "parameter"), count(report.summary.calls, "call")].join(", ");
    let unjudged = |name: &str| report.summary.unjudged.iter().any(|family| family.family == name);
    if unjudged("names") {
        // Nothing but what changed was asked.
        let done = if unjudged("evolution") { "compared with nothing" } else { "compared with what was listed before" };
        return format!("{given}: {done}");
    }
    let mut silent: Vec<String> = report.summary.unjudged.iter().map(|family| named(family.family)).collect();
    silent.dedup();
    match silent.as_slice() {
        [] => format!("{given}: every family of rules was judged"),
        [family] => format!("{given}: {family} was not judged"),
        families => format!("{given}: {} were not judged", series(families)),
    }
}

/// What the next version may be called, where an older list was compared.
pub(super) fn bump(report: &Report) -> Option<String> {
    let bump = report.summary.bump?;
    let why = match bump {
        Bump::None => "nothing changed",
        Bump::Patch => "only texts changed",
        Bump::Minor => "calls made of the older list are kept",
        Bump::Major => "calls or results of the older list break, or may",
    };
    Some(format!("suggested version bump: {} ({why})", bump.word()))
}

/// How much of what is listed the captures exercise, where that was asked for.
pub(super) fn coverage(report: &Report) -> Option<String> {
    let coverage = report.summary.coverage?;
    let share = |[some, all]: [u64; 2], noun: &str| {
        // Rounded down: nothing is called whole that is not.
        let percent = (some * 100).checked_div(all).map_or(String::new(), |percent| format!(" ({percent} %)"));
        format!("{some} of {}{percent}", count(all, noun))
    };
    Some(format!("exercised: {} called, {} sent", share(coverage.tools, "tool"), share(coverage.parameters, "parameter")))
}

/// Of required/, what needs no calls is always judged.
fn named(family: &str) -> String {
    if family == "required" { "half of required/".to_owned() } else { format!("{family}/") }
}

#[cfg(test)]
mod tests {
    use super::super::{Coverage, Unjudged, samples};
    use super::*;

    #[test]
    fn counts_agree_in_number_and_nothing_is_hidden_in_silence() {
        let mut report = samples::clean();
        for (errors, warnings, notes, hidden, words) in [
            (0, 0, 0, [0, 0, 0], "no findings"),
            (1, 0, 0, [0, 0, 0], "1 error"),
            (0, 1, 2, [0, 0, 0], "1 warning, 2 notes"),
            (1, 2, 3, [2, 0, 0], "1 error, 2 warnings, 3 notes (hidden: 2 allowed)"),
            (0, 0, 0, [1, 2, 3], "no findings (hidden: 1 allowed, 2 in the baseline, 3 switched off)"),
        ] {
            (report.summary.errors, report.summary.warnings, report.summary.notes) = (errors, warnings, notes);
            let [allowed, baseline, below] = hidden;
            report.summary.suppressed = Suppressed { allowed, baseline, below };
            assert_eq!(counts(&report), words);
        }
        assert_eq!((counts(&samples::problems()).as_str(), counts(&samples::usage()).as_str()), ("3 problems, no findings", "1 problem"));
    }

    #[test]
    fn coverage_is_rounded_down() {
        let mut report = samples::clean();
        assert_eq!(coverage(&report), None);
        for (tools, parameters, words) in [
            ([41, 42], [1, 3], "exercised: 41 of 42 tools (97 %) called, 1 of 3 parameters (33 %) sent"),
            ([1, 1], [0, 0], "exercised: 1 of 1 tool (100 %) called, 0 of 0 parameters sent"),
        ] {
            report.summary.coverage = Some(Coverage { tools, parameters });
            assert_eq!(coverage(&report).as_deref(), Some(words));
        }
    }

    #[test]
    fn what_was_not_judged_is_named() {
        let mut report = samples::clean();
        for (families, words) in [
            (vec![], "42 tools, 118 parameters, 0 calls: every family of rules was judged"),
            (vec!["evolution"], "42 tools, 118 parameters, 0 calls: evolution/ was not judged"),
            (vec!["wire", "required"], "42 tools, 118 parameters, 0 calls: wire/ and half of required/ were not judged"),
            (
                vec!["wire", "required", "evolution"],
                "42 tools, 118 parameters, 0 calls: wire/, half of required/ and evolution/ were not judged",
            ),
        ] {
            report.summary.unjudged = families.into_iter().map(|family| Unjudged { family, why: "" }).collect();
            assert_eq!(judged(&report), words);
        }
        assert_eq!(judged(&samples::usage()), "nothing was judged");
    }
}
