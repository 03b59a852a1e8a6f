//! `wirelint check`.

use super::live::{self, Timeout};
use super::{Colour, ConfigOptions, look};
use crate::against::Strictness;
use crate::baseline::{Baseline, Debt};
use crate::check::{Ask, Outcome, check, known_words};
use crate::config::{self, Config, ConfigFile, Date, FailOn, LoadError, PathPattern, Require, RuleLevel};
use crate::inputs::{Inputs, files_below};
use crate::protocol::Version;
use crate::report::{self, ConfigText, Problem, ProblemKind, Report};
use crate::source::{Source, shown};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Tools lists, captures and handlers files; folders of them; `-` for standard input. Without any: what wirelint.toml names
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Set the level of a rule, or of several (`names/*=off`): off, note, warning, error
    #[arg(long = "rule", value_name = "ID=LEVEL")]
    rules: Vec<String>,
    /// The level from which a finding fails the gate [default: error]
    #[arg(long, value_name = "LEVEL")]
    fail_on: Option<FailOnWord>,
    /// Fail with exit code 3 where these were not there to be judged
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    require: Vec<RequireWord>,
    /// Say how many of the listed tools and parameters the captures exercise
    #[arg(long)]
    coverage: bool,
    /// Compare with the list that was given before: a file, or one of a git revision as `git:REV:PATH`
    #[arg(long, value_name = "BEFORE")]
    against: Option<PathBuf>,
    /// How much of a change is held against it
    #[arg(long, value_name = "WHAT", default_value = "call")]
    strictness: StrictnessWord,
    /// Ask for nothing but what changed
    #[arg(skip)]
    changes_only: bool,
    /// The clients whose limits count, instead of the default set; `+NAME` adds one, `all` stands for every host
    #[arg(long, value_name = "CLIENTS")]
    clients: Option<String>,
    /// The version of the protocol, where no capture tells
    #[arg(long, value_name = "VERSION")]
    protocol: Option<String>,
    #[command(flatten)]
    config: ConfigOptions,
    /// Hide the findings that this file holds; only new ones fail
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all findings to a baseline; with --baseline, only what is left of that one
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// How to print the report [default: human; github where GITHUB_ACTIONS is true]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write the report to a file too, in another format
    #[arg(long, value_name = "FORMAT=FILE")]
    output: Vec<String>,
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,
    /// The day by which exceptions expire [default: SOURCE_DATE_EPOCH, else today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    today: Option<String>,
    #[command(flatten)]
    timeout: Timeout,
    /// Start this server over stdio, and judge the list that it gives and the way it gives it
    #[arg(last = true, value_name = "COMMAND")]
    server: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Human,
    Json,
    Short,
    Github,
    /// A changelog entry: what changed since --against
    Markdown,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum StrictnessWord {
    /// Calls that break
    #[default]
    Call,
    /// And results that may surprise who reads them
    Result,
    /// And every text and hint that models read
    Text,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum FailOnWord {
    Error,
    Warning,
    Note,
    Never,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum RequireWord {
    Calls,
    Wire,
    Against,
}

impl Options {
    /// What `wirelint diff` asks of a check.
    pub(super) fn of_changes(asked: super::diff::Options) -> Self {
        let mut inputs = vec![asked.after];
        inputs.extend(asked.calls);
        Self {
            inputs,
            rules: asked.rules,
            fail_on: asked.fail_on,
            require: Vec::new(),
            coverage: false,
            against: Some(asked.before),
            strictness: asked.strictness,
            changes_only: true,
            clients: None,
            protocol: None,
            config: asked.config,
            baseline: None,
            write_baseline: None,
            format: asked.format,
            output: asked.output,
            color: asked.color,
            today: asked.today,
            timeout: Timeout::default(),
            server: Vec::new(),
        }
    }
}

pub(super) fn run(options: &Options) -> io::Result<u8> {
    let (report, unwritten, read) = match judge(options) {
        Ok(judged) => {
            let unwritten = !settle(&judged, options);
            (judged.outcome.report, unwritten, Some(judged.outcome.read))
        }
        Err(problems) => (refused(problems), false, None),
    };
    let format = options
        .format
        .unwrap_or_else(|| if std::env::var("GITHUB_ACTIONS").is_ok_and(|value| value == "true") { Format::Github } else { Format::Human });
    let mut code = if unwritten { report.exit.max(2) } else { report.exit };
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(&report, format, options.color, &mut out)?;
    out.flush()?;
    for output in &options.output {
        if let Err(why) = write_to_file(&report, output) {
            super::say(&why);
            code = code.max(2);
        }
    }
    // The process ends here: to give all of it back piece by piece would take longer than many a check.
    std::mem::forget((report, read));
    Ok(code)
}

fn write(report: &Report, format: Format, colour: Colour, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Human => report::human(report, &look(colour), out),
        Format::Json => report::write_json(report, out),
        Format::Short => report::short(report, out),
        Format::Github => report::github(report, out),
        Format::Markdown => report::markdown(report, out),
    }
}

fn write_to_file(report: &Report, output: &str) -> Result<(), String> {
    let (format, file) = parse_output(output)?;
    let write_all = || -> io::Result<()> {
        let mut out = io::BufWriter::new(std::fs::File::create(file)?);
        write(report, format, Colour::Never, &mut out)?;
        out.flush()
    };
    write_all().map_err(|error| format!("--output {output}: {error}"))
}

fn parse_output(output: &str) -> Result<(Format, &str), String> {
    let (format, file) = output.split_once('=').ok_or_else(|| format!("--output {output}: write FORMAT=FILE, such as json=report.json"))?;
    let format = Format::from_str(format, true).map_err(|_| format!("--output {output}: no format `{format}`"))?;
    Ok((format, file))
}

/// The report of a run that never began.
fn refused(problems: Vec<Problem>) -> Report {
    Report { exit: 2, ..Report::empty(problems) }
}

pub(super) fn usage(message: String) -> Vec<Problem> {
    vec![Problem { kind: ProblemKind::Usage, file: None, line: None, column: None, message, help: None, span: None }]
}

/// A run, and the baseline that it began with.
struct Judgement {
    outcome: Outcome,
    old: Option<Baseline>,
}

/// Entries that are named where a baseline can be pruned.
const MOST_PAID: usize = 5;

/// Says what of the baseline is paid, and writes a new one where that was asked for. False: it could not be written.
fn settle(judged: &Judgement, options: &Options) -> bool {
    let Outcome { report, found, paid, .. } = &judged.outcome;
    let Some(file) = &options.write_baseline else {
        if let (Some(old), false) = (&options.baseline, paid.is_empty()) {
            let named = |known: &crate::baseline::Known| match &known.tool {
                Some(tool) => format!("{} of `{tool}`", known.rule),
                None => known.rule.clone(),
            };
            let mut words: Vec<String> = paid.iter().take(MOST_PAID).map(named).collect();
            if paid.len() > MOST_PAID {
                words.push(format!("{} more", paid.len() - MOST_PAID));
            }
            let old = old.display();
            let what = if let [_] = paid.as_slice() { "an entry".to_owned() } else { format!("{} entries", paid.len()) };
            super::say(&format!("{what} of {old} can go, nothing like it is found any more: {}", words.join(", ")));
            super::say(&format!("prune it with --baseline {old} --write-baseline {old}"));
        }
        return true;
    };
    if !report.problems.is_empty() {
        super::say(&format!("--write-baseline {}: not written, for something could not be judged", file.display()));
        return true;
    }
    let new = judged.old.as_ref().map_or_else(|| found.clone(), |old| found.left_of(old));
    match std::fs::write(file, new.text()) {
        Ok(()) => true,
        Err(error) => {
            super::say(&format!("--write-baseline {}: {error}", file.display()));
            false
        }
    }
}

fn read_baseline(file: &Path) -> Result<Baseline, Vec<Problem>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot be read: {error}"));
    text.and_then(|text| Baseline::parse(&text)).map_err(|why| {
        let mut problems = usage(format!("--baseline {}: {why}", shown(file)));
        if let Some(problem) = problems.first_mut() {
            problem.help = Some("`--write-baseline FILE` writes one".to_owned());
        }
        problems
    })
}

fn judge(options: &Options) -> Result<Judgement, Vec<Problem>> {
    let words = known_words();
    let known = words.as_known();
    let mut faults: Vec<Problem> = Vec::new();
    let mut levels: Vec<RuleLevel> = Vec::new();
    for rule in &options.rules {
        match config::parse_rule_setting(rule, &known) {
            Ok(level) => levels.push(level),
            Err(message) => faults.extend(usage(format!("--rule {message}"))),
        }
    }
    for output in &options.output {
        if let Err(message) = parse_output(output) {
            faults.extend(usage(message));
        }
    }
    if options.format == Some(Format::Markdown) && options.against.is_none() {
        faults.extend(usage("--format markdown tells what changed: give an older list with --against".to_owned()));
    }
    let today = match today(options.today.as_deref()) {
        Ok(today) => today,
        Err(message) => {
            faults.extend(usage(message));
            Date::from_unix(0)
        }
    };
    let config = match read_config(&options.config, &known) {
        Ok(config) => config,
        Err(problems) => {
            faults.extend(problems);
            Config::default()
        }
    };
    let old = match options.baseline.as_deref().map(read_baseline).transpose() {
        Ok(old) => old,
        Err(problems) => {
            faults.extend(problems);
            None
        }
    };
    let mut config = config;
    match options.clients.as_deref().map(|clients| config::parse_clients(clients, &known)) {
        Some(Ok(clients)) if clients.iter().all(|client| client.adds) => config.clients.get_or_insert_default().extend(clients),
        Some(Ok(clients)) => config.clients = Some(clients),
        Some(Err(message)) => faults.extend(usage(format!("--clients {message}"))),
        None => {}
    }
    let protocol = options.protocol.as_deref().and_then(Version::parse);
    if let Some(version) = options.protocol.as_deref().filter(|_| protocol.is_none()) {
        let known = Version::ALL.map(Version::name).join(", ");
        faults.extend(usage(format!("--protocol {version}: no such version (known: {known})")));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut inputs = Inputs::default();
    if options.inputs.is_empty() && options.server.is_empty() {
        let Some(file) = config.file.clone().filter(|_| !config.servers.is_empty()) else {
            let message = "nothing to check: give a tools list or a capture, or name them in wirelint.toml";
            let mut problems = usage(message.to_owned());
            if let Some(problem) = problems.first_mut() {
                problem.help = Some(NO_INPUT.to_owned());
            }
            return Err(problems);
        };
        configured_inputs(&config, &file, &mut inputs);
    } else {
        options.inputs.iter().for_each(|input| inputs.take(input));
    }
    if !options.server.is_empty() {
        let heard = live::ask(&options.server, &options.timeout, &config);
        if let Some(failure) = &heard.failure {
            inputs.problems.push(live::problem(&heard.shown, failure));
        }
        if let Some(source) = heard.source {
            inputs.open(source, true);
        }
    }
    if let Some(before) = &options.against {
        inputs.against = Some(Box::new(super::against::open(before)));
    }
    let fail_on = options.fail_on.map(|word| match word {
        FailOnWord::Error => FailOn::Error,
        FailOnWord::Warning => FailOn::Warning,
        FailOnWord::Note => FailOn::Note,
        FailOnWord::Never => FailOn::Never,
    });
    let require = options.require.iter().map(|word| match word {
        RequireWord::Calls => Require::Calls,
        RequireWord::Wire => Require::Wire,
        RequireWord::Against => Require::Against,
    });
    let debt = match &old {
        Some(old) => Debt::Known(old.clone()),
        None if options.write_baseline.is_some() => Debt::Adopt,
        None => Debt::None,
    };
    let ask = Ask {
        levels,
        fail_on,
        require: require.collect(),
        today,
        debt,
        coverage: options.coverage,
        protocol,
        strictness: match options.strictness {
            StrictnessWord::Call => Strictness::Call,
            StrictnessWord::Result => Strictness::Result,
            StrictnessWord::Text => Strictness::Text,
        },
        changes_only: options.changes_only,
        ..Ask::default()
    };
    Ok(Judgement { outcome: check(inputs, &config, &ask), old })
}

pub(super) const NO_INPUT: &str = "in wirelint.toml:\n[[server]]\ntools = [\"snapshots/tools.json\"]\ncalls = [\"captures/**/*.jsonl\"]";

pub(super) fn today(asked: Option<&str>) -> Result<Date, String> {
    if let Some(text) = asked {
        return Date::parse(text).ok_or_else(|| format!("--today {text}: write a day as YYYY-MM-DD"));
    }
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.trim().parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Ok(Date::from_unix(epoch.unwrap_or_else(now)))
}

pub(super) fn read_config(options: &ConfigOptions, known: &config::Known<'_>) -> Result<Config, Vec<Problem>> {
    if options.no_config {
        return Ok(Config::default());
    }
    let Some(path) = options.config.clone().or_else(|| config::find(&std::env::current_dir().unwrap_or_default())) else {
        return Ok(Config::default());
    };
    config::load(&path, known).map_err(|error| match error {
        LoadError::Unreadable(error) => vec![Problem {
            kind: ProblemKind::Config,
            file: Some(shown(&path)),
            line: None,
            column: None,
            message: format!("the config cannot be read: {error}"),
            help: None,
            span: None,
        }],
        LoadError::Faults(file, faults) => faults.into_iter().map(|fault| config_problem(&file, fault)).collect(),
    })
}

fn config_problem(file: &Arc<ConfigFile>, fault: config::Fault) -> Problem {
    let head = file.text.get(..fault.span.start).unwrap_or("");
    Problem {
        kind: ProblemKind::Config,
        file: Some(file.shown.to_string()),
        line: Some(head.matches('\n').count() as u64 + 1),
        column: Some(head.rsplit('\n').next().unwrap_or("").chars().count() as u64 + 1),
        message: fault.message,
        help: fault.help,
        span: Some((ConfigText(Arc::clone(file)), fault.span)),
    }
}

/// Every file that a `[[server]]` names. One that is named must be there; a pattern must match something.
pub(super) fn configured_inputs(config: &Config, file: &Arc<ConfigFile>, inputs: &mut Inputs) {
    for server in &config.servers {
        for pattern in server.tools.iter().chain(&server.calls).chain(&server.handlers) {
            let found = matches(pattern, file.folder());
            if found.is_empty() {
                inputs.problems.push(Problem {
                    kind: ProblemKind::Unreadable,
                    file: Some(file.shown.to_string()),
                    line: None,
                    column: None,
                    message: format!("`{}` matches no file", pattern.text()),
                    help: Some("paths in a config are relative to its folder".to_owned()),
                    span: None,
                });
            }
            found.into_iter().for_each(|path| inputs.open(Source::path(&path), true));
        }
    }
}

fn matches(pattern: &PathPattern, folder: &Path) -> Vec<PathBuf> {
    if pattern.is_plain() {
        let path = folder.join(pattern.text());
        return if path.is_file() { vec![path] } else { Vec::new() };
    }
    let below = |path: &Path| path.strip_prefix(folder).is_ok_and(|below| pattern.matches(&below.to_string_lossy().replace('\\', "/")));
    files_below(&folder.join(pattern.root())).into_iter().filter(|path| below(path)).collect()
}
