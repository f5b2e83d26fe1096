//! The statuses of a path, why it is blocked, cancelled or failed.

use std::sync::Arc;

use crate::ids::PathId;
use crate::json::{ToJson, Writer};
use crate::machine::model::EdgeIdx;
use crate::run::state::lineage::Parked;
use crate::shape;

/// Whether and why a path waits or ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// Can be stepped.
    Active,
    /// Its agent request with this number is open.
    AwaitingAgent(u32),
    /// Required information requests are open.
    AwaitingAnswers,
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

/// Why no edge can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// No condition is true.
    NoTransition,
    /// Several edges can be taken and nothing decides between them.
    Ambiguous,
}

impl ToJson for Blocked {
    fn write(&self, out: &mut Writer) {
        out.string(self.word());
    }
}

impl Blocked {
    /// The camel-case word.
    pub fn word(self) -> &'static str {
        match self {
            Blocked::NoTransition => "noTransition",
            Blocked::Ambiguous => "ambiguous",
        }
    }

    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Blocked::NoTransition => "no condition is true",
            Blocked::Ambiguous => "nothing decides which edge to take",
        }
    }
}

/// Why a path was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// The host cancelled it.
    Host,
    /// Another path failed and the machine is fail-fast.
    FailFast,
    /// A join went on without it.
    JoinFired,
    /// A join went on without it, because it took too long.
    JoinTimeout,
    /// The host cancelled the run.
    RunCancelled,
}

impl Cancelled {
    /// The camel-case word.
    pub fn word(self) -> &'static str {
        match self {
            Cancelled::Host => "host",
            Cancelled::FailFast => "failFast",
            Cancelled::JoinFired => "joinFired",
            Cancelled::JoinTimeout => "joinTimeout",
            Cancelled::RunCancelled => "runCancelled",
        }
    }
}

impl Status {
    /// The camel-case word.
    pub fn word(&self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::AwaitingAgent(_) => "awaitingAgent",
            Status::AwaitingAnswers => "awaitingAnswers",
            Status::Parked(_) => "parked",
            Status::Blocked(_) => "blocked",
            Status::Forked => "forked",
            Status::Completed => "completed",
            Status::Failed(_) => "failed",
            Status::Cancelled(_) => "cancelled",
            Status::Merged(_) => "merged",
        }
    }

    /// True while the path can still go on by itself or by an answer.
    pub fn is_live(&self) -> bool {
        !matches!(self, Status::Forked) && !self.is_terminal()
    }

    /// True for states that are never left.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Status::Completed | Status::Failed(_) | Status::Cancelled(_) | Status::Merged(_))
    }
}

/// Something that went wrong on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind, a kebab-case word.
    pub kind: &'static str,
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
}
shape!(Failure { kind, code, message, node, retryable; tool, edge });
