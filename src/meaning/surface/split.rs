//! `names/split-name`: one concept under several names. Names are bucketed, never compared pair by pair.

use super::{Param, grouped, table, texts_of, tools};
use crate::meaning::words::fold;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;
use std::ops::Range;

/// Of a name that many tools use, so many descriptions are compared.
const DESCRIPTIONS: usize = 8;
/// Of a description, so many content words.
const WORDS: usize = 120;
/// Of one word in many spellings, so many are compared with others.
const SPELLINGS: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SplitWhy {
    /// `filePath` and `file_path`.
    SameWords,
    /// `match` and `match_text`.
    TrailingNoun,
    /// One description under two names.
    SameDescription,
}

impl SplitWhy {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::SameWords => "they are the same words in another case or joint",
            Self::TrailingNoun => "they differ by a trailing noun alone, and are described alike",
            Self::SameDescription => "they have the same description",
        }
    }
}

/// One concept: the name that most uses have, and one that fewer have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SplitName<'a> {
    pub(crate) why: SplitWhy,
    pub(crate) usual: &'a str,
    pub(crate) usual_members: Vec<usize>,
    pub(crate) rare: &'a str,
    pub(crate) rare_members: Vec<usize>,
}

/// All uses of one name.
struct Name<'a> {
    name: &'a str,
    members: Vec<usize>,
    /// Ordinals of its tools, ascending.
    tools: Vec<usize>,
}

/// A pair of names is reported once, for the first of the three reasons that holds.
pub(crate) fn split_names<'a>(params: &[Param<'a>]) -> Vec<SplitName<'a>> {
    let tools = tools(params);
    let names = names(params, &tools);
    let texts: Vec<&str> = tools.iter().filter_map(|tool| params.get(tool.clone())).flat_map(texts_of).collect();
    let mut found: Vec<SplitName<'a>> = Vec::new();
    let mut said: FxHashSet<(usize, usize)> = FxHashSet::default();
    let folds: Vec<String> = names.iter().map(|name| fold(name.name)).collect();
    let by_fold = grouped(folds.iter().enumerate().map(|(at, fold)| (fold.as_str(), at)));
    same_words(&names, &by_fold, &mut found, &mut said);
    let by_fold = by_fold.into_iter().collect();
    trailing_noun(params, &texts, &names, &folds, &by_fold, &mut found, &mut said);
    same_description(&texts, &names, &mut found, &mut said);
    found
}

fn names<'a>(params: &[Param<'a>], tools: &[Range<usize>]) -> Vec<Name<'a>> {
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut names: Vec<Name<'a>> = Vec::new();
    for (ordinal, tool) in tools.iter().enumerate() {
        for index in tool.clone() {
            let Some(param) = params.get(index) else { continue };
            let place = *places.entry(param.name).or_insert(names.len());
            match names.get_mut(place) {
                Some(name) => {
                    name.members.push(index);
                    name.tools.push(ordinal);
                }
                None => names.push(Name { name: param.name, members: vec![index], tools: vec![ordinal] }),
            }
        }
    }
    names
}

/// (a) The same words in another case or joint.
fn same_words<'a>(
    names: &[Name<'a>],
    by_fold: &[(&str, Vec<usize>)],
    found: &mut Vec<SplitName<'a>>,
    said: &mut FxHashSet<(usize, usize)>,
) {
    for (_, bucket) in by_fold.iter().filter(|(fold, bucket)| !fold.is_empty() && bucket.len() > 1) {
        let mut bucket = bucket.clone();
        bucket.sort_by_key(|at| (std::cmp::Reverse(names.get(*at).map_or(0, |name| name.members.len())), *at));
        let Some((usual, rest)) = bucket.split_first() else { continue };
        for rare in rest {
            if let (Some(usual_name), Some(rare_name)) = (names.get(*usual), names.get(*rare))
                && !differ_by_symbol(usual_name.name, rare_name.name)
            {
                said.insert(key(*usual, *rare));
                found.push(split(SplitWhy::SameWords, usual_name, usual_name.members.clone(), rare_name, rare_name.members.clone()));
            }
        }
    }
}

/// (b) The same words and one trailing noun.
fn trailing_noun<'a>(
    params: &[Param<'a>],
    texts: &[&str],
    names: &[Name<'a>],
    folds: &[String],
    by_fold: &FxHashMap<&str, Vec<usize>>,
    found: &mut Vec<SplitName<'a>>,
    said: &mut FxHashSet<(usize, usize)>,
) {
    for (long_at, (long, fold)) in names.iter().zip(folds).enumerate() {
        let Some(noun) = trailing(long.name) else { continue };
        let Some(stem) = fold.strip_suffix(noun) else { continue };
        for short_at in by_fold.get(stem).into_iter().flatten().take(SPELLINGS) {
            let Some(short) = names.get(*short_at) else { continue };
            if said.contains(&key(long_at, *short_at)) || meet(&long.tools, &short.tools) {
                continue;
            }
            let (short_members, long_members) = alike(params, texts, short, long, noun);
            if !short_members.is_empty() {
                said.insert(key(long_at, *short_at));
                // Of two that are used equally often, the one that comes first is the usual one.
                let rank = |name: &Name<'_>| (std::cmp::Reverse(name.members.len()), name.members.first().copied());
                let split = if rank(short) <= rank(long) {
                    split(SplitWhy::TrailingNoun, short, short_members, long, long_members)
                } else {
                    split(SplitWhy::TrailingNoun, long, long_members, short, short_members)
                };
                found.push(split);
            }
        }
    }
}

/// The noun of the table that a name ends in, as a word of its own.
fn trailing(name: &str) -> Option<&'static str> {
    // Only the last word matters: it starts after a joint or with a capital.
    table::TRAILING.iter().copied().find(|noun| {
        let Some(start) = name.len().checked_sub(noun.len()).filter(|start| *start > 0) else { return false };
        let (Some(head), Some(tail)) = (name.get(..start), name.get(start..)) else { return false };
        let is_joined = head.ends_with(['_', '-', '.'])
            || (tail.starts_with(|c: char| c.is_ascii_uppercase()) && !head.ends_with(|c: char| c.is_ascii_uppercase()));
        tail.eq_ignore_ascii_case(noun) && is_joined
    })
}

/// Uses of a name with one description and one type.
struct Described<'a> {
    text: &'a str,
    words: Vec<u64>,
    kind: &'a str,
    members: Vec<usize>,
}

/// The uses of both names that are described alike.
fn alike(params: &[Param<'_>], said: &[&str], short: &Name<'_>, long: &Name<'_>, noun: &str) -> (Vec<usize>, Vec<usize>) {
    let must_say = table::TRAILING_SAID.contains(&noun);
    let texts = |name: &Name<'_>| {
        let mut texts: Vec<Described<'_>> = Vec::new();
        for index in &name.members {
            let (Some(param), Some(text)) = (params.get(*index), said.get(*index).copied()) else { continue };
            if let Some(known) = texts.iter_mut().find(|known| known.text == text && known.kind == param.kind) {
                known.members.push(*index);
            } else if texts.len() < DESCRIPTIONS {
                texts.push(Described { text, words: content(text), kind: param.kind, members: vec![*index] });
            }
        }
        texts
    };
    let (shorts, longs) = (texts(short), texts(long));
    let (mut short_members, mut long_members) = (Vec::new(), Vec::new());
    let noun_hash = hash(noun);
    let says = |words: &[u64]| words.binary_search(&noun_hash).is_ok();
    for short in shorts.iter().filter(|short| !must_say || says(&short.words)) {
        let mut is_alike = false;
        for long in longs.iter().filter(|long| long.kind == short.kind && share(&short.words, &long.words)) {
            is_alike = true;
            long_members.extend(&long.members);
        }
        if is_alike {
            short_members.extend(&short.members);
        }
    }
    for members in [&mut short_members, &mut long_members] {
        members.sort_unstable();
        members.dedup();
    }
    (short_members, long_members)
}

/// The words of a text that say something, as hashes without case, sorted.
fn content(text: &str) -> Vec<u64> {
    let mut words: Vec<u64> = content_words(text).take(WORDS).map(hash).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn content_words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    words.filter(|word| !table::STOP.iter().any(|stop| stop.len() == word.len() && stop.eq_ignore_ascii_case(word)))
}

/// Two fifths of all the content words that either has.
fn share(a: &[u64], b: &[u64]) -> bool {
    let shared = a.iter().filter(|word| b.binary_search(word).is_ok()).count();
    let all = a.len() + b.len() - shared;
    shared > 0 && shared * 5 >= all * 2
}

/// (c) An equal description.
fn same_description<'a>(texts: &[&str], names: &[Name<'a>], found: &mut Vec<SplitName<'a>>, said: &mut FxHashSet<(usize, usize)>) {
    // Texts that are equal end alike: most that do belong to one name, and need not be read to their beginnings.
    let mut by_end: FxHashMap<u64, Vec<Told>> = FxHashMap::default();
    for (name, known) in names.iter().enumerate() {
        for (index, tool) in known.members.iter().zip(&known.tools) {
            if let Some(text) = texts.get(*index).filter(|text| !text.is_empty()) {
                by_end.entry(end(text)).or_default().push(Told { name, index: *index, tool: *tool });
            }
        }
    }
    let several = |uses: &Vec<Told>| uses.iter().any(|told| Some(told.name) != uses.first().map(|first| first.name));
    let mut by_text: FxHashMap<u64, Vec<Told>> = FxHashMap::default();
    for told in by_end.into_values().filter(several).flatten() {
        if let Some(text) = texts.get(told.index) {
            by_text.entry(hash(text)).or_default().push(told);
        }
    }
    let mut groups: Vec<Vec<Told>> = by_text.into_values().filter(several).collect();
    groups.sort_unstable_by_key(|uses| uses.first().map(|told| told.index));
    for mut uses in groups {
        let Some(text) = uses.first().and_then(|told| texts.get(told.index)).copied().filter(|text| is_telling(text)) else { continue };
        uses.retain(|told| texts.get(told.index).is_some_and(|other| is_equal(other, text)));
        let mut kept = named_by(&uses);
        kept.sort_by_key(|(name, members)| {
            (std::cmp::Reverse(members.len()), std::cmp::Reverse(names.get(*name).map_or(0, |name| name.members.len())), *name)
        });
        let Some(((usual, usual_members), rest)) = kept.split_first() else { continue };
        for (rare, members) in rest {
            let (Some(usual_name), Some(rare_name)) = (names.get(*usual), names.get(*rare)) else { continue };
            if !meet(&usual_name.tools, &rare_name.tools) && said.insert(key(*usual, *rare)) {
                found.push(split(SplitWhy::SameDescription, usual_name, usual_members.clone(), rare_name, members.clone()));
            }
        }
    }
}

/// One use of a name under a description that others share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Told {
    name: usize,
    index: usize,
    tool: usize,
}

/// The names under one description, with their uses. Those that share it inside one tool are two things, and are left out.
fn named_by(uses: &[Told]) -> Vec<(usize, Vec<usize>)> {
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    for told in uses {
        *counts.entry(told.tool).or_default() += 1;
    }
    let twice = |told: &&Told| counts.get(&told.tool).is_some_and(|count| *count > 1);
    let clashing: FxHashSet<usize> = uses.iter().filter(twice).map(|told| told.name).collect();
    grouped(uses.iter().filter(|told| !clashing.contains(&told.name)).map(|told| (told.name, told.index)))
}

/// Four words or more, and not a bound alone.
fn is_telling(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_bound = words.next().is_some_and(|first| first.eq_ignore_ascii_case("must"));
    let bound = |word: &str| table::BOUND.iter().any(|known| known.eq_ignore_ascii_case(word)) || word.bytes().all(|b| b.is_ascii_digit());
    words.count() >= 3 && !is_bound && !content_words(text).all(bound)
}

fn is_equal(a: &str, b: &str) -> bool {
    letters(a).eq(letters(b))
}

/// What two descriptions must share to be equal: all but spaces, case and the last dot.
fn letters(text: &str) -> impl DoubleEndedIterator<Item = u8> + '_ {
    text.trim().trim_end_matches('.').bytes().filter(|byte| !byte.is_ascii_whitespace()).map(|byte| byte.to_ascii_lowercase())
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    // Eight letters at a time.
    let (mut word, mut held) = (0u64, 0);
    for letter in letters(text) {
        word = (word << 8) | u64::from(letter);
        held += 1;
        if held == 8 {
            hasher.write_u64(word);
            (word, held) = (0, 0);
        }
    }
    hasher.write_u64(word);
    hasher.finish()
}

/// The last letters, as far as they fit.
fn end(text: &str) -> u64 {
    letters(text).rev().take(8).fold(0, |word, letter| (word << 8) | u64::from(letter))
}

/// Do two ascending lists have a member in common?
fn meet(a: &[usize], b: &[usize]) -> bool {
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(x), Some(y)) = (left.peek(), right.peek()) {
        match x.cmp(y) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => left.next(),
            std::cmp::Ordering::Greater => right.next(),
        };
    }
    false
}

/// `L0_mm` and `l0_mm`: in a short symbol, case carries meaning.
fn differ_by_symbol(a: &str, b: &str) -> bool {
    let parts = |name: &str| name.split(['_', '-']).map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (parts(a), parts(b));
    let is_symbol = |a: &String, b: &String| {
        a == b
            || (a.len() <= 3
                && a.eq_ignore_ascii_case(b)
                && (a.len() == 1 || a.bytes().any(|c| c.is_ascii_digit()) || table::UNITS.contains(&a.as_str())))
    };
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| is_symbol(a, b))
}

fn key(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

fn split<'a>(why: SplitWhy, usual: &Name<'a>, usual_members: Vec<usize>, rare: &Name<'a>, rare_members: Vec<usize>) -> SplitName<'a> {
    SplitName { why, usual: usual.name, usual_members, rare: rare.name, rare_members }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param<'a>(tool: &'a str, name: &'a str, description: &'a str) -> Param<'a> {
        Param { tool, name, description, kind: "string", ..Param::default() }
    }

    fn told<'a>(params: &[Param<'a>]) -> Vec<(SplitWhy, &'a str, &'a str)> {
        split_names(params).into_iter().map(|split| (split.why, split.usual, split.rare)).collect()
    }

    #[test]
    fn case_and_joints() {
        let params = [param("a", "file_path", ""), param("b", "filePath", ""), param("c", "file_path", ""), param("d", "filepath", "")];
        assert_eq!(told(&params), [(SplitWhy::SameWords, "file_path", "filePath"), (SplitWhy::SameWords, "file_path", "filepath")]);
        assert_eq!(told(&[param("a", "L0_mm", ""), param("b", "l0_mm", "")]), []);
        assert_eq!(told(&[param("a", "ID", ""), param("b", "id", "")]), [(SplitWhy::SameWords, "ID", "id")]);
    }

    #[test]
    fn trailing_nouns() {
        let split =
            [param("a", "match_text", "Only lines that contain this text."), param("b", "match", "Only frames that contain this text.")];
        assert_eq!(told(&split), [(SplitWhy::TrailingNoun, "match_text", "match")]);
        let unlike = [param("a", "match_text", "Only lines that contain this text."), param("b", "match", "How many to strike at once.")];
        assert_eq!(told(&unlike), []);
        let unsaid = [param("a", "project_id", "The project to look at."), param("b", "project", "The project to look into.")];
        assert_eq!(told(&unsaid), []);
        let said = [param("a", "project_id", "The project's id."), param("b", "project", "The id of the project.")];
        assert_eq!(told(&said), [(SplitWhy::TrailingNoun, "project_id", "project")]);
        let together = [param("a", "match_text", "Only lines with this text."), param("a", "match", "Only lines with this text.")];
        assert_eq!(told(&together), []);
    }

    #[test]
    fn equal_descriptions() {
        let split = [param("a", "since", "Continue after this event."), param("b", "cursor", "continue after this event")];
        assert_eq!(told(&split), [(SplitWhy::SameDescription, "since", "cursor")]);
        let bound = [param("a", "limit", "Must begin with a letter"), param("b", "depth", "Must begin with a letter")];
        assert_eq!(told(&bound), []);
        let short = [param("a", "limit", "How many?"), param("b", "depth", "How many?")];
        assert_eq!(told(&short), []);
        let twice = [
            param("a", "from_port", "Index of the port."),
            param("a", "to_port", "Index of the port."),
            param("b", "port", "Index of the port."),
        ];
        assert_eq!(told(&twice), []);
    }
}
