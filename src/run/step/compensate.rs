//! Compensation: a path that is about to fail first undoes what it has done, the last first.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::model::NodeIdx;
use crate::run::event::{Kind, Lapse};
use crate::run::state::{Failure, Path, Phase, Run, Status, Unwinding};
use crate::run::step::draft::PathMover;

impl PathMover<'_> {
    /// Starts compensating, or fails at once if nothing can be undone.
    pub fn unwind(&mut self, failure: Arc<Failure>) {
        let rest = undoing(&self.draft.run.machine, &self.path);
        self.draft.lapse(&self.path.id, Lapse::Ended);
        self.path.unwinding = Some(Arc::new(Unwinding { failure, rest, undoes: None }));
        self.undo_next();
    }

    /// Goes to the next compensating node. After the last one, the path fails with the original failure.
    pub fn undo_next(&mut self) {
        let Some(unwinding) = self.path.unwinding.take() else { return };
        if let Some(undone) = unwinding.undoes {
            let setback = self.draft.setback(self.path.node);
            if !setback.undid.contains(&undone) {
                Arc::make_mut(&mut setback.undid).push(undone);
            }
        }
        let mut rest = unwinding.rest.clone();
        let failure = unwinding.failure.clone();
        let Some((node, undone)) = rest.pop() else { return self.end_now(failure) };
        self.path.unwinding = Some(Arc::new(Unwinding { failure, rest, undoes: Some(undone) }));
        self.path.phase = Phase::Enter;
        self.path.status = Status::Active;
        self.come_to(node, self.path.place(), 0);
        let at = self.draft.at(&self.path);
        self.draft.emit(Kind::Compensating { at, undone: self.draft.node_id(undone) });
    }
}

impl Run {
    /// The nodes at which a path failed: where the failure happened that ends it, which is not where it stands when it
    /// has undone what it did; and where it could not undo.
    pub fn failed_at(&self, path: &Path) -> Vec<NodeIdx> {
        let failure = match (&path.status, &path.unwinding) {
            (Status::Failed(failure), _) => failure,
            (_, Some(unwinding)) => &unwinding.failure,
            _ => return Vec::new(),
        };
        let mut nodes: Vec<NodeIdx> = self.machine.find(&failure.node).into_iter().collect();
        let stuck = self.setbacks.iter().filter(|(_, setback)| setback.stuck.contains(&path.id)).map(|(node, _)| *node);
        nodes.extend(stuck);
        nodes.dedup();
        nodes
    }
}

/// The nodes that compensate what the path has done, each once, in the order of the work.
pub(crate) fn undoing(machine: &Machine, path: &Path) -> Vec<(NodeIdx, NodeIdx)> {
    let mut found: Vec<(NodeIdx, NodeIdx)> = Vec::new();
    if !machine.control.undoes() {
        return found;
    }
    let control = &machine.control;
    let mut seen = vec![false; machine.nodes.len()];
    for step in path.history.iter() {
        let (Some(from), to) = (machine.find(&step.from), machine.find(&step.to)) else { continue };
        let mut left = Some(from);
        while let Some(node) = left {
            if let Some(mark) = seen.get_mut(node.0 as usize).filter(|mark| !**mark) {
                *mark = true;
                found.extend(control.undoing(node).map(|at| (at, node)));
            }
            // The modules around the node are left too, unless the path stays inside.
            left = control.around(node).filter(|module| !to.is_some_and(|to| control.is_inside(to, *module)));
        }
    }
    found.reverse();
    found
}
