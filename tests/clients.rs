//! `wirelint clients`, `--clients`, and what a config says of clients, on the real command line.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

const TOOLS: &str = r#"{"tools": [{"name": "shelf.list", "description": "Lists what stands on a shelf.", "inputSchema":
  {"type": "object", "properties": {"room": {"type": ["string", "null"], "description": "Its name."}}}}]}"#;

fn wirelint(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_wirelint")).current_dir(folder).args(arguments).output().expect("a run");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Rule, level and clients of every client/ finding.
fn found(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let all: Vec<&str> =
        ["check", "--format", "json", "--today", "2026-12-01"].iter().chain(arguments).chain(&["tools.json"]).copied().collect();
    let report: Value = serde_json::from_str(&wirelint(folder, &all).1).expect("JSON");
    let mut rows: Vec<String> = report["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter(|finding| finding["rule"].as_str().is_some_and(|rule| rule.starts_with("client/")))
        .map(|finding| {
            let clients: Vec<&str> = finding["clients"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            format!("{} {} {}", finding["level"].as_str().unwrap_or(""), finding["rule"].as_str().unwrap_or(""), clients.join(","))
        })
        .collect();
    rows.sort();
    rows
}

fn folder(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("tools.json"), TOOLS).expect("written");
    std::fs::write(folder.path().join("wirelint.toml"), config).expect("written");
    folder
}

#[test]
fn who_is_asked_for_decides_the_level() {
    let plain = folder("");
    let default = ["note client/type-array cursor", "warning client/tool-name openai,anthropic,vscode,claude-code"];
    assert_eq!(found(plain.path(), &[]), default);
    assert_eq!(found(plain.path(), &["--clients", "openai"]), ["error client/tool-name openai"]);
    assert_eq!(found(plain.path(), &["--clients", "+gemini"]), ["error client/type-array gemini,cursor", default[1]]);
    let configured = folder("clients = [\"claude-ai\"]\n");
    assert_eq!(found(configured.path(), &[]), ["error client/tool-name claude-ai"]);
    assert_eq!(found(configured.path(), &["--clients", "vscode"]), ["warning client/tool-name vscode"]);
}

#[test]
fn a_mounted_name_is_judged_for_certain() {
    let long = format!("clients = [\"cursor\"]\n[[server]]\nmount = \"{}\"\ntools = [\"tools.json\"]\n", "m".repeat(60));
    let rows = found(folder(&long).path(), &[]);
    assert!(rows.contains(&"error client/prefixed-name cursor".to_owned()), "{rows:?}");
}

#[test]
fn words_that_nobody_knows_name_the_nearest() {
    let folder = folder("");
    let (code, _, said) = wirelint(folder.path(), &["clients", "opnai"]);
    assert_eq!((code, said.contains("did you mean `openai`?")), (2, true), "{said}");
    for arguments in [["check", "--clients", "opnai", "tools.json"], ["check", "--protocol", "2025-06-19", "tools.json"]] {
        assert_eq!(wirelint(folder.path(), &arguments).0, 2, "{arguments:?}");
    }
    std::fs::write(folder.path().join("wirelint.toml"), "clients = ['opnai']").expect("written");
    let (code, printed, _) = wirelint(folder.path(), &["check", "tools.json"]);
    assert_eq!((code, printed.contains("did you mean `openai`?")), (2, true), "{printed}");
}

#[test]
fn the_table_is_shown_with_its_sources() {
    let folder = folder("");
    let (code, listed, _) = wirelint(folder.path(), &["clients"]);
    assert!(code == 0 && listed.lines().count() >= 25 && listed.contains("openai"), "{listed}");
    let (code, one, _) = wirelint(folder.path(), &["clients", "openai"]);
    assert!(code == 0 && one.contains("client/tool-name  refuses-request") && one.contains("confidence high"), "{one}");
    let rows: Value = serde_json::from_str(&wirelint(folder.path(), &["clients", "openai", "--format", "json"]).1).expect("JSON");
    assert!(rows.as_array().is_some_and(|rows| rows.iter().all(|row| row["source"].is_string() && row["date"].is_string())));
}
