//! `wirelint calls --explain` and `wirelint check --coverage`, as a user runs them.

use assert_cmd::Command;
use serde_json::{Value, json};

const TOOLS: &str = "fixtures/story/1-outlier/tools.json";
const CALLS: &str = "fixtures/story/1-outlier/calls.jsonl";

/// How it ends, and what it writes to standard output and to standard error.
fn wirelint(given: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(given).env_remove("GITHUB_ACTIONS").output().expect("a run");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("an end"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_call_is_explained_to_people_and_to_machines() {
    let spot = format!("{CALLS}:28");
    let (code, page, said) = wirelint(&["calls", "--explain", &spot, TOOLS]);
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(page.contains("a call of `folder_create`") && page.contains("`path`: a string, not advertised"), "{page}");
    assert!(!page.contains("Assets"), "values stay out: {page}");

    let (code, text, _) = wirelint(&["calls", "--explain", &spot, TOOLS, "--format", "json"]);
    let calls: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(code, 0);
    assert_eq!(calls[0]["arguments"], json!([{"name": "path", "kind": "string", "advertised": false}]));
    assert_eq!(calls[0]["lacks"], json!(["folder_path"]));
    assert_eq!(calls[0]["list"]["file"], TOOLS);
}

#[test]
fn what_cannot_be_explained_says_why() {
    for (spot, code, words) in [
        (format!("{CALLS}:29"), 2, "lines 24, 28, 30 and 32"),
        (format!("{TOOLS}:1"), 2, "is not a capture"),
        (CALLS.to_owned(), 2, "write FILE:LINE"),
        (format!("{CALLS}:0"), 2, "write FILE:LINE"),
        ("fixtures/story/none.jsonl:1".to_owned(), 3, "cannot be read"),
    ] {
        let (ended, out, said) = wirelint(&["calls", "--explain", &spot]);
        assert_eq!((ended, out.as_str()), (code, ""), "{spot}");
        assert!(said.contains(words), "{spot}: {said}");
    }
}

#[test]
fn coverage_is_said_where_it_is_asked_for() {
    let (_, text, _) = wirelint(&["check", TOOLS, CALLS, "--coverage", "--format", "json"]);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["summary"]["coverage"], json!({"tools": [46, 46], "parameters": [69, 70]}));
    let (_, text, _) = wirelint(&["check", TOOLS, CALLS, "--format", "json"]);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["summary"].get("coverage"), None);
    let (_, text, _) = wirelint(&["check", TOOLS, CALLS, "--coverage", "--format", "short"]);
    assert!(text.ends_with("; exercised: 46 of 46 tools (100 %) called, 69 of 70 parameters (98 %) sent\n"), "{text}");
}
