//! The nearest known word to one that is not known.

/// Longer words are not compared: nobody mistypes them, and comparing costs their product.
const LONGEST: usize = 128;

/// The word that was probably meant; none where all are far. Of equally near ones the first.
pub(crate) fn nearest<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = plain(word);
    if wanted.is_empty() || word.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in among {
        if candidate.len() > LONGEST {
            continue;
        }
        let found = plain(candidate);
        let far = distance(&wanted, &found);
        let longer = wanted.chars().count().max(found.chars().count());
        if far <= (longer / 3).max(1).min(longer.saturating_sub(1)) && best.is_none_or(|(least, _)| far < least) {
            best = Some((far, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The last part of an id alone, or a word that was cut short at either end, is as good as one slip.
fn distance(wanted: &str, found: &str) -> usize {
    if wanted == found {
        return 0;
    }
    let tail = found.split_once(['/', '-']).is_some_and(|(_, tail)| tail == wanted);
    let cut = wanted.len() >= 4 && found.starts_with(wanted);
    if tail || cut { 1 } else { strsim::damerau_levenshtein(wanted, found) }
}

/// Case and joints are slips of their own kind.
fn plain(word: &str) -> String {
    word.chars().map(|character| if character == '_' { '-' } else { character.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_mended_and_strangers_are_not() {
        let known = ["names/ambiguous-path", "names/mixed-case", "shape/not-object", "fail-on", "warning", "off", "calls", "value-alias"];
        for (word, meant) in [
            ("names/ambigous-path", Some("names/ambiguous-path")),
            ("name/mixed-case", Some("names/mixed-case")),
            ("shapes/not_object", Some("shape/not-object")),
            ("alias", Some("value-alias")),
            ("not-object", Some("shape/not-object")),
            ("fail_on", Some("fail-on")),
            ("failOn", Some("fail-on")),
            ("warn", Some("warning")),
            ("Off", Some("off")),
            ("of", Some("off")),
            ("clals", Some("calls")),
            ("x", None),
            ("", None),
            ("mount", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(nearest(&"a".repeat(100_000), known), None);
    }

    #[test]
    fn the_nearest_wins_and_then_the_first() {
        assert_eq!(nearest("tool", ["tolls", "tools"]), Some("tools"));
        assert_eq!(nearest("paths", ["pathx", "pathy"]), Some("pathx"));
    }
}
