//! What a description says of arguments that the schema does not have.

use super::FRAMEWORK_NAMES;
use super::literal::{self, literals};
use crate::meaning::documented_arguments;
use rustc_hash::FxHashSet;

/// How far before a literal the words stand that say what it is.
const BEFORE: usize = 200;

/// Arguments of one description that are kept.
const MOST: usize = 16;

/// Words before an object that say that it is sent.
const SENT: &[&str] = &["example", "e.g.", "usage", "call", "invoke", "pass", "specify", "provide", "argument", "parameter", "input"];

/// Words before an object that say that it comes back, or that it goes elsewhere.
const RETURNED: &[&str] = &["return", "respon", "result", "output", "yield", "each", "entry", "entries", "list of", "curl"];

/// Words that say so where they stand nearer to the object than any of the words for what is sent.
const ELSEWHERE: &[&str] = &["file", "config", "header", "environment"];

/// What follows is an argument, if it is written as one.
const DEMANDS: &[&str] = &["must specify", "must pass", "must provide", "must supply"];

const NOTHING: &[&str] = &[
    "no parameters",
    "no params",
    "no arguments",
    "no args",
    "no input",
    "takes nothing",
    "without parameters",
    "without arguments",
    "any parameters",
    "any arguments",
    "parameters: none",
    "params: none",
    "arguments: none",
    "args: none",
];

/// Entries of docstrings that are no parameters, beside the framework's own.
const NO_PARAMETERS: &[&str] = &["context", "mcp_context", "none", "n", "args"];

/// Does the description say that the tool takes nothing?
pub(super) fn takes_nothing(description: &str) -> bool {
    let lower = description.to_lowercase();
    let plain: String = lower.chars().filter(|c| !matches!(c, '*' | '`' | '#')).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    NOTHING.iter().any(|phrase| plain.contains(phrase))
}

/// The arguments that the description documents, in the order in which they are found. `tool` is its name; `siblings` holds the
/// parameters of the surface's other tools.
pub(super) fn arguments<'a>(tool: &str, description: &'a str, siblings: &FxHashSet<&str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = documented_arguments(description);
    // Lower case with the same offsets.
    let lower = description.to_ascii_lowercase();
    for literal in literals(description) {
        let before = before(&lower, literal.start);
        let has = |words: &[&str]| words.iter().any(|word| before.contains(word));
        // Words inside another object say nothing of this one.
        let near = before.rsplit('}').next().unwrap_or("");
        let last = |words: &[&str]| words.iter().filter_map(|word| near.rfind(word)).max();
        let is_sent = last(SENT) > last(ELSEWHERE) && !has(RETURNED) && literal.keys.iter().any(|key| siblings.contains(key));
        if has(DEMANDS) || is_sent {
            found.extend(literal.keys);
        }
    }
    for demand in DEMANDS {
        for (at, _) in lower.match_indices(demand) {
            let after = description.get(at + demand.len()..).unwrap_or("");
            let sentence = after.split_once(['.', '\n', '{', ';']).map_or(after, |(first, _)| first);
            found.extend(sentence.split_whitespace().filter_map(written_as_a_name));
        }
    }
    found.extend(example_call(tool, description).into_iter().filter(|name| siblings.contains(name)));
    let mut out: Vec<&str> = Vec::new();
    for name in found {
        let foreign = FRAMEWORK_NAMES.iter().chain(NO_PARAMETERS).any(|known| name.eq_ignore_ascii_case(known));
        if !foreign && out.len() < MOST && !out.contains(&name) {
            out.push(name);
        }
    }
    out
}

/// What stands before this byte, as far as it counts.
fn before(text: &str, end: usize) -> &str {
    let mut start = end.saturating_sub(BEFORE);
    while start < end && !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..end).unwrap_or("")
}

/// A word in code quotes, in snake case or in camel case.
fn written_as_a_name(word: &str) -> Option<&str> {
    let word = word.trim_matches([',', ':', '(', ')']);
    let bare = word.trim_matches(['`', '"', '\'']);
    let quoted = word.len() >= bare.len() + 2;
    let snake = bare.contains('_');
    let camel = bare.chars().zip(bare.chars().skip(1)).any(|(a, b)| a.is_ascii_lowercase() && b.is_ascii_uppercase());
    (literal::is_name(bare) && (quoted || snake || camel)).then_some(bare)
}

/// The names that `tool(name=…, other: …)` gives.
fn example_call<'a>(tool: &str, description: &'a str) -> Vec<&'a str> {
    let mut out = Vec::new();
    if tool.is_empty() {
        return out;
    }
    for (at, _) in description.match_indices(tool).take(MOST) {
        let inside = description.get(at + tool.len()..).and_then(|rest| rest.strip_prefix('('));
        let Some((inside, _)) = inside.and_then(|inside| inside.split_once(')')) else { continue };
        let names = inside.split(',').filter_map(|argument| argument.split_once(['=', ':'])).map(|(name, _)| name.trim());
        out.extend(names.filter(|name| literal::is_name(name)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_found_in_prose() {
        let siblings: FxHashSet<&str> = ["shelf", "code", "path"].into_iter().collect();
        for (text, want) in [
            ("Adds a book.\n\nArgs:\n    title: Of the book.\n    ctx: The context.\n", vec!["title"]),
            ("Adds a book.\n\nArgs:\n    ctx: The context.\n", vec![]),
            ("Edit a book.\nExamples:\n- first: { \"shelf\": \"a\", \"colour\": \"red\" }", vec!["shelf", "colour"]),
            ("Edit a book. Example: { colour: 1 }", vec![]),
            ("Lists books. Returns entries such as { shelf, code }.", vec![]),
            ("Example response:\n{ \"shelf\": \"a\" }", vec![]),
            ("Lists all. See the example. Each entry: {shelf, code}.", vec![]),
            ("For hosts that cannot send arguments: the request file holds { shelf: 1 }", vec![]),
            ("Edit a shelf file. Usage: { shelf: 1 }", vec!["shelf"]),
            ("You MUST specify exactly one: { colour: 1, depth }", vec!["colour", "depth"]),
            ("You must pass `colour` or book_code.", vec!["colour", "book_code"]),
            ("You must call this tool first.", vec![]),
            ("Try book_edit(shelf=\"a\", colour=2).", vec!["shelf"]),
            ("Shows the book.", vec![]),
        ] {
            assert_eq!(arguments("book_edit", text, &siblings), want, "{text}");
        }
    }

    #[test]
    fn some_say_that_they_take_nothing() {
        for (text, nothing) in [
            ("Shows it. Takes no parameters.", true),
            ("Shows it.\n\n**Parameters**: None", true),
            ("Does not take any arguments", true),
            ("Shows the parameters.", false),
            ("", false),
        ] {
            assert_eq!(takes_nothing(text), nothing, "{text}");
        }
    }
}
