//! What `check` and `snapshot` share: a server that is started.

use crate::config::Config;
use crate::live::{self, Failure, Heard};
use crate::report::{Problem, ProblemKind};
use crate::text;
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Write};
use std::time::Duration;

/// The longest a server may be waited for, in seconds.
const LONGEST: u64 = 3600;
/// Lines of its standard error that are shown.
const TAIL_LINES: usize = 20;

#[derive(Debug, Args)]
pub(super) struct Timeout {
    /// Seconds that a started server has to answer and to list its tools
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=LONGEST))]
    timeout: u64,
}

impl Default for Timeout {
    fn default() -> Self {
        Self { timeout: 30 }
    }
}

/// Starts the server and asks it. Why it failed, and what it wrote last, is said on standard error.
pub(super) fn ask(command: &[OsString], timeout: &Timeout, config: &Config) -> Heard {
    let name = if let [server] = config.servers.as_slice() { server.name.as_deref() } else { None };
    let heard = live::ask(command, Duration::from_secs(timeout.timeout), name);
    if !heard.listed {
        // Nobody is left to be told where standard error is closed.
        drop(tell(&heard.stderr));
    }
    heard
}

pub(super) fn problem(shown: &str, failure: &Failure) -> Problem {
    Problem {
        kind: ProblemKind::Server,
        file: Some(shown.to_owned()),
        line: None,
        column: None,
        message: failure.message.clone(),
        help: failure.help.clone(),
        span: None,
    }
}

/// What the server wrote to its standard error, for people alone: it is no part of any report.
fn tell(stderr: &str) -> io::Result<()> {
    let lines: Vec<&str> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut out = io::stderr().lock();
    if lines.is_empty() {
        return writeln!(out, "wirelint: the server wrote nothing to its standard error");
    }
    writeln!(out, "wirelint: the server's standard error ends with:")?;
    for line in lines.iter().skip(lines.len().saturating_sub(TAIL_LINES)) {
        let line = format!("  | {}", text::sentence(line));
        writeln!(out, "{}", text::defused(&line))?;
    }
    Ok(())
}
