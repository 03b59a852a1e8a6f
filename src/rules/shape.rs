//! The advertised object is not empty.

pub(crate) mod empty_object;
pub(crate) mod not_object;
pub(crate) mod open_no_params;
pub(crate) mod open_object;
