//! A parameter is required where the config expects it to be optional, or the reverse.
//!
//! `required` in an `[[expect]]` means that the schema demands the parameter of every call, and that no accepted call does without it;
//! `optional` means that the schema leaves it to the caller. A tool that lacks the parameter altogether is
//! `expect/missing`.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["shelf_find"]
//! required = ["shelf_code"]
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}, "required": ["shelf_code"]}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["shelf_find"]
//! required = ["shelf_code"]
//! ```

use super::{Role, Wish, decision, rows, wishes};
use crate::config::Layer;
use crate::contract::{self, Context};
use crate::evidence::{Fact, Path};
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::surface::Tool;

pub(crate) const RULE: Rule =
    Rule { id: "expect/not-required", level: Some(Level::Error), source: include_str!("not_required.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    if cx.config.expects.is_empty() {
        return;
    }
    for tool in cx.tools() {
        for wish in wishes(cx.config, &tool.name, Layer::Advertised) {
            let Some(param) = tool.param(wish.name) else { continue };
            let name = wish.name;
            let (message, help) = match wish.role {
                Role::Required if !param.required => (
                    format!("`{}` advertises `{name}` as optional, and the config expects it to be required", tool.name),
                    format!("add `{name}` to `required`, or change the decision"),
                ),
                Role::Optional if param.required => (
                    format!("`{}` requires `{name}`, and the config expects it to be optional", tool.name),
                    format!("take `{name}` out of `required`, or change the decision"),
                ),
                _ => continue,
            };
            out.push(finding(cx, tool, &wish, "advertised", message).help(help));
        }
    }
    for row in rows(cx) {
        for wish in wishes(cx.config, &row.tool.name, Layer::Call) {
            // Where it is advertised as optional, that is the finding, and the calls only follow it.
            if wish.role != Role::Required || row.tool.param(wish.name).is_none_or(|param| !param.required) {
                continue;
            }
            let mut lacking = crate::evidence::Sum::default();
            for alone in [true, false] {
                if let Some(sum) = row.seen.sum(&Fact::Lacks { at: Path::root(), name: wish.name.into(), alone }) {
                    lacking.merge(sum);
                }
            }
            if lacking.counts.accepted == 0 {
                continue;
            }
            let message = format!("`{}` accepts calls without `{}`, which the config expects to be required", row.tool.name, wish.name);
            out.push(
                finding(cx, row.place, &wish, "call", message)
                    .help(format!("refuse calls without `{}`, or change the decision", wish.name))
                    .related(contract::calls(&lacking, &row.tool.name, &format!("without `{}`", wish.name)))
                    .evidence(lacking.counts),
            );
        }
    }
}

fn finding(cx: &Context<'_>, tool: &Tool, wish: &Wish<'_>, layer: &str, message: String) -> Finding {
    let path = Path::of([wish.name]);
    Finding::new(RULE.id, Level::Error, message)
        .tool(&tool.name)
        .param(wish.name)
        .at(contract::param_place(tool, &path).unwrap_or_else(|| contract::missing_place(tool, &path)))
        .related(decision(cx.config, wish.entry, wish.span))
        .identity([wish.name, layer])
}
