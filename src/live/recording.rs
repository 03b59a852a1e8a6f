//! What crosses the wire, written down as it comes: one event a line, in our own capture format.

use crate::capture::message;
use serde_json::value::RawValue;

#[derive(Debug, Default)]
pub(super) struct Recording {
    bytes: Vec<u8>,
    heard: bool,
    server: Option<String>,
}

impl Recording {
    /// A message of ours, as it was sent.
    pub(super) fn sent(&mut self, text: &str) {
        self.event("client->server", "msg", text);
    }

    /// A line of the server's standard output: a message as it stands, byte for byte; anything else as text.
    pub(super) fn heard(&mut self, line: &[u8]) {
        self.heard = true;
        let text = String::from_utf8_lossy(line);
        if std::str::from_utf8(line).is_ok() && is_rpc(&text) {
            self.event("server->client", "msg", &text);
            if self.server.is_none() {
                self.server = super::name_in(&text);
            }
        } else {
            self.event("server->client", "raw", &serde_json::Value::from(text.into_owned()).to_string());
        }
    }

    fn event(&mut self, dir: &str, key: &str, value: &str) {
        for part in ["{\"dir\":\"", dir, "\",\"", key, "\":", value.trim(), "}\n"] {
            self.bytes.extend_from_slice(part.as_bytes());
        }
    }

    /// Did the server print anything?
    pub(super) fn heard_anything(&self) -> bool {
        self.heard
    }

    pub(super) fn server_name(&self) -> Option<String> {
        self.server.clone()
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// One JSON-RPC message, or an array of them.
fn is_rpc(text: &str) -> bool {
    let one = |text: &str| message(text).is_some_and(|found| found.is_message() || found.id.is_some());
    if text.trim_start().starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
        return !items.is_empty() && items.iter().all(|item| one(item.get()));
    }
    one(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_as_they_are_and_the_rest_is_text() {
        let mut recording = Recording::default();
        recording.sent(r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#);
        assert!(!recording.heard_anything());
        for line in [
            br#" {"jsonrpc":"2.0", "id":0,"id":0,"result":{"serverInfo":{"name":"kit"}}}"#.as_slice(),
            br#"{"level":"info"}"#,
            b"listening on \"stdio\"",
            b"caf\xe9",
            b"[1]",
            br#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#,
        ] {
            recording.heard(line);
        }
        assert!(recording.heard_anything());
        assert_eq!(recording.server_name().as_deref(), Some("kit"));
        let text = String::from_utf8(recording.into_bytes()).expect("text");
        let expected = [
            r#"{"dir":"client->server","msg":{"jsonrpc":"2.0","id":0,"method":"ping"}}"#,
            r#"{"dir":"server->client","msg":{"jsonrpc":"2.0", "id":0,"id":0,"result":{"serverInfo":{"name":"kit"}}}}"#,
            r#"{"dir":"server->client","raw":"{\"level\":\"info\"}"}"#,
            r#"{"dir":"server->client","raw":"listening on \"stdio\""}"#,
            "{\"dir\":\"server->client\",\"raw\":\"caf\u{fffd}\"}",
            r#"{"dir":"server->client","raw":"[1]"}"#,
            r#"{"dir":"server->client","msg":[{"jsonrpc":"2.0","id":1,"result":{}}]}"#,
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }
}
