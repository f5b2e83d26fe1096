//! What happened, in order. Events are a function of the actions since the start.

mod json;

use std::sync::Arc;

use crate::context::Change;
use crate::context::artifact::Artifact;
use crate::json::{ToJson, Writer};
use crate::machine::control::Work;
use crate::machine::join::Strategy;
use crate::machine::model::EdgeIdx;
use crate::run::state::outcome::{BlockedEdge, Outcome, Report, TestResult};
use crate::run::state::{
    self, AgentId, Cancelled, Failure, Force, InfoRequest, JoinKey, Limits, Move, PathId, ReceivedEvent, Replica,
    RequestId, ToolResult, Usage,
};
use crate::schema::Violation;
use crate::value::Value;
use crate::{shape, words};

/// One event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Number along the branch, from 1 without gaps.
    pub seq: u64,
    /// The action it belongs to.
    pub step: u32,
    /// The tick it happened in.
    pub tick: u32,
    /// What happened.
    pub kind: Kind,
}

/// Where a path stands: the path and the full path of the node.
#[derive(Clone, Debug, PartialEq)]
pub struct At {
    /// The path.
    pub path: PathId,
    /// The node.
    pub node: Arc<str>,
}

/// A path at its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Started {
    /// The path.
    pub path: PathId,
    /// The node it is at.
    pub node: Arc<str>,
    /// Modules passed on the way in.
    pub entered: Vec<Arc<str>>,
}
shape!(Started { path, node, entered });

/// A path that was spawned.
#[derive(Clone, Debug, PartialEq)]
pub struct Child {
    /// The path.
    pub path: PathId,
    /// The node it is at.
    pub node: Arc<str>,
    /// Modules passed on the way in.
    pub entered: Vec<Arc<str>>,
    /// Position among the children of the fork.
    pub branch: u32,
    /// Its own item, index and total on a counted or data fan-out.
    pub replica: Option<Replica>,
}

impl ToJson for Child {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("path", &self.path);
            object.field("node", &self.node);
            object.field("entered", &self.entered);
            object.field("branch", &self.branch);
            if let Some(replica) = &self.replica {
                object.field("index", &replica.index);
                object.field("total", &replica.total);
                object.maybe("item", &replica.item);
            }
        });
    }
}

/// A value of one path in a merge.
#[derive(Clone, Debug, PartialEq)]
pub struct PathValue {
    /// The path.
    pub path: PathId,
    /// The value.
    pub value: Value,
}
shape!(PathValue { path, value });

/// A field changed by a merge.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The context.
    pub context: Arc<str>,
    /// The field.
    pub change: Change,
}

impl ToJson for Merged {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("context", &self.context);
            object.field("field", &self.change.field);
            object.maybe("before", &self.change.before);
            object.field("after", &self.change.after);
        });
    }
}

words! {
    /// Who wrote.
    pub enum Source {
        /// An agent's call.
        Agent = "agent",
        /// The host.
        Host = "host",
        /// An answer to a form.
        Answer = "answer",
        /// A gather rule of a join.
        Gather = "gather",
        /// An edit of the machine.
        Edit = "edit",
        /// A `@set`.
        Set = "set",
        /// A `@from` of an output.
        Output = "output",
    }
}

words! {
    /// Why a request lapsed.
    pub enum Lapse {
        /// Its path left the node.
        Left = "left",
        /// Its path ended.
        Ended = "ended",
        /// An event or a timer took its path away.
        Interrupted = "interrupted",
    }
}

words! {
    /// What spawned paths.
    pub enum SpawnedBy {
        /// The edge, when its path left the node.
        Edge = "edge",
        /// A tool call of the agent.
        Tool = "tool",
    }
}

words! {
    /// Why a join fired.
    pub enum Fired {
        /// All its paths are there, or as many as it needs.
        Complete = "complete",
        /// It took too long.
        Timeout = "timeout",
        /// No other path can arrive.
        Short = "short",
    }
}

words! {
    /// Why a join failed.
    pub enum JoinFault {
        /// It took too long.
        Timeout = "timeout",
        /// No other path can arrive.
        Short = "short",
        /// Paths changed the same field differently.
        Conflict = "conflict",
        /// A gather rule does not fit its field.
        Gather = "gather",
        /// The merged values are not valid.
        Invalid = "invalid",
        /// The `@set` of its edge cannot be carried out.
        Set = "set",
    }
}

words! {
    /// A limit of a run.
    pub enum Limit {
        /// Node entries over all paths.
        MaxSteps = "maxSteps",
        /// Entries of one path into one node.
        MaxNodeInvocations = "maxNodeInvocations",
        /// Live paths.
        MaxPaths = "maxPaths",
        /// Running time.
        Timeout = "timeout",
        /// Tokens of all replies.
        MaxTokens = "maxTokens",
    }
}

/// The kinds of events. Large parts are shared, because every event is as large as the largest kind.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields carry the names of the JSON, which the runtime guide describes")]
pub enum Kind {
    RunStarted {
        starts: Vec<Started>,
        machine_hash: Arc<str>,
        limits: Limits,
    },
    NodeEntered {
        at: At,
        visit: u32,
    },
    AgentRequested {
        at: At,
        request: AgentId,
        work: Work,
        attempt: u32,
        turn: u32,
        digest: Arc<str>,
        delay_ms: u32,
    },
    AgentReplied {
        at: At,
        request: AgentId,
        turns: usize,
        is_final: bool,
        error: Option<Arc<str>>,
        usage: Option<Arc<Usage>>,
    },
    AgentSaid {
        at: At,
        request: AgentId,
        text: Arc<str>,
    },
    ToolCalled {
        at: At,
        request: AgentId,
        input: Value,
        result: Arc<ToolResult>,
    },
    ContextRead {
        at: At,
        context: Arc<str>,
        fields: Vec<Arc<str>>,
        missing: Vec<Arc<str>>,
    },
    ContextWritten {
        path: Option<PathId>,
        node: Option<Arc<str>>,
        context: Arc<str>,
        changes: Vec<Change>,
        version: u32,
        source: Source,
    },
    ArtifactWritten {
        artifact: Arc<Artifact>,
    },
    WriteRefused {
        path: PathId,
        node: Option<Arc<str>>,
        context: Arc<str>,
        errors: Vec<Violation>,
        source: Source,
    },
    RequestOpened {
        /// As it was opened.
        request: Arc<InfoRequest>,
        fallback: Option<bool>,
    },
    RequestAnswered {
        at: At,
        request: RequestId,
        ok: bool,
        text: Arc<str>,
        value: Option<Value>,
    },
    RequestLapsed {
        at: At,
        request: RequestId,
        reason: Lapse,
    },
    TemplateUnresolved {
        at: At,
        place: &'static str,
        placeholders: Vec<String>,
    },
    ConditionEvaluated {
        path: PathId,
        edge: EdgeIdx,
        result: TestResult,
        error: Option<String>,
    },
    ForceSet {
        path: Option<PathId>,
        edge: EdgeIdx,
        mode: Option<Force>,
    },
    Forced {
        at: At,
        edge: EdgeIdx,
        mode: Force,
    },
    Moved {
        path: PathId,
        edge: EdgeIdx,
        reverse: bool,
        left: Vec<Arc<str>>,
        entered: Vec<Arc<str>>,
        /// The one that the path's history holds.
        step: Arc<Move>,
    },
    Spawned {
        path: PathId,
        edge: EdgeIdx,
        by: SpawnedBy,
        group: Option<Arc<str>>,
        children: Vec<Child>,
    },
    NothingSpawned {
        at: At,
        edge: EdgeIdx,
    },
    PathForked {
        at: At,
    },
    Parked {
        at: At,
        edge: EdgeIdx,
        join: Arc<JoinKey>,
        have: usize,
        need: usize,
        missing: Vec<PathId>,
    },
    JoinFired {
        join: Arc<JoinKey>,
        generation: u32,
        paths: Vec<PathId>,
        continuing: Option<PathId>,
        cancelled: Vec<PathId>,
        reason: Fired,
    },
    JoinFailed {
        join: Arc<JoinKey>,
        generation: u32,
        paths: Vec<PathId>,
        code: JoinFault,
        errors: Vec<Violation>,
    },
    MergeConflict {
        join: Arc<JoinKey>,
        context: Arc<str>,
        field: Arc<str>,
        values: Vec<PathValue>,
        taken: Option<Value>,
        strategy: Strategy,
    },
    Merged {
        path: PathId,
        join: Arc<JoinKey>,
        from: Vec<PathId>,
        strategy: Strategy,
        changes: Vec<Merged>,
    },
    PathRevived {
        path: PathId,
        join: Arc<JoinKey>,
    },
    PathMerged {
        path: PathId,
        into: PathId,
        join: Arc<JoinKey>,
    },
    VisitFailed {
        at: At,
        attempt: u32,
        failure: Arc<Failure>,
    },
    RetryScheduled {
        at: At,
        attempt: u32,
        delay_ms: u32,
    },
    Caught {
        path: PathId,
        edge: EdgeIdx,
        failure: Arc<Failure>,
    },
    Compensating {
        at: At,
        undone: Arc<str>,
    },
    PathCompleted {
        at: At,
    },
    PathFailed {
        at: At,
        failure: Arc<Failure>,
    },
    PathCancelled {
        at: At,
        reason: Cancelled,
        by: Option<PathId>,
    },
    Blocked {
        at: At,
        reason: state::Blocked,
        edges: Vec<BlockedEdge>,
    },
    Unblocked {
        at: At,
    },
    LimitHit {
        path: PathId,
        limit: Limit,
        value: u32,
    },
    LoopNotice {
        at: At,
    },
    PropertyViolated {
        at: At,
        property: Arc<str>,
    },
    EventReceived {
        event: Arc<ReceivedEvent>,
        paths: Vec<PathId>,
    },
    TimerFired {
        at: At,
        edge: EdgeIdx,
        due: u64,
    },
    TimeReported {
        elapsed_ms: u64,
    },
    EditProposed {
        edit: Arc<str>,
        path: Option<PathId>,
        reason: Arc<str>,
    },
    MachineEdited {
        edit: Arc<str>,
        rev: u32,
        machine_hash: Arc<str>,
    },
    EditRejected {
        edit: Arc<str>,
    },
    CheckpointTaken {
        path: PathId,
        name: Arc<str>,
    },
    NoRecording {
        at: At,
        request: Arc<str>,
        digest: Arc<str>,
    },
    OutputIncomplete {
        path: Option<PathId>,
        context: Arc<str>,
        missing: Vec<Arc<str>>,
        reason: Option<Arc<str>>,
    },
    RunBlocked {
        report: Report,
    },
    RunEnded {
        outcome: Arc<Outcome>,
    },
}

impl Kind {
    /// The camel-case word.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::RunStarted { .. } => "runStarted",
            Kind::NodeEntered { .. } => "nodeEntered",
            Kind::AgentRequested { .. } => "agentRequested",
            Kind::AgentReplied { .. } => "agentReplied",
            Kind::AgentSaid { .. } => "agentSaid",
            Kind::ToolCalled { .. } => "toolCalled",
            Kind::ContextRead { .. } => "contextRead",
            Kind::ContextWritten { .. } => "contextWritten",
            Kind::ArtifactWritten { .. } => "artifactWritten",
            Kind::WriteRefused { .. } => "writeRefused",
            Kind::RequestOpened { .. } => "requestOpened",
            Kind::RequestAnswered { .. } => "requestAnswered",
            Kind::RequestLapsed { .. } => "requestLapsed",
            Kind::TemplateUnresolved { .. } => "templateUnresolved",
            Kind::ConditionEvaluated { .. } => "conditionEvaluated",
            Kind::ForceSet { .. } => "forceSet",
            Kind::Forced { .. } => "forced",
            Kind::Moved { .. } => "moved",
            Kind::Spawned { .. } => "spawned",
            Kind::NothingSpawned { .. } => "nothingSpawned",
            Kind::PathForked { .. } => "pathForked",
            Kind::Parked { .. } => "parked",
            Kind::JoinFired { .. } => "joinFired",
            Kind::JoinFailed { .. } => "joinFailed",
            Kind::MergeConflict { .. } => "mergeConflict",
            Kind::Merged { .. } => "merged",
            Kind::PathRevived { .. } => "pathRevived",
            Kind::PathMerged { .. } => "pathMerged",
            Kind::VisitFailed { .. } => "visitFailed",
            Kind::RetryScheduled { .. } => "retryScheduled",
            Kind::Caught { .. } => "caught",
            Kind::Compensating { .. } => "compensating",
            Kind::PathCompleted { .. } => "pathCompleted",
            Kind::PathFailed { .. } => "pathFailed",
            Kind::PathCancelled { .. } => "pathCancelled",
            Kind::Blocked { .. } => "blocked",
            Kind::Unblocked { .. } => "unblocked",
            Kind::LimitHit { .. } => "limitHit",
            Kind::LoopNotice { .. } => "loopNotice",
            Kind::PropertyViolated { .. } => "propertyViolated",
            Kind::EventReceived { .. } => "eventReceived",
            Kind::TimerFired { .. } => "timerFired",
            Kind::TimeReported { .. } => "timeReported",
            Kind::EditProposed { .. } => "editProposed",
            Kind::MachineEdited { .. } => "machineEdited",
            Kind::EditRejected { .. } => "editRejected",
            Kind::CheckpointTaken { .. } => "checkpointTaken",
            Kind::NoRecording { .. } => "noRecording",
            Kind::OutputIncomplete { .. } => "outputIncomplete",
            Kind::RunBlocked { .. } => "runBlocked",
            Kind::RunEnded { .. } => "runEnded",
        }
    }
}
