//! Holds `table.toml` to its form: every key is known, every row is whole. And holds the readings of it to what it says as TOML.

use super::{Advice, Client, Confidence, Effect, NamePattern, Parameters, Row, Set, TEXT, Table, pages, read};
use crate::config::Date;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Which parameters the rows of an id have; those with `?` may be missing.
const IDS: [(&str, &[&str]); 23] = [
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

fn strictly(text: &str) -> Problem<Table> {
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
        table.rules.push(Advice { id: id.to_owned(), advice: rule.text("advice")?.to_owned() });
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
    let effect = Effect::named(effect).ok_or_else(|| format!("no effect `{effect}`"))?;
    let date = row.text("date")?;
    let date = Date::parse(&format!("{date}-01")).ok_or_else(|| format!("`{date}` is no month"))?;
    let confidence = row.text("confidence")?;
    let confidence = Confidence::named(confidence).ok_or_else(|| format!("no confidence `{confidence}`"))?;
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
}

#[test]
fn the_table_is_sound() {
    assert_eq!(strictly(TEXT).map(|table| table.rows.len() > 60), Ok(true));
    let pages = pages::read(TEXT).expect("pages");
    assert_eq!(pages.iter().map(|page| page.id.as_str()).collect::<Vec<_>>(), IDS.map(|(id, _)| id));
}

#[test]
fn what_is_read_is_what_it_says() {
    let (quick, strict) = (read::read(TEXT), strictly(TEXT).expect("a table"));
    assert_eq!(format!("{:#?}", quick), format!("{:#?}", strict));
    assert_eq!(read::client_names(TEXT), strict.clients.iter().map(|client| client.name.as_str()).collect::<Vec<_>>());
}

#[test]
fn ids_and_aspects_are_sorted() {
    assert!(IDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    assert!(ASPECTS.iter().all(|(id, _)| IDS.iter().any(|(known, keys)| known == id && keys.contains(&"what"))));
}

#[test]
fn slips_are_refused() {
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
        assert!(TEXT.contains(from), "{from}");
        assert!(strictly(&TEXT.replacen(from, to, 1)).is_err(), "{to}");
    }
}
