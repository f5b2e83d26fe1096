//! Values without an agent (world.md 4): when `@set` and `@from` write, what they see, and what their errors do.

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::run::Timeline;
use tracklight::run::agent::call::AgentReply;
use tracklight::run::save::Past;
use tracklight::value::Value;

use super::play::{Play, start, turn};

/// A run of a machine that may have findings.
fn start_anyway(source: &str) -> Play {
    Play(Timeline::start(Machine::parse(source), &Default::default()))
}

#[test]
fn world_4_an_edge_writes_before_the_move() {
    let mut play = start("context C { n<Integer>: 0 }\nstate a\nstate b\na -> b @set(C.n: C.n + 1)");
    assert_eq!(play.step(), ["nodeEntered", "contextWritten", "moved"]);
    assert_eq!(play.value("1", "C.n"), "1");
    let written = play.last("contextWritten");
    assert!(written.contains(r#""node":"a""#) && written.contains(r#""source":"set""#), "{written}");
}

#[test]
fn world_4_only_the_edge_that_is_crossed_writes() {
    let mut play = start(
        "context C { n: 0 }\nstate a\nstate b\nstate c\na -when: \"C.n > 5\"-> b @set(C.n: 100)\na -> c @set(C.n: 7)",
    );
    play.step();
    assert_eq!((play.path().as_str(), play.value("1", "C.n")), ("active at c", "7".to_owned()));
}

#[test]
fn world_4_a_node_writes_on_entry_before_it_asks() {
    let mut play = start(
        "context C { n<Integer>: 0; log: \"\" }\ntask t @set(C.n: visits; C.log: \"at work\") { prompt: \"{{ C.n }} {{ C.log }}\" }",
    );
    assert_eq!(play.step(), ["nodeEntered", "contextWritten", "agentRequested"]);
    assert!(play.asked("agent-1-1").contains(r#""prompt":"1 at work""#));
}

#[test]
fn world_4_a_module_writes_when_it_is_entered_from_outside() {
    let mut play = start(
        "context C { n<Integer>: 0 }\ninit begin\nstate shop @set(C.n: C.n + 1) { state a; state b; a -> b }\nstate out\n\
         begin -> shop\nshop -> out",
    );
    play.step();
    play.step();
    play.step();
    assert_eq!((play.path().as_str(), play.value("1", "C.n")), ("active at out", "1".to_owned()));
}

#[test]
fn world_4_all_expressions_are_evaluated_first_then_written_one_write_a_context() {
    let mut play = start(
        "context C { a: 1; b: 2 }\ncontext D { c: 0 }\nstate s\nstate t\n\
         s -> t @set(C.a: C.b; D.c: C.a) @set(C.b: C.a)",
    );
    assert_eq!(play.step(), ["nodeEntered", "contextWritten", "contextWritten", "moved"]);
    let values = ["C.a", "C.b", "D.c"].map(|name| play.value("1", name));
    assert_eq!(values, ["2", "1", "1"]);
    assert!(play.last("contextWritten").contains(r#""context":"D""#));
}

#[test]
fn world_4_a_reference_may_lead_into_a_value() {
    let mut play = start(
        "context C { list: [1, 2]; map: { a: 1 } }\nstate s\nstate t\n\
         s -> t @set(C.list[1]: 5; C.map.b: \"x\"; C.list[2]: 6)",
    );
    play.step();
    assert_eq!((play.value("1", "C.list"), play.value("1", "C.map")), ("[1,5,6]".into(), r#"{"a":1,"b":"x"}"#.into()));
}

#[test]
fn world_4_an_error_an_unset_result_or_a_violation_fails_and_nothing_is_written() {
    for (entry, code) in [
        ("C.n: C.unknown", "set-error"),
        ("C.n: C.empty", "set-error"),
        ("C.n: 1 / \\\"x\\\"", "set-error"),
        ("C.list[7]: 1", "set-error"),
        ("C.small: 11", "set-invalid"),
    ] {
        let mut play = start_anyway(&format!(
            "context C {{ n<number>: 0; empty<string?>; list: [1]; small<Integer> @maximum(10): 1 }}\ncontext D {{ d: 0 }}\n\
             state s @retry(2)\nstate t\ns -> t @set(D.d: 1; {entry})"
        ));
        play.step();
        assert_eq!(play.path(), "failed at s", "{entry}");
        let failed = play.last("pathFailed");
        assert!(failed.contains(r#""kind":"set""#) && failed.contains(&format!(r#""code":"{code}""#)), "{failed}");
        assert!(failed.contains(r#""retryable":false"#), "{failed}");
        assert_eq!(failed.contains(r#""data":{"context":"C","errors":[{"#), code == "set-invalid", "{failed}");
        assert_eq!(play.value("1", "D.d"), "0");
        assert!(play.last("moved").is_empty() && play.run().edge_use.is_empty());
    }
}

#[test]
fn world_4_a_failed_set_is_caught() {
    let mut play = start_anyway(
        "context C { n<Integer> @maximum(1): 1 }\nstate s\nstate t\nstate rescue\ns -> t @set(C.n: C.n + 1)\n\
         s -catch; when: \"lastError.code == 'set-invalid'\"-> rescue",
    );
    assert_eq!(play.step(), ["nodeEntered", "visitFailed", "caught", "moved"]);
    assert_eq!(play.path(), "active at rescue");
}

#[test]
fn world_4_in_a_catch_edge_it_fails_the_path() {
    let mut play = start_anyway(
        "context C { n<Integer> @maximum(1): 1 }\ntask s { prompt: \"go\" }\nstate rescue\n\
         s -catch-> rescue @set(C.n: 5)",
    );
    play.step();
    let kinds = play.reply("agent-1-1", super::play::error("no"));
    assert_eq!(kinds, ["agentReplied", "visitFailed", "caught", "visitFailed", "pathFailed", "runEnded"]);
    assert!(play.last("pathFailed").contains(r#""code":"set-invalid""#));
}

#[test]
fn world_4_a_set_on_entry_that_fails_is_caught_at_its_node() {
    let mut play = start_anyway(
        "context C { n<Integer> @maximum(1): 1 }\nstate s @set(C.n: 5)\nstate t\nstate rescue\ns -> t\ns -catch-> rescue",
    );
    assert_eq!(play.step(), ["nodeEntered", "visitFailed", "caught", "moved"]);
    assert_eq!(play.path(), "active at rescue");
}

#[test]
fn world_4_no_permission_is_needed() {
    let mut play = start(
        "context C { n: 0 }\ncontext D { d: 0 }\ntask t { prompt: \"go\" }\nstate u\nt -reads-> D\nt -> u @set(C.n: 1)",
    );
    play.step();
    play.reply("agent-1-1", turn(&[]));
    assert_eq!(play.value("1", "C.n"), "1");
}

const FORK: &str = "context C { n: 0; items: [10, 20] }\nstate s\nstate w\nstate done\n";

#[test]
fn world_4_a_fan_out_edge_writes_for_each_child_with_its_item() {
    let mut play = start(&format!("{FORK}s -@map(C.items)-> w @set(C.n: item + index)"));
    assert_eq!(play.step(), ["nodeEntered", "spawned", "contextWritten", "contextWritten", "pathForked"]);
    assert_eq!([play.value("1", "C.n"), play.value("1.1", "C.n"), play.value("1.2", "C.n")], ["0", "10", "21"]);
}

#[test]
fn world_4_all_children_are_evaluated_before_any_is_written() {
    let mut play =
        start("context C @shared { n<Integer>: 0 }\nstate s\nstate w\ns -@async(count: 3)-> w @set(C.n: C.n + 1)");
    play.step();
    assert_eq!((play.value("1", "C.n"), play.run().paths.len()), ("1".to_owned(), 4));
}

#[test]
fn world_4_on_a_fan_out_whose_set_fails_nothing_is_spawned() {
    let mut play = start_anyway(&format!(
        "{FORK}context D {{ d<Integer> @maximum(15): 0 }}\ns -@async-> w\ns -@map(C.items)-> w @set(D.d: item)"
    ));
    play.step();
    assert_eq!(play.paths(), ["1 failed at s"]);
    assert!(play.last("pathFailed").contains(r#""code":"set-invalid""#));
}

#[test]
fn world_4_a_tool_that_spawns_gets_set_error() {
    let mut play = start_anyway(
        "context D { d<Integer> @maximum(15): 0 }\ntask s { prompt: \"go\" }\nstate w\nstate t\n\
         s -@async-> w @set(D.d: 99)\ns -> t",
    );
    play.step();
    let done = play.try_reply("agent-1-1", turn(&[("spawn_async_to_w", Value::object())])).unwrap();
    let error = done.results[0].result.as_ref().unwrap_err();
    assert_eq!(error.code.word(), "set-error");
    assert!(error.details.as_ref().unwrap().get("errors").is_some());
    assert_eq!(play.run().paths.len(), 1);
}

fn joined(join: &str, set: &str) -> Play {
    let mut play = start_anyway(&format!(
        "context C {{ n<Integer> @maximum(100): 1; m<Integer>: 0 }}\nstate s\nstate a @set(C.n: C.n + 1)\n\
         state b @set(C.m: 5)\nstate t\ns -@async-> a; s -@async-> b\n\
         a -{join}-> t @set({set})\nb -{join}-> t @set({set})"
    ));
    play.step();
    play.step();
    play
}

#[test]
fn world_4_with_a_merging_join_it_writes_once_on_the_merged_values() {
    let play = joined("@join(j, merge: last_wins)", "C.n: C.n * 10 + C.m");
    assert_eq!(play.paths(), ["1 active at t", "1.1 merged at a", "1.2 merged at b"]);
    assert_eq!(play.value("1", "C.n"), "25");
    let kinds: Vec<_> = play.log().iter().filter(|event| event.contains(r#""source":"set""#)).cloned().collect();
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

#[test]
fn world_4_without_a_merge_each_path_writes_its_own() {
    let play = joined("@barrier(j)", "C.n: C.n * 10 + C.m");
    assert_eq!(play.paths(), ["1 forked at s", "1.1 active at t", "1.2 active at t"]);
    assert_eq!([play.value("1.1", "C.n"), play.value("1.2", "C.n")], ["20", "15"]);
}

#[test]
fn world_4_on_a_merging_join_a_failed_set_fails_the_join() {
    let play = joined("@join(j, merge: last_wins)", "C.n: 101");
    assert_eq!(play.paths(), ["1 forked at s", "1.1 failed at a", "1.2 failed at b"]);
    let failed = play.last("joinFailed");
    assert!(failed.contains(r#""code":"set""#) && failed.contains(r#""pointer":"/n""#), "{failed}");
    assert_eq!(play.run().edge_use.values().map(|used| used.taken).sum::<u32>(), 2, "only the fan-outs");
}

#[test]
fn world_4_without_a_merge_only_the_path_whose_set_fails_fails() {
    let play = joined("@barrier(j)", "C.n: C.m > 0 ? 101 : C.n");
    assert_eq!(play.paths(), ["1 forked at s", "1.1 active at t", "1.2 failed at b"]);
}

#[test]
fn world_4_a_set_behind_an_empty_map_sees_what_the_join_gathers() {
    let mut play = start_anyway(
        "context C { items: []; out: [1]; n<Integer>: 0 }\nstate s\nstate w\nstate t\ns -@map(C.items)-> w\n\
         w -@join(j, merge: last_wins, gather: \"C.n -> C.out\")-> t @set(C.n: size(C.out) + 40)",
    );
    play.step();
    assert_eq!(play.path(), "active at t");
    assert_eq!(play.value("1", "C.n"), format!("{}", 40 + play.value("1", "size(C.out)").parse::<i32>().unwrap()));
}

#[test]
fn world_2_the_loop_notice_is_reset_by_a_set() {
    let play = |set: &str| {
        let mut play = start(&format!("context C {{ n: 0 }}\nstate a\nstate b\na -> b{set}\nb -> a"));
        (0..6).any(|_| play.step().contains(&"loopNotice"))
    };
    assert!(play(""));
    assert!(!play(" @set(C.n: 0)"));
}

#[test]
fn world_4_from_fills_an_unset_field_of_an_output_when_a_path_completes() {
    let source = "context C { v: \"yes\" }\noutput Letter { text<string> @from(\"It is \" + C.v); other<string?> @from(\"never\") }\n\
                  state s\nend e\ns -> e";
    let mut play = start(source);
    play.set("1", "Letter.other", "set").unwrap();
    play.step();
    assert_eq!(play.step(), ["nodeEntered", "contextWritten", "pathCompleted", "runEnded"]);
    assert!(play.last("contextWritten").contains(r#""source":"output""#));
    assert_eq!(play.value("1", "Letter.text + Letter.other"), "\"It is yesset\"");
    assert_eq!(play.outcome(), "completed");
}

#[test]
fn world_4_an_error_of_from_leaves_the_field_unset_and_is_told() {
    let mut play = start_anyway(
        "context C { v<string?> }\noutput Letter { text<string> @from(C.v); size<Integer> @from(\"much\") }\nstate s",
    );
    play.step();
    let line = play.last("outputIncomplete");
    assert!(
        line.contains(r#""missing":["text","size"],"reason":"`text`: the value is unset; `size`: "#),
        "{line}\n{}",
        to_string(&*play.run().outcome)
    );
    for past in [Past::Full, Past::None] {
        let back = Timeline::resume(&play.0.save(past), false).unwrap();
        assert_eq!(to_string(&*back.timeline.run().outcome), to_string(&*play.run().outcome));
    }
}

#[test]
fn world_4_choosing_an_edge_carries_out_its_set() {
    let mut play = start("context C { n: 0 }\nstate s\nstate t\nstate u\ns -> t @set(C.n: 1)\ns -> u @set(C.n: 2)");
    play.step();
    assert_eq!(play.path(), "blocked at s");
    play.choose("1", 1).unwrap();
    assert_eq!((play.path().as_str(), play.value("1", "C.n")), ("active at u", "2".to_owned()));
}

#[test]
fn world_4_an_agents_choice_carries_out_the_set_of_its_edge() {
    let mut play = start(
        "context C { n: 0 }\ntask s { prompt: \"go\" }\nstate t\nstate u\ns -> t @set(C.n: 1)\ns -> u @set(C.n: 2)",
    );
    play.step();
    let reply: AgentReply = turn(&[("transition_to_u", Value::object())]);
    play.reply("agent-1-1", reply);
    assert_eq!((play.path().as_str(), play.value("1", "C.n")), ("active at u", "2".to_owned()));
}
