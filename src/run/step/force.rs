//! Edges that the host forces or skips.
//!
//! A path's own setting wins over the one for every path, and forks do not inherit it. Work at a node is done
//! before a forced edge is crossed.

use std::sync::Arc;

use crate::machine::control::{EdgeClass, Exit};
use crate::machine::model::EdgeIdx;
use crate::refusal::{Code, Refusal};
use crate::run::event::Kind;
use crate::run::state::{Force, Forced, PathId, Run};
use crate::run::step::draft::{Applied, Counts, Draft, PathMover};
use crate::run::step::refusals::{stands_still, unended};

/// Sets or clears the force of an edge.
pub(in crate::run) fn force(
    run: &Run,
    path: Option<&PathId>,
    edge: EdgeIdx,
    mode: Option<Force>,
) -> Result<Applied, Refusal> {
    if run.paths.is_empty() {
        return Err(stands_still(run));
    }
    if let Some(id) = path {
        unended(run, id)?;
    }
    if run.machine.edges.item(edge).is_none() {
        return Err(Refusal::new(Code::UnknownEdge, format!("unknown edge e{}", edge.0)));
    }
    let wrong = match run.machine.control.class(edge) {
        None => "is not a transition, so it cannot be taken or skipped",
        Some(EdgeClass::Catch) if mode == Some(Force::Take) => {
            "is only taken on failure; it can be skipped, but not forced"
        }
        Some(EdgeClass::Event | EdgeClass::Timer) if mode == Some(Force::Take) => {
            "is only taken when its event or its time comes; it can be skipped, but not forced"
        }
        Some(_) => "",
    };
    if !wrong.is_empty() {
        return Err(Refusal::new(Code::NotChoosable, format!("e{} {wrong}", edge.0)));
    }
    let mut draft = Draft::new(run, Counts::Action);
    let forces = Arc::make_mut(&mut draft.run.forces);
    forces.retain(|forced| forced.edge != edge || forced.path.as_ref() != path);
    if let Some(mode) = mode {
        let place = forces.partition_point(|forced| (forced.edge, forced.path.as_ref()) < (edge, path));
        forces.insert(place, Forced { path: path.cloned(), edge, mode });
    }
    draft.emit(Kind::ForceSet { path: path.cloned(), edge, mode });
    Ok(draft.finish(path))
}

impl PathMover<'_> {
    /// True if this path skips the edge.
    pub fn skips(&self, edge: EdgeIdx) -> bool {
        self.draft.run.force(&self.path.id, edge) == Some(Force::Skip)
    }

    /// The edge this path is forced to cross: the first by priority, then source order.
    pub fn forced_exit(&self) -> Option<Exit> {
        let run = &self.draft.run;
        let taken = |exit: &&Exit| {
            run.machine.control.class(exit.edge) != Some(EdgeClass::Fanout)
                && run.force(&self.path.id, exit.edge) == Some(Force::Take)
        };
        if run.forces.is_empty() {
            None
        } else {
            run.machine.control.effective(self.path.node).iter().find(taken).copied()
        }
    }

    /// Emits that an edge was forced or skipped.
    pub fn emit_forced(&mut self, edge: EdgeIdx, mode: Force) {
        let at = self.draft.at(&self.path);
        self.draft.emit(Kind::Forced { at, edge, mode });
    }

    /// Emits which edges were skipped on leaving the node.
    pub fn emit_skipped(&mut self) {
        let machine = self.draft.machine();
        self.emit_skipped_of(machine.control.effective(self.path.node));
    }

    /// The same for the catch edges of the node and the modules around it.
    pub fn emit_skipped_catches(&mut self) {
        let machine = self.draft.machine();
        let mut at = Some(self.path.node);
        while let Some(node) = at.filter(|_| !self.draft.run.forces.is_empty()) {
            if node == self.path.node || machine.control.is_module(node) {
                self.emit_skipped_of(machine.control.catches(node));
            }
            at = machine.nodes[node].parent;
        }
    }

    fn emit_skipped_of(&mut self, exits: &[Exit]) {
        if self.draft.run.forces.is_empty() {
            return;
        }
        for exit in exits {
            if self.skips(exit.edge) {
                self.emit_forced(exit.edge, Force::Skip);
            }
        }
    }
}
