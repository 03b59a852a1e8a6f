use super::*;

/// What one file is taken for.
fn told(bytes: &[u8]) -> String {
    let mut inputs = Inputs::default();
    inputs.open(Source::memory("x", bytes.to_vec()), true);
    if let Some(problem) = inputs.problems.first() {
        return format!("{:?}: {}", problem.kind, problem.message);
    }
    match inputs.opened.first().map(|opened| &opened.kind) {
        Some(Kind::Lists(lists)) => {
            let each: Vec<String> = lists
                .iter()
                .map(|list| {
                    let name = list.surface.named.as_deref().map(|name| format!("{name} ")).unwrap_or_default();
                    format!("{name}{}{}", list.surface.tools.len(), if list.open_cursor.is_some() { "+" } else { "" })
                })
                .collect();
            format!("lists {}", each.join(", "))
        }
        Some(Kind::Capture(scan)) => format!("capture with {}", scan.lists.len()),
        Some(Kind::Handlers(handlers)) => format!("handlers {}", handlers.tools().count()),
        Some(Kind::ListRefused(..)) => "a refused list".to_owned(),
        None => "nothing".to_owned(),
    }
}

const TOOL: &str = r#"{"name":"a","inputSchema":{"type":"object"}}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;
const DONE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;

#[test]
fn by_content_and_not_by_name() {
    let ask = r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#;
    let listed = format!(r#"{{"jsonrpc":"2.0","id":0,"result":{{"tools":[{TOOL}]}}}}"#);
    let table: Vec<(String, &str)> = vec![
        (format!("[{TOOL}]"), "lists 1"),
        (format!(r#"{{"tools":[{TOOL},{TOOL}]}}"#), "lists 2"),
        (format!("{{\n  \"result\": {{\n    \"tools\": [{TOOL}]\n  }}\n}}\n"), "lists 1"),
        (listed.clone(), "lists 1"),
        (format!("{listed}\n"), "lists 1"),
        (format!(r#"{{"serverInfo":{{"name":"kit"}},"tools":[{TOOL}]}}"#), "lists kit 1"),
        (format!(r#"{{"kit":{{"tools":[{TOOL}]}},"shed":{{"tools":[{TOOL}]}}}}"#), "lists kit 1, shed 1"),
        (format!(r#"{{"tools":[{TOOL}],"nextCursor":"n"}}"#), "lists 1+"),
        (format!(r#"[{{"tools":[{TOOL}],"nextCursor":"n"}},{{"tools":[{TOOL}]}}]"#), "lists 2"),
        (format!("{{\"tools\":[{TOOL}],\"nextCursor\":\"n\"}}\n{{\"tools\":[{TOOL}]}}\n"), "lists 2"),
        (r#"{"tools":[]}"#.to_owned(), "lists 0"),
        (r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"no"}}"#.to_owned(), "a refused list"),
        (r#"{"handlers":{"a":{"params":["x"]},"b":["y"]}}"#.to_owned(), "handlers 2"),
        (CALL.to_owned(), "capture with 0"),
        (format!("{CALL}\n{DONE}\n"), "capture with 0"),
        (format!("{ask}\n{listed}\n{CALL}\n{DONE}"), "capture with 1"),
        (format!("starting up\n\n>> {CALL}\n<< {DONE}\n"), "capture with 0"),
        (format!(r#"{{"dir":"client->server","msg":{CALL}}}"#), "capture with 0"),
        (format!("[{CALL},{CALL}]\n{DONE}\n"), "capture with 0"),
        (format!("{CALL}\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"resu"), "capture with 0"),
    ];
    for (text, expected) in table {
        assert_eq!(told(text.as_bytes()), expected, "{text}");
        let bom = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        assert_eq!(told(&bom), expected, "with a byte order mark: {text}");
        assert_eq!(told(text.replace('\n', "\r\n").as_bytes()), expected, "with CRLF: {text}");
    }
}

#[test]
fn what_cannot_be_judged_is_said() {
    for (text, expected) in [
        ("", "Unrecognised: is empty"),
        (" \n\n", "Unrecognised: is empty"),
        ("name,age\nx,1\n", "Unrecognised: is neither JSON nor a capture: no line holds a JSON-RPC message"),
        (r#"{"name":"pkg","version":"1.0.0"}"#, "Unrecognised: is JSON, but neither a tools list nor a capture"),
        ("[1,2]", "Unrecognised: is JSON, but neither a tools list nor a capture"),
        (r#"{"tools":{"a":1}}"#, "NoTools: `tools` is there, but is no list of tools"),
    ] {
        assert_eq!(told(text.as_bytes()), expected, "{text}");
    }
    assert_eq!(told(b"{\"tools\":[\xff]}"), "NotJson: is not UTF-8: byte 10 cannot be read");
    assert!(told(br#"{"tools":[{"name":"a","inputSch"#).starts_with("NotJson: is not JSON: "));
}

#[test]
fn a_folder_is_walked_and_what_is_foreign_is_skipped() {
    let folder = std::env::temp_dir().join(format!("wirelint-walk-{}", std::process::id()));
    let list = format!("[{TOOL}]");
    for (file, text) in [
        ("b/tools.json", list.as_str()),
        ("a.txt", list.as_str()),
        ("c.json", r#"{"name":"pkg"}"#),
        ("d.md", "words"),
        (".hidden/tools.json", list.as_str()),
        ("node_modules/tools.json", list.as_str()),
        ("torn.json", r#"{"tools":[{"name":"a""#),
    ] {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let mut inputs = Inputs::default();
    inputs.take(&folder);
    inputs.take(&folder.join("d.md"));
    inputs.take(&folder.join("none.json"));
    std::fs::remove_dir_all(&folder).expect("removed");
    let name = |shown: &str| shown.rsplit('/').next().unwrap_or_default().to_owned();
    let opened: Vec<String> = inputs.opened.iter().map(|opened| name(&opened.source.shown)).collect();
    assert_eq!(opened, ["a.txt", "tools.json"]);
    let problems: Vec<(ProblemKind, String)> =
        inputs.problems.iter().map(|problem| (problem.kind, name(problem.file.as_deref().unwrap_or_default()))).collect();
    let expected = [(ProblemKind::NotJson, "torn.json"), (ProblemKind::Unrecognised, "d.md"), (ProblemKind::Unreadable, "none.json")];
    assert_eq!(problems, expected.map(|(kind, name)| (kind, name.to_owned())));
    assert_eq!(inputs.skipped, 2);
}
