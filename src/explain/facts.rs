//! What a fact says, in the words of the field. Values stay out; words of a vocabulary may be shown, and are.

use crate::compare::Half;
use crate::evidence::{Break, Fact, Path};
use crate::text::{count, visible};

/// None for facts that only count: which objects and advertised names were there is told elsewhere.
pub(super) fn words(fact: &Fact) -> Option<String> {
    Some(match fact {
        Fact::Object { .. } | Fact::Sent { .. } | Fact::InsteadOf { .. } | Fact::Before { .. } => return None,
        Fact::Unknown { at, key, kind } => format!("{}, {}, was sent and is not advertised{}", name(key), a(kind), within(at)),
        Fact::Instead { at, key, name: absent, sole } => {
            let sole = if *sole { ", and is the only unadvertised name there" } else { "" };
            format!("{} was sent while {} was absent{}{sole}", name(key), name(absent), within(at))
        }
        Fact::Lacks { at, name: absent, alone } => {
            let alone = if *alone { ", and nothing unadvertised was sent for it" } else { "" };
            format!("{} is required and was absent{}{alone}", name(absent), within(at))
        }
        Fact::Only { key } => format!("{}, which is not advertised, was the only argument", name(key)),
        Fact::BlamedMissing { path, alone } => {
            let alone = if *alone { ", and blames nothing else" } else { "" };
            format!("the refusal calls {} missing, and it was absent{alone}", at(path))
        }
        Fact::BlamedUnknown { path } => format!("the refusal calls {} unknown", at(path)),
        Fact::BlamedValue { path, word, mistyped } => {
            let of = if *mistyped { "type" } else { "value" };
            let word = word.as_deref().map_or(String::new(), |word| format!(", where {} of the advertised set was sent", name(word)));
            format!("the refusal blames the {of} of {}{word}", at(path))
        }
        Fact::Listed { path, members } => format!("the refusal lists {} that {} takes", count(members.len() as u64, "value"), at(path)),
        Fact::Unclear => "the refusal names nothing that the caller could mend".to_owned(),
        Fact::Outside { path, word } => {
            let word = word.as_deref().map_or("a text".to_owned(), name);
            format!("{word} was sent for {}, outside its advertised set", at(path))
        }
        Fact::Breaks { path, how, kind } => {
            let how = match how {
                Break::Clothes => "is what its schema asks for in the clothes of another type",
                Break::Cannot => "cannot mean what its schema asks for",
                Break::Other => "breaks its schema",
            };
            format!("{}, {}, {how}", at(path), a(kind))
        }
        Fact::RefusedValid { path, why, several } => {
            let blamed = match (path, why) {
                (Some(path), Some(why)) => format!("; it blames {} ({why})", at(path)),
                (Some(path), None) => format!("; it blames {}", at(path)),
                (None, Some(why)) => format!("; it says {why}, and of no parameter"),
                (None, None) => String::new(),
            };
            let several = if *several { ", and others" } else { "" };
            format!("what satisfies the advertised schema was refused{blamed}{several}")
        }
        Fact::Null { path, arrived } => {
            let arrived = if *arrived { ", and was sent on as text" } else { "" };
            format!("{} was null or an empty stand-in{arrived}", at(path))
        }
        Fact::Text { path, meant } => format!("{} came as the JSON text of {}", at(path), a(meant)),
        Fact::Output { missing: true, .. } => "the tool has an output schema, and the result holds no `structuredContent`".to_owned(),
        Fact::Output { missing: false, path } => format!("`structuredContent` breaks the output schema at {}", at(path)),
        Fact::Lands { argument, key, own } => format!("the value of {} stands under {} of {}", at(argument), at(key), wire(*own)),
        Fact::Renamed { argument, key, own, method } => {
            format!("{} is sent on as {} ({}, {})", at(argument), at(key), name(method), wire(*own))
        }
        Fact::MaybeRenamed { argument, key, own, method, .. } => {
            format!("{} may be sent on as {} ({}, {}): its value is too common to tell", at(argument), at(key), name(method), wire(*own))
        }
        Fact::NotRenamed { argument, key } => format!("{} is not {}: there it holds another value", at(argument), at(key)),
        Fact::Carried { argument, own } => format!("{} arrives in {}", at(argument), wire(*own)),
        Fact::Dropped { argument, own } => format!("neither {} nor its value is in {}", at(argument), wire(*own)),
        Fact::PayloadKey { key } => format!("the tool's own payload has {}", name(key)),
        Fact::Arrives { path, word, arrived } if word == arrived => format!("{} for {} arrives as it was sent", name(word), at(path)),
        Fact::Arrives { path, word, arrived } => format!("{} for {} arrives as {}", name(word), at(path), name(arrived)),
        Fact::PeerBlames { method, name: blamed, missing, argument, key } => {
            let how = if *missing { "missing" } else { "unknown" };
            let argument = argument.as_ref().map_or(String::new(), |argument| format!("; the caller sent it as {}", at(argument)));
            let key = key.as_ref().map_or(String::new(), |key| format!("; the server sent {}", at(key)));
            format!("what is behind the server calls {} of {} {how}{argument}{key}", at(blamed), name(method))
        }
        Fact::NotKept { path, half: Half::Unadvertised } => format!("{} is advertised by the older list alone", at(path)),
        Fact::NotKept { path, half: Half::Missing } => format!("{} is required by the newer list alone", at(path)),
        Fact::NotKept { path, half: Half::Refused } => format!("{} is right by the older list and not by the newer one", at(path)),
        Fact::Unfilled { name: held } => format!("the URL still holds its placeholder {}", name(held)),
    })
}

pub(super) fn name(name: &str) -> String {
    format!("`{}`", visible(name))
}

fn at(path: &Path) -> String {
    if path.is_root() { "the arguments".to_owned() } else { name(&path.to_string()) }
}

fn within(at: &Path) -> String {
    if at.is_root() { String::new() } else { format!(" in {}", name(&at.to_string())) }
}

fn wire(own: bool) -> &'static str {
    if own { "the tool's own payload" } else { "a payload that is not the tool's own" }
}

/// A JSON type with its article.
pub(super) fn a(kind: &str) -> String {
    match kind {
        "null" => "null".to_owned(),
        kind if kind.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {kind}"),
        kind => format!("a {kind}"),
    }
}
