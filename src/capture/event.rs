//! One line of a capture, taken apart: the envelope around it, the message in it. Everything borrows from the line.
//!
//! An envelope is any object that holds a message under `msg`, `message`, `frame`, `payload` or `data`; a line may also be a bare
//! message, or a message behind a prefix (`>> `, `<< `, a time, a log head).

use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Which way a message went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Way {
    ToServer,
    ToClient,
    /// From the server to whatever does the work.
    ToPeer,
    /// Back from there.
    FromPeer,
    /// The line does not say.
    Unsaid,
}

/// What a capture says of one line.
#[derive(Debug)]
pub(crate) struct Event<'a> {
    pub(crate) way: Way,
    /// What the server talks to, where the line names it.
    pub(crate) peer: Option<Cow<'a, str>>,
    pub(crate) server: Option<Cow<'a, str>>,
    pub(crate) session: Option<Cow<'a, str>>,
    /// The message, or an array of them.
    pub(crate) text: &'a str,
    /// Where `text` starts in the line.
    pub(crate) start: usize,
    /// `text` is not a message but an HTTP exchange of the server's wire.
    pub(crate) http: bool,
}

/// What a line is.
#[derive(Debug)]
pub(crate) enum Line<'a> {
    Event(Event<'a>),
    /// Blank, standard error, or something else that a log may hold.
    Other,
    /// It begins like a message and is none.
    Torn,
    /// The server printed it where only messages belong.
    Noise,
}

/// One JSON-RPC message.
#[derive(Debug, Default)]
pub(crate) struct Message<'a> {
    pub(crate) version: bool,
    pub(crate) id: Option<&'a str>,
    pub(crate) method: Option<Cow<'a, str>>,
    pub(crate) params: Option<&'a str>,
    pub(crate) result: Option<&'a str>,
    pub(crate) error: Option<&'a str>,
    /// `_capture`: a payload that belongs to a call.
    pub(crate) mark: Option<&'a str>,
}

impl<'a> Message<'a> {
    /// Takes one field of a message from a map; what is none is passed by.
    fn field<A: MapAccess<'a>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "jsonrpc" => {
                map.next_value::<IgnoredAny>()?;
                self.version = true;
            }
            "id" => self.id = Some(raw(map)?),
            "method" => self.method = text_of(map.next_value()?),
            "params" => self.params = Some(raw(map)?),
            "result" => self.result = Some(raw(map)?),
            "error" => self.error = Some(raw(map)?).filter(not_null),
            "_capture" => self.mark = Some(raw(map)?).filter(not_null),
            _ => {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    pub(crate) fn is_message(&self) -> bool {
        self.method.is_some() || self.result.is_some() || self.error.is_some()
    }
}

pub(crate) fn message(text: &str) -> Option<Message<'_>> {
    let mut from = serde_json::Deserializer::from_str(text);
    let found = from.deserialize_map(MessageFields).ok()?;
    from.end().ok()?;
    Some(found)
}

/// One line read to its messages at once: what [`line`] and [`message`] say together, in a single pass over the bytes.
#[derive(Debug)]
pub(crate) enum Hearing<'a> {
    Heard(Heard<'a>),
    Other,
    /// A server's output that is no message.
    Noise,
    Torn,
}

#[derive(Debug)]
pub(crate) struct Heard<'a> {
    pub(crate) way: Way,
    pub(crate) peer: Option<Cow<'a, str>>,
    pub(crate) server: Option<Cow<'a, str>>,
    pub(crate) session: Option<Cow<'a, str>>,
    pub(crate) what: What<'a>,
}

#[derive(Debug)]
pub(crate) enum What<'a> {
    Message(Message<'a>),
    /// Messages, each as it is written.
    Batch(Vec<&'a str>),
    Http(&'a str),
    /// Something that is no message.
    Nothing,
}

pub(crate) fn hear(text: &str) -> Hearing<'_> {
    if text.starts_with('{') {
        let mut from = serde_json::Deserializer::from_str(text);
        return match from.deserialize_map(HearFields) {
            Ok(fields) => fields.heard(),
            Err(_) if looks_like_a_message(text) => Hearing::Torn,
            Err(_) => Hearing::Other,
        };
    }
    match line(text) {
        Line::Event(Event { way, peer, server, session, text, http, .. }) => {
            let what = if http {
                What::Http(text)
            } else if text.starts_with('[') {
                let items: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
                What::Batch(items.into_iter().map(RawValue::get).collect())
            } else {
                message(text).map_or(What::Nothing, What::Message)
            };
            Hearing::Heard(Heard { way, peer, server, session, what })
        }
        Line::Other => Hearing::Other,
        Line::Noise => Hearing::Noise,
        Line::Torn => Hearing::Torn,
    }
}

/// Takes a line apart. `line` is without its end.
pub(crate) fn line(text: &str) -> Line<'_> {
    let trimmed = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r']);
    let start = text.len() - trimmed.len();
    match trimmed.as_bytes().first() {
        None => Line::Other,
        Some(b'{') => object(text, start),
        Some(b'[') => array(text, start),
        Some(_) => prefixed(text, start),
    }
}

fn object(text: &str, start: usize) -> Line<'_> {
    let body = text.get(start..).unwrap_or("");
    let mut from = serde_json::Deserializer::from_str(body);
    let Ok(fields) = from.deserialize_map(EnvelopeFields) else {
        return if looks_like_a_message(body) { Line::Torn } else { Line::Other };
    };
    // Only blanks may follow, or a tail that a log writes after the message.
    let end = from.into_iter::<IgnoredAny>().byte_offset();
    if fields.bare {
        let text = body.get(..end).unwrap_or(body);
        return Line::Event(Event { way: Way::Unsaid, peer: None, server: None, session: None, text, start, http: false });
    }
    let (way, peer) = fields.dir.as_deref().map_or((Way::Unsaid, None), way_of);
    if matches!(peer.as_deref(), Some("stderr")) {
        return Line::Other;
    }
    let session = fields.session.or(fields.http_session);
    match fields.message {
        Some(message) => Line::Event(Event {
            way,
            peer,
            server: fields.server,
            session,
            text: message,
            start: start + offset_in(body, message),
            http: false,
        }),
        None => match fields.http {
            Some(http) if matches!(way, Way::ToPeer | Way::FromPeer) => Line::Event(Event {
                way,
                peer,
                server: fields.server,
                session,
                text: http,
                start: start + offset_in(body, http),
                http: true,
            }),
            None if fields.raw && way == Way::ToClient => Line::Noise,
            _ => Line::Other,
        },
    }
}

fn array(text: &str, start: usize) -> Line<'_> {
    let body = text.get(start..).unwrap_or("");
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(body) else {
        return if looks_like_a_message(body) { Line::Torn } else { Line::Other };
    };
    let batch = !items.is_empty() && items.iter().all(|item| message(item.get()).is_some_and(|m| m.version && m.is_message()));
    if batch {
        Line::Event(Event { way: Way::Unsaid, peer: None, server: None, session: None, text: body.trim_end(), start, http: false })
    } else {
        Line::Other
    }
}

/// Lines of a log: a head, then the message. The head may say which way it went.
fn prefixed(text: &str, start: usize) -> Line<'_> {
    let rest = text.get(start..).unwrap_or("");
    let Some(open) = rest.find("{\"").or_else(|| rest.find("{ \"")) else { return Line::Other };
    let head = rest.get(..open).unwrap_or("");
    match object(text, start + open) {
        Line::Event(mut event) => {
            if event.way == Way::Unsaid {
                let (way, peer) = way_of_head(head);
                event.way = way;
                event.peer = peer;
            }
            Line::Event(event)
        }
        // A log may hold half a message on purpose; only a direction mark promises a whole one.
        Line::Torn if way_of_head(head).0 != Way::Unsaid => Line::Torn,
        _ => Line::Other,
    }
}

fn looks_like_a_message(body: &str) -> bool {
    let head = cut(body, 400);
    head.contains("\"jsonrpc\"") || (head.contains("\"dir\"") && head.contains("\"msg\""))
}

/// At most so many bytes from the start, at a character's border.
fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

fn offset_in(outer: &str, inner: &str) -> usize {
    (inner.as_ptr() as usize).saturating_sub(outer.as_ptr() as usize)
}

/// `client->server`, `server->NAME`, and the words that other recorders use.
fn way_of(dir: &str) -> (Way, Option<Cow<'static, str>>) {
    let dir = dir.trim();
    if let Some((from, to)) = dir.split_once("->").or_else(|| dir.split_once('→')) {
        return between(from.trim(), to.trim());
    }
    match dir.to_ascii_lowercase().as_str() {
        "server-stderr" | "stderr" => (Way::Unsaid, Some(Cow::Borrowed("stderr"))),
        "in" | "request" | "client" | "sent" | "send" | "outgoing" | "c2s" | "to-server" | "to_server" => (Way::ToServer, None),
        "out" | "response" | "server" | "received" | "recv" | "incoming" | "s2c" | "to-client" | "to_client" => (Way::ToClient, None),
        _ => (Way::Unsaid, None),
    }
}

fn between(from: &str, to: &str) -> (Way, Option<Cow<'static, str>>) {
    let caller = |side: &str| matches!(side, "client" | "host" | "editor" | "model");
    match (from, to) {
        (from, "server") if caller(from) => (Way::ToServer, None),
        ("server", to) if caller(to) => (Way::ToClient, None),
        ("server", "stderr") => (Way::Unsaid, Some(Cow::Borrowed("stderr"))),
        ("server", peer) => (Way::ToPeer, Some(Cow::Owned(peer.to_owned()))),
        (peer, "server") => (Way::FromPeer, Some(Cow::Owned(peer.to_owned()))),
        _ => (Way::Unsaid, None),
    }
}

fn way_of_head(head: &str) -> (Way, Option<Cow<'static, str>>) {
    let head = head.trim_end();
    if head.ends_with(">>") || head.ends_with("-->") || head.ends_with("from client:") || head.ends_with("[editor -> server]") {
        (Way::ToServer, None)
    } else if head.ends_with("<<") || head.ends_with("<--") || head.ends_with("from server:") || head.ends_with("[server -> editor]") {
        (Way::ToClient, None)
    } else {
        (Way::Unsaid, None)
    }
}

/// The fields of an envelope with the message in it already read, or of a bare message.
#[derive(Default)]
struct Fields<'a> {
    bare: Message<'a>,
    dir: Option<Cow<'a, str>>,
    server: Option<Cow<'a, str>>,
    session: Option<Cow<'a, str>>,
    http_session: Option<Cow<'a, str>>,
    inner: Option<What<'a>>,
    http: Option<&'a str>,
    raw: bool,
}

impl<'a> Fields<'a> {
    fn heard(self) -> Hearing<'a> {
        if self.bare.version {
            let what = What::Message(self.bare);
            return Hearing::Heard(Heard { way: Way::Unsaid, peer: None, server: None, session: None, what });
        }
        let (way, peer) = self.dir.as_deref().map_or((Way::Unsaid, None), way_of);
        if matches!(peer.as_deref(), Some("stderr")) {
            return Hearing::Other;
        }
        let what = match (self.inner, self.http) {
            (Some(inner), _) => inner,
            (None, Some(http)) if matches!(way, Way::ToPeer | Way::FromPeer) => What::Http(http),
            (None, None) if self.raw && way == Way::ToClient => return Hearing::Noise,
            (None, _) => return Hearing::Other,
        };
        Hearing::Heard(Heard { way, peer, server: self.server, session: self.session.or(self.http_session), what })
    }
}

struct HearFields;

impl<'de> Visitor<'de> for HearFields {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a line of a capture")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut out = Fields::default();
        while let Some(key) = map.next_key::<Name<'de>>()? {
            match key.0.as_ref() {
                "dir" | "direction" => out.dir = text_of(map.next_value()?),
                "server" => out.server = text_of(map.next_value()?),
                "session" | "sessionId" | "session_id" => out.session = text_of(map.next_value()?),
                "msg" | "message" | "frame" | "payload" | "data" => {
                    if let Some(inner) = map.next_value_seed(Inner)? {
                        out.inner = Some(inner);
                    }
                }
                "http" => {
                    let value: &RawValue = map.next_value()?;
                    if value.get().starts_with('{') {
                        out.http = Some(value.get());
                        out.http_session = serde_json::from_str::<HttpSession<'de>>(value.get()).ok().and_then(|h| h.session);
                    }
                }
                "raw" => out.raw = text_of(map.next_value()?).is_some_and(|text| !text.trim().is_empty()),
                name => out.bare.field(name, &mut map)?,
            }
        }
        Ok(out)
    }
}

/// What an envelope holds: a message, several, or something else that is passed by.
struct Inner;

impl<'de> DeserializeSeed<'de> for Inner {
    type Value = Option<What<'de>>;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Inner {
    type Value = Option<What<'de>>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        MessageFields.visit_map(map).map(|message| Some(What::Message(message)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut out = Vec::new();
        while let Some(item) = items.next_element::<&RawValue>()? {
            out.push(item.get());
        }
        Ok(Some(What::Batch(out)))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
}

struct MessageFields;

impl<'de> Visitor<'de> for MessageFields {
    type Value = Message<'de>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut out = Message::default();
        while let Some(key) = map.next_key::<Name<'de>>()? {
            out.field(key.0.as_ref(), &mut map)?;
        }
        Ok(out)
    }
}

#[derive(Default)]
struct Envelope<'a> {
    bare: bool,
    dir: Option<Cow<'a, str>>,
    server: Option<Cow<'a, str>>,
    session: Option<Cow<'a, str>>,
    http_session: Option<Cow<'a, str>>,
    message: Option<&'a str>,
    /// A line that was no message, as text.
    raw: bool,
    http: Option<&'a str>,
}

struct EnvelopeFields;

impl<'de> Visitor<'de> for EnvelopeFields {
    type Value = Envelope<'de>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a line of a capture")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut out = Envelope::default();
        while let Some(key) = map.next_key::<Name<'de>>()? {
            match key.0.as_ref() {
                "jsonrpc" => {
                    map.next_value::<IgnoredAny>()?;
                    out.bare = true;
                }
                "dir" | "direction" => out.dir = text_of(map.next_value()?),
                "server" => out.server = text_of(map.next_value()?),
                "session" | "sessionId" | "session_id" => out.session = text_of(map.next_value()?),
                "msg" | "message" | "frame" | "payload" | "data" => {
                    let value: &RawValue = map.next_value()?;
                    if matches!(value.get().as_bytes().first(), Some(b'{' | b'[')) {
                        out.message = Some(value.get());
                    }
                }
                "raw" => out.raw = text_of(map.next_value()?).is_some_and(|text| !text.trim().is_empty()),
                "http" => {
                    let value: &RawValue = map.next_value()?;
                    if value.get().starts_with('{') {
                        out.http = Some(value.get());
                        out.http_session = serde_json::from_str::<HttpSession<'de>>(value.get()).ok().and_then(|h| h.session);
                    }
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(out)
    }
}

#[derive(serde::Deserialize)]
struct HttpSession<'a> {
    #[serde(borrow, default)]
    session: Option<Cow<'a, str>>,
}

/// A key, borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

fn text_of(raw: &RawValue) -> Option<Cow<'_, str>> {
    let text = raw.get();
    if !text.starts_with('"') {
        return (text != "null").then_some(Cow::Borrowed(text));
    }
    if text.contains('\\') { Some(Cow::Owned(crate::json::decode(text).0)) } else { text.get(1..text.len() - 1).map(Cow::Borrowed) }
}

/// The value that comes next, as it is written.
fn raw<'a, A: MapAccess<'a>>(map: &mut A) -> Result<&'a str, A::Error> {
    map.next_value::<&RawValue>().map(RawValue::get)
}

fn not_null(raw: &&str) -> bool {
    *raw != "null"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(text: &str) -> (Way, Option<String>, String, usize) {
        match line(text) {
            Line::Event(e) => (e.way, e.peer.map(Cow::into_owned), e.text.to_owned(), e.start),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn envelopes() {
        let message = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        for (head, tail, way, peer) in [
            ("", "", Way::Unsaid, None),
            ("\u{feff}  ", " \r", Way::Unsaid, None),
            (">> ", "", Way::ToServer, None),
            ("<< ", "", Way::ToClient, None),
            ("2026-01-01T00:00:00Z [kit] [info] Message from client: ", " { metadata: undefined }", Way::ToServer, None),
            (r#"{"ts":"x","dir":"server->kit","msg":"#, "}", Way::ToPeer, Some("kit")),
            (r#"{"dir":"kit->server","msg":"#, "}", Way::FromPeer, Some("kit")),
            (r#"{"t":0,"dir":"in","session":"s1","frame":"#, "}", Way::ToServer, None),
            (r#"{"direction":"server->client","payload":"#, r#","http":{"status":200}}"#, Way::ToClient, None),
        ] {
            let text = format!("{head}{message}{tail}");
            assert_eq!(event(&text), (way, peer.map(str::to_owned), message.to_owned(), head.len()), "{text}");
        }
    }

    /// Both ways of reading a line agree.
    #[test]
    fn hearing_is_reading() {
        let message = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[1]}}"#;
        for text in [
            message.to_owned(),
            format!("  {message}"),
            format!(">> {message}"),
            format!("[{message},{message}]"),
            format!(r#"{{"ts":"x","dir":"server->kit","session":"s","server":"v","msg":{message}}}"#),
            format!(r#"{{"dir":"client->server","msg":[{message}]}}"#),
            format!(r#"{{"data":"x","message":{message}}}"#),
            r#"{"dir":"server->kit","http":{"url":"/a","session":"s"}}"#.to_owned(),
            r#"{"dir":"server-stderr","raw":"x"}"#.to_owned(),
            r#"{"dir":"server->client","raw":"x"}"#.to_owned(),
            r#"{"jsonrpc":"2.0","id":1,"met"#.to_owned(),
            r#"{"level":1,"data":2}"#.to_owned(),
            "listening".to_owned(),
        ] {
            let read = match line(&text) {
                Line::Event(e) => {
                    let what = if e.http {
                        "http".to_owned()
                    } else if e.text.starts_with('[') {
                        "batch".to_owned()
                    } else {
                        format!("{:?}", super::message(e.text))
                    };
                    format!("{:?} {:?} {:?} {:?} {what}", e.way, e.peer, e.server, e.session)
                }
                Line::Other => "other".to_owned(),
                Line::Noise => "noise".to_owned(),
                Line::Torn => "torn".to_owned(),
            };
            let heard = match hear(&text) {
                Hearing::Heard(e) => {
                    let what = match e.what {
                        What::Http(_) => "http".to_owned(),
                        What::Batch(_) => "batch".to_owned(),
                        What::Message(m) => format!("{:?}", Some(m)),
                        What::Nothing => "nothing".to_owned(),
                    };
                    format!("{:?} {:?} {:?} {:?} {what}", e.way, e.peer, e.server, e.session)
                }
                Hearing::Other => "other".to_owned(),
                Hearing::Noise => "noise".to_owned(),
                Hearing::Torn => "torn".to_owned(),
            };
            assert_eq!(heard, read, "{text}");
        }
    }

    #[test]
    fn what_is_no_event() {
        for text in
            ["", "  ", "listening", r#"{"dir":"server-stderr","raw":"x"}"#, r#"{"level":"info"}"#, r#"[info] {"loaded": 2,"#, "[1,2]"]
        {
            assert!(matches!(line(text), Line::Other), "{text}");
        }
        assert!(matches!(line(r#"{"dir":"server->client","raw":"listening"}"#), Line::Noise));
        assert!(matches!(line(r#"{"dir":"kit->server","raw":"listening"}"#), Line::Other));
        for text in [r#"{"jsonrpc":"2.0","id":1,"met"#, r#"{"dir":"client->server","msg":{"js"#, r#">> {"jsonrpc":"2.0","#] {
            assert!(matches!(line(text), Line::Torn), "{text}");
        }
    }

    #[test]
    fn a_repeated_field_counts_as_parsers_count_it() {
        let found = message(r#"{"jsonrpc":"2.0","id":1,"id":2,"\u006dethod":"a"}"#).expect("a message");
        assert_eq!(found.id, Some("2"));
        assert_eq!(found.method.as_deref(), Some("a"));
    }
}
