//! Keywords stand where properties belong, or properties where keywords belong.
//!
//! One level too deep, `required` is a property of that name and requires nothing; `"properties": {"type": "object", ...}` is a property
//! called `type` whose schema is a text. The other way round, `{"street": {...}, "town": {...}}` without `properties` around it says
//! nothing: no validator knows these words.
//!
//! It fires where `properties` holds a keyword whose value can be no schema, or a boolean `additionalProperties`; and where a schema
//! holds objects that are schemas under names that are no keywords, and no `properties`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"book": {"type": "string"}, "required": ["book"]}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_add", "inputSchema": {"type": "object", "properties": {"book": {"type": "string"}}, "required": ["book"]}}]
//! ```

use super::vocabulary::is_keyword;
use super::{Here, each};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema::Types;
use crate::text::shown_or_size;

pub(crate) const RULE: Rule =
    Rule { id: "schema/misplaced", level: Some(Level::Error), source: include_str!("misplaced.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    each(cx, &mut |here| {
        for (word, value) in here.node.get("properties").into_iter().flat_map(Json::entries) {
            if is_stray_keyword(word, value) {
                out.push(too_deep(here, word, value));
            }
        }
        for (word, value) in here.node.entries() {
            if is_stray_property(here.node, word, value) {
                let message = format!("`{}` stands among the keywords of {}, where it says nothing", shown_or_size(word), here.named());
                out.push(
                    here.finding(RULE.id, Level::Error, value, message)
                        .help("put the properties into `properties`, and add `type: \"object\"`"),
                );
            }
        }
    });
}

fn too_deep(here: Here<'_>, word: &str, value: Json<'_>) -> Finding {
    let message = format!("`{word}` in {} stands inside `properties`: there it is a property of that name", here.named());
    let mut finding = here.finding(RULE.id, Level::Error, value, message).help(format!("move `{word}` out of `properties`, beside it"));
    if finding.param.is_none() && !here.written.output && here.index == 0 {
        finding = finding.param(word);
    }
    finding
}

/// A keyword among properties: its value is no schema, but what that keyword holds.
fn is_stray_keyword(word: &str, value: Json<'_>) -> bool {
    // What is a schema, as nearly all are, is none whatever its name.
    !value.is_object()
        && match word {
            "additionalProperties" | "unevaluatedProperties" => value.bool().is_some(),
            _ => value.bool().is_none() && !value.is_null() && is_keyword(word),
        }
}

/// Keywords that hold a text, and are common names of properties.
const TEXTS: &[&str] = &["title", "description", "format", "pattern"];

/// A property among keywords: a schema under a name that is none, in a schema that declares no properties.
pub(super) fn is_stray_property(node: Json<'_>, word: &str, value: Json<'_>) -> bool {
    let declares = ["properties", "$ref", "enum", "const", "items", "additionalProperties", "patternProperties"];
    value.is_object()
        && (!is_keyword(word) || TEXTS.contains(&word))
        && !word.starts_with('$')
        && looks_like_a_schema(value)
        && !declares.iter().any(|keyword| node.has(keyword))
}

fn looks_like_a_schema(value: Json<'_>) -> bool {
    let is_type = |name: Json<'_>| name.text().is_some_and(|name| Types::named(name).is_some());
    let typed = value.get("type").is_some_and(|kind| is_type(kind) || (kind.items().len() > 0 && kind.items().all(is_type)));
    typed
        || value.get("$ref").and_then(Json::text).is_some()
        || ["anyOf", "oneOf", "allOf", "enum"].iter().any(|word| value.get(word).is_some_and(Json::is_array))
}
