//! All runs of one execution: branches of entries, and a cursor.
//!
//! Going back moves the cursor and changes nothing. An action away from the tip first creates a branch there
//! and leaves the old one unchanged. Every entry holds its whole run; runs share what did not change.

mod branches;
mod checkpoints;
pub mod diff;
mod entries;
pub mod replay;
mod retext;

use std::collections::VecDeque;
use std::sync::Arc;

use crate::context::layer::Layer;
use crate::machine::Machine;
use crate::machine::model::{EdgeIdx, NodeIdx};
use crate::refusal::{Code, Refusal};
use crate::run::action::{Action, apply};
use crate::run::event::{Event, Kind};
use crate::run::state::{AgentId, Run, ToolResult};
use crate::run::step::draft::Applied;
use crate::run::step::start::{StartOptions, start};
use crate::run::timeline::diff::Diff;
use crate::value::Value;
use crate::words;

pub use crate::run::timeline::branches::{BranchRow, Row};
pub(crate) use crate::run::timeline::entries::{Branch, Entry, branch_id, branch_index};
pub use crate::run::timeline::entries::{Checkpoint, Place};

/// An execution with its whole past.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The run at the cursor.
    pub(crate) run: Arc<Run>,
    pub(crate) step: u32,
    pub(crate) branch: usize,
    pub(crate) branches: Vec<Branch>,
    pub(crate) checkpoints: Vec<Checkpoint>,
    /// Entries that still hold their run, oldest first.
    entries_with_run: VecDeque<(usize, u32)>,
    /// The machine the first entry executes; edits give later ones another.
    pub(crate) machine: Arc<Machine>,
    pub(crate) options: StartOptions,
    /// The first entry, if it is a state that was resumed without its past.
    pub(crate) base: Option<Arc<Run>>,
    /// The edits of the context graph.
    pub(crate) layer: Layer,
}

/// How many entries keep their run, unless the start options say otherwise.
const HISTORY_LIMIT: u32 = 100_000;

/// The result of an accepted action.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// What happened.
    pub events: Vec<Event>,
    /// Results of the tool calls of a reply.
    pub results: Vec<ToolResult>,
    /// The agent request that the path of the action has open now.
    pub request: Option<AgentId>,
    /// What remains of the time that should pass, in milliseconds.
    pub left_ms: Option<u64>,
}

/// When an advance stops.
#[derive(Clone, Debug)]
pub struct AdvanceOptions {
    /// After this many ticks at the latest.
    pub max_ticks: u32,
    /// Continues after a loop notice.
    pub ignore_loops: bool,
    /// Stops when a path arrives at one of these.
    pub nodes: Vec<NodeIdx>,
    /// Stops when a path crosses one of these.
    pub edges: Vec<EdgeIdx>,
}

impl Default for AdvanceOptions {
    fn default() -> Self {
        Self { max_ticks: 1000, ignore_loops: false, nodes: Vec::new(), edges: Vec::new() }
    }
}

words! {
    /// Why an advance stopped.
    pub enum StopReason {
        /// The run ended.
        Ended = "ended",
        /// An agent, an answer or an event is awaited.
        Pending = "pending",
        /// Nothing can continue without the host.
        Blocked = "blocked",
        /// A path came back without any change.
        Loop = "loop",
        /// A breakpoint or a watch was hit.
        Breakpoint = "breakpoint",
        /// The ticks are used up.
        Budget = "budget",
    }
}

impl Timeline {
    /// Starts a run of a machine.
    pub fn start(machine: Arc<Machine>, options: &StartOptions) -> Self {
        let Applied { run, events, .. } = start(machine.clone(), options);
        Self::from_entry(machine, options.clone(), Entry::new(None, Arc::new(run), events))
    }

    /// A timeline that starts at a run saved without its past.
    pub(crate) fn from_state(run: Run, options: StartOptions) -> Self {
        let run = Arc::new(run);
        let mut timeline = Self::from_entry(run.machine.clone(), options, Entry::new(None, run.clone(), Vec::new()));
        timeline.base = Some(run);
        timeline
    }

    fn from_entry(machine: Arc<Machine>, options: StartOptions, entry: Entry) -> Self {
        let run = entry.run.clone().unwrap_or_else(|| Arc::new(start(machine.clone(), &options).run));
        let step = run.step;
        let main = Branch { name: "main".to_owned(), from: None, first: step, entries: vec![entry], gone: false };
        Self {
            run,
            step,
            branch: 0,
            branches: vec![main],
            checkpoints: Vec::new(),
            entries_with_run: VecDeque::from([(0, step)]),
            machine,
            options,
            base: None,
            layer: Layer::default(),
        }
    }

    /// The run at the cursor.
    pub fn run(&self) -> &Arc<Run> {
        &self.run
    }

    /// Where the cursor stands.
    pub fn place(&self) -> Place {
        Place { branch: branch_id(self.branch), step: self.step }
    }

    /// Applies an action at the cursor. Away from the tip it makes a branch; a refusal makes none.
    pub fn act(&mut self, action: Action) -> Result<Done, Refusal> {
        let Applied { run, events, results, request, left_ms } = apply(&self.run, &action)?;
        let left_ms = matches!(action, Action::Elapse { .. }).then_some(left_ms);
        if self.step != self.tip(self.branch) {
            let name = format!("branch {}", self.branches.len() + 1);
            self.add_branch(name);
        }
        let run = Arc::new(run);
        if let Some(branch) = self.branches.get_mut(self.branch) {
            // A clone has no spare capacity, which matters for a long history.
            branch.entries.push(Entry::new(Some(action), run.clone(), events.clone()));
        }
        let done = Done { events, results, request, left_ms };
        self.step = run.step;
        self.run = run;
        for event in &done.events {
            if let Kind::CheckpointTaken { name, .. } = &event.kind {
                self.take(name.to_string(), true);
            }
        }
        self.keep(self.branch, self.step);
        Ok(done)
    }

    /// Registers an entry that holds its run, and drops the runs of the oldest entries beyond the limit.
    pub(crate) fn keep(&mut self, branch: usize, step: u32) {
        self.entries_with_run.push_back((branch, step));
        let limit = self.options.history_limit.unwrap_or(HISTORY_LIMIT).max(1) as usize;
        while self.entries_with_run.len() > limit {
            let Some((branch, step)) = self.entries_with_run.pop_front() else { return };
            let id = branch_id(branch);
            let needed = (branch, step) == (self.owner(self.branch, self.step), self.step)
                || self.branches.iter().any(|other| other.from == Some((branch, step)))
                || self.checkpoints.iter().any(|taken| taken.step == step && taken.branch == id);
            let found = self.branches.get_mut(branch).and_then(|branch| {
                let at = step.checked_sub(branch.first)?;
                branch.entries.get_mut(at as usize)
            });
            if let (false, Some(entry)) = (needed, found) {
                entry.run = None;
                entry.events = Vec::new();
            }
        }
    }

    /// Repeats `step` until something stops it: an option, the run itself, or the predicate after a step. If the first
    /// step is refused, returns that refusal.
    pub fn advance_until(
        &mut self,
        options: &AdvanceOptions,
        stops: impl Fn(&Self) -> bool,
    ) -> Result<(Done, StopReason, u32), Refusal> {
        let mut all = Done::default();
        let mut ticks = 0;
        while ticks < options.max_ticks {
            let done = match self.act(Action::Step { idle: false }) {
                Ok(done) => done,
                Err(refusal) if ticks == 0 => return Err(refusal),
                Err(refusal) => return Ok((all, stop_reason(refusal.code), ticks)),
            };
            ticks += 1;
            let looped = !options.ignore_loops && done.events.iter().any(|e| matches!(e.kind, Kind::LoopNotice { .. }));
            let hit = self.hits_breakpoint(&done.events, options) || stops(self);
            all.events.extend(done.events);
            if self.run.outcome.is_end() {
                return Ok((all, StopReason::Ended, ticks));
            }
            if looped || hit {
                return Ok((all, if hit { StopReason::Breakpoint } else { StopReason::Loop }, ticks));
            }
        }
        Ok((all, StopReason::Budget, ticks))
    }

    fn hits_breakpoint(&self, events: &[Event], options: &AdvanceOptions) -> bool {
        let at = |to: &str| self.run.machine.find(to).is_some_and(|node| options.nodes.contains(&node));
        events.iter().any(|event| match &event.kind {
            Kind::Moved { edge, step, .. } => options.edges.contains(edge) || at(&step.to),
            Kind::Spawned { edge, children, .. } => {
                options.edges.contains(edge) || children.iter().any(|child| at(&child.node))
            }
            _ => false,
        })
    }

    /// Moves the cursor `count` steps back.
    pub fn back(&mut self, count: u32) -> Result<Place, Refusal> {
        match self.step.checked_sub(count) {
            Some(step) => self.go_to(step, None),
            None => {
                let steps = if count == 1 { "step" } else { "steps" };
                let message = format!("cannot go back {count} {steps} from step {}", self.step);
                Err(Refusal::new(Code::UnknownStep, message))
            }
        }
    }

    /// Moves the cursor to a step of the current branch or of another one.
    pub fn go_to(&mut self, step: u32, branch: Option<&str>) -> Result<Place, Refusal> {
        let branch = branch.map_or(Ok(self.branch), |id| self.find_branch(id))?;
        self.run = self.run_at(branch, step)?.clone();
        self.branch = branch;
        self.step = step;
        Ok(self.place())
    }

    /// The run of a step.
    pub(super) fn run_at(&self, branch: usize, step: u32) -> Result<&Arc<Run>, Refusal> {
        if step > self.tip(branch) {
            let message =
                format!("branch `{}` has no step {step}; its last step is {}", branch_id(branch), self.tip(branch));
            return Err(Refusal::new(Code::UnknownStep, message).with([("tip", Value::from(self.tip(branch)))]));
        }
        self.entry(branch, step).and_then(|entry| entry.run.as_ref()).ok_or_else(|| {
            Refusal::new(
                Code::StepGone,
                format!("step {step} of branch `{}` is no longer in memory", branch_id(branch)),
            )
        })
    }

    /// The difference between two places. A place without a branch is on the current one.
    pub fn diff(&self, a: (Option<&str>, u32), b: (Option<&str>, u32)) -> Result<Diff, Refusal> {
        let run = |(branch, step): (Option<&str>, u32)| {
            let branch = branch.map_or(Ok(self.branch), |id| self.find_branch(id))?;
            self.run_at(branch, step)
        };
        Ok(diff::between(run(a)?, run(b)?))
    }

    /// The run after a step of the current branch, if it is still stored.
    pub fn stored_run(&self, step: u32) -> Option<&Arc<Run>> {
        self.run_at(self.branch, step).ok()
    }

    /// Events of the current branch up to the cursor with a number above `since`, at most `limit`.
    pub fn events(&self, since: u64, limit: usize) -> Vec<&Event> {
        let (mut low, mut high) = (0, self.step + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            let seen = self.entry(self.branch, middle).is_none_or(|entry| entry.seq <= since);
            if seen { low = middle + 1 } else { high = middle }
        }
        (low..=self.step)
            .filter_map(|step| self.entry(self.branch, step))
            .flat_map(|entry| &entry.events)
            .filter(|event| event.seq > since)
            .take(limit)
            .collect()
    }
}

fn stop_reason(code: Code) -> StopReason {
    match code {
        Code::AgentPending | Code::RequestsPending | Code::EventsPending => StopReason::Pending,
        Code::RunEnded => StopReason::Ended,
        _ => StopReason::Blocked,
    }
}
