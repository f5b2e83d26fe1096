//! The timeline: going back, branching, replaying.

use tracklight::run::StartOptions;
use tracklight::run::state::PathId;
use tracklight::run::timeline::AdvanceOptions;
use tracklight::value::Value;

use super::play::{Play, data, start, start_with, turn};

fn played() -> Play {
    let mut play = start("context C { n: 0 }\ntask t { prompt: \"go\" }\nstate u\nt -writes-> C; t -> u -> u");
    play.step();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", Value::from(1.0))]))]));
    play.step();
    play
}

#[test]
fn going_back_shows_the_older_values_and_changes_nothing() {
    let mut play = played();
    let log = play.log();
    play.0.back(2).unwrap();
    assert_eq!((play.value("1", "C.n").as_str(), play.path().as_str()), ("0", "awaitingAgent at t"));
    assert_eq!(play.0.branches().len(), 1);
    play.0.go_to(3, None).unwrap();
    assert_eq!(play.log(), log);
    let refused = play.0.back(9).unwrap_err();
    assert_eq!((refused.code.word(), &*refused.message), ("unknown-step", "cannot go back 9 steps from step 3"));
    assert_eq!(play.0.go_to(1, Some("b7")).unwrap_err().code.word(), "unknown-branch");
}

#[test]
fn an_action_away_from_the_tip_makes_a_branch_and_keeps_the_old_one() {
    let mut play = played();
    play.0.back(2).unwrap();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", Value::from(7.0))]))]));
    assert_eq!(play.value("1", "C.n"), "7");
    let branches = play.0.branches();
    assert_eq!(branches.len(), 2);
    assert_eq!((branches[1].name.as_str(), branches[1].tip, branches[0].tip), ("branch 2", 2, 3));
    play.0.go_to(3, Some("b1")).unwrap();
    assert_eq!(play.value("1", "C.n"), "1");
}

#[test]
fn a_refused_action_away_from_the_tip_makes_no_branch() {
    let mut play = played();
    play.0.back(2).unwrap();
    assert!(play.try_step().is_err());
    assert_eq!(play.0.branches().len(), 1);
}

#[test]
fn the_same_actions_from_the_same_place_give_the_same_bytes() {
    let mut play = played();
    let log = play.log();
    play.0.go_to(0, None).unwrap();
    play.step();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", Value::from(1.0))]))]));
    play.step();
    assert_eq!(play.log(), log);
    assert_eq!(play.0.branches().len(), 2);
}

#[test]
fn positions_count_ticks_and_the_host_actions_in_them() {
    let play = played();
    let rows = play.0.rows(None).unwrap();
    let places: Vec<_> = rows.iter().map(|row| (row.tick, row.action, row.kind)).collect();
    assert_eq!(places, [(0, 0, "start"), (1, 0, "step"), (1, 1, "reply"), (2, 0, "step")]);
}

#[test]
fn advance_stops_at_the_loop_the_end_or_what_is_pending() {
    let mut play = start("state a; state b\na -> b -> a");
    let (_, reason, ticks) = play.0.advance(&AdvanceOptions::default()).unwrap();
    assert_eq!((reason.word(), ticks), ("loop", 3));
    let ignore = AdvanceOptions { ignore_loops: true, max_ticks: 10, ..AdvanceOptions::default() };
    assert_eq!(play.0.advance(&ignore).unwrap().1.word(), "budget");
    let mut play = start("state a; state b\na -> b");
    assert_eq!(play.0.advance(&AdvanceOptions::default()).unwrap().1.word(), "ended");
    let mut play = start("task t { prompt: \"go\" }");
    assert_eq!(play.0.advance(&AdvanceOptions::default()).unwrap().1.word(), "pending");
    assert_eq!(play.0.advance(&AdvanceOptions::default()).unwrap_err().code.word(), "agent-pending");
}

#[test]
fn references_reach_into_values_and_make_what_is_on_the_way() {
    let mut play = start("context C { list: [1]; o: null }\nstate s\ns -reads-> C");
    play.set("1", "C.list[1]", 2.0).unwrap();
    play.set("1", "C.o.a.b", "x").unwrap();
    assert_eq!(play.value("1", "C"), r#"{"list":[1,2],"o":{"a":{"b":"x"}}}"#);
    for (target, code) in [
        ("C.list[9]", "index-range"),
        ("C.list.x", "not-a-container"),
        ("C", "bad-reference"),
        ("C..x", "bad-reference"),
        ("D.x", "unknown-context"),
    ] {
        assert_eq!(play.set("1", target, 1.0).unwrap_err().code.word(), code, "{target}");
    }
}

#[test]
fn a_path_is_known_at_every_cursor_position_and_on_every_branch() {
    let source = "init i; state a; state b; state c\ni -> a\na -@async-> b\na -> c -> a";
    for limit in [None, Some(2)] {
        let options = StartOptions { history_limit: limit, ..StartOptions::default() };
        let mut play = start_with(source, &options);
        let id = |text: &str| PathId::parse(text).unwrap();
        assert!(play.0.has_path(&id("1")));
        assert!(!play.0.has_path(&id("1.1")));
        play.step();
        play.step();
        let timeline = &mut play.0;
        assert!(timeline.has_path(&id("1.1")), "{limit:?}");
        timeline.back(1).unwrap();
        assert!(timeline.run().path(&id("1.1")).is_none(), "{limit:?}");
        timeline.fork(None, None).unwrap();
        assert!(timeline.has_path(&id("1.1")), "{limit:?}: the other branch has it");
        assert!(!timeline.has_path(&id("7")));
        assert!(!timeline.has_path(&id("1.1.1")));
    }
}
