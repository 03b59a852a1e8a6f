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

use crate::contract::{Context, Uses};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use std::collections::BTreeMap;

pub(crate) const RULE: Rule = Rule {
    id: "names/reserved-param",
    level: Some(Level::Warning),
    source: include_str!("reserved_param.rs"),
    check: Check::Server(check),
};

const ENVELOPE: [&str; 3] = ["arguments", "_meta", "params"];
const LONGEST: usize = 64;

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let uses = cx.uses();
    let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, param) in uses.params.iter().enumerate() {
        let alone = uses.tool(index).is_some_and(|tool| tool.params.len() == 1);
        if fault(param.name, alone).is_some() {
            names.entry(param.name).or_default().push(index);
        }
    }
    out.extend(names.into_iter().filter_map(|(name, members)| finding(uses, name, &members)));
}

fn finding(uses: &Uses<'_>, name: &str, members: &[usize]) -> Option<Finding> {
    let first = *members.first()?;
    let (what, help) = fault(name, false)?;
    let finding = Finding::new(RULE.id, Level::Warning, format!("`{name}` is a parameter of {}: {what}", super::tools(uses, members)))
        .help(help)
        .identity([name])
        .subjects([name])
        .related(super::labels(uses, members, first, &format!("`{name}`")));
    Some(super::at(finding, uses, first))
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
