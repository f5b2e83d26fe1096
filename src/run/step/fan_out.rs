//! Fan-out: phase F1 of a path that leaves a node, and what the spawn tools of its agent do.

use std::sync::Arc;

use crate::expr::Operand;
use crate::machine::control::Exit;
use crate::machine::fan_out::{Branches, FanOut};
use crate::machine::model::EdgeIdx;
use crate::run::event::{Child, Kind, Limit, SpawnedBy};
use crate::run::state::outcome::TestResult;
use crate::run::state::{FailureKind, Force, Origin, Path, PathId, Replica};
use crate::run::step::assign::{SetFault, assigned};
use crate::run::step::draft::PathMover;
use crate::run::step::failure::Failing;
use crate::run::step::gather::Write;
use crate::run::step::names::{evaluate, test_condition};
use crate::run::step::walk::modules_left;
use crate::value::Value;

/// The branches of one edge, counted before anything is spawned.
struct Batch {
    exit: Exit,
    fan_out: Arc<FanOut>,
    /// The items of a `@map`.
    items: Option<Value>,
    count: usize,
    /// What the `@set` of the edge writes on each branch.
    assigned: Vec<Vec<Write>>,
}

impl Batch {
    /// The item, index and total of one branch; `None` for the only one of its edge.
    fn replica(&self, index: usize) -> Option<Replica> {
        if matches!(self.fan_out.branches, Branches::One) {
            return None;
        }
        let items = self.items.as_ref().and_then(Value::as_list);
        let item = items.and_then(|items| items.get(index)).cloned().map(Arc::new);
        Some(Replica { item, index: index as u32, total: self.count as u32 })
    }
}

/// Why nothing is spawned: the kind of failure, the message and the edge.
pub(in crate::run) struct Fault {
    pub kind: FailureKind,
    code: &'static str,
    pub message: String,
    pub data: Option<Value>,
    edge: EdgeIdx,
}

impl Fault {
    fn new(kind: FailureKind, message: String, edge: EdgeIdx) -> Self {
        Fault { kind, code: kind.word(), message, data: None, edge }
    }

    fn of_set(fault: SetFault, edge: EdgeIdx) -> Self {
        let data = fault.data();
        Fault { kind: FailureKind::Set, code: fault.code, message: fault.message, data, edge }
    }
}

impl PathMover<'_> {
    /// Phase F1, once per visit. If one edge cannot spawn, none does.
    pub fn fan_out(&mut self) -> Result<(), Failing> {
        if self.path.fanned_out {
            return Ok(());
        }
        self.path.fanned_out = true;
        let machine = self.draft.machine();
        let control = &machine.control;
        let by_tool = control.work(self.path.node).is_agent_work();
        let decided = self.path.spawn_called || self.path.choice.is_some();
        let mut batches = Vec::new();
        for exit in control.effective(self.path.node) {
            let Some(fan_out) = control.fan_out(exit.edge).filter(|fan_out| !fan_out.is_twin) else { continue };
            let force = self.draft.run.force(&self.path.id, exit.edge);
            let spawns = match &machine.edges[exit.edge].condition {
                _ if force.is_some() => force == Some(Force::Take),
                None => control.is_auto(exit.edge) || !(by_tool && decided),
                Some(_) => self.is_true(exit.edge),
            };
            if spawns {
                batches.push(self.batch(*exit, fan_out));
            }
        }
        let batches: Result<Vec<Batch>, Fault> = batches.into_iter().collect();
        let prepared = batches.and_then(|batches| {
            self.check_room(&batches)?;
            self.assign_branches(batches)
        });
        match prepared {
            Ok(batches) => {
                for batch in &batches {
                    let edge = batch.exit.edge;
                    let forced = self.draft.run.force(&self.path.id, edge) == Some(Force::Take);
                    if forced {
                        self.emit_forced(edge, Force::Take);
                    }
                    if !self.spawn(batch, SpawnedBy::Edge).is_empty() && forced {
                        self.draft.mark_forced(edge);
                    }
                }
                Ok(())
            }
            Err(Fault { kind, code, message, data, edge }) => {
                let edge = Some(edge);
                Err(Failing { edge, retryable: false, data, ..Failing::new(kind, code, message) })
            }
        }
    }

    /// Spawns the branches of one edge because the agent called its tool. Returns their ids.
    pub fn spawn_by_tool(&mut self, exit: Exit) -> Result<Vec<PathId>, Fault> {
        let machine = self.draft.machine();
        let Some(fan_out) = machine.control.fan_out(exit.edge) else {
            let message = "the edge does not start paths".to_owned();
            return Err(Fault::new(FailureKind::MapSource, message, exit.edge));
        };
        let batch = self.batch(exit, fan_out)?;
        self.check_room(std::slice::from_ref(&batch))?;
        let batches = self.assign_branches(vec![batch])?;
        self.path.spawn_called = true;
        Ok(batches.iter().flat_map(|batch| self.spawn(batch, SpawnedBy::Tool)).collect())
    }

    /// Tests the condition of an edge and emits the result. A text that is not an expression is never true.
    fn is_true(&mut self, edge: EdgeIdx) -> bool {
        let Some(result) = test_condition(&self.draft.run, &self.path, edge) else { return false };
        let (path, word, taken) = (self.path.id.clone(), TestResult::of(&result), result == Ok(true));
        self.draft.emit(Kind::ConditionEvaluated { path, edge, result: word, error: result.err() });
        taken
    }

    fn batch(&self, exit: Exit, fan_out: &Arc<FanOut>) -> Result<Batch, Fault> {
        let (items, count) = match &fan_out.branches {
            Branches::One => (None, 1),
            Branches::Count(count) => (None, *count as usize),
            Branches::Each { source, list } => {
                let fault = |why: String| {
                    let message = format!("`{source}` must be a list: {why}");
                    Fault::new(FailureKind::MapSource, message, exit.edge)
                };
                let Some(list) = list else { return Err(fault("it is not an expression".to_owned())) };
                match evaluate(&self.draft.run, &self.path, &list.expr, &list.names).map_err(fault)? {
                    Operand::Value(Value::List(items)) => (Some(Value::List(items.clone())), items.len()),
                    Operand::Value(other) => return Err(fault(format!("it is {}", other.kind()))),
                    Operand::Unset => return Err(fault("it is unset".to_owned())),
                }
            }
        };
        Ok(Batch { exit, fan_out: fan_out.clone(), items, count, assigned: Vec::new() })
    }

    /// Evaluates the `@set` of each edge for each of its branches, before any of them is there.
    fn assign_branches(&self, mut batches: Vec<Batch>) -> Result<Vec<Batch>, Fault> {
        let run = &self.draft.run;
        let mut branch = self.path.children - self.path.children_before;
        for batch in &mut batches {
            let assignments = &run.machine.edges[batch.exit.edge].assignments;
            for index in 0..batch.count {
                if !assignments.is_empty() {
                    let origin = Arc::new(self.origin(batch, index, branch));
                    let path = Path { origin, ..self.path.clone() };
                    let writes = assigned(run, &path, assignments, None);
                    batch.assigned.push(writes.map_err(|fault| Fault::of_set(fault, batch.exit.edge))?);
                }
                branch += 1;
            }
        }
        Ok(batches)
    }

    /// The origin of one branch of an edge.
    fn origin(&self, batch: &Batch, index: usize, branch: u32) -> Origin {
        let outer = self.path.origin.replica();
        let replica = match batch.replica(index) {
            None => outer.cloned(),
            // A path inherits the item of the enclosing fan-out where it has none of its own.
            Some(own) => Some(Replica { item: own.item.clone().or_else(|| outer?.item.clone()), ..own }),
        };
        let (fork, group) = (self.path.entries, batch.fan_out.group.clone());
        Origin::Fork { edge: Some(batch.exit.edge), fork, branch, group, replica }
    }

    fn check_room(&mut self, batches: &[Batch]) -> Result<(), Fault> {
        let wanted: usize = batches.iter().map(|batch| batch.count).sum();
        let Some(first) = batches.iter().find(|batch| batch.count > 0) else { return Ok(()) };
        let (live, limit) = (self.draft.run.live().count(), self.draft.run.limits.max_paths);
        if live + wanted <= limit as usize {
            return Ok(());
        }
        let path = self.path.id.clone();
        self.draft.emit(Kind::LimitHit { path, limit: Limit::MaxPaths, value: limit });
        let message = format!(
            "starting {wanted} more paths next to the {live} live ones would exceed the limit `maxPaths` of {limit}"
        );
        Err(Fault::new(FailureKind::PathLimit, message, first.exit.edge))
    }

    fn spawn(&mut self, batch: &Batch, by: SpawnedBy) -> Vec<PathId> {
        let (exit, edge, count) = (batch.exit, batch.exit.edge, batch.count);
        if count == 0 {
            return Vec::new();
        }
        let parent = self.path.node;
        let left = modules_left(&self.draft.run.machine, parent, exit).len();
        let (mut ids, mut children) = (Vec::new(), Vec::new());
        for index in 0..count {
            let branch = self.path.children - self.path.children_before;
            self.path.children += 1;
            let id = self.path.id.child(self.path.children);
            let origin = self.origin(batch, index, branch);
            let mut path = Path::new(id.clone(), origin, exit.to, &self.path.context);
            path.parent = Some(self.path.id.clone());
            path.order = self.draft.run.paths.len() as u32;
            path.active_state = self.path.active_state;
            path.timers = self.path.timers.clone();
            let mut mover = PathMover { draft: &mut *self.draft, path };
            let entered = mover.come_to(exit.to, Some(parent), left);
            let child = mover.path;
            let node = self.draft.node_id(child.node);
            children.push(Child { path: id.clone(), node, entered, branch, replica: batch.replica(index) });
            self.draft.put(child);
            ids.push(id);
        }
        self.draft.run.counters.spawned += count as u32;
        self.draft.count_crossings(edge, count as u32);
        let path = self.path.id.clone();
        self.draft.emit(Kind::Spawned { path, edge, by, group: batch.fan_out.group.clone(), children });
        for (id, writes) in ids.iter().zip(&batch.assigned) {
            if let Some(child) = self.draft.run.path(id).cloned() {
                let mut child = (*child).clone();
                self.draft.assign(&mut child, writes);
                self.draft.put(child);
            }
        }
        ids
    }

    /// True if paths were spawned in this visit.
    pub fn has_spawned(&self) -> bool {
        self.path.children > self.path.children_before
    }
}
