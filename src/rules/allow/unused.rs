//! An exception matches no finding.
//!
//! What it hid was mended, or its selectors are misspelt and it never hid anything. Either way it may one day hide what nobody decided
//! about. Nothing is said of an exception to a rule that had nothing to judge, such as one of `wire/` where no capture was given.
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
//! tools = ["lamp_*"]
//! reason = "until the lamps are rewired"
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
//! tools = ["lamp_*"]
//! reason = "until the lamps are rewired"
//! ```

use crate::finding::Level;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "allow/unused", level: Some(Level::Warning), source: include_str!("unused.rs"), check: Check::Decide };
