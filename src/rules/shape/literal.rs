//! Object literals in prose: `{ "vault": "a", name }`. What people write there is not JSON, so only the keys are read.

/// Longest literal that is read; the rest of a longer one is left out.
const LONGEST: usize = 2000;

/// One literal.
pub(super) struct Literal<'a> {
    /// The byte at which it opens.
    pub(super) start: usize,
    /// Its outermost keys.
    pub(super) keys: Vec<&'a str>,
}

/// Every literal of the text that stands in no other one and has a key.
pub(super) fn literals(text: &str) -> Vec<Literal<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('{')) {
        let start = at + found;
        let body = text.get(start + 1..).unwrap_or("");
        let (keys, length) = keys(body);
        if !keys.is_empty() {
            out.push(Literal { start, keys });
        }
        at = start + 1 + length;
    }
    out
}

/// The keys of the literal whose inside this text begins with, and the length of what was read.
fn keys(body: &str) -> (Vec<&str>, usize) {
    let mut keys = Vec::new();
    let mut depth = 0usize;
    // The start of an entry, while its key may still come.
    let mut entry = Some(0);
    let mut quote: Option<char> = None;
    for (at, c) in body.char_indices() {
        if at > LONGEST {
            return (keys, at);
        }
        if let Some(open) = quote {
            quote = (c != open && c != '\n').then_some(open);
            continue;
        }
        match c {
            // An apostrophe inside a word opens nothing.
            '"' | '\'' | '`' => {
                let inside = body.get(..at).and_then(|before| before.chars().next_back()).is_some_and(char::is_alphanumeric);
                quote = (!inside).then_some(c);
            }
            '{' | '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            '}' if depth > 0 => depth -= 1,
            '}' => {
                keys.extend(entry.and_then(|from| key(body.get(from..at)?)));
                return (keys, at + 1);
            }
            ':' | '=' if depth == 0 => keys.extend(entry.take().and_then(|from| key(body.get(from..at)?))),
            ',' | ';' if depth == 0 => {
                keys.extend(entry.take().and_then(|from| key(body.get(from..at)?)));
                entry = Some(at + 1);
            }
            _ => {}
        }
    }
    // It never closes: prose.
    (Vec::new(), body.len())
}

/// A key in quotes or bare, with the question mark of an optional one.
fn key(text: &str) -> Option<&str> {
    let bare = text.trim().trim_end_matches('?').trim_matches(['"', '\'', '`']);
    is_name(bare).then_some(bare)
}

/// Could this be the name of a parameter?
pub(super) fn is_name(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && text.len() <= 64
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_people_write_them() {
        for (text, want) in [
            (r#"Pass { "a": "x, y", b: {c: 1}, d }."#, vec![vec!["a", "b", "d"]]),
            ("{} and {kind?: 'on', items: [{x, y}]} or {z}", vec![vec!["kind", "items"], vec!["z"]]),
            ("open {a: 1 and never shut", vec![]),
            ("{a sentence in braces}", vec![]),
            ("{don't: 1, b: 2}", vec![vec!["b"]]),
            ("no braces", vec![]),
        ] {
            let got: Vec<Vec<&str>> = literals(text).into_iter().map(|literal| literal.keys).collect();
            assert_eq!(got, want, "{text}");
        }
    }

    #[test]
    fn hostile_text_is_read_in_linear_time() {
        for text in ["{".repeat(200_000), "{\"".repeat(100_000), "{a:1,".repeat(50_000), "}{".repeat(100_000), "{ä'ö".repeat(50_000)] {
            let _ = literals(&text);
        }
    }
}
