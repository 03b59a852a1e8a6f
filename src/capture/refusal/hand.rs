//! Sentences that people wrote: `hue is required`, `unknown argument tint`, `hue must be one of red, blue`.
//!
//! Plain English says these things of files and logins too. So a sentence counts only if its subject is a name of the call, or if it
//! calls the subject a parameter, an argument or a field.

mod clause;
mod lexicon;
mod subject;
mod token;

use super::found::Found;
use super::known::Known;
use super::{Why, foreign, heads, words};
use clause::Clause;

/// People write short. What is longer is a dump of something else after its first lines.
const LOOKED_AT: usize = 2000;
const MOST_CLAUSES: usize = 12;

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    if !known.is_payload() && foreign::speaks_for_another(text) {
        return None;
    }
    let body = words::beginning(heads::after_arguments_heads(text), LOOKED_AT);
    let mut found = Found::default();
    let mut subject: Option<Vec<Box<str>>> = None;
    for one in clauses(body).take(MOST_CLAUSES) {
        let clause = Clause::of(one, known);
        found.extend(clause.read(subject.as_deref()).unwrap_or_default());
        if let Some(called) = clause.called_invalid() {
            subject = Some(called);
        }
    }
    if found.blames.is_empty() && known.is_about_parameters() {
        subject.into_iter().for_each(|path| found.blame(path, Why::Value));
    }
    (!found.blames.is_empty()).then_some(found)
}

/// Sentences and their halves.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', ';']).flat_map(|line| line.split_inclusive(". ")).map(str::trim).filter(|clause| !clause.is_empty())
}

/// A remark that keys were ignored. It stands before the answer proper and is no refusal by itself.
pub(super) fn ignored_keys(text: &str) -> Option<Found> {
    let start = words::beginning(text, 300).to_ascii_lowercase();
    let (about, _) = start.split_once(" ignored: ")?;
    let speaks = (about.contains("parameter") || about.contains("argument"))
        && ["not supported", "unsupported", "unknown", "unrecognized", "not recognized", "unexpected"]
            .iter()
            .any(|word| about.contains(word));
    if !speaks {
        return None;
    }
    let mut found = Found::default();
    let names = text.get(about.len() + " ignored: ".len()..)?;
    words::list(names).0.into_iter().for_each(|name| found.blame(vec![name], Why::Unknown));
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    fn told(text: &str, sent: &[&str], advertised: &[&str], code: Option<i64>) -> Option<Vec<String>> {
        let deep: Vec<Box<[Box<str>]>> = sent.iter().map(|&name| vec![name.into()].into_boxed_slice()).collect();
        let asked = Asked { tool: "paint", sent, sent_deep: &deep, advertised };
        let (blames, sets) = read(text, &Known::of_call(&asked, code))?.into_parts();
        let mut told: Vec<_> = blames.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect();
        told.extend(sets.iter().map(|set| format!("{}: {}", set.path.join("."), set.members.join("|"))));
        Some(told)
    }

    #[test]
    fn refusals() {
        let cases: [(&str, &[&str]); 74] = [
            ("hue is required", &["hue missing"]),
            ("'hue' is required.", &["hue missing"]),
            ("The hue parameter is required", &["hue missing"]),
            ("Parameter `hue` is required for this", &["hue missing"]),
            ("paint: hue not given", &["hue missing"]),
            ("hue was not provided", &["hue missing"]),
            ("hue is missing", &["hue missing"]),
            ("hue is needed", &["hue missing"]),
            ("hue must be provided", &["hue missing"]),
            ("hue cannot be empty", &["hue missing"]),
            ("hue (string) is required", &["hue missing"]),
            ("Either hue or shade is required", &["hue missing", "shade missing"]),
            ("hue and shade are required", &["hue missing", "shade missing"]),
            ("Missing required parameter: hue", &["hue missing"]),
            ("Missing required parameters: hue, shade", &["hue missing", "shade missing"]),
            ("Missing required argument \"rank\"", &["rank missing"]),
            ("missing parameter 'hue'", &["hue missing"]),
            ("Missing required field(s): hue", &["hue missing"]),
            ("Missing hue", &["hue missing"]),
            ("missing a value for the required parameter 'hue'", &["hue missing"]),
            ("Required parameter 'hue' is missing", &["hue missing"]),
            ("required argument \"hue\" not found", &["hue missing"]),
            ("Required parameter hue not specified", &["hue missing"]),
            ("You must provide hue", &["hue missing"]),
            ("Please specify a hue", &["hue missing"]),
            ("No hue provided", &["hue missing"]),
            ("hue: Required", &["hue missing"]),
            ("hue is a required parameter", &["hue missing"]),
            ("hue must be a non-empty string", &["hue missing"]),
            ("Validation failed. hue is required.", &["hue missing"]),
            ("bin_hue is required; unknown key binHue", &["bin_hue missing", "binHue unknown"]),
            ("action \"fill\" requires hue", &["hue missing"]),
            ("unknown argument tint", &["tint unknown"]),
            ("Unknown arguments: tint, binHue", &["tint unknown", "binHue unknown"]),
            ("unexpected parameter 'tint'", &["tint unknown"]),
            ("Unrecognized field: \"tint\"", &["tint unknown"]),
            ("Unsupported parameter `tint` for paint", &["tint unknown"]),
            ("parameter tint is not supported", &["tint unknown"]),
            ("tint is not a valid parameter", &["tint unknown"]),
            ("Invalid parameter: tint", &["tint unknown"]),
            ("size must be one of big, small", &["size value", "size: big|small"]),
            ("size must be one of: 'big', 'small' or 'tiny'", &["size value", "size: big|small|tiny"]),
            ("size: expected one of big, small (got huge)", &["size value", "size: big|small"]),
            ("Invalid size: huge. Must be one of: big, small", &["size value", "size: big|small"]),
            ("Invalid size 'huge', must be one of big, small", &["size value", "size: big|small"]),
            ("Unknown size \"huge\". Valid sizes: big, small", &["size value", "size: big|small"]),
            ("Invalid value for size. Allowed values are big, small", &["size value", "size: big|small"]),
            ("Invalid size \"huge\". Expected one of: New Town, small", &["size value"]),
            ("invalid value for size", &["size value"]),
            ("Invalid value 'x' for parameter 'size'", &["size value"]),
            ("invalid size value", &["size value"]),
            ("size is not one of [big, small]", &["size value", "size: big|small"]),
            ("size must be a number", &["size type"]),
            ("size must be an integer", &["size type"]),
            ("size should be boolean", &["size type"]),
            ("argument \"size\" is not a string", &["size type"]),
            ("Expected size to be an array", &["size type"]),
            ("size: expected number, got string", &["size type"]),
            ("Invalid type for size", &["size type"]),
            ("size must be between 1 and 9", &["size value"]),
            ("size must be at least 1", &["size value"]),
            ("size must be absolute", &["size value"]),
            ("Invalid size: 0. Must be above zero.", &["size value"]),
            ("InputValidationError: paint failed due to the following issues:\nThe required parameter `hue` is missing", &["hue missing"]),
            ("An unexpected parameter `tint` was provided", &["tint unknown"]),
            ("The parameter `size` type is expected as `number` but provided as `string`", &["size type"]),
            ("Hue is required", &["hue missing"]),
            ("Bin hue is required", &["bin_hue missing"]),
            ("The bin hue must be provided", &["bin_hue missing"]),
            ("size must be <= 100", &["size value"]),
            ("size 'huge' is not supported. Supported sizes: big, small", &["size value", "size: big|small"]),
            ("Invalid argument type for 'size': expected int, got str", &["size type"]),
            ("You cannot use both size and tint", &["size value", "tint value"]),
            ("size and tint are mutually exclusive", &["size value", "tint value"]),
        ];
        for (text, expected) in cases {
            let got = told(text, &["size", "tint", "binHue"], &["hue", "shade", "size", "bin_hue"], None);
            assert_eq!(got.as_deref().unwrap_or_default().iter().map(String::as_str).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn failures() {
        let cases = [
            "file not found",
            "path does not exist",
            "no such page",
            "shelf must be absolute",
            "authentication required",
            "Authentication is required to continue",
            "login required",
            "Permission denied: size",
            "STORE_KEY is required",
            "node_modules is missing",
            "key 'abc' not found",
            "size is missing",
            "Invalid path: /a/b",
            "HTTP 422: hue is required",
            "store error -32602: put: missing parameter 'hue'",
            "API error: missing parameter 'hue'",
            "unknown column rank",
            "Unknown field 'rank' in table",
            "The page you asked for requires a newer version",
            "Nothing was provided by the store",
            "No results found for size",
            "timed out",
            "hue is required to be known to the store",
            "Session has expired, login is required",
            "column hue is required",
            "",
        ];
        for text in cases {
            assert_eq!(told(text, &["size"], &["hue", "size", "path"], None), None, "{text}");
        }
    }

    #[test]
    fn without_a_list_or_with_the_code() {
        type Row<'a> = (&'a str, &'a [&'a str], &'a [&'a str], Option<i64>, Option<&'a str>);
        let cases: [Row<'_>; 9] = [
            ("hue is required", &[], &[], None, Some("hue missing")),
            ("authentication is required", &[], &[], None, None),
            ("rank_no is required", &[], &["hue"], None, None),
            ("rank_no is required", &[], &["hue"], Some(-32602), Some("rank_no missing")),
            ("rank_no is required", &["rankNo"], &["rankNo"], None, Some("rank_no missing")),
            ("authentication is required", &[], &["hue"], Some(-32602), None),
            ("Invalid hue", &["hue"], &["hue"], Some(-32602), Some("hue value")),
            ("Invalid hue", &["hue"], &["hue"], None, None),
            ("unknown argument tint", &["hue"], &["hue"], None, None),
        ];
        for (text, sent, advertised, code, expected) in cases {
            assert_eq!(told(text, sent, advertised, code).map(|told| told.join(", ")).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn remarks() {
        let found = ignored_keys("Note: unknown parameters were ignored: tint, x. Known are: hue").expect("a remark");
        assert_eq!(found.blames.iter().map(super::super::Blame::display).collect::<Vec<_>>(), ["tint", "x"]);
        assert_eq!(ignored_keys("3 files were ignored: a, b"), None);
    }
}
