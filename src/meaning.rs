//! The reader of words: what a parameter's name means. All vocabulary is in `meaning/table.rs`; a newcomer extends that file alone.
//!
//! A bare `path` is a folder on one tool and a node on the next. What it is here is read from, in this order: the config, the
//! parameter's description (or what a docstring says of it), the tool's description, the tool's name, and `format`.
//! What cannot be read counts for nothing.

mod docstring;
mod likeness;
mod prose;
pub(crate) mod surface;
mod table;
mod words;

pub(crate) use docstring::{argument_text, documented_arguments, documented_texts};
pub(crate) use likeness::{Likeness, likeness};
pub(crate) use words::{fold, same_words, words};

/// What a value of a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Meaning {
    File,
    Folder,
    FileOrFolder,
    /// The root of a project, a repository, a vault.
    ProjectRoot,
    /// A node in a tree that is no file system: a scene, a document, a game's world.
    Node,
    UrlPath,
    JsonPath,
    ApiRoute,
    /// A group, a slug, an owner: a path of names.
    Namespace,
    StorageKey,
    /// Anything else, in words with an article: "a cookie's path".
    Other(&'static str),
}

/// The kinds that a config can name, with the words for people.
const KINDS: &[(Meaning, &str, &str)] = &[
    (Meaning::File, "file", "a file"),
    (Meaning::Folder, "folder", "a folder"),
    (Meaning::FileOrFolder, "file-or-folder", "a file or a folder"),
    (Meaning::ProjectRoot, "project-root", "a project's root"),
    (Meaning::Node, "node", "a node in a tree"),
    (Meaning::UrlPath, "url-path", "the path of a URL"),
    (Meaning::JsonPath, "json-path", "a path into JSON"),
    (Meaning::ApiRoute, "api-route", "an API route"),
    (Meaning::Namespace, "namespace", "a namespace"),
    (Meaning::StorageKey, "storage-key", "a key in a store"),
];

impl Meaning {
    pub(crate) fn is_file_system(self) -> bool {
        matches!(self, Self::File | Self::Folder | Self::FileOrFolder | Self::ProjectRoot)
    }

    /// For people: "a folder", "a node in a tree".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Other(words) => words,
            known => KINDS.iter().find(|kind| kind.0 == known).map_or("", |kind| kind.2),
        }
    }

    /// The word that a config uses: `folder`, `url-path`, or one of `table::OTHER`.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        let known = KINDS.iter().find(|kind| kind.1 == word).map(|kind| kind.0);
        known.or_else(|| table::OTHER.iter().find(|other| other.0 == word).map(|other| Self::Other(other.1)))
    }

    /// Every word that `parse` takes, for messages about a word that it does not.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|kind| kind.1).chain(table::OTHER.iter().map(|other| other.0))
    }
}

/// Where a meaning was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Why {
    Config,
    Description,
    ToolDescription,
    ToolName,
    Format,
}

impl Why {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Config => "the config says so",
            Self::Description => "its description says so",
            Self::ToolDescription => "the tool's description says so",
            Self::ToolName => "the tool's name says so",
            Self::Format => "its format says so",
        }
    }
}

/// One parameter of one tool, with all that can say what it means.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Use<'a> {
    pub(crate) tool: &'a str,
    pub(crate) tool_description: &'a str,
    pub(crate) param: &'a str,
    pub(crate) description: &'a str,
    pub(crate) format: Option<&'a str>,
    /// The tool's other parameters. What one of them names, this one is not: beside `node_id`, `path` is no node.
    pub(crate) siblings: &'a [&'a str],
    /// What the config says.
    pub(crate) declared: Option<Meaning>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) meaning: Meaning,
    pub(crate) why: Why,
}

/// What a parameter means. None: it cannot be read.
pub(crate) fn read(use_: &Use<'_>) -> Option<Read> {
    let found = |meaning, why| Some(Read { meaning, why });
    if let Some(meaning) = use_.declared {
        return found(meaning, Why::Config);
    }
    if let Some(meaning) = prose::of_parameter(use_.description, use_.param) {
        return found(meaning, Why::Description);
    }
    if let Some(meaning) = argument_text(use_.tool_description, use_.param).and_then(|text| prose::of_parameter(text, use_.param)) {
        return found(meaning, Why::ToolDescription);
    }
    if let Some(meaning) = prose::of_tool(use_) {
        return found(meaning, Why::ToolDescription);
    }
    if let Some(meaning) = prose::of_tool_name(use_) {
        return found(meaning, Why::ToolName);
    }
    let format = use_.format?;
    table::FORMATS.iter().find(|known| known.0 == format).and_then(|known| found(known.1, Why::Format))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(description: &str) -> Option<Meaning> {
        read(&Use { tool: "act", param: "path", description, ..Use::default() }).map(|read| read.meaning)
    }

    fn explained(tool: &str, tool_description: &str, siblings: &[&str]) -> Option<Read> {
        read(&Use { tool, tool_description, param: "path", siblings, ..Use::default() })
    }

    #[test]
    fn descriptions_are_read() {
        let table: &[(&str, Option<Meaning>)] = &[
            ("Folder on disk.", Some(Meaning::Folder)),
            ("Directory path to walk", Some(Meaning::Folder)),
            ("Optional. Subfolder under the assets to look in.", Some(Meaning::Folder)),
            ("File to write the picture to.", Some(Meaning::File)),
            ("Path to the file or directory", Some(Meaning::FileOrFolder)),
            ("Path to file/folder (folders end with a slash)", Some(Meaning::FileOrFolder)),
            ("The path of the directory or file to search in", Some(Meaning::FileOrFolder)),
            ("File path relative to project root", Some(Meaning::File)),
            ("Path to the script below the Sources/ directory", Some(Meaning::File)),
            ("Path to the project directory", Some(Meaning::ProjectRoot)),
            ("Root of the project.", Some(Meaning::ProjectRoot)),
            ("Path to the Git repository", Some(Meaning::ProjectRoot)),
            ("Root directory of the project", Some(Meaning::ProjectRoot)),
            ("The project root directory", Some(Meaning::ProjectRoot)),
            ("Path to the workspace file", Some(Meaning::File)),
            ("Path to the project's icon image", Some(Meaning::File)),
            ("Relative path from the root to the file", Some(Meaning::File)),
            ("File(s) or directory to look at", Some(Meaning::FileOrFolder)),
            ("Alias of file_path", Some(Meaning::File)),
            ("Asset path (such as a.mat) or search scope (such as Assets)", Some(Meaning::FileOrFolder)),
            ("Path or URL of the image", Some(Meaning::File)),
            ("Path in the format category/part", Some(Meaning::Other("a category"))),
            ("Directory hierarchy to make", Some(Meaning::Folder)),
            ("URL or path to the image", Some(Meaning::File)),
            ("Path in dot notation", Some(Meaning::JsonPath)),
            ("Dot-separated path to the value", Some(Meaning::JsonPath)),
            ("Path on the file system", None),
            ("Node in the notebook's tree that holds the note, for example garden/rose.", Some(Meaning::Node)),
            ("Scene path of the node (e.g. \"/Hall/Lamp\")", Some(Meaning::Node)),
            ("Scene path relative to the edited scene root (e.g. \"/Hall/Lamp\").", Some(Meaning::Node)),
            ("Scene path (e.g. res://hall.tscn)", Some(Meaning::File)),
            ("Target .glb", Some(Meaning::File)),
            ("*.png, never over another kind", Some(Meaning::File)),
            ("Endpoint path, such as /v2/cats", Some(Meaning::UrlPath)),
            ("JSONPath of the value to set", Some(Meaning::JsonPath)),
            ("Namespace path to look up", Some(Meaning::Namespace)),
            ("Project path/slug", Some(Meaning::Namespace)),
            ("The path of the wiki page", Some(Meaning::Other("a page"))),
            ("Output path.", None),
            ("Output path. Its parent folder must exist.", None),
            ("Root path (default: workspace root)", None),
            ("Path, relative to the root of the project", None),
            ("", None),
        ];
        for (text, meaning) in table {
            assert_eq!(described(text), *meaning, "{text}");
        }
    }

    #[test]
    fn other_languages_are_read() {
        let table = [
            ("一覧を出すフォルダのパス", Meaning::Folder),
            ("フォルダ内のファイルのパス", Meaning::File),
            ("要读取的文件路径", Meaning::File),
            ("文件夹路径", Meaning::Folder),
            ("cartella da leggere", Meaning::Folder),
            ("Pfad der Datei", Meaning::File),
        ];
        for (text, meaning) in table {
            assert_eq!(described(text), Some(meaning), "{text}");
        }
    }

    #[test]
    fn tools_are_read() {
        type Row = (&'static str, &'static str, &'static [&'static str], Option<(Meaning, Why)>);
        let table: &[Row] = &[
            ("walk", "Lists all files and folders in a given path.", &[], Some((Meaning::Folder, Why::ToolDescription))),
            ("look", "Shows details about a file or directory.", &[], Some((Meaning::FileOrFolder, Why::ToolDescription))),
            ("stage", "Stages files for a repository path.", &[], Some((Meaning::ProjectRoot, Why::ToolDescription))),
            ("node_drop", "", &[], Some((Meaning::Node, Why::ToolName))),
            ("node_drop", "", &["node_id"], None),
            ("graph_edit", "Remove a node from a shader file.", &["node_id"], Some((Meaning::File, Why::ToolDescription))),
            ("tie", "Attach a script to a node.", &["script_path"], Some((Meaning::Node, Why::ToolDescription))),
            ("folder_create", "", &[], Some((Meaning::Folder, Why::ToolName))),
            ("find_files", "", &["pattern"], Some((Meaning::Folder, Why::ToolName))),
            ("act", "Does it.\n\nArgs:\n    path: The folder to act on.\n", &[], Some((Meaning::Folder, Why::ToolDescription))),
            ("node_look", "Inspect a node in the open scene.", &[], Some((Meaning::Node, Why::ToolDescription))),
            ("node_edit", "Update a node's properties.", &[], Some((Meaning::Node, Why::ToolName))),
            ("node_save", "Export a node as a scene file.", &["node_path"], Some((Meaning::File, Why::ToolDescription))),
            ("node_set_property", "Set a property on a node.", &["property"], Some((Meaning::Node, Why::ToolDescription))),
            ("node_set_property", "Set a property on a node.", &["value"], None),
            ("scene_new", "Creates a scene.", &[], Some((Meaning::File, Why::ToolDescription))),
            ("where", "Returns the node path of the lamp.", &[], None),
            ("zap", "Removes it from a graph (nodes, edges).", &[], None),
            ("act", "Does it.", &[], None),
        ];
        for (tool, text, siblings, expected) in table {
            assert_eq!(explained(tool, text, siblings).map(|read| (read.meaning, read.why)), *expected, "{tool}: {text}");
        }
    }

    #[test]
    fn config_comes_first_and_format_last() {
        let use_ = Use { param: "path", description: "A folder.", declared: Some(Meaning::Node), ..Use::default() };
        assert_eq!(read(&use_), Some(Read { meaning: Meaning::Node, why: Why::Config }));
        let use_ = Use { param: "path", format: Some("directory-path"), ..Use::default() };
        assert_eq!(read(&use_), Some(Read { meaning: Meaning::Folder, why: Why::Format }));
    }

    #[test]
    fn every_kind_has_a_name() {
        for name in Meaning::names() {
            let meaning = Meaning::parse(name).expect(name);
            assert!(!meaning.words().is_empty(), "{name}");
        }
        assert_eq!(Meaning::parse("folders"), None);
    }

    #[test]
    fn hostile_text_is_survived() {
        for text in
            ["(((((", "/", "//", "a/b/c/d", "'''''", "path path path of the", "or or or", "\u{0}\u{feff}", "…—–", "of the", "İİİ file"]
        {
            let _ = described(text);
            let _ = explained(text, text, &[text]);
            let _ = argument_text(text, "path");
        }
        let long = "folder or ".repeat(100_000);
        assert_eq!(described(&long), Some(Meaning::Folder));
    }
}
