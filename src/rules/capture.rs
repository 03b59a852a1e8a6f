//! Can this capture be judged?

pub(crate) mod limit_reached;
pub(crate) mod malformed_line;
pub(crate) mod stale;
pub(crate) mod unanswered;
pub(crate) mod unmatched_response;
