//! The names that a text can speak of: what was sent, and what the tool advertises.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Asked;
use super::words::words_of;

pub(super) struct Known<'a> {
    tool: &'a str,
    code: Option<i64>,
    sent: FxHashSet<&'a str>,
    advertised: FxHashSet<&'a str>,
    /// The paths below the top.
    deep: FxHashSet<&'a [Box<str>]>,
    /// Paths that have something below them.
    parents: FxHashSet<&'a [Box<str>]>,
    /// Where a sent name stands; `None` where it stands in several places.
    places: FxHashMap<&'a str, Option<&'a [Box<str>]>>,
    only: Option<&'a [Box<str>]>,
    payload: bool,
}

const INVALID_PARAMS: i64 = -32602;

impl<'a> Known<'a> {
    pub(super) fn of_call(asked: &Asked<'a>, code: Option<i64>) -> Self {
        let mut known = Self {
            tool: asked.tool,
            code,
            sent: asked.sent.iter().copied().collect(),
            advertised: asked.advertised.iter().copied().collect(),
            deep: FxHashSet::default(),
            parents: FxHashSet::default(),
            places: FxHashMap::default(),
            only: None,
            payload: false,
        };
        for path in asked.sent_deep {
            let Some((last, parent)) = path.split_last() else { continue };
            if !parent.is_empty() {
                known.parents.insert(parent);
            }
            known.deep.insert(path);
            known.places.entry(last).and_modify(|place| *place = None).or_insert(Some(path));
        }
        if let [only] = asked.sent_deep {
            known.only = Some(only);
        }
        known
    }

    /// For the answer to a payload: nothing is known of it, and all that is said is about names.
    pub(super) fn of_payload() -> Self {
        Self {
            tool: "",
            code: None,
            sent: FxHashSet::default(),
            advertised: FxHashSet::default(),
            deep: FxHashSet::default(),
            parents: FxHashSet::default(),
            places: FxHashMap::default(),
            only: None,
            payload: true,
        }
    }

    pub(super) fn tool(&self) -> &'a str {
        self.tool
    }

    pub(super) fn is_payload(&self) -> bool {
        self.payload
    }

    /// The answer calls itself one about parameters, or is known to be.
    pub(super) fn is_about_parameters(&self) -> bool {
        self.payload || self.code == Some(INVALID_PARAMS)
    }

    pub(super) fn is_sent(&self, name: &str) -> bool {
        self.sent.contains(name)
    }

    pub(super) fn is_sent_anywhere(&self, name: &str) -> bool {
        self.sent.contains(name) || self.places.contains_key(name)
    }

    pub(super) fn is_advertised(&self, name: &str) -> bool {
        self.advertised.contains(name)
    }

    pub(super) fn has_list(&self) -> bool {
        !self.advertised.is_empty()
    }

    /// A name at the top of what was sent or is advertised.
    pub(super) fn is_top(&self, name: &str) -> bool {
        self.sent.contains(name) || self.advertised.contains(name)
    }

    pub(super) fn holds(&self, path: &[Box<str>]) -> bool {
        match path {
            [] => true,
            [top] => self.sent.contains(&**top),
            _ => self.deep.contains(path),
        }
    }

    pub(super) fn holds_below(&self, path: &[Box<str>]) -> bool {
        if path.is_empty() { !self.sent.is_empty() } else { self.parents.contains(path) }
    }

    /// Was it left out of an object that was sent?
    pub(super) fn lacks(&self, path: &[Box<str>]) -> bool {
        path.split_last().is_some_and(|(_, parent)| !self.payload && self.holds(parent) && !self.holds(path))
    }

    /// The whole path of a sent name, where it stands in one place; else the name alone.
    pub(super) fn locate(&self, name: &str) -> Vec<Box<str>> {
        match self.places.get(name) {
            Some(Some(path)) if !self.sent.contains(name) => path.to_vec(),
            _ => vec![name.into()],
        }
    }

    /// The only thing that was sent: a fault with a value can be with no other.
    pub(super) fn only_path(&self) -> Vec<Box<str>> {
        self.only.map(<[_]>::to_vec).unwrap_or_default()
    }

    /// Is it another spelling of a name that was sent or is advertised, or the same with a word more or less?
    pub(super) fn is_kin(&self, name: &str) -> bool {
        let words = words_of(name);
        self.sent.iter().chain(&self.advertised).any(|other| {
            let other = words_of(other);
            let (long, short) = if words.len() >= other.len() { (&words, &other) } else { (&other, &words) };
            !short.is_empty() && (long.ends_with(short) || long.starts_with(short))
        })
    }
}
