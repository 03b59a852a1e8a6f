//! An enum holds values that its type forbids.
//!
//! A call with such a value is refused by whatever validates it, though the schema offers it. `nullable: true` excuses null.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "string", "enum": [1, 2, 3]}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"level": {"type": "integer", "enum": [1, 2, 3]}}}}]
//! ```

use super::fits::own_types;
use super::{inside, named, schemas};
use crate::contract::Context;
use crate::finding::{Finding, Level};
use crate::json::Json;
use crate::rules::{Check, Rule};
use crate::schema::Types;

pub(crate) const RULE: Rule =
    Rule { id: "values/type-clash", level: Some(Level::Error), source: include_str!("type_clash.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        schemas(cx, tool, &mut |_, step| {
            let Some(set) = step.node.get("enum").filter(|set| set.is_array()) else { return };
            let Some(types) = own_types(step.node) else { return };
            let nullable = step.node.get("nullable").and_then(Json::bool) == Some(true);
            let clashes = |member: &Json<'_>| !(types.holds(Types::of_value(*member)) || nullable && member.is_null());
            let Some(first) = set.items().find(clashes) else { return };
            let message = format!(
                "the enum of {} holds {} of type {}, and its type is {}",
                named(step),
                crate::text::count(set.items().filter(clashes).count() as u64, "value"),
                first.kind_name(),
                types.names().join(" or ")
            );
            out.push(inside(RULE.id, Level::Error, tool, step, set, message).help("write the values in the type, or correct the type"));
        });
    }
}
