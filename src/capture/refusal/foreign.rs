//! Errors that look like a refusal of arguments and are none: the server's own faults, and the words of what is behind it.

use super::words::beginning;

const LOOKED_AT: usize = 400;

/// The server broke: its output does not fit its own schema, or it was built from parts that do not fit.
pub(super) fn server_fault(text: &str) -> bool {
    let text = beginning(text, LOOKED_AT);
    const BEGINNINGS: [&str; 4] =
        ["Output validation error", "Invalid structured content for tool", "Invalid structured output", "Error validating output"];
    const PARTS: [&str; 4] = [
        "_parse is not a function",
        "safeParseAsync is not a function",
        "safeParse is not a function",
        "has an output schema but no structured",
    ];
    BEGINNINGS.iter().any(|one| text.starts_with(one)) || PARTS.iter().any(|part| text.contains(part))
}

/// Does the text tell what somebody behind the server said? It starts with a code of theirs (`HTTP 422: ...`, `store error 17: ...`) or
/// names them.
pub(super) fn speaks_for_another(text: &str) -> bool {
    const ANYWHERE: [&str; 5] = ["status code", "upstream", "api error", "api returned", "server returned"];
    const BEFORE_COLON: [&str; 11] =
        ["downstream", "backend", "api", "server", "response", "graphql", "sql", "http", "https", "database", "request failed"];
    let start = beginning(text, 160).to_lowercase();
    if ANYWHERE.iter().any(|name| start.contains(name)) {
        return true;
    }
    let Some((head, _)) = start.split_once(':') else { return false };
    let several = head.trim().contains(char::is_whitespace);
    let has_word = |name: &str| if name.contains(' ') { head.contains(name) } else { head.split_whitespace().any(|word| word == name) };
    (several && BEFORE_COLON.iter().any(|name| has_word(name))) || has_foreign_code(head)
}

/// A number of three to five digits, at the very beginning or after a word such as `error` or `status`.
fn has_foreign_code(head: &str) -> bool {
    let mut words = head.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '=' | ',' | '#'));
    let mut after_error = true;
    words.any(|word| {
        let digits = word.trim_start_matches('-');
        let is_code = (3..=5).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        let hit = is_code && after_error;
        after_error = after_error && word.is_empty() || matches!(word, "error" | "failed" | "failure" | "status" | "code" | "exception");
        hit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_and_other_voices() {
        for text in ["Output validation error: x", "Invalid structured content for tool paint: x", "f._parse is not a function"] {
            assert!(server_fault(text), "{text}");
        }
        assert!(!server_fault("hue is required"));
        for text in [
            "store error -32602: put: missing parameter 'hue'",
            "HTTP 422: hue is required",
            "400: hue is missing",
            "Upstream said: no",
            "SQL error: hue is required",
        ] {
            assert!(speaks_for_another(text), "{text}");
        }
        for text in [
            "hue is required",
            "hue: expected one of 100, 200",
            "paint: hue not given",
            "sql is required",
            "response: Required",
            "max 500 rows: too many",
        ] {
            assert!(!speaks_for_another(text), "{text}");
        }
    }
}
