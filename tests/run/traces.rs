//! The four test machines, exactly as the runtime's worked traces have them.

use tracklight::value::Value;

use super::play::{data, object, start, turn};

pub const COUNTER: &str = r#"context Counter { value: 0 }
task increment { prompt: "Add 1 to Counter.value" }
increment -writes-> Counter"#;

pub const WRITE_THEN_READ: &str = r#"machine "Context Test" { logLevel: "debug" }
task write { prompt: "Set config.value to 'hello world'" }
task read { prompt: "Read config.value and confirm it's 'hello world'" }
context config { value: "" }
write -writes-> config
read -reads-> config
write -> read"#;

pub const PROMPT_FIRST: &str = r#"machine "Prompt Priority Test" { logLevel: "debug" }
task work { prompt: "Set result.done to true" }
context result { done: false }
work -writes-> result
work -when: "result.done"-> complete"#;

pub const CATCH: &str = r#"machine "Error Test" { logLevel: "debug" }
task risky { prompt: "Try to use a non-existent tool" }
state failed "Error handler"
risky -catch-> failed"#;

#[test]
fn t0_a_counter_written_is_stored_and_read_by_the_next_call() {
    let mut play = start(COUNTER);
    assert_eq!(play.path(), "active at increment");
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(play.path(), "awaitingAgent at increment");
    assert_eq!(play.tools("agent-1-1"), ["read_Counter", "write_Counter", "request_context"]);
    let write = data([("value", Value::from(1.0))]);
    let kinds = play.reply("agent-1-1", turn(&[("write_Counter", write), ("read_Counter", Value::object())]));
    let (called, ended) = ("toolCalled", ["pathCompleted", "runEnded"]);
    assert_eq!(kinds[..5], ["agentReplied", "contextWritten", called, "contextRead", called]);
    assert_eq!(kinds[5..], ended);
    let log = play.log();
    assert!(log[4].contains(r#""changes":[{"field":"value","before":0,"after":1}],"version":1"#), "{}", log[4]);
    let result =
        r#""result":{"context":"Counter","success":true,"values":{"value":1},"version":1,"written":["value"]}"#;
    assert!(log[5].contains(result), "{}", log[5]);
    assert!(log[7].contains(r#""data":{"value":1},"missing":[]"#), "{}", log[7]);
    assert_eq!((play.path().as_str(), play.outcome()), ("completed at increment", "completed"));
    let before = play.log();
    assert_eq!(play.try_step().unwrap_err().code.word(), "run-ended");
    assert_eq!(play.log(), before);
}

#[test]
fn t1_a_value_written_by_one_task_is_read_by_the_next() {
    let mut play = start(WRITE_THEN_READ);
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(play.tools("agent-1-1"), ["transition_to_read", "read_config", "write_config", "request_context"]);
    let write = data([("value", Value::from("hello world"))]);
    assert_eq!(
        play.reply("agent-1-1", turn(&[("write_config", write)])),
        ["agentReplied", "contextWritten", "toolCalled", "moved"]
    );
    assert!(play.last("moved").contains(r#""edge":"e2""#) && play.last("moved").contains(r#""type":"default""#));
    assert_eq!(play.path(), "active at read");
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(play.tools("agent-1-2"), ["read_config", "request_context"]);
    let asked = play.asked("agent-1-2");
    assert!(asked.contains(r#""prompt":"Read config.value and confirm it's 'hello world'""#), "{asked}");
    assert!(asked.contains(r#""values":{"value":"hello world"}"#), "{asked}");
    let fields = object([("fields", [Value::from("value")].into_iter().collect())]);
    assert_eq!(
        play.reply("agent-1-2", turn(&[("read_config", fields)])),
        ["agentReplied", "contextRead", "toolCalled", "pathCompleted", "runEnded"]
    );
    assert!(play.last("toolCalled").contains(r#""data":{"value":"hello world"}"#));
}

#[test]
fn t2_a_prompt_is_asked_before_its_true_condition_is_taken() {
    let mut play = start(PROMPT_FIRST);
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(play.tools("agent-1-1"), ["read_result", "write_result", "request_context"]);
    let write = data([("done", Value::from(true))]);
    assert_eq!(
        play.reply("agent-1-1", turn(&[("write_result", write)])),
        ["agentReplied", "contextWritten", "toolCalled", "conditionEvaluated", "moved"]
    );
    assert!(play.last("moved").contains(r#""cause":{"type":"condition","text":"result.done"}"#));
    assert_eq!(play.path(), "active at complete");
    assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "runEnded"]);
}

#[test]
fn t2_the_agent_is_asked_first_also_when_the_condition_is_true_from_the_start() {
    let mut play = start(&PROMPT_FIRST.replace("done: false", "done: true"));
    assert_eq!(play.step(), ["nodeEntered", "agentRequested"]);
    assert_eq!(play.reply("agent-1-1", turn(&[])), ["agentReplied", "conditionEvaluated", "moved"]);
    let mut play = start(PROMPT_FIRST);
    play.step();
    assert_eq!(play.reply("agent-1-1", turn(&[])), ["agentReplied", "conditionEvaluated", "blocked", "runBlocked"]);
    assert_eq!(play.path(), "blocked at work");
}

#[test]
fn t3_a_failed_call_leads_to_the_catch_edge_and_counts_once() {
    let mut play = start(CATCH);
    play.step();
    assert_eq!(play.tools("agent-1-1"), ["request_context"]);
    assert_eq!(
        play.reply("agent-1-1", turn(&[("no_such_tool", Value::object())])),
        ["agentReplied", "toolCalled", "visitFailed", "caught", "moved"]
    );
    assert!(play.last("toolCalled").contains(r#""code":"unknown-tool""#));
    assert!(play.last("moved").contains(r#""cause":{"type":"catch"}"#));
    assert_eq!(play.path(), "active at failed");
    assert_eq!(play.value("1", "errorCount"), "1");
    assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "runEnded"]);
    assert_eq!((play.path().as_str(), play.run().counters.errors), ("completed at failed", 1));
}
