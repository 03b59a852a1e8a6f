//! Small pieces of text that the dialects share: lists of names or values, and the words of a name.

/// The items of a list such as `"a"|"b"`, `'a', 'b' or 'c'`, `` `a`, `b` ``, `a, b, c`, and what follows it.
pub(super) fn list(text: &str) -> (Vec<Box<str>>, &str) {
    let mut items = Vec::new();
    let mut rest = text.trim_start();
    loop {
        let Some((item, after)) = item(rest) else { return (items, rest) };
        items.push(item);
        match separator(after) {
            Some(next) => rest = next,
            None => return (items, after),
        }
    }
}

/// One item and what follows: in quotes of any kind, or a run without blanks and separators.
fn item(text: &str) -> Option<(Box<str>, &str)> {
    let first = text.chars().next()?;
    if matches!(first, '"' | '\'' | '`') {
        return quoted(text, first);
    }
    let end =
        text.find(|c: char| c.is_whitespace() || matches!(c, ',' | '|' | ';' | '(' | ')' | ']' | '}' | '"' | '`')).unwrap_or(text.len());
    let (run, _) = text.split_at(end);
    let run = run.trim_end_matches(['.', ':']);
    (!run.is_empty()).then(|| (run.into(), text.get(run.len()..).unwrap_or("")))
}

/// A text in quotes. The closing one is not escaped and a word does not go on after it.
pub(super) fn quoted(text: &str, quote: char) -> Option<(Box<str>, &str)> {
    let inner = text.strip_prefix(quote)?;
    let mut plain = String::new();
    let mut chars = inner.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' && quote != '`' {
            if let Some((_, escaped)) = chars.next() {
                if !matches!(escaped, '"' | '\'' | '\\') {
                    plain.push('\\');
                }
                plain.push(escaped);
            }
        } else if c == quote && !chars.peek().is_some_and(|(_, next)| next.is_alphanumeric()) {
            return Some((plain.into(), inner.get(at + c.len_utf8()..)?));
        } else {
            plain.push(c);
        }
    }
    None
}

/// What follows a separator, if one stands here: `,`, `|`, `or`, `and`, `, or`.
fn separator(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    let mut any = false;
    for mark in [",", "|", "or ", "and ", "& "] {
        if let Some(after) = rest.strip_prefix(mark) {
            rest = after.trim_start();
            any = true;
        }
    }
    (any && !rest.is_empty()).then_some(rest)
}

/// The words of a name, in lower case: `folderPath` and `folder_path` are `folder`, `path`.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut low_before = false;
    for c in name.chars() {
        let ends = !c.is_alphanumeric() || (c.is_uppercase() && low_before);
        if ends && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        low_before = c.is_lowercase() || c.is_numeric();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The text after `head`, whatever the case of its ASCII letters.
pub(super) fn after_ignoring_case<'a>(text: &'a str, head: &str) -> Option<&'a str> {
    let start = text.get(..head.len())?;
    start.eq_ignore_ascii_case(head).then(|| text.get(head.len()..).unwrap_or(""))
}

/// The beginning of a text, cut at a character.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        let cases: [(&str, &[&str], &str); 10] = [
            ("\"a\"|\"b c\" at kind", &["a", "b c"], " at kind"),
            ("'a' | 'b', received 'c'", &["a", "b", "received"], " 'c'"),
            ("'x', 'y' or 'z'", &["x", "y", "z"], ""),
            ("`x` or `y`", &["x", "y"], ""),
            ("red, green, or blue. Got pink", &["red", "green", "blue"], ". Got pink"),
            ("1|2|true", &["1", "2", "true"], ""),
            ("'it\\'s', \"two\\\"\"", &["it's", "two\""], ""),
            ("'it's', 'b')", &["it's", "b"], ")"),
            ("'open", &[], "'open"),
            ("", &[], ""),
        ];
        for (text, items, rest) in cases {
            let (got, after) = list(text);
            assert_eq!((got.iter().map(|i| &**i).collect::<Vec<_>>(), after), (items.to_vec(), rest), "{text}");
        }
    }

    #[test]
    fn names_fall_into_words() {
        for name in ["sourcePath", "source_path", "Source-path"] {
            assert_eq!(words_of(name), ["source", "path"]);
        }
        assert_eq!(words_of("ID"), ["id"]);
    }

    #[test]
    fn beginnings_end_at_characters() {
        assert_eq!(beginning("aé", 2), "a");
        assert_eq!(beginning("a", 9), "a");
    }
}
