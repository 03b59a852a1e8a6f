//! A bare name means one thing.

pub(crate) mod rename;
