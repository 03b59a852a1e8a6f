//! Lines and columns of a text, counted only when a place is shown.

/// Where a byte stands: line and column start at 1, columns count Unicode scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// Bytes between two marks.
const STEP: usize = 1 << 10;

/// The starts of all lines of one text, and how many characters stand before every so many bytes: a line may be megabytes long, and
/// hold thousands of places.
#[derive(Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    marks: Vec<usize>,
}

impl Lines {
    pub(crate) fn of(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        let mut marks = vec![0];
        let mut before = 0;
        for block in text.as_bytes().chunks(STEP) {
            before += characters(block);
            marks.push(before);
        }
        Self { starts, marks }
    }

    /// The position of a byte, as if the text stood alone.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let index = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(index).copied().unwrap_or(0);
        let column = self.before(text, offset).saturating_sub(self.before(text, start));
        Position { line: index as u64 + 1, column: column as u64 + 1 }
    }

    /// The characters before a byte.
    fn before(&self, text: &str, offset: usize) -> usize {
        let offset = offset.min(text.len());
        let mark = offset / STEP;
        let rest = text.as_bytes().get(mark * STEP..offset).unwrap_or(&[]);
        self.marks.get(mark).copied().unwrap_or(0) + characters(rest)
    }
}

/// Every byte of UTF-8 that does not go on with a character begins one.
fn characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    bytes.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_start_after_the_break() {
        let text = "a\nää{\r\n\"x\"";
        let lines = Lines::of(text);
        for (offset, line, column) in [(0, 1, 1), (2, 2, 1), (6, 2, 3), (9, 3, 1), (10, 3, 2), (12, 3, 4)] {
            assert_eq!(lines.position(text, offset), Position { line, column }, "byte {offset}");
        }
    }

    #[test]
    fn long_lines_are_counted_from_the_nearest_mark() {
        let text = format!("x\n{}", "aä".repeat(3 * STEP));
        let lines = Lines::of(&text);
        for (at, (offset, _)) in text.char_indices().enumerate().skip(2).step_by(97) {
            assert_eq!(lines.position(&text, offset), Position { line: 2, column: at as u64 - 1 }, "byte {offset}");
        }
    }
}
