//! What the hosts in the field refuse, as data: `clients/table.toml`. A row is one constraint of one client; to add a client is to add
//! rows. The table is read once, when a rule first asks, and a slip in it is a failing test.

mod pages;
mod pattern;
mod read;
#[cfg(test)]
mod sound;

pub(crate) use pattern::NamePattern;

use crate::config::{ClientWord, Date};
use std::sync::LazyLock;

/// The table as it is in the repository.
pub(crate) const TEXT: &str = include_str!("clients/table.toml");

/// The words that stand for several clients.
const SETS: [&str; 2] = ["all", "default"];

/// All that is known of clients.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) clients: Vec<Client>,
    pub(crate) rules: Vec<Advice>,
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) set: Set,
}

/// Who is looked at when nobody names a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Set {
    Default,
    /// A host that `all` stands for too.
    Host,
    /// Only by name.
    Named,
}

/// What helps against findings of one id under `client/`.
#[derive(Debug)]
pub(crate) struct Advice {
    pub(crate) id: String,
    pub(crate) advice: String,
}

/// One constraint of one client.
#[derive(Debug)]
pub(crate) struct Row {
    /// Without `client/`.
    pub(crate) id: String,
    /// Index into the clients.
    pub(crate) client: usize,
    pub(crate) parameters: Parameters,
    pub(crate) effect: Effect,
    pub(crate) source: String,
    /// Year and month of the newest source.
    pub(crate) date: Date,
    pub(crate) confidence: Confidence,
}

/// What a constraint is measured by; which of them an id takes, `sound` knows.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    pub(crate) pattern: Option<NamePattern>,
    pub(crate) max: Option<usize>,
    pub(crate) words: Vec<String>,
    /// `words` is all that is taken, not what is refused.
    pub(crate) only: bool,
    /// One aspect, where an id has several.
    pub(crate) what: String,
    pub(crate) prefix: String,
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    RefusesRequest,
    RefusesList,
    DropsTool,
    RefusesCall,
    /// A directory does not list the server.
    RefusesReview,
    RefusesSome,
    Rewrites,
    Loses,
}

impl Effect {
    const WORDS: [(&'static str, Self); 8] = [
        ("refuses-request", Self::RefusesRequest),
        ("refuses-list", Self::RefusesList),
        ("drops-tool", Self::DropsTool),
        ("refuses-call", Self::RefusesCall),
        ("refuses-review", Self::RefusesReview),
        ("refuses-some", Self::RefusesSome),
        ("rewrites", Self::Rewrites),
        ("loses", Self::Loses),
    ];

    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, effect)| *effect)
    }

    pub(crate) fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, effect)| *effect == self).map_or("", |(word, _)| word)
    }

    /// Is something refused, rather than lost?
    pub(crate) fn is_hard(self) -> bool {
        !matches!(self, Self::RefusesSome | Self::Rewrites | Self::Loses)
    }

    /// What one client does, and what several do.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::RefusesRequest => ("refuses the whole request", "refuse the whole request"),
            Self::RefusesList => ("refuses the whole list", "refuse the whole list"),
            Self::DropsTool => ("drops the tool", "drop the tool"),
            Self::RefusesCall => ("refuses its calls", "refuse its calls"),
            Self::RefusesReview => ("does not list the server", "do not list the server"),
            Self::RefusesSome => ("refuses this with some of its models", "refuse this with some of their models"),
            Self::Rewrites => ("rewrites this in silence", "rewrite this in silence"),
            Self::Loses => ("drops some of this in silence", "drop some of this in silence"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Confidence {
    High,
    Middle,
    Low,
}

impl Confidence {
    fn named(word: &str) -> Option<Self> {
        [Self::High, Self::Middle, Self::Low].into_iter().find(|confidence| confidence.word() == word)
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Middle => "middle",
            Self::Low => "low",
        }
    }
}

/// The table. What it does not parse it does not hold; a test sees to it that it parses.
pub(crate) fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| read::read(TEXT));
    &TABLE
}

/// Every word that names a client or several.
pub(crate) fn names() -> Vec<&'static str> {
    read::client_names(TEXT).into_iter().chain(SETS).collect()
}

/// The clients that are looked at, by their index, and whether somebody asked for each.
pub(crate) fn selected(asked: Option<&[ClientWord]>) -> Vec<(usize, bool)> {
    let asked = asked.unwrap_or_default();
    let replaces = asked.iter().any(|word| !word.adds && word.name != "default");
    let table = table();
    let named = |client: &Client| {
        asked.iter().any(|word| match word.name {
            "all" => client.set != Set::Named,
            name => client.name == name,
        })
    };
    let by_default = |client: &Client| client.set == Set::Default && (!replaces || asked.iter().any(|word| word.name == "default"));
    table
        .clients
        .iter()
        .enumerate()
        .filter(|(_, client)| named(client) || by_default(client))
        .map(|(at, client)| (at, named(client)))
        .collect()
}

/// Year and month of a source.
fn month(row: &Row) -> String {
    row.date.to_string().chars().take(7).collect()
}

/// The page of an id, as Markdown.
pub(crate) fn page(id: &str) -> Option<String> {
    let table = table();
    let page = pages::of(id)?;
    let mut text = format!("{}\n\n{}\n\nWhat helps: {}.\n", page.summary, page.why, page.advice);
    text.push_str("\nWho says so (effect, newest source, confidence):\n\n");
    for row in table.rows.iter().filter(|row| row.id == id) {
        let client = table.clients.get(row.client).map_or("", |client| &client.name);
        text.push_str(&format!("- `{client}` {}: {} ({}, {})\n", row.effect.words().0, row.source, month(row), row.confidence.word()));
    }
    for (heading, files) in [("Bad", &page.bad), ("Good", &page.good)] {
        text.push_str(&format!("\n## {heading}\n"));
        for (file, content) in files {
            text.push_str(&format!("\n```{file}\n{}\n```\n", content.trim_end()));
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_clients() {
        let word = |name: &'static str, adds| ClientWord { name, adds };
        let shown = |asked: Option<&[ClientWord]>| -> Vec<String> {
            let name = |(at, asked): (usize, bool)| format!("{}{}", table().clients[at].name, if asked { "!" } else { "" });
            selected(asked).into_iter().map(name).collect()
        };
        let default = ["mcp-sdk", "claude-code", "anthropic", "openai", "vscode", "cursor"];
        assert_eq!(shown(None), default);
        assert_eq!(shown(Some(&[word("gemini", true)])), [&default[..], &["gemini!"]].concat());
        assert_eq!(shown(Some(&[word("openai", false)])), ["openai!"]);
        assert_eq!(shown(Some(&[word("openai", false), word("gemini", true)])), ["openai!", "gemini!"]);
        assert_eq!(shown(Some(&[word("all", false)])).len(), default.len() + 3);
        assert!(shown(Some(&[])).len() == default.len());
    }
}
