//! One finished call against the surface in force. The only room that sees the values of a call: they end here, as facts about names.

mod answer;
mod arguments;
mod flows;
mod values;

pub(crate) use values::{kind, strong};

use crate::capture::refusal::{self, Answer, Asked, Because, Outcome, Reading};
use crate::capture::{Arguments, Call, Ending, Finished};
use crate::evidence::{Ended, Evidence, Fact, Name, Names, Path, Seen, Steps, Sum, ToolEvidence};
use crate::schema::Violation;
use crate::surface::Tool;
use std::borrow::Cow;
use std::sync::Arc;

/// What a call was tried against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Against<'a> {
    /// The tool as it was listed.
    pub(crate) tool: Option<&'a Arc<Tool>>,
    /// A list was there, and the tool was not on it.
    pub(crate) unlisted: bool,
    pub(crate) file: u32,
}

/// Which advertised rules the arguments of a call break. To be asked when the call arrives, before long texts are shortened.
pub(crate) fn violations(call: &Call, tool: &Tool) -> Option<Vec<Violation>> {
    let Arguments::Object(value) = &call.arguments else { return None };
    tool.violations(value)
}

/// How a call ended, and what its refusal says.
pub(crate) fn read_ending(finished: &Finished<'_>, against: Against<'_>) -> (Ended, Reading) {
    let nothing = |outcome| Reading { outcome, blames: Vec::new(), sets: Vec::new() };
    let Ending::Answered(answered) = &finished.ending else { return (Ended::Unanswered, nothing(Outcome::Failed)) };
    if matches!(answered.answer, Answer::Result { is_error: false, .. }) {
        return (Ended::Accepted, nothing(Outcome::Accepted));
    }
    if against.unlisted {
        return (Ended::UnknownTool, nothing(Outcome::Refused(Because::UnknownTool)));
    }
    let call = &finished.call;
    let sent: Vec<&str> = call.arguments.object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
    let sent_deep = arguments::paths(&call.arguments);
    let advertised: Vec<&str> = against.tool.map(|tool| tool.params.iter().map(|param| &*param.name).collect()).unwrap_or_default();
    let asked = Asked { tool: &call.tool, sent: &sent, sent_deep: &sent_deep, advertised: &advertised };
    let reading = refusal::read(&answered.answer, &asked);
    // The peer's error handed on is the peer's, whatever it looks like.
    if call.payloads.iter().filter_map(|payload| payload.refused.as_ref()).any(|refused| repeats(&answered.answer, &refused.message)) {
        return (Ended::Failed, nothing(Outcome::Failed));
    }
    let ended = match reading.outcome {
        Outcome::Accepted => Ended::Accepted,
        Outcome::Refused(Because::Arguments) => Ended::Refused,
        Outcome::Refused(Because::UnknownTool) => Ended::UnknownTool,
        Outcome::Failed => Ended::Failed,
    };
    (ended, reading)
}

fn repeats(answer: &Answer<'_>, said: &str) -> bool {
    const LEAST: usize = 6;
    if said.len() < LEAST {
        return false;
    }
    match answer {
        Answer::Error { message, .. } => message.contains(said),
        Answer::Result { texts, .. } => texts.iter().any(|text| text.contains(said)),
    }
}

/// Tries a call and adds what it shows to the sums.
pub(crate) fn run(finished: &Finished<'_>, against: Against<'_>, evidence: &mut Evidence) -> (Ended, Reading) {
    let (ended, reading) = read_ending(finished, against);
    let call = &finished.call;
    evidence.calls += 1;
    ended.count(&mut evidence.counts);
    evidence.unanswered += u64::from(ended == Ended::Unanswered);
    let seen = Place { call, file: against.file };
    let (names, sums) = evidence.of(&call.tool, against.tool);
    ended.count(&mut sums.total.counts);
    add(&mut sums.total, &seen, TO_NAME);
    match ended {
        Ended::Unanswered => sums.unanswered += 1,
        Ended::UnknownTool => {
            ended.count(&mut sums.unknown_tool.counts);
            add(&mut sums.unknown_tool, &seen, TO_NAME);
        }
        _ => {}
    }
    for (fact, steps) in before(call) {
        if let Some(sum) = sums.note(fact, ended) {
            add(sum, &seen, steps.iter().map(String::as_str));
        }
    }
    if let Some(tool) = against.tool
        && !matches!(ended, Ended::Unanswered | Ended::UnknownTool)
    {
        let mut trial = Trial { tool, ended, seen, names, sums };
        let objects = trial.arguments();
        match ended {
            Ended::Accepted => {
                trial.accepted();
                if let Ending::Answered(answered) = &finished.ending {
                    trial.output(answered.structured);
                }
            }
            Ended::Refused => trial.refused(&reading, &objects),
            _ => {}
        }
        trial.flows();
    }
    (ended, reading)
}

/// What an older list makes of the call, with the steps that lead to it.
fn before(call: &Call) -> Vec<(Fact, Vec<String>)> {
    let Some(losses) = &call.losses else { return Vec::new() };
    let steps = |path: &Path| {
        let names = path.steps().take_while(|step| !matches!(*step, "[]" | "*")).map(str::to_owned);
        std::iter::once("arguments".to_owned()).chain(names).collect()
    };
    let whole = (Fact::Before { kept: losses.is_empty() }, vec!["name".to_owned()]);
    let each = losses.iter().map(|loss| (Fact::NotKept { path: loss.path.clone(), half: loss.half }, steps(&loss.path)));
    std::iter::once(whole).chain(each).collect()
}

/// Where the call stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    call: &'a Call,
    file: u32,
}

struct Trial<'a, 'e> {
    tool: &'a Arc<Tool>,
    ended: Ended,
    seen: Place<'a>,
    names: &'e mut Names,
    sums: &'e mut ToolEvidence,
}

impl Trial<'_, '_> {
    fn text(&mut self, text: &str) -> Name {
        self.names.name(text)
    }

    /// Notes a fact of the call; `steps` lead from `params` to the place.
    fn note<'s>(&mut self, fact: Fact, steps: impl IntoIterator<Item = &'s str>) {
        let seen = self.seen;
        if let Some(sum) = self.sums.note(fact, self.ended) {
            add(sum, &seen, steps);
        }
    }

    /// Notes a fact that also stands in a payload.
    fn note_payload<'s>(&mut self, fact: Fact, steps: impl IntoIterator<Item = &'s str>, payload: usize, key: &[Cow<'_, str>]) {
        let seen = self.seen;
        let Some(sum) = self.sums.note(fact, self.ended) else { return };
        add(sum, &seen, steps);
        let Some(payload) = seen.call.payloads.get(payload) else { return };
        if sum.payloads.wants(seen.file, payload.offset) {
            let steps = payload.below.iter().copied().chain(key.iter().map(AsRef::as_ref));
            let steps = Steps::in_batch(payload.batch, steps);
            sum.payloads.add(Seen { file: seen.file, offset: payload.offset, line: payload.line, steps });
        }
    }
}

/// From `params` to the name of the tool.
const TO_NAME: [&str; 1] = ["name"];

fn add<'s>(sum: &mut Sum, seen: &Place<'_>, steps: impl IntoIterator<Item = &'s str>) {
    if sum.calls.wants(seen.file, seen.call.offset) {
        let steps = Steps::in_batch(seen.call.batch, std::iter::once("params").chain(steps));
        sum.calls.add(Seen { file: seen.file, offset: seen.call.offset, line: seen.call.line, steps });
    }
}
