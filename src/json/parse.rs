//! Text to tree. The grammar is `serde_json`'s: it judges the whole text first, and the nodes are laid over what it accepted.

use super::tree::{Kind, Member, Node, NodeId, Span};
use serde::de::IgnoredAny;

/// Nesting that is still read: what `serde_json` itself builds.
const DEPTH: usize = 127;

/// Why a text is not JSON, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) offset: usize,
}

/// All nodes of a text, the root first.
pub(crate) fn parse(text: &str) -> Result<Vec<Node>, Fault> {
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| fault(text, &error))?;
    let mut build = Build { text: text.as_bytes(), source: text, nodes: Vec::with_capacity(text.len() / 24 + 4) };
    let start = build.skip_blanks(0);
    build.value(start, None, 0)?;
    Ok(build.nodes)
}

/// The text that a JSON string stands for. A lone surrogate is legal JSON text: it becomes U+FFFD, and the flag says so.
pub(crate) fn decode(raw: &str) -> (String, bool) {
    match serde_json::from_str::<String>(raw) {
        Ok(text) => (text, false),
        Err(_) => (decode_lossy(raw), true),
    }
}

/// Decodes what only a lone surrogate keeps from being decoded.
fn decode_lossy(raw: &str) -> String {
    let inner = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(raw);
    let mut units: Vec<u16> = Vec::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            continue;
        }
        let plain = match chars.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('u') => {
                let digits: String = chars.by_ref().take(4).collect();
                units.push(u16::from_str_radix(&digits, 16).unwrap_or(0xFFFD));
                continue;
            }
            Some(other) => other,
            None => break,
        };
        units.extend_from_slice(plain.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16_lossy(&units)
}

fn fault(text: &str, error: &serde_json::Error) -> Fault {
    // serde_json counts lines from 1 and bytes within a line.
    let start = match error.line() {
        0 | 1 => 0,
        line => memchr::memchr_iter(b'\n', text.as_bytes()).nth(line - 2).map_or(text.len(), |at| at + 1),
    };
    let mut offset = (start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let full = error.to_string();
    let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(head, _)| head).to_owned();
    Fault { message, offset }
}

/// Lays nodes over a text that is known to be JSON: every step may rely on the grammar.
struct Build<'a> {
    text: &'a [u8],
    source: &'a str,
    nodes: Vec<Node>,
}

impl Build<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(b' ')
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while self.text.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    }

    /// The end of a string that starts at a quote.
    fn string_end(&self, start: usize) -> usize {
        let mut at = start + 1;
        while let Some(found) = memchr::memchr2(b'"', b'\\', self.text.get(at..).unwrap_or(&[])) {
            at += found;
            if self.byte(at) == b'"' {
                return at + 1;
            }
            at += 2;
        }
        self.text.len()
    }

    fn scalar_end(&self, mut at: usize) -> usize {
        while self.text.get(at).is_some_and(|byte| !matches!(byte, b',' | b'}' | b']') && !byte.is_ascii_whitespace()) {
            at += 1;
        }
        at
    }

    fn raw(&self, span: Span) -> &str {
        self.source.get(span.start..span.end).unwrap_or("")
    }

    /// Lays the value that starts at a byte; gives its node and the byte after it.
    fn value(&mut self, start: usize, parent: Option<NodeId>, depth: usize) -> Result<(NodeId, usize), Fault> {
        if depth > DEPTH {
            return Err(Fault { message: format!("nested deeper than {DEPTH} levels"), offset: start });
        }
        let id = NodeId::at(self.nodes.len());
        self.nodes.push(Node { span: Span { start, end: start }, parent, kind: Kind::Null });
        let (kind, end) = match self.byte(start) {
            b'{' => self.object(start, id, depth)?,
            b'[' => self.array(start, id, depth)?,
            b'"' => {
                let end = self.string_end(start);
                let raw = self.raw(Span { start, end });
                let kind = if raw.contains('\\') {
                    let (text, lone_surrogate) = decode(raw);
                    Kind::Text { decoded: Some(text.into_boxed_str()), lone_surrogate }
                } else {
                    Kind::Text { decoded: None, lone_surrogate: false }
                };
                (kind, end)
            }
            first => {
                let kind = match first {
                    b't' => Kind::Bool(true),
                    b'f' => Kind::Bool(false),
                    b'n' => Kind::Null,
                    _ => Kind::Number,
                };
                (kind, self.scalar_end(start))
            }
        };
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.kind = kind;
            node.span.end = end;
        }
        Ok((id, end))
    }

    fn object(&mut self, start: usize, id: NodeId, depth: usize) -> Result<(Kind, usize), Fault> {
        let mut members = Vec::new();
        let mut at = self.skip_blanks(start + 1);
        while self.byte(at) == b'"' {
            let key_span = Span { start: at, end: self.string_end(at) };
            let raw = self.raw(key_span);
            let key = if raw.contains('\\') { decode(raw).0 } else { raw.trim_matches('"').to_owned() };
            let colon = self.skip_blanks(key_span.end);
            let (value, end) = self.value(self.skip_blanks(colon + 1), Some(id), depth + 1)?;
            members.push(Member { key: key.into_boxed_str(), key_span, value });
            at = self.skip_blanks(end);
            if self.byte(at) == b',' {
                at = self.skip_blanks(at + 1);
            }
        }
        Ok((Kind::Object(members.into_boxed_slice()), at + 1))
    }

    fn array(&mut self, start: usize, id: NodeId, depth: usize) -> Result<(Kind, usize), Fault> {
        let mut items = Vec::new();
        let mut at = self.skip_blanks(start + 1);
        while at < self.text.len() && self.byte(at) != b']' {
            let (value, end) = self.value(at, Some(id), depth + 1)?;
            items.push(value);
            at = self.skip_blanks(end);
            if self.byte(at) == b',' {
                at = self.skip_blanks(at + 1);
            }
        }
        Ok((Kind::Array(items.into_boxed_slice()), at + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn rebuild(text: &str, nodes: &[Node], id: NodeId) -> Value {
        let node = &nodes[id.index()];
        let raw = &text[node.span.start..node.span.end];
        match &node.kind {
            Kind::Object(members) => Value::Object(members.iter().map(|m| (m.key.to_string(), rebuild(text, nodes, m.value))).collect()),
            Kind::Array(items) => Value::Array(items.iter().map(|item| rebuild(text, nodes, *item)).collect()),
            _ => serde_json::from_str(raw).expect(raw),
        }
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i32>().prop_map(Value::from),
            any::<f32>().prop_filter("JSON has no infinity", |n| n.is_finite()).prop_map(Value::from),
            ".*".prop_map(Value::String),
        ];
        leaf.prop_recursive(4, 64, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
                prop::collection::vec((".*", inner), 0..6).prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_tree_is_what_the_text_says(value in value(), pretty: bool) {
            let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.expect("JSON");
            let nodes = parse(&text).expect("JSON");
            prop_assert_eq!(rebuild(&text, &nodes, NodeId::ROOT), value);
        }

        #[test]
        fn no_text_breaks_it(text in ".{0,200}") {
            let ours = parse(&text).is_ok();
            prop_assert_eq!(ours, serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok());
        }
    }
}
