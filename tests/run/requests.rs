//! Information requests: who waits, what is refused, what the agent is told.

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::run::agent::requests::Answer;
use tracklight::run::save::Past;
use tracklight::run::{Action, AdvanceOptions, PathId, Timeline};
use tracklight::value::Value;

use super::play::{Play, data, error, object, start, turn, turns, words};

#[test]
fn a_declared_need_holds_the_path_and_the_refusal_says_everything() {
    let mut play = start(
        "input Site { name: \"Mill creek\" }\ntask visit { prompt: \"go\"; needs: \"rainfall at {{ Site.name }} \
         yesterday\"; wants: \"last verdict\" }\nvisit -reads-> Site",
    );
    assert_eq!(play.step(), ["nodeEntered", "requestOpened", "requestOpened"]);
    assert_eq!(play.path(), "awaitingAnswers at visit");
    let refused = play.try_step().unwrap_err();
    assert_eq!(
        tracklight::json::to_string(&refused),
        concat!(
            r#"{"code":"requests-pending","message":"1 required answer is missing: req-1-1 (path 1,"#,
            r#" node `visit`): \"rainfall at Mill creek yesterday\". Give it with run.answer(id, text) or "#,
            r#"run.answer(id, { error: text })","#,
            r#""data":{"count":1,"how":"run.answer(id, text) or run.answer(id, { error: text })","#,
            r#""requests":[{"id":"req-1-1","node":"visit","path":"1","#,
            r#""query":"rainfall at Mill creek yesterday"}]}}"#
        )
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
    assert_eq!(done.results[1].result.as_ref().unwrap_err().code.word(), "requests-pending");
    let mut play = start("task t { prompt: \"go\" }\nstate u\nt -> u");
    play.step();
    let done = play.try_reply("agent-1-1", turn(&[go, ask()])).unwrap();
    assert_eq!(done.results[1].result.as_ref().unwrap_err().code.word(), "already-chosen");
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
    assert_eq!(error.code.word(), "invalid-input");
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
        (error.code.word(), error.message.as_str()),
        ("last-turn", "turn 1 of 1 is the last one of this attempt; answer with what you know")
    );
    assert!(play.run().requests.is_empty());
}

/// `request_context` with these fields.
fn ask<const N: usize>(fields: [(&str, &str); N]) -> (&'static str, Value) {
    ("request_context", object(fields.map(|(key, value)| (key, Value::from(value)))))
}

/// The open requests of all paths: ids with the state of each.
fn requests(play: &Play) -> Vec<String> {
    play.run()
        .requests
        .values()
        .map(|one| format!("{} {}", one.id, if one.is_open() { "open" } else { "closed" }))
        .collect()
}

fn pending(play: &mut Play) -> String {
    let refusal = play.try_step().unwrap_err();
    assert_eq!(refusal.code.word(), "requests-pending");
    refusal.message
}

#[test]
fn a_request_out_of_its_limits_names_the_field_and_queues_nothing() {
    let long = |length: usize| "x".repeat(length);
    let (query, reason) = (long(1_001), long(501));
    let bad: [((&str, Value), &str, &str); 8] = [
        (ask([("query", ""), ("reason", "r")]), "query", "1000"),
        (ask([("query", &query), ("reason", "r")]), "query", "1000"),
        (ask([("reason", "r")]), "query", "1000"),
        (ask([("query", "q"), ("reason", "")]), "reason", "500"),
        (ask([("query", "q"), ("reason", &reason)]), "reason", "500"),
        (ask([("query", "q")]), "reason", "500"),
        (ask([("query", "q"), ("reason", "r"), ("priority", "urgent")]), "priority", "`required` or `optional`"),
        (ask([("query", "q"), ("reason", "r"), ("prio", "required")]), "prio", "query, reason, priority"),
    ];
    let mut play = start("task t { prompt: \"go\" }");
    play.step();
    for (at, (call, field, limit)) in bad.into_iter().enumerate() {
        let done = play.try_reply(&format!("agent-1-{}", at + 1), turns(&[&[call]], false)).unwrap();
        let error = done.results[0].result.as_ref().unwrap_err();
        assert_eq!(error.code.word(), "invalid-input");
        assert!(error.message.contains(limit), "{}", error.message);
        assert_eq!(error.details.as_ref().unwrap().get("field").unwrap().as_str(), Some(field));
    }
    assert!(play.run().requests.is_empty());
    let (query, reason) = (long(1_000), "é".repeat(500));
    let calls = [
        ask([("query", &query), ("reason", &reason)]),
        ask([("query", "q"), ("reason", "r"), ("priority", "optional")]),
    ];
    let done = play.try_reply("agent-1-9", turn(&calls)).unwrap();
    let result = done.results[0].result.as_ref().unwrap().to_json();
    assert!(result.contains(r#""priority":"required""#), "it is required by default: {result}");
    assert_eq!(requests(&play), ["req-1-1 open", "req-1-2 open"]);
    assert!(pending(&mut play).starts_with("1 required answer is missing: req-1-1"));
}

#[test]
fn requests_of_interleaved_agents_belong_to_their_paths() {
    let mut play = start("init a; init b\ntask t { prompt: \"go\" }; state u\na -> t; b -> t; t -> u");
    play.step();
    play.step();
    let question = |text| ask([("query", text), ("reason", "r")]);
    play.reply("agent-2-1", turn(&[question("second")]));
    play.reply("agent-1-1", turn(&[question("first"), question("first again")]));
    assert_eq!(requests(&play), ["req-1-1 open", "req-1-2 open", "req-2-1 open"]);
    play.answer("req-2-1", "two").unwrap();
    assert_eq!(play.paths(), ["1 awaitingAnswers at t", "2 awaitingAgent at t"]);
    assert!(
        play.asked("agent-2-2").contains(r#""answers":[{"id":"req-2-1","query":"second","ok":true,"text":"two"}]"#)
    );
    play.reply("agent-2-2", turn(&[question("third")]));
    assert_eq!(requests(&play)[2..], ["req-2-1 closed", "req-2-2 open"]);
    for id in ["req-1-1", "req-1-2"] {
        play.answer(id, "one").unwrap();
    }
    let asked = play.asked("agent-1-2");
    assert!(asked.contains("first again") && !asked.contains("two"), "other paths do not see the answers: {asked}");
}

#[test]
fn answers_are_kept_one_by_one_and_an_error_text_is_one_too() {
    let mut play = start("task t { prompt: \"go\"; needs: [\"one\", \"two\"] }\nstate u\nt -> u");
    play.step();
    let words = pending(&mut play);
    assert!(
        words.starts_with("2 required answers are missing: req-1-1 (path 1, node `t`): \"one\"; req-1-2"),
        "{words}"
    );
    play.answer("req-1-2", "b").unwrap();
    let words = pending(&mut play);
    assert!(words.starts_with("1 required answer is missing: req-1-1") && !words.contains("req-1-2"), "{words}");
    let log = play.log();
    for (id, text, code) in [
        ("req-1-2", "c", "already-answered"),
        ("req-1-3", "c", "unknown-request"),
        ("nonsense", "c", "unknown-request"),
        ("req-1-1", "", "answer-invalid"),
        ("req-1-1", &"x".repeat(20_001), "answer-invalid"),
    ] {
        assert_eq!(play.answer(id, text).unwrap_err().code.word(), code, "{id}");
    }
    assert_eq!(play.log(), log, "a refused answer changes nothing");
    let answer = Answer::Declined("nobody knows".into());
    play.act(Action::Answer { request: "req-1-1".to_owned(), answer, auto: false }).unwrap();
    let asked = play.asked("agent-1-1");
    assert!(
        asked.contains(concat!(
            r#"{"id":"req-1-1","query":"one","ok":false,"text":"nobody knows"},{"id":"req-1-2","query":"two","#,
            r#""ok":true,"text":"b"}"#
        )),
        "{asked}"
    );
    let shown = play.0.agent_requests()[0].projection().text;
    assert!(shown.contains("error: nobody knows") && shown.contains("answer: b"), "{shown}");
    assert!(play.last("requestAnswered").contains(r#""ok":false"#));
}

#[test]
fn a_later_request_of_the_visit_blocks_again_and_forks_inherit_no_answers() {
    let mut play = start(
        "task t { prompt: \"go\"; needs: \"why\" }\nstate u\ntask w { prompt: \"on\" }\nt -> u; u -@async(2)-> w",
    );
    play.step();
    play.answer("req-1-1", "because").unwrap();
    play.reply("agent-1-1", turn(&[ask([("query", "and how"), ("reason", "r")])]));
    assert!(pending(&mut play).contains("req-1-2"));
    play.answer("req-1-2", "somehow").unwrap();
    let asked = play.asked("agent-1-2");
    assert!(
        asked.contains(r#""turn":2"#) && asked.contains("because") && asked.contains("somehow"),
        "all answers of the visit: {asked}"
    );
    play.reply("agent-1-2", turn(&[]));
    play.step();
    play.step();
    for path in ["1.1", "1.2"] {
        let asked = play.asked(&format!("agent-{path}-1"));
        assert!(asked.contains(r#""answers":[]"#) && !asked.contains("somehow"), "{asked}");
        let shown = to_string(&play.0.projection(&PathId::parse(path).unwrap(), None, None).unwrap());
        assert!(!shown.contains("because") && !shown.contains("somehow"), "{shown}");
    }
}

#[test]
fn declared_requests_come_in_order_on_every_visit_and_not_on_a_retry() {
    let source = "context C { place: \"Mill\" }\n\
        task t @retry(1) { prompt: \"go\"; wants: [\"mood\"]; needs: [\"rain at {{ C.place }}\", \"wind\"] }\n\
        state u\nt -reads-> C; t -> u -> t";
    let mut play = start(source);
    assert_eq!(play.step(), ["nodeEntered", "requestOpened", "requestOpened", "requestOpened"]);
    let asked: Vec<(String, bool)> =
        play.run().requests.values().map(|one| (one.query.to_string(), one.required)).collect();
    assert_eq!(asked, [("rain at Mill".into(), true), ("wind".into(), true), ("mood".into(), false)]);
    assert!(play.last("requestOpened").contains("declared on t"));
    for id in ["req-1-1", "req-1-2"] {
        play.answer(id, "yes").unwrap();
    }
    play.reply("agent-1-1", error("no"));
    assert_eq!(play.run().requests.len(), 3, "a retry asks nothing again");
    assert!(play.asked("agent-1-2").contains(r#""text":"yes""#));
    play.reply("agent-1-2", turn(&[]));
    play.step();
    play.step();
    assert_eq!(requests(&play)[2..], ["req-1-3 closed", "req-1-4 open", "req-1-5 open", "req-1-6 open"]);
}

#[test]
fn wrong_values_of_needs_and_wants_are_reported_at_load() {
    for (value, expected) in [
        ("needs: 3", 1),
        ("needs: \"\"", 1),
        ("wants: [\"a\", 4]", 1),
        ("wants: { a: 1 }", 1),
        ("needs: [\"a\", \"b\"]", 0),
        ("needs: \"{{ C.a }}\"", 0),
    ] {
        let machine = Machine::parse(&format!("context C {{ a: 1 }}\ntask t {{ prompt: \"go\"; {value} }}"));
        let said = machine.diagnostics.iter().filter(|one| one.code == "request-invalid").count();
        assert_eq!(said, expected, "{value}");
        Timeline::start(machine, &Default::default()).act(Action::Step { idle: false }).unwrap();
    }
}

#[test]
fn an_optional_answer_is_in_the_open_request_and_what_is_open_lapses_with_the_visit() {
    let source = "task t { prompt: \"go\"; wants: [\"one\", \"two\"] }\nstate u\nt -> u";
    let mut play = start(source);
    play.step();
    play.answer("req-1-1", "late but there").unwrap();
    assert!(play.asked("agent-1-1").contains("late but there"));
    let kinds = play.reply("agent-1-1", turn(&[]));
    assert_eq!(kinds.iter().filter(|kind| **kind == "requestLapsed").count(), 1, "{kinds:?}");
    assert_eq!(play.answer("req-1-2", "x").unwrap_err().code.word(), "request-lapsed");
    let mut play = start(&source.replace("wants: [\"one\",", "needs: \"zero\"; wants: [\"one\","));
    play.step();
    let kinds = words(&play.act(Action::Cancel { path: None }).unwrap());
    assert_eq!(kinds.iter().filter(|kind| **kind == "requestLapsed").count(), 3, "an ended path lapses all: {kinds:?}");
    assert_eq!(play.answer("req-1-1", "x").unwrap_err().code.word(), "request-lapsed");
}

#[test]
fn a_request_blocks_whichever_way_the_run_came_back() {
    let source = "context C { n: 0 }\ntask t { prompt: \"go\"; needs: \"why\" }\nstate u\nt -writes-> C; t -> u";
    let mut play = start(source);
    play.step();
    play.0.checkpoint("asked".to_owned());
    play.answer("req-1-1", "because").unwrap();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", 1.0.into())]))]));
    let recording = play.0.recording();
    play.0.restore("asked").unwrap();
    assert!(pending(&mut play).contains("req-1-1"));
    play.0.go_to(2, Some("b1")).unwrap();
    play.0.back(1).unwrap();
    assert!(pending(&mut play).contains("req-1-1"));
    for past in [Past::Full, Past::None] {
        let mut back = Play(Timeline::resume(&play.0.save(past), false).unwrap().timeline);
        assert!(pending(&mut back).contains("req-1-1"));
        back.answer("req-1-1", "so").unwrap();
    }
    let mut again = start(source);
    let replayed = again.0.replay(&recording, false, 100).unwrap();
    assert_eq!((replayed.status.word(), again.path().as_str()), ("ended", "completed at u"));
    again.0.go_to(1, None).unwrap();
    assert!(pending(&mut again).contains("req-1-1"));
}

#[test]
fn an_advance_stops_at_a_question_and_continues_after_its_answer() {
    let mut play = start("state begin\ntask t { prompt: \"go\"; needs: \"how many?\" }\nstate u\nbegin -> t -> u");
    assert_eq!(play.0.advance(&AdvanceOptions::default()).unwrap().1.word(), "pending");
    assert_eq!(play.path(), "awaitingAnswers at t");
    let before = play.log();
    let refusal = play.0.advance(&AdvanceOptions::default()).unwrap_err();
    assert_eq!(refusal.code.word(), "requests-pending");
    assert!(
        refusal.message.contains("how many?") && refusal.message.contains("run.answer(id, text)"),
        "{}",
        refusal.message
    );
    assert!(pending(&mut play).contains("how many?"));
    assert_eq!(play.log(), before, "a refusal is no event");
    play.answer("req-1-1", "three").unwrap();
    assert!(play.asked("agent-1-1").contains(r#""text":"three""#));
    play.reply("agent-1-1", turn(&[]));
    assert_eq!(play.0.advance(&AdvanceOptions::default()).unwrap().1.word(), "ended");
    assert_eq!(play.outcome(), "completed");
}

const HOUSE: &str = "context C { who: \"\" }\nstate street; state garden\n\
    task house \"The house\" @checkpoint { needs: \"Which key?\"; wants: [\"Shoes off?\"]\n\
    \x20 task cellar { needs: \"{{ C.who }} enters?\"\n    init door; task stairs { prompt: \"go\"; needs: \"Light?\" \
    }\n    door -> stairs -> door }\n\
    \x20 cellar -> cellar }\nstreet -> house -when: visits > 9-> garden";

/// The questions that were opened, with node, reason and what raised them.
fn opened(play: &Play) -> Vec<String> {
    let field = |event: &str, name: &str| {
        let (_, rest) = event.split_once(&format!("\"{name}\":\"")).unwrap_or(("", ""));
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    let opened = play.log().into_iter().filter(|event| event.contains("\"kind\":\"requestOpened\""));
    opened.map(|event| ["node", "query", "reason"].map(|name| field(&event, name)).join(" | ")).collect()
}

#[test]
fn entering_a_module_raises_its_questions_and_takes_its_checkpoint() {
    let mut play = start(HOUSE);
    play.step();
    assert!(opened(&play).is_empty());
    assert_eq!(play.path(), "active at house.cellar.door");
    let kinds = play.step();
    assert_eq!(kinds[..2], ["nodeEntered", "checkpointTaken"]);
    assert!(play.last("checkpointTaken").contains(r#""name":"house#1.1""#));
    assert_eq!(
        opened(&play),
        [
            "house | Which key? | declared on house",
            "house | Shoes off? | declared on house",
            "house.cellar |  enters? | declared on cellar"
        ]
    );
    // The path stands at the entry node and waits there.
    assert_eq!(play.path(), "awaitingAnswers at house.cellar.door");
    assert_eq!(play.try_step().unwrap_err().code.word(), "requests-pending");
    play.answer("req-1-1", "the big one").unwrap();
    play.answer("req-1-3", "me").unwrap();
    play.step();
    // Within the module nothing is asked again.
    play.step();
    assert_eq!(opened(&play)[3..], ["house.cellar.stairs | Light? | declared on stairs"]);
    assert!(play.last("requestLapsed").contains("req-1-2"));
    play.answer("req-1-4", "on").unwrap();
    assert!(play.asked("agent-1-1").contains(r#""answers":[{"id":"req-1-4""#));
    play.reply("agent-1-1", turn(&[]));
    play.step();
    assert_eq!((opened(&play).len(), play.path().as_str()), (4, "active at house.cellar.stairs"));
}

#[test]
fn the_answers_to_a_module_are_in_the_first_request_of_its_entry_node() {
    let source =
        "state out\ntask m { needs: \"Which key?\"\n  task work { prompt: \"go\"; wants: \"Hm?\" } }\nout -> m";
    let mut play = start(source);
    play.step();
    play.step();
    play.answer("req-1-1", "the big one").unwrap();
    let asked = play.asked("agent-1-1");
    assert!(
        asked.contains(r#""answers":[{"id":"req-1-1","query":"Which key?","ok":true,"text":"the big one"}]"#),
        "{asked}"
    );
    let text = play.0.agent_requests()[0].prompt_text();
    assert!(text.contains("## Answers\n- Which key?\n  the big one"), "{text}");
    // The visit of the request is that of the module, and the run saves and resumes with it.
    assert!(play.last("requestOpened").contains(r#""node":"m.work""#));
    let again = tracklight::run::Timeline::resume(&play.0.save(tracklight::run::save::Past::None), false).unwrap();
    assert_eq!(Play(again.timeline).asked("agent-1-1"), asked);
}

#[test]
fn a_module_asks_however_it_is_entered_from_outside_and_only_then() {
    const MODULE: &str = "task m { needs: \"Key?\"\n  state one; state two\n  one -> two }\n";
    let asks = |rest: &str, steps: usize| {
        let mut play = start(&format!("{MODULE}{rest}"));
        for _ in 0..steps {
            drop(play.try_step());
            for request in play
                .run()
                .requests
                .values()
                .filter(|request| request.is_open())
                .map(|one| one.id.to_string())
                .collect::<Vec<_>>()
            {
                play.answer(&request, "yes").unwrap();
            }
        }
        opened(&play).len()
    };
    // At the start, at a child from outside, by a spawn, and again after it was left.
    assert_eq!(asks("", 1), 1);
    assert_eq!(asks("init a\na -> m.two", 2), 1);
    assert_eq!(asks("init a\na -@async(2)-> m", 2), 2);
    assert_eq!(asks("state b\nm -> b -> m", 7), 2);
    assert_eq!(asks("m -> m", 4), 2);
    // A child that goes back to its own module has not left it.
    assert_eq!(asks("m.two -> m", 6), 1);
}

#[test]
fn a_question_that_waits_on_entering_survives_a_save_before_it_is_raised() {
    let mut play = start(HOUSE);
    play.step();
    let text = play.0.save(tracklight::run::save::Past::None);
    assert!(text.contains(r#""entering":["house","house.cellar"]"#), "{text}");
    let mut again = Play(tracklight::run::Timeline::resume(&text, false).unwrap().timeline);
    again.step();
    play.step();
    assert_eq!(again.run().requests, play.run().requests);
}

#[test]
fn a_question_whose_template_is_empty_is_asked_with_the_title_and_marked() {
    let play = |node: &str| {
        let mut play = start(&format!("context C {{ q: \"\"; t: \"Tea\" }}\n{node}\nt -> u\nstate u"));
        play.step();
        play
    };
    for (node, query) in [
        ("task t \"Pour {{ C.t }}\" { needs: \"{{ C.q }}\" }", "Pour Tea"),
        ("task t \"{{ C.q }}\" { needs: \" {{ C.q }} \" }", "t"),
        ("task t { needs: [\"{{ C.q }}\"]; prompt: \"go\" }", "t"),
        ("task t \"Pour\" { wants: \"{{ C.q }}\"; prompt: \"go\" }", "Pour"),
    ] {
        let play = play(node);
        let event = play.last("requestOpened");
        assert!(event.contains(&format!(r#""query":"{query}""#)) && event.ends_with(r#""fallback":true}"#), "{event}");
        let waits = node.contains("needs");
        assert_eq!(play.path() == "awaitingAnswers at t", waits, "{node}");
    }
    assert!(!play("task t { needs: \"{{ C.t }}\" }").last("requestOpened").contains("fallback"));
}
