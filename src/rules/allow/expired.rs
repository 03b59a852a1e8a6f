//! An exception is past its last day: it hides nothing any more.
//!
//! `expires` in an `[[allow]]` is the last day on which it holds. What it hid is said again from the next day on, and this finding tells
//! why. `--today` or `SOURCE_DATE_EPOCH` fixes the day, so that a run can be repeated.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "description": "Sets a lamp.", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[allow]]
//! rule = "expect/open"
//! reason = "until the lamps are rewired"
//! expires = 2020-06-01
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "description": "Sets a lamp.", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["lamp_set"]
//! closed = true
//!
//! [[allow]]
//! rule = "expect/open"
//! reason = "until the lamps are rewired"
//! expires = 2100-06-01
//! ```

use crate::finding::Level;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "allow/expired", level: Some(Level::Error), source: include_str!("expired.rs"), check: Check::Decide };
