//! What the search has come across: which nodes, edges and conditions, and what went wrong.

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use crate::explore::choices::{Choice, What};
use crate::explore::reads::{Reads, Slot};
use crate::explore::sentences::consequence;
use crate::machine::Machine;
use crate::machine::control::EdgeClass;
use crate::machine::model::{EdgeIdx, NodeIdx};
use crate::machine::table::Table;
use crate::quick::Set;
use crate::run::event::{Event, Fired, JoinFault, Kind, Limit};
use crate::run::state::FailureKind;
use crate::run::state::outcome::{Report, TestResult};
use crate::run::{Outcome, Run};
use crate::words;

words! {
    /// What can go wrong.
    #[derive(PartialOrd, Ord)]
    pub enum FindingKind {
        /// The run is blocked: no path can go on.
        Deadlock = "deadlock",
        /// From here on the run cannot end, whatever the agents reply.
        NeverCompletes = "neverCompletes",
        /// A path fails although no agent does.
        Uncaught = "uncaught",
        /// A property that the machine states is false.
        Violated = "violated",
        /// A failure of an agent fails or blocks the run.
        FaultEndsRun = "faultEndsRun",
        /// A limit of the run is reached.
        Limit = "limit",
        /// No run comes here.
        Unreachable = "unreachable",
        /// A condition is never true.
        NeverTrue = "neverTrue",
        /// A join never completes.
        JoinNever = "joinNever",
        /// A join goes on without some of its paths, or fails for want of them.
        JoinShort = "joinShort",
        /// A run completes without a value that it should give.
        OutputIncomplete = "outputIncomplete",
    }
}

/// What the search has come across.
#[derive(Debug)]
pub struct Coverage {
    /// How often each node was entered.
    pub nodes: Table<NodeIdx, u32>,
    /// How often each edge was crossed.
    pub edges: Table<EdgeIdx, u32>,
    /// The results of each condition.
    pub conditions: BTreeMap<EdgeIdx, Vec<TestResult>>,
    pub(super) waited: Set<Arc<str>>,
    pub(super) fired: Set<Arc<str>>,
    pub(super) by_failure: Set<EdgeIdx>,
    pub(super) by_start: Set<EdgeIdx>,
}

impl Coverage {
    pub(super) fn new(machine: &Machine, reads: &Reads) -> Self {
        Coverage {
            nodes: Table::beside(&machine.nodes, 0),
            edges: Table::beside(&machine.edges, 0),
            conditions: BTreeMap::new(),
            waited: Set::default(),
            fired: Set::default(),
            by_failure: reads.by_failure.clone(),
            by_start: reads.by_start.clone(),
        }
    }

    pub(super) fn test(&mut self, edge: EdgeIdx, result: TestResult) {
        let known = self.conditions.entry(edge).or_default();
        if !known.contains(&result) {
            known.push(result);
            known.sort_by_key(|result| *result as u8);
        }
    }

    fn enter(&mut self, machine: &Machine, nodes: &[Arc<str>]) {
        for node in nodes.iter().filter_map(|id| machine.find(id)) {
            self.nodes[node] += 1;
        }
    }

    pub(super) fn add(&mut self, run: &Run, events: &[Event], crossed: &[EdgeIdx]) {
        let control = &run.machine.control;
        for edge in crossed {
            self.edges[*edge] += 1;
            let is_tested = run.machine.edges[*edge].condition.as_ref().is_some_and(|found| found.expr.is_ok());
            if is_tested && matches!(control.class(*edge), Some(EdgeClass::Catch | EdgeClass::Event)) {
                self.test(*edge, TestResult::True);
            }
        }
        for event in events {
            match &event.kind {
                Kind::NodeEntered { at, .. } => self.enter(&run.machine, slice::from_ref(&at.node)),
                // A module counts when a path is led into it: the run may end before the path does anything inside.
                Kind::RunStarted { starts, .. } => {
                    starts.iter().for_each(|start| self.enter(&run.machine, &start.entered));
                }
                Kind::Spawned { children, .. } => {
                    children.iter().for_each(|child| self.enter(&run.machine, &child.entered));
                }
                Kind::Moved { entered, .. } => self.enter(&run.machine, entered),
                Kind::ConditionEvaluated { edge, result, .. } => self.test(*edge, *result),
                Kind::Parked { join, .. } => drop(self.waited.insert(join.id.clone())),
                Kind::JoinFired { join, .. } => drop(self.fired.insert(join.id.clone())),
                _ => {}
            }
        }
    }
}

/// Where something goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Node(NodeIdx),
    /// The reply of a node's agent that leaves something out.
    Reply(NodeIdx),
    Join(Arc<str>),
    Output(Slot),
    /// A property, by its place among those of the machine.
    Property(usize),
}

/// Something that went wrong in the search.
#[derive(Debug)]
pub struct Sighting {
    /// The state before, and what was done there.
    pub step: Step,
    /// The choice that matters, if it is not the last one.
    pub cause: Option<Arc<Choice>>,
    /// What follows from it.
    pub then: String,
    pub count: u32,
    /// Where the run ended after a fault.
    pub ends: Option<Place>,
}

/// A state and what was done there; no choice for the start.
pub type Step = (u32, Option<Arc<Choice>>);

/// What went wrong in the search, each kind and place with its first sighting.
#[derive(Debug, Default)]
pub struct Seen(pub BTreeMap<(FindingKind, Place), Sighting>);

impl Seen {
    fn note(&mut self, kind: FindingKind, place: Place, step: &Step, then: impl FnOnce() -> String) -> &mut Sighting {
        let sighting = self.0.entry((kind, place)).or_insert_with(|| Sighting {
            step: step.clone(),
            cause: None,
            then: then(),
            count: 0,
            ends: None,
        });
        sighting.count += 1;
        sighting
    }

    /// Takes down a blocked run.
    pub(super) fn blocked(&mut self, run: &Run, report: &Report, step: Step, faults: u32, fault: Option<Arc<Choice>>) {
        let node = report.blocked.first().and_then(|blocked| run.machine.find(&blocked.node));
        let place = match (node, report.joins.first()) {
            (Some(node), _) => Place::Node(node),
            (None, Some(join)) => Place::Join(join.join.id.clone()),
            (None, None) => return,
        };
        let then = || consequence::blocked(report);
        match fault.filter(|_| faults > 0) {
            Some(fault) => self.after_fault(place, &step, fault, then),
            None => drop(self.note(FindingKind::Deadlock, place, &step, then)),
        }
    }

    fn after_fault(&mut self, ends: Place, step: &Step, fault: Arc<Choice>, then: impl FnOnce() -> String) {
        let place = match fault.what {
            What::Reply { node, .. } => Place::Reply(node),
            What::Failure { node, .. } => Place::Node(node),
            _ => return,
        };
        let sighting = self.note(FindingKind::FaultEndsRun, place, step, then);
        if sighting.count == 1 {
            (sighting.cause, sighting.ends) = (Some(fault), Some(ends));
        }
    }

    /// Takes down what went wrong when a choice was made.
    pub(super) fn events(
        &mut self,
        run: &Run,
        events: &[Event],
        step: Step,
        faults: u32,
        fault: Option<Arc<Choice>>,
        unwritten: &[Slot],
    ) {
        let machine = &run.machine;
        for event in events {
            match &event.kind {
                Kind::LimitHit { path, limit: Limit::MaxPaths, value } => {
                    let Some(path) = run.path(path) else { continue };
                    let node = machine.find(
                        &path
                            .last_error
                            .as_ref()
                            .map_or_else(|| machine.nodes[path.node].id.clone(), |failure| failure.node.clone()),
                    );
                    let place = Place::Node(node.unwrap_or(path.node));
                    self.note(FindingKind::Limit, place, &step, || consequence::limit(*value));
                }
                Kind::PathFailed { at, failure } if faults == 0 && failure.kind != FailureKind::PathLimit => {
                    let Some(node) = machine.find(&failure.node).or_else(|| machine.find(&at.node)) else { continue };
                    let then = || consequence::failed(&failure.node, &failure.message);
                    self.note(FindingKind::Uncaught, Place::Node(node), &step, then);
                }
                // A run with a failed path fails, whatever the other paths do.
                Kind::PathFailed { failure, .. } if step.1.as_ref().is_some_and(|choice| choice.is_fault) => {
                    let (Some(node), Some(fault)) = (machine.find(&failure.node), step.1.clone()) else { continue };
                    let is_end = matches!(&*run.outcome, Outcome::Failed { .. });
                    let then = || match is_end {
                        true => consequence::run_failed(&failure.node, &failure.message),
                        false => consequence::failed(&failure.node, &failure.message),
                    };
                    self.after_fault(Place::Node(node), &step, fault, then);
                }
                Kind::PropertyViolated { property: written, .. } => {
                    let at = machine.properties.iter().position(|property| property.written() == **written);
                    let Some((at, property)) = at.and_then(|at| Some((at, machine.properties.get(at)?))) else {
                        continue;
                    };
                    self.note(FindingKind::Violated, Place::Property(at), &step, || consequence::violated(property));
                }
                Kind::JoinFailed { join, code: code @ (JoinFault::Short | JoinFault::Timeout), paths, .. } => {
                    let is_uncaught = events.iter().any(|event| {
                        matches!(&event.kind, Kind::PathFailed { failure, .. } if failure.kind == FailureKind::Join)
                    });
                    if faults == 0 && !is_uncaught {
                        let then = || consequence::join_failed(&join.id, *code, paths.len());
                        self.note(FindingKind::JoinShort, Place::Join(join.id.clone()), &step, then);
                    }
                }
                Kind::JoinFired { join, reason: reason @ (Fired::Short | Fired::Timeout), paths, .. }
                    if faults == 0 =>
                {
                    let then = || consequence::join_short(&join.id, *reason, paths.len());
                    self.note(FindingKind::JoinShort, Place::Join(join.id.clone()), &step, then);
                }
                Kind::OutputIncomplete { context, missing, reason, .. } if faults == 0 => {
                    let Some(context) = machine.find(context).and_then(|node| machine.context_of(node)) else {
                        continue;
                    };
                    for field in missing {
                        let slot = Slot::Field(context, field.clone());
                        let is_filled =
                            machine.field(context, field).and_then(|field| machine.fields[field].from.clone());
                        if unwritten.contains(&slot) || is_filled.is_some() {
                            let reason = reason.as_deref().filter(|_| is_filled.is_some());
                            let then = || consequence::incomplete(machine, &slot, reason);
                            self.note(FindingKind::OutputIncomplete, Place::Output(slot.clone()), &step, then);
                        }
                    }
                }
                _ => {}
            }
        }
        if let (Outcome::Failed { failure, .. }, Some(fault)) = (&*run.outcome, fault.filter(|_| faults > 0)) {
            let Some(node) = machine.find(&failure.node) else { return };
            let then = || consequence::run_failed(&failure.node, &failure.message);
            self.after_fault(Place::Node(node), &step, fault, then);
        }
    }
}
