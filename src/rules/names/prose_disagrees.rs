//! A description names a parameter or a tool that does not exist.
//!
//! Models follow the prose: they call the tool that it tells them to call, and send the argument that it documents. The rule fires where
//! a tool in code quotes, an argument in an `Args` section, or a parameter that the prose tells to set or pass does not exist while one
//! does that differs in case, joint or one letter; and where the prose tells to call a tool that does not exist, in words of this
//! surface's tools. It is silent about quoted values, files, fields of results and other products' names.
//!
//! ## Bad
//!
//! ```tools.json
//! [
//!   {"name": "models_train", "inputSchema": {"type": "object", "properties": {"dataset": {"type": "string"}}}},
//!   {"name": "dataset_pick", "description": "Chooses a dataset. Then call `model_train`.",
//!    "inputSchema": {"type": "object", "properties": {"hint": {"type": "string"}}}}
//! ]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [
//!   {"name": "models_train", "inputSchema": {"type": "object", "properties": {"dataset": {"type": "string"}}}},
//!   {"name": "dataset_pick", "description": "Chooses a dataset. Then call `models_train`.",
//!    "inputSchema": {"type": "object", "properties": {"hint": {"type": "string"}}}}
//! ]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::meaning;
use crate::rules::{Check, Rule};
use crate::surface::{Param, Tool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::sync::Arc;

pub(crate) const RULE: Rule = Rule {
    id: "names/prose-disagrees",
    level: Some(Level::Warning),
    source: include_str!("prose_disagrees.rs"),
    check: Check::Server(check),
};

/// More of one description is never read.
const READ: usize = 20_000;
/// Names of one surface that are compared letter by letter with every tool.
const COMPARED: usize = 200;

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let known = Known::of(cx);
    let mut compared = 0;
    for tool in cx.tools() {
        let mut said: FxHashSet<&str> = FxHashSet::default();
        for text in texts(tool) {
            for mention in mentions(text.words) {
                if !said.contains(mention.name)
                    && !known.has(tool, mention.name)
                    && let Some(meant) = known.meant(tool, &mention, &mut compared)
                {
                    said.insert(mention.name);
                    out.push(finding(tool, &text, &mention, &meant));
                }
            }
        }
    }
}

/// One description.
struct Text<'a> {
    words: &'a str,
    at: Json<'a>,
    param: Option<&'a str>,
}

fn texts(tool: &Arc<Tool>) -> Vec<Text<'_>> {
    let params = tool.params.iter().map(|param| (tool.schema_of(param), Some(&*param.name)));
    let mut texts = Vec::new();
    for (of, param) in std::iter::once((tool.json(), None)).chain(params) {
        if let Some((at, words)) = of.get("description").and_then(|at| Some((at, at.text()?))) {
            let end = (0..=READ.min(words.len())).rev().find(|end| words.is_char_boundary(*end)).unwrap_or(0);
            texts.push(Text { words: words.get(..end).unwrap_or(""), at, param });
        }
    }
    texts
}

/// What the prose tells to do with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    Call,
    Set,
    /// It is an argument that the prose documents.
    Argument,
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mention<'a> {
    name: &'a str,
    told: Told,
}

const CALLS: &[&str] = &["call", "calls", "calling", "invoke", "invoking", "run"];
const SETS: &[&str] = &["set", "sets", "setting", "pass", "passes", "passing", "provide", "specify"];

/// Words behind a name that may say where it comes from.
const FIELD_WORDS: usize = 3;

/// Names in code quotes, and documented arguments.
fn mentions(text: &str) -> Vec<Mention<'_>> {
    let mut found: Vec<Mention<'_>> = meaning::documented_arguments(text)
        .into_iter()
        .filter(|name| is_name(name))
        .map(|name| Mention { name, told: Told::Argument })
        .collect();
    let mut rest = text;
    while let Some(open) = rest.find('`') {
        let (before, after) = (rest.get(..open).unwrap_or(""), rest.get(open + 1..).unwrap_or(""));
        let Some(close) = after.find('`') else { break };
        let quoted = after.get(..close).unwrap_or("");
        rest = after.get(close + 1..).unwrap_or("");
        // A fence of code is no name.
        if quoted.is_empty() || quoted.contains('\n') {
            continue;
        }
        if let Some(name) = name_of(quoted) {
            found.push(Mention { name, told: told(before, quoted, rest) });
        }
    }
    found
}

/// `name`, `name()`, `name(a, b)`, `name=true`, `name: true`.
fn name_of(quoted: &str) -> Option<&str> {
    let end = quoted.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(quoted.len());
    let (name, rest) = (quoted.get(..end)?, quoted.get(end..)?);
    let is_call = rest.starts_with('(') && rest.ends_with(')');
    let is_set = rest.trim_start().starts_with(['=', ':']) && !rest.trim_start().starts_with("::") && !rest.trim_start().starts_with(":/");
    (rest.is_empty() || is_call || is_set).then_some(name).filter(|name| is_name(name))
}

/// More than one word, and in the letters of a name: single words are prose, values and products.
fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let starts = bytes.first().is_some_and(u8::is_ascii_lowercase);
    let joined = || bytes.iter().any(|b| matches!(b, b'_' | b'-') || b.is_ascii_uppercase());
    starts && bytes.len() > 3 && joined() && !matches!(bytes.last(), Some(b'-' | b'_')) && !bytes.contains(&b'.')
}

/// Can prose speak of this as a name? Names have no blanks.
fn may_be_named(text: &str) -> bool {
    text.as_bytes().first().is_some_and(u8::is_ascii_lowercase) && !text.bytes().any(|b| b.is_ascii_whitespace()) && is_name(text)
}

fn told(before: &str, quoted: &str, after: &str) -> Told {
    let Some(line) = before.lines().next_back() else { return Told::Nothing };
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    let mut words = line.split_whitespace().rev().map(plain);
    let mut last = words.next().unwrap_or_default();
    if matches!(last.as_str(), "the" | "a" | "tool") {
        last = words.find(|word| word != "the").unwrap_or_default();
    }
    if CALLS.contains(&last.as_str()) {
        return Told::Call;
    }
    // "Pass the `rowId` from the answer": a field of the answer.
    let is_field = after.split_whitespace().take(FIELD_WORDS).map(plain).any(|word| matches!(word.as_str(), "from" | "of" | "returned"));
    if SETS.contains(&last.as_str()) && !quoted.contains('(') && !is_field {
        return Told::Set;
    }
    Told::Nothing
}

/// What was probably meant.
struct Meant<'a> {
    name: Option<&'a str>,
    tool: bool,
}

/// Every name of the surface.
struct Known<'a> {
    tools: FxHashSet<&'a str>,
    all: &'a [Arc<Tool>],
    near: OnceCell<Near<'a>>,
    /// Every key and every text of every definition: parameters at every depth, fields of results, members of enums.
    words: OnceCell<FxHashSet<&'a str>>,
}

/// What is near the names of tools: looked for once a name is met that nothing has.
struct Near<'a> {
    by_fold: FxHashMap<String, &'a str>,
    /// By their length: only those that are about as long are compared letter by letter.
    by_length: FxHashMap<usize, Vec<&'a str>>,
    /// First and last words of tools: a name without either is somebody else's.
    words: OnceCell<FxHashSet<String>>,
}

impl<'a> Near<'a> {
    fn of(tools: &'a [Arc<Tool>]) -> Self {
        let mut near = Self { by_fold: FxHashMap::default(), by_length: FxHashMap::default(), words: OnceCell::new() };
        for tool in tools {
            near.by_fold.insert(meaning::fold(&tool.name), &*tool.name);
            near.by_length.entry(tool.name.len()).or_default().push(&tool.name);
        }
        near
    }

    fn words(&self, tools: &[Arc<Tool>]) -> &FxHashSet<String> {
        self.words.get_or_init(|| {
            let mut all = FxHashSet::default();
            for tool in tools {
                let mut words = meaning::words(&tool.name).into_iter();
                all.extend(words.next().into_iter().chain(words.next_back()));
            }
            all
        })
    }
}

impl<'a> Known<'a> {
    fn of(cx: &Context<'a>) -> Self {
        let tools = cx.tools().map(|tool| &*tool.name).collect();
        Self { tools, all: &cx.server.surface.tools, near: OnceCell::new(), words: OnceCell::new() }
    }

    fn near(&self) -> &Near<'a> {
        self.near.get_or_init(|| Near::of(self.all))
    }

    fn has(&self, tool: &Tool, name: &str) -> bool {
        let mounted = || name.rsplit("__").next().is_some_and(|own| self.tools.contains(own));
        self.tools.contains(name) || tool.param(name).is_some() || mounted() || self.words().contains(name)
    }

    /// Gathered when a name is met that no tool and no parameter has.
    fn words(&self) -> &FxHashSet<&'a str> {
        self.words.get_or_init(|| {
            let mut words = FxHashSet::default();
            self.all.iter().for_each(|tool| gather(tool.json(), &mut words));
            words
        })
    }

    fn meant(&self, tool: &'a Tool, mention: &Mention<'_>, compared: &mut usize) -> Option<Meant<'a>> {
        // What is merely quoted may be a field of a result or of another product.
        let is_ours = matches!(mention.told, Told::Set | Told::Argument);
        let near = |param: &&Param| meaning::same_words(&param.name, mention.name) || one_letter(&param.name, mention.name);
        if let Some(param) = tool.params.iter().filter(|_| is_ours).find(near) {
            return Some(Meant { name: Some(&param.name), tool: false });
        }
        if mention.told == Told::Argument {
            return None;
        }
        *compared += 1;
        let slip = || if *compared <= COMPARED { self.slip(mention.name) } else { None };
        let fold = meaning::fold(mention.name);
        if let Some(near) = self.near().by_fold.get(&fold).copied().or_else(slip) {
            return Some(Meant { name: Some(near), tool: true });
        }
        let words = meaning::words(mention.name);
        let ours = || [words.first(), words.last()].into_iter().flatten().all(|word| self.near().words(self.all).contains(word));
        (mention.told == Told::Call && ours()).then_some(Meant { name: None, tool: true })
    }

    /// The first tool in the alphabet whose name is one letter off.
    fn slip(&self, name: &str) -> Option<&'a str> {
        let lengths = name.len().saturating_sub(1)..=name.len() + 1;
        let about_as_long = lengths.filter_map(|length| self.near().by_length.get(&length)).flatten().copied();
        about_as_long.filter(|tool| one_letter(tool, name)).min()
    }
}

/// Keys and texts of a definition that could be mentioned: names of properties at any depth, members of enums, examples.
fn gather<'a>(json: Json<'a>, out: &mut FxHashSet<&'a str>) {
    let mut open = vec![json];
    while let Some(node) = open.pop() {
        if node.is_object() {
            for (key, value) in node.entries() {
                if may_be_named(key) {
                    out.insert(key);
                }
                open.push(value);
            }
        } else if node.is_array() {
            open.extend(node.items());
        } else if let Some(text) = node.text().filter(|text| may_be_named(text)) {
            out.insert(text);
        }
    }
}

/// One letter more or less, or two that changed places: a slip, no other name.
fn one_letter(a: &str, b: &str) -> bool {
    const SHORTEST: usize = 6;
    a != b && a.len().min(b.len()) >= SHORTEST && a.len().abs_diff(b.len()) <= 1 && differ_once(a, b)
}

/// What is left of both, once all is dropped with which both start or end, is one letter, or two that changed places.
fn differ_once(a: &str, b: &str) -> bool {
    let start: usize = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum();
    let (a, b) = (a.get(start..).unwrap_or(""), b.get(start..).unwrap_or(""));
    let end: usize = a.chars().rev().zip(b.chars().rev()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum();
    let middle = |text: &str| {
        let mut letters = text.get(..text.len() - end).unwrap_or("").chars();
        [letters.next(), letters.next(), letters.next()]
    };
    match (middle(a), middle(b)) {
        ([None, ..], [Some(_), None, _]) | ([Some(_), None, _], [None, ..]) => true,
        ([Some(w), Some(x), None], [Some(y), Some(z), None]) => w == z && x == y,
        // Another letter makes another name, but for an accent that was dropped.
        ([Some(x), None, _], [Some(y), None, _]) => x.len_utf8() != y.len_utf8(),
        _ => false,
    }
}

fn finding(tool: &Arc<Tool>, text: &Text<'_>, mention: &Mention<'_>, meant: &Meant<'_>) -> Finding {
    let name = mention.name;
    let whose = text.param.map_or_else(|| format!("`{}`", tool.name), |param| format!("`{param}` of `{}`", tool.name));
    let kind = if meant.tool { "tool" } else { "parameter" };
    let message = match meant.name {
        Some(near) => format!("the description of {whose} names `{name}`, which does not exist: the {kind} is called `{near}`"),
        None => format!("the description of {whose} says to call `{name}`, and no {kind} is called so"),
    };
    let help = meant.name.map_or_else(|| "name a tool that is listed".to_owned(), |near| format!("write `{near}`"));
    let mut finding = Finding::new(RULE.id, Level::Warning, message)
        .help(help)
        .tool(&tool.name)
        .at(Place::value(&tool.doc, text.at))
        .identity(text.param.into_iter().chain([name]))
        .subjects([name]);
    if let Some(param) = text.param {
        finding = finding.param(param);
    }
    finding
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_found() {
        let table: &[(&str, &[(&str, Told)])] = &[
            ("Then call `model_train`.", &[("model_train", Told::Call)]),
            ("Call the tool `model_train()` first", &[("model_train", Told::Call)]),
            ("set `dryRun=true`, or `dry-run: false`", &[("dryRun", Told::Set), ("dry-run", Told::Nothing)]),
            ("`file.json`, `true`, `NODE_ENV`, `a::b_c`, `git status`, `https_x://y`", &[]),
            ("Pass the `rowId` text from the answer", &[("rowId", Told::Nothing)]),
            ("unclosed `model_train", &[]),
            ("```\ncode_here\n```", &[]),
            ("Does it.\n\nArgs:\n    max_rows: how many\n", &[("max_rows", Told::Argument)]),
        ];
        for (text, expected) in table {
            let found: Vec<(&str, Told)> = mentions(text).into_iter().map(|mention| (mention.name, mention.told)).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn one_letter_is_a_slip() {
        for (a, b, slip) in [
            ("model_train", "models_train", true),
            ("model_train", "model_trian", true),
            ("model_train", "model_drain", false),
            ("item_a", "item_b", false),
            ("ab_c", "ab_cd", false),
            ("caf_list", "cafe_list", true),
            ("cafe_list", "café_list", true),
            ("model_train", "model_rtian", false),
        ] {
            assert_eq!(one_letter(a, b), slip, "{a} {b}");
        }
    }
}
