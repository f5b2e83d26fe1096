//! The search: breadth first over the runs that differ, so that the way to each is a shortest one.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crate::explore::choices::{Choice, Chooser, What};
use crate::explore::key::Keys;
use crate::explore::reads::{Reads, Slot, reads};
use crate::explore::record::{Coverage, Seen};
use crate::machine::Machine;
use crate::machine::model::NodeIdx;
use crate::quick::Map;
use crate::run::event::{Event, Kind};
use crate::run::state::FailureKind;
use crate::run::state::outcome::OutcomeKind;
use crate::run::{Action, Outcome, Run, apply};

/// A situation that a run can come into.
pub struct State {
    /// The one before it; itself for the start.
    pub parent: u32,
    /// What led to it; `None` for the start.
    pub choice: Option<Arc<Choice>>,
    /// Faults of agents on the way.
    pub faults: u32,
    /// Which of the nodes it has been at of which the machine states that runs come to them.
    pub reached: Box<[bool]>,
    /// Where its live paths are.
    pub nodes: Box<[NodeIdx]>,
    /// Nothing can follow it.
    pub is_end: bool,
}

/// The state whose choices are being tried.
struct Expanding {
    state: u32,
    run: Run,
    choices: std::vec::IntoIter<Choice>,
    rest: Vec<Choice>,
    /// One of the choices led to a state whose own choices are yet to be tried.
    leads_on: bool,
}

/// A search that can be continued.
pub struct Search {
    pub machine: Arc<Machine>,
    reads: Reads,
    keys: Keys,
    chooser: Chooser,
    max_faults: u32,
    max_states: usize,
    known: Map<Box<[u8]>, u32>,
    pub states: Vec<State>,
    /// From which state to which, without faults.
    pub arcs: Vec<(u32, u32)>,
    is_expanded: Vec<bool>,
    queue: VecDeque<(u32, Run)>,
    current: Option<Expanding>,
    /// The run that it begins at.
    first: Run,
    /// Actions that were applied.
    pub actions: u64,
    /// The number of states was reached.
    pub is_full: bool,
    /// Fields of which not all values that matter were tried.
    pub cut: BTreeSet<Slot>,
    pub coverage: Coverage,
    pub seen: Seen,
    /// How runs end.
    pub outcomes: Vec<OutcomeKind>,
}

impl Search {
    /// Begins at a run that has just started.
    pub fn new(run: Run, events: &[Event], max_faults: u32, max_states: usize) -> Self {
        let machine = run.machine.clone();
        let reads = reads(&machine);
        let mut search = Search {
            keys: Keys::new(&machine, &reads),
            chooser: Chooser::new(&machine, &reads),
            max_faults,
            max_states,
            known: Map::default(),
            states: Vec::new(),
            arcs: Vec::new(),
            is_expanded: Vec::new(),
            queue: VecDeque::new(),
            current: None,
            first: run.clone(),
            actions: 0,
            is_full: false,
            cut: BTreeSet::new(),
            coverage: Coverage::new(&machine, &reads),
            seen: Seen::default(),
            outcomes: Vec::new(),
            machine,
            reads,
        };
        search.seen.events(&run, events, (0, None), 0, None, &[]);
        if run.live().next().is_some() {
            search.add(0, None, 0, run);
        }
        search
    }

    /// The choices that lead a run through these states, after the choices that led it to where they begin. `None` if
    /// one of the states cannot be found again.
    ///
    /// A state stands for all runs that go on alike. They differ in the ids of their requests, so the choices of the
    /// state are made anew.
    pub fn choices_through(&self, states: &[usize], before: &[Arc<Choice>]) -> Option<Vec<Arc<Choice>>> {
        let mut run = self.first.clone();
        for action in before.iter().flat_map(|choice| &choice.actions) {
            run = apply(&run, action).ok()?.run;
        }
        let mut chooser = Chooser::new(&self.machine, &self.reads);
        let choice_to = |state: &usize| {
            let faults = self.states.get(*state)?.faults;
            let choices = chooser.choices(&self.reads, &run, 0);
            let (choice, next) = choices.first.into_iter().chain(choices.rest).find_map(|choice| {
                let next = without_fault(&run, &choice.actions)?;
                let key = self.keys.of(&self.reads, &next, faults);
                (self.known.get(&key) == Some(&(*state as u32))).then_some((choice, next))
            })?;
            run = next;
            Some(Arc::new(choice))
        };
        states.iter().map(choice_to).collect()
    }

    /// How many faults one run may have.
    pub fn max_faults(&self) -> u32 {
        self.max_faults
    }

    /// True when nothing is left to be tried.
    pub fn is_done(&self) -> bool {
        self.is_full || (self.current.is_none() && self.queue.is_empty())
    }

    /// Applies so many actions, at least; fewer if nothing is left to be tried.
    pub fn advance(&mut self, actions: u64) {
        let end = self.actions.saturating_add(actions);
        while self.actions < end && !self.is_done() {
            let Some(mut current) = self.current.take().or_else(|| self.next()) else { continue };
            let choice = current.choices.next().or_else(|| {
                // Choices of other paths may be put off, but not for ever.
                let rest = if current.leads_on { Vec::new() } else { std::mem::take(&mut current.rest) };
                current.choices = rest.into_iter();
                current.choices.next()
            });
            match choice {
                Some(choice) => {
                    self.attempt(&mut current, choice);
                    self.current = Some(current);
                }
                None => self.finish(current),
            }
        }
    }

    /// The next state, with its choices.
    fn next(&mut self) -> Option<Expanding> {
        let (state, run) = self.queue.pop_front()?;
        let faults = self.states.get(state as usize).map_or(0, |state| state.faults);
        let choices = self.chooser.choices(&self.reads, &run, self.max_faults.saturating_sub(faults));
        self.cut.extend(choices.cut);
        choices.tested.iter().for_each(|(edge, result)| self.coverage.test(*edge, *result));
        if let Some(expanded) = self.is_expanded.get_mut(state as usize) {
            *expanded = true;
        }
        let (choices, rest) = (choices.first.into_iter(), choices.rest);
        Some(Expanding { state, run, choices, rest, leads_on: false })
    }

    /// A state of which all choices were tried: blocked, if none of them can be carried out.
    fn finish(&mut self, expanding: Expanding) {
        let Expanding { state, run, .. } = expanding;
        if let Outcome::Blocked(report) = &*run.outcome
            && !self.arcs.iter().rev().take_while(|(from, _)| *from == state).any(|_| true)
        {
            self.note_outcome(OutcomeKind::Blocked);
            let Some(blocked) = self.states.get_mut(state as usize) else { return };
            blocked.is_end = true;
            let (parent, choice, faults) = (blocked.parent, blocked.choice.clone(), blocked.faults);
            let fault = self.fault_on_the_way(state);
            self.seen.blocked(&run, report, (parent, choice), faults, fault);
        }
    }

    fn note_outcome(&mut self, outcome: OutcomeKind) {
        if !self.outcomes.contains(&outcome) {
            self.outcomes.push(outcome);
            self.outcomes.sort_by_key(|outcome| *outcome as u8);
        }
    }

    /// The last fault of an agent on the way to a state.
    fn fault_on_the_way(&self, state: u32) -> Option<Arc<Choice>> {
        let mut at = state;
        loop {
            let here = self.states.get(at as usize)?;
            match &here.choice {
                Some(choice) if choice.is_fault => return Some(choice.clone()),
                None => return None,
                _ => at = here.parent,
            }
        }
    }

    /// Makes a choice and takes down where it leads.
    fn attempt(&mut self, current: &mut Expanding, mut choice: Choice) {
        let (mut run, mut events) = (None::<Run>, Vec::new());
        let mut crossed = Vec::new();
        for action in &choice.actions {
            self.actions += 1;
            match apply(run.as_ref().unwrap_or(&current.run), action) {
                Ok(applied) => {
                    let step = applied.run.step;
                    let uses = applied.run.edge_use.iter().filter(|(_, used)| used.last_step == step);
                    crossed.extend(uses.map(|(edge, _)| *edge));
                    run = Some(applied.run);
                    events.extend(applied.events);
                }
                Err(_) => break,
            }
        }
        let Some(run) = run else { return };
        if has_no_choice(&events) {
            choice.is_fault = true;
            if let What::Reply { lacks_choice, .. } = &mut choice.what {
                *lacks_choice = true;
            }
        }
        let before = self.states.get(current.state as usize).map_or(0, |state| state.faults);
        let faults = before + u32::from(choice.is_fault);
        if faults > self.max_faults {
            return;
        }
        let choice = Arc::new(choice);
        self.coverage.add(&run, &events, &crossed);
        let fault = match choice.is_fault {
            true => Some(choice.clone()),
            false if faults > 0 => self.fault_on_the_way(current.state),
            false => None,
        };
        let unwritten: Vec<Slot> = self.keys.unwritten(&run).cloned().collect();
        self.seen.events(&run, &events, (current.state, Some(choice.clone())), faults, fault, &unwritten);
        let key = self.keys.of(&self.reads, &run, faults);
        let to = match self.known.get(&key) {
            Some(known) => *known,
            None if self.states.len() >= self.max_states => {
                self.is_full = true;
                return;
            }
            None => self.insert(key, current.state, Some(choice.clone()), faults, run),
        };
        current.leads_on |= self.is_expanded.get(to as usize) == Some(&false);
        if !choice.is_fault {
            self.arcs.push((current.state, to));
        }
    }

    fn add(&mut self, parent: u32, choice: Option<Arc<Choice>>, faults: u32, run: Run) {
        let key = self.keys.of(&self.reads, &run, faults);
        self.insert(key, parent, choice, faults, run);
    }

    fn insert(&mut self, key: Box<[u8]>, parent: u32, choice: Option<Arc<Choice>>, faults: u32, run: Run) -> u32 {
        let at = self.states.len() as u32;
        let is_end = run.outcome.is_end();
        let mut nodes: Vec<NodeIdx> = run.live().map(|path| path.node).collect();
        nodes.dedup();
        let properties = self.machine.properties.iter().filter_map(|property| property.node);
        let reached = properties.map(|node| run.node_use.contains_key(&node)).collect();
        self.states.push(State { parent, choice, faults, reached, nodes: nodes.into(), is_end });
        self.is_expanded.push(is_end);
        self.known.insert(key, at);
        match is_end {
            true => self.note_outcome(run.outcome.kind()),
            false => self.queue.push_back((at, run)),
        }
        at
    }
}

/// The run after these actions, unless one of them is refused or turns out to be a fault of an agent.
fn without_fault(run: &Run, actions: &[Action]) -> Option<Run> {
    let mut run = run.clone();
    for action in actions {
        let applied = apply(&run, action).ok().filter(|applied| !has_no_choice(&applied.events))?;
        run = applied.run;
    }
    Some(run)
}

/// True if an agent left out the choice that its node needs.
fn has_no_choice(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| matches!(&event.kind, Kind::VisitFailed { failure, .. } if failure.kind == FailureKind::NoChoice))
}
