//! A child and all that it starts: one process group, so that all of it can be ended.

pub(super) use system::{ask_to_end, has_ended, kill, lead};

#[cfg(unix)]
mod system {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    /// Puts the child at the head of a group of its own.
    pub(in crate::live) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// The child is left to be waited for: until then its number, which is also the group's, belongs to nobody else.
    pub(in crate::live) fn has_ended(child: &mut Child) -> bool {
        let ask = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), ask), Ok(None))
    }

    pub(in crate::live) fn ask_to_end(child: &mut Child) {
        // A group that is gone already cannot be told anything.
        let _ = kill_process_group(Pid::from_child(child), Signal::TERM);
    }

    pub(in crate::live) fn kill(child: &mut Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::{Child, Command, Stdio};

    pub(in crate::live) fn lead(_: &mut Command) {}

    pub(in crate::live) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// There is no polite word that reaches a whole tree of processes.
    pub(in crate::live) fn ask_to_end(_: &mut Child) {}

    pub(in crate::live) fn kill(child: &mut Child) {
        let id = child.id().to_string();
        let mut tree = Command::new("taskkill");
        tree.args(["/T", "/F", "/PID", &id]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        drop(tree.status());
        drop(child.kill());
    }
}
