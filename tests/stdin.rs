//! A capture on standard input: told apart as a file is, and streamed where it is long.

use assert_cmd::Command;
use std::fmt::Write as _;

const TOOLS: &str = "fixtures/story/1-outlier/tools.json";
const CALLS: &str = "fixtures/story/1-outlier/calls.jsonl";

fn wirelint(given: &[&str], stdin: impl Into<Vec<u8>>) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    let command = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(given).env_remove("GITHUB_ACTIONS").write_stdin(stdin);
    let output = command.output().expect("a run");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

fn file(name: &str) -> String {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a fixture")
}

#[test]
fn what_is_piped_is_judged_as_a_file_is() {
    let as_file = wirelint(&["check", "--no-config", "--format", "short", TOOLS, CALLS], "");
    let piped = wirelint(&["check", "--no-config", "--format", "short", TOOLS, "-"], file(CALLS));
    assert_eq!(as_file.0, piped.0);
    assert_eq!(as_file.1.replace(CALLS, "-"), piped.1);
    let listed = wirelint(&["check", "--no-config", "--format", "short", "-"], file(TOOLS));
    assert!(listed.0.is_some_and(|code| code < 2), "{listed:?}");
    assert_eq!(wirelint(&["check", "--no-config", "-"], "").0, Some(3));
}

/// Calls of `lamp_set`, until there are so many bytes.
fn calls(from: u64, size: usize) -> String {
    let text = "x".repeat(2_000);
    let mut out = String::with_capacity(size + 3_000);
    let mut id = from;
    while out.len() < size {
        id += 1;
        let params = r#"{"name":"lamp_set","arguments":{"level":"dim"}}"#;
        let _ = writeln!(out, r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#);
        let _ = writeln!(out, r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#);
    }
    out
}

const LIST: &str = concat!(
    r#"{"jsonrpc":"2.0","id":"l","method":"tools/list"}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":"l","result":{"tools":[{"name":"lamp_set","description":"Sets a lamp.","inputSchema":{"type":"object","#,
    r#""properties":{"level":{"type":"string","enum":["low","high"],"description":"How bright."}},"required":["level"]}}]}}"#,
    "\n"
);

#[test]
fn a_long_capture_goes_on_after_what_is_held() {
    let size = 20 << 20;
    let (_, told) = wirelint(&["check", "--no-config", "--format", "short", "-"], format!("{LIST}{}", calls(0, size)));
    let of_file = tempfile::tempdir().expect("a folder");
    let path = of_file.path().join("calls.jsonl");
    std::fs::write(&path, format!("{LIST}{}", calls(0, size))).expect("written");
    let (_, as_file) = wirelint(&["check", "--no-config", "--format", "short", &path.to_string_lossy()], "");
    let body = |text: &str| text.lines().filter_map(|line| line.split_once(": ")).map(|(_, rest)| rest.to_owned()).collect::<Vec<_>>();
    assert_eq!(body(&told), body(&as_file));
    assert!(!told.contains("list-late"), "{told}");
}

#[test]
fn calls_wait_for_a_list_and_not_for_ever() {
    let within = format!("{}{LIST}{}", calls(0, 1 << 20), calls(100_000, 1 << 16));
    let (_, told) = wirelint(&["check", "--no-config", "--format", "short", "-"], within);
    assert!(!told.contains("list-late") && told.contains("wire/"), "{told}");
    let beyond = format!("{}{LIST}{}", calls(0, 65 << 20), calls(100_000, 1 << 16));
    let (_, told) = wirelint(&["check", "--no-config", "--format", "short", "-"], beyond);
    assert!(told.contains("capture/list-late") && told.contains("wire/"), "{told}");
}
