//! Sums of trials: what was seen, how often, with which outcome, and where first. Names and words of advertised sets are kept, values
//! of calls are not. Sums can be merged, and grow with the names of a capture, never with its calls.

mod path;
mod steps;

pub(crate) use path::Path;
pub(crate) use steps::Steps;

use crate::compare::Half;
use crate::finding::Counts;
use crate::surface::{Definition, Tool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

pub(crate) type Name = Arc<str>;

/// Facts that one tool may gather; what comes after is only counted as a call.
const MOST_FACTS: usize = 20_000;

/// What a call showed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Fact {
    /// An object of the arguments, by the path of its level.
    Object {
        at: Path,
    },
    /// An advertised name was sent.
    Sent {
        at: Path,
        name: Name,
    },
    /// A key that is not advertised was sent, with a value of this JSON type.
    Unknown {
        at: Path,
        key: Name,
        kind: &'static str,
    },
    /// It was sent while this advertised name was absent; `sole`: it was the only unknown key there.
    Instead {
        at: Path,
        key: Name,
        name: Name,
        sole: bool,
    },
    /// At least one unknown key was sent while this advertised name was absent.
    InsteadOf {
        at: Path,
        name: Name,
    },
    /// A required name was absent; `alone`: and no unknown key was there.
    Lacks {
        at: Path,
        name: Name,
        alone: bool,
    },
    /// It was the only argument of a call, and is not advertised.
    Only {
        key: Name,
    },
    /// The refusal calls a parameter missing that the call lacks; `alone`: it blames nothing else.
    BlamedMissing {
        path: Path,
        alone: bool,
    },
    BlamedUnknown {
        path: Path,
    },
    /// The refusal blames a value that was sent; `word` where it is one of the advertised set.
    BlamedValue {
        path: Path,
        word: Option<Name>,
        mistyped: bool,
    },
    /// The refusal lists the values that a parameter takes.
    Listed {
        path: Path,
        members: Vec<Name>,
    },
    /// The refusal names nothing that the caller could mend.
    Unclear,
    /// A text outside the advertised set; `word` where it may be shown.
    Outside {
        path: Path,
        word: Option<Name>,
    },
    /// A value that breaks its schema in another way.
    Breaks {
        path: Path,
        how: Break,
        kind: &'static str,
    },
    /// What satisfies the schema was refused; `path` is what the refusal blames.
    RefusedValid {
        path: Option<Path>,
        why: Option<&'static str>,
        several: bool,
    },
    /// Null, or an empty stand-in, for a parameter that may be left out or null; `arrived`: it was sent on as text.
    Null {
        path: Path,
        arrived: bool,
    },
    /// An array, object, number or boolean came as its JSON text.
    Text {
        path: Path,
        meant: &'static str,
    },
    /// `structuredContent` is missing or breaks the output schema at a path.
    Output {
        missing: bool,
        path: Path,
    },
    /// An argument's whole value stands under this key of the payload.
    Lands {
        argument: Path,
        key: Path,
        own: bool,
    },
    /// The argument's name is not in the payload, and its value is under this key alone.
    Renamed {
        argument: Path,
        key: Path,
        own: bool,
        method: Name,
    },
    /// The same with a weak value; `value` tells two values apart.
    MaybeRenamed {
        argument: Path,
        key: Path,
        own: bool,
        value: u64,
        method: Name,
    },
    /// The key was there with another value.
    NotRenamed {
        argument: Path,
        key: Path,
    },
    /// The argument, or its value, was in a payload.
    Carried {
        argument: Path,
        own: bool,
    },
    /// Neither was in any payload.
    Dropped {
        argument: Path,
        own: bool,
    },
    /// A key of an own payload.
    PayloadKey {
        key: Name,
    },
    /// A word was sent and another arrived under the argument's name.
    Arrives {
        path: Path,
        word: Name,
        arrived: Name,
    },
    /// The peer calls a name of the payload missing or unknown.
    PeerBlames {
        method: Name,
        name: Path,
        missing: bool,
        argument: Option<Path>,
        key: Option<Path>,
    },
    /// A segment of a URL still holds its placeholder.
    Unfilled {
        name: Name,
    },
    /// The older list takes it; `kept`: the newer one keeps it.
    Before {
        kept: bool,
    },
    /// What the newer list does not keep of it.
    NotKept {
        path: Path,
        half: Half,
    },
}

/// How a value breaks its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Break {
    /// The schema's type in other clothes: `"2"`, `"true"`, the JSON text of the right array.
    Clothes,
    /// It cannot mean what the schema says.
    Cannot,
    Other,
}

/// Where something was seen: a line of a capture, and the steps into its message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Seen {
    pub(crate) file: u32,
    /// Of the line.
    pub(crate) offset: u64,
    pub(crate) line: u64,
    pub(crate) steps: Steps,
}

/// The first three places by file and offset.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct First(Vec<Seen>);

impl First {
    const MOST: usize = 3;

    pub(crate) fn wants(&self, file: u32, offset: u64) -> bool {
        self.0.len() < Self::MOST || self.0.last().is_some_and(|last| (file, offset) < (last.file, last.offset))
    }

    pub(crate) fn add(&mut self, seen: Seen) {
        if self.wants(seen.file, seen.offset) && !self.0.contains(&seen) {
            let at = self.0.partition_point(|old| *old < seen);
            // Of most facts there is only one.
            if self.0.is_empty() {
                self.0.reserve_exact(1);
            }
            self.0.insert(at, seen);
            self.0.truncate(Self::MOST);
        }
    }

    pub(crate) fn all(&self) -> &[Seen] {
        &self.0
    }
}

/// How often a fact was seen, and where first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) counts: Counts,
    pub(crate) calls: First,
    pub(crate) payloads: First,
}

impl Sum {
    pub(crate) fn merge(&mut self, other: &Self) {
        self.counts.calls += other.counts.calls;
        self.counts.accepted += other.counts.accepted;
        self.counts.refused += other.counts.refused;
        self.counts.failed += other.counts.failed;
        other.calls.all().iter().for_each(|seen| self.calls.add(seen.clone()));
        other.payloads.all().iter().for_each(|seen| self.payloads.add(seen.clone()));
    }
}

/// How a call ended, for the counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    Accepted,
    Refused,
    UnknownTool,
    Failed,
    Unanswered,
}

impl Ended {
    pub(crate) fn count(self, counts: &mut Counts) {
        counts.calls += 1;
        match self {
            Self::Accepted => counts.accepted += 1,
            Self::Refused | Self::UnknownTool => counts.refused += 1,
            Self::Failed => counts.failed += 1,
            Self::Unanswered => {}
        }
    }
}

/// What is known of one definition of a tool.
#[derive(Debug)]
pub(crate) struct ToolEvidence {
    pub(crate) name: Name,
    /// None: it is on no list.
    pub(crate) tool: Option<Arc<Tool>>,
    pub(crate) total: Sum,
    pub(crate) unknown_tool: Sum,
    pub(crate) unanswered: u64,
    pub(crate) facts: FxHashMap<Fact, Sum>,
}

impl ToolEvidence {
    pub(crate) fn sum(&self, fact: &Fact) -> Option<&Sum> {
        self.facts.get(fact)
    }

    pub(crate) fn counts(&self, fact: &Fact) -> Counts {
        self.facts.get(fact).map(|sum| sum.counts).unwrap_or_default()
    }

    /// The facts in an order of their own, so that reports do not depend on a hash.
    pub(crate) fn sorted(&self) -> Vec<(&Fact, &Sum)> {
        let mut all: Vec<(&Fact, &Sum)> = self.facts.iter().collect();
        all.sort_by(|a, b| a.0.cmp(b.0));
        all
    }

    pub(crate) fn note(&mut self, fact: Fact, ended: Ended) -> Option<&mut Sum> {
        if self.facts.len() >= MOST_FACTS && !self.facts.contains_key(&fact) {
            return None;
        }
        let sum = self.facts.entry(fact).or_default();
        ended.count(&mut sum.counts);
        Some(sum)
    }
}

/// Each name once, however often it is met.
#[derive(Debug, Default)]
pub(crate) struct Names(FxHashSet<Name>);

impl Names {
    pub(crate) fn name(&mut self, text: &str) -> Name {
        if let Some(name) = self.0.get(text) {
            return Arc::clone(name);
        }
        let name: Name = text.into();
        self.0.insert(Arc::clone(&name));
        name
    }
}

/// What is known of all tools of one server.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    tools: FxHashMap<(Name, Option<Definition>), ToolEvidence>,
    names: Names,
    pub(crate) calls: u64,
    pub(crate) unanswered: u64,
    pub(crate) counts: Counts,
}

impl Evidence {
    /// What is known of a tool, and the names to note more of it with.
    pub(crate) fn of(&mut self, name: &str, tool: Option<&Arc<Tool>>) -> (&mut Names, &mut ToolEvidence) {
        let name = self.names.name(name);
        let key = (Arc::clone(&name), tool.map(|tool| tool.definition()));
        let sums = self.tools.entry(key).or_insert_with(|| ToolEvidence {
            name,
            tool: tool.map(Arc::clone),
            total: Sum::default(),
            unknown_tool: Sum::default(),
            unanswered: 0,
            facts: FxHashMap::default(),
        });
        (&mut self.names, sums)
    }

    /// All that is known of a tool of this name, whatever its definition.
    pub(crate) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a ToolEvidence> {
        let mut of_name: Vec<_> = self.tools.iter().filter(|((known, _), _)| &**known == name).collect();
        of_name.sort_by(|a, b| a.0.cmp(b.0));
        of_name.into_iter().map(|(_, known)| known)
    }

    /// By name, then definition.
    pub(crate) fn sorted(&self) -> Vec<&ToolEvidence> {
        let mut keys: Vec<_> = self.tools.keys().collect();
        keys.sort();
        keys.into_iter().filter_map(|key| self.tools.get(key)).collect()
    }
}
