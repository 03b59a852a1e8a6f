//! One name at every layer.

pub(crate) mod accepts_invalid;
pub(crate) mod hidden_alias;
pub(crate) mod hidden_value;
pub(crate) mod name_divergence;
pub(crate) mod null_for_optional;
pub(crate) mod output_mismatch;
pub(crate) mod param_dropped;
pub(crate) mod payload_refused;
pub(crate) mod reflex_name;
pub(crate) mod refused_value;
pub(crate) mod refuses_valid;
pub(crate) mod stringified;
pub(crate) mod unadvertised_accepted;
pub(crate) mod unclear_refusal;
pub(crate) mod undeclared_set;
pub(crate) mod unexercised;
pub(crate) mod unfilled_placeholder;
pub(crate) mod unknown_tool;

use crate::contract::Row;
use crate::evidence::{Fact, Path, Sum};

/// A call without it was refused for that, and no accepted call did without it and without a name in its place.
pub(super) fn is_enforced(row: &Row<'_>, path: &Path) -> bool {
    blamed_missing(row, path).is_some() && without(row, path) == 0
}

/// The refusals that call a parameter missing.
pub(super) fn blamed_missing(row: &Row<'_>, path: &Path) -> Option<Sum> {
    let mut all: Option<Sum> = None;
    for alone in [true, false] {
        if let Some(sum) = row.seen.sum(&Fact::BlamedMissing { path: path.clone(), alone }) {
            all.get_or_insert_with(Sum::default).merge(sum);
        }
    }
    all
}

/// Accepted objects that lacked a name and carried nothing unknown.
pub(super) fn without(row: &Row<'_>, path: &Path) -> u64 {
    let (at, name) = (path.parent(), path.leaf());
    let objects = row.seen.counts(&Fact::Object { at: at.clone() }).accepted;
    let sent = row.seen.counts(&Fact::Sent { at: at.clone(), name: name.into() }).accepted;
    let instead = row.seen.counts(&Fact::InsteadOf { at, name: name.into() }).accepted;
    objects.saturating_sub(sent).saturating_sub(instead)
}

/// All calls that carried an unadvertised key.
pub(super) fn of_key(row: &Row<'_>, at: &Path, key: &str) -> Option<Sum> {
    let mut all: Option<Sum> = None;
    for (fact, sum) in &row.seen.facts {
        if matches!(fact, Fact::Unknown { at: here, key: name, .. } if here == at && **name == *key) {
            all.get_or_insert_with(Sum::default).merge(sum);
        }
    }
    all
}
