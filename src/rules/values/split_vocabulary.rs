//! One vocabulary stands under two names, in two spellings, or as an enum here and as prose there.
//!
//! A model that has learnt a value on one tool carries it to the next. It is misled where
//!
//! - two names that never stand in one tool take mostly the same members, so that it has to remember which tool has which name;
//! - one name takes the same words in another spelling: `open` here, `OPEN` there;
//! - one name has an enum here, and there a text whose description lists the same members;
//! - one name lacks a member on one tool that is taken there all the same, as a call shows.
//!
//! Everyday words alone prove no vocabulary: `asc` and `desc` order anything. Where the same set stands twice in one tool, names have to
//! differ. Defaults may differ freely.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright", "night"]}}}},
//!  {"name": "lamp_plan", "inputSchema": {"type": "object", "properties": {"glow": {"enum": ["dim", "bright", "night"]}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright", "night"]}}}},
//!  {"name": "lamp_plan", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright", "night"]}}}}]
//! ```

use super::prose;
use crate::contract::{self, Context};
use crate::evidence::{Fact, Path, Sum};
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::meaning::{self, surface::everyday};
use crate::rules::{Check, Rule};
use crate::schema;
use crate::surface::{Param, Tool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(crate) const RULE: Rule = Rule {
    id: "values/split-vocabulary",
    level: Some(Level::Warning),
    source: include_str!("split_vocabulary.rs"),
    check: Check::Server(check),
};

/// Names of what is done: each tool has operations of its own.
const OPERATIONS: [&str; 4] = ["action", "operation", "command", "method"];

/// Words that say nothing of a vocabulary either, beside those that all rooms count as everyday.
const COMMON: [&str; 13] =
    ["insert", "select", "both", "any", "other", "default", "top", "bottom", "public", "private", "enabled", "disabled", "custom"];

/// What a thing is to a tool, before its name.
const ROLES: [&str; 13] =
    ["min", "max", "minimum", "maximum", "new", "old", "from", "to", "source", "target", "previous", "current", "default"];

/// Vocabularies that share one member; what shares it with more is no sign of kinship.
const MOST_SHARERS: usize = 64;

/// Keywords behind which a set may be found.
const LEADING: [&str; 9] = ["enum", "const", "$ref", "$dynamicRef", "$recursiveRef", "items", "allOf", "anyOf", "oneOf"];

/// Words that a message shows.
const MOST_SHOWN: usize = 4;

/// One use of a vocabulary.
#[derive(Clone, Copy)]
struct Use<'a> {
    tool: &'a Arc<Tool>,
    param: &'a Param,
}

impl<'a> Use<'a> {
    fn node(self) -> Json<'a> {
        self.tool.schema_of(self.param)
    }

    fn place(self) -> Place {
        Place::key(&self.tool.doc, self.node())
    }
}

/// One set of members under one name, and who uses it.
struct Vocabulary<'a> {
    name: &'a str,
    members: BTreeSet<&'a str>,
    uses: Vec<Use<'a>>,
}

/// The vocabularies of a surface.
struct Vocabularies<'a> {
    all: Vec<Vocabulary<'a>>,
    /// Pairs of names that stand in one tool, one of them with a vocabulary.
    together: FxHashSet<(&'a str, &'a str)>,
}

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let Vocabularies { all, together } = vocabularies(cx);
    two_names(&all, &together, out);
    let mut by_name: BTreeMap<&str, Vec<&Vocabulary<'_>>> = BTreeMap::new();
    for vocabulary in &all {
        by_name.entry(vocabulary.name).or_default().push(vocabulary);
    }
    for (name, sets) in &by_name {
        two_spellings(name, sets, out);
    }
    prose_there(cx, &by_name, out);
    one_less(cx, &by_name, out);
}

/// The sets of words that top-level parameters advertise, also for the items of a list.
fn vocabularies<'a>(cx: &Context<'a>) -> Vocabularies<'a> {
    let mut together = FxHashSet::default();
    let mut index: FxHashMap<(&str, BTreeSet<&str>), usize> = FxHashMap::default();
    let mut out: Vec<Vocabulary<'a>> = Vec::new();
    for tool in cx.tools() {
        let Some(root) = tool.input_schema() else { continue };
        for param in &tool.params {
            let Some(members) = words_of(root, tool.schema_of(param)) else { continue };
            let at = *index.entry((&param.name, members.clone())).or_insert_with(|| {
                out.push(Vocabulary { name: &param.name, members, uses: Vec::new() });
                out.len() - 1
            });
            if let Some(vocabulary) = out.get_mut(at) {
                vocabulary.uses.push(Use { tool, param });
            }
            together.extend(tool.params.iter().map(|other| ordered(&param.name, &other.name)));
        }
    }
    Vocabularies { all: out, together }
}

/// None where there is no set of two words or more. An alternative that is no set, such as a list of such words, does not undo one.
fn words_of<'a>(root: Json<'a>, node: Json<'a>) -> Option<BTreeSet<&'a str>> {
    // What holds no set, and leads to no other schema, need not be searched.
    if !LEADING.iter().any(|keyword| node.has(keyword)) {
        return None;
    }
    let raw = node.raw().as_bytes();
    if !["\"enum\"", "\"const\"", "\"$ref\""].iter().any(|keyword| memchr::memmem::find(raw, keyword.as_bytes()).is_some()) {
        return None;
    }
    let set = schema::members(root, node)
        .or_else(|| schema::items(root, node).and_then(|items| schema::members(root, items)))
        .or_else(|| schema::variants(root, node).into_iter().find_map(|variant| schema::members(root, variant)))?;
    let words: BTreeSet<&str> = set.iter().filter_map(|member| member.text()).collect();
    (words.len() >= 2 && words.len() == set.len()).then_some(words)
}

fn is_telling(word: &str) -> bool {
    !everyday(word) && !COMMON.iter().any(|common| common.eq_ignore_ascii_case(word))
}

/// (a) Two names, one vocabulary.
fn two_names(all: &[Vocabulary<'_>], together: &FxHashSet<(&str, &str)>, out: &mut Vec<Finding>) {
    let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, vocabulary) in all.iter().enumerate() {
        for member in vocabulary.members.iter().filter(|member| is_telling(member)) {
            holders.entry(member).or_default().push(at);
        }
    }
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for among in holders.values().filter(|among| among.len() <= MOST_SHARERS) {
        for (nth, one) in among.iter().enumerate() {
            for other in among.iter().skip(nth + 1) {
                *shared.entry((*one, *other)).or_default() += 1;
            }
        }
    }
    let doubled = doubled(all);
    // Pairs that hang together are one vocabulary, and one finding.
    let mut group: Vec<usize> = (0..all.len()).collect();
    let mut joined: FxHashSet<usize> = FxHashSet::default();
    for ((one, other), telling) in shared {
        let (Some(a), Some(b)) = (all.get(one), all.get(other)) else { continue };
        let alike = meaning::same_words(a.name, b.name)
            || is_plural(a.name, b.name)
            || is_role_of(a.name, b.name)
            || together.contains(&ordered(a.name, b.name));
        if alike || doubled.contains(&one) || doubled.contains(&other) || !mostly_shared(a, b, telling) {
            continue;
        }
        joined.extend([one, other]);
        let (from, to) = (find(&group, other), find(&group, one));
        if let Some(slot) = group.get_mut(from) {
            *slot = to;
        }
    }
    let mut groups: BTreeMap<usize, Vec<&Vocabulary<'_>>> = BTreeMap::new();
    for (at, vocabulary) in all.iter().enumerate().filter(|(at, _)| joined.contains(at)) {
        groups.entry(find(&group, at)).or_default().push(vocabulary);
    }
    out.extend(groups.values().filter_map(|group| names_differ(group)));
}

fn find(group: &[usize], mut at: usize) -> usize {
    while let Some(next) = group.get(at).filter(|next| **next != at) {
        at = *next;
    }
    at
}

fn ordered<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    if one < other { (one, other) } else { (other, one) }
}

/// Most of both sets together, and two telling words among that. Sets that share just the half are as often two things.
fn mostly_shared(a: &Vocabulary<'_>, b: &Vocabulary<'_>, telling: usize) -> bool {
    let both = a.members.intersection(&b.members).count();
    let either = a.members.len() + b.members.len() - both;
    telling >= 2 && 2 * both > either
}

/// One name is the other with a role before it: `min_size` bounds a `size`.
fn is_role_of(one: &str, other: &str) -> bool {
    let (one, other) = (meaning::words(one), meaning::words(other));
    let of = |long: &[String], short: &[String]| {
        long.split_first().is_some_and(|(first, rest)| ROLES.contains(&first.as_str()) && rest == short)
    };
    of(&one, &other) || of(&other, &one)
}

/// Vocabularies whose set a second parameter of one of their tools takes too: the names there have to differ.
fn doubled(all: &[Vocabulary<'_>]) -> FxHashSet<usize> {
    let mut of_set: FxHashMap<(*const Tool, &BTreeSet<&str>), u32> = FxHashMap::default();
    for vocabulary in all {
        for used in &vocabulary.uses {
            *of_set.entry((Arc::as_ptr(used.tool), &vocabulary.members)).or_default() += 1;
        }
    }
    let crowded: FxHashSet<&BTreeSet<&str>> = of_set.iter().filter(|(_, times)| **times > 1).map(|((_, set), _)| *set).collect();
    let mut of_tool: FxHashMap<*const Tool, Vec<&Vocabulary<'_>>> = FxHashMap::default();
    for vocabulary in all {
        for used in &vocabulary.uses {
            of_tool.entry(Arc::as_ptr(used.tool)).or_default().push(vocabulary);
        }
    }
    // A set that holds another of its tool is that one with a word more.
    let holds_another = |vocabulary: &Vocabulary<'_>| {
        let beside = vocabulary.uses.iter().filter_map(|used| of_tool.get(&Arc::as_ptr(used.tool))).flatten();
        beside.into_iter().any(|other| other.members.len() < vocabulary.members.len() && other.members.is_subset(&vocabulary.members))
    };
    all.iter().enumerate().filter(|(_, v)| crowded.contains(&v.members) || holds_another(v)).map(|(at, _)| at).collect()
}

/// One of `mode` and `modes`, also as the last word of both.
fn is_plural(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_ascii_lowercase(), other.to_ascii_lowercase());
    let (short, long) = if one.len() < other.len() { (&one, &other) } else { (&other, &one) };
    let y = || short.strip_suffix('y').is_some_and(|stem| long.strip_suffix("ies") == Some(stem));
    ["s", "es"].iter().any(|end| long.strip_suffix(end) == Some(short)) || y()
}

fn names_differ(group: &[&Vocabulary<'_>]) -> Option<Finding> {
    let mut by_name: BTreeMap<&str, Vec<Use<'_>>> = BTreeMap::new();
    for vocabulary in group {
        by_name.entry(vocabulary.name).or_default().extend(&vocabulary.uses);
    }
    // The name that fewest tools have gives way; of equals the last in the alphabet.
    let (odd, uses) = by_name.iter().min_by_key(|(name, uses)| (uses.len(), std::cmp::Reverse(**name)))?;
    let (most, _) = by_name.iter().filter(|(name, _)| *name != odd).max_by_key(|(name, uses)| (uses.len(), std::cmp::Reverse(**name)))?;
    let shared = group.iter().map(|v| v.members.clone()).reduce(|one, other| one.intersection(&other).copied().collect())?;
    let names: Vec<String> = by_name.keys().map(|name| format!("`{name}`")).collect();
    let message =
        format!("{} take one vocabulary under {}{}", tools(by_name.values().flatten()), crate::text::series(&names), such_as(&shared));
    let others = by_name.iter().filter(|(name, _)| *name != odd).flat_map(|(_, uses)| uses);
    Some(
        finding(message, uses.first()?, uses.iter().skip(1).chain(others))
            .help(format!("call it `{most}` everywhere"))
            .identity(by_name.keys().copied()),
    )
}

fn such_as(words: &BTreeSet<&str>) -> String {
    let mut shown: Vec<String> =
        words.iter().filter_map(|word| crate::text::shown_word(word)).take(MOST_SHOWN).map(|word| format!("`{word}`")).collect();
    if words.len() > shown.len() {
        shown.push(format!("{} more", words.len() - shown.len()));
    }
    if shown.len() < 2 { String::new() } else { format!(": {}", crate::text::series(&shown)) }
}

fn tools<'u>(uses: impl Iterator<Item = &'u Use<'u>>) -> String {
    let names: BTreeSet<&str> = uses.map(|used| &*used.tool.name).collect();
    crate::text::count(names.len() as u64, "tool")
}

/// A finding at one use of a vocabulary, with all the others beside it.
fn finding<'u>(message: String, first: &Use<'_>, others: impl Iterator<Item = &'u Use<'u>>) -> Finding {
    let related: Vec<_> =
        others.map(|other| contract::other_tool(other.tool, Some(other.place()), format!("`{}` here", other.param.name))).collect();
    Finding::new(RULE.id, Level::Warning, message)
        .tool(&first.tool.name)
        .param(Arc::clone(&first.param.name))
        .at(first.place())
        .related(related)
}

/// One vocabulary, with its words as they are folded.
struct Spelt<'a> {
    set: &'a Vocabulary<'a>,
    folds: &'a [(&'a str, String)],
    folded: FxHashSet<&'a str>,
}

impl Spelt<'_> {
    /// Does the larger of both hold most words of the smaller in other spellings?
    fn is_spelt_otherwise(&self, other: &Self) -> bool {
        let (small, large) = if self.set.members.len() <= other.set.members.len() { (self, other) } else { (other, self) };
        let others = small.folds.iter().filter(|(word, fold)| large.folded.contains(fold.as_str()) && !large.set.members.contains(word));
        2 * others.count() > small.set.members.len()
    }
}

/// The sets of one name that hold a word which another of them spells otherwise: mostly none.
fn spelt_variously<'a>(sets: &[&'a Vocabulary<'a>]) -> Vec<&'a Vocabulary<'a>> {
    let mut spelling: FxHashMap<String, &str> = FxHashMap::default();
    let mut various: FxHashSet<String> = FxHashSet::default();
    if sets.len() > 1 {
        for word in sets.iter().flat_map(|set| &set.members) {
            let fold = fold(word);
            match spelling.get(&fold) {
                Some(known) if known != word => {
                    various.insert(fold);
                }
                Some(_) => {}
                None => {
                    spelling.insert(fold, word);
                }
            }
        }
    }
    if various.is_empty() {
        return Vec::new();
    }
    sets.iter().copied().filter(|set| set.members.iter().any(|word| various.contains(&fold(word)))).collect()
}

/// (b) One name, and the same words spelt otherwise.
fn two_spellings<'a>(name: &str, sets: &[&'a Vocabulary<'a>], out: &mut Vec<Finding>) {
    let sets = spelt_variously(sets);
    let folds: Vec<Vec<(&str, String)>> =
        sets.iter().map(|set| set.members.iter().map(|member| (*member, fold(member))).collect()).collect();
    let compared: Vec<Spelt<'_>> = sets
        .iter()
        .zip(&folds)
        .map(|(set, folds)| Spelt { set, folds, folded: folds.iter().map(|(_, fold)| fold.as_str()).collect() })
        .collect();
    for (nth, one) in compared.iter().enumerate() {
        let Some(other) = compared.iter().skip(nth + 1).find(|other| one.is_spelt_otherwise(other)) else { continue };
        let (a, b) = (one.set, other.set);
        let (odd, most) = if a.uses.len() < b.uses.len() { (a, b) } else { (b, a) };
        let Some(first) = odd.uses.first() else { continue };
        let twin = |word: &str| most.members.iter().copied().find(|other| *other != word && fold(other) == fold(word));
        let shown = odd.members.iter().find_map(|word| Some((*word, twin(word)?)));
        let example = match shown.map(|(here, there)| (crate::text::shown_word(here), crate::text::shown_word(there))) {
            Some((Some(here), Some(there))) => format!(": `{here}` here, `{there}` there"),
            _ => String::new(),
        };
        let message = format!("`{name}` spells one vocabulary in two ways{example}");
        out.push(
            finding(message, first, odd.uses.iter().skip(1).chain(&most.uses))
                .help("spell the values alike on every tool")
                .identity([name, "spelling"]),
        );
        return;
    }
}

/// Case, joints and a plural's ending dropped.
fn fold(word: &str) -> String {
    let mut plain: String = word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if plain.len() > 3 && plain.ends_with('s') && !plain.ends_with("ss") {
        plain.pop();
    }
    // Words without letters or digits are themselves: `<` is not `>`.
    if plain.is_empty() { word.to_owned() } else { plain }
}

/// (c) An enum here, and a text there whose description lists its members.
fn prose_there(cx: &Context<'_>, by_name: &BTreeMap<&str, Vec<&Vocabulary<'_>>>, out: &mut Vec<Finding>) {
    let mut found: BTreeMap<&str, (Vec<Use<'_>>, &Vocabulary<'_>)> = BTreeMap::new();
    for tool in cx.tools() {
        let Some(root) = tool.input_schema() else { continue };
        for param in &tool.params {
            let Some(sets) = by_name.get(&*param.name).filter(|_| !OPERATIONS.contains(&&*param.name)) else { continue };
            let node = tool.schema_of(param);
            if !is_free_text(root, node) {
                continue;
            }
            let own = contract::description(root, node);
            let text = if own.is_empty() { meaning::argument_text(tool.description(), &param.name).unwrap_or("") } else { own };
            let lists = |set: &&&Vocabulary<'_>| {
                let listed = prose::listed(text, set.members.iter().copied());
                listed >= 2 && 2 * listed > set.members.len()
            };
            if let Some(set) = sets.iter().find(lists) {
                found.entry(set.name).or_insert_with(|| (Vec::new(), set)).0.push(Use { tool, param });
            }
        }
    }
    for (name, (texts, set)) in found {
        let Some(first) = texts.first() else { continue };
        let message = format!("`{name}` is a closed set on {}, and here a text that lists its values", tools(set.uses.iter()));
        out.push(
            finding(message, first, texts.iter().skip(1).chain(&set.uses))
                .help("advertise the same enum, or say what else is taken here")
                .identity([name, "prose"]),
        );
    }
}

fn is_free_text(root: Json<'_>, node: Json<'_>) -> bool {
    schema::types(root, node).core() == "string"
        && words_of(root, node).is_none()
        && schema::members(root, node).is_none()
        && !node.has("pattern")
}

/// (d) One member less, and a call that shows that it is taken.
fn one_less(cx: &Context<'_>, by_name: &BTreeMap<&str, Vec<&Vocabulary<'_>>>, out: &mut Vec<Finding>) {
    for row in cx.rows() {
        let mut taken: BTreeMap<(&Path, &str), Sum> = BTreeMap::new();
        for (fact, sum) in &row.seen.facts {
            if let Fact::Outside { path, word: Some(word) } = fact
                && sum.counts.accepted > 0
            {
                taken.entry((path, word)).or_default().merge(sum);
            }
        }
        for ((path, word), sum) in taken {
            let Some(sets) = by_name.get(path.top()).filter(|_| path.leaf() == path.top()) else { continue };
            let is_here = |used: &&Use<'_>| used.tool.name == row.place.name;
            let Some((less, first)) = sets.iter().find_map(|set| Some((set, set.uses.iter().find(is_here)?))) else { continue };
            let full = |set: &&&Vocabulary<'_>| {
                set.members.len() == less.members.len() + 1 && set.members.contains(word) && set.members.is_superset(&less.members)
            };
            let Some(full) = sets.iter().find(full) else { continue };
            let message = format!(
                "`{}` lacks `{word}` on `{}`, and takes it: it is advertised on {}",
                path.top(),
                row.tool.name,
                tools(full.uses.iter())
            );
            out.push(
                finding(message, first, less.uses.iter().filter(|used| !is_here(used)).chain(&full.uses))
                    .help("advertise one set on every tool")
                    .related(contract::calls(&sum, &row.tool.name, &format!("sent as `{word}`, accepted")))
                    .evidence(sum.counts)
                    .identity([path.top(), "lacks", word]),
            );
        }
    }
}
