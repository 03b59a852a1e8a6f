//! `--write`: the edits of the lists that were given as files, byte for byte, and nothing else. A file is replaced whole or not at all.

use super::edits::Edit;
use std::io::Write;
use std::path::Path;

/// The mark that some editors put first; it is no part of the JSON.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Edits of one document of a file: where its text begins in the file, and the text as it was read.
#[derive(Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) offset: usize,
    pub(crate) text: &'a str,
    pub(crate) edits: Vec<Edit>,
}

/// Writes the edits of a file. How many there were.
pub(crate) fn write(path: &Path, pieces: &[Piece<'_>]) -> Result<u64, String> {
    // A link stays a link: the file that it names is the one that changes.
    let path = std::fs::canonicalize(path).map_err(|error| error.to_string())?;
    let old = std::fs::read(&path).map_err(|error| error.to_string())?;
    let (new, edits) = edited(&old, pieces)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let replace = || -> std::io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(".wirelint-").tempfile_in(folder)?;
        file.write_all(&new)?;
        file.as_file().set_permissions(std::fs::metadata(&path)?.permissions())?;
        file.as_file().sync_all()?;
        file.persist(&path).map(|_| ()).map_err(|failed| failed.error)
    };
    replace().map_err(|error| error.to_string())?;
    Ok(edits)
}

/// The bytes with the edits made. What is no longer as it was read is left alone.
fn edited(old: &[u8], pieces: &[Piece<'_>]) -> Result<(Vec<u8>, u64), String> {
    let bom = if old.starts_with(BOM) { BOM.len() } else { 0 };
    let mut spots: Vec<(usize, usize, &str)> = Vec::new();
    for piece in pieces {
        let base = bom + piece.offset;
        if old.get(base..base + piece.text.len()) != Some(piece.text.as_bytes()) {
            return Err("it has changed since it was read".to_owned());
        }
        spots.extend(piece.edits.iter().map(|edit| (base + edit.start, base + edit.end, edit.becomes.as_str())));
    }
    spots.sort_unstable();
    spots.dedup();
    let mut new = Vec::with_capacity(old.len() + 64);
    let mut kept = 0;
    for (start, end, becomes) in &spots {
        new.extend_from_slice(old.get(kept..*start).unwrap_or(&[]));
        new.extend_from_slice(becomes.as_bytes());
        kept = *end;
    }
    new.extend_from_slice(old.get(kept..).unwrap_or(&[]));
    Ok((new, spots.len() as u64))
}
