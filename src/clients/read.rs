//! From `table.toml` to the table. What every run asks for is written plainly there, a `key = value` a line, and read without a reader
//! of TOML, which would take longer than many a check. `sound` holds the table to its form, and this reading to that of TOML.

use super::{Advice, Client, Confidence, Effect, NamePattern, Parameters, Row, Set, Table};
use crate::config::Date;

pub(super) fn read(text: &str) -> Table {
    let mut table = Table::default();
    for block in blocks(text) {
        match block.name {
            "client" => table.clients.extend(client(&block)),
            "rule" => table.rules.extend(advice(&block)),
            "row" => table.rows.extend(row(&block, &table.clients)),
            _ => {}
        }
    }
    table
}

/// The names of the clients alone, for those who only want to know whether a word is one. They stand first.
pub(super) fn client_names(text: &'static str) -> Vec<&'static str> {
    let clients = blocks(text).take_while(|block| block.name == "client");
    clients.filter_map(|block| block.text("name")).collect()
}

fn client(block: &Block<'_>) -> Option<Client> {
    let set = match block.text("set")? {
        "default" => Set::Default,
        "host" => Set::Host,
        _ => Set::Named,
    };
    Some(Client { name: block.text("name")?.to_owned(), title: block.text("title")?.to_owned(), set })
}

fn advice(block: &Block<'_>) -> Option<Advice> {
    Some(Advice { id: block.text("id")?.to_owned(), advice: block.text("advice")?.to_owned() })
}

fn row(block: &Block<'_>, clients: &[Client]) -> Option<Row> {
    let name = block.text("client")?;
    let (year, month) = block.text("date")?.split_once('-')?;
    let text = |key: &str| block.text(key).unwrap_or_default().to_owned();
    Some(Row {
        id: block.text("id")?.to_owned(),
        client: clients.iter().position(|client| client.name == name)?,
        parameters: Parameters {
            pattern: block.text("pattern").and_then(NamePattern::parse),
            max: block.value("max").and_then(|value| value.parse().ok()),
            words: block.value("words").map(texts).unwrap_or_default(),
            only: block.value("only") == Some("true"),
            what: text("what"),
            prefix: text("prefix"),
        },
        effect: Effect::named(block.text("effect")?)?,
        source: text("source"),
        date: Date::new(year.parse().ok()?, month.parse().ok()?, 1)?,
        confidence: Confidence::named(block.text("confidence")?)?,
    })
}

/// `["a", "b"]`.
fn texts(value: &str) -> Vec<String> {
    let inside = value.trim_matches(['[', ']']);
    inside.split(',').filter_map(|item| unquoted(item.trim())).map(str::to_owned).collect()
}

fn unquoted(value: &str) -> Option<&str> {
    ["'''", "'", "\""].iter().find_map(|mark| value.strip_prefix(mark)?.strip_suffix(mark))
}

/// `[[name]]` and its own lines; what follows under another heading, such as `[rule.bad]`, is not looked at.
struct Block<'t> {
    name: &'t str,
    entries: Vec<(&'t str, &'t str)>,
}

impl<'t> Block<'t> {
    fn value(&self, key: &str) -> Option<&'t str> {
        self.entries.iter().find(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    fn text(&self, key: &str) -> Option<&'t str> {
        self.value(key).and_then(unquoted)
    }
}

fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let starts = memchr::memmem::find_iter(text.as_bytes(), "\n[[");
    starts.filter_map(move |at| {
        let heading = text.get(at..)?.strip_prefix("\n[[")?;
        let (name, body) = heading.split_at_checked(memchr::memchr(b'\n', heading.as_bytes())? + 1)?;
        let name = name.strip_suffix("]]\n")?;
        let mut entries = Vec::with_capacity(12);
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', body.as_bytes()) {
            let line = body.get(start..end).unwrap_or("");
            if line.starts_with('[') {
                break;
            }
            entries.extend(
                memchr::memchr(b'=', line.as_bytes()).and_then(|at| Some((line.get(..at)?.trim_end(), line.get(at + 1..)?.trim_start()))),
            );
            start = end + 1;
        }
        Some(Block { name, entries })
    })
}
