//! What a dialect has read, while it is being read.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Blame, ListedSet, Why};

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) blames: Vec<Blame>,
    pub(super) sets: Vec<ListedSet>,
}

impl Found {
    pub(super) fn blame(&mut self, path: Vec<Box<str>>, why: Why) {
        self.blames.push(Blame { path, why });
    }

    pub(super) fn set(&mut self, path: Vec<Box<str>>, members: Vec<Box<str>>) {
        if !members.is_empty() {
            self.sets.push(ListedSet { path, members });
        }
    }

    pub(super) fn extend(&mut self, more: Self) {
        self.blames.extend(more.blames);
        self.sets.extend(more.sets);
    }

    /// Each blame once and one set a path, in the order of the text.
    pub(super) fn into_parts(self) -> (Vec<Blame>, Vec<ListedSet>) {
        let mut seen = FxHashSet::default();
        let blames = self.blames.into_iter().filter(|blame| seen.insert(blame.clone())).collect();
        (blames, together(self.sets))
    }
}

fn together(sets: Vec<ListedSet>) -> Vec<ListedSet> {
    let mut joined: Vec<ListedSet> = Vec::new();
    let mut places: FxHashMap<Vec<Box<str>>, usize> = FxHashMap::default();
    for set in sets {
        let place = *places.entry(set.path.clone()).or_insert(joined.len());
        match joined.get_mut(place) {
            Some(before) => before.members.extend(set.members),
            None => joined.push(set),
        }
    }
    for set in &mut joined {
        let mut seen = FxHashSet::default();
        set.members.retain(|member| seen.insert(member.clone()));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_blame_once_and_sets_of_one_path_together() {
        let mut found = Found::default();
        let path = || vec![Box::from("hue")];
        found.blame(path(), Why::Value);
        found.blame(path(), Why::Value);
        found.set(path(), vec!["red".into()]);
        found.set(path(), vec!["red".into(), "blue".into()]);
        found.set(path(), vec![]);
        let (blames, sets) = found.into_parts();
        assert_eq!(blames, [Blame { path: path(), why: Why::Value }]);
        assert_eq!(sets, [ListedSet { path: path(), members: vec!["red".into(), "blue".into()] }]);
    }
}
