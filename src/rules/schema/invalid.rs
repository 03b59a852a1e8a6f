//! A schema is no JSON Schema: the meta-schema of its dialect refuses it.
//!
//! A validator that is handed such a schema refuses it as a whole, and hosts then drop the tool or the whole list. The usual causes are
//! a type by another language's name (`int`, `str`, `any`), a keyword that holds the wrong kind of value, and a habit of an older draft:
//! `exclusiveMinimum: true`, a list of schemas under `items`.
//!
//! Each fault is said once, at its place. The dialect is the one that `$schema` names; where it names none, 2020-12, as the protocol
//! has it. `$ref` is not followed.
//!
//! Source: JSON Schema's meta-schemas, draft-04 to 2020-12; protocol 2025-11-25, "Schema Usage".
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_fill", "inputSchema": {"type": "object", "properties": {"count": {"type": "int"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_fill", "inputSchema": {"type": "object", "properties": {"count": {"type": "integer"}}}}]
//! ```

use super::below;
use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::{Json, join};
use crate::rules::{Check, Rule};
use crate::schema::{Dialect, Keyword, Types, Violation, locate};
use crate::surface::{Tool, Written};
use crate::text::{series, shown_or_size};

pub(crate) const RULE: Rule =
    Rule { id: "schema/invalid", level: Some(Level::Error), source: include_str!("invalid.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        for written in tool.written() {
            let root = tool.doc.at(written.root);
            let faults = written.faults(&tool.doc).unwrap_or_default();
            for fault in faults.iter().filter(|fault| !is_said_elsewhere(fault)) {
                let Some(at) = locate(root, &join(&fault.instance)) else { continue };
                out.push(finding(tool, written, at, fault));
            }
        }
    }
}

/// An empty enum and repeated members are `values/` findings, and a pattern that cannot be read is `schema/bad-pattern`'s.
fn is_said_elsewhere(fault: &Violation) -> bool {
    match fault.instance.last().map(String::as_str) {
        Some("enum") => matches!(fault.keyword.name(), "minItems" | "uniqueItems"),
        Some("pattern") => fault.keyword.name() == "format",
        _ => false,
    }
}

fn finding(tool: &Tool, written: &Written, at: Json<'_>, fault: &Violation) -> Finding {
    let (what, help) = words(written.dialect, at, fault);
    let mut finding = Finding::new(RULE.id, Level::Error, what)
        .tool(&tool.name)
        .at(Place::key(&tool.doc, at))
        .identity(below(tool.json(), at))
        .subjects([at.pointer()]);
    if let Some(help) = help {
        finding = finding.help(help);
    }
    if let [properties, name, ..] = fault.instance.as_slice()
        && properties == "properties"
        && !written.output
    {
        finding = finding.param(name.as_str());
    }
    finding
}

fn words(dialect: Dialect, at: Json<'_>, fault: &Violation) -> (String, Option<String>) {
    let mut steps = fault.instance.iter().rev();
    let last = steps.next().map_or("", String::as_str);
    let holder = steps.next().map_or("", String::as_str);
    let draft = dialect.name();
    let is_entry = last.bytes().all(|byte| byte.is_ascii_digit()) && !last.is_empty();
    let keyword = if is_entry { holder } else { last };
    let kind = with_article(at.kind_name());
    let is_named = matches!(holder, "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas");
    if is_named && !at.is_object() {
        let message = format!("the schema of `{last}` is {kind}, and must be an object");
        return (message, Some("describe the value by an object such as {\"type\": \"string\"}".to_owned()));
    }
    match (keyword, at.text()) {
        ("type", Some(name)) if matches!(fault.keyword, Keyword::Enum | Keyword::AnyOf(_) | Keyword::Const | Keyword::Type { .. }) => {
            let help = meant(name).map_or_else(|| format!("types are {}", types()), str::to_owned);
            return (format!("`{}` is no type of JSON Schema", shown_or_size(name)), Some(help));
        }
        ("required", _) if at.bool().is_some() => {
            let message = format!("`required` is a boolean here, and {draft} wants a list of names");
            return (message, Some("name the property in the `required` list of the object that holds it".to_owned()));
        }
        ("exclusiveMinimum" | "exclusiveMaximum", _) if at.bool().is_some() => {
            let message = format!("`{keyword}` is a boolean, as in draft-04, and {draft} wants the bound itself");
            return (
                message,
                Some(format!("move the number from `{}` here", if keyword == "exclusiveMinimum" { "minimum" } else { "maximum" })),
            );
        }
        ("items", _) if at.is_array() => {
            let message = format!("`items` is a list of schemas, which {draft} has no more");
            return (message, Some("write a tuple as `prefixItems`; where every item is alike, give the one schema".to_owned()));
        }
        _ => {}
    }
    let subject = if is_named {
        format!("the schema of `{last}`")
    } else if is_entry {
        format!("an entry of `{keyword}`")
    } else if keyword.is_empty() {
        "the schema".to_owned()
    } else {
        format!("`{keyword}`")
    };
    let message = match &fault.keyword {
        Keyword::Type { expected } => format!("{subject} is {kind}, and {draft} wants {}", expectation(*expected)),
        Keyword::Other("uniqueItems") | Keyword::Bound("uniqueItems") => format!("{subject} names something twice"),
        Keyword::Bound("minItems" | "minLength" | "minProperties") => format!("{subject} is empty"),
        Keyword::Bound(_) => format!("{subject} is out of its range"),
        Keyword::Pattern | Keyword::Format => format!("{subject} is not written as {draft} wants it"),
        Keyword::Required(name) => format!("{subject} needs `{name}` beside it in {draft}"),
        _ if at.is_object() || at.is_array() || at.is_null() => format!("{subject} is {kind}, which {draft} does not take there"),
        _ => format!("{subject} holds what {draft} does not take there"),
    };
    (message, None)
}

fn with_article(kind: &str) -> String {
    match kind {
        "null" => "null".to_owned(),
        "array" | "object" | "integer" => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

fn expectation(types: Types) -> String {
    types.names().into_iter().map(with_article).collect::<Vec<_>>().join(" or ")
}

fn types() -> String {
    series(&["string", "number", "integer", "boolean", "array", "object", "null"].map(|name| format!("`{name}`")))
}

/// What is meant by the name that another language gives a type.
fn meant(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "int" | "int32" | "int64" | "long" | "bigint" => "write `integer`",
        "float" | "double" | "decimal" | "num" => "write `number`",
        "str" | "text" | "char" | "varchar" => "write `string`",
        "bool" => "write `boolean`",
        "list" | "tuple" | "set" => "write `array`, with `items`",
        "dict" | "map" | "record" | "json" | "struct" => "write `object`",
        "none" | "nil" | "undefined" | "void" => "write `null`",
        "any" | "mixed" | "unknown" => "leave `type` out, or list the types that will do",
        "date" | "datetime" | "date-time" | "timestamp" | "time" | "uri" | "url" | "email" | "uuid" => {
            "write `string`, and say the rest in `format`"
        }
        "enum" => "write the type of its members, and list these in `enum`",
        "file" | "binary" | "bytes" => "write `string`, and say in the description how the bytes are written",
        "string" | "number" | "integer" | "boolean" | "array" | "object" | "null" => "types are written in lower case",
        _ => return None,
    })
}
