//! `wirelint diff`: a check that asks for nothing but what changed.

use super::check::{self, FailOnWord, Format, StrictnessWord};
use super::{Colour, ConfigOptions};
use clap::Args;
use std::io;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The older list: a file, or one of a git revision as `git:REV:PATH`
    pub(super) before: PathBuf,
    /// The newer list
    pub(super) after: PathBuf,
    /// Captures of real calls: which of them would break
    #[arg(value_name = "CAPTURE")]
    pub(super) calls: Vec<PathBuf>,
    /// How much of a change is held against it
    #[arg(long, value_name = "WHAT", default_value = "call")]
    pub(super) strictness: StrictnessWord,
    /// Set the level of a rule, or of several (`evolution/*=warning`): off, note, warning, error
    #[arg(long = "rule", value_name = "ID=LEVEL")]
    pub(super) rules: Vec<String>,
    /// The level from which a finding fails the gate [default: error]
    #[arg(long, value_name = "LEVEL")]
    pub(super) fail_on: Option<FailOnWord>,
    #[command(flatten)]
    pub(super) config: ConfigOptions,
    /// How to print the report [default: human; github where GITHUB_ACTIONS is true]
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<Format>,
    /// Write the report to a file too, in another format
    #[arg(long, value_name = "FORMAT=FILE")]
    pub(super) output: Vec<String>,
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Colour,
    /// The day by which exceptions expire [default: SOURCE_DATE_EPOCH, else today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(super) today: Option<String>,
}

pub(super) fn run(options: Options) -> io::Result<u8> {
    check::run(&check::Options::of_changes(options))
}
