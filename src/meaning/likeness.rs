//! Could a key that a caller sent stand for a parameter?

use super::table;
use super::words::{same_words, singular, words};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// How near two names are, from far to near.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Likeness {
    /// Another word for the same: `dir` for `folder_path`.
    Synonym,
    /// The words of one are the head or the tail of the other: `path` for `folder_path`.
    Contains,
    /// The same words: `filePath` for `file_path`.
    SameWords,
}

/// None: it could not.
pub(crate) fn likeness(sent: &str, param: &str) -> Option<Likeness> {
    if same_words(sent, param) {
        return Some(Likeness::SameWords);
    }
    let (sent, param) = (words(sent), words(param));
    if holds(&sent, &param, is_same) {
        return Some(Likeness::Contains);
    }
    let whole = is_synonym(&sent.join("_"), &param.join("_"));
    (whole || holds(&sent, &param, |a, b| is_same(a, b) || is_synonym(a, b))).then_some(Likeness::Synonym)
}

/// Is one the head or the tail of the other?
fn holds(a: &[String], b: &[String], same: impl Fn(&str, &str) -> bool) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let all = |part: Option<&[String]>| part.is_some_and(|part| part.iter().zip(short).all(|(a, b)| same(a, b)));
    !short.is_empty() && (all(long.get(..short.len())) || all(long.get(long.len() - short.len()..)))
}

fn is_same(a: &str, b: &str) -> bool {
    a == b || singular(a) == singular(b) || (a == "ids" && b == "id") || (a == "id" && b == "ids")
}

fn is_synonym(a: &str, b: &str) -> bool {
    groups(a) & groups(b) != 0
}

/// A bit for each group of synonyms that a word is in.
fn groups(word: &str) -> u64 {
    const { assert!(table::SYNONYMS.len() <= 64, "a bit for each group") };
    static GROUPS: LazyLock<FxHashMap<&str, u64>> = LazyLock::new(|| {
        let mut groups = FxHashMap::default();
        for (at, group) in table::SYNONYMS.iter().enumerate() {
            group.iter().for_each(|word| *groups.entry(*word).or_default() |= 1 << at);
        }
        groups
    });
    GROUPS.get(word).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far() {
        use Likeness::{Contains, SameWords, Synonym};
        let table = [
            ("filePath", "file_path", Some(SameWords)),
            ("path", "folder_path", Some(Contains)),
            ("id", "node_id", Some(Contains)),
            ("page_id", "id", Some(Contains)),
            ("files", "file", Some(Contains)),
            ("directories", "directory", Some(Contains)),
            ("filename", "file_path", Some(Synonym)),
            ("dir", "folder_path", Some(Synonym)),
            ("dir_path", "folder_path", Some(Synonym)),
            ("directory", "folder", Some(Synonym)),
            ("q", "query", Some(Synonym)),
            ("search", "query", Some(Synonym)),
            ("text", "content", Some(Synonym)),
            ("cmd", "command", Some(Synonym)),
            ("max_results", "limit", Some(Synonym)),
            ("recursive", "path", None),
            ("colour", "limit", None),
            ("", "path", None),
            ("_", "_", None),
        ];
        for (sent, param, expected) in table {
            assert_eq!(likeness(sent, param), expected, "{sent} for {param}");
        }
        assert!(Synonym < Contains && Contains < SameWords);
    }
}
