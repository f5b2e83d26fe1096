//! The actions: the only way from one run to the next.

use std::sync::Arc;

use crate::context::{reference, store};
use crate::expr;
use crate::machine::bind::bind;
use crate::machine::control::EdgeClass;
use crate::machine::model::EdgeIdx;
use crate::refusal::{Code, Refusal};
use crate::run::agent::recording::no_recording;
use crate::run::agent::reply::{AgentReply, messages, refusal_details, reply};
use crate::run::agent::requests::{Answer, answer, requests_pending};
use crate::run::edit;
use crate::run::event::{Cause, Kind, Source};
use crate::run::state::{AgentId, Cancelled, Force, Path, PathId, RequestId, Run, Status};
use crate::run::step::draft::{Applied, Counts, Draft};
use crate::run::step::force::force;
use crate::run::step::names::{evaluate as evaluate_bound, test_condition};
use crate::run::step::walk::Walk;
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
    /// Chooses an edge for a blocked path.
    Choose { path: PathId, edge: EdgeIdx },
    /// Takes or leaves out an edge by hand: for one path, or (`None`) for all. No mode clears that.
    Force { path: Option<PathId>, edge: EdgeIdx, mode: Option<Force> },
    /// Writes into a context: of one path, or (`None`) of every live and forked one.
    SetContext { path: Option<PathId>, target: String, value: Value },
    /// Ends a path, or (`None`) all of them.
    Cancel { path: Option<PathId> },
    /// Tells the total running time.
    ReportTime { elapsed_ms: u64 },
    /// Proposes another source for the machine.
    ProposeEdit { source: String },
    /// Goes on with the machine of a proposal.
    ApplyEdit { id: String },
    /// Drops a proposal.
    RejectEdit { id: String },
    /// Notes that a recording has nothing for an open request.
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
        use Action::{Answer, NoRecording, Reply};
        matches!(self, Reply { auto: true, .. } | Answer { auto: true, .. } | NoRecording { .. })
    }

    /// The path it is about.
    pub fn path(&self) -> Option<PathId> {
        match self {
            Action::StepPath { path } | Action::Choose { path, .. } => Some(path.clone()),
            Action::Force { path, .. } | Action::SetContext { path, .. } | Action::Cancel { path } => path.clone(),
            Action::Reply { request, .. } | Action::Answer { request, .. } | Action::NoRecording { request } => {
                let asked = AgentId::parse(request).map(|id| id.path);
                asked.or_else(|| RequestId::parse(request).map(|id| id.path))
            }
            Action::Step { .. }
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
    let bound = bind(&run.machine, path.place(), parsed);
    evaluate_bound(run, path, &bound.expr, &bound.names).map_err(|message| wrong(message, Span::new(0, text.len())))
}

/// What stands at a reference on a path; `None` is unset. Walking into a value never fails.
pub fn get(run: &Run, path: &PathId, text: &str) -> Result<Option<Value>, Refusal> {
    let path = find(run, path)?;
    let machine = &run.machine;
    let reference = reference::parse(machine, text)?;
    let map = run.map_of(path, reference.context);
    Ok(reference::get(&store::whole(machine, &run.added, map, reference.context), &reference.walk))
}

pub(super) fn find<'a>(run: &'a Run, id: &PathId) -> Result<&'a Arc<Path>, Refusal> {
    run.path(id).ok_or_else(|| Refusal::new(Code::UnknownPath, format!("there is no path {id}")))
}

/// A path that may still go on; one that has forked may be revived.
pub(super) fn unended<'a>(run: &'a Run, id: &PathId) -> Result<&'a Arc<Path>, Refusal> {
    let path = find(run, id)?;
    if path.status.is_terminal() {
        return Err(Refusal::new(Code::PathEnded, format!("path {id} has ended: {}", path.status.word())));
    }
    Ok(path)
}

fn timed_out(run: &Run) -> bool {
    run.elapsed_ms > u64::from(run.limits.timeout)
}

fn step(run: &Run, idle: bool) -> Result<Applied, Refusal> {
    let active: Vec<PathId> =
        run.paths.values().filter(|path| path.status == Status::Active).map(|path| path.id.clone()).collect();
    let may_idle = !run.outcome.is_end() && !run.paths.is_empty() && (idle || only_time_passes(run));
    if active.is_empty() && !may_idle {
        return Err(stands_still(run));
    }
    let mut draft = Draft::new(run, Counts::Tick);
    if timed_out(run) {
        draft.time_out();
        return Ok(draft.finish(None));
    }
    for id in active {
        let Some(path) = draft.run.path(&id).filter(|path| path.status == Status::Active) else { continue };
        let path = (**path).clone();
        Walk { draft: &mut draft, path }.run();
    }
    Ok(draft.finish(None))
}

/// True if nothing waits for an agent or an answer, and a join waits for its time.
fn only_time_passes(run: &Run) -> bool {
    let mut timed = false;
    for path in run.live() {
        match &path.status {
            Status::AwaitingAgent(_) | Status::AwaitingAnswers => return false,
            Status::Parked(parked) => timed |= run.has_timeout(&parked.join),
            _ => {}
        }
    }
    timed
}

/// Why `step` has nothing to do.
pub(super) fn stands_still(run: &Run) -> Refusal {
    if run.paths.is_empty() {
        let message = match &*run.outcome {
            crate::run::Outcome::NotStarted { errors } if !errors.is_empty() => {
                format!("the run has not started: {}", messages(errors))
            }
            _ => "the run has not started: the machine has no node that can be executed".to_owned(),
        };
        return Refusal::new(Code::RunNotStarted, message);
    }
    if run.paths.values().any(|path| path.status == Status::AwaitingAnswers) {
        return requests_pending(run, None);
    }
    let waiting: Vec<&Arc<Path>> =
        run.paths.values().filter(|path| matches!(path.status, Status::AwaitingAgent(_))).collect();
    if !waiting.is_empty() {
        return agent_pending(run, &waiting);
    }
    if let crate::run::Outcome::Blocked(report) = &*run.outcome {
        let place = |path: &PathId, node: &Arc<str>| -> Value {
            let fields = [("path", Value::from(path.to_string())), ("node", Value::from(node.clone()))];
            fields.into_iter().collect()
        };
        let joins = report.joins.iter().map(|join| -> Value {
            let missing = join.missing.iter().map(|missing| place(&missing.path, &missing.node)).collect();
            let parked = join.parked.iter().map(|path| Value::from(path.to_string())).collect();
            let fields = [("join", Value::from(join.join.to_string())), ("parked", parked), ("missing", missing)];
            fields.into_iter().collect()
        });
        let blocked = report.blocked.iter().map(|path| place(&path.path, &path.node)).collect();
        let data = [("joins", joins.collect()), ("blocked", blocked), ("text", Value::from(report.text()))];
        return Refusal::new(Code::RunBlocked, report.text()).with(data);
    }
    Refusal::new(Code::RunEnded, format!("the run has ended: {}", run.outcome.word()))
}

fn agent_pending(run: &Run, waiting: &[&Arc<Path>]) -> Refusal {
    let ids: Vec<(AgentId, &Arc<Path>)> =
        waiting.iter().filter_map(|path| path.asked().map(|id| (id, *path))).collect();
    let words: Vec<String> = ids
        .iter()
        .map(|(id, path)| format!("{id} (path {}, node `{}`)", path.id, run.machine.nodes[path.node].id))
        .collect();
    let requests = ids.iter().map(|(id, path)| -> Value {
        [
            ("id", Value::from(id.to_string())),
            ("path", Value::from(path.id.to_string())),
            ("node", Value::from(run.machine.nodes[path.node].id.clone())),
        ]
        .into_iter()
        .collect()
    });
    Refusal::new(Code::AgentPending, format!("waiting for the agent: {}", words.join(", ")))
        .with([("requests", requests.collect())])
}

fn step_path(run: &Run, id: &PathId) -> Result<Applied, Refusal> {
    let path = find(run, id)?;
    match &path.status {
        Status::Active => {}
        Status::AwaitingAnswers => return Err(requests_pending(run, Some(path))),
        Status::AwaitingAgent(_) => return Err(agent_pending(run, &[path])),
        Status::Blocked(reason) => {
            let message = format!("path {id} is blocked: {}", reason.text());
            return Err(Refusal::new(Code::PathBlocked, message));
        }
        Status::Parked(parked) => {
            let message = format!("path {id} waits at join `{}`", parked.join);
            return Err(Refusal::new(Code::PathParked, message));
        }
        ended => return Err(Refusal::new(Code::PathEnded, format!("path {id} has ended: {}", ended.word()))),
    }
    let mut draft = Draft::new(run, Counts::Action);
    if timed_out(run) {
        draft.time_out();
        return Ok(draft.finish(Some(id)));
    }
    Walk { draft: &mut draft, path: (**path).clone() }.run();
    Ok(draft.finish(Some(id)))
}

fn choose(run: &Run, id: &PathId, edge: EdgeIdx) -> Result<Applied, Refusal> {
    let path = find(run, id)?;
    let control = &run.machine.control;
    if run.machine.edges.item(edge).is_none() {
        return Err(Refusal::new(Code::UnknownEdge, format!("there is no edge e{}", edge.0)));
    }
    let allowed: Vec<_> = if matches!(path.status, Status::Blocked(_)) {
        let choosable = |class| matches!(class, Some(EdgeClass::Plain | EdgeClass::Guarded | EdgeClass::Conditional));
        control.effective(path.node).iter().filter(|exit| choosable(control.class(exit.edge))).collect()
    } else {
        Vec::new()
    };
    let Some(exit) = allowed.iter().find(|exit| exit.edge == edge) else {
        let ids: Vec<String> = allowed.iter().map(|exit| format!("e{}", exit.edge.0)).collect();
        let message = if ids.is_empty() {
            format!("path {id} is not blocked: nothing is to be chosen for it")
        } else {
            format!("e{} cannot be chosen for path {id}; it can take {}", edge.0, ids.join(", "))
        };
        let edges = ids.into_iter().map(Value::from).collect();
        return Err(Refusal::new(Code::NotChoosable, message).with([("edges", edges)]));
    };
    let against = test_condition(run, path, edge).is_some_and(|result| result != Ok(true));
    let mut draft = Draft::new(run, Counts::Action);
    let mut walk = Walk { draft: &mut draft, path: (**path).clone() };
    walk.path.disturb();
    walk.cross(**exit, Cause { forced: against.then_some(true), ..Cause::of("choice") });
    let path = walk.path;
    draft.put(path);
    Ok(draft.finish(Some(id)))
}

fn set_context(run: &Run, path: Option<&PathId>, target: &str, value: &Value) -> Result<Applied, Refusal> {
    let machine = &run.machine;
    let reference = reference::parse(machine, target)?;
    let Some((reference::Step::Key(field), walk)) = reference.walk.split_first() else {
        let message = format!("`{target}` names no field: write `{target}.field`");
        return Err(Refusal::new(Code::BadReference, message).with([("offset", Value::from(target.len()))]));
    };
    let context = reference.context;
    let mut paths: Vec<Arc<Path>> = match path {
        Some(id) => vec![unended(run, id)?.clone()],
        None => run.paths.values().filter(|path| !path.status.is_terminal()).cloned().collect(),
    };
    if paths.is_empty() {
        return Err(stands_still(run));
    }
    if machine.contexts[context].shared {
        paths.truncate(1);
    }
    let mut draft = Draft::new(run, Counts::Action);
    for path in paths {
        let mut path = (*path).clone();
        let id = store::find(machine, &draft.run.added, context, field);
        let before = id.and_then(|id| draft.run.map_of(&path, context).get(&id)).map(|stored| (*stored.value).clone());
        let new = reference::set(before.as_ref(), walk, value.clone())?;
        let data = crate::value::Map::unit(field.clone(), new);
        let written = store::check_write(machine, context, &data, store::Author::Host).map_err(|errors| {
            let id = machine.context_id(context);
            let message = format!("writing `{id}` is refused: {}", messages(&errors));
            Refusal::new(Code::WriteRefused, message).with(refusal_details(id, &errors))
        })?;
        draft.write(&mut path, context, &written, Source::Host);
        draft.put(path);
    }
    Ok(draft.finish(path))
}

fn cancel(run: &Run, path: Option<&PathId>) -> Result<Applied, Refusal> {
    let mut draft = Draft::new(run, Counts::Action);
    match path {
        Some(id) => {
            unended(run, id)?;
            draft.cancel(id, Cancelled::Host, None);
        }
        None => {
            let live: Vec<PathId> = run.live().map(|path| path.id.clone()).collect();
            if live.is_empty() {
                return Err(stands_still(run));
            }
            for id in live {
                draft.cancel(&id, Cancelled::RunCancelled, None);
            }
        }
    }
    Ok(draft.finish(path))
}
