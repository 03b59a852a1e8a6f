//! A sentence as words, names in quotes, and marks.

use super::super::words;

#[derive(Debug)]
pub(super) struct Token<'a> {
    /// As it was written, without quotes.
    pub(super) text: Box<str>,
    /// In lower case; empty for what stood in quotes, so that no phrase matches it.
    pub(super) low: String,
    pub(super) quoted: bool,
    /// The sentence after this token.
    pub(super) after: &'a str,
}

impl Token<'_> {
    pub(super) fn is_mark(&self) -> bool {
        !self.quoted && !self.text.chars().any(char::is_alphanumeric)
    }
}

pub(super) fn tokens(sentence: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = sentence.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, after) = match first {
            '"' | '\'' | '`' => match words::quoted(rest, first) {
                Some((text, after)) => (Token { text, low: String::new(), quoted: true, after }, after),
                None => mark(rest, first),
            },
            _ if is_of_word(first) => word(rest),
            _ => mark(rest, first),
        };
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

fn mark(rest: &str, first: char) -> (Token<'_>, &str) {
    let after = rest.get(first.len_utf8()..).unwrap_or("");
    (Token { text: first.to_string().into(), low: first.to_string(), quoted: false, after }, after)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '$')
}

/// A word, with the dots, brackets and apostrophes inside it. `(s)` at its end belongs to it.
fn word(rest: &str) -> (Token<'_>, &str) {
    let end = rest.find(|c: char| !is_of_word(c) && !matches!(c, '.' | '[' | ']' | '/' | '\'')).unwrap_or(rest.len());
    let text = rest.get(..end).unwrap_or("").trim_end_matches(['.', '\'', ']', '[', '/']);
    let indexed = text.contains('[') && rest.get(text.len()..end) == Some("]");
    let whole = if indexed { rest.get(..end).unwrap_or(text) } else { text };
    let mut after = rest.get(whole.len()..).unwrap_or("");
    let mut low = whole.to_lowercase();
    if let Some(tail) = after.strip_prefix("(s)") {
        after = tail;
        low.push('s');
    }
    (Token { text: whole.into(), low, quoted: false, after }, after)
}
