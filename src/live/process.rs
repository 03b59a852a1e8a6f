//! A started server: lines in, lines out, and an end.

use super::group;
use super::signals::Watch;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// All that a server may print: 64 MiB.
const MOST_OUTPUT: u64 = 64 << 20;
/// What is kept of its standard error.
const TAIL: usize = 16 << 10;
/// How long it may take to leave once its input is closed, and again once it was told to.
const LEAVE: Duration = Duration::from_millis(1000);
const TICK: Duration = Duration::from_millis(50);

/// What comes from a server.
#[derive(Debug)]
pub(super) enum Said {
    Line(Vec<u8>),
    /// Nothing by the deadline.
    Nothing,
    /// It closed its output.
    End,
    TooMuch,
    /// Somebody wants us to stop.
    Interrupted,
}

/// What the reading thread hands on.
#[derive(Debug)]
enum Piece {
    Line(Vec<u8>),
    TooMuch,
}

#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Piece>,
    tail: Arc<Mutex<VecDeque<u8>>>,
    tail_done: Receiver<()>,
    gone: bool,
}

impl Process {
    pub(super) fn start(command: &[OsString]) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::lead(&mut command);
        let mut child = command.spawn()?;
        let (to_writer, lines) = channel();
        let (to_us, output) = sync_channel(64);
        let (done, tail_done) = sync_channel(1);
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &lines));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &to_us));
        }
        if let Some(stderr) = child.stderr.take() {
            let tail = Arc::clone(&tail);
            thread::spawn(move || keep_tail(stderr, &tail, &done));
        }
        Ok(Self { child, input: Some(to_writer), output, tail, tail_done, gone: false })
    }

    /// Never waits: a server that reads nothing is found out by its silence.
    pub(super) fn send(&self, line: String) {
        if let Some(input) = &self.input {
            drop(input.send(line));
        }
    }

    pub(super) fn next(&self, deadline: Instant, watch: &Watch) -> Said {
        loop {
            if watch.raised() {
                return Said::Interrupted;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(TICK)) {
                Ok(Piece::Line(line)) => return Said::Line(line),
                Ok(Piece::TooMuch) => return Said::TooMuch,
                Err(RecvTimeoutError::Disconnected) => return Said::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Said::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Closes its input, which tells a server to leave; then tells it and all that it started; then ends them. Says how it ended,
    /// where it ended by itself.
    pub(super) fn end(&mut self) -> Option<i32> {
        self.input = None;
        let alone = self.left_by(Instant::now() + LEAVE);
        if !alone {
            group::ask_to_end(&mut self.child);
            self.left_by(Instant::now() + LEAVE);
        }
        // What it started may have stayed.
        group::kill(&mut self.child);
        self.gone = true;
        let status = self.child.wait().ok();
        status.filter(|_| alone).and_then(|status| status.code())
    }

    fn left_by(&mut self, deadline: Instant) -> bool {
        let mut pause = Duration::from_millis(2);
        loop {
            // A server that is still printing waits for a reader.
            while self.output.try_recv().is_ok() {}
            if group::has_ended(&mut self.child) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(TICK);
        }
    }

    /// The end of its standard error, once it has ended.
    pub(super) fn stderr(&self) -> String {
        let _ = self.tail_done.recv_timeout(Duration::from_millis(200));
        let bytes: Vec<u8> = self.tail.lock().map(|tail| tail.iter().copied().collect()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.gone {
            self.end();
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        let written = stdin.write_all(line.as_bytes()).and_then(|()| stdin.write_all(b"\n")).and_then(|()| stdin.flush());
        if written.is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, to: &SyncSender<Piece>) {
    let mut from = BufReader::with_capacity(64 << 10, stdout.take(MOST_OUTPUT));
    loop {
        let mut line = Vec::new();
        match from.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {
                while matches!(line.last(), Some(b'\n' | b'\r')) {
                    line.pop();
                }
                if to.send(Piece::Line(line)).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if from.get_ref().limit() == 0 {
        drop(to.send(Piece::TooMuch));
    }
}

fn keep_tail(mut stderr: impl Read, tail: &Mutex<VecDeque<u8>>, done: &SyncSender<()>) {
    let mut block = [0; 4096];
    loop {
        let read = match stderr.read(&mut block) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        if let Ok(mut tail) = tail.lock() {
            tail.extend(block.iter().take(read));
            let over = tail.len().saturating_sub(TAIL);
            tail.drain(..over);
        }
    }
    let _ = done.send(());
}
