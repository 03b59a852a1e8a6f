//! A parameter that the framework fills is advertised to callers.
//!
//! `ctx`, `self` and `cls` are handed to a Python function by its framework; an SDK that does not recognise them (a missing or foreign
//! annotation, a method registered without its object) lists them as parameters. So does the Python SDK with `**kwargs`: it advertises
//! a required text called `kwargs`. No model can fill them in.
//!
//! It fires for these names, and for a parameter whose schema is a framework's own class (its context or its result). It is silent
//! where the author plainly means the name (a described text, number or boolean), about `args`, and about what the config declares
//! (`[names.meaning]`, `[[expect]]`).
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}, "ctx": {"title": "Ctx"}}, "required": ["ctx"]}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}]
//! ```

use crate::contract::{self, Context};
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema;
use crate::surface::{Param, Tool};

pub(crate) const RULE: Rule = Rule {
    id: "shape/framework-param",
    level: Some(Level::Error),
    source: include_str!("framework_param.rs"),
    check: Check::Server(check),
};

/// Arguments that a framework hands over by name.
const INJECTED: &[&str] = &["ctx", "self", "cls"];

/// Classes of the SDKs that no caller has, by the name of their definition.
const CLASSES: &[&str] =
    &["CallToolResult", "RequestContext", "ServerSession", "ClientSession", "FastMCP", "MCPServer", "RequestHandlerExtra"];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        for param in &tool.params {
            let name = &*param.name;
            let Some(why) = why(tool, param) else { continue };
            let expected = || {
                cx.config
                    .expects_for(&tool.name)
                    .into_iter()
                    .flat_map(|it| it.required.iter().chain(&it.optional))
                    .any(|it| it.value == name)
            };
            if cx.config.meaning(&tool.name, name).is_some() || expected() {
                continue;
            }
            out.push(
                Finding::new(RULE.id, Level::Error, format!("`{}` advertises `{name}`, {why}", tool.name))
                    .help("keep it out of the schema: annotate it with the framework's type so that it is injected, or drop it")
                    .tool(&tool.name)
                    .param(name)
                    .at(Place::key(&tool.doc, tool.schema_of(param)))
                    .identity([name])
                    .subjects([name]),
            );
        }
    }
}

fn why(tool: &Tool, param: &Param) -> Option<&'static str> {
    let (root, node) = (tool.input_schema()?, tool.schema_of(param));
    if is_framework_class(root, node) {
        return Some("an object of the framework's own, which no caller has");
    }
    let name = &*param.name;
    if INJECTED.contains(&name) && !is_meant(root, node) {
        return Some("which the framework fills and no caller can");
    }
    let is_kwargs = name == "kwargs"
        && param.required
        && node.get("title").and_then(Json::text) == Some(name)
        && node.get("type").and_then(Json::text) == Some("string");
    is_kwargs.then_some("which stands for `**kwargs` and takes nothing that a caller could send")
}

/// A described value of a plain type: someone wrote it for callers.
fn is_meant(root: Json<'_>, node: Json<'_>) -> bool {
    let plain = ["string", "integer", "number", "boolean"];
    !contract::description(root, node).is_empty() && plain.contains(&schema::types(root, node).core())
}

/// Does the schema, or the one alternative beside null, refer to a class of an SDK?
fn is_framework_class(root: Json<'_>, node: Json<'_>) -> bool {
    let alternatives =
        ["anyOf", "oneOf", "allOf"].into_iter().flat_map(|keyword| node.get(keyword).into_iter().flat_map(Json::items).take(4));
    std::iter::once(node).chain(alternatives).any(|holder| {
        let Some(reference) = holder.get("$ref").and_then(Json::text) else { return false };
        let class = reference.rsplit('/').next().unwrap_or("");
        // A class of the author's may be called Context too, but then it has fields.
        let is_context = (class == "Context" || class.starts_with("Context_"))
            && schema::resolve(root, reference).is_some_and(|target| schema::shape(root, target).props.is_empty());
        CLASSES.contains(&class) || is_context
    })
}
