//! Edges taken and left out by hand.

use tracklight::machine::model::EdgeIdx;
use tracklight::run::state::Force;
use tracklight::run::{Action, PathId};
use tracklight::view;

use super::play::{Play, start, words};

fn force(play: &mut Play, path: &str, edge: u32, mode: Option<Force>) -> Result<Vec<&'static str>, &'static str> {
    let action = Action::Force { path: PathId::parse(path), edge: EdgeIdx(edge), mode };
    play.act(action).map(|done| words(&done)).map_err(|refusal| refusal.code.word())
}

fn classes(play: &Play, edge: &str) -> String {
    let overlay = view::overlay(play.run(), &view::DotOptions::default());
    overlay.look(edge).unwrap().classes.join(" ")
}

const FORK_IN_THE_ROAD: &str = "context C { n: 0 }\nstate a; state b; state c\na -when: C.n > 0-> b; a -> c";

#[test]
fn a_forced_edge_is_crossed_whatever_its_condition_says() {
    let mut play = start(FORK_IN_THE_ROAD);
    assert_eq!(force(&mut play, "1", 0, Some(Force::Take)), Ok(vec!["forceSet"]));
    assert!(classes(&play, "e0").contains("r-forced"));
    assert_eq!(play.step(), ["nodeEntered", "forced", "moved"]);
    assert!(play.last("moved").contains(r#""cause":{"type":"force"}"#));
    assert_eq!(play.path(), "active at b");
    force(&mut play, "1", 0, None).unwrap();
    assert!(classes(&play, "e0").contains("r-forced"), "it was last crossed by force");
}

#[test]
fn a_skipped_edge_is_not_taken_and_its_condition_is_not_asked() {
    let mut play = start(FORK_IN_THE_ROAD);
    play.set("1", "C.n", 5.0).unwrap();
    force(&mut play, "*", 0, Some(Force::Skip)).unwrap();
    assert!(classes(&play, "e0").contains("r-skipped"));
    assert_eq!(play.step(), ["nodeEntered", "forced", "moved"]);
    assert!(play.last("forced").contains(r#""edge":"e0","mode":"skip""#));
    assert_eq!(play.path(), "active at c");
}

#[test]
fn a_paths_own_setting_wins_over_the_one_for_all_and_clearing_gives_the_rules_back() {
    let mut play = start(FORK_IN_THE_ROAD);
    force(&mut play, "*", 0, Some(Force::Take)).unwrap();
    force(&mut play, "1", 0, Some(Force::Skip)).unwrap();
    play.step();
    assert_eq!(play.path(), "active at c");
    let mut play = start(FORK_IN_THE_ROAD);
    force(&mut play, "*", 0, Some(Force::Take)).unwrap();
    force(&mut play, "*", 0, None).unwrap();
    assert!(play.run().forces.is_empty());
    assert_eq!(play.step(), ["nodeEntered", "conditionEvaluated", "moved"]);
    assert_eq!(play.path(), "active at c");
}

#[test]
fn work_at_the_node_comes_before_the_forced_edge() {
    let mut play = start("task t { prompt: \"go\" }\nstate a; state b\nt -> a; t -> b");
    force(&mut play, "1", 1, Some(Force::Take)).unwrap();
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    play.reply("agent-1-1", super::play::turn(&[]));
    assert_eq!(play.path(), "active at b");
    let mut play = start("task t { prompt: \"go\" }\nstate a; state b\nt -> a; t -> b");
    force(&mut play, "1", 0, Some(Force::Skip)).unwrap();
    play.step();
    assert_eq!(play.tools("agent-1-1"), ["transition_to_b", "request_context"], "a skipped edge is not offered");
}

#[test]
fn the_agent_is_not_asked_to_decide_when_an_edge_is_forced() {
    let mut play = start("task t; state a; state b\nt -> a; t -> b");
    force(&mut play, "1", 1, Some(Force::Take)).unwrap();
    assert_eq!(play.step(), ["nodeEntered", "forced", "moved"]);
    assert_eq!(play.path(), "active at b");
}

#[test]
fn forcing_frees_a_blocked_path_in_the_same_action() {
    let mut play = start("context C { n: 0 }\nstate a; state b\na -when: C.n > 0-> b");
    play.step();
    assert_eq!(play.path(), "blocked at a");
    assert_eq!(force(&mut play, "1", 0, Some(Force::Take)), Ok(vec!["forceSet", "unblocked"]));
    assert_eq!(play.step(), ["forced", "moved"]);
}

#[test]
fn a_catch_edge_can_be_skipped_but_not_forced() {
    let machine = "task t { prompt: \"go\" }\nstate safe\nt -catch-> safe";
    let mut play = start(machine);
    assert_eq!(force(&mut play, "1", 0, Some(Force::Take)), Err("not-choosable"));
    force(&mut play, "1", 0, Some(Force::Skip)).unwrap();
    play.step();
    let words = play.reply("agent-1-1", super::play::error("no"));
    assert_eq!(words, ["agentReplied", "visitFailed", "forced", "pathFailed", "runEnded"]);
}

#[test]
fn only_edges_that_can_be_taken_can_be_forced() {
    let mut play = start("context C { n: 0 }\nstate a; state b\na -reads-> C; a -> b");
    assert_eq!(force(&mut play, "1", 0, Some(Force::Take)), Err("not-choosable"));
    assert_eq!(force(&mut play, "1", 9, Some(Force::Take)), Err("unknown-edge"));
    assert_eq!(force(&mut play, "7", 1, Some(Force::Take)), Err("unknown-path"));
    play.step();
    play.step();
    assert_eq!(play.path(), "completed at b");
    assert_eq!(force(&mut play, "1", 1, Some(Force::Take)), Err("path-ended"));
}

const FAN: &str =
    "context C { n: 0 }\nstate s; state a; state b; state c\ns -@async-> a; s -@async(when: C.n > 0)-> b; s -> c";

#[test]
fn a_forced_fan_out_edge_spawns_and_a_skipped_one_does_not() {
    let mut play = start(&FAN.replace("@async(when: C.n > 0)", "@async, when: C.n > 0"));
    force(&mut play, "1", 0, Some(Force::Skip)).unwrap();
    force(&mut play, "*", 1, Some(Force::Take)).unwrap();
    assert_eq!(play.step(), ["nodeEntered", "forced", "spawned", "forced", "moved"]);
    assert_eq!(play.paths(), ["1 active at c", "1.1 active at b"]);
    assert!(classes(&play, "e1").contains("r-forced"));
}

#[test]
fn children_do_not_inherit_a_paths_own_force() {
    let mut play = start("state s; state a; state b\ns -@async-> s; s -> a; s -> b");
    force(&mut play, "1", 2, Some(Force::Take)).unwrap();
    play.step();
    play.step();
    assert_eq!(play.paths()[..2], ["1 completed at b", "1.1 blocked at s"]);
}

#[test]
fn a_choice_against_the_condition_is_marked_as_forced() {
    let mut play = start("context C { n: 0 }\nstate a; state b; state c\na -when: C.n > 0-> b; a -when: C.n > 1-> c");
    play.step();
    let refused = play.choose("1", 9).unwrap_err();
    assert_eq!(refused.code.word(), "unknown-edge");
    play.choose("1", 1).unwrap();
    assert!(play.last("moved").contains(r#""cause":{"type":"choice","forced":true}"#));
    assert!(classes(&play, "e1").contains("r-forced"));
}
