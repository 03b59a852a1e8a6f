//! `wirelint rename`.

use super::check::{NO_INPUT, configured_inputs, read_config, today, usage};
use super::{Colour, ConfigOptions, look};
use crate::check::known_words;
use crate::config;
use crate::inputs::Inputs;
use crate::plan::{Ask, plan};
use crate::report::{self, Problem, RenameReport};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Is a rename right, and what does it touch? It is tried on the tools list that is given, held against the recorded calls, and looked
/// for in the source tree.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Options {
    /// The tools: names or patterns (`folder_*`), several with commas. With --value, their parameter too: `signal_*.mode`
    #[arg(value_name = "TOOLS")]
    tools: String,
    /// The parameter as it is called now
    #[arg(value_name = "OLD")]
    from: String,
    /// What it is to be called, at every layer
    #[arg(value_name = "NEW")]
    to: String,
    /// Tools lists, captures and handlers files; folders of them; `-` for standard input. Without any: what wirelint.toml names
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// OLD and NEW are members of a set that the parameters list, not parameters
    #[arg(long)]
    value: bool,
    /// Where it is safe, edit the lists that were given as files: the name in `properties` and what requires it, and nothing else
    #[arg(long, conflicts_with = "value")]
    write: bool,
    /// With --write: edit them although the rename is blocked, unless the name is taken. The exit code stays 1
    #[arg(long, requires = "write")]
    force: bool,
    /// The source tree to search for the old name; `.gitignore` holds
    #[arg(long, value_name = "DIR", default_value = ".")]
    source: PathBuf,
    /// Search no source tree
    #[arg(long, conflicts_with = "source")]
    no_source: bool,
    /// The clients whose limits count, instead of the default set; `+NAME` adds one, `all` stands for every host
    #[arg(long, value_name = "CLIENTS")]
    clients: Option<String>,
    #[command(flatten)]
    config: ConfigOptions,
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,
    /// The day by which exceptions expire [default: SOURCE_DATE_EPOCH, else today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    today: Option<String>,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  safe
  1  blocked
  2  usage or config is wrong: nothing was judged
  3  something given could not be judged";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
    Short,
}

pub(super) fn run(options: &Options) -> io::Result<u8> {
    let report = judged(options);
    let mut out = io::BufWriter::new(io::stdout().lock());
    match options.format {
        Format::Human => report::rename_human(&report, &look(options.color), &mut out)?,
        Format::Json => writeln!(out, "{}", report::pretty(&report))?,
        Format::Short => report::rename_short(&report, &mut out)?,
    }
    out.flush()?;
    Ok(report.exit)
}

fn judged(options: &Options) -> RenameReport {
    let mut ask = Ask {
        tools: options.tools.clone(),
        from: options.from.clone(),
        to: options.to.clone(),
        value: options.value,
        write: options.write,
        force: options.force,
        source: (!options.no_source).then(|| options.source.clone()),
        today: config::Date::from_unix(0),
    };
    let words = known_words();
    let known = words.as_known();
    let mut faults: Vec<Problem> = Vec::new();
    match today(options.today.as_deref()) {
        Ok(today) => ask.today = today,
        Err(message) => faults.extend(usage(message)),
    }
    if ask.source.as_deref().is_some_and(|folder| !Path::is_dir(folder)) {
        faults.extend(usage(format!("--source {}: no such folder", options.source.display())));
    }
    let mut config = read_config(&options.config, &known).unwrap_or_else(|problems| {
        faults.extend(problems);
        config::Config::default()
    });
    match options.clients.as_deref().map(|clients| config::parse_clients(clients, &known)) {
        Some(Ok(clients)) if clients.iter().all(|client| client.adds) => config.clients.get_or_insert_default().extend(clients),
        Some(Ok(clients)) => config.clients = Some(clients),
        Some(Err(message)) => faults.extend(usage(format!("--clients {message}"))),
        None => {}
    }
    let mut inputs = Inputs::default();
    if !options.inputs.is_empty() {
        options.inputs.iter().for_each(|input| inputs.take(input));
    } else if let Some(file) = config.file.clone().filter(|_| !config.servers.is_empty()) {
        configured_inputs(&config, &file, &mut inputs);
    } else if faults.is_empty() {
        let mut problems = usage("nothing to try it on: give a tools list, or name one in wirelint.toml".to_owned());
        problems.iter_mut().for_each(|problem| problem.help = Some(NO_INPUT.to_owned()));
        faults.extend(problems);
    }
    if faults.is_empty() { plan(inputs, &config, &ask) } else { RenameReport::empty(ask.asked(), 2, faults) }
}
