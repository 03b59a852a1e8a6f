//! `names/mixed-case`: most parameters in one case style, a few in another.

use super::{Param, grouped, table, tools};
use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MixedCase<'a> {
    /// The style of most: "snake_case".
    pub(crate) usual: &'static str,
    /// Names in other styles, with their uses.
    pub(crate) others: Vec<(&'a str, Vec<usize>)>,
    /// A tool that has both, by a parameter in the rarer style.
    pub(crate) inside_one_tool: Option<usize>,
}

impl MixedCase<'_> {
    /// A habit worth a warning, no slip.
    pub(crate) fn is_habit(&self) -> bool {
        self.others.len() >= 3 || self.inside_one_tool.is_some()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Style {
    Snake,
    Camel,
    Kebab,
    Pascal,
}

const STYLES: [(Style, &str); 4] =
    [(Style::Snake, "snake_case"), (Style::Camel, "camelCase"), (Style::Kebab, "kebab-case"), (Style::Pascal, "PascalCase")];

/// None: all names agree, or no style is the usual one.
pub(crate) fn mixed_case<'a>(params: &[Param<'a>]) -> Option<MixedCase<'a>> {
    let uses = grouped(params.iter().enumerate().map(|(index, param)| (param.name, index)));
    let styled: Vec<(Style, &str, Vec<usize>)> =
        uses.into_iter().filter_map(|(name, uses)| style(name).map(|style| (style, name, uses))).collect();
    let count = |style: Style| styled.iter().filter(|known| known.0 == style).count();
    let (usual, words) = STYLES.into_iter().find(|(style, _)| count(*style) * 2 > styled.len())?;
    let mut has_usual = vec![false; params.len()];
    for index in styled.iter().filter(|known| known.0 == usual).flat_map(|known| &known.2) {
        if let Some(slot) = has_usual.get_mut(*index) {
            *slot = true;
        }
    }
    let others: Vec<(&str, Vec<usize>)> = styled.into_iter().filter(|known| known.0 != usual).map(|(_, name, uses)| (name, uses)).collect();
    if others.is_empty() {
        return None;
    }
    let tools = tools(params);
    let of_usual = |tool: &Range<usize>| has_usual.get(tool.clone()).is_some_and(|own| own.contains(&true));
    let is_inside = |index: &usize| tools.get(tools.partition_point(|tool| tool.end <= *index)).is_some_and(of_usual);
    let inside_one_tool = others.iter().flat_map(|(_, uses)| uses).copied().find(is_inside);
    Some(MixedCase { usual: words, others, inside_one_tool })
}

/// None: the name takes no side. It is one lower-case word, somebody else's vocabulary, or a symbol.
fn style(name: &str) -> Option<Style> {
    // `class_` dodges a keyword, `_meta` is reserved.
    let name = name.trim_matches('_');
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')) || is_header(name) {
        return None;
    }
    let snake = name.contains('_');
    let kebab = name.contains('-');
    let upper = name.bytes().any(|b| b.is_ascii_uppercase());
    match (snake, kebab, upper) {
        (false, false, false) => None,
        (true, false, false) => Some(Style::Snake),
        (false, true, false) => Some(Style::Kebab),
        // `freq_GHz`, `L0_mm`: lower-case words and symbols.
        (true, false, true) => name.split('_').all(is_lower_or_symbol).then_some(Style::Snake),
        (false, false, true) if name.len() <= 3 || name.bytes().all(|b| !b.is_ascii_lowercase()) => None,
        (false, false, true) if name.starts_with(|c: char| c.is_ascii_uppercase()) => Some(Style::Pascal),
        (false, false, true) => Some(Style::Camel),
        _ => None,
    }
}

fn is_lower_or_symbol(part: &str) -> bool {
    part.bytes().all(|b| !b.is_ascii_uppercase()) || part.len() <= 3 || table::UNITS.contains(&part)
}

fn is_header(name: &str) -> bool {
    let is_kebab = name.contains('-');
    let is_capital = name.split('-').all(|part| part.starts_with(|c: char| c.is_ascii_uppercase()));
    (is_kebab && is_capital)
        || name.starts_with("x-")
        || table::HEADERS.iter().any(|header| (is_kebab || is_capital) && header.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface<'a>(names: &[(&'a str, &'a str)]) -> Vec<Param<'a>> {
        names.iter().map(|(tool, name)| Param { tool, name, ..Param::default() }).collect()
    }

    #[test]
    fn a_few_differ() {
        let params = surface(&[("a", "file_path"), ("b", "line_count"), ("c", "maxDepth"), ("d", "path")]);
        let expected = MixedCase { usual: "snake_case", others: vec![("maxDepth", vec![2])], inside_one_tool: None };
        assert_eq!(mixed_case(&params), Some(expected.clone()));
        assert!(!expected.is_habit());
        let inside = surface(&[("a", "file_path"), ("b", "line_count"), ("b", "maxDepth")]);
        assert_eq!(mixed_case(&inside).and_then(|mixed| mixed.inside_one_tool), Some(2));
    }

    #[test]
    fn no_style_of_their_own() {
        for name in [
            "path",
            "class_",
            "_meta",
            "Content-Type",
            "x-api-key",
            "If-Match",
            "Prefer",
            "freq_GHz",
            "L0_mm",
            "ID",
            "$filter",
            "filter[name]",
            "URL",
        ] {
            assert_eq!(mixed_case(&surface(&[("a", "file_path"), ("b", "line_count"), ("c", name)])), None, "{name}");
        }
        assert_eq!(mixed_case(&surface(&[("a", "file_path"), ("b", "maxDepth")])), None);
        assert_eq!(mixed_case(&[]), None);
    }
}
