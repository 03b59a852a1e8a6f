//! Bytes: a file on disk, standard input, or something held in memory. Lines are read one at a time, so that a capture of any size
//! streams.

mod stream;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stream::{How, Stream};

/// A line longer than this is not read: 64 MiB.
pub(crate) const LONGEST_LINE: usize = 64 << 20;

const BLOCK: usize = 256 << 10;
/// A file up to this size is held: it is gone over several times.
const SMALL: u64 = 1 << 20;
/// What of standard input is held while its calls wait for a list.
const PATIENCE: u64 = 64 << 20;

#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// Relative to the working directory, with `/`; `-` for standard input.
    pub(crate) shown: Arc<str>,
    bytes: Bytes,
}

#[derive(Debug, Clone)]
enum Bytes {
    Path(PathBuf),
    /// Of a small file.
    Held(Arc<(PathBuf, Vec<u8>)>),
    Memory(Arc<[u8]>),
    Stream(Arc<Stream>),
}

/// One line, without its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawLine<'a> {
    /// From 1.
    pub(crate) number: u64,
    /// Of its first byte in the file.
    pub(crate) offset: u64,
    pub(crate) bytes: &'a [u8],
    /// Its end is missing: it is the last of the file.
    pub(crate) open: bool,
    /// It was longer than [`LONGEST_LINE`]; `bytes` is only its beginning.
    pub(crate) cut: bool,
}

impl Source {
    pub(crate) fn path(path: &Path) -> Self {
        Self { shown: shown(path).into(), bytes: Bytes::Path(path.to_owned()) }
    }

    /// Reads a small file once and for all. What cannot be read says so when it is wanted.
    pub(crate) fn held(self) -> Self {
        let path = match &self.bytes {
            Bytes::Path(path) if path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() <= SMALL) => path.clone(),
            _ => return self,
        };
        match std::fs::read(&path) {
            Ok(bytes) => Self { bytes: Bytes::Held(Arc::new((path, bytes))), ..self },
            Err(_) => self,
        }
    }

    pub(crate) fn memory(name: &str, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { shown: name.into(), bytes: Bytes::Memory(bytes.into()) }
    }

    pub(crate) fn stdin() -> Self {
        Self::stream("-", BufReader::with_capacity(BLOCK, io::stdin()), PATIENCE)
    }

    /// What can be read but once. So many bytes of it may be held.
    pub(crate) fn stream(name: &str, from: impl BufRead + Send + 'static, patience: u64) -> Self {
        Self { shown: name.into(), bytes: Bytes::Stream(Arc::new(Stream::new(Box::new(from), patience))) }
    }

    /// Is there more than can be read twice?
    pub(crate) fn passes(&self) -> bool {
        matches!(&self.bytes, Bytes::Stream(stream) if stream.passes())
    }

    /// How many bytes may be looked at before they are judged, if not all.
    pub(crate) fn patience(&self) -> Option<u64> {
        if let Bytes::Stream(stream) = &self.bytes { Some(stream.patience) } else { None }
    }

    /// Is it held, and all of it on one line? False says nothing of what is not held.
    pub(crate) fn is_one_line(&self) -> bool {
        let held: &[u8] = match &self.bytes {
            Bytes::Path(_) | Bytes::Stream(_) => return false,
            Bytes::Held(held) => &held.1,
            Bytes::Memory(bytes) => bytes,
        };
        let text = held.trim_ascii();
        !text.is_empty() && memchr::memchr(b'\n', text).is_none()
    }

    /// It was said by a server that we started.
    pub(crate) fn is_live(&self) -> bool {
        matches!(self.bytes, Bytes::Memory(_)) && self.shown.starts_with("live:")
    }

    /// The file that it is read from, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.bytes {
            Bytes::Path(path) => Some(path),
            Bytes::Held(held) => Some(&held.0),
            Bytes::Memory(_) | Bytes::Stream(_) => None,
        }
    }

    pub(crate) fn len(&self) -> io::Result<u64> {
        match &self.bytes {
            Bytes::Path(path) => Ok(std::fs::metadata(path)?.len()),
            Bytes::Held(held) => Ok(held.1.len() as u64),
            Bytes::Memory(bytes) => Ok(bytes.len() as u64),
            Bytes::Stream(stream) => stream.len(),
        }
    }

    pub(crate) fn read(&self) -> io::Result<Cow<'_, [u8]>> {
        Ok(match &self.bytes {
            Bytes::Path(path) => Cow::Owned(std::fs::read(path)?),
            Bytes::Held(held) => Cow::Borrowed(held.1.as_slice()),
            Bytes::Memory(bytes) => Cow::Borrowed(&**bytes),
            Bytes::Stream(stream) => Cow::Owned(stream.held()),
        })
    }

    /// Calls `each` with every line, in order, until it says stop. What passes by is held as far as that.
    pub(crate) fn lines(&self, each: impl FnMut(RawLine<'_>) -> bool) -> io::Result<()> {
        self.read_as(How::Hold, each)
    }

    /// The same once more: of what passes by, the part that is held.
    pub(crate) fn lines_again(&self, each: impl FnMut(RawLine<'_>) -> bool) -> io::Result<()> {
        self.read_as(How::Held, each)
    }

    /// The same for the last time: what passes by is gone then, save the part that is held already.
    pub(crate) fn pass(&self, each: impl FnMut(RawLine<'_>) -> bool) -> io::Result<()> {
        self.read_as(How::Pass, each)
    }

    fn read_as(&self, how: How, mut each: impl FnMut(RawLine<'_>) -> bool) -> io::Result<()> {
        match &self.bytes {
            Bytes::Path(path) => read_lines(&mut BufReader::with_capacity(BLOCK, File::open(path)?), &mut each),
            Bytes::Held(held) => read_lines(&mut held.1.as_slice(), &mut each),
            Bytes::Memory(bytes) => read_lines(&mut &**bytes, &mut each),
            Bytes::Stream(stream) => stream.replay(how, |from| read_lines(from, &mut each)),
        }
    }

    /// The line that starts at a byte. Of what passed by, only the beginning is still there.
    pub(crate) fn line_at(&self, offset: u64) -> io::Result<Vec<u8>> {
        let mut found = Vec::new();
        let mut take = |line: RawLine<'_>| {
            found.extend_from_slice(line.bytes);
            false
        };
        let held: &[u8] = match &self.bytes {
            Bytes::Path(path) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(offset))?;
                read_lines(&mut BufReader::new(file), &mut take)?;
                return Ok(found);
            }
            Bytes::Held(held) => &held.1,
            Bytes::Memory(bytes) => bytes,
            Bytes::Stream(stream) => return stream.line_at(offset).ok_or_else(|| io::ErrorKind::NotFound.into()),
        };
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(held.len());
        read_lines(&mut held.get(start..).unwrap_or(&[]), &mut take)?;
        Ok(found)
    }
}

fn read_lines(from: &mut dyn BufRead, each: &mut dyn FnMut(RawLine<'_>) -> bool) -> io::Result<()> {
    let (mut number, mut offset) = (0_u64, 0_u64);
    let mut held: Vec<u8> = Vec::new();
    let (mut length, mut cut) = (0_u64, false);
    loop {
        let block = from.fill_buf()?;
        if block.is_empty() {
            if length > 0 {
                number += 1;
                each(RawLine { number, offset, bytes: strip(&held), open: true, cut });
            }
            return Ok(());
        }
        let mut used = 0;
        let mut go_on = true;
        for end in memchr::memchr_iter(b'\n', block) {
            let part = block.get(used..end).unwrap_or(&[]);
            used = end + 1;
            number += 1;
            let bytes: &[u8] = if length == 0 {
                part
            } else {
                keep(&mut held, part, &mut cut);
                &held
            };
            let whole = length + part.len() as u64 + 1;
            go_on = each(RawLine { number, offset, bytes: strip(bytes), open: false, cut });
            offset += whole;
            held.clear();
            (length, cut) = (0, false);
            if !go_on {
                break;
            }
        }
        if !go_on {
            return Ok(());
        }
        let rest = block.get(used..).unwrap_or(&[]);
        keep(&mut held, rest, &mut cut);
        length += rest.len() as u64;
        let all = block.len();
        from.consume(all);
    }
}

fn keep(held: &mut Vec<u8>, part: &[u8], cut: &mut bool) {
    let room = LONGEST_LINE.saturating_sub(held.len());
    *cut |= part.len() > room;
    held.extend_from_slice(part.get(..part.len().min(room)).unwrap_or(&[]));
}

fn strip(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A path as people read it: relative to the working directory where it lies below it, with `/`.
pub(crate) fn shown(path: &Path) -> String {
    let below = if path.is_absolute() {
        std::env::current_dir().ok().and_then(|here| path.strip_prefix(&here).ok().map(Path::to_owned))
    } else {
        path.strip_prefix(".").ok().map(Path::to_owned)
    };
    let text = below.filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| path.to_owned()).to_string_lossy().into_owned();
    if std::path::MAIN_SEPARATOR == '/' { text } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_numbers_and_offsets_and_the_last_may_be_open() {
        let source = Source::memory("x", b"a\r\n\nbcd".to_vec());
        let mut seen = Vec::new();
        source
            .lines(|l| {
                seen.push((l.number, l.offset, String::from_utf8_lossy(l.bytes).into_owned(), l.open));
                true
            })
            .expect("memory");
        assert_eq!(seen, [(1, 0, "a".into(), false), (2, 3, String::new(), false), (3, 4, "bcd".into(), true)]);
        assert_eq!(source.line_at(4).expect("memory"), b"bcd");
    }

    #[test]
    fn lines_across_blocks_are_whole() {
        let long = "x".repeat(BLOCK + 10);
        let path = std::env::temp_dir().join(format!("wirelint-lines-{}", std::process::id()));
        std::fs::write(&path, format!("{long}\n{long}\ny\n")).expect("a temporary file");
        let mut seen = Vec::new();
        Source::path(&path)
            .lines(|l| {
                seen.push((l.offset, l.bytes.len()));
                true
            })
            .expect("readable");
        std::fs::remove_file(&path).expect("removable");
        let n = long.len() as u64;
        assert_eq!(seen, [(0, long.len()), (n + 1, long.len()), (2 * n + 2, 1)]);
    }
}
