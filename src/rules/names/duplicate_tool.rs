//! Two tools have one name, or names that become equal once clients map them.
//!
//! Of two tools with one name a client keeps the first, the last, or refuses the list. Clients that allow only letters, digits, `_` and
//! `-` write `_` for everything else, so that `stock.read` and `stock_read` meet. Names that differ by case alone are a warning: some hosts
//! look tools up without it, and models do not keep to it.
//!
//! ## Bad
//!
//! ```tools.json
//! [
//!   {"name": "stock.read", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}},
//!   {"name": "stock_read", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}}
//! ]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [
//!   {"name": "stock_read", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}},
//!   {"name": "stock_count", "inputSchema": {"type": "object", "properties": {"code": {"type": "string"}}}}
//! ]
//! ```

use crate::contract::{Context, other_tool, tool_place};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::surface::Tool;
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(crate) const RULE: Rule =
    Rule { id: "names/duplicate-tool", level: Some(Level::Error), source: include_str!("duplicate_tool.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let mut groups: Vec<Vec<&Arc<Tool>>> = Vec::new();
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for tool in cx.tools().filter(|tool| !tool.name.is_empty()) {
        let place = *places.entry(mapped(&tool.name).to_lowercase()).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(tool),
            None => groups.push(vec![tool]),
        }
    }
    out.extend(groups.iter().filter_map(|group| finding(group)));
}

/// As clients write it that allow only letters, digits, `_` and `-`.
fn mapped(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' }).collect()
}

/// Two of them are equal in this way.
fn meet(group: &[&Arc<Tool>], as_seen: impl Fn(&str) -> String) -> bool {
    let mut names: Vec<String> = group.iter().map(|tool| as_seen(&tool.name)).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair.first() == pair.last())
}

fn finding(group: &[&Arc<Tool>]) -> Option<Finding> {
    let [first, rest @ ..] = group else { return None };
    let second = rest.first()?;
    let (level, message, help) = if meet(group, str::to_owned) {
        let message = format!("{} are called `{}`", crate::text::count(group.len() as u64, "tool"), first.name);
        (Level::Error, message, "give each tool a name of its own: clients keep one of them")
    } else if meet(group, mapped) {
        let message = format!("`{}` and `{}` become one name on clients that write `_` for other characters", first.name, second.name);
        (Level::Error, message, "give them names that differ in letters or digits")
    } else {
        (
            Level::Warning,
            format!("`{}` and `{}` differ by case alone", first.name, second.name),
            "give them names that differ in letters or digits",
        )
    };
    let related = rest.iter().map(|tool| other_tool(tool, Some(tool_place(tool)), format!("`{}`", tool.name)));
    Some(Finding::new(RULE.id, level, message).help(help).tool(&first.name).at(tool_place(first)).related(related).identity(["name"]))
}
