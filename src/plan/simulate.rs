//! The surface as it would be: the edited text, read anew.

use super::edits::{Edit, applied};
use crate::contract::Server;
use crate::evidence::Evidence;
use crate::json::Doc;
use crate::surface::{Surface, Tool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The server with its tools alone, as a rule of names or of clients reads it.
pub(crate) fn bare(server: &Server, surface: Arc<Surface>) -> Server {
    Server {
        name: Arc::clone(&server.name),
        surface,
        given: server.given,
        evidence: Evidence::default(),
        captured: false,
        wired: false,
        handlers: None,
        protocol: server.protocol,
        partial: false,
        before: None,
        stale: FxHashSet::default(),
    }
}

/// The surface after edits, each set by the index of its tool. Every node keeps its number: only texts change.
pub(crate) fn edited(surface: &Surface, edits: &[(usize, Vec<Edit>)]) -> Arc<Surface> {
    let address = |doc: &Arc<Doc>| Arc::as_ptr(doc) as usize;
    let mut of_doc: FxHashMap<usize, (Arc<Doc>, Vec<Edit>)> = FxHashMap::default();
    for (index, edits) in edits {
        if let Some(tool) = surface.tools.get(*index) {
            let entry = of_doc.entry(address(&tool.doc)).or_insert_with(|| (Arc::clone(&tool.doc), Vec::new()));
            entry.1.extend(edits.iter().cloned());
        }
    }
    let mut docs: FxHashMap<usize, Arc<Doc>> = FxHashMap::default();
    for (at, (doc, mut edits)) in of_doc {
        edits.sort_unstable();
        edits.dedup();
        // A text in the place of a text leaves JSON what it is.
        if let Ok(after) = Doc::parse(Arc::clone(&doc.file), applied(doc.text(), &edits), doc.origin) {
            docs.insert(at, after);
        }
    }
    let read = |tool: &Arc<Tool>| match docs.get(&address(&tool.doc)) {
        Some(doc) => Arc::new(Tool::read(doc, tool.node)),
        None => Arc::clone(tool),
    };
    Arc::new(Surface::new(surface.named.clone(), surface.tools.iter().map(read).collect()))
}
