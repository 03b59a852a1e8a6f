//! The value that stands for a parameter which is left out is another one.
//!
//! Every call that left it out is still right, and does something else now.
//!
//! ## Bad
//!
//! ```before.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 20}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 100}}}}]
//! ```
//!
//! ## Good
//!
//! ```before.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}}]
//! ```
//!
//! ```tools.json
//! [{"name": "page_list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "default": 100}}}}]
//! ```

use super::{each, of, subject};
use crate::compare::Changed;
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "evolution/default-changed",
    level: Some(Level::Warning),
    source: include_str!("default_changed.rs"),
    check: Check::Server(check),
};

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, out, |change| {
        let Changed::Default { was, now } = &change.what else { return None };
        let was = was.as_deref().unwrap_or("none");
        let message = match now {
            Some(now) => format!("the default of {} went from {was} to {now}", subject(change)),
            None => format!("the default of {} is gone: it was {was}", subject(change)),
        };
        Some(of(RULE.id, Level::Warning, change, message).help("calls that leave it out do something else now: say so"))
    });
}
