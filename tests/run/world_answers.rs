//! Several answers at once, and questions with choices (world.md 1).

use std::collections::BTreeMap;

use tracklight::json::to_string;
use tracklight::run::agent::requests::Answer;
use tracklight::run::save::Past;
use tracklight::run::timeline::Done;
use tracklight::run::{Action, Refusal, Timeline};
use tracklight::value::Value;

use super::play::{Play, object, start, turn, words};

fn answer_all<const N: usize>(play: &mut Play, answers: [(&str, Answer); N]) -> Result<Done, Refusal> {
    let answers = BTreeMap::from(answers.map(|(id, answer)| (id.to_owned(), answer)));
    play.act(Action::Answers { answers, auto: false })
}

fn text(words: &str) -> Answer {
    Answer::Text(words.into())
}

const TWO_PATHS: &str = "init a; init b\ntask t { prompt: \"go\"; needs: [\"one\", \"two\"] }\n\
                         state s { needs: \"three\" }\nstate end_state\na -> t; b -> s; s -> end_state";

fn two_paths() -> Play {
    let mut play = start(TWO_PATHS);
    play.step();
    play.step();
    assert_eq!(play.paths(), ["1 awaitingAnswers at t", "2 awaitingAnswers at s"]);
    play
}

#[test]
fn world_1_answers_is_one_action_in_path_and_id_order_and_each_path_goes_on_once() {
    let mut play = two_paths();
    let before = play.run().step;
    let declined = Answer::Declined("nobody knows".into());
    let done = answer_all(&mut play, [("req-2-1", text("c")), ("req-1-2", declined), ("req-1-1", text("a"))]).unwrap();
    assert_eq!(words(&done), ["requestAnswered", "requestAnswered", "agentRequested", "requestAnswered"]);
    assert_eq!(play.run().step, before + 1);
    assert_eq!(play.paths(), ["1 awaitingAgent at t", "2 active at s"]);
    let asked = play.asked("agent-1-1");
    assert!(asked.contains(r#""ok":true,"text":"a"},{"id":"req-1-2","query":"two","ok":false"#), "{asked}");
    assert_eq!(play.run().counters.agent_requests, 1);
}

#[test]
fn world_1_one_bad_answer_refuses_all_and_names_its_request() {
    let mut play = two_paths();
    let before = play.0.save(Past::Full);
    for (id, answer, code) in [
        ("req-2-1", text(""), "answer-invalid"),
        ("req-2-9", text("x"), "unknown-request"),
        ("req-2-1", Answer::Values(Default::default()), "answer-invalid"),
    ] {
        let refused = answer_all(&mut play, [("req-1-1", text("a")), (id, answer)]).unwrap_err();
        let shown = to_string(&refused);
        assert_eq!(refused.code.word(), code);
        assert!(shown.contains(&format!(r#""id":"{id}""#)), "{shown}");
    }
    assert_eq!(answer_all(&mut play, []).unwrap_err().code.word(), "answer-invalid");
    assert_eq!(play.0.save(Past::Full), before);
}

#[test]
fn world_1_answers_are_saved_and_replayed() {
    let mut play = two_paths();
    answer_all(&mut play, [("req-1-1", text("a")), ("req-1-2", text("b")), ("req-2-1", text("c"))]).unwrap();
    let back = Timeline::resume(&play.0.save(Past::Full), false).unwrap();
    assert!(!back.timeline_dropped);
    let mut again = start(TWO_PATHS).0;
    again.replay(&play.0.recording(), false, 10).unwrap();
    let texts =
        |run: &tracklight::run::Run| -> Vec<String> { run.requests.values().map(|one| to_string(&**one)).collect() };
    assert_eq!(texts(again.run()), texts(play.run()));
}

#[test]
fn world_1_requests_pending_says_which_call_to_use() {
    let mut play = two_paths();
    let refused = play.try_step().unwrap_err();
    let how = "run.answer(id, text), run.answer(id, { error: text }) or run.answers({ id: answer })";
    assert!(refused.message.ends_with(&format!("Give each with {how}")), "{}", refused.message);
    assert_eq!(refused.data.unwrap().get("how"), Some(&Value::from(how)));
}

fn ask(options: Value) -> (&'static str, Value) {
    let fields = [("query", Value::from("which?")), ("reason", Value::from("to know")), ("options", options)];
    ("request_context", object(fields))
}

fn texts<const N: usize>(texts: [&str; N]) -> Value {
    texts.into_iter().map(Value::from).collect()
}

#[test]
fn world_1_an_agent_may_offer_choices_and_another_answer_is_invalid() {
    let mut play = start("task t { prompt: \"go\" }");
    play.step();
    assert!(play.asked("agent-1-1").contains(r#""options":{"type":"array","items":{"type":"string","minLength":1,"#));
    play.reply("agent-1-1", turn(&[ask(texts(["red", "blue"]))]));
    assert!(play.last("requestOpened").contains(r#""options":["red","blue"]"#));
    let refused = play.answer("req-1-1", "green").unwrap_err();
    assert_eq!(
        to_string(&refused),
        concat!(
            r#"{"code":"answer-invalid","message":"question `req-1-1` must be answered with one of: red, blue","#,
            r#""data":{"field":"answer","options":["red","blue"]}}"#
        )
    );
    let saved = Timeline::resume(&play.0.save(Past::None), false).unwrap();
    let request = saved.timeline.run().requests.values().next().unwrap().clone();
    assert_eq!(request.options.len(), 2);
    play.act(Action::Answer { request: "req-1-1".into(), answer: Answer::Declined("green".into()), auto: false })
        .unwrap();
    assert_eq!(play.path(), "awaitingAgent at t");
}

#[test]
fn world_1_choices_are_2_to_10_distinct_texts_of_1_to_200_characters() {
    let many: Vec<String> = (0..11).map(|number| number.to_string()).collect();
    for wrong in [
        texts(["one"]),
        texts(["one", "one"]),
        texts(["one", ""]),
        many.iter().map(|text| Value::from(text.as_str())).collect(),
        [Value::from("one"), Value::from("x".repeat(201))].into_iter().collect(),
        [Value::from("one"), Value::from(2.0)].into_iter().collect(),
        Value::from("one"),
    ] {
        let mut play = start("task t { prompt: \"go\" }");
        play.step();
        let done = play.try_reply("agent-1-1", turn(&[ask(wrong)])).unwrap();
        let error = done.results[0].result.as_ref().unwrap_err();
        assert_eq!(error.code.word(), "invalid-input");
        assert_eq!(error.message, "`options` must be 2 to 10 different texts of 1 to 200 characters");
        assert!(play.run().requests.is_empty());
    }
}

#[test]
fn world_1_needs_and_wants_may_have_choices() {
    let machine = tracklight::machine::Machine::parse(
        "state s { needs: [{ text: \"which?\", options: [\"red\", \"blue\"] }, \"why?\"]; \
         wants: { text: \"more?\", options: [\"yes\", \"no\"] } }",
    );
    let mut play = Play(Timeline::start(machine, &Default::default()));
    play.step();
    let options: Vec<usize> = play.run().requests.values().map(|request| request.options.len()).collect();
    assert_eq!(options, [2, 0, 2]);
    assert_eq!(play.answer("req-1-1", "green").unwrap_err().code.word(), "answer-invalid");
    play.answer("req-1-1", "blue").unwrap();
    assert_eq!(play.answer("req-1-3", "maybe").unwrap_err().code.word(), "answer-invalid");
}

#[test]
fn world_1_an_object_for_a_plain_request_is_invalid() {
    let mut play = start("state s { needs: \"why\" }");
    play.step();
    let values = Answer::Values(tracklight::value::Map::unit("x".into(), Value::from(1.0)));
    let refused = play.act(Action::Answer { request: "req-1-1".into(), answer: values, auto: false }).unwrap_err();
    assert_eq!(refused.code.word(), "answer-invalid");
    assert_eq!(refused.message, "question `req-1-1` is answered with a text, not with an object");
    assert_eq!(play.path(), "awaitingAnswers at s");
}
