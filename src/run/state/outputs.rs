//! How a run ended: its outcome and its output contexts.

use std::sync::Arc;

use crate::context::{ContextMap, store};
use crate::machine::model::Role;
use crate::run::state::outcome::{Incomplete, Outcome, Report};
use crate::run::state::{PathId, Run, Status};
use crate::shape;
use crate::value::Value;

impl Outcome {
    /// Computes the outcome of a run that was started.
    pub fn of(run: &Run, report: impl FnOnce() -> Report) -> Outcome {
        let mut blocked = false;
        for path in run.paths.values() {
            match &path.status {
                Status::Active | Status::AwaitingAgent(_) | Status::AwaitingAnswers | Status::AwaitingEvent => {
                    return Outcome::Running;
                }
                Status::Parked(parked) if run.has_timeout(&parked.join) => return Outcome::Running,
                Status::Blocked(_) | Status::Parked(_) => blocked = true,
                _ => {}
            }
        }
        if blocked {
            return Outcome::Blocked(report());
        }
        let failures = || {
            run.paths.values().filter_map(|path| match &path.status {
                Status::Failed(failure) => Some((&path.id, failure)),
                _ => None,
            })
        };
        if let Some((_, first)) = failures().next() {
            return Outcome::Failed { paths: failures().map(|(id, _)| id.clone()).collect(), failure: first.clone() };
        }
        if run.paths.values().any(|path| path.status == Status::Completed) {
            return Outcome::Completed { incomplete: incomplete(run) };
        }
        Outcome::Cancelled
    }
}

/// An output context with its current values.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The context.
    pub context: Arc<str>,
    /// Where; `None` for a shared context.
    pub path: Option<PathId>,
    /// No required field is unset.
    pub complete: bool,
    /// The required fields that are unset.
    pub missing: Vec<Arc<str>>,
    /// Its set fields.
    pub value: Value,
}
shape!(Output { context, path, complete, missing, value });

/// The output contexts of every completed path, in path and source order; then the shared ones, whatever the outcome.
pub fn outputs(run: &Run) -> Vec<Output> {
    let machine = &run.machine;
    let mut all = Vec::new();
    let mut add = |path: Option<&PathId>, map: &ContextMap| {
        for (at, context) in machine.contexts.entries() {
            if context.role != Role::Output || context.shared != path.is_none() {
                continue;
            }
            let mut missing = Vec::new();
            for id in &context.fields {
                let field = &machine.fields[*id];
                if field.required && !map.contains_key(id) {
                    missing.push(field.name.clone());
                }
            }
            all.push(Output {
                context: machine.context_id(at).clone(),
                path: path.cloned(),
                complete: missing.is_empty(),
                missing,
                value: store::whole(machine, &run.added, map, at),
            });
        }
    };
    for path in run.paths.values().filter(|path| path.status == Status::Completed) {
        add(Some(&path.id), &path.context);
    }
    add(None, &run.shared);
    all
}

/// The outputs with missing fields.
fn incomplete(run: &Run) -> Vec<Incomplete> {
    let outputs = outputs(run).into_iter().filter(|output| !output.complete);
    outputs
        .map(|Output { path, context, missing, .. }| {
            let reason = reason(run, path.as_ref(), &context, &missing);
            Incomplete { path, context, missing, reason }
        })
        .collect()
}

/// Why `@from` did not fill the missing fields of an output: of a shared one the first reason of any path.
fn reason(run: &Run, path: Option<&PathId>, context: &str, missing: &[Arc<str>]) -> Option<Arc<str>> {
    let paths = run.paths.values().filter(|other| path.is_none_or(|path| other.id == *path));
    let errors: Vec<_> =
        paths.flat_map(|path| path.from_errors.iter()).filter(|error| *error.context == *context).collect();
    let of_field = |field: &Arc<str>| errors.iter().find(|error| error.field == *field);
    let reasons: Vec<String> =
        missing.iter().filter_map(of_field).map(|error| format!("`{}`: {}", error.field, error.message)).collect();
    (!reasons.is_empty()).then(|| reasons.join("; ").into())
}
