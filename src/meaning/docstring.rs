//! What a tool's description says of single arguments. Python servers put it there: Google's `Args:`, numpy's underlined
//! `Parameters`, Sphinx's `:param name:`, and lists in markdown.

use super::table;

/// What the description says of one argument.
pub(crate) fn argument_text<'a>(tool_description: &'a str, param: &str) -> Option<&'a str> {
    // Most descriptions say nothing of most arguments.
    memchr::memmem::find(tool_description.as_bytes(), param.as_bytes())?;
    let entry = entries(tool_description).find(|entry| entry.name == param)?;
    Some(entry.text.trim()).filter(|text| !text.is_empty())
}

/// The arguments that an `Args` or `Parameters` section, or a `:param`, documents. A list elsewhere proves nothing.
pub(crate) fn documented_arguments(tool_description: &str) -> Vec<&str> {
    // A section takes two lines.
    let bytes = tool_description.as_bytes();
    if memchr::memchr(b'\n', bytes).is_none() && memchr::memmem::find(bytes, b"param ").is_none() {
        return Vec::new();
    }
    entries(tool_description).filter(|entry| entry.formal).map(|entry| entry.name).collect()
}

/// Every argument that is spoken of, with what is said.
pub(crate) fn documented_texts(tool_description: &str) -> impl Iterator<Item = (&str, &str)> {
    entries(tool_description).map(|entry| (entry.name, entry.text.trim()))
}

struct Entry<'a> {
    name: &'a str,
    text: &'a str,
    /// In a section of arguments, or a `:param`.
    formal: bool,
}

struct Line<'a> {
    start: usize,
    indent: usize,
    text: &'a str,
}

fn entries(description: &str) -> impl Iterator<Item = Entry<'_>> {
    let mut found: Vec<(Head<'_>, usize, bool)> = Vec::new();
    // The indent of a section's entries, once its first one was seen.
    let mut section: Option<Option<usize>> = None;
    let mut ends: Vec<usize> = Vec::new();
    let mut open: Option<usize> = None;
    let close = |open: &mut Option<usize>, ends: &mut Vec<usize>, at: usize| {
        if open.take().is_some() {
            ends.push(at);
        }
    };
    for line in lines(description) {
        if line.text.is_empty() || is_rule(line.text) {
            continue;
        }
        if let Some(is_arguments) = header(line.text) {
            close(&mut open, &mut ends, line.start);
            section = is_arguments.then_some(None);
            continue;
        }
        if open.is_some_and(|indent| line.indent > indent) {
            continue;
        }
        close(&mut open, &mut ends, line.start);
        // Outside a section only a list item or a field speaks of an argument.
        let may_speak = section.is_some() || line.text.starts_with(['-', '*', '•', '+', ':', '@']);
        let head = if may_speak { head(line.text, section.is_some()) } else { None };
        let formal = match (&head, &mut section) {
            (Some(head), _) if head.is_field => true,
            (Some(_), Some(indent)) => {
                let due = *indent.get_or_insert(line.indent);
                due == line.indent
            }
            (_, _) => false,
        };
        if section.is_some() && !formal {
            section = None;
        }
        if let Some(head) = head.filter(|head| formal || head.is_marked) {
            let text_start = line.start + head.text_at;
            open = Some(line.indent);
            found.push((head, text_start, formal));
        }
    }
    close(&mut open, &mut ends, description.len());
    found.into_iter().zip(ends).map(move |((head, start, formal), end)| {
        // Slices between byte offsets of whole lines: always on character boundaries.
        let text = description.get(start..end).unwrap_or_default();
        Entry { name: head.name, text, formal }
    })
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |whole| {
        let start = at;
        at += whole.len();
        let body = whole.trim_end();
        let text = body.trim_start();
        let indent = body.len() - text.len();
        Line { start: start + indent, indent, text }
    })
}

/// numpy's underline.
fn is_rule(text: &str) -> bool {
    text.len() > 2 && text.bytes().all(|b| b == b'-' || b == b'=')
}

/// Some(true): a heading of arguments. Some(false): another heading, which ends them.
fn header(text: &str) -> Option<bool> {
    let bare = text.trim_matches(|c: char| matches!(c, '#' | '*' | ':' | '_' | ' '));
    if bare.len() > 32 || bare.is_empty() {
        return None;
    }
    let is = |names: &[&str]| names.iter().any(|name| bare.eq_ignore_ascii_case(name));
    if is(table::ARGUMENT_HEADINGS) {
        return Some(true);
    }
    is(table::OTHER_HEADINGS).then_some(false)
}

struct Head<'a> {
    name: &'a str,
    text_at: usize,
    /// `:param name:`
    is_field: bool,
    /// A list item whose name is in code quotes or bold: an argument even outside a section.
    is_marked: bool,
}

/// `name: text`, `name (type): text`, `- **name** - text`, `name : type`, `:param type name: text`.
fn head(text: &str, in_section: bool) -> Option<Head<'_>> {
    if let Some(field) = text.strip_prefix(":param ").or_else(|| text.strip_prefix("@param ")) {
        let is_java = text.starts_with('@');
        let end = if is_java { field.find(char::is_whitespace).unwrap_or(field.len()) } else { field.find(':')? };
        let name = field.get(..end)?.split_whitespace().next_back()?;
        let text_at = (text.len() - field.len() + end + usize::from(!is_java)).min(text.len());
        return Some(Head { name, text_at, is_field: true, is_marked: false });
    }
    let item = text.trim_start_matches(['-', '*', '•', '+']).trim_start();
    let is_item = item.len() < text.len();
    let inner = item.trim_start_matches(['`', '*', '"', '\'']);
    let is_quoted = inner.len() < item.len() || (is_item && text.trim_start_matches(['-', '•', '+', ' ']).starts_with("**"));
    let name_end = inner.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$'))).unwrap_or(inner.len());
    let name = inner.get(..name_end).filter(|name| !name.is_empty() && name.chars().any(char::is_alphabetic))?;
    let mut rest = inner.get(name_end..)?.trim_start_matches(['`', '*', '"', '\'']).trim_start();
    if let Some(typed) = rest.strip_prefix(['(', '[']) {
        let close = typed.find([')', ']'])?;
        rest = typed.get(close + 1..)?.trim_start();
    }
    for mark in ["*required*", "*optional*", "**"] {
        rest = rest.strip_prefix(mark).unwrap_or(rest).trim_start();
    }
    let after =
        rest.strip_prefix(':').or_else(|| rest.strip_prefix("- ")).or_else(|| rest.strip_prefix("– ")).or_else(|| rest.strip_prefix("— "));
    let after = match after {
        Some(after) => after,
        // numpy may name the argument alone, its text is on the next lines.
        None if in_section && rest.is_empty() => rest,
        None => return None,
    };
    // "Args: None".
    if name.eq_ignore_ascii_case("none") && after.trim().is_empty() {
        return None;
    }
    let is_heading = table::OTHER_HEADINGS.iter().any(|heading| name.eq_ignore_ascii_case(heading));
    let after = after.trim_start_matches(['*', '`', ' ']);
    (!is_heading).then_some(Head { name, text_at: text.len() - after.len(), is_field: false, is_marked: is_item && is_quoted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_is_read() {
        let google = "Acts.\n\n    Args:\n        path: The folder\n            to act on.\n        depth (int, optional): How deep: levels.\n\n    Returns:\n        text: all";
        let flat = "Acts.\nParameters:\n- path: The folder to act on.\n- depth: How deep.\n\nMore prose: here.";
        let numpy =
            "Acts.\n\nParameters\n----------\npath : str\n    The folder to act on.\ndepth : int\n    How deep.\n\nReturns\n-------\nstr";
        let sphinx = "Acts.\n\n:param path: The folder to act on.\n:param int depth: How deep.\n:returns: text";
        let markdown = "Acts.\n\n**Parameters:**\n- `path` (string) *required*: The folder to act on.\n- **depth** - How deep.\n";
        let cases: [(&str, &str, &str); 5] = [
            (google, "The folder\n            to act on.", "How deep: levels."),
            (flat, "The folder to act on.", "How deep."),
            (numpy, "str\n    The folder to act on.", "int\n    How deep."),
            (sphinx, "The folder to act on.", "How deep."),
            (markdown, "The folder to act on.", "How deep."),
        ];
        for (text, path, depth) in cases {
            assert_eq!(argument_text(text, "path"), Some(path), "{text}");
            assert_eq!(argument_text(text, "depth"), Some(depth), "{text}");
            assert_eq!(argument_text(text, "other"), None, "{text}");
            assert_eq!(documented_arguments(text), ["path", "depth"], "{text}");
        }
    }

    #[test]
    fn a_list_elsewhere_proves_nothing() {
        let text = "Modes:\n- `fast`: quick\n- slow: thorough\n\nNote: ask first.";
        assert_eq!(documented_arguments(text), Vec::<&str>::new());
        assert_eq!(argument_text(text, "fast"), Some("quick"));
        assert_eq!(argument_text(text, "slow"), None);
        assert_eq!(documented_arguments("Args:\n    None\n\nReturns:\n    text"), Vec::<&str>::new());
    }
}
