//! What can be read but once: standard input. Its beginning is held, so that it can be told what it is and which lists it has before
//! anything is judged; what comes after that passes by.

use std::io::{self, BufRead, Read};
use std::sync::{Mutex, PoisonError};

/// Nothing that is looked at more than once is longer: a document may be 1 GiB.
const MOST: u64 = (1 << 30) + 1;

pub(super) struct Stream {
    inner: Mutex<Inner>,
    /// Bytes that may wait for a list.
    pub(super) patience: u64,
}

struct Inner {
    from: Box<dyn BufRead + Send>,
    held: Vec<u8>,
    ended: bool,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").finish_non_exhaustive()
    }
}

impl Stream {
    pub(super) fn new(from: Box<dyn BufRead + Send>, patience: u64) -> Self {
        Self { inner: Mutex::new(Inner { from, held: Vec::new(), ended: false }), patience }
    }

    /// Is more to come than is held?
    pub(super) fn passes(&self) -> bool {
        !self.locked().ended
    }

    /// Reads as much as a document may have, and says how much that is.
    pub(super) fn len(&self) -> io::Result<u64> {
        let mut inner = self.locked();
        while !inner.ended && (inner.held.len() as u64) < MOST {
            inner.more()?;
        }
        Ok(inner.held.len() as u64)
    }

    pub(super) fn held(&self) -> Vec<u8> {
        self.locked().held.clone()
    }

    /// The line that starts at a byte, where it is held to its end.
    pub(super) fn line_at(&self, offset: u64) -> Option<Vec<u8>> {
        let inner = self.locked();
        let rest = inner.held.get(usize::try_from(offset).ok()?..).filter(|rest| !rest.is_empty())?;
        match memchr::memchr(b'\n', rest) {
            Some(end) => rest.get(..end).map(|line| super::strip(line).to_vec()),
            None => inner.ended.then(|| super::strip(rest).to_vec()),
        }
    }

    /// Reads from the start. `How::Hold`: what comes anew is held; `How::Held`: nothing does; `How::Pass`: it is held no more.
    pub(super) fn replay(&self, how: How, read: impl FnOnce(&mut dyn BufRead) -> io::Result<()>) -> io::Result<()> {
        let mut inner = self.locked();
        read(&mut Replay { inner: &mut inner, at: 0, how })
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn more(&mut self) -> io::Result<()> {
        let block = self.from.fill_buf()?;
        self.held.extend_from_slice(block);
        let length = block.len();
        self.ended = length == 0;
        self.from.consume(length);
        Ok(())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Hold,
    Held,
    Pass,
}

struct Replay<'a> {
    inner: &'a mut Inner,
    at: usize,
    how: How,
}

impl Read for Replay<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let block = self.fill_buf()?;
        let length = block.len().min(to.len());
        if let (Some(to), Some(from)) = (to.get_mut(..length), block.get(..length)) {
            to.copy_from_slice(from);
        }
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Replay<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at >= self.inner.held.len() && !self.inner.ended {
            match self.how {
                How::Hold => self.inner.more()?,
                How::Held => {}
                How::Pass => return self.inner.from.fill_buf(),
            }
        }
        // In pieces: what reads lines looks a whole block through at a time.
        let end = self.inner.held.len().min(self.at.saturating_add(super::BLOCK));
        Ok(self.inner.held.get(self.at..end).unwrap_or(&[]))
    }

    fn consume(&mut self, length: usize) {
        if self.how == How::Pass && self.at >= self.inner.held.len() && !self.inner.ended {
            self.inner.from.consume(length);
        } else {
            self.at += length;
        }
    }
}
