use super::*;
use crate::capture::scan;

struct Config;

impl Own for Config {
    fn peer(&self, name: &str) -> bool {
        name == "toolkit"
    }

    fn method(&self, tool: &str) -> Option<&str> {
        (tool == "bed_plant").then_some("planting.create")
    }
}

fn told_within(limits: Limits, lines: &[String]) -> (Vec<String>, Faults) {
    let source = Source::memory("calls.jsonl", lines.join("\n").into_bytes());
    let scan = scan(&source).expect("memory");
    let mut told = Vec::new();
    let mut hearer = (
        |_: &mut Call| {},
        |finished: Finished<'_>| {
            let call = &finished.call;
            let how = match &finished.ending {
                Ending::Unanswered => "unanswered".to_owned(),
                Ending::Answered(Answered { answer: Answer::Error { message, .. }, .. }) => format!("error {message}"),
                Ending::Answered(Answered { answer: Answer::Result { is_error: true, texts }, .. }) => {
                    format!("refused {}", texts.join("|"))
                }
                Ending::Answered(_) => "accepted".to_owned(),
            };
            let payloads = call.payloads.iter().map(|payload| {
                let own = if payload.own { " own" } else { "" };
                let refused = if payload.refused.is_some() { " refused" } else { "" };
                format!("; {} {:?}{own}{refused}", payload.method, payload.how)
            });
            told.push(format!("{} {} {how}{}", call.tool, call.id.as_deref().unwrap_or("-"), payloads.collect::<String>()));
        },
    );
    let faults = read(&source, &scan, &Config, limits, &mut hearer);
    (told, faults.expect("memory"))
}

fn told(lines: &[String]) -> (Vec<String>, Faults) {
    told_within(Limits::default(), lines)
}

fn call(id: &str, tool: &str, arguments: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#)
}

fn done(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"done"}}]}}}}"#)
}

fn refused(id: &str, text: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}}}"#)
}

fn enveloped(dir: &str, message: &str) -> String {
    format!(r#"{{"dir":"{dir}","msg":{message}}}"#)
}

fn sent_on(id: &str, method: &str, params: &str) -> String {
    enveloped("server->store", &format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#))
}

#[test]
fn an_id_is_what_was_written() {
    let (found, _) = told(&[call("1", "a", "{}"), call("\"1\"", "b", "{}"), refused("\"1\"", "no"), done("1")]);
    assert_eq!(found, ["b \"1\" refused no", "a 1 accepted"]);
}

#[test]
fn answers_may_overtake_one_another() {
    let (found, _) = told(&[call("1", "a", "{}"), call("2", "b", "{}"), call("3", "c", "{}"), done("3"), refused("1", "no"), done("2")]);
    assert_eq!(found, ["c 3 accepted", "a 1 refused no", "b 2 accepted"]);
}

#[test]
fn an_id_that_comes_again_leaves_the_old_call_unanswered() {
    let (found, _) = told(&[call("1", "a", "{}"), call("1", "b", "{}"), done("1"), call("1", "c", "{}"), done("1")]);
    assert_eq!(found, ["a 1 unanswered", "b 1 accepted", "c 1 accepted"]);
}

#[test]
fn sessions_have_ids_of_their_own() {
    let of = |session: &str, message: &str| format!(r#"{{"session":"{session}","msg":{message}}}"#);
    let (found, _) =
        told(&[of("s", &call("1", "a", "{}")), of("t", &call("1", "b", "{}")), of("s", &done("1")), of("t", &refused("1", "no"))]);
    assert_eq!(found, ["a 1 accepted", "b 1 refused no"]);
}

#[test]
fn the_server_asks_under_the_same_id() {
    let ask = r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#;
    let roots = r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}"#;
    let bare = [call("1", "a", "{}"), ask.into(), roots.into(), refused("1", "no")];
    assert_eq!(told(&bare).0, ["a 1 refused no"]);
    let both = [
        enveloped("client->server", &call("1", "a", "{}")),
        enveloped("server->client", r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}"#),
        enveloped("client->server", r#"{"jsonrpc":"2.0","id":1,"result":{"role":"assistant","content":{"type":"text","text":"x"}}}"#),
        enveloped("server->client", &refused("1", "no")),
    ];
    assert_eq!(told(&both).0, ["a 1 refused no"]);
}

#[test]
fn a_retry_with_input_is_the_same_call() {
    let wanted = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"x":{}}}}"#;
    let retry = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{},"inputResponses":{"x":{}}}}"#;
    assert_eq!(told(&[call("1", "a", "{}"), wanted.into(), retry.into(), done("2")]).0, ["a 1 accepted"]);
    assert_eq!(told(&[call("1", "a", "{}"), wanted.into()]).0, ["a 1 unanswered"]);
}

#[test]
fn the_oldest_open_calls_are_dropped_and_counted() {
    let few = Limits { calls: 2, bytes: 1 << 20 };
    let lines = [call("1", "a", "{}"), call("2", "b", "{}"), call("3", "c", "{}"), done("1"), done("2"), done("3")];
    let (found, faults) = told_within(few, &lines);
    assert_eq!(found, ["a 1 unanswered", "b 2 accepted", "c 3 accepted"]);
    assert_eq!(faults.dropped.count, 1);

    let small = Limits { calls: 100, bytes: 1_000 };
    let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(600));
    let (found, faults) = told_within(small, &[call("1", "a", &long), call("2", "b", &long), done("2")]);
    assert_eq!(found, ["a 1 unanswered", "b 2 accepted"]);
    assert_eq!(faults.dropped.count, 1);
}

#[test]
fn a_batch_is_its_messages() {
    let lines = [format!("[{},{}]", call("1", "a", "{}"), call("2", "b", "{}")), format!("[{},{}]", done("2"), refused("1", "no"))];
    assert_eq!(told(&lines).0, ["b 2 accepted", "a 1 refused no"]);
}

#[test]
fn answers_to_nobody_and_torn_lines_are_counted() {
    let torn = r#"{"jsonrpc":"2.0","id":9,"method":"tools/ca"#;
    let (found, faults) = told(&[refused("7", "no"), torn.into(), call("1", "a", "{}"), "listening on stdio".into(), torn.into()]);
    assert_eq!(found, ["a 1 unanswered"]);
    assert_eq!((faults.unmatched.count, faults.malformed_count), (1, 2));
    let lines: Vec<(u64, bool)> = faults.malformed.iter().map(|(line, _, last)| (*line, *last)).collect();
    assert_eq!(lines, [(2, false), (5, true)]);
}

#[test]
fn marks_say_whose_a_payload_is() {
    let mark = |id: &str, rest: &str| format!(r#"{{"jsonrpc":"2.0","id":"d",{rest},"_capture":{{"layer":"downstream","for":{id}}}}}"#);
    let put = r#""method":"store.put","params":{"x":1}"#;
    let lines = [
        call("1", "a", "{}"),
        call("2", "b", "{}"),
        mark("2", put),
        mark("2", r#""error":{"code":-32602,"message":"missing parameter 'y'"}"#),
        done("2"),
        done("1"),
        mark("2", put),
    ];
    let (found, faults) = told(&lines);
    assert_eq!(found, ["b 2 accepted; store.put Mark refused", "a 1 accepted"]);
    assert_eq!(faults.unattributed, 1, "the call that the last one names is over");
    // `1` is not `"1"` here either.
    assert_eq!(told(&[call("\"1\"", "a", "{}"), mark("1", put), done("\"1\"")]).0, ["a \"1\" accepted"]);
}

#[test]
fn an_own_name_finds_its_call_among_several() {
    let lines = [
        call("1", "bed_water", r#"{"bed":"north border"}"#),
        call("2", "bed_water", r#"{"bed":"south border"}"#),
        call("3", "bed_dig", r#"{"bed":"south border"}"#),
        sent_on("8", "bed.water", r#"{"bed":"south border"}"#),
        sent_on("9", "BedDig", "{}"),
        done("1"),
        done("2"),
        done("3"),
    ];
    assert_eq!(
        told(&lines).0,
        ["bed_water 1 accepted", "bed_water 2 accepted; bed.water OwnName own", "bed_dig 3 accepted; BedDig OwnName own"]
    );

    let (found, faults) = told(&[lines[0].clone(), lines[1].clone(), sent_on("8", "bed.water", "{}"), done("1"), done("2")]);
    assert_eq!(found, ["bed_water 1 accepted", "bed_water 2 accepted"]);
    assert_eq!(faults.unattributed, 1, "nothing tells them apart");
}

#[test]
fn nesting_in_time_needs_one_open_call() {
    let open = call("1", "bed_water", r#"{"bed":"north border"}"#);
    let beat = sent_on("7", "clock.beat", "{}");
    let other = sent_on("8", "pump.start", r#"{"where":"north border"}"#);
    assert_eq!(told(&[open.clone(), other.clone(), done("1")]).0, ["bed_water 1 accepted; pump.start SharedValue"]);
    assert_eq!(told(&[open.clone(), sent_on("8", "pump.start", "{}"), done("1")]).0, ["bed_water 1 accepted; pump.start Alone"]);
    let (found, faults) = told(&[beat.clone(), open.clone(), beat, done("1")]);
    assert_eq!((found, faults.unattributed), (vec!["bed_water 1 accepted".to_owned()], 2), "it comes without calls too");
    let (found, _) = told(&[open, call("2", "bed_dig", "{}"), other, done("1"), done("2")]);
    assert_eq!(found, ["bed_water 1 accepted", "bed_dig 2 accepted"]);
}

#[test]
fn the_config_makes_payloads_own() {
    let by_method = [call("1", "bed_plant", "{}"), call("2", "bed_dig", "{}"), sent_on("8", "PlantingCreate", "{}"), done("1"), done("2")];
    assert_eq!(told(&by_method).0, ["bed_plant 1 accepted; PlantingCreate OwnName own", "bed_dig 2 accepted"]);
    let by_peer = enveloped("server->toolkit", r#"{"jsonrpc":"2.0","id":8,"method":"x","params":{}}"#);
    assert_eq!(told(&[call("1", "bed_dig", "{}"), by_peer, done("1")]).0, ["bed_dig 1 accepted; x Alone own"]);
}

#[test]
fn an_http_answer_belongs_to_the_exchange_before_it() {
    let ask = r#"{"dir":"server->api","http":{"method":"POST","url":"/beds","body":{"name":"north"}}}"#.to_owned();
    let answer =
        |status: u16| format!(r#"{{"dir":"api->server","http":{{"status":{status},"body":{{"error":"missing parameter 'label'"}}}}}}"#);
    assert_eq!(told(&[call("1", "a", "{}"), ask.clone(), answer(422), done("1")]).0, ["a 1 accepted; POST /beds Alone refused"]);
    assert_eq!(told(&[call("1", "a", "{}"), ask.clone(), answer(500), done("1")]).0, ["a 1 accepted; POST /beds Alone"]);
    let (found, _) = told(&[call("1", "a", "{}"), ask.clone(), ask, answer(422), done("1")]);
    assert_eq!(found, ["a 1 accepted; POST /beds Alone; POST /beds Alone"], "whose answer it is cannot be told");
}
