//! The flag tells the truth.

pub(crate) mod all_optional;
pub(crate) mod conditional;
pub(crate) mod in_property;
pub(crate) mod missing_flag;
pub(crate) mod not_enforced;
pub(crate) mod undefined_property;
pub(crate) mod with_default;

use crate::contract::Row;
use crate::evidence::{Fact, Path, Sum};
use std::collections::BTreeMap;

/// An advertised, optional parameter for whose absence calls were refused.
pub(super) struct Demanded {
    pub(super) path: Path,
    /// The refusals.
    pub(super) refusals: Sum,
    /// Accepted calls that did without it.
    pub(super) without: u64,
}

pub(super) fn demanded(row: &Row<'_>) -> Vec<Demanded> {
    let mut refusals: BTreeMap<Path, Sum> = BTreeMap::new();
    for (fact, sum) in row.seen.sorted() {
        if let Fact::BlamedMissing { path, .. } = fact {
            refusals.entry(path.clone()).or_default().merge(sum);
        }
    }
    let optional = |path: &Path| {
        // Where a branch of the schema decides, it says so itself.
        let level = row.tool.level(&path.parent()).filter(|level| !level.branches)?;
        level.prop(path.leaf()).filter(|prop| !prop.required)
    };
    refusals
        .into_iter()
        .filter(|(path, _)| optional(path).is_some())
        .map(|(path, refusals)| {
            let at = path.parent();
            let objects = row.seen.counts(&Fact::Object { at: at.clone() }).accepted;
            let sent = row.seen.counts(&Fact::Sent { at, name: path.leaf().into() }).accepted;
            Demanded { without: objects.saturating_sub(sent), path, refusals }
        })
        .collect()
}
