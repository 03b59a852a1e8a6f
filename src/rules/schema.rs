//! It is JSON Schema at all.

pub(crate) mod duplicate_key;
