//! Every parameter of a tool is optional, though the tool needs something to act on.
//!
//! A tool that deletes or renames cannot work on nothing. If it refuses such a call, the parameter should be required; if it picks
//! something by itself, its description should say what. The tool's name is the only witness, so this rule is off.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_delete", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}}}}]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_delete", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}}, "required": ["shelf"]}}]
//! ```

use crate::contract::{self, Context};
use crate::evidence::Path;
use crate::finding::{Finding, Level};
use crate::meaning;
use crate::rules::{Check, Rule};

pub(crate) const RULE: Rule =
    Rule { id: "required/all-optional", level: None, source: include_str!("all_optional.rs"), check: Check::Server(check) };

/// What cannot be done to nothing.
const ACTS: &[&str] = &[
    "assign", "attach", "copy", "delete", "drop", "edit", "insert", "modify", "move", "patch", "read", "remove", "rename", "replace",
    "set", "update", "upload", "write",
];

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    for tool in cx.tools() {
        let all_optional =
            tool.params.iter().all(|param| !param.required) && tool.shape().is_none_or(|shape| shape.branch_required.is_empty());
        if tool.params.is_empty() || !all_optional {
            continue;
        }
        let words = meaning::words(&tool.name);
        let ends = [words.first(), words.last()];
        let Some(act) = ends.into_iter().flatten().find(|word| ACTS.contains(&word.as_str())) else { continue };
        let name = &tool.name;
        out.push(
            Finding::new(RULE.id, Level::Warning, format!("`{name}` requires nothing, though one cannot {act} nothing"))
                .help("require what the tool acts on")
                .tool(name)
                .at(contract::object_place(tool, &Path::root())),
        );
    }
}
