//! Joins: which paths belong to which join, and which are missing. When one fires is in `join_firing`.

use std::sync::Arc;

use crate::machine::control::Exit;
use crate::machine::join::Join;
use crate::machine::model::EdgeIdx;
use crate::run::event::Kind;
use crate::run::state::outcome::{MissingPath, WaitingJoin};
use crate::run::state::{ForkKey, JoinKey, Origin, Parked, Path, PathId, Phase, ReceivedEvent, Run, Status};
use crate::run::step::draft::PathMover;

/// A join instance at which paths wait.
pub struct OpenJoin<'a> {
    /// Which join, and of which fork.
    pub key: JoinKey,
    /// Its declaration.
    pub join: Option<&'a Join>,
    /// The paths that have arrived, in order of arrival.
    pub parked: Vec<&'a Arc<Path>>,
    /// The other live paths that belong to it and can arrive, in path order.
    pub missing: Vec<&'a Arc<Path>>,
}

impl OpenJoin<'_> {
    /// How many paths it needs to fire.
    pub fn need(&self) -> usize {
        match self.join.and_then(Join::count) {
            Some(count) => count as usize,
            None => self.parked.len() + self.missing.len(),
        }
    }

    /// Ticks since the first arrival.
    pub fn waited(&self, run: &Run) -> u32 {
        let first = self.parked.iter().filter_map(|path| path.parked()).map(|parked| parked.tick).min();
        first.map_or(0, |first| run.tick.saturating_sub(first))
    }

    /// How many paths have arrived, as a sentence.
    pub fn text(&self) -> String {
        format!("join {}: {} of {} arrived", self.key, self.parked.len(), self.need())
    }

    fn sort(&mut self) {
        self.parked.sort_by_key(|path| path.parked().map(|parked| parked.seq));
    }

    fn ids(&self) -> Vec<PathId> {
        self.missing.iter().map(|path| path.id.clone()).collect()
    }
}

/// The instance of a join that a path belongs to; `None` if the join does not concern it.
pub fn join_key(run: &Run, path: &Path, join: &Join) -> Option<JoinKey> {
    let fork = match &join.group {
        None => None,
        Some(group) => {
            let (path, fork) = fork_of(run, path, group)?;
            Some(ForkKey { path: path.clone(), fork, group: group.clone() })
        }
    };
    Some(JoinKey { id: join.id.clone(), fork })
}

/// The fork of this group that created the path or its nearest ancestor.
fn fork_of<'a>(run: &'a Run, path: &'a Path, group: &Arc<str>) -> Option<(&'a PathId, u32)> {
    let mut at = path;
    loop {
        let parent = at.parent.as_ref()?;
        match &*at.origin {
            Origin::Fork { fork, group: Some(own), .. } if own == group => return Some((parent, *fork)),
            _ => at = run.path(parent)?,
        }
    }
}

/// The join instance with this key.
pub(in crate::run) fn open_join<'a>(run: &'a Run, key: &JoinKey) -> OpenJoin<'a> {
    let join = run.machine.control.join_called(&key.id);
    let mut open = OpenJoin { key: key.clone(), join, parked: Vec::new(), missing: Vec::new() };
    for path in run.live() {
        if path.parked().is_some_and(|parked| parked.join == *key) {
            open.parked.push(path);
        } else if join.is_some_and(|join| can_arrive(run, path, join) && belongs(run, path, join, key)) {
            open.missing.push(path);
        }
    }
    open.sort();
    open
}

/// True if the path can reach the join by some route. A compensating path follows no edges.
fn can_arrive(run: &Run, path: &Path, join: &Join) -> bool {
    path.unwinding.is_none() && run.machine.control.reaches(path.node, join)
}

fn belongs(run: &Run, path: &Path, join: &Join, key: &JoinKey) -> bool {
    match (&join.group, &key.fork) {
        (None, None) => true,
        (Some(group), Some(fork)) => fork_of(run, path, group) == Some((&fork.path, fork.fork)),
        _ => false,
    }
}

/// The join instances at which paths wait, in key order.
pub fn open_joins(run: &Run) -> Vec<OpenJoin<'_>> {
    let mut all: Vec<OpenJoin> = Vec::new();
    for path in run.paths.values() {
        let Some(parked) = path.parked() else { continue };
        match all.binary_search_by(|open| open.key.cmp(&parked.join)) {
            Ok(at) => all.get_mut(at).into_iter().for_each(|open| open.parked.push(path)),
            Err(at) => {
                let join = run.machine.control.join_called(&parked.join.id);
                let key = parked.join.clone();
                all.insert(at, OpenJoin { key, join, parked: vec![path], missing: Vec::new() });
            }
        }
    }
    if all.is_empty() {
        return all;
    }
    all.iter_mut().for_each(OpenJoin::sort);
    let mut joins: Vec<&Join> = all.iter().filter_map(|open| open.join).collect();
    joins.dedup_by(|a, b| std::ptr::eq(*a, *b));
    for path in run.live() {
        for join in &joins {
            if !can_arrive(run, path, join) {
                continue;
            }
            let Some(key) = join_key(run, path, join) else { continue };
            if path.parked().is_some_and(|parked| parked.join == key) {
                continue;
            }
            if let Ok(at) = all.binary_search_by(|open| open.key.cmp(&key)) {
                all.get_mut(at).into_iter().for_each(|open| open.missing.push(path));
            }
        }
    }
    all
}

/// The waiting joins of a deadlock report.
pub(in crate::run) fn waiting(run: &Run) -> Vec<WaitingJoin> {
    let to_event = |open: &OpenJoin| WaitingJoin {
        join: open.key.clone(),
        have: open.parked.len(),
        need: open.need(),
        parked: open.parked.iter().map(|path| path.id.clone()).collect(),
        missing: open.missing.iter().map(|path| missing(run, path)).collect(),
    };
    open_joins(run).iter().map(to_event).collect()
}

fn missing(run: &Run, path: &Path) -> MissingPath {
    let why = match &path.status {
        Status::Blocked(reason) => reason.text().to_owned(),
        Status::Parked(parked) => format!("waiting at join `{}`", parked.join),
        _ => String::new(),
    };
    let node = run.machine.nodes[path.node].id.clone();
    MissingPath { path: path.id.clone(), node, status: path.status.kind(), why }
}

impl Run {
    /// The join instance on an edge that a path belongs to.
    pub fn join_at(&self, path: &Path, edge: EdgeIdx) -> Option<JoinKey> {
        join_key(self, path, self.machine.control.join(edge)?)
    }
}

impl PathMover<'_> {
    /// Waits at a join with its edge chosen but not crossed.
    pub fn park(&mut self, join: JoinKey, exit: Exit, event: Option<Arc<ReceivedEvent>>) {
        let seq = self.draft.run.seq + 1;
        let parked = Parked { join: join.clone(), exit, seq, tick: self.draft.run.tick, event };
        self.path.phase = Phase::Leave;
        self.path.status = Status::Parked(Arc::new(parked));
        // Stored first, so that it is counted among the parked paths.
        self.draft.put(self.path.clone());
        let at = self.draft.at(&self.path);
        let open = open_join(&self.draft.run, &join);
        let (have, need, missing) = (open.parked.len(), open.need(), open.ids());
        self.draft.emit(Kind::Parked { at, edge: exit.edge, join: Arc::new(join), have, need, missing });
    }

    /// True if the edge leads into a join that failed this path in this action. Taking it again would loop forever.
    pub fn has_failed_at(&self, edge: EdgeIdx) -> bool {
        if self.draft.failed_at.is_empty() {
            return false;
        }
        let key = self.draft.run.join_at(&self.path, edge);
        key.is_some_and(|key| self.draft.failed_at.iter().any(|(join, path)| **join == key && *path == self.path.id))
    }
}
