//! What the names of a whole surface say together. Each question has a file; all take plain slices, so that a surface can be
//! judged as it would be after a rename. The parameters of one tool stand together in the slice.

mod ambiguous;
mod case;
mod reserved;
mod roles;
mod split;
mod unexplained;

use super::docstring::documented_texts;
use super::{Meaning, Read, Use, read, table};
use rustc_hash::FxHashMap;
use std::ops::Range;

pub(crate) use ambiguous::{Ambiguity, Group, ambiguities};
pub(crate) use case::{MixedCase, mixed_case};
pub(crate) use reserved::reserved;
pub(crate) use roles::{MixedRoles, Roles, mixed_roles};
pub(crate) use split::{SplitName, split_names};
pub(crate) use unexplained::unexplained;

/// One parameter of one tool.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Param<'a> {
    pub(crate) tool: &'a str,
    pub(crate) tool_description: &'a str,
    pub(crate) name: &'a str,
    pub(crate) description: &'a str,
    pub(crate) format: Option<&'a str>,
    /// The core JSON type; empty where the schema gives none.
    pub(crate) kind: &'a str,
    pub(crate) declared: Option<Meaning>,
}

impl<'a> Param<'a> {
    /// A path is text. What has no type may be.
    fn is_text(&self) -> bool {
        matches!(self.kind, "string" | "")
    }
}

/// An everyday word says nothing of the vocabulary that it stands in.
pub(crate) fn everyday(word: &str) -> bool {
    table::is_everyday(word)
}

/// What is said of each parameter of one tool: in the schema, else in a docstring, which is taken apart once.
fn texts_of<'a>(tool: &[Param<'a>]) -> Vec<&'a str> {
    let mut texts: Vec<&str> = tool.iter().map(|param| param.description.trim()).collect();
    if let Some(first) = tool.first().filter(|_| texts.iter().any(|text| text.is_empty())) {
        let documented: FxHashMap<&str, &str> = documented_texts(first.tool_description).collect();
        for (text, param) in texts.iter_mut().zip(tool).filter(|(text, _)| text.is_empty()) {
            *text = documented.get(param.name).copied().unwrap_or_default();
        }
    }
    texts
}

/// The parameters of each tool, as ranges of the slice.
fn tools(params: &[Param<'_>]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (index, param) in params.iter().enumerate() {
        match ranges.last_mut() {
            Some(range) if params.get(range.start).is_some_and(|first| first.tool == param.tool) => range.end = index + 1,
            _ => ranges.push(index..index + 1),
        }
    }
    ranges
}

/// What the parameter at `index` means, read beside the others of its tool.
fn meaning_of(params: &[Param<'_>], tool: &Range<usize>, index: usize) -> Option<Read> {
    let param = params.get(index)?;
    let siblings: Vec<&str> =
        tool.clone().filter(|other| *other != index).filter_map(|other| params.get(other)).map(|param| param.name).collect();
    read(&Use {
        tool: param.tool,
        tool_description: param.tool_description,
        param: param.name,
        description: param.description,
        format: param.format,
        siblings: &siblings,
        declared: param.declared,
    })
}

/// Groups keep the order in which their first members come.
fn grouped<K: std::hash::Hash + Eq + Copy, V>(pairs: impl Iterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut places: FxHashMap<K, usize> = FxHashMap::default();
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.1.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}
