//! Patterns over names: `*` stands for any text, `?` for one character, all else for itself.

/// A pattern over names of tools, rules, peers or servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selector {
    text: String,
}

/// Why a text is no pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadSelector {
    Empty,
    /// A character that other pattern languages give a meaning. To take it literally would be to match nothing in silence.
    Foreign(char),
    /// Blanks at an end.
    Padded,
    Long,
}

/// No name is this long, and matching costs the product of lengths.
const LONGEST: usize = 512;

impl BadSelector {
    pub(crate) fn message(self) -> String {
        match self {
            Self::Empty => "a pattern cannot be empty".to_owned(),
            Self::Foreign(character) => format!("`{character}` has no meaning in a pattern"),
            Self::Padded => "a pattern cannot begin or end with a blank".to_owned(),
            Self::Long => format!("a pattern cannot have more than {LONGEST} bytes"),
        }
    }

    pub(crate) fn help(self) -> &'static str {
        match self {
            Self::Empty => "`*` stands for every name",
            Self::Foreign(_) => "`*` stands for any text, `?` for one character; list several patterns instead of alternatives",
            Self::Padded => "names are matched as they are, blanks included",
            Self::Long => "no name of a tool or a parameter is as long",
        }
    }
}

impl Selector {
    pub(crate) fn parse(text: &str) -> Result<Self, BadSelector> {
        if text.is_empty() {
            return Err(BadSelector::Empty);
        }
        if text.len() > LONGEST {
            return Err(BadSelector::Long);
        }
        if text.trim() != text {
            return Err(BadSelector::Padded);
        }
        if text.starts_with('!') {
            return Err(BadSelector::Foreign('!'));
        }
        match text.chars().find(|character| is_foreign(*character)) {
            Some(character) => Err(BadSelector::Foreign(character)),
            None => Ok(Self { text: text.to_owned() }),
        }
    }

    /// The text of a pattern that matches this name and as few others as can be: `?` stands for what a pattern cannot say.
    pub(crate) fn text_for(name: &str) -> String {
        let first = name.len() - name.trim_start().len();
        let last = name.trim_end().len();
        let mut text = String::new();
        for (at, character) in name.char_indices() {
            if text.len() + character.len_utf8() >= LONGEST {
                text.push('*');
                break;
            }
            let literal = at >= first && at < last && character != '*' && !is_foreign(character) && !(at == 0 && character == '!');
            text.push(if literal { character } else { '?' });
        }
        if text.is_empty() { "*".to_owned() } else { text }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// It names one thing.
    pub(crate) fn is_exact(&self) -> bool {
        !self.text.contains(['*', '?'])
    }

    pub(crate) fn matches(&self, name: &str) -> bool {
        glob(&self.text, name)
    }

    /// How much it says: the characters that stand for themselves. An exact name says more than any pattern.
    pub(crate) fn specificity(&self) -> usize {
        if self.is_exact() { usize::MAX } else { self.literals() }
    }

    fn literals(&self) -> usize {
        self.text.chars().filter(|character| !matches!(character, '*' | '?')).count()
    }
}

/// A pattern over parameters of tools, written `tool.param`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParamSelector {
    text: String,
    /// Names of tools and of parameters may hold dots, so each dot may be the one between them.
    readings: Vec<(Selector, Selector)>,
}

impl ParamSelector {
    /// None where no dot stands between a tool and a parameter.
    pub(crate) fn parse(text: &str) -> Result<Option<Self>, BadSelector> {
        let whole = Selector::parse(text)?;
        let readings: Vec<_> = whole
            .text
            .match_indices('.')
            .filter_map(|(at, _)| {
                let (tool, param) = (text.get(..at)?, text.get(at + 1..)?);
                Some((Selector::parse(tool).ok()?, Selector::parse(param).ok()?))
            })
            .collect();
        if readings.is_empty() { Ok(None) } else { Ok(Some(Self { text: whole.text, readings })) }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn matches(&self, tool: &str, param: &str) -> bool {
        self.readings.iter().any(|(tools, params)| tools.matches(tool) && params.matches(param))
    }

    pub(crate) fn specificity(&self) -> usize {
        match self.readings.first() {
            Some((tools, params)) if tools.is_exact() && params.is_exact() => usize::MAX,
            Some((tools, params)) => tools.literals() + params.literals(),
            None => 0,
        }
    }
}

fn is_foreign(character: char) -> bool {
    matches!(character, '[' | ']' | '{' | '}' | '\\')
}

/// Greedy, and back to the last star alone: at most `pattern` times `name` steps.
fn glob(pattern: &str, name: &str) -> bool {
    let (mut pattern, mut name) = (pattern.chars(), name.chars());
    // What follows the last star, and the text that the star has not swallowed yet.
    let mut last_star = None;
    loop {
        let rest = name.clone();
        match (pattern.next(), name.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                name = rest.clone();
                last_star = Some((pattern.clone(), rest));
            }
            (Some(wanted), Some(found)) if wanted == '?' || wanted == found => {}
            _ => {
                let Some((after, unread)) = &mut last_star else { return false };
                if unread.next().is_none() {
                    return false;
                }
                (pattern, name) = (after.clone(), unread.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selector(text: &str) -> Selector {
        Selector::parse(text).expect(text)
    }

    #[test]
    fn stars_and_question_marks() {
        for (pattern, name, matches) in [
            ("folder_create", "folder_create", true),
            ("folder_create", "folder_creates", false),
            ("folder_*", "folder_", true),
            ("folder_*", "folde", false),
            ("*", "", true),
            ("*", "any.thing", true),
            ("**", "a", true),
            ("*_path", "source_path", true),
            ("*_path", "source_paths", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("?", "", false),
            ("?", "ä", true),
            ("?", "ab", false),
            ("*?", "", false),
            ("*?", "a", true),
            ("f?o*", "füo", true),
            ("Folder_*", "folder_a", false),
        ] {
            assert_eq!(selector(pattern).matches(name), matches, "{pattern} on {name}");
        }
    }

    #[test]
    fn many_stars_on_a_long_name_end() {
        let pattern = selector(&format!("{}b", "a*".repeat(200)));
        assert!(!pattern.matches(&"a".repeat(20_000)));
    }

    #[test]
    fn what_is_no_pattern() {
        for (text, bad) in [
            ("", BadSelector::Empty),
            (" a", BadSelector::Padded),
            ("{a,b}_*", BadSelector::Foreign('{')),
            ("a[0-9]", BadSelector::Foreign('[')),
            ("!a", BadSelector::Foreign('!')),
            ("a\\*", BadSelector::Foreign('\\')),
        ] {
            assert_eq!(Selector::parse(text), Err(bad), "{text}");
        }
        assert_eq!(ParamSelector::parse(&"a.".repeat(100_000)), Err(BadSelector::Long));
    }

    #[test]
    fn every_name_has_a_pattern() {
        for (name, text) in [
            ("folder_create", "folder_create"),
            ("a[0]{b}\\", "a?0??b??"),
            ("!a!", "?a!"),
            (" a b ", "?a b?"),
            ("a*", "a?"),
            ("", "*"),
            ("   ", "???"),
        ] {
            assert_eq!(Selector::text_for(name), text, "{name}");
            assert!(selector(text).matches(name), "{name}");
        }
        for long in ["a".repeat(511), "a".repeat(512), "ä".repeat(300), " ".repeat(5_000)] {
            assert!(selector(&Selector::text_for(&long)).matches(&long), "{}", long.len());
        }
    }

    #[test]
    fn an_exact_name_says_more_than_any_pattern() {
        let order = ["*", "?", "a*", "a?", "ab*", "*abcdefghijkl*", "a"];
        for pair in order.windows(2) {
            let [less, more] = pair else { unreachable!() };
            assert!(selector(less).specificity() <= selector(more).specificity(), "{less} and {more}");
        }
    }

    #[test]
    fn each_dot_may_stand_between_tool_and_parameter() {
        let parse = |text| ParamSelector::parse(text).expect("a pattern").expect("a dot");
        for (text, tool, param, matches) in [
            ("node_*.path", "node_add", "path", true),
            ("node_*.path", "node_add", "sub.path", false),
            ("*.path", "stock.read", "path", true),
            ("stock.read.path", "stock.read", "path", true),
            ("stock.read.path", "stock", "read.path", true),
            ("stock.read.path", "stock", "path", false),
        ] {
            assert_eq!(parse(text).matches(tool, param), matches, "{text} on {tool} and {param}");
        }
        assert_eq!(ParamSelector::parse("path"), Ok(None));
        assert_eq!(ParamSelector::parse(".path"), Ok(None));
        assert!(parse("a.*").specificity() < parse("a.b").specificity());
        assert!(parse("*.path").specificity() < parse("n*.path").specificity());
    }
}
