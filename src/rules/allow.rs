//! Exceptions, kept honest.

pub(crate) mod expired;
pub(crate) mod unused;
