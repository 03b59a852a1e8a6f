//! The `wirelint` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    wirelint::cli::main()
}
