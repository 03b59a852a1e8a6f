//! What stands before the text proper: error classes print themselves again at every hop, and hosts add words of their own.

use super::words::{after_ignoring_case, beginning};

pub(super) struct Bare<'a> {
    pub(super) text: &'a str,
    /// The head says that the tool ran and threw. The arguments had passed the SDK's own check by then.
    pub(super) from_handler: bool,
}

/// Heads that say nothing.
const PLAIN: [&str; 22] = [
    "<tool_use_error>",
    "### error",
    "error: ",
    "error - ",
    "error\n",
    "uncaught error: ",
    "mcperror: ",
    "mcp error: ",
    "mcp tool error: ",
    "toolerror: ",
    "toolexception: ",
    "valueerror: ",
    "typeerror: ",
    "keyerror: ",
    "zoderror: ",
    "validationerror: ",
    "exception: ",
    "tool call error: ",
    "tool error: ",
    "tool execution failed: ",
    "an error occurred while running the tool. please try again. ",
    "caused by:",
];

/// Heads that hold the tool's name, up to a colon.
const NAMED: [(&str, bool); 8] = [
    ("error executing tool ", false),
    ("error executing mcp tool ", false),
    ("error invoking tool ", false),
    ("error invoking mcp tool ", false),
    ("tool call failed for ", false),
    ("failed to call tool ", false),
    ("error calling tool ", true),
    ("error in tool ", true),
];

/// Error classes that print their code.
const CODED: [&str; 4] = ["mcp error ", "mcp error: ", "mpc ", "json-rpc error "];

const LONGEST_HEAD: usize = 300;
const MOST: usize = 12;

pub(super) fn strip<'a>(text: &'a str, tool: &str) -> Bare<'a> {
    let mut bare = Bare { text: text.trim(), from_handler: false };
    for _ in 0..MOST {
        let Some((rest, from_handler)) = after_head(bare.text, tool) else { break };
        bare = Bare { text: rest.trim_start(), from_handler: bare.from_handler || from_handler };
    }
    bare.text = bare.text.strip_suffix("</tool_use_error>").unwrap_or(bare.text).trim_end();
    bare
}

fn after_head<'a>(text: &'a str, tool: &str) -> Option<(&'a str, bool)> {
    if let Some(rest) = CODED.iter().find_map(|head| after_code(after_ignoring_case(text, head)?)) {
        return Some((rest, false));
    }
    if let Some(rest) = PLAIN.iter().find_map(|head| after_ignoring_case(text, head)) {
        return Some((rest, false));
    }
    for (head, from_handler) in NAMED {
        if let Some(rest) = after_ignoring_case(text, head).and_then(|rest| after_name(rest, tool)) {
            return Some((rest, from_handler));
        }
    }
    let rest = after_ignoring_case(text, "tool ").and_then(|rest| rest.trim_start_matches(['\'', '"', '`']).strip_prefix(tool))?;
    let rest = rest.trim_start_matches(['\'', '"', '`']);
    after_ignoring_case(rest, " execution failed: ").map(|rest| (rest, true))
}

/// `-32602: text`
fn after_code(text: &str) -> Option<&str> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == digits.len() {
        return None;
    }
    rest.strip_prefix(':')
}

/// The rest after the tool's name and a colon or a line's end. The name may be another than that of the call: hosts add prefixes.
fn after_name<'a>(text: &'a str, tool: &str) -> Option<&'a str> {
    if let Some(rest) = text.strip_prefix(tool).and_then(|rest| rest.strip_prefix(": ")) {
        return Some(rest);
    }
    let head = beginning(text, LONGEST_HEAD);
    let at = head.find(": ").into_iter().chain(head.find('\n')).min()?;
    text.get(at + 1..)
}

/// Words at the beginning by which a text says that it is about arguments, whatever comes after. What follows them is returned.
const ABOUT_ARGUMENTS: [&str; 20] = [
    "input validation error",
    "input validation failed",
    "invalid arguments",
    "invalid params",
    "invalid parameters",
    "invalid tool arguments",
    "invalid tool input",
    "invalid tool parameters",
    "invalid tools/call request",
    "invalid request parameters",
    "invalid input for tool",
    "failed to deserialize parameters",
    "failed to parse arguments",
    "failed to parse parameters",
    "failed to parse tool arguments",
    "argument validation failed",
    "argument validation error",
    "arguments validation failed",
    "parameter validation error",
    "inputvalidationerror",
];

/// Does the text begin by saying that arguments are at fault?
pub(super) fn about_arguments(text: &str) -> bool {
    ABOUT_ARGUMENTS.iter().any(|head| after_ignoring_case(text, head).is_some())
}

/// Takes off the heads about arguments, up to the colon after each: `Input validation error: Invalid arguments for tool t: x` is `x`.
pub(super) fn after_arguments_heads(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..4 {
        let Some(after) = ABOUT_ARGUMENTS.iter().find_map(|head| after_ignoring_case(rest, head)) else { break };
        let head = beginning(after, LONGEST_HEAD);
        let colon = if after.starts_with(':') { Some(0) } else { head.find(": ").or_else(|| head.find(":\n")) };
        let Some(colon) = colon else { break };
        rest = after.get(colon + 1..).unwrap_or("").trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_come_off() {
        let cases = [
            ("MCP error -32602: MCP error -32602: late", "late", false),
            ("Error: MCP error -32000: late", "late", false),
            ("tool call error: Mcp error: -32602: late", "late", false),
            ("MPC -32602: late", "late", false),
            ("<tool_use_error>Error: late</tool_use_error>", "late", false),
            ("### Error\nlate", "late", false),
            ("Error executing tool paint: late", "late", false),
            ("Error executing tool pa: int: late", "late", false),
            ("Error calling tool 'paint': late", "late", true),
            ("Tool 'paint' execution failed: late", "late", true),
            ("tool call failed for `s/paint`\n\nCaused by:\n    Mcp error: -32602: late", "late", false),
            ("MCP error: nothing", "nothing", false),
            ("MCP error -x: late", "MCP error -x: late", false),
        ];
        for (text, bare, from_handler) in cases {
            let got = strip(text, if text.contains("pa: int") { "pa: int" } else { "paint" });
            assert_eq!((got.text, got.from_handler), (bare, from_handler), "{text}");
        }
    }

    #[test]
    fn heads_about_arguments() {
        let cases = [
            ("Input validation error: Invalid arguments for tool paint: x: y", "x: y"),
            ("Invalid arguments for tool paint:\nx", "x"),
            ("failed to deserialize parameters: x", "x"),
            ("Invalid params", "Invalid params"),
            ("x: y", "x: y"),
        ];
        for (text, rest) in cases {
            assert_eq!(after_arguments_heads(text), rest, "{text}");
        }
        assert!(about_arguments("Invalid params") && !about_arguments("Invalid paint"));
    }
}
