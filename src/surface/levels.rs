//! The objects that a tool takes: its arguments, and every object below them whose shape the schema gives. Laid out once a tool, so
//! that a million calls need not walk the schema again.

use crate::evidence::Path;
use crate::json::{Json, NodeId};
use crate::schema::{self, Openness};
use std::sync::Arc;

const DEEPEST: usize = 8;
const MOST: usize = 256;

/// One object.
#[derive(Debug)]
pub(crate) struct Level {
    pub(crate) at: Path,
    pub(crate) props: Vec<Prop>,
    pub(crate) openness: Openness,
    /// It forbids other keys for certain, whatever a branch says.
    pub(crate) closed: bool,
    /// Keys are taken by pattern.
    pub(crate) pattern_keys: bool,
    /// Which keys are asked for depends on a branch of the schema.
    pub(crate) branches: bool,
    /// The subschema of this object.
    pub(crate) node: NodeId,
}

#[derive(Debug)]
pub(crate) struct Prop {
    pub(crate) name: Arc<str>,
    pub(crate) required: bool,
    pub(crate) node: NodeId,
    /// The level of the object that it holds.
    pub(crate) object: Option<usize>,
    /// The level of the objects in the array that it holds.
    pub(crate) items: Option<usize>,
    /// It advertises a closed set of values.
    pub(crate) closed_set: bool,
}

impl Level {
    pub(crate) fn prop(&self, name: &str) -> Option<&Prop> {
        self.props.iter().find(|prop| &*prop.name == name)
    }

    /// A map with free keys: they are data, not names.
    pub(crate) fn is_free_map(&self) -> bool {
        self.props.is_empty() && (self.pattern_keys || self.openness == Openness::OnPurpose)
    }
}

/// The root first.
pub(super) fn levels(root: Json<'_>) -> Vec<Level> {
    let mut out = Vec::new();
    lay(root, root, Path::root(), 0, &mut out);
    out
}

fn lay(root: Json<'_>, at: Json<'_>, path: Path, depth: usize, out: &mut Vec<Level>) -> Option<usize> {
    if depth > DEEPEST || out.len() >= MOST {
        return None;
    }
    let shape = schema::shape(root, at);
    let known = !shape.props.is_empty() || depth == 0 || shape.openness != Openness::Absent || shape.pattern_keys;
    if !known {
        return None;
    }
    let index = out.len();
    out.push(Level {
        at: path.clone(),
        props: Vec::new(),
        openness: shape.openness,
        closed: shape.openness == Openness::Closed && closed(root, at, 0),
        pattern_keys: shape.pattern_keys,
        branches: shape.props.iter().any(|prop| prop.branch) || !shape.branch_required.is_empty(),
        node: at.id(),
    });
    let mut props = Vec::with_capacity(shape.props.len());
    for prop in &shape.props {
        let below = path.join(prop.name);
        let items = schema::items(root, prop.node).and_then(|items| lay(root, items, below.join("[]"), depth + 1, out));
        let object = if items.is_none() && schema::types(root, prop.node).allows("object") {
            lay(root, prop.node, below, depth + 1, out)
        } else {
            None
        };
        props.push(Prop {
            name: prop.name.into(),
            required: shape.requires(prop.name),
            node: prop.node.id(),
            object,
            items,
            closed_set: schema::members(root, prop.node).is_some(),
        });
    }
    if let Some(level) = out.get_mut(index) {
        level.props = props;
    }
    Some(index)
}

/// Says the object itself, or what it refers to, that no other key is taken?
fn closed(root: Json<'_>, at: Json<'_>, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let says = |key| at.get(key).and_then(Json::bool) == Some(false);
    let referred = || at.get("$ref").and_then(Json::text).and_then(|to| schema::resolve(root, to));
    says("additionalProperties")
        || says("unevaluatedProperties")
        || referred().is_some_and(|to| closed(root, to, depth + 1))
        || at.get("allOf").is_some_and(|all| all.items().any(|part| closed(root, part, depth + 1)))
}
