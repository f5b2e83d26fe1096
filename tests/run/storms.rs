//! Random machines of forks, joins and loops under random actions: every action ends, limits hold, equal inputs give
//! equal bytes.

use std::fmt::Write;

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::run::save::Past;
use tracklight::run::{Action, StartOptions, Timeline, agent_requests};
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, error, turn};
use crate::counts;

const LABELS: &[&str] = &[
    "->",
    "-@async->",
    "-@async(3; group: g)->",
    "-@map(C.items)->",
    "-@map(items: item; group: h)->",
    "-@async when: \"C.n > 1\"->",
    "-when: \"C.n > 1\"->",
    "-when: \"visits < 3\"->",
    "-@auto->",
    "-catch->",
    "-@barrier(one)->",
    "-@join(two; mode: any)->",
    "-@join(id: three; mode: 2; timeout: 2; onTimeout: proceed; merge: append)->",
    "-@join(id: four; timeout: 1; merge: error)->",
    "-@join(id: five; group: g; merge: keyed) @gather(from: C.n; into: C.items)->",
    "-@join(id: six; group: h) @gather(from: C.items; into: C.n; as: merge)->",
    "-catch @join(four)->",
    "-catch @barrier(one)->",
];

/// A machine of a few nodes, every third one asking an agent.
pub fn machines() -> impl Strategy<Value = String> {
    let edges = prop::collection::vec((0..6_usize, prop::sample::select(LABELS), 0..6_usize), 3..14);
    let rule = prop::sample::select(&["continue", "fail-fast", "compensate"][..]);
    (edges, rule).prop_map(|(edges, rule)| {
        let mut text = format!(
            "machine \"Storm\" @errorHandling(\"{rule}\") {{ maxSteps: 60; maxPaths: 12; maxTurns: 2 }}\n\
             context C {{ n: 0; items: [1, [2, 3]] }}\n\
             init n0; task n1 @retry(1) {{ prompt: \"{{{{ item }}}}\" }}; state n2; task n3\n\
             task n4 {{ prompt: \"go\"; wants: \"x\" }}\nn5 {{ state inner; state deep; inner -> deep }}\n\
             task undo @compensate(n2) {{ prompt: \"undo\" }}\nn1, n4, undo -writes-> C\n"
        );
        for (from, label, to) in edges {
            writeln!(text, "n{from} {label} n{to}").unwrap();
        }
        text
    })
}

#[derive(Clone, Debug)]
pub enum Move {
    Step,
    Idle,
    /// Answers one of the open requests by what its tools offer.
    Reply(usize, usize, f64),
    Fail(usize),
    Set(f64),
    Cancel(usize),
    Back(u32),
}

pub fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        6 => Just(Move::Step),
        2 => Just(Move::Idle),
        6 => (0..8_usize, 0..8_usize, 0..4_u32).prop_map(|(at, tool, n)| Move::Reply(at, tool, f64::from(n))),
        1 => (0..8_usize).prop_map(Move::Fail),
        1 => (0..4_u32).prop_map(|n| Move::Set(f64::from(n))),
        1 => (0..12_usize).prop_map(Move::Cancel),
        1 => (1..4_u32).prop_map(Move::Back),
    ]
}

pub fn play(play: &mut Play, step: &Move) {
    let open: Vec<(String, Vec<String>)> = agent_requests(play.run())
        .iter()
        .map(|asked| (asked.id().to_string(), asked.tools().iter().map(|tool| tool.name.to_string()).collect()))
        .collect();
    match step {
        Move::Step => drop(play.try_step()),
        Move::Idle => drop(play.act(Action::Step { idle: true })),
        Move::Reply(at, tool, n) if !open.is_empty() => {
            let (id, tools) = &open[at % open.len()];
            let write = super::play::data([("n", Value::from(*n))]);
            let chosen = tools.get(tool % tools.len().max(1)).filter(|name| !name.starts_with("write_"));
            let mut calls = vec![];
            if tools.iter().any(|name| name == "write_C") {
                calls.push(("write_C", write));
            }
            calls.extend(chosen.map(|name| (name.as_str(), Value::object())));
            drop(play.try_reply(id, turn(&calls)));
        }
        Move::Fail(at) if !open.is_empty() => drop(play.try_reply(&open[at % open.len()].0, error("no"))),
        Move::Reply(..) | Move::Fail(_) => drop(play.try_step()),
        Move::Set(n) => {
            let set = Action::SetContext { path: None, target: "C.n".to_owned(), value: Value::from(*n) };
            drop(play.act(set));
        }
        Move::Cancel(at) => {
            let ids: Vec<_> = play.run().paths.keys().cloned().collect();
            drop(play.act(Action::Cancel { path: ids.get(at % ids.len()).cloned() }));
        }
        Move::Back(n) => drop(play.0.back(*n)),
    }
}

/// What holds at every moment.
fn check(play: &Play) -> Result<(), TestCaseError> {
    let run = play.run();
    prop_assert!(run.counters.entries <= run.limits.max_steps);
    prop_assert!(run.live().count() <= run.limits.max_paths as usize);
    for path in run.paths.values() {
        prop_assert!(path.parent.as_ref().is_none_or(|parent| run.path(parent).is_some()));
        prop_assert!(path.turn <= run.limits.max_turns);
    }
    // A finished run has nobody who waits, and one that goes on has.
    prop_assert!(!run.outcome.is_end() || run.live().next().is_none());
    let tables = to_string(&view::view(run, "b1"));
    prop_assert!(closes(&tables));
    Ok(())
}

/// Brackets and quotes of JSON text close.
fn closes(text: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0_i32, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth == 0 && !quoted
}

fn snapshot(play: &Play) -> String {
    let options = view::DotOptions::default();
    let tables = to_string(&view::view(play.run(), "b1"));
    let asked: Vec<String> = agent_requests(play.run()).iter().map(|request| to_string(request)).collect();
    format!(
        "{tables}\n{}\n{}\n{}",
        to_string(&view::overlay(play.run(), &options)),
        asked.join("\n"),
        play.log().join("\n")
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(96), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_storm_of_forks_and_joins_ends_and_is_the_same_twice(
        source in machines(),
        steps in prop::collection::vec(moves(), 1..60),
    ) {
        let begin = || Play(Timeline::start(Machine::parse(&source), &StartOptions::default()));
        let (mut one, mut two) = (begin(), begin());
        for step in &steps {
            play(&mut one, step);
            check(&one)?;
            play(&mut two, step);
        }
        prop_assert_eq!(snapshot(&one), snapshot(&two));
        let options = view::DotOptions::default();
        prop_assert_eq!(view::dot(one.run(), &options), view::dot(two.run(), &options));
    }

    #[test]
    fn a_run_whose_agents_all_fail_comes_to_its_end(source in machines()) {
        let mut run = Play(Timeline::start(Machine::parse(&source), &StartOptions::default()));
        for _ in 0..2000 {
            let open: Vec<String> = agent_requests(run.run()).iter().map(|asked| asked.id().to_string()).collect();
            for id in &open {
                drop(run.try_reply(id, error("no")));
            }
            if open.is_empty() && run.try_step().is_err() {
                break;
            }
        }
        prop_assert!(run.try_step().is_err(), "{:?}", run.paths());
        prop_assert!(run.outcome() != "running", "{:?}", run.paths());
    }

    #[test]
    fn a_storm_that_is_saved_and_resumed_at_any_step_is_the_same_as_one_that_never_stopped(
        source in machines(),
        steps in prop::collection::vec(moves(), 1..50),
        stop in 0..50_usize,
    ) {
        let mut one = Play(Timeline::start(Machine::parse(&source), &StartOptions::default()));
        let (before, after) = steps.split_at(stop.min(steps.len()));
        before.iter().for_each(|step| play(&mut one, step));
        let text = one.0.save(Past::Full);
        let resumed = Timeline::resume(&text, false).unwrap();
        prop_assert!(!resumed.timeline_dropped);
        let mut two = Play(resumed.timeline);
        prop_assert_eq!(two.0.save(Past::Full), text);
        prop_assert_eq!(snapshot(&two), snapshot(&one));
        for step in after {
            play(&mut one, step);
            play(&mut two, step);
        }
        prop_assert_eq!(snapshot(&two), snapshot(&one));
        prop_assert_eq!(two.0.save(Past::Full), one.0.save(Past::Full));
    }

    #[test]
    fn a_recorded_storm_comes_again_byte_by_byte(
        source in machines(),
        choices in prop::collection::vec((0..8_usize, 0..4_u32, any::<bool>()), 1..30),
    ) {
        let mut one = Play(Timeline::start(Machine::parse(&source), &StartOptions::default()));
        let mut choices = choices.iter().cycle();
        for _ in 0..25 {
            drop(one.try_step());
            // As a host does: whatever is open is answered before the next tick, in any order.
            while !agent_requests(one.run()).is_empty() {
                let (at, n, fails) = choices.next().unwrap();
                let reply = if *fails { Move::Fail(*at) } else { Move::Reply(*at, *at, f64::from(*n)) };
                play(&mut one, &reply);
            }
        }
        let recording = one.0.recording();
        let mut two = Play(Timeline::start(Machine::parse(&source), &StartOptions::default()));
        two.0.replay(&recording, false, one.run().tick).unwrap();
        prop_assert_eq!(snapshot(&two), snapshot(&one));
        let options = view::DotOptions::default();
        prop_assert_eq!(view::dot(two.run(), &options), view::dot(one.run(), &options));
        prop_assert_eq!(to_string(&two.0.recording()), to_string(&recording));
    }
}
