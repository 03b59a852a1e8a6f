//! Patterns over paths: where the files of a server lie.

use globset::{GlobBuilder, GlobMatcher};
use std::ops::Range;

/// A path relative to the config's folder, or a pattern over such paths: `*` within a folder, `**` across folders, `?`, `[a-z]`,
/// `{a,b}`.
#[derive(Debug, Clone)]
pub(crate) struct PathPattern {
    text: String,
    pub(crate) span: Range<usize>,
    matcher: GlobMatcher,
}

impl PathPattern {
    /// The error is a reason, in words.
    pub(super) fn parse(text: &str, span: Range<usize>) -> Result<Self, String> {
        let text = text.strip_prefix("./").unwrap_or(text);
        if text.is_empty() {
            return Err("it is empty".to_owned());
        }
        let glob = GlobBuilder::new(text).literal_separator(true).build().map_err(|error| error.kind().to_string())?;
        Ok(Self { text: text.to_owned(), span, matcher: glob.compile_matcher() })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// It names one path.
    pub(crate) fn is_plain(&self) -> bool {
        !self.text.contains(['*', '?', '[', '{', '\\'])
    }

    /// The folder below which everything that it matches lies; empty for the config's own.
    pub(crate) fn root(&self) -> &str {
        let fixed = self.text.find(['*', '?', '[', '{', '\\']).map_or(self.text.as_str(), |at| self.text.get(..at).unwrap_or(""));
        match fixed.rfind('/') {
            Some(0) => "/",
            Some(at) => fixed.get(..at).unwrap_or(""),
            None => "",
        }
    }

    /// The path is relative to the config's folder, with `/`.
    pub(crate) fn matches(&self, path: &str) -> bool {
        self.matcher.is_match(path)
    }
}

impl PartialEq for PathPattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.span == other.span
    }
}

impl Eq for PathPattern {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_and_matches() {
        for (text, plain, root, yes, no) in [
            ("snapshots/tools.json", true, "snapshots", "snapshots/tools.json", "tools.json"),
            ("./tools.json", true, "", "tools.json", "a/tools.json"),
            ("captures/**/*.jsonl", false, "captures", "captures/a/b/c.jsonl", "captures/a/b/c.json"),
            ("captures/**/*.jsonl", false, "captures", "captures/c.jsonl", "c.jsonl"),
            ("*.json", false, "", "a.json", "a/b.json"),
            ("a/b-{x,y}/c?.json", false, "a", "a/b-y/c1.json", "a/b-z/c1.json"),
            ("/srv/*.json", false, "/srv", "/srv/a.json", "/srv/a/b.json"),
            ("/*.json", false, "/", "/a.json", "a.json"),
        ] {
            let pattern = PathPattern::parse(text, 0..0).expect(text);
            assert_eq!((pattern.is_plain(), pattern.root()), (plain, root), "{text}");
            assert!(pattern.matches(yes), "{text} on {yes}");
            assert!(!pattern.matches(no), "{text} on {no}");
        }
    }

    #[test]
    fn bad_patterns_say_why() {
        for (text, why) in [
            ("a[", "unclosed character class; missing ']'"),
            ("{a", "unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)"),
            ("", "it is empty"),
        ] {
            assert_eq!(PathPattern::parse(text, 0..0).err().as_deref(), Some(why), "{text}");
        }
    }
}
