//! The words that other rooms own, and what is said of a word that none of them knows.

use super::{ClientWord, RuleLevel, Selector, Setting, nearest};
use crate::finding::Level;

/// What there is to be named in a config.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The id of every rule that is built.
    pub(crate) rules: &'a [&'static str],
    /// Whether a word is a meaning that a name can have.
    pub(crate) is_meaning: fn(&str) -> bool,
    /// The meanings, as they are listed to people.
    pub(crate) meanings: &'a [&'static str],
    /// The clients of the table, and the words for several of them.
    pub(crate) clients: &'a [&'static str],
}

impl Known<'_> {
    /// The families of the rules, each once.
    fn families(&self) -> Vec<&'static str> {
        let mut families: Vec<_> = self.rules.iter().filter_map(|rule| Some(rule.split_once('/')?.0)).collect();
        families.sort_unstable();
        families.dedup();
        families
    }
}

/// A message and a help.
pub(super) type Words = (String, Option<String>);

/// Says that a word is not known, what was probably meant, and what there is.
pub(super) fn unknown(what: &str, word: &str, known: &[&str]) -> Words {
    (unknown_message(what, word, nearest(word, known.iter().copied())), Some(format!("known: {}", quoted(known))))
}

fn unknown_message(what: &str, word: &str, meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!("unknown {what} `{word}`: did you mean `{meant}`?"),
        None => format!("unknown {what} `{word}`"),
    }
}

/// Words in code quotes, with commas.
pub(super) fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The rule of that id.
pub(super) fn rule(id: &str, known: &Known<'_>) -> Result<&'static str, Words> {
    if let Some(rule) = known.rules.iter().find(|rule| **rule == id) {
        return Ok(rule);
    }
    if id.contains(['*', '?']) {
        return Err((
            format!("`{id}` is a pattern: name one rule"),
            Some("an exception is for one rule; `[rules]` sets the levels of many".to_owned()),
        ));
    }
    Err(unknown_rule(id, known))
}

/// A rule or a pattern that matches at least one.
pub(super) fn rules(text: &str, known: &Known<'_>) -> Result<Selector, Words> {
    let selector =
        Selector::parse(text).map_err(|bad| (format!("bad pattern `{text}`: {}", bad.message()), Some(bad.help().to_owned())))?;
    if known.rules.iter().any(|rule| selector.matches(rule)) {
        return Ok(selector);
    }
    if selector.is_exact() {
        return Err(unknown_rule(text, known));
    }
    let families = known.families();
    let patterns: Vec<_> = families.iter().map(|family| format!("{family}/*")).collect();
    let meant = nearest(text, patterns.iter().map(String::as_str));
    let message = match meant {
        Some(meant) => format!("no rule matches `{text}`: did you mean `{meant}`?"),
        None => format!("no rule matches `{text}`"),
    };
    Err((message, Some(families_help(&families))))
}

fn unknown_rule(id: &str, known: &Known<'_>) -> Words {
    let families = known.families();
    let family = id.split('/').next().unwrap_or(id);
    if let Some(whole) = families.iter().find(|whole| **whole == id) {
        return (format!("unknown rule `{id}`: did you mean `{whole}/*`?"), Some(families_help(&families)));
    }
    let message = unknown_message("rule", id, nearest(id, known.rules.iter().copied()));
    let siblings: Vec<_> = known.rules.iter().copied().filter(|rule| rule.split_once('/').is_some_and(|(of, _)| of == family)).collect();
    let help = if siblings.is_empty() { families_help(&families) } else { format!("rules of `{family}/`: {}", quoted(&siblings)) };
    (message, Some(help))
}

fn families_help(families: &[&str]) -> String {
    let patterns: Vec<_> = families.iter().map(|family| format!("{family}/")).collect();
    format!("families of rules: {}", quoted(&patterns.iter().map(String::as_str).collect::<Vec<_>>()))
}

const LEVELS: [&str; 4] = ["off", "note", "warning", "error"];

pub(super) fn setting(word: &str) -> Result<Setting, Words> {
    match word {
        "off" => Ok(Setting::Off),
        "note" => Ok(Setting::At(Level::Note)),
        "warning" => Ok(Setting::At(Level::Warning)),
        "error" => Ok(Setting::At(Level::Error)),
        _ => Err(unknown("level", word, &LEVELS)),
    }
}

/// Reads a client as `--clients` and the config name it: `openai`, or `+gemini` to add to the default set.
pub(crate) fn client(word: &str, known: &Known<'_>) -> Result<ClientWord, Words> {
    let (adds, name) = word.strip_prefix('+').map_or((false, word), |name| (true, name));
    match known.clients.iter().copied().find(|client| *client == name) {
        Some(name) => Ok(ClientWord { name, adds }),
        None => Err(unknown("client", name, known.clients)),
    }
}

/// Reads the list that `--clients` takes.
pub(crate) fn parse_clients(text: &str, known: &Known<'_>) -> Result<Vec<ClientWord>, String> {
    let read = |word: &str| client(word.trim(), known).map_err(|(message, help)| format!("{message} ({})", help.unwrap_or_default()));
    text.split(',').map(read).collect()
}

/// Reads `ID=LEVEL`, as `--rule` takes it.
pub(crate) fn parse_rule_setting(text: &str, known: &Known<'_>) -> Result<RuleLevel, String> {
    let say = |(message, help): Words| match help {
        Some(help) => format!("{message} ({help})"),
        None => message,
    };
    let Some((id, level)) = text.split_once('=') else {
        return Err(format!("`{text}` sets no level: write `{text}=LEVEL`, one of {}", quoted(&LEVELS)));
    };
    let rules = rules(id.trim(), known).map_err(say)?;
    let setting = setting(level.trim()).map_err(say)?;
    Ok(RuleLevel { span: 0..0, rules, setting })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [&str; 4] = ["names/ambiguous-path", "names/mixed-case", "shape/not-object", "wire/hidden-value"];

    fn known() -> Known<'static> {
        Known { rules: &RULES, is_meaning: |_| false, meanings: &[], clients: &[] }
    }

    #[test]
    fn settings_of_the_command_line() {
        for (text, setting) in [
            ("names/mixed-case=off", Setting::Off),
            ("names/*=error", Setting::At(Level::Error)),
            ("*/mixed-case = note", Setting::At(Level::Note)),
            ("*=warning", Setting::At(Level::Warning)),
        ] {
            let level = parse_rule_setting(text, &known()).expect(text);
            assert_eq!((level.setting, level.span), (setting, 0..0), "{text}");
        }
    }

    #[test]
    fn bad_settings_of_the_command_line() {
        for (text, message) in [
            (
                "names/mixed-case",
                "`names/mixed-case` sets no level: write `names/mixed-case=LEVEL`, one of `off`, `note`, `warning`, `error`",
            ),
            ("names/mixed-case=warn", "unknown level `warn`: did you mean `warning`? (known: `off`, `note`, `warning`, `error`)"),
            ("names/mixed-case=", "unknown level `` (known: `off`, `note`, `warning`, `error`)"),
            (
                "names/mixedcase=off",
                "unknown rule `names/mixedcase`: did you mean `names/mixed-case`? (rules of `names/`: `names/ambiguous-path`, `names/mixed-case`)",
            ),
            ("names=off", "unknown rule `names`: did you mean `names/*`? (families of rules: `names/`, `shape/`, `wire/`)"),
            ("name/*=off", "no rule matches `name/*`: did you mean `names/*`? (families of rules: `names/`, `shape/`, `wire/`)"),
            ("zzzzz=off", "unknown rule `zzzzz` (families of rules: `names/`, `shape/`, `wire/`)"),
            ("=off", "bad pattern ``: a pattern cannot be empty (`*` stands for every name)"),
        ] {
            assert_eq!(parse_rule_setting(text, &known()).err().as_deref(), Some(message), "{text}");
        }
    }
}
