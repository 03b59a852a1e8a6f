//! Exceptions, kept honest. The room that decides makes these findings: only it sees what an exception hides.

pub(crate) mod expired;
pub(crate) mod unused;
