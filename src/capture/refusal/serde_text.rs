//! serde's sentences, as `rmcp` sends them. It stops at the first error and tells the last name at most.

use super::Why;
use super::found::Found;
use super::heads;
use super::known::Known;
use super::{path, words};

const SENTENCES: [&str; 11] = [
    "missing field `",
    "unknown field `",
    "unknown variant `",
    "invalid type: ",
    "invalid value: ",
    "invalid length ",
    "duplicate field `",
    "data did not match any variant",
    "no variant of enum ",
    "missing field ",
    "expected ",
];

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    let body = heads::after_arguments_heads(text);
    let led = body.len() < text.len() || known.is_about_parameters();
    let (place, sentence) = sentence(body)?;
    if !led && is_about_another_text(sentence) {
        return None;
    }
    let place = path::parse(place, known);
    let mut found = Found::default();
    let below = |name: &str| place.iter().cloned().chain([name.into()]).collect::<Vec<Box<str>>>();
    let here = || if place.is_empty() { known.only_path() } else { place.clone() };
    if let Some(name) = between_ticks(sentence, "missing field ") {
        if !led && known.has_list() && !known.is_top(name) {
            return None;
        }
        found.blame(below(name), Why::Missing);
    } else if let Some(name) = between_ticks(sentence, "unknown field ") {
        found.blame(if place.is_empty() { known.locate(name) } else { below(name) }, Why::Unknown);
    } else if let Some(variant) = between_ticks(sentence, "unknown variant ") {
        let (_, rest) = sentence.split_at("unknown variant ``".len() + variant.len());
        let set = rest.strip_prefix(", expected one of ").or_else(|| rest.strip_prefix(", expected "));
        found.set(here(), set.map(|set| words::list(set).0).unwrap_or_default());
        found.blame(here(), Why::Value);
    } else if sentence.starts_with("invalid type: ") {
        found.blame(here(), Why::Type);
    } else if sentence.starts_with("invalid value: ") || sentence.starts_with("invalid length ") {
        found.blame(here(), Why::Value);
    } else if let Some(name) = between_ticks(sentence, "duplicate field ") {
        found.blame(below(name), Why::Value);
    } else if !led {
        return None;
    }
    Some(found)
}

/// The sentence, and the path that some hosts put before it.
fn sentence(body: &str) -> Option<(&str, &str)> {
    let begins = |text: &str| SENTENCES.iter().take(9).any(|head| text.starts_with(head));
    if begins(body) {
        return Some(("", body));
    }
    let (place, rest) = body.split_once(": ")?;
    (path::looks_like_one(place) && begins(rest)).then_some((place, rest))
}

/// serde tells the line of a text that it has read itself; arguments reach it as a tree.
fn is_about_another_text(sentence: &str) -> bool {
    sentence.rsplit_once(" at line ").is_some_and(|(_, tail)| tail.contains(" column "))
}

fn between_ticks<'a>(sentence: &'a str, head: &str) -> Option<&'a str> {
    sentence.strip_prefix(head)?.strip_prefix('`')?.split_once('`').map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    fn told(text: &str, sent: &[&str]) -> Option<Vec<String>> {
        let deep: Vec<Box<[Box<str>]>> = sent.iter().map(|path| path.split('.').map(Box::from).collect()).collect();
        let top: Vec<&str> = sent.iter().copied().filter(|path| !path.contains('.')).collect();
        let asked = Asked { tool: "paint", sent: &top, sent_deep: &deep, advertised: &["hue", "opts"] };
        let (blames, sets) = read(text, &Known::of_call(&asked, None))?.into_parts();
        let mut told: Vec<_> = blames.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
        told.extend(sets.iter().map(|set| format!("{}: {}", set.path.join("."), set.members.join("|"))));
        Some(told)
    }

    #[test]
    fn sentences() {
        let cases: [(&str, &[&str], &[&str]); 11] = [
            ("missing field `hue`", &[], &["hue missing"]),
            ("missing field `old`", &["opts"], &["old missing"]),
            ("unknown field `k`, expected `hue` or `opts`", &["opts", "opts.k"], &["opts.k unknown"]),
            ("unknown field `k`, there are no fields", &["k"], &["k unknown"]),
            ("invalid type: integer `42`, expected a string", &["hue", "opts"], &[" type"]),
            ("invalid type: null, expected u32", &["hue"], &["hue type"]),
            ("invalid value: integer `-1`, expected u32", &["hue"], &["hue value"]),
            ("unknown variant `x`, expected one of `a`, `b`, `c`", &["hue"], &["hue value", "hue: a|b|c"]),
            ("unknown variant `x`, expected `a` or `b`", &["hue", "opts"], &[" value", ": a|b"]),
            ("opts.rows[0]: missing field `old`", &["opts"], &["opts.rows.0.old missing"]),
            ("data did not match any variant of untagged enum Kind", &["hue"], &[]),
        ];
        for (text, sent, expected) in cases {
            let got = told(&format!("failed to deserialize parameters: {text}"), sent).expect("a refusal");
            assert_eq!(got.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{text}");
        }
        assert_eq!(told("missing field `hue`", &[]), Some(vec!["hue missing".to_owned()]));
        for text in
            ["missing field `rank`", "missing field `hue` at line 1 column 20", "bad answer: missing field `hue`", "missing field of view"]
        {
            assert_eq!(told(text, &[]), None, "{text}");
        }
    }
}
