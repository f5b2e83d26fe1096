//! Why a run stands as it stands.

use std::sync::Arc;

use crate::context::{ContextMap, store};
use crate::json::{ToJson, Writer};
use crate::machine::model::{EdgeIdx, Role};
use crate::run::state::{Blocked, Failure, JoinKey, PathId, Run, Status};
use crate::schema::Violation;
use crate::shape;
use crate::value::Value;

/// The outcome of a run at one moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// There is no path.
    NotStarted {
        /// The start values that were refused; none when there is no executable node.
        errors: Vec<Violation>,
    },
    /// Something can go on by itself or by an answer.
    Running,
    /// Nothing can go on without a hand.
    Blocked(Report),
    /// Ended.
    Completed {
        /// Output contexts with required fields that are unset.
        incomplete: Vec<Incomplete>,
    },
    /// Ended with a failed path.
    Failed {
        /// The failed paths.
        paths: Vec<PathId>,
        /// The first failure.
        failure: Arc<Failure>,
    },
    /// Ended by being cancelled.
    Cancelled,
}

/// An output context that is not complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Incomplete {
    /// Where; `None` for a shared context.
    pub path: Option<PathId>,
    /// The context.
    pub context: Arc<str>,
    /// Its required fields that are unset.
    pub missing: Vec<Arc<str>>,
}
shape!(Incomplete { path, context, missing });

/// Why nothing can go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The joins at which paths wait.
    pub joins: Vec<WaitingJoin>,
    /// The blocked paths.
    pub blocked: Vec<BlockedPath>,
}

/// A join that does not fire.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingJoin {
    /// The join.
    pub join: JoinKey,
    /// How many paths are there.
    pub have: usize,
    /// How many it needs.
    pub need: usize,
    /// The paths that are there, in order of arrival.
    pub parked: Vec<PathId>,
    /// The paths that could arrive.
    pub missing: Vec<MissingPath>,
}
shape!(WaitingJoin { join, have, need, parked, missing });

/// A path that a join waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingPath {
    /// The path.
    pub path: PathId,
    /// Where it stands.
    pub node: Arc<str>,
    /// Its status.
    pub status: &'static str,
    /// Why it does not come.
    pub why: String,
}
shape!(MissingPath { path, node, status, why });

/// A blocked path.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockedPath {
    /// The path.
    pub path: PathId,
    /// Where it stands.
    pub node: Arc<str>,
    /// Why it cannot leave.
    pub reason: Blocked,
    /// Its edges and what their conditions gave.
    pub edges: Vec<BlockedEdge>,
}
shape!(BlockedPath { path, node, reason, edges });

/// An edge that was not taken.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockedEdge {
    /// The edge.
    pub edge: EdgeIdx,
    /// Its condition.
    pub condition: Option<Arc<str>>,
    /// `true`, `false` or `error`.
    pub result: Option<&'static str>,
}
shape!(BlockedEdge { edge; condition, result });

impl Report {
    /// One sentence per waiting join and per blocked path.
    pub fn text(&self) -> String {
        let mut sentences: Vec<String> = self.joins.iter().map(WaitingJoin::text).collect();
        let sentence = |blocked: &BlockedPath| {
            format!("path {} is blocked at `{}`: {}", blocked.path, blocked.node, blocked.reason.text())
        };
        sentences.extend(self.blocked.iter().map(sentence));
        sentences.join("; ")
    }
}

impl WaitingJoin {
    fn text(&self) -> String {
        let mut text = format!("join `{}`: {} of {} here", self.join, self.have, self.need);
        for (at, missing) in self.missing.iter().enumerate() {
            text.push_str(if at == 0 { "; waiting for " } else { ", and " });
            text.push_str(&format!("path {}, {} at `{}`", missing.path, missing.status, missing.node));
            if !missing.why.is_empty() {
                text.push_str(&format!(": {}", missing.why));
            }
        }
        text
    }
}

impl ToJson for Report {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("joins", &self.joins);
            object.field("blocked", &self.blocked);
            object.field("text", &self.text());
        });
    }
}

impl Outcome {
    /// The camel-case word.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::NotStarted { .. } => "notStarted",
            Outcome::Running => "running",
            Outcome::Blocked(_) => "blocked",
            Outcome::Completed { .. } => "completed",
            Outcome::Failed { .. } => "failed",
            Outcome::Cancelled => "cancelled",
        }
    }

    /// True when no action can make it go on.
    pub fn is_end(&self) -> bool {
        matches!(self, Outcome::Completed { .. } | Outcome::Failed { .. } | Outcome::Cancelled)
    }

    /// Computes the outcome of a run that was started.
    pub fn of(run: &Run, report: impl FnOnce() -> Report) -> Outcome {
        let mut blocked = false;
        for path in run.paths.values() {
            match &path.status {
                Status::Active | Status::AwaitingAgent(_) | Status::AwaitingAnswers => return Outcome::Running,
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

/// An output context as it stands.
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

/// The output contexts of every completed path, in path and source order; then the shared ones, however it stands.
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

/// Those of the outputs that lack something.
fn incomplete(run: &Run) -> Vec<Incomplete> {
    let outputs = outputs(run).into_iter().filter(|output| !output.complete);
    outputs.map(|Output { path, context, missing, .. }| Incomplete { path, context, missing }).collect()
}

impl ToJson for Outcome {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("kind", &self.word());
            match self {
                Outcome::NotStarted { errors } => {
                    object.field("reason", if errors.is_empty() { &"nothingToRun" } else { &"invalidInput" });
                    object.field("errors", errors);
                }
                Outcome::Blocked(report) => object.field("report", report),
                Outcome::Completed { incomplete } => object.field("incomplete", incomplete),
                Outcome::Failed { paths, failure } => {
                    object.field("paths", paths);
                    object.field("failure", failure);
                }
                Outcome::Running | Outcome::Cancelled => {}
            }
        });
    }
}
