//! One vocabulary for one thing.

pub(crate) mod alias_advertised;
pub(crate) mod alias_broken;
pub(crate) mod default_outside;
pub(crate) mod duplicate;
pub(crate) mod empty_enum;
pub(crate) mod prose_set;
pub(crate) mod split_vocabulary;
pub(crate) mod type_clash;

mod fits;
mod prose;

use crate::config::ValueAlias;
use crate::contract::{self, Context};
use crate::evidence::Path;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::schema::{self, Role, Step};
use crate::surface::Tool;
use std::sync::Arc;

/// A parameter, at any depth, to which an alias is declared.
pub(super) struct Declared<'a> {
    pub(super) tool: &'a Arc<Tool>,
    pub(super) path: Path,
    pub(super) alias: &'a ValueAlias,
    /// The values that it advertises; none where it takes any.
    pub(super) members: Option<Vec<Json<'a>>>,
}

pub(super) fn declared<'a>(cx: &Context<'a>) -> Vec<Declared<'a>> {
    let mut out = Vec::new();
    if cx.config.value_aliases.is_empty() {
        return out;
    }
    for tool in cx.tools() {
        let aliases: Vec<&ValueAlias> =
            cx.config.value_aliases.iter().filter(|alias| alias.tools.iter().any(|tools| tools.value.matches(&tool.name))).collect();
        let Some(root) = tool.input_schema().filter(|_| !aliases.is_empty()) else { continue };
        for level in tool.levels() {
            for prop in &level.props {
                for alias in aliases.iter().filter(|alias| *alias.param == *prop.name) {
                    // Of several entries about one value the most specific holds.
                    if cx.config.alias(&tool.name, &prop.name, &alias.accepts).is_none_or(|chosen| !std::ptr::eq(chosen, *alias)) {
                        continue;
                    }
                    let node = tool.doc.at(prop.node);
                    let items = || schema::items(root, node).and_then(|items| schema::members(root, items));
                    let members = schema::members(root, node).or_else(items);
                    out.push(Declared { tool, path: level.at.join(&prop.name), alias, members });
                }
            }
        }
    }
    out
}

/// A finding about an alias, at the parameter, with the entry that declares it.
pub(super) fn of_alias(cx: &Context<'_>, rule: &'static str, declared: &Declared<'_>, message: String) -> Finding {
    let entry = cx.config.file.as_ref().map(|file| crate::finding::Related {
        kind: crate::finding::Kind::Config,
        message: "declared here".to_owned(),
        tool: None,
        place: Some(Place::Config { file: file.clone(), span: declared.alias.span.clone() }),
    });
    let place = contract::param_place(declared.tool, &declared.path).unwrap_or_else(|| contract::tool_place(declared.tool));
    Finding::new(rule, Level::Error, message)
        .tool(&declared.tool.name)
        .param(declared.path.top())
        .at(place)
        .related(entry)
        .identity(declared.path.steps().map(str::to_owned).chain([word(&declared.alias.accepts)]))
}

/// A value as the vocabulary has it.
pub(super) fn word(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub(super) fn shown(value: &serde_json::Value) -> String {
    format!("`{}`", crate::text::shown_or_size(&word(value)))
}

/// Visits every schema of a tool: of its arguments first, then of its results.
pub(super) fn schemas<'a>(cx: &Context<'a>, tool: &'a Tool, visit: &mut dyn FnMut(Json<'a>, &Step<'a>)) {
    if let Some(root) = tool.input_schema() {
        cx.walk(tool, &mut |step| visit(root, step));
    }
    if let Some(root) = tool.output_schema() {
        cx.walk_output(tool, &mut |step| visit(root, step));
    }
}

/// A finding inside a schema, at a keyword of it.
pub(super) fn inside(rule: &'static str, level: Level, tool: &Tool, step: &Step<'_>, at: Json<'_>, message: String) -> Finding {
    let mut finding =
        Finding::new(rule, level, message).tool(&tool.name).at(Place::key(&tool.doc, at)).identity(step.names.iter().copied());
    if let Some(top) = step.names.first() {
        finding = finding.param(*top);
    }
    // Alternatives of one parameter are told apart by where they stand among them.
    if let Role::Branch(_) = step.role
        && let Some(index) = step.node.steps().last()
    {
        finding = finding.identity([index.clone()]);
    }
    finding
}

/// What a message calls the place of a schema.
pub(super) fn named(step: &Step<'_>) -> String {
    if step.names.is_empty() { "its schema".to_owned() } else { format!("`{}`", Path::of(step.names.iter())) }
}
