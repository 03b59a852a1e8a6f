//! `wirelint calls`.

use super::{Colour, ConfigOptions, look};
use crate::check::known_words;
use crate::friction::{self, Friction};
use crate::inputs::Inputs;
use crate::report::{self, Report};
use crate::transcript::{self, Row};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Captures, and tools lists for those that hold none
    #[arg(value_name = "CAPTURE", required = true)]
    inputs: Vec<PathBuf>,
    /// The friction table: per tool and per name how often calls went right, and which unadvertised names were sent
    #[arg(long)]
    summary: bool,
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    #[command(flatten)]
    config: ConfigOptions,
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    /// One object
    Json,
    /// One object a call
    Jsonl,
    Markdown,
}

pub(super) fn run(options: &Options) -> io::Result<u8> {
    let words = known_words();
    let config = match super::check::read_config(&options.config, &words.as_known()) {
        Ok(config) => config,
        Err(problems) => return explain(Report { exit: 2, ..Report::empty(problems) }, options),
    };
    if options.summary && options.format == Format::Jsonl {
        super::say("--summary is a table: --format human, json or markdown");
        return Ok(2);
    }
    let mut inputs = Inputs::default();
    options.inputs.iter().for_each(|input| inputs.take(input));
    let mut out = io::BufWriter::new(io::stdout().lock());
    let problems = if options.summary {
        let mut table = Friction::default();
        let problems = transcript::read(inputs, &config, &mut |row| table.add(row));
        write_summary(&table, options.format, &mut out)?;
        problems
    } else {
        let mut rows: Vec<Row> = Vec::new();
        let problems = transcript::read(inputs, &config, &mut |row| rows.push(row));
        rows.sort_by_key(|row| (row.input, row.line, row.batch));
        write_rows(&rows, options.format, &mut out)?;
        problems
    };
    out.flush()?;
    drop(out);
    if problems.is_empty() {
        return Ok(0);
    }
    explain(Report { exit: 3, ..Report::empty(problems) }, options)
}

/// What could not be judged is said on standard error: standard output holds calls.
fn explain(report: Report, options: &Options) -> io::Result<u8> {
    report::problems(&report, &look(options.color), &mut io::stderr().lock())?;
    Ok(report.exit)
}

fn write_rows(rows: &[Row], format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Jsonl => rows.iter().try_for_each(|row| writeln!(out, "{}", report::line(row))),
        Format::Json => writeln!(out, "{}", report::pretty(&rows)),
        Format::Human => transcript::table(rows, out),
        Format::Markdown => transcript::markdown(rows, out),
    }
}

fn write_summary(table: &Friction, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Json | Format::Jsonl => writeln!(out, "{}", report::pretty(&table.rows())),
        Format::Human => friction::table(&table.rows(), out),
        Format::Markdown => friction::markdown(&table.rows(), out),
    }
}
