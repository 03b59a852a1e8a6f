//! What a config says of one tool, one parameter, one rule. The most specific selector wins; the order of the file never matters.

use super::{Allow, Config, Date, Expect, Located, RuleLevel, Selector, Setting, ValueAlias};
use serde_json::Value;

impl Config {
    /// What a rule is set to; None leaves it at its own level. What the command line says goes before the file, however wide.
    pub(crate) fn setting(&self, rule: &str, command_line: &[RuleLevel]) -> Option<Setting> {
        let among = |levels: &[RuleLevel]| {
            // Of equal patterns the last wins: the command line may say one twice.
            levels.iter().filter(|level| level.rules.matches(rule)).max_by_key(|level| rank(&level.rules)).map(|level| level.setting)
        };
        among(command_line).or_else(|| among(&self.rules))
    }

    /// What the config says that a parameter means.
    pub(crate) fn meaning(&self, tool: &str, param: &str) -> Option<&str> {
        let entries = self.names.meaning.iter().filter(|entry| entry.of.matches(tool, param));
        entries.max_by_key(|entry| (entry.of.specificity(), entry.of.text())).map(|entry| entry.meaning.as_str())
    }

    /// The server keeps this argument to itself. Entries add up: one that names other arguments takes nothing back.
    pub(crate) fn is_local(&self, tool: &str, argument: &str) -> bool {
        self.wire.local.iter().any(|entry| entry.tools.matches(tool) && entry.arguments.iter().any(|name| name == argument))
    }

    /// The method of this tool's own payloads.
    pub(crate) fn own_method(&self, tool: &str) -> Option<&str> {
        let entries = self.wire.methods.iter().filter(|entry| entry.tools.matches(tool));
        entries.max_by_key(|entry| rank(&entry.tools)).map(|entry| entry.method.as_str())
    }

    /// The names of this peer are ours.
    pub(crate) fn is_own_peer(&self, name: &str) -> bool {
        self.wire.own.iter().any(|peer| peer.matches(name))
    }

    /// The entry that declares a hidden value.
    pub(crate) fn alias(&self, tool: &str, param: &str, value: &Value) -> Option<&ValueAlias> {
        let entries = self.value_aliases.iter().filter(|entry| entry.param == param && entry.accepts == *value);
        let ranked = entries.filter_map(|entry| Some((best(&entry.tools, tool)?, entry)));
        ranked.max_by_key(|(rank, _)| *rank).map(|(_, entry)| entry)
    }

    /// Every decision about a tool, the most specific first.
    pub(crate) fn expects_for(&self, tool: &str) -> Vec<&Expect> {
        let mut ranked: Vec<_> = self.expects.iter().filter_map(|entry| Some((best(&entry.tools, tool)?, entry))).collect();
        ranked.sort_by(|(one, _), (other, _)| other.cmp(one));
        ranked.into_iter().map(|(_, entry)| entry).collect()
    }
}

/// How much a selector says; the text only decides between equals, so that the order of the file cannot.
fn rank(selector: &Selector) -> (usize, &str) {
    (selector.specificity(), selector.text())
}

/// The rank of the best selector of an entry that matches.
fn best<'a>(selectors: &'a [Located<Selector>], name: &str) -> Option<(usize, &'a str)> {
    selectors.iter().map(|selector| &selector.value).filter(|selector| selector.matches(name)).map(rank).max()
}

impl Allow {
    /// It is about such a finding. What the entry narrows, the finding must name.
    pub(crate) fn covers(&self, rule: &str, server: Option<&str>, tool: Option<&str>, param: Option<&str>) -> bool {
        let meets = |wanted: &Option<Selector>, found: Option<&str>| match wanted {
            Some(wanted) => found.is_some_and(|found| wanted.matches(found)),
            None => true,
        };
        let meets_tool = self.tools.is_empty() || tool.is_some_and(|tool| self.tools.iter().any(|tools| tools.value.matches(tool)));
        self.rule == rule && meets_tool && meets(&self.server, server) && meets(&self.param, param)
    }

    pub(crate) fn is_expired(&self, today: Date) -> bool {
        self.expires.as_ref().is_some_and(|last| last.value < today)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Known, document, parse_rule_setting};
    use super::*;
    use crate::finding::Level;
    use serde_json::json;

    const KNOWN: Known<'static> =
        Known { rules: &["names/mixed-case", "names/split-name", "wire/hidden-value"], is_meaning: |_| true, meanings: &[], clients: &[] };

    fn config(text: &str) -> Config {
        document::read(text, &KNOWN).expect(text)
    }

    /// The lines of a table in every order, under its header.
    fn orders(header: &str, lines: [&str; 3]) -> Vec<Config> {
        let [a, b, c] = lines;
        [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
            .iter()
            .map(|lines| config(&format!("{header}\n{}", lines.join("\n"))))
            .collect()
    }

    #[test]
    fn the_most_specific_rule_pattern_wins_in_any_order() {
        for config in orders("[rules]", ["'*' = 'off'", "'names/*' = 'error'", "'names/mixed-case' = 'note'"]) {
            for (rule, setting) in [
                ("names/mixed-case", Setting::At(Level::Note)),
                ("names/split-name", Setting::At(Level::Error)),
                ("wire/hidden-value", Setting::Off),
            ] {
                assert_eq!(config.setting(rule, &[]), Some(setting), "{rule}");
            }
        }
        assert_eq!(Config::default().setting("names/mixed-case", &[]), None);
    }

    #[test]
    fn the_command_line_goes_before_the_file() {
        let config = config("[rules]\n'names/mixed-case' = 'note'");
        let levels = |texts: &[&str]| texts.iter().map(|text| parse_rule_setting(text, &KNOWN).expect(text)).collect::<Vec<_>>();
        for (given, setting) in [
            (levels(&[]), Some(Setting::At(Level::Note))),
            (levels(&["*=error"]), Some(Setting::At(Level::Error))),
            (levels(&["names/*=off", "*=error"]), Some(Setting::Off)),
            (levels(&["wire/*=off"]), Some(Setting::At(Level::Note))),
            (levels(&["*=error", "*=off"]), Some(Setting::Off)),
        ] {
            assert_eq!(config.setting("names/mixed-case", &given), setting, "{given:?}");
        }
    }

    #[test]
    fn meanings_and_methods_of_the_most_specific_entry() {
        for config in orders("[names.meaning]", ["'*.path' = 'file'", "'node_*.path' = 'node'", "'node_save.path' = 'folder'"]) {
            let meanings = ["node_save", "node_add", "open"].map(|tool| config.meaning(tool, "path"));
            assert_eq!(meanings, [Some("folder"), Some("node"), Some("file")]);
            assert_eq!(config.meaning("node_add", "key"), None);
        }
        for config in orders("[wire.methods]", ["'*' = 'run'", "'node_*' = 'node.run'", "'node_add' = 'node.insert'"]) {
            assert_eq!(
                ["node_add", "node_del", "x"].map(|tool| config.own_method(tool)),
                [Some("node.insert"), Some("node.run"), Some("run")]
            );
        }
    }

    #[test]
    fn equals_are_told_apart_without_the_order() {
        for config in orders("[names.meaning]", ["'a*.path' = 'file'", "'*a.path' = 'node'", "'?a.path' = 'folder'"]) {
            assert_eq!(config.meaning("aa", "path"), Some("file"));
        }
    }

    #[test]
    fn local_arguments_add_up() {
        for config in orders("[wire.local]", ["'*' = ['limit']", "'search_*' = ['format']", "'search_all' = []"]) {
            let asked = [("search_all", "limit"), ("search_all", "format"), ("open", "limit"), ("open", "format")];
            assert_eq!(asked.map(|(tool, argument)| config.is_local(tool, argument)), [true, true, true, false]);
        }
    }

    #[test]
    fn own_peers() {
        let config = config("[wire]\nown = ['editor', 'worker-*']");
        assert_eq!(["editor", "worker-2", "editors"].map(|peer| config.is_own_peer(peer)), [true, true, false]);
    }

    #[test]
    fn aliases_by_value_and_the_most_specific_tools() {
        let config = config(
            "[[value-alias]]\ntools = ['*']\nparam = 'p'\naccepts = 1\nmeans = 'wide'\n\
             [[value-alias]]\ntools = ['b', 'a']\nparam = 'p'\naccepts = 1\nmeans = 'narrow'\n\
             [[value-alias]]\ntools = ['a*']\nparam = 'p'\naccepts = 1\nmeans = 'middle'",
        );
        for (tool, param, value, means) in [
            ("a", "p", json!(1), Some("narrow")),
            ("aa", "p", json!(1), Some("middle")),
            ("c", "p", json!(1), Some("wide")),
            ("c", "q", json!(1), None),
            ("c", "p", json!("1"), None),
        ] {
            assert_eq!(config.alias(tool, param, &value).and_then(|alias| alias.means.as_str()), means, "{tool}.{param} {value}");
        }
    }

    #[test]
    fn expectations_of_a_tool_begin_with_the_most_specific() {
        let config = config(
            "[[expect]]\ntools = ['*']\nforbid = ['one']\n[[expect]]\ntools = ['other', 'a_b']\nforbid = ['two']\n\
             [[expect]]\ntools = ['a_*', '*']\nforbid = ['three']",
        );
        let forbidden =
            |tool| config.expects_for(tool).iter().flat_map(|entry| &entry.forbid).map(|name| name.value.clone()).collect::<Vec<_>>();
        assert_eq!(forbidden("a_b"), ["two", "three", "one"]);
        assert_eq!(forbidden("a_c"), ["three", "one"]);
    }

    #[test]
    fn exceptions_cover_what_they_name_and_hold_through_their_last_day() {
        let config = config(
            "[[allow]]\nrule = 'names/mixed-case'\nreason = 'r'\n\
             [[allow]]\nrule = 'names/mixed-case'\ntools = ['a', 'b_*']\nparam = 'p'\nserver = 's*'\nreason = 'r'\nexpires = 2027-06-01",
        );
        let [wide, narrow] = config.allows.as_slice() else { panic!("two entries") };
        for (rule, server, tool, param, covered) in [
            ("names/mixed-case", Some("s"), Some("b_c"), Some("p"), [true, true]),
            ("names/mixed-case", Some("s"), Some("c"), Some("p"), [true, false]),
            ("names/mixed-case", Some("s"), Some("a"), None, [true, false]),
            ("names/mixed-case", None, Some("a"), Some("p"), [true, false]),
            ("names/mixed-case", None, None, None, [true, false]),
            ("names/split-name", Some("s"), Some("a"), Some("p"), [false, false]),
        ] {
            assert_eq!(
                [wide, narrow].map(|entry| entry.covers(rule, server, tool, param)),
                covered,
                "{rule} {server:?} {tool:?} {param:?}"
            );
        }
        let days = ["2027-05-31", "2027-06-01", "2027-06-02"].map(|day| Date::parse(day).expect(day));
        assert_eq!(days.map(|day| narrow.is_expired(day)), [false, false, true]);
        assert!(!wide.is_expired(Date { year: 9999, month: 12, day: 31 }));
    }
}
