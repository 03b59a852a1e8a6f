//! Servers that are started: what is judged of them, what becomes of those that misbehave, and that none is left behind.

#![allow(clippy::print_stderr, reason = "whoever runs the tests is told what was skipped")]

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Where Python is, if it is there; behind a launcher, the program itself.
fn python() -> Option<&'static Path> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let found = ["python3", "python"].iter().find_map(|name| {
            let output = std::process::Command::new(name).args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
            output.status.success().then(|| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
        });
        if found.is_none() {
            eprintln!("skipped: these servers are written in Python 3, and there is none");
        }
        found
    };
    PYTHON.get_or_init(find).as_deref()
}

struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
    took: Duration,
}

impl Ran {
    fn report(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }

    /// Rule and level of each finding of a family.
    fn said(&self, family: &str) -> Vec<[String; 2]> {
        let report = self.report();
        let findings = report["findings"].as_array().expect("findings");
        let word = |finding: &Value, key: &str| finding[key].as_str().unwrap_or("").to_owned();
        let all = findings.iter().map(|finding| [word(finding, "rule"), word(finding, "level")]);
        all.filter(|[rule, _]| rule.starts_with(family)).collect()
    }

    fn problem(&self) -> (String, String) {
        let report = self.report();
        let problems = report["problems"].as_array().expect("problems");
        assert_eq!(problems.len(), 1, "{problems:#?}");
        let word = |key: &str| problems[0][key].as_str().unwrap_or("").to_owned();
        (word("kind"), word("message"))
    }
}

/// Runs a command of wirelint on a server, in a folder of its own, and sees that nothing is left.
fn run(mode: &str, arguments: &[&str], folder: &Path) -> Option<Ran> {
    let python = python()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/stdio.py");
    let pids = folder.join("pids");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    command.current_dir(folder).env_remove("GITHUB_ACTIONS").env("COLUMNS", "100").args(arguments).arg("--");
    command.arg(python).arg(&script).arg(mode).arg(&pids);
    let start = Instant::now();
    let output = command.timeout(Duration::from_secs(60)).output().expect("wirelint ends");
    let took = start.elapsed();
    nothing_is_left(&pids);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Some(Ran { code: output.status.code().expect("a code"), stdout: text(output.stdout), stderr: text(output.stderr), took })
}

fn check(mode: &str, more: &[&str]) -> Option<Ran> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut arguments = vec!["check", "--format", "json", "--no-config"];
    arguments.extend(more);
    run(mode, &arguments, folder.path())
}

/// Every process that a server noted is gone, or is dead and waits for whoever adopts it.
fn nothing_is_left(pids: &Path) {
    if !cfg!(unix) {
        return;
    }
    let text = std::fs::read_to_string(pids).unwrap_or_default();
    assert!(text.lines().count() >= 2, "a server says who it is");
    for pid in text.lines() {
        let mut state = String::new();
        for _ in 0..40 {
            let output = std::process::Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("ps");
            state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            if state.is_empty() || state.starts_with('Z') {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(state.is_empty() || state.starts_with('Z'), "{pid} is left, in state {state}");
    }
}

#[test]
fn a_good_server_is_judged_as_its_list_would_be() {
    let Some(ran) = check("good", &[]) else { return };
    let report = ran.report();
    assert_eq!((ran.code, &report["problems"]), (0, &json!([])), "{report:#}");
    assert_eq!(report["surfaces"], json!([{"server": "Lamp Kit", "tools": 2, "parameters": 2, "calls": 0}]));
    assert_eq!(report["inputs"][0]["file"], "live:Lamp Kit");
    assert_eq!(ran.said("protocol/"), [[""; 2]; 0]);
    assert!(!ran.stdout.contains("secret") && ran.stderr.is_empty(), "{}", ran.stderr);
}

#[test]
fn a_fault_of_the_list_has_its_place_in_the_conversation() {
    let Some(ran) = check("bad", &[]) else { return };
    assert_eq!(ran.code, 1);
    let report = ran.report();
    let found = report["findings"].as_array().and_then(|all| all.iter().find(|finding| finding["rule"] == "shape/not-object"));
    let finding = found.unwrap_or_else(|| panic!("{report:#}"));
    assert_eq!(finding["server"], "Lamp Kit");
    assert_eq!(finding["place"]["file"], "live:Lamp Kit");
    assert!(finding["place"]["pointer"].as_str().is_some_and(|pointer| pointer.starts_with("/result/tools/0/")), "{finding:#}");
}

#[test]
fn every_way_to_agree_on_a_version() {
    for mode in ["modern", "old", "leaves", "asks"] {
        let Some(ran) = check(mode, &[]) else { return };
        assert_eq!((ran.code, ran.report()["summary"]["errors"].as_u64()), (0, Some(0)), "{mode}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.report()["surfaces"][0]["tools"], 1, "{mode}");
    }
    let Some(ran) = check("mute", &["--timeout", "6"]) else { return };
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let Some(ran) = check("stiff", &[]) else { return };
    assert_eq!(ran.code, 3);
    let (kind, message) = ran.problem();
    assert_eq!(kind, "server");
    assert!(message.contains("refuses to `initialize`"), "{message}");
}

#[test]
fn pages_are_one_list_and_a_circle_is_half_a_list() {
    let Some(ran) = check("pages", &[]) else { return };
    assert_eq!((ran.code, &ran.report()["surfaces"][0]["tools"]), (0, &json!(2)), "{}", ran.stdout);
    let Some(ran) = check("circle", &[]) else { return };
    assert_eq!((ran.code, ran.problem().0.as_str()), (3, "incomplete-list"), "{}", ran.stdout);
}

#[test]
fn the_way_a_server_talks_is_judged() {
    for (mode, code, rule, level) in [
        ("noisy", 0, "protocol/stdout-noise", "warning"),
        ("unstable", 0, "protocol/unstable-list", "warning"),
        ("shuffled", 0, "protocol/unstable-list", "warning"),
        ("ids", 3, "protocol/bad-response", "error"),
        ("hollow", 3, "protocol/bad-response", "error"),
        ("refuses", 3, "protocol/list-error", "error"),
    ] {
        let Some(ran) = check(mode, &[]) else { return };
        assert_eq!(ran.said("protocol/"), [[rule, level]], "{mode}: {}", ran.stdout);
        assert_eq!(ran.code, code, "{mode}: {}", ran.stdout);
        assert!(!ran.stdout.contains("listening"), "what a server prints is not repeated");
        assert_eq!(ran.stderr.contains("the server's standard error ends with:"), code == 3, "{mode}: {}", ran.stderr);
    }
    let Some(ran) = check("announced", &[]) else { return };
    assert_eq!((ran.code, ran.said("protocol/").len()), (0, 0), "{}", ran.stdout);
    assert_eq!(ran.report()["surfaces"][0]["tools"], 2, "the last list is judged");
}

#[test]
fn a_server_that_gives_no_list_is_not_judged() {
    for (mode, timeout, message) in [
        ("dies", "30", "the server ended with code 7 before it answered `initialize`"),
        ("dies-late", "30", "the server ended with code 9 before it answered `tools/list`"),
        ("slow", "2", "the server did not answer `initialize` within 2 s"),
        ("never", "2", "the server did not answer `tools/list` within 2 s"),
        ("ids", "30", "the server answered `tools/list` under another id"),
        ("hollow", "30", "the server answered `tools/list` with neither a result nor an error"),
        ("no-list", "30", "the server answered `tools/list` with something that is no list"),
        ("empty", "30", "the server lists no tool"),
        ("huge", "30", "the server printed more than 64 MiB"),
    ] {
        let Some(ran) = check(mode, &["--timeout", timeout]) else { return };
        assert_eq!(ran.code, 3, "{mode}: {}", ran.stdout);
        assert_eq!(ran.problem(), ("server".to_owned(), message.to_owned()), "{mode}");
        assert!(ran.took < Duration::from_secs(25), "{mode} took {:?}", ran.took);
        assert!(ran.stderr.contains("the server's standard error ends with:"), "{mode}: {}", ran.stderr);
    }
}

#[test]
fn standard_error_is_shown_to_people_and_harmless() {
    let Some(ran) = check("dies", &[]) else { return };
    assert!(ran.stderr.contains("  | cannot open \\u{1b}[31mthe lamp"), "{}", ran.stderr);
    assert!(
        !ran.stderr.contains('\u{1b}')
            && !ran.stderr.contains("##[")
            && !ran.stderr.lines().any(|line| line.trim_start().starts_with("::")),
        "{}",
        ran.stderr
    );
    assert!(!ran.stdout.contains("lamp"), "it is no part of the report");
}

#[test]
fn a_server_that_will_not_leave_is_ended() {
    let Some(ran) = check("stubborn", &[]) else { return };
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.took < Duration::from_secs(15), "{:?}", ran.took);
}

#[test]
fn a_program_that_is_not_there_cannot_be_started() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    command.args(["check", "--no-config", "--format", "json", "--", "./no-such-server"]);
    let output = command.assert().code(3).get_output().clone();
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((&report["problems"][0]["kind"], &report["problems"][0]["file"]), (&json!("server"), &json!("live:no-such-server")));
}

#[test]
fn without_anything_to_check_the_lines_to_write_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    command.current_dir(folder.path()).args(["check", "--format", "human", "--no-config"]);
    let output = command.assert().code(2).get_output().clone();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.lines().any(|line| line.trim() == "[[server]]"), "{text}");
}

#[cfg(unix)]
#[test]
fn whoever_stops_wirelint_stops_the_server() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let pids = folder.path().join("pids");
    for signal in ["-INT", "-TERM"] {
        drop(std::fs::remove_file(&pids));
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wirelint"));
        command.args(["check", "--no-config", "--"]).arg(python);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/stdio.py")).args(["slow"]).arg(&pids);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("wirelint starts");
        let deadline = Instant::now() + Duration::from_secs(20);
        while std::fs::read_to_string(&pids).unwrap_or_default().lines().count() < 2 {
            assert!(Instant::now() < deadline, "the server starts");
            std::thread::sleep(Duration::from_millis(20));
        }
        std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), None, "it ends by the signal");
        nothing_is_left(&pids);
    }
}

#[test]
fn the_config_names_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("wirelint.toml"), "[[server]]\nname = \"kit\"\ntools = [\"tools.json\"]\n").expect("a config");
    let Some(ran) = run("good", &["check", "--format", "json"], folder.path()) else { return };
    assert_eq!(ran.report()["surfaces"][0]["server"], "kit", "{}", ran.stdout);
    assert_eq!(ran.report()["inputs"][0]["file"], "live:kit");
}

#[test]
fn a_snapshot_is_the_same_to_the_byte_and_judged_like_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(first) = run("good", &["snapshot"], folder.path()) else { return };
    assert_eq!((first.code, first.stderr.as_str()), (0, ""), "{}", first.stderr);
    let value: Value = serde_json::from_str(&first.stdout).expect("JSON");
    assert_eq!((&value["serverInfo"]["name"], &value["protocolVersion"]), (&json!("Lamp Kit"), &json!("2025-11-25")));
    let names: Vec<&str> = value["tools"].as_array().expect("tools").iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["lamp_set", "shelf_add"]);

    let file = folder.path().join("tools.json");
    let second = run("good", &["snapshot", "--output", "tools.json"], folder.path()).expect("Python");
    assert_eq!((second.code, second.stdout.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(&file).expect("a snapshot"), first.stdout);

    let live = run("good", &["check", "--format", "json"], folder.path()).expect("Python").report();
    let output = Command::new(env!("CARGO_BIN_EXE_wirelint"))
        .current_dir(folder.path())
        .args(["check", "--format", "json", "tools.json"])
        .output()
        .expect("a run");
    let given: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let prints = |report: &Value| -> Vec<String> {
        let mut all: Vec<String> =
            report["findings"].as_array().expect("findings").iter().map(|finding| finding["fingerprint"].to_string()).collect();
        all.sort();
        all
    };
    assert_eq!(prints(&live), prints(&given), "one baseline serves both");

    let failed = run("dies", &["snapshot", "--output", "tools.json"], folder.path()).expect("Python");
    assert_eq!(failed.code, 3);
    assert!(failed.stderr.contains("problem[server]"), "{}", failed.stderr);
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), first.stdout, "a failure leaves the file alone");
}
