//! pydantic's listing: a head with a count, then for each error its place on a line and the message below, indented.

use super::found::Found;
use super::heads;
use super::known::Known;
use super::path;
use super::words;
use super::{Blame, Why};

type Path = Vec<Box<str>>;

pub(super) fn read(text: &str, from_handler: bool, known: &Known<'_>) -> Option<Found> {
    let text = heads::after_arguments_heads(text);
    let mut lines = text.lines();
    let model = model_of(lines.next()?)?;
    let mut found = Found::default();
    let mut place = "";
    for line in lines {
        if !line.starts_with(' ') {
            place = line;
        } else if let Some((message, kind)) = detail(line.trim_start()) {
            tell(place, message, kind, known, &mut found);
            place = "";
        }
    }
    is_about_arguments(model, &found, from_handler, known).then_some(found)
}

/// `2 validation errors for paintArguments`
fn model_of(head: &str) -> Option<&str> {
    let rest = head.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == head.len() {
        return None;
    }
    rest.strip_prefix(" validation error").map(|rest| rest.strip_prefix('s').unwrap_or(rest))?.strip_prefix(" for ").map(str::trim)
}

/// The message and the error's type: `Field required [type=missing, ...]`, in pydantic 1 `field required (type=value_error.missing)`.
fn detail(line: &str) -> Option<(&str, &str)> {
    let (message, rest) = line.split_once("[type=").or_else(|| line.split_once("(type="))?;
    let end = rest.find([',', ']', ')', ';', ' ']).unwrap_or(rest.len());
    Some((message.trim_end(), rest.get(..end)?))
}

/// A model other than that of the call may be the handler's own, for what it has read elsewhere.
fn is_about_arguments(model: &str, found: &Found, from_handler: bool, known: &Known<'_>) -> bool {
    if model.starts_with("call[") || model.ends_with("Arguments") || known.is_payload() {
        return true;
    }
    let names_one = |blame: &Blame| known.is_top(blame.top());
    if known.has_list() { found.blames.iter().any(names_one) } else { !from_handler }
}

fn tell(place: &str, message: &str, kind: &str, known: &Known<'_>, found: &mut Found) {
    let steps = steps(place);
    match kind {
        "union_tag_not_found" | "union_tag_invalid" => {
            let mut at = drop_labels(steps, Why::Value, known);
            if let Some((_, tag)) = message.split_once(if kind.ends_with("invalid") { "using " } else { "discriminator " }) {
                at.extend(words::list(tag).0.into_iter().next());
            }
            if kind == "union_tag_not_found" {
                return found.blame(at, Why::Missing);
            }
            if let Some((_, tags)) = message.split_once("expected tags: ") {
                found.set(at.clone(), words::list(tags).0);
            }
            found.blame(at, Why::Value);
        }
        _ => {
            let why = why(kind);
            let at = drop_labels(steps, why, known);
            if at.is_empty() {
                return;
            }
            if let Some(set) = message.strip_prefix("Input should be ").filter(|_| matches!(kind, "literal_error" | "enum")) {
                let (members, rest) = words::list(set);
                if rest.trim().is_empty() {
                    found.set(at.clone(), members);
                }
            }
            found.blame(at, why);
        }
    }
}

fn why(kind: &str) -> Why {
    match kind {
        "missing" | "missing_argument" | "missing_keyword_only_argument" | "missing_positional_only_argument" | "value_error.missing" => {
            Why::Missing
        }
        "extra_forbidden" | "unexpected_keyword_argument" | "unexpected_positional_argument" | "value_error.extra" => Why::Unknown,
        "type_error.enum" => Why::Value,
        _ if kind.ends_with("_type") || kind.ends_with("_parsing") || kind.ends_with("_from_float") || kind.starts_with("type_error") => {
            Why::Type
        }
        _ => Why::Value,
    }
}

/// Splits `rows.0.literal['a.b']` at the dots outside brackets; pydantic 1 writes `rows -> 0`.
fn steps(place: &str) -> Path {
    if place.len() > path::LONGEST {
        return Path::new();
    }
    if place.contains(" -> ") {
        return place.split(" -> ").map(|step| step.trim().into()).collect();
    }
    let mut steps = Path::new();
    let mut depth = 0usize;
    let mut start = 0;
    for (at, byte) in place.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            b'.' if depth == 0 => {
                steps.push(place.get(start..at).unwrap_or("").into());
                start = at + 1;
            }
            _ => {}
        }
    }
    steps.push(place.get(start..).unwrap_or("").into());
    steps.retain(|step| !step.is_empty());
    steps
}

/// Takes out what names no place: pydantic puts the branch of a union, a tag, a model or a validator among the steps. What was sent
/// tells them from names; the name of a missing one comes last.
fn drop_labels(steps: Path, why: Why, known: &Known<'_>) -> Path {
    if known.is_payload() || steps.len() < 2 {
        return steps;
    }
    let whole = path::parse(&steps.join("."), known);
    if why != Why::Missing && known.holds(&whole) {
        return whole;
    }
    let last = steps.len() - 1;
    let mut at = Path::new();
    for (index, step) in steps.into_iter().enumerate() {
        let must_stay = index == 0 || (index == last && why == Why::Missing);
        let label = is_label(&step);
        at.push(step);
        if must_stay || known.holds(&at) {
            continue;
        }
        let parent = at.get(..at.len() - 1).unwrap_or(&[]);
        if label || known.holds_below(parent) {
            at.pop();
        }
    }
    at
}

/// Names of types and validators, such as `int`, `list[str]`, `function-after[f(), str]`, and of models.
fn is_label(step: &str) -> bool {
    const TYPES: [&str; 30] = [
        "int",
        "str",
        "float",
        "bool",
        "bytes",
        "date",
        "time",
        "datetime",
        "timedelta",
        "none",
        "any",
        "dict",
        "list",
        "set",
        "frozenset",
        "tuple",
        "decimal",
        "url",
        "uuid",
        "json",
        "enum",
        "callable",
        "nullable",
        "generator",
        "model",
        "dataclass",
        "typed-dict",
        "complex",
        "multi-host-url",
        "is-instance",
    ];
    step.contains('[')
        || TYPES.contains(&step)
        || step.starts_with("constrained-")
        || step.starts_with("function-")
        || step.starts_with("json-or-")
        || step.starts_with("lax-or-")
        || step.starts_with(|c: char| c.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    fn told(text: &str, from_handler: bool) -> Option<Vec<String>> {
        let deep = ["size", "rows", "rows.0", "rows.0.label", "opts", "opts.kind", "opts.k", "text"];
        let deep: Vec<Box<[Box<str>]>> = deep.iter().map(|path| path.split('.').map(Box::from).collect()).collect();
        let asked = Asked {
            tool: "paint",
            sent: &["size", "rows", "opts", "text"],
            sent_deep: &deep,
            advertised: &["hue", "size", "rows", "opts"],
        };
        let (blames, sets) = read(text, from_handler, &Known::of_call(&asked, None))?.into_parts();
        let mut told: Vec<_> = blames.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
        told.extend(sets.iter().map(|set| format!("{}: {}", set.path.join("."), set.members.join("|"))));
        Some(told)
    }

    #[test]
    fn listings() {
        let cases: [(&str, &[&str]); 16] = [
            ("hue\n  Field required [type=missing, input_value={'tint': 1}, input_type=dict]", &["hue missing"]),
            (
                "hue\n  Missing required argument [type=missing_argument, input_value={}]\n    For further information visit x",
                &["hue missing"],
            ),
            ("k\n  Unexpected keyword argument [type=unexpected_keyword_argument, input_value=1, input_type=int]", &["k unknown"]),
            ("opts.k\n  Extra inputs are not permitted [type=extra_forbidden, input_value=1, input_type=int]", &["opts.k unknown"]),
            (
                "size\n  Input should be a valid integer, got a number with a fractional part [type=int_from_float, input_value=2.5]",
                &["size type"],
            ),
            ("size.int\n  x [type=int_type, input_value=None]\nsize.str\n  x [type=string_type, input_value=None]", &["size type"]),
            ("size.function-after[f(), list[a.b]]\n  x [type=list_type, input_value=None]", &["size type"]),
            ("rows.0.label\n  x [type=string_too_short, input_value='']", &["rows.0.label value"]),
            ("rows.0.Row.title\n  Field required [type=missing, input_value={}]", &["rows.0.title missing"]),
            ("opts.red.hue\n  Field required [type=missing, input_value={}]", &["opts.hue missing"]),
            ("text.0.label\n  Field required [type=missing, input_value={}]", &["text.0.label missing"]),
            ("size\n  Input should be 'a', 'b' or 'c' [type=literal_error, input_value='x']", &["size value", "size: a|b|c"]),
            ("size\n  Input should be 'a' or 'b' [type=enum, input_value='[type=missing']", &["size value", "size: a|b"]),
            ("opts\n  Unable to extract tag using discriminator 'op' [type=union_tag_not_found, input_value={}]", &["opts.op missing"]),
            (
                "opts\n  Input tag 'x' found using 'kind' does not match any of the expected tags: 'a', 'b' [type=union_tag_invalid]",
                &["opts.kind value", "opts.kind: a|b"],
            ),
            ("  Value error, pick one [type=value_error, input_value={}]", &[]),
        ];
        for (body, expected) in cases {
            let got = told(&format!("1 validation error for paintArguments\n{body}"), true).expect("a refusal");
            assert_eq!(got.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{body}");
        }
    }

    #[test]
    fn models_of_the_handler() {
        let of =
            |model: &str, name: &str| format!("1 validation error for {model}\n{name}\n  Field required [type=missing, input_value={{}}]");
        assert_eq!(told(&of("Answer", "rank"), false), None);
        assert_eq!(told(&of("Paint", "hue"), false), Some(vec!["hue missing".to_owned()]));
        assert_eq!(told(&of("call[paint]", "rank"), false), Some(vec!["rank missing".to_owned()]));
        assert_eq!(
            told("1 validation error for Paint\nrows -> 0\n  value is not a valid integer (type=type_error.integer)", false),
            Some(vec!["rows.0 type".to_owned()])
        );
        assert_eq!(told("3 validation errors found", false), None);
    }
}
