//! The report as one JSON object: exact names, plain characters.

use super::Report;
use crate::text;
use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, PrettyFormatter};
use std::io;

/// Writes the report, laid out over lines, with a line break at its end.
pub(crate) fn write_json(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}", pretty(report))
}

/// Any value as JSON over several lines.
pub(crate) fn pretty<T: Serialize + ?Sized>(value: &T) -> String {
    written(value, PrettyFormatter::new())
}

/// Any value as JSON in one line.
pub(crate) fn line<T: Serialize + ?Sized>(value: &T) -> String {
    written(value, CompactFormatter)
}

fn written<T: Serialize + ?Sized, F: Formatter>(value: &T, layout: F) -> String {
    let mut out = Vec::new();
    let mut to = serde_json::Serializer::with_formatter(&mut out, Plain(layout));
    // What is written here has text for keys and numbers that are finite: there is nothing to refuse.
    match value.serialize(&mut to) {
        Ok(()) => String::from_utf8(out).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// A layout in which hidden characters are written as `\uXXXX`.
struct Plain<F>(F);

impl<F: Formatter> Formatter for Plain<F> {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut kept = 0;
        let mut last = '\0';
        for (at, c) in fragment.char_indices() {
            // A build runner looks for `##[` anywhere in a line.
            if text::is_hidden(c) || (last == '#' && c == '#') {
                writer.write_all(fragment.get(kept..at).unwrap_or("").as_bytes())?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
                kept = at + c.len_utf8();
            }
            last = c;
        }
        writer.write_all(fragment.get(kept..).unwrap_or("").as_bytes())
    }

    fn write_char_escape<W: ?Sized + io::Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        self.0.write_char_escape(writer, escape)
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json as value};

    const SCHEMA: &str = include_str!("schema.json");

    /// The schema, closed: a field that is written must be described. Readers have the open one.
    fn closed(mut schema: Value) -> Value {
        match &mut schema {
            Value::Object(members) => {
                for member in members.values_mut() {
                    *member = closed(member.take());
                }
                if members.get("properties").is_some_and(Value::is_object) && members.get("type") == Some(&value!("object")) {
                    members.insert("additionalProperties".to_owned(), Value::Bool(false));
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| *item = closed(item.take())),
            _ => {}
        }
        schema
    }

    fn validators() -> [jsonschema::Validator; 2] {
        let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
        assert!(jsonschema::meta::is_valid(&schema));
        [schema.clone(), closed(schema)].map(|schema| jsonschema::validator_for(&schema).expect("a schema"))
    }

    #[test]
    fn every_report_is_as_its_schema_says() {
        let validators = validators();
        for report in
            [samples::full(), samples::one_line(), samples::clean(), samples::problems(), samples::usage(), samples::hostile("\u{1b}##[x]")]
        {
            let text = pretty(&report);
            let parsed: Value = serde_json::from_str(&text).expect("JSON");
            for validator in &validators {
                let faults: Vec<String> =
                    validator.iter_errors(&parsed).map(|fault| format!("{} at {}", fault.masked(), fault.instance_path())).collect();
                assert!(faults.is_empty(), "{faults:#?}\n{text}");
            }
        }
    }

    #[test]
    fn the_schema_refuses_what_is_no_report() {
        let [_, closed] = validators();
        let good: Value = serde_json::from_str(&pretty(&samples::full())).expect("JSON");
        assert!(closed.is_valid(&good));
        for (pointer, wrong) in
            [("/version", value!(2)), ("/findings/0/place/line", value!(0)), ("/findings/0/rule", value!("x")), ("/inputs/0", value!({}))]
        {
            let mut bad = good.clone();
            *bad.pointer_mut(pointer).expect(pointer) = wrong;
            assert!(!closed.is_valid(&bad), "{pointer}");
        }
    }

    #[test]
    fn the_object_is_laid_out_as_documented() {
        insta::assert_snapshot!(pretty(&samples::full()), @r#"
        {
          "version": 1,
          "tool": {
            "name": "wirelint",
            "version": "0.1.0"
          },
          "exit": 1,
          "summary": {
            "errors": 1,
            "warnings": 1,
            "notes": 1,
            "suppressed": {
              "allowed": 2,
              "baseline": 0,
              "below": 1
            },
            "calls": 9,
            "accepted": 1,
            "refused": 8,
            "failed": 0,
            "unanswered": 0,
            "unattributed": 0,
            "files": 2,
            "skipped": 0,
            "unjudged": []
          },
          "surfaces": [
            {
              "server": "desk",
              "tools": 2,
              "parameters": 4,
              "calls": 9
            }
          ],
          "findings": [
            {
              "rule": "names/synonyms",
              "also": [],
              "level": "error",
              "message": "`drawer_label` and `label` name one thing on `drawer_open`",
              "help": null,
              "server": "desk",
              "tool": "drawer_open",
              "param": null,
              "clients": [],
              "place": {
                "file": "tools.json",
                "pointer": "/tools/0",
                "line": 8,
                "column": 9,
                "offset": 162,
                "length": 7
              },
              "related": [
                {
                  "kind": "tool",
                  "message": "the other name for it",
                  "server": "desk",
                  "tool": "drawer_open",
                  "place": {
                    "file": "tools.json",
                    "pointer": "/tools/0",
                    "line": 7,
                    "column": 9,
                    "offset": 118,
                    "length": 14
                  }
                },
                {
                  "kind": "tool",
                  "message": "`drawer_close` says `label`",
                  "server": "desk",
                  "tool": "drawer_open",
                  "place": {
                    "file": "tools.json",
                    "pointer": "/tools/0",
                    "line": 16,
                    "column": 54,
                    "offset": 367,
                    "length": 7
                  }
                },
                {
                  "kind": "handler",
                  "message": "read as `title`",
                  "server": "desk",
                  "tool": "drawer_open",
                  "place": null
                }
              ],
              "evidence": null,
              "fingerprint": "1-3f0c9a0d6f2e4b5c8d7e9f0a1b2c3d4e"
            },
            {
              "rule": "wire/reflex-name",
              "also": [
                "required/missing-flag"
              ],
              "level": "warning",
              "message": "`drawer_open` was called with `label` 8 times, and refused each time: it advertises `drawer_label`",
              "help": "rename `drawer_label` to `label` at every layer: `label` stays unambiguous on this surface",
              "server": "desk",
              "tool": "drawer_open",
              "param": "drawer_label",
              "clients": [],
              "place": {
                "file": "tools.json",
                "pointer": "/tools/0",
                "line": 7,
                "column": 9,
                "offset": 118,
                "length": 14
              },
              "related": [
                {
                  "kind": "call",
                  "message": "sent as `label`, refused",
                  "server": "desk",
                  "tool": "drawer_open",
                  "place": {
                    "file": "calls.jsonl",
                    "pointer": "/params/arguments/label",
                    "line": 3,
                    "column": 87,
                    "offset": 487,
                    "length": 7
                  }
                },
                {
                  "kind": "call",
                  "message": "sent as `label`, refused",
                  "server": "desk",
                  "tool": "drawer_open",
                  "place": {
                    "file": "calls.jsonl",
                    "pointer": "/params/arguments/label",
                    "line": 7,
                    "column": 87,
                    "offset": 487,
                    "length": 7
                  }
                }
              ],
              "evidence": {
                "calls": 8,
                "accepted": 0,
                "refused": 8,
                "failed": 0
              },
              "fingerprint": "1-3f0c9a0d6f2e4b5c8d7e9f0a1b2c3d4e"
            },
            {
              "rule": "capture/torn",
              "also": [],
              "level": "note",
              "message": "the capture ends within a message",
              "help": null,
              "server": "desk",
              "tool": "drawer_open",
              "param": null,
              "clients": [],
              "place": {
                "file": "calls.jsonl",
                "pointer": "/params/arguments/label",
                "line": 9,
                "column": 1,
                "offset": 401,
                "length": 1
              },
              "related": [],
              "evidence": null,
              "fingerprint": "1-3f0c9a0d6f2e4b5c8d7e9f0a1b2c3d4e",
              "count": 2
            }
          ],
          "problems": [],
          "inputs": [
            {
              "file": "tools.json",
              "kind": "tools",
              "server": "desk",
              "tools": 2
            },
            {
              "file": "calls.jsonl",
              "kind": "capture",
              "format": "jsonrpc",
              "server": "desk",
              "calls": 9
            }
          ]
        }
        "#);
    }

    #[test]
    fn a_line_is_a_line() {
        assert_eq!(line(&value!({"a": ["\u{2028}", 1]})), r#"{"a":["\u2028",1]}"#);
    }

    #[test]
    fn names_are_exact_and_sentences_are_visible() {
        let text = pretty(&samples::hostile("ä\u{202e}\u{e0041}##[x]\n"));
        assert!(text.contains(r##""tool": "ä\u202e\udb40\udc41#\u0023[x]\n","##), "{text}");
        assert!(text.contains(r##""message": "ä\\u{202e}\\u{e0041}#\u0023[x]\\n","##), "{text}");
    }

    proptest! {
        #[test]
        fn names_survive_and_nothing_hidden_is_written(name in samples::any_text()) {
            let text = pretty(&samples::hostile(&name));
            prop_assert!(!text.chars().any(|c| c != '\n' && text::is_hidden(c)), "{:?}", text);
            prop_assert!(!text.contains("##["));
            let parsed: Value = serde_json::from_str(&text).expect("JSON");
            prop_assert_eq!(parsed.pointer("/findings/0/tool").and_then(Value::as_str), Some(name.as_str()));
            let seen = text::visible(&name);
            prop_assert_eq!(parsed.pointer("/findings/0/message").and_then(Value::as_str), Some(seen.as_ref()));
        }
    }
}
