//! An `[[expect]]` entry is about a tool that is on no list.
//!
//! The decision holds of nothing: the tool is gone, was renamed, or its name is misspelt. A pattern is only missed where none of its
//! entry's other patterns matches either; a tool's own name is missed for itself.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}}, "required": ["mode"]}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["lamp_sets"]
//! required = ["mode"]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "lamp_set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string"}}, "required": ["mode"]}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["lamp_set"]
//! required = ["mode"]
//! ```

use crate::config::nearest;
use crate::finding::{Finding, Level, Place};
use crate::rules::{Check, Rule, Run};

pub(crate) const RULE: Rule =
    Rule { id: "expect/unmatched", level: Some(Level::Error), source: include_str!("unmatched.rs"), check: Check::Run(check) };

fn check(run: &Run<'_>, out: &mut Vec<Finding>) {
    let Some(file) = &run.config.file else { return };
    if run.servers.is_empty() {
        return;
    }
    let names: Vec<&str> = run.servers.iter().flat_map(|server| &server.surface.tools).map(|tool| &*tool.name).collect();
    for entry in &run.config.expects {
        let lost: Vec<_> = entry.tools.iter().filter(|tools| !names.iter().any(|name| tools.value.matches(name))).collect();
        let all = lost.len() == entry.tools.len();
        for tools in lost.iter().filter(|tools| all || tools.value.is_exact()) {
            let text = tools.value.text();
            let near = nearest(text, names.iter().copied()).map(|near| format!("; `{near}` is near")).unwrap_or_default();
            out.push(
                Finding::new(RULE.id, Level::Error, format!("the config expects something of `{text}`, and no tool is called so{near}"))
                    .help("write the tool's name as it is listed, or remove the entry")
                    .at(Place::Config { file: file.clone(), span: tools.span.clone() })
                    .identity([text]),
            );
        }
    }
}
