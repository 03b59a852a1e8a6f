//! One sentence, and what it refuses.

use super::super::found::Found;
use super::super::known::Known;
use super::super::{Why, path, words};
use super::lexicon::{
    AFTER, BEFORE_TYPE, KEYS, LACK_BEFORE, NOUNS, QUALITIES, SET_BEFORE, TOGETHER_AFTER, TOGETHER_BEFORE, TYPES, UNKNOWN_BEFORE,
    VALUE_BEFORE,
};
use super::subject;
use super::token::{Token, tokens};

type Path = Vec<Box<str>>;

pub(super) struct Clause<'a, 'k> {
    tokens: Vec<Token<'a>>,
    known: &'a Known<'k>,
}

impl<'a, 'k> Clause<'a, 'k> {
    pub(super) fn of(text: &'a str, known: &'a Known<'k>) -> Self {
        Self { tokens: as_names(tokens(text), known), known }
    }

    /// `subject` is the parameter that the sentence before has called invalid.
    pub(super) fn read(&self, subject: Option<&[Box<str>]>) -> Option<Found> {
        let own = self.called_invalid();
        (0..self.tokens.len())
            .find_map(|at| self.said_after_a_name(at))
            .or_else(|| (0..self.tokens.len()).find_map(|at| self.type_said(at)))
            .or_else(|| (0..self.tokens.len()).find_map(|at| self.said_before_a_name(at)))
            .or_else(|| self.said_of_several())
            .or_else(|| self.set_of(own.as_deref().or(subject)?))
    }

    /// Is the phrase said at this token? Gives the token after it.
    fn says(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut end = at;
        for word in phrase.split(' ') {
            let token = self.tokens.get(end)?;
            let open = word.ends_with('-') && token.low.starts_with(word);
            if token.low != word && !open {
                return None;
            }
            end += 1;
        }
        Some(end)
    }

    /// `Invalid size: huge`: the parameter that it speaks of.
    pub(super) fn called_invalid(&self) -> Option<Path> {
        let first = self.tokens.first()?;
        // `size 'huge' is not supported`
        if self.tokens.get(1).is_some_and(|value| value.quoted) && !first.quoted && self.known.is_top(&first.text) {
            let denied = ["is not supported", "is not valid", "is invalid", "is not allowed", "is not recognized", "is unknown"];
            return denied.iter().any(|phrase| self.says(2, phrase).is_some()).then(|| vec![first.text.clone()]);
        }
        if !["invalid", "unknown", "unsupported", "unrecognized", "bad"].contains(&first.low.as_str()) {
            return None;
        }
        let mut at = 1;
        if let Some((_, end)) = VALUE_BEFORE.iter().find_map(|(phrase, why)| Some((why, self.says(0, phrase)?))) {
            at = end;
        }
        let (names, _) = subject::after(&self.tokens, at)?;
        let (name, _) = names.names.first()?;
        self.known.is_top(name).then(|| vec![name.clone()])
    }

    fn said_after_a_name(&self, at: usize) -> Option<Found> {
        let (predicate, end) =
            AFTER.iter().filter_map(|predicate| Some((predicate, self.says(at, predicate.words)?))).max_by_key(|(_, end)| *end)?;
        let names = subject::before(&self.tokens, at)?;
        let bare = matches!(predicate.words, "required" | "missing");
        if bare
            && self.tokens.get(end).is_some_and(|next| !next.is_mark() && !["for", "but", "when", "if", "in"].contains(&next.low.as_str()))
        {
            return None;
        }
        // What is required to be so is there.
        if predicate.words.ends_with("required") && self.tokens.get(end).is_some_and(|next| next.low == "to") {
            return None;
        }
        // A thing that is not found is a thing, unless it is called a required parameter.
        if predicate.words.ends_with("not found") && !(names.worded && names.called_required) {
            return None;
        }
        let mut found = Found::default();
        for (name, quoted) in &names.names {
            let fits = match predicate.why {
                Why::Missing => subject::may_be_missing(name, *quoted, &names, predicate.firm, self.known),
                Why::Unknown => {
                    self.known.is_sent_anywhere(name) && !self.known.is_advertised(name) && (self.known.has_list() || names.worded)
                }
                Why::Type | Why::Value => names.leads && self.is_of_the_call(name),
            };
            // Of several names all must be such: `the key and the login are required` is about more than arguments.
            if !fits {
                return None;
            }
            self.tell(name, predicate.why, &mut found);
        }
        if SET_BEFORE.contains(&predicate.words)
            && let [(name, _)] = names.names.as_slice()
        {
            found.set(path::parse(name, self.known), self.members(end));
        }
        Some(found)
    }

    fn type_said(&self, at: usize) -> Option<Found> {
        let end = BEFORE_TYPE.iter().filter_map(|phrase| self.says(at, phrase)).max()?;
        let word = self.tokens.get(end)?;
        let quality = QUALITIES.contains(&word.low.as_str());
        if !quality && !TYPES.contains(&word.low.as_str()) {
            return None;
        }
        let names = subject::before(&self.tokens, at)?;
        let leads = names.leads || names.worded;
        let [(name, _)] = names.names.as_slice() else { return None };
        if !leads || !self.is_of_the_call(name) {
            return None;
        }
        let mut found = Found::default();
        self.tell(name, if quality { Why::Value } else { Why::Type }, &mut found);
        Some(found)
    }

    fn said_before_a_name(&self, at: usize) -> Option<Found> {
        self.value_said_before(at).or_else(|| self.lack_said_before(at)).or_else(|| self.unknown_said_before(at))
    }

    /// `invalid value for size`, `invalid value 'x' for size`, `invalid size value`
    fn value_said_before(&self, at: usize) -> Option<Found> {
        let direct = VALUE_BEFORE.iter().find_map(|(phrase, why)| Some((*why, self.says(at, phrase)?)));
        let (why, start) = direct
            .or_else(|| {
                self.says(at, "invalid value")?;
                let offset = self.tokens.get(at..)?.iter().position(|token| token.low == "for")?;
                Some((Why::Value, at + offset + 1))
            })
            .or_else(|| {
                let start = self.says(at, "invalid")?;
                self.tokens.get(start + 1).filter(|token| token.low == "value").map(|_| (Why::Value, start))
            })?;
        let (names, end) = subject::after(&self.tokens, start)?;
        let (name, _) = names.names.first()?;
        if !self.is_of_the_call(name) {
            return None;
        }
        let mut found = Found::default();
        self.tell(name, why, &mut found);
        found.extend(self.set_after(end, &path::parse(name, self.known)).unwrap_or_default());
        Some(found)
    }

    fn lack_said_before(&self, at: usize) -> Option<Found> {
        let (phrase, start) =
            LACK_BEFORE.iter().filter_map(|phrase| Some((*phrase, self.says(at, phrase)?))).max_by_key(|(_, end)| *end)?;
        let (mut names, end) = subject::after(&self.tokens, start)?;
        let plain = phrase == "no";
        if plain && !["provided", "given", "specified", "supplied", "passed", "was", "were"].contains(&self.tokens.get(end)?.low.as_str()) {
            return None;
        }
        if phrase == "required" && !(names.worded && (self.tokens.len() == end || self.tokens.get(end)?.is_mark())) {
            return None;
        }
        // Only the word for a parameter makes a strange name one; that it is wanted does not.
        names.called_required = false;
        let demands = !matches!(phrase, "missing");
        let mut found = Found::default();
        for (name, quoted) in &names.names {
            let is_known = self.known.is_top(name);
            let fits = if demands && !names.worded {
                (is_known && !self.known.is_sent(name)) || self.known.is_payload() && *quoted
            } else {
                subject::may_be_missing(name, *quoted, &names, false, self.known)
                    && (names.worded || is_known || self.known.is_about_parameters())
            };
            if fits {
                self.tell(name, Why::Missing, &mut found);
            }
        }
        (!found.blames.is_empty()).then_some(found)
    }

    fn unknown_said_before(&self, at: usize) -> Option<Found> {
        let (phrase, start) =
            UNKNOWN_BEFORE.iter().filter_map(|phrase| Some((*phrase, self.says(at, phrase)?))).max_by_key(|(_, end)| *end)?;
        let noun = self.tokens.get(start)?;
        if noun.quoted || !(NOUNS.contains(&noun.low.as_str()) || KEYS.contains(&noun.low.as_str())) {
            return None;
        }
        let (names, _) = subject::after(&self.tokens, start)?;
        let mut found = Found::default();
        for (name, _) in &names.names {
            if !subject::may_be_unknown(name, &names, self.known) {
                continue;
            }
            if !self.known.is_advertised(name) {
                found.blame(self.known.locate(name), Why::Unknown);
            } else if matches!(phrase, "invalid" | "illegal") {
                self.tell(name, Why::Value, &mut found);
            }
        }
        (!found.blames.is_empty()).then_some(found)
    }

    /// `hue and shade are mutually exclusive`: names of the call that do not go together.
    fn said_of_several(&self) -> Option<Found> {
        let says = |phrases: &[&str]| (0..self.tokens.len()).find_map(|at| phrases.iter().find_map(|phrase| self.says(at, phrase)));
        let names = match says(&TOGETHER_BEFORE) {
            Some(end) => subject::after(&self.tokens, end)?.0,
            None => (0..self.tokens.len())
                .find(|&at| TOGETHER_AFTER.iter().any(|phrase| self.says(at, phrase).is_some()))
                .and_then(|at| subject::before(&self.tokens, at))?,
        };
        let mut found = Found::default();
        if names.names.len() > 1 && names.names.iter().all(|(name, _)| self.known.is_sent(name)) {
            names.names.iter().for_each(|(name, _)| self.tell(name, Why::Value, &mut found));
        }
        (!found.blames.is_empty()).then_some(found)
    }

    /// The set that the sentence lists, for a subject named before.
    fn set_of(&self, subject: &[Box<str>]) -> Option<Found> {
        let found = self.set_after(0, subject).or_else(|| {
            let bound = self.says(0, "must be").or_else(|| self.says(0, "should be")).or_else(|| self.says(0, "must not be"));
            bound.map(|_| self.found_set(subject, Path::new()))
        });
        found.or_else(|| {
            // `Valid sizes: big, small`
            let first = self.tokens.first()?;
            let listing = ["valid", "allowed", "supported", "available", "expected", "known", "possible"].contains(&first.low.as_str());
            let noun = self.tokens.get(1)?;
            let name = subject.first()?;
            let fits = listing && self.tokens.get(2)?.low == ":" && noun.low.starts_with(&name.to_lowercase());
            fits.then(|| self.found_set(subject, self.members(3)))
        })
    }

    fn set_after(&self, start: usize, subject: &[Box<str>]) -> Option<Found> {
        let end = (start..self.tokens.len()).find_map(|at| SET_BEFORE.iter().find_map(|phrase| self.says(at, phrase)))?;
        Some(self.found_set(subject, self.members(end)))
    }

    fn found_set(&self, subject: &[Box<str>], members: Path) -> Found {
        let mut found = Found::default();
        found.set(subject.to_vec(), members);
        found.blame(subject.to_vec(), Why::Value);
        found
    }

    /// The values listed after the token before `start`; none where the list goes on in a way that is not understood.
    fn members(&self, start: usize) -> Path {
        let mut at = start;
        while self.tokens.get(at).is_some_and(|token| {
            !token.quoted
                && [":", "[", "(", "{", "the", "following", "these", "values", "are", "is", "options"].contains(&token.low.as_str())
        }) {
            at += 1;
        }
        let Some(text) = at.checked_sub(1).and_then(|last| self.tokens.get(last)).map(|token| token.after) else { return Path::new() };
        let (members, rest) = words::list(text);
        let rest = rest.trim_start();
        let ends = rest.is_empty()
            || rest.starts_with(['.', ')', ']', '}', '(', ';'])
            || ["but ", "got ", "not "].iter().any(|word| rest.starts_with(word));
        let sure = ends && members.len() > 1 && members.iter().all(|member| !matches!(&**member, "got" | "received" | "but"));
        if sure { members } else { Path::new() }
    }

    /// A name of the call; without a list, any name.
    fn is_of_the_call(&self, name: &str) -> bool {
        let top = name.split(['.', '[']).next().unwrap_or(name);
        self.known.is_top(name) || self.known.is_top(top) || self.known.is_sent_anywhere(name)
    }

    fn tell(&self, name: &str, why: Why, found: &mut Found) {
        let at = path::parse(name, self.known);
        let why = if why != Why::Unknown && self.known.lacks(&at) { Why::Missing } else { why };
        found.blame(at, why);
    }
}

/// Prose spells names its own way: `Hue is required`, `the bin hue is required`. Such words become the name that they stand for.
fn as_names<'a>(tokens: Vec<Token<'a>>, known: &Known<'_>) -> Vec<Token<'a>> {
    let mut spelled: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    for mut token in tokens {
        if token.quoted || token.is_mark() {
            spelled.push(token);
            continue;
        }
        let joined = spelled.last().filter(|last| !last.quoted && !last.is_mark()).and_then(|last| {
            let capital: String = token.low.chars().take(1).flat_map(char::to_uppercase).chain(token.low.chars().skip(1)).collect();
            [format!("{}_{}", last.low, token.low), format!("{}{capital}", last.low)].into_iter().find(|name| known.is_top(name))
        });
        if let Some(name) = joined {
            spelled.pop();
            token.low = name.to_lowercase();
            token.text = name.into();
        } else if !known.is_top(&token.text) && known.is_top(&token.low) {
            token.text = token.low.as_str().into();
        }
        spelled.push(token);
    }
    spelled
}
