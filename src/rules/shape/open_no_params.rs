//! A tool without parameters does not say that it takes none.
//!
//! Its schema is the one that a converter writes when it loses a shape, and nothing shows which of the two it is. The protocol
//! recommends `{"type": "object", "additionalProperties": false}` for a tool without parameters: then readers know, and calls with
//! invented arguments are refused rather than obeyed in part.
//!
//! It is a note: most SDKs write the open form. Where something shows that the tool takes arguments, `shape/empty-object` speaks.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "clock_read", "inputSchema": {"type": "object", "properties": {}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "clock_read", "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false}}]
//! ```

use super::is_closed;
use super::lost::Lost;
use crate::contract::{self, Context};
use crate::evidence::Path;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "shape/open-no-params", level: Some(Level::Note), source: include_str!("open_no_params.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let lost = Lost::new(cx);
    for tool in cx.tools() {
        let closed = tool.input_schema().is_some_and(is_closed);
        if closed || lost.proof(tool).is_none_or(|proof| proof.holds()) {
            continue;
        }
        let name = &tool.name;
        out.push(
            Finding::new(RULE.id, Level::Note, format!("`{name}` has no parameters and does not say so: its shape may have been lost"))
                .help("add `\"additionalProperties\": false` if it takes none")
                .tool(name)
                .at(contract::object_place(tool, &Path::root())),
        );
    }
}
