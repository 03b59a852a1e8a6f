//! A member of a set under another name: which parameters list it, and the entry that keeps the old one alive on this field alone.

use super::target::{Chosen, Usage, listed};
use crate::config::{Config, Selector, nearest};
use crate::json::Json;
use crate::schema;
use crate::surface::Tool;
use serde_json::Value;

/// The members that a parameter lists, or the items of its array.
fn members<'a>(tool: &'a Tool, param: &str) -> Vec<Json<'a>> {
    let (Some(root), Some(param)) = (tool.input_schema(), tool.param(param)) else { return Vec::new() };
    let node = tool.schema_of(param);
    let items = || schema::items(root, node).and_then(|items| schema::members(root, items));
    schema::members(root, node).or_else(items).unwrap_or_default()
}

/// Is this text a member already?
pub(crate) fn lists(tool: &Tool, param: &str, value: &str) -> bool {
    members(tool, param).iter().any(|member| member.text() == Some(value))
}

/// Leaves the parameters that list the value.
pub(crate) fn keep(chosen: &mut Chosen, from: &str) -> Result<(), Usage> {
    let all = std::mem::take(&mut chosen.targets);
    let (with, without): (Vec<_>, Vec<_>) = all.into_iter().partition(|target| lists(&target.tool, &target.param, from));
    if with.is_empty() {
        let words: Vec<&str> = without.iter().flat_map(|target| members(&target.tool, &target.param)).filter_map(Json::text).collect();
        let help = match nearest(from, words.iter().copied()) {
            Some(near) => Some(format!("the nearest is `{near}`")),
            None if words.is_empty() => Some("a value is renamed where the schema lists it: in an `enum` or a `const`".to_owned()),
            None => Some(format!("the members are {}", listed(words.iter().copied()))),
        };
        return Err(Usage { message: format!("no parameter that matches has the member `{from}`"), help });
    }
    chosen.without = without.iter().map(|target| format!("{}.{}", target.tool.name, target.param).into()).collect();
    chosen.targets = with;
    Ok(())
}

/// The entry to paste; none where the config declares it already. An alias belongs to one parameter: several have several.
pub(crate) fn alias(chosen: &Chosen, config: &Config, from: &str, to: &str) -> Option<String> {
    let quoted = |text: &str| Value::from(text).to_string();
    let mut params: Vec<&str> = Vec::new();
    let old = Value::from(from);
    let open = || chosen.targets.iter().filter(|target| config.alias(&target.tool.name, &target.param, &old).is_none());
    for target in open() {
        if !params.contains(&&*target.param) {
            params.push(&target.param);
        }
    }
    let entries: Vec<String> = params
        .iter()
        .map(|param| {
            let mut tools: Vec<String> =
                open().filter(|target| *target.param == **param).map(|target| quoted(&Selector::text_for(&target.tool.name))).collect();
            tools.dedup();
            format!(
                "[[value-alias]]\ntools = [{}]\nparam = {}\naccepts = {}\nmeans = {}\nreason = \"\"",
                tools.join(", "),
                quoted(param),
                quoted(from),
                quoted(to)
            )
        })
        .collect();
    (!entries.is_empty()).then(|| entries.join("\n\n"))
}
