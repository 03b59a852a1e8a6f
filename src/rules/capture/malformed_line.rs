//! A line of a capture begins like a message and is none.
//!
//! What stands in it was not judged; the rest of the capture was. The last line of a file that is still being written is often torn:
//! that is a note. Lines that a log holds beside its messages are no fault.
//!
//! ## Bad
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "lamp_set", "argu
//! {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 3, "result": {"content": []}}
//! ```
//!
//! ## Good
//!
//! ```calls.jsonl
//! {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
//! {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "lamp_set", "inputSchema": {"type": "object"}}]}}
//! the lamp answers
//! {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "lamp_set"}}
//! {"jsonrpc": "2.0", "id": 3, "result": {"content": []}}
//! ```

use super::{Met, whole_line};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule, Run};
use crate::text::count;

pub(crate) const RULE: Rule =
    Rule { id: "capture/malformed-line", level: Some(Level::Warning), source: include_str!("malformed_line.rs"), check: Check::Run(check) };

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let (mut broken, mut torn) = (Met::default(), Met::default());
    for capture in run.captures {
        let lines = &capture.faults.malformed;
        let last = lines.iter().filter(|(_, _, last)| *last).count() as u64;
        let seen = |wanted: bool| {
            lines.iter().filter(move |(_, _, last)| *last == wanted).map(|(line, offset, _)| whole_line(capture.file, *line, *offset))
        };
        torn.add(last, seen(true));
        broken.add(capture.faults.malformed_count.saturating_sub(last), seen(false));
    }
    if broken.count > 0 {
        let message = match broken.count {
            1 => "this line begins like a message and is none: it was not judged".to_owned(),
            many => format!("{} begin like a message and are none: they were not judged", count(many, "line")),
        };
        let finding = Finding::new(RULE.id, Level::Warning, message).help("record anew, or mend what writes the log: one message a line");
        out.push(broken.put(finding, "another one").identity(["broken"]));
    }
    if torn.count > 0 {
        let finding = Finding::new(RULE.id, Level::Note, "the last line is torn: the capture ends inside a message")
            .help("let the recording end before it is judged");
        out.push(torn.put(finding, "another one").identity(["torn"]));
    }
}
