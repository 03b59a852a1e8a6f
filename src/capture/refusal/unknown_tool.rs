//! Texts that say that there is no such tool.

use super::known::Known;
use super::words::{after_ignoring_case, beginning};

const BEFORE: [&str; 16] = [
    "unknown tool: ",
    "unknown tool ",
    "unknown tool name: ",
    "unknown tool name ",
    "unknown or disabled tool: ",
    "no such tool available: ",
    "no such tool: ",
    "no such tool ",
    "no tool named ",
    "no tool found with name ",
    "tool not found: ",
    "tool does not exist: ",
    "invalid tool name: ",
    "invalid tool: ",
    "unsupported tool: ",
    "method not found: ",
];

const AFTER: [&str; 9] = [
    " not found",
    " was not found",
    " does not exist",
    " doesn't exist",
    " is not available",
    " is not a known tool",
    " is not registered",
    " is unknown",
    " not registered",
];

/// Whole texts that name no tool.
const ALONE: [&str; 4] = ["tool not found", "unknown tool", "no such tool", "tool does not exist"];

const QUOTES: [char; 3] = ['"', '\'', '`'];

/// The tool that it speaks of is the one that was called: many tools run others, and what they miss is no fault of the call's name.
pub(super) fn says_so(text: &str, known: &Known<'_>) -> bool {
    let tool = known.tool();
    if tool.is_empty() {
        return false;
    }
    let text = beginning(text.trim_end_matches('.'), tool.len() + 400);
    if ALONE.iter().any(|alone| text.eq_ignore_ascii_case(alone)) || is_bare_key(text, known) {
        return true;
    }
    if BEFORE.iter().any(|head| after_ignoring_case(text, head).is_some_and(|rest| after_tool(rest, tool).is_some())) {
        return true;
    }
    let named = after_ignoring_case(text, "the ").unwrap_or(text);
    let named = after_ignoring_case(named, "tool ").unwrap_or(named);
    let named = named.trim_start_matches("with name ").trim_start_matches("named ");
    let worded = named.len() != text.len();
    after_tool(named, tool).is_some_and(|rest| {
        (worded && AFTER.iter().any(|tail| after_ignoring_case(rest, tail).is_some()))
            || [" is not a known tool", " is not a valid tool", ": unknown tool", ": tool not found"]
                .iter()
                .any(|tail| after_ignoring_case(rest, tail).is_some())
    })
}

/// A Python dictionary of handlers, asked for a key that it has not: the text is the key and nothing else.
fn is_bare_key(text: &str, known: &Known<'_>) -> bool {
    let bare = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    bare == Some(known.tool()) && !known.is_top(known.tool())
}

/// What follows the tool's name, in quotes or not. Hosts put a server's name before it.
fn after_tool<'a>(text: &'a str, tool: &str) -> Option<&'a str> {
    let open = text.trim_start_matches(QUOTES);
    let rest = open.strip_prefix(tool).or_else(|| {
        let end = open.find(|c: char| c.is_whitespace() || QUOTES.contains(&c)).unwrap_or(open.len());
        let (name, rest) = open.split_at(end);
        let name = name.trim_end_matches([',', '.', ':']);
        let ends = |long: &str, short: &str| {
            !short.is_empty() && long.strip_suffix(short).is_some_and(|head| head.ends_with(['_', '.', '/', '-', ':']))
        };
        (ends(name, tool) || ends(tool, name)).then_some(rest)
    })?;
    let rest = rest.trim_start_matches(QUOTES);
    (!rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'))).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    #[test]
    fn unknown_tools() {
        let asked = Asked { tool: "paint", sent: &["hue"], sent_deep: &[], advertised: &[] };
        let known = Known::of_call(&asked, None);
        let yes = [
            "Tool paint not found",
            "Tool \"paint\" not found",
            "tool 'paint' not found: tool not found",
            "Unknown tool: paint",
            "Unknown tool: 'paint'",
            "unknown tool \"paint\"",
            "Unknown tool: paint. Known are: draw, wipe",
            "tool not found",
            "Tool not found.",
            "No such tool available: mcp__shop__paint",
            "The tool `paint` does not exist.",
            "paint is not a known tool",
            "'paint'",
        ];
        for text in yes {
            assert!(says_so(text, &known), "{text}");
        }
        let no = [
            "Tool brush not found",
            "paint not found",
            "Unknown tool: paints",
            "Tool paint disabled",
            "tool not found on this machine",
            "hue not found",
            "'hue'",
        ];
        for text in no {
            assert!(!says_so(text, &known), "{text}");
        }
    }
}
