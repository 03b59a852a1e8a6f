//! In a tools list it is no guess whose a name is: each tool holds its own.

use crate::json::{Doc, Json, Origin};
use crate::surface::{Found, Tool, found};
use std::ops::Range;

/// The tools of a text that is a list, in order, with the bytes that each takes.
pub(super) fn tools(text: &str) -> Vec<(Range<usize>, Box<str>)> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_list =
        body.trim_start().starts_with(['{', '[']) && ["nputSchema", "input_schema", "parameters"].iter().any(|key| body.contains(key));
    let doc = is_list.then(|| Doc::parse("".into(), body, Origin::default()).ok()).flatten();
    let Some(doc) = doc else { return Vec::new() };
    let Found::Lists(lists) = found(doc.root()) else { return Vec::new() };
    let base = text.len() - body.len();
    let mut out: Vec<(Range<usize>, Box<str>)> = lists
        .iter()
        .flatten()
        .flat_map(|page| &page.tools)
        .map(|id| {
            let (tool, span) = (Tool::read(&doc, *id), doc.at(*id).span());
            let name = tool.json().get("name").and_then(Json::text).unwrap_or("");
            (base + span.start..base + span.end, name.into())
        })
        .collect();
    out.sort_by_key(|(bytes, _)| bytes.start);
    out
}

/// The tool that holds a byte.
pub(super) fn at(tools: &[(Range<usize>, Box<str>)], byte: usize) -> Option<&str> {
    let after = tools.partition_point(|(bytes, _)| bytes.start <= byte);
    let (bytes, name) = tools.get(after.checked_sub(1)?)?;
    bytes.contains(&byte).then_some(name)
}
