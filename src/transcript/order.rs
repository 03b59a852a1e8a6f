//! Rows in file order, though calls end in another: a row waits until every call before it has ended.

use super::Row;
use std::collections::BTreeMap;
use std::io;

/// Rows that may wait for one call. Where it takes longer to end, its own row comes late.
const MOST: usize = 20_000;

/// Hands rows on in the order of their calls.
pub(crate) struct InOrder<'a> {
    write: &'a mut dyn FnMut(&Row) -> io::Result<()>,
    input: usize,
    /// The call whose row comes next.
    next: u64,
    waiting: BTreeMap<u64, Row>,
    most: usize,
    done: io::Result<()>,
}

impl<'a> InOrder<'a> {
    pub(crate) fn new(write: &'a mut dyn FnMut(&Row) -> io::Result<()>) -> Self {
        Self { write, input: 0, next: 0, waiting: BTreeMap::new(), most: MOST, done: Ok(()) }
    }

    pub(crate) fn take(&mut self, row: Row) {
        if row.input != self.input {
            self.flush();
            (self.input, self.next) = (row.input, 0);
        }
        if row.order < self.next {
            self.put(&row);
            return;
        }
        self.waiting.insert(row.order, row);
        if self.waiting.len() > self.most
            && let Some((first, _)) = self.waiting.first_key_value()
        {
            self.next = *first;
        }
        while let Some(row) = self.waiting.remove(&self.next) {
            self.put(&row);
            self.next += 1;
        }
    }

    /// All calls have ended.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.flush();
        self.done
    }

    fn flush(&mut self) {
        for row in std::mem::take(&mut self.waiting).into_values() {
            self.put(&row);
        }
    }

    fn put(&mut self, row: &Row) {
        if self.done.is_ok() {
            self.done = (self.write)(row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(input: usize, order: u64) -> Row {
        Row {
            file: "c.jsonl".into(),
            line: order + 1,
            id: None,
            server: None,
            tool: "a".into(),
            outcome: "accepted",
            because: None,
            arguments: Vec::new(),
            blames: Vec::new(),
            payloads: Vec::new(),
            input,
            order,
            advertised: None,
        }
    }

    fn written(most: usize, rows: &[(usize, u64)]) -> Vec<(usize, u64)> {
        let mut out = Vec::new();
        let mut write = |row: &Row| {
            out.push((row.input, row.order));
            Ok(())
        };
        let mut rows_in_order = InOrder { most, ..InOrder::new(&mut write) };
        rows.iter().for_each(|(input, order)| rows_in_order.take(row(*input, *order)));
        rows_in_order.end().expect("memory");
        out
    }

    #[test]
    fn rows_wait_for_the_calls_before_them() {
        assert_eq!(written(9, &[(0, 1), (0, 2), (0, 0), (1, 1), (1, 0)]), [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]);
        assert_eq!(written(9, &[(2, 1), (2, 2)]), [(2, 1), (2, 2)], "what never came is not waited for in the end");
    }

    #[test]
    fn one_call_does_not_hold_all_others_back() {
        assert_eq!(written(2, &[(0, 1), (0, 2), (0, 3), (0, 4), (0, 0), (0, 5)]), [(0, 1), (0, 2), (0, 3), (0, 4), (0, 0), (0, 5)]);
    }
}
