//! Regular expressions as ECMA-262 has them: is this one at all? Patterns are read, never run.

/// Groups within groups that are followed.
const DEPTH: u32 = 200;

/// Why a pattern is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bad {
    Parenthesis,
    Bracket,
    Brace,
    Repeat,
    Quantifier,
    Escape,
    Range,
    Group,
    Property,
    End,
    Deep,
}

impl Bad {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Parenthesis => "a parenthesis has no partner",
            Self::Bracket => "a bracket has no partner",
            Self::Brace => "a brace has no partner",
            Self::Repeat => "a repetition repeats nothing",
            Self::Quantifier => "a repetition counts down",
            Self::Escape => "an escape means nothing in ECMA-262",
            Self::Range => "a range of characters runs backwards",
            Self::Group => "a group of another language's kind, such as `(?i)` or `(?P<name>)`",
            Self::Property => "`\\p` names no property",
            Self::End => "it ends in a backslash",
            Self::Deep => "its groups are nested too deep",
        }
    }
}

/// What ECMA-262 refuses. `strict`: with the flag `u`, as JSON Schema asks and validators in JavaScript compile; else as browsers
/// take it without, save for escapes of letters, which then mean the letter and nothing that an author had in mind.
pub(crate) fn refusal(pattern: &str, strict: bool) -> Option<Bad> {
    let mut reader = Reader { rest: pattern.chars().collect(), at: 0, strict };
    reader.alternatives(0).and_then(|()| if reader.peek().is_some() { Err(Bad::Parenthesis) } else { Ok(()) }).err()
}

struct Reader {
    rest: Vec<char>,
    at: usize,
    strict: bool,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let here = self.peek();
        self.at += usize::from(here.is_some());
        here
    }

    fn take(&mut self, text: &str) -> bool {
        let fits = text.chars().enumerate().all(|(ahead, c)| self.rest.get(self.at + ahead) == Some(&c));
        if fits {
            self.at += text.chars().count();
        }
        fits
    }

    /// Up to the end, or to the parenthesis that closes.
    fn alternatives(&mut self, depth: u32) -> Result<(), Bad> {
        if depth > DEPTH {
            return Err(Bad::Deep);
        }
        while let Some(c) = self.peek() {
            if c == ')' {
                return Ok(());
            }
            self.term(depth)?;
        }
        Ok(())
    }

    fn term(&mut self, depth: u32) -> Result<(), Bad> {
        let Some(c) = self.next() else { return Ok(()) };
        let mut repeatable = true;
        match c {
            '|' | '^' | '$' => return Ok(()),
            '(' => repeatable = self.group(depth)?,
            '[' => self.class()?,
            '\\' => match self.peek() {
                Some('b' | 'B') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => self.escape(false).map(drop)?,
            },
            '*' | '+' | '?' => return Err(Bad::Repeat),
            '{' => {
                let from = self.at;
                match self.counts() {
                    Some(_) => return Err(Bad::Repeat),
                    None if self.strict => return Err(Bad::Brace),
                    None => self.at = from,
                }
            }
            '}' if self.strict => return Err(Bad::Brace),
            ']' if self.strict => return Err(Bad::Bracket),
            _ => {}
        }
        self.repetition(repeatable)
    }

    fn repetition(&mut self, repeatable: bool) -> Result<(), Bad> {
        match self.peek() {
            Some('*' | '+' | '?') => self.at += 1,
            Some('{') => {
                let from = self.at;
                self.at += 1;
                match self.counts() {
                    Some(true) => {}
                    Some(false) => return Err(Bad::Quantifier),
                    None if self.strict => return Err(Bad::Brace),
                    None => {
                        self.at = from;
                        return Ok(());
                    }
                }
            }
            _ => return Ok(()),
        }
        if !repeatable {
            return Err(Bad::Repeat);
        }
        self.take("?");
        Ok(())
    }

    /// Behind `{`: `2}`, `2,}`, `2,3}`, and whether the counts are in order. None where it is no repetition.
    fn counts(&mut self) -> Option<bool> {
        let least = self.digits()?;
        let mut ordered = true;
        if self.take(",")
            && let Some(most) = self.digits()
        {
            ordered = (least.len(), &least) <= (most.len(), &most);
        }
        self.take("}").then_some(ordered)
    }

    fn digits(&mut self) -> Option<String> {
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let text: String = self.rest.get(from..self.at)?.iter().collect();
        (!text.is_empty()).then(|| text.trim_start_matches('0').to_owned())
    }

    /// Behind `(`. Can it be repeated?
    fn group(&mut self, depth: u32) -> Result<bool, Bad> {
        let mut repeatable = true;
        if self.take("?") {
            if self.take("<=") || self.take("<!") {
                repeatable = false;
            } else if self.take("=") || self.take("!") {
                repeatable = !self.strict;
            } else if self.take("<") {
                self.group_name()?;
            } else if !self.take(":") {
                self.modifiers()?;
            }
        }
        self.alternatives(depth + 1)?;
        if self.next() == Some(')') { Ok(repeatable) } else { Err(Bad::Parenthesis) }
    }

    fn group_name(&mut self) -> Result<(), Bad> {
        let first = self.next().ok_or(Bad::Group)?;
        if !(first.is_alphabetic() || matches!(first, '_' | '$')) {
            return Err(Bad::Group);
        }
        loop {
            match self.next() {
                Some('>') => return Ok(()),
                Some(c) if c.is_alphanumeric() || matches!(c, '_' | '$') => {}
                _ => return Err(Bad::Group),
            }
        }
    }

    /// `(?i:...)` is ECMA-262 since 2025; `(?i)` is not.
    fn modifiers(&mut self) -> Result<(), Bad> {
        let mut any = false;
        loop {
            match self.next() {
                Some('i' | 'm' | 's' | '-') => any = true,
                Some(':') if any => return Ok(()),
                _ => return Err(Bad::Group),
            }
        }
    }

    /// Behind `[`.
    fn class(&mut self) -> Result<(), Bad> {
        self.take("^");
        loop {
            let low = match self.next().ok_or(Bad::Bracket)? {
                ']' => return Ok(()),
                '\\' => self.escape(true)?,
                c => Some(c),
            };
            // `-` before the end is itself.
            if self.peek() != Some('-') || self.rest.get(self.at + 1) == Some(&']') {
                continue;
            }
            self.at += 1;
            let high = match self.next().ok_or(Bad::Bracket)? {
                '\\' => self.escape(true)?,
                c => Some(c),
            };
            match (low, high) {
                (Some(low), Some(high)) if low > high => return Err(Bad::Range),
                (Some(_), Some(_)) => {}
                _ if self.strict => return Err(Bad::Range),
                _ => {}
            }
        }
    }

    /// Behind `\`. The character that is meant; none for a set of them.
    fn escape(&mut self, in_class: bool) -> Result<Option<char>, Bad> {
        let c = self.next().ok_or(Bad::End)?;
        match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => Ok(None),
            'b' if in_class => Ok(Some('\u{8}')),
            'f' => Ok(Some('\u{c}')),
            'n' => Ok(Some('\n')),
            'r' => Ok(Some('\r')),
            't' => Ok(Some('\t')),
            'v' => Ok(Some('\u{b}')),
            '0'..='9' => {
                self.digits();
                Ok(Some('\0'))
            }
            'c' => match self.peek() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.at += 1;
                    Ok(Some('\u{1}'))
                }
                _ => Err(Bad::Escape),
            },
            'x' => self.hex(2).map(Some).ok_or(Bad::Escape),
            'u' if self.take("{") => {
                let from = self.at;
                while self.peek().is_some_and(|c| c.is_ascii_hexdigit()) {
                    self.at += 1;
                }
                let code: String = self.rest.get(from..self.at).unwrap_or_default().iter().collect();
                let code = u32::from_str_radix(&code, 16).ok().filter(|code| *code <= 0x0010_ffff);
                if code.is_some() && self.take("}") { Ok(code.and_then(char::from_u32)) } else { Err(Bad::Escape) }
            }
            // Half of a surrogate pair is no character here, and stands for none in a range.
            'u' => match self.hex_code(4) {
                Some(code) => Ok(char::from_u32(code)),
                None => Err(Bad::Escape),
            },
            'p' | 'P' => {
                if !self.take("{") {
                    return Err(Bad::Property);
                }
                let from = self.at;
                while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '=')) {
                    self.at += 1;
                }
                if self.at > from && self.take("}") { Ok(None) } else { Err(Bad::Property) }
            }
            'k' if !in_class => {
                if self.take("<") {
                    self.group_name().map(|()| None)
                } else {
                    Err(Bad::Escape)
                }
            }
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => Ok(Some(c)),
            '-' if in_class => Ok(Some(c)),
            c if c.is_ascii_alphabetic() || self.strict => Err(Bad::Escape),
            c => Ok(Some(c)),
        }
    }

    fn hex(&mut self, length: usize) -> Option<char> {
        self.hex_code(length).and_then(char::from_u32)
    }

    fn hex_code(&mut self, length: usize) -> Option<u32> {
        let digits = self.rest.get(self.at..self.at + length)?;
        if !digits.iter().all(char::is_ascii_hexdigit) {
            return None;
        }
        let text: String = digits.iter().collect();
        self.at += length;
        u32::from_str_radix(&text, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_ecma_262() {
        for pattern in [
            "",
            "^a$",
            "a|b|",
            "(a)(?:b)(?<n>c)\\k<n>",
            "(?=a)(?!b)(?<=c)(?<!d)",
            "[a-z]",
            "[^]",
            "[]",
            "[\\w.-]",
            "a{2}",
            "a{2,}b{2,3}?",
            "a*?b+?c??",
            "\\d\\D\\s\\S\\w\\W\\b\\B",
            "\\u0041\\u{1F600}\\x41\\cA\\0",
            "\\p{L}\\P{Script=Greek}",
            "^(?!\\.)(?!.*\\.\\.)[A-Za-z0-9_'+\\-\\.]*$",
            "\\/",
            "\\ud83d\\ude00",
            "(?i:a)",
            "(a)\\1",
            "[\\]-a]",
            "é",
        ] {
            assert_eq!(refusal(pattern, true), None, "{pattern}");
            assert_eq!(refusal(pattern, false), None, "{pattern}");
        }
    }

    #[test]
    fn what_is_none() {
        for (pattern, bad) in [
            ("(", Bad::Parenthesis),
            (")", Bad::Parenthesis),
            ("(?i)a", Bad::Group),
            ("(?P<x>a)", Bad::Group),
            ("(?#c)", Bad::Group),
            ("(?>a)", Bad::Group),
            ("a++", Bad::Repeat),
            ("*a", Bad::Repeat),
            ("a**", Bad::Repeat),
            ("(?<=a)+", Bad::Repeat),
            ("a{3,2}", Bad::Quantifier),
            ("[a", Bad::Bracket),
            ("[z-a]", Bad::Range),
            ("\\A\\Z", Bad::Escape),
            ("\\z", Bad::Escape),
            ("\\h", Bad::Escape),
            ("[[:alpha:]", Bad::Bracket),
            ("\\p{", Bad::Property),
            ("a\\", Bad::End),
            ("\\u{110000}", Bad::Escape),
        ] {
            let strict = refusal(pattern, true);
            // A class of POSIX is a class of letters and colons here.
            assert_eq!(strict, if pattern == "[[:alpha:]" { None } else { Some(bad) }, "{pattern}");
            assert_eq!(refusal(pattern, false), strict, "{pattern}");
        }
        let deep = "(".repeat(100_000);
        assert_eq!(refusal(&deep, true), Some(Bad::Deep));
    }

    #[test]
    fn what_the_flag_alone_refuses() {
        for pattern in ["\\-", "\\_", "\\@", "{", "}", "]", "a{x", "[\\w-z]", "(?=a)*"] {
            assert!(refusal(pattern, true).is_some(), "{pattern}");
            assert_eq!(refusal(pattern, false), None, "{pattern}");
        }
    }
}
