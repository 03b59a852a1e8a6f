//! Text to tree. The grammar is `serde_json`'s: what is refused here, it refuses too, and says why.

use super::tree::{Holder, Kind, Member, Members, Node, NodeId, Span, mark};
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
    let mut build = Build { text: text.as_bytes(), source: text, nodes: Vec::with_capacity(text.len() / 24 + 4), ..Build::default() };
    if build.whole().is_some() {
        return Ok(build.nodes);
    }
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| fault(text, &error))?;
    Err(Fault { message: format!("nested deeper than {DEPTH} levels"), offset: build.reached })
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

/// What stands between the quotes.
fn inside(raw: &str) -> &str {
    raw.get(1..raw.len().saturating_sub(1)).unwrap_or("")
}

/// By byte: neither the end of a string, nor an escape, nor what no string may hold. Most bytes of a text are asked for this.
static PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let mut byte = 0;
    while byte < 0x20 {
        plain[byte] = false;
        byte += 1;
    }
    plain[b'"' as usize] = false;
    plain[b'\\' as usize] = false;
    plain
};

/// Lays nodes over a text. None stands for a text that is no JSON, or is nested too deep: `reached` is the value that was.
#[derive(Default)]
struct Build<'a> {
    text: &'a [u8],
    source: &'a str,
    nodes: Vec<Node>,
    /// Members and items of what is still open, the outermost first.
    members: Vec<Member>,
    items: Vec<NodeId>,
    reached: usize,
}

impl Build<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while matches!(self.byte(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            at += 1;
        }
        at
    }

    fn whole(&mut self) -> Option<()> {
        let start = self.skip_blanks(0);
        let (_, end) = self.value(start, Holder::at(NodeId::ROOT, 0), 0)?;
        (self.skip_blanks(end) == self.text.len()).then_some(())
    }

    /// The end of a string that starts at a quote, and whether it has escapes.
    fn string_end(&self, start: usize) -> Option<(usize, bool)> {
        let mut at = start + 1;
        let mut escapes = false;
        loop {
            at += self.text.get(at..)?.iter().position(|byte| !PLAIN[usize::from(*byte)])?;
            match self.byte(at)? {
                b'"' => return Some((at + 1, escapes)),
                b'\\' => {
                    escapes = true;
                    at += match self.byte(at + 1)? {
                        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
                        b'u' if self.text.get(at + 2..at + 6)?.iter().all(u8::is_ascii_hexdigit) => 6,
                        _ => return None,
                    };
                }
                _ => return None,
            }
        }
    }

    /// The end of at least one digit.
    fn digits(&self, start: usize) -> Option<usize> {
        let mut at = start;
        while self.byte(at).is_some_and(|byte| byte.is_ascii_digit()) {
            at += 1;
        }
        (at > start).then_some(at)
    }

    fn number_end(&self, start: usize) -> Option<usize> {
        let first = start + usize::from(self.byte(start) == Some(b'-'));
        let mut at = if self.byte(first) == Some(b'0') { first + 1 } else { self.digits(first)? };
        if self.byte(at) == Some(b'.') {
            at = self.digits(at + 1)?;
        }
        if matches!(self.byte(at), Some(b'e' | b'E')) {
            let signed = matches!(self.byte(at + 1), Some(b'+' | b'-'));
            at = self.digits(at + 1 + usize::from(signed))?;
        }
        Some(at)
    }

    fn word(&self, start: usize, word: &str, kind: Kind) -> Option<(Kind, usize)> {
        let end = start + word.len();
        (self.text.get(start..end)? == word.as_bytes()).then_some((kind, end))
    }

    fn raw(&self, span: Span) -> &str {
        self.source.get(span.start..span.end).unwrap_or("")
    }

    /// Lays the value that starts at a byte; gives its node and the byte after it.
    fn value(&mut self, start: usize, holder: Holder, depth: usize) -> Option<(NodeId, usize)> {
        self.reached = start;
        if depth > DEPTH {
            return None;
        }
        let id = NodeId::at(self.nodes.len());
        self.nodes.push(Node { span: Span { start, end: start }, holder, kind: Kind::Null });
        let (kind, end) = match self.byte(start)? {
            b'{' => self.object(start, id, depth)?,
            b'[' => self.array(start, id, depth)?,
            b'"' => self.text(start)?,
            b't' => self.word(start, "true", Kind::Bool(true))?,
            b'f' => self.word(start, "false", Kind::Bool(false))?,
            b'n' => self.word(start, "null", Kind::Null)?,
            _ => (Kind::Number, self.number_end(start)?),
        };
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.kind = kind;
            node.span.end = end;
        }
        Some((id, end))
    }

    fn text(&self, start: usize) -> Option<(Kind, usize)> {
        let (end, escapes) = self.string_end(start)?;
        if !escapes {
            return Some((Kind::Text { decoded: None, lone_surrogate: false }, end));
        }
        let (text, lone_surrogate) = decode(self.raw(Span { start, end }));
        Some((Kind::Text { decoded: Some(text.into_boxed_str()), lone_surrogate }, end))
    }

    fn object(&mut self, start: usize, id: NodeId, depth: usize) -> Option<(Kind, usize)> {
        let first = self.members.len();
        let mut marks = 0;
        let mut at = self.skip_blanks(start + 1);
        let mut more = self.byte(at)? != b'}';
        while more {
            if self.byte(at)? != b'"' {
                return None;
            }
            let (end, escapes) = self.string_end(at)?;
            let key_span = Span { start: at, end };
            let raw = self.raw(key_span);
            let decoded = escapes.then(|| decode(raw).0.into_boxed_str());
            marks |= mark(decoded.as_deref().unwrap_or_else(|| inside(raw)));
            let colon = self.skip_blanks(end);
            if self.byte(colon)? != b':' {
                return None;
            }
            let (value, end) = self.value(self.skip_blanks(colon + 1), Holder::at(id, self.members.len() - first), depth + 1)?;
            self.members.push(Member { decoded, key_span, value });
            (at, more) = self.next(end, b'}')?;
        }
        Some((Kind::Object(Members::new(self.members.drain(first..).collect(), marks)), at + 1))
    }

    fn array(&mut self, start: usize, id: NodeId, depth: usize) -> Option<(Kind, usize)> {
        let first = self.items.len();
        let mut at = self.skip_blanks(start + 1);
        let mut more = self.byte(at)? != b']';
        while more {
            let (value, end) = self.value(at, Holder::at(id, self.items.len() - first), depth + 1)?;
            self.items.push(value);
            (at, more) = self.next(end, b']')?;
        }
        Some((Kind::Array(self.items.drain(first..).collect()), at + 1))
    }

    /// What follows the member or item that ends here: the start of another one, or the bracket that closes.
    fn next(&self, end: usize, close: u8) -> Option<(usize, bool)> {
        let at = self.skip_blanks(end);
        match self.byte(at)? {
            b',' => Some((self.skip_blanks(at + 1), true)),
            byte if byte == close => Some((at, false)),
            _ => None,
        }
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
            Kind::Object(members) => {
                let key = |m: &Member| match &m.decoded {
                    Some(key) => key.to_string(),
                    None => text[m.key_span.start + 1..m.key_span.end - 1].to_owned(),
                };
                Value::Object(members.iter().map(|m| (key(m), rebuild(text, nodes, m.value))).collect())
            }
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

    fn is_json(text: &str) -> bool {
        serde_json::from_str::<IgnoredAny>(text).is_ok()
    }

    #[test]
    fn numbers_and_escapes() {
        for text in [
            "0",
            "-0",
            "-",
            "01",
            "1.",
            ".5",
            "1.5",
            "1e5",
            "1E+05",
            "1e",
            "1e+",
            "-1.0e-0",
            "+1",
            "1.5.5",
            "0x1",
            "NaN",
            "1e400",
            "00",
            r#""\u12aF""#,
            r#""\u12g0""#,
            r#""\u123""#,
            r#""\x""#,
            r#""\ud800""#,
            "\"\u{1f}\"",
            "\"\u{7f}\"",
            "\"",
            r#""\""#,
            "tru",
            "truee",
            "nul",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "{a:1}",
            "{\"a\"}",
            "{}",
            "[]",
            " [ ] ",
            "\u{c}[]",
            "[] x",
            "",
        ] {
            assert_eq!(parse(text).is_ok(), is_json(text), "{text}");
        }
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
            prop_assert_eq!(parse(&text).is_ok(), is_json(&text));
        }

        #[test]
        fn the_grammar_is_the_judges(text in r#"[\[\]{}",:\\/a-fnrtu0-9eE+.\- \x00-\x20tfalsenul]{0,24}"#) {
            prop_assert_eq!(parse(&text).is_ok(), is_json(&text));
        }

        #[test]
        fn what_is_nearly_json_is_judged_alike(value in value(), at: usize, byte in r#"[\[\]{}",:\\u0-9eE+.\- \x00-\x1F]"#) {
            let mut text: Vec<char> = value.to_string().chars().collect();
            let at = at % text.len();
            text[at] = byte.chars().next().expect("one");
            let text: String = text.into_iter().collect();
            prop_assert_eq!(parse(&text).is_ok(), is_json(&text));
        }
    }
}
