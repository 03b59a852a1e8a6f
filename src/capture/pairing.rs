//! The second pass: requests and answers paired, payloads given to the calls that they belong to, calls handed on when they end.

use super::event::{self, Message, Way, What};
use super::listings::{Listings, Spot, Unstable};
use super::lists::{self, ListAt, Scan, stream_key};
use super::payload::{How, Payload, PeerRefusal, http, own_method, squash};
use super::refusal::{self, Answer};
use super::sheet::{self, Said, Spoken};
use super::shorten::{is_cut, shorten};
use crate::compare::Loss;
use crate::schema::Violation;
use crate::source::Source;
use memchr::memmem::{self, Finder};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io;
use std::sync::{Arc, LazyLock, MutexGuard, PoisonError};

/// What is kept of open calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) calls: usize,
    pub(crate) bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { calls: 10_000, bytes: 64 << 20 }
    }
}

#[derive(Debug)]
pub(crate) enum Arguments {
    Absent,
    /// An object, its members in the order in which they were sent.
    Object(Value),
    /// Not an object: which kind.
    Other(&'static str),
}

impl Arguments {
    pub(crate) fn object(&self) -> Option<&serde_json::Map<String, Value>> {
        match self {
            Self::Object(value) => value.as_object(),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) line: u64,
    /// Of its line.
    pub(crate) offset: u64,
    /// Its index, where the line holds several messages.
    pub(crate) batch: Option<u32>,
    /// As written.
    pub(crate) id: Option<Box<str>>,
    /// The list in force, among those of the capture.
    pub(crate) list: Option<usize>,
    /// What its server is called: by itself in this session, else by the log.
    pub(crate) server: Option<Arc<str>>,
    pub(crate) tool: Box<str>,
    pub(crate) arguments: Arguments,
    pub(crate) payloads: Vec<Payload>,
    /// What the arguments break, as the hearer found when they came, before long texts were shortened. None where
    /// nothing could judge them.
    pub(crate) violations: Option<Vec<Violation>>,
    /// Where an older list takes it: what the newer one does not keep.
    pub(crate) losses: Option<Vec<Loss>>,
    /// How many sessions had begun in its stream.
    session: u32,
    held: usize,
    /// How many calls came before it.
    pub(crate) order: u64,
}

/// How a call ended.
pub(crate) struct Answered<'a> {
    pub(crate) answer: Answer<'a>,
    pub(crate) structured: Option<&'a RawValue>,
}

pub(crate) enum Ending<'a> {
    Answered(Answered<'a>),
    Unanswered,
}

pub(crate) struct Finished<'a> {
    pub(crate) call: Call,
    pub(crate) ending: Ending<'a>,
}

/// What could not be read or was left over.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    pub(crate) events: u64,
    /// Line, byte of its start, and whether it is the torn last line.
    pub(crate) malformed: Vec<(u64, u64, bool)>,
    pub(crate) malformed_count: u64,
    pub(crate) unattributed: u64,
    pub(crate) unmatched: Spots,
    /// Calls that were given up because too many were open.
    pub(crate) dropped: Spots,
    /// Lines that were too long to be read.
    pub(crate) too_long: Spots,
    /// Messages in which the log cut strings.
    pub(crate) truncated: Spots,
    /// Lines that the server printed where only messages belong.
    pub(crate) noise: Spots,
    /// Answers that hold neither a result nor an error.
    pub(crate) hollow: Spots,
    /// Lists that came under an id that was not asked for, while a listing got no answer.
    pub(crate) misnamed: Spots,
    /// Listings that got no answer, while what was asked later got one.
    pub(crate) ignored: Spots,
    pub(crate) unstable: Vec<Unstable>,
    pub(crate) enveloped: bool,
}

/// How often a fault was met, and the first lines with their bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Spots {
    pub(crate) count: u64,
    pub(crate) first: Vec<(u64, u64)>,
}

impl Spots {
    const MOST: usize = 3;

    /// What stood elsewhere until now.
    pub(crate) fn take(&mut self, other: &mut Self) {
        self.count += other.count;
        let room = Self::MOST.saturating_sub(self.first.len());
        self.first.extend(other.first.iter().take(room));
        *other = Self::default();
    }

    pub(crate) fn add(&mut self, line: u64, offset: u64) {
        self.count += 1;
        if self.first.len() < Self::MOST {
            self.first.push((line, offset));
        }
    }
}

impl Faults {
    fn malformed(&mut self, line: u64, offset: u64, last: bool) {
        self.malformed_count += 1;
        if self.malformed.len() < 100 {
            self.malformed.push((line, offset, last));
        }
    }
}

/// Which payloads are the team's own, beside those whose method is the tool's name.
pub(crate) trait Own {
    fn peer(&self, name: &str) -> bool;
    fn method(&self, tool: &str) -> Option<&str>;
}

/// Who is told what a capture says, as it says it.
pub(crate) trait Hearer {
    /// A list that [`Scan`] did not hold: the source passes by.
    fn listed(&mut self, list: &ListAt);
    /// A call, before its long texts are shortened.
    fn arrived(&mut self, call: &mut Call);
    fn ended(&mut self, finished: Finished<'_>);
}

/// Who does not care for lists that come late.
impl<A: FnMut(&mut Call), E: FnMut(Finished<'_>)> Hearer for (A, E) {
    fn listed(&mut self, _: &ListAt) {}

    fn arrived(&mut self, call: &mut Call) {
        (self.0)(call);
    }

    fn ended(&mut self, finished: Finished<'_>) {
        (self.1)(finished);
    }
}

/// The lists of a capture: all, or those that have come.
enum Lists<'a> {
    All(&'a Scan),
    Some(MutexGuard<'a, lists::State>),
}

impl std::ops::Deref for Lists<'_> {
    type Target = Scan;

    fn deref(&self) -> &Scan {
        match self {
            Self::All(scan) => scan,
            Self::Some(state) => &state.scan,
        }
    }
}

/// Reads a capture.
pub(crate) fn read(source: &Source, scan: &Scan, own: &dyn Own, limits: Limits, hearer: &mut dyn Hearer) -> io::Result<Faults> {
    let rest = scan.rest.as_ref().map(|rest| rest.lock().unwrap_or_else(PoisonError::into_inner));
    let mut state = State {
        scan: rest.map_or(Lists::All(scan), Lists::Some),
        own,
        limits,
        hearer,
        faults: Faults::default(),
        listings: Listings::default(),
        streams: FxHashMap::default(),
        open: FxHashMap::default(),
        by_order: std::collections::BTreeMap::new(),
        retries: FxHashMap::default(),
        payloads: FxHashMap::default(),
        server_asks: FxHashSet::default(),
        outside: FxHashSet::default(),
        held: 0,
        next: 0,
    };
    sheet::read(source, |spoken| {
        if let Lists::Some(lists) = &mut state.scan {
            lists.go_on(source, spoken.text, spoken.line, spoken.offset).iter().for_each(|list| state.hearer.listed(list));
        }
        state.line(spoken);
    })?;
    if let Lists::Some(lists) = &mut state.scan {
        lists.end().iter().for_each(|list| state.hearer.listed(list));
    }
    let left: Vec<Key> = state.by_order.values().cloned().collect();
    for key in left {
        if let Some(call) = state.open.remove(&key) {
            state.hearer.ended(Finished { call, ending: Ending::Unanswered });
        }
    }
    let State { mut faults, listings, scan, .. } = state;
    listings.close(&scan, &mut faults);
    Ok(faults)
}

/// Stream and id, as written: `1` is not `"1"`.
type Key = (Box<str>, Box<str>);

struct State<'a> {
    scan: Lists<'a>,
    own: &'a dyn Own,
    limits: Limits,
    hearer: &'a mut dyn Hearer,
    faults: Faults,
    listings: Listings,
    /// How many sessions began, by stream.
    streams: FxHashMap<Box<str>, u32>,
    open: FxHashMap<Key, Call>,
    by_order: std::collections::BTreeMap<u64, Key>,
    /// Calls whose server asked for input: by stream and tool.
    retries: FxHashMap<(Box<str>, Box<str>), Key>,
    /// Open payloads: peer's side, stream, id to call and index.
    payloads: FxHashMap<Key, (Key, usize)>,
    /// Open requests of the server to the client.
    server_asks: FxHashSet<Key>,
    /// Methods of payloads that came while no call was open.
    outside: FxHashSet<Box<str>>,
    held: usize,
    next: u64,
}

/// One message where it stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    stream: &'a str,
    tag: &'a str,
    line: u64,
    offset: u64,
    batch: Option<u32>,
}

impl<'a> Place<'a> {
    fn spot(self) -> Spot<'a> {
        Spot { stream: self.stream, line: self.line, offset: self.offset }
    }
}

impl State<'_> {
    fn line(&mut self, spoken: Spoken<'_>) {
        let Spoken { line, offset, said, .. } = spoken;
        let heard = match said {
            Said::Heard(heard) => heard,
            Said::Noise => return self.faults.noise.add(line, offset),
            Said::Torn { last } => return self.faults.malformed(line, offset, last),
            Said::TooLong => return self.faults.too_long.add(line, offset),
        };
        self.faults.events += 1;
        self.faults.enveloped |= heard.way != Way::Unsaid;
        let stream = stream_key(heard.server.as_deref(), heard.session.as_deref());
        let place = Place { stream: &stream, tag: heard.server.as_deref().unwrap_or(""), line, offset, batch: None };
        let (way, peer) = (heard.way, heard.peer.as_deref());
        match heard.what {
            What::Http(text) => self.http(place, way, peer, text),
            What::Message(message) => self.message(place, way, peer, &message),
            What::Batch(items) => {
                for (index, item) in items.into_iter().enumerate() {
                    if let Some(found) = event::message(item) {
                        self.message(Place { batch: u32::try_from(index).ok(), ..place }, way, peer, &found);
                    }
                }
            }
            What::Nothing => {}
        }
    }

    fn message(&mut self, place: Place<'_>, way: Way, peer: Option<&str>, message: &Message<'_>) {
        if let Some(mark) = message.mark {
            self.marked(place, peer, message, mark);
            return;
        }
        match way {
            Way::ToPeer => self.sent_on(place, peer, message, None),
            Way::FromPeer => self.peer_answers(place, message),
            Way::ToServer | Way::ToClient | Way::Unsaid => match message.method.as_deref() {
                Some("initialize") if way != Way::ToClient => {
                    *self.streams.entry(place.stream.into()).or_default() += 1;
                    self.listings.begin(place.stream);
                }
                Some("tools/list") if way != Way::ToClient && place.batch.is_none() => {
                    if let Some(id) = message.id {
                        self.listings.asked(place.stream, id, place.line, place.offset);
                    }
                }
                Some("notifications/tools/list_changed") if way != Way::ToServer => {
                    self.listings.changed(&self.scan, place.stream, place.offset);
                }
                Some("notifications/cancelled") if way != Way::ToClient => self.listings.cancelled(place.stream, message.params),
                Some("tools/call") if way != Way::ToClient => self.call(place, message),
                Some(method) if way == Way::ToClient || (way == Way::Unsaid && asked_of_client(method)) => {
                    if let Some(id) = message.id {
                        self.server_asks.insert((place.stream.into(), id.into()));
                    }
                }
                Some(_) => {}
                None => self.answer(place, way, message),
            },
        }
    }

    fn call(&mut self, place: Place<'_>, message: &Message<'_>) {
        let Some(params) = message.params.and_then(|raw| serde_json::from_str::<CallParams<'_>>(raw).ok()) else {
            self.faults.malformed(place.line, place.offset, false);
            return;
        };
        let Some(tool) = params.name else { return };
        let id: Box<str> = message.id.map_or_else(|| format!("none:{}", self.next), str::to_owned).into();
        let key: Key = (place.stream.into(), id.clone());
        if params.input_responses.is_some()
            && let Some(old) = self.retries.remove(&(place.stream.into(), tool.as_ref().into()))
        {
            // A retry of the same call, with what the server asked for.
            if let Some(call) = self.open.remove(&old) {
                self.by_order.insert(call.order, key.clone());
                self.open.insert(key, call);
                return;
            }
        }
        if params.arguments.is_some_and(|raw| is_cut(raw.get())) {
            self.faults.truncated.add(place.line, place.offset);
        }
        let arguments = match params.arguments {
            None => Arguments::Absent,
            Some(raw) => match serde_json::from_str::<Value>(raw.get()) {
                Ok(value @ Value::Object(_)) => Arguments::Object(value),
                Ok(Value::Null) => Arguments::Other("null"),
                Ok(Value::Array(_)) => Arguments::Other("array"),
                Ok(Value::String(_)) => Arguments::Other("string"),
                Ok(Value::Bool(_)) => Arguments::Other("boolean"),
                Ok(Value::Number(_)) => Arguments::Other("number"),
                Err(_) => return,
            },
        };
        let session = self.session(place.stream);
        let order = self.next;
        self.next += 1;
        let tag = Some(place.tag).filter(|tag| !tag.is_empty());
        let server = self.scan.name(place.stream, session).cloned().or_else(|| tag.map(Arc::from));
        let mut call = Call {
            line: place.line,
            offset: place.offset,
            batch: place.batch,
            id: message.id.map(|id| id.into()),
            list: self.scan.in_force(place.stream, place.tag, session, place.offset),
            server,
            tool: tool.as_ref().into(),
            arguments,
            payloads: Vec::new(),
            violations: None,
            losses: None,
            session,
            held: params.arguments.map_or(0, |raw| raw.get().len()).min(1 << 20) + 256,
            order,
        };
        self.hearer.arrived(&mut call);
        if let Arguments::Object(value) = &mut call.arguments {
            shorten(value);
        }
        self.held += call.held;
        // An id that is still open and comes again was left behind by a session that ended.
        if let Some(old) = self.open.insert(key.clone(), call) {
            self.forget(&old);
            self.hearer.ended(Finished { call: old, ending: Ending::Unanswered });
        }
        self.by_order.insert(order, key);
        while self.open.len() > self.limits.calls || self.held > self.limits.bytes {
            let Some((_, oldest)) = self.by_order.pop_first() else { break };
            if let Some(call) = self.open.remove(&oldest) {
                self.held = self.held.saturating_sub(call.held);
                self.faults.dropped.add(call.line, call.offset);
                self.hearer.ended(Finished { call, ending: Ending::Unanswered });
            }
        }
    }

    /// The session that a stream is in. A call that an older one left open takes no payload.
    fn session(&self, stream: &str) -> u32 {
        self.streams.get(stream).copied().unwrap_or(0)
    }

    fn forget(&mut self, call: &Call) {
        self.held = self.held.saturating_sub(call.held);
        self.by_order.remove(&call.order);
    }

    fn answer(&mut self, place: Place<'_>, way: Way, message: &Message<'_>) {
        if way != Way::ToServer && self.listings.answered(&self.scan, place.spot(), message, &mut self.faults) {
            return;
        }
        let Some(id) = message.id else { return };
        let key: Key = (place.stream.into(), id.into());
        if way == Way::ToServer || (way == Way::Unsaid && self.server_asks.contains(&key) && !answers_a_call(message)) {
            self.server_asks.remove(&key);
            return;
        }
        let read = message.result.map(CallResult::of);
        let Some(call) = self.open.get(&key) else {
            // Answers to other requests look the same; only what can be nothing else counts.
            if read.as_ref().is_some_and(|result| result.content.is_some() && result.is_error.is_some()) {
                self.faults.unmatched.add(place.line, place.offset);
            }
            return;
        };
        if read.as_ref().is_some_and(|result| result.result_type.as_deref() == Some("input_required")) {
            self.retries.insert((place.stream.into(), call.tool.clone()), key);
            return;
        }
        let Some(call) = self.open.remove(&key) else { return };
        self.forget(&call);
        self.listings.outlived(place.stream, call.offset);
        if message.version && !message.is_message() {
            self.faults.hollow.add(place.line, place.offset);
        }
        let answer = match (message.error, &read) {
            (Some(error), _) => {
                let error = serde_json::from_str::<RpcError<'_>>(error).unwrap_or_default();
                Answer::Error { code: error.code(), message: error.message, data: error.data }
            }
            (None, Some(result)) => {
                let is_error = result.is_error == Some(true);
                Answer::Result { is_error, texts: if is_error { result.texts() } else { Vec::new() } }
            }
            (None, None) => Answer::Result { is_error: false, texts: Vec::new() },
        };
        let structured = read.and_then(|result| result.structured);
        let answered = Answered { answer, structured };
        self.hearer.ended(Finished { call, ending: Ending::Answered(answered) });
    }

    fn marked(&mut self, place: Place<'_>, peer: Option<&str>, message: &Message<'_>, mark: &str) {
        let Ok(mark) = serde_json::from_str::<Mark<'_>>(mark) else { return };
        if message.method.is_some() {
            let owner = mark.owner.map(|id| (place.stream.into(), id.get().into()));
            self.sent_on(place, peer, message, owner);
        } else {
            self.peer_answers(place, message);
        }
    }

    fn sent_on(&mut self, place: Place<'_>, peer: Option<&str>, message: &Message<'_>, owner: Option<Key>) {
        let Some(method) = message.method.as_deref() else { return };
        if message.params.is_some_and(is_cut) {
            self.faults.truncated.add(place.line, place.offset);
        }
        let tree = message.params.and_then(|raw| serde_json::from_str::<Value>(raw).ok()).unwrap_or(Value::Null);
        let (method, url, tree, below): (Box<str>, _, _, &'static [&'static str]) = match tree {
            Value::Object(fields) if method == "http.request" => {
                let (method, url, tree) = http(fields);
                (method, url, tree, &["params"])
            }
            tree => (method.into(), None, tree, &["params"]),
        };
        let payload = Payload {
            peer: peer.map(Into::into),
            method,
            own: false,
            how: How::Mark,
            tree,
            url,
            below,
            line: place.line,
            offset: place.offset,
            batch: place.batch,
            refused: None,
        };
        self.attribute(place, payload, owner, message.id);
    }

    fn http(&mut self, place: Place<'_>, way: Way, peer: Option<&str>, text: &str) {
        let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(text) else { return };
        // No id as it is written in JSON looks like this.
        let exchange = format!("http:{}", peer.unwrap_or(""));
        let slot: Key = (place.stream.into(), exchange.as_str().into());
        let open = self.payloads.remove(&slot);
        if way == Way::FromPeer {
            let refused = http_refusal(&fields, &["response", "body"]);
            if let (Some(refused), Some((key, index))) = (refused, open)
                && let Some(payload) = self.open.get_mut(&key).and_then(|call| call.payloads.get_mut(index))
            {
                payload.refused = Some(refused);
            }
            return;
        }
        let refused = http_refusal(&fields, &["response"]);
        let (method, url, tree) = http(fields);
        let payload = Payload {
            peer: peer.map(Into::into),
            method,
            own: false,
            how: How::Mark,
            tree,
            url,
            below: &[],
            line: place.line,
            offset: place.offset,
            batch: None,
            refused,
        };
        // Where two exchanges with one peer are open, nothing tells whose the answer is.
        self.attribute(place, payload, None, open.is_none().then_some(exchange.as_str()));
    }

    /// Gives a payload to a call: by mark, by an own method name, by nesting in time.
    fn attribute(&mut self, place: Place<'_>, mut payload: Payload, marked: Option<Key>, id: Option<&str>) {
        shorten(&mut payload.tree);
        let owner = match marked {
            Some(key) => self.open.contains_key(&key).then_some((key, How::Mark)),
            None => self.own_by_name(place, &payload).map(|key| (key, How::OwnName)).or_else(|| self.nested(place, &payload)),
        };
        let Some((key, how)) = owner else {
            self.faults.unattributed += 1;
            if !self.open.keys().any(|(stream, _)| **stream == *place.stream) {
                self.outside.insert(payload.method.clone());
            }
            return;
        };
        payload.how = how;
        let Some(call) = self.open.get_mut(&key) else { return };
        payload.own = own_method(&call.tool, &payload.method)
            || payload.peer.as_deref().is_some_and(|peer| self.own.peer(peer))
            || self.own.method(&call.tool).is_some_and(|method| squash(method) == squash(&payload.method));
        let cost = 512 + payload.tree.as_object().map_or(0, |members| members.len() * 64);
        call.held += cost;
        self.held += cost;
        if let Some(id) = id {
            self.payloads.insert((place.stream.into(), id.into()), (key, call.payloads.len()));
        }
        call.payloads.push(payload);
    }

    fn own_by_name(&self, place: Place<'_>, payload: &Payload) -> Option<Key> {
        let session = self.session(place.stream);
        let mut fitting = self.open.iter().filter(|((stream, _), call)| {
            **stream == *place.stream
                && call.session == session
                && (own_method(&call.tool, &payload.method)
                    || self.own.method(&call.tool).is_some_and(|method| squash(method) == squash(&payload.method)))
        });
        let first = fitting.next()?;
        let rest: Vec<_> = fitting.collect();
        if rest.is_empty() {
            return Some(first.0.clone());
        }
        // Several calls of one tool are open: the one that shares most values, if one does.
        let mut all: Vec<(usize, &Key)> =
            std::iter::once(first).chain(rest).map(|(key, call)| (shared_values(&call.arguments, &payload.tree), key)).collect();
        all.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
        match all.as_slice() {
            [(best, key), (second, _), ..] if best > second => Some((*key).clone()),
            _ => None,
        }
    }

    fn nested(&self, place: Place<'_>, payload: &Payload) -> Option<(Key, How)> {
        let session = self.session(place.stream);
        let mut open = self.open.iter().filter(|((stream, _), call)| **stream == *place.stream && call.session == session);
        let (key, call) = open.next()?;
        if open.next().is_some() {
            return None;
        }
        if shared_values(&call.arguments, &payload.tree) > 0 {
            return Some((key.clone(), How::SharedValue));
        }
        (!self.outside.contains(&payload.method)).then(|| (key.clone(), How::Alone))
    }

    fn peer_answers(&mut self, place: Place<'_>, message: &Message<'_>) {
        let Some(id) = message.id else { return };
        let Some((key, index)) = self.payloads.remove(&(place.stream.into(), id.into())) else { return };
        let Some(payload) = self.open.get_mut(&key).and_then(|call| call.payloads.get_mut(index)) else { return };
        if let Some(error) = message.error {
            let error = serde_json::from_str::<RpcError<'_>>(error).unwrap_or_default();
            let blames = refusal::read_payload_error(&error.message, error.data);
            payload.refused = Some(PeerRefusal { blames, message: error.message.into_owned().into() });
        } else if payload.url.is_some()
            && let Some(result) = message.result
            && let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(result)
        {
            payload.refused = http_refusal(&fields, &["response", "body"]);
        }
    }
}

/// What an HTTP answer says, if its status puts the blame on the request.
fn http_refusal(fields: &serde_json::Map<String, Value>, bodies: &[&str]) -> Option<PeerRefusal> {
    let status = fields.get("status").and_then(Value::as_u64)?;
    if !(400..500).contains(&status) {
        return None;
    }
    let message = match bodies.iter().find_map(|key| fields.get(*key)) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    Some(PeerRefusal { blames: refusal::read_payload_error(&message, None), message: message.into() })
}

/// How many strong argument values stand somewhere in the payload.
fn shared_values(arguments: &Arguments, tree: &Value) -> usize {
    let Some(members) = arguments.object() else { return 0 };
    members.values().filter(|value| crate::trial::strong(value) && contains(tree, value, 0)).count()
}

fn contains(tree: &Value, value: &Value, depth: usize) -> bool {
    if depth > 32 {
        return false;
    }
    tree == value
        || match tree {
            Value::Array(items) => items.iter().any(|item| contains(item, value, depth + 1)),
            Value::Object(members) => members.values().any(|member| contains(member, value, depth + 1)),
            _ => false,
        }
}

/// Requests that servers make.
fn asked_of_client(method: &str) -> bool {
    matches!(method, "roots/list" | "sampling/createMessage" | "elicitation/create")
}

/// Only a tool's result has these.
fn answers_a_call(message: &Message<'_>) -> bool {
    message.result.is_some_and(|raw| {
        let text = raw.as_bytes();
        memmem::find(text, b"\"content\"").is_some() && memmem::find(text, b"\"role\"").is_none()
    })
}

#[derive(serde::Deserialize)]
struct CallParams<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "present")]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "inputResponses")]
    input_responses: Option<&'a RawValue>,
}

/// `null` is there too.
fn present<'de: 'a, 'a, D: serde::Deserializer<'de>>(from: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&'a RawValue as serde::Deserialize<'de>>::deserialize(from).map(Some)
}

#[derive(Default, serde::Deserialize)]
struct CallResult<'a> {
    #[serde(default, rename = "isError")]
    is_error: Option<bool>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "structuredContent")]
    structured: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "resultType")]
    result_type: Option<Cow<'a, str>>,
}

impl<'a> CallResult<'a> {
    /// Most results hold their content alone, and that may be long: it is not read a second time only to find nothing beside it.
    fn of(raw: &'a str) -> Self {
        if may_say_more(raw.as_bytes()) { serde_json::from_str(raw).unwrap_or_default() } else { Self::default() }
    }

    fn texts(&self) -> Vec<Cow<'a, str>> {
        let items: Vec<Content<'a>> = self.content.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        items.into_iter().filter_map(|item| item.text).collect()
    }
}

/// May there be one of the keys of a result that tell more than its content? A letter that is written as an escape might hide one.
fn may_say_more(result: &[u8]) -> bool {
    static WORDS: LazyLock<[Finder<'static>; 4]> =
        LazyLock::new(|| ["\"isError\"", "\"structuredContent\"", "\"resultType\"", "\\u00"].map(Finder::new));
    WORDS.iter().any(|word| word.find(result).is_some())
}

#[derive(serde::Deserialize)]
struct Content<'a> {
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
}

#[derive(Default, serde::Deserialize)]
struct RpcError<'a> {
    /// Not always a number.
    #[serde(borrow, default, rename = "code")]
    raw_code: Option<&'a RawValue>,
    #[serde(borrow, default)]
    message: Cow<'a, str>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
}

impl RpcError<'_> {
    fn code(&self) -> i64 {
        self.raw_code.and_then(|raw| raw.get().parse().ok()).unwrap_or(0)
    }
}

#[derive(serde::Deserialize)]
struct Mark<'a> {
    #[serde(borrow, default, rename = "for")]
    owner: Option<&'a RawValue>,
}

#[cfg(test)]
mod tests;
