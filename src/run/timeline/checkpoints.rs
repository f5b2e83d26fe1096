//! Checkpoints: entries with a name, set by the host or by `@checkpoint`.

use crate::refusal::{Code, Refusal};
use crate::run::timeline::{Checkpoint, Place, Timeline, branch_id, branch_index};
use crate::value::Value;

/// How many automatic checkpoints are kept, unless the machine says otherwise.
const MAX_CHECKPOINTS: usize = 50;

impl Timeline {
    /// Names the entry at the cursor. An existing checkpoint of that name moves here.
    pub fn checkpoint(&mut self, name: String) -> Place {
        self.take(name, false);
        self.place()
    }

    pub(super) fn take(&mut self, name: String, auto: bool) {
        self.checkpoints.retain(|taken| taken.name != name);
        let branch = branch_id(self.owner(self.branch, self.step));
        self.checkpoints.push(Checkpoint { name, branch, step: self.step, auto });
        let limit = match self.run.machine.attribute("maxCheckpoints") {
            Some(Value::Num(number)) if *number >= 1.0 => *number as usize,
            _ => MAX_CHECKPOINTS,
        };
        if auto && self.checkpoints.iter().filter(|taken| taken.auto).count() > limit {
            let oldest = self.checkpoints.iter().position(|taken| taken.auto);
            oldest.map(|at| self.checkpoints.remove(at));
        }
    }

    /// Moves the cursor to a checkpoint on any branch.
    pub fn restore(&mut self, name: &str) -> Result<Place, Refusal> {
        let Some(taken) = self.checkpoints.iter().find(|taken| taken.name == name) else {
            return Err(Refusal::new(Code::UnknownCheckpoint, format!("unknown checkpoint `{name}`")));
        };
        let (branch, step) = (branch_index(&taken.branch).unwrap_or(0), taken.step);
        self.run = self.run_at(branch, step)?.clone();
        self.branch = branch;
        self.step = step;
        if let Some(branch) = self.branches.get_mut(branch) {
            branch.gone = false;
        }
        Ok(self.place())
    }

    /// All checkpoints, in the order they were taken.
    pub fn checkpoints(&self) -> &[Checkpoint] {
        &self.checkpoints
    }
}
