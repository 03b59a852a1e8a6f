//! Values made from a schema alone: small ones that satisfy it, and ones at its limits that show a difference.

use super::diff::{Step, Trail};
use super::text;
use super::view::{View, of_value};
use crate::json::Json;
use crate::schema::Types;
use rustc_hash::FxHasher;
use serde_json::{Map, Value};
use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Which values show a difference.
#[derive(Debug, Clone)]
pub(super) enum Leaf {
    /// Any that the first schema takes.
    Samples,
    Values(Vec<Value>),
    /// Around this number.
    Numbers(f64),
    /// A text of this length.
    Length(usize),
    /// Texts of several kinds.
    Texts,
    /// An array of this size.
    Size(usize),
    /// An array that holds one value twice.
    Twice,
    /// An object with so many keys.
    Keys(usize),
    /// An object with this key.
    With(String),
    /// An object without it.
    Without(String),
    /// An object with a key that nothing lists.
    Stray,
}

/// How the values around a place are made.
#[derive(Debug, Clone, Copy)]
pub(super) struct How<'l> {
    depth: usize,
    /// 0: the likeliest alternative everywhere. Else each place takes one of its own.
    variant: usize,
    /// Tells one place from another.
    place: u64,
    /// Values that may still be made: schemas that hold each other grow beyond all bounds.
    left: &'l Cell<usize>,
}

/// Values that are made for one difference.
pub(super) const MOST: usize = 20_000;

impl<'l> How<'l> {
    pub(super) fn variant(variant: usize, left: &'l Cell<usize>) -> Self {
        Self { depth: 0, variant, place: 0, left }
    }

    fn below(self, step: &str) -> Self {
        let mut hasher = FxHasher::default();
        (self.place, step).hash(&mut hasher);
        Self { depth: self.depth + 1, place: hasher.finish(), ..self }
    }

    /// Which of so many alternatives; `of` tells several choices of one place apart.
    fn choose(self, count: usize, of: &str) -> usize {
        if self.variant == 0 || count == 0 {
            return 0;
        }
        let mut hasher = DefaultHasher::new();
        (self.place, self.variant, of).hash(&mut hasher);
        let chance = hasher.finish() as usize;
        // Texts and numbers that are made for the schema are mostly right, and the next ones differ most.
        match (of, chance % 4) {
            ("value", 0 | 1) => 0,
            ("value", 2) => 1 % count,
            _ => (chance / 4) % count,
        }
    }
}

const DEEPEST: usize = 24;
/// Of arrays and texts that are made.
const LARGEST: usize = 20_000;

/// The values to try, the likeliest first.
pub(super) fn candidates(root: Json<'_>, view: &View<'_>, leaf: &Leaf, how: How<'_>) -> Vec<Value> {
    match leaf {
        Leaf::Samples => samples(root, view, how),
        Leaf::Values(values) => values.clone(),
        Leaf::Numbers(near) => numbers(view, *near),
        Leaf::Length(length) => text::of_length(view, *length).into_iter().map(Value::String).collect(),
        Leaf::Texts => text::several(view).into_iter().map(Value::String).collect(),
        Leaf::Size(size) if *size <= LARGEST => vec![array(root, view, *size, None, how), distinct(root, view, *size, how)],
        Leaf::Size(_) => Vec::new(),
        Leaf::Twice => {
            let least = view.limits[2][0].map_or(2, |limit| (limit.number.max(2.0)) as usize);
            vec![array(root, view, least.min(LARGEST), None, how)]
        }
        Leaf::Keys(count) => vec![object_of(root, view, *count, how)],
        Leaf::With(name) => {
            let schemas = view.prop(name).map(|prop| prop.schemas.clone()).unwrap_or_default();
            let inner = View::of(root, &schemas);
            let several = inner.branches(root).unwrap_or_default();
            several
                .iter()
                .flat_map(|inner| samples(root, inner, how))
                .take(8)
                .map(|value| object(root, view, Some((name, value)), how))
                .collect()
        }
        Leaf::Without(name) => {
            let mut made = object(root, view, None, how);
            if let Some(members) = made.as_object_mut() {
                members.remove(name);
            }
            vec![made]
        }
        Leaf::Stray => {
            let free = view.free.first().map_or(Value::from("a"), |schema| sample(root, &[*schema], how));
            vec![object(root, view, Some(("unlisted", free)), how)]
        }
    }
}

/// A value at a place, in the smallest call around it.
pub(super) fn embed(root: Json<'_>, trail: &Trail<'_>, value: Value, how: How<'_>) -> Value {
    let mut value = value;
    let mut here = trail;
    while let Some(frame) = here {
        value = match &frame.step {
            Step::Key(name) => object(root, &frame.view, Some((name, value)), how),
            Step::Item(at) => array(root, &frame.view, at + 1, Some((*at, value)), how),
        };
        here = &frame.above;
    }
    value
}

fn samples(root: Json<'_>, view: &View<'_>, how: How<'_>) -> Vec<Value> {
    if let Some(members) = &view.members {
        return members.iter().take(16).cloned().collect();
    }
    let mut out = Vec::new();
    for kind in view.types.kinds() {
        let one = view.of_types(kind);
        match kind {
            Types::STRING => out.extend(text::several(&one).into_iter().take(6).map(Value::String)),
            Types::INTEGER | Types::FRACTION => out.extend(numbers(&one, 0.0).into_iter().take(4)),
            Types::BOOLEAN => out.extend([Value::Bool(true), Value::Bool(false)]),
            _ => out.push(of_view(root, &one, how)),
        }
    }
    out
}

/// A small value that satisfies all of these schemas, as far as this reader sees.
fn sample<'a>(root: Json<'a>, schemas: &[Json<'a>], how: How<'_>) -> Value {
    if how.left.get() == 0 {
        return Value::Null;
    }
    how.left.set(how.left.get() - 1);
    let view = View::of(root, schemas);
    let branches = view.branches(root).unwrap_or_default();
    let taken = branches.get(how.choose(branches.len(), "branch"));
    taken.map_or(Value::Null, |view| of_view(root, view, how))
}

fn of_view(root: Json<'_>, view: &View<'_>, how: How<'_>) -> Value {
    if let Some(members) = &view.members {
        return members.get(how.choose(members.len(), "member")).cloned().unwrap_or(Value::Null);
    }
    // A kind that reads well, and the others in later variants.
    const LIKELY: [Types; 6] = [Types::STRING, Types::NUMBER, Types::BOOLEAN, Types::OBJECT, Types::ARRAY, Types::NULL];
    let deep = how.depth >= DEEPEST;
    let flat = |kind: &Types| !deep || (*kind != Types::OBJECT && *kind != Types::ARRAY);
    let kinds: Vec<Types> = LIKELY.into_iter().filter(|kind| !(view.types & *kind).is_none() && flat(kind)).collect();
    match nth(kinds, how, "kind").unwrap_or(Types::NULL) {
        Types::STRING => nth(text::several(view), how, "value").map_or(Value::Null, Value::String),
        Types::NUMBER => nth(numbers(view, 0.0), how, "value").unwrap_or(Value::Null),
        Types::BOOLEAN => Value::Bool(true),
        Types::OBJECT => object(root, view, None, how),
        Types::ARRAY => {
            let least = view.limits[2][0].map_or(0, |limit| limit.number.max(0.0) as usize);
            if view.unique.is_some() { distinct(root, view, least, how) } else { array(root, view, least, None, how) }
        }
        _ => Value::Null,
    }
}

fn nth<T>(mut all: Vec<T>, how: How, of: &str) -> Option<T> {
    let at = how.choose(all.len(), of);
    (at < all.len()).then(|| all.swap_remove(at))
}

fn object(root: Json<'_>, view: &View<'_>, with: Option<(&str, Value)>, how: How<'_>) -> Value {
    let mut members = Map::new();
    let given = with.as_ref().map(|(name, _)| *name);
    for (name, _) in view.required.iter().filter(|(name, _)| Some(*name) != given) {
        let schemas = view.prop(name).map(|prop| prop.schemas.clone()).unwrap_or_default();
        members.insert((*name).to_owned(), sample(root, &schemas, how.below(name)));
    }
    if let Some((name, value)) = with {
        members.insert(name.to_owned(), value);
    }
    let least = view.limits[3][0].map_or(0, |limit| limit.number.max(0.0) as usize);
    fill(root, view, &mut members, least, how);
    Value::Object(members)
}

fn object_of(root: Json<'_>, view: &View<'_>, count: usize, how: How<'_>) -> Value {
    let mut made = object(root, view, None, how);
    if let Some(members) = made.as_object_mut() {
        fill(root, view, members, count, how);
    }
    made
}

/// Adds keys, listed ones first, until there are enough.
fn fill(root: Json<'_>, view: &View<'_>, members: &mut Map<String, Value>, count: usize, how: How<'_>) {
    for prop in &view.props {
        if members.len() >= count {
            return;
        }
        if !members.contains_key(prop.name) {
            members.insert(prop.name.to_owned(), sample(root, &prop.schemas, how.below(prop.name)));
        }
    }
    if view.closed.is_none() {
        let schemas: Vec<Json<'_>> = view.free.first().copied().into_iter().collect();
        for at in 0..count.min(LARGEST).saturating_sub(members.len()) {
            members.insert(format!("key{at}"), sample(root, &schemas, how.below("*")));
        }
    }
}

fn item<'v, 'a>(view: &'v View<'a>, at: usize) -> &'v [Json<'a>] {
    view.tuple.get(at).unwrap_or(&view.items)
}

fn array(root: Json<'_>, view: &View<'_>, size: usize, with: Option<(usize, Value)>, how: How<'_>) -> Value {
    let least = view.limits[2][0].map_or(0, |limit| limit.number.max(0.0) as usize);
    if let (Some(_), true, Some((_, value))) = (view.unique, view.tuple.is_empty(), &with) {
        let others = distinct(root, view, least + 1, how).as_array().cloned().unwrap_or_default();
        let rest = others.into_iter().filter(|other| other != value).take(least.saturating_sub(1));
        return std::iter::once(value.clone()).chain(rest).collect();
    }
    let mut items: Vec<Value> = Vec::new();
    let mut last: Option<Value> = None;
    for at in 0..size.max(if with.is_some() { least } else { 0 }).min(LARGEST) {
        let made = match &with {
            Some((index, value)) if *index == at => value.clone(),
            // The items behind a tuple are all made alike.
            _ => match last.clone().filter(|_| at > view.tuple.len()) {
                Some(made) => made,
                None => sample(root, item(view, at), how.below("[]")),
            },
        };
        last = Some(made.clone());
        items.push(made);
    }
    Value::Array(items)
}

/// An array of values that differ, as far as there are such.
fn distinct(root: Json<'_>, view: &View<'_>, size: usize, how: How<'_>) -> Value {
    let mut items: Vec<Value> = Vec::new();
    let inner = View::of(root, &view.items);
    let pool: Vec<Value> = inner.branches(root).unwrap_or_default().iter().flat_map(|one| samples(root, one, how)).collect();
    for at in 0..size.min(LARGEST) {
        let value = match pool.get(at) {
            Some(value) => value.clone(),
            None => match pool.first() {
                Some(Value::Number(_)) => Value::from(at),
                Some(Value::String(text)) => Value::from(format!("{text}{at}")),
                _ => Value::from(at),
            },
        };
        items.push(value);
    }
    Value::Array(items)
}

/// Numbers near a limit, then small ones, those first that the schema takes.
fn numbers(view: &View<'_>, near: f64) -> Vec<Value> {
    let mut all: Vec<f64> = Vec::new();
    let step = view.multiples.iter().map(|(multiple, _)| *multiple).find(|multiple| *multiple > 0.0);
    let edges = view.limits[0].iter().flatten().map(|limit| limit.number);
    let points: Vec<f64> = std::iter::once(near).chain(edges).chain([0.0]).collect();
    for point in points {
        match step {
            Some(step) => all.extend([-1.0, 0.0, 1.0, 2.0].map(|by| ((point / step).floor() + by) * step)),
            None => all.extend([point - 1.0, point + 1.0, point, point.floor(), point.ceil(), point + 0.5, point - 0.5]),
        }
    }
    all.extend([1.0, 7.0, 0.3, 1.1]);
    let fits = |number: &f64| {
        let number = *number;
        let inside = |side: usize| {
            view.limits[0][side].is_none_or(|limit| {
                let beyond = if side == 0 { number < limit.number } else { number > limit.number };
                !(beyond || limit.exclusive && number == limit.number)
            })
        };
        let kind = if number.fract() == 0.0 { Types::INTEGER } else { Types::FRACTION };
        number.is_finite() && inside(0) && inside(1) && view.types.holds(kind)
    };
    // Positive numbers read more naturally where they do as well.
    let mut out: Vec<Value> = Vec::new();
    let (natural, others): (Vec<f64>, Vec<f64>) = all.into_iter().filter(fits).partition(|number| *number >= 0.0);
    for number in natural.into_iter().chain(others) {
        let value = if number.fract() == 0.0 && number.abs() < 9e15 { Value::from(number as i64) } else { Value::from(number) };
        if !out.contains(&value) {
            out.push(value);
        }
    }
    debug_assert!(out.iter().all(|value| !(of_value(value) & Types::NUMBER).is_none()));
    out
}
