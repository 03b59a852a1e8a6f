//! A listing is answered under a wrong id, with neither a result nor an error, or not at all.
//!
//! A client pairs an answer with its request by the id, type and all: `"1"` does not answer `1`. What it cannot pair it drops, and
//! waits until it gives up. An answer that holds neither `result` nor `error` is refused by every SDK, for calls as for listings.
//!
//! A listing counts as not answered only where something that was asked later in the same session has its answer, and every line
//! of the capture could be read. Listings in a batch, and those that the client cancelled, are left out.
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": "1", "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! ```

use crate::capture::{Faults, Spots};
use crate::finding::{Finding, Level};
use crate::rules::capture::Met;
use crate::rules::{Check, Rule, Run};

pub(crate) const RULE: Rule =
    Rule { id: "protocol/bad-response", level: Some(Level::Error), source: include_str!("bad_response.rs"), check: Check::Run(check) };

/// Where it was seen, what is said of it, what to do, and the word that tells it from the others.
type Fault = (fn(&Faults) -> &Spots, &'static str, &'static str, &'static str);

const FAULTS: [Fault; 3] = [
    (
        |faults| &faults.misnamed,
        "`tools/list` was answered under another id: the client waits for the list in vain",
        "answer with the id of the request, as it was sent: `1` is not `\"1\"`",
        "id",
    ),
    (
        |faults| &faults.hollow,
        "this answer holds neither a result nor an error: no client takes it",
        "answer with `result`, or with `error` where the request failed",
        "hollow",
    ),
    (
        |faults| &faults.ignored,
        "`tools/list` was never answered, and what was asked later was",
        "answer every request that has an id, with an error if need be",
        "unanswered",
    ),
];

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    for (spots, message, help, word) in FAULTS {
        let met = Met::in_all(run, |capture| spots(&capture.faults));
        if met.count > 0 {
            out.push(met.put(Finding::new(RULE.id, Level::Error, message).help(help), "another one").identity([word]));
        }
    }
}
