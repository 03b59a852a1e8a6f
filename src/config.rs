//! `wirelint.toml`: what a team decided. Strict, with spans: a misspelt key that is silently ignored would be a gate that does not
//! close. This room knows nothing of the files that are linted, and learns from [`Known`] which rules and meanings there are.

mod date;
mod document;
mod entries;
mod find;
mod known;
mod model;
mod nearest;
mod path;
mod query;
mod reader;
mod selector;
mod settings;

pub(crate) use date::Date;
pub(crate) use find::find;
pub(crate) use known::{Known, parse_clients, parse_rule_setting};
pub(crate) use model::{
    Allow, ClientWord, Config, Expect, ExpectedDefault, ExpectedValues, FailOn, Foreign, Layer, Local, Located, Meaning, Method, Names,
    Reflex, Require, RuleLevel, Server, Setting, ValueAlias, Wire,
};
pub(crate) use nearest::nearest;
pub(crate) use path::PathPattern;
pub(crate) use selector::{ParamSelector, Selector};

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The config as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ConfigFile {
    pub(crate) path: PathBuf,
    /// Relative to the working directory, with `/`.
    pub(crate) shown: Arc<str>,
    pub(crate) text: Arc<str>,
}

impl ConfigFile {
    /// The folder that its paths are relative to.
    pub(crate) fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }
}

/// One thing that is wrong in a config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Bytes of the config's text.
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// Why there is no config to judge by.
#[derive(Debug)]
pub(crate) enum LoadError {
    Unreadable(std::io::Error),
    /// Every fault of the file, in the order of the text.
    Faults(Arc<ConfigFile>, Vec<Fault>),
}

/// Reads the text of a config that is at hand.
#[cfg(test)]
pub(crate) fn parse(path: &Path, text: &str, known: &Known<'_>) -> Result<Config, Vec<Fault>> {
    read(path, text.into(), known).map_err(|(_, faults)| faults)
}

/// Reads a config. What it says is taken as a whole or not at all.
pub(crate) fn load(path: &Path, known: &Known<'_>) -> Result<Config, LoadError> {
    let text = std::fs::read_to_string(path).map_err(LoadError::Unreadable)?;
    read(path, text.into(), known).map_err(|(file, faults)| LoadError::Faults(file, faults))
}

fn read(path: &Path, text: Arc<str>, known: &Known<'_>) -> Result<Config, (Arc<ConfigFile>, Vec<Fault>)> {
    let file = Arc::new(ConfigFile { path: path.to_path_buf(), shown: find::shown(path).into(), text });
    match document::read(&file.text, known) {
        Ok(config) => Ok(Config { file: Some(file), ..config }),
        Err(faults) => Err((file, faults)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known<'static> = Known { rules: &["names/mixed-case"], is_meaning: |_| false, meanings: &[], clients: &[] };

    #[test]
    fn what_is_loaded_keeps_its_file() {
        let folder = std::env::temp_dir().join(format!("wirelint-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("wirelint.toml");

        assert!(matches!(load(&path, &KNOWN), Err(LoadError::Unreadable(error)) if error.kind() == std::io::ErrorKind::NotFound));

        std::fs::write(&path, b"fail-on = \"\xff\"").expect("written");
        assert!(matches!(load(&path, &KNOWN), Err(LoadError::Unreadable(error)) if error.kind() == std::io::ErrorKind::InvalidData));

        std::fs::write(&path, "fail-on = 'note'").expect("written");
        let file = load(&path, &KNOWN).ok().and_then(|config| config.file).expect("a config");
        assert_eq!((&*file.text, file.folder()), ("fail-on = 'note'", folder.as_path()));
        assert!(file.shown.ends_with("/wirelint.toml"), "{}", file.shown);

        std::fs::write(&path, "fail = 1\nrule = 2").expect("written");
        let Err(LoadError::Faults(file, faults)) = load(&path, &KNOWN) else { panic!("faults") };
        assert_eq!(faults.iter().map(|fault| file.text.get(fault.span.clone())).collect::<Vec<_>>(), [Some("fail"), Some("rule")]);
        std::fs::remove_dir_all(&folder).expect("cleared");
    }

    #[test]
    fn paths_are_relative_to_the_folder_of_the_file() {
        for (path, folder) in [("wirelint.toml", "."), ("a/wirelint.toml", "a"), ("/a/b/wirelint.toml", "/a/b")] {
            let file = ConfigFile { path: path.into(), shown: path.into(), text: "".into() };
            assert_eq!(file.folder(), Path::new(folder));
        }
    }
}
