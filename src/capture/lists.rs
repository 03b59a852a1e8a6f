//! The first pass over a capture: which lists it holds, and from where each is in force.
//!
//! Only lines that can hold a list are parsed; the others are searched for a few words and passed by.

use super::event::{self, Line, Way};
use crate::json::{Doc, Fault, Json, NodeId, Origin};
use crate::protocol::{VERSION_KEY, Version};
use crate::source::Source;
use crate::surface::{Page, Surface, Tool, page};
use memchr::memmem::{self, Finder};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::io;
use std::sync::{Arc, Mutex};

/// A list, and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct ListAt {
    pub(crate) stream: Box<str>,
    pub(crate) server_tag: Box<str>,
    /// How many sessions had begun in its stream.
    pub(crate) session: u32,
    pub(crate) offset: u64,
    pub(crate) surface: Arc<Surface>,
    /// The names of its tools as they came: lists that are equal but for their order share a surface.
    pub(crate) names: Arc<[Arc<str>]>,
    /// A cursor was left and no page followed.
    pub(crate) open_cursor: Option<(Arc<Doc>, NodeId)>,
}

/// `tools/list` was answered with an error.
#[derive(Debug, Clone)]
pub(crate) struct ListRefused {
    pub(crate) doc: Arc<Doc>,
    pub(crate) error: NodeId,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Scan {
    pub(crate) lists: Vec<ListAt>,
    pub(crate) refused: Vec<ListRefused>,
    /// What the servers call themselves, by stream: the session, and the name.
    names: FxHashMap<Box<str>, Vec<(u32, Arc<str>)>>,
    /// The protocol that was agreed on, by stream.
    pub(crate) versions: FxHashMap<Box<str>, Version>,
    /// Lists that are JSON and still cannot be laid out: line, and why.
    pub(crate) faults: Vec<(u64, Fault)>,
    /// For each stream, its lists in order.
    by_stream: FxHashMap<Box<str>, Vec<usize>>,
    by_tag: FxHashMap<Box<str>, Vec<usize>>,
    /// Where the source passes by, and only its beginning was looked at: how to go on.
    pub(super) rest: Option<Arc<Mutex<State>>>,
}

impl Scan {
    /// What the server of a session calls itself; where the session does not say, the first of its stream.
    pub(crate) fn name(&self, stream: &str, session: u32) -> Option<&Arc<str>> {
        let names = self.names.get(stream)?;
        let own = names.binary_search_by_key(&session, |(of, _)| *of).ok();
        names.get(own.unwrap_or(0)).map(|(_, name)| name)
    }

    /// Every name, in an order of its own.
    pub(crate) fn names(&self) -> Vec<&Arc<str>> {
        let mut names: Vec<&Arc<str>> = self.names.values().flatten().map(|(_, name)| name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The list in force for a call: the last before it in its session, else the first after it there; else the same over its
    /// stream, then over its server, then over the file.
    pub(crate) fn in_force(&self, stream: &str, tag: &str, session: u32, offset: u64) -> Option<usize> {
        let number = |at: usize| self.lists.get(at).map_or((0, 0), |list| (list.session, list.offset));
        // Lists come in order, and so do the sessions of a stream.
        let nearest = |among: &[usize]| {
            let before = among.partition_point(|at| number(*at).1 <= offset);
            among.get(before.saturating_sub(1)).copied()
        };
        let in_session = |among: &[usize]| {
            let start = among.partition_point(|at| number(*at).0 < session);
            let end = among.partition_point(|at| number(*at).0 <= session);
            nearest(among.get(start..end).unwrap_or(&[]))
        };
        let of_stream = self.by_stream.get(stream).map_or(&[][..], Vec::as_slice);
        let of_tag = || self.by_tag.get(tag).and_then(|of_tag| nearest(of_tag));
        in_session(of_stream).or_else(|| nearest(of_stream)).or_else(of_tag)
    }
}

/// A stream is what one log line says of where it belongs: its server and its session. Never empty: texts without a byte are slow to
/// compare where they stand nowhere, and most captures have one stream.
pub(crate) fn stream_key(server: Option<&str>, session: Option<&str>) -> Cow<'static, str> {
    match (server, session) {
        (None, None) => Cow::Borrowed("-"),
        (server, session) => Cow::Owned(format!("{}\u{1f}{}", server.unwrap_or(""), session.unwrap_or(""))),
    }
}

/// Looks a source through; one that passes by only until a list has come, or as far as its calls may wait for one.
pub(crate) fn scan(source: &Source) -> io::Result<Scan> {
    let mut state = State::default();
    source.lines(|line| {
        if state.concerns(line.bytes)
            && let Ok(text) = std::str::from_utf8(line.bytes)
        {
            state.line(source, text, line.number, line.offset);
        }
        let end = line.offset + line.bytes.len() as u64;
        let waited = source.patience().is_some_and(|most| end >= most || (end >= most / SOON && state.has_list()));
        if waited {
            state.next = end + 1;
        }
        !waited
    })?;
    if !source.passes() {
        state.settle(true);
        return Ok(state.scan);
    }
    state.settle(false);
    let found = state.scan.clone();
    Ok(Scan { rest: Some(Arc::new(Mutex::new(state))), ..found })
}

/// Once a list has come, a source that passes by is held for this part of what it may be held.
const SOON: u64 = 4;

/// What makes a line worth a look.
#[derive(Debug)]
struct Words {
    tools: Finder<'static>,
    exact: [Finder<'static>; 4],
    error: Finder<'static>,
}

impl Default for Words {
    fn default() -> Self {
        let exact = ["\"tools\"", "\"tools/list\"", "\"initialize\"", "\"serverInfo\""].map(Finder::new);
        Self { tools: Finder::new("\"tools"), exact, error: Finder::new("\"error\"") }
    }
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) scan: Scan,
    words: Words,
    streams: FxHashMap<String, Stream>,
    pending: Vec<Pending>,
    /// So many of `pending` are in `scan`.
    settled: usize,
    known: Vec<Arc<Surface>>,
    before: Option<Before>,
    /// Lines from this byte on were not looked at.
    next: u64,
}

#[derive(Debug, Default)]
struct Stream {
    session: u32,
    /// Open `tools/list` requests, by id: do they carry a cursor?
    asked: FxHashMap<Box<str>, bool>,
    /// Its newest list, among `pending`.
    newest: Option<usize>,
}

/// A list while its pages come.
#[derive(Debug)]
struct Pending {
    stream: Box<str>,
    server_tag: Box<str>,
    session: u32,
    offset: u64,
    pages: Vec<(Arc<Doc>, Arc<Page>)>,
}

/// Of the list before: its only page, its surface, its names in their order.
type Before = (Arc<Doc>, Arc<Surface>, Arc<[Arc<str>]>);

impl State {
    /// Can this line tell of a list? A refused listing holds none of the words.
    fn concerns(&self, line: &[u8]) -> bool {
        let Words { tools, exact: [list, ask, start, info], error } = &self.words;
        let has = |word: &Finder<'_>| word.find(line).is_some();
        (has(tools) && (has(list) || has(ask))) || has(start) || has(info) || (self.waits() && has(error))
    }

    fn has_list(&self) -> bool {
        self.pending.iter().any(|list| list.pages.last().is_some_and(|(_, last)| last.more.is_none()))
    }

    /// Goes on with a source that passes by. Gives the lists that are new.
    pub(super) fn go_on(&mut self, source: &Source, text: &str, line: u64, offset: u64) -> &[ListAt] {
        let known = self.scan.lists.len();
        if offset >= self.next && self.concerns(text.as_bytes()) {
            self.line(source, text, line, offset);
            self.settle(false);
        }
        self.scan.lists.get(known..).unwrap_or(&[])
    }

    /// Nothing more comes. Gives the lists that waited for pages.
    pub(super) fn end(&mut self) -> &[ListAt] {
        let known = self.scan.lists.len();
        self.settle(true);
        self.scan.lists.get(known..).unwrap_or(&[])
    }

    /// Is a listing asked for and not answered?
    fn waits(&self) -> bool {
        self.streams.values().any(|stream| !stream.asked.is_empty())
    }

    fn line(&mut self, source: &Source, text: &str, line: u64, offset: u64) {
        let Line::Event(event) = event::line(text) else { return };
        if matches!(event.way, Way::ToPeer | Way::FromPeer) || event.http {
            return;
        }
        let key = stream_key(event.server.as_deref(), event.session.as_deref());
        let tag: Box<str> = event.server.as_deref().unwrap_or("").into();
        let messages: Vec<&str> = if event.text.starts_with('[') {
            serde_json::from_str::<Vec<&serde_json::value::RawValue>>(event.text)
                .unwrap_or_default()
                .into_iter()
                .map(|raw| raw.get())
                .collect()
        } else {
            vec![event.text]
        };
        for message in messages {
            let Some(found) = event::message(message) else { continue };
            let stream = self.streams.entry(key.to_string()).or_default();
            let id = found.id.unwrap_or("");
            match found.method.as_deref() {
                Some("initialize") => {
                    stream.session += 1;
                    continue;
                }
                Some("tools/list") => {
                    let cursor = found.params.is_some_and(|params| memmem::find(params.as_bytes(), b"\"cursor\"").is_some());
                    stream.asked.insert(id.into(), cursor);
                    if let Some(version) = found.params.and_then(stated) {
                        self.scan.versions.insert(key.as_ref().into(), version);
                    }
                    continue;
                }
                Some(_) => continue,
                None => {}
            }
            let asked = stream.asked.remove(id);
            let here = event.start + (message.as_ptr() as usize).saturating_sub(event.text.as_ptr() as usize);
            let column = text.get(..here).map_or(1, |head| head.chars().count() as u64 + 1);
            let origin = Origin { offset: offset + here as u64, line, column };
            if let Some(doc) = found.result.filter(|_| asked != Some(true)).and_then(|result| self.known(&key, result)) {
                self.answer(&key, &tag, offset, &doc, asked);
            } else if found.result.is_some() && (asked.is_some() || may_hold_list(message)) {
                match Doc::parse(Arc::clone(&source.shown), message, origin) {
                    Ok(doc) => self.answer(&key, &tag, offset, &doc, asked),
                    Err(fault) => self.scan.faults.push((line, fault)),
                }
            } else if asked.is_some()
                && found.error.is_some()
                && let Ok(doc) = Doc::parse(Arc::clone(&source.shown), message, origin)
            {
                let error = doc.root().get("error").map_or(NodeId::ROOT, Json::id);
                self.scan.refused.push(ListRefused { doc, error });
            }
        }
    }

    /// The newest list of a stream, where it came with this very result. A host that asks before every call gets the same answer
    /// thousands of times: to compare is cheaper than to parse.
    fn known(&self, key: &str, result: &str) -> Option<Arc<Doc>> {
        let newest = self.streams.get(key)?.newest.and_then(|at| self.pending.get(at))?;
        let [(doc, page)] = newest.pages.as_slice() else { return None };
        let old = doc.root().get("result").filter(|_| page.more.is_none())?;
        (old.raw() == result).then(|| Arc::clone(doc))
    }

    fn answer(&mut self, key: &str, tag: &str, offset: u64, doc: &Arc<Doc>, asked: Option<bool>) {
        let root = doc.root();
        let result = root.get("result").unwrap_or(root);
        let meta = || result.get("_meta").and_then(|meta| meta.get(VERSION_KEY));
        if let Some(version) = result.get("protocolVersion").or_else(meta).and_then(Json::text).and_then(Version::parse) {
            self.scan.versions.insert(key.into(), version);
        }
        if let Some(name) = result.get("serverInfo").and_then(|info| info.get("name")).and_then(Json::text) {
            self.named(key, name.into());
        }
        let listed = result.get("tools").filter(|tools| tools.is_array() && (asked.is_some() || tools.items().len() > 0));
        let Some(page) = listed.and_then(|_| page(root)).map(Arc::new) else { return };
        if let Some(name) = &page.server {
            self.named(key, Arc::clone(name));
        }
        let Some(stream) = self.streams.get_mut(key) else { return };
        // A page that nobody asked for by cursor starts a list, save where the last one was left open and the request is not there.
        let follows = match asked {
            Some(cursor) => cursor,
            None => stream
                .newest
                .and_then(|at| self.pending.get(at))
                .and_then(|list| list.pages.last())
                .is_some_and(|(_, last)| last.more.is_some()),
        };
        match stream.newest.and_then(|at| self.pending.get_mut(at)) {
            Some(list) if follows && list.session == stream.session => list.pages.push((Arc::clone(doc), page)),
            _ => {
                // A host that asks again and again gets the same answer: one copy of it is kept.
                let newest = stream.newest.and_then(|at| self.pending.get(at)).and_then(|list| list.pages.first());
                let same = newest.filter(|(old, first)| {
                    old.at(first.list).raw() == doc.at(page.list).raw()
                        && first.more.is_none()
                        && page.more.is_none()
                        && first.server == page.server
                });
                let first = same.cloned().unwrap_or_else(|| (Arc::clone(doc), page));
                stream.newest = Some(self.pending.len());
                let (stream, server_tag) = (key.into(), tag.into());
                let session = self.streams.get(key).map_or(0, |s| s.session);
                self.pending.push(Pending { stream, server_tag, session, offset, pages: vec![first] });
            }
        }
    }

    /// One file may hold sessions of several servers, with nothing else to tell them apart.
    fn named(&mut self, stream: &str, name: Arc<str>) {
        let session = self.streams.get(stream).map_or(0, |stream| stream.session);
        let names = self.scan.names.entry(stream.into()).or_default();
        // Sessions are met in order.
        if names.last().is_none_or(|(of, _)| *of != session) {
            names.push((session, name));
        }
    }

    /// Puts lists among those that count; what may get more pages only where that is `all`.
    fn settle(&mut self, all: bool) {
        while let Some(list) = self.pending.get(self.settled) {
            let open = list.pages.last().is_some_and(|(_, last)| last.more.is_some());
            if open && !all && self.streams.get(&*list.stream).is_some_and(|stream| stream.newest == Some(self.settled)) {
                return;
            }
            let (surface, names) = self.surface(list);
            let lone = if let [(doc, _)] = list.pages.as_slice() { Some(Arc::clone(doc)) } else { None };
            let open_cursor = list.pages.last().and_then(|(doc, page)| page.more.map(|id| (Arc::clone(doc), id)));
            let (stream, server_tag) = (list.stream.clone(), list.server_tag.clone());
            let (session, offset) = (list.session, list.offset);
            if !self.known.iter().any(|old| Arc::ptr_eq(old, &surface)) {
                self.known.push(Arc::clone(&surface));
            }
            self.before = lone.map(|doc| (doc, Arc::clone(&surface), Arc::clone(&names)));
            let at = self.scan.lists.len();
            self.scan.by_stream.entry(stream.clone()).or_default().push(at);
            self.scan.by_tag.entry(server_tag.clone()).or_default().push(at);
            self.scan.lists.push(ListAt { stream, server_tag, session, offset, surface, names, open_cursor });
            self.settled += 1;
        }
    }

    /// The surface of a list, and the names of its tools as they came. Equal lists of several sessions are one surface.
    fn surface(&self, list: &Pending) -> (Arc<Surface>, Arc<[Arc<str>]>) {
        let name = self.scan.name(&list.stream, list.session);
        if let (Some((doc, surface, names)), [(lone, _)]) = (&self.before, list.pages.as_slice())
            && Arc::ptr_eq(doc, lone)
            && surface.named.as_ref() == name
        {
            return (Arc::clone(surface), Arc::clone(names));
        }
        let tools = list.pages.iter().flat_map(|(doc, page)| page.tools.iter().map(|id| Arc::new(Tool::read(doc, *id)))).collect();
        let surface = Surface::new(name.cloned(), tools);
        let names = surface.tools.iter().map(|tool| Arc::clone(&tool.name)).collect();
        let same = self.known.iter().find(|old| old.named == surface.named && old.equals(&surface));
        (same.cloned().unwrap_or_else(|| Arc::new(surface)), names)
    }
}

/// The version that a request without a session says in its `_meta`.
fn stated(params: &str) -> Option<Version> {
    memmem::find(params.as_bytes(), VERSION_KEY.as_bytes())?;
    let params: serde_json::Value = serde_json::from_str(params).ok()?;
    Version::parse(params.get("_meta")?.get(VERSION_KEY)?.as_str()?)
}

fn may_hold_list(message: &str) -> bool {
    memmem::find(message.as_bytes(), b"\"tools\"").is_some() || memmem::find(message.as_bytes(), b"\"serverInfo\"").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(text: &str) -> Scan {
        scan(&Source::memory("c.jsonl", text.as_bytes().to_vec())).expect("memory")
    }

    const ASK: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#;
    const ASK_MORE: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"n"}}"#;

    fn answer(id: u32, tool: &str, more: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{{"name":"{tool}","inputSchema":{{"type":"object"}}}}]{more}}}}}"#)
    }

    #[test]
    fn pages_are_one_list_and_a_left_cursor_is_seen() {
        let text = [ASK, &answer(1, "a", r#","nextCursor":"n""#), ASK_MORE, &answer(2, "b", "")].join("\n");
        let found = scanned(&text);
        assert_eq!(found.lists.len(), 1);
        assert_eq!(found.lists[0].surface.tools.len(), 2);
        assert!(found.lists[0].open_cursor.is_none());
        let found = scanned(&[ASK, &answer(1, "a", r#","nextCursor":"n""#)].join("\n"));
        assert!(found.lists[0].open_cursor.is_some());
    }

    #[test]
    fn the_last_list_before_a_call_is_in_force_and_a_session_keeps_to_its_own() {
        let start = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;
        let text = [start, ASK, &answer(1, "a", ""), ASK, &answer(1, "b", ""), start, ASK, &answer(1, "c", "")].join("\n");
        let found = scanned(&text);
        let names: Vec<&str> = found.lists.iter().filter_map(|l| l.surface.tools.first()).map(|t| &*t.name).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let at = |i: usize| found.lists[i].offset;
        let stream = stream_key(None, None);
        assert_eq!(found.in_force(&stream, "", 1, 0), Some(0), "before any: the first of its session");
        assert_eq!(found.in_force(&stream, "", 1, at(0) + 1), Some(0));
        assert_eq!(found.in_force(&stream, "", 1, at(2) + 1), Some(1));
        assert_eq!(found.in_force(&stream, "", 2, at(1) + 1), Some(2), "a new session waits for its own list");
        assert_eq!(found.in_force("other", "nobody", 1, 5), None);
    }

    #[test]
    fn a_refused_listing_is_seen() {
        let found = scanned(&[ASK, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}"#].join("\n"));
        assert_eq!(found.refused.len(), 1);
    }
}
