//! Reading a spanned TOML document key by key, and keeping a list of what is wrong on the way.

use super::known::{Known, Words, client, quoted, unknown};
use super::{ClientWord, Fault, Located, Selector};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(super) type Item<'t, 's> = &'t Spanned<DeValue<'s>>;

/// A key and its value.
pub(super) type Entry<'t, 's> = (Located<&'t str>, Item<'t, 's>);

/// A table and how it is called: `[wire]`, `[[expect]]`.
#[derive(Clone, Copy)]
pub(super) struct Table<'t, 's> {
    name: &'static str,
    keys: &'t DeTable<'s>,
    start: usize,
    end: usize,
}

impl<'t, 's> Table<'t, 's> {
    pub(super) fn root(document: &'t Spanned<DeTable<'s>>) -> Self {
        Self { name: "the top level", keys: document.get_ref(), start: 0, end: 0 }
    }

    /// Its header; the table itself where it is written inline.
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    pub(super) fn get(&self, key: &str) -> Option<Item<'t, 's>> {
        self.keys.get(key)
    }

    /// There is something under this key, right or wrong.
    pub(super) fn has_items(&self, key: &str) -> bool {
        self.get(key).is_some_and(|found| match found.get_ref() {
            DeValue::Array(items) => !items.is_empty(),
            DeValue::Table(keys) => !keys.is_empty(),
            _ => true,
        })
    }

    /// Keys and values in the order of the text.
    pub(super) fn entries(&self) -> Vec<Entry<'t, 's>> {
        let mut entries: Vec<_> =
            self.keys.iter().map(|(key, value)| (Located { value: key.get_ref().as_ref(), span: key.span() }, value)).collect();
        entries.sort_by_key(|(key, _)| key.span.start);
        entries
    }
}

pub(super) struct Reader<'k> {
    pub(super) known: &'k Known<'k>,
    faults: Vec<Fault>,
}

impl<'k> Reader<'k> {
    pub(super) fn new(known: &'k Known<'k>) -> Self {
        Self { known, faults: Vec::new() }
    }

    /// All faults, in the order of the text.
    pub(super) fn into_faults(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
        self.faults
    }

    pub(super) fn fault(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<&str>) {
        self.faults.push(Fault { span, message: message.into(), help: help.map(str::to_owned) });
    }

    /// Keeps what is good; what is not becomes a fault at this span.
    pub(super) fn take<T>(&mut self, span: Range<usize>, result: Result<T, Words>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err((message, help)) => {
                self.faults.push(Fault { span, message, help });
                None
            }
        }
    }

    /// Every key of the table must be one of these.
    pub(super) fn keys(&mut self, table: Table<'_, '_>, known: &[&str]) {
        for (key, _) in table.entries() {
            if !known.contains(&key.value) {
                let (message, _) = unknown("key", key.value, known);
                self.fault(key.span, message, Some(&format!("keys of {}: {}", table.name, quoted(known))));
            }
        }
    }

    fn wrong_type(&mut self, what: &str, wanted: &str, found: Item<'_, '_>, help: Option<&str>) {
        let found_type = type_words(found.get_ref());
        self.fault(found.span(), format!("{what} must be {wanted}, not {found_type}"), help);
    }

    /// The table under this key.
    pub(super) fn table<'t, 's>(&mut self, parent: Table<'t, 's>, key: &str, name: &'static str) -> Option<Table<'t, 's>> {
        let found = parent.get(key)?;
        match found.get_ref() {
            DeValue::Table(keys) => Some(Table { name, keys, start: found.span().start, end: found.span().end }),
            DeValue::Array(_) => {
                self.wrong_type(&format!("`{key}`"), "a table", found, Some(&format!("write `{name}` once")));
                None
            }
            _ => {
                self.wrong_type(&format!("`{key}`"), "a table", found, Some(&format!("write `{name}` on a line of its own")));
                None
            }
        }
    }

    /// The tables under this key, each with its own header.
    pub(super) fn tables<'t, 's>(&mut self, parent: Table<'t, 's>, key: &str, name: &'static str) -> Vec<Table<'t, 's>> {
        let Some(found) = parent.get(key) else { return Vec::new() };
        let help = format!("write `{name}` on a line of its own before each entry");
        let DeValue::Array(items) = found.get_ref() else {
            self.wrong_type(&format!("`{key}`"), "a list of tables", found, Some(&help));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in items.iter() {
            match item.get_ref() {
                DeValue::Table(keys) => tables.push(Table { name, keys, start: item.span().start, end: item.span().end }),
                _ => self.wrong_type(&format!("an entry of `{key}`"), "a table", item, Some(&help)),
            }
        }
        tables
    }

    /// The entries of a table whose keys are people's own words. No such entry holds a table: where one does, dots without quotes
    /// made it.
    pub(super) fn entries<'t, 's>(&mut self, parent: Table<'t, 's>, key: &str, name: &'static str) -> Vec<Entry<'t, 's>> {
        let mut entries = self.table(parent, key, name).map(|table| table.entries()).unwrap_or_default();
        entries.retain(|(key, value)| {
            let is_table = value.get_ref().is_table();
            if is_table {
                let help = "a dot without quotes begins a table: quote the whole key";
                self.fault(key.span.clone(), format!("`{}` is a table in {name}", key.value), Some(help));
            }
            !is_table
        });
        entries
    }

    /// A string that says something.
    pub(super) fn text(&mut self, what: &str, found: Item<'_, '_>) -> Option<Located<String>> {
        match found.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => {
                self.fault(found.span(), format!("{what} is empty"), None);
                None
            }
            DeValue::String(text) => Some(Located { value: text.to_string(), span: found.span() }),
            _ => {
                self.wrong_type(what, "a string", found, None);
                None
            }
        }
    }

    pub(super) fn string(&mut self, table: Table<'_, '_>, key: &str) -> Option<Located<String>> {
        let found = table.get(key)?;
        self.text(&format!("`{key}`"), found)
    }

    pub(super) fn boolean(&mut self, table: Table<'_, '_>, key: &str) -> Option<Located<bool>> {
        let found = table.get(key)?;
        match found.get_ref() {
            DeValue::Boolean(value) => Some(Located { value: *value, span: found.span() }),
            _ => {
                self.wrong_type(&format!("`{key}`"), "`true` or `false`", found, None);
                None
            }
        }
    }

    /// A whole number from 1 on.
    pub(super) fn count(&mut self, table: Table<'_, '_>, key: &str) -> Option<u64> {
        let found = table.get(key)?;
        match found.get_ref() {
            DeValue::Integer(number) => {
                let count = u64::from_str_radix(number.as_str(), number.radix()).ok().filter(|count| *count > 0);
                if count.is_none() {
                    self.fault(found.span(), format!("`{key}` must be 1 or more"), None);
                }
                count
            }
            DeValue::Float(_) => {
                self.fault(found.span(), format!("`{key}` must be a whole number, not a number with a fraction"), None);
                None
            }
            _ => {
                self.wrong_type(&format!("`{key}`"), "a whole number", found, None);
                None
            }
        }
    }

    /// The strings of a list under this key; none where there is no such key.
    pub(super) fn strings(&mut self, table: Table<'_, '_>, key: &str) -> Vec<Located<String>> {
        match table.get(key) {
            Some(found) => self.string_items(&format!("`{key}`"), found),
            None => Vec::new(),
        }
    }

    pub(super) fn list<'t, 's>(&mut self, what: &str, wanted: &str, found: Item<'t, 's>) -> Option<&'t [Spanned<DeValue<'s>>]> {
        if let DeValue::Array(items) = found.get_ref() {
            return Some(items);
        }
        let text = found.get_ref().as_str();
        let help = text.map(|text| format!("write `[{}]`", Value::from(text)));
        self.wrong_type(what, wanted, found, help.as_deref());
        None
    }

    /// One of a few words.
    pub(super) fn word<T>(&mut self, table: Table<'_, '_>, key: &str, read: fn(&str) -> Result<T, Words>) -> Option<T> {
        let word = self.string(table, key)?;
        self.take(word.span, read(&word.value))
    }

    /// A list of such words.
    pub(super) fn words<T>(&mut self, table: Table<'_, '_>, key: &str, read: fn(&str) -> Result<T, Words>) -> Vec<T> {
        let words = self.strings(table, key);
        words.into_iter().filter_map(|word| self.take(word.span, read(&word.value))).collect()
    }

    /// The clients of a list.
    pub(super) fn clients(&mut self, table: Table<'_, '_>, key: &str) -> Vec<ClientWord> {
        let words = self.strings(table, key);
        words.into_iter().filter_map(|word| self.take(word.span, client(&word.value, self.known))).collect()
    }

    /// The strings of a list. One that stands twice is a slip.
    pub(super) fn string_items(&mut self, what: &str, found: Item<'_, '_>) -> Vec<Located<String>> {
        let Some(items) = self.list(what, "a list of strings", found) else { return Vec::new() };
        let mut seen = BTreeSet::new();
        let mut strings = Vec::new();
        for item in items {
            let Some(string) = self.text(&format!("an entry of {what}"), item) else { continue };
            if seen.insert(string.value.clone()) {
                strings.push(string);
            } else {
                self.fault(string.span, format!("`{}` stands twice in {what}", string.value), None);
            }
        }
        strings
    }

    pub(super) fn selector(&mut self, text: &Located<&str>) -> Option<Selector> {
        let result = Selector::parse(text.value)
            .map_err(|bad| (format!("bad pattern `{}`: {}", text.value, bad.message()), Some(bad.help().to_owned())));
        self.take(text.span.clone(), result)
    }

    pub(super) fn selectors(&mut self, table: Table<'_, '_>, key: &str) -> Vec<Located<Selector>> {
        let texts = self.strings(table, key);
        texts
            .into_iter()
            .filter_map(|text| {
                let value = self.selector(&text.borrowed())?;
                Some(Located { value, span: text.span })
            })
            .collect()
    }

    /// A key that an entry cannot do without.
    pub(super) fn demand(&mut self, table: Table<'_, '_>, key: &str, help: &str) {
        match table.get(key).map(Spanned::get_ref) {
            None => self.fault(table.span(), format!("this {} has no `{key}`", table.name), Some(help)),
            Some(DeValue::Array(items)) if items.is_empty() => {
                let span = table.get(key).map_or(table.span(), Spanned::span);
                self.fault(span, format!("`{key}` is empty"), Some(help));
            }
            Some(_) => {}
        }
    }

    /// A string, a number, `true` or `false`.
    pub(super) fn scalar(&mut self, what: &str, found: Item<'_, '_>) -> Option<Value> {
        match found.get_ref() {
            DeValue::Array(_) | DeValue::Table(_) | DeValue::Datetime(_) => {
                self.wrong_type(what, "a string, a number, `true` or `false`", found, None);
                None
            }
            _ => self.value(what, found),
        }
    }

    /// What JSON can say too.
    pub(super) fn value(&mut self, what: &str, found: Item<'_, '_>) -> Option<Value> {
        match found.get_ref() {
            DeValue::String(text) => Some(Value::String(text.to_string())),
            DeValue::Boolean(value) => Some(Value::Bool(*value)),
            DeValue::Integer(number) => {
                let signed = i64::from_str_radix(number.as_str(), number.radix()).map(Value::from);
                let value = signed.or_else(|_| u64::from_str_radix(number.as_str(), number.radix()).map(Value::from)).ok();
                if value.is_none() {
                    self.fault(found.span(), format!("{what} is beyond 64 bits"), None);
                }
                value
            }
            DeValue::Float(number) => {
                let value = number.as_str().parse().ok().and_then(serde_json::Number::from_f64).map(Value::Number);
                if value.is_none() {
                    self.fault(found.span(), format!("{what} is a number that JSON does not have"), None);
                }
                value
            }
            DeValue::Datetime(_) => {
                self.wrong_type(what, "a value that JSON has", found, Some("put it in quotes: JSON writes dates as strings"));
                None
            }
            DeValue::Array(items) => items.iter().map(|item| self.value(what, item)).collect::<Option<Vec<_>>>().map(Value::Array),
            DeValue::Table(keys) => keys
                .iter()
                .map(|(key, item)| Some((key.get_ref().to_string(), self.value(what, item)?)))
                .collect::<Option<serde_json::Map<_, _>>>()
                .map(Value::Object),
        }
    }
}

fn type_words(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
