//! zod's own pretty form: `✖ message`, and the path on the next line after an arrow.

use super::found::Found;
use super::known::Known;
use super::{path, zod_message};

pub(super) fn read(text: &str, known: &Known<'_>) -> Option<Found> {
    let mut found = Found::default();
    let mut pending: Option<&str> = None;
    let mut any = false;
    let settle = |message: Option<&str>, at: &str, found: &mut Found| {
        if let Some(message) = message {
            zod_message::read(message).tell(path::parse(at, known), known, found);
        }
    };
    for line in text.lines().map(str::trim) {
        if let Some(message) = line.strip_prefix('✖') {
            settle(pending.take(), "", &mut found);
            pending = Some(message.trim());
            any = true;
        } else if let Some(at) = line.strip_prefix("→ at ") {
            settle(pending.take(), at, &mut found);
        }
    }
    settle(pending, "", &mut found);
    any.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::super::{Asked, Why};
    use super::*;

    #[test]
    fn pairs_of_lines() {
        let asked = Asked { tool: "paint", sent: &["size", "x"], sent_deep: &[], advertised: &["hue", "size"] };
        let known = Known::of_call(&asked, None);
        let text = "Invalid arguments for tool \"paint\":\n✖ Invalid input: expected string, received undefined\n  → at hue\n\
                    ✖ Unrecognized key: \"x\"\n✖ Invalid option: expected one of \"big\"|\"small\"\n  → at size";
        let (blames, sets) = read(text, &known).expect("a refusal").into_parts();
        let got: Vec<_> = blames.iter().map(|b| (b.display(), b.why)).collect();
        assert_eq!(got, [("hue".into(), Why::Missing), ("x".into(), Why::Unknown), ("size".into(), Why::Value)]);
        assert_eq!(sets.len(), 1);
        assert!(read("no sign of it", &known).is_none());
    }
}
