//! Sets of values that stand in prose.

use std::collections::BTreeSet;

/// Values that a description may list; longer lists are no vocabulary.
const MOST: usize = 64;

/// How many of these words a text lists: each in quotes, or beside a mark that parts the items of a list.
pub(super) fn listed<'w>(text: &str, words: impl Iterator<Item = &'w str>) -> usize {
    words.filter(|word| lists(text, word)).count()
}

fn lists(text: &str, word: &str) -> bool {
    if word.is_empty() {
        return false;
    }
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).unwrap_or("");
        let after = text.get(at + word.len()..).unwrap_or("");
        let part_of_a_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        if part_of_a_word(before.chars().next_back()) || part_of_a_word(after.chars().next()) {
            return false;
        }
        let quote = |c: Option<char>| c.is_some_and(|c| matches!(c, '"' | '\'' | '`' | '“' | '”'));
        if quote(before.chars().next_back()) && quote(after.chars().next()) {
            return true;
        }
        let (before, after) = (before.trim_end(), after.trim_start());
        let parts = |c: Option<char>| c.is_some_and(|c| matches!(c, ',' | '|' | '/' | ';'));
        let joins = |rest: &str, end: bool| {
            ["or", "and"].iter().any(|joint| {
                let rest = if end { rest.strip_suffix(joint) } else { rest.strip_prefix(joint) };
                rest.is_some_and(|rest| !part_of_a_word(if end { rest.chars().next_back() } else { rest.chars().next() }))
            })
        };
        parts(before.chars().next_back()) || parts(after.chars().next()) || joins(before, true) || joins(after, false)
    })
}

/// Words after which a closed set is listed.
const CUES: [&str; 10] = [
    "one of",
    "must be",
    "either",
    "allowed values",
    "valid values",
    "possible values",
    "accepted values",
    "supported values",
    "options are",
    "can be",
];

/// The closed set that a description lists; none where it lists less than two values, or goes on after them.
pub(super) fn closed_set(text: &str) -> Option<Vec<&str>> {
    let lower = text.to_ascii_lowercase();
    let start = CUES.iter().filter_map(|cue| lower.find(cue).map(|at| at + cue.len())).min()?;
    let rest = text.get(start..)?.trim_start_matches([':', ' ', '\n', '(', '[']);
    let rest =
        ["are", "one of"].iter().find_map(|filler| rest.strip_prefix(filler)).filter(|rest| rest.starts_with([' ', ':'])).unwrap_or(rest);
    let rest = rest.trim_start_matches([':', ' ']);
    let end = rest.find(['.', '\n', ')', ']']).unwrap_or(rest.len());
    let list = rest.get(..end)?;
    let mut values = Vec::new();
    for part in list.split([',', '|', '/', ';']).flat_map(|part| part.split(" or ")) {
        let part = part.trim();
        let part = part.strip_prefix("or ").or_else(|| part.strip_prefix("and ")).unwrap_or(part).trim();
        if part.is_empty() {
            continue;
        }
        let value = part.trim_matches(['"', '\'', '`']);
        // A phrase is no value, and a list that has one is a sentence.
        if value.is_empty() || value.contains(char::is_whitespace) || value == "etc" || value == "..." {
            return None;
        }
        values.push(value);
    }
    let different: BTreeSet<&str> = values.iter().copied().collect();
    (different.len() == values.len() && (2..=MOST).contains(&values.len())).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_in_prose() {
        for (text, words, count) in [
            ("Kind of lamp: desk, floor or wall.", vec!["desk", "floor", "wall", "ceiling"], 3),
            ("'new' to begin, or 'copy' to repeat", vec!["new", "copy"], 2),
            ("The name of the day to show", vec!["name", "day"], 0),
            ("sort by name,date", vec!["name", "date"], 2),
            ("a desk-lamp, or not", vec!["desk", "lamp"], 0),
            ("desk|floor", vec!["desk", "floor", ""], 2),
        ] {
            assert_eq!(listed(text, words.into_iter()), count, "{text}");
        }
    }

    #[test]
    fn closed_sets_in_prose() {
        for (text, want) in [
            ("One of: desk, floor, wall", Some(vec!["desk", "floor", "wall"])),
            ("Must be 'dim' or 'bright'.", Some(vec!["dim", "bright"])),
            ("Must be one of: dim, bright", Some(vec!["dim", "bright"])),
            ("Either dim or bright", Some(vec!["dim", "bright"])),
            ("One of the lamps in the room, or none", None),
            ("Allowed values: `a`", None),
            ("A lamp", None),
        ] {
            assert_eq!(closed_set(text), want, "{text}");
        }
    }
}
