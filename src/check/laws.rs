//! Laws that hold of any capture: what is told apart by sessions, servers and names must not hang on files, order, noise or counts.

use super::{Ask, check};
use crate::config::Config;
use crate::inputs::Inputs;
use crate::report::{Entry, Report};
use crate::source::Source;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SERVERS: [&str; 2] = ["alpha", "beta"];
/// Of each server. Some are on both.
const TOOLS: [[&str; 3]; 2] = [["shelf_open", "crate_pack", "lamp_tint"], ["shelf_open", "rope_bind", "tile_turn"]];
/// Words that mean nothing, so that no rule of names has a view on them; what a parameter is called, and what it might be.
const NAMES: [&str; 6] = ["aldim", "borvec", "culpat", "dreniv", "eskom", "fulnar"];
/// The same in the same order, under other names.
const RENAMED: [&str; 6] = ["agruv", "bistel", "cormaz", "dulgik", "ertoph", "fimzad"];

#[derive(Debug, Clone)]
struct Param {
    name: usize,
    required: bool,
    set: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Accepted,
    Refused,
    Failed,
    Unanswered,
}

#[derive(Debug, Clone)]
struct Call {
    tool: usize,
    /// Names that are sent, advertised or not.
    sends: Vec<usize>,
    /// The value of each: a word of the set, a text of its own, a number.
    values: Vec<u8>,
    end: End,
    /// The method is the tool's name, or another.
    payload: Option<bool>,
    /// A name that the server sends on under another.
    swaps: Option<(usize, usize)>,
}

#[derive(Debug, Clone)]
struct Session {
    server: usize,
    calls: Vec<Call>,
}

#[derive(Debug, Clone)]
struct World {
    /// By server and tool.
    tools: Vec<Vec<Vec<Param>>>,
    sessions: Vec<Session>,
    /// Every line says its server and session.
    tagged: bool,
    /// Sessions hold their list; else it is given beside them.
    listed: bool,
}

fn param() -> impl Strategy<Value = (bool, bool)> {
    (any::<bool>(), prop::bool::weighted(0.2))
}

fn tool() -> impl Strategy<Value = Vec<Param>> {
    (subsequence((0..NAMES.len()).collect::<Vec<_>>(), 0..4), prop::collection::vec(param(), NAMES.len()))
        .prop_map(|(names, how)| names.into_iter().zip(how).map(|(name, (required, set))| Param { name, required, set }).collect())
}

fn call() -> impl Strategy<Value = Call> {
    let end = prop_oneof![3 => Just(End::Accepted), 3 => Just(End::Refused), 1 => Just(End::Failed), 1 => Just(End::Unanswered)];
    let sends = subsequence((0..NAMES.len()).collect::<Vec<_>>(), 0..4);
    let values = prop::collection::vec(0_u8..5, NAMES.len());
    let swaps = prop::option::of((0..NAMES.len(), 0..NAMES.len()));
    (0_usize..3, sends, values, end, prop::option::of(prop::bool::weighted(0.8)), swaps)
        .prop_map(|(tool, sends, values, end, payload, swaps)| Call { tool, sends, values, end, payload, swaps })
}

fn world() -> impl Strategy<Value = World> {
    let tools = prop::collection::vec(prop::collection::vec(tool(), 3), 2);
    let session = (0_usize..2, prop::collection::vec(call(), 1..6)).prop_map(|(server, calls)| Session { server, calls });
    (tools, prop::collection::vec(session, 1..5), any::<bool>(), any::<bool>()).prop_map(|(tools, sessions, tagged, listed)| World {
        tools,
        sessions,
        tagged,
        listed,
    })
}

/// The names at every layer, in one dress or the other.
type Names = [&'static str; 6];

impl World {
    fn list(&self, server: usize, names: &Names) -> Value {
        let schema = |params: &[Param]| {
            let property = |param: &Param| {
                let schema =
                    if param.set { json!({"type": "string", "enum": ["red", "blue"]}) } else { json!({"type": ["string", "integer"]}) };
                (names[param.name].to_owned(), schema)
            };
            let required: Vec<&str> = params.iter().filter(|param| param.required).map(|param| names[param.name]).collect();
            json!({"type": "object", "properties": params.iter().map(property).collect::<serde_json::Map<_, _>>(), "required": required})
        };
        let tools = self.tools[server].iter().zip(TOOLS[server]).map(|(params, name)| json!({"name": name, "inputSchema": schema(params)}));
        json!({"tools": tools.collect::<Vec<_>>()})
    }

    /// The lines of one session. `times`: how often each call is made.
    fn lines(&self, at: usize, names: &Names, times: usize) -> Vec<String> {
        let session = &self.sessions[at];
        let server = SERVERS[session.server];
        let line = |dir: &str, message: Value| {
            let mut line = json!({"dir": dir, "msg": message});
            if self.tagged {
                line["server"] = server.into();
                line["session"] = format!("s{at}").into();
            }
            line.to_string()
        };
        let (up, down) = ("client->server", "server->client");
        let mut out = vec![
            line(up, json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}})),
            line(down, json!({"jsonrpc": "2.0", "id": 0, "result": {"serverInfo": {"name": server}, "capabilities": {}}})),
        ];
        if self.listed {
            out.push(line(up, json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})));
            out.push(line(down, json!({"jsonrpc": "2.0", "id": 1, "result": self.list(session.server, names)})));
        }
        let repeated = session.calls.iter().flat_map(|call| std::iter::repeat_n(call, times));
        for (id, call) in repeated.enumerate().map(|(at, call)| (at + 2, call)) {
            let params = &self.tools[session.server][call.tool];
            let tool = TOOLS[session.server][call.tool];
            let value = |name: &usize| match call.values[*name] {
                0 => json!("red"),
                1 => json!("green"),
                2 => json!(format!("kept/{server}/{name}/deep")),
                3 => json!(format!("other {name} words")),
                _ => json!(name + 40),
            };
            let arguments: serde_json::Map<String, Value> = call.sends.iter().map(|name| (names[*name].to_owned(), value(name))).collect();
            out.push(line(
                up,
                json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}),
            ));
            if let Some(own) = call.payload.filter(|_| call.end != End::Refused) {
                let method = if own { tool.replace('_', ".") } else { format!("store.{}", call.tool) };
                let key = |name: &usize| match call.swaps {
                    Some((from, to)) if from == *name => names[to],
                    _ => names[*name],
                };
                let tree: serde_json::Map<String, Value> = call.sends.iter().map(|name| (key(name).to_owned(), value(name))).collect();
                out.push(line("server->toolkit", json!({"jsonrpc": "2.0", "id": format!("t{id}"), "method": method, "params": tree})));
                out.push(line("toolkit->server", json!({"jsonrpc": "2.0", "id": format!("t{id}"), "result": {"ok": true}})));
            }
            let said = |text: String| json!({"isError": true, "content": [{"type": "text", "text": text}]});
            let lacking = params.iter().find(|param| param.required && !call.sends.contains(&param.name));
            let unknown = call.sends.iter().find(|name| !params.iter().any(|param| param.name == **name));
            let result = match (call.end, lacking, unknown) {
                (End::Unanswered, ..) => continue,
                (End::Accepted, ..) => json!({"content": [{"type": "text", "text": "done"}]}),
                (End::Failed, ..) => said("the shelf is stuck".to_owned()),
                (End::Refused, Some(lacking), _) => said(format!("Missing required parameter: {}", names[lacking.name])),
                (End::Refused, None, Some(unknown)) => said(format!("Unknown parameter: {}", names[*unknown])),
                (End::Refused, None, None) => said("Invalid arguments".to_owned()),
            };
            out.push(line(down, json!({"jsonrpc": "2.0", "id": id, "result": result})));
        }
        out
    }

    fn sessions(&self) -> Vec<Vec<String>> {
        (0..self.sessions.len()).map(|at| self.lines(at, &NAMES, 1)).collect()
    }

    /// Runs over captures, with the lists beside them where the sessions do not hold them.
    fn run(&self, captures: &[Vec<String>], names: &Names) -> Report {
        let mut inputs = Inputs::default();
        if !self.listed {
            for (at, server) in SERVERS.iter().enumerate() {
                let list = self.list(at, names).to_string();
                inputs.open(Source::memory(&format!("lists/{server}.json"), list.into_bytes()), true);
            }
        }
        for (at, lines) in captures.iter().enumerate() {
            let text = lines.iter().fold(String::new(), |text, line| text + line + "\n");
            inputs.open(Source::memory(&format!("calls/{at}.jsonl"), text.into_bytes()), true);
        }
        check(inputs, &Config::default(), &Ask::default()).report
    }
}

/// What a finding says, wherever it stands.
fn said(report: &Report) -> Vec<String> {
    let evidence = |entry: &Entry| entry.evidence.map(|counts| (counts.calls, counts.accepted, counts.refused, counts.failed));
    let line = |entry: &Entry| {
        let (level, of) = (entry.level.word(), (&entry.server, &entry.tool, &entry.param));
        format!("{} {level} {of:?} {} {:?} {}", entry.rule, entry.message, evidence(entry), entry.fingerprint)
    };
    let mut lines: Vec<String> = report.findings.iter().map(line).collect();
    lines.sort();
    lines
}

/// What it is about, however often it was seen.
fn about(report: &Report) -> BTreeSet<String> {
    report.findings.iter().map(|entry| format!("{} {:?} {:?} {}", entry.rule, entry.tool, entry.param, entry.fingerprint)).collect()
}

fn noise() -> impl Strategy<Value = String> {
    select(vec![
        String::new(),
        "[info] the server is up".to_owned(),
        r#"{"level": "info", "text": "listening"}"#.to_owned(),
        r#"{"dir": "stderr", "msg": "a line of the server's own log"}"#.to_owned(),
        json!({"dir": "server->client", "msg": {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 2, "progress": 3}}}).to_string(),
        json!({"dir": "client->server", "msg": {"jsonrpc": "2.0", "id": "p", "method": "ping"}}).to_string(),
        json!({"dir": "server->client", "msg": {"jsonrpc": "2.0", "id": "p", "result": {}}}).to_string(),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, max_shrink_iters: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sessions_may_be_in_any_order_and_file(world in world(), order in prop::collection::vec(any::<u32>(), 5), files in prop::collection::vec(any::<Index>(), 5)) {
        let sessions = world.sessions();
        let apart = world.run(&sessions, &NAMES);
        let mut shuffled: Vec<usize> = (0..sessions.len()).collect();
        shuffled.sort_by_key(|at| order[*at]);
        let mut joined: Vec<Vec<String>> = vec![Vec::new(); sessions.len()];
        for at in shuffled {
            joined[files[at].index(sessions.len())].extend(sessions[at].clone());
        }
        joined.retain(|lines| !lines.is_empty());
        prop_assert_eq!(said(&apart), said(&world.run(&joined, &NAMES)));
    }

    #[test]
    fn tagged_sessions_may_run_side_by_side(world in world(), turns in prop::collection::vec(any::<Index>(), 200)) {
        let world = World { tagged: true, ..world };
        let sessions = world.sessions();
        let apart = world.run(&sessions, &NAMES);
        let mut left: Vec<std::collections::VecDeque<String>> = sessions.into_iter().map(Into::into).collect();
        let mut woven = Vec::new();
        for turn in turns.iter().cycle() {
            left.retain(|lines| !lines.is_empty());
            if left.is_empty() {
                break;
            }
            let at = turn.index(left.len());
            woven.extend(left[at].pop_front());
        }
        prop_assert_eq!(said(&apart), said(&world.run(&[woven], &NAMES)));
    }

    #[test]
    fn noise_says_nothing(world in world(), noise in prop::collection::vec((any::<Index>(), any::<Index>(), noise()), 1..12)) {
        let mut sessions = world.sessions();
        let quiet = world.run(&sessions, &NAMES);
        let all = sessions.len();
        for (session, line, text) in noise {
            let lines = &mut sessions[session.index(all)];
            lines.insert(line.index(lines.len()), text);
        }
        prop_assert_eq!(said(&quiet), said(&world.run(&sessions, &NAMES)));
    }

    #[test]
    fn what_happens_more_often_is_the_same_thing(world in world()) {
        let often = |times| {
            let sessions: Vec<_> = (0..world.sessions.len()).map(|at| world.lines(at, &NAMES, times)).collect();
            about(&world.run(&sessions, &NAMES))
        };
        prop_assert_eq!(often(6), often(13));
    }

    #[test]
    fn a_name_is_only_a_name(world in world()) {
        let told = |names: &Names| {
            let sessions: Vec<_> = (0..world.sessions.len()).map(|at| world.lines(at, names, 1)).collect();
            let mut report = world.run(&sessions, names);
            report.findings.iter_mut().for_each(|entry| entry.fingerprint.clear());
            let rename = |line: String| RENAMED.iter().zip(NAMES).fold(line, |line, (new, old)| line.replace(new, old));
            let mut lines: Vec<String> = said(&report).into_iter().map(rename).collect();
            lines.sort();
            lines
        };
        prop_assert_eq!(told(&NAMES), told(&RENAMED));
    }
}

#[test]
fn the_worlds_are_worth_a_law() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut rules = BTreeSet::new();
    for _ in 0..100 {
        let world = world().new_tree(&mut runner).expect("a world").current();
        let report = world.run(&world.sessions(), &NAMES);
        assert!(report.problems.is_empty(), "{:?}", report.problems);
        rules.extend(report.findings.iter().map(|entry| entry.rule));
    }
    assert!(rules.len() >= 10, "{rules:?}");
}
