//! Patterns of names, as the table writes them: an anchored row of character classes with counts. They are few and plain, and matching
//! them needs no engine.

/// `^[A-Za-z_][A-Za-z0-9_]{0,63}$`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamePattern {
    pub(crate) text: String,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    /// Bit by ASCII character.
    class: u128,
    least: usize,
    most: usize,
}

impl NamePattern {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut rest = text.strip_prefix('^')?.strip_suffix('$')?;
        let mut pieces = Vec::new();
        while !rest.is_empty() {
            let (inside, behind) = rest.strip_prefix('[')?.split_once(']')?;
            let class = class(inside)?;
            let (least, most, behind) = counts(behind)?;
            pieces.push(Piece { class, least, most });
            rest = behind;
        }
        (!pieces.is_empty()).then(|| Self { text: text.to_owned(), pieces })
    }

    /// Each class takes what it can: no name is read in two ways by the patterns of the table.
    pub(crate) fn matches(&self, name: &str) -> bool {
        // No class holds more than ASCII, so that bytes will do.
        let mut rest = name.as_bytes();
        for piece in &self.pieces {
            let taken = rest.iter().take(piece.most).take_while(|byte| holds(piece.class, char::from(**byte))).count();
            if taken < piece.least {
                return false;
            }
            rest = rest.get(taken..).unwrap_or_default();
        }
        rest.is_empty()
    }

    /// The first character that no class holds.
    pub(crate) fn stray(&self, name: &str) -> Option<char> {
        name.chars().find(|c| !self.pieces.iter().any(|piece| holds(piece.class, *c)))
    }

    /// The longest name that fits.
    pub(crate) fn longest(&self) -> Option<usize> {
        self.pieces.iter().try_fold(0usize, |sum, piece| sum.checked_add(piece.most)).filter(|longest| *longest < usize::MAX)
    }
}

fn holds(class: u128, c: char) -> bool {
    let code = u32::from(c);
    code < 128 && class & (1 << code) != 0
}

fn class(inside: &str) -> Option<u128> {
    let chars: Vec<char> = inside.chars().collect();
    let mut set = 0u128;
    let mut at = 0;
    while let Some(low) = chars.get(at).copied() {
        let high = match (chars.get(at + 1), chars.get(at + 2)) {
            (Some('-'), Some(high)) => {
                at += 2;
                *high
            }
            _ => low,
        };
        at += 1;
        if !low.is_ascii() || !high.is_ascii() || low > high {
            return None;
        }
        for code in u32::from(low)..=u32::from(high) {
            set |= 1 << code;
        }
    }
    (set != 0).then_some(set)
}

fn counts(text: &str) -> Option<(usize, usize, &str)> {
    if let Some(rest) = text.strip_prefix('+') {
        return Some((1, usize::MAX, rest));
    }
    if let Some(rest) = text.strip_prefix('*') {
        return Some((0, usize::MAX, rest));
    }
    let Some(inside) = text.strip_prefix('{') else { return Some((1, 1, text)) };
    let (inside, rest) = inside.split_once('}')?;
    let (least, most) = inside.split_once(',')?;
    Some((least.parse().ok()?, most.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_against_patterns() {
        for (pattern, name, fits) in [
            ("^[a-zA-Z0-9_-]{1,4}$", "a-_9", true),
            ("^[a-zA-Z0-9_-]{1,4}$", "abcde", false),
            ("^[a-zA-Z0-9_-]{1,4}$", "", false),
            ("^[a-zA-Z0-9_-]{1,4}$", "a.b", false),
            ("^[A-Za-z_][a-z]{0,2}$", "Xab", true),
            ("^[A-Za-z_][a-z]{0,2}$", "9ab", false),
            ("^[a-z.]+$", "a.é", false),
            ("^[a-z]*$", "", true),
        ] {
            assert_eq!(NamePattern::parse(pattern).map(|pattern| pattern.matches(name)), Some(fits), "{pattern} {name}");
        }
        for text in ["[a]", "^a$", "^[a$", "^[z-a]$", "^[a]{1}$", "^$", "^[]$"] {
            assert_eq!(NamePattern::parse(text), None, "{text}");
        }
        assert_eq!(NamePattern::parse("^[a][b]{0,63}$").and_then(|pattern| pattern.longest()), Some(64));
        assert_eq!(NamePattern::parse("^[a]+[b]$").and_then(|pattern| pattern.longest()), None);
    }
}
