//! Symbolic places become lines, columns and bytes here, once, at the end. A place in a capture is looked up in its file again; what
//! is shown of it is its member rendered anew, with types for values.

use crate::capture::{Line, line};
use crate::evidence::Seen;
use crate::finding::{Excerpt, Place};
use crate::json::{Doc, Json, Kind, NodeId, Origin, Part};
use crate::report::{Location, Shown};
use crate::source::Source;
use std::sync::Arc;

/// Members of an object that are shown beside the one that is meant.
const BESIDE: usize = 5;

#[derive(Debug)]
pub(crate) struct Places<'a> {
    sources: &'a [Source],
}

impl<'a> Places<'a> {
    pub(crate) fn new(sources: &'a [Source]) -> Self {
        Self { sources }
    }

    pub(crate) fn locate(&self, place: &Place) -> Location {
        match place {
            Place::Node { doc, id, part } => in_doc(doc, *id, *part),
            Place::Seen(seen) => self.seen(seen),
            Place::Config { file, span } => {
                let head = file.text.get(..span.start).unwrap_or("");
                let start = head.rfind('\n').map_or(0, |at| at + 1);
                Location {
                    file: file.shown.to_string(),
                    pointer: None,
                    inner: None,
                    line: head.matches('\n').count() as u64 + 1,
                    column: head.get(start..).unwrap_or("").chars().count() as u64 + 1,
                    offset: span.start as u64,
                    length: (span.end - span.start) as u64,
                    shown: Shown::Config(Arc::clone(file), span.clone()),
                }
            }
        }
    }

    fn seen(&self, seen: &Seen) -> Location {
        let source = self.sources.get(seen.file as usize);
        let file = source.map_or("", |source| &source.shown);
        let whole = Location {
            file: file.to_owned(),
            pointer: None,
            inner: None,
            line: seen.line,
            column: 1,
            offset: seen.offset,
            length: 0,
            shown: Shown::Nothing,
        };
        let Some(bytes) = source.and_then(|source| source.line_at(seen.offset).ok()) else { return whole };
        let text = crate::text::lossy(&bytes);
        let Line::Event(event) = line(&text) else { return Location { length: bytes.len() as u64, ..whole } };
        let column = text.get(..event.start).map_or(1, |head| head.chars().count() as u64 + 1);
        let origin = Origin { offset: seen.offset + event.start as u64, line: seen.line, column };
        let Ok(doc) = Doc::parse(file.into(), event.text, origin) else { return Location { length: bytes.len() as u64, ..whole } };
        // What a step does not lead to (a key of a URL's query, say) is shown at the last one that does.
        let mut here = doc.root();
        for step in seen.steps.iter() {
            match here.step(step) {
                Some(next) => here = next,
                None => break,
            }
        }
        let part = if here.key_span().is_some() && !seen.steps.is_empty() { Part::Key } else { Part::Value };
        let mut location = in_doc(&doc, here.id(), part);
        location.shown = Shown::Excerpt(excerpt(here));
        location
    }
}

fn in_doc(doc: &Arc<Doc>, id: NodeId, part: Part) -> Location {
    let json = doc.at(id);
    let span = match part {
        Part::Key => json.key_span().unwrap_or_else(|| json.span()),
        Part::Value => json.span(),
    };
    let position = doc.position(span.start);
    Location {
        file: doc.file.to_string(),
        pointer: Some(json.pointer()),
        inner: None,
        line: position.line,
        column: position.column,
        offset: doc.origin.offset + span.start as u64,
        length: (span.end - span.start) as u64,
        shown: Shown::Doc(Arc::clone(doc), span.start..span.end),
    }
}

/// The object that holds a member, under its own name, with types for values: `"arguments": {"path": <text>}`.
fn excerpt(at: Json<'_>) -> Excerpt {
    let mut out = Excerpt::default();
    let Some(parent) = at.parent() else {
        out.text = outline(at);
        out.mark = 0..out.text.len();
        return out;
    };
    // The tool's own name is vocabulary, and tells the reader which call it is.
    let is_name = at.steps().last().is_some_and(|step| step == "name") && parent.steps().last().is_some_and(|step| step == "params");
    if is_name {
        let name = crate::text::shown_word(at.text().unwrap_or("")).unwrap_or("<text>");
        out.text = format!("\"params\": {{\"name\": \"{name}\"");
        out.mark = 11..out.text.len();
        out.text.push('}');
        return out;
    }
    if parent.parent().is_some() && parent.key_span().is_some() {
        out.text = format!("{}: ", key_text(parent));
    }
    if parent.is_array() {
        let start = out.text.len() + 1;
        out.text.push('[');
        out.text.push_str(&outline(at));
        out.mark = start..out.text.len();
        out.text.push_str(if parent.items().len() > 1 { ", …]" } else { "]" });
        return out;
    }
    out.text.push('{');
    let members: Vec<(&str, Json<'_>)> = parent.entries().collect();
    let index = members.iter().rposition(|(_, value)| value.id() == at.id()).unwrap_or(0);
    let from = index.saturating_sub(BESIDE / 2);
    if from > 0 {
        out.text.push_str("…, ");
    }
    for (offset, (key, value)) in members.iter().copied().enumerate().skip(from).take(BESIDE) {
        if offset > from {
            out.text.push_str(", ");
        }
        let start = out.text.len();
        out.text.push_str(&quoted(key));
        let key_end = out.text.len();
        out.text.push_str(": ");
        // Arguments, and what a payload holds, are opened one step, so that the names that were sent can be seen. Deeper keys may be data.
        if offset == index && value.is_object() && matches!(key, "arguments" | "params") {
            out.text.push_str(&open(value))
        } else {
            out.text.push_str(&outline(value))
        }
        if offset == index {
            out.mark = start..key_end;
        }
    }
    if from + BESIDE < members.len() {
        out.text.push_str(", …");
    }
    out.text.push('}');
    out
}

fn open(object: Json<'_>) -> String {
    let shown: Vec<String> = object.entries().take(BESIDE).map(|(key, value)| format!("{}: {}", quoted(key), outline(value))).collect();
    let more = if object.members().len() > BESIDE { ", …" } else { "" };
    format!("{{{}{more}}}", shown.join(", "))
}

fn outline(value: Json<'_>) -> String {
    match value.kind() {
        Kind::Null => "null".to_owned(),
        Kind::Bool(_) => "<boolean>".to_owned(),
        Kind::Number => "<number>".to_owned(),
        Kind::Text { .. } => "<text>".to_owned(),
        Kind::Array(items) if items.is_empty() => "[]".to_owned(),
        Kind::Array(_) => "[…]".to_owned(),
        Kind::Object(members) if members.is_empty() => "{}".to_owned(),
        Kind::Object(_) => "{…}".to_owned(),
    }
}

fn key_text(value: Json<'_>) -> String {
    value.steps().last().map_or_else(String::new, |key| quoted(key))
}

/// A key as it may be shown: names are vocabulary, long ones are data that became keys.
fn quoted(key: &str) -> String {
    if key.chars().count() <= 64 { format!("\"{}\"", crate::text::visible(key)) } else { "\"…\"".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Steps;

    fn seen(text: &str, offset: u64, line: u64, steps: &[&str]) -> Location {
        let sources = [Source::memory("c.jsonl", text.as_bytes().to_vec())];
        let steps = Steps::of(steps.iter().copied());
        Places::new(&sources).locate(&Place::Seen(Seen { file: 0, offset, line, steps }))
    }

    fn shown(location: &Location) -> (String, String) {
        match &location.shown {
            Shown::Excerpt(excerpt) => (excerpt.text.clone(), excerpt.text[excerpt.mark.clone()].to_owned()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_member_of_a_message_has_its_place_and_no_value() {
        let text = "x\n{\"dir\":\"client->server\",\"msg\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"arguments\":{\"é\":1,\"path\":\"secret\"}}}}\n";
        let found = seen(text, 2, 2, &["params", "arguments", "path"]);
        assert_eq!(found.pointer.as_deref(), Some("/params/arguments/path"));
        let start = usize::try_from(found.offset).expect("small");
        assert_eq!(&text[start..start + 6], "\"path\"");
        assert_eq!((found.line, found.column), (2, 117));
        assert_eq!(shown(&found), ("\"arguments\": {\"é\": <number>, \"path\": <text>}".to_owned(), "\"path\"".to_owned()));
        let found = seen(text, 2, 2, &["params", "name"]);
        assert_eq!(shown(&found), ("\"params\": {\"name\": \"a\"}".to_owned(), "\"name\": \"a\"".to_owned()));
        let found = seen(text, 2, 2, &["params", "arguments"]);
        assert_eq!(shown(&found).0, "\"params\": {\"name\": <text>, \"arguments\": {\"é\": <number>, \"path\": <text>}}");
    }

    #[test]
    fn keys_below_a_parameter_may_be_data() {
        let text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"arguments\":{\"rates\":{\"secret\":1}}}}\n";
        let found = seen(text, 0, 1, &["params", "arguments", "rates"]);
        assert_eq!(shown(&found).0, "\"arguments\": {\"rates\": {…}}");
    }

    #[test]
    fn a_place_that_is_gone_is_its_line() {
        let found = seen("not json\n", 0, 1, &["params"]);
        assert_eq!((found.line, found.column, found.pointer), (1, 1, None));
    }
}
