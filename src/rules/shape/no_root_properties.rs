//! The parameters of a tool are hidden behind a combinator or a reference at the root of its schema.
//!
//! Many hosts read `properties` at the root and nothing else: they show such a tool without parameters, or refuse it. Unions of
//! argument objects are better two tools, or one object whose descriptions say which parameters belong together.
//!
//! It fires where the root has no `properties` of its own and `anyOf`, `oneOf`, `allOf`, `if` or `$ref` brings them. It is silent
//! where the root lists them and the branches only say which of them are needed.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "anyOf": [
//!   {"properties": {"title": {"type": "string"}}, "required": ["title"]},
//!   {"properties": {"room": {"type": "string"}}, "required": ["room"]}]}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"title": {"type": "string"}, "room": {"type": "string"}},
//!   "anyOf": [{"required": ["title"]}, {"required": ["room"]}]}}]
//! ```

use super::quoted;
use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};
use std::sync::Arc;

pub(crate) const RULE: Rule = Rule {
    id: "shape/no-root-properties",
    level: Some(Level::Warning),
    source: include_str!("no_root_properties.rs"),
    check: Check::Server(check),
};

const HOLDERS: &[&str] = &["anyOf", "oneOf", "allOf", "$ref", "if", "then", "else", "dependentSchemas"];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        let Some(schema) = tool.input_schema() else { continue };
        let own = schema.get("properties").is_some_and(|properties| !properties.members().is_empty());
        if own || tool.params.is_empty() {
            continue;
        }
        let Some((keyword, holder)) = HOLDERS.iter().find_map(|keyword| Some((keyword, schema.get(keyword)?))) else { continue };
        let name = &tool.name;
        let params: Vec<Arc<str>> = tool.params.iter().map(|param| Arc::clone(&param.name)).collect();
        let message = format!(
            "`{name}` has no `properties` at its root and hides {} behind `{keyword}`, where many hosts do not look",
            quoted(&params)
        );
        out.push(
            Finding::new(RULE.id, Level::Warning, message)
                .help("list every parameter in `properties` at the root; the branches may say which of them are needed")
                .tool(name)
                .at(Place::key(&tool.doc, holder)),
        );
    }
}
