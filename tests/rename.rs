//! `wirelint rename`, by the built binary: what it says, what it writes, and how the process ends.

use assert_cmd::Command;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A run as a user makes it, with nothing of this machine in it.
fn wirelint(inside: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    command.current_dir(inside).env_clear().env("COLUMNS", "100").env("SOURCE_DATE_EPOCH", "1772442000").arg("rename");
    // Without it a program cannot start on Windows.
    if let Some(root) = std::env::var_os("SystemRoot") {
        command.env("SystemRoot", root);
    }
    command
}

struct Ran {
    code: i32,
    out: String,
}

fn ran(inside: &Path, arguments: &[&str]) -> Ran {
    let output = wirelint(inside).args(arguments).output().expect("a run");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    Ran { code: output.status.code().expect("a code"), out: String::from_utf8(output.stdout).expect("text") }
}

/// The report for machines, which is as its schema says.
fn report(inside: &Path, arguments: &[&str]) -> Value {
    let Ran { code, out } = ran(inside, &[arguments, &["--format", "json"]].concat());
    let report: Value = serde_json::from_str(&out).expect("a report");
    assert_eq!(report["exit"], code);
    let schema: Value = serde_json::from_str(include_str!("../src/report/rename.schema.json")).expect("a schema");
    let faults: Vec<String> = jsonschema::validator_for(&closed(schema))
        .expect("a schema")
        .iter_errors(&report)
        .map(|fault| format!("{} at {}", fault.masked(), fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}\n{out}");
    report
}

/// A field that is written must be described.
fn closed(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) => {
            members.values_mut().for_each(|member| *member = closed(member.take()));
            if members.get("properties").is_some_and(Value::is_object) && members.get("type") == Some(&json!("object")) {
                members.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = closed(item.take())),
        _ => {}
    }
    schema
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn tell(name: &str, arguments: &[&str], exit: i32) {
    let Ran { code, out } = ran(root(), arguments);
    assert_eq!(code, exit, "{out}");
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "../fixtures/story" }, {
        insta::assert_snapshot!(name, out);
    });
}

const OUTLIER: &str = "fixtures/story/1-outlier";

#[test]
fn the_folders_of_the_story_may_be_renamed() {
    let arguments = ["folder_*", "folder_path", "path", OUTLIER, "--no-source"];
    tell("3-rename-safe", &arguments, 0);
    let report = report(root(), &arguments);
    assert_eq!(report["verdict"], "safe");
    assert_eq!(report["calls"], json!({"calls": 11, "old": 3, "breaks": 3, "new": 8, "new_refused": 8, "works": 8}));
    let layers = report["layers"].as_array().expect("layers");
    let tools: Vec<&Value> = layers.iter().map(|layer| &layer["tool"]).collect();
    assert_eq!(tools, ["folder_create", "folder_delete"]);
    for layer in layers {
        assert_eq!(layer["required"], json!([true, true]));
        assert_eq!(layer["edits"], 2);
        assert!(layer["schema"].as_array().expect("lines").contains(&json!("+    \"path\": {")));
        assert!(layer["wire"]["new"].as_u64() > Some(0));
    }
    assert_eq!(report["alias"], Value::Null);
}

#[test]
fn a_node_of_the_story_is_no_path() {
    let arguments = ["node_delete,node_inspect", "node_path", "path", OUTLIER, "--no-source"];
    tell("3-rename-node", &arguments, 1);
    let report = report(root(), &arguments);
    assert_eq!((&report["verdict"], &report["instead"]), (&json!("blocked"), &json!("node_path")));
    assert_eq!(report["reasons"][0]["rule"], "names/reserved-meaning");
    // On all of its tools at once, the name would be no less wrong.
    assert_eq!(self::report(root(), &["*", "node_path", "path", OUTLIER, "--no-source"])["reasons"][0]["rule"], "names/reserved-meaning");
}

#[test]
fn the_ends_of_an_import_stay_apart() {
    let arguments = ["asset_import", "source_path", "path", OUTLIER, "--no-source"];
    tell("3-rename-roles", &arguments, 1);
    let report = report(root(), &arguments);
    assert_eq!(report["reasons"][0]["rule"], "names/mixed-roles");
    assert_eq!(
        report["reasons"][0]["message"],
        "`path` and `dest_path` of `asset_import` could be swapped: their roles must stay distinct"
    );
    assert_eq!(report["reasons"][0]["place"]["line"], 798);
}

const LIST: &str = r#"{"tools": [
  {"name": "crate_open", "description": "Open a crate", "inputSchema": {
    "type": "object", "properties": {"box_id": {"type": "string", "description": "Crate"}}, "required": ["box_id"]}},
  {"name": "shelf_look", "description": "Look at a shelf", "inputSchema": {
    "type": "object", "properties": {"box_id": {"type": "string", "description": "Shelf"}}}}
]}
"#;

const CALLS: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"crate_open","arguments":{"box_id":"secret-one"}}}
{"jsonrpc":"2.0","id":1,"result":{"content":[]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"crate_open","arguments":{"crate_id":"secret-two"}}}
{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"box_id is required"}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"crate_open","arguments":{"crate_id":3}}}
{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"box_id is required"}}
"#;

fn tree() -> tempfile::TempDir {
    folder(&[
        ("snapshots/tools.json", LIST),
        ("captures/calls.jsonl", CALLS),
        ("captures/talk.json.txt", "crate_open\nbox_id = secret-four\n"),
        ("handlers.json", r#"{"handlers": {"crate_open": {"params": ["crate_id"]}}}"#),
        ("src/crates.ts", "server.tool(\"crate_open\", (args) => {\n\treturn open(args.box_id);\n});\n\nconst unboxed = box_ids;\n"),
        ("src/shelves.ts", "server.tool(\"shelf_look\", (args) => {\n  return look(args.box_id);\n});\n"),
        ("src/util.ts", "export function parse(box_id: string) {}\n"),
        ("src/crates.test.ts", "call(\"crate_open\", {box_id: \"a\"});\n"),
        ("docs/tools.md", "# crate_open\r\n\r\n`box_id`: the crate\r\n\r\n# shelf_look\r\n\r\n`box_id`: the shelf\r\n"),
        ("prompts/system.md", "Call crate_open with box_id.\n"),
        ("build/out.js", "box_id"),
        ("node_modules/dep/index.js", "box_id"),
        (".gitignore", "build/\n"),
    ])
}

#[test]
fn the_blast_radius_tells_whose_a_name_is() {
    let tree = tree();
    let inputs = ["snapshots/tools.json", "captures/calls.jsonl", "handlers.json"];
    let arguments = [&["crate_open", "box_id", "crate_id"][..], &inputs].concat();
    let Ran { code, out } = ran(tree.path(), &arguments);
    assert_eq!(code, 0, "{out}");
    insta::assert_snapshot!(out);
    let report = report(tree.path(), &arguments);
    assert_eq!(report["calls"], json!({"calls": 3, "old": 1, "breaks": 1, "new": 2, "new_refused": 2, "works": 1}));
    assert_eq!(report["layers"][0]["handler"], json!({"old": false, "new": true}));
    let short = ran(tree.path(), &[&arguments[..], &["--format", "short"]].concat()).out;
    insta::assert_snapshot!(short);
    for text in [out, report.to_string(), short] {
        for secret in ["secret-one", "secret-two", "secret-three"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}

#[test]
fn colours_are_for_those_who_ask() {
    let tree = tree();
    let arguments = ["crate_open", "box_id", "crate_id", "snapshots/tools.json"];
    let plain = ran(tree.path(), &arguments).out;
    let coloured = ran(tree.path(), &[&arguments[..], &["--color", "always"]].concat()).out;
    assert!(!plain.contains('\u{1b}') && coloured.contains("\u{1b}[31m      -    \"box_id\": {\u{1b}[0m"), "{coloured}");
    let mut pieces = coloured.split("\u{1b}[");
    let first = pieces.next().unwrap_or("").to_owned();
    assert_eq!(pieces.fold(first, |all, piece| all + piece.split_once('m').map_or("", |(_, rest)| rest)), plain);
}

fn read(folder: &Path, name: &str) -> String {
    String::from_utf8(std::fs::read(folder.join(name)).expect("a file")).expect("text")
}

#[test]
fn writing_edits_the_lists_and_nothing_else() {
    let tree = tree();
    let inputs = ["snapshots/tools.json", "captures/calls.jsonl", "handlers.json", "--write"];
    let before: Vec<String> = ["captures/calls.jsonl", "handlers.json", "src/crates.ts"].map(|name| read(tree.path(), name)).to_vec();
    let report = report(tree.path(), &[&["crate_open", "box_id", "crate_id"][..], &inputs].concat());
    assert_eq!(report["written"], json!([{"file": "snapshots/tools.json", "edits": 2}]));
    let expected = LIST.replacen("box_id", "crate_id", 2);
    assert_eq!(read(tree.path(), "snapshots/tools.json"), expected);
    let after: Vec<String> = ["captures/calls.jsonl", "handlers.json", "src/crates.ts"].map(|name| read(tree.path(), name)).to_vec();
    assert_eq!(before, after);
    assert_eq!(std::fs::read_dir(tree.path().join("snapshots")).expect("a folder").count(), 1);
    assert_eq!(ran(tree.path(), &["crate_open", "crate_id", "box_id", "snapshots/tools.json", "--write", "--no-source"]).code, 0);
    assert_eq!(read(tree.path(), "snapshots/tools.json"), LIST);
}

#[test]
fn what_is_blocked_or_unjudged_is_not_written() {
    let tree = tree();
    for (arguments, exit, why) in [
        (["*", "box_id", "a b", "snapshots/tools.json"].as_slice(), 1, "nothing was written: the rename is blocked"),
        (&["*", "box_id", "crate_id", "snapshots/tools.json", "gone.json"], 3, "nothing was written: something given could not be judged"),
    ] {
        let report = report(tree.path(), &[arguments, &["--write", "--no-source"]].concat());
        assert_eq!(report["exit"], exit);
        assert_eq!(report["written"], json!([]));
        assert!(report["cautions"].as_array().expect("cautions").iter().any(|caution| caution["message"] == why), "{report}");
    }
    assert_eq!(read(tree.path(), "snapshots/tools.json"), LIST);
}

#[test]
fn force_writes_what_is_blocked_but_never_over_a_name() {
    let list = r#"[{"name": "crate_open", "inputSchema": {"type": "object", "properties": {"arguments": {"type": "string"}, "lid": {}}}}]"#;
    let folder = folder(&[("tools.json", list)]);
    let run = |from: &str, to: &str| {
        let report = report(folder.path(), &["crate_open", from, to, "tools.json", "--write", "--force", "--no-source"]);
        (report["exit"].clone(), report["written"][0]["edits"].clone())
    };
    assert_eq!(run("arguments", "box_id"), (json!(0), json!(1)));
    assert_eq!(run("box_id", "arguments"), (json!(1), json!(1)));
    assert_eq!(read(folder.path(), "tools.json"), list);
    assert_eq!(run("arguments", "lid"), (json!(1), Value::Null));
    assert_eq!(read(folder.path(), "tools.json"), list);
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a readme");
    let section = readme.split("## Before a rename").nth(1).expect("a section");
    let shown = section.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an excerpt");
    let printed = ran(root(), &["folder_*", "folder_path", "path", OUTLIER, "--no-source"]).out;
    for piece in shown.split("...\n") {
        assert!(printed.contains(piece), "not printed:\n{piece}");
    }
}

#[test]
fn layout_marks_and_pages_stay() {
    let crlf = format!("\u{feff}{}", LIST.replace('\n', "\r\n"));
    let line = LIST.replace('\n', " ");
    let first = line.trim().strip_suffix('}').expect("an object").to_owned() + r#", "nextCursor": "x"}"#;
    let second = line.trim().replace("crate_open", "crate_shut").replace("shelf_look", "shelf_dust");
    let pages = format!("{first}\n\n{second}\n");
    let folder = folder(&[("crlf.json", &crlf), ("pages.jsonl", &pages)]);
    for (file, text, edits) in [("crlf.json", &crlf, 2), ("pages.jsonl", &pages, 4)] {
        let there = report(folder.path(), &["crate_*", "box_id", "crate_id", file, "--write", "--no-source"]);
        assert_eq!(there["written"][0]["edits"], edits, "{there}");
        let piece = |text: &str| text.replacen("box_id", "crate_id", 2);
        let expected: String = text.split_inclusive("\n\n").map(piece).collect();
        assert_eq!(read(folder.path(), file), expected);
        report(folder.path(), &["crate_*", "crate_id", "box_id", file, "--write", "--no-source"]);
        assert_eq!(&read(folder.path(), file), text);
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_mode_stays_a_mode() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&[("real/tools.json", LIST)]);
    std::fs::set_permissions(folder.path().join("real/tools.json"), std::fs::Permissions::from_mode(0o640)).expect("a mode");
    symlink("real/tools.json", folder.path().join("link.json")).expect("a link");
    assert_eq!(ran(folder.path(), &["crate_open", "box_id", "crate_id", "link.json", "--write", "--no-source"]).code, 0);
    assert!(std::fs::symlink_metadata(folder.path().join("link.json")).expect("a link").is_symlink());
    let meta = std::fs::metadata(folder.path().join("real/tools.json")).expect("a file");
    assert_eq!(meta.permissions().mode() & 0o777, 0o640);
    assert!(read(folder.path(), "real/tools.json").contains("crate_id"));
}

#[test]
fn wrong_words_name_the_nearest() {
    let tree = tree();
    for (arguments, message, help) in [
        (["crate_opn", "box_id", "b"].as_slice(), "no tool is called `crate_opn`", "the nearest is `crate_open`"),
        (&["crate_open", "box_ids", "b"], "`crate_open` has no parameter `box_ids`", "the nearest is `box_id`"),
        (&["*", "colour", "b"], "none of the 2 tools that match has a parameter `colour`", "the parameters are `box_id`"),
        (&["crate_open,nothing_*", "box_id", "b"], "no tool is called `nothing_*`", "the tools are `crate_open` and `shelf_look`"),
        (&["crate_{a,b}", "box_id", "b"], "TOOLS `crate_{a`: `{` has no meaning in a pattern", "`*` stands for any text"),
        (&["crate_open", "box_id", "box_id"], "OLD and NEW are both `box_id`", ""),
        (&["crate_open", "box_id", ""], "NEW is empty", ""),
        (&["crate_open", "a", "b", "--value"], "TOOLS `crate_open` names no parameter", "with --value, write `tool.param`"),
        (
            &["crate_open.box_id", "a", "b", "--value"],
            "no parameter that matches has the member `a`",
            "a value is renamed where the schema",
        ),
    ] {
        let report = report(tree.path(), &[arguments, &["snapshots/tools.json"]].concat());
        assert_eq!((&report["exit"], &report["verdict"]), (&json!(2), &json!("unjudged")), "{arguments:?}");
        assert_eq!(report["problems"][0]["message"], message);
        assert!(report["problems"][0]["help"].as_str().unwrap_or("").starts_with(help), "{report}");
    }
    assert_eq!(report(tree.path(), &["a", "b", "c"])["exit"], 2);
    assert_eq!(report(tree.path(), &["crate_open", "box_id", "b", "snapshots/tools.json", "--source", "nowhere"])["exit"], 2);
    assert_eq!(report(tree.path(), &["crate_open", "box_id", "b", "src/util.ts"])["exit"], 3);
    assert_eq!(report(tree.path(), &["crate_open", "box_id", "b", "gone.json"])["exit"], 3);
}

#[test]
fn a_taken_name_and_one_that_providers_refuse_are_blocked() {
    let list = r#"[{"name": "crate_open", "inputSchema": {"type": "object", "properties": {"box_id": {"type": "string"}, "lid": {}}}}]"#;
    let snake = list.replace(
        r#""lid": {}"#,
        r#""lid_of": {"description": "Lid"}, "far_end": {"description": "End"}, "to_do": {"description": "What"}"#,
    );
    let folder = folder(&[("tools.json", list), ("snake.json", &snake)]);
    let taken = report(folder.path(), &["crate_open", "box_id", "lid", "tools.json", "--no-source"]);
    assert_eq!((&taken["exit"], &taken["reasons"][0]["why"]), (&json!(1), &json!("taken")));
    assert_eq!(taken["reasons"][0]["message"], "`crate_open` has a parameter `lid` already");
    let refused = report(folder.path(), &["crate_open", "box_id", "box id!", "tools.json", "--no-source"]);
    assert_eq!((&refused["exit"], &refused["instead"]), (&json!(1), &json!("box_id")));
    let cased = report(folder.path(), &["crate_open", "box_id", "crateId", "snake.json", "--no-source"]);
    assert_eq!((&cased["exit"], &cased["instead"]), (&json!(1), &json!("crate_id")), "{cased}");
    let better = report(folder.path(), &["crate_open", "box_id", "crate id", "tools.json", "--no-source"]);
    assert_eq!(better["instead"], "crate_id");
    assert!(better["reasons"].as_array().expect("reasons").iter().any(|reason| reason["rule"] == "names/reserved-param"));
}

#[test]
fn what_was_wrong_before_blocks_nothing() {
    // Two tools are called alike, and the name has a blank before and after.
    let tool = |description: &str| json!({"name": "crate_open", "description": description, "inputSchema": {"type": "object", "properties": {"box id": {"type": "string", "description": "Crate"}}}});
    let folder = folder(&[("tools.json", &json!([tool("Opens."), tool("Opens again.")]).to_string())]);
    assert_eq!(report(folder.path(), &["crate_open", "box id", "crate id", "tools.json", "--no-source"])["reasons"], json!([]));
}

#[test]
fn what_goes_along_is_said_and_blocks_nothing() {
    let tool = |name: &str, param: &str, text: &str| json!({"name": name, "description": format!("Works.\n\nArgs:\n    {param}: {text}\n"), "inputSchema": {"type": "object", "properties": {param: {"type": "string"}}, "required": [param]}});
    let list = json!([
        tool("page_open", "path", "The file to open."),
        tool("page_walk", "path", "The folder to walk."),
        tool("page_drop", "folder", "The folder to drop."),
    ]);
    let folder = folder(&[("tools.json", &list.to_string())]);
    let report = report(folder.path(), &["page_drop", "folder", "path", "tools.json", "--no-source"]);
    assert_eq!((&report["exit"], &report["reasons"]), (&json!(0), &json!([])), "{report}");
    let cautions: Vec<&str> =
        report["cautions"].as_array().expect("cautions").iter().filter_map(|caution| caution["message"].as_str()).collect();
    assert_eq!(
        cautions,
        [
            "`path` means different things here: a folder (2 tools) and a file (`page_open`), and `page_drop` joins them",
            "a description of `page_drop` says `folder`: change it too",
        ]
    );
}

#[test]
fn a_file_that_is_given_twice_is_written_once() {
    let tree = tree();
    let report = report(tree.path(), &["crate_open", "box_id", "crate_id", "snapshots", "snapshots/tools.json", "--write", "--no-source"]);
    assert_eq!((&report["exit"], &report["written"]), (&json!(0), &json!([{"file": "snapshots/tools.json", "edits": 2}])));
}

#[test]
fn the_config_is_heard() {
    let folder = folder(&[("tools.json", LIST)]);
    let arguments = ["crate_open,shelf_look", "box_id", "arguments", "tools.json", "--no-source"];
    assert_eq!(report(folder.path(), &arguments)["exit"], 1);
    for config in ["[rules]\n\"names/reserved-param\" = \"off\"\n", "[[allow]]\nrule = \"names/reserved-param\"\nreason = \"old\"\n"] {
        std::fs::write(folder.path().join("wirelint.toml"), config).expect("a config");
        assert_eq!(report(folder.path(), &arguments)["reasons"], json!([]), "{config}");
    }
    std::fs::write(
        folder.path().join("wirelint.toml"),
        "[[server]]\ntools = [\"tools.json\"]\n[[expect]]\ntools = [\"crate_open\"]\nforbid = [\"crate_id\"]\nrequired = [\"box_id\"]\n",
    )
    .expect("a config");
    let report = report(folder.path(), &["crate_open", "box_id", "crate_id", "--no-source"]);
    let rules: Vec<&Value> = report["reasons"].as_array().expect("reasons").iter().map(|reason| &reason["rule"]).collect();
    assert_eq!(rules, ["expect/forbidden-name"]);
    assert_eq!(report["cautions"].as_array().expect("cautions").len(), 1, "{report}");
}

#[test]
fn a_value_has_an_alias_and_a_name_has_none() {
    let before = "fixtures/story/4-enum-alias/before";
    let arguments = ["signal_emit.mode,execute_code.context", "game", "runtime", before, "--value", "--no-source"];
    tell("4-rename-value", &arguments, 0);
    let report = report(root(), &arguments);
    assert_eq!(report["calls"]["breaks"], 2);
    let alias = report["alias"].as_str().expect("an entry");
    assert!(alias.starts_with("[[value-alias]]\ntools = [\"signal_emit\"]\nparam = \"mode\"\naccepts = \"game\"\nmeans = \"runtime\"\n"));
    // Filled in, it is a config that is understood, and is not proposed again.
    let folder = folder(&[("wirelint.toml", &alias.replace("reason = \"\"", "reason = \"legacy\""))]);
    let config = folder.path().join("wirelint.toml");
    let again = self::report(root(), &[&arguments[..], &["--config", config.to_str().expect("a path")]].concat());
    assert_eq!((&again["exit"], &again["alias"]), (&json!(0), &Value::Null), "{again}");
    let output = wirelint(root()).args(["a.b", "c", "d", "--value", "--write"]).output().expect("a run");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn hostile_names_and_texts_are_harmless() {
    let name = "box\u{1b}[31m\u{202e}\n::error::x ##[group]";
    let list = json!([{"name": "crate_open", "description": name, "inputSchema": {"type": "object", "properties": {name: {"type": "string", "description": name}}, "required": [name]}}]);
    let source = format!("{name}\ncrate_open {name} \u{1b}[2J ::warning::\n");
    let folder = folder(&[("tools.json", &list.to_string()), ("a.txt", &source), ("bad.bin", "\0")]);
    for format in ["human", "short", "json"] {
        let out = ran(folder.path(), &["crate_open", name, "evil\u{200b}\n##[x]", "tools.json", "--format", format]).out;
        assert!(!out.chars().any(|c| c != '\n' && (c.is_control() || matches!(c, '\u{200b}' | '\u{202e}'))), "{out:?}");
        assert!(!out.contains("##[") && !out.lines().any(|line| line.trim_start().starts_with("::")), "{out}");
    }
    let there = report(folder.path(), &["crate_open", name, "crate_id", "tools.json", "--write", "--no-source"]);
    assert_eq!(there["written"][0]["edits"], 2);
    assert!(!read(folder.path(), "tools.json").contains("\"required\":[\"box\\u001b"));
}

#[test]
fn a_list_within_a_capture_is_judged_and_not_written() {
    let list = LIST.replace('\n', " ");
    let capture =
        format!("{}\n{{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{list}}}\n{CALLS}", r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#);
    let folder = folder(&[("calls.jsonl", &capture)]);
    let report = report(folder.path(), &["crate_open", "box_id", "crate_id", "calls.jsonl", "--write"]);
    assert_eq!((&report["exit"], &report["written"]), (&json!(0), &json!([])));
    assert_eq!(report["calls"]["works"], 1);
    assert_eq!(report["cautions"][0]["message"], "nothing was written: no list was given as a file");
    let occurrences = report["source"]["occurrences"].as_array().expect("occurrences");
    assert!(!occurrences.is_empty() && occurrences.iter().all(|it| it["kind"] == "recordings" && it["before"].is_null()));
    assert_eq!(read(folder.path(), "calls.jsonl"), capture);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn there_and_back_gives_the_bytes(
        others in prop::collection::vec("[a-z]{1,4}", 0..4),
        required in prop::collection::vec(any::<bool>(), 4),
        indent in prop::sample::select(vec!["", "\n", "\r\n\t"]),
        bom: bool,
    ) {
        let mut properties = serde_json::Map::new();
        properties.insert("box_id".to_owned(), json!({"type": "string", "description": "Crate"}));
        others.iter().for_each(|name| { properties.insert(format!("o_{name}"), json!({"type": "string", "description": name})); });
        let names: Vec<&String> = properties.keys().zip(required).filter(|(_, it)| *it).map(|(name, _)| name).collect();
        let list = json!([{"name": "crate_open", "description": "Opens a crate", "inputSchema": {"type": "object", "required": names, "properties": properties}}]);
        let text = format!("{}{}", if bom { "\u{feff}" } else { "" }, list.to_string().replace(',', &format!(",{indent}")));
        let folder = folder(&[("tools.json", &text)]);
        let there = report(folder.path(), &["crate_*", "box_id", "crate_id", "tools.json", "--write", "--no-source"]);
        prop_assert_eq!(&there["exit"], &json!(0), "{}", there);
        prop_assert!(read(folder.path(), "tools.json") != text);
        report(folder.path(), &["crate_*", "crate_id", "box_id", "tools.json", "--write", "--no-source"]);
        prop_assert_eq!(read(folder.path(), "tools.json"), text);
    }
}
