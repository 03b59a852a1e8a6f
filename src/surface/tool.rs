//! One advertised tool.

use super::levels::{Level, levels};
use super::written::Written;
use crate::evidence::Path;
use crate::json::{Doc, Json, NodeId};
use crate::schema::{self, Checker, Shape, Violation};
use rustc_hash::FxHasher;
use serde_json::Value;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Tells two definitions of a tool apart: a hash of its JSON, whatever its layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Definition(u64);

/// A top-level parameter.
#[derive(Debug, Clone)]
pub(crate) struct Param {
    pub(crate) name: Arc<str>,
    /// Its schema.
    pub(crate) node: NodeId,
    pub(crate) required: bool,
}

pub(crate) struct Tool {
    pub(crate) name: Arc<str>,
    pub(crate) doc: Arc<Doc>,
    pub(crate) node: NodeId,
    /// The object that holds `name` and the schemas.
    body: NodeId,
    input: Option<NodeId>,
    pub(crate) params: Vec<Param>,
    definition: OnceLock<Definition>,
    checker: OnceLock<Option<Checker>>,
    output_checker: OnceLock<Option<Checker>>,
    levels: OnceLock<Vec<Level>>,
    written: OnceLock<Vec<Written>>,
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Where hosts and SDKs put the input schema.
const SCHEMA_KEYS: [&str; 3] = ["inputSchema", "input_schema", "parameters"];

impl Tool {
    pub(crate) fn read(doc: &Arc<Doc>, node: NodeId) -> Self {
        let json = body(doc.at(node));
        let name: Arc<str> = json.get("name").and_then(Json::text).unwrap_or("").into();
        let params = match input_schema(json) {
            Some(schema) => {
                let shape = schema::shape(schema, schema);
                let param =
                    |prop: &schema::Prop<'_>| Param { name: prop.name.into(), node: prop.node.id(), required: shape.requires(prop.name) };
                shape.props.iter().map(param).collect()
            }
            None => Vec::new(),
        };
        let (body, input) = (json.id(), input_schema(json).map(Json::id));
        Self {
            name,
            doc: Arc::clone(doc),
            node,
            body,
            input,
            params,
            definition: OnceLock::new(),
            checker: OnceLock::new(),
            output_checker: OnceLock::new(),
            levels: OnceLock::new(),
            written: OnceLock::new(),
        }
    }

    /// Hashed when it is first asked for: a check without captures compares nothing.
    pub(crate) fn definition(&self) -> Definition {
        *self.definition.get_or_init(|| define(self.json()))
    }

    /// The object that holds `name` and the schemas.
    pub(crate) fn json(&self) -> Json<'_> {
        self.doc.at(self.body)
    }

    pub(crate) fn input_schema(&self) -> Option<Json<'_>> {
        self.input.map(|node| self.doc.at(node))
    }

    pub(crate) fn description(&self) -> &str {
        self.json().get("description").and_then(Json::text).unwrap_or("")
    }

    pub(crate) fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| &*param.name == name)
    }

    pub(crate) fn schema_of(&self, param: &Param) -> Json<'_> {
        self.doc.at(param.node)
    }

    pub(crate) fn shape(&self) -> Option<Shape<'_>> {
        self.input_schema().map(|schema| schema::shape(schema, schema))
    }

    /// The objects that it takes, its arguments first; none where it has no input schema.
    pub(crate) fn levels(&self) -> &[Level] {
        self.levels.get_or_init(|| self.input_schema().map(levels).unwrap_or_default())
    }

    pub(crate) fn level(&self, at: &Path) -> Option<&Level> {
        self.levels().iter().find(|level| level.at == *at)
    }

    /// The schema of its arguments, then that of its results, as far as it has them.
    pub(crate) fn written(&self) -> &[Written] {
        self.written.get_or_init(|| {
            let input = self.input_schema().map(|root| Written::new(root, false));
            let output = self.output_schema().map(|root| Written::new(root, true));
            input.into_iter().chain(output).collect()
        })
    }

    /// The validator of its arguments; none where its schema cannot be compiled.
    pub(crate) fn checker(&self) -> Option<&Checker> {
        self.checker.get_or_init(|| self.input_schema().and_then(|schema| Checker::compile(schema).ok())).as_ref()
    }

    /// Which advertised rules the arguments of a call break. None where that cannot be said.
    pub(crate) fn violations(&self, arguments: &Value) -> Option<Vec<Violation>> {
        if self.input_schema().is_none_or(|schema| schema::surely_satisfies(schema, arguments)) {
            return Some(Vec::new());
        }
        self.checker()?.check(arguments)
    }

    pub(crate) fn output_schema(&self) -> Option<Json<'_>> {
        self.json().get("outputSchema").filter(|schema| schema.is_object())
    }

    pub(crate) fn output_checker(&self) -> Option<&Checker> {
        self.output_checker.get_or_init(|| self.output_schema().and_then(|schema| Checker::compile(schema).ok())).as_ref()
    }
}

/// OpenAI's form wraps the tool in `function`.
fn body(tool: Json<'_>) -> Json<'_> {
    match tool.get("function") {
        Some(inner) if inner.is_object() && !tool.has("inputSchema") => inner,
        _ => tool,
    }
}

fn input_schema(tool: Json<'_>) -> Option<Json<'_>> {
    SCHEMA_KEYS.iter().find_map(|key| tool.get(key)).filter(|schema| schema.is_object())
}

fn define(json: Json<'_>) -> Definition {
    let mut hash = FxHasher::default();
    canonical(json, &mut hash);
    Definition(hash.finish())
}

/// Feeds a value to the hash so that layout and the order of keys do not count.
fn canonical(json: Json<'_>, hash: &mut FxHasher) {
    if json.is_object() {
        let mut members: Vec<(&str, Json<'_>)> = json.entries().collect();
        members.sort_by_key(|(key, _)| *key);
        hash.write_u8(b'{');
        hash.write_usize(members.len());
        for (key, value) in members {
            key.hash(hash);
            canonical(value, hash);
        }
    } else if json.is_array() {
        hash.write_u8(b'[');
        hash.write_usize(json.items().len());
        json.items().for_each(|item| canonical(item, hash));
    } else {
        json.kind_name().hash(hash);
        json.text().unwrap_or_else(|| json.raw()).hash(hash);
    }
}
