//! What lines say, kept apart from the buffer that they were read from: one thread takes lines apart while another one judges what the
//! lines before them said.

use super::event::{self, Heard, Hearing, Message, Way, What};
use crate::source::{RawLine, Source};
use std::borrow::Cow;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};

/// A sheet with this much text is full.
const FULL: usize = 256 << 10;
/// Sheets that may wait to be judged.
const AHEAD: usize = 3;
/// A smaller source is read before a second thread would have begun.
const SMALL: u64 = 4 << 20;

/// One line, and what was heard in it.
#[derive(Debug)]
pub(super) struct Spoken<'a> {
    pub(super) line: u64,
    pub(super) offset: u64,
    /// All of the line, where it is heard.
    pub(super) text: &'a str,
    pub(super) said: Said<'a>,
}

#[derive(Debug)]
pub(super) enum Said<'a> {
    Heard(Heard<'a>),
    Noise,
    /// A broken message; `last`: nothing follows it, not even the end of the line.
    Torn {
        last: bool,
    },
    TooLong,
}

/// A part of a sheet's text. Half as large as a range: a sheet has many.
#[derive(Debug, Clone, Copy)]
struct Part {
    start: u32,
    end: u32,
}

impl Part {
    /// A sheet ends long before the numbers do.
    fn of(start: usize, end: usize) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: place(start), end: place(end) }
    }
}

#[derive(Debug, Default)]
struct Sheet {
    text: String,
    lines: Vec<Kept>,
}

#[derive(Debug)]
struct Kept {
    line: u64,
    offset: u64,
    text: Part,
    said: KeptSaid,
}

#[derive(Debug)]
enum KeptSaid {
    Heard(KeptHeard),
    Noise,
    Torn { last: bool },
    TooLong,
}

#[derive(Debug)]
struct KeptHeard {
    way: Way,
    peer: Option<Part>,
    server: Option<Part>,
    session: Option<Part>,
    what: KeptWhat,
}

#[derive(Debug)]
enum KeptWhat {
    Message(KeptMessage),
    Batch(Vec<Part>),
    Http(Part),
    Nothing,
}

#[derive(Debug)]
struct KeptMessage {
    version: bool,
    id: Option<Part>,
    method: Option<Part>,
    params: Option<Part>,
    result: Option<Part>,
    error: Option<Part>,
    mark: Option<Part>,
}

/// Calls `each` with every line that says something, in order.
pub(super) fn read(source: &Source, mut each: impl FnMut(Spoken<'_>)) -> io::Result<()> {
    if !source.passes() && source.len()? < SMALL {
        return source.pass(|line| {
            with_text(&line, |text| {
                if let Some(said) = hear(&line, text) {
                    each(Spoken { line: line.number, offset: line.offset, text, said });
                }
            });
            true
        });
    }
    let (full, waiting) = sync_channel::<Sheet>(AHEAD);
    let (used, empty) = channel::<Sheet>();
    std::thread::scope(|scope| {
        let reader = scope.spawn(move || write_sheets(source, &full, &empty));
        for mut sheet in waiting {
            sheet.lines.iter().for_each(|kept| each(sheet.spoken(kept)));
            sheet.clear();
            // The reader may be done by now.
            drop(used.send(sheet));
        }
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn write_sheets(source: &Source, full: &SyncSender<Sheet>, empty: &Receiver<Sheet>) -> io::Result<()> {
    let mut sheet = Sheet::default();
    source.pass(|line| {
        with_text(&line, |text| sheet.write(&line, text));
        if sheet.text.len() < FULL {
            return true;
        }
        let next = empty.try_recv().unwrap_or_default();
        full.send(std::mem::replace(&mut sheet, next)).is_ok()
    })?;
    // Nobody waits for the last sheet where the judge has stopped.
    drop(full.send(sheet));
    Ok(())
}

/// The line as text. What is not UTF-8 is read as far as it can be.
fn with_text<T>(line: &RawLine<'_>, then: impl FnOnce(&str) -> T) -> T {
    match std::str::from_utf8(line.bytes) {
        Ok(text) => then(text),
        Err(_) => then(&String::from_utf8_lossy(line.bytes)),
    }
}

/// None: the line is of no concern.
fn hear<'a>(line: &RawLine<'_>, text: &'a str) -> Option<Said<'a>> {
    if line.cut {
        return Some(Said::TooLong);
    }
    match event::hear(text) {
        Hearing::Heard(heard) => Some(Said::Heard(heard)),
        Hearing::Other => None,
        Hearing::Noise => Some(Said::Noise),
        Hearing::Torn => Some(Said::Torn { last: line.open }),
    }
}

impl Sheet {
    /// As good as new, and not larger than one should be.
    fn clear(&mut self) {
        self.lines.clear();
        self.text.clear();
        self.text.shrink_to(2 * FULL);
    }

    fn write(&mut self, line: &RawLine<'_>, text: &str) {
        let Some(said) = hear(line, text) else { return };
        let start = self.text.len();
        let said = match said {
            Said::Heard(heard) => KeptSaid::Heard(self.keep(text, heard)),
            Said::Noise => KeptSaid::Noise,
            Said::Torn { last } => KeptSaid::Torn { last },
            Said::TooLong => KeptSaid::TooLong,
        };
        // What was decoded stands behind the line.
        let end = if matches!(said, KeptSaid::Heard(_)) { start + text.len() } else { start };
        self.lines.push(Kept { line: line.number, offset: line.offset, text: Part::of(start, end), said });
    }

    fn keep(&mut self, text: &str, heard: Heard<'_>) -> KeptHeard {
        let Heard { way, peer, server, session, what } = heard;
        let mut page = Page { line: text, start: self.text.len(), text: &mut self.text };
        page.text.push_str(text);
        let what = match what {
            What::Message(message) => KeptWhat::Message(KeptMessage {
                version: message.version,
                id: message.id.map(|part| page.part(part)),
                method: message.method.as_deref().map(|part| page.part(part)),
                params: message.params.map(|part| page.part(part)),
                result: message.result.map(|part| page.part(part)),
                error: message.error.map(|part| page.part(part)),
                mark: message.mark.map(|part| page.part(part)),
            }),
            What::Batch(items) => KeptWhat::Batch(items.into_iter().map(|item| page.part(item)).collect()),
            What::Http(part) => KeptWhat::Http(page.part(part)),
            What::Nothing => KeptWhat::Nothing,
        };
        let mut word = |word: Option<Cow<'_, str>>| word.map(|word| page.part(&word));
        KeptHeard { way, peer: word(peer), server: word(server), session: word(session), what }
    }

    fn spoken(&self, kept: &Kept) -> Spoken<'_> {
        let said = match &kept.said {
            KeptSaid::Heard(heard) => Said::Heard(self.heard(heard)),
            KeptSaid::Noise => Said::Noise,
            KeptSaid::Torn { last } => Said::Torn { last: *last },
            KeptSaid::TooLong => Said::TooLong,
        };
        Spoken { line: kept.line, offset: kept.offset, text: self.part(kept.text), said }
    }

    fn heard(&self, kept: &KeptHeard) -> Heard<'_> {
        let part = |part: Option<Part>| part.map(|part| self.part(part));
        let word = |at: Option<Part>| part(at).map(Cow::Borrowed);
        let what = match &kept.what {
            KeptWhat::Message(message) => What::Message(Message {
                version: message.version,
                id: part(message.id),
                method: word(message.method),
                params: part(message.params),
                result: part(message.result),
                error: part(message.error),
                mark: part(message.mark),
            }),
            KeptWhat::Batch(items) => What::Batch(items.iter().map(|item| self.part(*item)).collect()),
            KeptWhat::Http(text) => What::Http(self.part(*text)),
            KeptWhat::Nothing => What::Nothing,
        };
        Heard { way: kept.way, peer: word(kept.peer), server: word(kept.server), session: word(kept.session), what }
    }

    fn part(&self, part: Part) -> &str {
        self.text.get(part.start as usize..part.end as usize).unwrap_or("")
    }
}

/// A line while it is written down.
struct Page<'a, 't> {
    line: &'a str,
    /// Of the line in the text.
    start: usize,
    text: &'t mut String,
}

impl Page<'_, '_> {
    /// Where a part of the line stands; what was decoded is written behind it.
    fn part(&mut self, part: &str) -> Part {
        let at = (part.as_ptr() as usize).wrapping_sub(self.line.as_ptr() as usize);
        let borrowed = at < self.line.len();
        let start = if borrowed { self.start + at } else { self.text.len() };
        if !borrowed {
            self.text.push_str(part);
        }
        Part::of(start, start + part.len())
    }
}
