//! Fan-out: what is spawned, when, with which values.

use tracklight::run::save::Past;
use tracklight::run::{Action, Timeline, agent_requests};
use tracklight::value::Value;

use super::play::{Play, data, error, object, start, turn};

/// `spawned` children of the last fan-out, as JSON.
fn children(play: &Play) -> String {
    let event = play.last("spawned");
    event.split_once("\"children\":").map(|(_, children)| children.to_owned()).unwrap_or_default()
}

#[test]
fn a_state_spawns_and_continues_by_its_plain_edge() {
    let mut play = start("state s; state t; state u\ns -@async-> t; s -> u");
    assert_eq!(play.step(), ["nodeEntered", "spawned", "moved"]);
    assert_eq!(play.paths(), ["1 active at u", "1.1 active at t"]);
    assert_eq!(children(&play), r#"[{"path":"1.1","node":"t","entered":[],"branch":0}]}"#);
    play.step();
    assert_eq!(play.outcome(), "completed");
    assert_eq!(play.run().counters.spawned, 1);
}

#[test]
fn a_counted_fan_out_numbers_its_branches_and_leaves_the_parent_dormant() {
    let mut play = start("state s; state t; state u\ns -@spawn(3)-> t; t -when: \"index == 1 && total == 3\"-> u");
    assert_eq!(play.step(), ["nodeEntered", "spawned", "pathForked"]);
    assert_eq!(play.paths()[0], "1 forked at s");
    let index = |path: &str| play.value(path, "[index, total, path.index]");
    assert_eq!([index("1.1"), index("1.2"), index("1.3")], ["[0,3,0]", "[1,3,1]", "[2,3,2]"]);
    play.step();
    assert_eq!(play.paths()[1..], ["1.1 blocked at t", "1.2 active at u", "1.3 blocked at t"]);
}

const MAP: &str = "context C { items: ITEMS }\nstate start; task look { prompt: \"{{ item }} {{ index }}\" }; state \
                   odd; state safe\n\
    start -@map(C.items)-> look; look -when: \"_mapIndex == 1\"-> odd; look -when: \"_mapIndex != 1\"-> safe\n\
    start -catch-> safe";

#[test]
fn a_map_spawns_a_path_for_each_item() {
    let mut play = start(&MAP.replace("ITEMS", "[\"ash\", \"elm\", \"oak\"]"));
    assert_eq!(play.step(), ["nodeEntered", "spawned", "pathForked"]);
    assert!(play.last("spawned").contains(r#""by":"edge","group":"C_items""#));
    assert!(
        children(&play)
            .contains(r#"{"path":"1.2","node":"look","entered":[],"branch":1,"index":1,"total":3,"item":"elm"}"#)
    );
    play.step();
    assert!(play.asked("agent-1.2-1").contains(r#""prompt":"elm 1""#));
    assert!(play.asked("agent-1.2-1").contains(r#""map":{"item":"elm","index":1,"total":3}"#));
    for path in ["1.1", "1.2", "1.3"] {
        play.reply(&format!("agent-{path}-1"), turn(&[]));
    }
    assert_eq!(play.paths()[1..], ["1.1 active at safe", "1.2 active at odd", "1.3 active at safe"]);
}

#[test]
fn a_map_over_one_item_spawns_one_and_over_none_completes() {
    let mut play = start(&MAP.replace("ITEMS", "[7]"));
    play.step();
    assert_eq!((play.paths().len(), play.value("1.1", "item")), (2, "7".into()));
    let mut play = start(&MAP.replace("ITEMS", "[]"));
    assert_eq!(play.step(), ["nodeEntered", "nothingSpawned", "pathCompleted", "runEnded"]);
}

#[test]
fn a_map_over_no_list_is_a_failure_that_is_caught_and_never_retried() {
    let mut play = start(&MAP.replace("ITEMS", "\"ash\""));
    assert_eq!(play.step(), ["nodeEntered", "visitFailed", "caught", "moved"]);
    assert!(play.last("visitFailed").contains(r#""kind":"map-source","code":"map-source""#));
    assert!(play.last("visitFailed").contains(r#""edge":"e0""#));
    assert_eq!(play.path(), "active at safe");
}

#[test]
fn if_one_edge_cannot_spawn_none_does() {
    let mut play = start("context C { x: 1 }\nstate s; state t\ns -@async-> t; s -@map(C.x)-> t");
    assert_eq!(play.step(), ["nodeEntered", "visitFailed", "pathFailed", "runEnded"]);
    assert_eq!(play.paths(), ["1 failed at s"]);
}

#[test]
fn twins_spawn_once_and_edges_that_differ_spawn_apart() {
    let mut play = start("state s; state t\ns -@async-> t; s -@async-> t; s -\"again\" @async-> t");
    play.step();
    assert_eq!(play.paths(), ["1 forked at s", "1.1 active at t", "1.2 active at t"]);
    assert_eq!(play.log().iter().filter(|event| event.contains("\"spawned\"")).count(), 2);
}

#[test]
fn a_fan_out_that_is_switched_off_is_a_plain_edge() {
    let mut play = start("state s; state t\ns -@async(\"false\")-> t");
    assert_eq!(play.step(), ["nodeEntered", "moved"]);
    assert_eq!(play.path(), "active at t");
}

#[test]
fn conditional_fan_out_is_decided_by_its_condition() {
    let machine =
        |n: u32| format!("context C {{ n: {n} }}\nstate s; state t; state u\ns -@async when: \"C.n > 3\"-> t; s -> u");
    let mut play = start(&machine(5));
    assert_eq!(play.step(), ["nodeEntered", "conditionEvaluated", "spawned", "moved"]);
    let mut play = start(&machine(1));
    assert_eq!(play.step(), ["nodeEntered", "conditionEvaluated", "moved"]);
}

#[test]
fn an_agent_starts_paths_with_a_tool_and_goes_on() {
    let mut play = start(
        "context C { items: [1, 2]; n: 0 }\ntask t { prompt: \"go\" }; state a; state b; state u\nt -writes-> C\n\
         t -@async-> a; t -@map(C.items)-> b; t -> u",
    );
    play.step();
    let tools = play.tools("agent-1-1");
    assert_eq!(
        tools,
        ["transition_to_u", "read_C", "write_C", "spawn_async_to_a", "map_spawn_to_b", "request_context"]
    );
    assert!(play.asked("agent-1-1").contains(concat!(
        r#"{"name":"spawn_async_to_a","kind":"spawn","target":"a","#,
        r#""description":"Start a on a new path and continue here","inputSchema":{"type":"object","#,
        r#""properties":{"reason":{"type":"string"}},"additionalProperties":false}}"#
    )));
    let write = data([("n", Value::from(9.0))]);
    let why = object([("reason", Value::from("why not"))]);
    let calls = [("spawn_async_to_a", why), ("write_C", write), ("map_spawn_to_b", Value::object())];
    let done = play.try_reply("agent-1-1", turn(&calls)).unwrap();
    assert_eq!(
        done.results[0].result.as_ref().unwrap().to_json(),
        r#"{"action":"spawn_async","paths":["1.1"],"reason":"why not","status":"spawned","success":true,"target":"a"}"#
    );
    assert_eq!(
        done.results[2].result.as_ref().unwrap().to_json(),
        concat!(
            r#"{"action":"map_spawn","itemCount":2,"paths":["1.2","1.3"],"source":"C.items","#,
            r#""status":"spawned","success":true,"target":"b"}"#
        )
    );
    // Spawns happen at once: the first child has the values before the write.
    assert_eq!((play.value("1.1", "C.n"), play.value("1.2", "C.n")), ("0".into(), "9".into()));
    assert_eq!(play.paths()[0], "1 active at u");
}

#[test]
fn an_agent_that_decides_nothing_leaves_fan_out_to_the_drawing() {
    let machine = "task t { prompt: \"go\" }; state a; state b\nt -@parallel-> a; t -@parallel-> b";
    let mut play = start(machine);
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(play.reply("agent-1-1", turn(&[])), ["agentReplied", "spawned", "spawned", "pathForked"]);
    assert_eq!(play.paths()[1..], ["1.1 active at a", "1.2 active at b"]);
    let mut play = start(machine);
    play.step();
    play.reply("agent-1-1", turn(&[("spawn_async_to_b", Value::object())]));
    assert_eq!(play.paths(), ["1 forked at t", "1.1 active at b"]);
    let mut play = start(&format!("{machine}; t -> b"));
    play.step();
    play.reply("agent-1-1", turn(&[("transition_to_b", Value::object())]));
    assert_eq!(play.paths(), ["1 active at b"]);
}

#[test]
fn a_guarded_fan_out_is_a_tool_that_quotes_its_text() {
    let machine = Play(tracklight::run::Timeline::start(
        tracklight::machine::Machine::parse(
            "task t { prompt: \"go\" }; state a; state u\nt -@async when: \"the sea is calm\"-> a; t -> u",
        ),
        &Default::default(),
    ));
    let mut play = machine;
    play.step();
    assert!(play.asked("agent-1-1").contains(r#"Start a on a new path and continue here (if \"the sea is calm\")"#));
    play.reply("agent-1-1", turn(&[]));
    assert_eq!(play.paths(), ["1 active at u"]);
}

#[test]
fn fan_out_happens_once_a_visit_also_when_the_agent_has_to_try_again() {
    let mut play = start(
        "task t @retry(1) { prompt: \"go\" }; state a; state b; state c\n\
         t -@async @auto-> a; t -left-> b; t -right-> c",
    );
    play.step();
    assert_eq!(
        play.reply("agent-1-1", turn(&[])),
        ["agentReplied", "spawned", "visitFailed", "retryScheduled", "agentRequested"]
    );
    play.reply("agent-1-2", turn(&[("transition_to_b", Value::object())]));
    assert_eq!(play.paths(), ["1 active at b", "1.1 active at a"]);
}

#[test]
fn children_begin_with_the_values_of_their_parent_and_keep_their_own() {
    let mut play = start("context C { n: 1 }\nstate s; state t; state u\ns -@async-> t; s -> u");
    play.set("1", "C.n", 5.0).unwrap();
    play.step();
    play.set("1.1", "C.n", 6.0).unwrap();
    assert_eq!((play.value("1", "C.n"), play.value("1.1", "C.n")), ("5".into(), "6".into()));
}

#[test]
fn a_plain_branch_inherits_the_item_and_a_counted_one_keeps_it() {
    let mut play = start(
        "context C { items: [\"x\", \"y\"] }\nstate s; state t; state u; state v\ns -@map(C.items)-> t\n\
         t -@async-> u; t -@async(2)-> v",
    );
    play.step();
    play.step();
    assert_eq!(play.value("1.2.1", "[item, index, total]"), r#"["y",1,2]"#);
    assert_eq!(play.value("1.2.3", "[item, index, total]"), r#"["y",1,2]"#);
    assert_eq!(play.value("1.1.2", "[item, index, total]"), r#"["x",0,2]"#);
}

#[test]
fn a_spawn_enters_modules_at_their_entry_and_lists_them() {
    let mut play = start("state s\nhouse { init hall; state attic; hall -> attic }\ns -@async-> house");
    play.step();
    assert_eq!(play.paths()[1], "1.1 active at house.hall");
    assert!(children(&play).contains(r#""node":"house.hall","entered":["house"]"#));
}

#[test]
fn spawn_storms_end_by_their_limits() {
    let mut play = start("state s\ns -@async-> s; s -> s");
    for _ in 0..3000 {
        if play.try_step().is_err() {
            break;
        }
    }
    assert_eq!(play.outcome(), "failed");
    assert!(play.run().paths.len() <= 2000);
    assert!(["path-limit", "max-steps"].iter().any(|code| play.log().iter().any(|event| event.contains(code))));
    let mut play = start("state s; state t\ns -@async-> t -@async-> s");
    while play.try_step().is_ok() {}
    assert!(play.run().paths.len() <= 2000);
    assert_ne!(play.outcome(), "running");
    let mut play = start("machine \"M\" { maxPaths: 8 }\nstate s; state t\ns -@async-> t; t -@async-> s; s -> s");
    while play.try_step().is_ok() {}
    assert_eq!(play.outcome(), "failed");
    assert!(play.log().iter().any(|event| event.contains(r#""kind":"path-limit","code":"path-limit""#)));
    assert!(play.last("limitHit").contains("maxPaths") || play.last("limitHit").contains("maxSteps"));
}

#[test]
fn a_tool_that_would_exceed_the_paths_is_refused_and_the_agent_goes_on() {
    let mut play = start(
        "machine \"M\" { maxPaths: 2 }\ncontext C { items: [1, 2, 3]; bad: 1 }\n\
         task t { prompt: \"go\" }; state a; state b; state u\n\
         t -@map(C.items)-> a; t -@map(C.bad)-> b; t -> u",
    );
    play.step();
    let calls = [
        ("map_spawn_to_a", Value::object()),
        ("map_spawn_to_b", Value::object()),
        ("transition_to_u", Value::object()),
    ];
    let done = play.try_reply("agent-1-1", turn(&calls)).unwrap();
    let codes: Vec<_> =
        done.results.iter().map(|one| one.result.as_ref().err().map(|error| error.code.word())).collect();
    assert_eq!(codes, [Some("path-limit"), Some("map-source"), None]);
    assert_eq!(play.paths(), ["1 active at u"]);
}

#[test]
fn a_failed_branch_fails_the_run_after_the_others_have_ended() {
    let mut play = start("state s; task t { prompt: \"go\" }; state u\ns -@async-> t; s -@async-> u");
    play.step();
    play.step();
    play.reply("agent-1.1-1", error("no"));
    assert_eq!(play.paths(), ["1 forked at s", "1.1 failed at t", "1.2 completed at u"]);
    assert_eq!(play.outcome(), "failed");
}

#[test]
fn a_forked_path_can_be_cancelled_and_its_children_go_on() {
    let mut play = start("state s; state t; state u\ns -@async-> t; t -> u");
    play.step();
    play.act(Action::Cancel { path: Some(tracklight::run::PathId::start(1)) }).unwrap();
    assert_eq!(play.paths(), ["1 cancelled at s", "1.1 active at t"]);
}

const LAPS: &str = "init begin; task work { prompt: \"go\" }; state check\n\
     begin -@async(2)-> work -@join-> check -> begin\n";

/// The path and the value of `round` of every path that waits for its agent.
fn rounds(play: &Play) -> Vec<(String, String)> {
    let waiting = agent_requests(play.run());
    waiting.iter().map(|one| (one.id().path.to_string(), play.value(&one.id().path.to_string(), "round"))).collect()
}

fn numbered(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(path, round)| ((*path).to_owned(), (*round).to_owned())).collect()
}

#[test]
fn round_numbers_the_visits_of_a_node_by_all_paths() {
    let mut play = start(LAPS);
    while rounds(&play).is_empty() {
        play.step();
    }
    let first = numbered(&[("1.1", "1"), ("1.2", "2")]);
    assert_eq!(rounds(&play), first);
    let step = play.run().step;
    // An attempt of a visit has the number of the visit.
    play.reply("agent-1.1-1", turn(&[]));
    play.reply("agent-1.2-1", turn(&[]));
    while rounds(&play).is_empty() {
        play.step();
    }
    let second = numbered(&[("1.3", "3"), ("1.4", "4")]);
    assert_eq!(rounds(&play), second);
    for past in [Past::Full, Past::None] {
        let resumed = Timeline::resume(&play.0.save(past), false).unwrap();
        assert!(!resumed.timeline_dropped);
        assert_eq!(rounds(&Play(resumed.timeline)), second);
    }
    play.0.go_to(step, None).unwrap();
    assert_eq!(rounds(&play), first);
}

#[test]
fn a_run_that_was_saved_without_rounds_resumes_with_its_past_and_counts_on() {
    let mut play = start(LAPS);
    while rounds(&play).is_empty() {
        play.step();
    }
    let older = |past| {
        let text = play.0.save(past);
        let without = text.replace(",\"round\":1", "").replace(",\"round\":2", "");
        assert_ne!(without, text);
        let resumed = Timeline::resume(&without, false).unwrap();
        assert!(!resumed.timeline_dropped);
        Play(resumed.timeline)
    };
    assert_eq!(rounds(&older(Past::Full)), numbered(&[("1.1", "1"), ("1.2", "2")]));
    let mut alone = older(Past::None);
    assert_eq!(rounds(&alone), numbered(&[("1.1", "2"), ("1.2", "2")]));
    alone.reply("agent-1.1-1", turn(&[]));
    alone.reply("agent-1.2-1", turn(&[]));
    while rounds(&alone).is_empty() {
        alone.step();
    }
    assert_eq!(rounds(&alone), numbered(&[("1.3", "3"), ("1.4", "4")]));
}

#[test]
fn what_the_machine_calls_round_goes_first() {
    let value = |source: &str, expression: &str| {
        let mut play = start(source);
        play.step();
        play.value("1", expression)
    };
    let task = "task t @start { prompt: \"go\" }\n";
    assert_eq!(value(&format!("context round {{ n: 7 }}\n{task}"), "round.n"), "7");
    assert_eq!(value(&format!("machine \"M\" {{ round: 7 }}\n{task}"), "round"), "7");
    assert_eq!(value(&format!("context C {{ round: 7 }}\n{task}"), "[C.round, round, round(1.6)]"), "[7,1,2]");
}
