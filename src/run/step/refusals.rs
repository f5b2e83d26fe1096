//! Why an action is refused: what is unknown, over, or waited for.

use std::sync::Arc;

use crate::refusal::{Code, Refusal};
use crate::run::state::outcome::Outcome;
use crate::run::state::{AgentId, InfoRequest, Path, PathId, Run, Status};
use crate::run::step::awaited::{as_value, awaited_events, running_timers, waited_for};
use crate::schema::messages;
use crate::value::Value;

pub(in crate::run) fn find<'a>(run: &'a Run, id: &PathId) -> Result<&'a Arc<Path>, Refusal> {
    run.path(id).ok_or_else(|| Refusal::new(Code::UnknownPath, format!("unknown path {id}")))
}

/// A path that has not ended. A forked path counts, because it may be revived.
pub(in crate::run) fn unended<'a>(run: &'a Run, id: &PathId) -> Result<&'a Arc<Path>, Refusal> {
    let path = find(run, id)?;
    if path.status.is_terminal() {
        return Err(Refusal::new(Code::PathEnded, format!("path {id} has ended: {}", path.status.word())));
    }
    Ok(path)
}

/// Why `step` has nothing to do.
pub(in crate::run) fn stands_still(run: &Run) -> Refusal {
    if run.paths.is_empty() {
        let message = match &*run.outcome {
            Outcome::NotStarted { errors } if !errors.is_empty() => {
                format!("the run has not started: {}", messages(errors))
            }
            _ => "the run has not started: the machine has nothing to run".to_owned(),
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
    if run.paths.values().any(|path| path.status == Status::AwaitingEvent) {
        return events_pending(run, None);
    }
    if let Outcome::Blocked(report) = &*run.outcome {
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

pub(in crate::run) fn agent_pending(run: &Run, waiting: &[&Arc<Path>]) -> Refusal {
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
    Refusal::new(Code::AgentPending, format!("waiting for agent: {}", words.join(", ")))
        .with([("requests", requests.collect())])
}

/// The refusal while only an event or a timer can move one path, or all that wait.
pub(in crate::run) fn events_pending(run: &Run, path: Option<&Path>) -> Refusal {
    let waiting = run.live().filter(|live| live.status == Status::AwaitingEvent);
    let waiting = waiting.filter(|live| path.is_none_or(|path| path.id == live.id));
    let words: Vec<String> = waiting
        .map(|path| format!("path {} at `{}` for {}", path.id, run.node_of(path), waited_for(run, path)))
        .collect();
    let message = format!(
        "waiting: {}. Send an event with run.send(name, data), or let time pass with run.elapse(ms)",
        words.join("; ")
    );
    Refusal::new(Code::EventsPending, message)
        .with([("awaited", as_value(&awaited_events(run, path))), ("timers", as_value(&running_timers(run, path)))])
}

/// The refusal while required answers are missing: of one path, or of all of them.
pub(in crate::run) fn requests_pending(run: &Run, path: Option<&Path>) -> Refusal {
    let waits = |request: &&Arc<InfoRequest>| {
        request.is_open() && request.required && path.is_none_or(|path| path.id == request.id.path)
    };
    let open: Vec<&Arc<InfoRequest>> = run.requests.values().filter(waits).collect();
    let describe = |request: &&Arc<InfoRequest>| {
        format!("{} (path {}, node `{}`): \"{}\"", request.id, request.id.path, request.node, request.query)
    };
    let (are, each) = if open.len() == 1 { ("answer is", "it") } else { ("answers are", "each") };
    let how = how_to_answer(&open);
    let message = format!(
        "{} required {are} missing: {}. Give {each} with {how}",
        open.len(),
        open.iter().map(describe).collect::<Vec<_>>().join("; ")
    );
    let requests = open.iter().map(|request| -> Value {
        [
            ("id", Value::from(request.id.to_string())),
            ("path", Value::from(request.id.path.to_string())),
            ("node", Value::from(request.node.clone())),
            ("query", Value::from(request.query.clone())),
        ]
        .into_iter()
        .collect()
    });
    Refusal::new(Code::RequestsPending, message).with([
        ("count", Value::from(open.len())),
        ("requests", requests.collect()),
        ("how", Value::from(how)),
    ])
}

/// What a program calls to answer these requests.
fn how_to_answer(open: &[&Arc<InfoRequest>]) -> String {
    let is_form = |request: &&Arc<InfoRequest>| request.form.is_some();
    let mut calls = Vec::new();
    if !open.iter().all(is_form) {
        calls.push("run.answer(id, text)");
    }
    if open.iter().any(is_form) {
        calls.push("run.answer(id, { field: value })");
    }
    calls.push("run.answer(id, { error: text })");
    if open.len() > 1 {
        calls.push("run.answers({ id: answer })");
    }
    let last = calls.pop().unwrap_or_default();
    format!("{} or {last}", calls.join(", "))
}
