//! Fan-out: phase F1 of a path that leaves a node, and what the spawn tools of its agent do.

use std::sync::Arc;

use crate::expr::Operand;
use crate::machine::control::Exit;
use crate::machine::fan_out::{Branches, FanOut};
use crate::machine::model::EdgeIdx;
use crate::run::event::{Child, Kind, Limit, SpawnedBy};
use crate::run::state::outcome::TestResult;
use crate::run::state::{FailureKind, Force, Origin, Path, PathId, Replica};
use crate::run::step::draft::PathMover;
use crate::run::step::failure::Failing;
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
}

/// Why nothing is spawned: the kind of failure, the message and the edge.
pub(in crate::run) struct Fault {
    pub kind: FailureKind,
    pub message: String,
    edge: EdgeIdx,
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
        let room = batches.and_then(|batches| self.check_room(&batches).map(|()| batches));
        match room {
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
            Err(Fault { kind, message, edge }) => {
                let edge = Some(edge);
                Err(Failing { edge, retryable: false, ..Failing::new(kind, kind.word(), message) })
            }
        }
    }

    /// Spawns the branches of one edge because the agent called its tool. Returns their ids.
    pub fn spawn_by_tool(&mut self, exit: Exit) -> Result<Vec<PathId>, Fault> {
        let machine = self.draft.machine();
        let Some(fan_out) = machine.control.fan_out(exit.edge) else {
            return Err(Fault {
                kind: FailureKind::MapSource,
                message: "the edge does not start paths".to_owned(),
                edge: exit.edge,
            });
        };
        let batch = self.batch(exit, fan_out)?;
        self.check_room(std::slice::from_ref(&batch))?;
        self.path.spawn_called = true;
        Ok(self.spawn(&batch, SpawnedBy::Tool))
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
                    Fault { kind: FailureKind::MapSource, message, edge: exit.edge }
                };
                let Some(list) = list else { return Err(fault("it is not an expression".to_owned())) };
                match evaluate(&self.draft.run, &self.path, &list.expr, &list.names).map_err(fault)? {
                    Operand::Value(Value::List(items)) => (Some(Value::List(items.clone())), items.len()),
                    Operand::Value(other) => return Err(fault(format!("it is {}", other.kind()))),
                    Operand::Unset => return Err(fault("it is unset".to_owned())),
                }
            }
        };
        Ok(Batch { exit, fan_out: fan_out.clone(), items, count })
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
        Err(Fault { kind: FailureKind::PathLimit, message, edge: first.exit.edge })
    }

    fn spawn(&mut self, batch: &Batch, by: SpawnedBy) -> Vec<PathId> {
        let Batch { exit, fan_out, items, count } = batch;
        let (edge, count) = (exit.edge, *count);
        if count == 0 {
            return Vec::new();
        }
        let parent = self.path.node;
        let left = modules_left(&self.draft.run.machine, parent, *exit).len();
        let outer = self.path.origin.replica().cloned();
        let items = items.as_ref().and_then(Value::as_list);
        let (mut ids, mut children) = (Vec::new(), Vec::new());
        for index in 0..count {
            let item = items.and_then(|items| items.get(index)).cloned().map(Arc::new);
            let own = match fan_out.branches {
                Branches::One => None,
                _ => Some(Replica { item, index: index as u32, total: count as u32 }),
            };
            // A path inherits the item, index and total of the enclosing fan-out where it has none of its own.
            let replica = match &own {
                None => outer.clone(),
                Some(own) => {
                    let item = own.item.clone().or_else(|| outer.as_ref()?.item.clone());
                    Some(Replica { item, ..own.clone() })
                }
            };
            let branch = self.path.children - self.path.children_before;
            self.path.children += 1;
            let id = self.path.id.child(self.path.children);
            let fork = self.path.entries;
            let origin = Origin::Fork { edge: Some(edge), fork, branch, group: fan_out.group.clone(), replica };
            let mut path = Path::new(id.clone(), origin, exit.to, &self.path.context);
            path.parent = Some(self.path.id.clone());
            path.order = self.draft.run.paths.len() as u32;
            path.active_state = self.path.active_state;
            let mut mover = PathMover { draft: &mut *self.draft, path };
            let entered = mover.come_to(exit.to, Some(parent), left);
            let child = mover.path;
            let node = self.draft.node_id(child.node);
            children.push(Child { path: id.clone(), node, entered, branch, replica: own });
            self.draft.put(child);
            ids.push(id);
        }
        self.draft.run.counters.spawned += count as u32;
        self.draft.count_crossings(edge, count as u32);
        let path = self.path.id.clone();
        self.draft.emit(Kind::Spawned { path, edge, by, group: fan_out.group.clone(), children });
        ids
    }

    /// True if paths were spawned in this visit.
    pub fn has_spawned(&self) -> bool {
        self.path.children > self.path.children_before
    }
}
