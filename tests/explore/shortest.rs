//! Traces are shortest: no deadlock and no uncaught failure is reached with fewer actions by trying everything, depth
//! after depth.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tracklight::explore::{ExploreOptions, FindingKind};
use tracklight::machine::Machine;
use tracklight::run::event::Kind;
use tracklight::run::state::FailureKind;
use tracklight::run::step::awaited::{awaited_events, running_timers};
use tracklight::run::{Action, Outcome, Run, Status, agent_requests, apply, start};
use tracklight::value::Value;

use super::random::machines;
use super::whole::explored_with;
use crate::counts;
use crate::run::play::turn;

/// The most runs that one machine is tried with.
const MAX_RUNS: usize = 3000;

/// All that can be done to a run of these machines without a fault.
fn actions(run: &Run) -> Vec<Action> {
    if run.live().any(|path| path.status == Status::Active) {
        return vec![Action::Step { idle: false }];
    }
    let mut all = Vec::new();
    for request in agent_requests(run) {
        let tools: Vec<String> = request.tools().iter().map(|tool| tool.name.to_string()).collect();
        let node = &*run.machine.nodes[request.node()].id;
        let (field, values): (&str, Vec<Value>) = match node {
            "n1" => ("flag", vec![Value::Bool(true), Value::Bool(false)]),
            "n4" => ("kind", ["a", "b", "c"].map(Value::from).to_vec()),
            _ => ("", Vec::new()),
        };
        let spawns: Vec<&String> = tools.iter().filter(|tool| tool.starts_with("spawn_")).collect();
        let targets = tools.iter().filter(|tool| tool.starts_with("transition_to_")).map(Some);
        for target in targets.chain([None]) {
            for value in values.iter().map(Some).chain([None]) {
                for picked in 0..1_usize << spawns.len().min(3) {
                    let data = |value: &Value| -> Value {
                        let data: Value = [(field, value.clone())].into_iter().collect();
                        [("data", data)].into_iter().collect()
                    };
                    let write = value.map(|value| ("write_C", data(value)));
                    let started = spawns.iter().enumerate().filter(|(at, _)| picked >> at & 1 == 1);
                    let calls: Vec<(&str, Value)> = write
                        .into_iter()
                        .chain(started.map(|(_, tool)| (tool.as_str(), Value::object())))
                        .chain(target.map(|target| (target.as_str(), Value::object())))
                        .collect();
                    all.push(Action::Reply { request: request.id().to_string(), reply: turn(&calls), auto: false });
                }
            }
        }
    }
    if !awaited_events(run, None).is_empty() {
        all.push(Action::Send { name: "go".to_owned(), data: Value::Null, path: None });
    }
    let next = running_timers(run, None).into_iter().map(|timer| timer.left.max(1)).min();
    all.extend(next.map(|milliseconds| Action::Elapse { milliseconds }));
    all
}

/// The nodes at which runs are blocked, or at which a path fails, within so many actions. `None` if there are too many
/// runs.
fn reached(first: Run, depth: usize) -> Option<BTreeSet<(FindingKind, String)>> {
    let mut found = BTreeSet::new();
    let mut open = vec![(first, 0)];
    let mut runs = 0;
    while let Some((run, at)) = open.pop() {
        runs += 1;
        if runs > MAX_RUNS {
            return None;
        }
        let actions = if at < depth && !run.outcome.is_end() { actions(&run) } else { Vec::new() };
        if let (Outcome::Blocked(report), true) = (&*run.outcome, actions.is_empty() && at < depth) {
            let node = report.blocked.first().map(|blocked| blocked.node.to_string());
            found.extend(node.map(|node| (FindingKind::Deadlock, node)));
        }
        for action in actions {
            let Ok(applied) = apply(&run, &action) else { continue };
            let mut has_fault = false;
            for event in &applied.events {
                match &event.kind {
                    Kind::VisitFailed { failure, .. } => has_fault |= failure.kind == FailureKind::NoChoice,
                    Kind::PathFailed { failure, .. } if !has_fault && failure.kind != FailureKind::PathLimit => {
                        found.insert((FindingKind::Uncaught, failure.node.to_string()));
                    }
                    _ => {}
                }
            }
            if !has_fault {
                open.push((applied.run, at + 1));
            }
        }
    }
    Some(found)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(200), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn nothing_is_reached_with_fewer_actions(source in machines()) {
        let machine = Machine::parse(&source);
        let options = ExploreOptions { faults: 0, states: 400, ..ExploreOptions::default() };
        let (exploration, report) = explored_with(&machine, &options);
        for finding in &report.findings {
            let (FindingKind::Deadlock | FindingKind::Uncaught, Some(node)) = (finding.kind, finding.node) else { continue };
            let Some(shorter) = finding.trace.len().checked_sub(1) else { continue };
            let first = start(machine.clone(), exploration.start_options()).run;
            let Some(reached) = reached(first, shorter) else { continue };
            let here = (finding.kind, machine.nodes[node].id.to_string());
            prop_assert!(!reached.contains(&here), "{finding:#?}\n{source}");
        }
    }
}
