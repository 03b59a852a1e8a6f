use crate::capture::{Call, Finished, Limits, Own, read, scan};
use crate::evidence::{Evidence, Fact};
use crate::inputs::{Inputs, Kind};
use crate::source::Source;
use crate::trial::{self, Against};

struct Nobody;

impl Own for Nobody {
    fn peer(&self, _: &str) -> bool {
        false
    }

    fn method(&self, _: &str) -> Option<&str> {
        None
    }
}

/// One call of `bed_plant` with these properties and arguments, and what it sends on: `own` as `bed.plant`, `foreign` as `meteo.ask`.
fn flows(properties: &str, arguments: &str, own: Option<&str>, foreign: Option<&str>) -> Vec<String> {
    let answer = r#""result":{"content":[{"type":"text","text":"done"}]}"#;
    flows_of(properties, arguments, &[("bed.plant", own), ("meteo.ask", foreign)], answer)
}

fn flows_of(properties: &str, arguments: &str, payloads: &[(&str, Option<&str>)], answer: &str) -> Vec<String> {
    let tools = format!(r#"[{{"name":"bed_plant","inputSchema":{{"type":"object","properties":{properties}}}}}]"#);
    let mut lines =
        vec![format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"bed_plant","arguments":{arguments}}}}}"#)];
    for (method, params) in payloads {
        if let Some(params) = params {
            lines.push(format!(r#"{{"jsonrpc":"2.0","id":"d","method":"{method}","params":{params},"_capture":{{"for":1}}}}"#));
        }
    }
    lines.push(format!(r#"{{"jsonrpc":"2.0","id":1,{answer}}}"#));
    let mut inputs = Inputs::default();
    inputs.open(Source::memory("tools.json", tools.into_bytes()), true);
    let Some(Kind::Lists(lists)) = inputs.opened.first().map(|opened| &opened.kind) else { panic!("{:?}", inputs.problems) };
    let tool = lists[0].surface.tool("bed_plant").expect("listed");
    let source = Source::memory("calls.jsonl", lines.join("\n").into_bytes());
    let mut evidence = Evidence::default();
    let mut hearer = (
        |call: &mut Call| call.violations = trial::violations(call, tool),
        |finished: Finished<'_>| drop(trial::run(&finished, Against { tool: Some(tool), unlisted: false, file: 0 }, &mut evidence)),
    );
    read(&source, &scan(&source).expect("memory"), &Nobody, Limits::default(), &mut hearer).expect("memory");
    let of = |own: &bool| if *own { "" } else { " (foreign)" };
    let told = |fact: &Fact| match fact {
        Fact::Renamed { argument, key, own, .. } => Some(format!("{argument} -> {key}{}", of(own))),
        Fact::MaybeRenamed { argument, key, own, .. } => Some(format!("{argument} ~> {key}{}", of(own))),
        Fact::Carried { argument, own } => Some(format!("{argument} carried{}", of(own))),
        Fact::Dropped { argument, own } => Some(format!("{argument} dropped{}", of(own))),
        Fact::Arrives { path, word, arrived } => Some(format!("{path} {word} arrives as {arrived}")),
        Fact::Unfilled { name } => Some(format!("{name} unfilled")),
        _ => None,
    };
    evidence.sorted().iter().flat_map(|tool| tool.sorted()).filter_map(|(fact, _)| told(fact)).collect()
}

const TEXT: &str = r#"{"type":"string"}"#;

fn texts(names: &[&str]) -> String {
    let all: Vec<String> = names.iter().map(|name| format!(r#""{name}":{TEXT}"#)).collect();
    format!("{{{}}}", all.join(","))
}

#[test]
fn one_argument_and_one_own_payload() {
    let table: &[(&str, &str, &[&str])] = &[
        // Under its own name, normalised or not.
        (r#"{"bed":"north"}"#, r#"{"bed":"north"}"#, &["bed carried"]),
        (r#"{"bed":"North "}"#, r#"{"bed":"north"}"#, &["bed carried"]),
        // A strong value under another key, at any depth; never as an item of a list.
        (r#"{"bed":"north"}"#, r#"{"plot":"north"}"#, &["bed -> plot", "bed carried"]),
        (r#"{"bed":"north"}"#, r#"{"body":{"plot":"north"}}"#, &["bed -> body.plot", "bed carried"]),
        (r#"{"bed":"north"}"#, r#"{"plots":["north"]}"#, &["bed carried"]),
        // Two keys hold it: which one is it?
        (r#"{"bed":"north"}"#, r#"{"plot":"north","log":"north"}"#, &["bed carried"]),
        // A weak value, and one word under two joints.
        (r#"{"bed":"n"}"#, r#"{"plot":"n"}"#, &["bed ~> plot", "bed carried"]),
        (r#"{"bedName":"n"}"#, r#"{"bed_name":"n"}"#, &["bedName -> bed_name", "bedName carried"]),
        // Folded into something longer, or as a number.
        (r#"{"bed":"north"}"#, r#"{"expression":"where=north"}"#, &["bed carried"]),
        (r#"{"bed":"12"}"#, r#"{"expression":12}"#, &["bed carried"]),
        // Lost; a weak value alone proves nothing.
        (r#"{"bed":"north"}"#, r#"{"plot":"south"}"#, &["bed dropped"]),
        (r#"{"bed":""}"#, r#"{"plot":"south"}"#, &[]),
    ];
    for (arguments, payload, expected) in table {
        assert_eq!(flows(&texts(&["bed", "bedName"]), arguments, Some(payload), None), *expected, "{arguments} {payload}");
    }
}

#[test]
fn several_arguments() {
    let table: &[(&str, &str, &[&str])] = &[
        // One value for two arguments.
        (r#"{"bed":"north","row":"north"}"#, r#"{"plot":"north"}"#, &["bed carried", "row carried"]),
        // The key is another argument, sent or not.
        (r#"{"bed":"north","row":"seven"}"#, r#"{"row":"north"}"#, &["bed carried", "row carried"]),
        (r#"{"bed":"north"}"#, r#"{"row":"north"}"#, &["bed carried"]),
        // Weak, and the others are there under their names.
        (r#"{"bed":"north","row":"x"}"#, r#"{"bed":"north"}"#, &["bed carried", "row dropped"]),
        (r#"{"bed":"north","row":"x"}"#, r#"{"q":"northern"}"#, &["bed carried"]),
    ];
    for (arguments, payload, expected) in table {
        assert_eq!(flows(&texts(&["bed", "row"]), arguments, Some(payload), None), *expected, "{arguments} {payload}");
    }
}

#[test]
fn own_and_foreign_payloads() {
    let table: &[(Option<&str>, Option<&str>, &[&str])] = &[
        (None, None, &[]),
        (None, Some(r#"{"q":"north"}"#), &["bed -> q (foreign)", "bed carried (foreign)"]),
        (None, Some(r#"{"q":"south"}"#), &["bed dropped (foreign)"]),
        // The own wire is judged; what only a foreign one carries is not lost.
        (Some(r#"{"bed":"north"}"#), Some(r#"{"q":"north"}"#), &["bed carried"]),
        (Some("{}"), Some(r#"{"q":"north"}"#), &["bed carried"]),
        (Some("{}"), Some(r#"{"q":"south"}"#), &["bed dropped"]),
    ];
    for (own, foreign, expected) in table {
        assert_eq!(flows(&texts(&["bed"]), r#"{"bed":"north"}"#, *own, *foreign), *expected, "{own:?} {foreign:?}");
    }
}

#[test]
fn fields_of_an_object_are_followed_and_never_lost() {
    let properties = format!(r#"{{"job":{{"type":"object","properties":{}}}}}"#, texts(&["bed", "row"]));
    let sent = r#"{"job":{"bed":"north","row":"seven"}}"#;
    assert_eq!(flows(&properties, sent, Some(r#"{"plot":"north"}"#), None), ["job.bed -> plot", "job carried"]);
    assert_eq!(flows(&properties, sent, Some(r#"{"x":1}"#), None), ["job dropped"]);
}

#[test]
fn long_values_are_compared_by_their_hash() {
    let (long, other) = ("moss ".repeat(80), "fern ".repeat(80));
    let sent = format!(r#"{{"bed":"{long}"}}"#);
    assert_eq!(flows(&texts(&["bed"]), &sent, Some(&format!(r#"{{"plot":"{long}"}}"#)), None), ["bed -> plot", "bed carried"]);
    // It may be a part of the other one: that cannot be told.
    assert_eq!(flows(&texts(&["bed"]), &sent, Some(&format!(r#"{{"plot":"{other}"}}"#)), None), ["bed carried"]);
}

#[test]
fn words_of_a_closed_set_are_seen_to_arrive() {
    let properties = r#"{"mode":{"enum":["dim","bright"]}}"#;
    assert_eq!(flows(properties, r#"{"mode":"night"}"#, Some(r#"{"mode":"dim"}"#), None), ["mode carried", "mode night arrives as dim"]);
    assert_eq!(flows(&texts(&["mode"]), r#"{"mode":"night"}"#, Some(r#"{"mode":"dim"}"#), None), ["mode carried"]);
}

#[test]
fn a_failed_call_loses_nothing() {
    let failed = r#""result":{"content":[{"type":"text","text":"the shed is locked"}],"isError":true}"#;
    assert_eq!(flows_of(&texts(&["bed"]), r#"{"bed":"north"}"#, &[("bed.plant", Some("{}"))], failed), [""; 0]);
}

#[test]
fn placeholders_in_urls() {
    let done = r#""result":{"content":[]}"#;
    for (url, expected) in [
        ("/beds/:bedId", vec!["bedId unfilled"]),
        ("/beds/{bed_id}/rows?x=:y", vec!["bed_id unfilled"]),
        ("/beds/a:b/{}", vec![]),
        ("https://host:80/beds", vec![]),
        ("/beds/:north", vec!["bed carried"]),
    ] {
        let payload = format!(r#"{{"method":"GET","url":"{url}"}}"#);
        let sent = if url.ends_with(":north") { r#"{"bed":":north"}"# } else { "{}" };
        assert_eq!(
            flows_of(&texts(&["bed"]), sent, &[("http.request", Some(&payload))], done)
                .iter()
                .map(|told| told.trim_end_matches(" (foreign)"))
                .collect::<Vec<_>>(),
            expected,
            "{url}"
        );
    }
}
