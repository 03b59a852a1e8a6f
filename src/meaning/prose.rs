//! Sentences read for what a path is. No grammar, only its outline: the first noun of the first clause is the thing, a noun
//! after "path of" beats one before it, and what follows "relative to" or "inside" is where the thing lies.

use super::table::{self, Noun};
use super::{Meaning, Use, words};

/// More of a text than this is never read.
const READ: usize = 600;
/// Of a tool's description the first sentences say what the tool does.
const READ_TOOL: usize = 400;

/// What the description of one parameter says of it.
pub(super) fn of_parameter(text: &str, param: &str) -> Option<Meaning> {
    if text.trim().is_empty() {
        return None;
    }
    let lower = opening(text, READ).to_lowercase();
    if let Some(meaning) = unspaced(&lower) {
        return Some(meaning);
    }
    let tokens = tokens(&lower);
    if let Some(meaning) = alias(&tokens) {
        return Some(meaning);
    }
    let last = words(param).pop().unwrap_or_default();
    let found = head_clause(&tokens).and_then(|clause| head(clause, &last, &[]));
    let found = found.map(|first| after_aside(&tokens).map_or(first, |second| either(first, second)));
    let has_file = tokens.iter().any(|token| token.is_file);
    match found {
        Some(Noun::Is(meaning)) => Some(meaning),
        Some(Noun::Holder) => Some(Meaning::ProjectRoot),
        Some(Noun::Scene) => Some(if !has_file && is_inside_a_scene(&tokens) { Meaning::Node } else { Meaning::File }),
        _ if has_file => Some(Meaning::File),
        Some(Noun::Weak(meaning)) => {
            let files = tokens.iter().any(|token| matches!(table::noun(token.word), Some(Noun::Is(known)) if known.is_file_system()));
            (!files).then_some(meaning)
        }
        None => None,
    }
}

/// What a tool's description says of its path, where it documents no arguments: "stages files for a repository path"
/// names it, "lists all files" looks through a folder, "deletes a node" takes one.
pub(super) fn of_tool(use_: &Use<'_>) -> Option<Meaning> {
    let text = use_.tool_description.trim_start();
    // "[Full] Loads a scene": a label before the sentence.
    let text = text.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(text, |(_, rest)| rest);
    if text.trim().is_empty() {
        return None;
    }
    let lower = opening(text, READ_TOOL).to_lowercase();
    let tokens = tokens(&lower);
    let taken = taken(use_.siblings);
    let last = words(use_.param).pop()?;
    if let Some(meaning) = named(&tokens, &last, &taken) {
        return Some(meaning);
    }
    if let Some(meaning) = unspaced(lower.split(['。', '\n']).next().unwrap_or_default()) {
        return Some(meaning);
    }
    let sentence = sentence(&tokens);
    let name = words(use_.tool);
    if is_listing(sentence, &name) { listed(sentence) } else { acted_on(sentence, &taken) }
}

/// What a tool's name says of its path: `folder_create`, `find_files`.
pub(super) fn of_tool_name(use_: &Use<'_>) -> Option<Meaning> {
    let name = words(use_.tool);
    let taken = taken(use_.siblings);
    let is = |list: &[&str]| name.iter().any(|word| list.contains(&word.as_str()));
    let mut nouns = name.iter().filter(|word| !taken.contains(word)).filter_map(|word| plain(table::noun(word)?));
    if is(table::LISTING) {
        return nouns.any(Meaning::is_file_system).then_some(Meaning::Folder);
    }
    // `node_set_property`: where no other parameter names the property, the path may be its.
    let of_property = nouns.clone().any(|meaning| meaning == Meaning::Other(PROPERTY)) && !name.iter().any(|word| word == "properties");
    let making = is(table::MAKING) || of_property;
    nouns.find(|meaning| match meaning {
        Meaning::Node => !making,
        meaning => meaning.is_file_system(),
    })
}

/// "Asset path (such as a.mat) or search scope": an alternative behind the first parenthesis.
fn after_aside(tokens: &[Token<'_>]) -> Option<Noun> {
    let aside = tokens.iter().position(|token| token.aside)?;
    let after = aside + tokens.get(aside..)?.iter().position(|token| !token.aside)?;
    let is_one_sentence = tokens.get(after).is_some_and(|token| token.word == "or" && !token.starts);
    is_one_sentence.then(|| other(tokens, after)).flatten()
}

/// "Alias of file_path": what the other name says.
fn alias(tokens: &[Token<'_>]) -> Option<Meaning> {
    let [first, of, name, ..] = tokens else { return None };
    let is_alias = matches!(first.word, "alias" | "synonym") && matches!(of.word, "of" | "for");
    is_alias.then(|| words(name.word).iter().rev().find_map(|word| plain(table::noun(word)?))).flatten()
}

/// Does a description speak of files or folders, whatever else it says?
pub(super) fn is_about_files(text: &str) -> bool {
    let lower = opening(text, READ).to_lowercase();
    tokens(&lower)
        .iter()
        .any(|token| token.is_file || matches!(table::noun(token.word), Some(Noun::Is(meaning)) if meaning.is_file_system()))
}

/// The first bytes of a text, on a character's boundary.
fn opening(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

fn unspaced(text: &str) -> Option<Meaning> {
    if text.is_ascii() {
        return None;
    }
    let ends = table::UNSPACED.iter().filter_map(|(word, meaning)| text.rfind(word).map(|at| (at + word.len(), word.len(), *meaning)));
    ends.max_by_key(|(end, length, _)| (*end, *length)).map(|(_, _, meaning)| meaning)
}

#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    word: &'a str,
    /// A clause ended before it.
    starts: bool,
    /// Inside parentheses.
    aside: bool,
    /// Joined to the word before it by a slash.
    alternative: bool,
    /// A comma or a parenthesis stands before it: nouns on both sides are no compound.
    apart: bool,
    /// It looks like a file: `.png`, `*.md`, `Sources/main.rs`.
    is_file: bool,
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut starts, mut apart, mut depth) = (true, false, 0_usize);
    for chunk in text.split_whitespace() {
        let opened = chunk.matches(['(', '[']).count();
        let closed = chunk.matches([')', ']']).count();
        let aside = depth > 0 || chunk.starts_with(['(', '[']);
        let word = chunk.trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '/' | '*' | '_' | '~' | '$' | '<' | '>')));
        let is_file = looks_like_file(word.trim_end_matches('.'));
        let word = if is_file { word } else { word.trim_matches(['*', '.', '_', '<', '>']) };
        // "file(s)"
        let word = word.strip_suffix("(s").unwrap_or(word);
        let is_alternatives = word.contains('/')
            && !word.starts_with('/')
            && word.split('/').all(|part| !part.is_empty() && table::noun(part).is_some() || part == "path");
        if is_alternatives {
            for (index, part) in word.split('/').enumerate() {
                tokens.push(Token {
                    word: part,
                    starts: starts && index == 0,
                    aside,
                    alternative: index > 0,
                    apart: apart && index == 0,
                    is_file: false,
                });
            }
        } else if !word.is_empty() || is_file {
            tokens.push(Token { word, starts, aside, alternative: false, apart: apart || chunk.starts_with(['(', '[']), is_file });
        }
        starts = chunk.ends_with(['.', ';', ':', '!', '?', '—']) || matches!(chunk, "-" | "–") || chunk.ends_with(".)");
        apart = chunk.ends_with([',', ')', ']']);
        depth = (depth + opened).saturating_sub(closed);
    }
    tokens
}

fn looks_like_file(word: &str) -> bool {
    let Some((before, ending)) = word.rsplit_once('.') else { return false };
    if ending.is_empty() || ending.len() > 10 || !ending.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let is_bare = matches!(before, "" | "*" | "**/*");
    if is_bare {
        !ending.starts_with("git") && ending != "net"
    } else {
        table::is_extension(ending) && !matches!(before, "node" | "i" | "e")
    }
}

/// The clause that says what the parameter is: the first that is more than "Optional".
fn head_clause<'t, 'a>(tokens: &'t [Token<'a>]) -> Option<&'t [Token<'a>]> {
    let mut rest = tokens;
    while !rest.is_empty() {
        let end = rest.iter().skip(1).position(|token| token.starts || token.aside).map_or(rest.len(), |at| at + 1);
        let (clause, after) = rest.split_at(end);
        let is_filler =
            clause.iter().all(|token| token.aside || matches!(token.word, "optional" | "required" | "default" | "deprecated" | "note"));
        if !is_filler || clause.len() > 2 {
            return Some(clause);
        }
        rest = after;
    }
    None
}

/// The noun that a clause is about. `taken` are words of the tool's other parameters: what they name is not this one.
fn head(clause: &[Token<'_>], param: &str, taken: &[String]) -> Option<Noun> {
    let whole = clause;
    let end = (0..clause.len()).find(|at| is_scope(clause, *at)).unwrap_or(clause.len());
    let clause = clause.get(..end)?;
    let (mut at, mut found) = (0, None);
    while at < clause.len() {
        if let Some((noun, after)) = run(clause, at).filter(|(noun, _)| !is_or_url(clause, at, *noun)) {
            let is_taken = clause.get(at..after).is_some_and(|words| words.iter().any(|token| taken.iter().any(|word| word == token.word)));
            if !is_taken {
                found = Some(noun);
                at = after;
                break;
            }
            at = after;
        } else {
            at += 1;
        }
    }
    let Some(first) = found else { return formatted(whole, end) };
    let at_path = |at: usize| clause.get(at).is_some_and(|token| token.word == "path" || token.word == "paths" || token.word == param);
    let after = if at_path(at) { at + 1 } else { at };
    if after > at
        && clause.get(after).is_some_and(|token| matches!(token.word, "of" | "to"))
        && let Some((better, _)) = noun_after(clause, after + 1)
    {
        return Some(better);
    }
    Some(other(clause, after).map_or(first, |second| either(first, second)))
}

/// Does the text say from here on where the thing lies?
fn is_scope(clause: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| clause.get(at).map_or("", |token| token.word);
    table::SCOPES.contains(&word(at)) || (word(at) == "relative" && matches!(word(at + 1), "to" | "from"))
}

/// "Path or URL": what lies there is not told by the second.
fn is_or_url(clause: &[Token<'_>], at: usize, noun: Noun) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| clause.get(at)).map_or("", |token| token.word);
    let is_alternative = clause.get(at).is_some_and(|token| token.alternative);
    noun == Noun::Is(Meaning::UrlPath) && (before(1) == "or" || (is_alternative && before(1) == "path"))
}

/// "Path in the format category/part", "path from the root to the file".
fn formatted(clause: &[Token<'_>], scope: usize) -> Option<Noun> {
    let word = |at: usize| clause.get(at).map_or("", |token| token.word);
    let is_format = word(scope) == "in" && matches!(word(scope + 1), "the" | "a") && matches!(word(scope + 2), "format" | "form" | "style");
    if is_format {
        let first = word(scope + 3).split('/').next().unwrap_or_default();
        return table::noun(first).filter(|noun| *noun != Noun::Holder);
    }
    // "path in dot notation"
    if word(scope) == "in"
        && let Some((noun @ Noun::Is(Meaning::JsonPath), _)) = run(clause, scope + 1)
    {
        return Some(noun);
    }
    // "relative path from the root to the file"
    let to = (scope..clause.len()).find(|at| word(*at) == "to" && word(at - 1) != "relative").filter(|_| word(scope) == "from")?;
    noun_after(clause, to + 1).map(|(noun, _)| noun)
}

/// "or a directory", "/directory".
fn other(clause: &[Token<'_>], at: usize) -> Option<Noun> {
    let token = clause.get(at)?;
    if token.alternative {
        return run(clause, at).map(|(noun, _)| noun);
    }
    if !matches!(token.word, "or" | "and/or" | "oder" | "o" | "ou") {
        return None;
    }
    // "or path to the image"
    let word = |at: usize| clause.get(at).map_or("", |token| token.word);
    let is_path = word(at + 1) == "path" && matches!(word(at + 2), "of" | "to");
    noun_after(clause, if is_path { at + 3 } else { at + 1 }).map(|(noun, _)| noun)
}

fn either(first: Noun, second: Noun) -> Noun {
    let plain_first = plain(first);
    match (plain_first, plain(second)) {
        (Some(Meaning::File), Some(Meaning::Folder | Meaning::ProjectRoot))
        | (Some(Meaning::Folder | Meaning::ProjectRoot), Some(Meaning::File)) => Noun::Is(Meaning::FileOrFolder),
        (Some(Meaning::UrlPath), Some(meaning)) if meaning.is_file_system() => second,
        (_, Some(Meaning::Namespace)) if first == Noun::Holder => second,
        _ => first,
    }
}

fn plain(noun: Noun) -> Option<Meaning> {
    match noun {
        Noun::Is(meaning) => Some(meaning),
        Noun::Scene => Some(Meaning::File),
        Noun::Holder => Some(Meaning::ProjectRoot),
        Noun::Weak(_) => None,
    }
}

/// The noun behind articles and the like.
fn noun_after(clause: &[Token<'_>], at: usize) -> Option<(Noun, usize)> {
    let mut at = at;
    while clause.get(at).is_some_and(|token| table::ARTICLES.contains(&token.word)) {
        at += 1;
    }
    run(clause, at)
}

/// Nouns in a row are one thing, and the last of them says which: "scene file". Gives the place after them too.
fn run(clause: &[Token<'_>], start: usize) -> Option<(Noun, usize)> {
    let word = |at: usize| {
        clause.get(at).filter(|token| at == start || !(token.alternative || token.apart || token.starts)).map(|token| token.word)
    };
    let mut found = None;
    let mut at = start;
    // The root of a project: "root of the project", "project root".
    if word(start) == Some("root") && word(start + 1) == Some("of") {
        return noun_after(clause, start + 2)
            .filter(|(noun, _)| *noun == Noun::Holder)
            .map(|(_, after)| (Noun::Is(Meaning::ProjectRoot), after));
    }
    // "root directory of the project"
    let is_folder = |at: usize| word(at).and_then(table::noun) == Some(Noun::Is(Meaning::Folder));
    if word(start) == Some("root")
        && is_folder(start + 1)
        && word(start + 2) == Some("of")
        && let Some((Noun::Holder, after)) = noun_after(clause, start + 3)
    {
        return Some((Noun::Is(Meaning::ProjectRoot), after));
    }
    while let Some(this) = word(at) {
        let next = word(at + 1).unwrap_or_default();
        if let Some(pair) = table::PAIRS.iter().find(|pair| pair.0 == this && pair.1 == next) {
            found = Some(pair.2);
            at += 2;
            continue;
        }
        let Some(noun) = table::noun(this) else { break };
        // "the directory hierarchy" is folders, not nodes.
        if this == "hierarchy" && found.and_then(plain).is_some_and(Meaning::is_file_system) {
            at += 1;
            continue;
        }
        if noun == Noun::Holder && (next == "root" || matches!(table::noun(next), Some(Noun::Is(Meaning::Folder)))) {
            found = Some(Noun::Is(Meaning::ProjectRoot));
            // "the project root directory"
            at += if next == "root" && is_folder(at + 2) { 3 } else { 2 };
            continue;
        }
        // "the project's icon" is an icon.
        if noun == Noun::Holder && (this.ends_with("'s") || this.ends_with("’s")) {
            break;
        }
        found = Some(noun);
        at += 1;
    }
    found.map(|noun| (noun, at))
}

fn is_inside_a_scene(tokens: &[Token<'_>]) -> bool {
    let root = tokens.iter().any(|token| token.word.starts_with("/root"));
    let tree = tokens.windows(2).any(|pair| matches!(pair, [a, b] if a.word == "scene" && matches!(b.word, "root" | "tree" | "graph")));
    root || tree || tokens.iter().any(|token| matches!(table::noun(token.word), Some(Noun::Is(Meaning::Node))))
}

/// Words of the other parameters' names.
fn taken(siblings: &[&str]) -> Vec<String> {
    siblings.iter().flat_map(|name| words(name)).filter(|word| table::noun(word).is_some()).collect()
}

/// A sentence that speaks of the path itself: "for a repository path", "path is the property".
fn named(tokens: &[Token<'_>], param: &str, taken: &[String]) -> Option<Meaning> {
    let places = tokens.iter().enumerate().filter(|(_, token)| token.word == param).map(|(at, _)| at);
    for at in places {
        // "Returns the node path": what comes out is not what goes in.
        let is_result =
            (0..at).rev().take(4).filter_map(|at| tokens.get(at)).any(|token| matches!(token.word, "return" | "returns" | "returned"));
        if is_result {
            continue;
        }
        let is_first = tokens.get(at).is_some_and(|token| token.starts || token.apart);
        let from = (0..at)
            .rev()
            .take(3)
            .take_while(|at| tokens.get(*at).is_some_and(|token| table::noun(token.word).is_some() && !token.starts))
            .last()
            .filter(|_| !is_first);
        let before =
            from.and_then(|from| run(tokens.get(..at)?, from)).filter(|_| from.is_some_and(|from| !is_taken(tokens, from, at, taken)));
        let after = tokens.get(at + 1).filter(|token| matches!(token.word, "of" | "to" | "is")).and_then(|_| noun_after(tokens, at + 2));
        if let Some((noun, _)) = after.or(before)
            && let Some(meaning) = plain(noun)
        {
            return Some(meaning);
        }
    }
    None
}

fn is_taken(tokens: &[Token<'_>], from: usize, to: usize, taken: &[String]) -> bool {
    tokens.get(from..to).is_some_and(|words| words.iter().any(|token| taken.iter().any(|word| word == token.word)))
}

fn sentence<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let end = tokens.iter().skip(1).position(|token| token.starts).map_or(tokens.len(), |at| at + 1);
    tokens.get(..end).unwrap_or_default()
}

fn is_listing(sentence: &[Token<'_>], name: &[String]) -> bool {
    sentence.iter().take(6).any(|token| table::LISTING.contains(&token.word))
        || name.iter().any(|word| table::LISTING.contains(&word.as_str()))
}

/// A tool that lists files takes a folder; one that lists what is "in the file" takes that.
fn listed(sentence: &[Token<'_>]) -> Option<Meaning> {
    for (at, token) in sentence.iter().enumerate() {
        if matches!(token.word, "in" | "within" | "inside" | "from" | "under")
            && let Some((noun, _)) = noun_after(sentence, at + 1)
            && sentence.get(at + 1).is_some_and(|next| table::ARTICLES.contains(&next.word))
        {
            match plain(noun) {
                Some(Meaning::ProjectRoot) => return Some(Meaning::Folder),
                Some(meaning) if meaning.is_file_system() => return Some(meaning),
                _ => {}
            }
        }
    }
    let mut nouns = sentence.iter().filter(|token| !token.aside).filter_map(|token| table::noun(token.word));
    let first = nouns.find_map(|noun| match noun {
        Noun::Is(Meaning::Node) => Some(Meaning::Node),
        noun => plain(noun).filter(|meaning| meaning.is_file_system()).map(|_| Meaning::Folder),
    })?;
    // Nodes are listed in a scene, and its path may be meant; only a whole hierarchy is asked for by one of its nodes.
    let is_tree = sentence.iter().any(|token| token.word == "hierarchy");
    (first != Meaning::Node || is_tree).then_some(first)
}

/// The object of a tool's verb.
fn acted_on(sentence: &[Token<'_>], taken: &[String]) -> Option<Meaning> {
    let making = sentence.iter().take(2).any(|token| table::MAKING.contains(&token.word));
    let end = sentence.iter().position(|token| table::ASIDES.contains(&token.word)).unwrap_or(sentence.len());
    let sentence = sentence.get(..end)?;
    let (mut at, mut is_direct) = (0, true);
    while let Some(token) = sentence.get(at) {
        if token.is_file && !token.aside {
            return Some(Meaning::File);
        }
        is_direct &= !table::PREPOSITIONS.contains(&token.word);
        let Some((noun, after)) = run(sentence, at) else {
            at += 1;
            continue;
        };
        let second = other(sentence, after);
        // "the node path": what comes out, or `named` would have read it.
        let is_result = sentence.get(after).is_some_and(|token| token.word == "path");
        let skip = is_result || token.aside || is_taken(sentence, at, after, taken);
        let is_plural = sentence.get(after - 1).is_some_and(|token| token.word.ends_with('s'));
        // What is "or" beside a thing that another parameter names is named by it too.
        at = if skip && second.is_some() { after + 2 } else { after };
        match plain(second.map_or(noun, |second| either(noun, second))) {
            _ if skip => {}
            Some(Meaning::Node) if !making => return Some(Meaning::Node),
            Some(Meaning::Other(kind)) if kind == PROPERTY && !is_plural => return None,
            Some(Meaning::ProjectRoot) if noun == Noun::Holder && !is_direct => {}
            Some(Meaning::UrlPath) => return Some(Meaning::UrlPath),
            Some(meaning) if meaning.is_file_system() || meaning == Meaning::Other(PAGE) => return Some(meaning),
            _ => {}
        }
    }
    None
}

const PAGE: &str = "a page";
const PROPERTY: &str = "a property";
