//! A parameter does not say what its value is.
//!
//! Models send such a value as text, as a number or as an object, as they please, and some hosts refuse a schema without `type`. Where
//! any value will do, a list of types says so.
//!
//! It fires where the schema of a tool's own parameter is `{}` or `true`, or has neither `type`, `enum`, `const`, a reference nor a combinator.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_set", "inputSchema": {"type": "object", "properties": {"width": {"description": "Of the shelf."}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_set", "inputSchema": {"type": "object", "properties": {"width": {"type": "number", "description": "Of the shelf."}}}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "shape/untyped-param", level: Some(Level::Warning), source: include_str!("untyped_param.rs"), check: Check::Server(check) };

const SAYING: &[&str] = &["type", "enum", "const", "$ref", "$dynamicRef", "$recursiveRef", "anyOf", "oneOf", "allOf", "not", "if"];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        for param in tool.params.iter().filter(|param| is_untyped(tool.schema_of(param))) {
            let (name, tool_name) = (&param.name, &tool.name);
            out.push(
                Finding::new(RULE.id, Level::Warning, format!("`{name}` of `{tool_name}` has no type"))
                    .help("give it a `type`, or a list of types where several will do")
                    .tool(tool_name)
                    .param(&**name)
                    .at(Place::key(&tool.doc, tool.schema_of(param)))
                    .identity([&**name])
                    .subjects([&**name]),
            );
        }
    }
}

fn is_untyped(schema: Json<'_>) -> bool {
    schema.bool() == Some(true) || (schema.is_object() && !SAYING.iter().any(|keyword| schema.has(keyword)))
}
