//! What crossed the wire. Knows nothing of rules: it gives finished calls, each with the list in force, its payloads and its answer.

mod event;
mod listings;
mod lists;
mod pairing;
mod payload;
pub(crate) mod refusal;
mod sheet;
mod shorten;

pub(crate) use event::{Line, line, message};
pub(crate) use listings::Unstable;
pub(crate) use lists::{ListAt, Scan, scan};
pub(crate) use pairing::{Arguments, Call, Ending, Faults, Finished, Hearer, Limits, Own, Spots, read};
pub(crate) use payload::{How, Payload};
pub(crate) use shorten::is_hash;
