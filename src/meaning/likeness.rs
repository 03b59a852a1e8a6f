//! Could a key that a caller sent stand for a parameter?

use super::table;
use super::words::{same_words, singular, words};

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
    table::SYNONYMS.iter().any(|group| group.contains(&a) && group.contains(&b))
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
