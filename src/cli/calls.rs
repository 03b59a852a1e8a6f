//! `wirelint calls`.

use super::{Colour, ConfigOptions, look};
use crate::check::known_words;
use crate::config::Config;
use crate::explain::{Unexplained, explain, page};
use crate::friction::{self, Friction};
use crate::inputs::{Inputs, Kind, Opened};
use crate::report::{self, Report};
use crate::source::shown;
use crate::text::series;
use crate::transcript::{self, InOrder, Row};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Captures, and tools lists for those that hold none
    #[arg(value_name = "CAPTURE", required_unless_present = "explain")]
    inputs: Vec<PathBuf>,
    /// The friction table: per tool and per name how often calls went right, and which unadvertised names were sent
    #[arg(long)]
    summary: bool,
    /// Show what was read of the call on this line, which payloads belong to it and why, and what it proves
    #[arg(long, value_name = "FILE:LINE", conflicts_with = "summary")]
    explain: Option<String>,
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
        Err(problems) => return complain(Report { exit: 2, ..Report::empty(problems) }, options),
    };
    if options.summary && options.format == Format::Jsonl {
        super::say("--summary is a table: --format human, json or markdown");
        return Ok(2);
    }
    let mut inputs = Inputs::default();
    options.inputs.iter().for_each(|input| inputs.take(input));
    if let Some(spot) = &options.explain {
        return explain_one(spot, inputs, &config, options);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let problems = if options.summary {
        let mut table = Friction::default();
        let problems = transcript::read(inputs, &config, &mut |row| table.add(row));
        write_summary(&table, options.format, &mut out)?;
        problems
    } else if options.format == Format::Jsonl {
        let mut write = |row: &Row| writeln!(out, "{}", report::line(row));
        let mut rows = InOrder::new(&mut write);
        let problems = transcript::read(inputs, &config, &mut |row| rows.take(row));
        rows.end()?;
        problems
    } else {
        let mut rows: Vec<Row> = Vec::new();
        let problems = transcript::read(inputs, &config, &mut |row| rows.push(row));
        rows.sort_by_key(|row| (row.input, row.order));
        write_rows(&rows, options.format, &mut out)?;
        problems
    };
    out.flush()?;
    drop(out);
    if problems.is_empty() {
        return Ok(0);
    }
    complain(Report { exit: 3, ..Report::empty(problems) }, options)
}

/// `--explain FILE:LINE`. The file need not be given a second time.
fn explain_one(spot: &str, mut inputs: Inputs, config: &Config, options: &Options) -> io::Result<u8> {
    let parsed = spot.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u64>().ok().filter(|line| *line > 0)?)));
    let Some((file, line)) = parsed.filter(|(file, _)| !file.is_empty()) else {
        super::say(&format!("--explain {spot}: write FILE:LINE, such as calls.jsonl:7"));
        return Ok(2);
    };
    if options.format == Format::Markdown {
        super::say("--explain is for people and machines: --format human, json or jsonl");
        return Ok(2);
    }
    let shown = if file == "-" { file.to_owned() } else { shown(Path::new(file)) };
    if !inputs.opened.iter().any(|opened| *opened.source.shown == *shown) {
        inputs.take(Path::new(file));
    }
    let is_capture = |opened: &Opened| *opened.source.shown == *shown && matches!(opened.kind, Kind::Capture(_));
    if inputs.problems.is_empty() && !inputs.opened.iter().any(is_capture) {
        super::say(&format!("--explain {spot}: `{shown}` is not a capture"));
        return Ok(2);
    }
    match explain(inputs, config, &shown, line) {
        Ok(calls) => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            match options.format {
                Format::Json => writeln!(out, "{}", report::pretty(&calls))?,
                Format::Jsonl => calls.iter().try_for_each(|call| writeln!(out, "{}", report::line(call)))?,
                Format::Human | Format::Markdown => calls.iter().try_for_each(|call| page(call, &mut out))?,
            }
            out.flush()?;
            Ok(0)
        }
        Err(Unexplained::Problems(problems)) => complain(Report { exit: 3, ..Report::empty(problems) }, options),
        Err(Unexplained::NoCall(near)) => {
            let near: Vec<String> = near.iter().map(u64::to_string).collect();
            super::say(&format!(
                "no call on {shown}:{line}; the nearest stand on {} {}",
                if near.len() == 1 { "line" } else { "lines" },
                series(&near)
            ));
            Ok(2)
        }
    }
}

/// What could not be judged is said on standard error: standard output holds calls.
fn complain(report: Report, options: &Options) -> io::Result<u8> {
    report::problems(&report, &look(options.color), &mut io::stderr().lock())?;
    Ok(report.exit)
}

fn write_rows(rows: &[Row], format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        // Rows of their own lines are written as the calls end.
        Format::Json | Format::Jsonl => writeln!(out, "{}", report::pretty(&rows)),
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
