//! What is said in the end: one fact, one finding; levels and exceptions of the config; the exit code. The only room that hides
//! anything, and it counts what it hides.

use crate::baseline::{Baseline, Debt, Known};
use crate::check::Ask;
use crate::config::{Allow, Config, FailOn, Selector, Setting};
use crate::finding::{Finding, Level, Place};
use crate::places::Places;
use crate::report::{Entry, RelatedEntry, Report, Summary, Suppressed, ToolName};
use crate::rules;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::ops::Range;

/// Who speaks for whom, where both are about one fact.
const PRECEDENCE: &[(&str, &str)] = &[
    // A schema that says nothing at all lost more than its type.
    ("shape/empty-object", "shape/not-object"),
    ("shape/not-object", "shape/open-no-params"),
    ("shape/not-object", "shape/open-object"),
    ("shape/not-object", "wire/unadvertised-accepted"),
    ("shape/empty-object", "shape/open-no-params"),
    ("shape/empty-object", "wire/unadvertised-accepted"),
    ("shape/framework-param", "shape/untyped-param"),
    ("wire/hidden-alias", "required/not-enforced"),
    ("wire/hidden-alias", "wire/unadvertised-accepted"),
    ("required/not-enforced", "wire/unadvertised-accepted"),
    ("wire/stringified", "wire/refuses-valid"),
    ("wire/null-for-optional", "wire/refuses-valid"),
    ("required/missing-flag", "wire/refuses-valid"),
    ("required/conditional", "wire/refuses-valid"),
    ("wire/refused-value", "wire/refuses-valid"),
    ("wire/undeclared-set", "wire/refuses-valid"),
    ("wire/payload-refused", "wire/name-divergence"),
    ("schema/misplaced", "schema/invalid"),
];

/// Rules that speak for every lesser one of their tool, whatever it is about.
const WHOLE_TOOL: &[&str] = &["shape/not-object", "shape/empty-object"];

pub(crate) struct Decided {
    exit: u8,
    entries: Vec<Entry>,
    suppressed: Suppressed,
    /// All entries, before a baseline hid any.
    pub(crate) found: Baseline,
    /// What the baseline holds and was not found any more.
    pub(crate) paid: Vec<Known>,
}

impl Decided {
    pub(crate) fn into_report(self) -> Report {
        let count = |level| self.entries.iter().filter(|entry| entry.level == level).map(|entry| entry.count).sum();
        let summary = Summary {
            errors: count(Level::Error),
            warnings: count(Level::Warning),
            notes: count(Level::Note),
            suppressed: self.suppressed,
            ..Summary::default()
        };
        Report {
            version: 1,
            tool: ToolName::default(),
            exit: self.exit,
            summary,
            surfaces: Vec::new(),
            findings: self.entries,
            problems: Vec::new(),
            inputs: Vec::new(),
        }
    }
}

pub(crate) fn decide(mut findings: Vec<Finding>, config: &Config, ask: &Ask, judged: Judged, places: &Places<'_>) -> Decided {
    let levels = Levels::of(config, ask);
    precede(&mut findings, &|finding| levels.level(finding).is_none());
    let mut suppressed = Suppressed::default();
    let mut used = vec![false; config.allows.len()];
    findings.retain(|finding| {
        for (allow, used) in config.allows.iter().zip(used.iter_mut()) {
            if covers(allow, finding) {
                *used = true;
                if !allow.is_expired(ask.today) {
                    suppressed.allowed += 1;
                    return false;
                }
            }
        }
        true
    });
    findings.extend(exceptions(config, ask, judged, &used));
    findings.retain_mut(|finding| match levels.level(finding) {
        Some(level) => {
            finding.level = level;
            true
        }
        None => {
            suppressed.below += u64::from(levels.is_on_by_itself(finding.rule));
            false
        }
    });
    let mut entries: Vec<Entry> = findings.into_iter().map(|finding| entry(finding, places)).collect();
    entries.sort_by(|a, b| key(a).cmp(&key(b)));
    merge(&mut entries);
    let found = Baseline::of(&entries);
    let mut paid = Vec::new();
    match &ask.debt {
        Debt::None => {}
        Debt::Adopt => suppressed.baseline = found.hide(&mut entries),
        Debt::Known(baseline) => {
            suppressed.baseline = baseline.hide(&mut entries);
            paid = baseline.paid(&found).into_iter().filter(|known| judged.could_speak(&known.rule)).cloned().collect();
        }
    }
    let fail_on = ask.fail_on.or(config.fail_on).unwrap_or(FailOn::Error);
    let failing = |level: Level| match fail_on {
        FailOn::Error => level == Level::Error,
        FailOn::Warning => level >= Level::Warning,
        FailOn::Note => true,
        FailOn::Never => false,
    };
    let exit = u8::from(entries.iter().any(|entry| failing(entry.level)));
    Decided { exit, entries, suppressed, found, paid }
}

/// When several rules describe one fact, the first speaks and names the others.
fn precede(findings: &mut Vec<Finding>, is_off: &dyn Fn(&Finding) -> bool) {
    let mut spoken: Vec<Option<usize>> = vec![None; findings.len()];
    let mut by_rule: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, finding) in findings.iter().enumerate() {
        by_rule.entry(finding.rule).or_default().push(at);
    }
    for (winner, loser) in PRECEDENCE {
        let (Some(greater), Some(lesser)) = (by_rule.get(winner), by_rule.get(loser)) else { continue };
        // One tool has few findings of a rule, a run may have thousands.
        let mut of_tool: FxHashMap<(Option<&str>, Option<&str>), Vec<usize>> = FxHashMap::default();
        for at in greater {
            if let Some(finding) = findings.get(*at) {
                of_tool.entry((finding.server.as_deref(), finding.tool.as_deref())).or_default().push(*at);
            }
        }
        for lesser in lesser {
            let (Some(b), Some(slot)) = (findings.get(*lesser), spoken.get_mut(*lesser)) else { continue };
            let speaks = |greater: &&usize| {
                WHOLE_TOOL.contains(winner)
                    || findings.get(**greater).is_some_and(|a| a.subjects.iter().any(|subject| b.subjects.contains(subject)))
            };
            if slot.is_none() {
                let greater = of_tool.get(&(b.server.as_deref(), b.tool.as_deref()));
                *slot = greater.into_iter().flatten().find(speaks).copied();
            }
        }
    }
    of_clients(findings, &mut spoken, is_off);
    // The one that speaks may itself be spoken for.
    let last = |mut at: usize| {
        while let Some(Some(next)) = spoken.get(at) {
            at = *next;
        }
        at
    };
    for (lesser, by) in spoken.iter().enumerate() {
        if by.is_some() {
            let rule = findings.get(lesser).map(|finding| finding.rule);
            if let (Some(speaker), Some(rule)) = (findings.get_mut(last(lesser)), rule)
                && !speaker.also.contains(&rule)
            {
                speaker.also.push(rule);
            }
        }
    }
    let mut silent = spoken.iter().map(Option::is_some);
    findings.retain(|_| !silent.next().unwrap_or(false));
    findings.iter_mut().for_each(|finding| finding.also.sort_unstable());
}

/// What a shape/ rule says of a place, clients say no more, unless somebody asked for one of them; a lost shape speaks for its tool.
fn of_clients(findings: &[Finding], spoken: &mut [Option<usize>], is_off: &dyn Fn(&Finding) -> bool) {
    let spot = |finding: &Finding| match &finding.place {
        Some(Place::Node { doc, id, .. }) => Some((std::sync::Arc::as_ptr(doc), *id)),
        _ => None,
    };
    let whose = |finding: &Finding| (finding.server.clone(), finding.tool.clone());
    let mut by_spot = FxHashMap::default();
    let mut by_tool = FxHashMap::default();
    for (at, shape) in findings.iter().enumerate().filter(|(_, finding)| finding.rule.starts_with("shape/") && !is_off(finding)) {
        if let Some(spot) = spot(shape) {
            by_spot.entry(spot).or_insert(at);
        }
        if WHOLE_TOOL.contains(&shape.rule) {
            by_tool.entry(whose(shape)).or_insert(at);
        }
    }
    for (lesser, finding) in findings.iter().enumerate().filter(|(_, finding)| finding.rule.starts_with("client/")) {
        let whole = || by_tool.get(&whose(finding)).copied().filter(|_| finding.rule.starts_with("client/root-"));
        let here = || spot(finding).and_then(|spot| by_spot.get(&spot)).copied();
        let speaker = if finding.asked {
            // No client knows more of a root that is no object.
            whole().filter(|_| finding.rule == "client/root-type")
        } else {
            whole().or_else(here)
        };
        if let Some(slot) = spoken.get_mut(lesser) {
            *slot = slot.or(speaker);
        }
    }
}

fn covers(allow: &Allow, finding: &Finding) -> bool {
    allow.covers(finding.rule, finding.server.as_deref(), finding.tool.as_deref(), finding.param.as_deref())
}

/// What is made of each rule, looked up once: findings are many.
struct Levels(FxHashMap<&'static str, (Option<Setting>, Option<Level>)>);

impl Levels {
    fn of(config: &Config, ask: &Ask) -> Self {
        Self(rules::ALL.iter().map(|rule| (rule.id, (config.setting(rule.id, &ask.levels), rule.level))).collect())
    }

    /// None: off. A rule that chose a lesser or greater level than its own keeps the distance only where the config is silent.
    fn level(&self, finding: &Finding) -> Option<Level> {
        match self.0.get(finding.rule)? {
            (Some(Setting::Off), _) => None,
            (Some(Setting::At(level)), _) => Some(*level),
            (None, own) => own.map(|_| finding.level),
        }
    }

    /// The config alone can have switched it off.
    fn is_on_by_itself(&self, rule: &str) -> bool {
        self.0.get(rule).is_some_and(|(_, own)| own.is_some())
    }
}

/// What there was to judge beside the lists.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judged {
    pub(crate) calls: bool,
    /// Payloads or handlers.
    pub(crate) wire: bool,
    /// An older list.
    pub(crate) against: bool,
}

impl Judged {
    /// A rule that had nothing to judge makes no exception unused.
    fn could_speak(self, rule: &str) -> bool {
        let behind = ["wire/name-divergence", "wire/payload-refused", "wire/param-dropped", "wire/unfilled-placeholder"];
        match rule.split_once('/') {
            Some(("wire", _)) if behind.contains(&rule) => self.wire,
            Some(("wire" | "capture", _)) => self.calls,
            Some(("required", "not-enforced" | "missing-flag" | "conditional")) => self.calls,
            Some(("evolution", "call-breaks")) => self.against && self.calls,
            Some(("evolution", _)) => self.against,
            _ => true,
        }
    }
}

/// Exceptions that hide nothing any more.
fn exceptions(config: &Config, ask: &Ask, judged: Judged, used: &[bool]) -> Vec<Finding> {
    let mut out = Vec::new();
    let Some(file) = &config.file else { return out };
    let place = |span: &Range<usize>| Place::Config { file: file.clone(), span: span.clone() };
    for (allow, used) in config.allows.iter().zip(used) {
        let tools: Vec<String> = allow.tools.iter().map(|tool| tool.value.text().to_owned()).collect();
        let identity =
            || [allow.rule.to_owned(), tools.join(","), allow.param.as_ref().map_or(String::new(), |param| param.text().to_owned())];
        if allow.is_expired(ask.today) {
            let (span, date) =
                allow.expires.as_ref().map_or((allow.span.clone(), String::new()), |on| (on.span.clone(), on.value.to_string()));
            out.push(
                Finding::new(
                    "allow/expired",
                    Level::Error,
                    format!("the exception for {} expired on {date}: it hides nothing any more", allow.rule),
                )
                .help("mend what it hid, or decide again and give it another day")
                .at(place(&span))
                .identity(identity()),
            );
        } else if !used && judged.could_speak(allow.rule) {
            out.push(
                Finding::new("allow/unused", Level::Warning, format!("the exception for {} matches no finding", allow.rule))
                    .help("remove it: what it hid is gone, or its selectors are misspelt")
                    .at(place(&allow.span))
                    .identity(identity()),
            );
        }
    }
    out
}

fn entry(mut finding: Finding, places: &Places<'_>) -> Entry {
    let fingerprint = fingerprint(&finding);
    let server = finding.server.as_deref().map(str::to_owned);
    let settle = finding.settle.take().or_else(|| allow_entry(&finding));
    let place = finding.place.as_ref().map(|place| places.locate(place));
    let mut related: Vec<RelatedEntry> = finding
        .related
        .into_iter()
        .map(|related| RelatedEntry {
            kind: related.kind,
            message: related.message,
            server: server.clone(),
            tool: related.tool.as_deref().map(str::to_owned),
            place: related.place.as_ref().map(|place| places.locate(place)),
        })
        .collect();
    related.dedup_by(|a, b| {
        let same_place = match (&a.place, &b.place) {
            (Some(a), Some(b)) => a.offset == b.offset && a.file == b.file,
            (a, b) => a.is_none() && b.is_none(),
        };
        same_place && a.kind == b.kind && a.tool == b.tool && a.message == b.message
    });
    Entry {
        rule: finding.rule,
        also: finding.also,
        level: finding.level,
        message: finding.message,
        help: finding.help,
        server,
        tool: finding.tool.as_deref().map(str::to_owned),
        param: finding.param.as_deref().map(str::to_owned),
        clients: finding.clients.iter().map(|client| (*client).to_owned()).collect(),
        place,
        related,
        evidence: finding.evidence,
        fingerprint,
        count: 1,
        settle,
    }
}

/// The exception that hides a finding, ready to be given a reason.
fn allow_entry(finding: &Finding) -> Option<String> {
    // Findings about the config or the capture itself are mended, not excused.
    if ["allow/", "expect/", "capture/"].iter().any(|family| finding.rule.starts_with(family)) {
        return None;
    }
    let quoted = |name: &str| serde_json::Value::from(Selector::text_for(name)).to_string();
    let tool = finding.tool.as_deref().map(quoted);
    let param = finding.param.as_deref().map(quoted);
    let mut lines = vec!["[[allow]]\nrule = \"", finding.rule, "\"\n"];
    if let Some(tool) = &tool {
        lines.extend(["tools = [", tool, "]\n"]);
    }
    if let Some(param) = &param {
        lines.extend(["param = ", param, "\n"]);
    }
    lines.push("reason = \"\"");
    Some(lines.concat())
}

/// Survives reformatting, reordering and rewording: names alone.
fn fingerprint(finding: &Finding) -> String {
    let layer = match finding.place {
        Some(Place::Seen(_)) => "wire",
        Some(Place::Config { .. }) => "config",
        _ => "advertised",
    };
    let identity = (finding.rule, finding.server.as_deref(), finding.tool.as_deref(), layer, &finding.identity);
    // Names are text, and text is always written.
    let hash = Sha256::digest(serde_json::to_vec(&identity).unwrap_or_default());
    let mut text = String::with_capacity(34);
    text.push_str("1-");
    for half in hash.iter().take(16).flat_map(|byte| [byte >> 4, byte & 0xf]) {
        text.extend(char::from_digit(u32::from(half), 16));
    }
    text
}

fn key(entry: &Entry) -> (&str, u64, &str, &str) {
    let place = entry.place.as_ref();
    (place.map_or("", |place| &place.file), place.map_or(0, |place| place.offset), entry.rule, &entry.fingerprint)
}

/// Equal fingerprints are one entry with a count.
fn merge(entries: &mut Vec<Entry>) {
    let mut first: FxHashMap<String, usize> = FxHashMap::default();
    let mut out: Vec<Entry> = Vec::with_capacity(entries.len());
    for entry in entries.drain(..) {
        match first.get(&entry.fingerprint).and_then(|at| out.get_mut(*at)) {
            Some(old) => {
                old.count += 1;
                old.level = old.level.max(entry.level);
            }
            None => {
                first.insert(entry.fingerprint.clone(), out.len());
                out.push(entry);
            }
        }
    }
    *entries = out;
}
