//! `wirelint snapshot`.

use super::live::{self, Timeout};
use super::{Colour, ConfigOptions, look};
use crate::check::known_words;
use crate::report::{self, Problem, ProblemKind, Report};
use crate::snapshot;
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The file to write, left as it is where it would not change [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    config: ConfigOptions,
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,
    /// The server to start over stdio, and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    server: Vec<OsString>,
}

pub(super) fn run(options: &Options) -> io::Result<u8> {
    let words = known_words();
    let config = match super::check::read_config(&options.config, &words.as_known()) {
        Ok(config) => config,
        Err(problems) => return explain(Report { exit: 2, ..Report::empty(problems) }, options),
    };
    let heard = live::ask(&options.server, &options.timeout, &config);
    let failed = |problem: Problem| explain(Report { exit: 3, ..Report::empty(vec![problem]) }, options);
    if let Some(failure) = &heard.failure {
        return failed(live::problem(&heard.shown, failure));
    }
    let taken = heard.source.as_ref().ok_or("the server said nothing").and_then(|source| snapshot::take(source, heard.version.as_deref()));
    let taken = match taken {
        Ok(taken) => taken,
        Err(why) => {
            return failed(Problem {
                kind: ProblemKind::Server,
                file: Some(heard.shown),
                line: None,
                column: None,
                message: why.to_owned(),
                help: Some("`wirelint check -- COMMAND` says more".to_owned()),
                span: None,
            });
        }
    };
    if taken.unstable {
        super::say("the server lists its tools differently each time: this snapshot holds the last list (protocol/unstable-list)");
    }
    let Some(file) = &options.output else {
        let mut out = io::stdout().lock();
        out.write_all(taken.text.as_bytes())?;
        out.flush()?;
        return Ok(0);
    };
    // Tools that watch the file need not run where nothing changed.
    if std::fs::read(file).is_ok_and(|old| old == taken.text.as_bytes()) {
        return Ok(0);
    }
    match std::fs::write(file, &taken.text) {
        Ok(()) => Ok(0),
        Err(error) => {
            super::say(&format!("--output {}: {error}", file.display()));
            Ok(2)
        }
    }
}

/// Standard output is for the list alone.
fn explain(report: Report, options: &Options) -> io::Result<u8> {
    report::problems(&report, &look(options.color), &mut io::stderr().lock())?;
    Ok(report.exit)
}
