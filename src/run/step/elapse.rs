//! Time: the run's clock, the timers that start when a path arrives, and those that fire.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::control::Exit;
use crate::machine::model::NodeIdx;
use crate::refusal::{Code, Refusal};
use crate::run::event::Kind;
use crate::run::state::outcome::TestResult;
use crate::run::state::{Cause, CauseKind, Path, PathId, Phase, Run, Status, Timer};
use crate::run::step::awaited::timers;
use crate::run::step::draft::{Applied, Counts, Draft, PathMover};
use crate::run::step::names::test_condition;
use crate::run::step::refusals::stands_still;
use crate::value::Value;

/// The latest time of the clock: numbers of JSON are exact up to here.
const LATEST: u64 = (1 << 53) - 1;

/// A timer that is due, and whether it takes its path along.
struct Due {
    path: PathId,
    timer: Timer,
    due: u64,
    /// What its condition gave; `None` without one.
    result: Option<Result<bool, String>>,
}

impl Due {
    fn fires(&self) -> bool {
        matches!(self.result, None | Some(Ok(true)))
    }
}

/// Lets time pass: until the first timer is due, or all of it.
pub(in crate::run) fn elapse(run: &Run, milliseconds: u64) -> Result<Applied, Refusal> {
    if run.live().next().is_none() {
        return Err(stands_still(run));
    }
    let end = run.clock_ms.checked_add(milliseconds).filter(|end| *end <= LATEST && milliseconds > 0);
    let Some(end) = end else {
        let message = format!("time passes in whole milliseconds from 1, and the clock ends at {LATEST}");
        return Err(Refusal::new(Code::InvalidValue, message).with([("clock", Value::from(run.clock_ms as f64))]));
    };
    let mut draft = Draft::new(run, Counts::Action);
    let can_fire =
        |path: &Path| -> Vec<Timer> { timers(run, path).filter(|timer| !rests(run, path, timer)).copied().collect() };
    let running: Vec<(&Arc<Path>, Vec<Timer>)> = run.live().map(|path| (path, can_fire(path))).collect();
    let next = running.iter().flat_map(|(_, timers)| timers).map(|timer| run.due(timer).max(run.clock_ms)).min();
    draft.run.clock_ms = next.unwrap_or(end).min(end);
    draft.left_ms = end - draft.run.clock_ms;
    let due: Vec<Due> = running.iter().flat_map(|(path, timers)| draft.due(path, timers)).collect();
    for due in due {
        draft.spend(&due);
        if due.fires() {
            draft.fire_timer(&due);
        }
    }
    Ok(draft.finish(None))
}

/// True while a timer does not fire: its node has no agent work, and its path has got the last answer and leaves next.
fn rests(run: &Run, path: &Path, timer: &Timer) -> bool {
    path.place() == Some(timer.node)
        && path.status == Status::Active
        && path.phase != Phase::Enter
        && !run.machine.control.work(timer.node).is_agent_work()
        && run.was_answered(path)
}

impl Draft {
    /// The timers of a path that are due, up to the one that fires, by priority, then source order.
    fn due(&self, path: &Path, timers: &[Timer]) -> Vec<Due> {
        let control = &self.run.machine.control;
        let mut sorted: Vec<&Timer> = timers.iter().filter(|timer| self.run.due(timer) <= self.run.clock_ms).collect();
        sorted.sort_by_key(|timer| (control.priority(timer.exit.edge), timer.exit.edge, timer.exit.reverse));
        let mut all = Vec::new();
        for timer in sorted {
            let condition = &self.run.machine.edges[timer.exit.edge].condition;
            // A text that is no expression is never true.
            let never = || Err("the condition is not an expression".to_owned());
            let result =
                condition.as_ref().map(|_| test_condition(&self.run, path, timer.exit.edge).unwrap_or_else(never));
            let due = Due { path: path.id.clone(), timer: *timer, due: self.run.due(timer), result };
            let fires = due.fires();
            all.push(due);
            if fires {
                break;
            }
        }
        all
    }

    fn spend(&mut self, due: &Due) {
        let Some(path) = self.run.path(&due.path) else { return };
        let mut path = (**path).clone();
        for timer in Arc::make_mut(&mut path.timers).iter_mut().filter(|timer| **timer == due.timer) {
            timer.is_spent = true;
        }
        self.put(path);
        if let Some(result) = due.result.clone() {
            let (edge, word) = (due.timer.exit.edge, TestResult::of(&result));
            let path = due.path.clone();
            self.emit(Kind::ConditionEvaluated { path, edge, result: word, error: result.err() });
        }
    }

    fn fire_timer(&mut self, due: &Due) {
        let Some(path) = self.run.path(&due.path).filter(|path| path.status.is_live()) else { return };
        let at = self.at(path);
        let exit = due.timer.exit;
        self.emit(Kind::TimerFired { at, edge: exit.edge, due: due.due });
        let text = self.run.machine.edges[exit.edge].after.as_ref().map(|after| after.text.clone());
        self.interrupt(&due.path, exit, Cause { text, ..Cause::of(CauseKind::Timer) }, None);
    }
}

impl PathMover<'_> {
    /// Starts the timers of the node that the path has come to. Those of modules it stood in before run on, unless the
    /// edge leads to the module itself.
    pub fn start_timers(&mut self, target: NodeIdx, from: Option<NodeIdx>) {
        let run = &self.draft.run;
        let (control, node) = (&run.machine.control, self.path.node);
        let stood_in: Vec<NodeIdx> = from.into_iter().flat_map(|from| control.outwards(from).skip(1)).collect();
        let mut timers = Vec::new();
        for at in control.outwards(node) {
            if at != node && at != target && stood_in.contains(&at) {
                timers.extend(self.path.timers.iter().filter(|timer| timer.node == at));
            } else {
                timers.extend(timers_from(&run.machine, at, run.clock_ms));
            }
        }
        if timers != *self.path.timers {
            self.path.timers = Arc::new(timers);
        }
    }
}

/// The timers of a node that start at a time.
pub(in crate::run) fn timers_from(machine: &Machine, node: NodeIdx, start: u64) -> impl Iterator<Item = Timer> {
    let waits =
        |exit: &&Exit| machine.edges[exit.edge].after.as_ref().is_some_and(|after| after.milliseconds.is_some());
    let exits = machine.control.timers(node).iter().filter(waits);
    exits.map(move |exit| Timer { node, exit: *exit, start, is_spent: false })
}
