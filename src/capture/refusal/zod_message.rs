//! One message of zod 3 or 4, as it stands in flat texts and where the JSON leaves something out.

use super::Why;
use super::found::Found;
use super::known::Known;
use super::words;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) why: Why,
    /// The keys that are unknown.
    pub(super) keys: Vec<Box<str>>,
    /// The values that there are.
    pub(super) members: Vec<Box<str>>,
    /// It does not say what was received, so it may as well have been nothing.
    pub(super) silent: bool,
}

/// How a message of zod's own begins.
const BEGINNINGS: [&str; 19] = [
    "Invalid input",
    "Required",
    "Expected ",
    "Unrecognized key",
    "Invalid option: ",
    "Invalid enum value. ",
    "Invalid literal value, ",
    "Invalid discriminator value",
    "Invalid ",
    "Too small: ",
    "Too big: ",
    "String must ",
    "Number must ",
    "Array must ",
    "Date must ",
    "BigInt must ",
    "Set must ",
    "Input not instance of ",
    "Function ",
];

pub(super) fn is_zods_own(text: &str) -> bool {
    BEGINNINGS.iter().any(|head| text.starts_with(head))
}

pub(super) fn read(text: &str) -> Message {
    let text = text.trim();
    let mut message = Message { why: Why::Value, keys: Vec::new(), members: Vec::new(), silent: true };
    if let Some(rest) = text.strip_prefix("Unrecognized key") {
        message.why = Why::Unknown;
        message.keys = rest.split_once(": ").map(|(_, keys)| words::list(keys).0).unwrap_or_default();
        return message;
    }
    let (expected, received) = text.rsplit_once(", received ").map_or((text, None), |(expected, received)| (expected, Some(received)));
    if text == "Required" || received == Some("undefined") {
        message.why = Why::Missing;
        message.members = members(expected);
        return message;
    }
    message.members = members(expected);
    let of_type = expected.starts_with("Invalid input: expected ") || expected.starts_with("Expected ");
    if of_type && let Some(received) = received {
        message.why = Why::Type;
        // Coercion of nothing gives NaN, or an invalid date.
        message.silent = matches!(received, "NaN" | "nan" | "Date" | "Invalid Date");
    } else {
        message.silent = !expected.starts_with("Invalid enum value");
    }
    message
}

/// The closed set that a message lists, if it does.
fn members(expected: &str) -> Vec<Box<str>> {
    const HEADS: [&str; 6] = [
        "Invalid option: expected one of ",
        "Invalid enum value. Expected ",
        "Invalid discriminator value. Expected ",
        "Invalid literal value, expected ",
        "Invalid input: expected ",
        "Expected ",
    ];
    let Some(rest) = HEADS.iter().find_map(|head| expected.strip_prefix(head)) else { return Vec::new() };
    closed_set(rest)
}

/// `"a"|"b"` or `'a' | 'b'` are values; a bare word is a type.
pub(super) fn closed_set(text: &str) -> Vec<Box<str>> {
    if !text.starts_with(['"', '\'']) && !text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return Vec::new();
    }
    let (items, rest) = words::list(text);
    if rest.is_empty() { items } else { Vec::new() }
}

impl Message {
    /// Puts what it says of the parameter at `path` into `found`.
    pub(super) fn tell(self, path: Vec<Box<str>>, known: &Known<'_>, found: &mut Found) {
        if self.why == Why::Unknown {
            for key in self.keys {
                let mut at = path.clone();
                at.push(key);
                found.blame(at, Why::Unknown);
            }
            return;
        }
        if path.is_empty() {
            return;
        }
        let why = if self.silent && known.lacks(&path) { Why::Missing } else { self.why };
        found.set(path.clone(), self.members);
        found.blame(path, why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_both_versions() {
        type Row<'a> = (&'a str, Why, &'a [&'a str], &'a [&'a str], bool);
        let cases: [Row<'_>; 18] = [
            ("Required", Why::Missing, &[], &[], true),
            ("Invalid input: expected string, received undefined", Why::Missing, &[], &[], true),
            ("Invalid input: expected nonoptional, received undefined", Why::Missing, &[], &[], true),
            ("Expected number, received string", Why::Type, &[], &[], false),
            ("Invalid input: expected number, received null", Why::Type, &[], &[], false),
            ("Invalid input: expected number, received NaN", Why::Type, &[], &[], true),
            ("Expected 'red' | 'blue', received number", Why::Type, &[], &["red", "blue"], false),
            ("Unrecognized key(s) in object: 'a', 'b'", Why::Unknown, &["a", "b"], &[], true),
            ("Unrecognized key: \"a\"", Why::Unknown, &["a"], &[], true),
            ("Unrecognized keys: \"a\", \"b c\"", Why::Unknown, &["a", "b c"], &[], true),
            ("Invalid enum value. Expected 'red' | 'blue', received 'hue'", Why::Value, &[], &["red", "blue"], false),
            ("Invalid option: expected one of \"red\"|\"blue, dark\"", Why::Value, &[], &["red", "blue, dark"], true),
            ("Invalid input: expected \"red\"", Why::Value, &[], &["red"], true),
            ("Invalid literal value, expected \"red\"", Why::Value, &[], &["red"], true),
            ("Invalid discriminator value. Expected 'red' | 'blue'", Why::Value, &[], &["red", "blue"], true),
            ("Invalid input", Why::Value, &[], &[], true),
            ("Invalid email", Why::Value, &[], &[], true),
            ("Too small: expected string to have >=1 characters", Why::Value, &[], &[], true),
        ];
        for (text, why, keys, members, silent) in cases {
            let boxed = |names: &[&str]| names.iter().map(|&n| n.into()).collect::<Vec<Box<str>>>();
            assert_eq!(read(text), Message { why, keys: boxed(keys), members: boxed(members), silent }, "{text}");
        }
        assert!(is_zods_own("Invalid UUID") && !is_zods_own("no"));
    }
}
