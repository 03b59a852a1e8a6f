//! A schema as a tool writes it, with what every rule asks of it, each answered once.

use crate::json::{Doc, Json, NodeId};
use crate::schema::{self, Dialect, Layout, Violation};
use std::sync::OnceLock;

#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) root: NodeId,
    /// Of its results, not of its arguments.
    pub(crate) output: bool,
    pub(crate) laid: Layout,
    pub(crate) dialect: Dialect,
    ordinary: bool,
    faults: OnceLock<Option<Vec<Violation>>>,
    /// Under draft-07, and under 2020-12.
    valid: [OnceLock<Option<bool>>; 2],
}

impl Written {
    pub(super) fn new(root: Json<'_>, output: bool) -> Self {
        let laid = Layout::of(root);
        let dialect = Dialect::of(root);
        let ordinary = schema::is_ordinary(root, &laid);
        Self { root: root.id(), output, laid, dialect, ordinary, faults: OnceLock::new(), valid: [OnceLock::new(), OnceLock::new()] }
    }

    /// What the meta-schema of its own dialect refuses; None where that would cost too much to say.
    pub(crate) fn faults(&self, doc: &Doc) -> Option<&[Violation]> {
        if self.ordinary && self.dialect > Dialect::Draft4 {
            return Some(&[]);
        }
        self.faults.get_or_init(|| schema::faults(self.dialect, doc.at(self.root))).as_deref()
    }

    pub(crate) fn valid_under_draft7(&self, doc: &Doc) -> Option<bool> {
        self.valid(doc, Dialect::Draft7, 0)
    }

    pub(crate) fn valid_under_2020(&self, doc: &Doc) -> Option<bool> {
        self.valid(doc, Dialect::Draft2020, 1)
    }

    fn valid(&self, doc: &Doc, dialect: Dialect, at: usize) -> Option<bool> {
        if self.ordinary {
            return Some(true);
        }
        *self.valid.get(at)?.get_or_init(|| schema::is_valid(dialect, doc.at(self.root)))
    }
}
