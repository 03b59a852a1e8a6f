//! The pages of the ids, as `table.toml` writes them: texts over several lines, and files of examples. Read when a page is asked for.

use super::TEXT;
use std::sync::LazyLock;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The page of one id.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) id: String,
    pub(super) summary: String,
    pub(super) why: String,
    pub(super) advice: String,
    /// Files of the examples: name and text.
    pub(super) bad: Vec<(String, String)>,
    pub(super) good: Vec<(String, String)>,
}

/// The pages. What is no page is not among them; a test sees to it that all are.
pub(super) fn of(id: &str) -> Option<&'static Page> {
    static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| read(TEXT).unwrap_or_default());
    PAGES.iter().find(|page| page.id == id)
}

pub(super) fn read(text: &str) -> Option<Vec<Page>> {
    let document = DeTable::parse(text).ok()?;
    value(document.get_ref(), "rule")?.as_array()?.iter().map(|rule| page(rule.get_ref().as_table()?)).collect()
}

fn page(rule: &DeTable<'_>) -> Option<Page> {
    let text = |key: &str| Some(value(rule, key)?.as_str().filter(|text| !text.trim().is_empty())?.to_owned());
    Some(Page {
        id: text("id")?,
        summary: text("summary")?,
        why: text("why")?,
        advice: text("advice")?,
        bad: files(rule, "bad")?,
        good: files(rule, "good")?,
    })
}

fn value<'t, 'i>(table: &'t DeTable<'i>, key: &str) -> Option<&'t DeValue<'i>> {
    table.iter().find(|(known, _)| known.get_ref() == key).map(|(_, value)| value.get_ref())
}

/// `{"tools.json" = "..."}`.
fn files(rule: &DeTable<'_>, key: &str) -> Option<Vec<(String, String)>> {
    let file = |(name, text): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        Some((name.get_ref().to_string(), text.get_ref().as_str()?.to_owned()))
    };
    value(rule, key)?.as_table()?.iter().map(file).collect()
}
