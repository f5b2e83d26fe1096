//! The worked example of the projection, byte for byte.

use tracklight::projection::{Projection, project};
use tracklight::run::StartOptions;
use tracklight::run::agent::call::{AgentReply, Call, ReplyTurn};
use tracklight::run::state::PathId;
use tracklight::value::Value;
use tracklight::{projection::graph::Graph, run::Action};

use crate::run::play::{Play, data, object, start_with};

const CREEK: &str = include_str!("../schema/creek.dygram");

/// The agent of the first visit is asked.
pub fn visiting() -> Play {
    let mut options = StartOptions::default();
    options.input.insert("Site".into(), object([("name", Value::from("Mill creek"))]));
    let mut play = start_with(CREEK, &options);
    play.step();
    play.answer("req-1-1", "12 mm, mostly at night").unwrap();
    play
}

/// The first visit is over, and the path stands at the second task.
pub fn creek() -> Play {
    let mut play = visiting();
    let spot = object([("lat", Value::from(51.5)), ("lon", Value::from(-0.1))]);
    let species = ["mayfly", "crayfish"].into_iter().map(Value::from).collect();
    let written = data([
        ("ph", Value::from(6.9)),
        ("clarity", Value::from(4.0)),
        ("wet", Value::from(true)),
        ("spot", spot),
        ("species", species),
    ]);
    let call = |name: &str, input| Call { name: name.into(), input: Some(input), ..Call::default() };
    let turn = ReplyTurn {
        text: Some("Took the sample by the footbridge.\nThe water was clear and cold.".into()),
        calls: vec![call("write_Sample", written), call("transition_to_decide", Value::object())],
    };
    let reply = AgentReply::Turns { turns: vec![turn], is_final: true, path: None, usage: None };
    play.act(Action::Reply { request: "agent-1-1".to_owned(), reply, auto: false }).unwrap();
    play
}

fn projected(play: &Play, budget: u32) -> Projection {
    let shape = Default::default();
    let run = play.run();
    let id = PathId::start(1);
    let graph = Graph::of(run, &shape, Some(&id));
    let path = run.path(&id).unwrap();
    project(&graph, path, path.node, budget, &Vec::new)
}

fn tokens(projection: &Projection) -> Vec<(u32, &str)> {
    projection.sections.iter().map(|section| (section.tokens, section.text.as_str())).collect()
}

fn handles(projection: &Projection) -> Vec<(&str, &str, u32)> {
    projection.handles.iter().map(|handle| (&*handle.id, handle.reason, handle.tokens)).collect()
}

#[test]
fn the_worked_example_has_exactly_these_sections() {
    let play = creek();
    let projection = projected(&play, 400);
    assert_eq!((projection.total, projection.full), (238, 238));
    assert_eq!(
        tokens(&projection),
        [
            (7, "# Creek survey (run) [run]"),
            (10, "# machine (group, 3 items) [machine]"),
            (30, "# Site (input, read) [ctx:1/Site] v0\nname: \"Mill creek\"\nkind: \"creek\"\nlimit: (unset)"),
            (33, "# Report (output, read+write) [ctx:1/Report] v0\nreadings: (unset)\nverdict: (unset)\nbody: (unset)"),
            (
                49,
                "# Sample (state, read) [ctx:1/Sample] v1\nph: 6.9\nclarity: 4\nwet: true\n\
                 spot: {\"lat\":51.5,\"lon\":-0.1}\nspecies: [\"mayfly\",\"crayfish\"]"
            ),
            (19, "# Notes (state, read) [ctx:1/Notes] v0 ~10\n2 of 2 fields set: mood, index"),
            (21, "# path 1 (topic, at decide) [topic:1]\nvisit 1 of decide\nroute: visit > decide"),
            (18, "# rainfall at Mill creek yesterday (request, answered) [req-1-1] ~15"),
            (12, "# last verdict (request, lapsed) [req-1-2] ~7"),
            (
                39,
                "# turn 1 at visit (message) [msg:1/1]\nTook the sample by the footbridge.\n\
                 The water was clear and cold.\n> write_Sample ok\n> transition_to_decide ok"
            ),
        ]
    );
    let sample = &projection.sections[4];
    assert_eq!((sample.via.as_deref(), sample.depth), (Some("ctx:1/Report"), 3));
}

#[test]
fn the_worked_example_has_exactly_these_cuts() {
    let play = creek();
    let projection = projected(&play, 190);
    assert_eq!(projection.total, 189);
    let cut: Vec<_> = projection
        .sections
        .iter()
        .filter(|section| section.cut.is_some())
        .map(|section| (&*section.id, section.allowance, section.tokens, section.text.split_once('\n').unwrap().1))
        .collect();
    assert_eq!(
        cut,
        [
            ("ctx:1/Sample", 15, 22, "ph: 6.9\n… 4 more lines, ~34 tokens"),
            ("msg:1/1", 15, 17, "… 4 more lines, ~29 tokens"),
        ]
    );
    assert_eq!(
        handles(&projection),
        [
            ("ctx:1/Sample", "cut", 34),
            ("ctx:1/Notes", "summary", 10),
            ("req-1-1", "collapsed", 15),
            ("req-1-2", "collapsed", 7),
            ("msg:1/1", "cut", 29),
        ]
    );
}

#[test]
fn small_budgets_of_the_worked_example_drop_from_the_end() {
    let play = creek();
    let projection = projected(&play, 40);
    assert_eq!((projection.total, projection.sections.len()), (39, 4));
    let reasons: Vec<&str> = projection.handles.iter().map(|handle| handle.reason).collect();
    assert_eq!(reasons, ["cut", "cut", "dropped", "dropped", "dropped", "dropped", "dropped", "dropped"]);
    let nothing = projected(&play, 0);
    assert!(nothing.sections.is_empty());
    assert_eq!(nothing.handles.len(), 10);
    assert!(nothing.handles.iter().all(|handle| handle.reason == "dropped"));
}
