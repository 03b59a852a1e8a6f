//! Is every value that one schema takes also taken by another? Decided by reasoning on both, as if each were closed at every object
//! that lists properties. What is not taken any more is a difference with its place; what cannot be decided is one too, and says so.

use super::diff::{Diff, Frame, Step, Trail, What, diff, join, unsure};
use super::limits::{limits, members, texts};
use super::rename;
use super::same::Marks;
use super::sample::Leaf;
use super::view::{Prop, View, of_value};
use crate::evidence::Path;
use crate::json::{Json, NodeId};
use crate::schema::Types;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use std::rc::Rc;

/// Pairs of schemas that are looked at, and branches that are tried.
const BUDGET: usize = 20_000;
const DEEPEST: usize = 48;
/// Places at which the differences of one pair of schemas are told.
const MOST_TOLD: usize = 8;
/// Members that are held one by one against the alternatives of a union.
const MOST_MEMBERS: usize = 64;

/// Where one place is written in the first document and in the second.
type Pair<'a> = (Option<Json<'a>>, Option<Json<'a>>);

/// The schemas that hold there, in the first document and in the second.
type Key = (Box<[NodeId]>, Box<[NodeId]>);

pub(super) struct Contain<'a> {
    a: Json<'a>,
    b: Json<'a>,
    a_marks: Marks<'a>,
    b_marks: Marks<'a>,
    /// Pairs that are being compared: whoever comes back to one may rely on it.
    open: FxHashSet<Key>,
    /// How often somebody did.
    relied: usize,
    /// Pairs of which the second takes all of the first.
    clean: FxHashSet<Key>,
    /// How often the differences of a pair were told: one definition may stand at many places.
    told: FxHashMap<Key, usize>,
    left: usize,
    depth: usize,
}

impl<'a> Contain<'a> {
    pub(super) fn new(a: Json<'a>, b: Json<'a>) -> Self {
        Self {
            a,
            b,
            a_marks: Marks::new(a),
            b_marks: Marks::new(b),
            open: FxHashSet::default(),
            relied: 0,
            clean: FxHashSet::default(),
            told: FxHashMap::default(),
            left: BUDGET,
            depth: 0,
        }
    }

    pub(super) fn run(&mut self) -> Vec<Diff<'a>> {
        let (a, b) = (self.a, self.b);
        let mut found = self.contain(&[a], &[b], &Path::root(), &None);
        found.retain(|diff| diff.what != What::Told);
        found
    }

    fn contain(&mut self, a: &[Json<'a>], b: &[Json<'a>], path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        if self.a_marks.of_all(a) == self.b_marks.of_all(b) {
            return Vec::new();
        }
        let pair: Key = (ids(a), ids(b));
        if self.open.contains(&pair) {
            self.relied += 1;
            return Vec::new();
        }
        if self.clean.contains(&pair) {
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
            return vec![unsure(&Rc::new(va), path, trail, b.first().copied(), "schema", "the schemas are too large to compare")];
        }
        if self.told.get(&pair).is_some_and(|times| *times >= MOST_TOLD) {
            return vec![diff(What::Told, &Rc::new(va), path, trail, None, b.first().copied(), Leaf::Samples)];
        }
        let relied = self.relied;
        self.open.insert(pair.clone());
        self.depth += 1;
        let found = self.views(va, vb, (a.first().copied(), b.first().copied()), path, trail);
        self.depth -= 1;
        self.open.remove(&pair);
        if !found.is_empty() {
            *self.told.entry(pair).or_default() += 1;
        } else if self.relied == relied {
            self.clean.insert(pair);
        }
        found
    }

    fn views(&mut self, va: View<'a>, vb: View<'a>, (a, b): Pair<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        let union = vb.unions.first().map(|union| union.at);
        let whole = Rc::new(va.clone());
        let (Some(mut das), Some(dbs)) = (va.branches(self.a), vb.branches(self.b)) else {
            let at = union.or(b);
            return vec![unsure(&whole, path, trail, at, "anyOf", "its alternatives are too many to compare one by one")];
        };
        let mut out = Vec::new();
        // An alternative that stands unchanged is nobody's new form.
        let mut mine: FxHashSet<u64> = FxHashSet::default();
        mine.extend(das.iter().filter_map(|da| da.picked.last()).map(|pick| pick.branch).map(|branch| self.a_marks.of(branch)));
        let stands: Vec<bool> =
            dbs.iter().map(|db| db.picked.last().is_some_and(|pick| mine.contains(&self.b_marks.of(pick.branch)))).collect();
        for da in &mut das {
            // Where nothing names a type, the schema itself is the place.
            da.types_at = da.types_at.or(da.picked.last().map(|pick| pick.branch)).or(a);
            out.extend(self.within(&Rc::new(da.clone()), (&dbs, &stands), union.or(b), path, trail));
        }
        join(out)
    }

    /// One alternative of the first against all of the second.
    fn within(
        &mut self,
        da: &Rc<View<'a>>,
        (dbs, stands): (&[View<'a>], &[bool]),
        at: Option<Json<'a>>,
        path: &Path,
        trail: &Trail<'a>,
    ) -> Vec<Diff<'a>> {
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
        let mut fits = false;
        for (db, stands) in dbs.iter().zip(stands) {
            if da.is_apart_from(self.a, db, self.b) {
                continue;
            }
            let found = self.plain(da, db, at, path, trail);
            if found.is_empty() {
                if self.is_sole(da, db) {
                    return Vec::new();
                }
                fits = true;
            } else if !*stands || da.picked.is_empty() {
                near.push(found);
            }
        }
        if fits {
            return vec![unsure(da, path, trail, at, "oneOf", "a value could satisfy several of its alternatives")];
        }
        if let Some(members) = da.members.as_ref().filter(|members| members.len() > 1 && members.len() <= MOST_MEMBERS) {
            let each =
                members.iter().map(|member| View { members: Some(vec![member.clone()]), types: of_value(member), ..View::clone(da) });
            let each: Vec<Rc<View<'a>>> = each.map(Rc::new).collect();
            return each.iter().flat_map(|one| self.within(one, (dbs, stands), at, path, trail)).collect();
        }
        let kinds: Vec<Types> = da.types.kinds().collect();
        if kinds.len() > 1 {
            let each = kinds.into_iter().map(|kind| da.of_types(kind)).filter(|view| !view.is_empty());
            let each: Vec<Rc<View<'a>>> = each.map(Rc::new).collect();
            return each.iter().flat_map(|one| self.within(one, (dbs, stands), at, path, trail)).collect();
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
    fn is_sole(&mut self, da: &Rc<View<'a>>, db: &View<'a>) -> bool {
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
    fn plain(&mut self, da: &Rc<View<'a>>, db: &View<'a>, at: Option<Json<'a>>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        let mut out = Vec::new();
        // Of two sets, the members say it all.
        let sets = da.members.is_some() && db.members.is_some();
        let lost = da.types.without(db.types);
        if !lost.is_none() && !sets {
            let (view, of_b) = (Rc::new(da.of_types(lost)), db.types_at.or(db.members_at).or(at));
            out.push(diff(What::Types { lost }, &view, path, trail, da.types_at, of_b, Leaf::Samples));
        }
        let view = if sets || db.types.holds(da.types) { Rc::clone(da) } else { Rc::new(da.of_types(da.types & db.types)) };
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
    fn finite(&mut self, view: &Rc<View<'a>>, members: Vec<Value>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Option<Diff<'a>> {
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

    fn arrays(&mut self, view: &Rc<View<'a>>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        let mut out = Vec::new();
        let most = view.limits[2][1].map_or(usize::MAX, |limit| limit.number.max(0.0) as usize);
        if let Some(at) = db.unique.filter(|_| view.unique.is_none() && most > 1) {
            let what = What::Bound { keyword: "uniqueItems" };
            out.push(diff(what, view, path, trail, view.types_at, Some(at), Leaf::Twice));
        }
        let below = path.join("[]");
        let places = view.tuple.len().max(db.tuple.len());
        for at in 0..places.min(most) {
            let of_a = view.tuple.get(at).unwrap_or(&view.items);
            let of_b = db.tuple.get(at).unwrap_or(&db.items);
            let frame = Rc::new(Frame { above: trail.clone(), view: Rc::clone(view), step: Step::Item(at) });
            out.extend(self.contain(of_a, of_b, &below, &Some(frame)));
        }
        // Where nothing is said of items any more, their keys are not advertised any more.
        if most > places && !(view.items.is_empty() && db.items.is_empty()) {
            let frame = Rc::new(Frame { above: trail.clone(), view: Rc::clone(view), step: Step::Item(places) });
            out.extend(self.contain(&view.items, &db.items, &below, &Some(frame)));
        }
        out
    }

    fn objects(&mut self, view: &Rc<View<'a>>, db: &View<'a>, at: Option<Json<'a>>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
        let mut out = Vec::new();
        let frame = |name: &str| Some(Rc::new(Frame { above: trail.clone(), view: Rc::clone(view), step: Step::Key(name.to_owned()) }));
        let of_a: FxHashMap<&str, &Prop<'a>> = view.props.iter().map(|prop| (prop.name, prop)).collect();
        let of_b: FxHashMap<&str, &Prop<'a>> = db.props.iter().map(|prop| (prop.name, prop)).collect();
        let demanded: FxHashSet<&str> = view.required.iter().map(|(name, _)| *name).collect();
        // A pattern of keys may take a key: it does not advertise it.
        let gone: Vec<&Prop<'a>> = view.props.iter().filter(|prop| !of_b.contains_key(prop.name)).collect();
        let new: Vec<&Prop<'a>> = db.props.iter().filter(|prop| !of_a.contains_key(prop.name)).collect();
        let pairs = rename::pairs(&gone, &new, &mut self.a_marks, &mut self.b_marks, (view.props.len(), db.props.len()));
        for prop in &gone {
            if View::of(self.a, &prop.schemas).is_empty() {
                continue;
            }
            let to = pairs.iter().find(|(from, _)| *from == prop.name).map(|(_, to)| *to);
            let mine = prop.schemas.first().copied();
            let (what, others) = match to {
                Some(to) => (
                    What::Renamed { name: prop.name.to_owned(), to: to.to_owned() },
                    of_b.get(to).and_then(|prop| prop.schemas.first().copied()),
                ),
                None => (What::Lacks { name: prop.name.to_owned() }, at),
            };
            let leaf = Leaf::With(prop.name.to_owned());
            out.push(diff(what, view, &path.join(prop.name), trail, mine, others, leaf));
        }
        for (name, entry) in &db.required {
            // Under its old name it may have been demanded already.
            let old = pairs.iter().find(|(_, to)| to == name).map_or(*name, |(from, _)| from);
            if demanded.contains(old) {
                continue;
            }
            let what = What::Requires { name: (*name).to_owned(), listed: of_a.contains_key(old) };
            let mine = of_a.get(old).and_then(|prop| prop.schemas.first().copied()).or(view.types_at);
            out.push(diff(what, view, &path.join(name), trail, mine, Some(*entry), Leaf::Without(old.to_owned())));
        }
        for prop in &view.props {
            if let Some(other) = of_b.get(prop.name) {
                out.extend(self.contain(&prop.schemas, &other.schemas, &path.join(prop.name), &frame(prop.name)));
            }
        }
        // A key of a map that is listed now had a value of the map.
        let values: Vec<Json<'a>> = view.free.iter().copied().filter(|schema| schema.members().iter().len() > 0).collect();
        if !values.is_empty() && view.closed.is_none() && !db.free.is_empty() {
            for prop in &new {
                out.extend(self.contain(&values, &prop.schemas, &path.join(prop.name), &frame(prop.name)));
            }
        }
        out.extend(refused_keys(view, db, path, trail));
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

/// Listed keys that a closed part of the second refuses: a part that is closed knows its own keys alone.
fn refused_keys<'a>(view: &Rc<View<'a>>, db: &View<'a>, path: &Path, trail: &Trail<'a>) -> Vec<Diff<'a>> {
    let closings = db.closings.iter().filter(|closing| closing.patterns == 0);
    let lost = closings.filter_map(|closing| {
        let passes = |name: &str| view.closings.iter().all(|old| old.patterns > 0 || old.keys.contains(&name));
        let name = view
            .props
            .iter()
            .map(|prop| prop.name)
            .find(|name| passes(name) && !closing.keys.contains(name) && db.props.iter().any(|prop| prop.name == *name))?;
        let why = "a part of the schema that is closed does not know every key";
        let mut found = unsure(view, &path.join(name), trail, Some(closing.at), "additionalProperties", why);
        found.leaf = Leaf::With(name.to_owned());
        Some(found)
    });
    lost.collect()
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
        "contains" | "minContains" | "maxContains" | "unevaluatedItems" => types.holds(Types::ARRAY),
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

fn ids(schemas: &[Json<'_>]) -> Box<[NodeId]> {
    schemas.iter().map(|schema| schema.id()).collect()
}
