//! The tree over a text, and the view through which every other room reads it.

use super::lines::{Lines, Position};
use super::parse::{self, Fault};
use super::pointer;
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// Bytes within the text of one [`Doc`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub(crate) const ROOT: Self = Self(0);

    pub(super) fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// How far behind another value this one lies in the text; none where it lies before.
    pub(crate) fn after(self, other: Self) -> Option<usize> {
        self.index().checked_sub(other.index())
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(super) span: Span,
    pub(super) holder: Holder,
    pub(super) kind: Kind,
}

/// What holds a value, and at which place among its members or items.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holder {
    /// The root holds itself.
    pub(super) node: NodeId,
    pub(super) place: u32,
}

impl Holder {
    pub(super) fn at(node: NodeId, place: usize) -> Self {
        Self { node, place: u32::try_from(place).unwrap_or(u32::MAX) }
    }
}

#[derive(Debug)]
pub(crate) enum Kind {
    Null,
    Bool(bool),
    /// Its text is its span.
    Number,
    /// `decoded` is kept only where the text has escapes.
    Text {
        decoded: Option<Box<str>>,
        lone_surrogate: bool,
    },
    Array(Box<[NodeId]>),
    Object(Members),
}

/// The members of an object, in order, duplicates included.
#[derive(Debug)]
pub(crate) struct Members {
    list: Box<[Member]>,
    /// The marks of all keys: most questions for a key are answered by its mark alone.
    marks: u64,
}

impl Members {
    pub(super) fn new(list: Box<[Member]>, marks: u64) -> Self {
        Self { list, marks }
    }

    /// Surely no key stands twice. False says nothing.
    fn are_distinct(&self) -> bool {
        self.marks.count_ones() as usize == self.list.len()
    }
}

impl std::ops::Deref for Members {
    type Target = [Member];

    fn deref(&self) -> &[Member] {
        &self.list
    }
}

/// Which keys some objects may hold: a yes may be wrong, a no is not.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Keys(u64);

impl Keys {
    pub(crate) fn add(&mut self, object: Json<'_>) {
        self.0 |= object.marks();
    }

    pub(crate) fn may_hold(self, key: &str) -> bool {
        self.0 & mark(key) != 0
    }
}

/// One bit of 64 that stands for a key. Equal keys have equal marks; unequal ones seldom.
#[inline]
pub(super) fn mark(key: &str) -> u64 {
    let bytes = key.as_bytes();
    let ends = |at: Option<&u8>| at.copied().map_or(0, usize::from);
    1 << ((bytes.len() * 7 + ends(bytes.first()) * 5 + ends(bytes.last()) * 11) & 63)
}

#[derive(Debug)]
pub(crate) struct Member {
    /// Kept only where the text has escapes.
    pub(super) decoded: Option<Box<str>>,
    pub(super) key_span: Span,
    pub(crate) value: NodeId,
}

/// Which part of a member a place points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Part {
    Key,
    Value,
}

/// Where a text lies in the file that holds it: a whole file starts at byte 0 of line 1, a message of a capture further down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) offset: u64,
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl Default for Origin {
    fn default() -> Self {
        Self { offset: 0, line: 1, column: 1 }
    }
}

/// One JSON text with its tree.
#[derive(Debug)]
pub(crate) struct Doc {
    /// The file as shown: relative, with `/`.
    pub(crate) file: Arc<str>,
    pub(crate) origin: Origin,
    text: Box<str>,
    nodes: Vec<Node>,
    lines: OnceLock<Lines>,
}

impl Doc {
    pub(crate) fn parse(file: Arc<str>, text: impl Into<Box<str>>, origin: Origin) -> Result<Arc<Self>, Fault> {
        let text = text.into();
        let nodes = parse::parse(&text)?;
        Ok(Arc::new(Self { file, origin, text, nodes, lines: OnceLock::new() }))
    }

    pub(crate) fn root(&self) -> Json<'_> {
        Json { doc: self, id: NodeId::ROOT }
    }

    pub(crate) fn at(&self, id: NodeId) -> Json<'_> {
        Json { doc: self, id }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A key as it is read.
    fn key<'a>(&'a self, member: &'a Member) -> &'a str {
        match &member.decoded {
            Some(key) => key,
            None => self.text.get(member.key_span.start + 1..member.key_span.end.saturating_sub(1)).unwrap_or(""),
        }
    }

    fn has_key(&self, member: &Member, key: &str) -> bool {
        let Span { start, end } = member.key_span;
        match &member.decoded {
            Some(known) => **known == *key,
            // The length tells most keys apart before the text is touched.
            None => end - start == key.len() + 2 && self.text.as_bytes().get(start + 1..end - 1) == Some(key.as_bytes()),
        }
    }

    /// Does a key stand twice in one of its objects?
    pub(crate) fn repeats_keys(&self) -> bool {
        let mut seen = FxHashSet::default();
        self.nodes.iter().any(|node| match &node.kind {
            Kind::Object(members) if !members.are_distinct() => {
                seen.clear();
                !members.iter().all(|member| seen.insert(self.key(member)))
            }
            _ => false,
        })
    }

    /// Line and column, in the file, of a byte of this text.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let lines = self.lines.get_or_init(|| Lines::of(&self.text));
        let here = lines.position(&self.text, offset);
        let column = if here.line == 1 { here.column + self.origin.column - 1 } else { here.column };
        Position { line: here.line + self.origin.line - 1, column }
    }
}

/// A view of one value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json<'a> {
    doc: &'a Doc,
    id: NodeId,
}

impl<'a> Json<'a> {
    pub(crate) fn id(self) -> NodeId {
        self.id
    }

    pub(crate) fn doc(self) -> &'a Doc {
        self.doc
    }

    fn node(self) -> &'a Node {
        // Ids come from this tree alone; the root stands in for one that would not.
        self.doc.nodes.get(self.id.index()).unwrap_or(&NOTHING)
    }

    pub(crate) fn kind(self) -> &'a Kind {
        &self.node().kind
    }

    pub(crate) fn span(self) -> Span {
        self.node().span
    }

    /// The text as it stands in the file.
    pub(crate) fn raw(self) -> &'a str {
        let Span { start, end } = self.span();
        self.doc.text.get(start..end).unwrap_or("")
    }

    pub(crate) fn parent(self) -> Option<Json<'a>> {
        (self.id != NodeId::ROOT).then(|| Json { id: self.node().holder.node, ..self })
    }

    /// The member that holds this value, if an object does.
    fn member(self) -> Option<&'a Member> {
        self.parent()?.members().get(self.node().holder.place as usize)
    }

    /// The key under which this value stands, if an object holds it.
    pub(crate) fn key(self) -> Option<&'a str> {
        self.member().map(|member| self.doc.key(member))
    }

    pub(crate) fn members(self) -> &'a [Member] {
        match self.kind() {
            Kind::Object(members) => members,
            _ => &[],
        }
    }

    /// The members as pairs, in order, duplicates included.
    pub(crate) fn entries(self) -> impl DoubleEndedIterator<Item = (&'a str, Json<'a>)> + 'a {
        self.members().iter().map(move |m| (self.doc.key(m), Json { doc: self.doc, id: m.value }))
    }

    /// The values that stand directly in this one, of an object or an array.
    pub(crate) fn values(self) -> impl Iterator<Item = Json<'a>> + 'a {
        self.items().chain(self.members().iter().map(move |member| Json { doc: self.doc, id: member.value }))
    }

    /// The value under a key: the last one, as parsers take it.
    #[inline]
    pub(crate) fn get(self, key: &str) -> Option<Json<'a>> {
        match self.kind() {
            Kind::Object(members) if members.marks & mark(key) != 0 => self.find(members, key),
            _ => None,
        }
    }

    fn find(self, members: &'a Members, key: &str) -> Option<Json<'a>> {
        members.iter().rev().find(|m| self.doc.has_key(m, key)).map(|m| Json { id: m.value, ..self })
    }

    /// The marks of its keys.
    fn marks(self) -> u64 {
        match self.kind() {
            Kind::Object(members) => members.marks,
            _ => 0,
        }
    }

    /// Surely no key stands twice. False says nothing.
    pub(crate) fn has_distinct_keys(self) -> bool {
        match self.kind() {
            Kind::Object(members) => members.are_distinct(),
            _ => true,
        }
    }

    #[inline]
    pub(crate) fn has(self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(crate) fn items(self) -> impl DoubleEndedIterator<Item = Json<'a>> + ExactSizeIterator + 'a {
        let ids: &'a [NodeId] = match self.kind() {
            Kind::Array(ids) => ids,
            _ => &[],
        };
        ids.iter().map(move |id| Json { doc: self.doc, id: *id })
    }

    pub(crate) fn text(self) -> Option<&'a str> {
        match self.kind() {
            Kind::Text { decoded: Some(text), .. } => Some(text),
            Kind::Text { decoded: None, .. } => {
                let raw = self.raw();
                raw.get(1..raw.len().saturating_sub(1))
            }
            _ => None,
        }
    }

    pub(crate) fn bool(self) -> Option<bool> {
        match self.kind() {
            Kind::Bool(it) => Some(*it),
            _ => None,
        }
    }

    pub(crate) fn is_object(self) -> bool {
        matches!(self.kind(), Kind::Object(_))
    }

    pub(crate) fn is_array(self) -> bool {
        matches!(self.kind(), Kind::Array(_))
    }

    pub(crate) fn is_null(self) -> bool {
        matches!(self.kind(), Kind::Null)
    }

    /// What JSON calls this kind of value.
    pub(crate) fn kind_name(self) -> &'static str {
        match self.kind() {
            Kind::Null => "null",
            Kind::Bool(_) => "boolean",
            Kind::Number => "number",
            Kind::Text { .. } => "string",
            Kind::Array(_) => "array",
            Kind::Object(_) => "object",
        }
    }

    /// Steps through objects and arrays.
    pub(crate) fn step(self, step: &str) -> Option<Json<'a>> {
        match self.kind() {
            Kind::Object(_) => self.get(step),
            Kind::Array(ids) => step.parse::<usize>().ok().and_then(|i| ids.get(i)).map(|id| Json { id: *id, ..self }),
            _ => None,
        }
    }

    /// The plain value, duplicates resolved as parsers do. Null where a reader would refuse it (a lone surrogate, a huge number).
    pub(crate) fn value(self) -> serde_json::Value {
        serde_json::from_str(self.raw()).unwrap_or(serde_json::Value::Null)
    }

    /// The span of the key that holds this value, if an object does.
    pub(crate) fn key_span(self) -> Option<Span> {
        self.member().map(|member| member.key_span)
    }

    /// This value and all that hold it, but not the root, from the root down.
    fn path(self) -> Vec<Json<'a>> {
        let mut path = Vec::with_capacity(8);
        let mut here = self;
        while let Some(parent) = here.parent() {
            path.push(here);
            here = parent;
        }
        path.reverse();
        path
    }

    /// The steps from the root down.
    pub(crate) fn steps(self) -> Vec<String> {
        self.path().into_iter().map(|here| here.key().map_or_else(|| here.node().holder.place.to_string(), str::to_owned)).collect()
    }

    pub(crate) fn pointer(self) -> String {
        let mut out = String::with_capacity(64);
        for here in self.path() {
            match here.key() {
                Some(key) => pointer::push(&mut out, key),
                None => pointer::push(&mut out, &here.node().holder.place.to_string()),
            }
        }
        out
    }
}

static NOTHING: Node = Node { span: Span { start: 0, end: 0 }, holder: Holder { node: NodeId::ROOT, place: 0 }, kind: Kind::Null };

#[cfg(test)]
mod tests {
    use super::*;

    fn doc(text: &str) -> Arc<Doc> {
        Doc::parse("t.json".into(), text, Origin::default()).expect("JSON")
    }

    #[test]
    fn keys_and_values_have_their_spans() {
        let text = "{\n  \"a\\u0062\": [1, {\"c\": \"ä\"}]\n}";
        let doc = doc(text);
        let c = doc.root().get("ab").and_then(|a| a.step("1")).and_then(|o| o.get("c")).expect("c");
        assert_eq!(c.text(), Some("ä"));
        assert_eq!(c.raw(), "\"ä\"");
        assert_eq!(c.pointer(), "/ab/1/c");
        let key = c.key_span().expect("key");
        assert_eq!(&text[key.start..key.end], "\"c\"");
        assert_eq!(doc.position(key.start), Position { line: 2, column: 19 });
    }

    #[test]
    fn duplicates_are_kept_and_the_last_is_read() {
        let doc = doc(r#"{"a":1,"\u0061":2}"#);
        assert_eq!(doc.root().members().len(), 2);
        assert_eq!(doc.root().get("a").map(Json::raw), Some("2"));
    }

    #[test]
    fn a_lone_surrogate_is_text_and_says_so() {
        let doc = doc(r#"["\ud800x"]"#);
        let item = doc.root().step("0").expect("item");
        assert_eq!(item.text(), Some("\u{FFFD}x"));
        assert!(matches!(item.kind(), Kind::Text { lone_surrogate: true, .. }));
    }

    #[test]
    fn depth_is_bounded_and_faults_have_places() {
        let deep = "[".repeat(10_000) + &"]".repeat(10_000);
        let fault = Doc::parse("t".into(), deep, Origin::default()).expect_err("too deep");
        assert_eq!(fault, Fault { message: "nested deeper than 127 levels".into(), offset: 128 });
        let fault = Doc::parse("t".into(), "{\n \"a\": ,}", Origin::default()).expect_err("no JSON");
        assert_eq!(fault, Fault { message: "expected value".into(), offset: 8 });
    }

    #[test]
    fn places_of_a_message_count_from_its_origin() {
        let origin = Origin { offset: 100, line: 7, column: 20 };
        let doc = Doc::parse("c.jsonl".into(), r#"{"a": 1}"#, origin).expect("JSON");
        assert_eq!(doc.position(1), Position { line: 7, column: 21 });
    }
}
