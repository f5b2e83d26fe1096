//! Playing a machine in a test: short calls, short facts.

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::machine::model::EdgeIdx;
use tracklight::run::agent::call::{AgentReply, Call, ReplyTurn};
use tracklight::run::agent::requests::Answer;
use tracklight::run::state::PathId;
use tracklight::run::timeline::Done;
use tracklight::run::{Action, Refusal, Run, StartOptions, Timeline, agent_requests};
use tracklight::value::Value;

/// A timeline with the words of a test.
pub struct Play(pub Timeline);

/// A value from JSON-like parts: `value!({ "data": { "n": 1.0 } })` is too much for what these tests need.
pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    fields.into_iter().collect()
}

/// The input of a write: `{ data: { field: value } }`.
pub fn data<const N: usize>(fields: [(&str, Value); N]) -> Value {
    object([("data", object(fields))])
}

/// Starts a machine that has no error.
pub fn start(source: &str) -> Play {
    start_with(source, &StartOptions::default())
}

/// Starts a machine with options.
pub fn start_with(source: &str, options: &StartOptions) -> Play {
    let machine = Machine::parse(source);
    let errors: Vec<_> = machine
        .diagnostics
        .iter()
        .filter(|found| found.severity.word() == "error")
        .map(|found| &found.message)
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{source}");
    Play(Timeline::start(machine, options))
}

/// A reply of one turn.
pub fn turn(calls: &[(&str, Value)]) -> AgentReply {
    turns(&[calls], true)
}

/// A reply of several turns.
pub fn turns(turns: &[&[(&str, Value)]], is_final: bool) -> AgentReply {
    let call =
        |(name, input): &(&str, Value)| Call { name: (*name).into(), input: Some(input.clone()), ..Call::default() };
    let turn = |calls: &&[(&str, Value)]| ReplyTurn { text: None, calls: calls.iter().map(call).collect() };
    AgentReply::Turns { turns: turns.iter().map(turn).collect(), is_final, path: None, usage: None }
}

/// A reply that is an error.
pub fn error(message: &str) -> AgentReply {
    AgentReply::Error { message: message.into(), code: None, retryable: true, usage: None }
}

impl Play {
    pub fn act(&mut self, action: Action) -> Result<Done, Refusal> {
        self.0.act(action)
    }

    /// Steps and gives the kinds of events.
    pub fn step(&mut self) -> Vec<&'static str> {
        words(&self.act(Action::Step { idle: false }).expect("step"))
    }

    pub fn try_step(&mut self) -> Result<Vec<&'static str>, Refusal> {
        self.act(Action::Step { idle: false }).map(|done| words(&done))
    }

    /// Replies and gives the kinds of events.
    pub fn reply(&mut self, request: &str, reply: AgentReply) -> Vec<&'static str> {
        words(&self.try_reply(request, reply).expect("reply"))
    }

    pub fn try_reply(&mut self, request: &str, reply: AgentReply) -> Result<Done, Refusal> {
        self.act(Action::Reply { request: request.to_owned(), reply, auto: false })
    }

    pub fn answer(&mut self, request: &str, text: &str) -> Result<Done, Refusal> {
        let answer = Answer::Text(text.into());
        self.act(Action::Answer { request: request.to_owned(), answer, auto: false })
    }

    pub fn set(&mut self, path: &str, target: &str, value: impl Into<Value>) -> Result<Done, Refusal> {
        let path = PathId::parse(path);
        self.act(Action::SetContext { path, target: target.to_owned(), value: value.into() })
    }

    pub fn choose(&mut self, path: &str, edge: u32) -> Result<Done, Refusal> {
        self.act(Action::Choose { path: PathId::parse(path).unwrap(), edge: EdgeIdx(edge) })
    }

    pub fn send(&mut self, name: &str, data: Value) -> Result<Done, Refusal> {
        self.act(Action::Send { name: name.to_owned(), data, path: None })
    }

    /// Lets time pass and gives the kinds of events and what is left.
    pub fn elapse(&mut self, milliseconds: u64) -> (Vec<&'static str>, u64) {
        let done = self.act(Action::Elapse { milliseconds }).expect("elapse");
        (words(&done), done.left_ms.expect("left"))
    }

    pub fn run(&self) -> &Run {
        self.0.run()
    }

    /// `status at node` of each path.
    pub fn paths(&self) -> Vec<String> {
        let run = self.run();
        let line = |path: &std::sync::Arc<tracklight::run::Path>| {
            format!("{} {} at {}", path.id, path.status.word(), run.machine.nodes[path.node].id)
        };
        run.paths.values().map(line).collect()
    }

    /// The one path's `status at node`.
    pub fn path(&self) -> String {
        self.paths().join(" | ").trim_start_matches("1 ").to_owned()
    }

    /// The value of an expression on a path, as JSON; `unset` for unset.
    pub fn value(&self, path: &str, expression: &str) -> String {
        let path = PathId::parse(path).unwrap();
        match tracklight::run::evaluate(self.run(), &path, expression).expect(expression) {
            tracklight::expr::Operand::Unset => "unset".to_owned(),
            tracklight::expr::Operand::Value(value) => value.to_json(),
        }
    }

    /// The JSON of all events.
    pub fn log(&self) -> Vec<String> {
        self.0.events(0, usize::MAX).into_iter().map(|event| to_string(event)).collect()
    }

    /// The last event of a kind as JSON.
    pub fn last(&self, kind: &str) -> String {
        let wanted = format!("\"kind\":\"{kind}\"");
        self.log().into_iter().rev().find(|event| event.contains(&wanted)).unwrap_or_default()
    }

    /// The open agent request with this id, as JSON.
    pub fn asked(&self, id: &str) -> String {
        let open = agent_requests(self.run());
        open.iter().find(|request| request.id().to_string() == id).map(|request| to_string(request)).expect(id)
    }

    /// The names of the tools of an open request.
    pub fn tools(&self, id: &str) -> Vec<String> {
        let open = agent_requests(self.run());
        let request = open.iter().find(|request| request.id().to_string() == id).expect(id);
        request.tools().iter().map(|tool| tool.name.to_string()).collect()
    }

    /// The outcome's word.
    pub fn outcome(&self) -> &'static str {
        self.run().outcome.word()
    }
}

/// The kinds of events of an action.
pub fn words(done: &Done) -> Vec<&'static str> {
    done.events.iter().map(|event| event.kind.word()).collect()
}
