//! The vocabulary. Rules and readers hold no words of their own: to teach one, add a row here.

use super::Meaning;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Kinds beside the file system that a config can name, with the words for people.
pub(super) const OTHER: &[(&str, &str)] = &[
    ("page", "a page"),
    ("property", "a property"),
    ("cookie", "a cookie's path"),
    ("category", "a category"),
    ("selector", "a selector"),
    ("binding", "an input binding"),
    ("menu-item", "a menu item"),
    ("registry-key", "a registry key"),
];

const PAGE: Meaning = Meaning::Other("a page");
const PROPERTY: Meaning = Meaning::Other("a property");
const COOKIE: Meaning = Meaning::Other("a cookie's path");
const CATEGORY: Meaning = Meaning::Other("a category");
const SELECTOR: Meaning = Meaning::Other("a selector");
const BINDING: Meaning = Meaning::Other("an input binding");
const MENU: Meaning = Meaning::Other("a menu item");
const REGISTRY: Meaning = Meaning::Other("a registry key");

/// What a noun says of a path that it stands beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noun {
    Is(Meaning),
    /// A scene is a file, unless the text speaks of what is inside it.
    Scene,
    /// `project`, `repository`: alone, or before `root` and `directory`, the root of one.
    Holder,
    /// `subtree`: a node, where nothing speaks of files.
    Weak(Meaning),
}

const NOUNS: &[(Noun, &[&str])] = &[
    (Noun::Is(Meaning::File), FILES),
    (Noun::Is(Meaning::Folder), FOLDERS),
    (Noun::Is(Meaning::Node), &["node", "gameobject", "actor", "hierarchy", "prim", "scenegraph", "nodo"]),
    (Noun::Is(Meaning::UrlPath), &["endpoint", "url", "uri", "href", "webhook"]),
    (Noun::Is(Meaning::ApiRoute), &["route"]),
    (Noun::Is(Meaning::JsonPath), &["jsonpath", "jsonpointer", "jmespath", "dot-separated", "dot-notation", "dotted"]),
    (Noun::Is(Meaning::Namespace), &["namespace", "slug", "group", "subgroup", "organization", "organisation"]),
    (Noun::Is(Meaning::StorageKey), &["bucket", "blob"]),
    (Noun::Is(PAGE), &["page", "wiki", "documentation", "docs", "article"]),
    (Noun::Is(PROPERTY), &["property", "attribute", "field"]),
    (Noun::Is(COOKIE), &["cookie"]),
    (Noun::Is(CATEGORY), &["category"]),
    (Noun::Is(SELECTOR), &["xpath", "selector"]),
    (Noun::Is(BINDING), &["binding"]),
    (Noun::Is(MENU), &["menu"]),
    (Noun::Is(REGISTRY), &["registry"]),
    (Noun::Scene, &["scene"]),
    (Noun::Holder, &["project", "repository", "repo", "workspace", "vault", "pack", "codebase", "worktree"]),
    (Noun::Weak(Meaning::Node), &["subtree"]),
];

/// Things that are one file, in the languages that were met.
const FILES: &[&str] = &[
    "file",
    "filename",
    "filepath",
    "script",
    "image",
    "picture",
    "photo",
    "screenshot",
    "video",
    "recording",
    "workbook",
    "spreadsheet",
    "pdf",
    "csv",
    "note",
    "asset",
    "prefab",
    "texture",
    "material",
    "shader",
    "resource",
    "binary",
    "executable",
    "archive",
    "zip",
    "document",
    "font",
    "blueprint",
    "artifact",
    "png",
    "jpg",
    "notebook",
    "presentation",
    "datei",
    "fichier",
    "archivo",
    "fichero",
    "arquivo",
    "livello",
    "файл",
];

const FOLDERS: &[&str] = &[
    "folder",
    "directory",
    "dir",
    "subfolder",
    "subdirectory",
    "subdir",
    "cartella",
    "ordner",
    "verzeichnis",
    "dossier",
    "répertoire",
    "carpeta",
    "directorio",
    "pasta",
    "diretório",
    "папка",
    "каталог",
];

/// Two words that are one noun.
pub(super) const PAIRS: &[(&str, &str, Noun)] = &[
    ("scene", "tree", Noun::Is(Meaning::Node)),
    ("scene", "root", Noun::Is(Meaning::Node)),
    ("scene", "graph", Noun::Is(Meaning::Node)),
    ("game", "object", Noun::Is(Meaning::Node)),
    ("instance", "path", Noun::Is(Meaning::Node)),
    ("instance", "tree", Noun::Is(Meaning::Node)),
    ("url", "path", Noun::Is(Meaning::UrlPath)),
    ("request", "path", Noun::Is(Meaning::UrlPath)),
    ("http", "path", Noun::Is(Meaning::UrlPath)),
    ("api", "path", Noun::Is(Meaning::UrlPath)),
    ("api", "route", Noun::Is(Meaning::ApiRoute)),
    ("api", "endpoint", Noun::Is(Meaning::UrlPath)),
    ("json", "path", Noun::Is(Meaning::JsonPath)),
    ("json", "pointer", Noun::Is(Meaning::JsonPath)),
    ("dot", "notation", Noun::Is(Meaning::JsonPath)),
    ("dot", "path", Noun::Is(Meaning::JsonPath)),
    ("object", "key", Noun::Is(Meaning::StorageKey)),
    ("storage", "key", Noun::Is(Meaning::StorageKey)),
    ("secret", "path", Noun::Is(Meaning::StorageKey)),
    ("storage", "path", Noun::Is(Meaning::StorageKey)),
    ("bucket", "path", Noun::Is(Meaning::StorageKey)),
    ("registry", "key", Noun::Is(REGISTRY)),
    ("data", "path", Noun::Is(PROPERTY)),
    ("working", "tree", Noun::Is(Meaning::ProjectRoot)),
    ("root", "directory", Noun::Is(Meaning::Folder)),
    ("search", "scope", Noun::Is(Meaning::Folder)),
    // It says where files are kept, not which is meant.
    ("file", "system", Noun::Weak(Meaning::FileOrFolder)),
];

/// Languages without spaces. Of these the one that ends last in the text is the head; of two that end together, the longer.
pub(super) const UNSPACED: &[(&str, Meaning)] = &[
    ("フォルダ", Meaning::Folder),
    ("ディレクトリ", Meaning::Folder),
    ("ファイル", Meaning::File),
    ("ノード", Meaning::Node),
    ("文件夹", Meaning::Folder),
    ("資料夾", Meaning::Folder),
    ("目录", Meaning::Folder),
    ("目錄", Meaning::Folder),
    ("文件", Meaning::File),
    ("檔案", Meaning::File),
    ("节点", Meaning::Node),
    ("節點", Meaning::Node),
    ("组织", Meaning::Namespace),
    ("폴더", Meaning::Folder),
    ("디렉터리", Meaning::Folder),
    ("디렉토리", Meaning::Folder),
    ("파일", Meaning::File),
    ("노드", Meaning::Node),
];

/// Words after which a text says where the thing lies, no longer what it is.
pub(super) const SCOPES: &[&str] = &[
    "within",
    "inside",
    "under",
    "underneath",
    "beneath",
    "below",
    "in",
    "from",
    "on",
    "at",
    "against",
    "containing",
    "that",
    "whose",
    "with",
    "without",
    "by",
    "when",
    "if",
    "unless",
    "as",
    "starting",
    "using",
    "via",
    "nel",
    "nella",
    "im",
];

/// Words between `of` and the noun that it brings.
pub(super) const ARTICLES: &[&str] = &[
    "the",
    "a",
    "an",
    "this",
    "that",
    "your",
    "its",
    "any",
    "one",
    "single",
    "specific",
    "given",
    "specified",
    "existing",
    "new",
    "local",
    "remote",
    "target",
    "source",
    "current",
    "root",
    "optional",
    "absolute",
    "relative",
    "full",
    "git",
    "output",
    "input",
    "un",
    "una",
    "il",
    "lo",
    "della",
    "del",
    "der",
    "des",
    "du",
    "de",
    "le",
    "la",
    "el",
];

/// Verbs of tools that look through a folder for what it holds.
pub(super) const LISTING: &[&str] = &[
    "list",
    "lists",
    "listing",
    "ls",
    "search",
    "searches",
    "find",
    "finds",
    "enumerate",
    "enumerates",
    "walk",
    "walks",
    "browse",
    "browses",
    "glob",
    "grep",
    "scan",
    "scans",
    "tree",
    "traverse",
    "elenca",
    "cerca",
];

/// Verbs of tools that make, tie or write out what they name: the path is then where it goes, not the thing.
pub(super) const MAKING: &[&str] = &[
    "add",
    "adds",
    "create",
    "creates",
    "connect",
    "connects",
    "disconnect",
    "disconnects",
    "insert",
    "inserts",
    "spawn",
    "spawns",
    "instantiate",
    "instantiates",
    "list",
    "lists",
    "export",
    "exports",
    "save",
    "saves",
    "render",
    "renders",
    "bake",
    "bakes",
    "capture",
    "captures",
    "write",
    "writes",
];

/// Words of a tool's sentence after which its object is past.
pub(super) const ASIDES: &[&str] =
    &["that", "which", "whose", "with", "without", "by", "when", "if", "unless", "using", "via", "so", "because", "then"];

/// Words before the place of a tool's object.
pub(super) const PREPOSITIONS: &[&str] = &["in", "within", "inside", "under", "from", "on", "of", "for", "into", "to", "at", "about"];

/// Endings that only files have.
const EXTENSIONS: &[&str] = &[
    "md",
    "txt",
    "json",
    "jsonl",
    "yaml",
    "yml",
    "toml",
    "xml",
    "csv",
    "tsv",
    "ini",
    "cfg",
    "conf",
    "log",
    "html",
    "css",
    "js",
    "ts",
    "jsx",
    "tsx",
    "py",
    "rs",
    "go",
    "java",
    "kt",
    "c",
    "h",
    "cpp",
    "hpp",
    "cs",
    "rb",
    "php",
    "sh",
    "lua",
    "gd",
    "tscn",
    "tres",
    "scn",
    "res",
    "gdshader",
    "uxml",
    "uss",
    "unity",
    "prefab",
    "mat",
    "asset",
    "controller",
    "shader",
    "anim",
    "uasset",
    "umap",
    "blend",
    "glb",
    "gltf",
    "fbx",
    "obj",
    "stl",
    "ply",
    "usd",
    "usda",
    "usdc",
    "usdz",
    "png",
    "jpg",
    "jpeg",
    "gif",
    "bmp",
    "tga",
    "svg",
    "webp",
    "ico",
    "exr",
    "hdr",
    "pdf",
    "doc",
    "docx",
    "xls",
    "xlsx",
    "xlsm",
    "ppt",
    "pptx",
    "zip",
    "tar",
    "gz",
    "wav",
    "ogg",
    "mp3",
    "mp4",
    "mov",
    "avi",
    "mkv",
    "ttf",
    "otf",
    "db",
    "sqlite",
    "sqlite3",
    "sql",
    "drawio",
    "ipynb",
    "exe",
    "dll",
    "so",
    "apk",
    "ipa",
    "als",
    "tex",
    "bib",
    "rst",
    "adoc",
    "mcmeta",
];

pub(super) fn is_extension(word: &str) -> bool {
    EXTENSIONS.contains(&word)
}

/// `format`s that say what a path is.
pub(super) const FORMATS: &[(&str, Meaning)] = &[
    ("file-path", Meaning::File),
    ("directory-path", Meaning::Folder),
    ("uri", Meaning::UrlPath),
    ("uri-reference", Meaning::UrlPath),
    ("uri-template", Meaning::ApiRoute),
    ("json-pointer", Meaning::JsonPath),
];

pub(super) fn noun(word: &str) -> Option<Noun> {
    static MAP: OnceLock<FxHashMap<&'static str, Noun>> = OnceLock::new();
    let map = MAP.get_or_init(|| NOUNS.iter().flat_map(|(noun, words)| words.iter().map(|word| (*word, *noun))).collect());
    let plural = |end: &str| word.strip_suffix(end);
    map.get(word)
        .or_else(|| plural("'s").or_else(|| plural("’s")).or_else(|| plural("s")).and_then(|word| map.get(word)))
        .or_else(|| plural("ies").and_then(|stem| map.get(format!("{stem}y").as_str())))
        .copied()
}

pub(super) const ARGUMENT_HEADINGS: &[&str] =
    &["args", "arguments", "parameters", "params", "input parameters", "inputs", "keyword args", "keyword arguments", "other parameters"];

pub(super) const OTHER_HEADINGS: &[&str] = &[
    "returns",
    "return",
    "yields",
    "raises",
    "throws",
    "example",
    "examples",
    "note",
    "notes",
    "warning",
    "warnings",
    "see also",
    "usage",
    "output",
    "outputs",
    "result",
    "results",
    "response",
    "errors",
    "actions",
    "tips",
    "tip",
    "important",
    "references",
    "when to use",
    "when not to use",
    "best practices",
];

/// Names that say too little alone; `names/unexplained` asks what they are.
pub(super) const BARE: &[&str] = &["path", "id", "key", "value"];

/// For a bare name, words of a tool that say what it is: `press_key` presses it, `set_property` sets its value.
pub(super) const SUBJECTS: &[(&str, &[&str])] = &[
    (
        "key",
        &[
            "setting",
            "pref",
            "config",
            "configuration",
            "secret",
            "variable",
            "env",
            "cache",
            "storage",
            "preference",
            "metadata",
            "keyboard",
            "press",
        ],
    ),
    (
        "value",
        &[
            "property",
            "setting",
            "parameter",
            "param",
            "field",
            "variable",
            "constant",
            "attribute",
            "input",
            "secret",
            "pref",
            "config",
            "option",
            "cell",
            "tag",
            "default",
            "keyframe",
            "override",
            "metadata",
            "preference",
            "cookie",
            "threshold",
            "fill",
            "select",
            "weight",
        ],
    ),
];

/// The two ends of a move: a first word, a second word. Pairs of one group are one way to say it.
pub(super) const ROLE_PAIRS: &[(&str, &str, u8)] = &[
    ("source", "target", 0),
    ("source", "destination", 0),
    ("source", "dest", 0),
    ("src", "dst", 0),
    ("src", "dest", 0),
    ("src", "destination", 0),
    ("from", "to", 1),
    ("old", "new", 2),
    ("current", "new", 2),
    ("original", "new", 2),
];

/// Words that name the role of a path.
pub(super) const ROLES: &[&str] = &[
    "source",
    "src",
    "from",
    "old",
    "original",
    "current",
    "destination",
    "dest",
    "dst",
    "target",
    "to",
    "new",
    "output",
    "out",
    "save",
    "export",
    "import",
    "input",
    "backup",
    "other",
    "second",
    "compare",
];

/// Roles that need no "path" behind them.
pub(super) const DESTINATIONS: &[&str] = &["destination", "dest", "dst"];

/// Last words of a name whose value is a path.
pub(super) const PATH_WORDS: &[&str] = &["path", "filepath", "file", "dir", "directory", "folder"];

/// Trailing nouns that one surface adds to a name and another leaves out.
pub(super) const TRAILING: &[&str] = &["path", "name", "id", "address", "text", "file", "value", "number", "slug", "code", "url", "key"];

/// Of these the shorter name's description must speak: `project` is no `project_id` unless it is "the id of".
pub(super) const TRAILING_SAID: &[&str] = &["id", "key", "url", "code", "number", "value", "slug"];

/// Words that carry no content.
pub(super) const STOP: &[&str] = &[
    "a", "an", "the", "of", "to", "for", "in", "on", "at", "by", "with", "from", "and", "or", "is", "are", "be", "as", "this", "that",
    "it", "its", "if", "will", "which", "can", "you", "your", "these", "those", "into", "not", "e.g", "i.e",
];

/// What a bound is made of: a description of nothing else names no concept.
pub(super) const BOUND: &[&str] = &[
    "must",
    "begin",
    "begins",
    "start",
    "starts",
    "end",
    "ends",
    "minimum",
    "maximum",
    "min",
    "max",
    "least",
    "most",
    "between",
    "than",
    "less",
    "greater",
    "more",
    "default",
    "defaults",
    "optional",
    "required",
    "number",
    "integer",
    "string",
    "value",
    "values",
    "positive",
    "zero",
    "equal",
    "characters",
    "up",
    "allowed",
    "valid",
    "only",
    "null",
    "true",
    "false",
    "inclusive",
    "range",
];

/// HTTP headers, lower-case, that tools pass through under their own names.
pub(super) const HEADERS: &[&str] = &[
    "accept",
    "authorization",
    "cache-control",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-length",
    "content-type",
    "cookie",
    "etag",
    "host",
    "idempotency-key",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-unmodified-since",
    "last-modified",
    "origin",
    "referer",
    "user-agent",
    "accept-language",
    "accept-encoding",
    "prefer",
    "range",
    "api-version",
];

/// Words that stand in enums of unlike things; sharing them proves no common vocabulary.
const EVERYDAY: &[&str] = &[
    "asc", "desc", "low", "medium", "high", "all", "none", "open", "closed", "json", "text", "create", "update", "delete", "get", "list",
    "true", "false", "on", "off", "auto", "left", "right", "front", "back", "up", "down", "rows", "columns",
];

pub(super) fn is_everyday(word: &str) -> bool {
    EVERYDAY.iter().any(|everyday| everyday.eq_ignore_ascii_case(word))
}

/// Names, joints as `_`, of which a caller may send one for another. A word of a longer name is replaced likewise: `dir_path`.
pub(super) const SYNONYMS: &[&[&str]] = &[
    &["file", "filename", "file_name", "filepath", "file_path", "document", "doc"],
    &["path", "location", "filename", "file", "filepath", "uri"],
    &["folder", "directory", "dir", "folder_path", "directory_path", "dir_path", "cwd", "workdir"],
    &["cwd", "workdir", "working_dir", "working_directory"],
    &["query", "q", "search", "search_term", "search_query", "search_text", "term", "keyword", "keywords", "question"],
    &["query", "sql", "statement"],
    &["text", "string", "str"],
    &["text", "content", "contents", "body", "message", "data", "input", "prompt"],
    &["content", "source", "code", "new_content", "file_content", "file_text"],
    &["code", "script", "source"],
    &["command", "cmd", "shell_command", "commands"],
    &["id", "uid", "uuid", "identifier", "key", "number"],
    &["url", "uri", "link", "href", "address"],
    &["source", "src", "from", "old", "origin", "input"],
    &["destination", "dest", "dst", "target", "to", "new", "output"],
    &["limit", "max", "count", "size", "n", "top", "top_k", "max_results", "page_size", "per_page", "num_results", "max_count", "num"],
    &["offset", "skip", "start", "page", "cursor", "start_index"],
    &["name", "title", "label", "slug"],
    &["repo", "repository", "project"],
    &["project", "workspace"],
    &["org", "organization", "organisation", "owner"],
    &["lang", "language", "locale"],
    &["msg", "message"],
    &["regex", "pattern", "regexp", "expression", "glob", "search"],
    &["timeout", "wait", "timeout_ms", "timeout_seconds", "duration", "delay"],
    &["value", "val", "new_value"],
    &["description", "desc", "summary"],
    &["node", "object", "gameobject", "game_object", "actor", "element"],
    &["args", "arguments", "params", "parameters", "inputs", "options"],
    &["start", "from", "since", "after", "begin", "start_time", "start_date"],
    &["end", "to", "until", "before", "stop", "end_time", "end_date"],
    &["email", "mail", "email_address"],
    &["user", "username", "login", "account"],
    &["password", "passwd", "pwd", "pass"],
    &["image", "picture", "img", "photo"],
    &["db", "database"],
    &["column", "col"],
    &["index", "idx", "position", "pos"],
    &["type", "kind", "category"],
    &["env", "environment"],
    &["branch", "ref", "revision", "commit", "sha"],
    &["lines", "line", "line_number"],
    &["tag", "label"],
    &["filter", "where", "condition"],
    &["parent", "parent_path", "parent_node"],
];

/// Before `_path`, things that are files, though elsewhere the word says too little.
pub(super) const FILE_STEMS: &[&str] = &[
    "clip",
    "mixer",
    "profile",
    "sound",
    "audio",
    "music",
    "model",
    "mesh",
    "template",
    "sprite",
    "config",
    "log",
    "database",
    "db",
    "tileset",
    "theme",
    "animation",
    "json",
    "yaml",
    "html",
    "report",
];

/// Symbols of units in which case carries meaning.
pub(super) const UNITS: &[&str] = &[
    "GHz", "MHz", "kHz", "THz", "Hz", "GB", "MB", "KB", "kB", "TB", "GiB", "MiB", "KiB", "mW", "MW", "kW", "kWh", "mA", "mV", "kV", "V",
    "A", "W", "K", "N", "Pa", "kPa", "MPa", "GPa", "eV", "keV", "MeV", "dB", "dBm", "Mbps", "Gbps", "kg", "mm", "nm", "um", "ms", "ns",
    "us",
];
