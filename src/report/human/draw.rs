//! One finding or problem, drawn by miette.

use super::Look;
use super::panes::Panes;
use crate::finding::Level;
use crate::text;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode, ThemeCharacters, ThemeStyles};
use std::fmt;

/// What miette takes.
#[derive(Debug)]
struct Drawn {
    code: String,
    message: String,
    severity: Severity,
    panes: Panes,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawn {}

impl Diagnostic for Drawn {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.panes)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.panes.labels()))
    }
}

/// The heading, the message and the panes of one finding or problem.
pub(super) fn drawn(code: &str, message: &str, level: Level, panes: Panes, look: Look) -> String {
    let severity = match level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Advice,
    };
    let drawn = Drawn { code: code.to_owned(), message: text::sentence(message).into_owned(), severity, panes };
    let mut out = String::new();
    let handler = GraphicalReportHandler::new_themed(theme(level, &drawn.panes, look))
        .with_width(look.width())
        .with_links(false)
        .with_context_lines(1)
        .without_syntax_highlighting();
    match handler.render_report(&mut out, &drawn) {
        Ok(()) => out,
        // It writes to a string; what it could not draw is still said.
        Err(_) => format!("{}\n\n  {}\n", drawn.code, drawn.message),
    }
}

/// Labels take the colour of their finding where they are its own, another where they are related.
fn theme(level: Level, panes: &Panes, look: Look) -> GraphicalTheme {
    let characters = if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    if !look.color {
        return GraphicalTheme { characters, styles: ThemeStyles::none() };
    }
    let mut styles = ThemeStyles::ansi();
    let own = match level {
        Level::Error => styles.error,
        Level::Warning => styles.warning,
        Level::Note => styles.advice,
    };
    let others = styles.highlights.first().copied().unwrap_or(own);
    styles.highlights = panes.primaries().map(|is_own| if is_own { own } else { others }).collect();
    if styles.highlights.is_empty() {
        styles.highlights.push(own);
    }
    GraphicalTheme { characters, styles }
}
