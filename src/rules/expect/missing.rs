//! A name that the config expects is missing at one of its layers.
//!
//! A team decides once how a parameter is called, and writes it down in an `[[expect]]`. The rule holds every layer to it that can be
//! seen: the tool advertises the name, the payload that an accepted call led to carries it, and the handler reads it. `layers` in the
//! entry narrows that. A name for which only `values` or a `default` were decided is missed where the entry names the tool itself, not
//! where a pattern happens to match it.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["shelf_*"]
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
//! tools = ["shelf_*"]
//! required = ["shelf_code"]
//! ```

use super::{Role, Wish, decision, described, handler, left_with, on_the_wire, rows, wishes};
use crate::config::Layer;
use crate::contract::{self, Context};
use crate::evidence::Path;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::surface::Tool;

pub(crate) const RULE: Rule =
    Rule { id: "expect/missing", level: Some(Level::Error), source: include_str!("missing.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    if cx.config.expects.is_empty() {
        return;
    }
    for tool in cx.tools() {
        let described = described(cx.config, &tool.name, Layer::Advertised);
        let named = wishes(cx.config, &tool.name, Layer::Advertised);
        let further = described.into_iter().filter(|wish| !named.iter().any(|known| known.name == wish.name)).collect::<Vec<_>>();
        for wish in named.iter().chain(&further).filter(|wish| wish.role != Role::Forbidden && tool.param(wish.name).is_none()) {
            let message = format!("`{}` lacks `{}`, which the config expects", tool.name, wish.name);
            let help = format!("advertise `{}`, or change the decision", wish.name);
            out.push(finding(cx, tool, wish, "advertised", message).help(help));
        }
        let Some(read) = cx.server.handlers.as_ref().and_then(|handlers| handlers.params(&tool.name)) else { continue };
        for wish in wanted(cx, tool, Layer::Handler).iter().filter(|wish| !read.iter().any(|(name, _)| *name == wish.name)) {
            let message = format!("the handler of `{}` does not read `{}`, which the config expects", tool.name, wish.name);
            let help = format!("read `{}` in the handler, or change the decision", wish.name);
            out.push(finding(cx, tool, wish, "handler", message).help(help).related(handler(cx, tool, None, "reads these names")));
        }
    }
    for row in rows(cx) {
        for wish in wanted(cx, row.tool, Layer::Wire) {
            let left = left_with(&row, wish.name);
            let local = cx.config.is_local(&row.tool.name, wish.name);
            if left.counts.accepted == 0 || local || on_the_wire(&row, wish.name).is_some() {
                continue;
            }
            let message = format!("the payload of `{}` does not carry `{}`, which the config expects", row.tool.name, wish.name);
            out.push(
                finding(cx, row.place, &wish, "wire", message)
                    .help(format!("send it on as `{}`, or change the decision", wish.name))
                    .related(contract::calls(&left, &row.tool.name, &format!("`{}` sent", wish.name)))
                    .evidence(left.counts),
            );
        }
    }
}

fn wanted<'a>(cx: &Context<'a>, tool: &Tool, layer: Layer) -> Vec<Wish<'a>> {
    wishes(cx.config, &tool.name, layer).into_iter().filter(|wish| wish.role != Role::Forbidden).collect()
}

fn finding(cx: &Context<'_>, tool: &Tool, wish: &Wish<'_>, layer: &str, message: String) -> Finding {
    Finding::new(RULE.id, Level::Error, message)
        .tool(&tool.name)
        .param(wish.name)
        .at(contract::missing_place(tool, &Path::of([wish.name])))
        .related(decision(cx.config, wish.entry, wish.span))
        .identity([wish.name, layer])
}
