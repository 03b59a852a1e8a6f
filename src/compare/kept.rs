//! One call and two lists: the old one takes it; does the new one keep it? A call is kept if the new list takes it too and still
//! advertises every key that it uses.

use crate::evidence::Path;
use crate::schema::Keyword;
use crate::surface::{Level, Tool};
use serde_json::Value;

/// Which half of being kept fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Half {
    /// The new list refuses it: a key is missing.
    Missing,
    /// The new list refuses it for what it holds.
    Refused,
    /// The new list takes it and does not advertise a key that it uses.
    Unadvertised,
}

/// What of a call is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Loss {
    pub(crate) path: Path,
    pub(crate) half: Half,
}

impl Loss {
    /// The call as such: its tool is gone.
    pub(crate) fn whole() -> Self {
        Self { path: Path::root(), half: Half::Unadvertised }
    }
}

/// None: it cannot be said within the limits, or the schema cannot be compiled.
pub(crate) fn takes(tool: &Tool, arguments: &Value) -> Option<bool> {
    tool.violations(arguments).map(|broken| broken.is_empty())
}

/// What the new list does not keep of a call that the old one takes; nothing where it keeps all. None: it cannot be said.
pub(crate) fn losses(old: &Tool, new: &Tool, arguments: &Value) -> Option<Vec<Loss>> {
    let mut out = Vec::new();
    unadvertised(old, new, arguments, &mut out);
    match new.violations(arguments) {
        Some(violations) => out.extend(violations.iter().map(|violation| {
            let at = names(&violation.instance, arguments, [old, new]);
            match &violation.keyword {
                Keyword::Required(name) => Loss { path: at.join(name), half: Half::Missing },
                Keyword::AdditionalProperties(keys) => {
                    Loss { path: keys.first().map_or(at.clone(), |key| at.join(key)), half: Half::Refused }
                }
                _ => Loss { path: at, half: Half::Refused },
            }
        })),
        None if out.is_empty() => return None,
        None => {}
    }
    out.sort_unstable();
    out.dedup();
    Some(out)
}

/// Steps into arguments as names: the items of an array are one step, and the keys of a free map are data, each a `*`.
fn names(steps: &[String], arguments: &Value, tools: [&Tool; 2]) -> Path {
    let lists = tools.map(Tool::levels);
    let mut levels = lists.map(<[Level]>::first);
    let mut here = Some(arguments);
    let mut path = Path::root();
    for step in steps {
        here = match here {
            Some(Value::Array(items)) => {
                path = path.join("[]");
                step.parse::<usize>().ok().and_then(|at| items.get(at))
            }
            Some(Value::Object(members)) => {
                let props = levels.map(|level| level.and_then(|level| level.prop(step)));
                let is_name = props.iter().any(Option::is_some) || levels.iter().flatten().any(|level| !level.is_free_map());
                path = path.join(if is_name { step } else { "*" });
                let below = [0, 1].map(|of| props.get(of).copied().flatten().and_then(|prop| prop.object.or(prop.items)));
                levels = [0, 1].map(|of| below.get(of).copied().flatten().and_then(|at| lists.get(of)?.get(at)));
                members.get(step)
            }
            _ => break,
        };
    }
    path
}

/// Keys that the old list advertises and the new one does not.
fn unadvertised(old: &Tool, new: &Tool, arguments: &Value, out: &mut Vec<Loss>) {
    let (of_old, of_new) = (old.levels(), new.levels());
    let Some(root) = of_old.first() else { return };
    let mut open: Vec<(&Level, Option<&Level>, &Value, Path)> = vec![(root, of_new.first(), arguments, Path::root())];
    while let Some((before, after, value, path)) = open.pop() {
        let Some(members) = value.as_object() else { continue };
        for (key, value) in members {
            let Some(prop) = before.prop(key) else { continue };
            let now = after.and_then(|level| level.prop(key));
            let here = path.join(key);
            if now.is_none() {
                out.push(Loss { path: here, half: Half::Unadvertised });
                continue;
            }
            let at = |index: Option<usize>, levels: &'_ [Level]| index.filter(|index| *index < levels.len());
            if let Some(below) = at(prop.object, of_old).and_then(|index| of_old.get(index)) {
                let new = now.and_then(|prop| prop.object.or(prop.items)).and_then(|index| of_new.get(index));
                open.push((below, new, value, here));
            } else if let (Some(below), Some(items)) = (at(prop.items, of_old).and_then(|index| of_old.get(index)), value.as_array()) {
                let new = now.and_then(|prop| prop.items.or(prop.object)).and_then(|index| of_new.get(index));
                open.extend(items.iter().map(|item| (below, new, item, here.join("[]"))));
            }
        }
    }
}
