//! An `x-mcp-header` breaks its rules: clients exclude the tool.
//!
//! The keyword asks clients on Streamable HTTP to send an argument in the header `Mcp-Param-NAME` too. Its value is a header's name, it
//! stands on a property of type string, integer or boolean that is reached from the root through `properties` alone, and no two of a tool are
//! equal, whatever their case. A client must leave out a tool that breaks this.
//!
//! Older versions do not know the keyword; where the version is not known, whoever writes it speaks 2026-07-28.
//!
//! Source: protocol 2026-07-28, server tools and Streamable HTTP (SEP-2243).
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_list", "description": "Lists what stands on a shelf.", "inputSchema": {"type": "object", "properties": {
//!   "width": {"type": "number", "description": "In metres.", "x-mcp-header": "Shelf Width"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_list", "description": "Lists what stands on a shelf.", "inputSchema": {"type": "object", "properties": {
//!   "room": {"type": "string", "description": "Its name.", "x-mcp-header": "Room"}}}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::protocol::Version;
use crate::rules::schema::below;
use crate::rules::{Check, Rule};
use crate::schema::{Layout, Spot};
use rustc_hash::FxHashSet;

pub(crate) const RULE: Rule =
    Rule { id: "protocol/header", level: Some(Level::Error), source: include_str!("header.rs"), check: Check::Server(check) };

const KEYWORD: &str = "x-mcp-header";

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    if cx.server.protocol.is_some_and(|version| version < Version::V20260728) {
        return;
    }
    for tool in cx.tools() {
        let Some(written) = tool.written().iter().find(|written| !written.output) else { continue };
        let mut names: FxHashSet<String> = FxHashSet::default();
        for (index, at) in written.laid.all.iter().enumerate() {
            let node = tool.doc.at(at.node);
            let Some(header) = node.get(KEYWORD) else { continue };
            let Some((what, help)) = fault(node, header, is_reached(&written.laid, index), &mut names) else { continue };
            let mut finding = Finding::new(RULE.id, Level::Error, format!("`{KEYWORD}` {what}: clients must leave the tool out"))
                .help(help)
                .tool(&tool.name)
                .at(Place::key(&tool.doc, header))
                .identity(below(tool.json(), header));
            if let Some(top) = written.laid.names(tool.doc.at(written.root), index).first() {
                finding = finding.param(*top);
            }
            out.push(finding);
        }
    }
}

fn fault(node: Json<'_>, header: Json<'_>, reached: bool, names: &mut FxHashSet<String>) -> Option<(&'static str, &'static str)> {
    let Some(name) = header.text() else { return Some(("is no text", "give it the name of the header, without `Mcp-Param-`")) };
    if name.is_empty() {
        return Some(("is empty", "give it the name of the header, without `Mcp-Param-`"));
    }
    if !name.bytes().all(is_token) {
        return Some(("is no name of a header", "use letters, digits and `-`: no spaces, no colon, nothing beyond ASCII"));
    }
    if !names.insert(name.to_ascii_lowercase()) {
        return Some(("stands twice in this tool", "give each parameter a header of its own; case does not tell them apart"));
    }
    if !reached {
        return Some(("stands where clients cannot find one value", "put it on a property that is reached through `properties` alone"));
    }
    let kind = node.get("type").and_then(Json::text);
    (!matches!(kind, Some("string" | "integer" | "boolean")))
        .then_some(("is on a property of another type", "only a string, an integer or a boolean can be sent in a header"))
}

/// Through `properties` alone?
fn is_reached(laid: &Layout, index: usize) -> bool {
    let mut here = index;
    while let Some(at) = laid.all.get(here) {
        match at.spot {
            Spot::Root => return here != index,
            Spot::Property => here = at.from,
            _ => return false,
        }
    }
    false
}

/// A character of an RFC 9110 token.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+.^_`|~-".contains(&byte)
}
