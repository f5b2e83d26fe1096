//! Compensation: what a path has done is undone, the last first, before it fails.

use tracklight::value::Value;

use super::play::{data, error, start, turn};

const TRIP: &str = "machine \"Trip\" @errorHandling(\"compensate\")\ncontext Log { undone: [] }\n\
                    state A; state B; task C { prompt: \"go\" }\n\
    task undoA @compensate(A) { prompt: \"undo A\" }; state undoB @compensate(B)\nundoA -writes-> Log\n\
    state never; undoB -> never\nA -> B -> C\n";

#[test]
fn the_last_left_is_undone_first_and_the_path_fails_as_it_was_about_to() {
    let mut play = start(TRIP);
    play.step();
    play.step();
    play.step();
    assert_eq!(play.reply("agent-1-1", error("storm")), ["agentReplied", "visitFailed", "compensating"]);
    assert!(play.last("compensating").contains(r#""node":"undoB","for":"B""#));
    assert_eq!((play.path().as_str(), play.outcome()), ("active at undoB", "running"));
    assert_eq!(play.step(), ["nodeEntered", "compensating"]);
    assert!(play.last("compensating").contains(r#""node":"undoA","for":"A""#));
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(play.tools("agent-1-2"), ["read_Log", "write_Log", "request_context"]);
    let write = data([("undone", ["A"].into_iter().map(Value::from).collect())]);
    let kinds = play.reply("agent-1-2", turn(&[("write_Log", write)]));
    assert_eq!(kinds, ["agentReplied", "contextWritten", "toolCalled", "pathFailed", "runEnded"]);
    assert!(play.last("pathFailed").contains(r#""node":"C""#) && play.last("pathFailed").contains("storm"));
    assert_eq!(play.value("1", "Log.undone"), r#"["A"]"#);
    assert_eq!(play.value("1", "errorCount"), "1");
}

#[test]
fn a_failure_while_undoing_ends_it_with_the_first_failure() {
    let mut play = start(TRIP);
    for _ in 0..3 {
        play.step();
    }
    play.reply("agent-1-1", error("storm"));
    play.step();
    play.step();
    let kinds = play.reply("agent-1-2", error("worse"));
    assert_eq!(kinds, ["agentReplied", "visitFailed", "pathFailed", "runEnded"]);
    assert!(play.last("pathFailed").contains("storm"));
}

#[test]
fn a_node_left_twice_is_undone_once_and_one_never_left_not_at_all() {
    let mut play = start(
        "machine \"M\" @errorHandling(\"compensate\")\ncontext C { n: 0 }\n\
         state a; task t { prompt: \"go\" }; state other\nt -writes-> C\n\
         state ua @compensate(a); state uo @compensate(other)\n\
         a -> t; t -when: \"C.n < 1\"-> a; t -when: \"C.n >= 1\"-> other",
    );
    play.step();
    play.step();
    play.reply("agent-1-1", turn(&[]));
    play.step();
    play.step();
    play.reply("agent-1-2", error("no"));
    let mut kinds = Vec::new();
    while let Ok(more) = play.try_step() {
        kinds.extend(more);
    }
    assert_eq!(kinds, ["nodeEntered", "pathFailed", "runEnded"]);
    assert!(play.last("compensating").contains(r#""node":"ua""#));
}

#[test]
fn without_the_strategy_or_for_a_limit_nothing_is_undone() {
    let mut play = start(&TRIP.replace(" @errorHandling(\"compensate\")", ""));
    for _ in 0..3 {
        play.step();
    }
    assert_eq!(play.reply("agent-1-1", error("storm")), ["agentReplied", "visitFailed", "pathFailed", "runEnded"]);
    let mut play =
        start(&TRIP.replace("@errorHandling(\"compensate\")", "@errorHandling(\"compensate\") { maxSteps: 2 }"));
    play.step();
    play.step();
    assert_eq!(play.step(), ["limitHit", "pathFailed", "runEnded"]);
}

#[test]
fn a_module_that_was_left_is_undone_too() {
    let mut play = start(
        "machine \"M\" @errorHandling(\"compensate\")\nhouse { init hall; state attic; hall -> attic }\n\
         task t { prompt: \"go\" }\n\
         state tidy @compensate(house)\nhouse -> t",
    );
    for _ in 0..3 {
        play.step();
    }
    play.reply("agent-1-1", error("no"));
    assert!(play.last("compensating").contains(r#""node":"tidy","for":"house""#));
}

#[test]
fn a_branch_that_undoes_is_not_waited_for() {
    let mut play = start(
        "machine \"M\" @errorHandling(\"compensate\")\n\
         state start; state a; state b; task t { prompt: \"go\" }; state j\n\
         task undo @compensate(b) { prompt: \"undo\" }\nstart -@async-> a; start -@async-> b; b -> t\n\
         a -@join(x)-> j; t -@join(x)-> j; undo -@join(x)-> j",
    );
    for _ in 0..3 {
        play.step();
    }
    let kinds = play.reply("agent-1.2-1", error("no"));
    assert_eq!(kinds[2..], ["compensating", "joinFired", "pathRevived", "merged", "pathMerged", "moved"]);
}

#[test]
fn a_node_that_undoes_names_its_neighbour_first() {
    let source = "machine \"M\" @errorHandling(\"compensate\")\nstate pack\n\
         house { init pack; task send { prompt: \"go\" }; state unpack @compensate(pack); pack -> send }\n\
         state start; start -> house";
    let mut play = start(source);
    for _ in 0..3 {
        play.step();
    }
    play.reply("agent-1-1", error("no"));
    assert!(play.last("compensating").contains(r#""node":"house.unpack","for":"house.pack""#), "{:?}", play.paths());
}
