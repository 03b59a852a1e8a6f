//! Servers from the npm registry and PyPI, at pinned versions, and one of our own on a pinned SDK. They are fetched, so this runs only
//! when it is asked for: `WIRELINT_REAL_SERVERS=1 cargo test --test real_servers -- --ignored`.

#![allow(clippy::print_stderr, reason = "whoever runs the tests is told what was skipped")]

use assert_cmd::Command;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command as Program;
use std::time::Duration;

fn wanted() -> bool {
    let wanted = std::env::var_os("WIRELINT_REAL_SERVERS").is_some_and(|value| value == "1");
    if !wanted {
        eprintln!("skipped: WIRELINT_REAL_SERVERS=1 fetches real servers and asks them");
    }
    wanted
}

fn there(program: &str) -> bool {
    let there = Program::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: {program} is not there");
    }
    there
}

fn done(program: &mut Program) {
    let output = program.output().expect("it starts");
    assert!(output.status.success(), "{program:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A folder with packages of npm in it.
fn npm(packages: &[&str]) -> Option<tempfile::TempDir> {
    if !wanted() || !there("node") || !there("npm") {
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    done(Program::new("npm").args(["install", "--no-audit", "--no-fund", "--silent", "--prefix"]).arg(folder.path()).args(packages));
    Some(folder)
}

fn wirelint(folder: &Path, arguments: &[&str], server: &[OsString]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    command.current_dir(folder).env_remove("GITHUB_ACTIONS").args(arguments).args(["--timeout", "60", "--"]).args(server);
    let output = command.timeout(Duration::from_secs(150)).output().expect("wirelint ends");
    let code = output.status.code().expect("a code");
    assert!(code < 3, "{server:?}: {}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (code, String::from_utf8(output.stdout).expect("text"))
}

/// Checks a server and takes its snapshot twice. Gives the report.
fn ask(folder: &Path, server: &[OsString], least: u64) -> Value {
    let (_, text) = wirelint(folder, &["check", "--no-config", "--format", "json"], server);
    let report: Value = serde_json::from_str(&text).expect("a report");
    assert_eq!(report["problems"], serde_json::json!([]), "{server:?}");
    let surface = &report["surfaces"][0];
    assert!(surface["tools"].as_u64().is_some_and(|tools| tools >= least), "{server:?}: {surface}");
    let snapshot = || wirelint(folder, &["snapshot", "--no-config"], server);
    let (first, second) = (snapshot(), snapshot());
    assert_eq!(first.0, 0);
    assert_eq!(first.1, second.1, "{server:?} gives the same bytes");
    let findings = report["findings"].as_array().expect("findings");
    let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    findings.iter().filter_map(|finding| finding["rule"].as_str()).for_each(|rule| *counts.entry(rule).or_default() += 1);
    eprintln!("{surface}\n  {counts:?}");
    report
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn module(folder: &Path, path: &str, more: &[&str]) -> Vec<OsString> {
    let mut server = words(&["node"]);
    server.push(folder.join("node_modules").join(path).into_os_string());
    server.extend(words(more));
    server
}

#[test]
#[ignore = "fetches servers; set WIRELINT_REAL_SERVERS=1"]
fn servers_of_the_npm_registry() {
    let packages = [
        "@modelcontextprotocol/server-filesystem@2026.8.31",
        "@modelcontextprotocol/server-everything@2026.8.31",
        "@modelcontextprotocol/server-memory@2026.8.31",
    ];
    let Some(folder) = npm(&packages) else { return };
    let folder = folder.path();
    let of = |name: &str, more: &[&str]| module(folder, &format!("@modelcontextprotocol/{name}/dist/index.js"), more);
    ask(folder, &of("server-filesystem", &["."]), 10);
    ask(folder, &of("server-memory", &[]), 9);
    // Its logger and its long-running tools write while it is asked.
    ask(folder, &of("server-everything", &[]), 8);
}

#[test]
#[ignore = "fetches packages; set WIRELINT_REAL_SERVERS=1"]
fn a_schema_that_a_preprocess_emptied_is_caught_live() {
    let Some(folder) = npm(&["@modelcontextprotocol/sdk@1.29.0", "zod@4.1.13"]) else { return };
    let folder = folder.path();
    let server = r#"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "drawers", version: "1.0.0" });
const text = async () => ({ content: [{ type: "text", text: "done" }] });
const renamed = z.preprocess(
  (given) => (given && typeof given === "object" && "path" in given ? { folder_path: given.path } : given),
  z.object({ folder_path: z.string() }),
);
server.registerTool("drawer_create", { description: "Makes a drawer.\n\nParameters:\n- folder_path: the folder that it stands in", inputSchema: renamed }, text);
server.registerTool("drawer_list", { description: "Lists drawers", inputSchema: { folder_path: z.string() } }, text);
await server.connect(new StdioServerTransport());
"#;
    let file: PathBuf = folder.join("server.mjs");
    std::fs::write(&file, server).expect("a server");
    let mut command = words(&["node"]);
    command.push(file.into_os_string());
    let report = ask(folder, &command, 2);
    let found = report["findings"].as_array().expect("findings").iter().find(|finding| finding["tool"] == "drawer_create").expect("one");
    assert_eq!([&found["rule"], &found["level"]], ["shape/empty-object", "error"], "{report:#}");
    assert_eq!(report["exit"], 1);
}

#[test]
#[ignore = "fetches packages; set WIRELINT_REAL_SERVERS=1"]
fn a_server_of_pypi() {
    if !wanted() || !there("python3") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    done(Program::new("python3").args(["-m", "venv", "venv"]).current_dir(folder));
    let inside = |name: &str| folder.join("venv").join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name);
    done(Program::new(inside("python")).args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "mcp==1.30.0",
        "mcp-server-time==2026.1.26",
    ]));
    let time = [inside("mcp-server-time").into_os_string(), "--local-timezone".into(), "UTC".into()];
    ask(folder, &time, 2);

    let server = r#"
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("drawers")


@mcp.tool()
def drawer_create(path: str, recursive: bool = False) -> str:
    """Makes a drawer."""
    return path


mcp.run()
"#;
    let file = folder.join("server.py");
    std::fs::write(&file, server).expect("a server");
    let fast = [inside("python").into_os_string(), file.into_os_string()];
    ask(folder, &fast, 1);
}
