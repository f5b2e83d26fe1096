//! Single sentences of the runtime document that no scenario holds: built-in names, retries, turns, cancelling, limits.

use tracklight::machine::model::EdgeIdx;
use tracklight::run::agent::call::AgentReply;
use tracklight::run::state::{Force, Limits};
use tracklight::run::{Action, PathId, StartOptions};
use tracklight::value::Value;

use super::play::{Play, data, error, start, start_with, turn, turns, words};

fn cancel(path: Option<&str>) -> Action {
    Action::Cancel { path: path.map(|path| PathId::parse(path).unwrap()) }
}

#[test]
fn the_built_in_names_have_the_values_of_their_path() {
    let mut play = start(
        "machine \"M\" { speed: 3 }\ninit s; task t @retry(1) { prompt: \"go\" }; state end\n\
         s -@async(2)-> t; t -> end",
    );
    play.step();
    play.step();
    play.reply("agent-1.2-1", error("no"));
    let names = "[errorCount, errors, pathErrors, visits, attempt, path.id, path.index, index, total, machine.speed]";
    assert_eq!(play.value("1.1", names), r#"[1,1,0,1,1,"1.1",0,0,2,3]"#);
    assert_eq!(play.value("1.2", names), r#"[1,1,1,1,2,"1.2",1,1,2,3]"#);
    assert_eq!(play.value("1.1", "lastError"), "null");
    let last = play.value("1.2", "lastError");
    assert_eq!(last, r#"{"code":"agent-error","kind":"agent","message":"no","node":"t","tool":null}"#);
    assert_eq!(play.value("1", "[index == null, item == null]"), "[true,true]");
}

#[test]
fn the_active_state_is_the_last_one_entered_and_is_inherited() {
    let mut play = start(
        "task a @start; state b; task c; task d\nhouse { state hall; state attic; hall -> attic }\n\
         a -> b -> c; c -@async-> d; c -> house",
    );
    let mut seen = Vec::new();
    for _ in 0..5 {
        seen.push(play.value("1", "activeState"));
        play.step();
    }
    assert_eq!(seen, [r#""""#, r#""""#, r#""b""#, r#""b""#, r#""hall""#]);
    assert_eq!(play.value("1.1", "activeState"), r#""b""#);
}

#[test]
fn retries_wait_as_the_policy_says_and_never_longer_than_half_a_minute() {
    let delays = |policy: &str| {
        let mut play = start(&format!("machine \"M\" {policy}\ntask t @retry(7) {{ prompt: \"go\" }}"));
        play.step();
        for n in 1..=7 {
            play.reply(&format!("agent-1-{n}"), error("no"));
        }
        let all = play.log().into_iter().filter(|event| event.contains("\"retryScheduled\""));
        all.map(|event| event.split("\"delayMs\":").nth(1).unwrap().trim_end_matches('}').to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(delays(""), ["1000", "2000", "4000", "8000", "16000", "30000", "30000"]);
    assert_eq!(delays("@retryPolicy(\"fixed\")"), ["1000"; 7]);
}

#[test]
fn a_failure_that_no_attempt_can_help_is_not_retried() {
    let mut play = start("task t @retry(3) { prompt: \"go\" }");
    play.step();
    let reply = AgentReply::Error { message: "no".into(), code: Some("quota".into()), retryable: false, usage: None };
    assert_eq!(play.reply("agent-1-1", reply), ["agentReplied", "visitFailed", "pathFailed", "runEnded"]);
    assert!(play.last("visitFailed").contains(r#""kind":"agent","code":"quota""#));
}

#[test]
fn a_retry_keeps_writes_and_answers_and_asks_no_question_again() {
    let mut play = start(
        "context C { n: 0 }\ntask t @retry(1) { prompt: \"go\"; needs: \"why\" }\nstate end\n\
         t -writes-> C; t -> t; t -when: \"visits > 1\"-> end",
    );
    play.step();
    play.answer("req-1-1", "so").unwrap();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", 5.0.into())])), ("nope", Value::object())]));
    assert_eq!((play.value("1", "C.n").as_str(), play.run().requests.len()), ("5", 1));
    let asked = play.asked("agent-1-2");
    assert!(asked.contains(r#""attempt":2,"turn":1"#) && asked.contains(r#""text":"so""#), "{asked}");
    assert!(asked.contains(r#""transcript":[]"#) && asked.contains(r#""code":"unknown-tool""#), "{asked}");
    play.reply("agent-1-2", turn(&[]));
    play.step();
    assert_eq!(play.path(), "awaitingAnswers at t", "every entry raises it anew");
    assert_eq!(play.run().requests.len(), 2);
}

#[test]
fn turns_beyond_those_that_are_left_are_not_applied() {
    let mut play = start("machine \"M\" { maxTurns: 2 }\ncontext C { n: 0 }\ntask t { prompt: \"go\" }\nt -writes-> C");
    play.step();
    let write = |n: f64| ("write_C", data([("n", Value::from(n))]));
    let (one, two, three) = ([write(1.0)], [write(2.0)], [write(3.0)]);
    play.reply("agent-1-1", turns(&[&one, &two, &three], true));
    assert_eq!(play.value("1", "C.n"), "2");
    assert!(play.last("pathFailed").contains(r#""kind":"turn-limit","code":"turn-limit""#));
}

#[test]
fn cancelling_ends_what_lives_and_touches_no_child() {
    let mut play = start("state s; state t; task u { prompt: \"go\"; wants: \"x\" }\ns -@async-> u; s -> t -> t");
    play.step();
    play.step();
    assert_eq!(words(&play.act(cancel(Some("1"))).unwrap()), ["pathCancelled"]);
    assert!(play.last("pathCancelled").contains(r#""reason":"host""#));
    assert_eq!(play.paths(), ["1 cancelled at t", "1.1 awaitingAgent at u"]);
    assert_eq!(play.act(cancel(Some("1"))).unwrap_err().code.word(), "path-ended");
    assert_eq!(play.act(cancel(Some("7"))).unwrap_err().code.word(), "unknown-path");
    let kinds = words(&play.act(cancel(None)).unwrap());
    assert_eq!(kinds, ["requestLapsed", "pathCancelled", "runEnded"]);
    assert!(play.last("requestLapsed").contains(r#""reason":"ended""#));
    assert!(play.last("pathCancelled").contains(r#""reason":"runCancelled""#));
    assert_eq!(play.outcome(), "cancelled");
    assert_eq!(play.try_step().unwrap_err().code.word(), "run-ended");
}

#[test]
fn a_force_for_all_paths_also_holds_for_later_ones_until_it_is_cleared() {
    let mut play = start("state s; state a; state b; state c\ns -@async(2)-> a; a -one-> b; a -two-> c");
    play.act(Action::Force { path: None, edge: EdgeIdx(1), mode: Some(Force::Skip) }).unwrap();
    play.step();
    play.act(Action::Force { path: Some(PathId::parse("1.2").unwrap()), edge: EdgeIdx(1), mode: Some(Force::Take) })
        .unwrap();
    play.step();
    assert_eq!(play.paths()[1..], ["1.1 active at c", "1.2 active at b"]);
}

#[test]
fn limits_of_the_start_win_over_those_of_the_machine() {
    let lights = "machine \"Lights\" { maxSteps: 50 }\nstate a; state b\na -> b -> a";
    for (limit, ticks) in [(None, 50), (Some(7), 7)] {
        let mut options = StartOptions::default();
        options.limits.max_steps = limit;
        let mut play = start_with(lights, &options);
        (0..ticks).for_each(|_| drop(play.step()));
        assert_eq!(play.step(), ["limitHit", "pathFailed", "runEnded"]);
        assert_eq!(play.run().counters.entries, ticks);
    }
    assert_eq!(Limits::default().max_turns, 50);
}

#[test]
fn a_call_has_the_id_it_was_given_or_one_of_its_own() {
    let mut play = start("task t { prompt: \"go\" }");
    play.step();
    let calls = vec![
        tracklight::run::agent::call::Call { id: Some("mine".into()), name: "nope".into(), ..Default::default() },
        tracklight::run::agent::call::Call { name: "nope".into(), ..Default::default() },
    ];
    let turn = tracklight::run::agent::call::ReplyTurn { text: None, calls };
    let reply = AgentReply::Turns { turns: vec![turn.clone(), turn], is_final: true, path: None, usage: None };
    let done = play.try_reply("agent-1-1", reply).unwrap();
    let ids: Vec<String> = done.results.iter().map(|result| result.call_id.to_string()).collect();
    assert_eq!((ids[0].as_str(), ids[2].as_str()), ("mine", "mine"));
    assert!(ids[1].starts_with("c1.") && ids[3].starts_with("c2."), "{ids:?}");
}

#[test]
fn no_value_is_set_on_a_path_that_is_over() {
    let mut play = start(
        "context C { n: 0 }\ncontext S @shared { n: 0 }\nstate s; task a { prompt: \"go\" }; state j; state end\n\
         s -@async(2)-> a; s -@async-> end; s -@async-> j; a -@join(k)-> j; j -> j; a -writes-> C",
    );
    play.step();
    play.step();
    play.reply("agent-1.1-1", turn(&[]));
    play.reply("agent-1.2-1", turn(&[]));
    play.act(cancel(Some("1.4"))).unwrap();
    assert_eq!(
        play.paths(),
        ["1 active at j", "1.1 merged at a", "1.2 merged at a", "1.3 completed at end", "1.4 cancelled at j"]
    );
    for (path, word) in [("1.1", "merged"), ("1.3", "completed"), ("1.4", "cancelled")] {
        for target in ["C.n", "S.n"] {
            let before = play.log();
            let refused = play.set(path, target, 5.0).unwrap_err();
            assert_eq!((refused.code.word(), play.log()), ("path-ended", before));
            assert_eq!(refused.message, format!("path {path} has ended: {word}"));
        }
    }
    play.set("*", "C.n", 7.0).unwrap();
    assert_eq!(["1", "1.1", "1.3"].map(|path| play.value(path, "C.n")), ["7", "0", "0"]);
    play.act(cancel(None)).unwrap();
    assert_eq!(play.set("1", "C.n", 8.0).unwrap_err().code.word(), "path-ended");
    assert_eq!(play.set("*", "C.n", 8.0).unwrap_err().code.word(), "run-ended");
}

#[test]
fn a_value_set_on_a_path_that_has_forked_is_there_when_it_is_revived() {
    let mut play =
        start("context C { n: 0 }\nstate s; task a { prompt: \"go\" }; state j\ns -@async(2)-> a; a -@join(k)-> j");
    play.step();
    assert_eq!(play.paths()[0], "1 forked at s");
    play.set("1", "C.n", 4.0).unwrap();
    play.step();
    play.reply("agent-1.1-1", turn(&[]));
    play.reply("agent-1.2-1", turn(&[]));
    assert_eq!((play.paths()[0].as_str(), play.value("1", "C.n").as_str()), ("1 active at j", "4"));
}

/// Each refusal of the runtime, with a run that gives it.
#[test]
fn every_refusal_of_an_action_has_its_code_and_changes_nothing() {
    let path = |text: &str| PathId::parse(text).unwrap();
    let write = |path: &str, target: &str, value: Value| Action::SetContext {
        path: PathId::parse(path),
        target: target.to_owned(),
        value,
    };
    let choose = |at: &str, edge: u32| Action::Choose { path: path(at), edge: EdgeIdx(edge) };
    let step = || Action::Step { idle: false };
    let step_path = |at: &str| Action::StepPath { path: path(at) };
    let reply = |request: &str| Action::Reply { request: request.to_owned(), reply: turn(&[]), auto: false };
    let edit = |id: &str| Action::ApplyEdit { id: id.to_owned() };
    const MANY: &str = "input I { k: 1 }\ncontext C { n<number>: 0; list: [1] }\ninit s\n\
                        task ask { prompt: \"go\" }; task hold { prompt: \"go\"; needs: \"why\" }\n\
        state stuck; state park; state far; state end\n\
        s -@async-> ask; s -@async-> hold; s -@async-> stuck; s -@async-> park; s -@async-> end\n\
        stuck -when: C.n > 5-> end; park -@join(j)-> far; ask -@join(j)-> far; hold -> end; ask -writes-> C; ask \
        -reads-> I";
    let waiting = || {
        let mut play = start(MANY);
        play.step();
        play.step();
        play
    };
    let cases: Vec<(&str, Action)> = vec![
        ("requests-pending", step()),
        ("agent-pending", step_path("1.1")),
        ("requests-pending", step_path("1.2")),
        ("path-blocked", step_path("1.3")),
        ("path-parked", step_path("1.4")),
        ("path-ended", step_path("1.5")),
        ("unknown-path", step_path("1.9")),
        ("unknown-request", reply("agent-9-1")),
        ("unknown-request", reply("agent-1.1-+1")),
        ("requests-pending", reply("agent-1.2-1")),
        ("not-choosable", choose("1.3", 0)),
        ("not-choosable", choose("1.1", 6)),
        ("unknown-edge", choose("1.3", 99)),
        ("unknown-path", choose("1.9", 5)),
        ("unknown-context", write("1.1", "Nope.n", 1.0.into())),
        ("bad-reference", write("1.1", "C", 1.0.into())),
        ("bad-reference", write("1.1", "C[", 1.0.into())),
        ("index-range", write("1.1", "C.list[7]", 1.0.into())),
        ("not-a-container", write("1.1", "C.n.x", 1.0.into())),
        ("write-refused", write("1.1", "C.n", "x".into())),
        ("write-refused", write("1.1", "I.k", 2.0.into())),
        ("unknown-path", write("1.9", "C.n", 1.0.into())),
        ("path-ended", write("1.5", "C.n", 1.0.into())),
        ("not-choosable", choose("1.5", 8)),
        ("path-ended", Action::Cancel { path: Some(path("1.5")) }),
        ("unknown-edit", edit("edit-1")),
        ("unknown-edit", Action::RejectEdit { id: "nonsense".to_owned() }),
        ("edit-refused", Action::ProposeEdit { source: "task {".to_owned() }),
        ("unknown-request", Action::NoRecording { request: "agent-1.1-7".to_owned() }),
        ("not-choosable", Action::Force { path: None, edge: EdgeIdx(10), mode: Some(Force::Take) }),
    ];
    for (code, action) in cases {
        let mut play = waiting();
        let before = play.log();
        let refused = play.act(action.clone()).err().map(|refusal| refusal.code.word());
        assert_eq!(refused, Some(code), "{action:?}");
        assert_eq!((play.log(), play.run().step, play.0.branches().len()), (before, 2, 1), "{action:?}");
    }
    let mut ended = start("state a");
    ended.step();
    assert_eq!(ended.act(step()).unwrap_err().code.word(), "run-ended");
    assert_eq!(Play::act(&mut start("context C"), step()).unwrap_err().code.word(), "run-not-started");
    let mut asked = start("task t { prompt: \"go\" }");
    asked.step();
    assert_eq!(asked.act(step()).unwrap_err().code.word(), "agent-pending");
    let mut blocked = start("context C { n: 0 }\nstate a; state b\na -when: C.n > 5-> b");
    blocked.step();
    assert_eq!(blocked.act(step()).unwrap_err().code.word(), "run-blocked");
}
