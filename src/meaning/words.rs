//! Names taken apart.

use std::borrow::Cow;

/// The lower-case words of a name: camelCase, snake_case, kebab-case, and digits after letters (`rfc3339` is two).
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut chars = name.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        if !c.is_alphanumeric() {
            end(&mut word, &mut words);
            before = ' ';
            continue;
        }
        let next_is_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        // `fileName`, `HTTPServer`, `rfc3339`; but `3d` and the plural in `IDs` are one word.
        let plural = c.is_uppercase() && chars.peek() == Some(&'s') && is_last(&chars);
        let upper_starts = c.is_uppercase() && !before.is_uppercase();
        let acronym_ends = c.is_uppercase() && before.is_uppercase() && next_is_lower && !plural;
        let number_starts = c.is_numeric() && before.is_alphabetic();
        if upper_starts || acronym_ends || number_starts {
            end(&mut word, &mut words);
        }
        if c.is_ascii() {
            word.push(c.to_ascii_lowercase());
        } else {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    end(&mut word, &mut words);
    words
}

fn is_last(chars: &std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    chars.clone().nth(1).is_none_or(|after| !after.is_alphanumeric())
}

fn end(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// Letters and digits of a name, lower-case: what stays when case and joints are taken away.
pub(super) fn folded(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// The same as one text.
pub(crate) fn fold(name: &str) -> String {
    let mut fold = String::with_capacity(name.len());
    if name.is_ascii() {
        fold.extend(plain_letters(name).map(char::from));
    } else {
        fold.extend(folded(name));
    }
    fold
}

/// The letters of a name that is ASCII.
fn plain_letters(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase())
}

/// One word but for case and joints: `filePath`, `file_path`, `filepath`.
pub(crate) fn same_words(a: &str, b: &str) -> bool {
    // Nearly every name is plain, and its bytes are its letters.
    if a.is_ascii() && b.is_ascii() {
        return plain_letters(a).eq(plain_letters(b)) && plain_letters(a).next().is_some();
    }
    folded(a).eq(folded(b)) && folded(a).next().is_some()
}

/// One of `files`; the word itself where it is no plural.
pub(super) fn singular(word: &str) -> Cow<'_, str> {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return Cow::Owned(format!("{stem}y"));
    }
    if ["ss", "us", "is"].iter().any(|end| word.ends_with(end)) || word.len() < 4 {
        return Cow::Borrowed(word);
    }
    if let Some(stem) = word.strip_suffix("es").filter(|stem| ["x", "s", "ch", "sh"].iter().any(|end| stem.ends_with(end))) {
        return Cow::Borrowed(stem);
    }
    Cow::Borrowed(word.strip_suffix('s').unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_apart() {
        let table: &[(&str, &[&str])] = &[
            ("file_path", &["file", "path"]),
            ("filePath", &["file", "path"]),
            ("file-path", &["file", "path"]),
            ("HTTPServerURL", &["http", "server", "url"]),
            ("startRfc3339", &["start", "rfc", "3339"]),
            ("inspect_3d_asset", &["inspect", "3d", "asset"]),
            ("userIDs", &["user", "ids"]),
            ("_meta", &["meta"]),
            ("ID", &["id"]),
            ("", &[]),
        ];
        for (name, expected) in table {
            assert_eq!(words(name), *expected, "{name}");
        }
    }

    #[test]
    fn case_and_joints_do_not_count() {
        assert!(same_words("filePath", "file_path"));
        assert!(same_words("filepath", "FILE-PATH"));
        assert!(!same_words("file_path", "file_paths"));
        assert!(!same_words("_", "-"));
    }

    #[test]
    fn plurals() {
        for (many, one) in
            [("files", "file"), ("directories", "directory"), ("boxes", "box"), ("class", "class"), ("ids", "ids"), ("path", "path")]
        {
            assert_eq!(singular(many), one, "{many}");
        }
    }
}
