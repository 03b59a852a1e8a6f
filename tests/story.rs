//! The story of one folder parameter, told by the built binary: what people read, what machines read, and how the process ends.

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Rule, level, tool, parameter.
type Said = (&'static str, &'static str, &'static str, &'static str);

/// A surface of 46 tools is more than one host shows its models.
const MANY: Said = ("client/tool-count", "note", "", "");

fn folder(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/story").join(part)
}

/// A check as a user runs it, with nothing of this machine in it.
fn wirelint(inside: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    command.current_dir(inside).env_clear().env("COLUMNS", "100").env("SOURCE_DATE_EPOCH", "1772442000").arg("check");
    // Without it a program cannot start on Windows.
    if let Some(root) = std::env::var_os("SystemRoot") {
        command.env("SystemRoot", root);
    }
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("a report is text")
}

/// Tells a part: `given` are the arguments that a user types in the root of the repository, or in `inside`.
fn tell(name: &str, inside: &Path, given: &[&str], exit: i32, said: &[Said]) {
    let output = wirelint(inside).args(given).args(["--format", "json"]).assert().code(exit).get_output().clone();
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["exit"], exit, "{name}");
    assert_eq!(report["problems"], serde_json::json!([]), "{name}");
    let word = |finding: &Value, key: &str| finding[key].as_str().unwrap_or("").to_owned();
    let found: Vec<[String; 4]> = report["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|finding| ["rule", "level", "tool", "param"].map(|key| word(finding, key)))
        .collect();
    let expected: Vec<[String; 4]> = said.iter().map(|said| [said.0, said.1, said.2, said.3].map(str::to_owned)).collect();
    assert_eq!(found, expected, "{name}");

    let output = wirelint(inside).args(given).args(["--color", "never"]).assert().code(exit).get_output().clone();
    assert_eq!(text(&output.stderr), "", "{name}");
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "../fixtures/story" }, {
        insta::assert_snapshot!(name, text(&output.stdout));
    });
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn part_1_an_outlier_costs_calls() {
    tell(
        "1-outlier",
        root(),
        &["fixtures/story/1-outlier"],
        1,
        &[
            MANY,
            ("wire/name-divergence", "error", "folder_create", "folder_path"),
            ("wire/reflex-name", "warning", "folder_create", "folder_path"),
            ("wire/name-divergence", "error", "folder_delete", "folder_path"),
            ("wire/reflex-name", "warning", "folder_delete", "folder_path"),
        ],
    );
}

#[test]
fn part_1_a_rename_would_leave_the_name_clear() {
    let output = wirelint(root()).args(["fixtures/story/1-outlier", "--format", "json"]).output().expect("a run");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let reflexes: Vec<&Value> =
        report["findings"].as_array().expect("findings").iter().filter(|finding| finding["rule"] == "wire/reflex-name").collect();
    for (finding, refused) in reflexes.iter().zip([5, 3]) {
        assert_eq!(finding["evidence"]["refused"], refused);
        assert!(finding["message"].as_str().is_some_and(|it| it.contains("`file_path` on 40 other tools: 63 calls, none refused")));
        assert!(finding["help"].as_str().is_some_and(|it| it.contains("rename `folder_path` to `path` at every layer")));
    }
    assert_eq!(reflexes.len(), 2);
    assert_eq!(report["summary"]["refused"], 8);
}

#[test]
fn the_readme_shows_what_the_first_command_prints() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a readme");
    let shown = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an excerpt");
    let output = wirelint(root()).args(["fixtures/story/1-outlier", "--color", "never"]).output().expect("a run");
    let printed = text(&output.stdout);
    for piece in shown.split("...\n") {
        assert!(printed.contains(piece), "not printed:\n{piece}");
    }
}

/// A command of the README and what it says that it prints, in the section of that title.
#[test]
fn the_readme_shows_what_its_other_commands_print() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a readme");
    for title in ["Before a rename", "Before a release"] {
        let section = readme.split(&format!("## {title}\n")).nth(1).expect("the section");
        let fenced = |lang: &str| section.split(&format!("```{lang}\n")).nth(1).and_then(|rest| rest.split("```").next()).expect("a fence");
        let words: Vec<String> = fenced("sh").split_whitespace().skip(1).map(|word| word.trim_matches('\'').to_owned()).collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
        command.current_dir(root()).env_remove("GITHUB_ACTIONS").env_remove("COLUMNS").args(&words).args([
            "--no-config",
            "--color",
            "never",
        ]);
        let printed = text(&command.output().expect("a run").stdout);
        for piece in fenced("text").split("...\n") {
            assert!(printed.contains(piece), "not printed by {words:?}:\n{piece}");
        }
    }
}

#[test]
fn part_2_a_hidden_alias_empties_the_schema() {
    tell(
        "2-hidden-alias",
        root(),
        &["fixtures/story/2-hidden-alias"],
        1,
        &[
            MANY,
            ("shape/empty-object", "error", "folder_create", ""),
            ("wire/hidden-alias", "error", "folder_create", "path"),
            ("wire/refuses-valid", "error", "folder_create", "path"),
            ("wire/unclear-refusal", "note", "folder_delete", ""),
            ("shape/empty-object", "error", "folder_delete", ""),
            ("wire/hidden-alias", "error", "folder_delete", "path"),
            ("wire/refuses-valid", "error", "folder_delete", "path"),
        ],
    );
}

#[test]
fn part_3_one_name_at_every_layer_is_clean() {
    tell("3-renamed", root(), &["fixtures/story/3-renamed", "--require", "calls,wire", "--fail-on", "warning"], 0, &[MANY]);
}

#[test]
fn part_4_two_names_share_one_vocabulary() {
    let split = ("values/split-vocabulary", "warning", "signal_emit", "mode");
    tell("4-enum-alias-before", root(), &["fixtures/story/4-enum-alias/before"], 0, &[split]);
}

#[test]
fn part_4_an_old_value_is_still_taken() {
    let hidden = |tool| ("wire/hidden-value", "error", tool, "channel");
    tell("4-enum-alias-after", root(), &["fixtures/story/4-enum-alias/after"], 1, &[hidden("signal_emit"), hidden("execute_code")]);
}

#[test]
fn part_4_declared_it_is_clean() {
    tell("4-enum-alias-declared", &folder("4-enum-alias/declared"), &["--fail-on", "note"], 0, &[]);
}

#[test]
fn part_4_a_declared_alias_stays_hidden() {
    let shown = |tool| ("values/alias-advertised", "error", tool, "channel");
    tell("4-enum-alias-advertised-again", &folder("4-enum-alias/advertised-again"), &[], 1, &[shown("signal_emit"), shown("execute_code")]);
}

#[test]
fn part_4_a_declared_alias_keeps_its_meaning() {
    let broken = |tool| ("values/alias-broken", "error", tool, "channel");
    tell("4-enum-alias-broken", &folder("4-enum-alias/broken"), &[], 1, &[broken("signal_emit"), broken("execute_code")]);
}
