//! Runs both programs in turns and compares.

use super::capture;
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Tells this program to be the floor.
pub(super) const FLOOR: &str = "WIRELINT_BENCH_FLOOR";

const STORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/story/1-outlier");
const LARGE: u64 = 100_000_000;
const LARGEST: u64 = 1_000_000_000;

/// One comparison.
struct Row<'a> {
    name: &'a str,
    files: &'a [PathBuf],
    runs: u32,
    bars: Bars,
}

/// What must not be passed.
struct Bars {
    /// CPU time, as a multiple of the floor's.
    cpu: f64,
    /// The same of wall time.
    wall: Option<f64>,
    /// What a run may hold beyond the largest one before it, in MiB.
    memory: Option<i64>,
}

impl Bars {
    const fn cpu(cpu: f64) -> Self {
        Self { cpu, wall: None, memory: None }
    }
}

/// Whether every ratio is within its bar.
pub(super) fn all() -> io::Result<bool> {
    let story = [Path::new(STORY).join("tools.json"), Path::new(STORY).join("calls.jsonl")];
    let folder = tempfile::tempdir()?;
    let large = [folder.path().join("calls.jsonl")];
    capture::write(&large[0], &story[0], LARGE)?;
    println!("{:<20} {:>10} {:>10} {:>11} {:>11} {:>7} {:>7}", "", "check CPU", "floor CPU", "check wall", "floor wall", "ratio", "bar");
    let mut within = compare(&Row { name: "the story, part 1", files: &story, runs: 60, bars: Bars::cpu(2.5) })?;
    within &= compare(&Row { name: "a capture of 100 MB", files: &large, runs: 5, bars: Bars::cpu(4.0) })?;
    if !std::env::args().any(|word| word == "--quick") {
        capture::write(&large[0], &story[0], LARGEST)?;
        let bars = Bars { cpu: 3.0, wall: Some(1.6), memory: Some(64) };
        within &= compare(&Row { name: "a capture of 1 GB", files: &large, runs: 3, bars })?;
    }
    Ok(within)
}

fn compare(row: &Row<'_>) -> io::Result<bool> {
    let mut check = Command::new(env!("CARGO_BIN_EXE_wirelint"));
    check.args(["check", "--no-config", "--format", "short"]).args(row.files);
    let mut floor = Command::new(std::env::current_exe()?);
    floor.env(FLOOR, "1").args(row.files);
    let before = largest()?;
    let (mut checked, mut floored) = (Cost::MOST, Cost::MOST);
    for _ in 0..row.runs {
        checked = checked.least(run(&mut check, &[0, 1])?);
        floored = floored.least(run(&mut floor, &[0])?);
    }
    let ratio = checked.cpu.as_secs_f64() / floored.cpu.as_secs_f64();
    let within = ratio <= row.bars.cpu;
    println!(
        "{:<20} {:>7.1} ms {:>7.1} ms {:>8.1} ms {:>8.1} ms {ratio:>7.2} {:>7.2}{}",
        row.name,
        millis(checked.cpu),
        millis(floored.cpu),
        millis(checked.wall),
        millis(floored.wall),
        row.bars.cpu,
        over(within),
    );
    let mut all = within;
    if let Some(bar) = row.bars.wall {
        let ratio = checked.wall.as_secs_f64() / floored.wall.as_secs_f64();
        all &= ratio <= bar;
        println!("{:<20} {:>53} {ratio:>7.2} {bar:>7.2}{}", "", "wall", over(ratio <= bar));
    }
    if let Some(bar) = row.bars.memory {
        let more = (largest()? - before) / 1024;
        all &= more <= bar;
        println!("{:<20} {:>53} {more:>7} {bar:>7}{}", "", "MiB more", over(more <= bar));
    }
    Ok(all)
}

fn over(within: bool) -> &'static str {
    if within { "" } else { "  over" }
}

/// The most that any child that has ended held, in KiB.
fn largest() -> io::Result<i64> {
    Ok(getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss())
}

#[derive(Clone, Copy)]
struct Cost {
    cpu: Duration,
    wall: Duration,
}

impl Cost {
    const MOST: Cost = Cost { cpu: Duration::MAX, wall: Duration::MAX };

    fn least(self, other: Cost) -> Cost {
        Cost { cpu: self.cpu.min(other.cpu), wall: self.wall.min(other.wall) }
    }
}

/// What one run costs: its own time and the system's on its behalf.
fn run(command: &mut Command, codes: &[i32]) -> io::Result<Cost> {
    let before = children()?;
    let start = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    let wall = start.elapsed();
    if !status.code().is_some_and(|code| codes.contains(&code)) {
        return Err(io::Error::other(format!("{command:?} ended with {status}")));
    }
    Ok(Cost { cpu: children()?.saturating_sub(before), wall })
}

/// The CPU time of all children that have ended.
fn children() -> io::Result<Duration> {
    let usage: Usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    Ok(Duration::from_micros(micros.unsigned_abs()))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
