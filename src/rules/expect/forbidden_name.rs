//! A name that the config forbids is in use.
//!
//! `forbid` in an `[[expect]]` keeps a name that was given up from coming back, at every layer: the tool does not advertise it, no
//! accepted call carries it, the payload does not hold it, the handler does not read it. `layers` narrows that.
//!
//! ## Bad
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"shelf": {"type": "string"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["*"]
//! forbid = ["shelf"]
//! reason = "shelves go by their code"
//! ```
//!
//! ## Good
//!
//! ```tools.json
//! [{"name": "shelf_find", "inputSchema": {"type": "object", "properties": {"shelf_code": {"type": "string"}}}}]
//! ```
//!
//! ```wirelint.toml
//! [[expect]]
//! tools = ["*"]
//! forbid = ["shelf"]
//! reason = "shelves go by their code"
//! ```

use super::{Role, Wish, carried, decision, handler, on_the_wire, rows, wishes};
use crate::config::Layer;
use crate::contract::{self, Context};
use crate::evidence::Path;
use crate::finding::{Finding, Level};
use crate::rules::{Check, Rule};
use crate::surface::Tool;

pub(crate) const RULE: Rule =
    Rule { id: "expect/forbidden-name", level: Some(Level::Error), source: include_str!("forbidden_name.rs"), check: Check::Server(check) };

fn check(cx: &Context<'_>, out: &mut Vec<Finding>) {
    if cx.config.expects.is_empty() {
        return;
    }
    for tool in cx.tools() {
        for wish in forbidden(cx, tool, Layer::Advertised).iter().filter(|wish| tool.param(wish.name).is_some()) {
            let message = format!("`{}` advertises `{}`, which the config forbids", tool.name, wish.name);
            out.push(finding(cx, tool, wish, "advertised", message).help("rename it as was decided, or change the decision"));
        }
        let Some(read) = cx.server.handlers.as_ref().and_then(|handlers| handlers.params(&tool.name)) else { continue };
        for wish in forbidden(cx, tool, Layer::Handler).iter().filter(|wish| read.iter().any(|(name, _)| *name == wish.name)) {
            let message = format!("the handler of `{}` reads `{}`, which the config forbids", tool.name, wish.name);
            out.push(
                finding(cx, tool, wish, "handler", message)
                    .help("read it under the name that was decided, or change the decision")
                    .related(handler(cx, tool, Some(wish.name), &format!("reads `{}`", wish.name))),
            );
        }
    }
    for row in rows(cx) {
        let tool = &row.tool.name;
        let advertised = forbidden(cx, row.tool, Layer::Advertised);
        for wish in forbidden(cx, row.tool, Layer::Call) {
            let sum = carried(&row, wish.name);
            // A name that is advertised against the decision is sent because of that.
            let said = row.tool.param(wish.name).is_some() && advertised.iter().any(|known| known.name == wish.name);
            if sum.counts.accepted == 0 || said {
                continue;
            }
            let message = format!("`{tool}` accepts calls with `{}`, which the config forbids", wish.name);
            out.push(
                finding(cx, row.place, &wish, "call", message)
                    .help("refuse the name, or change the decision")
                    .related(contract::calls(&sum, tool, &format!("with `{}`", wish.name)))
                    .evidence(sum.counts),
            );
        }
        for wish in forbidden(cx, row.tool, Layer::Wire) {
            let Some(sum) = on_the_wire(&row, wish.name) else { continue };
            let message = format!("the payload of `{tool}` carries `{}`, which the config forbids", wish.name);
            out.push(
                finding(cx, row.place, &wish, "wire", message)
                    .help("send it on under the name that was decided, or change the decision")
                    .related(contract::payloads(sum, tool, &format!("sent on as `{}`", wish.name)))
                    .evidence(sum.counts),
            );
        }
    }
}

fn forbidden<'a>(cx: &Context<'a>, tool: &Tool, layer: Layer) -> Vec<Wish<'a>> {
    wishes(cx.config, &tool.name, layer).into_iter().filter(|wish| wish.role == Role::Forbidden).collect()
}

fn finding(cx: &Context<'_>, tool: &Tool, wish: &Wish<'_>, layer: &str, message: String) -> Finding {
    let path = Path::of([wish.name]);
    Finding::new(RULE.id, Level::Error, message)
        .tool(&tool.name)
        .param(wish.name)
        .at(contract::param_place(tool, &path).unwrap_or_else(|| contract::object_place(tool, &Path::root())))
        .related(decision(cx.config, wish.entry, wish.span))
        .identity([wish.name, layer])
}
