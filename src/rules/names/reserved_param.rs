//! A parameter has a name that collides with the call around it, or one that providers refuse.
//!
//! `arguments`, `params` and `_meta` are the names of the envelope that carries a call; clients that unpack or rename it have lost the
//! parameters beside. Providers take keys of at most 64 letters, digits, `_`, `-` and `.`, and refuse the whole list for one other key.
//! `params` as the only parameter is `shape/single-wrapper`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "suite_call", "inputSchema": {"type": "object", "properties": {
//!   "suite": {"type": "string"}, "arguments": {"type": "object", "additionalProperties": true}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "suite_call", "inputSchema": {"type": "object", "properties": {
//!   "suite": {"type": "string"}, "suite_input": {"type": "object", "additionalProperties": true}}}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "names/reserved-param",
    level: Some(Level::Warning),
    source: include_str!("reserved_param.rs"),
    check: Check::Server(check),
};

const ENVELOPE: [&str; 3] = ["arguments", "_meta", "params"];
const LONGEST: usize = 64;

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        let alone = tool.params.len() == 1;
        for param in &tool.params {
            let Some((what, help)) = fault(&param.name, alone) else { continue };
            out.push(
                Finding::new(RULE.id, Level::Warning, format!("`{}` takes `{}`: {what}", tool.name, param.name))
                    .help(help)
                    .tool(&tool.name)
                    .param(&*param.name)
                    .at(Place::key(&tool.doc, tool.schema_of(param)))
                    .identity([&*param.name])
                    .subjects([&*param.name]),
            );
        }
    }
}

fn fault(name: &str, alone: bool) -> Option<(String, &'static str)> {
    if ENVELOPE.contains(&name) {
        let wrapper = alone && name == "params";
        return (!wrapper).then(|| ("the call around it uses that name".to_owned(), "give it a name of its own"));
    }
    let length = name.chars().count();
    if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b)) {
        let what = "providers refuse names with other characters than letters, digits, `_`, `-` and `.`";
        return Some((what.to_owned(), "keep to these"));
    }
    if name.is_empty() {
        return Some(("providers refuse empty names".to_owned(), "name it"));
    }
    (length > LONGEST).then(|| (format!("it has {length} characters, and providers refuse more than {LONGEST}"), "shorten it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_judged() {
        let long = "a".repeat(64);
        for (name, alone, bad) in [
            ("code", true, false),
            ("a.b-c_2", false, false),
            (long.as_str(), false, false),
            ("params", true, false),
            ("params", false, true),
            ("arguments", true, true),
            ("_meta", false, true),
            ("", false, true),
            ("größe", false, true),
            ("a b", false, true),
            (&format!("{long}a"), false, true),
        ] {
            assert_eq!(fault(name, alone).is_some(), bad, "{name}");
        }
    }
}
