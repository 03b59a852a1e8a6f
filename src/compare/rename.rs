//! Which key is another one under a new name: the same schema, and the same role by name, text and place.

use super::same::Marks;
use super::view::Prop;
use crate::json::Json;
use crate::meaning;

/// Enough that both are surely one.
const ENOUGH: i32 = 4;
/// What is gone, times what is new, of which it is found out how near the texts are.
pub(super) const MOST_PAIRS: usize = 256;
/// Of a text that is compared with another.
const MOST: usize = 400;

/// Old name and new name.
pub(super) fn pairs<'a>(
    gone: &[&Prop<'a>],
    new: &[&Prop<'a>],
    a: &mut Marks<'a>,
    b: &mut Marks<'a>,
    sizes: (usize, usize),
) -> Vec<(&'a str, &'a str)> {
    if gone.is_empty() || new.is_empty() || gone.len() * new.len() > 4096 {
        return Vec::new();
    }
    let of_a: Vec<u64> = gone.iter().map(|prop| a.of_all(&prop.schemas)).collect();
    let of_b: Vec<u64> = new.iter().map(|prop| b.of_all(&prop.schemas)).collect();
    let mut scored = Vec::new();
    for (at, from) in gone.iter().enumerate() {
        for (to_at, to) in new.iter().enumerate() {
            if of_a.get(at) != of_b.get(to_at) {
                continue;
            }
            let mut score = alike(from.name, to.name, text(from), text(to), gone.len() * new.len() <= MOST_PAIRS);
            if sizes.0 == sizes.1 && gone.len() == 1 && new.len() == 1 {
                score += 2;
            }
            if place(from) == place(to) {
                score += 2;
            }
            if score >= ENOUGH {
                scored.push((score, at, to_at, from.name, to.name));
            }
        }
    }
    scored.sort_by_key(|(score, at, to_at, ..)| (-score, *at, *to_at));
    let (mut left, mut right) = (vec![false; gone.len()], vec![false; new.len()]);
    let mut out = Vec::new();
    for (_, at, to_at, from, to) in scored {
        if let (Some(mine @ false), Some(others @ false)) = (left.get_mut(at), right.get_mut(to_at)) {
            (*mine, *others) = (true, true);
            out.push((from, to));
        }
    }
    out
}

/// How much two names, with what is said of them, speak of one thing.
///
/// `near`: texts that are only nearly the same count as well.
pub(super) fn alike(from: &str, to: &str, said: &str, says: &str, near: bool) -> i32 {
    let (mine, others) = (meaning::words(from), meaning::words(to));
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    let mut score = if sorted(&mine) == sorted(&others) {
        10
    } else if mine.iter().any(|word| others.contains(word)) {
        4
    } else if from.starts_with(to) || to.starts_with(from) {
        3
    } else {
        0
    };
    if !said.is_empty() && !says.is_empty() {
        score += if said == says {
            8
        } else if !near {
            0
        } else {
            let cut = |text: &str| text.chars().take(MOST).collect::<String>();
            match strsim::normalized_levenshtein(&cut(said), &cut(says)) {
                near if near > 0.7 => 4,
                near if near < 0.4 => -4,
                _ => 0,
            }
        };
    }
    score
}

fn text<'a>(prop: &Prop<'a>) -> &'a str {
    prop.schemas.first().and_then(|schema| schema.get("description")).and_then(Json::text).unwrap_or("")
}

/// Which of the properties it is.
fn place(prop: &Prop<'_>) -> Option<usize> {
    let schema = prop.schemas.first()?;
    schema.parent()?.entries().position(|(_, value)| value.id() == schema.id())
}

#[cfg(test)]
mod tests {
    use super::super::view::View;
    use super::*;
    use crate::json::{Doc, Origin};

    fn paired(old: &str, new: &str) -> Vec<(String, String)> {
        let doc = |properties: &str| {
            let text = format!(r#"{{"type":"object","properties":{properties}}}"#);
            Doc::parse("t.json".into(), text, Origin::default()).expect("JSON")
        };
        let (old, new) = (doc(old), doc(new));
        let (of_old, of_new) = (View::of(old.root(), &[old.root()]), View::of(new.root(), &[new.root()]));
        let gone: Vec<&Prop<'_>> = of_old.props.iter().filter(|prop| of_new.prop(prop.name).is_none()).collect();
        let come: Vec<&Prop<'_>> = of_new.props.iter().filter(|prop| of_old.prop(prop.name).is_none()).collect();
        let sizes = (of_old.props.len(), of_new.props.len());
        let (mut a, mut b) = (Marks::new(old.root()), Marks::new(new.root()));
        let found = pairs(&gone, &come, &mut a, &mut b, sizes);
        found.into_iter().map(|(from, to)| (from.to_owned(), to.to_owned())).collect()
    }

    #[test]
    fn one_key_under_two_names() {
        let text = r#"{"type":"string"}"#;
        for (old, new, want) in [
            (format!(r#"{{"folder_path":{text}}}"#), format!(r#"{{"path":{text}}}"#), &[("folder_path", "path")][..]),
            (
                format!(r#"{{"workspaceId":{text},"ledgerName":{text}}}"#),
                format!(r#"{{"ledger_name":{text},"workspace_id":{text}}}"#),
                &[("workspaceId", "workspace_id"), ("ledgerName", "ledger_name")],
            ),
            // Another type, or another role.
            (format!(r#"{{"limit":{text}}}"#), r#"{"page_limit":{"type":"integer"}}"#.to_owned(), &[]),
            (
                r#"{"query":{"type":"string","description":"Words to look for in every note."}}"#.to_owned(),
                r#"{"cursor":{"type":"string","description":"Opaque token, from an earlier page."}}"#.to_owned(),
                &[],
            ),
            // The same text says that it is the same thing.
            (
                r#"{"a":{"type":"string","description":"Where to look."},"b":{"type":"boolean"}}"#.to_owned(),
                r#"{"c":{"type":"boolean"},"b":{"type":"boolean"},"place":{"type":"string","description":"Where to look."}}"#.to_owned(),
                &[("a", "place")],
            ),
        ] {
            let want: Vec<(String, String)> = want.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
            assert_eq!(paired(&old, &new), want, "{old} {new}");
        }
    }
}
