//! One vocabulary for one thing.

pub(crate) mod alias_advertised;
pub(crate) mod alias_broken;
pub(crate) mod split_vocabulary;
