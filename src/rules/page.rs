//! A rule's page: the doc comment at the head of its file.

/// What a page says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    /// Its first paragraph, on one line.
    pub(crate) summary: String,
    /// All of it, as Markdown.
    pub(crate) text: String,
    pub(crate) bad: Vec<Example>,
    pub(crate) good: Vec<Example>,
}

/// A file of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Example {
    /// `tools.json`, `calls.jsonl`, `handlers.json` or `wirelint.toml`.
    pub(crate) file: String,
    pub(crate) text: String,
}

impl Page {
    pub(crate) fn read(source: &str) -> Self {
        let lines: Vec<&str> = source
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .filter_map(|line| line.strip_prefix("//!"))
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        Self::of(&lines.join("\n"))
    }

    /// From the Markdown itself.
    pub(crate) fn of(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let summary: Vec<&str> = lines.iter().copied().take_while(|line| !line.is_empty()).collect();
        let (mut bad, mut good) = (Vec::new(), Vec::new());
        let mut heading = "";
        let mut open: Option<Example> = None;
        for line in &lines {
            match (&mut open, line.strip_prefix("```")) {
                (Some(_), Some(_)) => {
                    let done = open.take();
                    match heading {
                        "Bad" => bad.extend(done),
                        "Good" => good.extend(done),
                        _ => {}
                    }
                }
                (Some(example), None) => {
                    example.text.push_str(line);
                    example.text.push('\n');
                }
                (None, Some(file)) => open = Some(Example { file: file.trim().to_owned(), text: String::new() }),
                (None, None) => {
                    if let Some(title) = line.strip_prefix("## ") {
                        heading = title.trim();
                    }
                }
            }
        }
        Self { summary: summary.join(" "), text: lines.join("\n"), bad, good }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_the_doc_comment() {
        let page = Page::read(
            "//! A thing\n//! is wrong.\n//!\n//! More.\n//!\n//! ## Bad\n//!\n//! ```tools.json\n//! []\n//! ```\n\nuse x;\n//! no",
        );
        assert_eq!(page.summary, "A thing is wrong.");
        assert_eq!(page.bad, [Example { file: "tools.json".into(), text: "[]\n".into() }]);
        assert!(page.good.is_empty() && page.text.ends_with("```"));
    }
}
