//! A draft of the next run: what one action changes before it is accepted.
//!
//! A refused action drops its draft, so it changes nothing.

use std::sync::Arc;

use crate::context::{Change, artifact, store};
use crate::machine::Machine;
use crate::machine::control::Exit;
use crate::machine::model::{ContextIdx, EdgeIdx, NodeIdx};
use crate::run::event::{At, Event, Kind, Lapse, Source};
use crate::run::state::{
    AgentId, Cancelled, Cause, EdgeUse, InfoRequest, JoinKey, LastAction, Path, PathId, RequestState, Run, Setback,
    Status, ToolResult,
};
use crate::value::Value;

/// The result of an accepted action.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The new run.
    pub run: Run,
    /// What happened.
    pub events: Vec<Event>,
    /// Results of the tool calls of a reply.
    pub results: Vec<ToolResult>,
    /// The agent request the acted-on path has open now.
    pub request: Option<AgentId>,
    /// What remains of the time that should pass, in milliseconds.
    pub left_ms: u64,
}

/// A draft of the next run.
pub(in crate::run) struct Draft {
    pub run: Run,
    pub events: Vec<Event>,
    pub results: Vec<ToolResult>,
    pub last: LastAction,
    /// Joins that have failed a path in this action: it is not caught into them again.
    pub failed_at: Vec<(Arc<JoinKey>, PathId)>,
    /// What remains of the time that should pass.
    pub left_ms: u64,
}

/// How an action is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::run) enum Counts {
    /// It starts a tick.
    Tick,
    /// A host action within the tick.
    Action,
    /// An automatic action, which belongs to the host action before it.
    Automatic,
}

impl Draft {
    pub fn new(run: &Run, counts: Counts) -> Self {
        let mut run = run.clone();
        run.step += 1;
        match counts {
            Counts::Tick => (run.tick, run.action) = (run.tick + 1, 0),
            Counts::Action => run.action += 1,
            Counts::Automatic => {}
        }
        Self::started(run)
    }

    /// The draft of a start, which is step 0.
    pub fn started(run: Run) -> Self {
        Self {
            run,
            events: Vec::new(),
            results: Vec::new(),
            last: LastAction::default(),
            failed_at: Vec::new(),
            left_ms: 0,
        }
    }

    pub fn machine(&self) -> Arc<Machine> {
        self.run.machine.clone()
    }

    pub fn emit(&mut self, kind: Kind) {
        self.run.seq += 1;
        self.events.push(Event { seq: self.run.seq, step: self.run.step, tick: self.run.tick, kind });
    }

    pub fn put(&mut self, path: Path) {
        self.run.paths.insert(path.id.clone(), Arc::new(path));
    }

    /// Counts crossings of an edge, or the paths it spawned.
    pub fn count_crossings(&mut self, edge: EdgeIdx, count: u32) {
        let taken = self.run.edge_use.get(&edge).map_or(0, |used| used.taken) + count;
        self.run.edge_use.insert(edge, EdgeUse { taken, last_step: self.run.step, forced: false });
        self.last.touch(edge);
    }

    /// Marks the last counted crossing as forced.
    pub fn mark_forced(&mut self, edge: EdgeIdx) {
        if let Some(used) = self.run.edge_use.get_mut(&edge) {
            used.forced = true;
        }
    }

    /// The record of what failures led to at a node, for adding to it.
    pub fn setback(&mut self, node: NodeIdx) -> &mut Setback {
        self.run.setbacks.entry(node).or_default()
    }

    pub fn node_id(&self, node: NodeIdx) -> Arc<str> {
        self.run.machine.nodes[node].id.clone()
    }

    pub fn at(&self, path: &Path) -> At {
        At { path: path.id.clone(), node: self.run.node_of(path).clone() }
    }

    /// Stores checked fields in a path's context or the shared store and emits the event. Returns changes and version.
    pub fn write(
        &mut self,
        path: &mut Path,
        context: ContextIdx,
        written: &[(Arc<str>, Value)],
        source: Source,
    ) -> (Vec<Change>, u32) {
        let machine = self.machine();
        let shared = machine.contexts[context].shared;
        let map = if shared { &mut self.run.shared } else { &mut path.context };
        let changes = store::store(&machine, &mut self.run.added, map, context, written);
        let version = store::version(&machine, &self.run.added, map, context);
        let owner = (!shared).then(|| path.id.clone());
        for change in &changes {
            self.last.note(owner.clone(), change.id, change.before.clone());
        }
        let is_at_node = !matches!(source, Source::Host | Source::Gather | Source::Edit);
        let node = is_at_node.then(|| self.run.node_of(path).clone());
        let event = Kind::ContextWritten {
            path: owner.clone(),
            node,
            context: machine.context_id(context).clone(),
            changes: changes.clone(),
            version,
            source,
        };
        if !changes.is_empty() {
            path.disturb();
            self.emit(event);
            self.emit_artifacts(owner.as_ref(), context, &changes);
        }
        (changes, version)
    }

    /// Emits the artifacts of the fields that changed.
    pub fn emit_artifacts(&mut self, owner: Option<&PathId>, context: ContextIdx, changes: &[Change]) {
        let machine = self.machine();
        let mut artifacts = Vec::new();
        for change in changes {
            artifact::of_field(&machine, owner, context, change.id, &change.field, &change.after, &mut artifacts);
        }
        for artifact in artifacts {
            self.emit(Kind::ArtifactWritten { artifact: Arc::new(artifact) });
        }
    }

    pub fn set_request(&mut self, request: Arc<InfoRequest>) {
        self.run.requests.insert(request.id.clone(), request);
    }

    /// Lapses open requests of a path: only optional ones when it leaves a node by itself, else all.
    pub fn lapse(&mut self, path: &PathId, reason: Lapse) {
        let all = reason != Lapse::Left;
        let open: Vec<Arc<InfoRequest>> =
            self.run.open_requests(path).filter(|request| all || !request.required).cloned().collect();
        for request in open {
            let at = At { path: path.clone(), node: request.node.clone() };
            self.set_request(Arc::new(InfoRequest { state: RequestState::Lapsed, ..(*request).clone() }));
            self.emit(Kind::RequestLapsed { at, request: request.id.clone(), reason });
        }
    }

    /// Cancels a live path.
    pub fn cancel(&mut self, id: &PathId, reason: Cancelled, by: Option<&PathId>) {
        let Some(path) = self.run.paths.get(id).filter(|path| path.status.is_live() || path.status == Status::Forked)
        else {
            return;
        };
        let mut path = (**path).clone();
        self.lapse(id, Lapse::Ended);
        path.status = Status::Cancelled(reason);
        let at = self.at(&path);
        self.put(path);
        self.emit(Kind::PathCancelled { at, reason, by: by.cloned() });
    }
}

/// A path being moved by one action.
pub(in crate::run) struct PathMover<'a> {
    pub draft: &'a mut Draft,
    pub path: Path,
}

/// What the rules decide about leaving a node.
pub(in crate::run) enum Decision {
    /// Cross this edge.
    Take(Exit, Cause),
    /// Several edges can be taken and nothing decides.
    Ambiguous,
    /// There are only conditional edges, and none is true.
    NoTransition,
    /// There are no exits.
    End,
}
