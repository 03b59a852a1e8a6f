//! Text to tree. The grammar is `serde_json`'s; the spans are where its `RawValue`s lie in the text.

use super::tree::{Kind, Member, Node, NodeId, Span};
use serde::de::{Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Nesting that is still read. `serde_json` itself refuses to build a value that is deeper.
const DEPTH: usize = 127;

/// Why a text is not JSON, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) offset: usize,
}

/// All nodes of a text, the root first.
pub(crate) fn parse(text: &str) -> Result<Vec<Node>, Fault> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| fault(text, &error))?;
    let mut build = Build { base: text.as_ptr() as usize, nodes: Vec::with_capacity(text.len() / 24 + 4) };
    build.value(raw.get(), None, 0)?;
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

struct Build {
    base: usize,
    nodes: Vec<Node>,
}

impl Build {
    fn span(&self, raw: &str) -> Span {
        let start = raw.as_ptr() as usize - self.base;
        Span { start, end: start + raw.len() }
    }

    fn value(&mut self, raw: &str, parent: Option<NodeId>, depth: usize) -> Result<NodeId, Fault> {
        let span = self.span(raw);
        if depth > DEPTH {
            return Err(Fault { message: format!("nested deeper than {DEPTH} levels"), offset: span.start });
        }
        let id = NodeId::at(self.nodes.len());
        self.nodes.push(Node { span, parent, kind: Kind::Null });
        let inside = |error: serde_json::Error| Fault { message: error.to_string(), offset: span.start };
        let kind = match raw.as_bytes().first() {
            Some(b'{') => {
                let mut from = serde_json::Deserializer::from_str(raw);
                let pairs = from.deserialize_map(Pairs).map_err(inside)?;
                let mut members = Vec::with_capacity(pairs.len());
                for (key, value) in pairs {
                    let name = if key.get().contains('\\') { decode(key.get()).0 } else { key.get().trim_matches('"').to_owned() };
                    let key_span = self.span(key.get());
                    let value = self.value(value.get(), Some(id), depth + 1)?;
                    members.push(Member { key: name.into_boxed_str(), key_span, value });
                }
                Kind::Object(members.into_boxed_slice())
            }
            Some(b'[') => {
                let mut from = serde_json::Deserializer::from_str(raw);
                let items = from.deserialize_seq(Items).map_err(inside)?;
                let mut ids = Vec::with_capacity(items.len());
                for item in items {
                    ids.push(self.value(item.get(), Some(id), depth + 1)?);
                }
                Kind::Array(ids.into_boxed_slice())
            }
            Some(b'"') => {
                if raw.contains('\\') {
                    let (text, lone_surrogate) = decode(raw);
                    Kind::Text { decoded: Some(text.into_boxed_str()), lone_surrogate }
                } else {
                    Kind::Text { decoded: None, lone_surrogate: false }
                }
            }
            Some(b't') => Kind::Bool(true),
            Some(b'f') => Kind::Bool(false),
            Some(b'n') => Kind::Null,
            _ => Kind::Number,
        };
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.kind = kind;
        }
        Ok(id)
    }
}

struct Pairs;

impl<'de> Visitor<'de> for Pairs {
    type Value = Vec<(&'de RawValue, &'de RawValue)>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut out = Vec::new();
        while let Some(pair) = map.next_entry()? {
            out.push(pair);
        }
        Ok(out)
    }
}

struct Items;

impl<'de> Visitor<'de> for Items {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut out = Vec::new();
        while let Some(item) = seq.next_element()? {
            out.push(item);
        }
        Ok(out)
    }
}
