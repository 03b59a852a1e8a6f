//! Path texts: `edits[0].old`, `edits.0.old`, `["a b"].c`.

use super::known::Known;

type Path = Vec<Box<str>>;

/// Longer ones are no paths, and looking for known names in them would cost.
pub(super) const LONGEST: usize = 512;

/// The steps of a path text. A name at the top that holds a dot itself stays whole.
pub(super) fn parse(text: &str, known: &Known<'_>) -> Path {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return Path::new();
    }
    let whole = std::iter::once(text.len()).chain(text.rmatch_indices(['.', '[']).map(|(at, _)| at));
    for at in whole {
        let (head, rest) = text.split_at(at);
        if known.is_top(head) {
            let mut path = vec![Box::from(head)];
            split(rest, &mut path);
            return path;
        }
    }
    let mut path = Path::new();
    split(text, &mut path);
    path
}

fn split(mut rest: &str, path: &mut Path) {
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let Some((step, after)) = bracket(inner) else {
                path.push(rest.into());
                return;
            };
            path.push(step.into());
            rest = after;
            continue;
        }
        rest = rest.strip_prefix('.').unwrap_or(rest);
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let (step, after) = rest.split_at(end);
        if !step.is_empty() {
            path.push(step.into());
        } else if !after.starts_with('[') {
            rest = after.get(1..).unwrap_or("");
            continue;
        }
        rest = after;
    }
}

/// What stands in brackets: an index, or a name in quotes.
fn bracket(inner: &str) -> Option<(&str, &str)> {
    for quote in ['"', '\''] {
        if let Some(quoted) = inner.strip_prefix(quote) {
            let end = quoted.find(&format!("{quote}]"))?;
            return Some((quoted.get(..end)?, quoted.get(end + 2..)?));
        }
    }
    inner.split_once(']')
}

/// Does it look like a path, as opposed to prose?
pub(super) fn looks_like_one(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST
        && (text.starts_with("[\"") || !text.contains(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'' | '`' | '(' | ')')))
}

#[cfg(test)]
mod tests {
    use super::super::Asked;
    use super::*;

    #[test]
    fn steps() {
        let asked = Asked { tool: "t", sent: &["v1.key"], sent_deep: &[], advertised: &["plain"] };
        let known = Known::of_call(&asked, None);
        let cases: [(&str, &[&str]); 10] = [
            ("plain", &["plain"]),
            ("rows[0].label", &["rows", "0", "label"]),
            ("rows.0.label", &["rows", "0", "label"]),
            ("rows[0][12]", &["rows", "0", "12"]),
            ("[\"two words\"].x", &["two words", "x"]),
            ("a['b.c']", &["a", "b.c"]),
            ("v1.key.deep", &["v1.key", "deep"]),
            ("a..b.", &["a", "b"]),
            ("a[", &["a", "["]),
            ("", &[]),
        ];
        for (text, steps) in cases {
            let got = parse(text, &known);
            assert_eq!(got.iter().map(|s| &**s).collect::<Vec<_>>(), steps, "{text}");
        }
        assert!(looks_like_one("rows[0].label") && looks_like_one("[\"a b\"]") && !looks_like_one("the end"));
    }
}
