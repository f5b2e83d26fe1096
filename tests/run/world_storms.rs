//! Random machines with questions, events, timers and values (world.md 1 to 4) under random actions: every action ends,
//! saves and recordings give the same run, a refusal changes nothing.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::machine::model::EdgeIdx;
use tracklight::run::agent::requests::Answer;
use tracklight::run::save::Past;
use tracklight::run::state::Force;
use tracklight::run::{Action, StartOptions, Timeline, agent_requests};
use tracklight::value::{Map, Value};
use tracklight::view;
use tracklight::work::Work;

use super::play::Play;
use super::storms::{self, Move};
use crate::counts;

const LABELS: &[&str] = &[
    "->",
    "-@async->",
    "-@map(C.items) @set(C.n: item)->",
    "-when: \"C.n > 1\"->",
    "-when: \"declined\"->",
    "-catch @set(C.n: 9)->",
    "-on: go->",
    "-on: go; when: \"event.data.n > C.n\" @set(C.n: event.data.n)->",
    "-on: halt @join(one)->",
    "-after: 3s->",
    "-after: 2s; when: \"C.n > 1\"->",
    "-after: 5s @set(C.n: C.n + 1)->",
    "-@join(one) @set(C.n: C.n + 1)->",
    "-@barrier(two) @set(C.n: C.n + C.small)->",
    "-@set(C.small: C.small + 1)->",
    "-@set(C.items[0]: lastEvent)->",
];

/// A machine with questions, events, timers and values.
pub fn machines() -> impl Strategy<Value = String> {
    let edges = prop::collection::vec((0..7_usize, prop::sample::select(LABELS), 0..7_usize), 3..16);
    (edges, any::<bool>()).prop_map(|(edges, asks)| {
        let mut text = "machine \"Storm\" { maxSteps: 60; maxPaths: 12; maxTurns: 2; maxTokens: 5000 }\n\
             event go { n<number>: 1 }\ncontext C { n: 0; items: [1, 2]; small<Integer> @maximum(3): 0 }\n\
             context D { verdict<'yes' | 'no'>; note<string?> }\noutput O { text<string> @from(D.verdict) }\n\
             init n0; task n1 @retry(1) { prompt: \"{{ C.n }}\" }; state n2 @set(C.n: visits); task n3\n\
             task n4 { prompt: \"go\"; wants: { text: \"x\", options: [\"a\", \"b\"] } }\n\
             n5 { state inner; state deep; inner -> deep }\nend n6\n"
            .to_owned();
        if asks {
            text.push_str("n2 -asks: verdict-> D\nn5 -asks-> D\n");
        }
        for (from, label, to) in edges {
            writeln!(text, "n{from} {label} n{to}").unwrap();
        }
        text
    })
}

#[derive(Clone, Debug)]
enum Outside {
    Other(Move),
    Send(bool, Option<u32>),
    Elapse(u64),
    /// Answers the open requests, all at once or the first.
    Answer(bool, u32),
    Skip(u32, bool),
}

fn moves() -> impl Strategy<Value = Outside> {
    prop_oneof![
        10 => storms::moves().prop_map(Outside::Other),
        3 => (any::<bool>(), prop::option::of(0..4_u32)).prop_map(|(halts, n)| Outside::Send(halts, n)),
        3 => (1..6_000_u64).prop_map(Outside::Elapse),
        4 => (any::<bool>(), 0..4_u32).prop_map(|(all, how)| Outside::Answer(all, how)),
        1 => (0..12_u32, any::<bool>()).prop_map(|(edge, skips)| Outside::Skip(edge, skips)),
    ]
}

fn answer(form: bool, how: u32) -> Answer {
    match (form, how) {
        (_, 0) => Answer::Declined("no".into()),
        (true, 1) => Answer::Values(Map::new()),
        (true, _) => Answer::Values(Map::unit("verdict".into(), Value::from(if how == 2 { "yes" } else { "no" }))),
        (false, 1) => Answer::Text("c".into()),
        (false, _) => Answer::Text("a".into()),
    }
}

fn act(play: &mut Play, outside: &Outside) {
    let action = match outside {
        Outside::Other(other) => return storms::play(play, other),
        Outside::Send(halts, n) => {
            let data = n.map_or(Value::Null, |n| Value::from(Map::unit("n".into(), Value::from(n))));
            Action::Send { name: if *halts { "halt" } else { "go" }.to_owned(), data, path: None }
        }
        Outside::Elapse(milliseconds) => Action::Elapse { milliseconds: *milliseconds },
        Outside::Answer(all, how) => {
            let open = play.run().requests.values().filter(|request| request.is_open());
            let answers: BTreeMap<String, Answer> = open
                .take(if *all { usize::MAX } else { 1 })
                .map(|request| (request.id.to_string(), answer(request.form.is_some(), *how)))
                .collect();
            Action::Answers { answers, auto: false }
        }
        Outside::Skip(edge, skips) => {
            Action::Force { path: None, edge: EdgeIdx(*edge), mode: skips.then_some(Force::Skip) }
        }
    };
    let before = play.0.save(Past::None);
    if play.act(action).is_err() {
        assert_eq!(play.0.save(Past::None), before, "a refusal changes nothing");
    }
}

fn begin(source: &str) -> Play {
    Play(Timeline::start(Machine::parse(source), &StartOptions::default()))
}

/// What holds at every moment.
fn check(play: &Play) -> Result<(), TestCaseError> {
    let run = play.run();
    prop_assert!(!run.outcome.is_end() || run.live().next().is_none());
    for path in run.live() {
        let waits = path.status.word() == "awaitingEvent";
        prop_assert!(!waits || run.outcome.word() == "running");
        let events = tracklight::run::step::awaited::awaited_events(run, Some(path));
        let timers = tracklight::run::step::awaited::running_timers(run, Some(path));
        prop_assert!(!waits || !events.is_empty() || !timers.is_empty(), "{:?}", play.paths());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(200), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_storm_from_outside_ends_and_is_the_same_when_it_is_saved_and_resumed(
        source in machines(),
        steps in prop::collection::vec(moves(), 1..50),
        stop in 0..50_usize,
    ) {
        let mut one = begin(&source);
        let (before, after) = steps.split_at(stop.min(steps.len()));
        for step in before {
            act(&mut one, step);
            check(&one)?;
        }
        let text = one.0.save(Past::Full);
        let resumed = Timeline::resume(&text, false).unwrap();
        prop_assert!(!resumed.timeline_dropped);
        let bare = Timeline::resume(&one.0.save(Past::None), false).unwrap();
        let journal = to_string(&one.0.actions(None));
        let replayed = Timeline::replay_journal(&journal, false, &Work::default()).unwrap();
        prop_assert_eq!(replayed.save(Past::None), one.0.save(Past::None));
        let mut others = [Play(resumed.timeline), Play(bare.timeline)];
        for step in after {
            act(&mut one, step);
            check(&one)?;
        }
        for (at, other) in others.iter_mut().enumerate() {
            // Without its past a run cannot go back.
            if at == 1 && after.iter().any(|step| matches!(step, Outside::Other(Move::Back(_)))) {
                continue;
            }
            after.iter().for_each(|step| act(other, step));
            prop_assert_eq!(other.0.save(Past::None), one.0.save(Past::None));
            let (ours, theirs) = (view::view(one.run(), "b0"), view::view(other.run(), "b0"));
            prop_assert_eq!(to_string(&theirs), to_string(&ours));
        }
    }

    #[test]
    fn a_recorded_storm_from_outside_comes_again(
        source in machines(),
        steps in prop::collection::vec((0..6_u32, 0..4_u32), 10..60),
    ) {
        let mut one = begin(&source);
        let mut steps = steps.iter().cycle();
        for _ in 0..15 {
            drop(one.try_step());
            for _ in 0..3 {
                let (kind, how) = *steps.next().unwrap();
                match kind {
                    0 => act(&mut one, &Outside::Send(how > 2, Some(how))),
                    1 => act(&mut one, &Outside::Elapse(u64::from(how) * 1500 + 1)),
                    _ => {}
                }
            }
            // As a host does: whatever is required is answered before the next tick.
            loop {
                let waits = |run: &tracklight::run::Run| run.requests.values().any(|one| one.is_open() && one.required);
                let (_, how) = *steps.next().unwrap();
                if waits(one.run()) {
                    act(&mut one, &Outside::Answer(true, if how == 1 { 2 } else { how }));
                } else if !agent_requests(one.run()).is_empty() {
                    storms::play(&mut one, &Move::Reply(how as usize, how as usize, f64::from(how)));
                } else {
                    break;
                }
            }
        }
        let recording = one.0.recording();
        let mut two = begin(&source);
        two.0.replay(&recording, false, one.run().tick).unwrap();
        prop_assert_eq!(two.paths(), one.paths());
        prop_assert_eq!(to_string(&two.0.recording()), to_string(&recording));
    }
}
