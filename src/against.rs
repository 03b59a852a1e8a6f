//! The older lists that a surface is held against: which belongs to which server, and what changed since.

use crate::capture::Arguments;
use crate::compare::{self, Change, Changed, Loss, Pairs};
use crate::contract::{self, Server};
use crate::finding::Place;
use crate::inputs::{Inputs, Kind};
use crate::report::{Problem, ProblemKind};
use crate::surface::Surface;
use crate::threads;
use serde_json::{Map, Value};
use std::sync::Arc;

/// How much of a change is held against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Strictness {
    /// Calls that break.
    #[default]
    Call,
    /// And results that may surprise who reads them.
    Result,
    /// And every text and hint that models read.
    Text,
}

/// What a server advertised before.
#[derive(Debug, Clone)]
pub(crate) struct Before {
    surface: Arc<Surface>,
    pairs: Arc<Pairs>,
    pub(crate) changes: Arc<Vec<Change>>,
}

impl Before {
    /// `partial`: the newer list is not whole, and what is not on it is not gone.
    fn of(old: Arc<Surface>, new: &Surface, partial: bool) -> Self {
        let pairs = Arc::new(Pairs::of(&old, new));
        let mut changes = compare::compare(&old, new, &pairs);
        changes.retain(|change| !(partial && change.what == Changed::ToolRemoved));
        let changes = Arc::new(changes);
        Self { surface: old, pairs, changes }
    }

    /// Where a tool of the older list is listed now; in the older list, where it is gone.
    pub(crate) fn place_of(&self, tool: &str) -> Option<Place> {
        let listed = self.pairs.now(tool).or_else(|| self.surface.tool(tool))?;
        Some(contract::tool_place(listed))
    }

    /// The name that a tool of the older list has now.
    pub(crate) fn name_now(&self, tool: &str) -> Option<&str> {
        self.pairs.now(tool).map(|now| &*now.name)
    }

    /// What the newer list does not keep of a call that the older one takes. None: the older one does not take it, or nobody can say.
    pub(crate) fn losses(&self, tool: &str, arguments: &Arguments) -> Option<Vec<Loss>> {
        let nothing = Value::Object(Map::new());
        let arguments = match arguments {
            Arguments::Object(value) => value,
            Arguments::Absent | Arguments::Other("null") => &nothing,
            Arguments::Other(_) => return None,
        };
        let old = self.surface.tool(tool)?;
        if compare::takes(old, arguments) != Some(true) {
            return None;
        }
        match self.pairs.now(tool) {
            Some(new) if new.name == old.name => compare::losses(old, new, arguments),
            // Its tool is gone, or has another name: nothing of it is kept.
            _ => Some(vec![Loss::whole()]),
        }
    }
}

/// Gives each server its older list, and finds what changed.
pub(crate) fn bind(against: Inputs, servers: &mut [Server]) -> Vec<Problem> {
    let mut problems = against.problems;
    let mut lists: Vec<(Arc<str>, Arc<Surface>)> = Vec::new();
    for opened in &against.opened {
        let file = &opened.source.shown;
        let found: Vec<&Arc<Surface>> = match &opened.kind {
            Kind::Lists(given) => {
                problems.extend(given.iter().filter_map(|list| list.open_cursor.as_ref()).map(|_| incomplete(file)));
                given.iter().map(|list| &list.surface).collect()
            }
            // The last list that a capture holds.
            Kind::Capture(scan) => scan.lists.last().map(|list| &list.surface).into_iter().collect(),
            Kind::Handlers(_) | Kind::ListRefused(..) => Vec::new(),
        };
        let found: Vec<_> = found.into_iter().filter(|surface| !surface.tools.is_empty()).collect();
        if found.is_empty() {
            problems.push(problem(
                ProblemKind::NoTools,
                file,
                "no tools were found in the older list".to_owned(),
                "give what `tools/list` answered before",
            ));
        }
        lists.extend(found.into_iter().map(|surface| (Arc::clone(file), Arc::clone(surface))));
    }
    let mut olds: Vec<Option<Arc<Surface>>> = vec![None; servers.len()];
    for (file, old) in &lists {
        let fits = match (servers.len(), lists.len()) {
            (1, 1) => Some(0),
            _ => fitting(old, file, servers),
        };
        match fits.and_then(|at| olds.get_mut(at)) {
            Some(slot @ None) => *slot = Some(Arc::clone(old)),
            Some(Some(_)) => problems.push(problem(
                ProblemKind::Unbound,
                file,
                "a second older list of the same server".to_owned(),
                "give one older list a server",
            )),
            None => problems.push(problem(
                ProblemKind::Unbound,
                file,
                "this older list fits no server that was given".to_owned(),
                "give the list that its server has now",
            )),
        }
    }
    let made = threads::each(servers.len(), |at| {
        let (old, server) = (olds.get(at)?.clone()?, servers.get(at)?);
        Some(Before::of(old, &server.surface, server.partial))
    });
    for (server, before) in servers.iter_mut().zip(made) {
        server.before = before;
    }
    problems
}

/// The server of that name, else the one with most of the tools.
fn fitting(old: &Surface, file: &str, servers: &[Server]) -> Option<usize> {
    let stem = file.rsplit('/').next().and_then(|name| name.split('.').next());
    let named = |server: &Server| old.named.as_deref().or(stem).is_some_and(|name| *server.name == *name);
    if let Some(at) = servers.iter().position(named) {
        return Some(at);
    }
    let shared = |server: &Server| old.tools.iter().filter(|tool| server.surface.tool(&tool.name).is_some()).count();
    let best = servers.iter().enumerate().max_by_key(|(at, server)| (shared(server), std::cmp::Reverse(*at)))?;
    (shared(best.1) * 2 >= old.tools.len()).then_some(best.0)
}

fn incomplete(file: &str) -> Problem {
    problem(
        ProblemKind::IncompleteList,
        file,
        "the older list is one page of several: a `nextCursor` is left".to_owned(),
        "give all pages, or take the list with `wirelint snapshot`",
    )
}

fn problem(kind: ProblemKind, file: &str, message: String, help: &str) -> Problem {
    Problem { kind, file: Some(file.to_owned()), line: None, column: None, message, help: Some(help.to_owned()), span: None }
}
