//! The name of a tool is one that the protocol advises against.
//!
//! The protocol asks for 1 to 128 characters out of letters, digits, `_`, `-` and `.`. An empty name, or one over 128, is an error. Other
//! characters are a warning, and so are more than 64 characters, where many providers end, and a `-` or `.` at either end.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "Read the stock", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "stock_read", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}}]
//! ```

use crate::contract::{Context, tool_place};
use crate::finding::{Finding, Level};
use crate::json::Json;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "names/tool-name", level: Some(Level::Warning), source: include_str!("tool_name.rs"), check: Check::Server(check) };

const LONGEST: usize = 128;
/// Where many providers end.
const PORTABLE: usize = 64;

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        // A tool without a name is another rule's business.
        let Some(name) = tool.json().get("name").and_then(Json::text) else { continue };
        if let Some((level, message, help, word)) = fault(name) {
            out.push(Finding::new(RULE.id, level, message).help(help).tool(&tool.name).at(tool_place(tool)).identity(["name", word]));
        }
    }
}

fn fault(name: &str) -> Option<(Level, String, &'static str, &'static str)> {
    let length = name.chars().count();
    if name.is_empty() {
        return Some((Level::Error, "a tool has an empty name".to_owned(), "name it", "empty"));
    }
    if length > LONGEST {
        let message = format!("a tool's name has {length} characters, and the protocol ends at {LONGEST}");
        return Some((Level::Error, message, "shorten it", "long"));
    }
    if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b)) {
        let message = format!("the name `{name}` has characters other than letters, digits, `_`, `-` and `.`");
        return Some((Level::Warning, message, "keep to these: providers refuse others", "characters"));
    }
    if length > PORTABLE {
        let message = format!("the name `{name}` has {length} characters, and many providers end at {PORTABLE}");
        return Some((Level::Warning, message, "shorten it", "long"));
    }
    if name.starts_with(['-', '.']) || name.ends_with(['-', '.']) {
        let message = format!("the name `{name}` starts or ends with `-` or `.`");
        return Some((Level::Warning, message, "start and end with a letter or a digit", "ends"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_judged() {
        let (long, longer) = ("a".repeat(64), "a".repeat(128));
        for (name, expected) in [
            ("stock_read", None),
            ("stock.read-2", None),
            (long.as_str(), None),
            ("_hidden", None),
            ("", Some((Level::Error, "empty"))),
            (longer.as_str(), Some((Level::Warning, "long"))),
            (&format!("{longer}a"), Some((Level::Error, "long"))),
            ("stock/read", Some((Level::Warning, "characters"))),
            ("läsen", Some((Level::Warning, "characters"))),
            ("-read", Some((Level::Warning, "ends"))),
            ("read.", Some((Level::Warning, "ends"))),
        ] {
            assert_eq!(fault(name).map(|(level, _, _, word)| (level, word)), expected, "{name}");
        }
    }
}
