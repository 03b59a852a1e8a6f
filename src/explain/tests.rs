use super::*;
use crate::source::Source;

const TOOLS: &str = r#"{"tools": [
  {"name": "shelf_open", "inputSchema": {"type": "object", "properties": {"shelf_path": {"type": "string"}, "wide": {"type": "boolean"}}, "required": ["shelf_path"]}}
]}"#;

const CALLS: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "shelf_open", "arguments": {"path": "cellar/secret"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"isError": true, "content": [{"type": "text", "text": "MCP error -32602: Missing required parameter: shelf_path"}]}}

{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "shelf_open", "arguments": {"shelf_path": "cellar/secret"}}}
{"jsonrpc": "2.0", "id": "t1", "method": "shelf.open", "params": {"path": "cellar/secret"}, "_capture": {"for": 2}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "done"}]}}
"#;

fn ask(line: u64, files: &[(&str, &str)]) -> Result<String, Unexplained> {
    let mut inputs = Inputs::default();
    files.iter().for_each(|(name, text)| inputs.open(Source::memory(name, text.as_bytes().to_vec()), true));
    let calls = explain(inputs, &Config::default(), "calls.jsonl", line)?;
    let mut out = Vec::new();
    calls.iter().try_for_each(|call| page(call, &mut out)).expect("memory");
    let text = String::from_utf8(out).expect("text") + &crate::report::pretty(&calls);
    assert!(!text.contains("secret"), "a value is shown:\n{text}");
    Ok(text.split_once("\n[").map_or(text.clone(), |(page, _)| page.to_owned()))
}

const BOTH: [(&str, &str); 2] = [("tools.json", TOOLS), ("calls.jsonl", CALLS)];

#[test]
fn a_refused_call() {
    insta::assert_snapshot!(ask(1, &BOTH).expect("a call"), @r"
    calls.jsonl:1: a call of `shelf_open` on `tools`, id 1
      ended   refused: the answer blames the arguments (`shelf_path` missing)
      list    tools.json:2 (given beside the capture); the tool stands at tools.json:2:3
      sent    `path`: a string, not advertised
              required and absent: `shelf_path`
              it breaks the advertised schema
      sent on nothing
      proves  `path`, a string, was sent and is not advertised
              `path` was sent while `shelf_path` was absent, and is the only unadvertised name there
              `path` was sent while `wide` was absent, and is the only unadvertised name there
              `shelf_path` is required and was absent
              `path`, which is not advertised, was the only argument
              the refusal calls `shelf_path` missing, and it was absent, and blames nothing else
    ");
}

#[test]
fn a_renamed_argument_by_its_call_and_by_its_payload() {
    let page = ask(4, &BOTH).expect("a call");
    assert_eq!(ask(5, &BOTH).expect("a payload"), page);
    insta::assert_snapshot!(page, @r"
    calls.jsonl:4: a call of `shelf_open` on `tools`, id 2
      ended   accepted: a result that is no error
      list    tools.json:2 (given beside the capture); the tool stands at tools.json:2:3
      sent    `shelf_path`: a string
              all of it satisfies the advertised schema
      sent on calls.jsonl:5: `shelf.open`, the tool's own (the capture marks it as this call's): `path`
      proves  the value of `shelf_path` stands under `path` of the tool's own payload
              `shelf_path` is sent on as `path` (`shelf.open`, the tool's own payload)
              `shelf_path` arrives in the tool's own payload
              the tool's own payload has `path`
    ");
}

#[test]
fn without_a_list_it_says_so() {
    insta::assert_snapshot!(ask(1, &BOTH[1..]).expect("a call"), @r"
    calls.jsonl:1: a call of `shelf_open`, id 1
      ended   refused: the answer blames the arguments (`shelf_path` missing)
      list    none in force: the capture holds none for this call, and none that fits was given beside it
      sent    `path`: a string
      sent on nothing
      proves  nothing
    ");
}

#[test]
fn lines_nearby() {
    for line in [2, 3, 6, 60] {
        let Err(Unexplained::NoCall(near)) = ask(line, &BOTH) else { panic!("line {line}") };
        assert_eq!(near, [1, 4]);
    }
    assert_eq!(near(vec![9, 1, 40, 41, 42, 43, 9], 41), [40, 41, 42, 43]);
}
