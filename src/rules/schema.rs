//! It is JSON Schema at all.

pub(crate) mod bad_pattern;
pub(crate) mod dialect;
pub(crate) mod duplicate_key;
pub(crate) mod invalid;
pub(crate) mod lost_siblings;
pub(crate) mod misplaced;
pub(crate) mod recursive_ref;
pub(crate) mod too_costly;
pub(crate) mod unknown_format;
pub(crate) mod unknown_keyword;
pub(crate) mod unreadable_text;
pub(crate) mod unresolved_ref;
pub(crate) mod unsatisfiable;

mod vocabulary;

use crate::contract::Context;
use crate::evidence::Path;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::schema::{At, Spot};
use crate::surface::{Tool, Written};
use std::sync::Arc;

/// One schema of a tool, wherever it stands.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) tool: &'a Arc<Tool>,
    pub(super) written: &'a Written,
    pub(super) index: usize,
    pub(super) at: At,
    pub(super) node: Json<'a>,
}

/// Visits every schema of every tool: of its arguments first, then of its results.
pub(super) fn each<'a>(cx: &Context<'a>, visit: &mut dyn FnMut(Here<'a>)) {
    for tool in cx.tools() {
        for written in tool.written() {
            for (index, at) in written.laid.all.iter().enumerate() {
                visit(Here { tool, written, index, at: *at, node: tool.doc.at(at.node) });
            }
        }
    }
}

impl<'a> Here<'a> {
    pub(super) fn root(self) -> Json<'a> {
        self.tool.doc.at(self.written.root)
    }

    pub(super) fn names(self) -> Vec<&'a str> {
        self.written.laid.names(self.root(), self.index)
    }

    /// What a message calls this place.
    pub(super) fn named(self) -> String {
        let names = self.names();
        let tool = &self.tool.name;
        if !self.written.laid.in_use(self.index) {
            let steps = below(self.root(), self.node);
            return format!("`{}` of `{tool}`", steps.join("/"));
        }
        match (names.is_empty(), self.written.output) {
            (true, false) => format!("the input schema of `{tool}`"),
            (true, true) => format!("the output schema of `{tool}`"),
            (false, false) => format!("`{}` of `{tool}`", Path::of(&names)),
            (false, true) => format!("`{}` in the results of `{tool}`", Path::of(&names)),
        }
    }

    /// A finding at a value of this schema.
    pub(super) fn finding(self, rule: &'static str, level: Level, at: Json<'a>, message: impl Into<String>) -> Finding {
        let mut finding = Finding::new(rule, level, message)
            .tool(&self.tool.name)
            .at(Place::key(&self.tool.doc, at))
            .identity(below(self.tool.json(), at))
            .subjects([at.pointer()]);
        if !self.written.output
            && let Some(top) = self.names().first()
        {
            finding = finding.param(*top);
        }
        finding
    }

    pub(super) fn is_unused(self) -> bool {
        self.at.spot == Spot::Unused
    }
}

/// The steps from one value down to another inside it.
pub(super) fn below(top: Json<'_>, at: Json<'_>) -> Vec<String> {
    let above = top.steps().len();
    at.steps().into_iter().skip(above).collect()
}
