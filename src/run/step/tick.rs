//! Moving paths by hand: all of them, one, along a chosen edge, or to their end.

use crate::machine::control::EdgeClass;
use crate::machine::model::EdgeIdx;
use crate::refusal::{Code, Refusal};
use crate::run::state::{Cancelled, Cause, CauseKind, PathId, Run, Status};
use crate::run::step::draft::{Applied, Counts, Draft, PathMover};
use crate::run::step::names::test_condition;
use crate::run::step::refusals::{agent_pending, events_pending, find, requests_pending, stands_still, unended};
use crate::value::Value;

pub(in crate::run) fn step(run: &Run, idle: bool) -> Result<Applied, Refusal> {
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
        PathMover { draft: &mut draft, path }.run();
    }
    Ok(draft.finish(None))
}

/// True if nothing waits for an agent, an answer or an event, and a join waits for its time.
fn only_time_passes(run: &Run) -> bool {
    let mut timed = false;
    for path in run.live() {
        match &path.status {
            Status::AwaitingAgent(_) | Status::AwaitingAnswers | Status::AwaitingEvent => return false,
            Status::Parked(parked) => timed |= run.has_timeout(&parked.join),
            _ => {}
        }
    }
    timed
}

pub(in crate::run) fn step_path(run: &Run, id: &PathId) -> Result<Applied, Refusal> {
    let path = find(run, id)?;
    match &path.status {
        Status::Active => {}
        Status::AwaitingAnswers => return Err(requests_pending(run, Some(path))),
        Status::AwaitingAgent(_) => return Err(agent_pending(run, &[path])),
        Status::AwaitingEvent => return Err(events_pending(run, Some(path))),
        Status::Blocked(reason) => {
            let message = format!("path {id} is blocked: {}", reason.text());
            return Err(Refusal::new(Code::PathBlocked, message));
        }
        Status::Parked(parked) => {
            let message = format!("path {id} is waiting at join `{}`", parked.join);
            return Err(Refusal::new(Code::PathParked, message));
        }
        ended => return Err(Refusal::new(Code::PathEnded, format!("path {id} has ended: {}", ended.word()))),
    }
    let mut draft = Draft::new(run, Counts::Action);
    if timed_out(run) {
        draft.time_out();
        return Ok(draft.finish(Some(id)));
    }
    PathMover { draft: &mut draft, path: (**path).clone() }.run();
    Ok(draft.finish(Some(id)))
}

pub(in crate::run) fn choose(run: &Run, id: &PathId, edge: EdgeIdx) -> Result<Applied, Refusal> {
    let path = find(run, id)?;
    let control = &run.machine.control;
    if run.machine.edges.item(edge).is_none() {
        return Err(Refusal::new(Code::UnknownEdge, format!("unknown edge e{}", edge.0)));
    }
    let stands_still = matches!(path.status, Status::Blocked(_) | Status::AwaitingEvent);
    let allowed: Vec<_> = if stands_still {
        let choosable = |class| matches!(class, Some(EdgeClass::Plain | EdgeClass::Guarded | EdgeClass::Conditional));
        control.effective(path.node).iter().filter(|exit| choosable(control.class(exit.edge))).collect()
    } else {
        Vec::new()
    };
    let Some(exit) = allowed.iter().find(|exit| exit.edge == edge) else {
        let ids: Vec<String> = allowed.iter().map(|exit| format!("e{}", exit.edge.0)).collect();
        let message = if ids.is_empty() {
            match stands_still {
                true => format!("path {id} has no edge that can be chosen"),
                false => format!("path {id} is not blocked, so there is nothing to choose"),
            }
        } else {
            format!("e{} cannot be chosen for path {id}; it can take {}", edge.0, ids.join(", "))
        };
        let edges = ids.into_iter().map(Value::from).collect();
        return Err(Refusal::new(Code::NotChoosable, message).with([("edges", edges)]));
    };
    let against = test_condition(run, path, edge).is_some_and(|result| result != Ok(true));
    let mut draft = Draft::new(run, Counts::Action);
    let mut mover = PathMover { draft: &mut draft, path: (**path).clone() };
    mover.path.disturb();
    mover.cross(**exit, Cause { forced: against.then_some(true), ..Cause::of(CauseKind::Choice) });
    let path = mover.path;
    draft.put(path);
    Ok(draft.finish(Some(id)))
}

pub(in crate::run) fn cancel(run: &Run, path: Option<&PathId>) -> Result<Applied, Refusal> {
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

fn timed_out(run: &Run) -> bool {
    run.elapsed_ms > u64::from(run.limits.timeout)
}
