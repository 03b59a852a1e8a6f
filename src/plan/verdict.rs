//! Is the rename right? The rules of names and of clients are asked before and after; what they say more, or worse, blocks it.

use super::target::Target;
use crate::config::{Config, Date, Setting};
use crate::contract::{Context, Laid, Server, other_tool};
use crate::finding::{Finding, Kind, Place, Related};
use crate::json::{Doc, NodeId};
use crate::meaning;
use crate::rules::names::{ambiguous_path, mixed_case, prose_disagrees, rename, reserved_meaning, split_name};
use crate::rules::{self, Check};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What speaks against a rename, or comes with it.
#[derive(Debug)]
pub(crate) struct Objection {
    pub(crate) why: Why,
    /// In a few words, where the rules of meaning have them.
    pub(crate) words: Option<String>,
    pub(crate) finding: Finding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// It was not there before.
    Adds,
    /// It was, and is worse.
    Worsens,
    /// It is true of the edited schema alone: a text beside it has to change too.
    Along,
}

/// One text that becomes another, of some targets of one server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change<'a> {
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    /// A member of a set, not a parameter.
    pub(crate) value: bool,
    pub(crate) targets: &'a [&'a Target],
}

/// What the rules say of the surface after the change that they do not say of it before. Both are bare.
pub(crate) fn objections(before: &Server, after: &Server, config: &Config, today: Date, change: &Change<'_>) -> Vec<Objection> {
    let later = carried(config, change);
    let old = said(before, config, today, change);
    let (laid, laid_later) = (Laid::of(before, config), Laid::of(after, &later));
    let cx = Context { server: after, config: &later, laid: &laid_later, today, strictness: Default::default() };
    let cx_before = Context { server: before, config, laid: &laid, today, strictness: Default::default() };
    let meant = rename::worse(&cx_before.uses().params, &cx.uses().params, &cx.bare());
    let mut out = Vec::new();
    for finding in said(after, &later, today, change).into_iter().filter(|finding| !is_allowed(finding, &later, today)) {
        let same: Vec<&Finding> = old.iter().filter(|old| is_same(old, &finding, change)).collect();
        let words: Vec<&str> = meant
            .iter()
            .filter(|said| said.rule == finding.rule && finding.identity.contains(&said.name))
            .filter(|said| finding.rule != "names/mixed-roles" || finding.tool.as_deref().is_some_and(|tool| said.why.contains(tool)))
            .map(|said| said.why.as_str())
            .collect();
        let why = if same.is_empty() {
            Why::Adds
        } else if same.iter().all(|old| old.level < finding.level) || !words.is_empty() {
            Why::Worsens
        } else {
            if let Some(words) = joins(&same, &finding, change) {
                out.push(Objection { why: Why::Along, words: Some(words), finding: at_home(finding, before, after) });
            }
            continue;
        };
        let stale = finding.rule == prose_disagrees::RULE.id && finding.identity.iter().any(|part| part == change.from);
        let decided = finding.rule.starts_with("expect/") && finding.rule != "expect/forbidden-name";
        let why = if stale || decided { Why::Along } else { why };
        let words = words.first().map(|first| match words.len() {
            1 => (*first).to_owned(),
            many => format!("{first}, and so for {} more", crate::text::count(many as u64 - 1, "tool")),
        });
        let mut finding = finding;
        if finding.rule == reserved_meaning::RULE.id {
            finding.related.extend(a_path(&cx, change));
        }
        if finding.rule == split_name::RULE.id && finding.identity.iter().all(|part| part == change.from || part == change.to) {
            finding.help = Some(format!("rename `{}` on every tool that has it, or on none", change.from));
        }
        out.push(Objection { why, words, finding: at_home(finding, before, after) });
    }
    // What blocks comes first, the worst of it before the rest.
    out.sort_by_key(|it| (it.why == Why::Along, std::cmp::Reverse(it.finding.level), it.words.is_none()));
    out
}

/// A name that means several things already is no better for one more tool that says it.
fn joins(old: &[&Finding], new: &Finding, change: &Change<'_>) -> Option<String> {
    let was = |name: &str| old.iter().any(|old| tools(old).any(|tool| tool == name));
    let joined: Vec<String> = change
        .targets
        .iter()
        .map(|target| &*target.tool.name)
        .filter(|name| new.rule == ambiguous_path::RULE.id && tools(new).any(|tool| tool == *name) && !was(name))
        .map(|name| format!("`{name}`"))
        .collect();
    let verb = if joined.len() == 1 { "joins" } else { "join" };
    let shown = crate::text::series(joined.get(..joined.len().min(3)).unwrap_or(&joined));
    (!joined.is_empty()).then(|| format!("{}, and {shown} {verb} them", new.message))
}

/// A parameter that takes a path of the file system: what a node would be taken for.
fn a_path(cx: &Context<'_>, change: &Change<'_>) -> Option<Related> {
    let uses = cx.uses();
    uses.params.iter().enumerate().find_map(|(index, param)| {
        let is_path = meaning::words(param.name).last().is_some_and(|word| word == "path") && param.name != change.to;
        let use_ = meaning::Use {
            tool: param.tool,
            tool_description: param.tool_description,
            param: param.name,
            description: param.description,
            format: param.format,
            siblings: &[],
            declared: param.declared,
        };
        let read = meaning::read(&use_).filter(|read| is_path && read.meaning.is_file_system())?;
        let (tool, place) = (uses.tool(index)?, uses.place(index));
        Some(other_tool(tool, place, format!("{} on `{}`", read.meaning.words(), tool.name)))
    })
}

/// The config with what it says of the old names said of the new ones: whoever renames a parameter renames it there too.
fn carried(config: &Config, change: &Change<'_>) -> Config {
    let mut later = config.clone();
    for target in change.targets.iter().filter(|_| !change.value) {
        let said = config.meaning(&target.tool.name, change.from);
        let of = crate::config::ParamSelector::parse(&format!("{}.{}", target.tool.name, change.to));
        if let (Some(meaning), Ok(Some(of)), None) = (said, of, config.meaning(&target.tool.name, change.to)) {
            later.names.meaning.push(crate::config::Meaning { of, meaning: meaning.to_owned() });
        }
    }
    later
}

fn said(server: &Server, config: &Config, today: Date, change: &Change<'_>) -> Vec<Finding> {
    let families: &[&str] = if change.value { &["names/", "client/", "values/"] } else { &["names/", "client/", "expect/"] };
    let laid = Laid::of(server, config);
    let cx = Context { server, config, laid: &laid, today, strictness: Default::default() };
    let mut out = Vec::new();
    for rule in rules::ALL.iter().filter(|rule| families.iter().any(|family| rule.id.starts_with(family))) {
        let setting = config.setting(rule.id, &[]);
        if setting == Some(Setting::Off) || (setting.is_none() && rule.level.is_none()) {
            continue;
        }
        let Check::Server(check) = rule.check else { continue };
        let from = out.len();
        check(&cx, &mut out);
        for finding in out.iter_mut().skip(from) {
            finding.server = Some(Arc::clone(&server.name));
            if let Some(Setting::At(level)) = setting {
                finding.level = level;
            }
        }
    }
    out
}

/// An exception of the config hides it.
fn is_allowed(finding: &Finding, config: &Config, today: Date) -> bool {
    let (server, tool, param) = (finding.server.as_deref(), finding.tool.as_deref(), finding.param.as_deref());
    config.allows.iter().any(|allow| allow.covers(finding.rule, server, tool, param) && !allow.is_expired(today))
}

/// Is the later finding the earlier one, under the new name? One about several tools may begin with another of them.
fn is_same(old: &Finding, new: &Finding, change: &Change<'_>) -> bool {
    let mut before = identity(old, |part| part == change.from, change.to);
    let mut plain = identity(old, |_| false, "");
    let mut after = identity(new, |_| false, "");
    before.sort_unstable();
    plain.sort_unstable();
    after.sort_unstable();
    let meet = || {
        let tools: FxHashSet<&str> = tools(old).collect();
        old.tool == new.tool || tools.is_empty() || self::tools(new).any(|tool| tools.contains(tool))
    };
    old.rule == new.rule && (before == after || plain == after) && meet()
}

fn identity<'a>(finding: &'a Finding, replaced: impl Fn(&str) -> bool, with: &'a str) -> Vec<&'a str> {
    finding.identity.iter().map(|part| if replaced(part) { with } else { part.as_str() }).collect()
}

fn tools(finding: &Finding) -> impl Iterator<Item = &str> {
    let others = finding.related.iter().filter(|related| related.kind == Kind::Tool).filter_map(|related| related.tool.as_deref());
    finding.tool.as_deref().into_iter().chain(others)
}

/// The places of a finding in the files as they are: every node has the number that it had.
fn at_home(mut finding: Finding, before: &Server, after: &Server) -> Finding {
    let pairs = after.surface.tools.iter().zip(&before.surface.tools);
    let docs: FxHashMap<usize, &Arc<Doc>> = pairs.map(|(new, old)| (Arc::as_ptr(&new.doc) as usize, &old.doc)).collect();
    let home = |place: &mut Place| {
        if let Place::Node { doc, .. } = place
            && let Some(old) = docs.get(&(Arc::as_ptr(doc) as usize))
        {
            *doc = Arc::clone(old);
        }
    };
    finding.place.iter_mut().for_each(home);
    finding.related.iter_mut().filter_map(|related| related.place.as_mut()).for_each(home);
    finding
}

/// The parameter of the new name that a tool has already.
pub(crate) fn taken<'a>(targets: &[&'a Target], to: &str) -> Vec<(&'a Target, NodeId)> {
    targets.iter().filter_map(|target| Some((*target, target.tool.param(to)?.node))).collect()
}

/// Names that the rules would rather see, the likeliest first; each must be tried.
pub(crate) fn candidates(objections: &[Objection], change: &Change<'_>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for objection in objections.iter().filter(|it| it.why != Why::Along) {
        let finding = &objection.finding;
        if finding.rule.starts_with("names/") {
            let help = finding.help.as_deref().unwrap_or("");
            // Every other piece between code quotes is a name.
            out.extend(help.split('`').skip(1).step_by(2).map(str::to_owned));
        }
        if finding.rule == mixed_case::RULE.id {
            out.extend(finding.identity.first().and_then(|style| in_style(change.to, style)));
        }
        if matches!(finding.rule, "names/reserved-param" | "client/param-name") {
            out.push(plain(change.to));
        }
    }
    let nouns: Vec<Option<String>> =
        change.targets.iter().map(|target| rename::better(&target.tool.name, change.from, change.to)).collect();
    if let Some(Some(first)) = nouns.first()
        && nouns.iter().all(|noun| noun.as_deref() == Some(first))
    {
        out.push(first.clone());
    }
    let mut told = FxHashSet::default();
    out.retain(|name| !name.is_empty() && name != change.to && told.insert(name.clone()));
    out
}

/// A name in one of the styles that the rule of case knows.
fn in_style(name: &str, style: &str) -> Option<String> {
    let words = meaning::words(name);
    let capital = |word: &String| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    match style {
        "snake_case" => Some(words.join("_")),
        "kebab-case" => Some(words.join("-")),
        "PascalCase" => Some(words.iter().map(capital).collect()),
        "camelCase" => words.split_first().map(|(first, rest)| rest.iter().map(capital).fold(first.clone(), |all, word| all + &word)),
        _ => None,
    }
}

/// Letters, digits and `_` alone, and no more than every provider takes.
fn plain(name: &str) -> String {
    const LONGEST: usize = 64;
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' });
    let text: String = letters.take(LONGEST).collect();
    text.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_style_of_the_others() {
        for (name, style, expected) in [
            ("box_id", "camelCase", Some("boxId")),
            ("boxId", "snake_case", Some("box_id")),
            ("box id", "kebab-case", Some("box-id")),
            ("box_id", "PascalCase", Some("BoxId")),
            ("box_id", "any", None),
        ] {
            assert_eq!(in_style(name, style).as_deref(), expected, "{name}");
        }
        assert_eq!(plain("__größe id!"), "gr__e_id");
        assert_eq!(plain(&"a".repeat(80)).len(), 64);
    }
}
