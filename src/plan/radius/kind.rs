//! What a file is, by its path: code, a schema, a test, a text for people, or one for models.

use crate::report::SourceKind;

const TEST_FOLDERS: [&str; 9] = ["test", "tests", "__tests__", "spec", "specs", "testdata", "fixtures", "__snapshots__", "e2e"];
const DOCS: [&str; 8] = ["md", "mdx", "rst", "adoc", "txt", "org", "html", "ipynb"];
const SCHEMAS: [&str; 8] = ["json", "json5", "jsonc", "yaml", "yml", "proto", "graphql", "xsd"];
const CONFIG: [&str; 6] = ["toml", "ini", "cfg", "conf", "env", "properties"];
const RECORDINGS: [&str; 5] = ["jsonl", "ndjson", "log", "har", "csv"];
const CODE: [&str; 45] = [
    "rs", "py", "pyi", "ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts", "go", "java", "kt", "kts", "scala", "cs", "fs", "vb", "c",
    "h", "cc", "cpp", "hpp", "m", "mm", "swift", "rb", "php", "lua", "gd", "ex", "exs", "erl", "clj", "hs", "ml", "dart", "zig", "sh",
    "bash", "ps1", "sql", "vue", "svelte",
];
/// Files that models read, whatever their folder.
const FOR_MODELS: [&str; 6] = ["agents.md", "claude.md", "gemini.md", "skill.md", ".cursorrules", "copilot-instructions.md"];

/// `below` is the path from the root of the tree, with `/`.
pub(super) fn of(below: &str) -> SourceKind {
    let path = below.to_lowercase();
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    if RECORDINGS.contains(&extension) {
        return SourceKind::Recordings;
    }
    let is_prompt = |part: &str| part.contains("prompt");
    if FOR_MODELS.contains(&name) || matches!(extension, "prompt" | "mdc") || is_prompt(name) || folders.split('/').any(is_prompt) {
        return SourceKind::Prompts;
    }
    let says_test = ["test_", "tests_"].iter().any(|head| stem.starts_with(head))
        || ["_test", "_tests", ".test", ".spec", "_spec", "tests"].iter().any(|tail| stem.ends_with(tail));
    if says_test || stem == "test" || extension == "snap" || folders.split('/').any(|folder| TEST_FOLDERS.contains(&folder)) {
        return SourceKind::Tests;
    }
    match extension {
        it if CODE.contains(&it) => SourceKind::Code,
        it if DOCS.contains(&it) => SourceKind::Docs,
        it if SCHEMAS.contains(&it) => SourceKind::Schemas,
        it if CONFIG.contains(&it) => SourceKind::Config,
        _ if stem == "readme" || stem == "changelog" => SourceKind::Docs,
        _ => SourceKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_path() {
        for (path, kind) in [
            ("src/tools/folder.ts", SourceKind::Code),
            ("src/tools/folder.test.ts", SourceKind::Tests),
            ("pkg/folder_test.go", SourceKind::Tests),
            ("tests/test_folder.py", SourceKind::Tests),
            ("fixtures/tools.json", SourceKind::Tests),
            ("snapshots/tools.json", SourceKind::Schemas),
            ("api/tools.YAML", SourceKind::Schemas),
            ("docs/tools.md", SourceKind::Docs),
            ("README", SourceKind::Docs),
            ("CLAUDE.md", SourceKind::Prompts),
            ("src/prompts/system.txt", SourceKind::Prompts),
            ("system_prompt.py", SourceKind::Prompts),
            ("wirelint.toml", SourceKind::Config),
            ("tests/calls.jsonl", SourceKind::Recordings),
            ("Makefile", SourceKind::Other),
            ("src/contest.rs", SourceKind::Code),
            ("", SourceKind::Other),
        ] {
            assert_eq!(of(path), kind, "{path}");
        }
    }
}
