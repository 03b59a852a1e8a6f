//! What a server sends on while it serves a call, as one tree: the parameters of a message, or URL, query and body of an HTTP
//! request.

use super::refusal::Blame;
use serde_json::{Map, Value};

/// Why a payload was given to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// The capture says so.
    Mark,
    /// Its method is the tool's name.
    OwnName,
    /// It was the only open call, and they share a value.
    SharedValue,
    /// It was the only open call, and the method was never seen outside calls.
    Alone,
}

#[derive(Debug)]
pub(crate) struct Payload {
    pub(crate) peer: Option<Box<str>>,
    /// `folder.create`, or `PUT /folders/{id}` for HTTP.
    pub(crate) method: Box<str>,
    pub(crate) own: bool,
    pub(crate) how: How,
    pub(crate) tree: Value,
    /// Of an HTTP request.
    pub(crate) url: Option<Box<str>>,
    /// Where the tree stands in the message: `params`, or nothing for an HTTP exchange.
    pub(crate) below: &'static [&'static str],
    pub(crate) line: u64,
    pub(crate) offset: u64,
    pub(crate) batch: Option<u32>,
    pub(crate) refused: Option<PeerRefusal>,
}

/// How the peer refused a payload.
#[derive(Debug)]
pub(crate) struct PeerRefusal {
    /// Which names of the payload it calls missing or unknown.
    pub(crate) blames: Vec<Blame>,
    /// What it said; kept only until the call is finished, to tell whether the tool's answer merely repeats it.
    pub(crate) message: Box<str>,
}

/// Letters and digits alone, in lower case.
pub(crate) fn squash(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Is this method the tool's name, once case and separators are dropped?
pub(crate) fn own_method(tool: &str, method: &str) -> bool {
    // Every payload is asked for every open call, and nearly all names are plain.
    if tool.is_ascii() && method.is_ascii() {
        return plain_letters(tool).eq(plain_letters(method));
    }
    letters(tool).eq(letters(method))
}

fn plain_letters(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase())
}

fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// An HTTP request as a tree: what its URL asks for under `query`, its body under `body`.
pub(crate) fn http(mut fields: Map<String, Value>) -> (Box<str>, Option<Box<str>>, Value) {
    let text = |fields: &mut Map<String, Value>, keys: &[&str]| {
        keys.iter().find_map(|key| fields.get(*key).and_then(Value::as_str)).map(str::to_owned)
    };
    let verb = text(&mut fields, &["method", "verb"]).unwrap_or_else(|| "GET".to_owned());
    let url = text(&mut fields, &["url", "uri", "path"]).unwrap_or_default();
    let mut tree = Map::new();
    let mut query = match fields.remove("query") {
        Some(Value::Object(query)) => query,
        _ => Map::new(),
    };
    let (path, asked) = url.split_once('?').map_or((url.as_str(), ""), |(path, asked)| (path, asked));
    for pair in asked.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        query.entry(percent(key)).or_insert_with(|| Value::String(percent(value)));
    }
    if !query.is_empty() {
        tree.insert("query".to_owned(), Value::Object(query));
    }
    match fields.remove("body") {
        Some(Value::String(body)) => {
            let value = serde_json::from_str::<Value>(&body).ok().filter(|value| value.is_object() || value.is_array());
            tree.insert("body".to_owned(), value.unwrap_or(Value::String(body)));
        }
        Some(Value::Null) | None => {}
        Some(body) => {
            tree.insert("body".to_owned(), body);
        }
    }
    (format!("{} {path}", verb.to_uppercase()).into(), Some(url.into()), Value::Object(tree))
}

fn percent(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = (*byte == b'%').then(|| text.get(at + 1..at + 3)).flatten().and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(code) => {
                out.push(code);
                at += 3;
            }
            None => {
                out.push(if *byte == b'+' { b' ' } else { *byte });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_method_is_the_tools_own_whatever_its_joints() {
        for (tool, method, own) in [
            ("folder_create", "folder.create", true),
            ("folder_create", "FolderCreate", true),
            ("folder_create", "folder.creat", false),
            ("a", "ab", false),
        ] {
            assert_eq!(own_method(tool, method), own, "{tool} {method}");
        }
    }

    #[test]
    fn an_http_request_is_one_tree() {
        let Value::Object(fields) = json!({"verb": "put", "url": "/a/1?b=x%20y&c", "body": "{\"d\":2}", "headers": {"k": "v"}}) else {
            return;
        };
        let (method, url, tree) = http(fields);
        assert_eq!((&*method, url.as_deref()), ("PUT /a/1", Some("/a/1?b=x%20y&c")));
        assert_eq!(tree, json!({"query": {"b": "x y", "c": ""}, "body": {"d": 2}}));
    }
}
