//! The statuses of a path, why it is blocked, cancelled or failed.

use std::sync::Arc;

use crate::ids::PathId;
use crate::machine::model::EdgeIdx;
use crate::run::state::lineage::Parked;
use crate::value::Value;
use crate::{shape, words};

/// The status of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// Can be stepped.
    Active,
    /// Its agent request with this number is open.
    AwaitingAgent(u32),
    /// Required information requests are open.
    AwaitingAnswers,
    /// Only an event or a timer can move it.
    AwaitingEvent,
    /// Waits at a join.
    Parked(Arc<Parked>),
    /// No edge can be taken.
    Blocked(Blocked),
    /// All its continuation was spawned.
    Forked,
    /// Ended at a node without exits.
    Completed,
    /// Ended by a failure.
    Failed(Arc<Failure>),
    /// Ended by the host or another path.
    Cancelled(Cancelled),
    /// Its values went into this path.
    Merged(PathId),
}

/// Something that went wrong on a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// The code within the kind.
    pub code: Arc<str>,
    /// In words.
    pub message: Arc<str>,
    /// Where.
    pub node: Arc<str>,
    /// The tool that failed.
    pub tool: Option<Arc<str>>,
    /// The edge concerned.
    pub edge: Option<EdgeIdx>,
    /// Another attempt may help.
    pub retryable: bool,
    /// Data a program needs to see what is wrong.
    pub data: Option<Value>,
}
shape!(Failure { kind, code, message, node, retryable; tool, edge, data });

impl Status {
    /// Which status it is, without its details.
    pub fn kind(&self) -> StatusKind {
        match self {
            Status::Active => StatusKind::Active,
            Status::AwaitingAgent(_) => StatusKind::AwaitingAgent,
            Status::AwaitingAnswers => StatusKind::AwaitingAnswers,
            Status::AwaitingEvent => StatusKind::AwaitingEvent,
            Status::Parked(_) => StatusKind::Parked,
            Status::Blocked(_) => StatusKind::Blocked,
            Status::Forked => StatusKind::Forked,
            Status::Completed => StatusKind::Completed,
            Status::Failed(_) => StatusKind::Failed,
            Status::Cancelled(_) => StatusKind::Cancelled,
            Status::Merged(_) => StatusKind::Merged,
        }
    }

    /// The camel-case word.
    pub fn word(&self) -> &'static str {
        self.kind().word()
    }

    /// True while the path can still continue by itself or by something from outside.
    pub fn is_live(&self) -> bool {
        !matches!(self, Status::Forked) && !self.is_terminal()
    }

    /// True for states that are never left.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Status::Completed | Status::Failed(_) | Status::Cancelled(_) | Status::Merged(_))
    }
}

words! {
    /// The statuses of a path: the one table of their words.
    pub enum StatusKind {
        /// Can be stepped.
        Active = "active",
        /// Waits for its agent.
        AwaitingAgent = "awaitingAgent",
        /// Waits for answers.
        AwaitingAnswers = "awaitingAnswers",
        /// Waits for an event or a timer.
        AwaitingEvent = "awaitingEvent",
        /// Waits at a join.
        Parked = "parked",
        /// No edge can be taken.
        Blocked = "blocked",
        /// Continues in its children.
        Forked = "forked",
        /// Ended at a node without exits.
        Completed = "completed",
        /// Ended by a failure.
        Failed = "failed",
        /// Ended by the host or another path.
        Cancelled = "cancelled",
        /// Its values went into another path.
        Merged = "merged",
    }
}

words! {
    /// Why no edge can be taken.
    pub enum Blocked {
        /// No condition is true.
        NoTransition = "noTransition",
        /// Several edges can be taken and nothing decides between them.
        Ambiguous = "ambiguous",
    }
}

impl Blocked {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Blocked::NoTransition => "no condition is true",
            Blocked::Ambiguous => "more than one edge can be taken",
        }
    }
}

words! {
    /// Why a path was cancelled.
    pub enum Cancelled {
        /// The host cancelled it.
        Host = "host",
        /// Another path failed and the machine is fail-fast.
        FailFast = "failFast",
        /// A join fired without it.
        JoinFired = "joinFired",
        /// A join fired without it because it took too long.
        JoinTimeout = "joinTimeout",
        /// The host cancelled the run.
        RunCancelled = "runCancelled",
    }
}

words! {
    /// What kind of failure it is.
    pub enum FailureKind {
        /// The agent replied with an error.
        Agent = "agent",
        /// A tool call was refused.
        Tool = "tool",
        /// The agent used up its turns.
        TurnLimit = "turn-limit",
        /// The agent chose none of the edges.
        NoChoice = "no-choice",
        /// The list of a fan-out is not a list.
        MapSource = "map-source",
        /// A fan-out would exceed the limit of paths.
        PathLimit = "path-limit",
        /// A join failed.
        Join = "join",
        /// A `@set` cannot be carried out.
        Set = "set",
        /// The run reached a limit.
        Limit = "limit",
        /// The node was removed. Only in runs that older versions saved.
        NodeMissing = "node-missing",
    }
}
