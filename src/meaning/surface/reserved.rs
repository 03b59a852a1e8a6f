//! `names/reserved-meaning`: a node of a tree under the bare name that callers take for a file's.

use super::{Param, meaning_of, table, texts_of, tools};
use crate::meaning::{Meaning, prose, words};

/// Bare parameters that mean a node, on a surface where other names hold paths of the file system.
/// Where the bare name alone holds both, `ambiguities` says so; here the others count, `script_path` beside a node's `path`.
pub(crate) fn reserved(params: &[Param<'_>], bare: &[&str]) -> Vec<usize> {
    let tools = tools(params);
    let mut nodes = Vec::new();
    for tool in &tools {
        for index in tool.clone() {
            if params.get(index).is_some_and(|param| bare.contains(&param.name) && param.is_text())
                && meaning_of(params, tool, index).is_some_and(|read| read.meaning == Meaning::Node)
            {
                nodes.push(index);
            }
        }
    }
    let has_files = |own: &[Param<'_>]| {
        texts_of(own).into_iter().zip(own).any(|(text, param)| !bare.contains(&param.name) && is_file_path(param, text))
    };
    if !nodes.is_empty() && !tools.into_iter().filter_map(|tool| params.get(tool)).any(has_files) {
        nodes.clear();
    }
    nodes
}

/// `file_path`, `scriptPath`, `output_dir`: a path of the file system by its name, or by what is said of it.
fn is_file_path(param: &Param<'_>, text: &str) -> bool {
    if let Some(declared) = param.declared {
        return declared.is_file_system();
    }
    if !param.is_text() {
        return false;
    }
    let words = words(param.name);
    let Some((last, stem)) = words.split_last() else { return false };
    if !table::PATH_WORDS.contains(&last.as_str()) {
        return false;
    }
    let noun = stem.last().and_then(|word| table::noun(word));
    match noun {
        Some(table::Noun::Is(meaning)) => meaning.is_file_system(),
        Some(table::Noun::Holder) => true,
        Some(table::Noun::Scene) | Some(table::Noun::Weak(_)) | None => last != "path" || prose::is_about_files(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param<'a>(tool: &'a str, name: &'a str, description: &'a str) -> Param<'a> {
        Param { tool, name, description, kind: "string", ..Param::default() }
    }

    const NOTHING: [usize; 0] = [];

    #[test]
    fn a_node_beside_files() {
        let node = param("drop", "path", "Path of the game object");
        assert_eq!(reserved(&[node, param("save", "scriptPath", "")], &["path"]), [0]);
        assert_eq!(reserved(&[node, param("save", "save_path", "Where the image file goes")], &["path"]), [0]);
        assert_eq!(reserved(&[node, param("save", "parent_path", "")], &["path"]), NOTHING);
        assert_eq!(reserved(&[node, param("save", "name", "")], &["path"]), NOTHING);
        assert_eq!(reserved(&[param("save", "script_path", ""), param("open", "path", "A folder")], &["path"]), NOTHING);
    }
}
