//! Values on their way: which key of the payload an argument ends under, or whether it is lost.

use super::Trial;
use super::arguments::to_place;
use super::values::{same, scalar_text, strong};
use crate::capture::is_hash;
use crate::capture::refusal::Why;
use crate::evidence::{Ended, Fact, Path};
use crate::meaning::{self, Likeness};
use crate::surface::Level;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};

const MOST_NODES: usize = 4_000;

/// An argument, at any depth.
struct Argument<'a> {
    path: Path,
    /// From the arguments down.
    steps: Vec<String>,
    value: &'a Value,
    advertised: bool,
    /// It advertises a closed set of values.
    closed_set: bool,
}

/// A value somewhere in a payload.
struct Node<'a> {
    payload: usize,
    path: Path,
    steps: Vec<Cow<'a, str>>,
    value: &'a Value,
}

impl Node<'_> {
    /// The key that holds the whole of it; none for an item of an array.
    fn key(&self) -> Option<&str> {
        self.path.last().filter(|step| *step != "[]")
    }
}

impl<'a> Trial<'a, '_> {
    pub(super) fn flows(&mut self) {
        let call = self.seen.call;
        let Some(sent) = call.arguments.object() else { return };
        if call.payloads.is_empty() {
            return;
        }
        let levels = self.tool.levels();
        let mut arguments = Vec::new();
        if let Some(root) = levels.first() {
            gather(sent, root, levels, &Path::root(), &[], &mut arguments);
        }
        let mut nodes = Vec::new();
        for (index, payload) in call.payloads.iter().enumerate() {
            spread(&payload.tree, index, &Path::root(), &mut Vec::new(), &mut nodes);
        }
        let own = call.payloads.iter().any(|payload| payload.own);
        let texts: Vec<&str> = nodes
            .iter()
            .filter_map(|node| node.value.as_str())
            .chain(call.payloads.iter().filter_map(|payload| payload.url.as_deref()))
            .chain(call.payloads.iter().map(|payload| &*payload.method))
            .collect();
        for node in nodes.iter().filter(|node| call.payloads.get(node.payload).is_some_and(|payload| payload.own)) {
            if let Some(key) = node.key() {
                let fact = Fact::PayloadKey { key: self.text(key) };
                self.note_payload(fact, to_place(&[], None), node.payload, &node.steps);
            }
        }
        for argument in &arguments {
            self.follow(argument, &arguments, &nodes, &texts, own);
        }
        self.peer_blames(&arguments, &nodes);
        self.unfilled(&arguments);
    }

    fn follow(&mut self, argument: &Argument<'_>, all: &[Argument<'_>], nodes: &[Node<'_>], texts: &[&str], own: bool) {
        let call = self.seen.call;
        let name = argument.path.leaf();
        let is_own = |node: &Node<'_>| call.payloads.get(node.payload).is_some_and(|payload| payload.own);
        // Under its own name, on an own payload first: a foreign one beside it says nothing about the own wire.
        let judged: Vec<&Node<'_>> = nodes.iter().filter(|node| !own || is_own(node)).collect();
        let equal: Vec<&&Node<'_>> = judged.iter().filter(|node| same(node.value, argument.value)).collect();
        if strong(argument.value) && self.ended != Ended::Failed {
            for node in equal.iter().filter(|node| node.key().is_some()) {
                let fact = Fact::Lands { argument: argument.path.clone(), key: node.path.clone(), own: is_own(node) };
                self.note_payload(fact, to_place(&argument.steps, None), node.payload, &node.steps);
            }
        }
        if !argument.advertised {
            return;
        }
        let under_name: Vec<&&Node<'_>> = judged.iter().filter(|node| node.key() == Some(name)).collect();
        if !under_name.is_empty() {
            if argument.value.is_null() {
                for node in under_name.iter().filter(|node| node.value.as_str().is_some_and(says_null)) {
                    let fact = Fact::Null { path: argument.path.clone(), arrived: true };
                    self.note_payload(fact, to_place(&argument.steps, None), node.payload, &node.steps);
                }
            }
            self.carried(argument, own);
            self.arrives(argument, &under_name);
            return;
        }
        let shared = all.iter().any(|other| {
            other.path != argument.path
                && !other.path.starts_with(&argument.path)
                && !argument.path.starts_with(&other.path)
                && same(other.value, argument.value)
        });
        let sent = |key: &str| all.iter().any(|other| other.path.leaf() == key);
        let advertised = |key: &str| self.tool.levels().iter().any(|level| level.prop(key).is_some());
        let free = |node: &&&Node<'_>| node.key().is_some_and(|key| !sent(key) && !advertised(key));
        let candidates: Vec<&&&Node<'_>> = equal.iter().filter(|node| free(node)).collect();
        let one_key = match candidates.as_slice() {
            [first, rest @ ..] => rest.iter().all(|node| node.key() == first.key()),
            [] => false,
        };
        if let Some(node) = candidates.first()
            && one_key
            && !shared
        {
            let key = node.key().unwrap_or("");
            let method = call.payloads.get(node.payload).map_or("", |payload| &payload.method);
            let method = self.text(method);
            let (at, key_path, is_own) = (argument.path.clone(), node.path.clone(), is_own(node));
            let fact = if strong(argument.value) || meaning::same_words(name, key) {
                Fact::Renamed { argument: at, key: key_path, own: is_own, method }
            } else {
                Fact::MaybeRenamed { argument: at, key: key_path, own: is_own, value: digest(argument.value), method }
            };
            self.note_payload(fact, to_place(&argument.steps, None), node.payload, &node.steps);
            let same_key: Vec<&&Node<'_>> = vec![**node];
            self.arrives(argument, &same_key);
        }
        if !strong(argument.value) {
            for node in judged.iter().filter(|node| free(node)).filter(|node| !same(node.value, argument.value)).take(32) {
                let fact = Fact::NotRenamed { argument: argument.path.clone(), key: node.path.clone() };
                self.note(fact, to_place(&argument.steps, None));
            }
        }
        // What only a foreign payload carries was renamed on no own wire, and yet is not lost.
        let elsewhere = own && nodes.iter().any(|node| node.key() == Some(name) || same(node.value, argument.value));
        if !equal.is_empty() || elsewhere || self.inside(argument, &judged, texts) {
            self.carried(argument, own);
            return;
        }
        // Only whole parameters are lost: what became of the fields of an object is the object's matter.
        if argument.path != Path::of([argument.path.top()]) || self.ended == Ended::Failed {
            return;
        }
        let inner = all.iter().filter(|other| other.path != argument.path && other.path.starts_with(&argument.path));
        let carried_inside = inner.into_iter().any(|inner| {
            nodes.iter().any(|node| node.key() == Some(inner.path.leaf()) || (strong(inner.value) && same(node.value, inner.value)))
        });
        let others_by_name = || {
            let mut rest =
                all.iter().filter(|other| other.advertised && other.path != argument.path && !other.path.starts_with(&argument.path));
            let mut any = false;
            let all_there = rest.all(|other| {
                any = true;
                judged.iter().any(|node| node.key() == Some(other.path.leaf()))
            });
            any && all_there
        };
        if !carried_inside && (strong(argument.value) || others_by_name()) {
            let fact = Fact::Dropped { argument: argument.path.clone(), own };
            let payload = call.payloads.iter().position(|payload| !own || payload.own).unwrap_or(0);
            self.note_payload(fact, to_place(&argument.steps, None), payload, &[]);
        }
    }

    fn carried(&mut self, argument: &Argument<'_>, own: bool) {
        // Most arguments are whole parameters themselves.
        let top = argument.path.top();
        let top = if argument.steps.len() == 1 { argument.path.clone() } else { Path::of([top]) };
        self.note(Fact::Carried { argument: top, own }, to_place(&argument.steps, None));
    }

    /// Is its value a part of something longer, or cannot that be told?
    fn inside(&self, argument: &Argument<'_>, nodes: &[&Node<'_>], texts: &[&str]) -> bool {
        let name = argument.path.leaf();
        if nodes.iter().any(|node| node.key().is_some_and(|key| meaning::same_words(key, name))) {
            return true;
        }
        let hidden = |text: &&str| is_hash(text);
        match argument.value {
            Value::String(text) if is_hash(text) => texts.iter().any(|text| text.len() > 256 || hidden(text)),
            Value::String(text) if text.trim().is_empty() => false,
            value => {
                if texts.iter().any(hidden) {
                    return true;
                }
                let Some(needle) = scalar_text(value) else {
                    // An array or object: any of its scalars.
                    return scalars(value).iter().any(|part| strong(part) && nodes.iter().any(|node| same(node.value, part)))
                        || scalars(value)
                            .iter()
                            .filter_map(|part| scalar_text(part))
                            .any(|part| part.len() > 2 && texts.iter().any(|t| t.contains(&part)));
                };
                let needle = needle.trim().to_lowercase();
                texts.iter().any(|text| text.to_lowercase().contains(&needle))
                    // A number that was text, or the reverse.
                    || nodes.iter().any(|node| scalar_text(node.value).is_some_and(|text| text.to_lowercase() == needle))
            }
        }
    }

    /// Which word arrived where one of a closed set was sent.
    fn arrives(&mut self, argument: &Argument<'_>, under: &[&&Node<'_>]) {
        let Value::String(text) = argument.value else { return };
        let outside = self.seen.call.violations.iter().flatten().any(|violation| violation.instance == argument.steps);
        if !argument.closed_set && !outside {
            return;
        }
        let Some(word) = crate::text::shown_word(text) else { return };
        for node in under {
            let Some(arrived) = node.value.as_str().and_then(crate::text::shown_word) else { continue };
            let fact = Fact::Arrives { path: argument.path.clone(), word: self.text(word), arrived: self.text(arrived) };
            self.note_payload(fact, to_place(&argument.steps, None), node.payload, &node.steps);
        }
    }

    /// What is behind the server refuses what the server sent.
    fn peer_blames(&mut self, arguments: &[Argument<'_>], nodes: &[Node<'_>]) {
        let call = self.seen.call;
        for (index, payload) in call.payloads.iter().enumerate() {
            let Some(refused) = &payload.refused else { continue };
            for blame in &refused.blames {
                let missing = match blame.why {
                    Why::Missing => true,
                    Why::Unknown => false,
                    Why::Type | Why::Value => continue,
                };
                let wanted = blame.leaf();
                let here = |node: &&Node<'_>| node.payload == index;
                let present = nodes.iter().filter(here).find(|node| node.key() == Some(wanted));
                // The caller's own omission, or a word that does not fit what was sent.
                let left_out = |least: Likeness| {
                    self.tool.params.iter().any(|param| {
                        meaning::likeness(wanted, &param.name) >= Some(least) && !arguments.iter().any(|a| a.path.leaf() == &*param.name)
                    })
                };
                if (missing && (present.is_some() || arguments.is_empty() || left_out(Likeness::SameWords)))
                    || (!missing && present.is_none())
                {
                    continue;
                }
                let held_under = |node: &&Node<'_>| {
                    node.key().is_some_and(|key| key != wanted) && arguments.iter().any(|a| strong(a.value) && same(a.value, node.value))
                };
                let likeness = |node: &&Node<'_>| node.key().and_then(|key| meaning::likeness(wanted, key));
                let key_node = if missing {
                    nodes
                        .iter()
                        .filter(here)
                        .filter(held_under)
                        .max_by_key(likeness)
                        .filter(|node| likeness(node).is_some() || nodes.iter().filter(here).filter(held_under).count() == 1)
                } else {
                    present
                };
                // Nothing that was sent is like it, and something that was left out is: the caller's omission again.
                if missing && key_node.is_none_or(|node| likeness(&node).is_none()) && left_out(Likeness::Synonym) {
                    continue;
                }
                let argument = key_node.and_then(|node| arguments.iter().find(|a| a.advertised && same(a.value, node.value)));
                let fact = Fact::PeerBlames {
                    method: self.text(&payload.method),
                    name: Path::of(&blame.path),
                    missing,
                    argument: argument.map(|argument| argument.path.clone()),
                    key: key_node.map(|node| node.path.clone()),
                };
                let steps = argument.map(|argument| argument.steps.clone()).unwrap_or_default();
                let key_steps = key_node.map(|node| node.steps.clone()).unwrap_or_default();
                self.note_payload(fact, to_place(&steps, None), index, &key_steps);
            }
        }
    }

    /// A whole segment of a URL path that is still `:name` or `{name}`.
    fn unfilled(&mut self, arguments: &[Argument<'_>]) {
        let call = self.seen.call;
        for (index, payload) in call.payloads.iter().enumerate() {
            let Some(url) = &payload.url else { continue };
            let path = url.split(['?', '#']).next().unwrap_or("");
            for segment in path.split('/') {
                let name = segment.strip_prefix(':').or_else(|| segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')));
                let Some(name) =
                    name.filter(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')))
                else {
                    continue;
                };
                let held = arguments.iter().any(|argument| argument.value.as_str().is_some_and(|text| text.contains(segment)));
                if !held && name.chars().any(char::is_alphabetic) {
                    let fact = Fact::Unfilled { name: self.text(name) };
                    self.note_payload(fact, to_place(&[], None), index, &[Cow::Borrowed("url")]);
                }
            }
        }
    }
}

/// The arguments at every level whose shape is known, unadvertised ones too.
fn gather<'a>(members: &'a Map<String, Value>, level: &Level, levels: &[Level], at: &Path, steps: &[String], out: &mut Vec<Argument<'a>>) {
    if level.is_free_map() {
        return;
    }
    for (key, value) in members {
        if out.len() >= MOST_NODES {
            return;
        }
        let path = at.join(key);
        let steps: Vec<String> = steps.iter().cloned().chain([key.clone()]).collect();
        let prop = level.prop(key);
        let below = prop.and_then(|prop| prop.object).and_then(|below| levels.get(below));
        let inner = below.and_then(|below| Some((value.as_object()?, below, path.clone(), steps.clone())));
        let (advertised, closed_set) = (prop.is_some(), prop.is_some_and(|prop| prop.closed_set));
        out.push(Argument { path, steps, value, advertised, closed_set });
        if let Some((inner, below, path, steps)) = inner {
            gather(inner, below, levels, &path, &steps, out);
        }
    }
}

fn spread<'a>(value: &'a Value, payload: usize, path: &Path, steps: &mut Vec<Cow<'a, str>>, out: &mut Vec<Node<'a>>) {
    if out.len() >= MOST_NODES || steps.len() > 32 {
        return;
    }
    if !path.is_root() {
        out.push(Node { payload, path: path.clone(), steps: steps.clone(), value });
    }
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                steps.push(Cow::Borrowed(key));
                spread(value, payload, &path.join(key), steps, out);
                steps.pop();
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                steps.push(Cow::Owned(index.to_string()));
                spread(value, payload, &path.join("[]"), steps, out);
                steps.pop();
            }
        }
        _ => {}
    }
}

/// Null that became a word.
fn says_null(text: &str) -> bool {
    ["null", "none", "undefined", "nil"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn scalars(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().flat_map(scalars).collect(),
        Value::Object(members) => members.values().flat_map(scalars).collect(),
        other => vec![other],
    }
}

fn digest(value: &Value) -> u64 {
    let mut hash = rustc_hash::FxHasher::default();
    value.to_string().hash(&mut hash);
    // Two values must be told apart, not read back.
    hash.finish() & 0xff
}

#[cfg(test)]
mod tests;
