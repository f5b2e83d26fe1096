//! A `@map` over an empty list that is the only way on. Its path goes on behind the merging join that the branches
//! would have reached, or completes.

use std::sync::Arc;

use crate::expr::Operand;
use crate::machine::control::Exit;
use crate::machine::fan_out::Branches;
use crate::machine::join::Join;
use crate::run::event::{Fired, Kind, Lapse, Source};
use crate::run::state::{Cause, CauseKind, FailureKind, Force, ForkKey, JoinKey, JoinState, Path, Run};
use crate::run::step::assign::assigned_after;
use crate::run::step::contributor::Fault;
use crate::run::step::draft::PathMover;
use crate::run::step::failure::Failing;
use crate::run::step::gather::{Write, gather};
use crate::run::step::join::join_key;
use crate::run::step::names::{evaluate, test_condition};
use crate::value::Value;

/// The first `@map` edge that a path could take, if it had any items.
pub fn empty_map(run: &Run, path: &Path) -> Option<Exit> {
    // An edit may have removed its node.
    let node = path.place()?;
    let control = &run.machine.control;
    let is_empty = |exit: &&Exit| {
        let Some(fan_out) = control.fan_out(exit.edge).filter(|fan_out| !fan_out.is_twin) else { return false };
        let Branches::Each { list: Some(list), .. } = &fan_out.branches else { return false };
        let taken = match run.force(&path.id, exit.edge) {
            Some(force) => force == Force::Take,
            None => {
                let condition = &run.machine.edges[exit.edge].condition;
                condition.is_none() || test_condition(run, path, exit.edge) == Some(Ok(true))
            }
        };
        let items = || evaluate(run, path, &list.expr, &list.names);
        taken && matches!(items(), Ok(Operand::Value(Value::List(items))) if items.is_empty())
    };
    control.effective(node).iter().find(is_empty).copied()
}

impl PathMover<'_> {
    /// Rule F6 where nothing was spawned.
    pub fn end_without_branches(&mut self) {
        let Some(map) = empty_map(&self.draft.run, &self.path) else { return self.complete() };
        let machine = self.draft.machine();
        let joins = machine.control.crossable(map.to);
        let behind = joins.into_iter().find_map(|exit| {
            let join = machine.control.join(exit.edge).filter(|join| join.merge.is_some())?;
            Some((exit, join, self.key_of_branches(map, join)?))
        });
        match behind {
            Some((exit, join, key)) => self.go_on_behind(exit, join, key),
            None => {
                let at = self.draft.at(&self.path);
                self.draft.emit(Kind::NothingSpawned { at, edge: map.edge });
                self.complete();
            }
        }
    }

    /// The instance of a join that the branches of a `@map` would belong to.
    fn key_of_branches(&self, map: Exit, join: &Join) -> Option<JoinKey> {
        let machine = &self.draft.run.machine;
        let of_map = machine.control.fan_out(map.edge)?.group.as_ref();
        match &join.group {
            Some(group) if Some(group) == of_map => {
                let fork = ForkKey { path: self.path.id.clone(), fork: self.path.entries, group: group.clone() };
                Some(JoinKey { id: join.id.clone(), fork: Some(fork) })
            }
            _ => join_key(&self.draft.run, &self.path, join),
        }
    }

    /// Crosses the edge of a join at which no path can arrive.
    fn go_on_behind(&mut self, exit: Exit, join: &Join, key: JoinKey) {
        self.draft.lapse(&self.path.id, Lapse::Left);
        let key = Arc::new(key);
        let generation = self.draft.run.joins.get(&*key).map_or(0, |state| state.generation) + 1;
        self.draft.run.joins.insert((*key).clone(), JoinState { generation });
        let (gathered, assigned) = match self.values_behind(exit, join) {
            Ok(values) => values,
            Err(fault) => {
                let message = format!("join `{key}`: {}", fault.message);
                let (code, errors) = (fault.code, fault.errors);
                self.draft.emit(Kind::JoinFailed { join: key, generation, paths: Vec::new(), code, errors });
                let failing = Failing::new(FailureKind::Join, code.word(), message);
                return self.fail(Failing { edge: Some(exit.edge), retryable: false, ..failing });
            }
        };
        self.draft.emit(Kind::JoinFired {
            join: key.clone(),
            generation,
            paths: Vec::new(),
            continuing: Some(self.path.id.clone()),
            cancelled: Vec::new(),
            reason: Fired::Complete,
        });
        for (context, written) in &gathered {
            self.draft.write(&mut self.path, *context, written, Source::Gather);
        }
        self.draft.assign(&mut self.path, &assigned);
        self.draft.count_crossings(exit.edge, 1);
        let text = Some(Arc::from(key.to_string()));
        self.arrive(exit, Cause { text, ..Cause::of(CauseKind::Join) }, None);
    }

    /// What a join of no paths gathers, and what the `@set` of its edge writes then.
    fn values_behind(&self, exit: Exit, join: &Join) -> Result<(Vec<Write>, Vec<Write>), Fault> {
        let gathered = gather(&self.draft.run, join, &[], &self.path)?;
        let assigned = assigned_after(&self.draft.run, &self.path, &gathered, exit, None)?;
        Ok((gathered, assigned))
    }
}
