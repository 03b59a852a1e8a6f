//! Was the shape of an empty schema lost, or does the tool truly take nothing? The schema alone cannot say; what else is known can.

use super::{prose, says_nothing};
use crate::contract::{Context, Row};
use crate::evidence::{Fact, Sum};
use crate::surface::Tool;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What hosts send along where a tool takes nothing and their model must send something.
const FILLERS: &[&str] = &["random_string", "dummy", "_dummy", "placeholder", "_placeholder", "noop", "_"];

/// What shows that a tool takes arguments.
#[derive(Debug, Default)]
pub(super) struct Proof<'a> {
    /// The schema has no `type`: no SDK writes that for a tool without arguments.
    pub(super) no_type: bool,
    /// Names that accepted calls carried.
    pub(super) sent: BTreeMap<Arc<str>, Sum>,
    /// Names that refusals ask for or blame.
    pub(super) blamed: BTreeMap<Arc<str>, Sum>,
    /// Names that the config decided on.
    pub(super) expected: Vec<Arc<str>>,
    /// Names that the description documents.
    pub(super) told: Vec<Arc<str>>,
    /// One of these is a parameter of another tool.
    pub(super) shared: bool,
    pub(super) row: Option<Row<'a>>,
}

impl Proof<'_> {
    pub(super) fn holds(&self) -> bool {
        !self.by_prose_alone() || !self.told.is_empty()
    }

    pub(super) fn by_prose_alone(&self) -> bool {
        !self.no_type && self.sent.is_empty() && self.blamed.is_empty() && self.expected.is_empty()
    }
}

/// What is known of all tools of a server, gathered once.
pub(super) struct Lost<'a> {
    cx: Context<'a>,
    rows: FxHashMap<Arc<str>, Vec<Row<'a>>>,
}

impl<'a> Lost<'a> {
    pub(super) fn new(cx: &Context<'a>) -> Self {
        let mut rows: FxHashMap<Arc<str>, Vec<Row<'a>>> = FxHashMap::default();
        for row in cx.rows() {
            rows.entry(Arc::clone(&row.tool.name)).or_default().push(row);
        }
        Self { cx: *cx, rows }
    }

    /// None: the schema of this tool is not empty, or there is none.
    pub(super) fn proof(&self, tool: &Tool) -> Option<Proof<'a>> {
        let schema = tool.input_schema().filter(|schema| says_nothing(*schema) && takes_objects(*schema))?;
        let mut proof = Proof { no_type: !schema.has("type"), ..Proof::default() };
        let description = tool.description();
        let takes_nothing = prose::takes_nothing(description);
        let row = self.rows.get(&tool.name).and_then(|rows| rows.iter().find(|row| row.tool.definition() == tool.definition())).copied();
        if let Some(row) = row {
            proof.row = Some(row);
            self.of_calls(&mut proof, &row, takes_nothing);
        }
        for expect in self.cx.config.expects_for(&tool.name) {
            for name in expect.required.iter().chain(&expect.optional).map(|name| name.value.as_str()) {
                if !proof.expected.iter().any(|known| **known == *name) {
                    proof.expected.push(name.into());
                }
            }
        }
        if !takes_nothing {
            let names = self.cx.uses().names();
            let told = prose::arguments(&tool.name, description, names);
            proof.shared = told.iter().any(|name| names.contains(name));
            proof.told = told.into_iter().map(Arc::from).collect();
        }
        Some(proof)
    }

    fn of_calls(&self, proof: &mut Proof<'a>, row: &Row<'a>, takes_nothing: bool) {
        for &(fact, sum) in row.facts {
            match fact {
                Fact::Unknown { at, key, .. }
                    if at.is_root() && sum.counts.accepted > 0 && !takes_nothing && !FILLERS.contains(&&**key) =>
                {
                    proof.sent.entry(Arc::clone(key)).or_default().merge(sum);
                }
                Fact::BlamedMissing { path, .. } | Fact::BlamedValue { path, .. } if !path.is_root() => {
                    proof.blamed.entry(path.top().into()).or_default().merge(sum);
                }
                _ => {}
            }
        }
    }
}

/// Another root type is another fault.
fn takes_objects(schema: crate::json::Json<'_>) -> bool {
    schema.get("type").is_none_or(|kind| kind.text() == Some("object") || kind.items().any(|kind| kind.text() == Some("object")))
}
