//! Names: which were sent, which were not, which are not advertised, at every object of the arguments whose shape is known.

use super::Trial;
use super::values::{self, kind};
use crate::capture::Arguments;
use crate::evidence::{Break, Fact, Name, Path};
use crate::schema::{self, Keyword, Violation};
use crate::surface::{Level, Tool};
use serde_json::{Map, Value};
use std::sync::Arc;

/// More unknown keys than this in one object are no names but data.
const MOST_UNKNOWN: usize = 16;
const MOST_PATHS: usize = 2_000;

/// One object of the arguments.
pub(super) struct Object<'a> {
    pub(super) level: usize,
    pub(super) members: &'a Map<String, Value>,
    /// From the arguments down, with indexes.
    pub(super) steps: Vec<String>,
}

/// Every path of the arguments, as a refusal may name them.
pub(super) fn paths(arguments: &Arguments) -> Vec<Box<[Box<str>]>> {
    fn go(value: &Value, path: &mut Vec<Box<str>>, out: &mut Vec<Box<[Box<str>]>>) {
        if out.len() >= MOST_PATHS || path.len() > 32 {
            return;
        }
        if !path.is_empty() {
            out.push(path.clone().into());
        }
        match value {
            Value::Object(members) => members.iter().for_each(|(key, value)| {
                path.push(key.as_str().into());
                go(value, path, out);
                path.pop();
            }),
            Value::Array(items) => items.iter().enumerate().for_each(|(index, value)| {
                path.push(index.to_string().into());
                go(value, path, out);
                path.pop();
            }),
            _ => {}
        }
    }
    let mut out = Vec::new();
    if let Some(members) = arguments.object() {
        for (key, value) in members {
            go(value, &mut vec![key.as_str().into()], &mut out);
        }
    }
    out
}

/// The objects of the arguments whose shape the schema gives, the arguments themselves first.
fn objects<'a>(members: &'a Map<String, Value>, levels: &[Level]) -> Vec<Object<'a>> {
    let mut out = vec![Object { level: 0, members, steps: Vec::new() }];
    let mut next = 0;
    while let Some(object) = out.get(next) {
        let (members, steps) = (object.members, object.steps.clone());
        let Some(level) = levels.get(object.level) else { break };
        next += 1;
        for prop in &level.props {
            match (members.get(&*prop.name), prop.object, prop.items) {
                (Some(Value::Object(inner)), Some(below), _) => {
                    let steps = steps.iter().cloned().chain([prop.name.to_string()]).collect();
                    out.push(Object { level: below, members: inner, steps });
                }
                (Some(Value::Array(items)), _, Some(below)) => {
                    for (index, item) in items.iter().enumerate().take(100) {
                        if let Value::Object(inner) = item {
                            let steps = steps.iter().cloned().chain([prop.name.to_string(), index.to_string()]).collect();
                            out.push(Object { level: below, members: inner, steps });
                        }
                    }
                }
                _ => {}
            }
        }
        if out.len() > MOST_PATHS {
            break;
        }
    }
    out
}

/// The steps of a request to its arguments, and on.
pub(super) fn to_place<'s>(steps: &'s [String], name: Option<&'s str>) -> impl Iterator<Item = &'s str> {
    std::iter::once("arguments").chain(steps.iter().map(String::as_str)).chain(name)
}

static NO_ARGUMENTS: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);

impl<'a> Trial<'a, '_> {
    /// Notes the names at every object.
    pub(super) fn arguments(&mut self) -> Vec<Object<'a>> {
        let tool: &'a Arc<Tool> = self.tool;
        let levels = tool.levels();
        let members = match &self.seen.call.arguments {
            Arguments::Absent | Arguments::Other("null") => &*NO_ARGUMENTS,
            Arguments::Object(value) => value.as_object().unwrap_or(&NO_ARGUMENTS),
            Arguments::Other(_) => return Vec::new(),
        };
        if levels.is_empty() {
            return Vec::new();
        }
        let objects = objects(members, levels);
        for object in &objects {
            let Some(level) = levels.get(object.level) else { continue };
            self.names(level, object);
        }
        if let [(key, _)] = members.iter().collect::<Vec<_>>().as_slice()
            && tool.param(key).is_none()
        {
            let fact = Fact::Only { key: self.text(key) };
            self.note(fact, to_place(&[], Some(key)));
        }
        objects
    }

    fn names(&mut self, level: &Level, object: &Object<'_>) {
        let at = &level.at;
        self.note(Fact::Object { at: at.clone() }, to_place(&object.steps, None));
        if level.is_free_map() {
            return;
        }
        let mut unknown: Vec<(Name, &'static str)> = Vec::new();
        for (key, value) in object.members {
            if level.prop(key).is_some() {
                let fact = Fact::Sent { at: at.clone(), name: self.text(key) };
                self.note(fact, to_place(&object.steps, Some(key)));
            } else {
                unknown.push((self.text(key), kind(value)));
            }
        }
        if unknown.len() > MOST_UNKNOWN || level.pattern_keys {
            return;
        }
        for (key, kind) in &unknown {
            let fact = Fact::Unknown { at: at.clone(), key: Arc::clone(key), kind };
            self.note(fact, to_place(&object.steps, Some(key)));
        }
        for prop in level.props.iter().filter(|prop| !object.members.contains_key(&*prop.name)) {
            let name = || Arc::clone(&prop.name);
            if prop.required {
                let fact = Fact::Lacks { at: at.clone(), name: name(), alone: unknown.is_empty() };
                self.note(fact, to_place(&object.steps, None));
            }
            if unknown.is_empty() {
                continue;
            }
            self.note(Fact::InsteadOf { at: at.clone(), name: name() }, to_place(&object.steps, None));
            for (key, _) in &unknown {
                let fact = Fact::Instead { at: at.clone(), key: Arc::clone(key), name: name(), sole: unknown.len() == 1 };
                self.note(fact, to_place(&object.steps, Some(key)));
            }
        }
    }

    /// What an accepted call says against the advertised schema.
    pub(super) fn accepted(&mut self) {
        let call = self.seen.call;
        let Some(members) = call.arguments.object() else { return };
        for violation in call.violations.iter().flatten() {
            let Some((first, rest)) = violation.instance.split_first() else { continue };
            let Some(value) = members.get(first.as_str()).and_then(|value| values::at(value, rest)) else { continue };
            // Keys of a free map are data: the parameter that holds it is named.
            let path = self.schema_path(&violation.instance);
            let steps: Vec<String> = violation.instance.iter().take(path.steps().count()).cloned().collect();
            match (&violation.keyword, value) {
                (Keyword::Required(_) | Keyword::AdditionalProperties(_), _) => {}
                (Keyword::Enum | Keyword::Const, Value::String(text)) => {
                    let word = crate::text::shown_word(text).map(|word| self.text(word));
                    self.note(Fact::Outside { path, word }, to_place(&steps, None));
                }
                (keyword, value) => {
                    let how = self.how(violation, keyword, value, &path);
                    self.note(Fact::Breaks { path, how, kind: kind(value) }, to_place(&steps, None));
                }
            }
        }
    }

    /// The path of names of a place in the arguments, as far as names are advertised.
    pub(super) fn schema_path<S: AsRef<str>>(&self, steps: &[S]) -> Path {
        let levels = self.tool.levels();
        let mut path = Path::root();
        let mut here = levels.first();
        for step in steps {
            let step = step.as_ref();
            match here {
                Some(level) => {
                    let Some(prop) = level.prop(step) else { return if level.is_free_map() { path } else { path.join(step) } };
                    path = path.join(step);
                    here = prop
                        .object
                        .or(prop.items)
                        .and_then(|at| levels.get(at))
                        .filter(|level| level.at == path || level.at == path.join("[]"));
                }
                None => break,
            }
            if let Some(level) = here
                && level.at != path
            {
                path = level.at.clone();
            }
        }
        // An item's own path ends at its parameter, save where the item itself was named.
        let indexes = steps.last().is_some_and(|step| step.as_ref().parse::<usize>().is_ok());
        if path.steps().last() == Some("[]") && !indexes { path.parent() } else { path }
    }

    fn how(&self, violation: &Violation, keyword: &Keyword, value: &Value, path: &Path) -> Break {
        let root = self.tool.input_schema();
        let node = root.and_then(|root| self.schema_at(path).map(|node| (root, node)));
        let types = node.map(|(root, node)| schema::types(root, node));
        match (keyword, value) {
            (Keyword::Bound(_) | Keyword::Pattern, _) => Break::Cannot,
            (Keyword::Type { .. } | Keyword::AnyOf(_) | Keyword::OneOf(_), value) => {
                let Some(types) = types else { return Break::Other };
                if violation.instance.len() > path.steps().count() {
                    // An item of an array, or something deeper than names go.
                    return if matches!(keyword, Keyword::Type { .. }) { Break::Cannot } else { Break::Other };
                }
                clothes(value, |kind| types.allows(kind))
            }
            _ => Break::Other,
        }
    }

    pub(super) fn schema_at(&self, path: &Path) -> Option<crate::json::Json<'a>> {
        let tool: &'a Arc<Tool> = self.tool;
        let level = tool.level(&path.parent())?;
        level.prop(path.leaf()).map(|prop| tool.doc.at(prop.node))
    }
}

/// A value of the wrong type: is it the right one in other clothes?
fn clothes(value: &Value, allows: impl Fn(&str) -> bool) -> Break {
    let numeric = allows("number") || allows("integer");
    match value {
        Value::Null => {
            if numeric {
                Break::Cannot
            } else {
                Break::Other
            }
        }
        Value::String(text) => {
            let meant = meant(text);
            match meant {
                Some(kind) if allows(kind) || (kind == "integer" && allows("number")) => Break::Clothes,
                _ if numeric => Break::Cannot,
                _ => Break::Other,
            }
        }
        Value::Number(number) if allows("integer") && number.as_f64().is_some_and(|n| n.fract() == 0.0) => Break::Clothes,
        _ => Break::Other,
    }
}

/// What a text means, read as JSON.
pub(super) fn meant(text: &str) -> Option<&'static str> {
    let value: Value = serde_json::from_str(text.trim()).ok()?;
    match value {
        Value::String(_) | Value::Null => None,
        other => Some(kind(&other)),
    }
}
