//! What the answer of a `tools/call` says: accepted, refused or failed, and what a refusal blames.
//!
//! A server speaks in the words of its SDK and its validator, so there is one file a dialect. Each looks at one text, its heads
//! taken off, and answers `None` where the text is not in its words. Nothing here sees the values of a call, only their names.

mod ajv;
mod foreign;
mod found;
mod go_sdk;
mod hand;
mod heads;
mod json_schema;
mod known;
mod path;
mod payload;
mod pydantic;
mod serde_text;
mod unknown_tool;
mod words;
mod zod_flat;
mod zod_issues;
mod zod_message;
mod zod_pretty;

use std::borrow::Cow;

use serde_json::value::RawValue;

use found::Found;
use known::Known;
pub(crate) use payload::read_payload_error;

/// What is wrong with a parameter, as the refusal has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Why {
    Missing,
    Unknown,
    Type,
    Value,
}

impl Why {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unknown => "unknown",
            Self::Type => "type",
            Self::Value => "value",
        }
    }
}

/// A parameter that a refusal blames. The path is what the text gives: the whole path, or the last name where it gives no more, or
/// nothing where it tells the fault but not the parameter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Blame {
    pub(crate) path: Vec<Box<str>>,
    pub(crate) why: Why,
}

impl Blame {
    pub(crate) fn leaf(&self) -> &str {
        self.path.last().map_or("", |name| name)
    }

    pub(crate) fn top(&self) -> &str {
        self.path.first().map_or("", |name| name)
    }

    pub(crate) fn display(&self) -> String {
        self.path.join(".")
    }
}

/// The closed set of values of a parameter, where a refusal lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedSet {
    pub(crate) path: Vec<Box<str>>,
    pub(crate) members: Vec<Box<str>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Because {
    Arguments,
    UnknownTool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Accepted,
    Refused(Because),
    Failed,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) outcome: Outcome,
    pub(crate) blames: Vec<Blame>,
    pub(crate) sets: Vec<ListedSet>,
}

/// The answer of one call. `texts` are the text items of the content, in order.
pub(crate) enum Answer<'a> {
    Error { code: i64, message: Cow<'a, str>, data: Option<&'a RawValue> },
    Result { is_error: bool, texts: Vec<Cow<'a, str>> },
}

/// The call that was answered, as far as names go.
pub(crate) struct Asked<'a> {
    pub(crate) tool: &'a str,
    /// The keys of the arguments, at the top.
    pub(crate) sent: &'a [&'a str],
    /// Every path of the arguments, nested ones too.
    pub(crate) sent_deep: &'a [Box<[Box<str>]>],
    /// The names that the schema has at the top; empty when it is unknown.
    pub(crate) advertised: &'a [&'a str],
}

/// Reads one answer. A result that is no error was accepted, whatever its text says.
pub(crate) fn read(answer: &Answer<'_>, asked: &Asked<'_>) -> Reading {
    match answer {
        Answer::Result { is_error: false, .. } => Reading { outcome: Outcome::Accepted, blames: Vec::new(), sets: Vec::new() },
        Answer::Result { is_error: true, texts } => {
            let known = Known::of_call(asked, None);
            conclude(texts.iter().map(|text| read_text(text, &known)))
        }
        Answer::Error { code, message, data } => {
            let known = Known::of_call(asked, Some(*code));
            let said = read_text(message, &known);
            let more = data.map(|data| payload::read_data(data.get(), &known)).unwrap_or_default();
            let said = match said {
                Said::Nothing if known.is_about_parameters() && !more.blames.is_empty() => Said::Refusal(Found::default()),
                said => said,
            };
            conclude([said, Said::Remark(more)].into_iter())
        }
    }
}

/// What one text says.
enum Said {
    Nothing,
    Fault,
    UnknownTool,
    Refusal(Found),
    /// Not a refusal by itself: it only adds to one beside it.
    Remark(Found),
}

fn conclude(said: impl Iterator<Item = Said>) -> Reading {
    let mut found = Found::default();
    let mut outcome = Outcome::Failed;
    for one in said {
        match one {
            Said::Nothing => {}
            Said::Fault => return Reading { outcome: Outcome::Failed, blames: Vec::new(), sets: Vec::new() },
            Said::UnknownTool => return Reading { outcome: Outcome::Refused(Because::UnknownTool), blames: Vec::new(), sets: Vec::new() },
            Said::Refusal(more) => {
                outcome = Outcome::Refused(Because::Arguments);
                found.extend(more);
            }
            Said::Remark(more) => found.extend(more),
        }
    }
    if outcome == Outcome::Failed {
        found = Found::default();
    }
    let (blames, sets) = found.into_parts();
    Reading { outcome, blames, sets }
}

fn read_text(text: &str, known: &Known<'_>) -> Said {
    let bare = heads::strip(text, known.tool());
    if foreign::server_fault(bare.text) {
        return Said::Fault;
    }
    if unknown_tool::says_so(bare.text, known) {
        return Said::UnknownTool;
    }
    if let Some(found) = hand::ignored_keys(bare.text) {
        return Said::Remark(found);
    }
    match read_dialect(bare.text, bare.from_handler, known) {
        Some(found) => Said::Refusal(found),
        None => Said::Nothing,
    }
}

/// The dialects, the most telling first: what has a form of its own, then what has a head of its own, then plain sentences.
fn read_dialect(text: &str, from_handler: bool, known: &Known<'_>) -> Option<Found> {
    zod_issues::read(text, known)
        .or_else(|| zod_pretty::read(text, known))
        .or_else(|| pydantic::read(text, from_handler, known))
        .or_else(|| zod_flat::read(text, known))
        .or_else(|| json_schema::read(text, known))
        .or_else(|| serde_text::read(text, known))
        .or_else(|| go_sdk::read(text, known))
        .or_else(|| ajv::read(text, known))
        .or_else(|| payload::read_json_text(text, known))
        .or_else(|| hand::read(text, known))
        .or_else(|| heads::about_arguments(text).then(Found::default))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(answer: &Answer<'_>, tool: &str, sent: &[&str], advertised: &[&str]) -> String {
        let deep: Vec<Box<[Box<str>]>> = sent.iter().map(|&name| vec![name.into()].into_boxed_slice()).collect();
        let reading = read(answer, &Asked { tool, sent, sent_deep: &deep, advertised });
        let outcome = match reading.outcome {
            Outcome::Accepted => "accepted",
            Outcome::Failed => "failed",
            Outcome::Refused(Because::UnknownTool) => "unknown tool",
            Outcome::Refused(Because::Arguments) => "refused",
        };
        let blames = reading.blames.iter().map(|blame| format!("; {} {}", blame.display(), blame.why.word()));
        std::iter::once(outcome.to_owned()).chain(blames).collect()
    }

    fn error(code: i64, message: &str) -> Answer<'_> {
        Answer::Error { code, message: message.into(), data: None }
    }

    fn result<'a>(texts: &[&'a str]) -> Answer<'a> {
        Answer::Result { is_error: true, texts: texts.iter().map(|&text| text.into()).collect() }
    }

    const ISSUE: &str =
        r#"[ { "code": "invalid_type", "expected": "string", "received": "undefined", "path": ["hue"], "message": "Required" } ]"#;

    /// A row for every way in which a server is known to answer.
    #[test]
    fn who_answers_how() {
        let pydantic =
            |head: &str, kind: &str| format!("{head}\nhue\n  Field required [type={kind}, input_value={{'tint': 1}}, input_type=dict]");
        let texts: [(String, &str); 25] = [
            (format!("MCP error -32602: Input validation error: Invalid arguments for tool paint: {ISSUE}"), "refused; hue missing"),
            (format!("Error: MCP error -32602: MCP error -32602: Invalid arguments for tool paint: {ISSUE}"), "refused; hue missing"),
            ("MCP error -32602: Input validation error: Invalid arguments for tool paint: Required at hue".into(), "refused; hue missing"),
            (
                "Input validation error: Invalid arguments for tool paint: hue: Invalid input: expected string, received undefined".into(),
                "refused; hue missing",
            ),
            ("MCP error -32602: Tool paint not found".into(), "unknown tool"),
            ("Unknown tool: 'paint'".into(), "unknown tool"),
            (pydantic("Error executing tool paint: 1 validation error for paintArguments", "missing"), "refused; hue missing"),
            (pydantic("Error executing tool paint: 1 validation error for call[paint]", "missing_argument"), "refused; hue missing"),
            (pydantic("1 validation error for call[paint]", "missing_argument"), "refused; hue missing"),
            (pydantic("Error executing tool paint: 1 validation error for Paint", "missing"), "refused; hue missing"),
            ("Input validation error: 'hue' is a required property".into(), "refused; hue missing"),
            ("Input validation error: {'tint': 1} is not valid under any of the given schemas".into(), "refused"),
            ("failed to deserialize parameters: missing field `hue`".into(), "refused; hue missing"),
            (
                "### Error\nInvalid arguments for tool \"paint\":\n✖ Invalid input: expected string, received undefined\n  → at hue".into(),
                "refused; hue missing",
            ),
            (format!("Error: {ISSUE}"), "refused; hue missing"),
            ("<tool_use_error>Error: hue is required</tool_use_error>".into(), "refused; hue missing"),
            (r#"{"error": "Missing required parameter: hue"}"#.into(), "refused; hue missing"),
            (r#"{"error": "broken", "missing": ["a wheel"]}"#.into(), "failed"),
            ("Error calling tool 'paint': the brush is lost".into(), "failed"),
            ("MCP error -32602: Output validation error: Invalid structured content for tool paint: n: Required".into(), "failed"),
            (format!("MCP error -32602: Invalid structured content for tool paint: {ISSUE}"), "failed"),
            ("v._parse is not a function".into(), "failed"),
            ("store error -32602: shelf.put: missing parameter 'hue'".into(), "failed"),
            ("Tool brush not found".into(), "failed"),
            ("MCP error -32602: Tool paint disabled".into(), "failed"),
        ];
        for (text, expected) in &texts {
            assert_eq!(told(&result(&[text]), "paint", &["tint"], &["hue"]), *expected, "{text}");
        }
    }

    #[test]
    fn json_rpc_errors() {
        let wrapped = ISSUE.replace("[\"hue\"]", "[\"params\", \"arguments\"]");
        let cases: [(i64, String, &str); 14] = [
            (-32602, format!("MCP error -32602: Invalid arguments for tool paint: {ISSUE}"), "refused; hue missing"),
            (-32602, "MCP error -32602: Tool paint not found".into(), "unknown tool"),
            (-32602, "tool not found".into(), "unknown tool"),
            (-32601, "MCP error -32601: Unknown tool: paint".into(), "unknown tool"),
            // A handler's crash: it names a key and says nothing of the call.
            (0, "'hue'".into(), "failed"),
            (-32603, wrapped.clone(), "refused"),
            (-32602, format!("Invalid tools/call request: {wrapped}"), "refused"),
            (-32602, "Invalid request parameters".into(), "refused"),
            (-32602, "Invalid params".into(), "refused"),
            (
                -32602,
                "MCP error -32602: Tool 'paint' parameter validation failed: hue: Required, root: Unrecognized key: \"tint\". Please check it.".into(),
                "refused; hue missing; tint unknown",
            ),
            (-32602, "failed to deserialize parameters: unknown field `tint`, expected `hue`".into(), "refused; tint unknown"),
            (-32601, "tools/call".into(), "failed"),
            (-32602, "Invalid cursor".into(), "failed"),
            (-32603, "the brush is lost".into(), "failed"),
        ];
        for (code, message, expected) in &cases {
            assert_eq!(told(&error(*code, message), "paint", &["tint"], &["hue"]), *expected, "{message}");
        }
    }

    #[test]
    fn data_adds_names() {
        let data = RawValue::from_string(r#"{"missing": ["hue"]}"#.to_owned()).expect("JSON");
        for (message, expected) in [("Invalid params", "refused; hue missing"), ("no", "refused; hue missing")] {
            let answer = Answer::Error { code: -32602, message: message.into(), data: Some(&data) };
            assert_eq!(told(&answer, "paint", &[], &["hue"]), expected, "{message}");
        }
        let answer = Answer::Error { code: -32000, message: "no".into(), data: Some(&data) };
        assert_eq!(told(&answer, "paint", &[], &["hue"]), "failed");
    }

    #[test]
    fn several_texts_are_read_together() {
        let remark = "Note: unsupported arguments were ignored: tint. This tool takes hue";
        let issues = format!("Error: {ISSUE}");
        assert_eq!(told(&result(&[remark, &issues]), "paint", &["tint"], &["hue"]), "refused; tint unknown; hue missing");
        assert_eq!(told(&result(&[remark, "the brush is lost"]), "paint", &["tint"], &["hue"]), "failed");
        let fine = Answer::Result { is_error: false, texts: vec!["Error: hue is required".into()] };
        assert_eq!(told(&fine, "paint", &[], &["hue"]), "accepted");
        assert_eq!(told(&result(&[]), "paint", &[], &["hue"]), "failed");
    }
}
