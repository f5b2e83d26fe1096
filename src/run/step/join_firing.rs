//! The first part of phase H: joins fire or fail until nothing changes.

use std::sync::Arc;

use crate::machine::join::{Join, OnTimeout};
use crate::run::event::{Fired, JoinFault, Kind, Lapse, Source};
use crate::run::state::{
    Cancelled, Cause, CauseKind, FailureKind, JoinKey, JoinState, Parked, Path, PathId, Run, Status,
};
use crate::run::step::assign::assigned_after;
use crate::run::step::contributor::Fault;
use crate::run::step::draft::{Draft, PathMover};
use crate::run::step::failure::Failing;
use crate::run::step::gather::Write;
use crate::run::step::join::{OpenJoin, open_join, open_joins};
use crate::run::step::merge::{self, Union};

/// What a join does next.
struct Act {
    /// Shared with the events that report it.
    key: Arc<JoinKey>,
    /// In order of arrival.
    used: Vec<Arc<Path>>,
    /// Participants that are cancelled.
    others: Vec<PathId>,
    ends: Ends,
}

/// How a join ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Complete,
    /// It continues with the paths that are there.
    Timeout,
    Short,
    /// The waiting paths fail.
    TimeoutFails,
    ShortFails,
}

impl Act {
    fn of(open: &OpenJoin, ends: Ends) -> Act {
        let most = match ends {
            Ends::TimeoutFails | Ends::ShortFails => usize::MAX,
            _ => open.join.and_then(Join::count).map_or(usize::MAX, |count| count as usize),
        };
        let used = open.parked.iter().take(most).map(|path| Arc::clone(path)).collect();
        let others = open.parked.iter().skip(most).chain(&open.missing).map(|path| path.id.clone()).collect();
        Act { key: Arc::new(open.key.clone()), used, others, ends }
    }
}

/// How a join ends when it is complete or no other path can reach it; `None` if it stays open.
fn ripe(open: &OpenJoin, _: &Run) -> Option<Ends> {
    let all_here = open.missing.is_empty();
    match open.join.and_then(Join::count) {
        Some(count) if open.parked.len() >= count as usize => Some(Ends::Complete),
        Some(_) if all_here => Some(late(open, Ends::Short, Ends::ShortFails)),
        None if all_here => Some(Ends::Complete),
        _ => None,
    }
}

/// How a join ends when it has timed out; `None` if it has not.
fn overdue(open: &OpenJoin, run: &Run) -> Option<Ends> {
    let timeout = open.join?.timeout?;
    (open.waited(run) >= timeout).then(|| late(open, Ends::Timeout, Ends::TimeoutFails))
}

fn late(open: &OpenJoin, proceeds: Ends, fails: Ends) -> Ends {
    if open.join.is_some_and(|join| join.on_timeout == OnTimeout::Proceed) { proceeds } else { fails }
}

impl Draft {
    /// Lets joins fire or fail until nothing changes, then those that have timed out.
    ///
    /// This terminates: released paths stop after one edge in this action, and a join fails a path only once.
    pub fn fire_joins(&mut self) {
        while self.fire_those(ripe) || self.fire_those(overdue) {}
    }

    /// True if any join fired or failed.
    fn fire_those(&mut self, ends: fn(&OpenJoin, &Run) -> Option<Ends>) -> bool {
        let due = |open: &OpenJoin| ends(open, &self.run).is_some();
        let keys: Vec<JoinKey> = open_joins(&self.run).into_iter().filter(due).map(|open| open.key).collect();
        let mut acted = false;
        for key in keys {
            // An earlier join may have changed it.
            let open = open_join(&self.run, &key);
            let Some(ends) = ends(&open, &self.run).filter(|_| !open.parked.is_empty()) else { continue };
            let act = Act::of(&open, ends);
            self.carry_out(&act);
            acted = true;
        }
        acted
    }

    fn carry_out(&mut self, act: &Act) {
        let generation = self.run.joins.get(&*act.key).map_or(0, |state| state.generation) + 1;
        self.run.joins.insert((*act.key).clone(), JoinState { generation });
        match act.ends {
            Ends::TimeoutFails => self.fail_join(act, generation, Fault::new(JoinFault::Timeout, "timed out")),
            Ends::ShortFails => {
                self.fail_join(act, generation, Fault::new(JoinFault::Short, "no more paths can arrive"));
            }
            _ => self.fire(act, generation),
        }
    }

    fn fire(&mut self, act: &Act, generation: u32) {
        let machine = self.machine();
        let strategy = machine.control.join_called(&act.key.id).and_then(|join| Some((join, join.merge?)));
        let union = match strategy {
            None => None,
            Some((join, strategy)) => match merge::unite(&self.run, &act.key, join, strategy, &act.used) {
                Ok(union) => match self.assigned_to(&union, &act.used) {
                    Ok(writes) => Some((union, writes)),
                    Err(fault) => return self.fail_join(act, generation, fault),
                },
                Err(fault) => return self.fail_join(act, generation, fault),
            },
        };
        let reason = match act.ends {
            Ends::Timeout => Fired::Timeout,
            Ends::Short => Fired::Short,
            _ => Fired::Complete,
        };
        let cancelled = if act.ends == Ends::Timeout { Cancelled::JoinTimeout } else { Cancelled::JoinFired };
        self.emit(Kind::JoinFired {
            join: act.key.clone(),
            generation,
            paths: in_path_order(&act.used).iter().map(|path| path.id.clone()).collect(),
            continuing: union.as_ref().map(|(union, _)| union.path.id.clone()),
            cancelled: act.others.clone(),
            reason,
        });
        for other in &act.others {
            self.cancel(other, cancelled, None);
        }
        let used = in_path_order(&act.used);
        match union {
            Some((union, writes)) => {
                for parked in used.iter().filter_map(|path| path.parked()) {
                    self.count_crossings(parked.exit.edge, 1);
                }
                self.go_on_as_one(&act.key, union, &writes, &used);
            }
            None => used.iter().for_each(|path| self.go_on_alone(path, &act.key)),
        }
    }

    /// Lets a path of a join that merges nothing cross the edge it waited on.
    fn go_on_alone(&mut self, path: &Arc<Path>, key: &Arc<JoinKey>) {
        // The failure of another path may have ended it.
        let Some(path) = self.run.path(&path.id).cloned() else { return };
        let Some(parked) = path.parked() else { return };
        let mut mover = PathMover { draft: self, path: (*path).clone() };
        match mover.assigned_on(parked.exit, parked.event.as_deref()) {
            Ok(writes) => {
                mover.draft.assign(&mut mover.path, &writes);
                mover.draft.count_crossings(parked.exit.edge, 1);
                mover.release(parked, key);
            }
            Err(fault) => {
                mover.draft.failed_at.push((key.clone(), path.id.clone()));
                mover.path.status = Status::Active;
                mover.fail_to_cross(parked.exit, fault);
            }
        }
        let path = mover.path;
        self.put(path);
    }

    /// What the `@set` of the edge that a merged path crosses writes, with the values that it will have.
    fn assigned_to(&self, union: &Union, used: &[Arc<Path>]) -> Result<Vec<Write>, Fault> {
        let used = in_path_order(used);
        let Some(parked) = crossed(&union.path.id, &used) else { return Ok(Vec::new()) };
        assigned_after(&self.run, &union.path, &union.gathered, parked.exit, parked.event.as_deref())
    }

    fn go_on_as_one(&mut self, key: &Arc<JoinKey>, union: Union, assigned: &[Write], used: &[Arc<Path>]) {
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
            self.last.note_anew(Some(id.clone()), merged.change.id, merged.change.before.clone());
        }
        let merged_fields = changes.clone();
        self.emit(Kind::Merged { path: id.clone(), join, from: from.clone(), strategy, changes });
        let machine = self.machine();
        for merged in merged_fields {
            if let Some(context) = machine.find(&merged.context).and_then(|node| machine.context_of(node)) {
                self.emit_artifacts(Some(&id), context, &[merged.change]);
            }
        }
        for (context, written) in &gathered {
            self.write(&mut path, *context, written, Source::Gather);
        }
        self.assign(&mut path, assigned);
        for other in &from {
            self.lapse(other, Lapse::Ended);
            if let Some(merged) = self.run.path(other) {
                let mut merged = (**merged).clone();
                merged.status = Status::Merged(id.clone());
                self.put(merged);
            }
            self.emit(Kind::PathMerged { path: other.clone(), into: id.clone(), join: key.clone() });
        }
        let mut mover = PathMover { draft: self, path };
        if let Some(parked) = crossed(&id, used) {
            mover.release(parked, key);
        }
        let path = mover.path;
        self.put(path);
    }

    fn fail_join(&mut self, act: &Act, generation: u32, fault: Fault) {
        let Fault { code, message, errors } = fault;
        let paths: Vec<PathId> = in_path_order(&act.used).iter().map(|path| path.id.clone()).collect();
        let join = act.key.clone();
        self.emit(Kind::JoinFailed { join, generation, paths: paths.clone(), code, errors });
        for id in paths {
            // The failure of another path may have ended it.
            let Some(path) = self.run.path(&id).cloned() else { continue };
            let Some(parked) = path.parked().filter(|parked| parked.join == *act.key) else { continue };
            self.failed_at.push((act.key.clone(), id));
            let mut mover = PathMover { draft: self, path: (*path).clone() };
            mover.path.status = Status::Active;
            let message = format!("join `{}`: {message}", act.key);
            let edge = Some(parked.exit.edge);
            mover.fail(Failing { edge, retryable: false, ..Failing::new(FailureKind::Join, code.word(), message) });
            let path = mover.path;
            self.put(path);
        }
    }
}

impl PathMover<'_> {
    /// Crosses the edge that a path waited on at a join.
    fn release(&mut self, parked: &Parked, key: &JoinKey) {
        let text = Some(Arc::from(key.to_string()));
        self.arrive(parked.exit, Cause { text, ..Cause::of(CauseKind::Join) }, parked.event.clone());
    }
}

/// Where the path waited whose edge a merged path crosses: a used path its own, a revived path the lowest used one.
fn crossed<'a>(id: &PathId, used: &'a [Arc<Path>]) -> Option<&'a Arc<Parked>> {
    used.iter().find(|path| path.id == *id).or(used.first())?.parked()
}

fn in_path_order(paths: &[Arc<Path>]) -> Vec<Arc<Path>> {
    let mut paths = paths.to_vec();
    paths.sort_by(|a, b| a.id.cmp(&b.id));
    paths
}
