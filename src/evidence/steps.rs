//! The steps from a message to one of its members.

/// As one text, each step closed by a mark: a capture has many places, and few of them are ever looked at. A key that holds the mark
/// itself leads as far as its first part does.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Steps(String);

const CLOSE: char = '\0';
/// Most places need no more bytes.
const LIKELY: usize = 48;

impl Steps {
    pub(crate) fn of<'s>(steps: impl IntoIterator<Item = &'s str>) -> Self {
        Self::in_batch(None, steps)
    }

    /// Where the line holds several messages, its index comes first.
    pub(crate) fn in_batch<'s>(index: Option<u32>, steps: impl IntoIterator<Item = &'s str>) -> Self {
        let mut text = String::with_capacity(LIKELY);
        if let Some(index) = index {
            text.push_str(&index.to_string());
            text.push(CLOSE);
        }
        for step in steps {
            text.push_str(step);
            text.push(CLOSE);
        }
        Self(text)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(CLOSE)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_back_and_are_ordered_as_lists() {
        for steps in [&[][..], &[""], &["a"], &["a", ""], &["a", "b/c", "é"]] {
            let packed = Steps::of(steps.iter().copied());
            assert_eq!(packed.iter().collect::<Vec<_>>(), steps);
            assert_eq!(packed.is_empty(), steps.is_empty());
        }
        assert!(Steps::of(["a"]) < Steps::of(["a", ""]) && Steps::of(["a", "z"]) < Steps::of(["a!"]));
    }
}
