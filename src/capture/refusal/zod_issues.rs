//! Issues of zod 3 or 4 as JSON: an array of `{code, path, message, ...}`, after a head or alone.

use rustc_hash::FxHashSet;
use serde_json::Value;

use super::Why;
use super::found::Found;
use super::heads;
use super::known::Known;
use super::zod_message;

type Path = Vec<Box<str>>;

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    let start = array_start(text)?;
    let (head, array) = text.split_at(start);
    let head = head.trim();
    if !head.is_empty() && !may_lead(head) {
        return None;
    }
    let issues = elements(array);
    if issues.is_empty() {
        return None;
    }
    let mut found = Found::default();
    let (mut any, mut certain) = (false, !head.is_empty());
    for issue in &issues {
        let Some((path, from_request)) = path_in_arguments(issue, known) else { continue };
        any = true;
        certain |= from_request || (path.is_empty() && issue.get("code").is_some_and(|code| code == "custom"));
        found.extend(of_issue(issue, path, known));
    }
    (any && (certain || is_plausible(&found, known))).then_some(found)
}

/// The first `[` that an object follows.
fn array_start(text: &str) -> Option<usize> {
    text.match_indices('[').map(|(at, _)| at).find(|&at| text.get(at + 1..).is_some_and(|rest| rest.trim_start().starts_with('{')))
}

/// May this head stand before issues that are about arguments? `Failed to read the answer: [...]` may not.
fn may_lead(head: &str) -> bool {
    if heads::about_arguments(head) {
        return true;
    }
    let head = head.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| head.contains(word));
    says(&["argument", "param", "input", "validation", "invalid request", "schema"])
        && !says(&["output", "structured content", "response", "result", "config", "answer", "reply"])
}

/// The elements of an array that are whole. What a cut text has lost stays lost.
fn elements(array: &str) -> Vec<Value> {
    let mut elements = Vec::new();
    let mut rest = array.get(1..).unwrap_or("");
    loop {
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let Some(Ok(element)) = stream.next() else { return elements };
        let end = stream.byte_offset();
        if !is_issue(&element) {
            return elements;
        }
        elements.push(element);
        match rest.get(end..).and_then(|after| after.trim_start().strip_prefix(',')) {
            Some(after) => rest = after,
            None => return elements,
        }
    }
}

pub(super) fn is_issue(value: &Value) -> bool {
    value.get("path").is_some_and(Value::is_array) && (value.get("message").is_some() || value.get("code").is_some())
}

fn steps(issue: &Value) -> Path {
    let steps = issue.get("path").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    steps.iter().map(|step| step.as_str().map_or_else(|| step.to_string().into(), Box::from)).collect()
}

/// The path from the arguments' root, and whether it came from the request's. `None` where the issue is about another part of that.
fn path_in_arguments(issue: &Value, known: &Known<'_>) -> Option<(Path, bool)> {
    let mut path = steps(issue);
    if path.first().is_none_or(|top| &**top != "params") || known.is_top("params") {
        return Some((path, false));
    }
    if path.get(1).is_none_or(|second| &**second != "arguments") {
        return None;
    }
    path.drain(..2);
    Some((path, true))
}

/// Without a head, issues may be about anything that a handler has checked. They are about the arguments if one of them names one.
fn is_plausible(found: &Found, known: &Known<'_>) -> bool {
    if known.is_about_parameters() {
        return true;
    }
    if found.blames.is_empty() {
        return !known.holds_below(&[]);
    }
    !known.has_list() || found.blames.iter().any(|blame| known.is_top(blame.top()))
}

/// What one issue says of the parameter at `path`.
pub(super) fn of_issue(issue: &Value, path: Path, known: &Known<'_>) -> Found {
    let mut found = Found::default();
    let text = |key: &str| issue.get(key).and_then(Value::as_str).unwrap_or("");
    let names = |key: &str| issue.get(key).and_then(Value::as_array).map(|all| all.iter().map(plain).collect::<Path>()).unwrap_or_default();
    let mut tell = |why, silent: bool, members: Path| {
        if path.is_empty() {
            return;
        }
        let why = if silent && known.lacks(&path) { Why::Missing } else { why };
        found.set(path.clone(), members);
        found.blame(path.clone(), why);
    };
    match text("code") {
        "invalid_type" => match issue.get("received").and_then(Value::as_str) {
            Some("undefined") => tell(Why::Missing, false, zod_message::closed_set(text("expected"))),
            Some(received) => tell(Why::Type, matches!(received, "nan" | "NaN"), zod_message::closed_set(text("expected"))),
            None => {
                let message = zod_message::read(text("message"));
                match message.why {
                    Why::Missing => tell(Why::Missing, false, Path::new()),
                    _ => tell(Why::Type, message.silent, Path::new()),
                }
            }
        },
        "unrecognized_keys" => {
            for key in names("keys") {
                let mut at = path.clone();
                at.push(key);
                found.blame(at, Why::Unknown);
            }
        }
        "invalid_enum_value" => tell(Why::Value, false, names("options")),
        "invalid_value" => tell(Why::Value, true, names("values")),
        "invalid_literal" => {
            let silent = issue.get("received").is_none();
            tell(Why::Value, silent, issue.get("expected").map(plain).into_iter().collect());
        }
        "invalid_union_discriminator" => tell(Why::Value, true, names("options")),
        "invalid_union" => {
            let branches = branches(issue, &path, known);
            if branches.is_empty() {
                tell(Why::Value, true, names("options"));
            } else {
                found.extend(nearest(branches, &path));
            }
        }
        _ => tell(Why::Value, true, Path::new()),
    }
    found
}

fn plain(value: &Value) -> Box<str> {
    value.as_str().map_or_else(|| value.to_string().into(), Box::from)
}

/// What each branch of a union says. Paths of zod 3 start at the root, those of zod 4 at the union.
fn branches(issue: &Value, path: &Path, known: &Known<'_>) -> Vec<Found> {
    let read = |issues: &Value, relative: bool| {
        let mut found = Found::default();
        for inner in issues.as_array().map_or(&[][..], Vec::as_slice) {
            let at = if relative { path.iter().cloned().chain(steps(inner)).collect() } else { steps(inner) };
            found.extend(of_issue(inner, at, known));
        }
        found
    };
    let all = |key: &str| issue.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut branches: Vec<Found> =
        all("unionErrors").iter().filter_map(|branch| branch.get("issues")).map(|issues| read(issues, false)).collect();
    branches.extend(all("errors").iter().map(|issues| read(issues, true)));
    branches
}

/// The branch that was meant, as far as can be told: of those that do not refuse the whole value, the one whose tag fits and that lacks
/// the least. Where several are as near, all of them.
fn nearest(branches: Vec<Found>, path: &Path) -> Found {
    let branches: Vec<(Cost, Found)> =
        branches.into_iter().filter(|branch| !branch.blames.is_empty()).map(|branch| (cost(&branch, path), branch)).collect();
    let Some(least) = branches.iter().map(|(cost, _)| *cost).min() else { return Found::default() };
    let mut found = Found::default();
    let mut sets = Vec::new();
    for (cost, branch) in branches {
        sets.extend(branch.sets);
        if cost == least || (least.level > 0 && cost.level == least.level) {
            found.blames.extend(branch.blames);
        }
    }
    // A set is closed only with what the other branches allow at the same place.
    let blamed: FxHashSet<&Path> = found.blames.iter().map(|blame| &blame.path).collect();
    sets.retain(|set| blamed.contains(&set.path));
    found.sets = sets;
    found
}

/// How far a branch is from what was sent; compared field by field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// 0: the fault is inside the value; 1: it is no member of a set; 2: it is of another type.
    level: u8,
    wrong_tags: usize,
    missing: usize,
    all: usize,
}

fn cost(branch: &Found, path: &Path) -> Cost {
    let own = |why: Option<Why>| branch.blames.iter().any(|blame| blame.path == *path && why.is_none_or(|why| blame.why == why));
    let level = match (own(None), own(Some(Why::Value))) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 2,
    };
    let listed: FxHashSet<&Path> = branch.sets.iter().map(|set| &set.path).collect();
    Cost {
        level,
        wrong_tags: branch.blames.iter().filter(|blame| blame.why == Why::Value && listed.contains(&blame.path)).count(),
        missing: branch.blames.iter().filter(|blame| blame.why == Why::Missing).count(),
        all: branch.blames.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    fn told(text: &str, sent: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let deep: Vec<Box<[Box<str>]>> = sent.iter().map(|path| path.split('.').map(Box::from).collect()).collect();
        let top: Vec<&str> = sent.iter().copied().filter(|path| !path.contains('.')).collect();
        let asked = Asked { tool: "paint", sent: &top, sent_deep: &deep, advertised: &["hue", "rows", "op"] };
        let known = Known::of_call(&asked, None);
        let (blames, sets) = read(text, &known)?.into_parts();
        let blames = blames.iter().map(|blame| format!("{} {}", blame.display(), blame.why.word())).collect();
        let sets = sets.iter().map(|set| format!("{}: {}", set.path.join("."), set.members.join("|"))).collect();
        Some((blames, sets))
    }

    /// A text, the paths sent, and the blames and sets told.
    type Row<'a> = (&'a str, &'a [&'a str], &'a [&'a str], &'a [&'a str]);

    fn check(cases: &[Row<'_>]) {
        for (text, sent, blames, sets) in cases {
            let strings = |all: &[&str]| all.iter().map(|&s| s.to_owned()).collect::<Vec<_>>();
            assert_eq!(told(text, sent), Some((strings(blames), strings(sets))), "{text}");
        }
    }

    #[test]
    fn single_issues() {
        check(&[
            (
                r#"[{"code":"invalid_type","expected":"string","received":"undefined","path":["hue"],"message":"Required"}]"#,
                &[],
                &["hue missing"],
                &[],
            ),
            (
                r#"Invalid arguments for tool paint: [ {"code":"invalid_type","expected":"string","path":["hue"],
                    "message":"Invalid input: expected string, received undefined"} ]"#,
                &["tint"],
                &["hue missing"],
                &[],
            ),
            (r#"[{"code":"invalid_type","expected":"string","path":["hue"],"message":"say a colour"}]"#, &[], &["hue missing"], &[]),
            (r#"[{"code":"invalid_type","expected":"string","path":["hue"],"message":"say a colour"}]"#, &["hue"], &["hue type"], &[]),
            (
                r#"[{"code":"invalid_type","expected":"number","received":"nan","path":["hue"],
                    "message":"Expected number, received nan"}]"#,
                &[],
                &["hue missing"],
                &[],
            ),
            (
                r#"[{"code":"invalid_type","expected":"number","received":"null","path":["rows",0,"no"],"message":"x"}]"#,
                &["rows"],
                &["rows.0.no type"],
                &[],
            ),
            (
                r#"[{"code":"invalid_type","expected":"'red' | 'blue'","received":"undefined","path":["hue"],"message":"Required"}]"#,
                &[],
                &["hue missing"],
                &["hue: red|blue"],
            ),
            (
                r#"[{"code":"unrecognized_keys","keys":["a","b"],"path":["rows"],"message":"x"}]"#,
                &["rows"],
                &["rows.a unknown", "rows.b unknown"],
                &[],
            ),
            (
                r#"[{"code":"invalid_enum_value","received":"x","options":["red"],"path":["hue"],"message":"x"}]"#,
                &["hue"],
                &["hue value"],
                &["hue: red"],
            ),
            (r#"[{"code":"invalid_value","values":["red",1],"path":["hue"],"message":"x"}]"#, &["hue"], &["hue value"], &["hue: red|1"]),
            (r#"[{"code":"invalid_value","values":["red"],"path":["hue"],"message":"x"}]"#, &[], &["hue missing"], &["hue: red"]),
            (
                r#"[{"code":"invalid_literal","received":"x","expected":"red","path":["hue"],"message":"x"}]"#,
                &["hue"],
                &["hue value"],
                &["hue: red"],
            ),
            (r#"[{"code":"too_small","minimum":1,"path":["hue"],"message":"x"}]"#, &["hue"], &["hue value"], &[]),
            (r#"[{"code":"invalid_type","expected":"object","received":"undefined","path":[],"message":"Required"}]"#, &[], &[], &[]),
            (
                r#"[{"code":"invalid_type","expected":"object","received":"string","path":["params","arguments"],"message":"x"}]"#,
                &[],
                &[],
                &[],
            ),
            (r#"[{"code":"too_big","path":["hue"],"message":"x"},{"code":"too_big","pa"#, &["hue"], &["hue value"], &[]),
        ]);
    }

    #[test]
    fn unions_are_dug_into() {
        check(&[
            (
                r#"[{"code":"invalid_union","unionErrors":[{"issues":[{"code":"invalid_type","received":"number","path":["hue"],
                    "message":"x"}]},{"issues":[{"code":"invalid_type","received":"number","path":["hue"],"message":"x"}]}],
                    "path":["hue"],"message":"Invalid input"}]"#,
                &["hue"],
                &["hue type"],
                &[],
            ),
            (
                r#"[{"code":"invalid_union","errors":[[{"code":"invalid_type","path":[],
                    "message":"Invalid input: expected string, received undefined"}],[{"code":"invalid_type","path":[],
                    "message":"Invalid input: expected array, received undefined"}]],"path":["hue"],"message":"Invalid input"}]"#,
                &[],
                &["hue missing"],
                &[],
            ),
            (
                r#"[{"code":"invalid_union","errors":[[{"code":"invalid_type","path":["hue"],
                    "message":"Invalid input: expected string, received number"}],[{"code":"invalid_type","path":["id"],
                    "message":"Invalid input: expected string, received undefined"}]],"path":[],"message":"Invalid input"}]"#,
                &["hue"],
                &["hue type"],
                &[],
            ),
            (
                r#"[{"code":"invalid_union","errors":[[{"code":"invalid_type","path":[],
                    "message":"Invalid input: expected string, received object"}],[{"code":"invalid_type","path":["no"],
                    "message":"Invalid input: expected string, received undefined"}]],"path":["hue"],"message":"Invalid input"}]"#,
                &["hue", "hue.x"],
                &["hue.no missing"],
                &[],
            ),
            (
                r#"[{"code":"invalid_union","errors":[[{"code":"invalid_value","values":["red"],"path":["op"],"message":"x"}],[
                    {"code":"invalid_value","values":["blue"],"path":["op"],"message":"x"},{"code":"too_big","path":["hue"],
                    "message":"x"}]],"path":[],"message":"Invalid input"}]"#,
                &["op", "hue"],
                &["op value"],
                &["op: red|blue"],
            ),
            (
                r#"[{"code":"invalid_union","errors":[],"note":"No matching discriminator","discriminator":"op","path":["op"],
                    "message":"Invalid input"}]"#,
                &["hue"],
                &["op missing"],
                &[],
            ),
            (
                r#"[{"code":"invalid_union_discriminator","options":["a","b"],"path":["op"],"message":"x"}]"#,
                &["op"],
                &["op value"],
                &["op: a|b"],
            ),
        ]);
    }

    #[test]
    fn what_is_not_about_arguments() {
        assert_eq!(
            told(
                r#"[{"code":"invalid_type","received":"undefined","path":["body","rank"],
                    "message":"Required"}]"#,
                &["hue"]
            ),
            None
        );
        assert_eq!(told(r#"Cannot read the answer: [{"code":"too_big","path":["hue"],"message":"x"}]"#, &["hue"]), None);
        assert_eq!(told(r#"[{"code":"invalid_type","received":"undefined","path":["params","name"],"message":"Required"}]"#, &[]), None);
        assert_eq!(told(r#"[{"hue": 1}]"#, &["hue"]), None);
        assert_eq!(told(&"[{".repeat(5000), &["hue"]), None);
    }
}
