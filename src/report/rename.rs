//! What `wirelint rename` says, version 1: a verdict with its reasons, every layer, the recorded calls, and where the name stands in
//! the source tree. A field is added freely, none is renamed or removed. `rename.schema.json` describes it.

use super::model::{help_made_visible, made_visible};
use super::{Location, Problem, RelatedEntry, ToolName};
use crate::finding::Level;
use serde::Serialize;

#[derive(Debug, Clone, Serialize)]
pub(crate) struct RenameReport {
    pub(crate) version: u32,
    pub(crate) tool: ToolName,
    pub(crate) exit: u8,
    pub(crate) rename: Asked,
    pub(crate) verdict: RenameVerdict,
    /// Why it is blocked.
    pub(crate) reasons: Vec<Reason>,
    /// A name that the rules would rather see, and that nothing blocks.
    pub(crate) instead: Option<String>,
    /// What has to change along with it, or could surprise.
    pub(crate) cautions: Vec<Caution>,
    /// One for each tool that changes.
    pub(crate) layers: Vec<ToolLayers>,
    /// Tools that TOOLS matches, and that have no such parameter.
    pub(crate) without: Vec<String>,
    pub(crate) calls: CallCounts,
    /// Where calls stand that would break.
    pub(crate) breaks: Vec<Location>,
    /// Where calls stand that were refused and would work.
    pub(crate) works: Vec<Location>,
    /// The entry that keeps an old value alive on this field alone. Names have none: one name, all layers.
    pub(crate) alias: Option<String>,
    /// None where the tree was not walked.
    pub(crate) source: Option<Radius>,
    pub(crate) written: Vec<Written>,
    pub(crate) problems: Vec<Problem>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Asked {
    /// `parameter` or `value`.
    pub(crate) what: &'static str,
    pub(crate) tools: String,
    pub(crate) from: String,
    pub(crate) to: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RenameVerdict {
    Safe,
    Blocked,
    /// Usage was wrong, or nothing was there to judge.
    Unjudged,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Reason {
    /// `taken`, `adds` or `worsens`.
    pub(crate) why: &'static str,
    /// None where the name is taken.
    pub(crate) rule: Option<&'static str>,
    pub(crate) level: Level,
    #[serde(serialize_with = "made_visible")]
    pub(crate) message: String,
    #[serde(serialize_with = "help_made_visible")]
    pub(crate) help: Option<String>,
    pub(crate) server: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) clients: Vec<String>,
    pub(crate) place: Option<Location>,
    pub(crate) related: Vec<RelatedEntry>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Caution {
    #[serde(serialize_with = "made_visible")]
    pub(crate) message: String,
    pub(crate) place: Option<Location>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ToolLayers {
    pub(crate) server: String,
    pub(crate) tool: String,
    pub(crate) param: String,
    /// Where it is declared.
    pub(crate) place: Option<Location>,
    /// Required before, and after: a rename keeps it.
    pub(crate) required: [bool; 2],
    /// Texts of the schema that change.
    pub(crate) edits: u64,
    /// The input schema, laid out over lines: what becomes of it.
    pub(crate) schema: Vec<String>,
    pub(crate) calls: CallCounts,
    pub(crate) wire: WireLayer,
    pub(crate) handler: Option<HandlerLayer>,
}

/// Calls, counted by the names that they used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct CallCounts {
    pub(crate) calls: u64,
    /// Sent the old name.
    pub(crate) old: u64,
    /// Sent it and were accepted: they would break.
    pub(crate) breaks: u64,
    /// Sent the new name, and not the old one.
    pub(crate) new: u64,
    pub(crate) new_refused: u64,
    /// Sent the new name, were refused, and satisfy the renamed schema.
    pub(crate) works: u64,
}

impl CallCounts {
    pub(crate) fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.old += other.old;
        self.breaks += other.breaks;
        self.new += other.new;
        self.new_refused += other.new_refused;
        self.works += other.works;
    }
}

/// Payloads that the tool's calls sent on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct WireLayer {
    /// Calls whose own payload has a key of the old name, and of the new one.
    pub(crate) old: u64,
    pub(crate) new: u64,
    /// Names under which the value was sent on instead.
    pub(crate) renamed: Vec<WireName>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct WireName {
    pub(crate) name: String,
    pub(crate) calls: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct HandlerLayer {
    pub(crate) old: bool,
    pub(crate) new: bool,
}

/// Where the old name stands in a source tree.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Radius {
    pub(crate) folder: String,
    /// Files that were read.
    pub(crate) files: u64,
    pub(crate) binary: u64,
    pub(crate) huge: u64,
    pub(crate) unreadable: u64,
    /// The tree is larger than is read: what follows is not all of it.
    pub(crate) cut: bool,
    /// Lines, by whose they are.
    pub(crate) lines: Lines,
    /// Sorted by kind, then the nearest to a tool's name first. Of very many the first.
    pub(crate) occurrences: Vec<Occurrence>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Lines {
    pub(crate) renamed: u64,
    pub(crate) unsure: u64,
    pub(crate) other: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Occurrence {
    pub(crate) kind: SourceKind,
    pub(crate) whose: Whose,
    pub(crate) file: String,
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// Times on this line.
    pub(crate) count: u64,
    /// The tool that is named nearest.
    pub(crate) near: Option<String>,
    /// Lines to it.
    pub(crate) distance: Option<u64>,
    /// The line, cut where it is long; null in recordings, whose values are nobody's to show.
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SourceKind {
    Code,
    Schemas,
    Tests,
    Docs,
    Prompts,
    Config,
    Recordings,
    Other,
}

impl SourceKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Schemas => "schemas",
            Self::Tests => "tests",
            Self::Docs => "docs",
            Self::Prompts => "prompts",
            Self::Config => "config",
            Self::Recordings => "recordings",
            Self::Other => "other",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Whose {
    /// A tool that is renamed is named nearest.
    Renamed,
    /// The text does not tell.
    Unsure,
    /// A tool that keeps the name.
    Other,
}

/// A file that was edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Written {
    pub(crate) file: String,
    pub(crate) edits: u64,
}

impl RenameReport {
    pub(crate) fn empty(rename: Asked, exit: u8, problems: Vec<Problem>) -> Self {
        Self {
            version: 1,
            tool: ToolName::default(),
            exit,
            rename,
            verdict: RenameVerdict::Unjudged,
            reasons: Vec::new(),
            instead: None,
            cautions: Vec::new(),
            layers: Vec::new(),
            without: Vec::new(),
            calls: CallCounts::default(),
            breaks: Vec::new(),
            works: Vec::new(),
            alias: None,
            source: None,
            written: Vec::new(),
            problems,
        }
    }
}
