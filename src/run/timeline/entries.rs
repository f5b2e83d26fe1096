//! What a timeline holds: entries in branches, and the names of some.

use std::sync::Arc;

use crate::run::action::Action;
use crate::run::event::{Event, Kind};
use crate::run::state::{PathId, Run};

/// One accepted action and the run it made.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// `None` for the start. Actions are never dropped, because a timeline is saved as its actions.
    pub action: Option<Action>,
    /// `None` if the history limit dropped it.
    pub run: Option<Arc<Run>>,
    pub events: Vec<Event>,
    /// The number of its last event.
    pub seq: u64,
}

impl Entry {
    pub fn new(action: Option<Action>, run: Arc<Run>, events: Vec<Event>) -> Self {
        let seq = run.seq;
        Entry { action, run: Some(run), events, seq }
    }

    pub(super) fn spawned(&self, id: &PathId) -> bool {
        self.events.iter().any(|event| match &event.kind {
            Kind::Spawned { children, .. } => children.iter().any(|child| child.path == *id),
            _ => false,
        })
    }
}

/// A line of entries that starts after the step where it forks from another branch.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub name: String,
    /// The branch that holds the entry before the first one, and its step.
    pub from: Option<(usize, u32)>,
    /// The step of the first entry; those after it follow without gaps.
    pub first: u32,
    pub entries: Vec<Entry>,
    /// It was deleted. Only entries that other branches and checkpoints need remain.
    pub gone: bool,
}

/// `b1`, `b2`, …
pub(crate) fn branch_id(at: usize) -> String {
    format!("b{}", at + 1)
}

/// The position of a branch with this id.
pub(crate) fn branch_index(id: &str) -> Option<usize> {
    let number: usize = id.strip_prefix('b')?.parse().ok()?;
    number.checked_sub(1).filter(|at| branch_id(*at) == id)
}

/// A step of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The branch's id.
    pub branch: String,
    /// The step.
    pub step: u32,
}
crate::shape!(Place { branch, step });

/// A named entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Its name.
    pub name: String,
    /// The id of its branch.
    pub branch: String,
    /// Its step.
    pub step: u32,
    /// It was taken by `@checkpoint`.
    pub auto: bool,
}
crate::shape!(Checkpoint { name, branch, step, auto });
