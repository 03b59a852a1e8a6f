//! Is every value that one schema takes also taken by another? Decided by reasoning on both, as if each were closed at every object
//! that lists properties. What is not taken any more is a difference with its place; what cannot be decided is one too, and says so.

use super::rename;
use super::same::Marks;
use super::sample::Leaf;
use super::text;
use super::view::{LIMITS, Limit, Prop, View, of_value};
use crate::evidence::Path;
use crate::json::{Json, NodeId};
use crate::schema::Types;
use rustc_hash::{FxHashSet, FxHasher};
use serde_json::Value;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What the second schema does not take, or may not.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum What {
    /// A key that only the first lists.
    Lacks {
        name: String,
    },
    /// The key goes by another name.
    Renamed {
        name: String,
        to: String,
    },
    /// A key that only the second demands; `listed`: the first lists it.
    Requires {
        name: String,
        listed: bool,
    },
    /// One of several groups of keys must be there.
    RequiresOne {
        names: Vec<String>,
    },
    Types {
        lost: Types,
    },
    /// `any`: the first names no set.
    Members {
        lost: Vec<Value>,
        any: bool,
    },
    Bound {
        keyword: &'static str,
    },
    /// An alternative is gone.
    Branch,
    Closed {
        on_purpose: bool,
    },
    Unsure {
        keyword: String,
        why: &'static str,
    },
}

/// One step from the arguments down to a place.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Key(String),
    Item(usize),
}

/// The objects and arrays around a place, nearest first.
pub(super) type Trail<'a> = Option<Rc<Frame<'a>>>;

#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) above: Trail<'a>,
    pub(super) view: Rc<View<'a>>,
    pub(super) step: Step,
}

#[derive(Debug, Clone)]
pub(super) struct Diff<'a> {
    pub(super) what: What,
    pub(super) path: Path,
    /// In the first document and in the second.
    pub(super) a: Option<Json<'a>>,
    pub(super) b: Option<Json<'a>>,
    /// What the first takes there, and where that is.
    pub(super) view: Rc<View<'a>>,
    pub(super) trail: Trail<'a>,
    /// Values that show the difference.
    pub(super) leaf: Leaf,
    /// These are all the values there are: where none shows it, there is none.
    pub(super) all: bool,
}

/// Pairs of schemas that are looked at, and branches that are tried.
const BUDGET: usize = 20_000;
const DEEPEST: usize = 48;
/// Members that are held one by one against the alternatives of a union.
const MOST_MEMBERS: usize = 64;

/// Where one place is written in the first document and in the second.
type Pair<'a> = (Option<Json<'a>>, Option<Json<'a>>);

pub(super) struct Contain<'a> {
    a: Json<'a>,
    b: Json<'a>,
    a_marks: Marks<'a>,
    b_marks: Marks<'a>,
    /// Pairs that are being compared: whoever comes back to one may rely on it.
    open: FxHashSet<u64>,
    left: usize,
    depth: usize,
}

impl<'a> Contain<'a> {
    pub(super) fn new(a: Json<'a>, b: Json<'a>) -> Self {
        Self { a, b, a_marks: Marks::new(a), b_marks: Marks::new(b), open: FxHashSet::default(), left: BUDGET, depth: 0 }
    }

    pub(super) fn run(&mut self) -> Vec<Diff<'a>> {
        let (a, b) = (self.a, self.b);
        self.contain(&[a], &[b], &Path::root(), &None)
    }

    fn contain(&mut self, a: &[Json<'a>], b: &[Json<'a>], path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        if self.a_marks.of_all(a) == self.b_marks.of_all(b) {
            return Vec::new();
        }
        let pair = ids(a, b);
        if self.open.contains(&pair) {
            return Vec::new();
        }
        let mut va = View::of(self.a, a);
        if path.is_root() {
            // Whatever its schema says: arguments are an object, and so is a structured result.
            va = va.of_types(Types::OBJECT);
        }
        if va.is_empty() {
            return Vec::new();
        }
        let vb = View::of(self.b, b);
        if self.left == 0 || self.depth > DEEPEST {
            return vec![unsure(&va, path, trail, b.first().copied(), "schema", "the schemas are too large to compare")];
        }
        self.open.insert(pair);
        self.depth += 1;
        let found = self.views(va, vb, (a.first().copied(), b.first().copied()), path, trail);
        self.depth -= 1;
        self.open.remove(&pair);
        found
    }

    fn views(&mut self, va: View<'a>, vb: View<'a>, (a, b): Pair<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        let union = vb.unions.first().map(|union| union.at);
        let whole = va.clone();
        let (Some(mut das), Some(dbs)) = (va.branches(self.a), vb.branches(self.b)) else {
            let at = union.or(b);
            return vec![unsure(&whole, path, trail, at, "anyOf", "its alternatives are too many to compare one by one")];
        };
        let mut out = Vec::new();
        for da in &mut das {
            // Where nothing names a type, the schema itself is the place.
            da.types_at = da.types_at.or(da.picked.last().map(|pick| pick.branch)).or(a);
            out.extend(self.within(da, &dbs, union.or(b), path, trail));
        }
        join(out)
    }

    /// One alternative of the first against all of the second.
    fn within(&mut self, da: &View<'a>, dbs: &[View<'a>], at: Option<Json<'a>>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return vec![unsure(da, path, trail, at, "schema", "the schemas are too large to compare")];
        }
        match dbs {
            [] => return vec![diff(What::Types { lost: da.types }, da, path, trail, da.types_at, at, Leaf::Samples)],
            // What is left is another kind of object, not this one with other keys.
            [db] if da.picked.last().is_some() && da.is_told_from(self.a, db, self.b) => {
                let of_a = da.picked.last().map(|pick| pick.branch);
                return vec![diff(What::Branch, da, path, trail, of_a, at, Leaf::Samples)];
            }
            [db] => return self.plain(da, db, at, path, trail),
            _ => {}
        }
        let mut near: Vec<Vec<Diff<'a>>> = Vec::new();
        for db in dbs {
            if da.is_apart_from(self.a, db, self.b) {
                continue;
            }
            let found = self.plain(da, db, at, path, trail);
            if found.is_empty() {
                if self.is_sole(da, db) {
                    return Vec::new();
                }
                return vec![unsure(da, path, trail, at, "oneOf", "a value could satisfy several of its alternatives")];
            }
            near.push(found);
        }
        if let Some(members) = da.members.as_ref().filter(|members| members.len() > 1 && members.len() <= MOST_MEMBERS) {
            let each = members.iter().map(|member| View { members: Some(vec![member.clone()]), types: of_value(member), ..da.clone() });
            let each: Vec<View<'a>> = each.collect();
            return each.iter().flat_map(|one| self.within(one, dbs, at, path, trail)).collect();
        }
        let kinds: Vec<Types> = da.types.kinds().collect();
        if kinds.len() > 1 {
            let each: Vec<View<'a>> = kinds.into_iter().map(|kind| da.of_types(kind)).filter(|view| !view.is_empty()).collect();
            return each.iter().flat_map(|one| self.within(one, dbs, at, path, trail)).collect();
        }
        let of_a = da.picked.last().map(|pick| pick.branch);
        if near.is_empty() {
            let types = dbs.iter().map(|db| db.types).fold(Types::NONE, |all, one| all | one);
            let what = match &da.members {
                _ if (da.types & types).is_none() => What::Types { lost: da.types },
                Some(members) => What::Members { lost: members.clone(), any: false },
                None => What::Branch,
            };
            return vec![diff(what, da, path, trail, of_a, at, Leaf::Samples)];
        }
        if da.picked.is_empty()
            && let Some(names) = all_required(&near)
        {
            return vec![diff(What::RequiresOne { names }, da, path, trail, None, at, Leaf::Samples)];
        }
        near.into_iter().min_by_key(|found| found.iter().map(|diff| weight(&diff.what)).sum::<usize>()).unwrap_or_default()
    }

    /// Does no other branch of a `oneOf` take what this one takes?
    fn is_sole(&mut self, da: &View<'a>, db: &View<'a>) -> bool {
        let ones: Vec<_> = db.picked.iter().filter(|pick| pick.union.one).cloned().collect();
        ones.iter().all(|pick| {
            let others: Vec<Json<'a>> = pick.union.branches.iter().copied().filter(|branch| branch.id() != pick.branch.id()).collect();
            others.into_iter().all(|other| {
                let apart = View::of(self.b, &[other])
                    .branches(self.b)
                    .is_some_and(|views| views.iter().all(|view| view.is_apart_from(self.b, da, self.a)));
                apart || {
                    // The first excludes it as well.
                    let mark = self.b_marks.of(other);
                    let excluded: Vec<Json<'a>> = da
                        .picked
                        .iter()
                        .filter(|pick| pick.union.one)
                        .flat_map(|pick| pick.union.branches.iter().copied().filter(|branch| branch.id() != pick.branch.id()))
                        .collect();
                    excluded.into_iter().any(|branch| self.a_marks.of(branch) == mark)
                }
            })
        })
    }

    /// Neither has a union.
    fn plain(&mut self, da: &View<'a>, db: &View<'a>, at: Option<Json<'a>>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        let mut out = Vec::new();
        // Of two sets, the members say it all.
        let sets = da.members.is_some() && db.members.is_some();
        let lost = da.types.without(db.types);
        if !lost.is_none() && !sets {
            let (view, of_b) = (da.of_types(lost), db.types_at.or(db.members_at).or(at));
            out.push(diff(What::Types { lost }, &view, path, trail, da.types_at, of_b, Leaf::Samples));
        }
        let view = if sets { da.clone() } else { da.of_types(da.types & db.types) };
        if view.is_empty() {
            return out;
        }
        let lost = members(&view, db);
        if let Some((lost, any)) = lost {
            let leaf = if any { Leaf::Samples } else { Leaf::Values(lost.clone()) };
            out.push(diff(What::Members { lost, any }, &view, path, trail, da.members_at.or(da.types_at), db.members_at.or(at), leaf));
        }
        if let Some(members) = view.members.clone() {
            out.extend(self.finite(&view, members, db, path, trail));
            return out;
        }
        if db.members.is_none() {
            out.extend(limits(&view, db, path, trail));
            out.extend(texts(&view, db, path, trail));
        }
        if view.types.holds(Types::ARRAY) {
            out.extend(self.arrays(&view, db, path, trail));
        }
        if view.types.holds(Types::OBJECT) {
            out.extend(self.objects(&view, db, at, path, trail));
        }
        for (keyword, of_b) in &db.opaque {
            let mark = mark_of(&mut self.b_marks, keyword, *of_b);
            let mut known = view.opaque.iter().filter(|(known, _)| known == keyword);
            if known.any(|(_, of_a)| mark_of(&mut self.a_marks, keyword, *of_a) == mark) || !speaks_of(keyword, view.types) {
                continue;
            }
            let why = if *keyword == "$ref" { "it leads nowhere" } else { "this keyword is not reasoned about" };
            let mut found = unsure(&view, path, trail, Some(*of_b), keyword, why);
            found.a = view.opaque.iter().find(|(known, _)| known == keyword).map(|(_, at)| *at).or(found.a);
            out.push(found);
        }
        out
    }

    /// A few values against limits and shapes: the validator tells.
    fn finite(&mut self, view: &View<'a>, members: Vec<Value>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Option<Diff<'a>> {
        let kept: Vec<Value> =
            members.into_iter().filter(|member| db.members.as_ref().is_none_or(|known| known.contains(member))).collect();
        let limit = db.limits.iter().flatten().flatten().map(|limit| limit.at).next();
        let judged = limit
            .or(db.multiples.first().map(|(_, at)| *at))
            .or(db.patterns.first().map(|(_, at)| *at))
            .or(db.opaque.first().map(|(_, at)| *at))
            .or_else(|| db.props.first().and_then(|prop| prop.schemas.first().copied()))
            .or(db.items.first().copied())?;
        let mut found = diff(What::Bound { keyword: "enum" }, view, path, trail, view.members_at, Some(judged), Leaf::Values(kept));
        found.all = true;
        Some(found)
    }

    fn arrays(&mut self, view: &View<'a>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        let mut out = Vec::new();
        let most = view.limits[2][1].map_or(usize::MAX, |limit| limit.number.max(0.0) as usize);
        if let Some(at) = db.unique.filter(|_| view.unique.is_none() && most > 1) {
            let what = What::Bound { keyword: "uniqueItems" };
            out.push(diff(what, view, path, trail, view.types_at, Some(at), Leaf::Twice));
        }
        let shared = Rc::new(view.clone());
        let below = path.join("[]");
        let places = view.tuple.len().max(db.tuple.len());
        for at in 0..places.min(most) {
            let of_a = view.tuple.get(at).unwrap_or(&view.items);
            let of_b = db.tuple.get(at).unwrap_or(&db.items);
            let frame = Rc::new(Frame { above: trail.clone(), view: Rc::clone(&shared), step: Step::Item(at) });
            out.extend(self.contain(of_a, of_b, &below, &Some(frame)));
        }
        // Where nothing is said of items any more, their keys are not advertised any more.
        if most > places && !(view.items.is_empty() && db.items.is_empty()) {
            let frame = Rc::new(Frame { above: trail.clone(), view: Rc::clone(&shared), step: Step::Item(places) });
            out.extend(self.contain(&view.items, &db.items, &below, &Some(frame)));
        }
        out
    }

    fn objects(&mut self, view: &View<'a>, db: &View<'a>, at: Option<Json<'a>>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        let mut out = Vec::new();
        let shared = Rc::new(view.clone());
        let frame = |name: &str| Some(Rc::new(Frame { above: trail.clone(), view: Rc::clone(&shared), step: Step::Key(name.to_owned()) }));
        let taken = |props: &[Prop<'a>], name: &str| props.iter().any(|prop| prop.name == name);
        let gone: Vec<&Prop<'a>> = view.props.iter().filter(|prop| !taken(&db.props, prop.name) && db.key_patterns.is_empty()).collect();
        let new: Vec<&Prop<'a>> = db.props.iter().filter(|prop| !taken(&view.props, prop.name)).collect();
        let pairs = rename::pairs(&gone, &new, &mut self.a_marks, &mut self.b_marks, (view.props.len(), db.props.len()));
        for prop in &gone {
            if View::of(self.a, &prop.schemas).is_empty() {
                continue;
            }
            let to = pairs.iter().find(|(from, _)| *from == prop.name).map(|(_, to)| *to);
            let of_a = prop.schemas.first().copied();
            let (what, of_b) = match to {
                Some(to) => (
                    What::Renamed { name: prop.name.to_owned(), to: to.to_owned() },
                    db.prop(to).and_then(|prop| prop.schemas.first().copied()),
                ),
                None => (What::Lacks { name: prop.name.to_owned() }, at),
            };
            let leaf = Leaf::With(prop.name.to_owned());
            out.push(diff(what, view, &path.join(prop.name), trail, of_a, of_b, leaf));
        }
        for (name, entry) in &db.required {
            let renamed = pairs.iter().any(|(_, to)| to == name);
            if view.requires(name) || renamed {
                continue;
            }
            let what = What::Requires { name: (*name).to_owned(), listed: taken(&view.props, name) };
            let of_a = view.prop(name).and_then(|prop| prop.schemas.first().copied()).or(view.types_at);
            out.push(diff(what, view, &path.join(name), trail, of_a, Some(*entry), Leaf::Without((*name).to_owned())));
        }
        for prop in &view.props {
            if let Some(other) = db.prop(prop.name) {
                out.extend(self.contain(&prop.schemas, &other.schemas, &path.join(prop.name), &frame(prop.name)));
            }
        }
        if let Some(closed) = db.closed.filter(|_| view.closed.is_none()) {
            let what = What::Closed { on_purpose: view.is_open_on_purpose() };
            let of_a = view.free.first().copied().or(view.types_at);
            out.push(diff(what, view, path, trail, of_a, Some(closed), Leaf::Stray));
        } else if view.is_open_on_purpose() && !view.free.is_empty() && !db.free.is_empty() {
            out.extend(self.contain(&view.free, &db.free, &path.join("*"), &frame("key")));
        }
        for (pattern, of_b) in &db.key_patterns {
            let same = view.key_patterns.iter().find(|(known, _)| known == pattern);
            match same {
                Some((_, of_a)) => out.extend(self.contain(&[*of_a], &[*of_b], &path.join("*"), &frame("key"))),
                None if view.props.is_empty() && view.closed.is_some() && view.key_patterns.is_empty() => {}
                None => out.push(unsure(
                    view,
                    path,
                    trail,
                    Some(*of_b),
                    "patternProperties",
                    "which keys a pattern takes is not reasoned about",
                )),
            }
        }
        if db.closed.is_some() && view.closed.is_some() {
            let gone = view.key_patterns.iter().find(|(known, _)| !db.key_patterns.iter().any(|(pattern, _)| pattern == known));
            if let Some((_, of_a)) = gone {
                let why = "which keys a pattern takes is not reasoned about";
                let mut found = unsure(view, path, trail, db.closed, "patternProperties", why);
                found.a = Some(*of_a);
                out.push(found);
            }
        }
        out
    }
}

/// The members that are lost; `true` where the first has no set to lose them from.
fn members(view: &View<'_>, db: &View<'_>) -> Option<(Vec<Value>, bool)> {
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

fn limits<'a>(view: &View<'a>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
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
            if implied || counted || spelt {
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

fn texts<'a>(view: &View<'a>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
    let new = db.patterns.iter().filter(|(pattern, _)| !view.patterns.iter().any(|(known, _)| known == pattern));
    let new = new.filter(|_| view.types.holds(Types::STRING));
    new.map(|(_, at)| {
        let of_a = view.patterns.first().map(|(_, at)| *at).or(view.types_at);
        diff(What::Bound { keyword: "pattern" }, view, path, trail, of_a, Some(*at), Leaf::Texts)
    })
    .collect()
}

/// What a keyword means that is compared as a whole: an `if` with what follows it.
fn mark_of<'a>(marks: &mut Marks<'a>, keyword: &str, at: Json<'a>) -> [Option<u64>; 3] {
    let holder = at.parent().filter(|_| keyword == "if");
    let mut beside = |key| holder.and_then(|holder| holder.get(key)).map(|schema| marks.of(schema));
    let (then, other) = (beside("then"), beside("else"));
    [Some(marks.of(at)), then, other]
}

/// Does a keyword speak of values of these types at all?
fn speaks_of(keyword: &str, types: Types) -> bool {
    match keyword {
        "contains" | "unevaluatedItems" => types.holds(Types::ARRAY),
        "propertyNames" | "dependentSchemas" | "dependentRequired" | "dependencies" => types.holds(Types::OBJECT),
        _ => true,
    }
}

fn all_required(near: &[Vec<Diff<'_>>]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for diff in near.iter().flatten() {
        match &diff.what {
            What::Requires { name, .. } if !names.contains(name) => names.push(name.clone()),
            What::Requires { .. } => {}
            _ => return None,
        }
    }
    Some(names)
}

fn weight(what: &What) -> usize {
    match what {
        What::Types { .. } | What::Branch => 4,
        What::Members { .. } | What::Lacks { .. } => 2,
        _ => 1,
    }
}

/// The same difference, met in several alternatives, is one; lost members and types of one place are told together.
fn join(found: Vec<Diff<'_>>) -> Vec<Diff<'_>> {
    let mut out: Vec<Diff<'_>> = Vec::new();
    for diff in found {
        let spot = |diff: &Diff<'_>| (diff.path.clone(), diff.b.map(Json::id));
        let same = out.iter_mut().find(|old| {
            spot(old) == spot(&diff) && std::mem::discriminant(&old.what) == std::mem::discriminant(&diff.what) && {
                match (&old.what, &diff.what) {
                    (What::Members { .. } | What::Types { .. } | What::Closed { .. }, _) => true,
                    (old, new) => old == new,
                }
            }
        });
        match same.map(|old| (&mut old.what, &mut old.leaf)) {
            None => out.push(diff),
            Some((What::Members { lost, any }, leaf)) => {
                if let What::Members { lost: more, any: also } = &diff.what {
                    lost.extend(more.iter().filter(|member| !lost.contains(member)).cloned().collect::<Vec<_>>());
                    *any |= also;
                    *leaf = if *any { Leaf::Samples } else { Leaf::Values(lost.clone()) };
                }
            }
            Some((What::Types { lost }, _)) => {
                if let What::Types { lost: more } = diff.what {
                    *lost = *lost | more;
                }
            }
            // Further values that may show it.
            Some((_, Leaf::Values(values))) => {
                if let Leaf::Values(more) = diff.leaf {
                    values.extend(more);
                }
            }
            Some(_) => {}
        }
    }
    out
}

fn diff<'a>(what: What, view: &View<'a>, path: &Path, trail: &Trail<'a>, a: Option<Json<'a>>, b: Option<Json<'a>>, leaf: Leaf) -> Diff<'a> {
    Diff { what, path: path.clone(), a, b, view: Rc::new(view.clone()), trail: trail.clone(), leaf, all: false }
}

fn unsure<'a>(view: &View<'a>, path: &Path, trail: &Trail<'a>, b: Option<Json<'a>>, keyword: &str, why: &'static str) -> Diff<'a> {
    let what = What::Unsure { keyword: keyword.to_owned(), why };
    diff(what, view, path, trail, view.types_at, b, Leaf::Samples)
}

fn ids(a: &[Json<'_>], b: &[Json<'_>]) -> u64 {
    let mut hasher = FxHasher::default();
    let ids = |list: &[Json<'_>]| list.iter().map(|json| json.id()).collect::<Vec<NodeId>>();
    (ids(a), ids(b)).hash(&mut hasher);
    hasher.finish()
}
