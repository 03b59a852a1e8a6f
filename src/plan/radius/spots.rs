//! The places of a name in one text, each with its owner and its line as it is and as it would be.

use super::Wanted;
use super::owner::{Named, Owner, Owners};
use crate::report::{Occurrence, SourceKind, Whose};
use std::ops::Range;

/// Characters of a line before and behind the name that are shown.
const BEFORE: usize = 50;
const BEHIND: usize = 90;

/// A name in a line; several of one owner in one line are one spot.
#[derive(Debug)]
pub(super) struct Spot<'o> {
    pub(super) whose: Whose,
    near: Option<&'o str>,
    distance: Option<u64>,
    line: u64,
    bytes: Range<usize>,
    /// Where the name stands, in order.
    at: Vec<usize>,
}

/// Every place of the name as a whole word.
pub(super) fn of<'o>(text: &str, below: &str, owners: &'o Owners, wanted: &Wanted<'_>) -> Vec<Spot<'o>> {
    let (mut names, mut places): (Vec<Named>, Vec<(usize, u64)>) = (Vec::new(), Vec::new());
    let (mut line, mut counted) = (1, 0);
    for found in owners.finder.find_overlapping_iter(text) {
        // Matches come by their ends; a line break in a name counts to the line where the name ends.
        line += text.get(counted..found.end()).map_or(0, |piece| piece.matches('\n').count() as u64);
        counted = found.end();
        if found.pattern().as_usize() == 0 {
            let is_place = if wanted.value { is_quoted(text, &found.range()) } else { is_word(text, &found.range(), wanted.from) };
            if is_place {
                places.push((found.start(), line));
            }
        } else if is_word(text, &found.range(), "_") {
            names.push(Named { line, offset: found.start(), pattern: found.pattern().as_usize() });
        }
    }
    if places.is_empty() {
        return Vec::new();
    }
    names.sort_by_key(|named| (named.offset, named.pattern));
    let path: Vec<Named> = owners
        .finder
        .find_overlapping_iter(below)
        .filter(|found| found.pattern().as_usize() > 0 && is_word(below, &found.range(), "_"))
        .map(|found| Named { line: 0, offset: found.start(), pattern: found.pattern().as_usize() })
        .collect();
    let mut out: Vec<Spot<'o>> = Vec::new();
    let mut bytes = 0..0;
    for (at, line) in places {
        if at >= bytes.end || bytes.end == 0 {
            bytes = line_of(text, at);
        }
        let Owner { whose, near, distance } = owners.owner(&names, line, at, &bytes, &path);
        match out.last_mut() {
            Some(last) if last.line == line && last.whose == whose && last.near == near => last.at.push(at),
            _ => out.push(Spot { whose, near, distance, line, bytes: bytes.clone(), at: vec![at] }),
        }
    }
    out
}

fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = memchr::memrchr(b'\n', text.as_bytes().get(..at).unwrap_or(&[])).map_or(0, |found| found + 1);
    let end = memchr::memchr(b'\n', text.as_bytes().get(at..).unwrap_or(&[])).map_or(text.len(), |found| at + found);
    start..start + text.get(start..end).unwrap_or("").trim_end_matches('\r').len()
}

/// Letters, digits and `_` make a word, and whatever joins the words of this name.
fn is_word(text: &str, at: &Range<usize>, name: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || (c == '-' && name.contains('-')) || (c == '$' && name.contains('$'));
    let before = text.get(..at.start).and_then(|head| head.chars().next_back());
    let behind = text.get(at.end..).and_then(|tail| tail.chars().next());
    !before.is_some_and(joins) && !behind.is_some_and(joins)
}

fn is_quoted(text: &str, at: &Range<usize>) -> bool {
    let before = text.get(..at.start).and_then(|head| head.chars().next_back());
    let behind = text.get(at.end..).and_then(|tail| tail.chars().next());
    // In JSON inside a string, the quote behind is escaped.
    let closes =
        |open: char| behind == Some(open) || (behind == Some('\\') && text.get(at.end + 1..).is_some_and(|rest| rest.starts_with(open)));
    before.is_some_and(|open| matches!(open, '"' | '\'' | '`') && closes(open))
}

impl Spot<'_> {
    pub(super) fn told(&self, kind: SourceKind, file: &str, text: &str, wanted: &Wanted<'_>) -> Occurrence {
        let first = self.at.first().copied().unwrap_or(self.bytes.start);
        let column = text.get(self.bytes.start..first).map_or(1, |head| head.chars().count() as u64 + 1);
        let shown = (kind != SourceKind::Recordings).then(|| self.lines(text, wanted));
        let (before, after) = shown.map_or((None, None), |(before, after)| (Some(before), after));
        Occurrence {
            kind,
            whose: self.whose,
            file: file.to_owned(),
            line: self.line,
            column,
            count: self.at.len() as u64,
            near: self.near.map(str::to_owned),
            distance: self.distance,
            before,
            after,
        }
    }

    /// The line as it is and as it would be, both cut around the first place. What is another tool's stays.
    fn lines(&self, text: &str, wanted: &Wanted<'_>) -> (String, Option<String>) {
        let first = self.at.first().copied().unwrap_or(self.bytes.start);
        let head = text.get(self.bytes.start..first).unwrap_or("");
        let start = head.char_indices().rev().nth(BEFORE).map_or(self.bytes.start, |(at, c)| self.bytes.start + at + c.len_utf8());
        let tail_from = (first + wanted.from.len()).min(self.bytes.end);
        let tail = text.get(tail_from..self.bytes.end).unwrap_or("");
        let end = tail.char_indices().nth(BEHIND).map_or(self.bytes.end, |(at, _)| tail_from + at);
        let open = if start > self.bytes.start { "…" } else { "" };
        let close = if end < self.bytes.end { "…" } else { "" };
        let before = format!("{open}{}{close}", text.get(start..end).unwrap_or(""));
        if self.whose == Whose::Other {
            return (before, None);
        }
        let mut after = open.to_owned();
        let mut kept = start;
        for at in self.at.iter().filter(|at| **at >= start && **at + wanted.from.len() <= end) {
            after.push_str(text.get(kept..*at).unwrap_or(""));
            after.push_str(wanted.to);
            kept = at + wanted.from.len();
        }
        after.push_str(text.get(kept..end).unwrap_or(""));
        after.push_str(close);
        (before, Some(after))
    }
}
