//! Whose is a name here? The tool that is named nearest, above before below, tells; where it does not, that is said.

use super::Wanted;
use crate::meaning::words;
use crate::report::Whose;
use aho_corasick::{AhoCorasick, MatchKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// A tool's name further away says nothing of a line.
const REACH: u64 = 60;
/// On a longer line the order of names tells more than that they share it.
const LONG_LINE: usize = 300;
/// Names of more tools are not looked for.
const MOST_TOOLS: usize = 20_000;

/// What a tool has to do with the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stand {
    Renamed,
    /// It has the name, and keeps it.
    Keeps,
    /// It has no such name.
    Without,
}

/// What to look for in a text: the name itself, and the names of tools as people write them.
#[derive(Debug)]
pub(super) struct Owners {
    pub(super) finder: AhoCorasick,
    /// By the number of the pattern; the first is the name itself.
    tools: Vec<(Box<str>, Stand)>,
    by_name: FxHashMap<Box<str>, usize>,
}

/// A tool's name in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) line: u64,
    pub(super) offset: usize,
    /// The number of the pattern.
    pub(super) pattern: usize,
}

/// The names of tools that a file holds.
#[derive(Debug)]
pub(super) struct Names {
    text: Vec<Named>,
    path: Vec<Named>,
    /// All of them stand alike to the name.
    one_mind: bool,
}

/// Whose a name is: the tool that says so, and how many lines away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner<'a> {
    pub(super) whose: Whose,
    pub(super) near: Option<&'a str>,
    pub(super) distance: Option<u64>,
}

impl Owners {
    /// None where the patterns are too many to be looked for.
    pub(super) fn of(wanted: &Wanted<'_>) -> Option<Self> {
        let renamed: FxHashSet<&str> = wanted.targets.iter().map(|target| &*target.tool.name).collect();
        let mut patterns: Vec<String> = vec![wanted.from.to_owned()];
        let mut tools: Vec<(Box<str>, Stand)> = vec![("".into(), Stand::Without)];
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        let params: FxHashSet<&str> = wanted.targets.iter().map(|target| &*target.param).collect();
        for tool in wanted.servers.iter().flat_map(|server| &server.surface.tools).take(MOST_TOOLS) {
            let has = |name: &str| tool.param(name).is_some();
            let keeps = if wanted.value { params.iter().any(|param| has(param)) } else { has(wanted.from) };
            let stand = match (renamed.contains(&*tool.name), keeps) {
                (true, _) => Stand::Renamed,
                (false, true) => Stand::Keeps,
                (false, false) => Stand::Without,
            };
            for spelling in spellings(&tool.name) {
                // A tool that is called as the parameter says nothing of where the parameter is.
                if spelling.is_empty() || spelling == wanted.from || known.contains_key(&spelling) {
                    continue;
                }
                known.insert(spelling.clone(), patterns.len());
                patterns.push(spelling);
                tools.push((tool.name.as_ref().into(), stand));
            }
        }
        let finder = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&patterns).ok()?;
        let by_name = tools.iter().enumerate().skip(1).map(|(at, (name, _))| (name.clone(), at)).collect();
        Some(Self { finder, tools, by_name })
    }

    fn stand(&self, named: &Named) -> Stand {
        self.tools.get(named.pattern).map_or(Stand::Without, |(_, stand)| *stand)
    }

    fn name(&self, named: &Named) -> Option<&str> {
        self.tools.get(named.pattern).map(|(name, _)| &**name)
    }

    /// The owner of the name at an offset, of a line of so many bytes.
    pub(super) fn owner(&self, names: &Names, line: u64, offset: usize, length: usize) -> Owner<'_> {
        let split = names.text.partition_point(|named| named.offset < offset);
        let (above, below) = (names.text.get(..split).unwrap_or(&[]), names.text.get(split..).unwrap_or(&[]));
        let mut here = above.iter().rev().take_while(|it| it.line == line).chain(below.iter().take_while(|it| it.line == line));
        if let Some(first) = here.next() {
            let one_mind = length > LONG_LINE || here.all(|it| self.stand(it) == self.stand(first));
            return self.told(first, 0, one_mind);
        }
        let near = |it: &&Named| it.line.abs_diff(line) <= REACH;
        match (above.last().filter(near), below.first().filter(near)) {
            (Some(up), Some(down)) => {
                // What stands nearer below, and says otherwise, is a doubt.
                let doubt = down.line - line < line - up.line && self.stand(down) != self.stand(up);
                self.told(up, line - up.line, !doubt)
            }
            (Some(up), None) => self.told(up, line - up.line, true),
            (None, Some(down)) => self.told(down, down.line - line, names.one_mind),
            (None, None) => match names.path.first() {
                Some(named) => {
                    let one_mind = names.path.iter().all(|it| self.stand(it) == self.stand(named));
                    Owner { distance: None, ..self.told(named, 0, one_mind) }
                }
                None => Owner { whose: Whose::Unsure, near: None, distance: None },
            },
        }
    }

    /// The names of tools in a text and in the path of its file, in order.
    pub(super) fn names(&self, mut text: Vec<Named>, path: Vec<Named>) -> Names {
        text.sort_by_key(|named| (named.offset, named.pattern));
        let one_mind = text.first().is_some_and(|first| text.iter().all(|it| self.stand(it) == self.stand(first)));
        Names { text, path, one_mind }
    }

    /// The owner in a list, where the tool that holds the name is known.
    pub(super) fn lister(&self, tool: &str) -> Owner<'_> {
        match self.by_name.get(tool).and_then(|at| self.tools.get(*at)) {
            Some((name, stand)) => {
                let whose = match stand {
                    Stand::Renamed => Whose::Renamed,
                    Stand::Keeps => Whose::Other,
                    Stand::Without => Whose::Unsure,
                };
                Owner { whose, near: Some(name), distance: Some(0) }
            }
            // A list of another server, or of another day.
            None => Owner { whose: Whose::Unsure, near: None, distance: None },
        }
    }

    fn told(&self, named: &Named, distance: u64, sure: bool) -> Owner<'_> {
        let whose = match self.stand(named) {
            Stand::Renamed if sure => Whose::Renamed,
            Stand::Keeps if sure => Whose::Other,
            _ => Whose::Unsure,
        };
        Owner { whose, near: self.name(named), distance: Some(distance) }
    }
}

/// A tool's name as it is, and as code and routes write it: `folder_create`, `folderCreate`, `FolderCreate`, `folder-create`, `folder.create`.
fn spellings(name: &str) -> Vec<String> {
    let mut out = vec![name.to_owned()];
    let words = words(name);
    if words.len() > 1 {
        let capital = |word: &String| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        };
        let pascal: String = words.iter().map(capital).collect();
        let rest: String = words.iter().skip(1).map(capital).collect();
        out.push(words.join("_"));
        out.push(words.first().map_or_else(String::new, |first| format!("{first}{rest}")));
        out.push(pascal);
        out.push(words.join("-"));
        out.push(words.join("."));
        out.push(words.join("_").to_uppercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_every_dress() {
        let all = ["folder_create", "folder_create", "folderCreate", "FolderCreate", "folder-create", "folder.create", "FOLDER_CREATE"];
        assert_eq!(spellings("folder_create"), all);
        assert_eq!(spellings("list"), ["list"]);
        assert_eq!(spellings(""), [""]);
    }
}
