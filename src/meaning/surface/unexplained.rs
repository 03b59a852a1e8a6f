//! `names/unexplained`: a bare name that several tools use and none explains.

use super::{Param, grouped, meaning_of, table, tools};
use crate::meaning::words::singular;
use crate::meaning::{argument_text, words};
use std::ops::Range;

/// Bare names of two or more tools of which no description says what they are.
pub(crate) fn unexplained<'a>(params: &[Param<'a>]) -> Vec<(&'a str, Vec<usize>)> {
    let mut uses = Vec::new();
    for tool in tools(params) {
        uses.extend(tool.clone().filter_map(|index| {
            let name = params.get(index)?.name;
            table::BARE.contains(&name).then(|| (name, (tool.clone(), index)))
        }));
    }
    let groups = grouped(uses.into_iter()).into_iter();
    let mute = groups.filter(|(_, uses)| uses.len() > 1 && uses.iter().all(|(tool, index)| !is_explained(params, tool, *index)));
    mute.map(|(name, uses)| (name, uses.into_iter().map(|(_, index)| index).collect())).collect()
}

fn is_explained(params: &[Param<'_>], tool: &Range<usize>, index: usize) -> bool {
    let Some(param) = params.get(index) else { return true };
    let says_more = |text: &str| words(text).iter().any(|word| word != param.name && !table::STOP.contains(&word.as_str()));
    if param.declared.is_some() || says_more(param.description) || argument_text(param.tool_description, param.name).is_some_and(says_more)
    {
        return true;
    }
    if speaks_of(param.tool_description, param.name) {
        return true;
    }
    match param.name {
        "path" => param.is_text() && meaning_of(params, tool, index).is_some(),
        // `issue_get(id)`: the id of an issue.
        "id" => words(param.tool).len() > 1,
        name => {
            let subjects = table::SUBJECTS.iter().find(|subject| subject.0 == name).map_or(&[][..], |subject| subject.1);
            let is_subject = |word: &String| subjects.contains(&word.as_str()) || subjects.contains(&&*singular(word));
            words(param.tool).iter().any(is_subject) || words(param.tool_description).iter().any(is_subject)
        }
    }
}

/// Does the prose use the name as a word? In a list of alternatives (`text/label/value`) it says nothing.
fn speaks_of(text: &str, name: &str) -> bool {
    text.split_whitespace().any(|chunk| {
        let word = chunk.trim_matches(|c: char| !c.is_alphanumeric());
        let plural = word.len() == name.len() + 1 && word.ends_with('s');
        let stem = if plural { word.get(..name.len()).unwrap_or(word) } else { word };
        stem.eq_ignore_ascii_case(name) || (word.contains('-') && word.split('-').any(|part| part.eq_ignore_ascii_case(name)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param<'a>(tool: &'a str, tool_description: &'a str, name: &'a str, description: &'a str) -> Param<'a> {
        Param { tool, tool_description, name, description, kind: "string", ..Param::default() }
    }

    #[test]
    fn nothing_says_what_it_is() {
        let params = [param("find", "Finds by text/label/value.", "value", ""), param("is", "Checks.", "value", "Value")];
        assert_eq!(unexplained(&params), [("value", vec![0, 1])]);
    }

    #[test]
    fn one_word_is_enough() {
        let mute = param("is", "Checks.", "value", "");
        for other in [
            param("find", "", "value", "Text to find"),
            param("find", "Finds an element by its value.", "value", ""),
            param("find", "Finds.\n\nArgs:\n    value: text to find", "value", ""),
            param("set_property", "", "value", ""),
        ] {
            assert_eq!(unexplained(&[mute, other]), [], "{other:?}");
        }
        assert_eq!(unexplained(&[mute]), []);
        assert_eq!(unexplained(&[param("folder_make", "", "path", ""), param("zap", "", "path", "")]), []);
    }
}
