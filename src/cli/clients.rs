//! `wirelint clients`.

use super::say;
use crate::clients::{Set, names, table};
use crate::config::nearest;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Show the constraints of this client, with their sources
    #[arg(value_name = "CLIENT")]
    client: Option<String>,
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: super::rules::Format,
}

#[derive(Serialize)]
struct ClientRow<'a> {
    name: &'a str,
    title: &'a str,
    default: bool,
    constraints: usize,
}

#[derive(Serialize)]
struct ConstraintRow<'a> {
    rule: String,
    effect: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<usize>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    words: &'a [String],
    #[serde(skip_serializing_if = "str::is_empty")]
    what: &'a str,
    source: &'a str,
    date: String,
    confidence: &'static str,
}

pub(super) fn run(options: &Options) -> io::Result<u8> {
    match &options.client {
        None => list(options.format),
        Some(name) => one(name, options.format),
    }
}

fn list(format: super::rules::Format) -> io::Result<u8> {
    let table = table();
    let rows: Vec<ClientRow<'_>> = table
        .clients
        .iter()
        .enumerate()
        .map(|(at, client)| ClientRow {
            name: &client.name,
            title: &client.title,
            default: client.set == Set::Default,
            constraints: table.rows.iter().filter(|row| row.client == at).count(),
        })
        .collect();
    let mut out = io::stdout().lock();
    match format {
        super::rules::Format::Human => {
            let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
            for row in &rows {
                let default = if row.default { "default" } else { "" };
                writeln!(out, "{:width$}  {default:7}  {:2}  {}", row.name, row.constraints, row.title)?;
            }
        }
        super::rules::Format::Json => {
            serde_json::to_writer_pretty(&mut out, &rows)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(0)
}

fn one(name: &str, format: super::rules::Format) -> io::Result<u8> {
    let table = table();
    let Some((at, client)) = table.clients.iter().enumerate().find(|(_, client)| client.name == name) else {
        let near = nearest(name, names()).map_or(String::new(), |near| format!(": did you mean `{near}`?"));
        say(&format!("no client `{name}`{near} (`wirelint clients` lists them)"));
        return Ok(2);
    };
    let rows: Vec<ConstraintRow<'_>> = table
        .rows
        .iter()
        .filter(|row| row.client == at)
        .map(|row| ConstraintRow {
            rule: format!("client/{}", row.id),
            effect: row.effect.word(),
            pattern: row.parameters.pattern.as_ref().map(|pattern| pattern.text.as_str()),
            max: row.parameters.max,
            words: &row.parameters.words,
            what: &row.parameters.what,
            source: &row.source,
            date: row.date.to_string(),
            confidence: row.confidence.word(),
        })
        .collect();
    let mut out = io::stdout().lock();
    match format {
        super::rules::Format::Human => {
            writeln!(out, "{} ({})\n", client.title, client.name)?;
            for row in &rows {
                writeln!(out, "{}  {}", row.rule, row.effect)?;
                let max = row.max.map(|max| format!("at most {max}"));
                let parts = [row.pattern.map(str::to_owned), max, Some(row.what.to_owned()), Some(row.words.join(" "))];
                for part in parts.into_iter().flatten().filter(|part| !part.is_empty()) {
                    writeln!(out, "    {part}")?;
                }
                let month = row.date.get(..7).unwrap_or(&row.date);
                writeln!(out, "    {} ({month}, confidence {})", row.source, row.confidence)?;
            }
        }
        super::rules::Format::Json => {
            serde_json::to_writer_pretty(&mut out, &rows)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(0)
}
