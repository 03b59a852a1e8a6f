//! Which capture belongs to which surface. The order: the capture holds its own list; the config says so; the server's name; the
//! only list of the folder; the only surface that has all the tools that were called.

use crate::capture::{Call, Line, ListAt, Own, Scan, line, message};
use crate::config::{Config, Server as Configured};
use crate::contract::Server;
use crate::evidence::Evidence;
use crate::inputs::{Kind, Opened};
use crate::json::{Doc, NodeId};
use crate::report::{Problem, ProblemKind};
use crate::source::Source;
use crate::surface::Surface;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::sync::Arc;

#[derive(Debug, Default)]
pub(crate) struct Bound {
    pub(crate) servers: Vec<Server>,
    pub(crate) problems: Vec<Problem>,
    /// Captures of which at least one call fits its surface.
    pub(crate) matched: FxHashSet<usize>,
    /// Server of a given list, by file and index.
    given: FxHashMap<(usize, usize), usize>,
    handlers: FxHashMap<usize, usize>,
    captures: FxHashMap<usize, Tables>,
    /// So many of the servers are those of given lists.
    born: usize,
}

/// For one capture: which surface and server each call belongs to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    /// By the index of the list in force.
    lists: Vec<(Arc<Surface>, usize)>,
    /// For calls without a list: by what their server is called, where any of the names is known.
    names: FxHashMap<Arc<str>, (Arc<Surface>, usize)>,
    /// For calls whose server has no name, or where no name is known.
    fallback: Option<(Arc<Surface>, usize)>,
    /// The config, a name or the folder says so: it holds even where no call fits.
    told: bool,
}

impl Tables {
    fn of(&self, call: &Call) -> Option<&(Arc<Surface>, usize)> {
        let own = call.list.and_then(|at| self.lists.get(at));
        own.or_else(|| match &call.server {
            Some(name) if !self.names.is_empty() => self.names.get(name),
            _ => self.fallback.as_ref(),
        })
    }

    pub(crate) fn surface(&self, call: &Call) -> Option<&Arc<Surface>> {
        self.of(call).map(|(surface, _)| surface)
    }

    pub(crate) fn server(&self, call: &Call) -> Option<usize> {
        self.of(call).map(|(_, server)| *server)
    }
}

impl Bound {
    pub(crate) fn tables(&self, capture: usize) -> Tables {
        self.captures.get(&capture).cloned().unwrap_or_default()
    }

    /// A list that came when its capture was bound already.
    pub(crate) fn listed(&mut self, capture: usize, source: &Source, list: &ListAt, config: &Config) {
        own_list(capture, source, list, config, self);
    }

    pub(crate) fn given(&self, file: usize, index: usize) -> Option<usize> {
        self.given.get(&(file, index)).copied()
    }

    pub(crate) fn handlers(&self, file: usize) -> Option<usize> {
        self.handlers.get(&file).copied()
    }

    pub(crate) fn capture(&self, file: usize) -> Option<usize> {
        let tables = self.captures.get(&file)?;
        let last = tables.lists.last().or(tables.fallback.as_ref()).map(|(_, server)| *server);
        last.or_else(|| tables.names.values().map(|(_, server)| *server).min())
    }

    /// Captures whose calls fit no surface.
    pub(crate) fn unbound(&self, opened: &[Opened]) -> Vec<Problem> {
        let of = |(at, opened): (usize, &Opened)| {
            let called = self.captures.get(&at)?;
            let own = !called.lists.is_empty();
            if !matches!(opened.kind, Kind::Capture(_)) || own || called.told || self.matched.contains(&at) {
                return None;
            }
            let called = called_tools(&opened.source);
            (!called.is_empty()).then(|| unbound(&opened.source, self.servers.iter().map(|server| &*server.name)))
        };
        opened.iter().enumerate().filter_map(of).collect()
    }
}

fn unbound<'a>(source: &Source, candidates: impl Iterator<Item = &'a str>) -> Problem {
    let names: Vec<String> = candidates.map(|name| format!("`{name}`")).collect();
    let among = if names.is_empty() { "no tools list was given".to_owned() } else { format!("candidates: {}", names.join(", ")) };
    Problem {
        kind: ProblemKind::Unbound,
        file: Some(source.shown.to_string()),
        line: None,
        column: None,
        message: format!("this capture fits no surface ({among})"),
        help: Some(
            "give the tools list of its server, or say in wirelint.toml which `tools` and `calls` belong to one [[server]]".to_owned(),
        ),
        span: None,
    }
}

pub(crate) fn bind(opened: &[Opened], config: &Config) -> Bound {
    let mut bound = Bound::default();
    given_lists(opened, config, &mut bound);
    bound.born = bound.servers.len();
    for (at, opened) in opened.iter().enumerate() {
        if let Kind::Capture(scan) = &opened.kind {
            own_lists(at, &opened.source, scan, config, &mut bound);
        }
    }
    for (at, one) in opened.iter().enumerate() {
        if let Kind::Capture(scan) = &one.kind {
            let surface = |index: usize| bound.servers.get(index).map(|server| (Arc::clone(&server.surface), index));
            let configured = by_config(one, config, &bound);
            let named = by_name(scan, &bound).filter(|_| configured.is_none());
            let names: FxHashMap<_, _> = named.filter_map(|(name, index)| Some((name, surface(index)?))).collect();
            // Where one server alone is named, what has no name is its own as well.
            let only = names.values().map(|(_, index)| *index).next().filter(|_| names.len() == 1);
            let told = configured.or(only).or_else(|| beside(at, one, opened, &bound));
            let fallback = told.or_else(|| fitting(one, &bound)).and_then(surface);
            let tables = bound.captures.entry(at).or_default();
            tables.told = told.is_some() || !names.is_empty();
            tables.names = names;
            tables.fallback = fallback;
            for (stream, version) in &scan.versions {
                let of_stream = scan.lists.iter().position(|list| list.stream == *stream).and_then(|list| tables.lists.get(list));
                let of_name = || scan.name(stream, 0).and_then(|name| tables.names.get(name));
                let held = of_stream.or_else(of_name).or(tables.fallback.as_ref());
                if let Some(server) = held.and_then(|(_, index)| bound.servers.get_mut(*index)) {
                    server.protocol = server.protocol.or(Some(*version));
                }
            }
        }
    }
    name_by_captures(opened, config, &mut bound);
    for (at, one) in opened.iter().enumerate() {
        if let Kind::Handlers(handlers) = &one.kind {
            let configured = configured(config, &one.source);
            let fits = |server: &Server| handlers.tools().filter(|(tool, _)| server.surface.tool(tool).is_some()).count();
            let named =
                configured.and_then(|configured| bound.servers.iter().position(|server| Some(&*server.name) == configured.name.as_deref()));
            let best = named.or_else(|| {
                let all = bound.servers.iter().enumerate().map(|(index, server)| (fits(server), index));
                all.filter(|(fits, _)| *fits > 0).max_by_key(|(fits, index)| (*fits, std::cmp::Reverse(*index))).map(|(_, index)| index)
            });
            match best.and_then(|index| bound.servers.get_mut(index).map(|server| (index, server))) {
                Some((index, server)) => {
                    server.handlers = Some(handlers.clone());
                    bound.handlers.insert(at, index);
                }
                None => bound.problems.push(unbound(&one.source, std::iter::empty())),
            }
        }
    }
    bound
}

/// A list that says no name is its server's, and a capture of that server knows it.
fn name_by_captures(opened: &[Opened], config: &Config, bound: &mut Bound) {
    for (at, one) in opened.iter().enumerate() {
        let (Kind::Capture(scan), Some(index)) = (&one.kind, bound.capture(at)) else { continue };
        let names = scan.names();
        let [name] = names.as_slice() else { continue };
        let taken = bound.servers.iter().any(|server| server.name == **name);
        let nameless = opened.iter().enumerate().all(|(file, given)| {
            let Kind::Lists(lists) = &given.kind else { return true };
            let mine =
                |(list, one): (usize, &crate::inputs::GivenList)| bound.given(file, list) != Some(index) || one.surface.named.is_none();
            lists.iter().enumerate().all(mine) && configured(config, &given.source).and_then(|server| server.name.as_deref()).is_none()
        });
        if let Some(server) = bound.servers.get_mut(index).filter(|server| server.given && nameless && !taken) {
            server.name = Arc::clone(name);
        }
    }
}

/// What the config says of payloads.
impl Own for Config {
    fn peer(&self, name: &str) -> bool {
        self.is_own_peer(name)
    }

    fn method(&self, tool: &str) -> Option<&str> {
        self.own_method(tool)
    }
}

/// The `[[server]]` that names a file.
fn configured<'a>(config: &'a Config, source: &Source) -> Option<&'a Configured> {
    let file = config.file.as_ref()?;
    if let ([server], true) = (config.servers.as_slice(), source.is_live()) {
        return Some(server);
    }
    let folder = crate::source::shown(file.folder());
    let below =
        if folder == "." || folder.is_empty() { &*source.shown } else { source.shown.strip_prefix(&*folder)?.trim_start_matches('/') };
    let patterns = |server: &'a Configured| server.tools.iter().chain(&server.calls).chain(&server.handlers);
    config.servers.iter().find(|server| patterns(server).any(|pattern| pattern.matches(below)))
}

fn stem(source: &Source) -> &str {
    let name = source.shown.rsplit('/').next().unwrap_or(&source.shown);
    match name.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

fn server(name: &str, surface: Arc<Surface>, given: bool) -> Server {
    Server {
        name: name.into(),
        surface,
        given,
        evidence: Evidence::default(),
        captured: false,
        wired: false,
        handlers: None,
        protocol: None,
        partial: false,
        before: None,
        stale: FxHashSet::default(),
    }
}

fn given_lists(opened: &[Opened], config: &Config, bound: &mut Bound) {
    for (at, one) in opened.iter().enumerate() {
        let lists = match &one.kind {
            Kind::Lists(lists) => lists,
            Kind::ListRefused(doc, error) => {
                bound.problems.push(list_refused(doc, *error));
                continue;
            }
            _ => continue,
        };
        for (index, list) in lists.iter().enumerate() {
            let configured = configured(config, &one.source);
            let name = configured.and_then(|server| server.name.as_deref()).or(list.surface.named.as_deref());
            let name = name.unwrap_or_else(|| stem(&one.source));
            if let Some((doc, cursor)) = &list.open_cursor {
                bound.problems.push(open_cursor(doc, *cursor));
            }
            if list.surface.tools.is_empty() {
                bound.problems.push(no_tools(&list.list.0, list.list.1));
            }
            // Equal lists of one server, given twice, are one surface.
            let same = bound.servers.iter().position(|old| *old.name == *name && old.surface.equals(&list.surface));
            let index_of = same.unwrap_or_else(|| {
                bound.servers.push(server(name, Arc::clone(&list.surface), true));
                bound.servers.len() - 1
            });
            if let Some(server) = bound.servers.get_mut(index_of) {
                server.partial |= list.open_cursor.is_some();
            }
            bound.given.insert((at, index), index_of);
        }
    }
}

/// The lists that a capture holds, each with its server.
fn own_lists(at: usize, source: &Source, scan: &Scan, config: &Config, bound: &mut Bound) {
    bound.captures.insert(at, Tables::default());
    scan.lists.iter().for_each(|list| own_list(at, source, list, config, bound));
    for refused in &scan.refused {
        if scan.lists.is_empty() {
            bound.problems.push(list_refused(&refused.doc, refused.error));
        }
    }
    for (line, fault) in &scan.faults {
        bound.problems.push(Problem {
            kind: ProblemKind::NotJson,
            file: Some(source.shown.to_string()),
            line: Some(*line),
            column: None,
            message: format!("the tools list on this line cannot be read: {}", fault.message),
            help: None,
            span: None,
        });
    }
}

/// Which server a list of a capture is of.
fn own_list(at: usize, source: &Source, list: &ListAt, config: &Config, bound: &mut Bound) {
    let configured = configured(config, source).and_then(|server| server.name.as_deref());
    let name = configured.or(list.surface.named.as_deref()).or((!list.server_tag.is_empty()).then_some(&*list.server_tag));
    let overlap = |server: &Server| {
        let shared = list.surface.tools.iter().filter(|tool| server.surface.tool(&tool.name).is_some()).count();
        shared * 2 >= list.surface.tools.len().max(1)
    };
    let given = bound.born;
    let among_given = bound.servers.iter().take(given);
    let fitting: Vec<usize> = among_given
        .enumerate()
        .filter(|(_, server)| server.surface.equals(&list.surface) || name.is_some_and(|name| *server.name == *name) || overlap(server))
        .map(|(index, _)| index)
        .collect();
    let exact = |index: &&usize| bound.servers.get(**index).is_some_and(|server| server.surface.equals(&list.surface));
    let named = |index: &&usize| bound.servers.get(**index).is_some_and(|server| name.is_some_and(|name| *server.name == *name));
    let bound_to =
        fitting.iter().find(exact).or_else(|| fitting.iter().find(named)).or(if fitting.len() == 1 { fitting.first() } else { None });
    let index = match bound_to {
        Some(index) => *index,
        None => {
            let name = name.unwrap_or_else(|| stem(source));
            let old = bound.servers.iter().enumerate().skip(given).find(|(_, server)| *server.name == *name).map(|(index, _)| index);
            match old {
                // The last complete list is the one that static rules judge.
                Some(index) => {
                    if list.open_cursor.is_none()
                        && let Some(server) = bound.servers.get_mut(index)
                    {
                        server.surface = Arc::clone(&list.surface);
                    }
                    index
                }
                None => {
                    bound.servers.push(server(name, Arc::clone(&list.surface), false));
                    bound.servers.len() - 1
                }
            }
        }
    };
    if let Some((doc, cursor)) = &list.open_cursor {
        bound.problems.push(open_cursor(doc, *cursor));
    }
    let tables = bound.captures.entry(at).or_default();
    tables.lists.push((Arc::clone(&list.surface), index));
}

/// The server of a capture, as the config has it.
fn by_config(one: &Opened, config: &Config, bound: &Bound) -> Option<usize> {
    let name = configured(config, &one.source)?.name.as_deref();
    bound.servers.iter().position(|server| Some(&*server.name) == name)
}

/// The servers that a capture names.
fn by_name<'a>(scan: &'a Scan, bound: &'a Bound) -> impl Iterator<Item = (Arc<str>, usize)> + 'a {
    let known = |name: &Arc<str>| Some((Arc::clone(name), bound.servers.iter().position(|server| server.name == *name)?));
    scan.names().into_iter().filter_map(known)
}

/// The server of the only list in the folder of a capture.
fn beside(at: usize, one: &Opened, opened: &[Opened], bound: &Bound) -> Option<usize> {
    let folder = |source: &Source| Path::new(&*source.shown).parent().map(Path::to_owned);
    let here = folder(&one.source);
    let lists = opened.iter().enumerate().filter(|(other, opened)| *other != at && folder(&opened.source) == here);
    let mut servers: Vec<usize> = lists.flat_map(|(other, opened)| given_by(other, opened, bound)).collect();
    servers.sort_unstable();
    servers.dedup();
    if let [index] = servers.as_slice() { Some(*index) } else { None }
}

/// The servers whose lists a file gives.
fn given_by(file: usize, opened: &Opened, bound: &Bound) -> Vec<usize> {
    let lists = if let Kind::Lists(lists) = &opened.kind { lists.len() } else { 0 };
    (0..lists).filter_map(|index| bound.given(file, index)).collect()
}

/// The only server, or the only one that has all the tools that were called.
fn fitting(one: &Opened, bound: &Bound) -> Option<usize> {
    if bound.servers.len() == 1 {
        return Some(0);
    }
    let called = called_tools(&one.source);
    let fits = |server: &Server| !called.is_empty() && called.iter().all(|tool| server.surface.tool(tool).is_some());
    let fitting: Vec<usize> = bound.servers.iter().enumerate().filter(|(_, server)| fits(server)).map(|(index, _)| index).collect();
    if let [index] = fitting.as_slice() { Some(*index) } else { None }
}

/// The names of the tools that a capture calls.
fn called_tools(source: &Source) -> FxHashSet<Box<str>> {
    let needle = memchr::memmem::Finder::new("\"tools/call\"");
    let mut out = FxHashSet::default();
    let read = source.lines_again(|raw| {
        if needle.find(raw.bytes).is_some()
            && let Ok(text) = std::str::from_utf8(raw.bytes)
            && let Line::Event(event) = line(text)
            && let Some(found) = message(event.text)
            && let Some(params) = found.params
            && let Ok(Named { name: Some(name) }) = serde_json::from_str::<Named>(params)
        {
            out.insert(name.into());
        }
        true
    });
    // A file that cannot be read again was reported when it was opened.
    drop(read);
    out
}

#[derive(serde::Deserialize)]
struct Named {
    #[serde(default)]
    name: Option<String>,
}

fn at(doc: &Arc<Doc>, node: NodeId, kind: ProblemKind, message: &str, help: &str) -> Problem {
    let position = doc.position(doc.at(node).span().start);
    Problem {
        kind,
        file: Some(doc.file.to_string()),
        line: Some(position.line),
        column: Some(position.column),
        message: message.to_owned(),
        help: Some(help.to_owned()),
        span: None,
    }
}

fn open_cursor(doc: &Arc<Doc>, cursor: NodeId) -> Problem {
    let message = "the list goes on: a `nextCursor` is left, and no page follows";
    at(doc, cursor, ProblemKind::IncompleteList, message, "ask for the next pages with the cursor, and give them all")
}

fn no_tools(doc: &Arc<Doc>, list: NodeId) -> Problem {
    at(doc, list, ProblemKind::NoTools, "the list holds no tool", "an empty list is never green: was the server ready when it was asked?")
}

fn list_refused(doc: &Arc<Doc>, error: NodeId) -> Problem {
    let message = "`tools/list` was answered with an error: there is no list to judge";
    at(doc, error, ProblemKind::NoTools, message, "start the server by hand and see what it says")
}

#[cfg(test)]
mod tests;
