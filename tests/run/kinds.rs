//! The closed set of events: every kind happens, with the fields it is declared with and no others.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;
use tracklight::machine::model::EdgeIdx;
use tracklight::run::state::Force;
use tracklight::run::{Action, PathId, agent_requests};
use tracklight::value::Value;

use super::play::{Play, data, error, object, start, turn};
use super::saves::FORKS;

/// The rows of the runtime document: the kind and its fields; those with `?` may be absent.
const KINDS: &[(&str, &str)] = &[
    ("runStarted", "starts machineHash limits"),
    ("nodeEntered", "path node visit"),
    ("agentRequested", "path node request work attempt turn digest delayMs"),
    ("agentReplied", "path node request turns final error? usage?"),
    ("agentSaid", "path node request text"),
    ("toolCalled", "path node request callId name input ok result? error?"),
    ("contextRead", "path node context fields missing"),
    ("contextWritten", "path node? context changes version shared source"),
    ("artifactWritten", "path artifact context field name bytes"),
    ("writeRefused", "path node? context errors source"),
    ("requestOpened", "path node request query reason priority raisedBy fallback? options? form?"),
    ("requestAnswered", "path node request ok text value?"),
    ("requestLapsed", "path node request reason"),
    ("templateUnresolved", "path node where placeholders"),
    ("conditionEvaluated", "path edge result error?"),
    ("forceSet", "path edge mode"),
    ("forced", "path node edge mode"),
    ("moved", "path edge reverse from to left entered cause"),
    ("spawned", "path edge by group? children"),
    ("nothingSpawned", "path node edge"),
    ("pathForked", "path node"),
    ("parked", "path node edge join have need missing"),
    ("joinFired", "join generation paths continuing? cancelled reason"),
    ("joinFailed", "join generation paths code errors?"),
    ("mergeConflict", "join context field values taken strategy"),
    ("merged", "path join from strategy changes"),
    ("pathRevived", "path join"),
    ("pathMerged", "path into join"),
    ("visitFailed", "path node attempt failure"),
    ("retryScheduled", "path node attempt delayMs"),
    ("caught", "path edge failure"),
    ("compensating", "path node for"),
    ("pathCompleted", "path node"),
    ("pathFailed", "path node failure"),
    ("pathCancelled", "path node reason by?"),
    ("blocked", "path node reason edges"),
    ("unblocked", "path node"),
    ("limitHit", "path limit value"),
    ("loopNotice", "path node"),
    ("propertyViolated", "path node property"),
    ("eventReceived", "name data paths"),
    ("timerFired", "path node edge due"),
    ("timeReported", "elapsedMs"),
    ("editProposed", "edit path? reason"),
    ("machineEdited", "edit rev machineHash"),
    ("editRejected", "edit"),
    ("checkpointTaken", "path name"),
    ("noRecording", "path node request digest"),
    ("outputIncomplete", "path context missing reason?"),
    ("runBlocked", "report"),
    ("runEnded", "outcome"),
];

/// Steps until nothing goes on by itself; every agent gets `reply`, every question an answer.
fn drive(play: &mut Play, reply: impl Fn(usize) -> tracklight::run::AgentReply) {
    let mut count = 0;
    for _ in 0..200 {
        let asked: Vec<String> = agent_requests(play.run()).iter().map(|asked| asked.id().to_string()).collect();
        let open = play.run().requests.values().filter(|request| request.is_open() && request.required);
        let questions: Vec<String> = open.map(|request| request.id.to_string()).collect();
        for id in &questions {
            drop(play.answer(id, "so"));
        }
        for id in &asked {
            drop(play.try_reply(id, reply(count)));
            count += 1;
        }
        if asked.is_empty() && questions.is_empty() && play.try_step().is_err() {
            return;
        }
    }
}

/// Runs in which, taken together, everything happens.
fn scenarios() -> Vec<Play> {
    let mut all = Vec::new();
    let write = |n: f64| ("write_C", data([("n", Value::from(n))]));

    let mut play = start(
        "context C { n<Integer>: 0; doc<string> @artifact(\"a.md\"): \"\" }\noutput Out { text<string> }\n\
         task t @checkpoint @retry(1) { prompt: \"{{ C.nope.x }}\"; needs: \"why\"; wants: \"more\" }\nstate end\n\
         t -writes-> C, Out; t -> end",
    );
    play.step();
    play.answer("req-1-1", "so").unwrap();
    play.reply("agent-1-1", error("no"));
    let said = tracklight::run::agent::call::ReplyTurn { text: Some("done".into()), calls: Vec::new() };
    let turns = tracklight::run::AgentReply::Turns { turns: vec![said], is_final: false, path: None, usage: None };
    play.reply("agent-1-2", turns);
    let bad = ("write_C", data([("n", Value::from("x"))]));
    let document = ("write_C", data([("doc", Value::from("text"))]));
    play.reply("agent-1-3", turn(&[bad, document, write(2.0), ("read_C", Value::object())]));
    drive(&mut play, |_| turn(&[]));
    all.push(play);

    let mut play = start("context C { items: [] }\ninit a; state b\na -@map(C.items)-> b");
    play.step();
    all.push(play);

    let mut play = start("task t { prompt: \"go\" }\nstate safe; t -catch-> safe");
    play.step();
    play.act(Action::NoRecording { request: "agent-1-1".to_owned() }).unwrap();
    play.act(Action::ReportTime { elapsed_ms: 5 }).unwrap();
    play.reply("agent-1-1", error("no"));
    all.push(play);

    let mut play = start("context C { n: 0 }\nstate a; state b\na -when: C.n > 0-> b");
    play.step();
    play.act(Action::Force { path: None, edge: EdgeIdx(0), mode: Some(Force::Take) }).unwrap();
    play.step();
    let edited = play.run().machine.source().replace("state b", "state b; state z");
    for _ in 0..2 {
        play.act(Action::ProposeEdit { source: edited.clone() }).unwrap();
    }
    play.act(Action::RejectEdit { id: "edit-1".to_owned() }).unwrap();
    play.act(Action::ApplyEdit { id: "edit-2".to_owned() }).unwrap();
    drop(play.set("1", "C.n", "x"));
    drive(&mut play, |_| turn(&[]));
    all.push(play);

    let mut play = start("machine \"M\" @never(C.n > 0)\ncontext C { n: 0 }\nstate a; state b\na -when: C.n > 0-> b");
    play.step();
    play.set("1", "C.n", 1.0).unwrap();
    play.act(Action::Cancel { path: Some(PathId::start(1)) }).unwrap();
    all.push(play);

    let mut play = start(
        "context D { v<string> }\nstate a; state b; state c\na -asks-> D\na -> b\nb -on: go-> c\nc -after: 1s-> a",
    );
    play.step();
    let values = tracklight::value::Map::unit("v".into(), Value::from("x"));
    let answer = tracklight::run::agent::requests::Answer::Values(values);
    play.act(Action::Answer { request: "req-1-1".to_owned(), answer, auto: false }).unwrap();
    play.step();
    play.send("go", Value::Null).unwrap();
    play.elapse(1000);
    all.push(play);

    let mut play = start("machine \"M\" { maxSteps: 9 }\nstate a; state b\na -> b -> a");
    drive(&mut play, |_| turn(&[]));
    all.push(play);

    for merge in ["keyed", "error"] {
        let mut play = start(&format!(
            "context C {{ n: 0 }}\nstate s; task t {{ prompt: \"go\" }}; state j\nt -writes-> C\n\
             s -@async(2; group: g)-> t\nt -@join(id: x; merge: {merge})-> j"
        ));
        drive(&mut play, |at| turn(&[write(at as f64 + 1.0)]));
        all.push(play);
    }

    let mut play = start(
        "machine \"M\" @errorHandling(\"compensate\")\n\
         state a; task t { prompt: \"go\" }; task undo @compensate(a) { prompt: \"undo\" }\na -> t",
    );
    drive(&mut play, |_| error("no"));
    all.push(play);

    let mut play = start(FORKS);
    drive(&mut play, |at| turn(&[write(at as f64)]));
    all.push(play);
    all
}

/// Fields of an event beside those that all have.
fn fields(event: &Json) -> BTreeSet<&str> {
    let all = event.as_object().unwrap().keys().map(String::as_str);
    all.filter(|name| !["seq", "step", "tick", "kind"].contains(name)).collect()
}

#[test]
fn every_kind_of_event_happens_and_no_other() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for play in scenarios() {
        for (at, text) in play.log().iter().enumerate() {
            let event: Json = serde_json::from_str(text).unwrap();
            assert_eq!(event["seq"], at + 1, "numbers have no gaps");
            *seen.entry(event["kind"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    let listed: BTreeSet<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(seen.keys().map(String::as_str).collect::<BTreeSet<_>>(), listed);
}

#[test]
fn every_event_has_the_fields_of_its_kind_and_no_others() {
    for play in scenarios() {
        for text in play.log() {
            let event: Json = serde_json::from_str(&text).unwrap();
            let (_, declared) = KINDS.iter().find(|(kind, _)| event["kind"] == *kind).unwrap();
            let there = fields(&event);
            for name in declared.split(' ').filter(|name| !name.ends_with('?')) {
                assert!(there.contains(name), "`{name}` is missing: {text}");
            }
            let known: Vec<&str> = declared.split(' ').map(|name| name.trim_end_matches('?')).collect();
            assert!(there.iter().all(|name| known.contains(name)), "{text}");
        }
    }
}

#[test]
fn the_declarations_of_the_page_have_a_member_for_every_kind() {
    let declarations = include_str!("../../src/wasm/types.d.ts");
    let (_, union) = declarations.split_once("export type Event = EventBase & (").unwrap();
    let (members, _) = union.split_once("\n);").unwrap();
    let declared = members.split("{ kind: \"").skip(1).map(|member| member.split('"').next().unwrap());
    assert_eq!(declared.collect::<Vec<_>>(), KINDS.iter().map(|(kind, _)| *kind).collect::<Vec<_>>());
}

#[test]
fn the_machines_of_the_gallery_make_only_kinds_of_the_list() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/www/examples");
    let mut machines = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "dygram") {
            continue;
        }
        let mut play = start(&std::fs::read_to_string(&path).unwrap());
        let chosen = |play: &mut Play| drive(play, |_| turn(&[("request_context", object([]))]));
        chosen(&mut play);
        for text in play.log() {
            let event: Json = serde_json::from_str(&text).unwrap();
            assert!(KINDS.iter().any(|(kind, _)| event["kind"] == *kind), "{}: {text}", path.display());
        }
        machines += 1;
    }
    assert!(machines >= 28);
}
