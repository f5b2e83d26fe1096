//! One path, one step: enter, work, leave, in the exact order of the runtime's rules.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::control::{EdgeClass, Exit, Work};
use crate::machine::model::{Class, Condition, NodeIdx};
use crate::run::event::{Kind, Lapse, Limit};
use crate::run::state::outcome::TestResult;
use crate::run::state::{
    Blocked, Cause, CauseKind, FailureKind, Force, Move, Path, Phase, Priority, ReceivedEvent, Status, Visits,
};
use crate::run::step::close::blocked_edges;
use crate::run::step::draft::{Decision, PathMover};
use crate::run::step::failure::Failing;
use crate::run::step::join::join_key;
use crate::run::step::names::test_condition;

impl Path {
    /// Ends the quiet period of the loop notice.
    pub fn disturb(&mut self) {
        self.quiet_from = self.entries;
        self.loop_noticed = false;
    }
}

impl PathMover<'_> {
    /// Runs phases C to G until something stops the path or it has crossed one edge, then stores the path.
    pub fn run(mut self) {
        self.go();
        let path = self.path;
        self.draft.put(path);
    }

    fn go(&mut self) {
        if self.path.phase == Phase::Enter && !self.enter() {
            return;
        }
        let mut decided = None;
        if self.path.phase == Phase::Work {
            match self.work() {
                Worked::Stop => return,
                Worked::Leave(exit) => decided = exit,
            }
        }
        self.leave(decided);
    }

    /// Phase C. False if the path stops here.
    fn enter(&mut self) -> bool {
        let Some(modules) = self.begin_visit() else { return false };
        for entered in modules.into_iter().chain([self.path.node]) {
            self.raise_declared(entered, Priority::Required);
            self.raise_forms(entered);
            self.raise_declared(entered, Priority::Optional);
        }
        if self.waits_for_answers() {
            self.path.status = Status::AwaitingAnswers;
            return false;
        }
        true
    }

    /// Phases C1 and C2: the visit without its questions and its work. Gives the modules that the path enters with the
    /// node, outer first; `None` if it fails.
    pub fn begin_visit(&mut self) -> Option<Vec<NodeIdx>> {
        let node = self.path.node;
        let limits = *self.draft.run.limits;
        if self.draft.run.counters.entries >= limits.max_steps {
            self.hit_limit(Limit::MaxSteps, "max-steps", limits.max_steps);
            return None;
        }
        if self.path.visit() >= limits.max_node_invocations {
            self.hit_limit(Limit::MaxNodeInvocations, "max-node-invocations", limits.max_node_invocations);
            return None;
        }
        self.draft.run.counters.entries += 1;
        let path = &mut self.path;
        path.entries += 1;
        path.attempt = 1;
        path.turn = 0;
        path.talk = Default::default();
        path.failed_before = None;
        path.requests_before = path.request_seq;
        let modules = std::mem::take(&mut path.entering);
        path.choice = None;
        path.children_before = path.children;
        path.spawn_called = false;
        path.fanned_out = false;
        path.phase = Phase::Work;
        let before = path.visits.get(&node).copied();
        let entered_quietly = before.is_some_and(|visits| visits.last_entry > path.quiet_from);
        self.count_visit(node);
        let at = self.draft.at(&self.path);
        self.draft.emit(Kind::NodeEntered { at: at.clone(), visit: self.path.visit() });
        for entered in modules.iter().chain([&node]) {
            if self.draft.run.machine.nodes[*entered].annotation(&["checkpoint"]).is_some() {
                let name = format!("{}#{}.{}", self.draft.node_id(*entered), at.path, self.visit_of(*entered)).into();
                self.draft.emit(Kind::CheckpointTaken { path: at.path.clone(), name });
            }
        }
        if entered_quietly && !self.path.loop_noticed {
            self.path.loop_noticed = true;
            self.draft.emit(Kind::LoopNotice { at });
        }
        let are_assigned = modules.iter().chain([&node]).all(|entered| self.assign_on_entry(*entered));
        are_assigned.then_some(modules)
    }

    /// The number of the path's visit of a node or of a module around it; 1 for a module entered at a child.
    pub fn visit_of(&self, node: NodeIdx) -> u32 {
        self.path.visits.get(&node).map_or(1, |visits| visits.count)
    }

    /// Counts an entry into a node or a module passed on the way.
    fn count_visit(&mut self, node: NodeIdx) {
        let entry = self.path.entries;
        let visits = self.path.visits.get(&node).map_or(0, |visits| visits.count) + 1;
        let round = self.draft.run.node_use.get(&node).copied().unwrap_or(0) + 1;
        self.draft.run.node_use.insert(node, round);
        self.path.visits.insert(node, Visits { count: visits, last_entry: entry, round });
        if self.draft.run.machine.nodes[node].class == Class::State {
            self.path.active_state = Some(node);
        }
    }

    /// Phase D.
    fn work(&mut self) -> Worked {
        let machine = self.draft.machine();
        match machine.control.work(self.path.node) {
            Work::None => {}
            // A compensation decides where to go next, so the agent is not asked.
            Work::Decision if self.path.unwinding.is_some() => {}
            Work::Code | Work::Prompt => {
                self.ask(0);
                return Worked::Stop;
            }
            Work::Decision => {
                if self.forced_exit().is_some() {
                    self.path.phase = Phase::Leave;
                    return Worked::Leave(None);
                }
                let (exit, evaluations) = self.first_true();
                for evaluation in evaluations {
                    self.draft.emit(evaluation);
                }
                match exit {
                    Some(exit) => {
                        self.path.phase = Phase::Leave;
                        return Worked::Leave(Some(exit));
                    }
                    None => {
                        self.ask(0);
                        return Worked::Stop;
                    }
                }
            }
        }
        self.path.phase = Phase::Leave;
        Worked::Leave(None)
    }

    /// Phase F. `decided` is the conditional edge that phase D already found true.
    pub fn leave(&mut self, decided: Option<(Exit, Cause)>) {
        self.path.phase = Phase::Leave;
        if self.path.unwinding.is_some() {
            return self.undo_next();
        }
        if let Err(failing) = self.fan_out() {
            return self.fail(failing);
        }
        let (decision, evaluations) = match decided {
            Some((exit, cause)) => (Decision::Take(exit, cause), Vec::new()),
            None => self.decide(),
        };
        for evaluation in evaluations {
            self.draft.emit(evaluation);
        }
        self.emit_skipped();
        let asks_agent = self.draft.run.machine.control.work(self.path.node) != Work::None;
        match decision {
            Decision::Take(exit, cause) => {
                if cause.kind == CauseKind::Force {
                    self.emit_forced(exit.edge, Force::Take);
                }
                self.cross(exit, cause);
            }
            Decision::Ambiguous if asks_agent => {
                let message = "the agent did not choose a transition";
                self.fail(Failing::new(FailureKind::NoChoice, "no-choice", message));
            }
            decision if self.can_be_interrupted(&decision) => self.path.status = Status::AwaitingEvent,
            Decision::Ambiguous => self.block(Blocked::Ambiguous),
            Decision::NoTransition => self.block(Blocked::NoTransition),
            Decision::End if self.has_spawned() => self.wait_for_children(),
            Decision::End => self.end_without_branches(),
        }
    }

    /// Rules F2 to F7 with the current values, and the evaluations they needed. Changes nothing.
    pub fn decide(&self) -> (Decision, Vec<Kind>) {
        let machine = &self.draft.run.machine;
        let control = &machine.control;
        let exits: Vec<Exit> =
            control.effective(self.path.node).iter().filter(|exit| !self.skips(exit.edge)).copied().collect();
        let of_class = |class| exits.iter().filter(move |exit| control.class(exit.edge) == Some(class));
        if let Some(exit) = self.forced_exit() {
            return (Decision::Take(exit, Cause::of(CauseKind::Force)), Vec::new());
        }
        if let Some(choice) = &self.path.choice {
            // The first edge that its tool offered.
            let chosen = exits.iter().find(|exit| machine.is_choice(exit.edge) && exit.to == choice.target);
            if let Some(exit) = chosen {
                return (
                    Decision::Take(*exit, Cause { reason: choice.reason.clone(), ..Cause::of(CauseKind::Agent) }),
                    Vec::new(),
                );
            }
        }
        let (exit, evaluations) = self.first_true();
        if let Some((exit, cause)) = exit {
            return (Decision::Take(exit, cause), evaluations);
        }
        if let Some(exit) = of_class(EdgeClass::Plain).find(|exit| control.is_auto(exit.edge)) {
            return (Decision::Take(*exit, Cause::of(CauseKind::Auto)), evaluations);
        }
        let best = of_class(EdgeClass::Plain).map(|exit| control.priority(exit.edge)).min();
        let candidates = || of_class(EdgeClass::Plain).filter(|exit| Some(control.priority(exit.edge)) == best);
        let decision = match candidates().next() {
            Some(first) if candidates().all(|exit| exit.to == first.to) => {
                Decision::Take(*first, Cause::of(CauseKind::Default))
            }
            Some(_) => Decision::Ambiguous,
            None if of_class(EdgeClass::Guarded).next().is_some() => Decision::Ambiguous,
            None if of_class(EdgeClass::Conditional).next().is_some() => Decision::NoTransition,
            None => Decision::End,
        };
        (decision, evaluations)
    }

    /// The first conditional edge that is true, by priority, then source order.
    fn first_true(&self) -> (Option<(Exit, Cause)>, Vec<Kind>) {
        let run = &self.draft.run;
        let control = &run.machine.control;
        let mut evaluations = Vec::new();
        for exit in control.effective(self.path.node) {
            if control.class(exit.edge) != Some(EdgeClass::Conditional) || self.skips(exit.edge) {
                continue;
            }
            let Some(result) = test_condition(run, &self.path, exit.edge) else { continue };
            let (path, edge, word) = (self.path.id.clone(), exit.edge, TestResult::of(&result));
            let taken = result == Ok(true);
            evaluations.push(Kind::ConditionEvaluated { path, edge, result: word, error: result.err() });
            if taken {
                let condition = run.machine.edges[edge].condition.as_ref();
                let text = condition.map(|condition| condition.text.clone());
                let unless = condition.and_then(Condition::unless);
                return (Some((*exit, Cause { text, unless, ..Cause::of(CauseKind::Condition) })), evaluations);
            }
        }
        (None, evaluations)
    }

    /// Phase G: waits at the join the edge carries, or crosses it.
    pub fn cross(&mut self, exit: Exit, cause: Cause) {
        self.cross_with(exit, cause, None);
    }

    /// The same with the event that the path receives.
    pub fn cross_with(&mut self, exit: Exit, cause: Cause, event: Option<Arc<ReceivedEvent>>) {
        let machine = self.draft.machine();
        let joined = machine.control.join(exit.edge);
        match joined.and_then(|join| join_key(&self.draft.run, &self.path, join)) {
            Some(join) => {
                self.draft.lapse(&self.path.id, Lapse::Left);
                self.park(join, exit, event);
            }
            None => {
                let writes = match self.assigned_on(exit, event.as_deref()) {
                    Ok(writes) => writes,
                    Err(fault) => return self.fail_to_cross(exit, fault),
                };
                self.draft.lapse(&self.path.id, Lapse::Left);
                self.draft.assign(&mut self.path, &writes);
                self.draft.count_crossings(exit.edge, 1);
                if cause.kind == CauseKind::Force || cause.forced == Some(true) {
                    self.draft.mark_forced(exit.edge);
                }
                self.arrive(exit, cause, event);
            }
        }
    }

    /// Crosses an edge that is already counted and stops before entering its target.
    pub fn arrive(&mut self, exit: Exit, cause: Cause, event: Option<Arc<ReceivedEvent>>) {
        if event.is_some() {
            self.path.last_event = event;
        }
        let machine = self.draft.machine();
        let path_id = self.path.id.clone();
        let from = self.path.place();
        let left = from.map(|from| modules_left(&machine, from, exit)).unwrap_or_default();
        let from_id = self.draft.run.node_of(&self.path).clone();
        let entered = self.come_to(exit.to, from, left.len());
        self.path.phase = Phase::Enter;
        self.path.status = Status::Active;
        let to = self.draft.node_id(self.path.node);
        let step = Arc::new(Move { from: from_id, to, edge: Some(exit.edge), cause });
        self.path.history = self.path.history.with(step.clone());
        self.draft.emit(Kind::Moved { path: path_id, edge: exit.edge, reverse: exit.reverse, left, entered, step });
    }

    /// Moves from a node to `target`, leaving `left` of the modules around it. Returns the modules entered.
    ///
    /// Modules entered from outside may declare requests, a checkpoint and values: they are handled with those of the
    /// node.
    pub fn come_to(&mut self, target: NodeIdx, from: Option<NodeIdx>, left: usize) -> Vec<Arc<str>> {
        let passed = self.enter_modules(target);
        self.path.gone = None;
        let machine = self.draft.machine();
        let around =
            |node: NodeIdx| std::iter::successors(machine.control.around(node), |up| machine.control.around(*up));
        let stayed: Vec<NodeIdx> = from.into_iter().flat_map(around).skip(left).collect();
        let tells = |module: &NodeIdx| {
            let node = &machine.nodes[*module];
            ["needs", "wants"].iter().any(|key| node.attribute(key).is_some())
                || node.annotation(&["checkpoint"]).is_some()
                || !node.assignments.is_empty()
                || !machine.control.forms(*module).is_empty()
        };
        self.path.entering =
            around(self.path.node).filter(|module| !stayed.contains(module) && tells(module)).collect();
        self.path.entering.reverse();
        self.start_timers(target, from);
        passed
    }

    /// Moves to `target`, or through modules to their entry child. Returns the modules passed.
    fn enter_modules(&mut self, target: NodeIdx) -> Vec<Arc<str>> {
        let machine = self.draft.machine();
        let mut node = target;
        let mut passed = Vec::new();
        while let Some(child) = machine.control.entry(node) {
            passed.push(machine.nodes[node].id.clone());
            self.count_visit(node);
            node = child;
        }
        self.path.node = node;
        passed
    }

    /// Ends the wait for events after the last one of them is gone.
    pub fn stop_waiting(&mut self, decision: &Decision) {
        match decision {
            Decision::End if self.has_spawned() => self.wait_for_children(),
            Decision::End => self.complete(),
            _ => self.block(Blocked::NoTransition),
        }
    }

    fn block(&mut self, reason: Blocked) {
        self.path.status = Status::Blocked(reason);
        let at = self.draft.at(&self.path);
        let edges = blocked_edges(&self.draft.run, &self.path);
        self.draft.emit(Kind::Blocked { at, reason, edges });
    }

    /// All its work continues in its children. A merging join can revive it.
    fn wait_for_children(&mut self) {
        let at = self.draft.at(&self.path);
        self.draft.lapse(&at.path, Lapse::Left);
        self.path.status = Status::Forked;
        self.draft.emit(Kind::PathForked { at });
    }

    pub fn complete(&mut self) {
        self.fill_outputs();
        let at = self.draft.at(&self.path);
        self.draft.lapse(&at.path, Lapse::Ended);
        self.path.status = Status::Completed;
        self.draft.emit(Kind::PathCompleted { at });
    }
}

/// The result of phase D.
enum Worked {
    Stop,
    Leave(Option<(Exit, Cause)>),
}

/// The modules a path leaves when it takes an edge of one of them.
pub(in crate::run) fn modules_left(machine: &Machine, node: NodeIdx, exit: Exit) -> Vec<Arc<str>> {
    let edge = &machine.edges[exit.edge];
    let owner = if exit.reverse { edge.target } else { edge.source };
    let (mut at, mut left) = (node, Vec::new());
    while at != owner {
        // A revived path crosses an edge of another node, so it leaves no module.
        let Some(module) = machine.control.around(at) else { return Vec::new() };
        left.push(machine.nodes[module].id.clone());
        at = module;
    }
    left
}
