//! How a server answers when it is asked for its list: under the right id, with a list or an error, and with the same list again.

use super::event::Message;
use super::lists::Scan;
use super::pairing::Faults;
use crate::surface::Surface;
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Changes between listings that are kept.
const MOST_UNSTABLE: usize = 10;
/// Listings that may be open at once; a session that asks for more is not followed.
const MOST_OPEN: usize = 100;

/// Two listings of one session that differ, and nothing announced a change.
#[derive(Debug)]
pub(crate) struct Unstable {
    pub(crate) before: Arc<Surface>,
    pub(crate) after: Arc<Surface>,
}

/// Where a message stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'a> {
    pub(super) stream: &'a str,
    pub(super) line: u64,
    /// Of its line.
    pub(super) offset: u64,
}

#[derive(Debug)]
struct Asked {
    line: u64,
    offset: u64,
    /// Something that was asked later has its answer.
    outlived: bool,
}

#[derive(Debug, Default)]
pub(super) struct Listings {
    /// By stream, then id as written.
    open: FxHashMap<Box<str>, FxHashMap<Box<str>, Asked>>,
    /// Lists under ids that nobody asked with: the last one of each stream.
    astray: FxHashMap<Box<str>, (u64, u64)>,
    /// Stream, and how many lists of the capture had come when a change was announced.
    changed: BTreeSet<(Box<str>, usize)>,
    /// Streams in which a change was announced while a list was on its way: it may be the old one.
    midway: FxHashSet<Box<str>>,
}

impl Listings {
    /// A session begins: what an earlier one left open proves nothing.
    pub(super) fn begin(&mut self, stream: &str) {
        self.open.remove(stream);
        self.astray.remove(stream);
    }

    pub(super) fn asked(&mut self, stream: &str, id: &str, line: u64, offset: u64) {
        let open = self.open.entry(stream.into()).or_default();
        if open.len() < MOST_OPEN {
            open.insert(id.into(), Asked { line, offset, outlived: false });
        }
    }

    pub(super) fn cancelled(&mut self, stream: &str, params: Option<&str>) {
        let Some(id) = params.and_then(|params| serde_json::from_str::<Cancelled<'_>>(params).ok()).and_then(|params| params.id) else {
            return;
        };
        if let Some(open) = self.open.get_mut(stream) {
            open.remove(id.get());
        }
    }

    pub(super) fn changed(&mut self, scan: &Scan, stream: &str, offset: u64) {
        let come = scan.lists.partition_point(|list| list.offset < offset);
        self.changed.insert((stream.into(), come));
        if self.open.get(stream).is_some_and(|open| !open.is_empty()) {
            self.midway.insert(stream.into());
        }
    }

    /// True: it answers a listing.
    pub(super) fn answered(&mut self, scan: &Scan, at: Spot<'_>, message: &Message<'_>, faults: &mut Faults) -> bool {
        let Spot { stream, line, offset } = at;
        let Some(open) = self.open.get_mut(stream).filter(|open| !open.is_empty()) else { return false };
        if let Some(asked) = message.id.and_then(|id| open.remove(id)) {
            if message.version && !message.is_message() {
                faults.hollow.add(line, offset);
            }
            self.outlived(stream, asked.offset);
            if self.midway.remove(stream) {
                self.changed(scan, stream, offset + 1);
            }
            return true;
        }
        if message.result.is_some_and(holds_tools) {
            self.astray.insert(stream.into(), (line, offset));
        }
        false
    }

    /// What was asked at this place has its answer: listings from before it will have none.
    pub(super) fn outlived(&mut self, stream: &str, offset: u64) {
        for asked in self.open.get_mut(stream).into_iter().flat_map(|open| open.values_mut()) {
            asked.outlived |= asked.offset < offset;
        }
    }

    pub(super) fn close(self, scan: &Scan, faults: &mut Faults) {
        // Where lines are missing or cannot be read, the answer may have stood there.
        let whole = faults.too_long.count == 0 && faults.malformed_count == 0;
        let mut ignored: Vec<(u64, u64)> = Vec::new();
        let mut misnamed: Vec<(u64, u64)> = Vec::new();
        for (stream, open) in &self.open {
            let astray = self.astray.get(stream);
            let under_another_id = astray.filter(|(_, offset)| open.values().any(|asked| asked.offset < *offset));
            match under_another_id {
                Some(place) => misnamed.push(*place),
                None if whole => ignored.extend(open.values().filter(|asked| asked.outlived).map(|asked| (asked.line, asked.offset))),
                None => {}
            }
        }
        for (places, spots) in [(&mut ignored, &mut faults.ignored), (&mut misnamed, &mut faults.misnamed)] {
            places.sort_unstable();
            places.iter().for_each(|(line, offset)| spots.add(*line, *offset));
        }
        faults.unstable = self.unstable(scan);
    }

    fn unstable(&self, scan: &Scan) -> Vec<Unstable> {
        let mut last: FxHashMap<&str, usize> = FxHashMap::default();
        let mut out = Vec::new();
        for (at, after) in scan.lists.iter().enumerate() {
            // Where pages are missing, nothing can be compared.
            if after.open_cursor.is_some() {
                continue;
            }
            let before = last.insert(&after.stream, at).and_then(|before| scan.lists.get(before).map(|list| (before, list)));
            let Some((from, before)) = before else { continue };
            let same = (Arc::ptr_eq(&before.surface, &after.surface) || before.surface.equals(&after.surface))
                && (Arc::ptr_eq(&before.names, &after.names) || before.names == after.names);
            if same || before.session != after.session || out.len() >= MOST_UNSTABLE {
                continue;
            }
            // Without a handshake, a file may hold the talk of several servers.
            if after.session == 0 && !shares(&before.surface, &after.surface) {
                continue;
            }
            // A change may be announced while the list is on its way.
            let announced = self.changed.range((after.stream.clone(), from + 1)..=(after.stream.clone(), at + 1)).next().is_some();
            if !announced {
                out.push(Unstable { before: Arc::clone(&before.surface), after: Arc::clone(&after.surface) });
            }
        }
        out
    }
}

fn shares(before: &Surface, after: &Surface) -> bool {
    let shared = after.tools.iter().filter(|tool| before.tool(&tool.name).is_some()).count();
    shared * 2 >= before.tools.len().max(after.tools.len()).max(1)
}

fn holds_tools(result: &str) -> bool {
    memmem::find(result.as_bytes(), b"\"tools\"").is_some()
        && serde_json::from_str::<HoldsTools<'_>>(result).is_ok_and(|found| found.tools.is_some_and(|tools| tools.get().starts_with('[')))
}

#[derive(serde::Deserialize)]
struct HoldsTools<'a> {
    #[serde(borrow, default)]
    tools: Option<&'a RawValue>,
}

#[derive(serde::Deserialize)]
struct Cancelled<'a> {
    #[serde(borrow, default, rename = "requestId")]
    id: Option<&'a RawValue>,
}
