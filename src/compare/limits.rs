//! Sets and limits: what the second schema asks of single values, and the first does not.

use super::diff::{Diff, Trail, What, diff};
use super::sample::Leaf;
use super::text;
use super::view::{LIMITS, Limit, View};
use crate::evidence::Path;
use crate::schema::Types;
use serde_json::Value;
use std::rc::Rc;

/// The members that are lost; `true` where the first has no set to lose them from.
pub(super) fn members(view: &View<'_>, db: &View<'_>) -> Option<(Vec<Value>, bool)> {
    let kept = db.members.as_ref()?;
    let finite = match (&view.members, view.types) {
        (Some(members), _) => Some(members.clone()),
        (None, Types::BOOLEAN) => Some(vec![Value::Bool(true), Value::Bool(false)]),
        (None, Types::NULL) => Some(vec![Value::Null]),
        _ => None,
    };
    match finite {
        Some(members) => {
            let lost: Vec<Value> = members.into_iter().filter(|member| !kept.contains(member)).collect();
            (!lost.is_empty()).then_some((lost, false))
        }
        None => Some((Vec::new(), true)),
    }
}

/// Limits of the second that the first does not imply.
pub(super) fn limits<'a>(view: &Rc<View<'a>>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
    let mut out = Vec::new();
    let whole = (view.types & Types::NUMBER) == Types::INTEGER;
    for (kind, (least, most, types)) in LIMITS.iter().enumerate() {
        if (view.types & *types).is_none() {
            continue;
        }
        for side in 0..2 {
            let of = |view: &View<'a>| view.limits.get(kind).and_then(|pair| pair.get(side)).copied().flatten();
            let Some(new) = of(db) else { continue };
            let keyword = if side == 0 { *least } else { *most };
            let floor = if kind == 0 { f64::NEG_INFINITY } else { 0.0 };
            let old = of(view).map(|limit| edge(limit, side, whole && kind == 0));
            let wanted = edge(new, side, whole && kind == 0);
            // A tuple that takes no more is as long as it is.
            let tuple = kind == 2
                && side == 1
                && view.items.iter().any(|items| items.bool() == Some(false))
                && view.tuple.len() as f64 <= new.number;
            let implied = match old {
                Some(old) if side == 0 => old.0 > wanted.0 || (old.0 == wanted.0 && (old.1 || !wanted.1)),
                Some(old) => old.0 < wanted.0 || (old.0 == wanted.0 && (old.1 || !wanted.1)),
                None => side == 0 && wanted.0 <= floor && !wanted.1,
            };
            // An object of listed keys has as many as are listed, and at least those that it must have.
            let counted = kind == 3
                && if side == 0 {
                    view.required.len() as f64 >= new.number
                } else {
                    !view.is_open_on_purpose() && view.props.len() as f64 <= new.number
                };
            let spelt = kind == 1 && side == 0 && view.patterns.iter().any(|(pattern, _)| text::least(pattern) as f64 >= new.number);
            if implied || counted || spelt || tuple {
                continue;
            }
            let of_a = of(view).map(|limit| limit.at).or(view.types_at);
            let leaf = match kind {
                0 => Leaf::Numbers(new.number),
                1 => Leaf::Length(beyond(new.number, side)),
                2 => Leaf::Size(beyond(new.number, side)),
                _ => Leaf::Keys(beyond(new.number, side)),
            };
            out.push(diff(What::Bound { keyword }, view, path, trail, of_a, Some(new.at), leaf));
        }
    }
    for (multiple, at) in &db.multiples {
        let implied = (*multiple == 1.0 && whole) || view.multiples.iter().any(|(old, _)| (old / multiple).fract() == 0.0);
        if !(view.types & Types::NUMBER).is_none() && !implied {
            let of_a = view.multiples.first().map(|(_, at)| *at).or(view.types_at);
            out.push(diff(What::Bound { keyword: "multipleOf" }, view, path, trail, of_a, Some(*at), Leaf::Numbers(*multiple)));
        }
    }
    out
}

/// The number next to a limit that is outside.
fn beyond(number: f64, side: usize) -> usize {
    let number = number.clamp(0.0, 1e6) as usize;
    if side == 0 { number.saturating_sub(1) } else { number + 1 }
}

/// A limit on whole numbers says the same with and without the number itself.
fn edge(limit: Limit<'_>, side: usize, whole: bool) -> (f64, bool) {
    match (whole, side) {
        (true, 0) if limit.exclusive => (limit.number.floor() + 1.0, false),
        (true, 0) => (limit.number.ceil(), false),
        (true, _) if limit.exclusive => (limit.number.ceil() - 1.0, false),
        (true, _) => (limit.number.floor(), false),
        _ => (limit.number, limit.exclusive),
    }
}

/// Patterns of the second that the first has not.
pub(super) fn texts<'a>(view: &Rc<View<'a>>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
    let new = db.patterns.iter().filter(|(pattern, _)| !view.patterns.iter().any(|(known, _)| known == pattern));
    let new = new.filter(|_| view.types.holds(Types::STRING));
    new.map(|(_, at)| {
        let of_a = view.patterns.first().map(|(_, at)| *at).or(view.types_at);
        diff(What::Bound { keyword: "pattern" }, view, path, trail, of_a, Some(*at), Leaf::Texts)
    })
    .collect()
}
