//! The sentences of Python's `jsonschema`. Names stand in them only where a property is missing or unknown; of a wrong type or value
//! they quote the value alone.

use super::Why;
use super::found::Found;
use super::heads;
use super::known::Known;
use super::{path, words};

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    let body = heads::after_arguments_heads(text);
    let led = body.len() < text.len();
    let (sentence, rest) = body.split_once('\n').unwrap_or((body, ""));
    let sentence = sentence.trim_end();
    let place = place(rest, known);
    let mut found = Found::default();
    if let Some(name) = required(sentence) {
        let mut at = place.unwrap_or_default();
        at.push(name);
        found.blame(at, Why::Missing);
    } else if let Some(names) = unexpected(sentence) {
        for name in names {
            let at = match &place {
                Some(place) => place.iter().cloned().chain([name]).collect(),
                None => known.locate(&name),
            };
            found.blame(at, Why::Unknown);
        }
    } else if let Some((_, needed)) = sentence.split_once(" is a dependency of ").filter(|_| led && sentence.starts_with('\'')) {
        let _ = needed;
        found.blame(words::list(sentence).0.into_iter().next().into_iter().collect(), Why::Missing);
    } else if is_type(sentence) {
        found.blame(place.unwrap_or_else(|| known.only_path()), Why::Type);
    } else if let Some((_, set)) = sentence.rsplit_once(" is not one of [").filter(|_| sentence.ends_with(']')) {
        let at = place.unwrap_or_else(|| known.only_path());
        let (members, rest) = words::list(set);
        if rest == "]" {
            found.set(at.clone(), members);
        }
        found.blame(at, Why::Value);
    } else if sentence.ends_with(" is not valid under any of the given schemas") {
        if let Some(at) = place.filter(|place| !place.is_empty()) {
            found.blame(at, Why::Value);
        }
    } else if led && is_other(sentence) {
        if let Some(member) = sentence.strip_suffix(" was expected") {
            found.set(place.clone().unwrap_or_else(|| known.only_path()), words::list(member).0);
        }
        found.blame(place.unwrap_or_else(|| known.only_path()), Why::Value);
    } else {
        return None;
    }
    Some(found)
}

/// `'hue' is a required property`
fn required(sentence: &str) -> Option<Box<str>> {
    let quote = sentence.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let (name, rest) = words::quoted(sentence, quote)?;
    (rest == " is a required property").then_some(name)
}

/// `Additional properties are not allowed ('a', 'b' were unexpected)`, and the kin with patterns.
fn unexpected(sentence: &str) -> Option<Vec<Box<str>>> {
    for head in ["Additional properties are not allowed (", "Unevaluated properties are not allowed ("] {
        if let Some(rest) = sentence.strip_prefix(head) {
            return Some(words::list(rest).0);
        }
    }
    let (names, rest) = words::list(sentence);
    let patterns = rest.starts_with(" does not match any of the regexes: ") || rest.starts_with(" do not match any of the regexes: ");
    patterns.then_some(names)
}

fn is_type(sentence: &str) -> bool {
    sentence.rsplit_once(" is not of type ").is_some_and(|(_, types)| types.starts_with('\'') && types.ends_with('\''))
}

/// Everything else that a value can offend. These words are common, so they count only after a head.
fn is_other(sentence: &str) -> bool {
    const PARTS: [&str; 14] = [
        " was expected",
        " does not match ",
        " is too short",
        " is too long",
        " should be non-empty",
        " is less than ",
        " is greater than ",
        " is not a multiple of ",
        " is not a '",
        " has non-unique elements",
        " does not contain items matching",
        " does not have enough properties",
        " has too many properties",
        " should not be valid under ",
    ];
    PARTS.iter().any(|part| sentence.contains(part))
}

/// `On instance['rows'][0]:` in the long form gives the place.
fn place(rest: &str, known: &Known<'_>) -> Option<Vec<Box<str>>> {
    let (_, after) = rest.split_once("\nOn instance")?;
    let place = after.lines().next()?.trim_end().strip_suffix(':')?;
    Some(path::parse(place, known))
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    fn told(text: &str, sent: &[&str]) -> Option<Vec<String>> {
        let deep: Vec<Box<[Box<str>]>> = sent.iter().map(|path| path.split('.').map(Box::from).collect()).collect();
        let top: Vec<&str> = sent.iter().copied().filter(|path| !path.contains('.')).collect();
        let asked = Asked { tool: "paint", sent: &top, sent_deep: &deep, advertised: &["hue"] };
        let (blames, sets) = read(text, &Known::of_call(&asked, None))?.into_parts();
        let mut told: Vec<_> = blames.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
        told.extend(sets.iter().map(|set| format!("{}: {}", set.path.join("."), set.members.join("|"))));
        Some(told)
    }

    #[test]
    fn sentences() {
        let cases: [(&str, &[&str], &[&str]); 14] = [
            ("'hue' is a required property", &[], &["hue missing"]),
            ("Input validation error: 'hue' is a required property", &["tint"], &["hue missing"]),
            ("Additional properties are not allowed ('k' was unexpected)", &["k"], &["k unknown"]),
            (
                "Additional properties are not allowed ('k', 'l' were unexpected)",
                &["opts", "opts.k", "l"],
                &["opts.k unknown", "l unknown"],
            ),
            ("'k' does not match any of the regexes: '^x-'", &["k"], &["k unknown"]),
            ("42 is not of type 'string'", &["hue", "size"], &[" type"]),
            ("42 is not of type 'string', 'null'", &["hue"], &["hue type"]),
            ("'x' is not one of ['red', 'blue']", &["hue", "size"], &[" value", ": red|blue"]),
            ("'x' is not one of ['red', 1, None]", &["hue"], &["hue value", "hue: red|1|None"]),
            ("{'a': 1} is not valid under any of the given schemas", &["a"], &[]),
            ("Input validation error: -1 is less than the minimum of 0", &["hue", "size"], &[" value"]),
            ("Input validation error: 'red' was expected", &["hue"], &["hue value", "hue: red"]),
            (
                "'old' is a required property\n\nFailed validating 'required' in schema:\n    {}\n\nOn instance['rows'][0]:\n    {}",
                &["rows"],
                &["rows.0.old missing"],
            ),
            ("'hue' is a required property is not of type 'integer'", &["a", "b"], &[" type"]),
        ];
        for (text, sent, expected) in cases {
            let got = told(text, sent).expect("a refusal");
            assert_eq!(got.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{text}");
        }
        for text in ["the file is too long", "hue is a required property of paint", "'hue'"] {
            assert_eq!(told(text, &["hue"]), None, "{text}");
        }
    }
}
