//! Time (world.md 3): the run's clock, and timers that start, run on, fire and are spent.

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::machine::model::EdgeIdx;
use tracklight::run::save::Past;
use tracklight::run::state::Force;
use tracklight::run::{Action, Timeline};
use tracklight::value::Value;

use super::play::{Play, start, turn};

const DAY: u64 = 86_400_000;

fn start_anyway(source: &str) -> Play {
    Play(Timeline::start(Machine::parse(source), &Default::default()))
}

/// `path node due left` of the timers that run.
fn timers(play: &Play) -> Vec<String> {
    let all = tracklight::run::step::awaited::running_timers(play.run(), None);
    all.iter().map(|timer| format!("{} {} {} {}", timer.path, timer.node, timer.due, timer.left)).collect()
}

const WAIT: &str = "state wait\nstate late\nstate done\nwait -on: paid-> done\nwait -after: 2d-> late";

#[test]
fn world_3_the_clock_starts_at_0_and_only_elapse_moves_it() {
    let mut play = start_anyway(WAIT);
    play.step();
    assert_eq!(play.value("1", "clock"), "0");
    play.act(Action::ReportTime { elapsed_ms: 5000 }).unwrap();
    assert_eq!(play.run().clock_ms, 0);
    assert_eq!(play.elapse(1000), (vec![], 0));
    assert_eq!(play.value("1", "clock"), "1000");
    let view = to_string(&tracklight::view::view(play.run(), "b0"));
    assert!(view.contains(r#""elapsedMs":5000,"clock":1000"#), "{view}");
}

#[test]
fn world_3_elapse_stops_at_the_first_timer_fires_it_and_says_what_is_left() {
    let mut play = start_anyway(WAIT);
    play.step();
    let (kinds, left) = play.elapse(5 * DAY);
    assert_eq!((kinds, left), (vec!["timerFired", "moved"], 3 * DAY));
    assert!(play.last("timerFired").contains(&format!(r#""path":"1","node":"wait","edge":"e1","due":{}"#, 2 * DAY)));
    assert!(play.last("moved").contains(r#""cause":{"type":"timer","text":"2d"}"#));
    assert_eq!((play.path().as_str(), play.run().clock_ms), ("active at late", 2 * DAY));
}

#[test]
fn world_3_time_is_refused_where_it_cannot_pass() {
    let mut play = start_anyway(WAIT);
    assert_eq!(play.act(Action::Elapse { milliseconds: 0 }).unwrap_err().code.word(), "invalid-value");
    assert_eq!(play.act(Action::Elapse { milliseconds: 1 << 53 }).unwrap_err().code.word(), "invalid-value");
    let mut play = start("state s");
    play.step();
    assert_eq!(play.act(Action::Elapse { milliseconds: 1 }).unwrap_err().code.word(), "run-ended");
}

#[test]
fn world_3_a_timer_starts_when_the_path_arrives_and_anew_when_it_arrives_again() {
    let mut play = start_anyway("state a\nstate b\nstate late\na -on: go-> b\nb -> a\na -after: 10s-> late");
    assert_eq!(timers(&play), ["1 a 10000 10000"]);
    play.elapse(4000);
    play.step();
    assert_eq!(timers(&play), ["1 a 10000 6000"], "entering starts nothing");
    play.send("go", Value::Null).unwrap();
    assert_eq!(timers(&play), [""; 0]);
    play.step();
    assert_eq!(timers(&play), ["1 a 14000 10000"]);
}

const SHOP: &str = "init begin\nstate shop { state a; state b; state c; a -on: next-> b; b -on: next-> c; c -on: again-> shop }\n\
    state out\nbegin -> shop\nshop -after: 10s-> out\nshop.b -on: redo-> shop";

#[test]
fn world_3_a_modules_timer_starts_when_the_path_comes_to_stand_in_it_and_runs_on_inside() {
    let mut play = start_anyway(SHOP);
    assert_eq!(timers(&play), [""; 0]);
    play.elapse(500);
    play.step();
    assert_eq!(timers(&play), ["1 shop.a 10500 10000"]);
    play.elapse(1000);
    play.send("next", Value::Null).unwrap();
    assert_eq!(timers(&play), ["1 shop.b 10500 9000"]);
}

#[test]
fn world_3_a_modules_timer_starts_anew_when_an_edge_targets_the_module() {
    let mut play = start_anyway(SHOP);
    play.step();
    play.elapse(1000);
    play.send("next", Value::Null).unwrap();
    play.send("redo", Value::Null).unwrap();
    assert_eq!(timers(&play), ["1 shop.a 11000 10000"]);
}

#[test]
fn world_3_children_of_a_fork_inherit_the_timers_of_modules_with_their_due_times() {
    let mut play = start_anyway(
        "state shop { state s; state w; state x; s -@async-> w; s -> x; w -after: 3s-> x }\nstate out\nshop -after: 10s-> out",
    );
    play.elapse(1000);
    play.step();
    assert_eq!(timers(&play), ["1 shop.x 10000 9000", "1.1 shop.w 4000 3000", "1.1 shop.w 10000 9000"]);
}

#[test]
fn world_3_a_path_that_is_forked_has_none_and_a_revived_one_those_of_its_modules() {
    let source = "state shop { state s; state w; state x; state y; s -@async(count: 2)-> w; w -@join(j, merge: last_wins)-> x; \
         x -on: go-> y }\nstate out\nshop -after: 10s-> out";
    let mut play = start_anyway(source);
    play.elapse(1000);
    play.step();
    assert_eq!(play.paths()[0], "1 forked at shop.s");
    assert_eq!(timers(&play), ["1.1 shop.w 10000 9000", "1.2 shop.w 10000 9000"]);
    play.step();
    assert_eq!(timers(&play), ["1 shop.x 10000 9000"]);
}

#[test]
fn world_3_paths_fire_in_path_order_one_timer_each_by_priority_then_source_order() {
    let mut play = start_anyway(
        "init a; init b\nstate w\nstate x; state y; state z\na -> w; b -> w\n\
         w -after: 1s-> x\nw -after: 1s @priority(1)-> y\nw -after: 1s @priority(1)-> z",
    );
    play.step();
    play.step();
    let (kinds, left) = play.elapse(1000);
    assert_eq!((kinds, left), (vec!["timerFired", "moved", "timerFired", "moved"], 0));
    assert_eq!(play.paths(), ["1 active at y", "2 active at y"]);
}

#[test]
fn world_3_a_false_condition_spends_the_timer_for_this_visit() {
    let mut play = start_anyway(
        "context C { n: 0 }\nstate w\nstate x\nstate y\nw -after: 1s; when: \"C.n > 0\"-> x\nw -after: 3s-> y",
    );
    play.step();
    let (kinds, left) = play.elapse(10_000);
    assert_eq!((kinds, left), (vec!["conditionEvaluated"], 9000));
    play.set("1", "C.n", 1.0).unwrap();
    assert_eq!(timers(&play), ["1 w 3000 2000"]);
    play.elapse(left);
    assert_eq!(play.path(), "active at y");
}

#[test]
fn world_3_of_several_timers_due_a_false_one_lets_the_next_fire() {
    let mut play = start_anyway(
        "context C { n: 0 }\nstate w\nstate x\nstate y\nw -after: 1s; when: \"C.n > 0\"-> x\nw -after: 1000ms-> y",
    );
    play.step();
    assert_eq!(play.elapse(1000).0, ["conditionEvaluated", "timerFired", "moved"]);
    assert_eq!(play.path(), "active at y");
}

#[test]
fn world_3_a_timer_already_due_fires_at_the_next_elapse_without_moving_the_clock() {
    let mut play = start_anyway(
        "state shop { state a; state b; a -after: 5s @priority(1)-> b; b -on: go-> a }\nstate out\nshop -after: 5s-> out",
    );
    play.step();
    assert_eq!(play.elapse(8000), (vec!["timerFired", "moved"], 3000));
    assert_eq!(play.path(), "active at shop.b");
    assert_eq!(timers(&play), ["1 shop.b 5000 0"]);
    assert_eq!(play.elapse(1), (vec!["timerFired", "moved"], 1));
    assert_eq!((play.path().as_str(), play.run().clock_ms), ("active at out", 5000));
}

#[test]
fn world_3_a_fired_timer_interrupts_as_an_event_does() {
    let mut play = start_anyway("task t { prompt: \"go\"; wants: \"more\" }\nstate late\nt -after: 1h-> late");
    play.step();
    assert_eq!(play.elapse(3_600_000).0, ["timerFired", "requestLapsed", "moved"]);
    assert_eq!(play.try_reply("agent-1-1", turn(&[])).unwrap_err().code.word(), "stale-reply");
    let mut play = start_anyway("task t { prompt: \"go\"; needs: \"why\" }\nstate late\nt -after: 1min-> late");
    assert_eq!(play.elapse(60_000).0, ["timerFired", "nodeEntered", "moved"]);
    assert!(play.run().requests.is_empty());
}

#[test]
fn world_3_retries_and_turns_restart_nothing() {
    let mut play = start_anyway("task t @retry(1) { prompt: \"go\" }\nstate late\nt -after: 10s-> late");
    play.step();
    play.elapse(4000);
    play.reply("agent-1-1", super::play::error("busy"));
    assert_eq!(timers(&play), ["1 t 10000 6000"]);
}

#[test]
fn world_1_after_its_last_answer_the_timers_of_its_node_do_not_fire_for_a_path_that_leaves_next() {
    let source = "state shop { state s { needs: \"why\" }; state t; state u; s -> t; s -after: 5s-> u }\nstate out\n\
                  shop -after: 8s-> out";
    let mut play = start_anyway(source);
    play.step();
    assert_eq!(play.path(), "awaitingAnswers at shop.s");
    play.answer("req-1-1", "so").unwrap();
    assert_eq!((play.path().as_str(), play.elapse(6000)), ("active at shop.s", (vec![], 0)));
    play.step();
    assert_eq!(play.path(), "active at shop.t");
    let mut play = start_anyway(source);
    play.step();
    play.answer("req-1-1", "so").unwrap();
    play.elapse(9000);
    assert_eq!(play.path(), "active at out", "that of a module does");
    let mut play = start_anyway(source);
    play.step();
    play.elapse(6000);
    assert_eq!(play.path(), "active at shop.u", "in every other status they do");
}

#[test]
fn world_2_when_its_last_timer_is_spent_and_no_event_is_left_a_path_is_blocked_or_completes() {
    let mut play = start_anyway("state w\nstate x\nw -after: 1s; when: \"false\"-> x");
    play.step();
    assert_eq!(play.path(), "awaitingEvent at w");
    assert_eq!(play.elapse(1000).0, ["conditionEvaluated", "pathCompleted", "runEnded"]);
    let mut play = start_anyway("state w\nstate x\nw -after: 1s; when: \"false\"-> x\nw -when: \"false\"-> x");
    play.step();
    assert_eq!(play.elapse(1000).0, ["conditionEvaluated", "blocked", "runBlocked"]);
    assert!(play.last("blocked").contains(r#""reason":"noTransition""#));
}

#[test]
fn world_2_a_path_that_completes_so_lets_the_join_that_waited_for_it_go_on() {
    let mut play = start_anyway(
        "state s\nstate a\nstate b\nstate c\ns -@async-> a; s -@async-> b\na -@join(j)-> c\n\
         b -after: 1s; when: \"false\" @join(j)-> c",
    );
    play.step();
    play.step();
    assert_eq!(play.paths(), ["1 forked at s", "1.1 parked at a", "1.2 awaitingEvent at b"]);
    play.elapse(1000);
    assert_eq!(play.paths(), ["1 active at c", "1.1 merged at a", "1.2 completed at b"]);
    assert_eq!(play.outcome(), "running");
}

#[test]
fn world_2_skip_holds_for_timer_edges_and_take_does_not() {
    let mut play = start_anyway(WAIT);
    play.step();
    let force = |mode| Action::Force { path: None, edge: EdgeIdx(1), mode: Some(mode) };
    assert_eq!(play.act(force(Force::Take)).unwrap_err().code.word(), "not-choosable");
    play.act(force(Force::Skip)).unwrap();
    assert_eq!((timers(&play).len(), play.elapse(3 * DAY)), (0, (vec![], 0)));
}

#[test]
fn world_8_timers_are_saved_resumed_recorded_and_replayed() {
    let mut play = start_anyway(WAIT);
    play.step();
    play.elapse(1000);
    for past in [Past::Full, Past::None] {
        let mut back = Timeline::resume(&play.0.save(past), false).unwrap();
        assert!(!back.timeline_dropped);
        assert_eq!(back.timeline.save(past), play.0.save(past));
        back.timeline.act(Action::Elapse { milliseconds: 2 * DAY }).unwrap();
        assert_eq!(Play(back.timeline).path(), "active at late");
    }
    play.elapse(2 * DAY);
    play.step();
    let recording = play.0.recording();
    let text = to_string(&recording);
    assert!(text.contains(r#"{"elapse":1000,"tick":1},{"elapse":172800000,"tick":1}"#), "{text}");
    let mut again = start_anyway(WAIT).0;
    assert_eq!(again.replay(&recording, false, 10).unwrap().status.word(), "ended");
    assert_eq!(Play(again).log(), play.log());
}

#[test]
fn world_8_the_tables_list_timers() {
    let mut play = start_anyway(WAIT);
    play.step();
    play.elapse(1000);
    let script = tracklight::view::database(&play.0).script;
    let row = r#"INSERT INTO timers (path, node, edge, due, "left") VALUES ('1', 'wait', 'e1', 172800000, 172799000);"#;
    assert!(script.contains(row), "{script}");
}

#[test]
fn world_8_timers_move_with_their_edge_in_an_edit() {
    let mut play = start_anyway(WAIT);
    play.step();
    play.elapse(1000);
    let edit = |play: &mut Play, source: &str| {
        play.act(Action::ProposeEdit { source: source.to_owned() }).unwrap();
        let id = format!("edit-{}", play.run().edit_seq);
        play.act(Action::ApplyEdit { id }).unwrap();
    };
    edit(&mut play, &WAIT.replace("2d", "3s"));
    assert_eq!(timers(&play), ["1 wait 3000 2000"], "a changed duration keeps its start");
    edit(&mut play, &format!("{}\nwait -after: 5s-> done", WAIT.replace("2d", "3s")));
    assert_eq!(timers(&play), ["1 wait 3000 2000", "1 wait 6000 5000"], "a new one starts at the edit");
    edit(&mut play, "state wait\nstate late\nstate done\nwait -on: paid-> done\nwait -after: 5s-> done");
    assert_eq!(timers(&play), ["1 wait 6000 5000"], "a vanished edge drops its timer");
}

#[test]
fn world_9_edges_of_the_view_have_on_after_and_due() {
    let mut play = start_anyway(WAIT);
    play.step();
    let view = to_string(&tracklight::view::view(play.run(), "b0"));
    assert!(view.contains(r#""class":"event","on":"paid","taken":0"#), "{view}");
    assert!(view.contains(r#""class":"timer","after":"2d","due":172800000,"taken":0"#), "{view}");
    assert!(view.contains(r#""reason":"waiting for `paid`, or 2 d""#), "{view}");
}
