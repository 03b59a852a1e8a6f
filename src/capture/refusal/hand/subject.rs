//! Which words are names of parameters.

use super::super::known::Known;
use super::lexicon::{FUNCTION_WORDS, KEYS, NOT_NAMES, NOUNS};
use super::token::Token;

/// Names found beside a phrase.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) names: Vec<(Box<str>, bool)>,
    /// The sentence calls them parameters.
    pub(super) worded: bool,
    /// It calls them keys: of what was sent, or of something else.
    pub(super) keyed: bool,
    pub(super) called_required: bool,
    /// Nothing stands before them that could make them part of something else.
    pub(super) leads: bool,
}

fn is(token: &Token<'_>, words: &[&str]) -> bool {
    !token.quoted && words.contains(&token.low.as_str())
}

fn is_name(token: &Token<'_>) -> bool {
    if token.text.len() > 120 || token.is_mark() {
        return false;
    }
    if token.quoted {
        return !token.text.is_empty() && !token.text.contains(char::is_whitespace);
    }
    !FUNCTION_WORDS.contains(&token.low.as_str())
        && token.text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'))
        && !token.text.contains(['/', '\''])
}

fn is_separator(token: &Token<'_>) -> bool {
    is(token, &[",", "or", "and", "/", "&", "|"])
}

/// The names right before the token at `end`.
pub(super) fn before(tokens: &[Token<'_>], end: usize) -> Option<Names> {
    let mut names = Names::default();
    let mut at = end;
    let back = |at: usize| at.checked_sub(1).and_then(|index| tokens.get(index));
    if back(at).is_some_and(|token| is(token, &[":", "-", "="])) {
        at -= 1;
    }
    if back(at).is_some_and(|token| is(token, &[")"])) {
        at = tokens.get(..at)?.iter().rposition(|token| is(token, &["("]))?;
    }
    if back(at).is_some_and(|token| is(token, &NOUNS)) && at >= 2 {
        names.worded = true;
        at -= 1;
    }
    loop {
        let name = back(at).filter(|token| is_name(token))?;
        names.names.push((name.text.clone(), name.quoted));
        at -= 1;
        let more = back(at).is_some_and(is_separator) && at.checked_sub(2).and_then(|index| tokens.get(index)).is_some_and(is_name);
        if !more || names.names.len() > 30 {
            break;
        }
        at -= 1;
    }
    names.names.reverse();
    while let Some(token) = back(at) {
        if is(token, &NOUNS) {
            names.worded = true;
        } else if is(token, &["required", "mandatory"]) {
            names.called_required = true;
        } else if !is(token, &["the", "a", "an", "your", "either", "both", "following", "one", "of", "least", "at", "named", "expected"]) {
            break;
        }
        at -= 1;
    }
    names.leads =
        back(at).is_none_or(|token| token.is_mark() || is(token, &["because", "that", "but", "since", "as", "error", "and", "when"]));
    Some(names)
}

/// The names right after the token before `start`, and where they end.
pub(super) fn after(tokens: &[Token<'_>], start: usize) -> Option<(Names, usize)> {
    const FILLERS: [&str; 26] = [
        "a",
        "an",
        "the",
        "value",
        "values",
        "for",
        "required",
        "mandatory",
        "following",
        ":",
        "=",
        "positional",
        "keyword",
        "keyword-only",
        "valid",
        "either",
        "both",
        "one",
        "of",
        "at",
        "least",
        "named",
        "called",
        "(",
        "-",
        "request",
    ];
    let mut names = Names { leads: true, ..Names::default() };
    let mut at = start;
    loop {
        let token = tokens.get(at)?;
        if is(token, &NOUNS) {
            names.worded = true;
        } else if is(token, &KEYS) {
            names.keyed = true;
        } else if is(token, &["required"]) {
            names.called_required = true;
        } else if !is(token, &FILLERS) && token.text.parse::<u32>().is_err() {
            break;
        }
        at += 1;
    }
    while let Some(name) = tokens.get(at).filter(|token| is_name(token)) {
        names.names.push((name.text.clone(), name.quoted));
        at += 1;
        let mut next = at;
        while tokens.get(next).is_some_and(is_separator) {
            next += 1;
        }
        if next == at || names.names.len() > 30 {
            break;
        }
        at = next;
    }
    if tokens.get(at).is_some_and(|token| is(token, &NOUNS)) {
        names.worded = true;
        at += 1;
    }
    (!names.names.is_empty()).then_some((names, at))
}

/// Can this word be the name of a parameter that is missing?
pub(super) fn may_be_missing(name: &str, quoted: bool, names: &Names, firm: bool, known: &Known<'_>) -> bool {
    let top = name.split(['.', '[']).next().unwrap_or(name);
    let worded = names.worded || names.called_required;
    if known.is_top(name) || known.is_top(top) {
        let sent = known.is_sent(name);
        return (firm || !sent || names.worded) && (names.leads || worded || !is_plain_word(name));
    }
    if is_shouted(name) || NOT_NAMES.contains(&name.to_lowercase().as_str()) {
        return names.worded && !is_shouted(name);
    }
    if names.worded {
        return true;
    }
    // A capital at the start of a sentence is a word of the language: names of parameters keep theirs inside.
    let is_word = is_plain_word(name) && name.starts_with(char::is_uppercase);
    if known.is_about_parameters() {
        return quoted || !is_word;
    }
    if !names.leads {
        return false;
    }
    if known.has_list() {
        return known.is_kin(name) && !is_plain_word(name);
    }
    name.starts_with(|c: char| c.is_lowercase()) && firm
}

/// Can this word be a key that was sent and is not known?
pub(super) fn may_be_unknown(name: &str, names: &Names, known: &Known<'_>) -> bool {
    known.is_payload() || ((names.worded || names.keyed) && known.is_sent_anywhere(name))
}

/// A word of the language, as opposed to `snake_case` or `camelCase`.
fn is_plain_word(name: &str) -> bool {
    !name.contains(['_', '-', '.', '$']) && !name.chars().skip(1).any(char::is_uppercase)
}

/// The style of environment variables.
fn is_shouted(name: &str) -> bool {
    name.len() > 3 && !name.chars().any(char::is_lowercase) && name.chars().any(char::is_uppercase)
}
