use super::*;
use crate::config;
use crate::inputs::Inputs;

fn list(tools: &[&str]) -> String {
    let all: Vec<String> = tools.iter().map(|tool| format!(r#"{{"name":"{tool}","inputSchema":{{"type":"object"}}}}"#)).collect();
    format!(r#"{{"tools":[{}]}}"#, all.join(","))
}

fn calls(tools: &[&str]) -> String {
    let each = |tool: &&str| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\"}}}}\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"content\":[]}}}}\n"
        )
    };
    tools.iter().map(each).collect()
}

fn hello(name: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{{}}}}\n{{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{{\"serverInfo\":{{\"name\":\"{name}\"}}}}}}\n"
    )
}

fn listed(tools: &[&str]) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}}\n{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}}\n", list(tools))
}

fn bound(files: &[(&str, String)], toml: &str) -> Bound {
    let mut inputs = Inputs::default();
    for (name, text) in files {
        inputs.open(Source::memory(name, text.clone().into_bytes()), true);
    }
    assert!(inputs.problems.is_empty(), "{:?}", inputs.problems);
    let known = crate::check::known_words();
    let config = if toml.is_empty() {
        Config::default()
    } else {
        config::parse("wirelint.toml".as_ref(), toml, &known.as_known()).expect("a config")
    };
    bind(&inputs.opened, &config)
}

/// The server of the last file, a capture.
fn server_of(files: &[(&str, String)], toml: &str) -> Option<String> {
    let bound = bound(files, toml);
    bound.capture(files.len() - 1).and_then(|index| bound.servers.get(index)).map(|server| server.name.to_string())
}

#[test]
fn its_own_list_first() {
    let files = [("a/kit.json", list(&["x"])), ("a/calls.jsonl", hello("shed") + &listed(&["y"]) + &calls(&["y"]))];
    assert_eq!(server_of(&files, ""), Some("shed".into()));
    // The same tools as a given list: it is that server.
    let files = [("a/kit.json", list(&["x", "y"])), ("a/calls.jsonl", listed(&["x", "y"]) + &calls(&["y"]))];
    assert_eq!(server_of(&files, ""), Some("kit".into()));
}

#[test]
fn then_the_config() {
    let toml = "[[server]]\nname = \"kit\"\ntools = [\"a/kit.json\"]\ncalls = [\"b/*.jsonl\"]\n";
    let files = [("a/kit.json", list(&["x"])), ("b/shed.json", list(&["x"])), ("b/calls.jsonl", hello("shed") + &calls(&["x"]))];
    assert_eq!(server_of(&files, toml), Some("kit".into()));
}

#[test]
fn then_the_name_then_the_folder_then_the_tools() {
    let lists = [("a/kit.json", list(&["x"])), ("b/shed.json", list(&["y"])), ("c/barn.json", list(&["x", "z"]))];
    let with = |name: &'static str, text: String| -> Vec<(&'static str, String)> { lists.iter().cloned().chain([(name, text)]).collect() };
    assert_eq!(server_of(&with("b/calls.jsonl", hello("kit") + &calls(&["x"])), ""), Some("kit".into()), "the name goes before the folder");
    assert_eq!(server_of(&with("b/calls.jsonl", calls(&["z"])), ""), Some("shed".into()), "the folder goes before the tools");
    assert_eq!(server_of(&with("d/calls.jsonl", calls(&["z"])), ""), Some("barn".into()), "only one has it");
    assert_eq!(server_of(&with("d/calls.jsonl", calls(&["x"])), ""), None, "two have it");
    assert_eq!(server_of(&with("d/calls.jsonl", calls(&["other"])), ""), None, "none has it");
}

#[test]
fn two_lists_in_its_folder_tell_nothing() {
    let files = [("a/kit.json", list(&["x"])), ("a/shed.json", list(&["x", "y"])), ("a/calls.jsonl", calls(&["x"]))];
    assert_eq!(server_of(&files, ""), None);
    // Nor do two in one file.
    let both = format!(r#"{{"kit":{},"shed":{}}}"#, list(&["x"]), list(&["x", "y"]));
    assert_eq!(server_of(&[("a/all.json", both), ("a/calls.jsonl", calls(&["x"]))], ""), None);
}

#[test]
fn a_capture_that_fits_nothing_is_a_problem_unless_something_told_where_it_belongs() {
    let problems = |files: &[(&str, String)]| {
        let bound = bound(files, "");
        let mut inputs = Inputs::default();
        files.iter().for_each(|(name, text)| inputs.open(Source::memory(name, text.clone().into_bytes()), true));
        bound.unbound(&inputs.opened).into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    };
    let kit = ("a/kit.json", list(&["x"]));
    assert_eq!(problems(&[kit.clone(), ("a/calls.jsonl", calls(&["w"]))]), [""; 0]);
    assert_eq!(problems(&[kit, ("b/calls.jsonl", calls(&["w"]))]), ["this capture fits no surface (candidates: `kit`)"]);
    assert_eq!(problems(&[("b/calls.jsonl", calls(&["w"]))]), ["this capture fits no surface (no tools list was given)"]);
}

#[test]
fn handlers_go_to_the_surface_that_shares_most_tools() {
    let files = [
        ("kit.json", list(&["x", "y"])),
        ("shed.json", list(&["x", "z"])),
        ("handlers.json", r#"{"handlers":{"x":["a"],"z":["b"]}}"#.to_owned()),
    ];
    let bound = bound(&files, "");
    assert_eq!(bound.handlers(2).and_then(|index| bound.servers.get(index)).map(|server| &*server.name), Some("shed"));
}

#[test]
fn the_last_whole_list_is_judged_and_a_left_cursor_is_a_problem() {
    let two = listed(&["x"]) + &listed(&["x", "y"]);
    let found = bound(&[("calls.jsonl", two.clone())], "");
    assert_eq!(found.servers.iter().map(|server| server.surface.tools.len()).collect::<Vec<_>>(), [2]);
    let open = two + &listed(&["x"]).replace("\"tools\":[", "\"nextCursor\":\"n\",\"tools\":[");
    let found = bound(&[("calls.jsonl", open)], "");
    assert_eq!(found.servers.iter().map(|server| server.surface.tools.len()).collect::<Vec<_>>(), [2]);
    assert_eq!(found.problems.len(), 1);
}
