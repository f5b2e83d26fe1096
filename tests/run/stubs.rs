//! Plays the stubs of a machine as the page's Run does: replies, answers, and events when nothing else can be done.

use std::collections::BTreeMap;

use tracklight::expr::Operand;
use tracklight::run::agent::call::{AgentReply, Call, ReplyTurn};
use tracklight::run::agent::requests::Answer;
use tracklight::run::state::{InfoRequest, RequestState};
use tracklight::run::step::awaited::awaited_events;
use tracklight::run::{Action, Path, PathId, agent_requests, evaluate};
use tracklight::value::{Map, Value};

use super::play::{Play, error, object};

/// Runs until nothing is left that a stub can do.
///
/// Returns the code of the refusal of the last step, such as `run-ended` or `events-pending`.
pub fn run(play: &mut Play) -> &'static str {
    for _ in 0..300 {
        if reply(play) || answer(play) {
            continue;
        }
        let refusal = match play.act(Action::Step { idle: false }) {
            Ok(_) => continue,
            Err(refusal) => refusal,
        };
        if !send(play) {
            return refusal.code.word();
        }
    }
    panic!("does not end: {:?}", play.paths());
}

/// Lets the time pass until the next timer is due, as Skip does.
pub fn skip(play: &mut Play, milliseconds: u64) {
    let done = play.act(Action::Elapse { milliseconds }).expect("elapse");
    assert_eq!(done.left_ms, Some(0), "a timer was due earlier");
}

/// Replies to the first open agent request.
fn reply(play: &mut Play) -> bool {
    let open = agent_requests(play.run());
    let Some(request) = open.first() else { return false };
    let (id, turn) = (request.id().clone(), request.turn());
    let node = &play.run().machine.nodes[request.node()];
    let path = play.run().path(&id.path).unwrap();
    let visit: u32 = play.value(&id.path.to_string(), "visits").parse().unwrap();
    let stub = node.attribute("stub").and_then(|stub| stub.value.as_ref());
    let entry = entry(play, &id.path, stub.unwrap_or_else(|| panic!("{} has no stub", node.id)), visit, path.attempt);
    let reply = match entry.get("fail") {
        Some(message) => error(message.as_str().unwrap()),
        None => turn_of(play, path, &entry, turn),
    };
    drop(open);
    play.try_reply(&id.to_string(), reply).expect("a reply that is accepted");
    true
}

/// The turn of an entry as a reply.
fn turn_of(play: &Play, path: &Path, entry: &Value, turn: u32) -> AgentReply {
    let turns: Vec<Value> = match entry.get("turns") {
        Some(turns) => turns.as_list().unwrap().iter().cloned().collect(),
        None => vec![entry.clone()],
    };
    let now = turns.get(turn as usize - 1).cloned().unwrap_or_else(Value::object);
    let resolved = |value: &Value| resolve(play, path, value);
    let mut calls: Vec<Call> = Vec::new();
    let mut called = |name: String, input: Value, result: Option<Value>| {
        calls.push(Call { name: name.into(), input: Some(input), result, ..Call::default() });
    };
    if let Some(query) = now.get("ask") {
        called("request_context".into(), object([("query", query.clone()), ("reason", "scripted".into())]), None);
    }
    for (context, fields) in now.get("write").and_then(Value::as_map).into_iter().flatten() {
        called(format!("write_{context}"), object([("data", resolved(fields))]), None);
    }
    for call in now.get("call").and_then(Value::as_list).into_iter().flatten() {
        let name = call.get("name").unwrap().as_str().unwrap().to_owned();
        called(name, resolved(call.get("input").unwrap()), call.get("result").cloned());
    }
    if let Some(target) = now.get("go") {
        called(format!("transition_to_{}", target.as_str().unwrap()), Value::object(), None);
    }
    let is_final = turn as usize >= turns.len() && now.get("ask").is_none();
    let text = now.get("say").and_then(Value::as_str).map(Into::into);
    AgentReply::Turns { turns: vec![ReplyTurn { text, calls }], is_final, path: None, usage: None }
}

/// Answers every open question that a stub has an answer to, in one action.
fn answer(play: &mut Play) -> bool {
    let run = play.run();
    let mut given: BTreeMap<String, Answer> = BTreeMap::new();
    for request in run.requests.values().filter(|request| request.is_open()) {
        let is_earlier = |other: &&InfoRequest| {
            (&other.id.path, &other.node, other.visit) == (&request.id.path, &request.node, request.visit)
                && other.id.number < request.id.number
        };
        let index = run.requests.values().map(|other| &**other).filter(is_earlier).count();
        let node = &run.machine.nodes[run.machine.find(&request.node).unwrap()];
        let Some(stub) = node.attribute("stub").and_then(|stub| stub.value.as_ref()) else { continue };
        let entry = entry(play, &request.id.path, stub, request.visit, 1);
        let answer = entry.get("answers").and_then(|answers| answers.as_list()?.get(index).cloned());
        if let Some(answer) = answer {
            given.insert(request.id.to_string(), Answer::read(&answer).unwrap());
        }
    }
    if given.is_empty() {
        return false;
    }
    play.act(Action::Answers { answers: given, auto: false }).expect("answers that are accepted");
    true
}

/// Sends the first awaited event that has a stub.
fn send(play: &mut Play) -> bool {
    let machine = &play.run().machine;
    let data = awaited_events(play.run(), None).into_iter().find_map(|awaited| {
        let event = &machine.events[machine.event(&awaited.name)?];
        Some((awaited.name, machine.nodes[event.node].attribute("stub")?.value.clone()?))
    });
    let Some((name, data)) = data else { return false };
    play.act(Action::Send { name: name.to_string(), data, path: None }).is_ok()
}

/// The entry of a stub for a visit and an attempt.
fn entry(play: &Play, path: &PathId, stub: &Value, visit: u32, attempt: u32) -> Value {
    let Some(entries) = stub.as_list() else { return stub.clone() };
    let holds = |entry: &&Value| match entry.get("when").and_then(Value::as_str) {
        None => true,
        Some(condition) => match evaluate(play.run(), path, condition).expect(condition) {
            Operand::Value(value) => value.truthy(),
            Operand::Unset => false,
        },
    };
    let found = match entries.iter().any(|entry| entry.get("when").is_some()) {
        true => entries.iter().find(holds).expect("an entry that applies").clone(),
        false => nth(stub, visit),
    };
    if found.as_list().is_some() { nth(&found, attempt) } else { found }
}

/// The entry of a list for the n-th time, from 1; the last one from then on.
fn nth(entries: &Value, n: u32) -> Value {
    let entries = entries.as_list().unwrap();
    entries[(n as usize).clamp(1, entries.len()) - 1].clone()
}

/// Replaces the texts that are expressions by their values.
fn resolve(play: &Play, path: &Path, value: &Value) -> Value {
    match value {
        Value::Str(text) if text.as_ref() == "=answer" => {
            let mut asked = play.run().requests.values().filter(|request| request.id.path == path.id);
            match &asked.next_back().expect("a question").state {
                RequestState::Answered { text, .. } => text.clone().into(),
                state => panic!("the question is {}", state.word()),
            }
        }
        Value::Str(text) if text.starts_with('=') => match evaluate(play.run(), &path.id, &text[1..]).expect(text) {
            Operand::Value(value) => value,
            Operand::Unset => panic!("{text} is unset"),
        },
        Value::List(items) => items.iter().map(|item| resolve(play, path, item)).collect(),
        Value::Map(fields) => {
            Value::from(fields.iter().map(|(name, item)| (name.clone(), resolve(play, path, item))).collect::<Map>())
        }
        other => other.clone(),
    }
}
