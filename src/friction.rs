//! The friction table: per tool and per name, how often calls went right. It answers at a glance which tools tripped validation, and
//! which name went right elsewhere.

use crate::text::visible;
use crate::transcript::{Row, in_markdown};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Counts {
    calls: u64,
    accepted: u64,
    refused: u64,
    failed: u64,
    unanswered: u64,
}

impl Counts {
    fn add(&mut self, outcome: &str) {
        self.calls += 1;
        match outcome {
            "accepted" => self.accepted += 1,
            "refused" => self.refused += 1,
            "failed" => self.failed += 1,
            _ => self.unanswered += 1,
        }
    }
}

#[derive(Debug, Default)]
struct Tool {
    counts: Counts,
    advertised: Option<Vec<Arc<str>>>,
    /// Names that were sent and are not advertised: calls, refusals, whether the model adapted.
    strangers: BTreeMap<String, Stranger>,
}

#[derive(Debug, Default)]
struct Stranger {
    calls: u64,
    refused: u64,
    /// A later call of the tool did without it and was accepted.
    adapted: bool,
}

/// The sums of all rows.
#[derive(Debug, Default)]
pub(crate) struct Friction {
    tools: BTreeMap<(Option<Arc<str>>, Box<str>), Tool>,
    /// By advertised name: counts over all tools, and in how many.
    names: BTreeMap<String, (Counts, BTreeSet<Box<str>>)>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Table {
    tools: Vec<ToolRow>,
    names: Vec<NameRow>,
}

#[derive(Debug, Serialize)]
struct ToolRow {
    server: Option<Arc<str>>,
    tool: Box<str>,
    #[serde(flatten)]
    counts: Counts,
    unadvertised: Vec<StrangerRow>,
}

#[derive(Debug, Serialize)]
struct StrangerRow {
    name: String,
    calls: u64,
    refused: u64,
    adapted: bool,
}

#[derive(Debug, Serialize)]
struct NameRow {
    name: String,
    tools: u64,
    #[serde(flatten)]
    counts: Counts,
}

impl Friction {
    /// Rows come as calls end, which is near enough to file order to see a model adapt.
    pub(crate) fn add(&mut self, row: Row) {
        let tool = self.tools.entry((row.server.clone(), row.tool.clone())).or_default();
        tool.counts.add(row.outcome);
        if let Some(advertised) = row.advertised {
            tool.advertised = Some(advertised);
        }
        let known = |name: &str| tool.advertised.as_ref().is_some_and(|all| all.iter().any(|one| **one == *name));
        let (sent, strange): (Vec<&String>, Vec<&String>) = row.arguments.iter().partition(|name| known(name));
        if row.outcome == "accepted" && strange.is_empty() {
            tool.strangers.values_mut().for_each(|stranger| stranger.adapted = true);
        }
        if tool.advertised.is_some() {
            for name in strange {
                let stranger = tool.strangers.entry(name.clone()).or_default();
                stranger.calls += 1;
                stranger.refused += u64::from(row.outcome == "refused");
            }
        }
        // A name that a refusal calls missing was missed, though it was not sent.
        let missed = row.blames.iter().filter(|blame| blame.why == "missing").filter_map(|blame| blame.param.as_ref());
        let missed: Vec<String> = missed.filter(|name| known(name) && !row.arguments.contains(name)).cloned().collect();
        for name in sent.into_iter().chain(&missed) {
            let (counts, tools) = self.names.entry(name.clone()).or_default();
            counts.add(row.outcome);
            tools.insert(row.tool.clone());
        }
    }

    /// Rows with refusals first, then by calls, then by name.
    pub(crate) fn rows(&self) -> Table {
        let mut tools: Vec<ToolRow> = self
            .tools
            .iter()
            .map(|((server, tool), sums)| ToolRow {
                server: server.clone(),
                tool: tool.clone(),
                counts: sums.counts,
                unadvertised: sums
                    .strangers
                    .iter()
                    .map(|(name, one)| StrangerRow { name: name.clone(), calls: one.calls, refused: one.refused, adapted: one.adapted })
                    .collect(),
            })
            .collect();
        tools.sort_by_key(|row| std::cmp::Reverse((row.counts.refused, row.counts.calls)));
        let mut names: Vec<NameRow> = self
            .names
            .iter()
            .map(|(name, (counts, tools))| NameRow { name: name.clone(), tools: tools.len() as u64, counts: *counts })
            .collect();
        names.sort_by_key(|row| std::cmp::Reverse((row.counts.refused, row.counts.calls)));
        Table { tools, names }
    }
}

const TOOL_HEAD: [&str; 7] = ["tool", "calls", "accepted", "refused", "failed", "unanswered", "sent, not advertised"];
const NAME_HEAD: [&str; 7] = ["parameter", "tools", "calls", "accepted", "refused", "failed", "unanswered"];

fn tool_cells(row: &ToolRow) -> Vec<String> {
    let strangers: Vec<String> = row
        .unadvertised
        .iter()
        .map(|one| format!("{} ×{}{}", visible(&one.name), one.calls, if one.adapted { ", then adapted" } else { "" }))
        .collect();
    let counts = row.counts;
    let numbers = [counts.calls, counts.accepted, counts.refused, counts.failed, counts.unanswered].map(|n| n.to_string());
    std::iter::once(visible(&row.tool).into_owned()).chain(numbers).chain([strangers.join("; ")]).collect()
}

fn name_cells(row: &NameRow) -> Vec<String> {
    let counts = row.counts;
    let numbers = [row.tools, counts.calls, counts.accepted, counts.refused, counts.failed, counts.unanswered].map(|n| n.to_string());
    std::iter::once(visible(&row.name).into_owned()).chain(numbers).collect()
}

pub(crate) fn table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    columns(&TOOL_HEAD, table.tools.iter().map(tool_cells).collect(), out)?;
    writeln!(out)?;
    columns(&NAME_HEAD, table.names.iter().map(name_cells).collect(), out)
}

fn columns(head: &[&str], rows: Vec<Vec<String>>, out: &mut dyn Write) -> io::Result<()> {
    let longest = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = head.iter().enumerate().map(|(at, head)| longest(at).max(head.chars().count())).collect();
    let head: Vec<String> = head.iter().map(|head| (*head).to_owned()).collect();
    for row in std::iter::once(&head).chain(&rows) {
        let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, width))| match at {
            // Names to the left, numbers to the right; what comes last is text.
            0 => format!("{cell:width$}"),
            _ if cell.parse::<u64>().is_ok() => format!("{cell:>width$}"),
            _ => format!("{cell:width$}"),
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

pub(crate) fn markdown(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    in_rows(&TOOL_HEAD, table.tools.iter().map(tool_cells), out)?;
    writeln!(out)?;
    in_rows(&NAME_HEAD, table.names.iter().map(name_cells), out)
}

fn in_rows(head: &[&str], rows: impl Iterator<Item = Vec<String>>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| {} |\n|{}", head.join(" | "), " --- |".repeat(head.len()))?;
    for row in rows {
        writeln!(out, "| {} |", row.iter().map(|cell| in_markdown(cell)).collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}
