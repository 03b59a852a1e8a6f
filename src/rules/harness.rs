//! The test that every rule is put to: a page with examples that hold, and fixtures with snapshots.

use super::{ALL, Example, Rule};
use crate::check::{Ask, Outcome, check};
use crate::config::{self, Config};
use crate::finding::Level;
use crate::inputs::Inputs;
use crate::source::Source;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs the files of an example or a fixture; a rule that is off by default is switched on.
fn run(files: &[Example], rule: &Rule) -> Outcome {
    let mut inputs = Inputs::default();
    let mut config = Config::default();
    let mut against: Option<Box<Inputs>> = None;
    for file in files {
        if file.file == "before.json" {
            let older = against.get_or_insert_default();
            older.open(Source::memory(&file.file, file.text.as_bytes().to_vec()), true);
        } else if file.file == "wirelint.toml" {
            let known = crate::check::known_words();
            config = config::parse("wirelint.toml".as_ref(), &file.text, &known.as_known())
                .unwrap_or_else(|faults| panic!("{}: {faults:?}", rule.id));
        } else {
            inputs.open(source(file, rule), true);
        }
    }
    inputs.against = against;
    let mut ask = Ask { today: config::Date::parse("2026-12-01").expect("a day"), ..Ask::default() };
    if rule.id == "capture/limit-reached" {
        // No example is as long as the real limit.
        ask.limits.calls = 2;
    }
    if rule.level.is_none() {
        ask.levels =
            vec![config::parse_rule_setting(&format!("{}=warning", rule.id), &crate::check::known_words().as_known()).expect("its id")];
    }
    check(inputs, &config, &ask)
}

fn source(file: &Example, rule: &Rule) -> Source {
    let bytes = file.text.as_bytes().to_vec();
    if rule.id == "capture/list-late" {
        // Nor waits any example for as long as standard input does.
        return Source::stream(&file.file, std::io::Cursor::new(bytes), 200);
    }
    Source::memory(&file.file, bytes)
}

fn says(outcome: &Outcome, rule: &Rule) -> bool {
    outcome.report.findings.iter().any(|entry| entry.rule == rule.id)
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rules")
}

/// A fixture: `bad-WHY.json`, or a capture, with `bad-WHY.toml`, `bad-WHY.handlers.json` and `bad-WHY.before.json` beside it; by its stem.
fn read(folder: &Path) -> BTreeMap<String, Vec<Example>> {
    let mut found: BTreeMap<String, Vec<Example>> = BTreeMap::new();
    for path in crate::inputs::files_below(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((stem, ending)) = name.split_once('.') else { continue };
        let file = match ending {
            "json" => "tools.json",
            "jsonl" => "calls.jsonl",
            "handlers.json" => "handlers.json",
            "before.json" => "before.json",
            "toml" => "wirelint.toml",
            _ => continue,
        };
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        found.entry(stem.to_owned()).or_default().push(Example { file: file.to_owned(), text });
    }
    found
}

pub(super) fn try_rule(rule: &Rule) {
    let page = rule.page();
    assert!(!page.summary.is_empty(), "{} has no page", rule.id);
    for (examples, bad) in [(&page.bad, true), (&page.good, false)] {
        assert!(!examples.is_empty(), "the page of {} has no {} example", rule.id, if bad { "bad" } else { "good" });
        let outcome = run(examples, rule);
        assert!(outcome.report.problems.is_empty() || bad, "{}: {:?}", rule.id, outcome.report.problems);
        assert_eq!(
            says(&outcome, rule),
            bad,
            "the {} example of {}: {:#?}",
            if bad { "bad" } else { "good" },
            rule.id,
            outcome.report.findings
        );
    }

    let (family, name) = rule.id.split_once('/').expect("family/rule");
    let found = read(&fixtures().join(family).join(name));
    for (prefix, bad) in [("bad-", true), ("good-", false)] {
        assert!(found.keys().any(|stem| stem.starts_with(prefix)), "{} has no {prefix} fixture", rule.id);
        for (stem, files) in found.iter().filter(|(stem, _)| stem.starts_with(prefix)) {
            let outcome = run(files, rule);
            assert_eq!(says(&outcome, rule), bad, "{}/{stem}: {:#?}", rule.id, outcome.report.findings);
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(fixtures().join(family).join(name));
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.bind(|| insta::assert_snapshot!(stem.as_str(), human(&outcome, rule)));
        }
    }
}

/// What people see of this rule alone: a fixture's other findings are the matter of other rules.
fn human(outcome: &Outcome, rule: &Rule) -> String {
    let mut report = outcome.report.clone();
    report.findings.retain(|entry| entry.rule == rule.id);
    let count = |level| report.findings.iter().filter(|entry| entry.level == level).count() as u64;
    (report.summary.errors, report.summary.warnings, report.summary.notes) =
        (count(Level::Error), count(Level::Warning), count(Level::Note));
    let mut out = Vec::new();
    crate::report::human(&report, &crate::report::Look { color: false, unicode: true, width: 120 }, &mut out).expect("memory");
    String::from_utf8(out).expect("text")
}

#[test]
fn every_rule_runs_over_every_fixture() {
    let mut stems = 0;
    for family in std::fs::read_dir(fixtures()).expect("fixtures").flatten() {
        for rule in std::fs::read_dir(family.path()).expect("a family").flatten() {
            let id = format!("{}/{}", family.file_name().to_string_lossy(), rule.file_name().to_string_lossy());
            assert!(super::find(&id).is_some(), "fixtures of {id}, which is no rule");
            for (stem, files) in read(&rule.path()) {
                stems += 1;
                let outcome = run(&files, ALL[0]);
                let ids = super::ids();
                for entry in &outcome.report.findings {
                    assert!(ids.contains(&entry.rule) && !entry.message.is_empty(), "{id}/{stem}: {entry:?}");
                    assert!(entry.also.iter().all(|also| ids.contains(also)), "{id}/{stem}: {entry:?}");
                }
                if stem.starts_with("good-") {
                    let errors: Vec<_> = outcome.report.findings.iter().filter(|entry| entry.level == Level::Error).collect();
                    assert!(errors.is_empty(), "a good fixture is good for every rule: {id}/{stem}: {errors:#?}");
                }
            }
        }
    }
    assert!(stems >= 2 * ALL.len(), "{stems} fixtures for {} rules", ALL.len());
}

#[test]
fn ids_are_a_contract() {
    let ids = super::ids();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len());
    assert_eq!(unique, ids, "the registry is sorted");
    let lines: Vec<String> =
        ALL.iter().map(|rule| format!("{} {}", rule.id, rule.level.map_or("off", crate::finding::Level::word))).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
