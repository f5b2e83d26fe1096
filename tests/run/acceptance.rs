//! What the acceptance scenarios claim beside the tests of each area: several paths at once, bytes, late replies.

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::run::agent::call::{AgentReply, ReplyTurn};
use tracklight::run::agent::requests::Answer;
use tracklight::run::timeline::AdvanceOptions;
use tracklight::run::{Action, PathId, Refusal};
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, data, error, object, start, turn, turns, words};
use super::traces::{CATCH, COUNTER, PROMPT_FIRST, WRITE_THEN_READ};

/// Everything that can be seen of a run: drawing, marks, tables, events.
fn seen(play: &Play) -> String {
    let options = view::DotOptions::default();
    let (dot, overlay) = (view::dot(play.run(), &options), to_string(&view::overlay(play.run(), &options)));
    format!("{dot}\n{overlay}\n{}\n{}", to_string(&view::view(play.run(), "b1")), play.log().join("\n"))
}

fn key(play: &Play) -> String {
    view::overlay(play.run(), &view::DotOptions::default()).key
}

fn classes(play: &Play, id: &str) -> Vec<String> {
    let overlay = view::overlay(play.run(), &view::DotOptions::default());
    overlay.look(id).unwrap().classes.iter().map(ToString::to_string).collect()
}

fn code<T>(result: Result<T, Refusal>) -> &'static str {
    result.err().map_or("ok", |refusal| refusal.code.word())
}

fn text_only() -> AgentReply {
    let turns = vec![ReplyTurn { text: Some("I have thought about it.".into()), calls: Vec::new() }];
    AgentReply::Turns { turns, is_final: true, path: None, usage: None }
}

fn question(query: &str, priority: &str) -> (&'static str, Value) {
    let fields = [("query", Value::from(query)), ("reason", "to know".into()), ("priority", priority.into())];
    ("request_context", object(fields))
}

#[test]
fn the_worked_traces_give_the_same_bytes_again_and_never_move_their_layout() {
    let fields = object([("fields", [Value::from("value")].into_iter().collect())]);
    let traces: [(&str, Vec<AgentReply>); 4] = [
        (COUNTER, vec![turn(&[("write_Counter", data([("value", 1.0.into())])), ("read_Counter", Value::object())])]),
        (
            WRITE_THEN_READ,
            vec![
                turn(&[("write_config", data([("value", "hello world".into())]))]),
                turn(&[("read_config", fields.clone())]),
            ],
        ),
        (PROMPT_FIRST, vec![turn(&[("write_result", data([("done", true.into())]))])]),
        (CATCH, vec![turn(&[("no_such_tool", Value::object())])]),
    ];
    let played = |source: &str, replies: &[AgentReply]| {
        let mut play = start(source);
        let (mut bytes, layout) = (vec![seen(&play)], key(&play));
        let mut replies = replies.iter().enumerate();
        while play.try_step().is_ok() {
            bytes.push(seen(&play));
            if play.path().starts_with("awaitingAgent") {
                let (at, reply) = replies.next().expect("a reply for every request");
                play.reply(&format!("agent-1-{}", at + 1), reply.clone());
                bytes.push(seen(&play));
            }
            assert_eq!(key(&play), layout, "{source}");
        }
        assert_eq!((play.outcome(), replies.next().is_none()), ("completed", true), "{source}");
        bytes
    };
    for (source, replies) in &traces {
        assert_eq!(played(source, replies), played(source, replies));
    }
}

#[test]
fn a_prompt_is_asked_exactly_once_whatever_leads_out_of_its_node() {
    for (edges, end) in [
        ("t -@auto-> u", "1 completed at u"),
        ("t -> u", "1 completed at u"),
        ("t -@auto-> u; t -> v", "1 completed at u"),
        ("t -@parallel-> u; t -@parallel-> v", "1 forked at t | 1.1 completed at u | 1.2 completed at v"),
        ("t -@async-> u; t -> v", "1 completed at v | 1.1 completed at u"),
        ("", "1 completed at t"),
    ] {
        let mut play = start(&format!("task t @start {{ prompt: \"go\" }}\nstate u; state v\n{edges}"));
        assert_eq!(play.step(), ["nodeEntered", "agentRequested"], "{edges}");
        assert_eq!(play.reply("agent-1-1", text_only())[..2], ["agentReplied", "agentSaid"], "{edges}");
        while play.try_step().is_ok() {}
        assert_eq!(play.paths().join(" | "), end, "{edges}");
        assert_eq!(play.run().counters.agent_requests, 1, "{edges}");
    }
}

#[test]
fn a_text_alone_says_something_and_moves_by_the_rules() {
    let mut play = start("task t { prompt: \"go\" }\nstate u\nt -@auto-> u");
    play.step();
    play.reply("agent-1-1", text_only());
    assert!(play.last("agentSaid").contains(r#""request":"agent-1-1","text":"I have thought about it.""#));
    assert!(play.last("moved").contains(r#""cause":{"type":"auto"}"#));
}

#[test]
fn a_loop_whose_notices_are_ignored_runs_a_thousand_ticks_without_error() {
    let lights = "machine \"Lights\" { maxNodeInvocations: 1000 }\nstate red; state green; state amber\n\
                  red -> green -> amber -> red";
    let mut play = start(lights);
    let options = AdvanceOptions { max_ticks: 1000, ignore_loops: true, ..AdvanceOptions::default() };
    let (_, reason, ticks) = play.0.advance(&options).unwrap();
    assert_eq!((reason.word(), ticks, play.run().counters.errors), ("budget", 1000, 0));
    let (_, reason, ticks) = play.0.advance(&options).unwrap();
    assert_eq!((reason.word(), ticks, play.run().tick), ("ended", 1, 1001));
    assert!(play.last("pathFailed").contains(r#""kind":"limit","code":"max-steps""#));
    let mut play = start(lights);
    let (_, reason, _) = play.0.advance(&AdvanceOptions::default()).unwrap();
    assert_eq!((reason.word(), play.run().tick), ("loop", 4));
}

#[test]
fn an_agents_choice_enters_a_module_at_its_entry() {
    let mut play = start(
        "task t { prompt: \"go\" }\nstate elsewhere\nhouse { room { init hall; state attic; hall -> attic } }\n\
         t -> house; t -> elsewhere",
    );
    play.step();
    play.reply("agent-1-1", turn(&[("transition_to_house", Value::object())]));
    assert_eq!(play.path(), "active at house.room.hall");
    assert!(play.last("moved").contains(r#""to":"house.room.hall","left":[],"entered":["house","house.room"]"#));
    play.step();
    assert!(play.last("nodeEntered").contains(r#""node":"house.room.hall","visit":1"#));
    let tables = to_string(&view::view(play.run(), "b1"));
    assert!(
        tables.contains(r#""house":1"#) && tables.contains(r#""house.room":1"#),
        "modules have a visit too: {tables}"
    );
}

#[test]
fn a_module_is_left_across_two_levels_and_own_edges_win() {
    let mut play = start("house { room { init hall } }\nstate out\nhouse -> out");
    assert_eq!(play.path(), "active at house.room.hall");
    play.step();
    assert!(play.last("moved").contains(r#""left":["house.room","house"],"entered":[]"#), "{}", play.last("moved"));
    assert_eq!(play.path(), "active at out");
    let mut play = start(
        "context C { n: 0 }\nhouse { init hall; state attic; hall -when: C.n > 0-> attic }\nstate out\nhouse -> out",
    );
    play.step();
    assert_eq!(play.path(), "blocked at house.hall", "its own edge is false, and wins all the same");
}

#[test]
fn twin_plain_edges_are_one_way_and_no_ambiguity() {
    let mut play = start("state s; state t\ns -> t; s -> t");
    assert_eq!(play.step(), ["nodeEntered", "moved"]);
    assert_eq!(play.path(), "active at t");
    let taken: Vec<u32> = play.run().edge_use.values().map(|used| used.taken).collect();
    assert_eq!(taken, [1], "one of them is crossed");
    let mut play = start("task s { prompt: \"go\" }\nstate t\ns -> t; s -> t");
    play.step();
    assert_eq!(play.tools("agent-1-1"), ["transition_to_t", "request_context"]);
}

#[test]
fn fail_fast_says_why_the_others_ended_and_which_path_it_was() {
    let mut play = start(
        "machine \"M\" @errorHandling(\"fail-fast\")\ninit a; init b; init c\n\
         task t { prompt: \"go\" }; task u { prompt: \"go\"; needs: \"x\" }\n\
         a -> t; b -> u; c -> t",
    );
    play.step();
    play.step();
    assert_eq!(play.paths(), ["1 awaitingAgent at t", "2 awaitingAnswers at u", "3 awaitingAgent at t"]);
    let kinds = play.reply("agent-1-1", error("broken"));
    assert_eq!(
        kinds,
        ["agentReplied", "visitFailed", "pathFailed", "requestLapsed", "pathCancelled", "pathCancelled", "runEnded"]
    );
    let cancelled: Vec<String> = play.log().into_iter().filter(|event| event.contains("\"pathCancelled\"")).collect();
    for (event, path) in cancelled.iter().zip(["2", "3"]) {
        assert!(event.contains(&format!(r#""path":"{path}""#)) && event.contains(r#""reason":"failFast""#), "{event}");
    }
    let outcome = to_string(&play.run().outcome);
    assert!(outcome.contains(r#""kind":"failed","paths":["1"]"#) && outcome.contains("broken"), "{outcome}");
    assert_eq!(code(play.try_reply("agent-3-1", turn(&[]))), "stale-reply");
}

#[test]
fn running_time_ends_every_live_path_at_the_next_step() {
    let mut play = start("init a; init b; state c; task t { prompt: \"go\" }\na -> c -> a; b -> t");
    play.step();
    play.step();
    play.act(Action::ReportTime { elapsed_ms: 300_000 }).unwrap();
    assert!(play.step().contains(&"moved"), "the limit itself is not beyond it");
    play.act(Action::ReportTime { elapsed_ms: 5 }).unwrap();
    assert_eq!(play.run().elapsed_ms, 300_000, "time never runs backwards");
    play.act(Action::ReportTime { elapsed_ms: 300_001 }).unwrap();
    assert_eq!(play.outcome(), "running", "it counts at the next step");
    let kinds = words(&play.act(Action::StepPath { path: PathId::start(1) }).unwrap());
    assert_eq!(kinds, ["limitHit", "pathFailed", "limitHit", "pathFailed", "runEnded"]);
    assert!(play.paths().iter().all(|path| path.contains("failed")), "{:?}", play.paths());
    let failed =
        play.log().into_iter().filter(|event| event.contains("\"run-timeout\"") && event.contains("pathFailed"));
    assert_eq!(failed.count(), 2);
}

#[test]
fn late_doubled_and_misdirected_replies_are_stale_and_change_nothing() {
    let mut play = start(
        "init s; task t { prompt: \"go\" }; task u { prompt: \"go\" }; state end\ns -@async-> t; s -@async-> u\n\
         t -> end; u -> end",
    );
    play.step();
    play.step();
    // Replies come in any order of paths.
    assert!(play.reply("agent-1.2-1", turns(&[&[]], false)).ends_with(&["agentRequested"]));
    let cases = |play: &mut Play, wanted: &[(&str, &str)]| {
        for (request, refused) in wanted {
            let before = seen(play);
            assert_eq!(code(play.try_reply(request, turn(&[]))), *refused, "{request}");
            assert_eq!(seen(play), before, "{request}");
        }
    };
    cases(
        &mut play,
        &[
            ("agent-1.2-1", "stale-reply"),
            ("agent-1.2-3", "unknown-request"),
            ("agent-1.3-1", "unknown-request"),
            ("agent-1-1", "unknown-request"),
            ("req-1.2-1", "unknown-request"),
            ("", "unknown-request"),
            ("agent-1.2-02", "unknown-request"),
            ("agent-1.2-99999999999999999999", "unknown-request"),
        ],
    );
    play.act(Action::Cancel { path: PathId::parse("1.1") }).unwrap();
    cases(&mut play, &[("agent-1.1-1", "stale-reply")]);
    play.reply("agent-1.2-2", turn(&[]));
    cases(&mut play, &[("agent-1.2-2", "stale-reply"), ("agent-1.2-1", "stale-reply")]);
    play.step();
    cases(&mut play, &[("agent-1.2-2", "stale-reply"), ("agent-1.1-1", "stale-reply")]);
    // Back at the earlier position the request is open again, and the reply belongs to a branch of its own.
    play.0.go_to(3, None).unwrap();
    play.reply("agent-1.2-2", text_only());
    assert_eq!(play.0.branches().len(), 2);
}

const REVIEWS: &str = "init s; task review { prompt: \"go\"; needs: \"incidents\" }; task other { prompt: \"go\" }; \
                       state end\n\
    s -@async(3)-> review; s -@async-> other\nreview -> end; other -> end";

#[test]
fn three_branches_waiting_for_answers_are_reported_together_and_block_no_other_path() {
    let mut play = start(REVIEWS);
    play.step();
    play.step();
    assert_eq!(play.paths()[4], "1.4 awaitingAgent at other");
    for path in ["1.1", "1.2", "1.3"] {
        let refused = play.act(Action::StepPath { path: PathId::parse(path).unwrap() }).unwrap_err();
        assert_eq!(refused.code.word(), "requests-pending", "{path}");
        let refused = play.try_reply(&format!("agent-{path}-1"), turn(&[])).unwrap_err();
        assert_eq!(refused.code.word(), "requests-pending", "{path}");
        let words = format!("1 required answer is missing: req-{path}-1 (path {path}, node `review`): \"incidents\"");
        assert!(refused.message.starts_with(&words), "{}", refused.message);
        assert!(
            to_string(&refused)
                .contains(&format!(r#"{{"id":"req-{path}-1","node":"review","path":"{path}","query":"incidents"}}"#))
        );
    }
    play.reply("agent-1.4-1", turn(&[]));
    assert_eq!(play.step(), ["nodeEntered", "pathCompleted"], "others step on");
    let refused = play.try_step().unwrap_err();
    let refusal_json = to_string(&refused);
    assert!(
        refusal_json.contains(concat!(
            r#""code":"requests-pending","message":"3 required answers are missing: req-1.1-1 (path 1.1,"#,
            r#" node `review`): \"incidents\"; "#
        )),
        "{refusal_json}"
    );
    assert!(
        refusal_json.contains(r#"{"id":"req-1.3-1","node":"review","path":"1.3","query":"incidents"}"#),
        "{refusal_json}"
    );
    assert!(refusal_json.contains(r#""count":3"#), "{refusal_json}");
    assert_eq!(words(&play.answer("req-1.2-1", "none").unwrap()), ["requestAnswered", "agentRequested"]);
    let nobody = Answer::Declined("nobody keeps count".into());
    let error = Action::Answer { request: "req-1.1-1".to_owned(), answer: nobody, auto: false };
    assert_eq!(words(&play.act(error).unwrap()), ["requestAnswered", "agentRequested"], "an error text is an answer");
    for (id, expected) in
        [("req-1.2-1", "already-answered"), ("req-1.9-1", "unknown-request"), ("nonsense", "unknown-request")]
    {
        let before = seen(&play);
        assert_eq!(code(play.answer(id, "again")), expected, "{id}");
        assert_eq!(seen(&play), before);
    }
    let asked = play.asked("agent-1.1-1");
    assert!(
        asked.contains(r#""turn":1"#)
            && asked.contains(
                r#""answers":[{"id":"req-1.1-1","query":"incidents","ok":false,"text":"nobody keeps count"}]"#
            ),
        "{asked}"
    );
    assert!(play.asked("agent-1.2-1").contains(r#""text":"none""#));
    assert!(play.try_step().unwrap_err().message.starts_with("1 required answer is missing: req-1.3-1"));
}

#[test]
fn questions_of_two_paths_keep_their_own_ids_and_the_optional_ones_lapse_on_leaving() {
    let mut play = start("init s; task t { prompt: \"go\" }; state end\ns -@async(2)-> t\nt -> end");
    play.step();
    play.step();
    for path in ["1.1", "1.2"] {
        let calls = [question("how many?", "required"), question("which colour?", "optional")];
        let done = play.try_reply(&format!("agent-{path}-1"), turn(&calls)).unwrap();
        assert_eq!(
            done.results[1].result.as_ref().unwrap().get("requestId"),
            Some(&Value::from(format!("req-{path}-2")))
        );
        assert!(done.results[1].result.as_ref().unwrap().to_json().contains(r#""priority":"optional""#));
    }
    assert_eq!(play.paths()[1..], ["1.1 awaitingAnswers at t", "1.2 awaitingAnswers at t"]);
    play.answer("req-1.2-1", "two").unwrap();
    assert_eq!(play.paths()[1..], ["1.1 awaitingAnswers at t", "1.2 awaitingAgent at t"]);
    let asked = play.asked("agent-1.2-2");
    assert!(asked.contains(r#""turn":2"#) && asked.contains(r#""text":"two""#), "{asked}");
    // An optional answer is shown when the open request is read again.
    play.answer("req-1.2-2", "green").unwrap();
    assert!(play.asked("agent-1.2-2").contains(r#""text":"green""#));
    play.answer("req-1.1-1", "one").unwrap();
    assert!(!play.asked("agent-1.1-2").contains("green"), "answers belong to their path");
    assert!(!play.reply("agent-1.2-2", turn(&[])).contains(&"requestLapsed"));
    assert!(play.reply("agent-1.1-2", turn(&[])).contains(&"requestLapsed"));
    assert!(play.last("requestLapsed").contains(r#""path":"1.1","node":"t","request":"req-1.1-2","reason":"left""#));
    assert_eq!(code(play.answer("req-1.1-2", "late")), "request-lapsed");
}

#[test]
fn two_paths_are_both_marked_and_an_ended_run_keeps_its_picture() {
    let source = "context C { n: 0 }\ninit a; init b; state c; state d\na -> c; b -> d; a -writes-> C";
    let mut play = start(source);
    let before = play.run().machine.to_json();
    for node in ["n1", "n2"] {
        assert!(classes(&play, node).contains(&"r-current".to_owned()), "{node}");
    }
    play.set("*", "C.n", 7.0).unwrap();
    play.step();
    play.step();
    assert_eq!(play.outcome(), "completed");
    let options = view::DotOptions::default();
    let overlay = view::overlay(play.run(), &options);
    assert_eq!(overlay.cell("v0-0").unwrap().text, "7");
    assert_eq!(
        ["s1", "s2", "s3", "s4"].map(|id| overlay.cell(id).unwrap().text.to_string()),
        ["start ×1", "start ×1", "■ 1", "■ 2"]
    );
    assert!(classes(&play, "n3").contains(&"r-completed".to_owned()));
    assert!(classes(&play, "n1").contains(&"r-visited".to_owned()));
    assert_eq!(view::dot(play.run(), &options), view::dot(play.run(), &options));
    assert_eq!(play.run().machine.to_json(), before);
    assert_eq!(Machine::parse(source).to_json(), before);
}

#[test]
fn a_branch_of_the_same_five_actions_has_the_same_bytes_and_the_old_one_stays() {
    let source = "context C { n: 0 }\ninit s; task t { prompt: \"go\" }; state end\n\
                  t -writes-> C; s -@async(2)-> t; t -@join(x; merge: keyed)-> end";
    let mut play = start(source);
    play.step();
    play.0.checkpoint("here".to_owned());
    let five = |play: &mut Play| {
        play.step();
        play.set("1.1", "C.n", 3.0).unwrap();
        play.reply("agent-1.2-1", turn(&[("write_C", data([("n", 2.0.into())]))]));
        play.reply("agent-1.1-1", turn(&[]));
        play.step();
    };
    five(&mut play);
    let (old, place) = (seen(&play), play.0.place());
    play.0.restore("here").unwrap();
    five(&mut play);
    assert_eq!(seen(&play), old);
    assert_ne!(play.0.place().branch, place.branch);
    play.0.go_to(place.step, Some(&place.branch)).unwrap();
    assert_eq!(seen(&play), old);
}

/// Of the runtime document: the expression, what a condition makes of it, and the finding it gives when it is read.
const CONDITIONS: &[(&str, &str, &str)] = &[
    ("C.v == 3", "true", ""),
    ("C.v + 1 == 4", "true", ""),
    ("C.v + 1 == 99", "false", ""),
    ("C.v % 2 == 1", "true", ""),
    ("C.v / 2 == 1.5", "true", ""),
    ("C.v / C.z > 1", "error", ""),
    ("!C.s", "true", ""),
    ("!C.z", "true", ""),
    ("!C.n", "true", ""),
    ("!C.u", "true", ""),
    ("C.s", "false", ""),
    ("C.z", "false", ""),
    ("C.u", "false", ""),
    ("C.name", "true", ""),
    ("C.list", "true", ""),
    ("C.flag", "true", ""),
    ("C.v > \"2\"", "error", ""),
    ("C.v == \"3\"", "false", ""),
    ("C.v.foo", "error", ""),
    ("C.nope == 7", "error", "condition-name"),
    ("O.later == 7", "false", ""),
    ("O.later == null", "true", ""),
    ("nope", "error", "condition-name"),
    ("Nope.x == 1", "error", "condition-name"),
    ("C.u == null", "true", ""),
    ("C.n == null", "true", ""),
    ("C.u < 1", "error", ""),
    ("has(C.u)", "false", ""),
    ("has(C.obj.b)", "false", ""),
    ("has(C.n)", "true", ""),
    ("has(C.obj.a)", "true", ""),
    ("C.obj.b == 1", "error", ""),
    ("C.list[1] == 2 && C.list[-1] == 3", "error", ""),
    ("2 in C.list", "true", ""),
    ("\"a\" in C.obj", "true", ""),
    ("\"n\" in C.name", "error", ""),
    ("C.flag && C.name", "true", ""),
    ("C.list.exists(x, x > 2)", "true", ""),
    ("C.list.all(x, x < 3)", "false", ""),
    ("size(C.list.filter(x, x > 1)) == 2", "true", ""),
    ("C.list.map(x, x * 2) == [2, 4, 6]", "true", ""),
    ("C.name.startsWith(\"A\") ? C.v > 2 : false", "true", ""),
    ("C.name.matches(\"^A.*n$\")", "true", ""),
    ("errorCount == 0 && visits == 2", "true", ""),
    ("activeState == \"\"", "true", ""),
    ("string(C.v) + \"!\" == \"3!\"", "true", ""),
    ("\"v\" + C.v == \"v3\"", "error", ""),
    ("1 < 2 < 3", "error", ""),
    ("nope || C.flag", "true", "condition-name"),
    ("C.flag || nope", "true", "condition-name"),
    ("nope && C.flag", "error", "condition-name"),
    ("nope && C.z", "false", "condition-name"),
    ("{{ C.v }} > 2", "true", ""),
];

#[test]
fn conditions_give_in_a_run_what_the_runtime_document_lists() {
    for (expression, expected, finding) in CONDITIONS {
        let source = format!(
            "context C {{ v: 3; s: \"\"; z: 0; list: [1, 2, 3]; obj: {{ a: 1 }}; name: \"Ann\"; n: null; u<string?>; \
             flag: true }}\n\
             context O\ntask first @start; task t; task no; task yes\nfirst -> t -when: \"visits == 1\"-> first\n\
             t -when: {}-> yes; t -> no",
            Value::from(*expression).to_json()
        );
        let machine = Machine::parse(&source);
        // That nothing writes a field says nothing of what its condition gives.
        let is_wanted = |code: &&str| code.starts_with("condition-") && *code != "condition-constant";
        let codes: Vec<&str> = machine.diagnostics.iter().map(|found| found.code).filter(is_wanted).collect();
        let wanted: &[&str] = if finding.is_empty() { &[] } else { &[finding] };
        assert_eq!(codes, wanted, "{expression}");
        let mut play = Play(tracklight::run::Timeline::start(machine, &Default::default()));
        for _ in 0..3 {
            play.step();
        }
        play.step();
        let evaluated: Vec<String> = play
            .log()
            .into_iter()
            .filter(|event| event.contains("\"edge\":\"e2\"") && event.contains("conditionEvaluated"))
            .collect();
        assert_eq!(evaluated.len(), 1, "{expression}");
        assert!(evaluated[0].contains(&format!(r#""result":"{expected}""#)), "{expression}: {}", evaluated[0]);
        assert_eq!(evaluated[0].contains("\"error\":"), *expected == "error", "{expression}");
        assert_eq!(play.path(), if *expected == "true" { "active at yes" } else { "active at no" }, "{expression}");
        assert_eq!(play.run().counters.errors, 0, "an error in a condition is no failure");
    }
}

#[test]
fn texts_that_are_no_conditions_are_ways_an_agent_may_choose() {
    for text in ["C.v > 2 &&", "user says no", "unknownFn(1)"] {
        let machine = Machine::parse(&format!(
            "context C {{ v: 3 }}\ntask t; task yes; task no\nt -when: \"{text}\"-> yes; t -> no"
        ));
        assert!(machine.diagnostics.iter().any(|found| found.code == "condition-syntax"), "{text}");
        let mut play = Play(tracklight::run::Timeline::start(machine, &Default::default()));
        assert_eq!(play.step(), ["nodeEntered", "agentRequested"], "{text}");
        let asked = play.asked("agent-1-1");
        assert!(asked.contains(&format!(r#""guard":"{text}""#)), "{asked}");
        assert_eq!(play.tools("agent-1-1"), ["transition_to_yes", "transition_to_no"]);
    }
}

#[test]
fn a_nest_of_macros_ends_with_an_error_and_the_run_goes_on() {
    let ten = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
    let nest = (0..9).fold("a > 99".to_owned(), |inner, _| format!("{ten}.exists(a, {inner})"));
    let mut play = start(&format!("state s; state t; state u\ns -when: \"{nest}\"-> t; s -> u"));
    assert_eq!(play.step(), ["nodeEntered", "conditionEvaluated", "moved"]);
    assert!(
        play.last("conditionEvaluated").contains(r#""result":"error""#)
            && play.last("conditionEvaluated").contains("cost")
    );
    assert_eq!(play.path(), "active at u");
}
