//! A difference of two schemas: what it is, where it stands in each, and which values show it.

use super::sample::Leaf;
use super::view::View;
use crate::evidence::Path;
use crate::json::Json;
use crate::schema::Types;
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::rc::Rc;

/// What the second schema does not take, or may not.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum What {
    /// A key that only the first lists.
    Lacks {
        name: String,
    },
    /// The key goes by another name.
    Renamed {
        name: String,
        to: String,
    },
    /// A key that only the second demands; `listed`: the first lists it.
    Requires {
        name: String,
        listed: bool,
    },
    /// One of several groups of keys must be there.
    RequiresOne {
        names: Vec<String>,
    },
    Types {
        lost: Types,
    },
    /// `any`: the first names no set.
    Members {
        lost: Vec<Value>,
        any: bool,
    },
    Bound {
        keyword: &'static str,
    },
    /// An alternative is gone.
    Branch,
    Closed {
        on_purpose: bool,
    },
    /// The same two schemas were compared at other places, and what differs was told there.
    Told,
    Unsure {
        keyword: String,
        why: &'static str,
    },
}

impl What {
    /// The keyword that it is about.
    pub(super) fn keyword(&self) -> &str {
        match self {
            Self::Lacks { .. } | Self::Renamed { .. } => "properties",
            Self::Requires { .. } | Self::RequiresOne { .. } => "required",
            Self::Types { .. } => "type",
            Self::Members { .. } => "enum",
            Self::Bound { keyword } => keyword,
            Self::Branch => "anyOf",
            Self::Closed { .. } => "additionalProperties",
            Self::Unsure { keyword, .. } => keyword,
            Self::Told => "schema",
        }
    }
}

/// One step from the arguments down to a place.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Key(String),
    Item(usize),
}

/// The objects and arrays around a place, nearest first.
pub(super) type Trail<'a> = Option<Rc<Frame<'a>>>;

#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) above: Trail<'a>,
    pub(super) view: Rc<View<'a>>,
    pub(super) step: Step,
}

#[derive(Debug, Clone)]
pub(super) struct Diff<'a> {
    pub(super) what: What,
    pub(super) path: Path,
    /// In the first document and in the second.
    pub(super) a: Option<Json<'a>>,
    pub(super) b: Option<Json<'a>>,
    /// What the first takes there, and where that is.
    pub(super) view: Rc<View<'a>>,
    pub(super) trail: Trail<'a>,
    /// Values that show the difference.
    pub(super) leaf: Leaf,
    /// These are all the values there are: where none shows it, there is none.
    pub(super) all: bool,
}

/// The same difference, met in several alternatives, is one; lost members and types of one place are told together.
pub(super) fn join(found: Vec<Diff<'_>>) -> Vec<Diff<'_>> {
    let mut out: Vec<Diff<'_>> = Vec::with_capacity(found.len());
    let mut known: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for diff in found {
        let told = diff.what == What::Told;
        let path = if told { Path::root() } else { diff.path.clone() };
        let spot = (path, diff.b.filter(|_| !told).map(Json::id), std::mem::discriminant(&diff.what));
        let here = known.entry(spot).or_default();
        let alike = |old: &What| match old {
            What::Members { .. } | What::Types { .. } | What::Closed { .. } => true,
            old => *old == diff.what,
        };
        match here.iter().copied().find(|at| out.get(*at).is_some_and(|old| alike(&old.what))) {
            None => {
                here.push(out.len());
                out.push(diff);
            }
            Some(at) => {
                if let Some(old) = out.get_mut(at) {
                    old.take_in(diff);
                }
            }
        }
    }
    out
}

impl Diff<'_> {
    /// The same at the same place: further members, types and values that show it.
    fn take_in(&mut self, other: Self) {
        match (&mut self.what, other.what) {
            (What::Members { lost, any }, What::Members { lost: more, any: also }) => {
                for member in more {
                    if !lost.contains(&member) {
                        lost.push(member);
                    }
                }
                *any |= also;
                self.leaf = if *any { Leaf::Samples } else { Leaf::Values(lost.clone()) };
            }
            (What::Types { lost }, What::Types { lost: more }) => *lost = *lost | more,
            _ => {
                if let (Leaf::Values(values), Leaf::Values(more)) = (&mut self.leaf, other.leaf) {
                    values.extend(more);
                }
            }
        }
    }
}

pub(super) fn diff<'a>(
    what: What,
    view: &Rc<View<'a>>,
    path: &Path,
    trail: &Trail<'a>,
    a: Option<Json<'a>>,
    b: Option<Json<'a>>,
    leaf: Leaf,
) -> Diff<'a> {
    Diff { what, path: path.clone(), a, b, view: Rc::clone(view), trail: trail.clone(), leaf, all: false }
}

pub(super) fn unsure<'a>(
    view: &Rc<View<'a>>,
    path: &Path,
    trail: &Trail<'a>,
    b: Option<Json<'a>>,
    keyword: &str,
    why: &'static str,
) -> Diff<'a> {
    let what = What::Unsure { keyword: keyword.to_owned(), why };
    diff(what, view, path, trail, view.types_at, b, Leaf::Samples)
}
