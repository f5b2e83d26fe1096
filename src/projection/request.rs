//! An agent request as JSON, with what its agent is shown.

use std::sync::Arc;

use crate::context::store;
use crate::json::{Object, ToJson, Writer};
use crate::machine::control::{EdgeClass, Fields};
use crate::machine::duration::timeout_ms;
use crate::machine::model::Condition;
use crate::projection::{self, Projection};
use crate::run::agent::ask::AgentRequest;
use crate::run::agent::tool::{Tool, ToolKind};
use crate::run::state::outcome::TestResult;
use crate::run::state::{Move, RequestState, Turn};
use crate::run::step::names::test_condition;
use crate::run::timeline::Timeline;
use crate::value::Value;

/// An agent request as its agent is shown it.
pub struct ShownRequest<'a> {
    request: AgentRequest<'a>,
    /// Whose edits of the context graph count; `None` for a run without edits.
    timeline: Option<&'a Timeline>,
    extent: Extent,
}

/// How much of a request is written as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// All but the projection, which takes longer to make the longer the run is.
    Unprojected,
    /// Who asks and the names it may use: enough for a script. No texts, values, schemas or past.
    Brief,
}

impl<'a> std::ops::Deref for ShownRequest<'a> {
    type Target = AgentRequest<'a>;

    fn deref(&self) -> &AgentRequest<'a> {
        &self.request
    }
}

impl<'a> ShownRequest<'a> {
    /// The request as it is without edits of the context graph.
    pub fn plain(request: AgentRequest<'a>) -> Self {
        ShownRequest { request, timeline: None, extent: Extent::Whole }
    }

    /// The request with its projection under the edits of a timeline.
    pub(super) fn edited(request: AgentRequest<'a>, timeline: &'a Timeline) -> Self {
        ShownRequest { request, timeline: Some(timeline), extent: Extent::Whole }
    }

    /// The same request, written to this extent.
    pub fn written(self, extent: Extent) -> Self {
        ShownRequest { extent, ..self }
    }

    /// What the agent is shown of the contexts.
    pub fn projection(&self) -> Projection {
        let edited = self.timeline.and_then(|timeline| timeline.projection(&self.path.id, None, None).ok());
        edited.unwrap_or_else(|| projection::of_run(self.run, self.path))
    }

    /// The answers of the visit: id, question, whether it is one, text, values of a form.
    pub(super) fn answers(&self) -> impl Iterator<Item = (String, &'a str, bool, &'a str, &'a Option<Value>)> {
        let path = self.path;
        self.run.requests.values().filter(move |request| path.has_raised(request)).filter_map(|request| match &request
            .state
        {
            RequestState::Answered { ok, text, value } => {
                Some((request.id.to_string(), &*request.query, *ok, &**text, value))
            }
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
            let condition = machine.edges[exit.edge].condition.as_ref();
            let result = test_condition(self.run, self.path, exit.edge).map(|result| TestResult::of(&result));
            out.object(|object| {
                object.field("edge", &exit.edge);
                object.field("target", &machine.nodes[exit.to].id);
                object.field("class", &machine.control.class(exit.edge).map_or("", EdgeClass::word));
                object.field("auto", &machine.control.is_auto(exit.edge));
                object.maybe("condition", &condition.map(|condition| condition.text.clone()));
                object.maybe("unless", &condition.and_then(Condition::unless));
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

    /// The turns of the attempt, in order.
    pub(super) fn turns(&self) -> Vec<&'a Arc<Turn>> {
        let mut turns: Vec<_> = self.path.talk.iter().collect();
        turns.reverse();
        turns
    }

    fn write_transcript(&self, out: &mut Writer) {
        out.each(self.turns(), |out, turn| {
            out.object(|object| {
                object.field("turn", &turn.number);
                object.maybe("text", &turn.text);
                object.field("results", &turn.results);
            });
        });
    }

    /// The latest moves of the path, in order.
    pub(super) fn moves(&self) -> Vec<&'a Arc<Move>> {
        let mut moves: Vec<_> = self.path.history.iter().take(HISTORY).collect();
        moves.reverse();
        moves
    }

    fn write_history(&self, out: &mut Writer) {
        out.each(self.moves(), |out, step| {
            out.object(|object| {
                object.field("from", &step.from);
                object.field("to", &step.to);
                object.maybe("edge", &step.edge);
                object.field("cause", &step.cause);
            });
        });
    }

    fn write_answers(&self, out: &mut Writer) {
        out.each(self.answers(), |out, (id, query, ok, text, value)| {
            out.object(|object| {
                object.field("id", &id);
                object.field("query", &query);
                object.field("ok", &ok);
                object.field("text", &text);
                object.maybe("value", value);
            });
        });
    }
}

/// How many moves a request lists.
const HISTORY: usize = 10;

impl ToJson for AgentRequest<'_> {
    fn write(&self, out: &mut Writer) {
        ShownRequest::plain(self.clone()).write(out);
    }
}

impl ToJson for ShownRequest<'_> {
    fn write(&self, out: &mut Writer) {
        let run = self.run;
        let tools = self.tools();
        let whole = self.extent != Extent::Brief;
        out.object(|object| {
            object.field("id", self.id());
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
