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
use crate::rules::wire::hidden_alias;
use crate::schema;
use std::collections::BTreeMap;

/// An advertised, optional parameter for whose absence calls were refused.
pub(super) struct Demanded {
    pub(super) path: Path,
    /// The refusals.
    pub(super) refusals: Sum,
    /// Accepted calls that did without it.
    pub(super) without: u64,
    /// A name that is not advertised supplied it in all of these.
    pub(super) aliased: bool,
}

pub(super) fn demanded(row: &Row<'_>) -> Vec<Demanded> {
    let mut refusals: BTreeMap<Path, Sum> = BTreeMap::new();
    for &(fact, sum) in row.facts {
        if let Fact::BlamedMissing { path, .. } = fact {
            refusals.entry(path.clone()).or_default().merge(sum);
        }
    }
    let optional = |path: &Path| {
        let level = row.tool.level(&path.parent())?;
        let prop = level.prop(path.leaf()).filter(|prop| !prop.required)?;
        // A branch that demands it tells the condition.
        let told = level.branches
            && row
                .tool
                .input_schema()
                .is_some_and(|root| schema::shape(root, row.tool.doc.at(level.node)).branch_required.contains(&path.leaf()));
        (!told).then_some(prop)
    };
    refusals
        .into_iter()
        .filter(|(path, _)| optional(path).is_some())
        .map(|(path, refusals)| {
            let at = path.parent();
            let objects = row.seen.counts(&Fact::Object { at: at.clone() }).accepted;
            let sent = row.seen.counts(&Fact::Sent { at: at.clone(), name: path.leaf().into() }).accepted;
            let without = objects.saturating_sub(sent);
            let instead = row.seen.counts(&Fact::InsteadOf { at, name: path.leaf().into() }).accepted;
            let aliased = without > 0 && without == instead && hidden_alias::supplies(row, &path);
            Demanded { without, aliased, path, refusals }
        })
        .collect()
}
