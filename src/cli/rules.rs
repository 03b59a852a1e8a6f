//! `wirelint rules`.

use crate::finding::Level;
use crate::rules;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(super) struct Options {
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Human,
    Json,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    level: &'static str,
    summary: String,
}

pub(super) fn run(options: &Options) -> io::Result<u8> {
    let rows: Vec<Row> = rules::ALL
        .iter()
        .map(|rule| Row { id: rule.id, level: rule.level.map_or("off", Level::word), summary: rule.page().summary })
        .collect();
    let mut out = io::stdout().lock();
    match options.format {
        Format::Human => {
            let width = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
            for row in &rows {
                writeln!(out, "{:width$}  {:7}  {}", row.id, row.level, row.summary)?;
            }
        }
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, &rows)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(0)
}
