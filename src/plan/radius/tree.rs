//! The files of a source tree: what `.gitignore` leaves, small enough to be written by hand, and text.

use crate::report::Radius;
use ignore::WalkBuilder;
use std::path::Path;

/// A larger file was not written by hand.
const LARGEST: u64 = 1 << 20;
/// More is not read: a tree of this size is no source tree, or not one alone.
const MOST_FILES: u64 = 100_000;
const MOST_BYTES: u64 = 1 << 30;
/// Entries that are looked at, whatever they are.
const MOST_ENTRIES: u64 = 1_000_000;
/// A byte of zero so near the beginning: no text.
const HEAD: usize = 8 << 10;

/// Calls `each` with the path of every file, its path below the folder with `/`, and its bytes; says how much was read and left out.
pub(super) fn walk(folder: &Path, each: &mut dyn FnMut(&Path, &str, &[u8])) -> Radius {
    let mut out = Radius { folder: crate::source::shown(folder), ..Radius::default() };
    let entered = |entry: &ignore::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        entry.depth() == 0 || !is_folder || !(name.starts_with('.') || name == "node_modules" || name == "target")
    };
    let walk = WalkBuilder::new(folder)
        .hidden(false)
        .ignore(false)
        .git_global(false)
        .require_git(false)
        .follow_links(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(entered)
        .build();
    let (mut entries, mut bytes_read) = (0, 0);
    for entry in walk {
        entries += 1;
        if entries > MOST_ENTRIES || out.files >= MOST_FILES || bytes_read > MOST_BYTES {
            out.cut = true;
            break;
        }
        let Ok(entry) = entry else {
            out.unreadable += 1;
            continue;
        };
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path();
        if entry.metadata().is_ok_and(|meta| meta.len() > LARGEST) {
            out.huge += 1;
            continue;
        }
        let Ok(bytes) = std::fs::read(path) else {
            out.unreadable += 1;
            continue;
        };
        if memchr::memchr(0, bytes.get(..HEAD.min(bytes.len())).unwrap_or(&[])).is_some() {
            out.binary += 1;
            continue;
        }
        out.files += 1;
        bytes_read += bytes.len() as u64;
        let below = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        each(path, &below, &bytes);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            std::fs::write(path, bytes).expect("a file");
        }
        folder
    }

    fn walked(folder: &Path) -> (Vec<String>, Radius) {
        let mut seen = Vec::new();
        let out = walk(folder, &mut |_, below, _| seen.push(below.to_owned()));
        (seen, out)
    }

    #[test]
    fn ignored_hidden_and_foreign_folders_are_not_entered() {
        let folder = tree(&[
            (".gitignore", b"*.gen\nout/\n!keep.gen\n"),
            ("a.rs", b"x"),
            ("b.gen", b"x"),
            ("keep.gen", b"x"),
            ("out/c.rs", b"x"),
            ("sub/.gitignore", b"d.rs\n!e.gen\n/only_here\n"),
            ("sub/d.rs", b"x"),
            ("sub/e.gen", b"x"),
            ("sub/only_here", b"x"),
            ("sub/deep/only_here", b"x"),
            (".hidden/f.rs", b"x"),
            (".env", b"x"),
            ("node_modules/g.js", b"x"),
            ("target/h.rs", b"x"),
        ]);
        let (seen, _) = walked(folder.path());
        assert_eq!(seen, [".env", ".gitignore", "a.rs", "keep.gen", "sub/.gitignore", "sub/deep/only_here", "sub/e.gen"]);
    }

    #[test]
    fn what_is_no_text_is_counted() {
        let huge = vec![b'x'; (LARGEST + 1) as usize];
        let folder = tree(&[("a.bin", b"\0x"), ("b.txt", &huge), ("c.txt", b"x")]);
        let (seen, out) = walked(folder.path());
        assert_eq!(seen, ["c.txt"]);
        assert_eq!((out.files, out.binary, out.huge, out.cut), (1, 1, 1, false));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = tree(&[("a/b.txt", b"x")]);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("a/loop")).expect("a link");
        std::os::unix::fs::symlink(folder.path().join("a/b.txt"), folder.path().join("twice.txt")).expect("a link");
        assert_eq!(walked(folder.path()).0, ["a/b.txt"]);
    }
}
