//! Lines and columns of a text, counted only when a place is shown.

/// Where a byte stands: line and column start at 1, columns count Unicode scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// The starts of all lines of one text.
#[derive(Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn of(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        Self { starts }
    }

    /// The position of a byte, as if the text stood alone.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let index = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(index).copied().unwrap_or(0);
        let before = text.get(start..offset).unwrap_or("");
        Position { line: index as u64 + 1, column: before.chars().count() as u64 + 1 }
    }
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
}
