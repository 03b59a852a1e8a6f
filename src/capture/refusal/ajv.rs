//! ajv's sentences, which servers with hand-written schemas use: `data/rows/0 must have required property 'old'`.

use super::Why;
use super::found::Found;
use super::heads;
use super::known::Known;
use super::words;

type Path = Vec<Box<str>>;

const SENTENCES: [(&str, Why); 14] = [
    (" must have required property ", Why::Missing),
    (" must NOT have additional properties", Why::Unknown),
    (" must NOT have unevaluated properties", Why::Unknown),
    (" must be string", Why::Type),
    (" must be number", Why::Type),
    (" must be integer", Why::Type),
    (" must be boolean", Why::Type),
    (" must be array", Why::Type),
    (" must be object", Why::Type),
    (" must be null", Why::Type),
    (" must be equal to one of the allowed values", Why::Value),
    (" must be equal to constant", Why::Value),
    (" must match ", Why::Value),
    (" must NOT have ", Why::Value),
];

const ROOTS: [&str; 8] = ["data", "args", "arguments", "input", "params", "instance", "body", ""];

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    let body = heads::after_arguments_heads(text);
    // An editor's own check puts them in brackets after a sentence.
    let body = words::after_ignoring_case(body, "your input to the tool was invalid (").map_or(body, |inner| inner.trim_end_matches(')'));
    let mut found = Found::default();
    let mut any = false;
    for part in body.split(['\n', ';', ',']) {
        any |= tell(part.trim().trim_start_matches("- "), known, &mut found);
    }
    any.then_some(found)
}

/// One sentence: a place that begins with a root, then a verb of ajv's.
fn tell(part: &str, known: &Known<'_>, found: &mut Found) -> bool {
    let padded = if part.starts_with("must ") { format!(" {part}") } else { part.to_owned() };
    for (sentence, why) in SENTENCES {
        let Some((place, rest)) = padded.split_once(sentence) else { continue };
        let Some(mut at) = place_of(place.trim_end_matches(':')) else { return false };
        match why {
            Why::Missing => {
                let Some(name) = words::list(rest).0.into_iter().next() else { return false };
                at.push(name);
                found.blame(at, why);
            }
            Why::Unknown => {
                for name in words::list(rest.trim_start_matches([':', ' ', '('])).0 {
                    let known_name = known.is_sent_anywhere(&name);
                    if known_name {
                        found.blame(at.iter().cloned().chain([name]).collect(), why);
                    }
                }
            }
            _ if !at.is_empty() => found.blame(at, why),
            _ => {}
        }
        return true;
    }
    false
}

fn place_of(place: &str) -> Option<Path> {
    let mut steps = place.split('/');
    let root = steps.next()?;
    ROOTS.contains(&root).then(|| steps.map(Box::from).collect())
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    #[test]
    fn sentences() {
        let asked = Asked { tool: "paint", sent: &["size", "k"], sent_deep: &[], advertised: &["hue", "size"] };
        let known = Known::of_call(&asked, None);
        let cases: [(&str, &[&str]); 8] = [
            ("data must have required property 'hue'", &["hue missing"]),
            ("Invalid arguments: must have required property 'hue'", &["hue missing"]),
            ("/rows/0 must have required property 'old', /size must be integer", &["rows.0.old missing", "size type"]),
            ("Your input to the tool was invalid (must have required property 'hue')", &["hue missing"]),
            ("data must NOT have additional properties", &[]),
            ("data must NOT have additional properties: k", &["k unknown"]),
            ("args/size must be equal to one of the allowed values", &["size value"]),
            ("data/size must match pattern \"^a\"", &["size value"]),
        ];
        for (text, expected) in cases {
            let (blames, _) = read(text, &known).expect("a refusal").into_parts();
            let got: Vec<_> = blames.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
            assert_eq!(got, expected, "{text}");
        }
        assert_eq!(read("the answer must be string", &known), None);
    }
}
