//! The names that lead to a value: of arguments, or of a payload. The items of an array are one step, `[]`.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

const BETWEEN: char = '\u{1f}';

/// Cheap to copy; the empty path is the root.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Path(Arc<str>);

impl Path {
    pub(crate) fn root() -> Self {
        static ROOT: LazyLock<Arc<str>> = LazyLock::new(|| Arc::from(""));
        Self(Arc::clone(&ROOT))
    }

    pub(crate) fn of<S: AsRef<str>>(steps: impl IntoIterator<Item = S>) -> Self {
        steps.into_iter().fold(Self::root(), |path, step| path.join(step.as_ref()))
    }

    pub(crate) fn join(&self, step: &str) -> Self {
        // The mark may stand in a name only where somebody tries to forge a path.
        let forged = step.as_bytes().contains(&(BETWEEN as u8));
        let step = if forged { Cow::Owned(step.replace(BETWEEN, "\u{fffd}")) } else { Cow::Borrowed(step) };
        if self.is_root() { Self(step.as_ref().into()) } else { Self(format!("{}{BETWEEN}{step}", self.0).into()) }
    }

    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = &str> {
        self.0.split(BETWEEN).filter(|step| !step.is_empty())
    }

    /// Its last name.
    pub(crate) fn leaf(&self) -> &str {
        self.0.rsplit(BETWEEN).find(|step| !step.is_empty() && *step != "[]").unwrap_or("")
    }

    /// Its last step; none for the root.
    pub(crate) fn last(&self) -> Option<&str> {
        self.0.rsplit(BETWEEN).find(|step| !step.is_empty())
    }

    /// Its first name: the top-level parameter.
    pub(crate) fn top(&self) -> &str {
        self.steps().next().unwrap_or("")
    }

    /// All but the last step.
    pub(crate) fn parent(&self) -> Self {
        match self.0.rsplit_once(BETWEEN) {
            Some((head, _)) => Self(head.into()),
            None => Self::root(),
        }
    }

    /// Is it this place, where a `*` of the place stands for any key?
    pub(crate) fn is_at(&self, place: &Self) -> bool {
        self.steps().count() == place.steps().count() && self.is_along(place)
    }

    /// Does the one lead to the other, where a `*` of the place stands for any key?
    pub(crate) fn is_along(&self, place: &Self) -> bool {
        self.steps().zip(place.steps()).all(|(step, wanted)| step == wanted || wanted == "*")
    }

    pub(crate) fn starts_with(&self, other: &Self) -> bool {
        other.is_root() || self == other || self.0.strip_prefix(&*other.0).is_some_and(|rest| rest.starts_with(BETWEEN))
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, step) in self.steps().enumerate() {
            if at > 0 && step != "[]" {
                f.write_str(".")?;
            }
            f.write_str(step)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let path = Path::of(["edits", "[]", "old"]);
        assert_eq!(path.to_string(), "edits[].old");
        assert_eq!((path.leaf(), path.top()), ("old", "edits"));
        assert_eq!(path.parent(), Path::of(["edits", "[]"]));
        assert_eq!(path.parent().leaf(), "edits");
        assert!(path.starts_with(&Path::of(["edits"])) && !path.starts_with(&Path::of(["edit"])));
        assert_eq!(Path::root().to_string(), "");
    }
}
