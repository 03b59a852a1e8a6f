//! Starting a server over stdio and asking it for its tools. What crossed the wire comes out as a capture in our own format, which the
//! rest of the house reads as it reads any file.
//!
//! Everything is bounded: one deadline for the whole conversation, a cap on what the server may print, a cap on pages. The server is
//! ended with all that it started, on every path.

mod group;
mod process;
mod recording;
mod session;
mod signals;

use crate::json::{Doc, Json, Origin};
use crate::source::Source;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::{Duration, Instant};

/// What a started server said.
#[derive(Debug)]
pub(crate) struct Heard {
    /// The conversation; none where the server said nothing.
    pub(crate) source: Option<Source>,
    /// `live:NAME`.
    pub(crate) shown: String,
    /// Why the list could not be had.
    pub(crate) failure: Option<Failure>,
    /// The list came, to its last page.
    pub(crate) listed: bool,
    /// The end of what the server wrote to its standard error.
    pub(crate) stderr: String,
    /// The version that both sides speak, once that was settled.
    pub(crate) version: Option<String>,
}

/// A server that did not start, or did not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Failure {
    fn new(message: impl Into<String>, help: &str) -> Self {
        Self { message: message.into(), help: Some(help.to_owned()).filter(|help| !help.is_empty()) }
    }
}

/// Starts the server, asks it for its tools, ends it. `name` is what the config calls it.
pub(crate) fn ask(command: &[OsString], timeout: Duration, name: Option<&str>) -> Heard {
    let watch = signals::Watch::new();
    let ended = session::run(command, Instant::now() + timeout, timeout, &watch);
    // The server is gone by now: whoever wanted us to stop need not wait any longer.
    watch.obey();
    let own = ended.recording.server_name();
    let name = name.map(str::to_owned).or(own.filter(|name| plain(name))).unwrap_or_else(|| program(command));
    let shown = format!("live:{name}");
    let source = ended.recording.heard_anything().then(|| Source::memory(&shown, ended.recording.into_bytes()));
    Heard { source, shown, failure: ended.failure, listed: ended.listed, stderr: ended.stderr, version: ended.version }
}

/// A name that can stand where a file's name is expected.
fn plain(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 80
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | ' ' | '@' | '/'))
}

/// The program's own name, without its folder and ending.
fn program(command: &[OsString]) -> String {
    command.first().and_then(|program| Path::new(program).file_stem()).map_or_else(|| "server".to_owned(), lossy)
}

fn lossy(text: &OsStr) -> String {
    text.to_string_lossy().into_owned()
}

/// What a server calls itself in an answer.
fn name_in(message: &str) -> Option<String> {
    let doc = Doc::parse("live".into(), message, Origin::default()).ok()?;
    let result = doc.root().get("result")?;
    let meta = || result.get("_meta")?.get("io.modelcontextprotocol/serverInfo");
    let info = result.get("serverInfo").or_else(meta)?;
    info.get("name").and_then(Json::text).map(str::to_owned)
}
