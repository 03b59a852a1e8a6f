//! `wirelint explain`.

use super::say;
use crate::config::nearest;
use crate::finding::Level;
use crate::rules;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The rule, such as wire/name-divergence
    #[arg(value_name = "RULE")]
    rule: String,
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: super::rules::Format,
}

#[derive(Serialize)]
struct Explained<'a> {
    id: &'a str,
    level: &'a str,
    summary: &'a str,
    page: &'a str,
}

pub(super) fn run(options: &Options) -> io::Result<u8> {
    let Some(rule) = rules::find(&options.rule) else {
        let near = nearest(&options.rule, rules::ids()).map_or(String::new(), |near| format!(": did you mean `{near}`?"));
        say(&format!("no rule `{}`{near} (`wirelint rules` lists them)", options.rule));
        return Ok(2);
    };
    let page = rule.page();
    let level = rule.level.map_or("off", Level::word);
    let mut out = io::stdout().lock();
    match options.format {
        super::rules::Format::Human => writeln!(out, "{} ({level})\n\n{}", rule.id, page.text)?,
        super::rules::Format::Json => {
            let explained = Explained { id: rule.id, level, summary: &page.summary, page: &page.text };
            serde_json::to_writer_pretty(&mut out, &explained)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(0)
}
