//! Errors of a plain Python or JavaScript call, where a server hands the arguments to a function and checks nothing itself. The same
//! words come from the server's own mistakes, so the names must fit the call.

use super::Why;
use super::found::Found;
use super::known::Known;
use super::words;

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    if known.is_payload() {
        return None;
    }
    let mut found = Found::default();
    if let Some(name) = bare_key(text).or_else(|| undefined_read(text, known)) {
        if !left_out(name, known) {
            return None;
        }
        found.blame(vec![name.into()], Why::Missing);
        return Some(found);
    }
    if let Some((_, name)) = text.split_once(" got an unexpected keyword argument ") {
        let name = words::list(name).0.into_iter().next()?;
        // An advertised one that the function does not take is the server's own mistake.
        if !known.is_sent(&name) || known.is_advertised(&name) {
            return None;
        }
        found.blame(vec![name], Why::Unknown);
        return Some(found);
    }
    let (_, rest) = text.split_once("() missing ")?;
    let (count, names) = rest.split_once(": ")?;
    if !count.contains("required") {
        return None;
    }
    let names = words::list(names).0;
    if names.is_empty() || !names.iter().all(|name| left_out(name, known)) {
        return None;
    }
    names.into_iter().for_each(|name| found.blame(vec![name], Why::Missing));
    Some(found)
}

fn left_out(name: &str, known: &Known<'_>) -> bool {
    !known.is_sent(name) && (known.is_advertised(name) || (!known.has_list() && known.is_kin(name)))
}

/// The text of a `KeyError` is the key and nothing else.
fn bare_key(text: &str) -> Option<&str> {
    text.strip_prefix('\'')?.strip_suffix('\'').filter(|name| !name.contains('\''))
}

/// Reading a key of arguments that are not there. Of arguments that are, it is some other object that is missing.
fn undefined_read<'a>(text: &'a str, known: &Known<'_>) -> Option<&'a str> {
    let name = text.strip_prefix("Cannot read properties of undefined (reading '")?.split_once('\'')?.0;
    (!known.holds_below(&[])).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    #[test]
    fn names_must_fit() {
        let cases: [(&str, &[&str], Option<&str>); 11] = [
            ("'hue'", &["tint"], Some("hue missing")),
            ("'hue'", &["hue"], None),
            ("'rank'", &["tint"], None),
            ("'hue' or 'size'", &["tint"], None),
            ("paint() missing 1 required positional argument: 'hue'", &[], Some("hue missing")),
            ("paint() missing 1 required positional argument: 'self'", &[], None),
            ("paint() got an unexpected keyword argument 'tint'", &["tint"], Some("tint unknown")),
            ("paint() got an unexpected keyword argument 'hue'", &["hue"], None),
            ("Cannot read properties of undefined (reading 'hue')", &[], Some("hue missing")),
            ("Cannot read properties of undefined (reading 'hue')", &["size"], None),
            ("Cannot read properties of undefined (reading 'rank')", &[], None),
        ];
        for (text, sent, expected) in cases {
            let asked = Asked { tool: "paint", sent, sent_deep: &[], advertised: &["hue", "size"] };
            let got = read(text, &Known::of_call(&asked, None));
            let got = got.map(|found| found.blames.iter().map(|b| format!("{} {}", b.display(), b.why.word())).collect::<String>());
            assert_eq!(got.as_deref(), expected, "{text}");
        }
    }
}
