//! A parameter has another default than the config expects, or none.
//!
//! What a call means that leaves a parameter out is a decision too. `[expect.default]` keeps it.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"], "default": "bright"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["lamp_set"]
//! [expect.default]
//! mode = "dim"
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["dim", "bright"], "default": "dim"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["lamp_set"]
//! [expect.default]
//! mode = "dim"
//! ```

use super::{decision, first_of, same, shown};
use crate::config::Layer;
use crate::contract::Context;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule};
use crate::schema;

pub(crate) const RULE: Rule =
    Rule { id: "expect/default", level: Some(Level::Error), source: include_str!("default.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    if cx.config.expects.is_empty() {
        return;
    }
    for tool in cx.tools() {
        let wanted = first_of(cx.config, &tool.name, Layer::Advertised, |entry| &entry.defaults, |default| &default.param);
        for (entry, wanted) in wanted {
            let name = &wanted.param.value;
            let (Some(param), Some(root)) = (tool.param(name), tool.input_schema()) else { continue };
            let node = tool.schema_of(param);
            let referred = || node.get("$ref").and_then(crate::json::Json::text).and_then(|to| schema::resolve(root, to))?.get("default");
            let default = node.get("default").or_else(referred);
            let message = match default.map(crate::json::Json::value) {
                Some(found) if same(&found, &wanted.value) => continue,
                Some(_) => {
                    format!("`{}` has another default for `{name}` than {}, which the config expects", tool.name, shown(&wanted.value))
                }
                None => format!("`{}` advertises no default for `{name}`, and the config expects {}", tool.name, shown(&wanted.value)),
            };
            out.push(
                Finding::new(RULE.id, Level::Error, message)
                    .help("advertise the default that was decided, or change the decision")
                    .tool(&tool.name)
                    .param(name.as_str())
                    .at(Place::key(&tool.doc, default.unwrap_or(node)))
                    .related(decision(cx.config, entry, &wanted.param.span))
                    .identity([name.as_str()]),
            );
        }
    }
}
