//! The least that a reader of captures must do, as a measure for how much more `wirelint check` does: every line is read, its
//! envelope and its message are parsed and borrowed, and `id`, `params`, `result` stay raw. Nothing deeper is looked at.
//!
//! ```text
//! cargo run --release --example floor -- FILE...
//! ```

use serde::Deserialize;
use serde_json::value::RawValue;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

#[derive(Deserialize)]
struct Envelope<'a> {
    dir: Option<&'a str>,
    #[serde(borrow)]
    msg: Option<Message<'a>>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<&'a str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct List<'a> {
    #[serde(borrow)]
    tools: &'a RawValue,
}

/// What was there: enough that nothing is read in vain.
#[derive(Debug, Default)]
struct Seen {
    messages: u64,
    requests: u64,
    bytes: u64,
}

pub(crate) fn main() -> io::Result<()> {
    let mut seen = Seen::default();
    for file in std::env::args_os().skip(1) {
        read(Path::new(&file), &mut seen)?;
    }
    writeln!(io::stdout(), "{} messages, {} of them requests, {} bytes in their bodies", seen.messages, seen.requests, seen.bytes)
}

/// A file that ends in `.json` is one tools list; every other holds a message a line.
fn read(file: &Path, seen: &mut Seen) -> io::Result<()> {
    if file.extension().is_some_and(|ending| ending == "json") {
        let text = fs::read(file)?;
        let list: List<'_> = serde_json::from_slice(&text)?;
        seen.bytes += list.tools.get().len() as u64;
        return Ok(());
    }
    let mut lines = BufReader::with_capacity(256 << 10, File::open(file)?);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        let envelope: Envelope<'_> = serde_json::from_slice(&line)?;
        if let (Some(_), Some(message)) = (envelope.dir, envelope.msg) {
            seen.messages += 1;
            seen.requests += u64::from(message.method.is_some() && message.id.is_some());
            seen.bytes += [message.params, message.result].into_iter().flatten().map(|body| body.get().len() as u64).sum::<u64>();
        }
        line.clear();
    }
    Ok(())
}
