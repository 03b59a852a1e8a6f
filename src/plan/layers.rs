//! The layers of one tool: what becomes of its schema, and what the wire and the code behind it say already.

use super::calls;
use super::edits::Edit;
use super::target::Target;
use crate::contract::Server;
use crate::finding::Place;
use crate::json::Json;
use crate::places::Places;
use crate::report::{CallCounts, HandlerLayer, ToolLayers, WireLayer, WireName};
use crate::surface::Tool;
use similar::{ChangeTag, TextDiff};

/// Lines beside a change, and lines of one tool's diff.
const CONTEXT: usize = 2;
const MOST_LINES: usize = 120;
/// A longer line of a schema is cut.
const LONGEST_LINE: usize = 160;

/// What is laid side by side.
pub(crate) struct Beside<'a> {
    pub(crate) target: &'a Target,
    pub(crate) after: &'a Tool,
    pub(crate) server: &'a Server,
    pub(crate) edits: &'a [Edit],
    pub(crate) counts: CallCounts,
    pub(crate) value: bool,
}

pub(crate) fn layers(it: &Beside<'_>, from: &str, to: &str, places: &Places<'_>) -> ToolLayers {
    let (tool, param) = (&it.target.tool, &*it.target.param);
    let later = if it.value { param } else { to };
    let is_required = |tool: &Tool, name: &str| tool.param(name).is_some_and(|param| param.required);
    let place = tool.param(param).map(|param| Place::key(&tool.doc, tool.schema_of(param)));
    let (wire, handler) = if it.value {
        (WireLayer::default(), None)
    } else {
        let payloads = |name| calls::payloads(&it.server.evidence, &tool.name, name);
        let renamed = calls::sent_on_as(&it.server.evidence, &tool.name, from);
        let renamed = renamed.into_iter().map(|(name, calls)| WireName { name, calls }).collect();
        let read = it.server.handlers.as_ref().and_then(|handlers| handlers.params(&tool.name));
        let reads = |read: &[(&str, crate::json::NodeId)], wanted: &str| read.iter().any(|(name, _)| *name == wanted);
        let handler = read.map(|read| HandlerLayer { old: reads(&read, from), new: reads(&read, to) });
        (WireLayer { old: payloads(from), new: payloads(to), renamed }, handler)
    };
    ToolLayers {
        server: it.server.name.to_string(),
        tool: tool.name.to_string(),
        param: param.to_owned(),
        place: place.map(|place| places.locate(&place)),
        required: [is_required(tool, param), is_required(it.after, later)],
        edits: it.edits.len() as u64,
        schema: diff(&laid_out(tool.input_schema()), &laid_out(it.after.input_schema())),
        calls: it.counts,
        wire,
        handler,
    }
}

/// A schema over lines, in its own order: the same for a file of one line as for one that a person laid out.
fn laid_out(schema: Option<Json<'_>>) -> String {
    schema.and_then(|schema| serde_json::to_string_pretty(&schema.value()).ok()).unwrap_or_default()
}

/// The lines that change, each with what stands beside it: `-`, `+` or a blank first, `…` where lines are left out.
fn diff(before: &str, after: &str) -> Vec<String> {
    let diff = TextDiff::from_lines(before, after);
    let mut out = Vec::new();
    for (at, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if at > 0 {
            out.push("…".to_owned());
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            out.push(format!("{sign}{}", cut(change.value().trim_end_matches('\n'))));
        }
    }
    if out.len() > MOST_LINES {
        out.truncate(MOST_LINES);
        out.push("…".to_owned());
    }
    out
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or("")),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_shows_what_changes_and_what_is_beside_it() {
        let before = (0..20).map(|at| format!("line {at}\n")).collect::<String>();
        let after = before.replace("line 2\n", "new 2\n").replace("line 15\n", "new 15\n");
        let shown = [
            " line 0", " line 1", "-line 2", "+new 2", " line 3", " line 4", "…", " line 13", " line 14", "-line 15", "+new 15",
            " line 16", " line 17",
        ];
        assert_eq!(diff(&before, &after), shown);
        assert!(diff(&before, &before).is_empty());
        assert_eq!(diff("a\n", &format!("{}\n", "ä".repeat(500))).last().map(|line| line.chars().count()), Some(LONGEST_LINE + 2));
    }
}
