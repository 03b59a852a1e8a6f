//! A baseline over its life: written, kept, added to, paid off.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::Path;

struct Ran {
    code: i32,
    report: Value,
    stderr: String,
}

impl Ran {
    fn numbers(&self) -> [u64; 2] {
        let summary = &self.report["summary"];
        [&summary["errors"], &summary["suppressed"]["baseline"]].map(|number| number.as_u64().expect("a number"))
    }
}

fn check(folder: &Path, more: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    command.current_dir(folder).env_remove("GITHUB_ACTIONS").args(["check", "--no-config", "--format", "json", "tools.json"]).args(more);
    let output = command.output().expect("a run");
    Ran {
        code: output.status.code().expect("a code"),
        report: serde_json::from_slice(&output.stdout).expect("a report"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Each tool has one error: its schema is no object.
fn list(folder: &Path, bad: &[&str]) {
    let good = json!({"name": "lamp_set", "description": "Sets a lamp", "inputSchema": {"type": "object", "additionalProperties": false}});
    let wrong = bad.iter().map(|name| json!({"name": name, "description": "Does a thing", "inputSchema": {"type": "array"}}));
    let tools: Vec<Value> = std::iter::once(good).chain(wrong).collect();
    std::fs::write(folder.join("tools.json"), json!({"tools": tools}).to_string()).expect("a list");
}

fn read(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("baseline.json")).expect("a baseline")
}

const KNOWN: [&str; 2] = ["--baseline", "baseline.json"];
const WRITE: [&str; 2] = ["--write-baseline", "baseline.json"];

#[test]
fn a_baseline_over_its_life() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    list(folder, &["shelf_add", "shelf_list"]);
    assert_eq!(check(folder, &[]).code, 1);

    let written = check(folder, &WRITE);
    assert_eq!((written.code, written.numbers()[0]), (0, 0), "{:#}", written.report);
    let first = read(folder);
    assert_eq!(first.matches("shape/not-object").count(), 2, "{first}");
    assert!(first.lines().all(|line| line.matches("\"fingerprint\"").count() <= 1), "one entry a line: {first}");

    let kept = check(folder, &KNOWN);
    assert_eq!((kept.code, kept.stderr.as_str()), (0, ""));
    assert_eq!(kept.numbers(), written.numbers(), "what is known is hidden, and counted");

    // Neither the order nor the layout of the list counts; one more is one too many.
    list(folder, &["shelf_sort", "shelf_list", "shelf_add"]);
    let new = check(folder, &KNOWN);
    assert_eq!((new.code, new.numbers()[0]), (1, 1));
    assert_eq!(
        new.report["findings"].as_array().expect("findings").iter().find(|finding| finding["level"] == "error").expect("one")["tool"],
        "shelf_sort"
    );

    // One is mended: what is left is written, and what is new does not slip in.
    list(folder, &["shelf_sort", "shelf_list"]);
    let paid = check(folder, &KNOWN);
    assert_eq!(paid.code, 1);
    assert!(paid.stderr.contains("can go") && paid.stderr.contains("shape/not-object of `shelf_add`"), "{}", paid.stderr);
    let pruned = check(folder, &[KNOWN, WRITE].concat());
    assert_eq!((pruned.code, pruned.numbers()[0]), (1, 1));
    let second = read(folder);
    assert!(second.contains("shelf_list") && !second.contains("shelf_add") && !second.contains("shelf_sort"), "{second}");
    let lines: Vec<&str> = first.lines().filter(|line| !second.contains(line.trim_end_matches(','))).collect();
    assert!(lines.iter().all(|line| line.contains("shelf_add")), "a pull request shows what was paid: {lines:#?}");
    assert_eq!(check(folder, &KNOWN).stderr, "");

    list(folder, &[]);
    let clean = check(folder, &KNOWN);
    assert_eq!(clean.code, 0, "what is paid is said, and fails nothing");
    assert!(clean.stderr.contains("an entry") || clean.stderr.contains("entries"), "{}", clean.stderr);
}

#[test]
fn what_cannot_be_judged_leaves_the_baseline_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    list(folder, &["shelf_add"]);
    assert_eq!(check(folder, &WRITE).code, 0);
    let before = read(folder);
    list(folder, &[]);
    let failed = check(folder, &[&["gone.json"], WRITE.as_slice()].concat());
    assert_eq!((failed.code, read(folder)), (3, before));
    assert!(failed.stderr.contains("not written"), "{}", failed.stderr);
    let failed = check(folder, &[&["gone.json"], KNOWN.as_slice()].concat());
    assert_eq!((failed.code, failed.stderr.as_str()), (3, ""), "half a run has paid nothing");
}

#[test]
fn a_rule_that_had_nothing_to_judge_has_paid_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    list(folder, &[]);
    let of_calls = r#"{"version": 1, "findings": [{"rule": "wire/reflex-name", "tool": "lamp_set", "fingerprint": "1-00", "count": 1}]}"#;
    std::fs::write(folder.join("baseline.json"), of_calls).expect("a baseline");
    assert_eq!(check(folder, &KNOWN).stderr, "");
}

#[test]
fn a_file_that_is_no_baseline_is_wrong_usage() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    list(folder, &[]);
    let missing = check(folder, &KNOWN);
    assert_eq!((missing.code, &missing.report["problems"][0]["kind"]), (2, &json!("usage")));
    std::fs::write(folder.join("baseline.json"), "{\"version\": 9, \"findings\": []}").expect("a file");
    assert_eq!(check(folder, &KNOWN).code, 2);
}
