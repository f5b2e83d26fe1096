//! Asking an agent: the request, rendered from the run whenever it is read.

use std::sync::Arc;

use crate::context::projection::{self, Projection};
use crate::context::store;
use crate::json::{Object, ToJson, Writer};
use crate::machine::control::{EdgeClass, Fields, Work};
use crate::machine::model::{ConditionKind, ContextIdx, NodeIdx};
use crate::run::event::Kind;
use crate::run::names::{result_word, test_condition};
use crate::run::state::{AgentId, Path, RequestState, Run, Status};
use crate::run::templates::{Rendered, resolve};
use crate::run::timeline::Timeline;
use crate::run::tools::{Tool, ToolKind, offers};
use crate::run::walk::Walk;
use crate::text::hash;
use crate::value::Value;

/// What an agent is asked. Only id, path, node, kind, visit, attempt and turn are fixed when it is made.
pub struct AgentRequest<'a> {
    run: &'a Run,
    path: &'a Path,
    id: AgentId,
    /// Whose edits of the context graph count.
    timeline: Option<&'a Timeline>,
    extent: Extent,
}

/// How much of a request is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// All but the projection: to make one takes the longer, the longer the run is.
    Unprojected,
    /// What an agent needs that does as it was told: who asks, and the names it may use; no texts, values, schemas or past.
    Brief,
}

impl Walk<'_> {
    /// Asks the agent and leaves the path waiting for it.
    pub fn ask(&mut self, delay_ms: u32) {
        self.path.agent_seq += 1;
        self.path.delay_ms = delay_ms;
        self.path.status = Status::AwaitingAgent(self.path.agent_seq);
        self.draft.run.counters.agent_requests += 1;
        let request = AgentId { path: self.path.id.clone(), number: self.path.agent_seq };
        let at = self.draft.at(&self.path);
        let asked = AgentRequest {
            run: &self.draft.run,
            path: &self.path,
            id: request.clone(),
            timeline: None,
            extent: Extent::Whole,
        };
        let (work, turn, digest) = (asked.kind().word(), asked.turn(), asked.digest().into());
        let unresolved: Vec<_> = asked
            .texts()
            .into_iter()
            .filter(|(_, resolved)| !resolved.unresolved.is_empty())
            .map(|(place, resolved)| (place, resolved.unresolved))
            .collect();
        let attempt = self.path.attempt;
        for (place, placeholders) in unresolved {
            self.draft.emit(Kind::TemplateUnresolved { at: at.clone(), place, placeholders });
        }
        self.draft.emit(Kind::AgentRequested { at, request, work, attempt, turn, digest, delay_ms });
    }
}

/// The open agent requests of a run, in path order.
pub fn agent_requests(run: &Run) -> Vec<AgentRequest<'_>> {
    run.paths.values().filter_map(|path| AgentRequest::of(run, path)).collect()
}

impl<'a> AgentRequest<'a> {
    /// The open request of a path.
    pub fn of(run: &'a Run, path: &'a Path) -> Option<Self> {
        path.asked().map(|id| AgentRequest { run, path, id, timeline: None, extent: Extent::Whole })
    }

    /// The same request, its projection under the edits of a timeline.
    pub(super) fn shown_by(self, timeline: &'a Timeline) -> Self {
        AgentRequest { timeline: Some(timeline), ..self }
    }

    /// The same request, written so far.
    pub fn written(self, extent: Extent) -> Self {
        AgentRequest { extent, ..self }
    }

    /// Its id.
    pub fn id(&self) -> &AgentId {
        &self.id
    }

    /// The node that asks.
    pub fn node(&self) -> NodeIdx {
        self.path.node
    }

    /// What is asked for.
    pub fn kind(&self) -> Work {
        self.run.machine.control.work(self.path.node)
    }

    /// The turn that is asked for, from 1.
    pub fn turn(&self) -> u32 {
        self.path.turn + 1
    }

    /// The tools offered, in order.
    pub fn tools(&self) -> Vec<Tool> {
        offers(self.run, self.path)
    }

    fn resolved(&self, text: Option<&str>) -> Rendered {
        resolve(self.run, self.path, text.unwrap_or(""))
    }

    fn texts(&self) -> [(&'static str, Rendered); 3] {
        let node = &self.run.machine.nodes[self.path.node];
        let title = node.title.clone().unwrap_or_else(|| node.name.clone());
        [
            ("title", self.resolved(Some(&title))),
            ("prompt", self.resolved(node.text("prompt"))),
            ("description", self.resolved(node.text("description").or_else(|| node.text("desc")))),
        ]
    }

    /// The title with templates resolved.
    pub fn title(&self) -> String {
        let node = &self.run.machine.nodes[self.path.node];
        let title = node.title.clone().unwrap_or_else(|| node.name.clone());
        self.resolved(Some(&title)).text
    }

    /// Contexts the node has a right to, with what it may read and write of them.
    fn contexts(&self) -> impl Iterator<Item = (ContextIdx, Fields, Fields)> + 'a {
        let rights = self.run.machine.control.rights(self.path.node);
        rights.into_iter().map(|(context, rights)| (context, rights.read.clone(), rights.write.clone()))
    }

    fn values(&self, context: ContextIdx, readable: &Fields, object: &mut Object) {
        let run = self.run;
        store::write_values(object, &run.machine, &run.added, run.map_of(self.path, context), context, readable);
    }

    /// Hash of what the agent is asked: node, kind, prompt, tool names and readable values.
    pub fn digest(&self) -> String {
        self.digest_of(&self.tools())
    }

    fn digest_of(&self, tools: &[Tool]) -> String {
        let run = self.run;
        let node = &run.machine.nodes[self.path.node];
        let mut names: Vec<&Arc<str>> = tools.iter().map(|tool| &tool.name).collect();
        names.sort();
        let mut out = Writer::default();
        out.raw("[");
        out.string(&node.id);
        out.raw(",");
        out.string(self.kind().word());
        out.raw(",");
        out.string(&self.resolved(node.text("prompt")).text);
        out.raw(",");
        names.write(&mut out);
        out.raw(",");
        out.object(|object| {
            for (context, read, _) in self.contexts() {
                object.entry_with(run.machine.context_id(context), |object| self.values(context, &read, object));
            }
        });
        out.raw("]");
        hash(&out.finish())
    }

    /// What the agent is shown of the contexts.
    pub fn projection(&self) -> Projection {
        let edited = self.timeline.and_then(|timeline| timeline.projection(&self.path.id, None, None).ok());
        edited.unwrap_or_else(|| projection::of_run(self.run, self.path))
    }

    /// The request as plain text, for an agent that reads text.
    pub fn prompt_text(&self) -> String {
        let [(_, title), (_, prompt), (_, description)] = self.texts();
        let mut parts = vec![format!("# {}", title.text)];
        parts.extend([description.text, prompt.text].into_iter().filter(|text| !text.is_empty()));
        let projection = self.projection();
        if !projection.text.is_empty() {
            parts.push(format!("## Contexts\n{}", projection.text));
        }
        let answers: Vec<String> = self
            .answers()
            .map(|(_, query, ok, text)| format!("- {query}\n  {}{text}", if ok { "" } else { "no answer: " }))
            .collect();
        if !answers.is_empty() {
            parts.push(format!("## Answers\n{}", answers.join("\n")));
        }
        let tools: Vec<String> =
            self.tools().iter().map(|tool| format!("- {}: {}", tool.name, tool.description(self.run))).collect();
        if !tools.is_empty() {
            parts.push(format!("## Tools\n{}", tools.join("\n")));
        }
        parts.join("\n\n")
    }

    fn answers(&self) -> impl Iterator<Item = (String, &'a str, bool, &'a str)> {
        let (path, visit) = (self.path, self.path.visit());
        let node = &self.run.machine.nodes[path.node].id;
        self.run
            .requests
            .values()
            .filter(move |request| request.id.path == path.id && request.visit == visit && request.node == *node)
            .filter_map(|request| match &request.state {
                RequestState::Answered { ok, text } => Some((request.id.to_string(), &*request.query, *ok, &**text)),
                _ => None,
            })
    }

    fn write_transitions(&self, tools: &[Tool], out: &mut Writer) {
        let machine = &self.run.machine;
        let transitions = tools.iter().filter_map(|tool| match &tool.kind {
            ToolKind::Transition { target, edges, label, guard } => Some((&tool.name, target, edges, label, guard)),
            _ => None,
        });
        out.each(transitions, |out, (name, target, edges, label, guard)| {
            out.object(|object| {
                object.field("tool", name);
                object.field("target", &machine.nodes[*target].id);
                object.field("edges", edges);
                object.field("label", label);
                object.maybe("guard", guard);
            });
        });
    }

    fn write_exits(&self, out: &mut Writer) {
        let machine = &self.run.machine;
        out.each(machine.control.effective(self.path.node), |out, exit| {
            let condition = machine.edges[exit.edge].condition.as_ref().map(|condition| condition.text.clone());
            let result = test_condition(self.run, self.path, exit.edge).map(|result| result_word(&result));
            out.object(|object| {
                object.field("edge", &exit.edge);
                object.field("target", &machine.nodes[exit.to].id);
                object.field("class", &machine.control.class(exit.edge).map_or("", EdgeClass::word));
                object.field("auto", &machine.control.is_auto(exit.edge));
                object.maybe("condition", &condition);
                object.maybe("result", &result);
            });
        });
    }

    /// What the machine says to the agent of the node.
    fn write_given(&self, object: &mut Object) {
        let node = &self.run.machine.nodes[self.path.node];
        let texts = self.texts();
        let unresolved: Vec<&String> = texts.iter().flat_map(|(_, resolved)| &resolved.unresolved).collect();
        object.field("timeout_ms", &timeout_ms(node));
        for (name, resolved) in &texts {
            object.field(name, &resolved.text);
        }
        object.field("unresolved", &unresolved);
        for name in ["code", "model", "stub"] {
            object.maybe(name, &node.attribute(name).and_then(|attribute| attribute.value.clone()));
        }
        object.maybe("map", &self.path.origin.replica());
    }

    fn write_contexts(&self, whole: bool, out: &mut Writer) {
        let machine = &self.run.machine;
        out.each(self.contexts(), |out, (context, read, write)| {
            if !whole {
                return out.object(|object| object.field("name", machine.context_id(context)));
            }
            let all = store::fields(machine, &self.run.added, context);
            let names = |fields: &Fields| -> Vec<&Arc<str>> {
                all.iter().map(|(_, name)| name).filter(|name| fields.allow(name)).collect()
            };
            out.object(|object| {
                object.field("name", machine.context_id(context));
                object.field("read", &names(&read));
                object.field("write", &names(&write));
                object.field("open", &machine.contexts[context].open);
                object.object("values", |object| self.values(context, &read, object));
            });
        });
    }

    fn write_transcript(&self, out: &mut Writer) {
        let mut turns: Vec<_> = self.path.talk.iter().collect();
        turns.reverse();
        out.each(turns, |out, turn| {
            out.object(|object| {
                object.field("turn", &turn.number);
                object.maybe("text", &turn.text);
                object.field("results", &turn.results);
            });
        });
    }

    fn write_history(&self, out: &mut Writer) {
        let mut moves: Vec<_> = self.path.history.iter().take(HISTORY).collect();
        moves.reverse();
        out.each(moves, |out, step| {
            out.object(|object| {
                object.field("from", &step.from);
                object.field("to", &step.to);
                object.field("edge", &step.edge);
                object.field("cause", &step.cause);
            });
        });
    }

    fn write_answers(&self, out: &mut Writer) {
        out.each(self.answers(), |out, (id, query, ok, text)| {
            out.object(|object| {
                object.field("id", &id);
                object.field("query", &query);
                object.field("ok", &ok);
                object.field("text", &text);
            });
        });
    }
}

/// How many moves a request tells.
const HISTORY: usize = 10;

impl ToJson for AgentRequest<'_> {
    fn write(&self, out: &mut Writer) {
        let run = self.run;
        let tools = self.tools();
        let whole = self.extent != Extent::Brief;
        out.object(|object| {
            object.field("id", &self.id);
            object.field("path", &self.path.id);
            object.field("node", &run.machine.nodes[self.path.node].id);
            object.field("kind", &self.kind().word());
            object.field("visit", &self.path.visit());
            object.field("attempt", &self.path.attempt);
            object.field("turn", &self.turn());
            object.field("max_turns", &run.limits.max_turns);
            object.field("delay_ms", &self.path.delay_ms);
            if whole {
                self.write_given(object);
            } else {
                object.field("rev", &run.rev);
            }
            object.with("contexts", |out| self.write_contexts(whole, out));
            object.with("transitions", |out| self.write_transitions(&tools, out));
            object.with("tools", |out| out.each(&tools, |out, tool| tool.write(run, whole, out)));
            if whole {
                object.with("exits", |out| self.write_exits(out));
                object.with("answers", |out| self.write_answers(out));
                object.with("transcript", |out| self.write_transcript(out));
                object.with("history", |out| self.write_history(out));
                object.field("last_error", &self.path.last_error);
                object.field("projection", &(self.extent == Extent::Whole).then(|| self.projection()));
            }
            object.field("digest", &self.digest_of(&tools));
        });
    }
}

/// `@timeout(5s)` or attribute `timeout`, in milliseconds.
fn timeout_ms(node: &crate::machine::model::Node) -> Option<u32> {
    let written = node.annotation(&["timeout"]).and_then(|annotation| annotation.value.clone());
    let value = written.or_else(|| node.attribute("timeout")?.value.clone())?;
    milliseconds(&value)
}

/// A number of milliseconds, or a duration text: `250`, `5s`, `2 min`.
pub(super) fn milliseconds(value: &Value) -> Option<u32> {
    let text = match value {
        Value::Num(number) => return (*number > 0.0 && *number <= f64::from(u32::MAX)).then_some(*number as u32),
        Value::Str(text) => text.trim(),
        _ => return None,
    };
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(split)?;
    let number = crate::number::parse(number)?;
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "ms" => 1.0,
        "s" => 1000.0,
        "m" | "min" => 60_000.0,
        "h" | "hr" => 3_600_000.0,
        "d" => 86_400_000.0,
        _ => return None,
    };
    milliseconds(&Value::Num((number * factor).round()))
}

/// The unless-aware text of a condition as an agent reads it.
pub(super) fn guard_text(kind: ConditionKind, text: &str) -> String {
    match kind {
        ConditionKind::When => text.to_owned(),
        ConditionKind::Unless => format!("unless {text}"),
    }
}
