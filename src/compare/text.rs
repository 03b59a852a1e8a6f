//! Texts that satisfy a schema: by length, and by pattern where the pattern can be followed.

use super::view::View;
use crate::json::Json;
use regex_syntax::hir::{Class, Hir, HirKind};

const LONGEST: usize = 20_000;

/// Texts of several kinds, those that fit the patterns first.
pub(super) fn several(view: &View<'_>) -> Vec<String> {
    let (least, most) = lengths(view);
    let mut out: Vec<String> = view.patterns.iter().flat_map(|(pattern, _)| of_pattern(pattern)).collect();
    // A pattern that is not tied to both ends leaves room for more.
    for text in out.clone() {
        let short = least.min(LONGEST).saturating_sub(text.chars().count());
        if short > 0 {
            out.push(format!("{text}{}", "a".repeat(short)));
            out.push(format!("{}{text}", "a".repeat(short)));
        }
    }
    // What a keyword names that is not followed may be what matters.
    for (_, at) in &view.opaque {
        let listed = at.get("enum").into_iter().flat_map(Json::items).chain(at.get("const"));
        out.extend(listed.filter_map(Json::text).map(str::to_owned));
    }
    let made = out.clone();
    for plain in [
        "a",
        "a text of some length",
        "abc",
        "",
        "A",
        "1",
        "0a",
        "a b",
        "-",
        "a-b",
        "a_b",
        "a.b",
        "/a",
        "é",
        "a@b.c",
        "http://a.b",
        "2026-01-01",
    ] {
        out.push(plain.to_owned());
    }
    if least > 1 {
        out.insert(0, "a".repeat(least.min(LONGEST)));
    }
    let mut seen = Vec::new();
    out.retain(|text| {
        let length = text.chars().count();
        let fits = length >= least && length <= most && !seen.contains(text);
        seen.push(text.clone());
        fits
    });
    if view.patterns.is_empty() {
        out
    } else {
        // What follows a pattern comes before what may happen to fit it.
        let (mut first, rest): (Vec<String>, Vec<String>) = out.into_iter().partition(|text| made.contains(text));
        first.extend(rest);
        first
    }
}

/// Texts of exactly this length.
pub(super) fn of_length(view: &View<'_>, length: usize) -> Vec<String> {
    if length > LONGEST {
        return Vec::new();
    }
    let mut out = vec!["a".repeat(length)];
    for (pattern, _) in &view.patterns {
        out.extend(of_pattern(pattern).into_iter().filter(|text| text.chars().count() == length));
        out.extend(stretched(pattern, length));
    }
    out.extend(["A".repeat(length), "0".repeat(length)]);
    out
}

fn lengths(view: &View<'_>) -> (usize, usize) {
    let of = |side: usize| view.limits[1][side].map(|limit| limit.number.max(0.0) as usize);
    (of(0).unwrap_or(0), of(1).unwrap_or(usize::MAX))
}

fn parsed(pattern: &str) -> Option<Hir> {
    regex_syntax::ParserBuilder::new().nest_limit(60).build().parse(pattern).ok()
}

/// Texts that follow a pattern: with its repetitions as short as they go, and a little longer.
fn of_pattern(pattern: &str) -> Vec<String> {
    let Some(hir) = parsed(pattern) else { return Vec::new() };
    let mut out = Vec::new();
    for extra in [0, 1, 3] {
        for which in [0, 1] {
            let mut text = String::new();
            follow(&hir, extra, which, &mut text);
            if !out.contains(&text) {
                out.push(text);
            }
        }
    }
    out
}

/// One that its repetitions stretch to a length.
fn stretched(pattern: &str, length: usize) -> Option<String> {
    let hir = parsed(pattern)?;
    (0..=length).rev().take(LONGEST / 64).find_map(|extra| {
        let mut text = String::new();
        follow(&hir, extra, 0, &mut text);
        (text.chars().count() == length).then_some(text)
    })
}

fn follow(hir: &Hir, extra: usize, which: usize, out: &mut String) {
    if out.len() > LONGEST {
        return;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => out.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => out.extend(member(class, which)),
        HirKind::Repetition(repetition) => {
            let most = repetition.max.map_or(usize::MAX, |max| max as usize);
            let times = (repetition.min as usize).saturating_add(extra).min(most).min(LONGEST);
            (0..times).for_each(|_| follow(&repetition.sub, extra.min(1), which, out));
        }
        HirKind::Capture(capture) => follow(&capture.sub, extra, which, out),
        HirKind::Concat(parts) => parts.iter().for_each(|part| follow(part, extra, which, out)),
        HirKind::Alternation(parts) => {
            if let Some(part) = parts.get(which.min(parts.len().saturating_sub(1))) {
                follow(part, extra, which, out);
            }
        }
    }
}

/// The fewest characters that a text with this pattern has.
pub(super) fn least(pattern: &str) -> usize {
    fn of(hir: &Hir) -> usize {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => 0,
            HirKind::Literal(literal) => String::from_utf8_lossy(&literal.0).chars().count(),
            HirKind::Class(_) => 1,
            HirKind::Repetition(repetition) => of(&repetition.sub).saturating_mul(repetition.min as usize),
            HirKind::Capture(capture) => of(&capture.sub),
            HirKind::Concat(parts) => parts.iter().map(of).fold(0, usize::saturating_add),
            HirKind::Alternation(parts) => parts.iter().map(of).min().unwrap_or(0),
        }
    }
    parsed(pattern).map_or(0, |hir| of(&hir))
}

/// A character of the class: a letter or a digit where it has one.
fn member(class: &Class, which: usize) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => class.iter().map(|range| (char::from(range.start()), char::from(range.end()))).collect(),
    };
    let liked = if which == 0 { ['a', 'A', '0', '-'] } else { ['0', 'Z', 'z', '_'] };
    let has = |wanted: &char| ranges.iter().any(|(start, end)| start <= wanted && wanted <= end);
    liked.into_iter().find(|wanted| has(wanted)).or_else(|| ranges.first().map(|(start, _)| *start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_follow_their_pattern() {
        for (pattern, want) in
            [("^[a-z]+$", "a"), ("^x[0-9]{2,}$", "x00"), ("^(red|blue)$", "red"), (r"^\d{4}-\d{2}$", "0000-00"), ("[A-Z]{2}_?", "AA")]
        {
            assert_eq!(of_pattern(pattern).first().map(String::as_str), Some(want), "{pattern}");
        }
        assert!(of_pattern("(").is_empty());
        assert_eq!(stretched("^[a-z]+$", 5).as_deref(), Some("aaaaa"));
    }

    #[test]
    fn the_fewest_characters_of_a_pattern() {
        for (pattern, want) in [("^[a-z]+$", 1), ("ab|c", 1), ("(x[0-9]{2}){3}", 9), ("é*", 0), ("(", 0)] {
            assert_eq!(least(pattern), want, "{pattern}");
        }
    }
}
