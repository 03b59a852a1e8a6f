//! How much more CPU time `wirelint check` takes than the least that any reader of the same bytes must do (`examples/floor.rs`): on
//! the first part of the story, and on captures of 100 MB and 1 GB. Of the largest, wall time and memory count as well: the one wants
//! two idle cores. Both run as processes of their own, in turns; the least of several runs counts. Fails where anything is over its bar.
//!
//! ```text
//! cargo bench --bench ratio [-- --quick]
//! ```
//!
//! `--quick` leaves the largest capture out.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own, whose output is its purpose")]

#[cfg(unix)]
mod capture;
#[cfg(unix)]
#[path = "../../examples/floor.rs"]
mod floor;
#[cfg(unix)]
mod measure;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    // The floor is this very program, started anew under this name.
    let done = if std::env::var_os(measure::FLOOR).is_some() { floor::main().map(|()| true) } else { measure::all() };
    match done {
        Ok(true) => std::process::ExitCode::SUCCESS,
        Ok(false) => std::process::ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot measure: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(not(unix))]
fn main() {
    println!("not measured: there is no getrusage here to tell the CPU time of a finished process");
}
