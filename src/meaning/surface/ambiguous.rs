//! `names/ambiguous-path`: a bare name that means different things on one surface.

use super::{Param, grouped, meaning_of, tools};
use crate::meaning::{Meaning, Why};

/// The uses of a name that mean one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) meaning: Meaning,
    /// Why the first of them was read so.
    pub(crate) why: Why,
    /// Into the slice that was given.
    pub(crate) members: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ambiguity<'a> {
    pub(crate) name: &'a str,
    /// At least two, the largest first.
    pub(crate) groups: Vec<Group>,
    /// One of the meanings is no file and no folder.
    pub(crate) outside_file_system: bool,
}

/// The `bare` names that mean more than one thing. What cannot be read counts for nothing.
pub(crate) fn ambiguities<'a>(params: &[Param<'a>], bare: &[&str]) -> Vec<Ambiguity<'a>> {
    let mut read = Vec::new();
    for tool in tools(params) {
        for index in tool.clone() {
            if let Some(param) = params.get(index).filter(|param| bare.contains(&param.name) && param.is_text())
                && let Some(meaning) = meaning_of(params, &tool, index)
            {
                read.push((param.name, (meaning, index)));
            }
        }
    }
    let mut found = Vec::new();
    for (name, uses) in grouped(read.into_iter()) {
        let mut groups: Vec<Group> = Vec::new();
        for (meaning, uses) in grouped(uses.into_iter().map(|(read, index)| (read.meaning, (read.why, index)))) {
            let Some(first) = uses.first() else { continue };
            groups.push(Group { meaning, why: first.0, members: uses.iter().map(|(_, index)| *index).collect() });
        }
        if groups.len() > 1 {
            groups.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
            let outside_file_system = groups.iter().any(|group| !group.meaning.is_file_system());
            found.push(Ambiguity { name, groups, outside_file_system });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path<'a>(tool: &'a str, description: &'a str) -> Param<'a> {
        Param { tool, name: "path", description, kind: "string", ..Param::default() }
    }

    #[test]
    fn two_kinds_of_file_system() {
        let params = [path("folder_create", ""), path("file_read", ""), path("folder_delete", ""), path("zap", "")];
        let found = ambiguities(&params, &["path"]);
        let expected = Ambiguity {
            name: "path",
            groups: vec![
                Group { meaning: Meaning::Folder, why: Why::ToolName, members: vec![0, 2] },
                Group { meaning: Meaning::File, why: Why::ToolName, members: vec![1] },
            ],
            outside_file_system: false,
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn a_node_is_outside() {
        let params = [path("open", "Folder on disk."), path("look", "Node of the tree.")];
        assert_eq!(ambiguities(&params, &["path"]).first().map(|found| found.outside_file_system), Some(true));
        assert_eq!(ambiguities(&params, &["name"]), []);
    }

    #[test]
    fn one_meaning_is_right() {
        let params = [path("folder_create", ""), path("folder_delete", "The folder to delete."), path("zap", "")];
        assert_eq!(ambiguities(&params, &["path"]), []);
    }
}
