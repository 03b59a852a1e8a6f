//! The input schema is not one of an object.
//!
//! The protocol demands `"type": "object"` at the root of `inputSchema`, in every version. Clients check it when they list the tools,
//! and many drop the whole list over one tool: the official SDKs parse the answer as one value.
//!
//! It fires where the root's `type` is missing, is a list (`["object", "null"]`) or names another type, and where `inputSchema` is
//! missing, null, a boolean, or spelt otherwise (`input_schema`). A list in the form of a model provider, which has `parameters`, is
//! judged by that.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "string", "description": "Title of the book."}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}}]
//! ```

use crate::contract::{self, Context};
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::surface::Tool;
use crate::text;

pub(crate) const RULE: Rule =
    Rule { id: "shape/not-object", level: Some(Level::Error), source: include_str!("not_object.rs"), check: Check::Server(check) };

/// What is wrong, and what to do.
struct Fault<'a> {
    what: String,
    help: &'static str,
    place: Option<Json<'a>>,
    word: &'static str,
}

const ADD_TYPE: &str = "set the root's `type` to \"object\"";
const ADD_SCHEMA: &str =
    "give every tool an `inputSchema`; one without parameters has {\"type\": \"object\", \"additionalProperties\": false}";
const RESPELL: &str = "spell it `inputSchema`: clients read no other name";

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        let Some(fault) = fault(tool) else { continue };
        let name = &tool.name;
        out.push(
            Finding::new(RULE.id, Level::Error, format!("`{name}` {}", fault.what))
                .help(fault.help)
                .tool(name)
                .at(fault.place.map_or_else(|| contract::tool_place(tool), |at| Place::key(&tool.doc, at)))
                .identity([fault.word])
                .subjects(["inputSchema"]),
        );
    }
}

fn fault(tool: &Tool) -> Option<Fault<'_>> {
    let json = tool.json();
    let Some(schema) = json.get("inputSchema") else {
        return match spelt_otherwise(json) {
            Some((key, schema)) if key == "parameters" && is_provider_form(tool) => of_schema(key, schema),
            Some((key, schema)) => {
                let what = format!("has no `inputSchema`, but `{}`", text::shown_or_size(key));
                Some(Fault { what, help: RESPELL, place: Some(schema), word: "spelling" })
            }
            // A provider's form leaves them out where there are none.
            None if is_provider_form(tool) => None,
            None => Some(Fault { what: "has no `inputSchema`".to_owned(), help: ADD_SCHEMA, place: None, word: "missing" }),
        };
    };
    of_schema("inputSchema", schema)
}

fn of_schema<'a>(key: &str, schema: Json<'a>) -> Option<Fault<'a>> {
    if !schema.is_object() {
        let what = format!("has {} as its `{key}`, not a schema", kind(schema));
        return Some(Fault { what, help: ADD_SCHEMA, place: Some(schema), word: "kind" });
    }
    match schema.get("type") {
        None => Some(Fault {
            what: format!("has no `type` in its `{key}`: it must be \"object\""),
            help: ADD_TYPE,
            place: Some(schema),
            word: "type",
        }),
        Some(root) if root.text() == Some("object") => None,
        Some(root) => {
            let found = match root.text() {
                Some(name) => format!("\"{}\"", text::shown_or_size(name)),
                None => kind(root).to_owned(),
            };
            let what = format!("has {found} as the `type` of its `{key}`: it must be \"object\"");
            Some(Fault { what, help: ADD_TYPE, place: Some(root), word: "type" })
        }
    }
}

fn kind(value: Json<'_>) -> &'static str {
    match value.kind_name() {
        "null" => "null",
        "boolean" => "a boolean",
        "number" => "a number",
        "string" => "a text",
        "array" => "a list",
        _ => "an object",
    }
}

/// A member that was meant: the same words in another case or joint, or the name that providers use.
fn spelt_otherwise(tool: Json<'_>) -> Option<(&str, Json<'_>)> {
    let plain = |key: &str| key.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase();
    let meant = |(key, _): &(&str, Json<'_>)| key.len() <= 16 && (plain(key) == "inputschema" || *key == "parameters");
    tool.entries().find(meant)
}

/// `{"type": "function", "function": {…}}`, or the same without the inner object.
fn is_provider_form(tool: &Tool) -> bool {
    let outer = tool.doc.at(tool.node);
    outer.id() != tool.json().id() || outer.get("type").and_then(Json::text) == Some("function")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Doc, NodeId, Origin};

    #[test]
    fn every_root_is_judged() {
        for (tool, want) in [
            (r#"{"name":"a","inputSchema":{"type":"object"}}"#, None),
            (r#"{"name":"a","inputSchema":{}}"#, Some("has no `type` in its `inputSchema`: it must be \"object\"")),
            (
                r#"{"name":"a","inputSchema":{"type":["object","null"]}}"#,
                Some("has a list as the `type` of its `inputSchema`: it must be \"object\""),
            ),
            (
                r#"{"name":"a","inputSchema":{"type":"string"}}"#,
                Some("has \"string\" as the `type` of its `inputSchema`: it must be \"object\""),
            ),
            (r#"{"name":"a","inputSchema":null}"#, Some("has null as its `inputSchema`, not a schema")),
            (r#"{"name":"a","inputSchema":true}"#, Some("has a boolean as its `inputSchema`, not a schema")),
            (r#"{"name":"a","input_schema":{"type":"object"}}"#, Some("has no `inputSchema`, but `input_schema`")),
            (r#"{"name":"a","parameters":{"type":"object"}}"#, Some("has no `inputSchema`, but `parameters`")),
            (r#"{"name":"a"}"#, Some("has no `inputSchema`")),
            (r#"{"type":"function","function":{"name":"a"}}"#, None),
            (r#"{"type":"function","name":"a","parameters":{"type":"object"}}"#, None),
            (
                r#"{"type":"function","function":{"name":"a","parameters":{}}}"#,
                Some("has no `type` in its `parameters`: it must be \"object\""),
            ),
        ] {
            let doc = Doc::parse("t.json".into(), tool, Origin::default()).expect("JSON");
            let tool = Tool::read(&doc, NodeId::ROOT);
            assert_eq!(fault(&tool).map(|fault| fault.what).as_deref(), want, "{}", doc.text());
        }
    }
}
