//! The worked traces of the runtime: states and events exactly as written.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests may")]

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::run::reply::{AgentReply, Call, ReplyTurn};
use tracklight::run::{Action, Refusal, StartOptions, Timeline};
use tracklight::value::Value;

struct Trace(Timeline);

impl Trace {
    fn of(source: &str) -> Self {
        Trace(Timeline::start(Machine::parse(source), &StartOptions::default()))
    }

    fn act(&mut self, action: Action) -> Result<Vec<String>, Refusal> {
        self.0.act(action).map(|done| done.events.iter().map(|event| to_string(event)).collect())
    }

    fn step(&mut self) -> Vec<String> {
        kinds(&self.act(Action::Step { idle: false }).unwrap())
    }

    fn reply(&mut self, id: &str, calls: &[(&str, Value)]) -> Vec<String> {
        let calls = calls.iter().map(|(name, input)| Call { id: None, name: (*name).into(), input: Some(input.clone()) });
        let turn = ReplyTurn { text: None, calls: calls.collect() };
        let reply = AgentReply::Turns { turns: vec![turn], is_final: true, path: None };
        kinds(&self.act(Action::Reply { request: id.to_owned(), reply, auto: false }).unwrap())
    }

    fn path(&self, id: &str) -> String {
        let run = self.0.run();
        let path = run.paths.values().find(|path| path.id.to_string() == id).unwrap();
        format!("{} at {}", path.status.word(), run.machine.nodes[path.node].id)
    }
}

fn kinds(events: &[String]) -> Vec<String> {
    let field = |event: &str, name: &str| {
        let key = format!("\"{name}\":\"");
        event.split_once(&key).map(|(_, rest)| rest.split('"').next().unwrap().to_owned())
    };
    events.iter().map(|event| field(event, "kind").unwrap()).collect()
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    fields.into_iter().collect()
}

#[test]
fn a_counter_written_is_stored_and_read_by_the_next_call() {
    let mut trace = Trace::of(
        "context Counter { value: 0 }\ntask increment { prompt: \"Add 1 to Counter.value\" }\nincrement -writes-> Counter",
    );
    assert_eq!(trace.path("1"), "active at increment");
    assert_eq!(trace.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(trace.path("1"), "awaitingAgent at increment");
    let data = object([("data", object([("value", Value::from(1.0))]))]);
    let kinds = trace.reply("agent-1-1", &[("write_Counter", data), ("read_Counter", Value::object())]);
    assert_eq!(
        kinds,
        ["agentReplied", "contextWritten", "toolCalled", "contextRead", "toolCalled", "pathCompleted", "runEnded"]
    );
    assert_eq!(trace.path("1"), "completed at increment");
    let refused = trace.act(Action::Step { idle: false }).unwrap_err();
    assert_eq!(refused.code.word(), "run-ended");
}
