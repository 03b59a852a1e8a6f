//! The conversation: agree on a version, then ask for the list, twice.

use super::Failure;
use super::process::{Process, Said};
use super::recording::Recording;
use super::signals::Watch;
use crate::capture::message;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ffi::OsString;
use std::time::{Duration, Instant};

/// The newest version has no handshake: every request says who asks, and in which version.
const STATELESS: &str = "2026-07-28";
/// Versions that begin with `initialize`, newest first.
const WITH_HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const MOST_PAGES: usize = 1000;
/// A server that announces a change after every listing is not followed for ever.
const MOST_LISTINGS: usize = 5;
/// How long an answer under another id is given to be followed by the right one.
const GRACE: Duration = Duration::from_millis(500);

/// How a conversation ended; the server is gone.
pub(super) struct Ended {
    pub(super) recording: Recording,
    pub(super) failure: Option<Failure>,
    /// The list came, to its last page.
    pub(super) listed: bool,
    pub(super) stderr: String,
    pub(super) version: Option<String>,
}

pub(super) fn run(command: &[OsString], deadline: Instant, timeout: Duration, watch: &Watch) -> Ended {
    let process = match Process::start(command) {
        Ok(process) => process,
        Err(error) => {
            let text = error.to_string();
            let why = text.split(" (os error").next().unwrap_or(&text).to_lowercase();
            let program = command.first().map_or_else(String::new, |program| program.to_string_lossy().into_owned());
            let failure =
                Failure::new(format!("`{program}` cannot be started: {why}"), "give the command as you would type it, after `--`");
            return Ended { recording: Recording::default(), failure: Some(failure), listed: false, stderr: String::new(), version: None };
        }
    };
    let recording = Recording::default();
    let mut session = Session { command, process, recording, deadline, timeout, watch, next: 0, changed: false, version: None };
    let (listed, mut trouble) = match session.talk() {
        Ok(listed) => (listed, None),
        Err(trouble) => (false, Some(trouble)),
    };
    let code = session.process.end();
    if let Some(Trouble::Ended { asked }) = &trouble {
        let how = code.map_or_else(String::new, |code| format!(" with code {code}"));
        trouble = Some(Trouble::Other(Failure::new(
            format!("the server ended{how} before it answered `{asked}`"),
            "run the command by hand and see what it says",
        )));
    }
    let failure = match trouble {
        None | Some(Trouble::Ended { .. }) => None,
        Some(Trouble::Other(failure)) => Some(failure),
    };
    Ended { stderr: session.process.stderr(), failure, listed, version: session.version, recording: session.recording }
}

/// Why the conversation broke off.
enum Trouble {
    /// The server left; how is known once it has been waited for.
    Ended {
        asked: &'static str,
    },
    Other(Failure),
}

/// What became of a request.
enum Outcome {
    /// The answer, as it was written.
    Answer(String),
    Silent,
    Ended,
    WrongId,
    TooMuch,
    Interrupted,
}

struct Session<'a> {
    command: &'a [OsString],
    process: Process,
    recording: Recording,
    deadline: Instant,
    timeout: Duration,
    watch: &'a Watch,
    /// The next id.
    next: u64,
    /// A change of the list was announced since it was last asked for.
    changed: bool,
    version: Option<String>,
}

impl Session<'_> {
    /// False: a page was refused. What was said stands in the recording, and is judged there.
    fn talk(&mut self) -> Result<bool, Trouble> {
        if !self.discover()? {
            self.initialize()?;
        }
        let mut listings = 0;
        loop {
            self.changed = false;
            if !self.list()? {
                return Ok(false);
            }
            listings += 1;
            if listings >= MOST_LISTINGS || (listings >= 2 && !self.changed) {
                return Ok(true);
            }
        }
    }

    /// Asks in the newest version. False: the server does not speak it.
    fn discover(&mut self) -> Result<bool, Trouble> {
        let now = Instant::now();
        // An old server may keep silent at a request that it does not know, or leave.
        let patience = now + self.deadline.saturating_duration_since(now) / 3;
        let outcome = self.request("server/discover", stateless(), patience);
        if let Outcome::Answer(answer) = &outcome {
            let versions = result_of(answer).and_then(|result| result.get("supportedVersions").and_then(Value::as_array).cloned());
            let speaks = versions.is_some_and(|versions| versions.iter().any(|version| version == STATELESS));
            if speaks {
                self.version = Some(STATELESS.to_owned());
            }
            return Ok(speaks);
        }
        if matches!(outcome, Outcome::Interrupted) {
            return Err(self.trouble(outcome, "server/discover"));
        }
        self.process.end();
        self.recording = Recording::default();
        self.process = Process::start(self.command)
            .map_err(|error| Trouble::Other(Failure::new(format!("the server cannot be started again: {error}"), "")))?;
        Ok(false)
    }

    fn initialize(&mut self) -> Result<(), Trouble> {
        for version in WITH_HANDSHAKE {
            let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client()});
            let answer = match self.request("initialize", params, self.deadline) {
                Outcome::Answer(answer) => answer,
                other => return Err(self.trouble(other, "initialize")),
            };
            if let Some(result) = result_of(&answer) {
                self.version = result.get("protocolVersion").and_then(Value::as_str).map(str::to_owned);
                self.write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
                return Ok(());
            }
        }
        let [newest, .., oldest] = WITH_HANDSHAKE;
        let message = format!("the server refuses to `initialize`, in every version from {newest} to {oldest}");
        Err(Trouble::Other(Failure::new(message, "a server answers `initialize` with the version that it speaks")))
    }

    /// Asks for every page of the list. False: a page was refused.
    fn list(&mut self) -> Result<bool, Trouble> {
        let mut cursor: Option<Value> = None;
        let mut seen: HashSet<String> = HashSet::new();
        let mut tools = 0;
        for _ in 0..MOST_PAGES {
            let mut params = if self.version.as_deref() == Some(STATELESS) { stateless() } else { json!({}) };
            if let (Some(cursor), Some(params)) = (&cursor, params.as_object_mut()) {
                params.insert("cursor".to_owned(), cursor.clone());
            }
            let answer = match self.request("tools/list", params, self.deadline) {
                Outcome::Answer(answer) => answer,
                other => return Err(self.trouble(other, "tools/list")),
            };
            let Some(page) = page(&answer)? else { return Ok(false) };
            tools += page.tools;
            match page.next {
                None if tools == 0 => {
                    return Err(Trouble::Other(Failure::new(
                        "the server lists no tool",
                        "register the tools before the list is asked for",
                    )));
                }
                None => return Ok(true),
                // A cursor that comes again leads round in a circle; that it is left says the rest.
                Some(next) if !seen.insert(next.to_string()) => return Ok(false),
                Some(next) => cursor = Some(next),
            }
        }
        Ok(false)
    }

    fn trouble(&self, outcome: Outcome, asked: &'static str) -> Trouble {
        let (message, help) = match outcome {
            Outcome::Ended => return Trouble::Ended { asked },
            Outcome::Silent => {
                (format!("the server did not answer `{asked}` within {} s", self.timeout.as_secs()), "`--timeout` gives it longer")
            }
            Outcome::WrongId => {
                (format!("the server answered `{asked}` under another id"), "an answer carries the id of its request, as it was sent")
            }
            Outcome::TooMuch => ("the server printed more than 64 MiB".to_owned(), "standard output is for JSON-RPC alone"),
            Outcome::Interrupted => ("interrupted".to_owned(), ""),
            Outcome::Answer(_) => (format!("the server's answer to `{asked}` cannot be read"), ""),
        };
        Trouble::Other(Failure::new(message, help))
    }

    fn write(&mut self, text: String) {
        self.recording.sent(&text);
        self.process.send(text);
    }

    /// Sends a request and waits for its answer; serves what the server asks meanwhile.
    fn request(&mut self, method: &str, params: Value, deadline: Instant) -> Outcome {
        let id = self.next;
        self.next += 1;
        self.write(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        let id = id.to_string();
        let mut deadline = deadline;
        let mut astray = false;
        loop {
            let line = match self.process.next(deadline, self.watch) {
                Said::Line(line) => line,
                Said::Nothing if astray => return Outcome::WrongId,
                Said::Nothing => return Outcome::Silent,
                Said::End if astray => return Outcome::WrongId,
                Said::End => return Outcome::Ended,
                Said::TooMuch => return Outcome::TooMuch,
                Said::Interrupted => return Outcome::Interrupted,
            };
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            self.recording.heard(&line);
            let Ok(text) = String::from_utf8(line) else { continue };
            let Some(found) = message(&text) else { continue };
            match (found.method.as_deref(), found.id) {
                (Some("notifications/tools/list_changed"), _) => self.changed = true,
                (Some(asked), Some(theirs)) => {
                    let answer = answer_to(asked, theirs);
                    self.write(answer);
                }
                (Some(_), None) => {}
                (None, Some(theirs)) if theirs == id => return Outcome::Answer(text),
                // Only one request is ever open: this can be meant for nothing else.
                (None, Some(_)) => {
                    astray = true;
                    deadline = deadline.min(Instant::now() + GRACE);
                }
                (None, None) if found.is_message() => {
                    astray = true;
                    deadline = deadline.min(Instant::now() + GRACE);
                }
                (None, None) => {}
            }
        }
    }
}

fn client() -> Value {
    json!({"name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION")})
}

fn stateless() -> Value {
    json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientInfo": client(),
        "io.modelcontextprotocol/clientCapabilities": {},
    }})
}

/// We offer nothing, and are alive.
fn answer_to(method: &str, id: &str) -> String {
    let rest = match method {
        "ping" => r#""result":{}"#,
        _ => r#""error":{"code":-32601,"message":"Method not found"}"#,
    };
    format!(r#"{{"jsonrpc":"2.0","id":{id},{rest}}}"#)
}

fn result_of(answer: &str) -> Option<Value> {
    let found = message(answer)?;
    if found.error.is_some() {
        return None;
    }
    found.result.and_then(|result| serde_json::from_str(result).ok())
}

/// What is read of a page here; the rest is for those who judge the recording.
struct Page {
    tools: usize,
    next: Option<Value>,
}

#[derive(serde::Deserialize)]
struct ListResult<'a> {
    #[serde(borrow)]
    tools: Vec<&'a RawValue>,
    #[serde(default, rename = "nextCursor")]
    next: Option<Value>,
}

/// None: it was refused.
fn page(answer: &str) -> Result<Option<Page>, Trouble> {
    let found = message(answer).unwrap_or_default();
    if found.error.is_some() {
        return Ok(None);
    }
    let Some(result) = found.result else {
        let message = "the server answered `tools/list` with neither a result nor an error";
        return Err(Trouble::Other(Failure::new(message, "an answer holds `result` or `error`")));
    };
    match serde_json::from_str::<ListResult<'_>>(result) {
        Ok(list) => Ok(Some(Page { tools: list.tools.len(), next: list.next })),
        Err(_) => Err(Trouble::Other(Failure::new(
            "the server answered `tools/list` with something that is no list",
            "the result holds `tools`, an array",
        ))),
    }
}
