//! What a server advertises: tools and their parameters, laid over the documents that list them.

mod envelope;
mod levels;
mod tool;
mod written;

pub(crate) use envelope::{Found, Page, found, page};
pub(crate) use levels::{Level, Prop};
pub(crate) use tool::{Definition, Param, Tool};
pub(crate) use written::Written;

use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// All the tools that one server advertises.
#[derive(Debug)]
pub(crate) struct Surface {
    /// The name that the list gives to its server, if it does.
    pub(crate) named: Option<Arc<str>>,
    pub(crate) tools: Vec<Arc<Tool>>,
    /// Its definitions, in an order of their own, once somebody compares them.
    definitions: OnceLock<Vec<Definition>>,
    by_name: FxHashMap<Arc<str>, usize>,
}

impl Surface {
    pub(crate) fn new(named: Option<Arc<str>>, tools: Vec<Arc<Tool>>) -> Self {
        let mut by_name = FxHashMap::default();
        for (at, tool) in tools.iter().enumerate() {
            by_name.entry(Arc::clone(&tool.name)).or_insert(at);
        }
        Self { named, tools, definitions: OnceLock::new(), by_name }
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Arc<Tool>> {
        self.by_name.get(name).and_then(|at| self.tools.get(*at))
    }

    pub(crate) fn parameters(&self) -> usize {
        self.tools.iter().map(|tool| tool.params.len()).sum()
    }

    /// Do both advertise the same definitions, in any order?
    pub(crate) fn equals(&self, other: &Self) -> bool {
        self.tools.len() == other.tools.len() && self.definitions() == other.definitions()
    }

    fn definitions(&self) -> &[Definition] {
        self.definitions.get_or_init(|| {
            let mut definitions: Vec<Definition> = self.tools.iter().map(|tool| tool.definition()).collect();
            definitions.sort_unstable();
            definitions
        })
    }
}
