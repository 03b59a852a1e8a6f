//! Messages of zod strung together after a head. Two forms: `message at path`, one a line; and `path: message`, joined by commas.

use super::found::Found;
use super::heads;
use super::known::Known;
use super::{path, zod_message};

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    let body = body(text)?;
    let mut found = Found::default();
    if has_paths_first(body, known) {
        paths_first(body, known, &mut found);
    } else {
        for line in body.lines().flat_map(split_quoted_places) {
            paths_last(line.trim(), known, &mut found);
        }
    }
    Some(found)
}

/// The part after the head. npm's `fastmcp` puts a piece of advice at the end.
fn body(text: &str) -> Option<&str> {
    let after = heads::after_arguments_heads(text);
    if let Some((head, rest)) = text.split_once(" parameter validation failed: ")
        && head.len() < 300
        && !head.contains('\n')
    {
        return Some(rest.split_once(". Please check").map_or(rest, |(body, _)| body));
    }
    let lower = super::words::beginning(text, 400).to_ascii_lowercase();
    if lower.starts_with("validation error: ") {
        return text.get("validation error: ".len()..);
    }
    (lower.contains("invalid arguments for tool ") && after.len() < text.len()).then_some(after)
}

/// `Required at "hue"; Expected number, received string at "size"` is two.
fn split_quoted_places(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.contains(" at \"") && line.ends_with('"');
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let current = rest?;
        match current.split_once("\"; ").filter(|_| quoted) {
            Some((one, after)) => {
                rest = Some(after);
                current.get(..=one.len())
            }
            None => rest.take(),
        }
    })
}

fn paths_last(line: &str, known: &Known<'_>, found: &mut Found) {
    let (message, at) = match line.rsplit_once(" at ") {
        Some((message, at)) if at.len() > 2 && at.starts_with('"') && at.ends_with('"') => (message, at.trim_matches('"')),
        Some((message, at)) if path::looks_like_one(at) || known.is_top(at) => (message, at),
        _ => (line, ""),
    };
    zod_message::read(message).tell(path::parse(at, known), known, found);
}

/// Does the body begin with a path and a message? A message of zod's own begins with a blank in it, before any colon.
fn has_paths_first(body: &str, known: &Known<'_>) -> bool {
    if body
        .lines()
        .next()
        .and_then(|line| line.rsplit_once(" at "))
        .is_some_and(|(message, at)| zod_message::is_zods_own(message) && path::looks_like_one(at) && !message.contains(": Invalid "))
    {
        return false;
    }
    body.starts_with("Unrecognized key") || head_of_issue(body, known).is_some()
}

/// The path at the start of an issue, and what follows its colon. A word before a colon is a path only if it is known as one, or if
/// zod speaks after it.
fn head_of_issue<'a>(text: &'a str, known: &Known<'_>) -> Option<(&'a str, &'a str)> {
    let (at, message) = text.split_once(": ")?;
    let fits = (at.len() < 200 && known.is_top(at))
        || (path::looks_like_one(at)
            && (zod_message::is_zods_own(message)
                || !known.has_list()
                || path::parse(at, known).first().is_some_and(|top| known.is_top(top))));
    (fits && !message.is_empty()).then_some((at, message))
}

fn paths_first(body: &str, known: &Known<'_>, found: &mut Found) {
    for issue in split_issues(body, known) {
        let issue = issue.trim();
        if issue.starts_with("Unrecognized key") {
            zod_message::read(issue).tell(Vec::new(), known, found);
        } else if let Some((at, message)) = head_of_issue(issue, known) {
            let at = if at == "root" && !known.is_top("root") { "" } else { at };
            zod_message::read(message).tell(path::parse(at, known), known, found);
        }
    }
}

/// Splits at the commas that a new issue follows. Messages hold commas too, and values in quotes hold anything.
fn split_issues<'a>(body: &'a str, known: &Known<'_>) -> Vec<&'a str> {
    let mut issues = Vec::new();
    let mut start = 0;
    let mut in_quotes = false;
    let balanced = body.matches('"').count().is_multiple_of(2);
    let mut escaped = false;
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_quotes => escaped = true,
            b'"' => in_quotes = balanced && !in_quotes,
            b',' if !in_quotes
                && body.get(at + 1..).and_then(|rest| rest.strip_prefix(' ')).is_some_and(|rest| begins_issue(rest, known)) =>
            {
                issues.push(body.get(start..at).unwrap_or(""));
                start = at + 1;
            }
            _ => {}
        }
    }
    issues.push(body.get(start..).unwrap_or(""));
    issues
}

fn begins_issue(rest: &str, known: &Known<'_>) -> bool {
    if rest.starts_with("Unrecognized key") {
        return true;
    }
    // Only the near end is looked at: each comma costs the same.
    let near = super::words::beginning(rest, 300);
    head_of_issue(near, known).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    #[test]
    fn both_forms() {
        let deep: Vec<Box<[Box<str>]>> = vec![Box::new(["rows".into()]), Box::new(["rows".into(), "0".into()])];
        let asked = Asked { tool: "paint", sent: &["size", "rows", "odd name"], sent_deep: &deep, advertised: &["hue", "size", "rows"] };
        let known = Known::of_call(&asked, None);
        let cases: [(&str, &[&str]); 20] = [
            ("Required at hue", &["hue missing"]),
            ("Required at hue\nExpected number, received string at size", &["hue missing", "size type"]),
            ("Invalid input: expected string, received undefined at rows[0].old", &["rows.0.old missing"]),
            ("Unrecognized key(s) in object: 'k', 'l'", &["k unknown", "l unknown"]),
            ("Unrecognized key: \"k\" at rows[0]", &["rows.0.k unknown"]),
            ("Invalid enum value. Expected 'a' | 'b', received 'c' at size", &["size value"]),
            ("Invalid option: expected one of \"a, x: y\"|\"b\" at hue", &["hue missing"]),
            ("Invalid input at size", &["size value"]),
            ("Invalid input", &[]),
            ("Invalid input: expected object, received undefined", &[]),
            ("hue: Invalid input: expected string, received undefined", &["hue missing"]),
            ("hue: Invalid input: expected string, received undefined, Unrecognized key: \"k\"", &["hue missing", "k unknown"]),
            ("Unrecognized keys: \"k\", \"l\", size: Invalid UUID", &["k unknown", "l unknown", "size value"]),
            ("size: Invalid option: expected one of \"a, x: y\"|\"b\", hue: Required", &["size value", "hue missing"]),
            ("rows.0.old: Invalid input: expected string, received undefined", &["rows.0.old missing"]),
            ("rows: Unrecognized key: \"k\"", &["rows.k unknown"]),
            ("odd name: Invalid input: expected number, received string", &["odd name type"]),
            (
                "size: Invalid input: expected number, received null, rows: Invalid input: expected array, received string",
                &["size type", "rows type"],
            ),
            ("size: must stand at rest", &["size value"]),
            ("Invalid email address at [\"odd name\"]", &["odd name value"]),
        ];
        for (body, blames) in cases {
            let text = format!("Input validation error: Invalid arguments for tool paint: {body}");
            let (got, _) = read(&text, &known).expect("a refusal").into_parts();
            let got: Vec<_> = got.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
            assert_eq!(got, blames, "{body}");
        }
    }

    #[test]
    fn other_heads() {
        let asked = Asked { tool: "paint", sent: &["size", "k"], sent_deep: &[], advertised: &["hue", "size"] };
        let known = Known::of_call(&asked, None);
        let cases: [(&str, &[&str]); 3] = [
            (
                "Tool 'paint' parameter validation failed: hue: Invalid input: expected string, received undefined, root: Unrecognized key: \"k\". \
                 Please check the types.",
                &["hue missing", "k unknown"],
            ),
            ("Validation error: Required at \"hue\"; Expected number, received string at \"size\"", &["hue missing", "size type"]),
            ("Invalid arguments for tool paint: ", &[]),
        ];
        for (text, blames) in cases {
            let (got, _) = read(text, &known).expect("a refusal").into_parts();
            let got: Vec<_> = got.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
            assert_eq!(got, blames, "{text}");
        }
        assert_eq!(read("hue: Required", &known), None);
    }
}
