//! `$ref` to the schema that it names, inside one document. Nothing is ever fetched: what leads out of the document leads nowhere.

use super::dialect::Dialect;
use super::keywords;
use crate::json::{Json, NodeId};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

/// Hops that a chain of bare references may take.
const HOPS: usize = 64;

/// Objects with more members than this are searched through an index.
const LARGE: usize = 48;

/// The place in `root` that a reference names.
pub(crate) fn resolve<'a>(root: Json<'a>, reference: &str) -> Option<Json<'a>> {
    Refs::new(root).resolve(reference)
}

/// The place in `root` that a JSON pointer names.
pub(crate) fn locate<'a>(root: Json<'a>, pointer: &str) -> Option<Json<'a>> {
    let refs = Refs::new(root);
    pointer.split('/').skip(1).try_fold(root, |here, step| refs.step(here, step))
}

/// Resolves the references of one document; what it must search for is indexed once, and only when asked for.
pub(super) struct Refs<'a> {
    root: Json<'a>,
    names: OnceCell<FxHashMap<String, Json<'a>>>,
    large: RefCell<FxHashMap<NodeId, FxHashMap<&'a str, Json<'a>>>>,
}

impl<'a> Refs<'a> {
    pub(super) fn new(root: Json<'a>) -> Self {
        Self { root, names: OnceCell::new(), large: RefCell::new(FxHashMap::default()) }
    }

    pub(super) fn resolve(&self, reference: &str) -> Option<Json<'a>> {
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let start = if base.is_empty() { self.root } else { self.by_id(base)? };
        match fragment {
            "" => Some(start),
            pointer if pointer.starts_with('/') => {
                percent_decode(pointer).split('/').skip(1).try_fold(start, |here, step| self.step(here, step))
            }
            anchor => self.names().get(&format!("#{anchor}")).copied(),
        }
    }

    /// Where the `$ref` of this schema leads, if it has one.
    pub(super) fn follow(&self, node: Json<'a>) -> Option<Json<'a>> {
        // The dynamic kinds differ from `$ref` only where documents are combined.
        let reference = ["$ref", "$dynamicRef", "$recursiveRef"].iter().find_map(|keyword| node.get(keyword)?.text())?;
        self.resolve(reference)
    }

    /// The schema behind a chain of references; the last one reached where the chain is circular or broken.
    pub(super) fn end(&self, node: Json<'a>) -> Json<'a> {
        let mut here = node;
        for _ in 0..HOPS {
            match self.follow(here) {
                Some(next) => here = next,
                None => break,
            }
        }
        here
    }

    fn step(&self, here: Json<'a>, escaped: &str) -> Option<Json<'a>> {
        let step = if escaped.contains('~') { Cow::Owned(escaped.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(escaped) };
        if here.members().len() <= LARGE {
            return here.step(&step);
        }
        let mut large = self.large.borrow_mut();
        large.entry(here.id()).or_insert_with(|| here.entries().collect()).get(&*step).copied()
    }

    fn by_id(&self, base: &str) -> Option<Json<'a>> {
        let names = self.names();
        names.get(base).or_else(|| names.get(&beside(self.root_id()?, base))).copied()
    }

    fn root_id(&self) -> Option<&'a str> {
        self.root.get(Dialect::of(self.root).id_keyword())?.text()
    }

    /// Anchors under `#name`, identifiers as they are written and as they read beside the document's own.
    fn names(&self) -> &FxHashMap<String, Json<'a>> {
        self.names.get_or_init(|| {
            let keyword = Dialect::of(self.root).id_keyword();
            let root_id = self.root_id();
            let mut names = FxHashMap::default();
            let mut open = vec![self.root];
            while let Some(node) = open.pop() {
                for anchor in ["$anchor", "$dynamicAnchor"].iter().filter_map(|keyword| node.get(keyword)?.text()) {
                    names.entry(format!("#{anchor}")).or_insert(node);
                }
                if let Some(id) = node.get(keyword).and_then(Json::text) {
                    // Up to draft-07 an identifier that is a bare fragment is an anchor.
                    let id = if id.starts_with('#') { id } else { id.trim_end_matches('#') };
                    names.entry(id.to_owned()).or_insert(node);
                    if let Some(root_id) = root_id {
                        names.entry(beside(root_id, id)).or_insert(node);
                    }
                }
                keywords::children(node, &mut |_, child| open.push(child));
            }
            names
        })
    }
}

/// A relative reference beside an absolute one: the last segment is replaced.
fn beside(base: &str, relative: &str) -> String {
    if relative.contains("://") || relative.starts_with('#') {
        return relative.to_owned();
    }
    base.rsplit_once('/').map_or_else(|| relative.to_owned(), |(head, _)| format!("{head}/{relative}"))
}

fn percent_decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let escaped = tail.get(..2).filter(|_| byte == b'%').and_then(|hex| {
            let hex = std::str::from_utf8(hex).ok().filter(|hex| hex.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
            u8::from_str_radix(hex, 16).ok()
        });
        out.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    #[test]
    fn references_lead_to_places() {
        let text = r#"{"$id":"https://example.com/schemas/root.json","$defs":{
            "Plain":{"type":"string"},"a/b":{},"m~n":{},"per cent":{},"ü":{},"100%":{},
            "Named":{"$anchor":"here"},"Inner":{"$id":"inner.json","$defs":{"X":{}}},"Far":{"$id":"https://example.org/far"}},
            "properties":{"list":{"items":[{},{"type":"null"}]},"$id":{"$anchor":"odd"}},"enum":[{"$anchor":"data"}]}"#;
        let doc = doc(text);
        for (reference, want) in [
            ("#", Some("")),
            ("", Some("")),
            ("#/$defs/Plain", Some("/$defs/Plain")),
            ("#/%24defs/Plain", Some("/$defs/Plain")),
            ("#/$defs/a~1b", Some("/$defs/a~1b")),
            ("#/$defs/m~0n", Some("/$defs/m~0n")),
            ("#/$defs/per%20cent", Some("/$defs/per cent")),
            ("#/$defs/%C3%BC", Some("/$defs/ü")),
            ("#/$defs/100%", Some("/$defs/100%")),
            ("#/properties/list/items/1", Some("/properties/list/items/1")),
            ("#here", Some("/$defs/Named")),
            ("#odd", Some("/properties/$id")),
            ("#data", None),
            ("inner.json", Some("/$defs/Inner")),
            ("https://example.com/schemas/inner.json#/$defs/X", Some("/$defs/Inner/$defs/X")),
            ("https://example.org/far", Some("/$defs/Far")),
            ("https://example.com/schemas/root.json#/$defs/Plain", Some("/$defs/Plain")),
            ("https://example.com/other.json", None),
            ("file:///etc/hosts", None),
            ("#/$defs/Missing", None),
            ("#/properties/list/items/9", None),
            ("#nowhere", None),
        ] {
            assert_eq!(resolve(doc.root(), reference).map(Json::pointer).as_deref(), want, "{reference}");
        }
    }

    #[test]
    fn pointers_are_no_uris() {
        let doc = doc(r#"{"a/b":{"50%25":[{}]}}"#);
        for (pointer, want) in [("", Some("")), ("/a~1b/50%25/0", Some("/a~1b/50%25/0")), ("/a~1b/50%", None), ("/a", None)] {
            assert_eq!(locate(doc.root(), pointer).map(Json::pointer).as_deref(), want, "{pointer}");
        }
    }

    #[test]
    fn old_identifiers_are_anchors_too() {
        let seven = doc(r##"{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"$id":"#x"}}}"##);
        assert_eq!(resolve(seven.root(), "#x").map(Json::pointer).as_deref(), Some("/definitions/a"));
        let four = doc(r##"{"$schema":"http://json-schema.org/draft-04/schema#","definitions":{"a":{"id":"#x"}}}"##);
        assert_eq!(resolve(four.root(), "#x").map(Json::pointer).as_deref(), Some("/definitions/a"));
    }

    #[test]
    fn a_large_object_is_searched_as_a_small_one() {
        let members: Vec<String> = (0..200).map(|n| format!(r#""k{n}":{{}}"#)).collect();
        let doc = doc(&format!(r#"{{"$defs":{{{},"k7":{{"type":"null"}}}}}}"#, members.join(",")));
        assert_eq!(resolve(doc.root(), "#/$defs/k7").map(Json::raw), Some(r#"{"type":"null"}"#));
        assert!(resolve(doc.root(), "#/$defs/k200").is_none());
    }

    #[test]
    fn chains_end_and_circles_stop() {
        let doc =
            doc(r##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/c"},"c":{},"l":{"$ref":"#/$defs/l"},"x":{"$ref":"#/no"}}}"##);
        let refs = Refs::new(doc.root());
        let end = |name: &str| refs.end(refs.resolve(&format!("#/$defs/{name}")).expect("a definition")).pointer();
        assert_eq!((end("a"), end("l"), end("x")), ("/$defs/c".into(), "/$defs/l".into(), "/$defs/x".into()));
    }
}
