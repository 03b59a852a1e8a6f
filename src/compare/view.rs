//! What one schema demands, read together: its own keywords, those behind its references and those of its `allOf`.

use crate::json::{Json, NodeId};
use crate::schema::{self, Dialect, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

/// A limit, and the keyword that sets it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit<'a> {
    pub(super) number: f64,
    /// The limit itself is outside.
    pub(super) exclusive: bool,
    pub(super) at: Json<'a>,
}

/// The pairs of limits: on numbers, on the length of texts, on the size of arrays and of objects.
pub(super) const LIMITS: [(&str, &str, Types); 4] = [
    ("minimum", "maximum", Types::NUMBER),
    ("minLength", "maxLength", Types::STRING),
    ("minItems", "maxItems", Types::ARRAY),
    ("minProperties", "maxProperties", Types::OBJECT),
];

#[derive(Debug, Clone)]
pub(super) struct Prop<'a> {
    pub(super) name: &'a str,
    /// Its schemas; all of them hold.
    pub(super) schemas: Vec<Json<'a>>,
}

/// `anyOf` or `oneOf`.
#[derive(Debug, Clone)]
pub(super) struct Union<'a> {
    pub(super) at: Json<'a>,
    /// Exactly one branch may hold.
    pub(super) one: bool,
    pub(super) branches: Vec<Json<'a>>,
}

#[derive(Debug, Clone)]
pub(super) struct Closing<'a> {
    pub(super) at: Json<'a>,
    pub(super) keys: FxHashSet<&'a str>,
    /// Patterns of keys that it leaves as well.
    pub(super) patterns: usize,
}

/// The branch of a union that a view follows.
#[derive(Debug, Clone)]
pub(super) struct Pick<'a> {
    pub(super) union: Union<'a>,
    pub(super) branch: Json<'a>,
}

#[derive(Debug, Clone)]
pub(super) struct View<'a> {
    pub(super) types: Types,
    pub(super) types_at: Option<Json<'a>>,
    /// What `enum` and `const` leave.
    pub(super) members: Option<Vec<Value>>,
    pub(super) members_at: Option<Json<'a>>,
    /// Least and greatest, in the order of [`LIMITS`].
    pub(super) limits: [[Option<Limit<'a>>; 2]; 4],
    pub(super) multiples: Vec<(f64, Json<'a>)>,
    pub(super) patterns: Vec<(&'a str, Json<'a>)>,
    pub(super) unique: Option<Json<'a>>,
    pub(super) props: Vec<Prop<'a>>,
    pub(super) required: Vec<(&'a str, Json<'a>)>,
    /// `additionalProperties` that are true or a schema, and no `{}` that closes.
    pub(super) free: Vec<Json<'a>>,
    /// The `false` of `additionalProperties` or `unevaluatedProperties`.
    pub(super) closed: Option<Json<'a>>,
    /// Each `false` of `additionalProperties`, with the keys that it leaves.
    pub(super) closings: Vec<Closing<'a>>,
    pub(super) key_patterns: Vec<(&'a str, Json<'a>)>,
    pub(super) items: Vec<Json<'a>>,
    pub(super) tuple: Vec<Vec<Json<'a>>>,
    pub(super) unions: Vec<Union<'a>>,
    /// Unions that were unfolded on the way here.
    pub(super) picked: Vec<Pick<'a>>,
    /// Keywords that are compared as a whole: `not`, conditions, what depends on other keys, references that lead nowhere.
    pub(super) opaque: Vec<(&'a str, Json<'a>)>,
}

/// Alternatives that one schema may unfold into.
const MOST_BRANCHES: usize = 48;

impl<'a> View<'a> {
    fn anything() -> Self {
        Self {
            types: Types::ANY,
            types_at: None,
            members: None,
            members_at: None,
            limits: [[None; 2]; 4],
            multiples: Vec::new(),
            patterns: Vec::new(),
            unique: None,
            props: Vec::new(),
            required: Vec::new(),
            free: Vec::new(),
            closed: None,
            closings: Vec::new(),
            key_patterns: Vec::new(),
            items: Vec::new(),
            tuple: Vec::new(),
            unions: Vec::new(),
            picked: Vec::new(),
            opaque: Vec::new(),
        }
    }

    /// All of these schemas hold.
    pub(super) fn of(root: Json<'a>, schemas: &[Json<'a>]) -> Self {
        let mut view = Self::anything();
        view.meet(root, schemas);
        view
    }

    fn meet(&mut self, root: Json<'a>, schemas: &[Json<'a>]) {
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut open: Vec<Json<'a>> = schemas.iter().rev().copied().collect();
        while let Some(node) = open.pop() {
            if !seen.insert(node.id()) {
                continue;
            }
            let alone = Dialect::of(root) <= Dialect::Draft7;
            if let Some(reference) = node.get("$ref").and_then(Json::text) {
                match schema::resolve(root, reference) {
                    Some(target) => open.push(target),
                    None => self.opaque.extend(node.get("$ref").map(|at| ("$ref", at))),
                }
                if alone {
                    // Up to draft-07 nothing beside a reference counts.
                    continue;
                }
            }
            self.take(node);
            open.extend(node.get("allOf").into_iter().flat_map(Json::items).rev());
        }
        if self.multiples.iter().any(|(multiple, _)| *multiple != 0.0 && multiple.fract() == 0.0) {
            self.types = self.types.without(Types::FRACTION);
        }
        if let Some(members) = &mut self.members {
            members.retain(|member| self.types.holds(of_value(member)));
            self.types = members.iter().map(of_value).fold(Types::NONE, |all, one| all | one);
        }
    }

    /// The keywords of one schema.
    fn take(&mut self, node: Json<'a>) {
        if node.bool() == Some(false) {
            self.types = Types::NONE;
            self.types_at = Some(node);
        }
        for (keyword, value) in node.entries() {
            match keyword {
                "type" => {
                    let named = |value: Json<'a>| value.text().and_then(Types::named);
                    let types = match value.text() {
                        Some(_) => named(value),
                        None => value.items().map(named).try_fold(Types::NONE, |all, one| Some(all | one?)),
                    };
                    if let Some(types) = types {
                        self.types = self.types & types;
                        self.types_at = self.types_at.or(Some(value));
                    }
                }
                "enum" if value.is_array() => self.only(value, value.items().map(plain).collect()),
                "const" => self.only(value, vec![plain(value)]),
                "multipleOf" => self.multiples.extend(number(value).map(|number| (number, value))),
                "pattern" => self.patterns.extend(value.text().map(|text| (text, value))),
                "uniqueItems" if value.bool() == Some(true) => self.unique = Some(value),
                "properties" => {
                    let known: FxHashMap<&str, usize> = self.props.iter().enumerate().map(|(at, prop)| (prop.name, at)).collect();
                    for (name, schema) in value.entries() {
                        match known.get(name).and_then(|at| self.props.get_mut(*at)) {
                            Some(prop) => prop.schemas.push(schema),
                            None => self.props.push(Prop { name, schemas: vec![schema] }),
                        }
                    }
                }
                "required" => {
                    let mut known: FxHashSet<&str> = self.required.iter().map(|(name, _)| *name).collect();
                    for (name, at) in value.items().filter_map(|at| Some((at.text()?, at))) {
                        if known.insert(name) {
                            self.required.push((name, at));
                        }
                    }
                }
                "additionalProperties" | "unevaluatedProperties" => match value.bool() {
                    _ if is_never(value) => {
                        self.closed = self.closed.or(Some(value));
                        if keyword == "additionalProperties" {
                            let listed = |key| node.get(key).into_iter().flat_map(Json::entries).map(|(name, _)| name);
                            let keys = listed("properties").collect();
                            self.closings.push(Closing { at: value, keys, patterns: listed("patternProperties").count() });
                        }
                    }
                    _ => self.free.push(value),
                },
                "patternProperties" => self.key_patterns.extend(value.entries()),
                "items" if value.is_array() => self.tuple(value),
                "prefixItems" => self.tuple(value),
                "items" => self.items.push(value),
                "additionalItems" if node.get("items").is_some_and(Json::is_array) => self.items.push(value),
                "anyOf" | "oneOf" if value.is_array() => {
                    let branches: Vec<Json<'a>> = value.items().collect();
                    self.unions.push(Union { at: value, one: keyword == "oneOf", branches });
                }
                "not" if is_everything(value) => self.types = Types::NONE,
                "if" if !node.has("then") && !node.has("else") => {}
                "then" | "else" if !node.has("if") => {}
                // What follows an `if` belongs to it.
                "then" | "else" => {}
                "if" | "not" | "contains" | "minContains" | "maxContains" | "propertyNames" | "dependentSchemas" | "dependentRequired"
                | "dependencies" | "unevaluatedItems" | "$dynamicRef" | "$recursiveRef" => self.opaque.push((keyword, value)),
                _ => self.limit(node, keyword, value),
            }
        }
    }

    fn only(&mut self, at: Json<'a>, members: Vec<Value>) {
        let left = match self.members.take() {
            Some(old) => old.into_iter().filter(|member| members.contains(member)).collect(),
            None => members,
        };
        self.members = Some(left);
        self.members_at = self.members_at.or(Some(at));
    }

    fn tuple(&mut self, list: Json<'a>) {
        for (at, schema) in list.items().enumerate() {
            match self.tuple.get_mut(at) {
                Some(place) => place.push(schema),
                None => self.tuple.push(vec![schema]),
            }
        }
    }

    fn limit(&mut self, node: Json<'a>, keyword: &str, at: Json<'a>) {
        let Some(number) = number(at) else { return };
        // Draft-04 has a flag beside the limit.
        let flagged = |flag: &str| node.get(flag).and_then(Json::bool) == Some(true);
        let (kind, side, exclusive) = match keyword {
            "minimum" => (0, 0, flagged("exclusiveMinimum")),
            "maximum" => (0, 1, flagged("exclusiveMaximum")),
            "exclusiveMinimum" => (0, 0, true),
            "exclusiveMaximum" => (0, 1, true),
            _ => {
                let found =
                    LIMITS.iter().enumerate().skip(1).find_map(|(kind, (least, most, _))| {
                        [*least, *most].iter().position(|name| *name == keyword).map(|side| (kind, side))
                    });
                let Some((kind, side)) = found else { return };
                (kind, side, false)
            }
        };
        let Some(slot) = self.limits.get_mut(kind).and_then(|pair| pair.get_mut(side)) else { return };
        let new = Limit { number, exclusive, at };
        let tighter = |old: &Limit<'_>| {
            let further = if side == 0 { number > old.number } else { number < old.number };
            further || (number == old.number && exclusive && !old.exclusive)
        };
        if slot.as_ref().is_none_or(tighter) {
            *slot = Some(new);
        }
    }

    pub(super) fn prop(&self, name: &str) -> Option<&Prop<'a>> {
        self.props.iter().find(|prop| prop.name == name)
    }

    pub(super) fn requires(&self, name: &str) -> bool {
        self.required.iter().any(|(known, _)| *known == name)
    }

    /// Other keys than the listed ones are taken on purpose.
    pub(super) fn is_open_on_purpose(&self) -> bool {
        self.closed.is_none() && (!self.free.is_empty() || !self.key_patterns.is_empty())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.types.is_none() || self.members.as_ref().is_some_and(Vec::is_empty)
    }

    /// The alternatives that its unions unfold into, each without a union. None: too many.
    pub(super) fn branches(self, root: Json<'a>) -> Option<Vec<Self>> {
        let mut open = vec![self];
        let mut done = Vec::new();
        while let Some(mut view) = open.pop() {
            let Some(union) = view.unions.pop() else {
                done.push(view);
                continue;
            };
            for branch in union.branches.iter().rev() {
                let mut one = view.clone();
                one.meet(root, std::slice::from_ref(branch));
                one.picked.push(Pick { union: union.clone(), branch: *branch });
                if !one.is_empty() {
                    open.push(one);
                }
            }
            if open.len() + done.len() > MOST_BRANCHES {
                return None;
            }
        }
        Some(done)
    }

    /// The same view of values of these types alone.
    pub(super) fn of_types(&self, types: Types) -> Self {
        let mut view = self.clone();
        view.types = view.types & types;
        if let Some(members) = &mut view.members {
            members.retain(|member| types.holds(of_value(member)));
        }
        view
    }

    /// No value satisfies both, for certain.
    pub(super) fn is_apart_from(&self, root: Json<'a>, other: &View<'_>, other_root: Json<'_>) -> bool {
        let types = self.types & other.types;
        if types.is_none() {
            return true;
        }
        if let (Some(mine), Some(others)) = (&self.members, &other.members)
            && !mine.iter().any(|member| others.contains(member))
        {
            return true;
        }
        if types != Types::OBJECT {
            return false;
        }
        let lacks = |closed: bool, props: &[Prop<'_>], name: &str| closed && !props.iter().any(|prop| prop.name == name);
        self.required.iter().any(|(name, _)| lacks(other.closed.is_some() && other.key_patterns.is_empty(), &other.props, name))
            || other.required.iter().any(|(name, _)| lacks(self.closed.is_some() && self.key_patterns.is_empty(), &self.props, name))
            || self.is_told_from(root, other, other_root)
    }

    /// Both demand a key that holds other values in the one than in the other.
    pub(super) fn is_told_from(&self, root: Json<'a>, other: &View<'_>, other_root: Json<'_>) -> bool {
        self.required.iter().filter(|(name, _)| other.requires(name)).any(|(name, _)| match (self.prop(name), other.prop(name)) {
            (Some(mine), Some(others)) => {
                let (mine, others) = (View::of(root, &mine.schemas), View::of(other_root, &others.schemas));
                match (&mine.members, &others.members) {
                    (Some(a), Some(b)) => !a.iter().any(|member| b.contains(member)),
                    _ => (mine.types & others.types).is_none(),
                }
            }
            _ => false,
        })
    }
}

fn is_everything(schema: Json<'_>) -> bool {
    schema.bool() == Some(true) || (schema.is_object() && schema.members().is_empty())
}

fn is_never(schema: Json<'_>) -> bool {
    schema.bool() == Some(false) || schema.get("not").is_some_and(is_everything)
}

pub(super) fn number(value: Json<'_>) -> Option<f64> {
    (value.kind_name() == "number").then(|| value.raw().parse::<f64>().ok()).flatten()
}

/// A value in which 1 and 1.0 are one number.
pub(super) fn plain(value: Json<'_>) -> Value {
    fn whole(value: Value) -> Value {
        match value {
            Value::Number(number) => match number.as_f64() {
                Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e15 => Value::from(float as i64),
                _ => Value::Number(number),
            },
            Value::Array(items) => items.into_iter().map(whole).collect(),
            Value::Object(members) => members.into_iter().map(|(key, value)| (key, whole(value))).collect(),
            other => other,
        }
    }
    whole(value.value())
}

pub(super) fn of_value(value: &Value) -> Types {
    match value {
        Value::Null => Types::NULL,
        Value::Bool(_) => Types::BOOLEAN,
        Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => Types::INTEGER,
        // Of the numbers, those that are not whole.
        Value::Number(_) => Types::FRACTION,
        Value::String(_) => Types::STRING,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}
