//! What a rule says. It knows nothing of bytes or formats: a place is a node of a document or a spot in a capture, and becomes a
//! line and a column only when a report is made.

use crate::config::ConfigFile;
use crate::evidence::Seen;
use crate::json::{Doc, Json, NodeId, Part};
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// Worth knowing; fails a gate only with `--fail-on note`.
    Note,
    /// A habit that costs calls.
    Warning,
    /// A caller will be refused or served wrongly.
    Error,
}

impl Level {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What stands at a related place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Tool,
    Call,
    Payload,
    Handler,
    /// How it stood in the older list.
    Before,
    Config,
}

/// Where a finding stands.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// A value of a JSON document, or the key that holds it.
    Node { doc: Arc<Doc>, id: NodeId, part: Part },
    /// A member of a message in a capture.
    Seen(Seen),
    /// A piece of the config.
    Config { file: Arc<ConfigFile>, span: Range<usize> },
}

impl Place {
    /// The key that holds this value; the value itself where nothing holds it.
    pub(crate) fn key(doc: &Arc<Doc>, at: Json<'_>) -> Self {
        let part = if at.key_span().is_some() { Part::Key } else { Part::Value };
        Self::Node { doc: Arc::clone(doc), id: at.id(), part }
    }

    pub(crate) fn value(doc: &Arc<Doc>, at: Json<'_>) -> Self {
        Self::Node { doc: Arc::clone(doc), id: at.id(), part: Part::Value }
    }
}

/// One line that stands for a member of a capture, and the part of it that the label is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    pub(crate) mark: Range<usize>,
}

/// A second place that belongs to a finding.
#[derive(Debug, Clone)]
pub(crate) struct Related {
    pub(crate) kind: Kind,
    pub(crate) message: String,
    pub(crate) tool: Option<Arc<str>>,
    pub(crate) place: Option<Place>,
}

/// How often a thing was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub(crate) struct Counts {
    pub(crate) calls: u64,
    pub(crate) accepted: u64,
    pub(crate) refused: u64,
    pub(crate) failed: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) rule: &'static str,
    pub(crate) also: Vec<&'static str>,
    pub(crate) level: Level,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) server: Option<Arc<str>>,
    pub(crate) tool: Option<Arc<str>>,
    /// The top-level parameter.
    pub(crate) param: Option<Arc<str>>,
    pub(crate) place: Option<Place>,
    pub(crate) related: Vec<Related>,
    pub(crate) evidence: Option<Counts>,
    /// What tells this finding from others of its rule on its tool: names of the schema from the root down, then a vocabulary word.
    pub(crate) identity: Vec<String>,
    /// The names and layers that it is about; by these `decide` sees that two rules describe one fact.
    pub(crate) subjects: Vec<String>,
    /// The config entry that settles it, ready to paste.
    pub(crate) settle: Option<String>,
    /// The clients that it breaks.
    pub(crate) clients: Vec<&'static str>,
    /// Somebody asked for one of these clients by name.
    pub(crate) asked: bool,
}

impl Finding {
    pub(crate) fn new(rule: &'static str, level: Level, message: impl Into<String>) -> Self {
        Self {
            rule,
            also: Vec::new(),
            level,
            message: message.into(),
            help: None,
            server: None,
            tool: None,
            param: None,
            place: None,
            related: Vec::new(),
            evidence: None,
            identity: Vec::new(),
            subjects: Vec::new(),
            settle: None,
            clients: Vec::new(),
            asked: false,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn tool(mut self, tool: &Arc<str>) -> Self {
        self.tool = Some(Arc::clone(tool));
        self
    }

    pub(crate) fn param(mut self, param: impl Into<Arc<str>>) -> Self {
        self.param = Some(param.into());
        self
    }

    pub(crate) fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    pub(crate) fn related(mut self, related: impl IntoIterator<Item = Related>) -> Self {
        self.related.extend(related);
        self
    }

    pub(crate) fn evidence(mut self, counts: Counts) -> Self {
        self.evidence = Some(counts);
        self
    }

    pub(crate) fn identity<I: IntoIterator<Item = S>, S: Into<String>>(mut self, parts: I) -> Self {
        self.identity.extend(parts.into_iter().map(Into::into));
        self
    }

    pub(crate) fn subjects<I: IntoIterator<Item = S>, S: Into<String>>(mut self, names: I) -> Self {
        self.subjects.extend(names.into_iter().map(Into::into));
        self
    }

    pub(crate) fn settle(mut self, entry: impl Into<String>) -> Self {
        self.settle = Some(entry.into());
        self
    }
}
