//! The outcome of a run.

use std::sync::Arc;

use crate::ids::PathId;
use crate::json::{ToJson, Writer};
use crate::machine::model::EdgeIdx;
use crate::run::state::lineage::JoinKey;
use crate::run::state::status::{Blocked, Failure, StatusKind};
use crate::schema::Violation;
use crate::{shape, words};

/// The outcome of a run at one moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// There is no path.
    NotStarted {
        /// The start values that were refused; none when there is no executable node.
        errors: Vec<Violation>,
    },
    /// Something can continue by itself or by an answer.
    Running,
    /// Nothing can continue without the host.
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

words! {
    /// The outcomes of a run: the one table of their words.
    pub enum OutcomeKind {
        /// There is no path.
        NotStarted = "notStarted",
        /// Something can continue by itself or by an answer.
        Running = "running",
        /// Nothing can continue without the host.
        Blocked = "blocked",
        /// Ended.
        Completed = "completed",
        /// Ended with a failed path.
        Failed = "failed",
        /// Ended by being cancelled.
        Cancelled = "cancelled",
    }
}

words! {
    /// What a condition gave on a path.
    pub enum TestResult {
        /// The edge may be taken.
        True = "true",
        /// It may not.
        False = "false",
        /// The condition cannot be evaluated.
        Error = "error",
    }
}

impl TestResult {
    /// The result of a test.
    pub fn of(result: &Result<bool, String>) -> Self {
        match result {
            Ok(true) => TestResult::True,
            Ok(false) => TestResult::False,
            Err(_) => TestResult::Error,
        }
    }
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
    /// Why `@from` left them unset.
    pub reason: Option<Arc<str>>,
}
shape!(Incomplete { path, context, missing; reason });

/// Why nothing can continue.
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
    /// The node it is at.
    pub node: Arc<str>,
    /// Its status.
    pub status: StatusKind,
    /// Why it does not arrive.
    pub why: String,
}
shape!(MissingPath { path, node, status, why });

/// A blocked path.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockedPath {
    /// The path.
    pub path: PathId,
    /// The node it is at.
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
    /// The condition must be false.
    pub unless: Option<bool>,
    /// What its condition gave.
    pub result: Option<TestResult>,
}
shape!(BlockedEdge { edge; condition, unless, result });

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
        let mut text = format!("join `{}`: {} of {} arrived", self.join, self.have, self.need);
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
    /// Which outcome it is, without its details.
    pub fn kind(&self) -> OutcomeKind {
        match self {
            Outcome::NotStarted { .. } => OutcomeKind::NotStarted,
            Outcome::Running => OutcomeKind::Running,
            Outcome::Blocked(_) => OutcomeKind::Blocked,
            Outcome::Completed { .. } => OutcomeKind::Completed,
            Outcome::Failed { .. } => OutcomeKind::Failed,
            Outcome::Cancelled => OutcomeKind::Cancelled,
        }
    }

    /// The camel-case word.
    pub fn word(&self) -> &'static str {
        self.kind().word()
    }

    /// True if no action can continue the run.
    pub fn is_end(&self) -> bool {
        matches!(self, Outcome::Completed { .. } | Outcome::Failed { .. } | Outcome::Cancelled)
    }
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
