//! The report contract, version 1: what machines read. A field is added freely, none is renamed or removed.

use crate::compare::Bump;
use crate::config::ConfigFile;
use crate::finding::{Counts, Excerpt, Kind, Level};
use crate::json::Doc;
use crate::text;
use serde::{Serialize, Serializer};
use std::ops::Range;
use std::sync::Arc;

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Report {
    pub(crate) version: u32,
    pub(crate) tool: ToolName,
    pub(crate) exit: u8,
    pub(crate) summary: Summary,
    pub(crate) surfaces: Vec<SurfaceRow>,
    pub(crate) findings: Vec<Entry>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) inputs: Vec<Input>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ToolName {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

impl Default for ToolName {
    fn default() -> Self {
        Self { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") }
    }
}

#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Summary {
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
    pub(crate) notes: u64,
    pub(crate) suppressed: Suppressed,
    pub(crate) calls: u64,
    pub(crate) accepted: u64,
    pub(crate) refused: u64,
    pub(crate) failed: u64,
    pub(crate) unanswered: u64,
    pub(crate) unattributed: u64,
    pub(crate) files: u64,
    pub(crate) skipped: u64,
    pub(crate) unjudged: Vec<Unjudged>,
    /// What the next version may be called, where an older list was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bump: Option<Bump>,
    /// Where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) coverage: Option<Coverage>,
}

/// How much of what is listed the captures exercise: of how many, how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Coverage {
    /// Called, and all.
    pub(crate) tools: [u64; 2],
    /// Sent, and all.
    pub(crate) parameters: [u64; 2],
}

/// Findings that the config hid, and why.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(crate) struct Suppressed {
    pub(crate) allowed: u64,
    pub(crate) baseline: u64,
    /// Rules that the config set to `off`.
    pub(crate) below: u64,
}

/// A family of rules that could not speak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Unjudged {
    pub(crate) family: &'static str,
    pub(crate) why: &'static str,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct SurfaceRow {
    pub(crate) server: String,
    pub(crate) tools: u64,
    pub(crate) parameters: u64,
    pub(crate) calls: u64,
}

/// A finding with its places resolved.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Entry {
    pub(crate) rule: &'static str,
    pub(crate) also: Vec<&'static str>,
    pub(crate) level: Level,
    /// Exact; made harmless by the format that prints it.
    #[serde(serialize_with = "made_visible")]
    pub(crate) message: String,
    #[serde(serialize_with = "help_made_visible")]
    pub(crate) help: Option<String>,
    pub(crate) server: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) param: Option<String>,
    pub(crate) clients: Vec<String>,
    pub(crate) place: Option<Location>,
    pub(crate) related: Vec<RelatedEntry>,
    pub(crate) evidence: Option<Counts>,
    pub(crate) fingerprint: String,
    /// How many findings with this fingerprint it stands for.
    #[serde(skip_serializing_if = "is_one")]
    pub(crate) count: u64,
    /// The config entry that settles it; for people only.
    #[serde(skip)]
    pub(crate) settle: Option<String>,
}

fn is_one(count: &u64) -> bool {
    *count == 1
}

/// Names are exact for machines; sentences are for people, wherever they end up.
pub(super) fn made_visible<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&text::visible(text))
}

pub(super) fn help_made_visible<S: Serializer>(help: &Option<String>, to: S) -> Result<S::Ok, S::Error> {
    help.as_deref().map(text::visible).serialize(to)
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct RelatedEntry {
    pub(crate) kind: Kind,
    #[serde(serialize_with = "made_visible")]
    pub(crate) message: String,
    pub(crate) server: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) place: Option<Location>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Location {
    pub(crate) file: String,
    pub(crate) pointer: Option<String>,
    /// Within the JSON text of the string at `pointer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) inner: Option<String>,
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    #[serde(skip)]
    pub(crate) shown: Shown,
}

/// What a person is shown of a place.
#[derive(Debug, Clone, Default)]
pub(crate) enum Shown {
    #[default]
    Nothing,
    /// A span of the text of a document.
    Doc(Arc<Doc>, Range<usize>),
    /// A member of a capture, rendered anew without its values.
    Excerpt(Excerpt),
    Config(Arc<ConfigFile>, Range<usize>),
}

/// Something given that could not be judged, or wrong usage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    pub(crate) kind: ProblemKind,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u64>,
    pub(crate) column: Option<u64>,
    #[serde(serialize_with = "made_visible")]
    pub(crate) message: String,
    #[serde(serialize_with = "help_made_visible")]
    pub(crate) help: Option<String>,
    /// Where the config is wrong; for people only.
    #[serde(skip)]
    pub(crate) span: Option<(ConfigText, Range<usize>)>,
}

/// The config as it was read, compared by its name alone.
#[derive(Debug, Clone)]
pub(crate) struct ConfigText(pub(crate) Arc<ConfigFile>);

impl PartialEq for ConfigText {
    fn eq(&self, other: &Self) -> bool {
        self.0.shown == other.0.shown
    }
}

impl Eq for ConfigText {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ProblemKind {
    Unreadable,
    NotJson,
    NoTools,
    NoCalls,
    Unrecognised,
    IncompleteList,
    Unbound,
    /// A server did not start, or did not answer.
    Server,
    /// What `--require` asks for is not there.
    Required,
    Config,
    Usage,
    /// A file could not be edited.
    Unwritten,
}

impl ProblemKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::NotJson => "not-json",
            Self::NoTools => "no-tools",
            Self::NoCalls => "no-calls",
            Self::Unrecognised => "unrecognised",
            Self::IncompleteList => "incomplete-list",
            Self::Unbound => "unbound",
            Self::Server => "server",
            Self::Required => "required",
            Self::Config => "config",
            Self::Usage => "usage",
            Self::Unwritten => "unwritten",
        }
    }
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Input {
    pub(crate) file: String,
    pub(crate) kind: InputKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<&'static str>,
    pub(crate) server: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tools: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) calls: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum InputKind {
    Tools,
    Capture,
    Handlers,
}

impl Report {
    /// A report that holds nothing but what went wrong.
    pub(crate) fn empty(problems: Vec<Problem>) -> Self {
        Self {
            version: 1,
            tool: ToolName::default(),
            exit: 0,
            summary: Summary::default(),
            surfaces: Vec::new(),
            findings: Vec::new(),
            problems,
            inputs: Vec::new(),
        }
    }
}
