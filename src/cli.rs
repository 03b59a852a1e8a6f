//! The command line: its words, and one file a command.

mod against;
mod calls;
mod check;
mod clients;
mod diff;
mod explain;
mod live;
mod rename;
mod rules;
mod snapshot;

use crate::report::Look;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Lint and gate MCP servers: one name for a parameter at every layer.
#[derive(Debug, Parser)]
#[command(name = "wirelint", version, about, max_term_width = 100, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  everything given was judged, and nothing is at or above --fail-on
  1  everything given was judged, and something is
  2  usage or config is wrong: nothing was judged
  3  something given could not be judged";

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge a server's tools list, and captures of real calls to it
    Check(check::Options),
    /// Show what was understood of the calls in a capture
    Calls(calls::Options),
    /// Say what changed between two tools lists, and what of it breaks calls
    Diff(diff::Options),
    /// Say whether a parameter can be renamed, and what that touches at every layer
    Rename(rename::Options),
    /// Start a server and write its tools list as a file to commit
    Snapshot(snapshot::Options),
    /// List the clients whose limits are known, or show those of one
    Clients(clients::Options),
    /// Show the page of a rule
    Explain(explain::Options),
    /// List the rules
    Rules(rules::Options),
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

/// Where the config comes from.
#[derive(Debug, Clone, Args)]
struct ConfigOptions {
    /// Read this config, instead of the wirelint.toml of this folder or a parent
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Read no config
    #[arg(long)]
    no_config: bool,
}

/// Runs the command and says how the process ends. Never 0 for "nothing was checked".
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            // A closed pipe is no reason to say more.
            drop(error.print());
            return ExitCode::from(code);
        }
    };
    let done = match cli.command {
        Command::Check(options) => check::run(&options),
        Command::Calls(options) => calls::run(&options),
        Command::Diff(options) => diff::run(options),
        Command::Rename(options) => rename::run(&options),
        Command::Snapshot(options) => snapshot::run(&options),
        Command::Clients(options) => clients::run(&options),
        Command::Explain(options) => explain::run(&options),
        Command::Rules(options) => rules::run(&options),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        // Whoever read the report has stopped: as with other tools, that is no failure of ours to report.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(3),
        Err(error) => {
            say(&format!("cannot write: {error}"));
            ExitCode::from(3)
        }
    }
}

/// What wirelint says about itself goes to standard error.
fn say(text: &str) {
    drop(writeln!(io::stderr().lock(), "wirelint: {}", crate::text::visible(text)));
}

/// How people see a report on standard output.
fn look(colour: Colour) -> Look {
    let terminal = io::stdout().is_terminal();
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let colour = match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    };
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    let width = columns.filter(|width| (40..=400).contains(width)).unwrap_or(100);
    Look { color: colour, unicode: unicode(), width }
}

/// Does the terminal's locale say that it can show more than ASCII? Where nothing is said, it can.
fn unicode() -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    said.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf") || !(locale == "c" || locale == "posix" || locale.contains("iso"))
    })
}
