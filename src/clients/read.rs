//! From `table.toml` to the table. Every key is known, every row is whole, or nothing is read.

use super::{Client, Confidence, Constraint, Effect, NamePattern, Parameters, Row, Set, Table};
use crate::config::Date;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Which parameters the rows of an id have; those with `?` may be missing.
const IDS: &[(&str, &[&str])] = &[
    ("annotations", &["words", "what"]),
    ("array-items", &[]),
    ("boolean-schema", &["what"]),
    ("description-length", &["max", "what"]),
    ("empty-object", &[]),
    ("enum-type", &[]),
    ("format", &["words"]),
    ("keyword", &["words", "only?"]),
    ("metaschema", &["what"]),
    ("output-schema", &["what"]),
    ("param-name", &["pattern", "what"]),
    ("pattern", &["what"]),
    ("prefixed-name", &["prefix", "max"]),
    ("ref", &["what"]),
    ("required", &[]),
    ("root-combinator", &["words"]),
    ("root-properties", &[]),
    ("root-type", &[]),
    ("strict", &["what", "max?"]),
    ("tool-count", &["max"]),
    ("tool-name", &["pattern"]),
    ("type-array", &[]),
    ("type-missing", &[]),
];

/// The aspects that `what` can name.
const ASPECTS: &[(&str, &[&str])] = &[
    ("annotations", &["all", "one", "field"]),
    ("boolean-schema", &["property", "any"]),
    ("description-length", &["characters", "bytes"]),
    ("metaschema", &["draft-07", "2020-12"]),
    ("output-schema", &["root-type", "invalid", "pattern", "empty-enum", "dialect", "tuple"]),
    ("param-name", &["root", "any"]),
    ("pattern", &["look-around", "unanchored", "class"]),
    ("ref", &["any", "recursive", "sibling"]),
    ("strict", &["closed", "all-required", "optional", "unions", "properties", "depth"]),
];

type Problem<T> = Result<T, String>;

pub(super) fn read(text: &str) -> Problem<Table> {
    let document = DeTable::parse(text).map_err(|error| error.to_string())?;
    let root = Keys { name: "the top level", table: document.get_ref() };
    root.known(&["client", "rule", "row"])?;
    let mut table = Table::default();
    for client in root.tables("client")? {
        client.known(&["name", "title", "set"])?;
        let set = match client.text("set")? {
            "default" => Set::Default,
            "host" => Set::Host,
            "named" => Set::Named,
            other => return Err(format!("no set `{other}`")),
        };
        table.clients.push(Client { name: client.text("name")?.to_owned(), title: client.text("title")?.to_owned(), set });
    }
    for rule in root.tables("rule")? {
        rule.known(&["id", "summary", "why", "advice", "bad", "good"])?;
        let id = rule.text("id")?;
        if !IDS.iter().any(|(known, _)| *known == id) {
            return Err(format!("no id `{id}`"));
        }
        let text = |key: &str| rule.text(key).map(str::to_owned);
        let (bad, good) = (rule.files("bad")?, rule.files("good")?);
        table.rules.push(Constraint {
            id: id.to_owned(),
            summary: text("summary")?,
            why: text("why")?,
            advice: text("advice")?,
            bad,
            good,
        });
    }
    for row in root.tables("row")? {
        let read =
            self::row(&row, &table.clients).map_err(|why| format!("{why}, in the row of {:?} {:?}", row.text("client"), row.text("id")))?;
        table.rows.push(read);
    }
    match IDS.iter().find(|(id, _)| !table.rules.iter().any(|rule| rule.id == *id) || !table.rows.iter().any(|row| row.id == *id)) {
        Some((id, _)) => Err(format!("`{id}` has no page or no row")),
        None => Ok(table),
    }
}

fn row(row: &Keys<'_>, clients: &[Client]) -> Problem<Row> {
    row.known(&["id", "client", "pattern", "max", "words", "only", "what", "prefix", "effect", "source", "date", "confidence"])?;
    let id = row.text("id")?;
    let wanted = IDS.iter().find(|(known, _)| *known == id).map(|(_, wanted)| *wanted).ok_or_else(|| format!("no id `{id}`"))?;
    for key in ["pattern", "max", "words", "only", "what", "prefix"] {
        let needed = wanted.contains(&key);
        let taken = needed || wanted.iter().any(|wanted| wanted.strip_suffix('?') == Some(key));
        if (needed && !row.has(key)) || (!taken && row.has(key)) {
            return Err(format!("`{key}` is {}", if needed { "missing" } else { "not for this id" }));
        }
    }
    let name = row.text("client")?;
    let client = clients.iter().position(|client| client.name == name).ok_or_else(|| format!("no client `{name}`"))?;
    let optional = |key: &str| if row.has(key) { row.text(key) } else { Ok("") };
    let what = optional("what")?;
    if let Some((_, aspects)) = ASPECTS.iter().find(|(known, _)| *known == id)
        && !aspects.contains(&what)
    {
        return Err(format!("`what` cannot be `{what}`"));
    }
    let pattern = match optional("pattern")? {
        "" => None,
        text => Some(NamePattern::parse(text).ok_or_else(|| format!("`{text}` is no pattern of a name"))?),
    };
    let effect = row.text("effect")?;
    let effect =
        Effect::WORDS.iter().find(|(word, _)| *word == effect).map(|(_, effect)| *effect).ok_or_else(|| format!("no effect `{effect}`"))?;
    let date = row.text("date")?;
    let date = Date::parse(&format!("{date}-01")).ok_or_else(|| format!("`{date}` is no month"))?;
    let confidence = match row.text("confidence")? {
        "high" => Confidence::High,
        "middle" => Confidence::Middle,
        "low" => Confidence::Low,
        other => return Err(format!("no confidence `{other}`")),
    };
    Ok(Row {
        id: id.to_owned(),
        client,
        parameters: Parameters {
            pattern,
            max: row.number("max")?,
            words: row.texts("words")?,
            only: row.flag("only")?,
            what: what.to_owned(),
            prefix: optional("prefix")?.to_owned(),
        },
        effect,
        source: row.text("source")?.to_owned(),
        date,
        confidence,
    })
}

/// The names of the clients alone, for those who only want to know whether a word is one.
pub(super) fn client_names(text: &'static str) -> Vec<&'static str> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("[[") {
            inside = line.trim() == "[[client]]";
        } else if inside && let Some(name) = line.strip_prefix("name = \"").and_then(|rest| rest.strip_suffix('"')) {
            names.push(name);
        }
    }
    names
}

struct Keys<'t> {
    name: &'t str,
    table: &'t DeTable<'t>,
}

impl<'t> Keys<'t> {
    fn value(&self, key: &str) -> Option<&'t DeValue<'t>> {
        self.table.iter().find(|(known, _)| known.get_ref() == key).map(|(_, value)| value.get_ref())
    }

    fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    fn known(&self, keys: &[&str]) -> Problem<()> {
        match self.table.iter().find(|(key, _)| !keys.contains(&key.get_ref().as_ref())) {
            Some((key, _)) => Err(format!("unknown key `{}` in {}", key.get_ref(), self.name)),
            None => Ok(()),
        }
    }

    fn text(&self, key: &str) -> Problem<&'t str> {
        let text = self.value(key).and_then(DeValue::as_str).filter(|text| !text.trim().is_empty());
        text.ok_or_else(|| format!("`{key}` is no text in {}", self.name))
    }

    fn texts(&self, key: &str) -> Problem<Vec<String>> {
        let Some(value) = self.value(key) else { return Ok(Vec::new()) };
        let DeValue::Array(items) = value else { return Err(format!("`{key}` is no list")) };
        items.iter().map(|item| item.get_ref().as_str().map(str::to_owned).ok_or_else(|| format!("`{key}` is no list of texts"))).collect()
    }

    fn number(&self, key: &str) -> Problem<Option<usize>> {
        match self.value(key) {
            None => Ok(None),
            Some(DeValue::Integer(number)) => number.as_str().parse().map(Some).map_err(|_| format!("`{key}` is no count")),
            Some(_) => Err(format!("`{key}` is no count")),
        }
    }

    fn flag(&self, key: &str) -> Problem<bool> {
        match self.value(key) {
            None => Ok(false),
            Some(DeValue::Boolean(flag)) => Ok(*flag),
            Some(_) => Err(format!("`{key}` is neither true nor false")),
        }
    }

    fn tables(&self, key: &'t str) -> Problem<Vec<Keys<'t>>> {
        let Some(DeValue::Array(items)) = self.value(key) else { return Err(format!("`{key}` is no list of tables")) };
        let table = |item: &'t Spanned<DeValue<'t>>| match item.get_ref() {
            DeValue::Table(table) => Ok(Keys { name: key, table }),
            _ => Err(format!("`{key}` is no list of tables")),
        };
        items.iter().map(table).collect()
    }

    /// `{"tools.json" = "..."}`.
    fn files(&self, key: &str) -> Problem<Vec<(String, String)>> {
        let Some(DeValue::Table(files)) = self.value(key) else { return Err(format!("`{key}` is no table of files")) };
        let file = |(name, text): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
            let text = text.get_ref().as_str().ok_or_else(|| format!("`{key}` is no table of texts"))?;
            Ok((name.get_ref().to_string(), text.to_owned()))
        };
        files.iter().map(file).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_aspects_are_sorted() {
        assert!(IDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(ASPECTS.iter().all(|(id, _)| IDS.iter().any(|(known, keys)| known == id && keys.contains(&"what"))));
    }

    #[test]
    fn slips_are_refused() {
        let text = super::super::TEXT;
        for (from, to) in [
            ("effect = \"refuses-request\"", "effect = \"refuse\""),
            ("confidence = \"high\"", "confidence = \"sure\""),
            ("date = \"2026-", "date = \"2026-9"),
            ("set = \"default\"", "set = \"all\""),
            ("pattern = '^", "pattern = '"),
            ("[[row]]\nid = \"tool-name\"", "[[row]]\nmax = 3\nid = \"tool-name\""),
            ("[[row]]\nid = \"tool-name\"", "[[row]]\nnote = \"x\"\nid = \"tool-name\""),
            ("client = \"openai\"", "client = \"opnai\""),
        ] {
            assert!(text.contains(from), "{from}");
            assert!(read(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
    }

    #[test]
    fn names_alone() {
        let table = read(super::super::TEXT).expect("a table");
        assert_eq!(client_names(super::super::TEXT), table.clients.iter().map(|client| client.name.as_str()).collect::<Vec<_>>());
    }
}
