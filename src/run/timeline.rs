//! All runs of one execution: branches of entries, and a cursor.
//!
//! Going back moves the cursor and changes nothing. An action away from the tip first makes a branch there
//! and leaves the old one as it is. Every entry holds its run whole; runs share what did not change.

use std::sync::Arc;

use crate::machine::model::{EdgeIdx, Machine, NodeIdx};
use crate::run::action::{Action, apply};
use crate::run::draft::Applied;
use crate::run::event::{Event, Kind};
use crate::run::refusal::{Code, Refusal};
use crate::run::reply::ToolResult;
use crate::run::start::{StartOptions, start};
use crate::run::state::{AgentId, Run};
use crate::value::Value;

/// An execution with its whole past.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The run at the cursor.
    run: Arc<Run>,
    step: u32,
    branch: usize,
    branches: Vec<Branch>,
}

/// A line of entries, from the step after the one it leaves another branch at.
#[derive(Clone, Debug)]
struct Branch {
    name: String,
    from: Option<(usize, u32)>,
    /// The step of the first entry; those after it follow without gaps.
    first: u32,
    entries: Vec<Entry>,
}

/// One accepted action and the run it made.
#[derive(Clone, Debug)]
struct Entry {
    /// `None` for the start.
    action: Option<Action>,
    run: Arc<Run>,
    events: Vec<Event>,
}

/// What an accepted action gave.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// What happened.
    pub events: Vec<Event>,
    /// Results of the tool calls of a reply.
    pub results: Vec<ToolResult>,
    /// The agent request the acted-on path has open now.
    pub request: Option<AgentId>,
}

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
    /// How the run stood after it.
    pub outcome: &'static str,
    /// The path the action was about.
    pub path: Option<String>,
    /// True if it belongs to the host action before it.
    pub auto: Option<bool>,
}
crate::shape!(Row { step, tick, action, kind, outcome; path, auto });

/// A branch as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchRow {
    /// `b1`, `b2`, …
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Where it leaves another branch.
    pub from: Option<Place>,
    /// Its last step.
    pub tip: u32,
    /// The cursor is on it.
    pub current: bool,
}
crate::shape!(BranchRow { id, name, from, tip, current });

/// A step of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The branch's id.
    pub branch: String,
    /// The step.
    pub step: u32,
}
crate::shape!(Place { branch, step });

/// When [`Timeline::advance`] stops.
#[derive(Clone, Debug)]
pub struct AdvanceOptions {
    /// The most ticks.
    pub max_ticks: u32,
    /// Goes on after a loop notice.
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

/// Why an advance stopped: `ended pending blocked loop breakpoint budget`.
pub type StopReason = &'static str;

impl Timeline {
    /// Starts a run of a machine.
    pub fn start(machine: Arc<Machine>, options: &StartOptions) -> Self {
        let Applied { run, events, .. } = start(machine, options);
        let run = Arc::new(run);
        let entry = Entry { action: None, run: run.clone(), events };
        let main = Branch { name: "main".to_owned(), from: None, first: 0, entries: vec![entry] };
        Self { run, step: 0, branch: 0, branches: vec![main] }
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
        let Applied { run, events, results, request } = apply(&self.run, &action)?;
        if self.step != self.tip(self.branch) {
            let name = format!("branch {}", self.branches.len() + 1);
            self.add_branch(name);
        }
        let run = Arc::new(run);
        let done = Done { events: events.clone(), results, request };
        if let Some(branch) = self.branches.get_mut(self.branch) {
            branch.entries.push(Entry { action: Some(action), run: run.clone(), events });
        }
        self.step = run.step;
        self.run = run;
        Ok(done)
    }

    /// Repeats `step` until something stops it. A refusal of the first step is given back as it is.
    pub fn advance(&mut self, options: &AdvanceOptions) -> Result<(Done, StopReason, u32), Refusal> {
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
            let hit = self.hits_breakpoint(&done.events, options);
            all.events.extend(done.events);
            if self.run.outcome.is_end() {
                return Ok((all, "ended", ticks));
            }
            if looped || hit {
                return Ok((all, if hit { "breakpoint" } else { "loop" }, ticks));
            }
        }
        Ok((all, "budget", ticks))
    }

    fn hits_breakpoint(&self, events: &[Event], options: &AdvanceOptions) -> bool {
        events.iter().any(|event| match &event.kind {
            Kind::Moved { edge, to, .. } => {
                options.edges.contains(edge)
                    || self.run.machine.find(to).is_some_and(|node| options.nodes.contains(&node))
            }
            _ => false,
        })
    }

    /// Moves the cursor `count` steps back.
    pub fn back(&mut self, count: u32) -> Result<Place, Refusal> {
        match self.step.checked_sub(count) {
            Some(step) => self.go_to(step, None),
            None => Err(Refusal::new(Code::UnknownStep, format!("step {} is {count} steps from none", self.step))),
        }
    }

    /// Moves the cursor to a step, of the present branch or of another.
    pub fn go_to(&mut self, step: u32, branch: Option<&str>) -> Result<Place, Refusal> {
        let branch = branch.map_or(Ok(self.branch), |id| self.find_branch(id))?;
        let Some(entry) = self.entry(branch, step) else {
            let message = format!("`{}` has no step {step}; its last is {}", branch_id(branch), self.tip(branch));
            return Err(Refusal::new(Code::UnknownStep, message).with([("tip", Value::from(self.tip(branch)))]));
        };
        self.run = entry.run.clone();
        self.branch = branch;
        self.step = step;
        Ok(self.place())
    }

    /// Makes a branch at a step of the present one and moves to it.
    pub fn fork(&mut self, step: Option<u32>, name: Option<String>) -> Result<Place, Refusal> {
        self.go_to(step.unwrap_or(self.step), None)?;
        let name = name.unwrap_or_else(|| format!("branch {}", self.branches.len() + 1));
        self.add_branch(name);
        Ok(self.place())
    }

    /// Gives a branch another name.
    pub fn rename_branch(&mut self, id: &str, name: String) -> Result<Place, Refusal> {
        let at = self.find_branch(id)?;
        if let Some(branch) = self.branches.get_mut(at) {
            branch.name = name;
        }
        Ok(self.place())
    }

    /// All branches, in the order they were made.
    pub fn branches(&self) -> Vec<BranchRow> {
        let row = |(at, branch): (usize, &Branch)| BranchRow {
            id: branch_id(at),
            name: branch.name.clone(),
            from: branch.from.map(|(from, step)| Place { branch: branch_id(from), step }),
            tip: self.tip(at),
            current: at == self.branch,
        };
        self.branches.iter().enumerate().map(row).collect()
    }

    /// The rows of a branch, from the start to its tip; of the present one by default.
    pub fn rows(&self, branch: Option<&str>) -> Result<Vec<Row>, Refusal> {
        let branch = branch.map_or(Ok(self.branch), |id| self.find_branch(id))?;
        let row = |step: u32| {
            let entry = self.entry(branch, step)?;
            let action = entry.action.as_ref();
            Some(Row {
                step,
                tick: entry.run.tick,
                action: entry.run.action,
                kind: action.map_or("start", Action::word),
                outcome: entry.run.outcome.word(),
                path: action.and_then(Action::path).map(|path| path.to_string()),
                auto: action.filter(|action| action.is_auto()).map(|_| true),
            })
        };
        Ok((0..=self.tip(branch)).filter_map(row).collect())
    }

    /// The run after a step of the present branch.
    pub fn run_at(&self, step: u32) -> Option<&Arc<Run>> {
        self.entry(self.branch, step).map(|entry| &entry.run)
    }

    /// Events of the present branch up to the cursor with a number above `since`, at most `limit`.
    pub fn events(&self, since: u64, limit: usize) -> Vec<&Event> {
        let (mut low, mut high) = (0, self.step + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            let seen = self.entry(self.branch, middle).is_some_and(|entry| entry.run.seq <= since);
            if seen { low = middle + 1 } else { high = middle }
        }
        (low..=self.step)
            .filter_map(|step| self.entry(self.branch, step))
            .flat_map(|entry| &entry.events)
            .filter(|event| event.seq > since)
            .take(limit)
            .collect()
    }

    fn add_branch(&mut self, name: String) {
        let from = (self.owner(self.branch, self.step), self.step);
        self.branches.push(Branch { name, from: Some(from), first: self.step + 1, entries: Vec::new() });
        self.branch = self.branches.len() - 1;
    }

    fn find_branch(&self, id: &str) -> Result<usize, Refusal> {
        let known = (0..self.branches.len()).find(|at| branch_id(*at) == id);
        known.ok_or_else(|| Refusal::new(Code::UnknownBranch, format!("there is no branch `{id}`")))
    }

    /// The last step of a branch.
    fn tip(&self, branch: usize) -> u32 {
        self.branches.get(branch).map_or(0, |branch| (branch.first + branch.entries.len() as u32).saturating_sub(1))
    }

    /// The branch whose entries hold a step of `branch`.
    fn owner(&self, branch: usize, step: u32) -> usize {
        let mut at = branch;
        while let Some((from, _)) = self.branches.get(at).filter(|branch| step < branch.first).and_then(|b| b.from) {
            at = from;
        }
        at
    }

    fn entry(&self, branch: usize, step: u32) -> Option<&Entry> {
        if step > self.tip(branch) {
            return None;
        }
        let branch = self.branches.get(self.owner(branch, step))?;
        branch.entries.get((step - branch.first) as usize)
    }
}

fn branch_id(at: usize) -> String {
    format!("b{}", at + 1)
}

fn stop_reason(code: Code) -> StopReason {
    match code {
        Code::AgentPending | Code::RequestsPending => "pending",
        Code::RunEnded => "ended",
        _ => "blocked",
    }
}
