//! Random machines: every trace leads where its finding says, and random runs do nothing that an exploration to the end
//! has not seen.

use std::fmt::Write;
use std::sync::Arc;

use proptest::prelude::*;
use tracklight::explore::{Exploration, ExploreOptions, Finding, FindingKind, Report};
use tracklight::machine::Machine;
use tracklight::machine::model::NodeIdx;
use tracklight::run::agent::requests::Answer;
use tracklight::run::event::{Event, Fired, JoinFault, Kind, Limit};
use tracklight::run::state::FailureKind;
use tracklight::run::step::awaited::{awaited_events, running_timers};
use tracklight::run::{Action, Outcome, Run, Status, Timeline, agent_requests, apply, start};
use tracklight::value::{Map, Value};

use super::whole::explored_with;
use crate::counts;
use crate::run::play::{error, turn};
use crate::run::{storms, world_storms};

const LABELS: &[&str] = &[
    "->",
    "->",
    "-when: \"C.flag\"->",
    "-when: \"C.kind == 'a'\"->",
    "-when: \"C.kind == 'b' && !C.flag\"->",
    "-@set(C.laps: C.laps + 1) when: \"C.laps < 2\"->",
    "-catch->",
    "-@auto->",
    "-@async->",
    "-@join(one)->",
    "-on: go->",
    "-after: 1s->",
];

/// A small machine of tasks, states and two ends.
pub fn machines() -> impl Strategy<Value = String> {
    let edges = prop::collection::vec((0..5_usize, prop::sample::select(LABELS), 1..7_usize), 3..9);
    edges.prop_map(|edges| {
        let mut text = "machine \"Small\" { maxPaths: 4 }\n\
             context C { flag<boolean>: false; kind<'a' | 'b' | 'c'>: 'a'; laps<Integer>: 0 }\n\
             init n0\ntask n1 { prompt: \"go\" }\ntask n2\nstate n3\ntask n4 @retry(1) { prompt: \"go\" }\nend n5\nend n6\n\
             n1 -writes: flag-> C\nn4 -writes: kind-> C\n"
            .to_owned();
        for (from, label, to) in edges {
            writeln!(text, "n{from} {label} n{to}").unwrap();
        }
        text
    })
}

/// Pseudo-random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

/// A value that a field of these machines takes.
fn value_of(field: &str, random: &mut Random) -> Value {
    match field {
        "flag" => Value::Bool(random.below(2) == 0),
        "kind" => Value::from(["a", "b", "c"][random.below(3)]),
        "items" => (0..random.below(3)).map(|_| Value::from(random.below(3))).collect(),
        _ => Value::from(random.below(4)),
    }
}

/// What the outside could do next, at random; `None` if nothing can be done. True for a fault of an agent.
fn random_action(run: &Run, faults: u32, random: &mut Random) -> Option<(Action, bool)> {
    if run.live().any(|path| path.status == Status::Active) {
        return Some((Action::Step { idle: false }, false));
    }
    let mut kinds: Vec<usize> = Vec::new();
    let asked = agent_requests(run);
    let questions: Vec<_> = run.requests.values().filter(|one| one.is_open() && one.required).collect();
    let events = awaited_events(run, None);
    let next = running_timers(run, None).into_iter().map(|timer| timer.left.max(1)).min();
    let waits = run.live().any(|path| path.parked().is_some_and(|parked| run.has_timeout(&parked.join)));
    kinds.extend((!asked.is_empty()).then_some(0));
    kinds.extend((!questions.is_empty()).then_some(1));
    kinds.extend((!events.is_empty()).then_some(2));
    kinds.extend(next.map(|_| 3));
    kinds.extend(waits.then_some(4));
    Some(match *kinds.get(random.below(kinds.len()))? {
        0 => {
            let request = &asked[random.below(asked.len())];
            let id = request.id().to_string();
            if faults > 0 && random.below(6) == 0 {
                return Some((Action::Reply { request: id, reply: error("no"), auto: false }, true));
            }
            let tools: Vec<String> = request.tools().iter().map(|tool| tool.name.to_string()).collect();
            let mut calls: Vec<(&str, Value)> = Vec::new();
            let right = run.machine.control.rights(request.node());
            for (context, right) in right {
                let name = format!("write_{}", run.machine.context_id(context));
                let Some(tool) = tools.iter().find(|tool| **tool == name) else { continue };
                let fields = run.machine.contexts[context].fields.iter().map(|field| &run.machine.fields[*field].name);
                let mut data = Map::new();
                for field in fields.filter(|field| right.write.allow(field)) {
                    if random.below(2) == 0 {
                        data.insert(field.clone(), value_of(field, random));
                    }
                }
                if !data.is_empty() {
                    calls.push((tool, [("data", Value::from(data))].into_iter().collect()));
                }
            }
            let starts = |tool: &&String| tool.starts_with("spawn_") || tool.starts_with("map_spawn_");
            for tool in tools.iter().filter(starts) {
                if random.below(3) == 0 {
                    calls.push((tool, Value::object()));
                }
            }
            let targets: Vec<&String> = tools.iter().filter(|tool| tool.starts_with("transition_to_")).collect();
            if let Some(target) = targets.get(random.below(targets.len() + 1)) {
                calls.push((target, Value::object()));
            }
            (Action::Reply { request: id, reply: turn(&calls), auto: false }, false)
        }
        1 => {
            let question = questions[random.below(questions.len())];
            let answer = match (&question.form, random.below(3)) {
                (_, 0) => Answer::Declined("no".into()),
                (Some(_), n) => {
                    Answer::Values(Map::unit("verdict".into(), Value::from(if n == 1 { "yes" } else { "no" })))
                }
                (None, n) => Answer::Text(question.options.get(n).cloned().unwrap_or_else(|| "an answer".into())),
            };
            (Action::Answer { request: question.id.to_string(), answer, auto: false }, false)
        }
        2 => {
            let name = events[random.below(events.len())].name.to_string();
            let data = match &*name {
                "go" if run.machine.event("go").is_some() => {
                    Value::from(Map::unit("n".into(), Value::from(random.below(4))))
                }
                _ => Value::Null,
            };
            (Action::Send { name, data, path: None }, false)
        }
        3 => (Action::Elapse { milliseconds: next? }, false),
        _ => (Action::Step { idle: true }, false),
    })
}

fn has_no_choice(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| matches!(&event.kind, Kind::VisitFailed { failure, .. } if failure.kind == FailureKind::NoChoice))
}

/// A random run: what it enters and crosses was seen, and it ends as some run did.
fn check_random_run(
    machine: &Arc<Machine>,
    exploration: &Exploration,
    report: &Report,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut random = Random(seed | 1);
    let mut run = start(machine.clone(), exploration.start_options()).run;
    let mut faults = 1;
    let mut log = Vec::new();
    for _ in 0..60 {
        let Some((action, is_fault)) = random_action(&run, faults, &mut random) else { break };
        let Ok(applied) = apply(&run, &action) else { continue };
        let is_fault = is_fault || has_no_choice(&applied.events);
        if is_fault && faults == 0 {
            continue;
        }
        faults -= u32::from(is_fault);
        run = applied.run;
        log.push(action);
        for (node, _) in &run.node_use {
            let id = &machine.nodes[*node].id;
            prop_assert!(exploration.coverage().nodes[*node] > 0, "{id} after {log:#?}\n{}", machine.source());
        }
        for (edge, _) in &run.edge_use {
            prop_assert!(exploration.coverage().edges[*edge] > 0, "e{} after {log:#?}\n{}", edge.0, machine.source());
        }
    }
    let ends = run.outcome.is_end() || (matches!(&*run.outcome, Outcome::Blocked(_)) && is_stuck(&run));
    if ends {
        let outcome = run.outcome.kind();
        prop_assert!(report.outcomes.contains(&outcome), "{outcome} after {log:#?}\n{}", machine.source());
    }
    Ok(())
}

fn is_stuck(run: &Run) -> bool {
    awaited_events(run, None).is_empty() && running_timers(run, None).is_empty()
}

/// Where the live paths of a run are, whichever they are.
fn places_of(run: &Run) -> Vec<(NodeIdx, &'static str)> {
    let mut places: Vec<_> = run.live().map(|path| (path.node, path.status.word())).collect();
    places.sort_unstable();
    places
}

/// The trace of a finding, replayed, leads where the finding says.
fn check_trace(machine: &Arc<Machine>, exploration: &Exploration, finding: &Finding) -> Result<(), TestCaseError> {
    let mut timeline = Timeline::start(machine.clone(), exploration.start_options());
    let mut last: Vec<Event> = Vec::new();
    let mut places = vec![places_of(timeline.run())];
    for action in &finding.trace {
        let done = timeline.act(action.clone());
        prop_assert!(done.is_ok(), "{action:?} of {finding:#?}\n{}", machine.source());
        last = done.unwrap().events.clone();
        places.push(places_of(timeline.run()));
    }
    let run = timeline.run();
    let any = |matches: fn(&Kind) -> bool| last.iter().any(|event| matches(&event.kind));
    let is_there = match finding.kind {
        FindingKind::Deadlock => matches!(&*run.outcome, Outcome::Blocked(_)),
        FindingKind::NeverCompletes => !run.outcome.is_end(),
        FindingKind::Uncaught => any(|kind| matches!(kind, Kind::PathFailed { .. })),
        FindingKind::FaultEndsRun => {
            let has_failed = run.paths.values().any(|path| matches!(path.status, Status::Failed(_)));
            has_failed || matches!(&*run.outcome, Outcome::Blocked(_))
        }
        FindingKind::Limit => any(|kind| matches!(kind, Kind::LimitHit { limit: Limit::MaxPaths, .. })),
        FindingKind::JoinShort => any(|kind| {
            matches!(kind, Kind::JoinFired { reason: Fired::Short | Fired::Timeout, .. })
                || matches!(kind, Kind::JoinFailed { code: JoinFault::Short | JoinFault::Timeout, .. })
        }),
        FindingKind::OutputIncomplete => any(|kind| matches!(kind, Kind::OutputIncomplete { .. })),
        FindingKind::Violated => any(|kind| matches!(kind, Kind::PropertyViolated { .. })),
        FindingKind::Unreachable | FindingKind::NeverTrue | FindingKind::JoinNever => finding.trace.is_empty(),
    };
    prop_assert!(is_there, "{finding:#?} {:?}\n{}", run.outcome, machine.source());
    if finding.kind == FindingKind::NeverCompletes {
        let here = places.pop();
        prop_assert!(places.contains(&here.unwrap()), "goes round no loop: {finding:#?}\n{}", machine.source());
        let (mut run, mut random) = (Run::clone(run), Random(7));
        for _ in 0..40 {
            let Some((action, _)) = random_action(&run, 0, &mut random) else { break };
            let Ok(applied) = apply(&run, &action) else { continue };
            if !has_no_choice(&applied.events) {
                run = applied.run;
            }
            prop_assert!(!run.outcome.is_end(), "{finding:#?} {:?}\n{}", run.outcome, machine.source());
        }
    }
    Ok(())
}

fn check(source: &str, states: usize, seed: u64) -> Result<(), TestCaseError> {
    let machine = Machine::parse(source);
    let (exploration, report) = explored_with(&machine, &ExploreOptions { states, ..ExploreOptions::default() });
    for finding in &report.findings {
        check_trace(&machine, &exploration, finding)?;
    }
    if report.exhausted && report.cut.is_empty() && report.states > 0 {
        for at in 0..counts::depth(20, 200) as u64 {
            check_random_run(&machine, &exploration, &report, seed.wrapping_add(at.wrapping_mul(0x9E37_79B9)))?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(300), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn small_machines_do_what_was_explored(source in machines(), seed in any::<u64>()) {
        check(&source, counts::depth(400, 4000), seed)?;
    }

    #[test]
    fn storms_of_forks_and_joins_do_what_was_explored(source in storms::machines(), seed in any::<u64>()) {
        check(&source, counts::depth(60, 300), seed)?;
    }

    #[test]
    fn storms_from_outside_do_what_was_explored(source in world_storms::machines(), seed in any::<u64>()) {
        check(&source, counts::depth(60, 300), seed)?;
    }
}
