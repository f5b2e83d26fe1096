//! Questions with a form (world.md 1): what is asked, what an answer writes, and what a path does while it is asked.

use std::collections::BTreeMap;

use tracklight::json::to_string;
use tracklight::run::agent::requests::{Answer, shown};
use tracklight::run::save::Past;
use tracklight::run::timeline::Done;
use tracklight::run::{Action, Refusal, Timeline};
use tracklight::value::{Map, Value};

use super::play::{Play, start, turn, words};

const DESK: &str = "input Claim { amount<number>: 120 }\n\
    context Decision { verdict<'approve' | 'reject'>; note<string?>; extra<string?> }\n\
    state approve \"Refund {{ Claim.amount }}?\"\nstate paid\nstate refused\n\
    approve -asks: verdict, note-> Decision\n\
    approve -when: \"declined\"-> refused\n\
    approve -when: \"Decision.verdict == 'approve'\"-> paid\n\
    approve -> refused";

fn values<const N: usize>(values: [(&str, Value); N]) -> Answer {
    Answer::Values(values.into_iter().map(|(name, value)| (std::sync::Arc::from(name), value)).collect::<Map>())
}

fn give(play: &mut Play, request: &str, answer: Answer) -> Result<Done, Refusal> {
    play.act(Action::Answer { request: request.to_owned(), answer, auto: false })
}

fn asked(play: &Play, number: usize) -> String {
    let request = play.run().requests.values().nth(number).unwrap().clone();
    to_string(&shown(play.run(), &request))
}

#[test]
fn world_1_a_node_that_asks_raises_a_required_form_with_its_title_as_question() {
    let mut play = start(DESK);
    assert_eq!(play.step(), ["nodeEntered", "requestOpened"]);
    assert_eq!(play.path(), "awaitingAnswers at approve");
    assert_eq!(
        asked(&play, 0),
        concat!(
            r#"{"id":"req-1-1","path":"1","node":"approve","visit":1,"query":"Refund 120?","reason":"declared on approve","#,
            r#""priority":"required","raisedBy":"machine","form":{"context":"Decision","fields":["verdict","note"],"#,
            r#""schema":{"type":"object","properties":{"verdict":{"type":"string","enum":["approve","reject"]},"#,
            r#""note":{"type":["string","null"]}},"required":["verdict"],"additionalProperties":false},"values":{}},"#,
            r#""state":"open"}"#
        )
    );
    assert!(play.last("requestOpened").contains(r#""form":{"context":"Decision","fields":["verdict","note"]}"#));
}

#[test]
fn world_1_the_values_of_a_form_are_those_of_the_moment_it_is_looked_at() {
    let mut play = start(DESK);
    play.step();
    play.set("1", "Decision.verdict", "reject").unwrap();
    play.set("1", "Decision.extra", "not asked for").unwrap();
    assert!(asked(&play, 0).contains(r#""values":{"verdict":"reject"}"#), "{}", asked(&play, 0));
}

#[test]
fn world_1_the_question_is_an_attribute_of_the_edge_else_the_title_else_fill_in() {
    let question = |source: &str| {
        let mut play = start(source);
        play.step();
        play.run().requests.values().next().unwrap().query.to_string()
    };
    let context = "context D { n: 1 }\n";
    assert_eq!(question(&format!("{context}state s\ns -asks-> D")), "Fill in D");
    assert_eq!(question(&format!("{context}state s \"Title\"\ns -asks-> D")), "Title");
    assert_eq!(
        question(&format!("{context}state s \"Title\"\ns -asks; question: \"How many, {{{{ D.n }}}}?\"-> D")),
        "How many, 1?"
    );
}

#[test]
fn world_1_needs_come_first_then_one_form_per_context_then_wants() {
    let mut play = start(
        "context A { a: 1 }\ncontext B { b: 1; c: 2 }\nstate s { needs: \"why\"; wants: \"more\" }\n\
         s -asks: c-> B\ns -asks-> A\ns -asks: b-> B",
    );
    play.step();
    let all: Vec<String> = play
        .run()
        .requests
        .values()
        .map(|request| match &request.form {
            Some(form) => format!("{} {}", form.context, form.fields.join(" ")),
            None => request.query.to_string(),
        })
        .collect();
    assert_eq!(all, ["why", "B b c", "A a", "more"]);
}

#[test]
fn world_1_an_accepted_form_is_an_answer_and_then_a_write() {
    let mut play = start(DESK);
    play.step();
    let done = give(&mut play, "req-1-1", values([("verdict", Value::from("approve"))])).unwrap();
    assert_eq!(words(&done), ["requestAnswered", "contextWritten"]);
    assert!(
        play.last("requestAnswered")
            .contains(r#""ok":true,"text":"{\"verdict\":\"approve\"}","value":{"verdict":"approve"}"#)
    );
    assert!(play.last("contextWritten").contains(r#""source":"answer""#));
    assert_eq!(play.path(), "active at approve");
    assert_eq!(play.step(), ["conditionEvaluated", "conditionEvaluated", "moved"]);
    assert_eq!(play.path(), "active at paid");
}

#[test]
fn world_1_a_violation_is_data_of_the_refusal_and_the_request_stays_open() {
    let mut play = start(DESK);
    play.step();
    let before = play.0.save(Past::Full);
    for (answer, part) in [
        (values([("verdict", Value::from("maybe"))]), r#""pointer":"/verdict""#),
        (values([]), r#""pointer":"/verdict""#),
        (values([("verdict", Value::from("approve")), ("extra", Value::from("x"))]), r#""pointer":"/extra""#),
        (values([("verdict", Value::from("approve")), ("error", Value::from("x"))]), r#""pointer":"/error""#),
    ] {
        let refused = give(&mut play, "req-1-1", answer).unwrap_err();
        let text = to_string(&refused);
        assert_eq!(refused.code.word(), "answer-invalid");
        assert!(text.contains(part) && text.contains(r#""context":"Decision""#), "{text}");
    }
    let refused = play.answer("req-1-1", "approve").unwrap_err();
    assert_eq!(refused.code.word(), "answer-invalid");
    assert_eq!(refused.message, "question `req-1-1` is a form: answer it with an object of verdict, note");
    assert_eq!(play.0.save(Past::Full), before);
    give(&mut play, "req-1-1", values([("verdict", Value::from("approve"))])).unwrap();
}

#[test]
fn world_1_a_required_field_is_given_in_each_visit_also_when_it_has_a_value() {
    let mut play =
        start("context D { v<'a' | 'b'>: 'a' }\nstate s\nstate t\ns -asks-> D\ns -when: \"visits < 2\"-> s\ns -> t");
    play.step();
    assert_eq!(give(&mut play, "req-1-1", values([])).unwrap_err().code.word(), "answer-invalid");
    give(&mut play, "req-1-1", values([("v", Value::from("b"))])).unwrap();
    play.step();
    play.step();
    assert_eq!(give(&mut play, "req-1-2", values([])).unwrap_err().code.word(), "answer-invalid");
    give(&mut play, "req-1-2", values([("v", Value::from("b"))])).unwrap();
}

#[test]
fn world_1_nothing_is_written_where_nothing_must_be_given_and_nothing_is() {
    let mut play = start("context D { note<string?>; n: 1 }\nstate s\nstate t\ns -asks-> D\ns -> t");
    play.step();
    assert_eq!(words(&give(&mut play, "req-1-1", values([])).unwrap()), ["requestAnswered"]);
    play.step();
    assert_eq!(play.path(), "active at t");
}

#[test]
fn world_1_an_error_declines_and_writes_nothing() {
    let mut play = start(DESK);
    play.step();
    assert_eq!(play.value("1", "declined"), "false");
    let done = give(&mut play, "req-1-1", Answer::Declined("ask somebody else".into())).unwrap();
    assert_eq!(words(&done), ["requestAnswered"]);
    assert_eq!(play.value("1", "declined"), "true");
    play.step();
    assert_eq!(play.path(), "active at refused");
    assert_eq!(play.value("1", "declined"), "false");
}

#[test]
fn world_1_what_was_answered_before_a_decline_is_still_there() {
    let mut play =
        start("context A { a<string> }\ncontext B { b<string> }\nstate s\nstate t\ns -asks-> A\ns -asks-> B\ns -> t");
    play.step();
    give(&mut play, "req-1-1", values([("a", Value::from("x"))])).unwrap();
    give(&mut play, "req-1-2", Answer::Declined("no".into())).unwrap();
    assert_eq!((play.value("1", "A.a"), play.value("1", "declined")), ("\"x\"".to_owned(), "true".to_owned()));
}

#[test]
fn world_1_an_agent_is_asked_with_the_values_in_its_answers_and_gets_no_write_tool() {
    let mut play = start("context D { v<string> }\ntask t \"Do {{ D.v }}\" { prompt: \"go\" }\nt -asks-> D");
    play.step();
    assert_eq!(play.path(), "awaitingAnswers at t");
    give(&mut play, "req-1-1", values([("v", Value::from("x"))])).unwrap();
    assert_eq!(play.path(), "awaitingAgent at t");
    let request = play.asked("agent-1-1");
    assert!(request.contains(r#""ok":true,"text":"{\"v\":\"x\"}","value":{"v":"x"}}"#), "{request}");
    assert_eq!(play.tools("agent-1-1"), ["read_D", "request_context"]);
}

#[test]
fn world_1_retries_do_not_ask_again() {
    let mut play = start("context D { v<string> }\ntask t @retry(1) { prompt: \"go\" }\nt -asks-> D");
    play.step();
    give(&mut play, "req-1-1", values([("v", Value::from("x"))])).unwrap();
    play.reply("agent-1-1", super::play::error("busy"));
    assert_eq!(play.path(), "awaitingAgent at t");
    assert_eq!(play.run().requests.len(), 1);
    play.reply("agent-1-2", turn(&[]));
}

#[test]
fn world_1_a_module_asks_when_a_path_enters_it_from_outside() {
    let mut play = start(
        "context D { v<string> }\ninit begin\nstate shop { state a; state b; a -> b }\nstate out\n\
         shop -asks-> D\nbegin -> shop\nshop -> out",
    );
    play.step();
    play.step();
    assert_eq!(play.path(), "awaitingAnswers at shop.a");
    let request = play.run().requests.values().next().unwrap().clone();
    assert_eq!((&*request.node, &*request.reason), ("shop", "declared on shop"));
    give(&mut play, "req-1-1", values([("v", Value::from("x"))])).unwrap();
    play.step();
    play.step();
    assert_eq!((play.path().as_str(), play.run().requests.len()), ("active at out", 1));
}

#[test]
fn world_1_texts_forms_and_declines_may_be_mixed_in_answers() {
    let mut play = start(
        "context D { v<string> }\ncontext E { w<string> }\nstate s { needs: \"why\" }\nstate t\n\
         s -asks-> D\ns -asks-> E\ns -> t",
    );
    play.step();
    let bad = BTreeMap::from([
        ("req-1-1".to_owned(), Answer::Text("so".into())),
        ("req-1-2".to_owned(), values([("v", Value::from(1.0))])),
    ]);
    let refused = play.act(Action::Answers { answers: bad, auto: false }).unwrap_err();
    assert_eq!(refused.data.as_ref().unwrap().get("id"), Some(&Value::from("req-1-2")));
    assert!(refused.data.unwrap().get("errors").is_some());
    let answers = BTreeMap::from([
        ("req-1-1".to_owned(), Answer::Text("so".into())),
        ("req-1-2".to_owned(), values([("v", Value::from("x"))])),
        ("req-1-3".to_owned(), Answer::Declined("no".into())),
    ]);
    let done = play.act(Action::Answers { answers, auto: false }).unwrap();
    assert_eq!(words(&done), ["requestAnswered", "requestAnswered", "contextWritten", "requestAnswered"]);
    assert_eq!(play.path(), "active at s");
}

#[test]
fn world_1_two_forms_may_write_one_shared_context() {
    let mut play =
        start("context D @shared { v<string> }\ninit a; init b\nstate s\nstate t\na -> s; b -> s\ns -asks-> D\ns -> t");
    play.step();
    play.step();
    let answers = BTreeMap::from([
        ("req-1-1".to_owned(), values([("v", Value::from("one"))])),
        ("req-2-1".to_owned(), values([("v", Value::from("two"))])),
    ]);
    play.act(Action::Answers { answers, auto: false }).unwrap();
    assert_eq!(play.value("1", "D.v"), "\"two\"");
}

#[test]
fn world_1_requests_pending_names_the_call_for_a_form() {
    let mut play = start(DESK);
    play.step();
    let refused = play.try_step().unwrap_err();
    let how = "run.answer(id, { field: value }) or run.answer(id, { error: text })";
    assert!(refused.message.ends_with(&format!("Give it with {how}")), "{}", refused.message);
}

#[test]
fn world_1_forms_and_their_answers_are_saved_and_replayed() {
    let mut play = start(DESK);
    play.step();
    let open = Timeline::resume(&play.0.save(Past::None), false).unwrap();
    assert_eq!(
        to_string(&shown(open.timeline.run(), open.timeline.run().requests.values().next().unwrap())),
        asked(&play, 0)
    );
    give(&mut play, "req-1-1", values([("verdict", Value::from("approve")), ("note", Value::from("ok"))])).unwrap();
    for past in [Past::Full, Past::None] {
        let back = Timeline::resume(&play.0.save(past), false).unwrap();
        assert!(!back.timeline_dropped);
        assert_eq!(back.timeline.save(past), play.0.save(past));
    }
    let recording = play.0.recording();
    assert!(
        to_string(&recording).contains(r#""answer":{"note":"ok","verdict":"approve"}"#),
        "{}",
        to_string(&recording)
    );
    let mut again = start(DESK).0;
    again.replay(&recording, false, 10).unwrap();
    assert_eq!(Play(again).value("1", "Decision.note"), "\"ok\"");
}

#[test]
fn world_1_a_form_of_a_context_that_an_edit_removed_can_only_be_declined() {
    let mut play = start("context D { v<string> }\nstate s\nstate t\ns -asks-> D\ns -> t");
    play.step();
    play.act(Action::ProposeEdit { source: "state s\nstate t\ns -> t".to_owned() }).unwrap();
    play.act(Action::ApplyEdit { id: "edit-1".to_owned() }).unwrap();
    let refused = give(&mut play, "req-1-1", values([("v", Value::from("x"))])).unwrap_err();
    assert_eq!(refused.code.word(), "answer-invalid");
    assert!(refused.message.contains("no longer has"), "{}", refused.message);
    give(&mut play, "req-1-1", Answer::Declined("gone".into())).unwrap();
    assert_eq!(play.path(), "active at s");
}

#[test]
fn world_8_the_tables_have_the_context_and_the_value_of_a_form() {
    let mut play = start(DESK);
    play.step();
    give(&mut play, "req-1-1", values([("verdict", Value::from("approve"))])).unwrap();
    let script = tracklight::view::database(&play.0).script;
    assert!(script.contains(r#"'Decision', '{"verdict":"approve"}'"#), "{script}");
}

#[test]
fn world_8_the_context_graph_shows_a_form_as_a_work_node() {
    let mut play = start(DESK);
    play.step();
    let node = to_string(&play.0.graph());
    assert!(node.contains(r#""id":"req-1-1","kind":"work""#), "{node}");
}
