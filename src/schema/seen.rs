//! Which values of one schema were met already. They lie side by side in the tree, so that a bit for each is enough.

use crate::json::NodeId;

#[derive(Debug)]
pub(super) struct Seen {
    root: NodeId,
    bits: Vec<u64>,
}

impl Seen {
    /// For the values at and below a root.
    pub(super) fn below(root: NodeId) -> Self {
        Self { root, bits: Vec::new() }
    }

    /// False where it was met before, or does not lie below the root.
    pub(super) fn insert(&mut self, id: NodeId) -> bool {
        let Some(at) = id.after(self.root) else { return false };
        let (word, bit) = (at / 64, 1 << (at % 64));
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        match self.bits.get_mut(word) {
            Some(bits) if *bits & bit == 0 => {
                *bits |= bit;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::doc;
    use super::*;

    #[test]
    fn each_is_new_once() {
        let doc = doc(r#"[[1],{"a":2}]"#);
        let list = doc.root().items().last().expect("two");
        let inside = list.get("a").expect("a");
        let mut seen = Seen::below(list.id());
        assert_eq!([list, inside, list, inside, doc.root()].map(|node| seen.insert(node.id())), [true, true, false, false, false]);
    }
}
