//! Why a rename is blocked, with places: a name that is taken, and what the rules say more of the renamed surface.

use super::verdict::{Objection, Why};
use super::{Ask, Chosen, value};
use crate::contract::Server;
use crate::finding::{Kind, Level, Place};
use crate::places::Places;
use crate::report::{Reason, RelatedEntry};

/// Tools that have the new name already.
pub(super) fn taken(chosen: &Chosen, servers: &[Server], ask: &Ask, places: &Places<'_>) -> Vec<Reason> {
    let mut out = Vec::new();
    for target in &chosen.targets {
        let tool = &target.tool;
        let param = |name: &str| tool.param(name).map(|param| Place::key(&tool.doc, tool.schema_of(param)));
        let (message, place) = if ask.value {
            if !value::lists(tool, &target.param, &ask.to) {
                continue;
            }
            (format!("`{}` of `{}` lists `{}` already", target.param, tool.name, ask.to), param(&target.param))
        } else {
            if tool.param(&ask.to).is_none() {
                continue;
            }
            (format!("`{}` has a parameter `{}` already", tool.name, ask.to), param(&ask.to))
        };
        let server = servers.get(target.server).map(|server| server.name.to_string());
        let related = (!ask.value).then(|| param(&ask.from)).flatten().map(|place| RelatedEntry {
            kind: Kind::Tool,
            message: "this one cannot take its name".to_owned(),
            server: server.clone(),
            tool: Some(tool.name.to_string()),
            place: Some(places.locate(&place)),
        });
        out.push(Reason {
            why: "taken",
            rule: None,
            level: Level::Error,
            message,
            help: None,
            server,
            tool: Some(tool.name.to_string()),
            clients: Vec::new(),
            place: place.map(|place| places.locate(&place)),
            related: related.into_iter().collect(),
        });
    }
    out
}

/// What a rule says of the renamed surface, as a reason.
pub(super) fn reason(objection: &Objection, places: &Places<'_>) -> Reason {
    let finding = &objection.finding;
    let server = finding.server.as_deref().map(str::to_owned);
    let related = finding.related.iter().map(|related| RelatedEntry {
        kind: related.kind,
        message: related.message.clone(),
        server: server.clone(),
        tool: related.tool.as_deref().map(str::to_owned),
        place: related.place.as_ref().map(|place| places.locate(place)),
    });
    let message = match &objection.words {
        Some(words) => words.clone(),
        None if objection.why == Why::Worsens => format!("worse than before: {}", finding.message),
        None => finding.message.clone(),
    };
    Reason {
        why: if objection.why == Why::Adds { "adds" } else { "worsens" },
        rule: Some(finding.rule),
        level: finding.level,
        message,
        help: finding.help.clone(),
        server: server.clone(),
        tool: finding.tool.as_deref().map(str::to_owned),
        clients: finding.clients.iter().map(|client| (*client).to_owned()).collect(),
        place: finding.place.as_ref().map(|place| places.locate(place)),
        related: related.collect(),
    }
}
