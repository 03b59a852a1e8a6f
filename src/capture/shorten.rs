//! What is kept of a value while its call waits: a text longer than 256 bytes becomes its length and a hash. Equal texts stay equal,
//! and nothing of them can be read back.

use memchr::memmem::Finder;
use rustc_hash::FxHasher;
use serde_json::Value;
use std::hash::Hasher;
use std::sync::LazyLock;

const LONGEST: usize = 256;
/// No JSON text that a person writes starts so.
const MARK: &str = "\u{0}wirelint:";

pub(crate) fn shorten(value: &mut Value) {
    match value {
        Value::String(text) if text.len() > LONGEST => {
            let mut hash = FxHasher::default();
            hash.write(text.as_bytes());
            *text = format!("{MARK}{}:{:016x}", text.len(), hash.finish());
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        Value::Object(members) => members.values_mut().for_each(shorten),
        _ => {}
    }
}

/// Does this text stand for a longer one?
pub(crate) fn is_hash(text: &str) -> bool {
    text.starts_with(MARK) || is_cut(text)
}

/// Has a log cut a piece out of it, as in `…[18778 chars truncated]…`?
pub(super) fn is_cut(text: &str) -> bool {
    static END: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" truncated]"));
    END.find_iter(text.as_bytes()).any(|at| {
        let head = text.get(..at).unwrap_or("");
        let number = ["chars", "characters", "bytes"].iter().find_map(|unit| head.strip_suffix(unit)?.strip_suffix(' '));
        number.is_some_and(|head| {
            let open = head.trim_end_matches(|c: char| c.is_ascii_digit());
            open.len() < head.len() && open.ends_with('[')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_log_has_cut() {
        for (text, cut) in
            [("a…[18778 chars truncated]…z", true), ("[3 bytes truncated]", true), ("[it was truncated]", false), ("a truncated]", false)]
        {
            assert_eq!(is_cut(text), cut, "{text}");
        }
    }

    #[test]
    fn long_texts_keep_their_identity_alone() {
        let (a, b) = ("x".repeat(300), "y".repeat(300));
        let mut values = json!([a, {"k": a}, b, "short"]);
        shorten(&mut values);
        assert_eq!(values[0], values[1]["k"]);
        assert_ne!(values[0], values[2]);
        assert_eq!(values[3], "short");
        assert!(values[0].as_str().is_some_and(is_hash) && !is_hash("short"));
    }
}
