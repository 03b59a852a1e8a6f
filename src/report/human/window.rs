//! A line cut to what a terminal holds, around the part that a label is about. Files of one line and a megabyte are the normal case.

use crate::text;
use std::ops::Range;

/// What is shown of a line, and where its marks ended up in that.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) text: String,
    pub(super) marks: Vec<Range<usize>>,
}

/// The nearest place at or before a byte where the text may be split.
pub(super) fn boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The line that holds a byte, without its break, looked for no further than `reach` bytes either way.
pub(super) fn line_at(text: &str, at: usize, reach: usize) -> Range<usize> {
    let at = boundary(text, at);
    let floor = boundary(text, at.saturating_sub(reach));
    let ceiling = boundary(text, at.saturating_add(reach));
    let before = text.get(floor..at).unwrap_or("");
    let after = text.get(at..ceiling).unwrap_or("");
    let start = memchr::memrchr(b'\n', before.as_bytes()).map_or(floor, |found| floor + found + 1);
    let end = memchr::memchr(b'\n', after.as_bytes()).map_or(ceiling, |found| at + found);
    let line = text.get(start..end).unwrap_or("");
    start..start + line.trim_end_matches('\r').len()
}

/// Cuts a line to `room` characters around its marks (byte ranges, in order, not overlapping), and writes out what is hidden in it.
pub(super) fn cut(line: &str, marks: &[Range<usize>], room: usize, dots: &str) -> Cut {
    let seen = seen(line, marks, room);
    let mut out = String::with_capacity(seen.len() + 2 * dots.len());
    if seen.start > 0 {
        out.push_str(dots);
    }
    let mut spots: Vec<Option<Range<usize>>> = vec![None; marks.len()];
    let inside = line.get(seen.clone()).unwrap_or("");
    for (at, c) in inside.char_indices().map(|(at, c)| (at + seen.start, c)) {
        let start = out.len();
        if c == '\t' {
            out.push_str("  ")
        } else {
            text::push_visible(&mut out, c)
        }
        for (mark, spot) in marks.iter().zip(&mut spots) {
            // A mark of no length stands for the character that follows it.
            if at >= mark.start && (at < mark.end || at == mark.start) {
                *spot = Some(spot.as_ref().map_or(start, |spot| spot.start)..out.len());
            }
        }
    }
    let end = out.len();
    if seen.end < line.len() {
        out.push_str(dots);
    }
    if spots.contains(&None) && out.len() == end {
        // Behind the last character there is nothing to underline.
        out.push(' ');
    }
    let marks = spots.into_iter().map(|spot| spot.unwrap_or(end..out.len())).collect();
    Cut { text: out, marks }
}

/// The bytes of a line that are shown: all of a short one; of a long one the marks, a third of the spare room before them and the rest behind.
fn seen(line: &str, marks: &[Range<usize>], room: usize) -> Range<usize> {
    if line.chars().nth(room).is_none() {
        return 0..line.len();
    }
    let start = boundary(line, marks.first().map_or(0, |mark| mark.start));
    let end = boundary(line, marks.last().map_or(0, |mark| mark.end)).max(start);
    let before = line.get(..start).unwrap_or("");
    let marked: Vec<usize> =
        line.get(start..end).unwrap_or("").char_indices().take(room * 2 / 3).map(|(at, c)| start + at + c.len_utf8()).collect();
    let end = marked.last().copied().unwrap_or(start);
    let after = line.get(end..).unwrap_or("");
    let spare = room.saturating_sub(marked.len());
    let behind = after.chars().take(spare).count();
    let left = before.chars().rev().take((spare / 3).max(spare - behind)).count();
    let right = spare - left;
    let from = before.char_indices().rev().take(left).last().map_or(start, |(at, _)| at);
    let to = after.char_indices().nth(right).map_or(line.len(), |(at, _)| end + at);
    from..to
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_at(line: &str, mark: Range<usize>, room: usize) -> (String, String) {
        let cut = cut(line, &[mark], room, "…");
        let shown = cut.marks.first().and_then(|mark| cut.text.get(mark.clone())).expect("a mark within the text").to_owned();
        (cut.text, shown)
    }

    #[test]
    fn short_lines_are_whole_and_long_ones_are_cut_around_the_mark() {
        let digits = "0123456789".repeat(10);
        for (line, mark, shown, marked) in [
            ("  \"a\": 1", 2..5, "  \"a\": 1", "\"a\""),
            ("\t\"a\"", 1..4, "  \"a\"", "\"a\""),
            ("", 0..0, " ", " "),
            ("ab", 2..2, "ab ", " "),
            ("ab", 1..1, "ab", "b"),
            ("a\u{202e}b", 1..4, "a\\u{202e}b", "\\u{202e}"),
            (&digits, 50..53, "…78901234567890123456…", "012"),
            (&digits, 0..2, "01234567890123456789…", "01"),
            (&digits, 98..100, "…01234567890123456789".trim(), "89"),
            (&digits, 100..100, "…01234567890123456789 ", " "),
            (&digits, 30..90, "…89012345678901234567…", "012345678901234567"),
        ] {
            let (text, spot) = cut_at(line, mark.clone(), 20);
            if line.len() < 100 {
                assert_eq!((text.as_str(), spot.as_str()), (shown, marked), "{mark:?}");
            } else {
                assert_eq!((text.trim_matches('…').trim_end().chars().count(), spot.as_str()), (20, marked), "{mark:?} {text}");
                assert_eq!((text.starts_with('…'), text.ends_with('…')), (shown.starts_with('…'), shown.ends_with('…')), "{mark:?}");
            }
        }
    }

    #[test]
    fn cuts_fall_between_characters() {
        let line = "ä".repeat(1000);
        let (text, marked) = cut_at(&line, 1000..1002, 20);
        assert_eq!((text.chars().count(), marked.as_str()), (22, "ä"));
        assert_eq!(boundary("ä", 1), 0);
    }

    #[test]
    fn lines_are_found_within_reach() {
        let text = "one\r\ntwo\n\nfour";
        for (at, line) in [(0, "one"), (3, "one"), (5, "two"), (8, "two"), (9, ""), (10, "four"), (14, "four"), (99, "four")] {
            assert_eq!(text.get(line_at(text, at, 80)), Some(line), "byte {at}");
        }
        assert_eq!(line_at(&"x".repeat(1000), 500, 20), 480..520);
    }
}
