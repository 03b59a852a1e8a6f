//! The places of a name in one text, each with its owner and its line as it is and as it would be.

use super::Wanted;
use super::lists;
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
    column: u64,
    bytes: Range<usize>,
    /// Where the name stands, in order.
    at: Vec<usize>,
}

/// Every place of the name as a whole word.
pub(super) fn of<'o>(text: &str, below: &str, owners: &'o Owners, wanted: &Wanted<'_>) -> Vec<Spot<'o>> {
    let listed = lists::tools(text);
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
    let in_path = owners.finder.find_overlapping_iter(below).filter(|found| found.pattern().as_usize() > 0);
    let path = in_path.filter(|found| is_word(below, &found.range(), "_")).map(|found| Named {
        line: 0,
        offset: found.start(),
        pattern: found.pattern().as_usize(),
    });
    let names = owners.names(names, path.collect());
    let mut out: Vec<Spot<'o>> = Vec::new();
    let (mut bytes, mut column, mut counted) = (0..0, 1, 0);
    for (index, (at, line)) in places.into_iter().enumerate() {
        if index == 0 || at >= bytes.end {
            bytes = line_of(text, at);
            (column, counted) = (1, bytes.start);
        }
        column += text.get(counted..at).map_or(0, |piece| piece.chars().count() as u64);
        counted = at;
        let Owner { whose, near, distance } = match lists::at(&listed, at) {
            Some(tool) => owners.lister(tool),
            None => owners.owner(&names, line, at, bytes.len()),
        };
        match out.last_mut() {
            Some(last) if last.line == line && last.whose == whose && last.near == near => last.at.push(at),
            _ => out.push(Spot { whose, near, distance, line, column, bytes: bytes.clone(), at: vec![at] }),
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
        let shown = (kind != SourceKind::Recordings).then(|| self.lines(text, wanted));
        let (before, after) = shown.map_or((None, None), |(before, after)| (Some(before), after));
        Occurrence {
            kind,
            whose: self.whose,
            file: file.to_owned(),
            line: self.line,
            column: self.column,
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

#[cfg(test)]
mod tests {
    use super::super::owner::Owners;
    use super::*;
    use crate::bind;
    use crate::config::Config;
    use crate::inputs::Inputs;
    use crate::plan::target::{Chosen, Words};
    use crate::source::Source;
    use rustc_hash::FxHashSet;

    const LIST: &str = r#"[
        {"name": "crate_open", "inputSchema": {"type": "object", "properties": {"box_id": {}}}},
        {"name": "crate_shut", "inputSchema": {"type": "object", "properties": {"box_id": {}}}},
        {"name": "shelf_look", "inputSchema": {"type": "object", "properties": {"box_id": {}}}},
        {"name": "bell_ring", "inputSchema": {"type": "object", "properties": {}}}]"#;

    /// In a list, the names may stand behind what they name.
    const LISTED: &str = r#"[{"inputSchema": {"properties": {   "box_id": {}}}, "name": "crate_open"},
 {"inputSchema": {"properties": {  "box_id": {}}}, "name": "shelf_look"},
 {"inputSchema": {"properties": {  "box_id": {}}}, "name": "crate_lost"}]"#;

    /// Line, column, times, whose and near whom, of a text in a file.
    fn told(tools: &str, from: &str, text: &str, below: &str) -> Vec<String> {
        let mut inputs = Inputs::default();
        inputs.open(Source::memory("tools.json", LIST.as_bytes().to_vec()), true);
        let bound = bind::bind(&inputs.opened, &Config::default());
        let words = Words::tools(tools).expect("patterns");
        let Chosen { targets, .. } = words.choose(&bound.servers, "box_id").expect("targets");
        let wanted = Wanted { from, to: "box", value: false, targets: &targets, servers: &bound.servers, captures: FxHashSet::default() };
        let owners = Owners::of(&wanted).expect("a finder");
        let spots = of(text, below, &owners, &wanted);
        let line = |spot: &Spot<'_>| {
            let away = spot.distance.map_or("-".to_owned(), |lines| lines.to_string());
            format!("{}:{} x{} {:?} {} {away}", spot.line, spot.column, spot.at.len(), spot.whose, spot.near.unwrap_or("-"))
        };
        spots.iter().map(line).collect()
    }

    #[test]
    fn the_tool_that_is_named_nearest_owns_the_name() {
        for (text, below, expected) in [
            ("tool crate_open\n  box_id\n", "a.rs", vec!["2:3 x1 Renamed crate_open 1"]),
            ("fn crateOpen(box_id, box_id)", "a.rs", vec!["1:14 x2 Renamed crate_open 0"]),
            ("ShelfLook\n\nbox_id\n\n\ncrate_open", "a.rs", vec!["3:1 x1 Other shelf_look 2"]),
            ("shelf_look\n\n\nbox_id\ncrate_open", "a.rs", vec!["4:1 x1 Unsure shelf_look 3"]),
            ("shelf_look and crate_open take box_id", "a.md", vec!["1:32 x1 Unsure crate_open 0"]),
            ("bell_ring\nbox_id", "a.rs", vec!["2:1 x1 Unsure bell_ring 1"]),
            ("ä box_id", "a.rs", vec!["1:3 x1 Unsure - -"]),
            ("box_id", "tools/crate_open.rs", vec!["1:1 x1 Renamed crate_open -"]),
            ("box_id", "tools/shelf-look/box_id.rs", vec!["1:1 x1 Other shelf_look -"]),
            ("box_id\r\ncrate_open\r\n", "a.rs", vec!["1:1 x1 Renamed crate_open 1"]),
            ("box_id\ncrate_open\nshelf_look", "a.rs", vec!["1:1 x1 Unsure crate_open 1"]),
            ("mybox_id box_ids box_id2 _box_id BOX_ID", "a.rs", vec![]),
            ("--box_id=$box_id.box_id/box_id", "a.sh", vec!["1:3 x4 Unsure - -"]),
            ("", "a.rs", vec![]),
            (LISTED, "tools.json", vec!["1:38 x1 Renamed crate_open 0", "2:37 x1 Other shelf_look 0", "3:37 x1 Unsure - -"]),
        ] {
            assert_eq!(told("crate_*", "box_id", text, below), expected, "{text}");
        }
    }

    #[test]
    fn on_a_long_line_the_name_before_tells() {
        let piece = |tool: &str| format!(r#"{{"name":"{tool}","text":"{}","box_id":1}},"#, "x".repeat(200));
        let line = format!("{}{}{}", piece("crate_open"), piece("shelf_look"), piece("crate_shut"));
        let expected = ["1:233 x1 Renamed crate_open 0", "1:476 x1 Other shelf_look 0", "1:719 x1 Renamed crate_shut 0"];
        assert_eq!(told("crate_*", "box_id", &line, "tools.json"), expected);
    }

    #[test]
    fn a_large_text_is_read_in_time() {
        for text in
            ["box_id crate_open ".repeat(50_000), "box_id ".repeat(140_000), "crate_open ".repeat(50_000) + &"box_id\n".repeat(50_000)]
        {
            assert!(!told("crate_*", "box_id", &text, "a.txt").is_empty());
        }
    }

    #[test]
    fn values_count_in_quotes() {
        let at = |text: &str, word: &str| {
            let start = text.find(word).expect("the word");
            is_quoted(text, &(start..start + word.len()))
        };
        assert!(at(r#""game""#, "game") && at("'game'", "game") && at("`game`", "game") && at(r#"\"game\""#, "game"));
        assert!(!at("game", "game") && !at("\"game'", "game") && !at("\"game on\"", "game"));
    }
}
