//! Failures: recorded once, retried, caught, ending the path.

use tracklight::run::Action;
use tracklight::value::Value;

use super::play::{data, error, start, turn, turns};

#[test]
fn tools_that_were_not_offered_are_refused_and_change_nothing() {
    let mut play = start("context Secret { n: 1 }\ntask t { prompt: \"go\" }\nstate u\nt -> u");
    play.step();
    let calls =
        [("read_Secret", Value::object()), ("write_Nope", Value::object()), ("transition_to_ghost", Value::object())];
    let done = play.try_reply("agent-1-1", turn(&calls)).unwrap();
    assert!(done.results.iter().all(|result| result.result.as_ref().unwrap_err().code.word() == "unknown-tool"));
    assert_eq!(play.value("1", "Secret.n"), "1");
    assert_eq!(play.run().counters.errors, 3);
    assert!(play.last("pathFailed").contains(r#""kind":"tool","code":"unknown-tool""#));
}

#[test]
fn an_agent_that_recovers_in_the_same_visit_goes_on() {
    let mut play = start("task t { prompt: \"go\" }\nstate u\nt -> u");
    play.step();
    let go = ("transition_to_u", Value::object());
    play.reply("agent-1-1", turn(&[("oops", Value::object()), go]));
    assert_eq!((play.path().as_str(), play.value("1", "errorCount").as_str()), ("active at u", "1"));
}

#[test]
fn retries_wait_longer_each_time_and_the_module_catches_in_the_end() {
    let mut play = start(
        "group house { task t @retry(3) { prompt: \"go\" } }\nstate safe; state clean\nhouse -catch-> safe\n\
         safe -when: errorCount > 0-> clean",
    );
    play.step();
    let delays: Vec<String> = (1..=4)
        .map(|n| {
            let asked = play.asked(&format!("agent-1-{n}"));
            play.reply(&format!("agent-1-{n}"), error("no"));
            asked.split("\"delayMs\":").nth(1).unwrap().split(',').next().unwrap().to_owned()
        })
        .collect();
    assert_eq!(delays, ["0", "1000", "2000", "4000"]);
    assert_eq!((play.path().as_str(), play.value("1", "errorCount").as_str()), ("active at safe", "4"));
    play.step();
    assert_eq!(play.path(), "active at clean");
}

#[test]
fn fail_fast_cancels_the_other_paths() {
    let mut play = start(
        "machine \"M\" @errorHandling(\"fail-fast\")\ninit a; init b; init c\ntask t { prompt: \"go\" }; state d\n\
         a -> t; b -> d -> d; c -> d",
    );
    play.step();
    play.step();
    play.reply("agent-1-1", error("broken"));
    let paths = play.paths();
    assert_eq!(paths[0], "1 failed at t");
    assert!(paths[1].starts_with("2 cancelled") && paths[2].starts_with("3 cancelled"), "{paths:?}");
    assert_eq!(play.outcome(), "failed");
}

#[test]
fn turns_beyond_the_limit_fail_the_visit() {
    let mut play = start("machine \"M\" { maxTurns: 2 }\ntask t { prompt: \"go\" }");
    play.step();
    assert_eq!(play.reply("agent-1-1", turns(&[&[]], false)), ["agentReplied", "agentRequested"]);
    let kinds = play.reply("agent-1-2", turns(&[&[]], false));
    assert_eq!(kinds, ["agentReplied", "visitFailed", "pathFailed", "runEnded"]);
    assert!(play.last("pathFailed").contains("turn-limit"));
}

#[test]
fn running_time_ends_the_run_and_waiting_time_does_not() {
    let mut play = start("state a; state b\na -> b -> a");
    let report_time = |ms| Action::ReportTime { elapsed_ms: ms };
    play.act(report_time(5)).unwrap();
    play.step();
    play.act(report_time(300_001)).unwrap();
    assert_eq!(play.step(), ["limitHit", "pathFailed", "runEnded"]);
    assert!(play.last("pathFailed").contains("run-timeout"));
}

#[test]
fn a_refused_write_names_every_violation_and_stores_nothing() {
    let mut play = start(
        "context C { n<Integer> @minimum(0): 0; name<string>: \"x\" }\ntask t { prompt: \"go\" }\nstate u\n\
         t -writes-> C; t -> u",
    );
    play.step();
    let bad = data([("n", Value::from(-1.0)), ("name", Value::from(3.0)), ("nmae", Value::from("y"))]);
    let done = play.try_reply("agent-1-1", turn(&[("write_C", bad)])).unwrap();
    let error = done.results[0].result.as_ref().unwrap_err();
    let details = error.details.as_ref().unwrap().to_json();
    assert_eq!(error.code.word(), "write-refused");
    for code in ["minimum", "type-mismatch", "unknown-field", "did you mean `name`?"] {
        assert!(details.contains(code), "{details}");
    }
    assert_eq!((play.value("1", "C.n"), play.value("1", "C.name")), ("0".into(), "\"x\"".into()));
    assert!(play.last("writeRefused").contains(r#""source":"agent""#));
}

#[test]
fn field_lists_limit_what_is_read_and_written() {
    let mut play =
        start("context C { a: 1; b: 2; c: 3 }\ntask t { prompt: \"go\" }\nt -reads: a-> C; t -writes: b-> C");
    play.step();
    let asked = play.asked("agent-1-1");
    assert!(asked.contains(r#""read":["a","b"],"write":["b"]"#), "{asked}");
    let (read, write) = asked.split_once(r#""name":"write_C""#).unwrap();
    let (_, read) = read.split_once(r#""name":"read_C""#).unwrap();
    assert!(read.contains(r#"["a","b"]"#) && !read.contains(r#""c""#), "{read}");
    let (write, _) = write.split_once(r#""name":"request_context""#).unwrap();
    assert!(write.contains(r#""b""#) && !write.contains(r#""a""#) && !write.contains(r#""c""#), "{write}");
    let fields = super::play::object([("fields", [Value::from("c")].into_iter().collect())]);
    let write = data([("a", Value::from(9.0))]);
    let done = play.try_reply("agent-1-1", turn(&[("read_C", fields), ("write_C", write)])).unwrap();
    assert_eq!(done.results[0].result.as_ref().unwrap_err().code.word(), "not-permitted");
    let refused = done.results[1].result.as_ref().unwrap_err();
    assert!(
        refused.code.word() == "write-refused" && refused.details.as_ref().unwrap().to_json().contains("not-permitted")
    );
    assert_eq!(play.value("1", "C.a"), "1");
}

#[test]
fn an_input_cannot_be_written_after_the_start() {
    let mut play = start("input C { n: 1 }\ntask t { prompt: \"go\" }\nt -reads-> C");
    let refused = play.set("1", "C.n", 2.0).unwrap_err();
    assert!(refused.code.word() == "write-refused" && refused.data.unwrap().to_json().contains("input-immutable"));
    play.step();
    assert_eq!(play.tools("agent-1-1"), ["read_C", "request_context"]);
}
