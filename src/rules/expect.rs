//! Decisions kept as tests.

pub(crate) mod default;
pub(crate) mod forbidden_name;
pub(crate) mod missing;
pub(crate) mod not_required;
pub(crate) mod open;
pub(crate) mod unmatched;
pub(crate) mod values;
