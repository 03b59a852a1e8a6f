//! A baseline: findings that a team knows and has not mended yet, by fingerprint and count. What is on it is hidden and counted; what
//! is new fails; what was mended can be taken out.
//!
//! The file is one entry a line, in an order of its own, so that a pull request shows what was added and what was paid.

use crate::report::{self, Entry};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const VERSION: u64 = 1;

/// Findings about exceptions and about captures are mended: they say nothing of the server.
const NEVER: [&str; 2] = ["allow/", "capture/"];

/// How a run treats findings that are known.
#[derive(Debug, Clone, Default)]
pub(crate) enum Debt {
    #[default]
    None,
    /// These are known.
    Known(Baseline),
    /// All that are found become known.
    Adopt,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Baseline {
    by_fingerprint: BTreeMap<String, Known>,
}

/// One entry. All but the fingerprint and the count is there for people.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Known {
    pub(crate) rule: String,
    #[serde(default)]
    pub(crate) server: Option<String>,
    #[serde(default)]
    pub(crate) tool: Option<String>,
    #[serde(default)]
    pub(crate) param: Option<String>,
    pub(crate) fingerprint: String,
    #[serde(default = "one")]
    pub(crate) count: u64,
}

fn one() -> u64 {
    1
}

#[derive(Deserialize)]
struct File {
    version: u64,
    findings: Vec<Known>,
}

impl Baseline {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let file: File = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| format!("is no baseline: {error}"))?;
        if file.version != VERSION {
            return Err(format!("is a baseline of version {}: this wirelint reads version {VERSION}", file.version));
        }
        let mut all = Self::default();
        for known in file.findings {
            // A merge of two branches may leave an entry twice.
            let count = known.count;
            let entry = all.by_fingerprint.entry(known.fingerprint.clone()).or_insert(known);
            entry.count = entry.count.max(count);
        }
        Ok(all)
    }

    /// All that was found.
    pub(crate) fn of(entries: &[Entry]) -> Self {
        let debt = entries.iter().filter(|entry| !NEVER.iter().any(|family| entry.rule.starts_with(family)));
        let known = |entry: &Entry| Known {
            rule: entry.rule.to_owned(),
            server: entry.server.clone(),
            tool: entry.tool.clone(),
            param: entry.param.clone(),
            fingerprint: entry.fingerprint.clone(),
            count: entry.count,
        };
        Self { by_fingerprint: debt.map(|entry| (entry.fingerprint.clone(), known(entry))).collect() }
    }

    /// What both hold: of an old baseline, what is left of it.
    pub(crate) fn left_of(&self, old: &Self) -> Self {
        let left = self.by_fingerprint.iter().filter_map(|(fingerprint, known)| {
            let count = known.count.min(old.by_fingerprint.get(fingerprint)?.count);
            Some((fingerprint.clone(), Known { count, ..known.clone() }))
        });
        Self { by_fingerprint: left.collect() }
    }

    /// Hides what is known, and says how much that was. Of an entry that stands for more findings than are known, the rest stays.
    pub(crate) fn hide(&self, entries: &mut Vec<Entry>) -> u64 {
        let mut hidden = 0;
        entries.retain_mut(|entry| {
            let known = self.by_fingerprint.get(&entry.fingerprint).map_or(0, |known| known.count).min(entry.count);
            hidden += known;
            entry.count -= known;
            entry.count > 0
        });
        hidden
    }

    /// What is on this baseline and was not found, or was found less often.
    pub(crate) fn paid(&self, found: &Self) -> Vec<&Known> {
        let still = |known: &Known| found.by_fingerprint.get(&known.fingerprint).map_or(0, |found| found.count);
        let mut paid: Vec<&Known> = self.by_fingerprint.values().filter(|known| still(known) < known.count).collect();
        paid.sort_by(|a, b| order(a).cmp(&order(b)));
        paid
    }

    pub(crate) fn text(&self) -> String {
        let mut all: Vec<&Known> = self.by_fingerprint.values().collect();
        all.sort_by(|a, b| order(a).cmp(&order(b)));
        let mut out = format!("{{\n  \"version\": {VERSION},\n  \"findings\": [");
        for (at, known) in all.iter().enumerate() {
            out.push_str(if at == 0 { "\n    {" } else { ",\n    {" });
            let _ = write!(out, "\"rule\": {}", report::line(&known.rule));
            for (key, name) in [("server", &known.server), ("tool", &known.tool), ("param", &known.param)] {
                if let Some(name) = name {
                    let _ = write!(out, ", \"{key}\": {}", report::line(name));
                }
            }
            let _ = write!(out, ", \"fingerprint\": {}, \"count\": {}}}", report::line(&known.fingerprint), known.count);
        }
        out.push_str(if all.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
        out
    }
}

fn order(known: &Known) -> (&str, &Option<String>, &str) {
    (&known.rule, &known.tool, &known.fingerprint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(rule: &str, tool: Option<&str>, fingerprint: &str, count: u64) -> Known {
        Known { rule: rule.into(), server: None, tool: tool.map(str::to_owned), param: None, fingerprint: fingerprint.into(), count }
    }

    fn baseline(all: &[Known]) -> Baseline {
        Baseline { by_fingerprint: all.iter().map(|known| (known.fingerprint.clone(), known.clone())).collect() }
    }

    #[test]
    fn one_entry_a_line_by_rule_tool_and_fingerprint() {
        let all = baseline(&[
            known("b/y", Some("one"), "1-01", 1),
            known("a/x", Some("two"), "1-02", 3),
            known("a/x", Some("o\u{202e}ne"), "1-03", 1),
            known("a/x", None, "1-04", 1),
        ]);
        let text = all.text();
        insta::assert_snapshot!(text, @r#"
        {
          "version": 1,
          "findings": [
            {"rule": "a/x", "fingerprint": "1-04", "count": 1},
            {"rule": "a/x", "tool": "o\u202ene", "fingerprint": "1-03", "count": 1},
            {"rule": "a/x", "tool": "two", "fingerprint": "1-02", "count": 3},
            {"rule": "b/y", "tool": "one", "fingerprint": "1-01", "count": 1}
          ]
        }
        "#);
        assert_eq!(Baseline::parse(&text), Ok(all));
        assert_eq!(Baseline::parse(&Baseline::default().text()), Ok(Baseline::default()));
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        for text in ["", "[]", "{}", r#"{"version": 2, "findings": []}"#, r#"{"version": 1, "findings": [{"rule": "a/x"}]}"#] {
            assert!(Baseline::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn paid_in_part_and_paid_in_full() {
        let old = baseline(&[known("a/x", None, "1-01", 3), known("a/y", None, "1-02", 1), known("a/z", None, "1-03", 1)]);
        let found = baseline(&[known("a/x", None, "1-01", 2), known("a/z", None, "1-03", 5), known("a/new", None, "1-04", 1)]);
        let paid: Vec<&str> = old.paid(&found).into_iter().map(|known| known.rule.as_str()).collect();
        assert_eq!(paid, ["a/x", "a/y"]);
        assert_eq!(found.left_of(&old), baseline(&[known("a/x", None, "1-01", 2), known("a/z", None, "1-03", 1)]));
    }
}
