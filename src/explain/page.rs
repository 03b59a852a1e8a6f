//! An explained call, for people.

use super::facts::{a, name};
use super::{Explained, List, Sent};
use crate::text::{defused, visible};
use std::io::{self, Write};

/// Writes one call: what was sent, what it was held against, how it ended, where it went, and what it proves.
pub(crate) fn page(call: &Explained, out: &mut dyn Write) -> io::Result<()> {
    let server = call.server.as_deref().map_or(String::new(), |server| format!(" on {}", name(server)));
    let id = call.id.as_ref().map_or(String::new(), |id| format!(", id {}", visible(id.get())));
    line(out, &format!("{}:{}: a call of {}{server}{id}", visible(&call.file), call.line, name(&call.tool)))?;
    section(out, "ended", &[ended(call)])?;
    section(out, "list", &[list(call)])?;
    section(out, "sent", &sent(call))?;
    section(out, "sent on", &call.payloads.iter().map(|payload| payload_line(&call.file, payload)).collect::<Vec<_>>())?;
    section(out, "proves", &call.proves)
}

fn section(out: &mut dyn Write, head: &str, lines: &[String]) -> io::Result<()> {
    if lines.is_empty() {
        return line(out, &format!("  {head:8}nothing"));
    }
    lines.iter().enumerate().try_for_each(|(at, text)| line(out, &format!("  {:8}{text}", if at == 0 { head } else { "" })))
}

fn line(out: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(out, "{}", defused(text))
}

fn ended(call: &Explained) -> String {
    let how = match (call.outcome, call.because) {
        ("refused", Some("unknown-tool")) => "refused: the list in force does not hold the tool, or the server says so",
        ("refused", _) => "refused: the answer blames the arguments",
        ("failed", _) => "failed: an error, and not of the arguments",
        ("unanswered", _) => "unanswered: no answer with its id follows",
        _ => "accepted: a result that is no error",
    };
    let blames: Vec<String> = call
        .blames
        .iter()
        .map(|blame| format!("{} {}", blame.param.as_deref().map_or("the arguments".to_owned(), name), blame.why))
        .collect();
    match (call.outcome, blames.is_empty()) {
        ("refused", true) if call.because != Some("unknown-tool") => format!("{how}, and names none"),
        (_, true) => how.to_owned(),
        (_, false) => format!("{how} ({})", blames.join(", ")),
    }
}

fn list(call: &Explained) -> String {
    let Some(List { file, line, from, tool }) = &call.list else {
        return "none in force: the capture holds none for this call, and none that fits was given beside it".to_owned();
    };
    let from = match *from {
        "capture" if *line > call.line => "of the capture, after the call: none stands before it",
        "capture" => "of the capture, the last before the call",
        _ => "given beside the capture",
    };
    let tool = match tool {
        Some(spot) => format!("the tool stands at {}:{}:{}", visible(&spot.file), spot.line, spot.column),
        None => "it does not hold the tool".to_owned(),
    };
    format!("{}:{line} ({from}); {tool}", visible(file))
}

fn sent(call: &Explained) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for argument in &call.arguments {
        let advertised = if argument.advertised == Some(false) { ", not advertised" } else { "" };
        lines.push(format!("{}: {}{advertised}", name(&argument.name), a(argument.kind)));
    }
    if lines.is_empty() {
        lines.push("no arguments".to_owned());
    }
    if !call.lacks.is_empty() {
        let lacks: Vec<String> = call.lacks.iter().map(|lacking| name(lacking)).collect();
        lines.push(format!("required and absent: {}", lacks.join(", ")));
    }
    match call.satisfies {
        Some(true) => lines.push("all of it satisfies the advertised schema".to_owned()),
        Some(false) => lines.push("it breaks the advertised schema".to_owned()),
        None => {}
    }
    lines
}

fn payload_line(file: &str, payload: &Sent) -> String {
    let peer = payload.peer.as_deref().map_or(String::new(), |peer| format!(" to {}", name(peer)));
    let own = if payload.own { "the tool's own" } else { "not the tool's own" };
    let why = match payload.why {
        "mark" => "the capture marks it as this call's",
        "own-name" => "its method is the tool's name, or the config says so",
        "shared-value" => "no other call was open, and they share a value",
        _ => "no other call was open, and the method never came outside calls",
    };
    let keys: Vec<String> = payload.keys.iter().map(|key| name(key)).collect();
    let keys = if keys.is_empty() { "no keys".to_owned() } else { keys.join(", ") };
    let refused = if payload.refused { "; refused by what is behind the server" } else { "" };
    format!("{}:{}: {}{peer}, {own} ({why}): {keys}{refused}", visible(file), payload.line, name(&payload.method))
}
