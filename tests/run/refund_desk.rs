//! The worked traces of *Refund desk*, the machine of the guide about people, events and time.

use tracklight::run::agent::requests::Answer;
use tracklight::run::{Action, Refusal};
use tracklight::value::Value;

use super::play::{Play, data, error, object, start, turn, words};

const DAY: u64 = 86_400_000;

fn desk() -> Play {
    start(include_str!("../../www/examples/refund-desk.dygram"))
}

/// Assesses the claim with the call that is open.
fn assess(play: &mut Play, request: &str) {
    play.step();
    assert_eq!(play.path(), "awaitingAgent at assess");
    let check = data([("risk", "low".into()), ("summary", "It leaks at the spout.".into())]);
    play.reply(request, turn(&[("write_Check", check)]));
    assert_eq!(play.path(), "active at approve");
    play.step();
    assert_eq!(play.path(), "awaitingAnswers at approve");
}

/// At the question to the person, for the first time.
fn asked() -> Play {
    let mut play = desk();
    play.step();
    assess(&mut play, "agent-1-1");
    play
}

fn answer(play: &mut Play, request: &str, answer: Answer) -> Result<Vec<&'static str>, Refusal> {
    play.act(Action::Answer { request: request.to_owned(), answer, auto: false }).map(|done| words(&done))
}

fn decide(play: &mut Play, request: &str, verdict: &str) -> Result<Vec<&'static str>, Refusal> {
    answer(play, request, Answer::read(&object([("verdict", verdict.into())])).unwrap())
}

fn pay(play: &mut Play, amount: f64) -> Result<Vec<&'static str>, Refusal> {
    let data = object([("amount", Value::from(amount))]);
    play.act(Action::Send { name: "paid".to_owned(), data, path: None }).map(|done| words(&done))
}

fn elapse(play: &mut Play, milliseconds: u64) -> (Vec<&'static str>, u64) {
    let done = play.act(Action::Elapse { milliseconds }).expect("elapse");
    (words(&done), done.left_ms.unwrap())
}

/// Steps to the end; gives the letter.
fn letter(play: &mut Play) -> String {
    while play.try_step().is_ok() {}
    assert_eq!((play.outcome(), play.path()), ("completed", "completed at closed".to_owned()));
    play.value("1", "Letter.text")
}

#[test]
fn a_claim_is_approved_and_paid() {
    let mut play = asked();
    let question = play.last("requestOpened");
    assert!(question.contains(r#""query":"Refund 120 for A-1042?""#), "{question}");
    assert_eq!(decide(&mut play, "req-1-1", "perhaps").unwrap_err().code.word(), "answer-invalid");
    assert_eq!(play.path(), "awaitingAnswers at approve");
    assert_eq!(decide(&mut play, "req-1-1", "approve").unwrap(), ["requestAnswered", "contextWritten"]);
    play.step();
    play.step();
    assert_eq!(play.path(), "awaitingEvent at waiting");
    assert_eq!(play.try_step().unwrap_err().code.word(), "events-pending");
    assert_eq!(pay(&mut play, -1.0).unwrap_err().code.word(), "event-invalid");
    assert_eq!(pay(&mut play, 119.0).unwrap_err().code.word(), "event-unexpected");
    pay(&mut play, 120.0).unwrap();
    assert_eq!(play.path(), "active at closed");
    assert_eq!(letter(&mut play), r#""Refund: approve""#);
    assert_eq!(play.run().clock_ms, 0);
}

#[test]
fn a_claim_is_assessed_again_twice_and_then_closed() {
    let mut play = asked();
    for round in 1..=2 {
        decide(&mut play, &format!("req-1-{round}"), "more").unwrap();
        let events = play.step();
        assert!(events.contains(&"contextWritten"), "{events:?}");
        assert_eq!((play.path(), play.value("1", "Rounds.count")), ("active at assess".to_owned(), round.to_string()));
        assess(&mut play, &format!("agent-1-{}", round + 1));
    }
    decide(&mut play, "req-1-3", "more").unwrap();
    assert_eq!(letter(&mut play), r#""Refund: more""#);
    assert_eq!(play.value("1", "Rounds.count"), "2");
}

#[test]
fn a_claim_that_nobody_decides_on_times_out_at_the_question() {
    let mut play = asked();
    let (events, left) = elapse(&mut play, 2 * DAY - 1);
    assert_eq!((events, left, play.path()), (vec![], 0, "awaitingAnswers at approve".to_owned()));
    let (events, left) = elapse(&mut play, DAY);
    assert!(events.contains(&"timerFired") && events.contains(&"requestLapsed"), "{events:?}");
    assert_eq!((left, play.path()), (DAY - 1, "active at escalated".to_owned()));
    assert!(play.last("requestLapsed").contains(r#""reason":"interrupted""#));
    assert_eq!(decide(&mut play, "req-1-1", "approve").unwrap_err().code.word(), "request-lapsed");
    assert_eq!(letter(&mut play), r#""Not decided""#);
}

#[test]
fn a_payment_that_does_not_come_times_out() {
    let mut play = asked();
    elapse(&mut play, DAY);
    decide(&mut play, "req-1-1", "approve").unwrap();
    play.step();
    play.step();
    let (events, left) = elapse(&mut play, 5 * DAY);
    assert!(events.contains(&"timerFired"), "{events:?}");
    assert_eq!((left, play.path()), (0, "active at escalated".to_owned()));
    assert_eq!(play.run().clock_ms, 6 * DAY);
    assert_eq!(pay(&mut play, 120.0).unwrap_err().code.word(), "event-unexpected");
    assert_eq!(letter(&mut play), r#""Refund: approve""#);
}

#[test]
fn a_declined_question_goes_to_a_manager() {
    let mut play = asked();
    answer(&mut play, "req-1-1", Answer::Declined("I know the customer".into())).unwrap();
    assert_eq!(play.value("1", "[declined, has(Decision.verdict)]"), "[true,false]");
    play.step();
    assert_eq!(play.path(), "active at escalated");
    assert_eq!(letter(&mut play), r#""Not decided""#);
}

#[test]
fn a_failed_assessment_is_tried_three_times_and_caught() {
    let mut play = desk();
    play.step();
    play.step();
    for _ in 0..3 {
        assert_eq!(play.path(), "awaitingAgent at assess");
        let open = play.last("agentRequested");
        let id = open.split(r#""request":""#).nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
        play.reply(&id, error("the model is offline"));
    }
    assert_eq!((play.path(), play.value("1", "errorCount")), ("active at escalated".to_owned(), "3".to_owned()));
    assert_eq!(letter(&mut play), r#""Not decided""#);
}
