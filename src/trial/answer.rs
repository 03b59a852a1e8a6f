//! What an answer says: whom a refusal blames, and whether a result keeps its promise.

use super::arguments::{Object, meant, to_place};
use super::values;
use super::{TO_NAME, Trial};
use crate::capture::Arguments;
use crate::capture::refusal::{Blame, Reading, Why};
use crate::evidence::{Fact, Name, Path};
use crate::meaning;
use crate::schema;
use serde_json::Value;
use serde_json::value::RawValue;

const MOST_MEMBERS: usize = 64;

impl Trial<'_, '_> {
    pub(super) fn refused(&mut self, reading: &Reading, objects: &[Object<'_>]) {
        let missing: Vec<Path> =
            reading.blames.iter().filter(|blame| blame.why == Why::Missing).map(|blame| self.place_of(blame, objects)).collect();
        let alone = reading.blames.len() == 1;
        for path in &missing {
            if self.lacks(path, objects) {
                self.note(Fact::BlamedMissing { path: path.clone(), alone }, to_place(&[], None));
            }
        }
        for blame in &reading.blames {
            let path = self.place_of(blame, objects);
            let steps: Vec<String> = blame.path.iter().map(ToString::to_string).collect();
            match blame.why {
                Why::Missing => {}
                Why::Unknown => self.note(Fact::BlamedUnknown { path }, to_place(&steps, None)),
                Why::Type | Why::Value => {
                    let (word, outside) = self.sent_word(&path, &steps);
                    if outside.is_some() {
                        self.note(Fact::Outside { path: path.clone(), word: outside }, to_place(&steps, None));
                    }
                    self.note(Fact::BlamedValue { path, word, mistyped: blame.why == Why::Type }, to_place(&steps, None));
                }
            }
        }
        for set in &reading.sets {
            let path = self.schema_path(&set.path);
            let members = set.members.iter().take(MOST_MEMBERS).filter_map(|member| crate::text::shown_word(member));
            let members = members.map(|member| self.names.name(member)).collect();
            self.note(Fact::Listed { path, members }, to_place(&[], None));
        }
        self.unclear(reading, &missing, objects);
        self.stand_ins(reading, objects);
        let given = !matches!(self.seen.call.arguments, Arguments::Other(_));
        if given && self.satisfies() {
            let first = reading.blames.first();
            let tops = |blame: &Blame| blame.path.first().cloned();
            let several = reading.blames.iter().any(|blame| tops(blame) != first.and_then(tops));
            let fact = Fact::RefusedValid {
                path: first.map(|blame| self.place_of(blame, objects)).filter(|path| !path.is_root()),
                why: first.map(|blame| blame.why.word()),
                several,
            };
            self.note(fact, to_place(&[], None));
        }
    }

    /// Arguments that are absent are not validated when they come: they are as good as an empty object.
    fn satisfies(&self) -> bool {
        if matches!(self.seen.call.arguments, Arguments::Object(_)) {
            return self.seen.call.violations.as_ref().is_some_and(Vec::is_empty);
        }
        let empty = Value::Object(serde_json::Map::new());
        self.tool.input_schema().is_some_and(|schema| schema::surely_satisfies(schema, &empty))
            || self.tool.checker().and_then(|checker| checker.is_valid(&empty)).unwrap_or(false)
    }

    /// The names that a blame means. A dialect that gives a leaf alone leaves its object to be found.
    fn place_of(&self, blame: &Blame, objects: &[Object<'_>]) -> Path {
        let path = self.schema_path(&blame.path);
        let [leaf] = blame.path.as_slice() else { return path };
        let levels = self.tool.levels();
        let Some(root) = levels.first() else { return path };
        let at_root = root.prop(leaf).is_some() || self.seen.call.arguments.object().is_some_and(|sent| sent.contains_key(&**leaf));
        if at_root {
            return path;
        }
        let fits = |object: &&Object<'_>| {
            let Some(level) = levels.get(object.level) else { return false };
            let sent = object.members.contains_key(&**leaf);
            match blame.why {
                Why::Missing => level.prop(leaf).is_some() && !sent,
                Why::Unknown => level.prop(leaf).is_none() && sent,
                Why::Type | Why::Value => sent,
            }
        };
        let found = objects.iter().find(fits).and_then(|object| levels.get(object.level));
        found.map_or(path, |level| level.at.join(leaf))
    }

    fn lacks(&self, path: &Path, objects: &[Object<'_>]) -> bool {
        if path.is_root() {
            return false;
        }
        let (at, leaf) = (path.parent(), path.leaf());
        let levels = self.tool.levels();
        let mut known = false;
        for object in objects {
            if levels.get(object.level).is_some_and(|level| level.at == at) {
                known = true;
                if !object.members.contains_key(leaf) {
                    return true;
                }
            }
        }
        let top = path.top();
        !known && self.seen.call.arguments.object().is_none_or(|sent| !sent.contains_key(top))
    }

    /// The text at a place where the schema advertises a set: as one of its words, or as one beside them that may be shown.
    fn sent_word(&mut self, path: &Path, steps: &[String]) -> (Option<Name>, Option<Name>) {
        let nothing = (None, None);
        let Some((first, rest)) = steps.split_first() else { return nothing };
        let Some(value) = self.seen.call.arguments.object().and_then(|sent| sent.get(first.as_str())) else { return nothing };
        let Some(Value::String(text)) = values::at(value, rest) else { return nothing };
        let (Some(root), Some(node)) = (self.tool.input_schema(), self.schema_at(path)) else { return nothing };
        let Some(members) = schema::members(root, node) else { return nothing };
        if members.iter().any(|member| member.text() == Some(text)) {
            (Some(self.names.name(text)), None)
        } else {
            (None, crate::text::shown_word(text).map(|word| self.names.name(word)))
        }
    }

    /// The call lacks something or carries something unknown, and the refusal names nothing that it lacks.
    fn unclear(&mut self, reading: &Reading, missing: &[Path], objects: &[Object<'_>]) {
        let levels = self.tool.levels();
        let at_fault = |object: &Object<'_>| {
            levels.get(object.level).is_some_and(|level| {
                let lacks = level.props.iter().any(|prop| prop.required && !object.members.contains_key(&*prop.name));
                let strange = !level.is_free_map() && !level.pattern_keys && object.members.keys().any(|key| level.prop(key).is_none());
                lacks || strange
            })
        };
        if !objects.iter().any(at_fault) {
            return;
        }
        let advertised = |path: &Path| self.schema_at(path).is_some() || self.tool.param(path.top()).is_some();
        let helps = missing.iter().any(|path| advertised(path) && self.lacks(path, objects))
            // A value that is wrong as well, and named, is something to mend.
            || reading.blames.iter().any(|blame| matches!(blame.why, Why::Type | Why::Value) && self.tool.param(blame.top()).is_some())
            // A key that stands for nothing that is missing need only be left out, and the refusal says which.
            || (reading.blames.iter().any(|blame| blame.why == Why::Unknown) && !objects.iter().any(|object| self.wants(object)));
        if !helps {
            self.note(Fact::Unclear, to_place(&[], None));
        }
    }

    /// A required name is missing, or one that an unknown key could stand for.
    fn wants(&self, object: &Object<'_>) -> bool {
        let Some(level) = self.tool.levels().get(object.level) else { return false };
        let mut absent = level.props.iter().filter(|prop| !object.members.contains_key(&*prop.name));
        absent.any(|prop| {
            let stands = |key: &String| level.prop(key).is_none() && meaning::likeness(key, &prop.name).is_some();
            prop.required || object.members.keys().any(stands)
        })
    }

    /// Null where nothing would do, and JSON text where its value is meant.
    fn stand_ins(&mut self, reading: &Reading, objects: &[Object<'_>]) {
        let Some(root) = self.tool.input_schema() else { return };
        let tool: &std::sync::Arc<crate::surface::Tool> = self.tool;
        // A type or value that is blamed without a name: any that could be meant.
        let of_values = |blame: &&Blame| matches!(blame.why, Why::Type | Why::Value);
        let nameless = reading.blames.is_empty() || reading.blames.iter().filter(of_values).any(|blame| blame.path.is_empty());
        let blamed: Vec<Path> = reading
            .blames
            .iter()
            .filter(|blame| matches!(blame.why, Why::Type | Why::Value))
            .map(|blame| self.place_of(blame, objects))
            .collect();
        let levels = tool.levels();
        for object in objects {
            let Some(level) = levels.get(object.level) else { continue };
            for prop in &level.props {
                let Some(value) = object.members.get(&*prop.name) else { continue };
                let path = level.at.join(&prop.name);
                if !nameless && !blamed.contains(&path) {
                    continue;
                }
                let types = schema::types(root, tool.doc.at(prop.node));
                match value {
                    Value::Null if !prop.required || types.nullable() => {
                        self.note(Fact::Null { path, arrived: false }, to_place(&object.steps, Some(&prop.name)));
                    }
                    Value::String(text) if text.is_empty() && !prop.required && !types.allows("string") => {
                        self.note(Fact::Null { path, arrived: false }, to_place(&object.steps, Some(&prop.name)));
                    }
                    Value::String(text) if !types.allows("string") && !types.is_any() => {
                        let Some(kind) = meant(text) else { continue };
                        if types.allows(kind) || (kind == "integer" && types.allows("number")) {
                            self.note(Fact::Text { path, meant: kind }, to_place(&object.steps, Some(&prop.name)));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Does the result keep what the output schema promises?
    pub(super) fn output(&mut self, structured: Option<&RawValue>) {
        if self.tool.output_schema().is_none() {
            return;
        }
        let Some(structured) = structured else {
            self.note(Fact::Output { missing: true, path: Path::root() }, TO_NAME);
            return;
        };
        let tool: &std::sync::Arc<crate::surface::Tool> = self.tool;
        let Ok(value) = serde_json::from_str::<Value>(structured.get()) else { return };
        if tool.output_schema().is_some_and(|schema| schema::surely_satisfies(schema, &value)) {
            return;
        }
        let Some(checker) = tool.output_checker() else { return };
        for violation in checker.check(&value).into_iter().flatten().take(8) {
            // Only names that the output schema gives are names; below a map or an array they are data.
            let names = violation.instance.iter().map(|step| if step.parse::<usize>().is_ok() { "[]" } else { step.as_str() });
            let path = Path::of(names.take(1));
            self.note(Fact::Output { missing: false, path }, TO_NAME);
        }
    }
}
