//! What could go wrong, whatever the agents answer: all runs of a machine, as far as they differ.
//!
//! ```text
//! reads ──► values ──► choices ──► search ──► record ──► findings ──► Report
//!   what     which      what the     ▲  │       what was     what went wrong,
//!   matters  to try     outside does │  └► key  come across  what never happened
//!                                    └─────┘ which runs count as one
//! ```
//!
//! A run is a value, so every choice of its agents, its people, its events and of time is tried on a copy. Only values
//! that something reads are varied, and runs that cannot be told apart by what follows count as one. The search is
//! breadth first, so the trace of a finding is a shortest one; it has no clock and no threads: whoever drives it says
//! how many actions to apply.
//!
//! ```
//! use tracklight::explore::ExploreOptions;
//! use tracklight::machine::Machine;
//!
//! let machine = Machine::parse(
//!     "task judge { prompt: \"Is it good?\" }
//!      context Review { verdict<'good' | 'bad' | 'unsure'> }
//!      end sold; end returned
//!      judge -writes-> Review
//!      judge -when: \"Review.verdict == 'good'\"-> sold
//!      judge -when: \"Review.verdict == 'bad'\"-> returned",
//! );
//! let mut exploration = machine.explore(&ExploreOptions::default());
//! while !exploration.advance(1000).done {}
//! let report = exploration.result();
//! assert_eq!(
//!     report.findings[0].message,
//!     "If `judge` writes `verdict` = \"unsure\", the run is blocked at `judge`: no condition is true."
//! );
//! ```

mod choices;
mod finding;
mod findings;
mod graph;
mod key;
mod reads;
mod record;
mod search;
mod sentences;
mod values;
mod way;

use std::sync::Arc;

use crate::explore::reads::Slot;
use crate::explore::search::Search;
use crate::explore::values::sample;
use crate::machine::Machine;
use crate::machine::model::Role;
use crate::machine::properties::Property;
use crate::run::state::outcome::OutcomeKind;
use crate::run::step::start::LimitOptions;
use crate::run::{Applied, Outcome, StartOptions, start};
use crate::value::{Map, Value};
use crate::words;

pub use crate::diagnostic::Severity;
pub use crate::explore::finding::Finding;
pub use crate::explore::record::{Coverage, FindingKind};

/// The most states unless the caller says otherwise.
pub const MAX_STATES: usize = 20_000;

/// What to explore.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// How many faults of agents there may be in one run.
    pub faults: u32,
    /// How many states there may be.
    pub states: usize,
    /// Values of contexts at the start: `{ Ctx: { field: value } }`.
    pub input: Map,
    /// Nodes to start at instead of the machine's start nodes.
    pub from: Option<Vec<String>>,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        ExploreOptions { faults: 1, states: MAX_STATES, input: Map::new(), from: None }
    }
}

words! {
    /// Why not everything was tried.
    pub enum Cut {
        /// There are more states than the options allow.
        States = "states",
        /// The caller ran out of time.
        Time = "ms",
        /// Some fields have more values that matter than were tried.
        Values = "values",
    }
}

words! {
    /// Whether a property holds.
    pub enum Verdict {
        /// In all runs.
        Holds = "holds",
        /// Not in the run of a finding.
        Violated = "violated",
        /// Not everything was tried.
        Undecided = "undecided",
    }
}

/// How far an exploration has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Nothing is left to be tried, or it was stopped.
    pub done: bool,
    /// States found.
    pub states: usize,
    /// Actions applied.
    pub actions: u64,
}

/// What an exploration has found.
#[derive(Debug)]
pub struct Report {
    /// Every state was explored.
    pub exhausted: bool,
    /// Why not everything was tried.
    pub cut: Vec<Cut>,
    /// The fields of which not all values that matter were tried.
    pub cut_fields: Vec<String>,
    /// States found.
    pub states: usize,
    /// Actions applied.
    pub actions: u64,
    /// How the start was refused; then there are no states.
    pub outcome: Option<Outcome>,
    /// How runs end, as far as they were tried; a run that can only be freed by hand is blocked.
    pub outcomes: Vec<OutcomeKind>,
    /// What can go wrong, the worst first.
    pub findings: Vec<Finding>,
    /// Whether each property of the machine holds.
    pub properties: Vec<Verdict>,
}

/// An exploration that can be continued.
pub struct Exploration {
    search: Search,
    options: StartOptions,
    /// The outcome of a start that was refused.
    refused: Option<Outcome>,
    stopped: Option<Cut>,
}

impl Machine {
    /// Explores what the machine can do, whatever its agents reply and people answer. Nothing is tried before
    /// [`Exploration::advance`] is called.
    ///
    /// Required values of inputs that have none get one that their types allow.
    pub fn explore(self: &Arc<Self>, options: &ExploreOptions) -> Exploration {
        let options_of_run = StartOptions {
            input: completed(self, &options.input),
            limits: LimitOptions {
                max_steps: Some(u32::MAX),
                max_node_invocations: Some(u32::MAX),
                max_turns: Some(u32::MAX),
                ..LimitOptions::default()
            },
            from: options.from.clone(),
            history_limit: None,
        };
        let Applied { run, events, .. } = start(self.clone(), &options_of_run);
        let is_refused = matches!(&*run.outcome, Outcome::NotStarted { .. });
        let refused = is_refused.then(|| (*run.outcome).clone());
        let search = Search::new(run, &events, options.faults, options.states.max(1));
        Exploration { search, options: options_of_run, refused, stopped: None }
    }
}

impl Exploration {
    /// Applies about so many actions; fewer if nothing is left to be tried.
    pub fn advance(&mut self, actions: u64) -> Progress {
        if self.stopped.is_none() {
            self.search.advance(actions);
        }
        let done = self.stopped.is_some() || self.search.is_done();
        Progress { done, states: self.search.states.len(), actions: self.search.actions }
    }

    /// Ends the exploration before everything was tried.
    pub fn stop(&mut self, reason: Cut) {
        if !self.search.is_done() {
            self.stopped = Some(reason);
        }
    }

    /// The options with which a run starts that follows the trace of a finding: its limits are lifted.
    pub fn start_options(&self) -> &StartOptions {
        &self.options
    }

    /// What was found so far.
    pub fn result(&self) -> Report {
        let search = &self.search;
        let exhausted = search.is_done() && !search.is_full && self.stopped.is_none();
        let mut cut: Vec<Cut> = Vec::new();
        cut.extend(search.is_full.then_some(Cut::States));
        cut.extend(self.stopped.filter(|reason| !cut.contains(reason)));
        if !search.cut.is_empty() {
            cut.push(Cut::Values);
        }
        let is_sure = exhausted && search.cut.is_empty() && self.refused.is_none();
        let findings = findings::findings(search, is_sure);
        Report {
            exhausted,
            cut,
            cut_fields: search.cut.iter().map(|slot| self.field_name(slot)).collect(),
            states: search.states.len(),
            actions: search.actions,
            outcome: self.refused.clone(),
            outcomes: search.outcomes.clone(),
            properties: self.verdicts(&findings, is_sure),
            findings,
        }
    }

    /// The machine that is explored.
    pub fn machine(&self) -> &Machine {
        &self.search.machine
    }

    /// What was come across so far.
    pub fn coverage(&self) -> &Coverage {
        &self.search.coverage
    }

    fn verdicts(&self, findings: &[Finding], is_sure: bool) -> Vec<Verdict> {
        let properties = self.search.machine.properties.iter().enumerate();
        let verdict = |(at, property): (usize, &Property)| {
            let is_checked =
                property.node.is_some() || property.formula.as_ref().is_some_and(|formula| formula.expr.is_ok());
            match findings.iter().any(|finding| finding.property == Some(at)) {
                true => Verdict::Violated,
                false if is_sure && is_checked => Verdict::Holds,
                false => Verdict::Undecided,
            }
        };
        properties.map(verdict).collect()
    }

    fn field_name(&self, slot: &Slot) -> String {
        match slot {
            Slot::Field(context, name) => format!("{}.{name}", self.search.machine.context_id(*context)),
            Slot::Data(event) => format!("event {event}"),
        }
    }
}

/// The values of a start, with values for the required fields of inputs that have none.
fn completed(machine: &Machine, given: &Map) -> Map {
    let mut all = given.clone();
    for (at, context) in machine.contexts.entries().filter(|(_, context)| context.role == Role::Input) {
        let id = machine.context_id(at);
        let mut fields = given.get(id).and_then(Value::as_map).cloned().unwrap_or_default();
        let missing = context
            .fields
            .iter()
            .map(|field| &machine.fields[*field])
            .filter(|field| field.required && field.default.is_none() && !fields.contains_key(&field.name));
        let values: Vec<_> = missing
            .filter_map(|field| Some((field.name.clone(), sample(&field.schema, &Default::default())?)))
            .collect();
        if !values.is_empty() {
            fields.extend(values);
            all.insert(id.clone(), Value::from(fields));
        }
    }
    all
}
