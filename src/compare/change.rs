//! What changed, in words of surfaces: the rules of evolution/ read this.

use super::kept::Half;
use crate::evidence::Path;
use crate::finding::Place;
use crate::surface::Tool;
use serde::Serialize;
use std::sync::Arc;

/// A call that the old list takes and the new one does not keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Witness {
    /// Its arguments, as JSON on one line.
    pub(crate) arguments: String,
    pub(crate) half: Half,
}

/// Whose schema, or text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    Arguments,
    Results,
}

#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub(crate) what: Changed,
    /// As it is listed now; as it was, where it is gone.
    pub(crate) tool: Arc<Tool>,
    /// Its name in the old list, by which recorded calls may know it.
    pub(crate) called: Arc<str>,
    pub(crate) side: Side,
    /// Names from the arguments, or the result, down.
    pub(crate) path: Path,
    /// In the new file; in the old one for what is gone.
    pub(crate) place: Option<Place>,
    /// In the old file, where `place` is in the new one.
    pub(crate) before: Option<Place>,
    pub(crate) witness: Option<Witness>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Changed {
    ToolRemoved,
    ToolRenamed {
        from: Arc<str>,
    },
    Removed {
        name: String,
    },
    Renamed {
        name: String,
        to: String,
    },
    /// `listed`: it was optional; else it is new.
    Required {
        name: String,
        listed: bool,
    },
    /// One of these is demanded.
    RequiredOne {
        names: Vec<String>,
    },
    /// Types that are not taken any more; a union's branch where there is none to name.
    Narrowed {
        lost: Vec<&'static str>,
        /// Types that are taken there now and were not.
        instead: Vec<&'static str>,
    },
    Branch,
    /// Members as JSON; `any`: there was no set before.
    Members {
        lost: Vec<String>,
        any: bool,
    },
    /// `instead`: the keyword that set the limit before, where it is another one.
    Bound {
        keyword: String,
        instead: Option<String>,
        was: Option<String>,
        now: Option<String>,
    },
    Closed {
        on_purpose: bool,
    },
    /// A result promises less.
    Weakened(Weaker),
    /// A result may hold members that were not in its set.
    Widened {
        members: Vec<String>,
    },
    Default {
        was: Option<String>,
        now: Option<String>,
    },
    /// A text, or a hint, that models read.
    Text {
        of: &'static str,
        was: String,
        now: String,
    },
    Undecided {
        keyword: String,
        why: &'static str,
    },
    /// Something that breaks nothing.
    Added(Added),
}

/// What a result no longer promises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Weaker {
    Schema,
    Removed {
        name: String,
    },
    Renamed {
        name: String,
        to: String,
    },
    /// It was always there.
    Optional {
        name: String,
    },
    Types {
        more: Vec<&'static str>,
    },
    AnyValue,
    Bound {
        keyword: String,
    },
    Branch,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Added {
    Tool,
    Schema,
    Key {
        name: String,
    },
    Optional {
        name: String,
    },
    Types {
        more: Vec<&'static str>,
    },
    Members {
        more: Vec<String>,
        any: bool,
    },
    /// `gone`: there is no such limit any more.
    Bound {
        keyword: String,
        gone: bool,
    },
    Branch,
    Opened,
    /// A key of results that is new.
    Promised {
        name: String,
    },
    /// One that results might lack, and do not any more.
    Always {
        name: String,
    },
}

/// By how much a version grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Bump {
    None,
    Patch,
    Minor,
    Major,
}

impl Bump {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

impl Change {
    /// What it asks of the next version.
    pub(crate) fn bump(&self) -> Bump {
        match &self.what {
            Changed::Text { .. } => Bump::Patch,
            Changed::Added(_) | Changed::Default { .. } | Changed::Widened { .. } => Bump::Minor,
            // What could not be decided is not called safe.
            _ => Bump::Major,
        }
    }
}
