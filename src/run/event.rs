//! What happened, in order. Events are a function of the actions since the start.

use std::sync::Arc;

use crate::context::Change;
use crate::context::artifact::Artifact;
use crate::json::{Object, ToJson, Writer};
use crate::machine::model::EdgeIdx;
use crate::run::agent::reply::ToolResult;
use crate::run::state::outcome::{BlockedEdge, Outcome, Report};
use crate::run::state::{AgentId, Failure, Force, JoinKey, Limits, PathId, Replica, RequestId};
use crate::schema::Violation;
use crate::shape;
use crate::value::Value;

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
    /// Where it stands.
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
    /// Where it stands.
    pub node: Arc<str>,
    /// Modules passed on the way in.
    pub entered: Vec<Arc<str>>,
    /// Position among the children of the fork.
    pub branch: u32,
    /// What is its own on a counted or data fan-out.
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

/// Why a path moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// `default auto condition agent choice force catch join`
    pub kind: &'static str,
    /// The condition's text, or the join.
    pub text: Option<Arc<str>>,
    /// The agent's reason.
    pub reason: Option<Arc<str>>,
    /// It was chosen against its condition.
    pub forced: Option<bool>,
}

impl Cause {
    /// A cause without words.
    pub fn of(kind: &'static str) -> Self {
        Cause { kind, text: None, reason: None, forced: None }
    }
}

impl ToJson for Cause {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("type", &self.kind);
            object.maybe("text", &self.text);
            object.maybe("reason", &self.reason);
            object.maybe("forced", &self.forced);
        });
    }
}

/// Who wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// An agent's call.
    Agent,
    /// The host.
    Host,
    /// A gather rule of a join.
    Gather,
    /// An edit of the machine.
    Edit,
}

impl Source {
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Source::Agent => "agent",
            Source::Host => "host",
            Source::Gather => "gather",
            Source::Edit => "edit",
        }
    }
}

/// The kinds of events.
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
        work: &'static str,
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
        result: ToolResult,
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
        artifact: Artifact,
    },
    WriteRefused {
        path: Option<PathId>,
        node: Option<Arc<str>>,
        context: Arc<str>,
        errors: Vec<Violation>,
        source: Source,
    },
    RequestOpened {
        at: At,
        request: RequestId,
        query: Arc<str>,
        reason: Arc<str>,
        priority: &'static str,
        raised_by: &'static str,
        fallback: Option<bool>,
    },
    RequestAnswered {
        at: At,
        request: RequestId,
        ok: bool,
        text: Arc<str>,
    },
    RequestLapsed {
        at: At,
        request: RequestId,
        reason: &'static str,
    },
    TemplateUnresolved {
        at: At,
        place: &'static str,
        placeholders: Vec<String>,
    },
    ConditionEvaluated {
        path: PathId,
        edge: EdgeIdx,
        result: &'static str,
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
        from: Arc<str>,
        to: Arc<str>,
        left: Vec<Arc<str>>,
        entered: Vec<Arc<str>>,
        cause: Cause,
    },
    Spawned {
        path: PathId,
        edge: EdgeIdx,
        by: &'static str,
        group: Option<Arc<str>>,
        children: Vec<Child>,
    },
    PathForked {
        at: At,
    },
    Parked {
        at: At,
        edge: EdgeIdx,
        join: JoinKey,
        have: usize,
        need: usize,
        missing: Vec<PathId>,
    },
    JoinFired {
        join: JoinKey,
        generation: u32,
        paths: Vec<PathId>,
        continuing: Option<PathId>,
        cancelled: Vec<PathId>,
        reason: &'static str,
    },
    JoinFailed {
        join: JoinKey,
        generation: u32,
        paths: Vec<PathId>,
        code: &'static str,
        errors: Vec<Violation>,
    },
    MergeConflict {
        join: JoinKey,
        context: Arc<str>,
        field: Arc<str>,
        values: Vec<PathValue>,
        taken: Option<Value>,
        strategy: &'static str,
    },
    Merged {
        path: PathId,
        join: JoinKey,
        from: Vec<PathId>,
        strategy: &'static str,
        changes: Vec<Merged>,
    },
    PathRevived {
        path: PathId,
        join: JoinKey,
    },
    PathMerged {
        path: PathId,
        into: PathId,
        join: JoinKey,
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
        reason: &'static str,
        by: Option<PathId>,
    },
    Blocked {
        at: At,
        reason: &'static str,
        edges: Vec<BlockedEdge>,
    },
    Unblocked {
        at: At,
    },
    LimitHit {
        path: PathId,
        limit: &'static str,
        value: u32,
    },
    LoopNotice {
        at: At,
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

    fn fields(&self, object: &mut Object) {
        let place = |object: &mut Object, at: &At| {
            object.field("path", &at.path);
            object.field("node", &at.node);
        };
        match self {
            Kind::RunStarted { starts, machine_hash, limits } => {
                object.field("starts", starts);
                object.field("machine_hash", machine_hash);
                object.field("limits", limits);
            }
            Kind::NodeEntered { at, visit } => {
                place(object, at);
                object.field("visit", visit);
            }
            Kind::AgentRequested { at, request, work, attempt, turn, digest, delay_ms } => {
                place(object, at);
                object.field("request", request);
                object.field("work", work);
                object.field("attempt", attempt);
                object.field("turn", turn);
                object.field("digest", digest);
                object.field("delay_ms", delay_ms);
            }
            Kind::AgentReplied { at, request, turns, is_final, error } => {
                place(object, at);
                object.field("request", request);
                object.field("turns", turns);
                object.field("final", is_final);
                object.maybe("error", error);
            }
            Kind::AgentSaid { at, request, text } => {
                place(object, at);
                object.field("request", request);
                object.field("text", text);
            }
            Kind::ToolCalled { at, request, input, result } => {
                place(object, at);
                object.field("request", request);
                object.field("call_id", &result.call_id);
                object.field("name", &result.name);
                object.field("input", input);
                result.write_result(object);
            }
            Kind::ContextRead { at, context, fields, missing } => {
                place(object, at);
                object.field("context", context);
                object.field("fields", fields);
                object.field("missing", missing);
            }
            Kind::ContextWritten { path, node, context, changes, version, source } => {
                object.field("path", path);
                object.maybe("node", node);
                object.field("context", context);
                object.field("changes", changes);
                object.field("version", version);
                object.field("shared", &path.is_none());
                object.field("source", &source.word());
            }
            Kind::ArtifactWritten { artifact } => {
                object.field("path", &artifact.path);
                object.field("artifact", &artifact.id);
                object.field("context", &artifact.context);
                object.field("field", &artifact.field);
                object.field("name", &artifact.name);
                object.field("bytes", &artifact.bytes);
            }
            Kind::WriteRefused { path, node, context, errors, source } => {
                object.field("path", path);
                object.maybe("node", node);
                object.field("context", context);
                object.field("errors", errors);
                object.field("source", &source.word());
            }
            Kind::RequestOpened { at, request, query, reason, priority, raised_by, fallback } => {
                place(object, at);
                object.field("request", request);
                object.field("query", query);
                object.field("reason", reason);
                object.field("priority", priority);
                object.field("raised_by", raised_by);
                object.maybe("fallback", fallback);
            }
            Kind::RequestAnswered { at, request, ok, text } => {
                place(object, at);
                object.field("request", request);
                object.field("ok", ok);
                object.field("text", text);
            }
            Kind::RequestLapsed { at, request, reason } => {
                place(object, at);
                object.field("request", request);
                object.field("reason", reason);
            }
            Kind::TemplateUnresolved { at, place: location, placeholders } => {
                place(object, at);
                object.field("where", location);
                object.field("placeholders", placeholders);
            }
            Kind::ConditionEvaluated { path, edge, result, error } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("result", result);
                object.maybe("error", error);
            }
            Kind::ForceSet { path, edge, mode } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("mode", mode);
            }
            Kind::Forced { at, edge, mode } => {
                place(object, at);
                object.field("edge", edge);
                object.field("mode", mode);
            }
            Kind::Moved { path, edge, reverse, from, to, left, entered, cause } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("reverse", reverse);
                object.field("from", from);
                object.field("to", to);
                object.field("left", left);
                object.field("entered", entered);
                object.field("cause", cause);
            }
            Kind::VisitFailed { at, attempt, failure } => {
                place(object, at);
                object.field("attempt", attempt);
                object.field("failure", failure);
            }
            Kind::RetryScheduled { at, attempt, delay_ms } => {
                place(object, at);
                object.field("attempt", attempt);
                object.field("delay_ms", delay_ms);
            }
            Kind::Caught { path, edge, failure } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("failure", failure);
            }
            Kind::Spawned { path, edge, by, group, children } => {
                object.field("path", path);
                object.field("edge", edge);
                object.field("by", by);
                object.maybe("group", group);
                object.field("children", children);
            }
            Kind::Parked { at, edge, join, have, need, missing } => {
                place(object, at);
                object.field("edge", edge);
                object.field("join", join);
                object.field("have", have);
                object.field("need", need);
                object.field("missing", missing);
            }
            Kind::JoinFired { join, generation, paths, continuing, cancelled, reason } => {
                object.field("join", join);
                object.field("generation", generation);
                object.field("paths", paths);
                object.maybe("continuing", continuing);
                object.field("cancelled", cancelled);
                object.field("reason", reason);
            }
            Kind::JoinFailed { join, generation, paths, code, errors } => {
                object.field("join", join);
                object.field("generation", generation);
                object.field("paths", paths);
                object.field("code", code);
                if !errors.is_empty() {
                    object.field("errors", errors);
                }
            }
            Kind::MergeConflict { join, context, field, values, taken, strategy } => {
                object.field("join", join);
                object.field("context", context);
                object.field("field", field);
                object.field("values", values);
                object.maybe("taken", taken);
                object.field("strategy", strategy);
            }
            Kind::Merged { path, join, from, strategy, changes } => {
                object.field("path", path);
                object.field("join", join);
                object.field("from", from);
                object.field("strategy", strategy);
                object.field("changes", changes);
            }
            Kind::PathRevived { path, join } => {
                object.field("path", path);
                object.field("join", join);
            }
            Kind::PathMerged { path, into, join } => {
                object.field("path", path);
                object.field("into", into);
                object.field("join", join);
            }
            Kind::Compensating { at, undone } => {
                place(object, at);
                object.field("for", undone);
            }
            Kind::PathForked { at } | Kind::PathCompleted { at } | Kind::Unblocked { at } | Kind::LoopNotice { at } => {
                place(object, at)
            }
            Kind::PathFailed { at, failure } => {
                place(object, at);
                object.field("failure", failure);
            }
            Kind::PathCancelled { at, reason, by } => {
                place(object, at);
                object.field("reason", reason);
                object.maybe("by", by);
            }
            Kind::Blocked { at, reason, edges } => {
                place(object, at);
                object.field("reason", reason);
                object.field("edges", edges);
            }
            Kind::LimitHit { path, limit, value } => {
                object.field("path", path);
                object.field("limit", limit);
                object.field("value", value);
            }
            Kind::TimeReported { elapsed_ms } => object.field("elapsed_ms", elapsed_ms),
            Kind::EditProposed { edit, path, reason } => {
                object.field("edit", edit);
                object.maybe("path", path);
                object.field("reason", reason);
            }
            Kind::MachineEdited { edit, rev, machine_hash } => {
                object.field("edit", edit);
                object.field("rev", rev);
                object.field("machine_hash", machine_hash);
            }
            Kind::EditRejected { edit } => object.field("edit", edit),
            Kind::CheckpointTaken { path, name } => {
                object.field("path", path);
                object.field("name", name);
            }
            Kind::NoRecording { at, request, digest } => {
                place(object, at);
                object.field("request", request);
                object.field("digest", digest);
            }
            Kind::OutputIncomplete { path, context, missing } => {
                object.field("path", path);
                object.field("context", context);
                object.field("missing", missing);
            }
            Kind::RunBlocked { report } => object.field("report", report),
            Kind::RunEnded { outcome } => object.field("outcome", outcome),
        }
    }
}

impl ToJson for Event {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("seq", &self.seq);
            object.field("step", &self.step);
            object.field("tick", &self.tick);
            object.field("kind", &self.kind.word());
            self.kind.fields(object);
        });
    }
}
