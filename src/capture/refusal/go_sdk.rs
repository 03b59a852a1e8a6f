//! The Go SDK's validator: `validating "arguments": validating root: required: missing properties: ["hue"]`.

use super::Why;
use super::found::Found;
use super::heads;
use super::known::Known;
use super::words;

type Path = Vec<Box<str>>;

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    let body = heads::after_arguments_heads(text);
    let mut rest = body.strip_prefix("validating ").filter(|_| !body.starts_with("validating tool output"))?;
    let mut place = Path::new();
    loop {
        let (at, after) = rest.split_once(": ")?;
        if let Some(path) = names_of(at) {
            place = path;
        }
        match after.strip_prefix("validating ") {
            Some(next) => rest = next,
            None => {
                rest = after;
                break;
            }
        }
    }
    let mut found = Found::default();
    let below = |name: Box<str>| place.iter().cloned().chain([name]).collect::<Path>();
    let here = || if place.is_empty() { known.only_path() } else { place.clone() };
    if let Some(names) = rest.strip_prefix("required: missing properties: [") {
        words::list(names).0.into_iter().for_each(|name| found.blame(below(name), Why::Missing));
    } else if let Some(names) = rest.strip_prefix("unexpected additional properties [") {
        names_with_blanks(names).into_iter().for_each(|name| found.blame(below(name), Why::Unknown));
    } else if rest.starts_with("type: ") {
        found.blame(here(), Why::Type);
    } else {
        if let Some((_, set)) = rest.strip_prefix("enum: ").and_then(|rest| rest.split_once(" does not equal any of: [")) {
            found.set(here(), names_with_blanks(set));
        }
        found.blame(here(), Why::Value);
    }
    Some(found)
}

/// The names in `/properties/rows/items/properties/old`.
fn names_of(pointer: &str) -> Option<Path> {
    let steps = pointer.strip_prefix('/')?;
    let mut path = Path::new();
    let mut steps = steps.split('/');
    while let Some(step) = steps.next() {
        if step == "properties" {
            path.extend(steps.next().map(Box::from));
        }
    }
    Some(path)
}

/// Go prints a list with blanks between its items, in quotes or not.
fn names_with_blanks(text: &str) -> Path {
    let inner = text.split_once(']').map_or(text, |(inner, _)| inner);
    inner.split_whitespace().map(|name| name.trim_matches(['"', ',']).into()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    #[test]
    fn chains() {
        let asked = Asked { tool: "paint", sent: &["size", "rows"], sent_deep: &[], advertised: &["hue"] };
        let known = Known::of_call(&asked, None);
        let cases = [
            ("required: missing properties: [\"hue\"]", "hue missing"),
            ("unexpected additional properties [\"k\"]", "k unknown"),
            ("validating /properties/size: type: x has type \"string\", want \"integer\"", "size type"),
            ("validating /properties/size: enum: x does not equal any of: [big small]", "size value"),
            ("validating /properties/rows: validating /properties/rows/items: required: missing properties: [\"old\"]", "rows.old missing"),
        ];
        for (tail, expected) in cases {
            let text = format!("invalid params: validating \"arguments\": validating root: {tail}");
            let (blames, _) = read(&text, &known).expect("a refusal").into_parts();
            let got: Vec<_> = blames.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
            assert_eq!(got, [expected], "{tail}");
        }
        assert_eq!(read("validating took too long", &known), None);
    }
}
