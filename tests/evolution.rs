//! Two lists of one server, held against each other by the built binary: every change that was planted, and nothing else.

#![allow(clippy::print_stderr, reason = "whoever runs the tests is told what was skipped")]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Level, rule of evolution/, tool, in which list, and where in the tool.
type Said = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// What is planted between `before.json` and `after.json`, in the order of the report. A bound of `tug_call` is approved in the config.
const PLANTED: &[Said] = &[
    ("error", "param-renamed", "anchor_drop", "new", "inputSchema/properties/anchor_id"),
    ("error", "param-renamed", "berth_find", "new", "inputSchema/properties/path"),
    ("error", "output-weakened", "berth_get", "new", "outputSchema/properties/depth"),
    ("error", "output-weakened", "buoy_get", "new", "outputSchema/properties/light_colour"),
    ("error", "bound-tightened", "buoy_mark", "new", "inputSchema/properties/mark/properties/text/minLength"),
    ("error", "param-renamed", "cargo_book", "new", "inputSchema/$defs/address/properties/zip_code"),
    ("error", "output-weakened", "crane_get", "new", "outputSchema/properties/load/type"),
    ("error", "enum-narrowed", "crane_set", "new", "inputSchema/$defs/speed/enum"),
    ("note", "added", "crew_add", "new", "name"),
    ("error", "type-narrowed", "depth_log", "new", "inputSchema/properties/depths/items/type"),
    ("error", "bound-tightened", "fee_map", "new", "inputSchema/properties/fees/additionalProperties/maximum"),
    ("error", "enum-narrowed", "flag_hoist", "new", "inputSchema/properties/flag/enum"),
    ("error", "bound-tightened", "gate_open", "new", "inputSchema/properties/code/pattern"),
    ("error", "param-required", "gate_pass", "new", "inputSchema/properties/who/anyOf/1/required/1"),
    ("note", "added", "horn_sound", "new", "inputSchema/properties/tone/enum"),
    ("error", "tool-renamed", "invoice_create", "new", "name"),
    ("error", "enum-narrowed", "lamp_set", "new", "inputSchema/properties/colour/const"),
    ("note", "added", "lock_drain", "new", "inputSchema/properties/level/anyOf/1/type"),
    ("error", "type-narrowed", "lock_fill", "new", "inputSchema/properties/level/anyOf/0/type"),
    ("note", "description-changed", "log_drop", "new", "annotations/destructiveHint"),
    ("note", "description-changed", "log_list", "new", "description"),
    ("warning", "closed", "memo_add", "new", "inputSchema/additionalProperties"),
    ("note", "added", "memo_drop", "new", "inputSchema/type"),
    ("note", "description-changed", "menu_set", "new", "inputSchema/properties/dishes/items/properties/name/description"),
    ("error", "bound-tightened", "page_list", "new", "inputSchema/properties/limit/maximum"),
    ("error", "param-required", "pilot_order", "new", "inputSchema/required/1"),
    ("warning", "default-changed", "plan_show", "new", "inputSchema/properties/days/default"),
    ("error", "type-narrowed", "point_mark", "new", "inputSchema/properties/point/prefixItems/1/type"),
    ("warning", "undecided", "post_hold", "new", "inputSchema/properties/boxes/patternProperties/^[A-B]"),
    ("note", "added", "queue_take", "new", "inputSchema/properties/count/maximum"),
    ("error", "type-narrowed", "radio_say", "new", "inputSchema/properties/channel/type"),
    ("error", "bound-tightened", "rope_test", "new", "inputSchema/definitions/load/properties/tons/maximum"),
    ("error", "closed", "ship_tag", "new", "inputSchema/properties/tags/additionalProperties"),
    ("error", "param-required", "ship_tell", "new", "inputSchema/anyOf"),
    ("error", "type-narrowed", "speed_cap", "new", "inputSchema/properties/knots/type"),
    ("warning", "enum-widened-output", "state_get", "new", "outputSchema/properties/state/enum"),
    ("error", "type-narrowed", "tide_get", "new", "inputSchema/properties/day/type"),
    ("note", "added", "tide_table", "new", "outputSchema/properties/tides/items/properties/height"),
    ("note", "added", "visa_check", "new", "inputSchema/properties/land"),
    ("error", "bound-tightened", "wind_limit", "new", "inputSchema/properties/wind/exclusiveMinimum"),
    ("error", "type-narrowed", "zone_draw", "new", "inputSchema/properties/zone/oneOf"),
    ("error", "output-weakened", "ship_get", "old", "outputSchema/properties/draught"),
    ("error", "param-removed", "list_send", "old", "inputSchema/properties/rows/items/properties/note"),
    ("warning", "default-changed", "mail_sort", "old", "inputSchema/properties/all/default"),
    ("note", "description-changed", "bell_ring", "old", "annotations/idempotentHint"),
    ("error", "output-weakened", "tug_get", "old", "outputSchema"),
    ("error", "tool-removed", "pigeon_send", "old", "name"),
];

/// What the recorded calls add: one tool each.
const CALLS: &[(&str, u64)] = &[
    ("berth_find", 2),
    ("cargo_book", 1),
    ("createInvoice", 1),
    ("fee_map", 1),
    ("memo_add", 1),
    ("page_list", 1),
    ("pigeon_send", 1),
    ("ship_tag", 1),
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/evolution")
}

struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn report(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("no report: {error}: {}{}", self.stdout, self.stderr))
    }
}

fn wirelint(inside: &Path, given: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    command.current_dir(inside).env_remove("GITHUB_ACTIONS").env("SOURCE_DATE_EPOCH", "1796083200").args(given);
    let output = command.output().expect("a run");
    Ran {
        code: output.status.code().expect("a code"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

fn json(inside: &Path, given: &[&str]) -> (i32, Value) {
    let ran = wirelint(inside, &[given, &["--format", "json"]].concat());
    let report = ran.report();
    assert_eq!((report["exit"].as_i64(), ran.stderr.as_str()), (Some(i64::from(ran.code)), ""));
    (ran.code, report)
}

fn findings(report: &Value) -> Vec<&Value> {
    report["findings"].as_array().expect("findings").iter().collect()
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// A list by its name, for looking a tool up by its number.
fn names(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(fixtures().join(file)).expect("a list");
    let list: Value = serde_json::from_str(&text).expect("JSON");
    list["tools"].as_array().expect("tools").iter().map(|tool| word(tool, "name").to_owned()).collect()
}

/// What is said of schemas and texts, each at its place: the tool of the pointer is the tool of the finding.
fn said(report: &Value) -> Vec<[String; 5]> {
    let (old, new) = (names("before.json"), names("after.json"));
    let of = |finding: &&Value| {
        let place = &finding["place"];
        let (side, list) = if word(place, "file") == "before.json" { ("old", &old) } else { ("new", &new) };
        let pointer = word(place, "pointer");
        let (at, rest) = pointer.strip_prefix("/tools/").and_then(|rest| rest.split_once('/')).expect(pointer);
        assert_eq!(list[at.parse::<usize>().expect(pointer)], word(finding, "tool"), "{pointer}");
        let rule = word(finding, "rule").strip_prefix("evolution/").expect("nothing else is asked");
        [word(finding, "level"), rule, word(finding, "tool"), side, rest].map(str::to_owned)
    };
    findings(report).iter().filter(|finding| finding["rule"] != "evolution/call-breaks").map(of).collect()
}

fn planted() -> Vec<[String; 5]> {
    PLANTED.iter().map(|said| [said.0, said.1, said.2, said.3, said.4].map(str::to_owned)).collect()
}

#[test]
fn every_planted_change_is_found_at_its_place_and_nothing_else() {
    let (code, report) = json(&fixtures(), &["diff", "before.json", "after.json"]);
    assert_eq!(code, 1);
    assert_eq!(said(&report), planted());
    assert_eq!(findings(&report).len(), PLANTED.len());
    assert_eq!(report["problems"], json!([]));
    assert_eq!(report["summary"]["suppressed"]["allowed"], 1);
    assert_eq!(report["summary"]["bump"], "major");
}

#[test]
fn a_break_is_shown_by_a_call_that_was_right() {
    let (_, report) = json(&fixtures(), &["diff", "before.json", "after.json"]);
    for finding in findings(&report) {
        let breaks = matches!(
            word(finding, "rule"),
            "evolution/param-removed"
                | "evolution/param-renamed"
                | "evolution/param-required"
                | "evolution/type-narrowed"
                | "evolution/enum-narrowed"
                | "evolution/bound-tightened"
        );
        let help = word(finding, "help");
        assert_eq!(help.contains("a call with {"), breaks, "{finding:#}");
    }
}

#[test]
fn recorded_calls_tell_who_is_hit() {
    let (code, report) = json(&fixtures(), &["diff", "before.json", "after.json", "calls.jsonl"]);
    assert_eq!(code, 1);
    assert_eq!(said(&report), planted());
    let mut broken: Vec<(&str, u64)> = findings(&report)
        .into_iter()
        .filter(|finding| finding["rule"] == "evolution/call-breaks")
        .map(|finding| (word(finding, "tool"), finding["evidence"]["calls"].as_u64().expect("calls")))
        .collect();
    broken.sort_unstable();
    assert_eq!(broken, CALLS);

    let help = |rule: &str, tool: &str| {
        let found = findings(&report).into_iter().find(|finding| finding["rule"] == rule && finding["tool"] == tool);
        word(found.expect("a finding"), "help").to_owned()
    };
    assert!(help("evolution/param-renamed", "berth_find").ends_with("2 recorded calls would break"));
    assert!(help("evolution/bound-tightened", "fee_map").ends_with("1 recorded call would break"));
    assert!(help("evolution/enum-narrowed", "crane_set").ends_with("no recorded call touches it"));
    assert_eq!(help("evolution/closed", "memo_add"), "1 recorded call used keys that are not listed");
}

#[test]
fn a_rename_is_one_finding() {
    let (_, report) = json(&fixtures(), &["diff", "before.json", "after.json"]);
    for tool in ["anchor_drop", "berth_find", "cargo_book", "invoice_create", "buoy_get"] {
        let of_tool: Vec<&Value> = findings(&report).into_iter().filter(|finding| finding["tool"] == tool).collect();
        assert_eq!(of_tool.len(), 1, "{of_tool:#?}");
    }
}

#[test]
fn the_changelog_entry() {
    let ran = wirelint(&fixtures(), &["diff", "before.json", "after.json", "calls.jsonl", "--format", "markdown"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "../fixtures/evolution" }, {
        insta::assert_snapshot!("changelog", ran.stdout);
    });
}

/// How many findings there are of a level.
fn levels(report: &Value) -> [u64; 3] {
    ["errors", "warnings", "notes"].map(|level| report["summary"][level].as_u64().expect("a number"))
}

#[test]
fn how_strict_is_a_choice() {
    let of = |strictness: &str| levels(&json(&fixtures(), &["diff", "before.json", "after.json", "--strictness", strictness]).1);
    let [errors, warnings, notes] = of("call");
    let texts = PLANTED.iter().filter(|said| said.1 == "description-changed").count() as u64;
    assert_eq!(of("result"), [errors + 1, warnings - 1, notes], "a wider set in a result is an error");
    assert_eq!(of("text"), [errors + 1, warnings - 1 + texts, notes - texts], "and texts are warnings");
}

#[test]
fn a_list_against_itself_says_nothing() {
    for list in ["before.json", "after.json"] {
        let (code, report) =
            json(&fixtures(), &["diff", list, list, "calls.jsonl", "--no-config", "--strictness", "text", "--fail-on", "note"]);
        assert_eq!((code, levels(&report)), (0, [0, 0, 0]), "{report:#}");
        assert_eq!(report["summary"]["bump"], "none");
    }
}

/// The same value with its members turned around, and the tools too.
fn turned(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let turned: Vec<(String, Value)> = members.iter().rev().map(|(key, value)| (key.clone(), turned(value))).collect();
            Value::Object(turned.into_iter().collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(turned).collect()),
        other => other.clone(),
    }
}

#[test]
fn layout_and_order_say_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = std::fs::read_to_string(fixtures().join("before.json")).expect("a list");
    let list: Value = serde_json::from_str(&text).expect("JSON");
    let mut tools: Vec<Value> = list["tools"].as_array().expect("tools").iter().map(turned).collect();
    tools.reverse();
    let written = [
        ("one-line.json", list.to_string()),
        ("tabs.json", text.replace("  ", "\t")),
        ("crlf.json", text.replace('\n', "\r\n")),
        ("bom.json", format!("\u{feff}{text}")),
        ("turned.json", json!({ "tools": tools }).to_string()),
        ("bare.json", list["tools"].to_string()),
    ];
    std::fs::write(folder.join("before.json"), &text).expect("a list");
    for (name, text) in &written {
        std::fs::write(folder.join(name), text).expect("a list");
        let (code, report) = json(folder, &["diff", "before.json", name, "--strictness", "text", "--fail-on", "note"]);
        assert_eq!((code, levels(&report)), (0, [0, 0, 0]), "{name}: {report:#}");
    }
}

fn list(folder: &Path, name: &str, tools: &Value) {
    std::fs::write(folder.join(name), json!({ "tools": tools }).to_string()).expect("a list");
}

#[test]
fn exit_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let tool = |limit: u64, said: &str| json!([{"name": "page_list", "description": said, "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": limit}}}}]);
    list(folder, "old.json", &tool(10, "Lists pages."));
    list(folder, "text.json", &tool(10, "Lists all pages."));
    list(folder, "default.json", &tool(20, "Lists pages."));
    list(folder, "gone.json", &json!([{"name": "page_get", "description": "Reads one page.", "inputSchema": {"type": "object"}}]));
    list(folder, "empty.json", &json!([]));
    std::fs::write(folder.join("torn.json"), "{\"tools\": [").expect("a file");
    for (given, code, bump) in [
        (vec!["old.json", "old.json"], 0, "none"),
        (vec!["old.json", "text.json"], 0, "patch"),
        (vec!["old.json", "text.json", "--fail-on", "note"], 1, "patch"),
        (vec!["old.json", "text.json", "--strictness", "text", "--fail-on", "warning"], 1, "patch"),
        (vec!["old.json", "default.json"], 0, "minor"),
        (vec!["old.json", "default.json", "--fail-on", "warning"], 1, "minor"),
        (vec!["old.json", "default.json", "--rule", "evolution/default-changed=error"], 1, "minor"),
        (vec!["old.json", "gone.json"], 1, "major"),
        (vec!["old.json", "gone.json", "--rule", "evolution/*=off"], 0, "major"),
        (vec!["empty.json", "old.json"], 3, ""),
        (vec!["torn.json", "old.json"], 3, ""),
        (vec!["nowhere.json", "old.json"], 3, ""),
        (vec!["git:nothing", "old.json"], 3, ""),
        (vec!["git:-c:old.json", "old.json"], 3, ""),
    ] {
        let (ended, report) = json(folder, &[&["diff"], given.as_slice()].concat());
        assert_eq!((ended, word(&report["summary"], "bump")), (code, bump), "{given:?}: {report:#}");
    }
    assert_eq!(wirelint(folder, &["diff", "old.json"]).code, 2);
    assert_eq!(wirelint(folder, &["diff", "old.json", "old.json", "--strictness", "very"]).code, 2);
}

#[test]
fn nothing_is_called_unchanged_that_was_not_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    list(folder.path(), "empty.json", &json!([]));
    let new = fixtures().join("after.json").to_string_lossy().into_owned();
    let ran = wirelint(folder.path(), &["diff", "empty.json", &new, "--color", "never"]);
    assert_eq!(ran.code, 3);
    assert!(ran.stdout.contains("no tools were found in the older list"), "{}", ran.stdout);
    assert!(ran.stdout.contains("compared with nothing") && !ran.stdout.contains("nothing changed"), "{}", ran.stdout);
}

#[test]
fn a_check_compares_too() {
    let required = |report: &Value| report["problems"].as_array().expect("problems").iter().any(|problem| problem["kind"] == "required");
    let (code, report) = json(&fixtures(), &["check", "after.json", "--require", "against"]);
    assert_eq!(code, 3);
    assert!(required(&report), "{report:#}");
    assert!(report["summary"]["unjudged"].as_array().expect("families").contains(&json!({"family": "evolution", "why": "no --against"})));

    let (code, report) = json(&fixtures(), &["check", "after.json", "--against", "before.json", "--require", "against"]);
    assert_eq!(code, 1);
    assert!(!required(&report), "{report:#}");
    let of_family = |report: &Value| findings(report).iter().filter(|finding| word(finding, "rule").starts_with("evolution/")).count();
    assert_eq!(of_family(&report), PLANTED.len());
}

/// Runs git in a repository that knows nothing of this machine. None: there is no git.
fn git(folder: &Path, given: &[&str]) -> Option<()> {
    let mut command = Command::new("git");
    command.current_dir(folder).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", folder.join("no-config")).args(given);
    command.args(if given[0] == "commit" { &["--quiet", "--no-gpg-sign", "-m", "a list"][..] } else { &[] });
    let who = ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"];
    let output = command.envs(who.map(|name| (name, "someone@example.org"))).output().ok()?;
    assert!(output.status.success(), "git {given:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(())
}

#[test]
fn the_older_list_may_be_of_a_git_revision() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    if git(folder, &["init", "--quiet"]).is_none() {
        eprintln!("skipped: there is no git here");
        return;
    }
    let lists = folder.join("lists");
    std::fs::create_dir(&lists).expect("a folder");
    std::fs::copy(fixtures().join("before.json"), lists.join("tools.json")).expect("a list");
    git(folder, &["add", "."]).and_then(|()| git(folder, &["commit"])).and_then(|()| git(folder, &["tag", "v1.2.0"])).expect("git is here");
    std::fs::copy(fixtures().join("after.json"), lists.join("tools.json")).expect("a list");

    // The path counts from the folder in which it is asked.
    for (inside, before, after) in
        [(folder, "git:v1.2.0:lists/tools.json", "lists/tools.json"), (lists.as_path(), "git:HEAD:tools.json", "tools.json")]
    {
        let (code, report) = json(inside, &["diff", before, after, "--rule", "evolution/*=error"]);
        assert_eq!(code, 1);
        // And the one that the config approves elsewhere.
        assert_eq!(findings(&report).len(), PLANTED.len() + 1, "{report:#}");
        let old = findings(&report).into_iter().find(|finding| finding["rule"] == "evolution/tool-removed").expect("a tool is gone");
        assert_eq!(word(&old["place"], "file"), before);
        assert_eq!(json(inside, &["diff", before, before.rsplit(':').next().expect("a path"), "--rule", "evolution/*=off"]).0, 0);
    }
    for missing in ["git:v1.2.0:lists/nothing.json", "git:v9:lists/tools.json", "git:HEAD:lists"] {
        let (code, report) = json(folder, &["diff", missing, "lists/tools.json"]);
        assert_eq!(code, 3, "{missing}");
        assert_eq!(report["problems"][0]["file"], missing);
        assert!(word(&report["problems"][0], "message").starts_with("git has no such file"), "{report:#}");
    }
    let (code, _) = json(folder, &["check", "lists/tools.json", "--against", "git:v1.2.0:lists/tools.json", "--require", "against"]);
    assert_eq!(code, 1);
}
