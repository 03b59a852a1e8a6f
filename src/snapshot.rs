//! A server's list as a file to commit: the same list gives the same bytes, and a change of it a small diff.
//!
//! Tools stand in the order of their names and members in the order of their keys, save that a tool begins with what people look
//! for. Numbers stay as the server wrote them, repeated keys are kept, and arrays keep their order. What changes from run to run (cursors,
//! versions of the server, times to live) is left out.

use crate::capture::scan;
use crate::json::{Json, Kind};
use crate::report;
use crate::source::Source;
use std::fmt::Write as _;

#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) text: String,
    /// The server gave another list when it was asked again.
    pub(crate) unstable: bool,
}

/// The last complete list of a conversation.
pub(crate) fn take(source: &Source, version: Option<&str>) -> Result<Snapshot, &'static str> {
    let scan = scan(source).map_err(|_| "the conversation cannot be read")?;
    let list = scan.lists.last().ok_or("the server gave no list")?;
    if list.open_cursor.is_some() {
        return Err("the list goes on: a `nextCursor` is left, and no page follows");
    }
    let unstable = scan.lists.iter().any(|other| !other.surface.equals(&list.surface));
    let mut tools: Vec<Json<'_>> = list.surface.tools.iter().map(|tool| tool.doc.at(tool.node)).collect();
    let name = |tool: &Json<'_>| tool.get("name").and_then(Json::text).unwrap_or("").to_owned();
    // Tools of one name are told apart by all that they are.
    tools.sort_by_cached_key(|tool| (name(tool), written(*tool, 0, HEAD)));
    let mut text = "{\n".to_owned();
    if let Some(version) = version {
        let _ = writeln!(text, "  \"protocolVersion\": {},", report::line(version));
    }
    if let Some(named) = &list.surface.named {
        let _ = writeln!(text, "  \"serverInfo\": {{\n    \"name\": {}\n  }},", report::line(&**named));
    }
    text.push_str("  \"tools\": [");
    for (at, tool) in tools.iter().enumerate() {
        text.push_str(if at == 0 { "\n    " } else { ",\n    " });
        text.push_str(&written(*tool, 2, HEAD));
    }
    text.push_str("\n  ]\n}\n");
    Ok(Snapshot { text, unstable })
}

/// What a tool begins with.
const HEAD: &[&str] = &["name", "title", "description"];

/// A value laid out over lines; `depth` is that of the line it begins on.
fn written(value: Json<'_>, depth: usize, head: &[&str]) -> String {
    let mut out = String::new();
    write(value, depth, head, &mut out);
    out
}

fn write(value: Json<'_>, depth: usize, head: &[&str], out: &mut String) {
    match value.kind() {
        Kind::Object(members) if !members.is_empty() => {
            let mut entries: Vec<(&str, Json<'_>)> = value.entries().collect();
            // Stable: a key that comes twice keeps its order, which says which one counts.
            entries.sort_by_key(|(key, _)| (head.iter().position(|first| first == key).unwrap_or(head.len()), *key));
            out.push('{');
            for (at, (key, member)) in entries.into_iter().enumerate() {
                out.push_str(if at == 0 { "\n" } else { ",\n" });
                indent(depth + 1, out);
                out.push_str(&report::line(key));
                out.push_str(": ");
                write(member, depth + 1, &[], out);
            }
            out.push('\n');
            indent(depth, out);
            out.push('}');
        }
        Kind::Array(items) if !items.is_empty() => {
            out.push('[');
            for (at, item) in value.items().enumerate() {
                out.push_str(if at == 0 { "\n" } else { ",\n" });
                indent(depth + 1, out);
                write(item, depth + 1, &[], out);
            }
            out.push('\n');
            indent(depth, out);
            out.push(']');
        }
        Kind::Object(_) => out.push_str("{}"),
        Kind::Array(_) => out.push_str("[]"),
        Kind::Text { .. } => match value.text() {
            Some(text) => out.push_str(&report::line(text)),
            None => out.push_str(value.raw()),
        },
        Kind::Null | Kind::Bool(_) | Kind::Number => out.push_str(value.raw()),
    }
}

fn indent(depth: usize, out: &mut String) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(lines: &[&str]) -> Result<Snapshot, &'static str> {
        take(&Source::memory("live:kit", lines.join("\n").into_bytes()), Some("2025-11-25"))
    }

    const ASK: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

    #[test]
    fn layout_and_order_do_not_count() {
        let one = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"inputSchema":{"type":"object","properties":{"b":{"maximum":1.0},"a":{}},"required":["b","a"]},"name":"two"},{"name":"one","description":"é\u202e"}]}}"#;
        let other = r#"{ "id":1, "jsonrpc":"2.0","result":{"ttlMs":5,"tools":[{"description":"\u00e9\u202E","name":"one"},{"name":"two","inputSchema":{"required":["b","a"],"properties":{"a":{},"b":{"maximum":1.0}},"type":"object"}}]}}"#;
        let first = taken(&[ASK, one]).expect("a list");
        assert_eq!(first.text, taken(&[ASK, other]).expect("a list").text);
        assert!(!first.unstable);
        insta::assert_snapshot!(first.text, @r#"
        {
          "protocolVersion": "2025-11-25",
          "tools": [
            {
              "name": "one",
              "description": "é\u202e"
            },
            {
              "name": "two",
              "inputSchema": {
                "properties": {
                  "a": {},
                  "b": {
                    "maximum": 1.0
                  }
                },
                "required": [
                  "b",
                  "a"
                ],
                "type": "object"
              }
            }
          ]
        }
        "#);
    }

    #[test]
    fn what_is_wrong_stays_to_be_judged() {
        let twice = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"one","inputSchema":{"b":1,"a":2,"b":3}},{"name":"one"}]}}"#;
        let text = taken(&[ASK, twice]).expect("a list").text;
        let flat: String = text.split_whitespace().collect();
        assert!(flat.contains(r#"{"a":2,"b":1,"b":3}"#) && flat.matches(r#""name":"one""#).count() == 2, "{text}");
    }

    #[test]
    fn half_a_list_is_no_snapshot() {
        assert_eq!(taken(&[ASK]).err(), Some("the server gave no list"));
        let open = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"one"}],"nextCursor":"x"}}"#;
        assert!(taken(&[ASK, open]).is_err());
    }
}
