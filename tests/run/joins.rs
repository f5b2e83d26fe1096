//! Joins: who waits for whom, when they fire, what happens to those that do not come.

use tracklight::run::Action;
use tracklight::value::Value;

use super::play::{Play, error, start, turn, words};

fn idle(play: &mut Play) -> Vec<&'static str> {
    words(&play.act(Action::Step { idle: true }).expect("step"))
}

const THREE: &str =
    "state start; state a; state b; state c; state j\nstart -@async-> a; start -@async-> b; start -@async-> c\n";

#[test]
fn an_untyped_start_of_fan_out_edges_asks_no_agent() {
    let mut play = start(
        "start; state a; state b; state c; state j\nstart -@async-> a; start -@async-> b; start -@async-> c\n\
         a -@join(\"b\")-> j; b -@join(\"b\")-> j; c -@join(\"b\")-> j",
    );
    play.step();
    play.step();
    assert_eq!(play.last("agentRequested"), "");
    assert_eq!(play.paths()[0], "1 active at j");
    assert!(play.paths()[1..].iter().all(|path| path.contains(" merged ")), "{:?}", play.paths());
}

#[test]
fn a_barrier_holds_its_paths_until_all_are_there() {
    let mut play = start(&format!("{THREE}a -@barrier(\"b1\")-> j; b -@barrier(\"b1\")-> j; c -@barrier(\"b1\")-> j"));
    assert_eq!(play.step(), ["nodeEntered", "spawned", "spawned", "spawned", "pathForked"]);
    let kinds = play.step();
    assert_eq!(kinds[kinds.len() - 4..], ["joinFired", "moved", "moved", "moved"]);
    assert!(play.last("parked").contains(r#""join":"b1","have":3,"need":3,"missing":[]"#), "{}", play.last("parked"));
    assert!(
        play.last("joinFired")
            .contains(r#""join":"b1","generation":1,"paths":["1.1","1.2","1.3"],"cancelled":[],"reason":"complete""#)
    );
    assert!(play.last("moved").contains(r#""cause":{"type":"join","text":"b1"}"#));
    assert_eq!(play.paths()[1..], ["1.1 active at j", "1.2 active at j", "1.3 active at j"]);
    play.step();
    assert_eq!(
        play.log()
            .iter()
            .filter(|one| one.contains(r#""kind":"nodeEntered""#) && one.contains(r#""node":"j""#))
            .count(),
        3
    );
    assert_eq!(play.outcome(), "completed");
}

#[test]
fn a_merging_join_is_entered_once_by_the_revived_parent() {
    let mut play = start(&format!("{THREE}a -@join(\"b1\")-> j; b -@join(\"b1\")-> j; c -@join(\"b1\")-> j"));
    play.step();
    let kinds = play.step();
    let last = ["joinFired", "pathRevived", "merged", "pathMerged", "pathMerged", "pathMerged", "moved"];
    assert_eq!(kinds[kinds.len() - 7..], last);
    assert_eq!(play.paths(), ["1 active at j", "1.1 merged at a", "1.2 merged at b", "1.3 merged at c"]);
    assert!(play.last("joinFired").contains(r#""continuing":"1""#));
    assert!(play.last("moved").contains(r#""path":"1","edge":"e3","reverse":false,"from":"start","to":"j""#));
    assert!(play.last("pathMerged").contains(r#""path":"1.3","into":"1","join":"b1""#));
    let taken: Vec<u32> = play.run().edge_use.values().map(|used| used.taken).collect();
    assert_eq!(taken, [1, 1, 1, 1, 1, 1]);
    assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "runEnded"]);
    assert_eq!(play.outcome(), "completed");
}

#[test]
fn a_join_does_not_wait_for_a_path_that_went_elsewhere() {
    let mut play = start(&format!(
        "init other; state far; state farther; other -> far -> farther -> far\n{}\
         a -@join(\"b1\")-> j; b -@join(\"b1\")-> j; state elsewhere; c -> elsewhere",
        THREE.replace("state start", "state begin @start").replace("start -", "begin -")
    ));
    play.step();
    play.step();
    assert!(play.last("joinFired").contains(r#""paths":["2.1","2.2"]"#), "{:?}", play.paths());
    assert!(play.paths()[0].starts_with("1 active"));
}

#[test]
fn a_join_waits_for_a_participant_spawned_late() {
    let mut play = start(
        "state start; state a; state b; state b2; state late; state l2; state j\nstart -@async-> a; start -@async-> b\n\
         a -@join(x)-> j; b -> b2; b2 -@async-> late; b2 -@join(x)-> j; late -> l2; l2 -@join(x)-> j",
    );
    play.step();
    play.step();
    assert_eq!(play.paths()[1], "1.1 parked at a");
    assert!(play.last("parked").contains(r#""have":1,"need":2,"missing":["1.2"]"#));
    play.step();
    assert_eq!(play.paths(), ["1 forked at start", "1.1 parked at a", "1.2 parked at b2", "1.2.1 active at late"]);
    play.step();
    assert_eq!(play.last("joinFired"), "");
    play.step();
    assert!(play.last("joinFired").contains(r#""paths":["1.1","1.2","1.2.1"],"continuing":"1""#));
}

#[test]
fn paths_of_unequal_length_meet_every_lap() {
    let mut play = start(
        "init left; init right; state a; state b; state b2; state meet\nleft -> a; right -> b; b -> b2\n\
         a -@barrier(lap)-> meet; b2 -@barrier(lap)-> meet\n\
         meet -when: \"path.index == 0\"-> a; meet -when: \"path.index == 1\"-> b",
    );
    for _ in 0..40 {
        play.step();
    }
    let fired: Vec<String> = play.log().into_iter().filter(|event| event.contains("\"joinFired\"")).collect();
    for (at, event) in fired.iter().take(3).enumerate() {
        assert!(event.contains(&format!(r#""generation":{},"paths":["1","2"]"#, at + 1)), "{event}");
    }
    assert!(fired.len() >= 3);
}

#[test]
fn the_default_id_of_a_join_is_its_target() {
    let mut play = start(&format!("{THREE}state k\na -@barrier-> j; b -@barrier-> j; c -@barrier-> k"));
    play.step();
    play.step();
    let keys: Vec<String> = play.run().joins.keys().map(ToString::to_string).collect();
    assert_eq!(keys, ["j", "k"]);
}

#[test]
fn parameters_of_one_edge_hold_for_all_edges_of_the_id() {
    let machine = tracklight::machine::Machine::parse(
        "state a; state b; state j\na -@barrier(id: x; mode: any)-> j; b -@barrier(id: x; mode: all; timeout: 4)-> j",
    );
    let [join] = machine.control.joins() else { panic!("one join") };
    assert_eq!((join.mode.text().as_str(), join.timeout, join.edges.len()), ("any", Some(4), 2));
    assert!(join.merge.is_none());
}

#[test]
fn the_first_arrival_of_an_any_join_cancels_the_others() {
    let mut play = start(
        "state start; state a; state b; state b2; state j\nstart -@async-> a; start -@async-> b\n\
         a -@join(id: x; mode: any)-> j; b -> b2; b2 -@join(id: x)-> j",
    );
    play.step();
    let kinds = play.step();
    assert!(kinds.contains(&"pathCancelled"), "{kinds:?}");
    assert!(play.last("pathCancelled").contains(r#""path":"1.2","node":"b2","reason":"joinFired""#));
    assert_eq!(play.paths()[0], "1 active at j");
}

const VOTES: &str = "context Vote { choice<string>: \"\" } context Tally { choices: []; byBranch: {} }\n\
                     state start; state done\n\
    task vote { prompt: \"vote\" }\nvote -writes-> Vote\nstart -@async(3)-> vote\n";

fn vote(play: &mut Play, path: &str, choice: &str) -> Vec<&'static str> {
    let write = super::play::data([("choice", Value::from(choice))]);
    play.reply(&format!("agent-{path}-1"), turn(&[("write_Vote", write)]))
}

#[test]
fn two_of_three_votes_are_gathered_in_branch_order_and_the_third_is_cancelled() {
    let mut play = start(&format!(
        "{VOTES}vote -@join(id: poll; mode: 2) @gather(from: Vote.choice; into: Tally.choices) \
         @gather(from: Vote.choice; into: Tally.byBranch; as: keyed)-> done"
    ));
    play.step();
    play.step();
    vote(&mut play, "1.3", "pine");
    let kinds = vote(&mut play, "1.1", "oak");
    assert!(!kinds.contains(&"mergeConflict"), "{kinds:?}");
    assert_eq!(play.paths()[2], "1.2 cancelled at vote");
    assert!(play.last("pathCancelled").contains("joinFired"));
    assert_eq!(play.value("1", "Tally.choices"), r#"["oak","pine"]"#);
    assert_eq!(play.value("1", "Tally.byBranch"), r#"{"0":"oak","2":"pine"}"#);
    assert_eq!(play.value("1", "Vote.choice"), r#""""#);
    assert!(play.last("contextWritten").contains(r#""source":"gather""#));
}

#[test]
fn an_unfit_gathered_type_fails_the_join() {
    let mut play = start(&format!(
        "{}state safe\nvote -@join(id: poll; mode: 2) @gather(from: Vote.choice; into: Tally.sum; as: merge)-> done; \
         vote -catch-> safe",
        VOTES.replace("choices: []", "choices: []; sum: {}")
    ));
    play.step();
    play.step();
    vote(&mut play, "1.1", "oak");
    vote(&mut play, "1.2", "elm");
    assert!(play.last("joinFailed").contains(r#""paths":["1.1","1.2"],"code":"gather""#));
    assert!(play.last("visitFailed").contains(r#""kind":"join","code":"gather""#));
    assert_eq!(play.paths()[1..], ["1.1 active at safe", "1.2 active at safe", "1.3 awaitingAgent at vote"]);
}

#[test]
fn a_gathered_value_that_breaks_its_schema_fails_the_join_with_the_violations() {
    let mut play = start(&format!(
        "{}vote -@join(id: poll; mode: 2) @gather(from: Vote.choice; into: Tally.few)-> done",
        VOTES.replace("choices: []", "choices: []; few<List<string>> @maxItems(1): []")
    ));
    play.step();
    play.step();
    vote(&mut play, "1.1", "oak");
    vote(&mut play, "1.2", "elm");
    let failed = play.last("joinFailed");
    assert!(failed.contains(r#""code":"gather","errors":[{"pointer":"/Tally/few","code":"max-items""#), "{failed}");
}

#[test]
fn a_join_for_two_of_three_falls_short_when_two_fail() {
    let mut play = start(&format!("{VOTES}vote -@join(id: poll; mode: 2)-> done"));
    play.step();
    play.step();
    vote(&mut play, "1.1", "oak");
    play.reply("agent-1.2-1", error("no"));
    let kinds = play.reply("agent-1.3-1", error("no"));
    assert_eq!(kinds[2..], ["pathFailed", "joinFailed", "visitFailed", "pathFailed", "runEnded"]);
    assert!(play.last("visitFailed").contains(r#""kind":"join","code":"short""#));
}

fn timed(on_timeout: &str) -> Play {
    let mut play = start(&format!(
        "{VOTES}state safe; vote -@join(id: poll; timeout: 3; onTimeout: {on_timeout})-> done; vote -catch-> safe"
    ));
    play.step();
    play.step();
    vote(&mut play, "1.1", "oak");
    assert_eq!((idle(&mut play).len(), idle(&mut play).len()), (0, 0));
    play
}

#[test]
fn a_timeout_fails_those_that_wait_exactly_so_many_ticks_after_the_first() {
    let mut play = timed("fail");
    assert_eq!(play.try_step().unwrap_err().code.word(), "agent-pending");
    assert_eq!(idle(&mut play), ["joinFailed", "visitFailed", "caught", "moved"]);
    assert!(play.last("visitFailed").contains(r#""code":"timeout""#));
    assert_eq!(play.paths()[1..], ["1.1 active at safe", "1.2 awaitingAgent at vote", "1.3 awaitingAgent at vote"]);
}

#[test]
fn a_timeout_that_proceeds_continues_with_the_paths_that_arrived() {
    let mut play = timed("proceed");
    let kinds = idle(&mut play);
    assert_eq!(kinds, ["joinFired", "pathCancelled", "pathCancelled", "pathRevived", "merged", "pathMerged", "moved"]);
    assert!(play.last("joinFired").contains(r#""reason":"timeout""#));
    assert!(play.last("pathCancelled").contains("joinTimeout"));
    assert_eq!((play.paths()[0].as_str(), play.value("1", "Vote.choice").as_str()), ("1 active at done", "\"oak\""));
}

#[test]
fn ticks_pass_by_themselves_when_only_a_timed_join_waits() {
    let mut play = start(
        "context C { go: false }\nstate start; state a; state b; state j\nstart -@async-> a; start -@async-> b\n\
         a -@join(id: x; timeout: 3; onTimeout: proceed)-> j; b -when: C.go-> a",
    );
    play.step();
    play.step();
    assert_eq!((play.paths()[2].as_str(), play.outcome()), ("1.2 blocked at b", "running"));
    for _ in 0..2 {
        assert!(play.step().is_empty());
    }
    assert!(play.step().contains(&"joinFired"));
    assert_eq!(play.paths()[2], "1.2 cancelled at b");
}

#[test]
fn a_deadlock_tells_what_each_join_misses_and_why() {
    let mut play = start(
        "context C { go: false }\nstate start; state a; state check; state j\n\
         start -@async-> a; start -@async-> check\n\
         a -@join(b)-> j; check -@join(b) when: C.go-> j",
    );
    play.step();
    assert!(play.step().contains(&"runBlocked"));
    let text = "join `b`: 1 of 2 arrived; waiting for path 1.2, blocked at `check`: no condition is true";
    let refused = play.try_step().unwrap_err();
    assert_eq!(refused.code.word(), "run-blocked");
    assert!(refused.message.starts_with(text), "{}", refused.message);
    assert!(play.last("runBlocked").contains(concat!(
        r#""joins":[{"join":"b","have":1,"need":2,"parked":["1.1"],"missing":[{"path":"1.2","#,
        r#""node":"check","status":"blocked","why":"no condition is true"}]}]"#
    )));
    let parked = play.act(Action::StepPath { path: tracklight::run::PathId::parse("1.1").unwrap() }).unwrap_err();
    assert_eq!(parked.code.word(), "path-parked");
    let kinds = words(&play.set("1.2", "C.go", true).unwrap());
    assert_eq!(kinds, ["contextWritten", "conditionEvaluated", "unblocked"]);
    assert!(play.step().contains(&"joinFired"));
}

#[test]
fn a_cancelled_path_is_no_longer_waited_for() {
    let mut play = start(
        "task t { prompt: \"go\" }; state start; state a; state j\nstart -@async-> a; start -@async-> t\n\
         a -@join(x)-> j; t -@join(x)-> j",
    );
    play.step();
    play.step();
    let cancel = Action::Cancel { path: tracklight::run::PathId::parse("1.2") };
    let kinds = words(&play.act(cancel).unwrap());
    assert_eq!(kinds, ["pathCancelled", "joinFired", "pathRevived", "merged", "pathMerged", "moved"]);
}

#[test]
fn nested_maps_join_by_group_inner_first() {
    let mut play = start(
        "context C { rows: [[1, 2], [3, 4]]; seen: []; all: [] }\n\
         state start; state row; state cell; state rowDone; state end\n\
         start -@map(C.rows; group: rows)-> row; row -@map(items: item; group: cells)-> cell\n\
         cell -@join(id: inner; group: cells)-> rowDone; rowDone -@join(id: outer; group: rows)-> end",
    );
    for _ in 0..6 {
        let _ = play.try_step();
    }
    let fired: Vec<String> = play.log().into_iter().filter(|event| event.contains("\"joinFired\"")).collect();
    let key = |at: usize| fired[at].split(r#""join":""#).nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!([key(0), key(1), key(2)], ["inner/cells@1.1#1", "inner/cells@1.2#1", "outer/rows@1#1"]);
    assert_eq!(fired.len(), 3);
    assert!(fired[0].contains(r#""continuing":"1.1""#) && fired[2].contains(r#""continuing":"1""#));
    assert_eq!((play.paths()[0].as_str(), play.outcome()), ("1 completed at end", "completed"));
}

#[test]
fn a_path_of_no_group_crosses_as_if_there_were_no_join() {
    let mut play = start("state a; state j\na -@join(id: x; group: nobody)-> j");
    assert_eq!(play.step(), ["nodeEntered", "moved"]);
}

#[test]
fn each_fork_of_a_loop_has_its_own_instance() {
    let mut play = start(
        "machine \"M\" { maxSteps: 40 }\nstate start; state a; state back\nstart -@async(2; group: g)-> a\n\
         a -@join(id: x; group: g)-> back; back -> start",
    );
    for _ in 0..9 {
        play.step();
    }
    let keys: Vec<String> = play.run().joins.keys().map(ToString::to_string).collect();
    assert_eq!(keys, ["x/g@1#1", "x/g@1#3", "x/g@1#5"]);
}

#[test]
fn optional_questions_lapse_when_a_path_parks() {
    let mut play = start(
        "task t { prompt: \"go\"; wants: \"more\" }; task u { prompt: \"go\" }; state j; state start\n\
         start -@async-> t; start -@async-> u\n\
         t -@barrier(x)-> j; u -@barrier(x)-> j",
    );
    play.step();
    play.step();
    let kinds = play.reply("agent-1.1-1", turn(&[]));
    assert_eq!(kinds, ["agentReplied", "requestLapsed", "parked"]);
}

#[test]
fn a_barrier_on_the_edge_into_a_module_parks_before_it() {
    let mut play = start(
        "state start; state a; state b; state c\nhouse { init hall; state attic; hall -> attic }\nstate out\n\
         start -@async-> a; start -@async-> b; b -> c\n\
         a -@join(x)-> house; c -@join(x)-> house; house -> out",
    );
    play.step();
    play.step();
    assert_eq!(play.paths()[1], "1.1 parked at a");
    play.step();
    assert_eq!(play.paths()[0], "1 active at house.hall");
    assert!(play.last("moved").contains(r#""left":[],"entered":["house"]"#));
}

#[test]
fn a_catch_edge_into_the_join_that_failed_is_not_taken_again() {
    let mut play = start(
        "context C { n: 0 }\nstate start; task a { prompt: \"go\" }; state j; state safe\na -writes-> C\n\
         start -@async(2)-> a\n\
         a -@join(id: x; merge: error)-> j; a -catch @join(id: x)-> safe",
    );
    play.step();
    play.step();
    for (at, n) in [(1, 1.0), (2, 2.0)] {
        let write = super::play::data([("n", Value::from(n))]);
        play.reply(&format!("agent-1.{at}-1"), turn(&[("write_C", write)]));
    }
    assert_eq!(play.paths()[1..], ["1.1 failed at a", "1.2 failed at a"]);
    assert_eq!(play.outcome(), "failed");
}

#[test]
fn the_gallerys_hikers_meet_at_the_hut() {
    let mut play = start(include_str!("../../www/examples/hikers.dygram"));
    let add = |play: &mut Play, id: &str, n: f64| {
        play.reply(id, turn(&[("write_Walk", super::play::data([("kilometres", Value::from(n))]))]))
    };
    play.step();
    play.step();
    add(&mut play, "agent-1.1-1", 4.0);
    add(&mut play, "agent-1.2-1", 5.5);
    add(&mut play, "agent-1.3-1", 7.0);
    assert_eq!(play.paths()[1..], ["1.1 parked at lake", "1.2 parked at forest", "1.3 active at summit"]);
    play.step();
    add(&mut play, "agent-1.3-2", 10.0);
    play.step();
    play.step();
    assert_eq!((play.run().tick, play.outcome()), (5, "completed"));
    assert_eq!(["1.1", "1.2", "1.3"].map(|path| play.value(path, "Walk.kilometres")), ["4", "5.5", "10"]);
}

#[test]
fn the_gallerys_survey_gathers_in_the_order_of_the_list() {
    let mut play = start(include_str!("../../www/examples/tree-survey.dygram"));
    play.step();
    play.step();
    assert!(play.asked("agent-1.3-1").contains(r#""prompt":"Measure the cherry, tree 3 of 3""#));
    for path in ["1.3", "1.1", "1.2"] {
        let height = play.value(path, "4.5 + 3 * index").parse::<f64>().unwrap();
        let write = super::play::data([("height", Value::from(height))]);
        play.reply(&format!("agent-{path}-1"), turn(&[("write_Find", write)]));
    }
    play.step();
    assert!(play.asked("agent-1-1").contains(r#""prompt":"Which of [4.5,7.5,10.5] is the tallest?""#));
    assert_eq!(play.value("1", "max(Report.heights)"), "10.5");
    play.reply("agent-1-1", turn(&[]));
    play.step();
    assert_eq!((play.run().tick, play.outcome()), (4, "completed"));
}

#[test]
fn a_join_on_the_exit_of_a_module_joins_what_leaves_it() {
    let mut play = start(
        "state start\nhouse { room { init hall; state attic; hall -> attic } }\nstate b; state out\n\
         start -@async-> house; start -@async-> b\n\
         house -@join(x)-> out; b -@join(x)-> out",
    );
    play.step();
    assert_eq!(play.paths()[1], "1.1 active at house.room.hall");
    play.step();
    assert_eq!(play.paths()[1..], ["1.1 active at house.room.attic", "1.2 parked at b"]);
    assert!(play.last("parked").contains(r#""have":1,"need":2"#));
    play.step();
    assert!(play.last("joinFired").contains(r#""paths":["1.1","1.2"],"continuing":"1""#));
}

#[test]
fn equal_ends_with_different_labels_keep_their_own_annotations_and_counters() {
    let mut play = start("state s; state t\ns -\"straight\"-> t; s -\"held\" @barrier(b)-> t");
    assert_eq!(play.step(), ["nodeEntered", "moved"]);
    assert_eq!(play.run().edge_use.keys().map(|edge| edge.0).collect::<Vec<_>>(), [0]);
    let mut play = start("state s; state t\ns -\"held\" @barrier(b)-> t; s -\"straight\"-> t");
    assert_eq!(play.step(), ["nodeEntered", "parked", "joinFired", "moved"]);
}

#[test]
fn an_edge_chosen_by_hand_parks_too() {
    let mut play = start(
        "state start; state s; state other; state t; state u\nstart -@async-> s; start -@async-> other\n\
         s -@join(b) \"left\"-> t; s -\"right\"-> u\n\
         other -@join(b) when: \"visits > 1\"-> t; task ask { prompt: \"go\" }; other -when: \"errors > 5\"-> ask",
    );
    play.step();
    play.step();
    assert_eq!(play.paths()[1], "1.1 blocked at s");
    assert_eq!(words(&play.choose("1.1", 2).unwrap())[0], "parked");
    assert_eq!(play.paths()[1], "1.1 parked at s");
}

#[test]
fn both_sources_of_one_edge_statement_share_a_join() {
    let mut play =
        start("state start; state a; state b; state j\nstart -@async-> a; start -@async-> b\na, b -@join-> j");
    play.step();
    play.step();
    assert!(play.last("joinFired").contains(r#""join":"j","generation":1,"paths":["1.1","1.2"],"continuing":"1""#));
}

#[test]
fn the_list_of_a_map_names_its_group_and_the_join_of_it() {
    for join in ["@join(C.items)", "@join(C.items; merge: append)", "@join(id: C.items; group: C_items)"] {
        let mut play = start(&format!(
            "context C {{ items: [1, 2] }}\nstate start; state a; state other; state end\n\
             start -@map(C.items)-> a; start -@async-> other\n\
             a -{join}-> end; other -{join}-> end"
        ));
        play.step();
        play.step();
        assert!(
            play.last("joinFired").contains(r#""join":"C.items/C_items@1#1","generation":1,"paths":["1.1","1.2"]"#)
        );
        assert!(play.paths().contains(&"1.3 active at end".to_owned()), "{join} {:?}", play.paths());
    }
}
