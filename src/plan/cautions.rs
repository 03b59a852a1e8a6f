//! What a rename does not block and does not change by itself: texts beside the schema, and names that it meets.

use super::verdict::{Objection, Why};
use super::{Ask, Chosen, renamed_tool, target};
use crate::config::Config;
use crate::contract::Server;
use crate::finding::Place;
use crate::meaning;
use crate::places::Places;
use crate::report::Caution;
use crate::surface::{Level, Surface};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What has to change along with the schema, or could surprise.
pub(super) fn cautions(
    servers: &[Server],
    surfaces: &FxHashMap<usize, Arc<Surface>>,
    chosen: &Chosen,
    config: &Config,
    ask: &Ask,
    objections: &[Objection],
    places: &Places<'_>,
) -> Vec<Caution> {
    let mut out: Vec<Caution> = Vec::new();
    for it in objections.iter().filter(|it| it.why == Why::Along) {
        let message = it.words.clone().unwrap_or_else(|| format!("{}: change it too", it.finding.message));
        out.push(Caution { message, place: it.finding.place.as_ref().map(|place| places.locate(place)) });
    }
    for target in chosen.targets.iter().filter(|_| !ask.value) {
        let tool = &target.tool;
        let texts = tool.params.iter().map(|param| tool.schema_of(param)).chain([tool.json()]);
        for text in texts.filter_map(|node| node.get("description")).filter(|text| text.text().is_some_and(|text| says(text, &ask.from))) {
            let message = format!("a description of `{}` says `{}`: change it too", tool.name, ask.from);
            out.push(Caution { message, place: Some(places.locate(&Place::value(&tool.doc, text))) });
        }
        let deeper = tool.levels().iter().filter(|level| !level.at.is_root() && level.prop(&ask.from).is_some());
        let shared = |level: &&Level| {
            let after = renamed_tool(surfaces, target).and_then(|after| after.level(&level.at));
            after.is_some_and(|after| after.prop(&ask.from).is_none())
        };
        if let Some(level) = deeper.into_iter().find(shared) {
            let message = format!("`{}` of `{}` shares its definition: the name changes there too", level.at, tool.name);
            out.push(Caution { message, place: Some(places.locate(&Place::value(&tool.doc, tool.doc.at(level.node)))) });
        }
        if config.meaning(&tool.name, &ask.from).is_some() {
            let message = format!("the config says what `{}.{}` means: rename it there too", tool.name, ask.from);
            out.push(Caution { message, place: None });
        }
    }
    let back: Vec<&str> = chosen
        .without
        .iter()
        .map(|name| &**name)
        .filter(|name| {
            !ask.value && servers.iter().any(|server| server.surface.tool(name).is_some_and(|tool| tool.param(&ask.to).is_some()))
        })
        .collect();
    if !back.is_empty() {
        let has = if back.len() == 1 { "has" } else { "have" };
        let message = format!(
            "{} {has} `{}` already: a rename back by the same pattern would take it along",
            target::listed(back.into_iter()),
            ask.to
        );
        out.push(Caution { message, place: None });
    }
    out
}

/// Does a text hold a name as a whole word? One that is a plain word says nothing: descriptions are full of those.
fn says(text: &str, name: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let is_name = name.contains(|c: char| !c.is_ascii_lowercase()) || meaning::documented_arguments(text).contains(&name);
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let behind = text.get(at + name.len()..).and_then(|tail| tail.chars().next());
        let apart = !before.is_some_and(joins) && !behind.is_some_and(joins);
        apart && (is_name || (before == Some('`') && behind == Some('`')))
    })
}
