//! Where an older list comes from: a file, or a file of a git revision.

use crate::inputs::Inputs;
use crate::report::{Problem, ProblemKind};
use crate::source::Source;
use std::path::Path;
use std::process::{Command, Stdio};

/// Opens what `--against` names; what cannot be opened is a problem among the others.
pub(super) fn open(before: &Path) -> Inputs {
    let mut inputs = Inputs::default();
    match before.to_str().and_then(|text| text.strip_prefix("git:")) {
        Some(spec) => match of_git(spec) {
            Ok(bytes) => inputs.open(Source::memory(&format!("git:{spec}"), bytes), true),
            Err((message, help)) => inputs.problems.push(Problem {
                kind: ProblemKind::Unreadable,
                file: Some(format!("git:{spec}")),
                line: None,
                column: None,
                message,
                help: Some(help.to_owned()),
                span: None,
            }),
        },
        None => inputs.take(before),
    }
    inputs
}

const FORM: &str = "write git:REVISION:PATH, such as git:v1.2.0:snapshots/tools.json; the path counts from this folder";

/// The bytes of `REV:PATH`, as git has them.
fn of_git(spec: &str) -> Result<Vec<u8>, (String, &'static str)> {
    let (revision, path) = spec.split_once(':').ok_or_else(|| ("no path is named".to_owned(), FORM))?;
    // What begins with a dash would be an option.
    if revision.is_empty() || revision.starts_with('-') || path.is_empty() {
        return Err(("this names no file of a revision".to_owned(), FORM));
    }
    let object = format!("{revision}:./{path}");
    let run = Command::new("git").args(["cat-file", "blob", &object]).stdin(Stdio::null()).output();
    let done = run.map_err(|error| (format!("git cannot be run: {error}"), FORM))?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let said = said.lines().next().unwrap_or("").trim_start_matches("fatal: ");
    Err((format!("git has no such file: {said}"), FORM))
}
