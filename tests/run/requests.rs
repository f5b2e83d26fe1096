//! Information requests: who waits, what is refused, what the agent is told.

use tracklight::value::Value;

use crate::play::{object, start, turn, words};

#[test]
fn a_declared_need_holds_the_path_and_the_refusal_says_everything() {
    let mut play = start(
        "input Site { name: \"Mill creek\" }\ntask visit { prompt: \"go\"; needs: \"rainfall at {{ Site.name }} yesterday\"; wants: \"last verdict\" }\nvisit -reads-> Site",
    );
    assert_eq!(play.step(), ["nodeEntered", "requestOpened", "requestOpened"]);
    assert_eq!(play.path(), "awaitingAnswers at visit");
    let refused = play.try_step().unwrap_err();
    assert_eq!(
        tracklight::json::to_string(&refused),
        r#"{"code":"requests-pending","message":"1 required answer is missing: req-1-1 (path 1, node `visit`): \"rainfall at Mill creek yesterday\". Give it with run.answer(id, text) or run.answer(id, { error: text })","data":{"count":1,"how":"run.answer(id, text) or run.answer(id, { error: text })","requests":[{"id":"req-1-1","node":"visit","path":"1","query":"rainfall at Mill creek yesterday"}]}}"#
    );
    let kinds = words(&play.answer("req-1-1", "12 mm").unwrap());
    assert_eq!(kinds, ["requestAnswered", "agentRequested"]);
    assert!(play.asked("agent-1-1").contains(
        r#""answers":[{"id":"req-1-1","query":"rainfall at Mill creek yesterday","ok":true,"text":"12 mm"}]"#
    ));
    assert_eq!(play.answer("req-1-1", "13 mm").unwrap_err().code.word(), "already-answered");
    assert!(play.reply("agent-1-1", turn(&[])).contains(&"requestLapsed"));
    assert_eq!(play.answer("req-1-2", "late").unwrap_err().code.word(), "request-lapsed");
    assert_eq!(play.answer("req-1-9", "x").unwrap_err().code.word(), "unknown-request");
}

#[test]
fn an_agent_that_asks_is_asked_again_with_the_answer() {
    let mut play = start("task t { prompt: \"go\" }\nstate u\nt -> u");
    play.step();
    let ask = object([("query", Value::from("how many?")), ("reason", Value::from("to know"))]);
    let kinds = play.reply("agent-1-1", turn(&[("request_context", ask)]));
    assert_eq!(kinds, ["agentReplied", "requestOpened", "toolCalled"]);
    assert!(play.last("toolCalled").contains(r#""message":"request req-1-1 is queued""#));
    assert_eq!(play.try_reply("agent-1-1", turn(&[])).unwrap_err().code.word(), "requests-pending");
    play.answer("req-1-1", "three").unwrap();
    let asked = play.asked("agent-1-2");
    assert!(asked.contains(r#""turn":2"#) && asked.contains(r#""text":"three""#), "{asked}");
    play.reply("agent-1-2", turn(&[]));
    assert_eq!(play.path(), "active at u");
}

#[test]
fn a_chosen_transition_and_a_required_question_exclude_each_other() {
    let mut play = start("task t { prompt: \"go\" }\nstate u\nt -> u");
    play.step();
    let ask = || ("request_context", object([("query", Value::from("q")), ("reason", Value::from("r"))]));
    let go = ("transition_to_u", Value::object());
    let done = play.try_reply("agent-1-1", turn(&[ask(), go.clone()])).unwrap();
    assert_eq!(done.results[1].result.as_ref().unwrap_err().code, "requests-pending");
    let mut play = start("task t { prompt: \"go\" }\nstate u\nt -> u");
    play.step();
    let done = play.try_reply("agent-1-1", turn(&[go, ask()])).unwrap();
    assert_eq!(done.results[1].result.as_ref().unwrap_err().code, "already-chosen");
    assert_eq!(play.path(), "active at u");
}

#[test]
fn other_paths_go_on_while_one_waits() {
    let mut play =
        start("init a; init b\nstate hold { needs: [\"one\", \"two\"] }; state c; state d\na -> hold -> c; b -> d");
    play.step();
    play.step();
    assert_eq!(play.paths(), ["1 awaitingAnswers at hold", "2 completed at d"]);
    play.answer("req-1-2", "b").unwrap();
    assert_eq!(play.paths()[0], "1 awaitingAnswers at hold");
    play.answer("req-1-1", "a").unwrap();
    assert_eq!(play.paths()[0], "1 active at hold");
    play.step();
    assert_eq!(play.paths()[0], "1 active at c");
}

#[test]
fn limits_of_questions_and_answers_are_named() {
    let mut play = start("task t { prompt: \"go\"; needs: \"q\" }");
    play.step();
    assert_eq!(play.answer("req-1-1", "").unwrap_err().code.word(), "answer-invalid");
    assert_eq!(play.answer("req-1-1", &"x".repeat(20_001)).unwrap_err().code.word(), "answer-invalid");
    play.answer("req-1-1", "a").unwrap();
    let long = object([("query", Value::from("x".repeat(1001))), ("reason", Value::from("r"))]);
    let done = play.try_reply("agent-1-1", turn(&[("request_context", long)])).unwrap();
    let error = done.results[0].result.as_ref().unwrap_err();
    assert_eq!(error.code, "invalid-input");
    assert_eq!(error.details.as_ref().unwrap().to_json(), r#"{"field":"query","limit":1000}"#);
    assert_eq!(play.run().requests.len(), 1);
}

#[test]
fn the_last_turn_cannot_ask() {
    let mut play = start("machine \"M\" { maxTurns: 1 }\ntask t { prompt: \"go\" }");
    play.step();
    let ask = object([("query", Value::from("q")), ("reason", Value::from("r"))]);
    let done = play.try_reply("agent-1-1", turn(&[("request_context", ask)])).unwrap();
    let error = done.results[0].result.as_ref().unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str()),
        ("last-turn", "turn 1 of 1 is the last of this attempt: answer with what is known")
    );
    assert!(play.run().requests.is_empty());
}
