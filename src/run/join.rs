//! Joins: who waits where, and phase H, in which joins fire, fail or fall short until nothing changes.

use std::sync::Arc;

use crate::machine::control::Exit;
use crate::machine::join::{Join, OnTimeout};
use crate::machine::model::EdgeIdx;
use crate::run::draft::Draft;
use crate::run::event::{Cause, Kind, Source};
use crate::run::failure::Failing;
use crate::run::merge::{self, Fault, Union};
use crate::run::outcome::{MissingPath, WaitingJoin};
use crate::run::state::{Cancelled, ForkKey, JoinKey, Origin, Parked, Path, PathId, Phase, Run, Status};
use crate::run::walk::Walk;

/// A join instance at which paths wait.
pub struct Standing<'a> {
    /// Which.
    pub key: JoinKey,
    /// Its declaration.
    pub join: Option<&'a Join>,
    /// The paths that are there, in order of arrival.
    pub parked: Vec<&'a Arc<Path>>,
    /// The other live paths that belong to it and can arrive, in path order.
    pub missing: Vec<&'a Arc<Path>>,
}

impl Standing<'_> {
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

    /// How many are there, in words.
    pub fn text(&self) -> String {
        format!("join {}: {} of {} here", self.key, self.parked.len(), self.need())
    }

    fn ids(&self) -> Vec<PathId> {
        self.missing.iter().map(|path| path.id.clone()).collect()
    }
}

/// The instance of a join that a path belongs to; `None` if it crosses as if there were no join.
pub fn join_key(run: &Run, path: &Path, join: &Join) -> Option<JoinKey> {
    let Some(group) = &join.group else { return Some(JoinKey { id: join.id.clone(), fork: None }) };
    let mut at = path;
    loop {
        let parent = at.parent.as_ref()?;
        match &at.origin {
            Origin::Fork { fork, group: Some(own), .. } if own == group => {
                let fork = ForkKey { path: parent.clone(), fork: *fork, group: group.clone() };
                return Some(JoinKey { id: join.id.clone(), fork: Some(fork) });
            }
            _ => at = run.path(parent)?,
        }
    }
}

/// The join instances at which paths wait, in key order.
pub fn standing(run: &Run) -> Vec<Standing<'_>> {
    let mut all: Vec<Standing> = Vec::new();
    for path in run.paths.values() {
        let Some(parked) = path.parked() else { continue };
        match all.binary_search_by(|one| one.key.cmp(&parked.join)) {
            Ok(at) => all.get_mut(at).into_iter().for_each(|one| one.parked.push(path)),
            Err(at) => {
                let join = run.machine.control.join_called(&parked.join.id);
                let key = parked.join.clone();
                all.insert(at, Standing { key, join, parked: vec![path], missing: Vec::new() });
            }
        }
    }
    if all.is_empty() {
        return all;
    }
    for one in &mut all {
        one.parked.sort_by_key(|path| path.parked().map(|parked| parked.seq));
    }
    let mut joins: Vec<&Join> = all.iter().filter_map(|one| one.join).collect();
    joins.dedup_by(|a, b| std::ptr::eq(*a, *b));
    for path in run.live().filter(|path| path.unwinding.is_none()) {
        for join in &joins {
            if !join.is_reached_from(path.node, &run.machine.control) {
                continue;
            }
            let Some(key) = join_key(run, path, join) else { continue };
            if path.parked().is_some_and(|parked| parked.join == key) {
                continue;
            }
            if let Ok(at) = all.binary_search_by(|one| one.key.cmp(&key)) {
                all.get_mut(at).into_iter().for_each(|one| one.missing.push(path));
            }
        }
    }
    all
}

/// The waiting joins of a deadlock report.
pub(super) fn waiting(run: &Run) -> Vec<WaitingJoin> {
    let one = |one: &Standing| WaitingJoin {
        join: one.key.clone(),
        have: one.parked.len(),
        need: one.need(),
        parked: one.parked.iter().map(|path| path.id.clone()).collect(),
        missing: one.missing.iter().map(|path| missing(run, path)).collect(),
    };
    standing(run).iter().map(one).collect()
}

fn missing(run: &Run, path: &Path) -> MissingPath {
    let why = match &path.status {
        Status::Blocked(reason) => reason.text().to_owned(),
        Status::Parked(parked) => format!("waits at join `{}`", parked.join),
        _ => String::new(),
    };
    let node = run.machine.nodes[path.node].id.clone();
    MissingPath { path: path.id.clone(), node, status: path.status.word(), why }
}

impl Run {
    /// True if paths do not wait for ever at this join.
    pub fn has_timeout(&self, key: &JoinKey) -> bool {
        self.machine.control.join_called(&key.id).is_some_and(|join| join.timeout.is_some())
    }

    /// The join instance on an edge that a path belongs to.
    pub fn join_at(&self, path: &Path, edge: EdgeIdx) -> Option<JoinKey> {
        join_key(self, path, self.machine.control.join(edge)?)
    }
}

impl Walk<'_> {
    /// Waits at a join, its edge chosen and not yet crossed.
    pub fn park(&mut self, join: JoinKey, exit: Exit) {
        let seq = self.draft.run.seq + 1;
        let parked = Parked { join: join.clone(), exit, seq, tick: self.draft.run.tick };
        self.path.phase = Phase::Leave;
        self.path.status = Status::Parked(Arc::new(parked));
        // Counted like the others: as a path of the run.
        self.draft.put(self.path.clone());
        let at = self.draft.at(&self.path);
        let all = standing(&self.draft.run);
        let found = all.iter().find(|one| one.key == join);
        let (have, need, missing) = found.map_or((1, 1, Vec::new()), |one| (one.parked.len(), one.need(), one.ids()));
        self.draft.emit(Kind::Parked { at, edge: exit.edge, join, have, need, missing });
    }

    /// True if the edge leads into a join that has failed this path in this action: it would fail it again for ever.
    pub fn has_failed_at(&self, edge: EdgeIdx) -> bool {
        if self.draft.failed_at.is_empty() {
            return false;
        }
        let key = self.draft.run.join_at(&self.path, edge);
        key.is_some_and(|key| self.draft.failed_at.iter().any(|(join, path)| *join == key && *path == self.path.id))
    }
}

/// What a join does next.
struct Act {
    key: JoinKey,
    /// In order of arrival.
    used: Vec<Arc<Path>>,
    /// Participants that go no further.
    others: Vec<PathId>,
    ends: Ends,
}

/// How a join ends its waiting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Complete,
    /// It goes on with those that are there.
    Timeout,
    Short,
    /// Those that are there fail.
    TimeoutFails,
    ShortFails,
}

impl Act {
    /// The first join that fires or falls short, else the first one whose time is over.
    fn next(run: &Run) -> Option<Act> {
        let all = standing(run);
        let ripe = all.iter().find_map(|one| Some((one, one.ripe()?)));
        let (one, ends) = ripe.or_else(|| all.iter().find_map(|one| Some((one, one.overdue(run)?))))?;
        let most = match ends {
            Ends::TimeoutFails | Ends::ShortFails => usize::MAX,
            _ => one.join.and_then(Join::count).map_or(usize::MAX, |count| count as usize),
        };
        let used = one.parked.iter().take(most).map(|path| Arc::clone(path)).collect();
        let others = one.parked.iter().skip(most).chain(&one.missing).map(|path| path.id.clone()).collect();
        Some(Act { key: one.key.clone(), used, others, ends })
    }
}

impl Standing<'_> {
    fn ripe(&self) -> Option<Ends> {
        let all_here = self.missing.is_empty();
        match self.join.and_then(Join::count) {
            Some(count) if self.parked.len() >= count as usize => Some(Ends::Complete),
            Some(_) if all_here => Some(self.late(Ends::Short, Ends::ShortFails)),
            None if all_here => Some(Ends::Complete),
            _ => None,
        }
    }

    fn overdue(&self, run: &Run) -> Option<Ends> {
        let timeout = self.join?.timeout?;
        (self.waited(run) >= timeout).then(|| self.late(Ends::Timeout, Ends::TimeoutFails))
    }

    fn late(&self, proceeds: Ends, fails: Ends) -> Ends {
        if self.join.is_some_and(|join| join.on_timeout == OnTimeout::Proceed) { proceeds } else { fails }
    }
}

impl Draft {
    /// Lets joins fire, fail or fall short until nothing changes.
    ///
    /// It ends: what fires releases paths, which go no further in this action, and a join fails a path only once.
    pub fn settle(&mut self) {
        while let Some(act) = Act::next(&self.run) {
            let generation = self.run.joins.get(&act.key).copied().unwrap_or_default().generation + 1;
            self.run.joins.insert(act.key.clone(), crate::run::state::JoinState { generation });
            match act.ends {
                Ends::TimeoutFails => self.fail_join(&act, generation, Fault::new("timeout", "it took too long")),
                Ends::ShortFails => {
                    let message = "no other path can arrive any more";
                    self.fail_join(&act, generation, Fault::new("short", message));
                }
                _ => self.fire(&act, generation),
            }
        }
    }

    fn fire(&mut self, act: &Act, generation: u32) {
        let machine = self.machine();
        let strategy = machine.control.join_called(&act.key.id).and_then(|join| Some((join, join.merge?)));
        let union = match strategy {
            None => None,
            Some((join, strategy)) => match merge::unite(&self.run, &act.key, join, strategy, &act.used) {
                Ok(union) => Some(union),
                Err(fault) => return self.fail_join(act, generation, fault),
            },
        };
        let reason = match act.ends {
            Ends::Timeout => "timeout",
            Ends::Short => "short",
            _ => "complete",
        };
        let cancelled = if act.ends == Ends::Timeout { Cancelled::JoinTimeout } else { Cancelled::JoinFired };
        self.emit(Kind::JoinFired {
            join: act.key.clone(),
            generation,
            paths: in_path_order(&act.used).iter().map(|path| path.id.clone()).collect(),
            continuing: union.as_ref().map(|union| union.path.id.clone()),
            cancelled: act.others.clone(),
            reason,
        });
        for other in &act.others {
            self.cancel(other, cancelled, None);
        }
        let used = in_path_order(&act.used);
        for path in &used {
            if let Some(parked) = path.parked() {
                self.count_crossings(parked.exit.edge, 1);
            }
        }
        match union {
            Some(union) => self.go_on_as_one(&act.key, union, &used),
            None => {
                for path in used {
                    self.release((*path).clone(), &act.key, path.parked().map(|parked| parked.exit));
                }
            }
        }
    }

    /// Crosses the edge a path has waited on.
    fn release(&mut self, path: Path, key: &JoinKey, exit: Option<Exit>) {
        let text = Some(Arc::from(key.to_string()));
        let mut walk = Walk { draft: self, path };
        if let Some(exit) = exit {
            walk.arrive(exit, Cause { text, ..Cause::of("join") });
        }
        let path = walk.path;
        self.put(path);
    }

    fn go_on_as_one(&mut self, key: &JoinKey, union: Union, used: &[Arc<Path>]) {
        let Union { mut path, from, strategy, changes, conflicts, gathered } = union;
        let (id, join) = (path.id.clone(), key.clone());
        if path.status == Status::Forked {
            self.emit(Kind::PathRevived { path: id.clone(), join: join.clone() });
        }
        conflicts.into_iter().for_each(|conflict| self.emit(conflict));
        if !changes.is_empty() {
            path.disturb();
        }
        for merged in &changes {
            let place = (Some(id.clone()), merged.change.id);
            self.last.changed.insert(place, merged.change.before.clone());
        }
        self.emit(Kind::Merged { path: id.clone(), join, from: from.clone(), strategy: strategy.word(), changes });
        for (context, written) in &gathered {
            self.write(&mut path, *context, written, Source::Gather);
        }
        for other in &from {
            self.lapse(other, "ended");
            if let Some(merged) = self.run.path(other) {
                let mut merged = (**merged).clone();
                merged.status = Status::Merged(id.clone());
                self.put(merged);
            }
            self.emit(Kind::PathMerged { path: other.clone(), into: id.clone(), join: key.clone() });
        }
        // A used path crosses its own edge, a revived one that of the lowest used path.
        let exit = used.iter().find(|one| one.id == id).or(used.first()).and_then(|one| one.parked());
        let exit = exit.map(|parked| parked.exit);
        self.release(path, key, exit);
    }

    fn fail_join(&mut self, act: &Act, generation: u32, fault: Fault) {
        let Fault { code, message, errors } = fault;
        let paths: Vec<PathId> = in_path_order(&act.used).iter().map(|path| path.id.clone()).collect();
        let join = act.key.clone();
        self.emit(Kind::JoinFailed { join, generation, paths: paths.clone(), code, errors });
        for id in paths {
            // The failure of another one may have ended it.
            let Some(path) = self.run.path(&id).cloned() else { continue };
            let Some(parked) = path.parked().filter(|parked| parked.join == act.key) else { continue };
            self.failed_at.push((act.key.clone(), id));
            let mut walk = Walk { draft: self, path: (*path).clone() };
            walk.path.status = Status::Active;
            let message = format!("join `{}`: {message}", act.key);
            let edge = Some(parked.exit.edge);
            walk.fail(Failing { edge, retryable: false, ..Failing::new("join", code, message) });
            let path = walk.path;
            self.put(path);
        }
    }
}

fn in_path_order(paths: &[Arc<Path>]) -> Vec<Arc<Path>> {
    let mut paths = paths.to_vec();
    paths.sort_by(|a, b| a.id.cmp(&b.id));
    paths
}
