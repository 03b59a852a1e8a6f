//! A rename before it is made: is it right, what does it touch, and what of it can be written here?
//!
//! The edited lists are read anew and judged by the same rules as any other; nothing here knows what a rule asks.

mod calls;
mod cautions;
mod edits;
mod layers;
mod radius;
mod reasons;
mod simulate;
mod target;
mod value;
mod verdict;
mod write;

use crate::bind::{self, Bound};
use crate::check;
use crate::config::{Config, Date};
use crate::contract::Server;
use crate::finding::Place;
use crate::inputs::{Inputs, Kind, Opened};
use crate::places::Places;
use crate::report::{Asked, CallCounts, Caution, Problem, ProblemKind, RenameReport, RenameVerdict, ToolLayers, Written};
use crate::source::Source;
use crate::surface::{Surface, Tool};
use calls::{ByTool, Renamed, Word};
use edits::Edit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::PathBuf;
use std::sync::Arc;
use target::{Chosen, Target, Usage, Words};
use verdict::{Change, Objection, Why};

/// Names that are tried in the place of one that is blocked.
const MOST_TRIED: usize = 8;

/// What was asked, beside the inputs and the config.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) tools: String,
    pub(crate) from: String,
    pub(crate) to: String,
    /// OLD and NEW are members of a set, and TOOLS names its parameter.
    pub(crate) value: bool,
    pub(crate) write: bool,
    /// Write what is blocked too, unless the name is taken.
    pub(crate) force: bool,
    /// The tree that is searched for the old name.
    pub(crate) source: Option<PathBuf>,
    pub(crate) today: Date,
}

impl Ask {
    pub(crate) fn asked(&self) -> Asked {
        let what = if self.value { "value" } else { "parameter" };
        Asked { what, tools: self.tools.clone(), from: self.from.clone(), to: self.to.clone() }
    }

    fn words(&self) -> Result<Words, Usage> {
        if self.from == self.to {
            return Err(Usage { message: format!("OLD and NEW are both `{}`", self.from), help: None });
        }
        if self.to.is_empty() {
            return Err(Usage { message: "NEW is empty".to_owned(), help: None });
        }
        if self.value { Words::params(&self.tools) } else { Words::tools(&self.tools) }
    }

    fn edits(&self, target: &Target, to: &str) -> Vec<Edit> {
        if self.value { edits::of_value(&target.tool, &target.param, &self.from, to) } else { edits::of_name(&target.tool, &self.from, to) }
    }
}

pub(crate) fn plan(inputs: Inputs, config: &Config, ask: &Ask) -> RenameReport {
    let unjudged = |exit, problems| RenameReport::empty(ask.asked(), exit, problems);
    let words = match ask.words() {
        Ok(words) => words,
        Err(usage) => return unjudged(2, vec![problem(usage)]),
    };
    let Inputs { opened, mut problems, .. } = inputs;
    let mut bound = bind::bind(&opened, config);
    problems.append(&mut bound.problems);
    if bound.servers.is_empty() {
        if problems.is_empty() {
            problems.push(check::nothing());
        }
        return unjudged(3, problems);
    }
    let chosen = words.choose(&bound.servers, &ask.from).and_then(|mut chosen| {
        if ask.value {
            value::keep(&mut chosen, &ask.from)?;
        }
        Ok(chosen)
    });
    let chosen = match chosen {
        Ok(chosen) => chosen,
        // It may be on a list that could not be read.
        Err(usage) => {
            let exit = if problems.is_empty() { 2 } else { 3 };
            problems.push(problem(usage));
            return unjudged(exit, problems);
        }
    };
    let surfaces = surfaces(&bound.servers, &chosen, ask, &ask.to);
    let told = read_calls(&opened, &mut bound, config, ask, &chosen, &surfaces, &mut problems);
    let sources: Vec<Source> = opened.iter().map(|opened| opened.source.clone()).collect();
    let places = Places::new(&sources);

    let mut report = unjudged(0, Vec::new());
    let objections = objections(&bound.servers, &surfaces, &chosen, config, ask, &ask.to);
    report.reasons = reasons::taken(&chosen, &bound.servers, ask, &places);
    report.reasons.extend(objections.iter().filter(|it| it.why != Why::Along).map(|it| reasons::reason(it, &places)));
    let is_blocked = !report.reasons.is_empty();
    report.verdict = if is_blocked { RenameVerdict::Blocked } else { RenameVerdict::Safe };
    report.instead = is_blocked.then(|| better(&bound.servers, &chosen, config, ask, &objections)).flatten();
    report.layers = layers(&bound.servers, &surfaces, &chosen, ask, &told, &places);
    report.without = chosen.without.iter().map(ToString::to_string).collect();
    report.layers.iter().for_each(|layer| report.calls.add(&layer.calls));
    let mut seen: Vec<&calls::Told> = told.values().collect();
    seen.sort_by_key(|told| (told.breaks.first().cloned(), told.works.first().cloned()));
    report.breaks = seen.iter().flat_map(|told| &told.breaks).map(|seen| places.locate(&Place::Seen(seen.clone()))).collect();
    report.works = seen.iter().flat_map(|told| &told.works).map(|seen| places.locate(&Place::Seen(seen.clone()))).collect();
    report.cautions = cautions::cautions(&bound.servers, &surfaces, &chosen, config, ask, &objections, &places);
    report.alias = if ask.value { value::alias(&chosen, config, &ask.from, &ask.to) } else { None };
    report.source = ask.source.as_ref().map(|folder| {
        let captures = opened.iter().filter(|opened| matches!(opened.kind, Kind::Capture(_))).filter_map(|opened| opened.source.file());
        radius::radius(
            folder,
            &radius::Wanted {
                from: &ask.from,
                to: &ask.to,
                value: ask.value,
                targets: &chosen.targets,
                servers: &bound.servers,
                captures: captures.filter_map(|path| std::fs::canonicalize(path).ok()).collect(),
            },
        )
    });
    report.exit = match (problems.is_empty(), is_blocked) {
        (false, _) => 3,
        (true, blocked) => u8::from(blocked),
    };
    let is_forced = ask.force && report.exit == 1 && report.reasons.iter().all(|reason| reason.why != "taken");
    if ask.write && (report.exit == 0 || is_forced) {
        write_all(&opened, &bound, &chosen, ask, &mut report, &mut problems);
    }
    if ask.write && report.written.is_empty() && report.exit != 2 {
        let why = match report.exit {
            0 => "no list was given as a file",
            1 if is_forced => "no list was given as a file",
            1 => "the rename is blocked",
            _ => "something given could not be judged",
        };
        report.cautions.push(Caution { message: format!("nothing was written: {why}"), place: None });
    }
    report.problems = problems;
    report
}

fn problem(usage: Usage) -> Problem {
    Problem { kind: ProblemKind::Usage, file: None, line: None, column: None, message: usage.message, help: usage.help, span: None }
}

/// Of each server that has a target, the surface as it would be, with what a docstring says of the parameter said of its new name.
fn surfaces(servers: &[Server], chosen: &Chosen, ask: &Ask, to: &str) -> FxHashMap<usize, Arc<Surface>> {
    let mut edits: FxHashMap<usize, Vec<(usize, Vec<Edit>)>> = FxHashMap::default();
    for target in &chosen.targets {
        let mut of_tool = ask.edits(target, to);
        if !ask.value {
            of_tool.extend(edits::of_docstring(&target.tool, &ask.from, to));
        }
        edits.entry(target.server).or_default().push((target.index, of_tool));
    }
    let edited =
        |(server, edits): (usize, Vec<(usize, Vec<Edit>)>)| servers.get(server).map(|it| (server, simulate::edited(&it.surface, &edits)));
    edits.into_iter().filter_map(edited).collect()
}

fn renamed_tool<'a>(surfaces: &'a FxHashMap<usize, Arc<Surface>>, target: &Target) -> Option<&'a Arc<Tool>> {
    surfaces.get(&target.server)?.tools.get(target.index)
}

fn objections(
    servers: &[Server],
    surfaces: &FxHashMap<usize, Arc<Surface>>,
    chosen: &Chosen,
    config: &Config,
    ask: &Ask,
    to: &str,
) -> Vec<Objection> {
    let mut out = Vec::new();
    for (index, server) in servers.iter().enumerate() {
        let Some(surface) = surfaces.get(&index) else { continue };
        let targets: Vec<&Target> = chosen.targets.iter().filter(|target| target.server == index).collect();
        let before = simulate::bare(server, Arc::clone(&server.surface));
        let after = simulate::bare(server, Arc::clone(surface));
        let change = Change { from: &ask.from, to, value: ask.value, targets: &targets };
        out.extend(verdict::objections(&before, &after, config, ask.today, &change));
    }
    out
}

/// A name that the rules would rather see, and that nothing blocks. The name as it is may be the best.
fn better(servers: &[Server], chosen: &Chosen, config: &Config, ask: &Ask, objections: &[Objection]) -> Option<String> {
    if ask.value {
        return None;
    }
    let targets: Vec<&Target> = chosen.targets.iter().collect();
    let change = Change { from: &ask.from, to: &ask.to, value: false, targets: &targets };
    let is_clear = |name: &String| {
        *name == ask.from || {
            let surfaces = surfaces(servers, chosen, ask, name);
            verdict::taken(&targets, name).is_empty()
                && !self::objections(servers, &surfaces, chosen, config, ask, name).iter().any(|it| it.why != Why::Along)
        }
    };
    verdict::candidates(objections, &change).into_iter().take(MOST_TRIED).find(is_clear)
}

fn read_calls(
    opened: &[Opened],
    bound: &mut Bound,
    config: &Config,
    ask: &Ask,
    chosen: &Chosen,
    surfaces: &FxHashMap<usize, Arc<Surface>>,
    problems: &mut Vec<Problem>,
) -> ByTool {
    let word = |target: &Target, text: &str| match ask.value {
        true => Word::Value(Arc::clone(&target.param), text.into()),
        false => Word::Name(text.into()),
    };
    let mut renamed = FxHashMap::default();
    for target in &chosen.targets {
        if let Some(tool) = renamed_tool(surfaces, target) {
            let change = Renamed { tool: Arc::clone(tool), old: word(target, &ask.from), new: word(target, &ask.to) };
            renamed.insert((target.server, Arc::clone(&target.tool.name)), change);
        }
    }
    let mut told = ByTool::default();
    for (at, one) in opened.iter().enumerate() {
        let Kind::Capture(scan) = &one.kind else { continue };
        match calls::read(at, &one.source, scan, bound, config, &renamed, &mut told) {
            Ok(0) if scan.lists.is_empty() && scan.refused.is_empty() => problems.push(check::no_calls(&one.source)),
            Ok(_) => {}
            Err(error) => problems.push(Problem {
                kind: ProblemKind::Unreadable,
                file: Some(one.source.shown.to_string()),
                line: None,
                column: None,
                message: format!("cannot be read to its end: {error}"),
                help: None,
                span: None,
            }),
        }
    }
    problems.extend(bound.unbound(opened));
    told
}

fn layers(
    servers: &[Server],
    surfaces: &FxHashMap<usize, Arc<Surface>>,
    chosen: &Chosen,
    ask: &Ask,
    told: &ByTool,
    places: &Places<'_>,
) -> Vec<ToolLayers> {
    let of = |target: &Target| {
        let (server, after) = (servers.get(target.server)?, renamed_tool(surfaces, target)?);
        let counts = told.get(&(target.server, Arc::clone(&target.tool.name))).map_or(CallCounts::default(), |told| told.counts);
        let edits = ask.edits(target, &ask.to);
        let beside = layers::Beside { target, after, server, edits: &edits, counts, value: ask.value };
        Some(layers::layers(&beside, &ask.from, &ask.to, places))
    };
    chosen.targets.iter().filter_map(of).collect()
}

/// `--write`: every list that was given as a file.
fn write_all(opened: &[Opened], bound: &Bound, chosen: &Chosen, ask: &Ask, report: &mut RenameReport, problems: &mut Vec<Problem>) {
    let wanted: FxHashSet<(usize, &str, &str)> =
        chosen.targets.iter().map(|target| (target.server, &*target.tool.name, &*target.param)).collect();
    let mut written: FxHashSet<PathBuf> = FxHashSet::default();
    for (at, one) in opened.iter().enumerate() {
        let (Kind::Lists(lists), Some(path)) = (&one.kind, one.source.file()) else { continue };
        let mut pieces: Vec<write::Piece<'_>> = Vec::new();
        for (index, list) in lists.iter().enumerate() {
            let Some(server) = bound.given(at, index) else { continue };
            for tool in list.surface.tools.iter().filter(|tool| wanted.contains(&(server, &*tool.name, &*ask.from))) {
                let offset = usize::try_from(tool.doc.origin.offset).unwrap_or(usize::MAX);
                let edits = edits::of_name(tool, &ask.from, &ask.to);
                pieces.push(write::Piece { offset, text: tool.doc.text(), edits });
            }
        }
        // A file may be given twice: by its name, and by its folder.
        let is_new = std::fs::canonicalize(path).is_ok_and(|path| written.insert(path));
        if pieces.is_empty() || !is_new {
            continue;
        }
        let file = one.source.shown.to_string();
        match write::write(path, &pieces) {
            Ok(edits) => report.written.push(Written { file, edits }),
            Err(why) => {
                report.exit = 2;
                problems.push(Problem {
                    kind: ProblemKind::Unwritten,
                    file: Some(file),
                    line: None,
                    column: None,
                    message: format!("could not be written: {why}"),
                    help: None,
                    span: None,
                });
            }
        }
    }
}
