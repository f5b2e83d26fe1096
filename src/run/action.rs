//! The actions: the only way from one run to the next.

use std::collections::BTreeMap;

use crate::context::{reference, store};
use crate::expr;
use crate::machine::model::EdgeIdx;
use crate::refusal::{Code, Refusal};
use crate::run::agent::call::AgentReply;
use crate::run::agent::recording::no_recording;
use crate::run::agent::reply::reply;
use crate::run::agent::requests::{Answer, answer, answers};
use crate::run::edit;
use crate::run::event::Kind;
use crate::run::state::{AgentId, Force, PathId, RequestId, Run};
use crate::run::step::draft::{Applied, Counts, Draft};
use crate::run::step::elapse::elapse;
use crate::run::step::force::force;
use crate::run::step::interrupt::send;
use crate::run::step::names::evaluate as evaluate_bound;
use crate::run::step::refusals::find;
use crate::run::step::set_context::set_context;
use crate::run::step::tick::{cancel, choose, step, step_path};
use crate::text::Span;
use crate::value::Value;

/// One input from the host.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are the arguments of the methods of the JavaScript `Run`")]
pub enum Action {
    /// Moves every active path.
    Step { idle: bool },
    /// Moves one path.
    StepPath { path: PathId },
    /// Answers an agent request.
    Reply { request: String, reply: AgentReply, auto: bool },
    /// Answers an information request.
    Answer { request: String, answer: Answer, auto: bool },
    /// Answers several information requests at once, by their ids.
    Answers { answers: BTreeMap<String, Answer>, auto: bool },
    /// Sends an event to one path, or (`None`) to every path that can receive it.
    Send { name: String, data: Value, path: Option<PathId> },
    /// Lets time pass on the run's clock.
    Elapse { milliseconds: u64 },
    /// Chooses an edge for a blocked path, or for one that waits for an event.
    Choose { path: PathId, edge: EdgeIdx },
    /// Forces or skips an edge, for one path or (`None`) for all. `None` as the mode clears the setting.
    Force { path: Option<PathId>, edge: EdgeIdx, mode: Option<Force> },
    /// Writes into a context of one path, or (`None`) of every live or forked path.
    SetContext { path: Option<PathId>, target: String, value: Value },
    /// Ends a path, or (`None`) all of them.
    Cancel { path: Option<PathId> },
    /// Reports the total running time.
    ReportTime { elapsed_ms: u64 },
    /// Proposes another source for the machine.
    ProposeEdit { source: String },
    /// Continues with the machine of a proposal.
    ApplyEdit { id: String },
    /// Drops a proposal.
    RejectEdit { id: String },
    /// Records that a recording has nothing for an open request.
    NoRecording { request: String },
}

impl Action {
    /// The name of the method that makes it.
    pub fn word(&self) -> &'static str {
        match self {
            Action::Step { .. } => "step",
            Action::StepPath { .. } => "stepPath",
            Action::Reply { .. } => "reply",
            Action::Answer { .. } => "answer",
            Action::Answers { .. } => "answers",
            Action::Send { .. } => "send",
            Action::Elapse { .. } => "elapse",
            Action::Choose { .. } => "choose",
            Action::Force { .. } => "force",
            Action::SetContext { .. } => "setContext",
            Action::Cancel { .. } => "cancel",
            Action::ReportTime { .. } => "reportTime",
            Action::ProposeEdit { .. } => "proposeEdit",
            Action::ApplyEdit { .. } => "applyEdit",
            Action::RejectEdit { .. } => "rejectEdit",
            Action::NoRecording { .. } => "noRecording",
        }
    }

    /// True if it belongs to the host action before it.
    pub fn is_auto(&self) -> bool {
        use Action::{Answer, Answers, NoRecording, Reply};
        matches!(
            self,
            Reply { auto: true, .. } | Answer { auto: true, .. } | Answers { auto: true, .. } | NoRecording { .. }
        )
    }

    /// The path it is about.
    pub fn path(&self) -> Option<PathId> {
        match self {
            Action::StepPath { path } | Action::Choose { path, .. } => Some(path.clone()),
            Action::Force { path, .. }
            | Action::SetContext { path, .. }
            | Action::Cancel { path }
            | Action::Send { path, .. } => path.clone(),
            Action::Reply { request, .. } | Action::Answer { request, .. } | Action::NoRecording { request } => {
                let asked = AgentId::parse(request).map(|id| id.path);
                asked.or_else(|| RequestId::parse(request).map(|id| id.path))
            }
            Action::Answers { answers, .. } => {
                let mut paths = answers.keys().map(|id| RequestId::parse(id).map(|id| id.path));
                let first = paths.next()??;
                paths.all(|path| path.as_ref() == Some(&first)).then_some(first)
            }
            Action::Step { .. }
            | Action::Elapse { .. }
            | Action::ReportTime { .. }
            | Action::ProposeEdit { .. }
            | Action::ApplyEdit { .. }
            | Action::RejectEdit { .. } => None,
        }
    }
}

/// Applies an action. A refusal leaves everything as it was: the run is borrowed and not changed.
pub fn apply(run: &Run, action: &Action) -> Result<Applied, Refusal> {
    let counts = if action.is_auto() { Counts::Automatic } else { Counts::Action };
    match action {
        Action::Step { idle } => step(run, *idle),
        Action::StepPath { path } => step_path(run, path),
        Action::Reply { request, reply: given, .. } => reply(run, request, given, counts),
        Action::Answer { request, answer: given, .. } => answer(run, request, given, counts),
        Action::Answers { answers: given, .. } => answers(run, given, counts),
        Action::Send { name, data, path } => send(run, name, data, path.as_ref()),
        Action::Elapse { milliseconds } => elapse(run, *milliseconds),
        Action::Choose { path, edge } => choose(run, path, *edge),
        Action::Force { path, edge, mode } => force(run, path.as_ref(), *edge, *mode),
        Action::SetContext { path, target, value } => set_context(run, path.as_ref(), target, value),
        Action::Cancel { path } => cancel(run, path.as_ref()),
        Action::ReportTime { elapsed_ms } => {
            let mut draft = Draft::new(run, counts);
            draft.run.elapsed_ms = draft.run.elapsed_ms.max(*elapsed_ms);
            let elapsed_ms = draft.run.elapsed_ms;
            draft.emit(Kind::TimeReported { elapsed_ms });
            Ok(draft.finish(None))
        }
        Action::ProposeEdit { source } => edit::propose(run, source),
        Action::ApplyEdit { id } => edit::apply(run, id),
        Action::RejectEdit { id } => edit::reject(run, id),
        Action::NoRecording { request } => no_recording(run, request),
    }
}

/// The value of an expression with the names of a path's node.
pub fn evaluate(run: &Run, path: &PathId, text: &str) -> Result<expr::Operand, Refusal> {
    let path = find(run, path)?;
    let wrong = |message: String, span: Span| {
        let place = [("from", Value::from(span.start)), ("to", Value::from(span.end))];
        Refusal::new(Code::ExpressionError, message).with(place)
    };
    let parsed = expr::parse(&expr::normalise(text)).map_err(|fault| wrong(fault.message, fault.span))?;
    let bound = run.machine.bind(path.place(), parsed);
    evaluate_bound(run, path, &bound.expr, &bound.names).map_err(|message| wrong(message, Span::new(0, text.len())))
}

/// The value at a reference on a path, `None` if unset. Walking into a value never fails.
pub fn get(run: &Run, path: &PathId, text: &str) -> Result<Option<Value>, Refusal> {
    let path = find(run, path)?;
    let machine = &run.machine;
    let reference = reference::parse(machine, text)?;
    let map = run.map_of(path, reference.context);
    Ok(reference::get(&store::whole(machine, &run.added, map, reference.context), &reference.walk))
}
