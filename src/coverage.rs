//! What the captures exercise of a surface: which tools were called, and which of their parameters were sent.

use crate::contract::Server;
use crate::evidence::{Fact, Path, ToolEvidence};
use crate::report::Coverage;
use crate::surface::{Param, Tool};
use rustc_hash::FxHashMap;

/// The calls of a server by tool, whichever definition of it was listed.
#[derive(Debug)]
pub(crate) struct Exercised<'a>(FxHashMap<&'a str, Vec<&'a ToolEvidence>>);

impl<'a> Exercised<'a> {
    pub(crate) fn of(server: &'a Server) -> Self {
        let mut calls: FxHashMap<&str, Vec<&ToolEvidence>> = FxHashMap::default();
        for seen in server.evidence.sorted().into_iter().filter(|seen| seen.tool.is_some()) {
            calls.entry(&seen.name).or_default().push(seen);
        }
        Self(calls)
    }

    fn seen(&self, tool: &Tool) -> &[&'a ToolEvidence] {
        self.0.get(&*tool.name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn called(&self, tool: &Tool) -> bool {
        !self.seen(tool).is_empty()
    }

    pub(crate) fn sent(&self, tool: &Tool, param: &Param) -> bool {
        let fact = Fact::Sent { at: Path::root(), name: param.name.clone() };
        self.seen(tool).iter().any(|seen| seen.sum(&fact).is_some())
    }
}

/// How much of all the surfaces is exercised.
pub(crate) fn coverage(servers: &[Server]) -> Coverage {
    let mut coverage = Coverage::default();
    for server in servers {
        let exercised = Exercised::of(server);
        for tool in &server.surface.tools {
            count(&mut coverage.tools, exercised.called(tool));
            tool.params.iter().for_each(|param| count(&mut coverage.parameters, exercised.sent(tool, param)));
        }
    }
    coverage
}

fn count(share: &mut [u64; 2], exercised: bool) {
    let [some, all] = share;
    *some += u64::from(exercised);
    *all += 1;
}
