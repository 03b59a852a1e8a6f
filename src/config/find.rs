//! Where the config is, and how its place is said.

use std::path::{Component, Path, PathBuf};

const NAME: &str = "wirelint.toml";

/// `wirelint.toml` in this folder or the nearest one above it.
pub(crate) fn find(start: &Path) -> Option<PathBuf> {
    // The folders above `..` are not those that its text names.
    let climbs = start.components().any(|component| component == Component::ParentDir);
    let start = if climbs { start.canonicalize() } else { std::path::absolute(start) }.ok()?;
    start.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// A path as people say it: from the working directory, with `/`.
pub(super) fn shown(path: &Path) -> String {
    match std::env::current_dir() {
        Ok(here) if path.is_absolute() => relative(&here, path).unwrap_or_else(|| slashed(path.components())),
        _ => slashed(path.components().filter(|component| *component != Component::CurDir)),
    }
}

/// None where nothing but the root is common.
fn relative(here: &Path, path: &Path) -> Option<String> {
    let common = here.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    let rooted = path.components().take_while(|component| matches!(component, Component::Prefix(_) | Component::RootDir)).count();
    if common <= rooted {
        return None;
    }
    let up = here.components().skip(common).map(|_| Component::ParentDir);
    Some(slashed(up.chain(path.components().skip(common))))
}

fn slashed<'a>(components: impl Iterator<Item = Component<'a>>) -> String {
    let mut text = String::new();
    for component in components {
        if component == Component::RootDir {
            text.push('/');
            continue;
        }
        if !text.is_empty() && !text.ends_with('/') {
            text.push('/');
        }
        text.push_str(&component.as_os_str().to_string_lossy());
    }
    text
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_are_said_from_here() {
        for (here, path, said) in [
            ("/home/a", "/home/a/wirelint.toml", Some("wirelint.toml")),
            ("/home/a", "/home/a/b/wirelint.toml", Some("b/wirelint.toml")),
            ("/home/a/b/c", "/home/a/wirelint.toml", Some("../../wirelint.toml")),
            ("/home/a", "/etc/wirelint.toml", None),
        ] {
            assert_eq!(relative(Path::new(here), Path::new(path)).as_deref(), said, "{path} from {here}");
        }
        assert_eq!(shown(Path::new("/nowhere-at-all/wirelint.toml")), "/nowhere-at-all/wirelint.toml");
        assert_eq!(shown(Path::new("./conf//wirelint.toml")), "conf/wirelint.toml");
    }

    #[test]
    fn the_nearest_file_upward() {
        let root = std::env::temp_dir().join(format!("wirelint-find-{}", std::process::id()));
        let deep = root.join("a/b");
        std::fs::create_dir_all(deep.join(NAME)).expect("folders");
        std::fs::write(root.join(NAME), "").expect("a file");
        // A folder of that name is no config.
        assert_eq!(find(&deep), Some(root.join(NAME)));
        std::fs::write(root.join("a").join(NAME), "").expect("a file");
        assert_eq!(find(&deep), Some(root.join("a").join(NAME)));
        assert_eq!(find(&deep.join("..")).map(|path| path.is_absolute()), Some(true));
        std::fs::remove_dir_all(&root).expect("cleared");
    }
}
