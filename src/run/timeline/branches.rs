//! Branches: lines of entries, each starting after the step where it forks from another.

use crate::refusal::{Code, Refusal};
use crate::run::action::Action;
use crate::run::state::PathId;
use crate::run::state::outcome::OutcomeKind;
use crate::run::timeline::{Branch, Entry, Place, Timeline, branch_id, branch_index};

/// A branch as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchRow {
    /// `b1`, `b2`, …
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it forks from another branch.
    pub from: Option<Place>,
    /// Its last step.
    pub tip: u32,
    /// The cursor is on it.
    pub current: bool,
}
crate::shape!(BranchRow { id, name, from, tip, current });

/// A row of the timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The step.
    pub step: u32,
    /// Its tick.
    pub tick: u32,
    /// Its action number.
    pub action: u32,
    /// The kind of action; `start` for the first.
    pub kind: &'static str,
    /// The outcome of the run after it.
    pub outcome: OutcomeKind,
    /// The path the action was about.
    pub path: Option<String>,
    /// True if it belongs to the host action before it.
    pub auto: Option<bool>,
}
crate::shape!(Row { step, tick, action, kind, outcome; path, auto });

impl Timeline {
    /// Creates a branch at a step of the current one and moves to it.
    pub fn fork(&mut self, step: Option<u32>, name: Option<String>) -> Result<Place, Refusal> {
        self.go_to(step.unwrap_or(self.step), None)?;
        let name = name.unwrap_or_else(|| format!("branch {}", self.branches.len() + 1));
        self.add_branch(name);
        Ok(self.place())
    }

    /// Renames a branch.
    pub fn rename_branch(&mut self, id: &str, name: String) -> Result<Place, Refusal> {
        let at = self.find_branch(id)?;
        if let Some(branch) = self.branches.get_mut(at) {
            branch.name = name;
        }
        Ok(self.place())
    }

    /// Deletes a branch, except for entries that other branches and checkpoints need.
    pub fn delete_branch(&mut self, id: &str) -> Result<Place, Refusal> {
        let at = self.find_branch(id)?;
        if at == self.branch {
            let message = format!("`{id}` is the current branch; switch to another branch first");
            return Err(Refusal::new(Code::BranchInUse, message));
        }
        let id = branch_id(at);
        let by_branch = self.branches.iter().filter_map(|other| other.from);
        let by_checkpoint = self.checkpoints.iter().filter(|taken| taken.branch == id).map(|taken| (at, taken.step));
        let last = by_branch.chain(by_checkpoint).filter(|(from, _)| *from == at).map(|(_, step)| step).max();
        if let Some(branch) = self.branches.get_mut(at) {
            branch.gone = true;
            branch.entries.truncate(last.map_or(0, |last| (last + 1).saturating_sub(branch.first) as usize));
            let end = branch.first + branch.entries.len() as u32;
            self.entries_with_run.retain(|(of, step)| *of != at || *step < end);
        }
        Ok(self.place())
    }

    /// All branches in order of creation. A fork of a deleted branch is listed as a fork of that branch's parent.
    pub fn branches(&self) -> Vec<BranchRow> {
        let mut rows = Vec::new();
        for (at, branch) in self.branches.iter().enumerate().filter(|(_, branch)| !branch.gone) {
            let mut from = branch.from;
            while let Some(gone) = from.and_then(|(before, _)| self.branches.get(before)).filter(|before| before.gone) {
                from = gone.from;
            }
            rows.push(BranchRow {
                id: branch_id(at),
                name: branch.name.clone(),
                from: from.map(|(from, step)| Place { branch: branch_id(from), step }),
                tip: self.tip(at),
                current: at == self.branch,
            });
        }
        rows
    }

    /// The rows of a branch, the current one by default, from the start to its tip.
    pub fn rows(&self, branch: Option<&str>) -> Result<Vec<Row>, Refusal> {
        let branch = branch.map_or(Ok(self.branch), |id| self.find_branch(id))?;
        let row = |step: u32| {
            let entry = self.entry(branch, step)?;
            let (run, action) = (entry.run.as_ref()?, entry.action.as_ref());
            Some(Row {
                step,
                tick: run.tick,
                action: run.action,
                kind: action.map_or(if self.base.is_some() { "resume" } else { "start" }, Action::word),
                outcome: run.outcome.kind(),
                path: action.and_then(Action::path).map(|path| path.to_string()),
                auto: action.filter(|action| action.is_auto()).map(|_| true),
            })
        };
        let first = self.branches.first().map_or(0, |branch| branch.first);
        Ok((first..=self.tip(branch)).filter_map(row).collect())
    }

    /// Whether any entry has this path. Paths stay for ever, so the last entries tell; where the history limit has
    /// dropped one, its events do.
    pub fn has_path(&self, id: &PathId) -> bool {
        let by_tip = |at| match self.entry(at, self.tip(at)).and_then(|entry| entry.run.as_ref()) {
            Some(run) => run.path(id).is_some(),
            None => self.branches.get(at).is_some_and(|branch| branch.entries.iter().any(|entry| entry.spawned(id))),
        };
        self.run.path(id).is_some() || (0..self.branches.len()).any(by_tip)
    }

    pub(super) fn add_branch(&mut self, name: String) {
        let from = (self.owner(self.branch, self.step), self.step);
        let first = self.step + 1;
        self.branches.push(Branch { name, from: Some(from), first, entries: Vec::new(), gone: false });
        self.branch = self.branches.len() - 1;
    }

    pub(super) fn find_branch(&self, id: &str) -> Result<usize, Refusal> {
        let known = branch_index(id).filter(|at| self.branches.get(*at).is_some_and(|branch| !branch.gone));
        known.ok_or_else(|| Refusal::new(Code::UnknownBranch, format!("unknown branch `{id}`")))
    }

    /// The last step of a branch.
    pub(crate) fn tip(&self, branch: usize) -> u32 {
        self.branches.get(branch).map_or(0, |branch| (branch.first + branch.entries.len() as u32).saturating_sub(1))
    }

    /// The branch whose entries hold a step of `branch`.
    pub(super) fn owner(&self, branch: usize, step: u32) -> usize {
        let mut at = branch;
        while let Some((from, _)) = self.branches.get(at).filter(|branch| step < branch.first).and_then(|b| b.from) {
            at = from;
        }
        at
    }

    pub(crate) fn entry(&self, branch: usize, step: u32) -> Option<&Entry> {
        if step > self.tip(branch) {
            return None;
        }
        let branch = self.branches.get(self.owner(branch, step))?;
        branch.entries.get(step.checked_sub(branch.first)? as usize)
    }
}
