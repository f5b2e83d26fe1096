//! Leaving a node: conditions, defaults, blocked paths, modules, starts, limits.

use tracklight::run::StartOptions;
use tracklight::value::Value;

use super::play::{data, start, start_with, turn};

#[test]
fn a_true_condition_goes_before_the_default_edge() {
    let machine = |n: u32| format!("context C {{ n: {n} }}\nstate a; state b; state c\na -when: C.n > 10-> b; a -> c");
    let mut play = start(&machine(5));
    play.step();
    assert_eq!(play.path(), "active at c");
    let mut play = start(&machine(11));
    play.step();
    assert_eq!(play.path(), "active at b");
}

#[test]
fn a_path_without_a_true_condition_is_blocked_until_a_value_changes() {
    let mut play = start("context C { n: 5 }\nstate a; state b\na -when: C.n > 10-> b");
    assert_eq!(play.step(), ["nodeEntered", "conditionEvaluated", "blocked", "runBlocked"]);
    assert!(play.last("blocked").contains("noTransition"), "{}", play.last("blocked"));
    assert_eq!(play.try_step().unwrap_err().code.word(), "run-blocked");
    let kinds = super::play::words(&play.set("1", "C.n", 11.0).unwrap());
    assert_eq!(kinds, ["contextWritten", "conditionEvaluated", "unblocked"]);
    play.step();
    assert_eq!(play.path(), "active at b");
}

#[test]
fn an_endless_loop_is_noticed_and_ends_at_its_limit() {
    let lights = "state red; state green; state amber\nred -> green -> amber -> red";
    let mut play = start(lights);
    let mut noticed = 0;
    for tick in 1..=300 {
        let kinds = play.step();
        if kinds.contains(&"loopNotice") {
            noticed += 1;
            assert_eq!(tick, 4);
        }
    }
    assert_eq!(noticed, 1);
    assert_eq!(play.step(), ["limitHit", "pathFailed", "runEnded"]);
    assert!(play.last("limitHit").contains(r#""limit":"maxNodeInvocations","value":100"#));
    let mut play = start(&format!("machine \"Lights\" {{ maxNodeInvocations: 1000 }}\n{lights}"));
    for _ in 0..1000 {
        play.step();
    }
    assert!(play.step().contains(&"limitHit") && play.last("limitHit").contains("maxSteps"));
    assert_eq!(play.outcome(), "failed");
}

#[test]
fn a_prompt_task_counts_to_ten_by_its_conditional_edges() {
    let mut play = start(
        "context C { n: 0 }\ntask count { prompt: \"Add 1 to C.n\" }\nstate Done\ncount -writes-> C\n\
         count -when: C.n < 10-> count\ncount -when: C.n >= 10-> Done",
    );
    for n in 1..=10_u32 {
        play.step();
        play.reply(&format!("agent-1-{n}"), turn(&[("write_C", data([("n", Value::from(n))]))]));
    }
    assert_eq!(play.path(), "active at Done");
    assert_eq!(
        play.run().path(&tracklight::run::PathId::start(1)).unwrap().visits.values().map(|v| v.count).sum::<u32>(),
        10
    );
}

#[test]
fn two_start_paths_keep_their_own_values() {
    let mut play = start(
        "context C { n: 0 }\ninit left; init right\ntask add \"Add\" { prompt: \"go\" }\nadd -writes-> C\n\
         left -> add; right -> add",
    );
    assert_eq!(play.paths(), ["1 active at left", "2 active at right"]);
    play.step();
    play.step();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", Value::from(1.0))]))]));
    play.reply("agent-2-1", turn(&[("write_C", data([("n", Value::from(2.0))]))]));
    assert_eq!((play.value("1", "C.n"), play.value("2", "C.n")), ("1".into(), "2".into()));
    assert_eq!(play.outcome(), "completed");
}

#[test]
fn a_shared_context_is_seen_by_every_path() {
    let mut play = start(
        "context C @shared { n: 0 }\ninit left; init right\nstate end\nleft -> end; right -> end\nleft -writes-> C",
    );
    let kinds = super::play::words(&play.set("1", "C.n", 3.0).unwrap());
    assert_eq!(kinds, ["contextWritten"]);
    assert!(play.last("contextWritten").contains(r#""path":null"#));
    assert_eq!((play.value("1", "C.n"), play.value("2", "C.n")), ("3".into(), "3".into()));
}

#[test]
fn only_executable_nodes_start() {
    let play = start(
        "task only { prompt: \"go\" }\nnote only \"why\"\ntool hammer { description: \"hits\" }\n\
         style hot { color: red }\n\
         input Brief { topic: \"x\" }\nresult Out { text: \"\" }\nonly -reads-> Brief; only -writes-> Out",
    );
    assert_eq!(play.paths(), ["1 active at only"]);
}

#[test]
fn a_data_edge_is_never_a_transition() {
    let mut play = start("context C { n: 1 }\nstate s\ns -reads-> C");
    assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "runEnded"]);
    assert_eq!(play.value("1", "C.n"), "1");
}

#[test]
fn an_ambiguous_state_waits_for_a_choice() {
    let mut play = start("state s; state a; state b\ns -left-> a; s -right-> b");
    assert_eq!(play.step(), ["nodeEntered", "blocked", "runBlocked"]);
    assert!(play.last("blocked").contains("ambiguous"));
    let refused = play.choose("1", 7).unwrap_err();
    assert_eq!(refused.code.word(), "unknown-edge");
    play.choose("1", 1).unwrap();
    assert!(play.last("moved").contains(r#""cause":{"type":"choice"}"#));
    assert_eq!(play.path(), "active at b");
}

#[test]
fn a_node_without_work_and_several_ways_asks_for_a_decision() {
    let mut play = start("task pick; state a; state b\npick -left-> a; pick -right-> b");
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(play.tools("agent-1-1"), ["transition_to_a", "transition_to_b"]);
    play.reply("agent-1-1", turn(&[("transition_to_b", Value::object())]));
    assert_eq!(play.path(), "active at b");
}

#[test]
fn an_agent_that_makes_no_required_choice_fails_the_visit() {
    let mut play = start("task pick; state a; state b\npick -left-> a; pick -right-> b");
    play.step();
    let kinds = play.reply("agent-1-1", turn(&[]));
    assert_eq!(kinds, ["agentReplied", "visitFailed", "pathFailed", "runEnded"]);
    assert!(play.last("pathFailed").contains("no-choice"));
}

#[test]
fn a_module_is_entered_at_its_entry_and_left_through_its_own_edges() {
    let mut play =
        start("state before; state after\nhouse { init hall; state attic; hall -> attic }\nbefore -> house -> after");
    assert_eq!(play.paths(), ["1 active at before"]);
    play.step();
    assert_eq!(play.path(), "active at house.hall");
    assert!(play.last("moved").contains(r#""entered":["house"]"#));
    play.step();
    play.step();
    assert_eq!(play.path(), "active at after");
    assert!(play.last("moved").contains(r#""left":["house"]"#));
}

#[test]
fn a_machine_with_nothing_to_run_says_so() {
    let mut play = start("context C { n: 1 }");
    assert_eq!(play.outcome(), "notStarted");
    let refused = play.try_step().unwrap_err();
    assert_eq!(refused.code.word(), "run-not-started");
    assert!(refused.message.contains("nothing to run"));
}

#[test]
fn invalid_start_values_start_nothing_and_name_the_field() {
    let source = "input Site { name<string> @minLength(3) }\nstate s\ns -reads-> Site";
    let mut options = StartOptions::default();
    let site: Value = [("name", Value::from("Ox"))].into_iter().collect();
    options.input.insert("Site".into(), site);
    let play = start_with(source, &options);
    let outcome = tracklight::json::to_string(&play.run().outcome);
    assert!(outcome.contains(r#""reason":"invalidInput""#), "{outcome}");
    assert!(
        outcome.contains(r#""pointer":"/Site/name","code":"min-length","message":"length 2 is less than 3""#),
        "{outcome}"
    );
    let play = start(source);
    assert!(tracklight::json::to_string(&play.run().outcome).contains(r#""code":"required-missing""#));
}

#[test]
fn an_incomplete_output_is_reported_and_the_run_still_completes() {
    let mut play = start("output Out { text<string> }\nstate s\ns -writes-> Out");
    assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "outputIncomplete", "runEnded"]);
    assert!(tracklight::json::to_string(&play.run().outcome).contains(r#""missing":["text"]"#));
}

#[test]
fn both_directions_of_a_two_way_edge_can_be_crossed() {
    let mut play = start("init start; state a; state b\nstart -> a; a <--> b");
    play.step();
    play.step();
    assert_eq!(play.path(), "active at b");
    play.step();
    assert_eq!(play.path(), "active at a");
    assert!(play.last("moved").contains(r#""reverse":true"#));
}
