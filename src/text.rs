//! Hostile text made harmless, once, at this edge. What linted files hold may be written to deceive a terminal, a log or a reader.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The longest word of a vocabulary that a report shows.
const LONGEST_WORD: usize = 40;
/// Characters of a sentence that a person is shown.
const LONGEST_SENTENCE: usize = 4000;

/// Whether a character shows nothing of itself, or changes how others are shown: controls, bidi, zero-width and tag characters,
/// separators other than the space, fillers, and what has no meaning yet.
pub(crate) fn is_hidden(c: char) -> bool {
    match c {
        ' '..='~' => false,
        '\0'..='\u{9f}' => true,
        // Default-ignorable marks, letters and the blank Braille cell: printable by their category, invisible on a screen.
        // The two selectors that choose between text and emoji are left alone: people type them.
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{3164}' => true,
        '\u{fe00}'..='\u{fe0d}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => !is_printable(c),
    }
}

/// The standard library knows what is printable, but says so only by what it escapes; behind a letter it spares combining marks.
fn is_printable(c: char) -> bool {
    let mut bytes = [b'a'; 5];
    let end = 1 + c.encode_utf8(bytes.split_at_mut(1).1).len();
    let pair = bytes.get(..end).and_then(|bytes| std::str::from_utf8(bytes).ok());
    pair.is_some_and(|pair| pair.escape_debug().count() == 2)
}

/// Bytes as text, with marks for what is none. Most are, and to see that as a whole is quicker than to look for what is not.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// The text with every hidden character written out: `\n`, `\t`, `\u{202e}`.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    written_out(text, is_hidden)
}

/// As [`visible`], but line breaks stay: for text of several lines that we wrote ourselves.
pub(crate) fn visible_lines(text: &str) -> Cow<'_, str> {
    written_out(text, |c| c != '\n' && is_hidden(c))
}

fn written_out(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Most texts are plain, and seen to be so byte by byte.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let Some((first, _)) = text.char_indices().find(|(_, c)| hidden(*c)) else {
        return Cow::Borrowed(text);
    };
    let (clean, rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(clean);
    for c in rest.chars() {
        if hidden(c) { push_visible(&mut out, c) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Writes out one character.
pub(crate) fn push_visible(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if is_hidden(c) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
        c => out.push(c),
    }
}

/// A line that no build runner takes for a command to itself: `::name::` must begin the trimmed line there, `##[name]` and
/// `##vso[name]` may stand anywhere. Call it last, on the whole line.
pub(crate) fn defused(line: &str) -> Cow<'_, str> {
    let begins = line.trim_start().starts_with("::");
    if !begins && !line.contains("##") {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len() + 16);
    let mut rest = line;
    if begins && let Some((blank, command)) = line.split_once(':') {
        out.push_str(blank);
        out.push_str("\\u{3a}");
        rest = command;
    }
    while let Some((before, after)) = rest.split_once("##") {
        out.push_str(before);
        let opens = after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('[');
        out.push_str(if opens { "#\\u{23}" } else { "#" });
        // The second `#` may begin a pair of its own.
        rest = rest.get(before.len() + if opens { 2 } else { 1 }..).unwrap_or("");
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// A word of a vocabulary, if it may be shown: short, and of letters that no one's data is likely to be written in.
pub(crate) fn shown_word(text: &str) -> Option<&str> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"_.:/ -".contains(&b);
    (text.len() <= LONGEST_WORD && text.bytes().all(plain)).then_some(text)
}

/// The word, or its size where it may not be shown: `<text, 812 characters>`.
pub(crate) fn shown_or_size(text: &str) -> String {
    shown_word(text).map_or_else(|| format!("<text, {}>", count(text.chars().count() as u64, "character")), str::to_owned)
}

/// `1 call`, `2 calls`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn series(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A message or a help as people are shown it: written out, and cut where a name that it quotes does not end.
pub(crate) fn sentence(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_SENTENCE {
        return visible(text);
    }
    match text.char_indices().nth(LONGEST_SENTENCE) {
        Some((end, _)) => Cow::Owned(format!("{}…", visible(text.get(..end).unwrap_or("")))),
        None => visible(text),
    }
}

/// Lines of at most `width` characters, broken at spaces; a longer word has a line of its own.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in text.split(' ') {
        let wide = word.chars().count();
        match lines.last_mut() {
            Some(line) if wide < room => {
                line.push(' ');
                line.push_str(word);
                room -= wide + 1;
            }
            _ => {
                lines.push(word.to_owned());
                room = width.saturating_sub(wide);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hidden_characters_are_written_out() {
        for (text, shown) in [
            ("plain text", "plain text"),
            ("näme 名前 🗂 ⚠\u{fe0f} e\u{301} नमस्ते", "näme 名前 🗂 ⚠\u{fe0f} e\u{301} नमस्ते"),
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\0\u{1b}[31m\u{7f}\u{9b}", "\\u{0}\\u{1b}[31m\\u{7f}\\u{9b}"),
            ("\u{202e}evil\u{2066}\u{200f}\u{61c}", "\\u{202e}evil\\u{2066}\\u{200f}\\u{61c}"),
            ("a\u{200b}b\u{200d}c\u{2060}\u{feff}\u{ad}", "a\\u{200b}b\\u{200d}c\\u{2060}\\u{feff}\\u{ad}"),
            ("\u{e0041}\u{e0100}\u{fe00}", "\\u{e0041}\\u{e0100}\\u{fe00}"),
            ("\u{2028}\u{2029}\u{a0}\u{3000}", "\\u{2028}\\u{2029}\\u{a0}\\u{3000}"),
            ("\u{3164}\u{115f}\u{2800}\u{34f}", "\\u{3164}\\u{115f}\\u{2800}\\u{34f}"),
            ("\u{e000}\u{fffe}\u{10ffff}", "\\u{e000}\\u{fffe}\\u{10ffff}"),
        ] {
            assert_eq!(visible(text), shown, "{text:?}");
        }
        assert_eq!(visible_lines("a\n\tb"), "a\n\\tb");
    }

    #[test]
    fn no_line_is_a_command() {
        for (line, shown) in [
            ("std::fs", "std::fs"),
            ("::error::x", "\\u{3a}:error::x"),
            ("  ::add-mask::x", "  \\u{3a}:add-mask::x"),
            ("a ##[error]x", "a #\\u{23}[error]x"),
            ("###[group]", "##\\u{23}[group]"),
            ("##vso[task.x]##[y]", "#\\u{23}vso[task.x]#\\u{23}[y]"),
            ("## heading", "## heading"),
            ("::##[", "\\u{3a}:#\\u{23}["),
        ] {
            assert_eq!(defused(line), shown, "{line:?}");
        }
    }

    #[test]
    fn words_are_shown_and_texts_are_counted() {
        for (text, shown) in [
            ("runtime", "runtime"),
            ("a_b.c:d/e f-9", "a_b.c:d/e f-9"),
            ("", ""),
            ("ä", "<text, 1 character>"),
            ("a\nb", "<text, 3 characters>"),
            ("me@example.org", "<text, 14 characters>"),
            ("a123456789b123456789c123456789d123456789", "a123456789b123456789c123456789d123456789"),
            ("a123456789b123456789c123456789d123456789e", "<text, 41 characters>"),
        ] {
            assert_eq!(shown_or_size(text), shown);
        }
    }

    #[test]
    fn words_are_joined_and_cut() {
        let words = |list: &[&str]| series(&list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!((words(&[]), words(&["a"]), words(&["a", "b"])), (String::new(), "a".into(), "a and b".into()));
        assert_eq!(words(&["a", "b", "c"]), "a, b and c");
        assert_eq!((count(0, "call"), count(1, "call"), count(2, "call")), ("0 calls".into(), "1 call".into(), "2 calls".into()));
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("incomprehensible it is", 5), ["incomprehensible", "it is"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(sentence("ä\n"), "ä\\n");
        assert_eq!(sentence(&"ä".repeat(5000)).chars().count(), 4001);
    }

    proptest! {
        #[test]
        fn nothing_hidden_is_left(text in any::<String>()) {
            let shown = visible(&text);
            prop_assert!(!shown.chars().any(is_hidden));
            prop_assert_eq!(visible(&shown), shown.as_ref());
        }

        #[test]
        fn nothing_commands_a_runner(line in "[ #:a\\[]{0,12}") {
            let shown = defused(&line);
            prop_assert!(!shown.trim_start().starts_with("::"), "{}", shown);
            prop_assert!(!shown.contains("##[") && !shown.contains("##a["), "{}", shown);
        }
    }
}
