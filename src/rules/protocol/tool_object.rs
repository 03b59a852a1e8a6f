//! A field of a tool has the wrong type for the protocol.
//!
//! Clients read a list as one value: one tool with `"annotations": []` or `"description": null` costs the official clients all of them,
//! without a word to the user. PHP writes an empty object as `[]`, and many serialisers write null for what is not there: the field must
//! be left out.
//!
//! What is wrong depends on the version, which a capture's `initialize` answer or `--protocol` tells. Where it is not known, only what
//! 2025-06-18 and every later version agree on is said, and what concerns fields that the tool uses. A root of `inputSchema` that is no object
//! is `shape/not-object`.
//!
//! Source: schema.json of the protocol, 2024-11-05 to 2026-07-28, `Tool`, `ToolAnnotations`, `Icon`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "description": "Sets a lamp.", "annotations": [], "inputSchema": {"type": "object", "properties": {}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "description": "Sets a lamp.", "annotations": {"readOnlyHint": false}, "inputSchema": {"type": "object", "properties": {}}}]
//! ```

use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::json::Json;
use crate::protocol::{Version, speaks};
use crate::rules::schema::below;
use crate::rules::{Check, Rule};
use crate::surface::Tool;

pub(crate) const RULE: Rule =
    Rule { id: "protocol/tool-object", level: Some(Level::Error), source: include_str!("tool_object.rs"), check: Check::Server(check) };

/// What a field must hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Flag,
    Object,
    List,
    Texts,
    Words(&'static [&'static str]),
}

/// A field, by its steps from the tool down (`*` is any item), what it must hold, whether it must be there, and the first and the last
/// version that say so.
struct Field {
    path: &'static [&'static str],
    kind: Kind,
    needed: bool,
    versions: (Version, Version),
}

const fn field(path: &'static [&'static str], kind: Kind, first: Version, last: Version) -> Field {
    Field { path, kind, needed: false, versions: (first, last) }
}

const NEWEST: Version = Version::V20260728;

/// Of a field that a version does not know, the version says nothing: whoever writes it speaks a later one. So `annotations` and `icons`
/// count from the beginning.
const FIELDS: &[Field] = &[
    Field { path: &["name"], kind: Kind::Text, needed: true, versions: (Version::V20241105, NEWEST) },
    field(&["description"], Kind::Text, Version::V20241105, NEWEST),
    field(&["title"], Kind::Text, Version::V20250618, NEWEST),
    field(&["annotations"], Kind::Object, Version::V20250326, NEWEST),
    field(&["annotations", "title"], Kind::Text, Version::V20250326, NEWEST),
    field(&["annotations", "readOnlyHint"], Kind::Flag, Version::V20250326, NEWEST),
    field(&["annotations", "destructiveHint"], Kind::Flag, Version::V20250326, NEWEST),
    field(&["annotations", "idempotentHint"], Kind::Flag, Version::V20250326, NEWEST),
    field(&["annotations", "openWorldHint"], Kind::Flag, Version::V20250326, NEWEST),
    field(&["_meta"], Kind::Object, Version::V20250618, NEWEST),
    field(&["outputSchema"], Kind::Object, Version::V20250618, NEWEST),
    field(&["outputSchema", "type"], Kind::Words(&["object"]), Version::V20250618, Version::V20251125),
    field(&["icons"], Kind::List, Version::V20250618, NEWEST),
    field(&["icons", "*"], Kind::Object, Version::V20250618, NEWEST),
    Field { path: &["icons", "*", "src"], kind: Kind::Text, needed: true, versions: (Version::V20250618, NEWEST) },
    field(&["icons", "*", "mimeType"], Kind::Text, Version::V20250618, NEWEST),
    field(&["icons", "*", "sizes"], Kind::Texts, Version::V20250618, NEWEST),
    field(&["icons", "*", "theme"], Kind::Words(&["light", "dark"]), Version::V20250618, NEWEST),
    field(&["execution"], Kind::Object, Version::V20251125, Version::V20251125),
    field(&["execution", "taskSupport"], Kind::Words(&["forbidden", "optional", "required"]), Version::V20251125, Version::V20251125),
];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    let version = cx.server.protocol;
    for tool in cx.tools() {
        for field in FIELDS.iter().filter(|field| speaks(version, field.versions.0, field.versions.1)) {
            look(tool, tool.json(), field, field.path, out);
        }
        if speaks(version, Version::V20250618, Version::V20251125)
            && let Some(output) = tool.output_schema().filter(|schema| !schema.has("type"))
        {
            out.push(finding(tool, output, "`outputSchema` has no `type`, and must be an object's", "say `type: \"object\"` at its root"));
        }
        if speaks(version, Version::V20241105, Version::V20251125) {
            properties(tool, out);
        }
    }
}

fn look(tool: &Tool, holder: Json<'_>, field: &Field, path: &[&str], out: &mut Vec<Finding>) {
    let Some((step, rest)) = path.split_first() else { return };
    if *step == "*" {
        for item in holder.items() {
            if rest.is_empty() { judge(tool, item, field, out) } else { look(tool, item, field, rest, out) }
        }
        return;
    }
    // What is no object is said of the object.
    if !holder.is_object() {
        return;
    }
    match holder.get(step) {
        Some(value) if rest.is_empty() => judge(tool, value, field, out),
        Some(value) => look(tool, value, field, rest, out),
        None if rest.is_empty() && field.needed => {
            let message = format!("{} is missing, and the protocol requires it", named(field.path));
            out.push(finding(tool, holder, &message, "add it: clients refuse the whole list without it"));
        }
        None => {}
    }
}

fn judge(tool: &Tool, value: Json<'_>, field: &Field, out: &mut Vec<Finding>) {
    let text = |value: Json<'_>| value.text().is_some();
    let fits = match field.kind {
        Kind::Text => text(value),
        Kind::Flag => value.bool().is_some(),
        Kind::Object => value.is_object(),
        Kind::List => value.is_array(),
        Kind::Texts => value.is_array() && value.items().all(text),
        Kind::Words(words) => value.text().is_some_and(|word| words.contains(&word)),
    };
    if fits {
        return;
    }
    let wanted = match field.kind {
        Kind::Text => "text".to_owned(),
        Kind::Flag => "true or false".to_owned(),
        Kind::Object => "an object".to_owned(),
        Kind::List => "a list".to_owned(),
        Kind::Texts => "a list of texts".to_owned(),
        Kind::Words(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or "),
    };
    let kind = match (value.kind_name(), field.kind) {
        ("null", _) => "null".to_owned(),
        ("string", Kind::Words(_)) => "another text".to_owned(),
        (kind @ ("array" | "object"), _) => format!("an {kind}"),
        (kind, _) => format!("a {kind}"),
    };
    let message = format!("{} is {kind}, and must be {wanted}", named(field.path));
    let help = if value.is_null() {
        "leave the field out: null is no value for it"
    } else {
        "clients read the list as one value, and refuse all of it for this"
    };
    out.push(finding(tool, value, &message, help));
}

/// Up to 2025-11-25 a property's schema is an object.
fn properties(tool: &Tool, out: &mut Vec<Finding>) {
    for written in tool.written() {
        let properties = tool.doc.at(written.root).get("properties").into_iter().flat_map(Json::entries);
        for (name, schema) in properties.filter(|(_, schema)| schema.bool().is_some()) {
            let mut found = finding(
                tool,
                schema,
                &format!("the schema of `{name}` is a boolean, and must be an object up to protocol 2025-11-25"),
                "write {} for true; leave the property out for false",
            );
            if !written.output {
                found = found.param(name);
            }
            out.push(found);
        }
    }
}

fn named(path: &[&str]) -> String {
    format!("`{}`", path.join(".").replace(".*", "[]"))
}

fn finding(tool: &Tool, at: Json<'_>, message: &str, help: &str) -> Finding {
    Finding::new(RULE.id, Level::Error, message).help(help).tool(&tool.name).at(Place::key(&tool.doc, at)).identity(below(tool.json(), at))
}
