//! A rename for people: the verdict first, then why, then layer by layer what it touches.

use super::{CYAN, GREEN, Look, Panes, Point, RED, YELLOW, at, drawn, folded, painted, push_note, push_settle, write_block};
use crate::finding::Level;
use crate::report::{CallCounts, Occurrence, Radius, Reason, RenameReport, RenameVerdict, SourceKind, ToolLayers, Whose};
use crate::text::{count, series, visible};
use std::io;

/// Tools whose layers are shown whole, and tools that have a line.
const WHOLE: usize = 3;
const NAMED: usize = 20;
/// Lines of the source tree that are shown of each kind.
const LINES: usize = 8;
/// Reasons of one rule that are shown.
const ALIKE: usize = 3;
const CAUTIONS: usize = 12;

/// Writes what there is to say of a rename.
pub(crate) fn rename_human(report: &RenameReport, look: &Look, out: &mut dyn io::Write) -> io::Result<()> {
    let look = *look;
    super::problems(&crate::report::Report::empty(report.problems.clone()), &look, out)?;
    if report.verdict == RenameVerdict::Unjudged {
        return writeln!(out, "{}", painted("nothing was judged", RED, look));
    }
    let mut shown: Vec<(Option<&str>, usize)> = Vec::new();
    let mut more = 0;
    for reason in &report.reasons {
        let seen = match shown.iter_mut().find(|(rule, _)| *rule == reason.rule) {
            Some((_, seen)) => seen,
            None => {
                shown.push((reason.rule, 0));
                match shown.last_mut() {
                    Some((_, seen)) => seen,
                    None => continue,
                }
            }
        };
        *seen += 1;
        if *seen <= ALIKE { write_block(&reason_block(reason, look), out)? } else { more += 1 }
    }
    if more > 0 {
        write_block(&format!("and {more} more alike (--format json lists them all)\n"), out)?;
    }
    write_block(&verdict(report, look), out)?;
    for (at, layer) in report.layers.iter().enumerate().take(NAMED) {
        write_block(&layer_block(layer, report, at < WHOLE, look), out)?;
    }
    if report.layers.len() > NAMED {
        write_block(&format!("and {} more tools (--format json lists them all)\n", report.layers.len() - NAMED), out)?;
    }
    if !report.breaks.is_empty() || !report.works.is_empty() {
        write_block(&calls_block(report, look), out)?;
    }
    if !report.cautions.is_empty() {
        write_block(&cautions_block(report, look), out)?;
    }
    if let Some(alias) = &report.alias {
        let mut block = String::new();
        let lead = format!(
            "keep `{}` alive for a while, on this field alone: map it in the server, and declare it in wirelint.toml:",
            report.rename.from
        );
        push_note(&mut block, "help", &lead, look);
        push_settle(&mut block, alias);
        write_block(&block, out)?;
    }
    if let Some(radius) = &report.source {
        write_block(&radius_block(radius, report, look), out)?;
    }
    let style = if report.verdict == RenameVerdict::Safe { GREEN } else { RED };
    writeln!(out, "{}", crate::text::defused(&painted(&last_line(report), style, look)))
}

fn reason_block(reason: &Reason, look: Look) -> String {
    let (related, more) = folded(&reason.related);
    let primary = reason.place.iter().map(|location| Point { location, text: "", primary: true });
    let others = related.iter().filter_map(|it| it.place.as_ref().map(|location| Point { location, text: &it.message, primary: false }));
    let (panes, bare) = Panes::of(primary.chain(others), look.drawing());
    let code = format!("blocked[{}]", reason.rule.unwrap_or("taken"));
    let mut out = drawn(&code, &reason.message, Level::Error, panes, look);
    for point in bare {
        out.push_str(&at(point.location, point.text, look));
    }
    if more > 0 {
        out.push_str(&format!("  and {more} more (--format json lists them all)\n"));
    }
    if let Some(help) = &reason.help {
        push_note(&mut out, "help", help, look);
    }
    out
}

fn verdict(report: &RenameReport, look: Look) -> String {
    let (from, to) = (&report.rename.from, &report.rename.to);
    let tools: Vec<String> = report.layers.iter().take(ALIKE).map(|layer| format!("`{}`", layer.tool)).collect();
    let rest = report.layers.len().saturating_sub(ALIKE);
    let mut tools = tools;
    if rest > 0 {
        tools.push(count(rest as u64, "other tool"));
    }
    let of = series(&tools);
    let mut out = match report.verdict {
        RenameVerdict::Safe => format!("{}: `{from}` becomes `{to}` on {of}\n", painted("safe", GREEN, look)),
        _ => format!("{}: `{from}` must not become `{to}` on {of}\n", painted("blocked", RED, look)),
    };
    out = visible_but_colour(&out);
    match &report.instead {
        Some(name) if name == from => push_note(&mut out, "help", &format!("keep `{from}`"), look),
        Some(name) => push_note(&mut out, "help", &format!("`{name}` would do, at every layer"), look),
        None => {}
    }
    out
}

/// Names are written out; the colours around the first word are ours.
fn visible_but_colour(line: &str) -> String {
    let head = line.find(": ").unwrap_or(0);
    let (ours, theirs) = line.split_at_checked(head).unwrap_or(("", line));
    format!("{ours}{}\n", crate::text::sentence(theirs.trim_end_matches('\n')))
}

fn layer_block(layer: &ToolLayers, report: &RenameReport, whole: bool, look: Look) -> String {
    let (from, to) = (visible(&report.rename.from).into_owned(), visible(&report.rename.to).into_owned());
    let place = layer.place.as_ref().map_or(String::new(), |place| format!("  {}:{}", visible(&place.file), place.line));
    let mut out = format!("{}{}\n", painted(&visible(&layer.tool), CYAN, look), place);
    if !whole {
        return out;
    }
    let mut row = |name: &str, text: &str| push_note(&mut out, name, text, look);
    if report.rename.what == "parameter" {
        let required = match layer.required {
            [true, true] => "stays required",
            [false, false] => "stays optional",
            [true, false] => "is no longer required",
            [false, true] => "becomes required",
        };
        row("schema", &format!("{}, `{to}` {required}, other keywords stay", count(layer.edits, "text")));
        row("wire", &wire(layer, &from, &to));
        let handler = match &layer.handler {
            Some(handler) if handler.new && !handler.old => format!("reads `{to}` already"),
            Some(handler) if handler.new => format!("reads `{from}` and `{to}`"),
            Some(handler) if handler.old => format!("reads `{from}`: rename it there"),
            Some(_) => format!("reads neither `{from}` nor `{to}`"),
            None => "no handlers file was given".to_owned(),
        };
        row("handler", &handler);
    } else {
        row("schema", &format!("{} of `{}`, other keywords stay", count(layer.edits, "text"), layer.param));
    }
    row("calls", &calls(&layer.calls, &from, &to));
    for line in &layer.schema {
        let shown = format!("      {}", visible(line));
        let style = match line.chars().next() {
            Some('-') => Some(RED),
            Some('+') => Some(GREEN),
            _ => None,
        };
        out.push_str(&style.map_or_else(|| shown.clone(), |style| painted(&shown, style, look)));
        out.push('\n');
    }
    out
}

fn wire(layer: &ToolLayers, from: &str, to: &str) -> String {
    let mut parts = Vec::new();
    if layer.wire.new > 0 {
        parts.push(format!("{} sent `{to}` on already", count(layer.wire.new, "call")));
    }
    if layer.wire.old > 0 {
        parts.push(format!("{} sent `{from}` on: rename it there", count(layer.wire.old, "call")));
    }
    for name in layer.wire.renamed.iter().filter(|name| name.name != to).take(ALIKE) {
        parts.push(format!("{} sent its value on as `{}`", count(name.calls, "call"), name.name));
    }
    if parts.is_empty() { "no payload that shows it was seen".to_owned() } else { parts.join("; ") }
}

fn calls(counts: &CallCounts, from: &str, to: &str) -> String {
    if counts.calls == 0 {
        return "none was recorded".to_owned();
    }
    let mut parts = Vec::new();
    match (counts.old, counts.breaks) {
        (0, _) => {}
        (old, breaks) if old == breaks => parts.push(format!("{old} used `{from}` and would break")),
        (old, breaks) => parts.push(format!("{old} used `{from}`, {breaks} of them would break")),
    }
    match (counts.new, counts.new_refused, counts.works) {
        (0, ..) => {}
        (new, refused, works) if new == refused && new == works => parts.push(format!("{new} were refused for `{to}` and would now work")),
        (new, 0, _) => parts.push(format!("{new} used `{to}`, none was refused")),
        (new, refused, works) => {
            parts.push(format!("{new} used `{to}`, {refused} of them were refused and {works} of these would now work"))
        }
    }
    if parts.is_empty() {
        parts.push("none used either name".to_owned());
    }
    format!("{} recorded: {}", counts.calls, parts.join("; "))
}

/// Where the calls stand: each is shown without its values.
fn calls_block(report: &RenameReport, look: Look) -> String {
    let (breaks, works) = ("would break".to_owned(), "was refused, and would now work".to_owned());
    let first = |places: &[crate::report::Location]| places.iter().take(ALIKE).cloned().collect::<Vec<_>>();
    let (broken, working) = (first(&report.breaks), first(&report.works));
    let points = broken
        .iter()
        .map(|location| Point { location, text: &breaks, primary: true })
        .chain(working.iter().map(|location| Point { location, text: &works, primary: false }));
    let (panes, bare) = Panes::of(points, look.drawing());
    let counts = &report.calls;
    let level = if counts.breaks > 0 { Level::Warning } else { Level::Note };
    let message = calls(counts, &report.rename.from, &report.rename.to);
    let mut out = drawn("calls", &message, level, panes, look);
    bare.iter().for_each(|point| out.push_str(&at(point.location, point.text, look)));
    out
}

fn cautions_block(report: &RenameReport, look: Look) -> String {
    let mut out = String::new();
    for caution in report.cautions.iter().take(CAUTIONS) {
        let place = caution.place.as_ref().map_or(String::new(), |place| format!(" ({}:{}:{})", place.file, place.line, place.column));
        push_note(&mut out, "note", &format!("{}{place}", caution.message), look);
    }
    if report.cautions.len() > CAUTIONS {
        out.push_str(&format!("  and {} more (--format json lists them all)\n", report.cautions.len() - CAUTIONS));
    }
    out
}

fn radius_block(radius: &Radius, report: &RenameReport, look: Look) -> String {
    let lines = &radius.lines;
    let all = lines.renamed + lines.unsure + lines.other;
    let mut left_out = Vec::new();
    for (number, what) in [(radius.binary, "binary"), (radius.huge, "larger than 1 MiB"), (radius.unreadable, "unreadable")] {
        if number > 0 {
            left_out.push(format!("{number} {what}"));
        }
    }
    let left_out = if left_out.is_empty() { String::new() } else { format!(", left out: {}", left_out.join(", ")) };
    let mut out = format!(
        "{} `{}` stands on {} of {} ({} read{left_out})\n",
        painted("source:", CYAN, look),
        visible(&report.rename.from),
        count(all, "line"),
        visible(&radius.folder),
        count(radius.files, "file"),
    );
    if all > 0 {
        out.push_str(&format!(
            "  {} of the renamed tools, {} in doubt, {} of tools that keep the name\n",
            lines.renamed, lines.unsure, lines.other
        ));
    }
    if radius.cut {
        out.push_str("  the tree is larger than is read: this is not all of it\n");
    }
    let mut kinds: Vec<SourceKind> = radius.occurrences.iter().map(|it| it.kind).collect();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<&Occurrence> = radius.occurrences.iter().filter(|it| it.kind == kind).collect();
        let mine: Vec<&&Occurrence> = of_kind.iter().filter(|it| it.whose != Whose::Other).collect();
        out.push_str(&format!("\n  {}\n", painted(kind.word(), CYAN, look)));
        for it in mine.iter().take(LINES) {
            push_occurrence(&mut out, it, look);
        }
        if mine.len() > LINES {
            out.push_str(&format!("    and {} more (--format json lists them all)\n", mine.len() - LINES));
        }
        let others: Vec<&&Occurrence> = of_kind.iter().filter(|it| it.whose == Whose::Other).collect();
        if !others.is_empty() {
            let mut tools: Vec<&str> = others.iter().filter_map(|it| it.near.as_deref()).collect();
            tools.sort_unstable();
            tools.dedup();
            let more = tools.len().saturating_sub(ALIKE);
            let mut names: Vec<String> = tools.iter().take(ALIKE).map(|tool| format!("`{}`", visible(tool))).collect();
            if more > 0 {
                names.push(format!("{more} more"));
            }
            let verb = if others.len() == 1 { "stays: it belongs" } else { "stay: they belong" };
            out.push_str(&format!("    {} {verb} to {}\n", count(others.len() as u64, "line"), series(&names)));
        }
    }
    out
}

fn push_occurrence(out: &mut String, it: &Occurrence, look: Look) {
    let lines = |distance: u64| if distance == 0 { String::new() } else { format!(", {} away", count(distance, "line")) };
    let near = match (&it.near, it.distance) {
        (Some(tool), Some(distance)) => format!("`{}`{}", visible(tool), lines(distance)),
        (Some(tool), None) => format!("`{}` in its path", visible(tool)),
        (None, _) => "no tool is named near".to_owned(),
    };
    let doubt = if it.whose == Whose::Unsure { painted("  in doubt", YELLOW, look) } else { String::new() };
    out.push_str(&format!("    {}:{}:{}  {near}{doubt}\n", visible(&it.file), it.line, it.column));
    if let Some(before) = &it.before {
        out.push_str(&painted(&format!("      -{}", indented(before)), RED, look));
        out.push('\n');
    }
    if let Some(after) = &it.after {
        out.push_str(&painted(&format!("      +{}", indented(after)), GREEN, look));
        out.push('\n');
    }
}

/// A line of source without its own indentation, and with its tabs as blanks.
fn indented(line: &str) -> String {
    let line = line.trim_start_matches([' ', '\t']).replace('\t', " ");
    format!(" {}", visible(line.trim_end()))
}

fn last_line(report: &RenameReport) -> String {
    let word = if report.verdict == RenameVerdict::Safe { "safe" } else { "blocked" };
    let tools = count(report.layers.len() as u64, "tool");
    let written = if report.written.is_empty() {
        String::new()
    } else {
        let edits = report.written.iter().map(|written| written.edits).sum();
        format!("; {} written in {}", count(edits, "edit"), count(report.written.len() as u64, "file"))
    };
    format!("{word}: {tools}, {}{written}", calls(&report.calls, &visible(&report.rename.from), &visible(&report.rename.to)))
}
