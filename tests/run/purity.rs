//! No reply, no action order and no text can make the core panic, and a refusal changes nothing.

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::machine::model::EdgeIdx;
use tracklight::run::state::Force;
use tracklight::run::{Action, StartOptions, Timeline, agent_requests};
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, error, object, turns};
use crate::counts;

pub const MACHINE: &str = r#"machine "Fuzz" { maxSteps: 60; maxTurns: 3 }
input Site { name<string>: "x" }
context C { n<Integer> @minimum(0): 0; list<List<number>>: []; any: null }
context Open { x: 1 }
init begin; init other
task t @retry(1) { prompt: "{{ C.n }}"; needs: "a"; wants: "b" }
task pick
group house { state hall; state attic; hall -> attic }
state safe; state done
begin -> t; other -> house; house -> pick
t -reads-> Site; t -writes-> C, Open
t -catch-> safe -> t
t -when: C.n > 2-> done; t -> pick
pick -left-> t; pick -right-> done"#;

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|items| items.into_iter().collect()),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..3)
                .prop_map(|fields| fields.iter().map(|(key, value)| (key.as_str(), value.clone())).collect()),
        ]
    })
}

fn calls() -> impl Strategy<Value = (String, Value)> {
    let name = prop_oneof![
        Just("write_C"),
        Just("read_C"),
        Just("write_Open"),
        Just("read_Site"),
        Just("transition_to_done"),
        Just("transition_to_pick"),
        Just("transition_to_t"),
        Just("request_context"),
        Just("nope"),
    ];
    let input = prop_oneof![
        values(),
        values().prop_map(|value| object([("data", object([("n", value)]))])),
        values().prop_map(|value| object([("data", value)])),
        values().prop_map(|value| object([("fields", value)])),
        Just(object([("query", Value::from("q")), ("reason", Value::from("r"))])),
        Just(Value::object()),
    ];
    (name.prop_map(str::to_owned), input)
}

#[derive(Clone, Debug)]
pub enum Move {
    Step,
    Reply(u32, u32, Vec<(String, Value)>, bool),
    Fail(u32),
    Answer(u32, u32),
    Choose(u32, u32),
    Force(u32, u32, u32),
    Set(u32, String, Value),
    Cancel(u32),
    Time(u64),
    Back(u32),
}

pub fn moves() -> impl Strategy<Value = Move> {
    let target =
        prop_oneof![Just("C.n"), Just("C.list[0]"), Just("Open.y.z"), Just("Site.name"), Just("C"), Just("C.any[1]")];
    prop_oneof![
        6 => Just(Move::Step),
        6 => (1..3u32, 1..6u32, prop::collection::vec(calls(), 0..3), any::<bool>())
            .prop_map(|(path, n, calls, last)| Move::Reply(path, n, calls, last)),
        1 => (1..6u32).prop_map(Move::Fail),
        3 => (1..3u32, 1..6u32).prop_map(|(path, n)| Move::Answer(path, n)),
        2 => (1..3u32, 0..20u32).prop_map(|(path, edge)| Move::Choose(path, edge)),
        2 => (0..3u32, 0..12u32, 0..3u32).prop_map(|(path, edge, mode)| Move::Force(path, edge, mode)),
        2 => (1..3u32, target.prop_map(str::to_owned), values())
            .prop_map(|(path, target, value)| Move::Set(path, target, value)),
        1 => (1..4u32).prop_map(Move::Cancel),
        1 => any::<u64>().prop_map(Move::Time),
        1 => (0..4u32).prop_map(Move::Back),
    ]
}

/// Any open agent request for an even number, else one that may not exist.
fn agent_request(play: &Play, at: u32, n: u32) -> String {
    let open = agent_requests(play.run());
    match open.get((at + n) as usize % open.len().max(1)).filter(|_| n.is_multiple_of(2)) {
        Some(request) => request.id().to_string(),
        None => format!("agent-{at}-{n}"),
    }
}

pub fn play(play: &mut Play, step: &Move) -> bool {
    let path = |n: &u32| tracklight::run::PathId::start(*n);
    let result = match step {
        Move::Step => play.act(Action::Step { idle: false }),
        Move::Reply(at, n, calls, last) => {
            let calls: Vec<(&str, Value)> = calls.iter().map(|(name, input)| (name.as_str(), input.clone())).collect();
            play.try_reply(&agent_request(play, *at, *n), turns(&[&calls], *last))
        }
        Move::Fail(n) => play.try_reply(&format!("agent-1-{n}"), error("no")),
        Move::Answer(at, n) => play.answer(&format!("req-{at}-{n}"), "because"),
        Move::Choose(at, edge) => play.choose(&at.to_string(), *edge),
        Move::Force(at, edge, mode) => play.act(Action::Force {
            path: (*at > 0).then(|| path(at)),
            edge: EdgeIdx(*edge),
            mode: [None, Some(Force::Take), Some(Force::Skip)][*mode as usize],
        }),
        Move::Set(at, target, value) => play.set(&at.to_string(), target, value.clone()),
        Move::Cancel(at) => play.act(Action::Cancel { path: Some(path(at)) }),
        Move::Time(ms) => play.act(Action::ReportTime { elapsed_ms: *ms % 400_000 }),
        Move::Back(n) => return play.0.back(*n).is_ok(),
    };
    result.is_ok()
}

fn snapshot(play: &Play) -> String {
    let options = view::DotOptions::default();
    let tables = to_string(&view::view(play.run(), "b1"));
    format!("{tables}\n{}\n{}", to_string(&view::overlay(play.run(), &options)), play.log().join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(48), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn no_order_of_actions_panics_and_a_refused_one_changes_nothing(steps in prop::collection::vec(moves(), 1..40)) {
        let mut one = super::play::start(MACHINE);
        let mut two = super::play::start(MACHINE);
        for step in &steps {
            let before = snapshot(&one);
            let accepted = play(&mut one, step);
            if !accepted {
                prop_assert_eq!(&snapshot(&one), &before);
            }
            play(&mut two, step);
            let after = snapshot(&one);
            prop_assert_eq!(&after, &snapshot(&two));
        }
        let dot = view::dot(one.run(), &view::DotOptions::default());
        prop_assert_eq!(dot, view::dot(two.run(), &view::DotOptions::default()));
    }

    #[test]
    fn any_text_parses_draws_and_steps(text in "\\PC{0,200}") {
        exercise(&text);
    }

    #[test]
    fn any_soup_of_tokens_parses_draws_and_steps(words in prop::collection::vec(prop::sample::select(TOKENS), 0..60)) {
        exercise(&words.join(" "));
    }

    #[test]
    fn any_prefix_of_a_machine_parses_draws_and_steps(cut in 0..MACHINE.len()) {
        if let Some(prefix) = MACHINE.get(..cut) {
            exercise(prefix);
        }
    }
}

const TOKENS: &[&str] = &[
    "machine",
    "\"T\"",
    "task",
    "state",
    "context",
    "init",
    "note",
    "a",
    "b",
    "c.d",
    "{",
    "}",
    "->",
    "-->",
    "<-->",
    "-",
    "--",
    "=>",
    "=",
    "<--",
    "when:",
    "prompt:",
    "\"{{ a.x }}\"",
    "1",
    "[",
    "]",
    "(",
    ")",
    ",",
    ";",
    ":",
    "<",
    ">",
    "@start",
    "@retry(2)",
    "needs:",
    "x<string>",
    "?",
    "|",
    "catch",
    "reads",
    "writes",
    "\n",
    "// c",
    "/*",
    "o-->",
];

fn exercise(text: &str) {
    let machine = Machine::parse(text);
    let length = text.len() as u32;
    for found in &machine.diagnostics {
        assert!(found.span.end <= length && text.is_char_boundary(found.span.start as usize), "{found:?}");
    }
    let _ = machine.to_json();
    let _ = view::dot_static(&machine, &view::DotOptions::default());
    let mut timeline = Timeline::start(machine, &StartOptions::default());
    for _ in 0..5 {
        let _ = timeline.act(Action::Step { idle: false });
    }
    let _ = to_string(&view::view(timeline.run(), "b1"));
    let _ = view::dot(timeline.run(), &view::DotOptions::default());
}
