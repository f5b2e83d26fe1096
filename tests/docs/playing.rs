//! Plays the traces of the guides.

use std::fmt::Write as _;

use tracklight::expr::Operand;
use tracklight::machine::Machine;
use tracklight::run::agent::call::{AgentReply, Call, ReplyTurn};
use tracklight::run::agent::requests::Answer;
use tracklight::run::timeline::Done;
use tracklight::run::{Action, PathId, Refusal, StartOptions, Timeline, agent_requests, evaluate};
use tracklight::schema::Json;
use tracklight::value::Value;

/// A run that is driven by lines.
pub struct Play {
    timeline: Timeline,
    events: Vec<&'static str>,
}

impl Play {
    pub fn start(source: &str) -> Self {
        Self { timeline: Timeline::start(Machine::parse(source), &StartOptions::default()), events: Vec::new() }
    }

    /// Does what a line says. Gives the state of all paths, what was asked for, or `refused` and the code.
    ///
    /// | line | does |
    /// |---|---|
    /// | `start` | nothing |
    /// | `step`, `back n`, `time ms` | that |
    /// | `reply call {…} ; call {…}` | answers the first open agent request, or the one whose id comes first |
    /// | `reply fail text` | answers it with an error |
    /// | `reply more call {…}` | answers one turn and goes on with the conversation |
    /// | `answer id text`, `answer id error text` | answers an information request |
    /// | `set path Ctx.field json`, `choose path source target` | that |
    /// | `get path expression` | the value of an expression |
    /// | `tools`, `prompt` | of the first open agent request |
    /// | `events` | the kinds of events of the action before |
    pub fn act(&mut self, line: &str) -> String {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "start" => self.state(),
            "step" => self.done(Action::Step { idle: false }),
            "back" => match self.timeline.back(rest.parse().unwrap()) {
                Ok(_) => self.state(),
                Err(refusal) => refused(&refusal),
            },
            "time" => self.done(Action::ReportTime { elapsed_ms: rest.parse().unwrap() }),
            "reply" => self.reply(rest),
            "answer" => {
                let (id, text) = rest.split_once(' ').unwrap();
                let failed = text.strip_prefix("error ");
                let answer = failed.map_or_else(|| Answer::Text(text.into()), |failed| Answer::Declined(failed.into()));
                self.done(Action::Answer { request: id.to_owned(), answer, auto: false })
            }
            "set" => {
                let mut words = rest.splitn(3, ' ');
                let path = PathId::parse(words.next().unwrap());
                let target = words.next().unwrap().to_owned();
                self.done(Action::SetContext { path, target, value: json(words.next().unwrap()) })
            }
            "choose" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let machine = &self.timeline.run().machine;
                let is = |node, id: &str| *machine.nodes[node].id == *id;
                let ends =
                    machine.edges.entries().find(|(_, edge)| is(edge.source, words[1]) && is(edge.target, words[2]));
                let edge = ends.expect(line).0;
                self.done(Action::Choose { path: PathId::parse(words[0]).unwrap(), edge })
            }
            "get" => {
                let (path, expression) = rest.split_once(' ').unwrap();
                self.value(path, expression)
            }
            "tools" => {
                let open = agent_requests(self.timeline.run());
                let tools = open.first().expect("an open agent request").tools();
                tools.iter().map(|tool| tool.name.to_string()).collect::<Vec<_>>().join(" ")
            }
            "prompt" => {
                let text = tracklight::json::to_string(agent_requests(self.timeline.run()).first().unwrap());
                Json::parse(&text).unwrap().get("prompt").unwrap().to_value().to_text()
            }
            "events" => self.events.join(" "),
            _ => panic!("unknown line {line}"),
        }
    }

    /// The value of an expression on a path as JSON, `unset`, or `error`.
    pub fn value(&self, path: &str, expression: &str) -> String {
        match evaluate(self.timeline.run(), &PathId::parse(path).unwrap(), expression) {
            Ok(Operand::Value(value)) => value.to_json(),
            Ok(Operand::Unset) => "unset".to_owned(),
            Err(_) => "error".to_owned(),
        }
    }

    fn reply(&mut self, rest: &str) -> String {
        let (id, rest) = match rest.split_once(' ') {
            _ if rest.starts_with("agent-") && !rest.contains(' ') => (rest.to_owned(), ""),
            Some((id, rest)) if id.starts_with("agent-") => (id.to_owned(), rest),
            _ => match agent_requests(self.timeline.run()).first() {
                Some(open) => (open.id().to_string(), rest),
                None => ("agent-1-1".to_owned(), rest),
            },
        };
        let reply = if let Some(message) = rest.strip_prefix("fail ") {
            AgentReply::Error { message: message.into(), code: None, retryable: true, usage: None }
        } else {
            let (more, rest) = rest.strip_prefix("more").map_or((false, rest), |rest| (true, rest.trim()));
            let calls = rest.split(" ; ").filter(|call| !call.is_empty()).map(call).collect();
            AgentReply::Turns { turns: vec![ReplyTurn { text: None, calls }], is_final: !more, path: None, usage: None }
        };
        self.done(Action::Reply { request: id, reply, auto: false })
    }

    fn done(&mut self, action: Action) -> String {
        match self.timeline.act(action) {
            Ok(Done { events, .. }) => {
                self.events = events.iter().map(|event| event.kind.word()).collect();
                self.state()
            }
            Err(refusal) => refused(&refusal),
        }
    }

    /// `path status at node` of each path, and the outcome unless the run goes on.
    fn state(&self) -> String {
        let run = self.timeline.run();
        let mut text = String::new();
        for path in run.paths.values() {
            let node = &run.machine.nodes[path.node].id;
            write!(text, "{} {} at {node}; ", path.id, path.status.word()).unwrap();
        }
        match run.outcome.word() {
            "running" => text.trim_end_matches("; ").to_owned(),
            outcome => text + outcome,
        }
    }
}

fn refused(refusal: &Refusal) -> String {
    format!("refused {}", refusal.code.word())
}

fn call(text: &str) -> Call {
    let (name, input) = text.trim().split_once(' ').unwrap_or((text.trim(), "{}"));
    Call { id: None, name: name.into(), input: Some(json(input)), result: None, error: None }
}

fn json(text: &str) -> Value {
    Json::parse(text).unwrap_or_else(|| panic!("not JSON: {text}")).to_value()
}
