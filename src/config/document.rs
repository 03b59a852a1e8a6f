//! From TOML to a [`Config`]: the document and its top level.

use super::known::{Known, Words, unknown};
use super::reader::{Reader, Table};
use super::{Config, FailOn, Fault, Require, entries, settings};
use toml::de::DeTable;

/// What the text says, or everything that is wrong with it.
pub(super) fn read(text: &str, known: &Known<'_>) -> Result<Config, Vec<Fault>> {
    let (document, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(syntax(text, &errors));
    }
    let mut reader = Reader::new(known);
    let config = root(&mut reader, Table::root(&document));
    let faults = reader.into_faults();
    if faults.is_empty() { Ok(config) } else { Err(faults) }
}

/// After so many slips of syntax, more of them help nobody.
const MOST_SYNTAX_FAULTS: usize = 20;

fn syntax(text: &str, errors: &[toml::de::Error]) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for error in errors {
        let span = error.span().unwrap_or(text.len()..text.len());
        // What one slip leaves open at the end of the text is said once.
        if faults.iter().all(|earlier| earlier.span != span) {
            let unquoted = text.get(span.start..).is_some_and(|rest| rest.starts_with(['/', '*', '?']));
            let help = unquoted.then(|| "quote a key that holds more than letters, digits, `-` and `_`".to_owned());
            faults.push(Fault { span, message: format!("not TOML: {}", error.message()), help });
        }
        if faults.len() == MOST_SYNTAX_FAULTS {
            break;
        }
    }
    faults
}

fn root(reader: &mut Reader<'_>, table: Table<'_, '_>) -> Config {
    reader.keys(table, &["clients", "fail-on", "require", "server", "wire", "names", "reflex", "rules", "expect", "value-alias", "allow"]);
    Config {
        file: None,
        fail_on: reader.word(table, "fail-on", fail_on),
        require: reader.words(table, "require", require),
        clients: table.get("clients").map(|_| reader.clients(table, "clients")),
        servers: settings::servers(reader, table),
        wire: settings::wire(reader, table),
        names: settings::names(reader, table),
        reflex: settings::reflex(reader, table),
        rules: settings::rules(reader, table),
        expects: entries::expects(reader, table),
        value_aliases: entries::value_aliases(reader, table),
        allows: entries::allows(reader, table),
    }
}

fn fail_on(word: &str) -> Result<FailOn, Words> {
    match word {
        "error" => Ok(FailOn::Error),
        "warning" => Ok(FailOn::Warning),
        "note" => Ok(FailOn::Note),
        "never" => Ok(FailOn::Never),
        _ => Err(unknown("level", word, &["error", "warning", "note", "never"])),
    }
}

fn require(word: &str) -> Result<Require, Words> {
    match word {
        "calls" => Ok(Require::Calls),
        "wire" => Ok(Require::Wire),
        "against" => Ok(Require::Against),
        _ => Err(unknown("requirement", word, &["calls", "wire", "against"])),
    }
}

#[cfg(test)]
mod tests;
