//! Surface and evidence side by side: what rules read.

use crate::against::{Before, Strictness};
use crate::config::{Config, Date};
use crate::evidence::{Evidence, Fact, Name, Path, Seen, Sum, ToolEvidence};
use crate::finding::{Kind, Place, Related};
use crate::inputs::Handlers;
use crate::json::{Json, NodeId};
use crate::meaning::{Meaning, surface as readings};
use crate::protocol::Version;
use crate::schema::{self, Step};
use crate::surface::{Surface, Tool};
use crate::threads;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};

/// One server: what it advertises, and what was seen of it.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) name: Arc<str>,
    /// The list that static rules judge.
    pub(crate) surface: Arc<Surface>,
    /// The list came from a file of its own, not from a capture.
    pub(crate) given: bool,
    pub(crate) evidence: Evidence,
    /// At least one capture is bound to it.
    pub(crate) captured: bool,
    /// At least one payload belongs to a call.
    pub(crate) wired: bool,
    pub(crate) handlers: Option<Handlers>,
    /// The protocol that it speaks, where that is known.
    pub(crate) protocol: Option<Version>,
    /// Pages of its list are missing.
    pub(crate) partial: bool,
    /// The older list, and what changed since.
    pub(crate) before: Option<Before>,
    /// Tools that were called, and are listed otherwise in the capture than in the file.
    pub(crate) stale: FxHashSet<Name>,
}

/// What one rule is given.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) server: &'a Server,
    pub(crate) config: &'a Config,
    pub(crate) laid: &'a Laid<'a>,
    /// The day of the check.
    pub(crate) today: Date,
    /// How much of a change is held against it.
    pub(crate) strictness: Strictness,
}

/// What several rules ask of one surface, laid out once.
#[derive(Debug, Default)]
pub(crate) struct Laid<'a> {
    uses: Uses<'a>,
    /// The schemas of each tool: of its arguments, of its results.
    schemas: Vec<[Vec<Step<'a>>; 2]>,
    /// Which tool is which: by where it lies.
    index: FxHashMap<usize, usize>,
    called: Vec<Called<'a>>,
    unlisted: Vec<&'a ToolEvidence>,
}

/// Tools that are laid out by one thread.
const PIECE: usize = 128;

/// The evidence of a listed tool.
#[derive(Debug)]
struct Called<'a> {
    tool: &'a Arc<Tool>,
    place: &'a Arc<Tool>,
    seen: &'a ToolEvidence,
    facts: Vec<(&'a Fact, &'a Sum)>,
}

impl<'a> Laid<'a> {
    pub(crate) fn of(server: &'a Server, config: &Config) -> Self {
        let tools = &server.surface.tools;
        let steps = |root: Option<Json<'a>>| {
            let mut out = Vec::new();
            if let Some(root) = root {
                schema::walk(root, &mut |step| out.push(step.clone()));
            }
            out
        };
        let pieces: Vec<&[Arc<Tool>]> = tools.chunks(PIECE).collect();
        let of_piece = |at: usize| -> Vec<[Vec<Step<'a>>; 2]> {
            let of_tool = |tool: &'a Arc<Tool>| {
                // Asked for here, so that no two rules wait for each other over one tool.
                tool.written();
                [steps(tool.input_schema()), steps(tool.output_schema())]
            };
            pieces.get(at).copied().unwrap_or_default().iter().map(of_tool).collect()
        };
        let seen = server.evidence.sorted();
        Self {
            uses: uses(tools.iter(), config),
            schemas: threads::each(pieces.len(), of_piece).into_iter().flatten().collect(),
            index: tools.iter().enumerate().map(|(at, tool)| (address(tool), at)).collect(),
            called: seen.iter().filter_map(|seen| called(server, seen)).collect(),
            unlisted: seen.iter().copied().filter(|seen| seen.tool.is_none()).collect(),
        }
    }
}

fn called<'a>(server: &'a Server, seen: &'a ToolEvidence) -> Option<Called<'a>> {
    let tool = seen.tool.as_ref()?;
    let listed = server.surface.tool(&tool.name).filter(|listed| listed.definition() == tool.definition());
    Some(Called { tool, place: listed.unwrap_or(tool), seen, facts: seen.sorted() })
}

fn address(tool: &Tool) -> usize {
    std::ptr::from_ref(tool) as usize
}

/// One tool beside its evidence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    /// What was seen, in an order of its own.
    pub(crate) facts: &'a [(&'a Fact, &'a Sum)],
    /// As it was listed when it was called.
    pub(crate) tool: &'a Arc<Tool>,
    /// Where findings stand: the same definition in the file that is judged, if it is there.
    pub(crate) place: &'a Arc<Tool>,
    pub(crate) seen: &'a ToolEvidence,
}

impl<'a> Context<'a> {
    pub(crate) fn tools(&self) -> impl Iterator<Item = &'a Arc<Tool>> {
        self.server.surface.tools.iter()
    }

    /// Tools that were called.
    pub(crate) fn rows(&self) -> Vec<Row<'a>> {
        let row = |called: &'a Called<'a>| Row { facts: &called.facts, tool: called.tool, place: called.place, seen: called.seen };
        self.laid.called.iter().map(row).collect()
    }

    /// Tools that were called and are on no list.
    pub(crate) fn unlisted(&self) -> &'a [&'a ToolEvidence] {
        &self.laid.unlisted
    }

    /// Every top-level parameter of the surface, as the reader of words takes them, with its tool and schema.
    pub(crate) fn uses(&self) -> &'a Uses<'a> {
        &self.laid.uses
    }

    /// Every schema that a tool's arguments apply, each once.
    pub(crate) fn walk(&self, tool: &Tool, visit: &mut dyn FnMut(&Step<'a>)) {
        self.steps(tool, 0).iter().for_each(visit);
    }

    /// The same of its results.
    pub(crate) fn walk_output(&self, tool: &Tool, visit: &mut dyn FnMut(&Step<'a>)) {
        self.steps(tool, 1).iter().for_each(visit);
    }

    fn steps(&self, tool: &Tool, which: usize) -> &'a [Step<'a>] {
        let laid = self.laid.index.get(&address(tool)).and_then(|at| self.laid.schemas.get(*at));
        laid.and_then(|both| both.get(which)).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn bare(&self) -> Vec<&'a str> {
        self.config.names.bare.iter().map(String::as_str).collect()
    }
}

/// The parameters of a surface, for the reader of words.
#[derive(Debug, Default)]
pub(crate) struct Uses<'a> {
    pub(crate) params: Vec<readings::Param<'a>>,
    /// Tool and schema of each.
    pub(crate) at: Vec<(&'a Arc<Tool>, NodeId)>,
    camel: OnceLock<bool>,
    names: OnceLock<FxHashSet<&'a str>>,
}

impl<'a> Uses<'a> {
    pub(crate) fn place(&self, index: usize) -> Option<Place> {
        self.at.get(index).map(|(tool, node)| Place::key(&tool.doc, tool.doc.at(*node)))
    }

    /// Are more of its names written `inThisWay` than `in_this`?
    pub(crate) fn is_camel(&self) -> bool {
        *self.camel.get_or_init(|| {
            let is_camel = |name: &str| !name.contains(['_', '-']) && name.contains(|c: char| c.is_ascii_uppercase());
            let camel = self.params.iter().filter(|param| is_camel(param.name)).count();
            let snake = self.params.iter().filter(|param| param.name.contains('_')).count();
            camel > snake
        })
    }

    /// Every name of a parameter, once.
    pub(crate) fn names(&self) -> &FxHashSet<&'a str> {
        self.names.get_or_init(|| self.params.iter().map(|param| param.name).collect())
    }

    pub(crate) fn tool(&self, index: usize) -> Option<&'a Arc<Tool>> {
        self.at.get(index).map(|(tool, _)| *tool)
    }
}

pub(crate) fn uses<'a>(tools: impl Iterator<Item = &'a Arc<Tool>>, config: &Config) -> Uses<'a> {
    let mut out = Uses::default();
    for tool in tools {
        let Some(root) = tool.input_schema() else { continue };
        for param in &tool.params {
            let node = tool.schema_of(param);
            out.params.push(readings::Param {
                tool: &tool.name,
                tool_description: tool.description(),
                name: &param.name,
                description: description(root, node),
                format: node.get("format").and_then(Json::text),
                kind: schema::types(root, node).core(),
                declared: config.meaning(&tool.name, &param.name).and_then(Meaning::parse),
            });
            out.at.push((tool, param.node));
        }
    }
    out
}

/// A parameter's own description, or that of what it refers to.
pub(crate) fn description<'a>(root: Json<'a>, node: Json<'a>) -> &'a str {
    let own = node.get("description").and_then(Json::text);
    let referred =
        || node.get("$ref").and_then(Json::text).and_then(|to| schema::resolve(root, to))?.get("description").and_then(Json::text);
    own.or_else(referred).unwrap_or("")
}

/// The key of a tool's name; the tool itself where it has none.
pub(crate) fn tool_place(tool: &Tool) -> Place {
    match tool.json().get("name") {
        Some(name) => Place::value(&tool.doc, name),
        None => Place::value(&tool.doc, tool.json()),
    }
}

/// Where a name stands: its key in `properties`.
pub(crate) fn param_place(tool: &Tool, path: &Path) -> Option<Place> {
    let level = tool.level(&path.parent()).or_else(|| tool.level(&path.parent().join("[]")))?;
    level.prop(path.leaf()).map(|prop| Place::key(&tool.doc, tool.doc.at(prop.node)))
}

/// Where a missing name stands: its entry in `required`, else its key, else `properties`, else the schema, else the tool's name.
pub(crate) fn missing_place(tool: &Tool, path: &Path) -> Place {
    let required = || {
        let level = tool.level(&path.parent())?;
        let root = tool.input_schema()?;
        let shape = schema::shape(root, tool.doc.at(level.node));
        shape.required_at(path.leaf()).map(|entry| Place::value(&tool.doc, entry))
    };
    required().or_else(|| param_place(tool, path)).unwrap_or_else(|| object_place(tool, &path.parent()))
}

/// Where an object stands: its `properties`, else its schema, else the tool's name.
pub(crate) fn object_place(tool: &Tool, at: &Path) -> Place {
    let node = tool.level(at).map(|level| tool.doc.at(level.node)).or_else(|| tool.input_schema());
    match node {
        Some(node) => {
            let holder = node.get("properties").filter(|properties| properties.is_object()).unwrap_or(node);
            Place::key(&tool.doc, holder)
        }
        None => tool_place(tool),
    }
}

/// The calls of a sum, as further places.
pub(crate) fn calls(sum: &Sum, tool: &Arc<str>, message: &str) -> Vec<Related> {
    places(sum.calls.all(), Kind::Call, tool, message)
}

pub(crate) fn payloads(sum: &Sum, tool: &Arc<str>, message: &str) -> Vec<Related> {
    places(sum.payloads.all(), Kind::Payload, tool, message)
}

fn places(seen: &[Seen], kind: Kind, tool: &Arc<str>, message: &str) -> Vec<Related> {
    let related =
        |seen: &Seen| Related { kind, message: message.to_owned(), tool: Some(Arc::clone(tool)), place: Some(Place::Seen(seen.clone())) };
    seen.iter().map(related).collect()
}

/// Another tool that a finding is about.
pub(crate) fn other_tool(tool: &Arc<Tool>, place: Option<Place>, message: impl Into<String>) -> Related {
    Related { kind: Kind::Tool, message: message.into(), tool: Some(Arc::clone(&tool.name)), place }
}
