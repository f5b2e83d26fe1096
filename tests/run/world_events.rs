//! Events (world.md 2): who receives one, what it interrupts, and what a path does while it waits for one.

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::machine::model::EdgeIdx;
use tracklight::run::save::Past;
use tracklight::run::state::{Force, PathId};
use tracklight::run::timeline::Done;
use tracklight::run::{Action, AdvanceOptions, Refusal, Timeline};
use tracklight::schema::Json;
use tracklight::value::Value;

use super::play::{Play, object, start, turn, words};

fn start_anyway(source: &str) -> Play {
    Play(Timeline::start(Machine::parse(source), &Default::default()))
}

fn send_to(play: &mut Play, name: &str, path: &str) -> Result<Done, Refusal> {
    play.act(Action::Send { name: name.to_owned(), data: Value::Null, path: PathId::parse(path) })
}

fn amount(amount: f64) -> Value {
    object([("amount", Value::from(amount))])
}

const WAITING: &str = "context C { price: 100 }\nevent paid { amount<number> @minimum(0); by: \"card\" }\n\
    state wait\nstate late\nend closed\n\
    wait -on: paid; when: \"event.data.amount >= C.price\"-> closed\nwait -on: cancelled-> late";

#[test]
fn world_2_a_path_whose_node_has_its_own_event_edges_awaits_an_event() {
    let mut play = start_anyway(WAITING);
    assert_eq!(play.step(), ["nodeEntered"]);
    assert_eq!((play.path().as_str(), play.outcome()), ("awaitingEvent at wait", "running"));
    let view = to_string(&tracklight::view::view(play.run(), "b0"));
    assert!(view.contains(r#""status":"awaitingEvent","reason":"waiting for `paid`, `cancelled`""#), "{view}");
    assert!(view.contains(r#""event":["1"],"parked":[]"#), "{view}");
}

#[test]
fn world_2_an_event_takes_its_receiver_along_with_the_cause_event() {
    let mut play = start_anyway(WAITING);
    play.step();
    let done = play.send("paid", amount(120.0)).unwrap();
    assert_eq!(words(&done), ["eventReceived", "moved"]);
    assert!(play.last("eventReceived").contains(r#""name":"paid","data":{"amount":120,"by":"card"},"paths":["1"]"#));
    assert!(play.last("moved").contains(r#""cause":{"type":"event","text":"paid"}"#), "{}", play.last("moved"));
    assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "runEnded"]);
}

#[test]
fn world_2_event_is_the_received_one_in_its_edge_and_last_event_afterwards() {
    let mut play = start_anyway(
        "context C { a<any>: 0; b<any>: 0 }\nstate wait\nstate next\nstate done\n\
         wait -on: go @set(C.a: event.data; C.b: lastEvent)-> next\nnext -on: go @set(C.b: lastEvent.data + event.data)-> done",
    );
    play.step();
    assert_eq!(play.value("1", "lastEvent"), "null");
    play.send("go", Value::from(1.0)).unwrap();
    assert_eq!([play.value("1", "C.a"), play.value("1", "C.b")], ["1", "null"]);
    assert_eq!(play.value("1", "lastEvent"), r#"{"data":1,"name":"go"}"#);
    play.step();
    play.send("go", Value::from(2.0)).unwrap();
    assert_eq!(play.value("1", "C.b"), "3");
    assert_eq!(play.value("1", "event"), "null");
}

#[test]
fn world_2_an_event_that_no_live_path_has_an_edge_for_is_unexpected_and_says_what_is_awaited() {
    let mut play = start_anyway(WAITING);
    play.step();
    let refused = play.send("shipped", amount(-1.0)).unwrap_err();
    let text = to_string(&refused);
    assert_eq!(refused.code.word(), "event-unexpected");
    assert!(text.contains(r#""awaited":[{"condition":"event.data.amount >= C.price","edge":"e0""#), "{text}");
    assert!(refused.message.ends_with("awaited: `cancelled`, `paid`"), "{}", refused.message);
}

#[test]
fn world_2_the_data_of_a_declared_event_is_checked_whole_and_closed() {
    let mut play = start_anyway(WAITING);
    play.step();
    for (data, pointer) in [
        (amount(-1.0), "/data/amount"),
        (object([]), "/data/amount"),
        (object([("amount", Value::from(1.0)), ("tip", Value::from(1.0))]), "/data/tip"),
        (Value::from("much"), "/data"),
        (Value::Null, "/data/amount"),
    ] {
        let refused = play.send("paid", data).unwrap_err();
        let text = to_string(&refused);
        assert_eq!(refused.code.word(), "event-invalid");
        assert!(text.contains(&format!(r#""pointer":"{pointer}""#)), "{text}");
    }
    let large = Value::from("x".repeat(1024 * 1024));
    assert_eq!(play.send("cancelled", large).unwrap_err().code.word(), "event-invalid");
    assert_eq!(play.path(), "awaitingEvent at wait");
}

#[test]
fn world_2_a_declared_event_without_data_takes_its_defaults() {
    let mut play = start_anyway("event done { by: \"hand\" }\nstate wait\nstate next\nwait -on: done-> next");
    play.step();
    play.send("done", Value::Null).unwrap();
    assert_eq!(play.value("1", "lastEvent.data.by"), "\"hand\"");
}

#[test]
fn world_2_an_event_whose_conditions_are_false_is_unexpected_and_names_them() {
    let mut play = start_anyway(WAITING);
    play.step();
    let refused = play.send("paid", amount(99.0)).unwrap_err();
    assert_eq!(refused.code.word(), "event-unexpected");
    assert_eq!(refused.message, "no path takes the event `paid`: `event.data.amount >= C.price` is false on path 1");
    assert!(to_string(&refused).contains(r#""conditions":[{"condition":"event.data.amount >= C.price","edge":"e0","#));
}

#[test]
fn world_2_the_innermost_edge_counts_then_priority_then_source_order() {
    let mut play = start_anyway(
        "state shop { state a; state b; state c; a -on: go; when: \"event.data == 1\"-> b; a -on: go-> c; a -on: go @priority(1)-> b }\n\
         state out\nshop -on: go-> out\nshop -on: stop-> out",
    );
    play.step();
    play.send("go", Value::from(1.0)).unwrap();
    assert_eq!(play.path(), "active at shop.b");
    let mut play = start_anyway(
        "state shop { state a; state b; state c; a -on: go; when: \"event.data == 1\"-> b; a -on: go-> c }\n\
         state out\nshop -on: go-> out",
    );
    play.step();
    play.send("go", Value::from(2.0)).unwrap();
    assert_eq!(play.path(), "active at shop.c");
    let mut play = start_anyway(
        "state shop { state a; state b; a -on: go; when: \"event.data == 1\"-> b }\nstate out\nshop -on: go-> out",
    );
    play.step();
    play.send("go", Value::from(2.0)).unwrap();
    assert_eq!(play.path(), "active at out");
}

#[test]
fn world_2_it_is_received_by_all_live_paths_in_path_order_or_by_the_named_one() {
    let source = "init a; init b\nstate wait\nstate done\na -> wait; b -> wait\nwait -on: go-> done";
    let mut play = start_anyway(source);
    play.step();
    play.step();
    send_to(&mut play, "go", "2").unwrap();
    assert_eq!(play.paths(), ["1 awaitingEvent at wait", "2 active at done"]);
    let mut play = start_anyway(source);
    play.step();
    play.step();
    play.send("go", Value::Null).unwrap();
    assert!(play.last("eventReceived").contains(r#""paths":["1","2"]"#));
    assert_eq!(play.paths(), ["1 active at done", "2 active at done"]);
    assert_eq!(send_to(&mut play, "go", "7").unwrap_err().code.word(), "unknown-path");
    play.step();
    assert_eq!(send_to(&mut play, "go", "2").unwrap_err().code.word(), "path-ended");
    assert_eq!(play.send("go", Value::Null).unwrap_err().code.word(), "run-ended");
}

#[test]
fn world_2_a_path_that_has_not_entered_its_node_enters_it_first_without_questions_and_work() {
    let mut play = start_anyway(
        "context C { n: 0 }\ntask t @set(C.n: 5) { prompt: \"go\"; needs: \"why\" }\nstate done\nt -on: stop-> done",
    );
    let done = play.send("stop", Value::Null).unwrap();
    assert_eq!(words(&done), ["eventReceived", "nodeEntered", "contextWritten", "moved"]);
    assert_eq!((play.value("1", "C.n").as_str(), play.run().requests.len()), ("5", 0));
}

#[test]
fn world_2_it_makes_an_open_agent_request_stale_and_lapses_open_questions() {
    let mut play = start_anyway("task t { prompt: \"go\"; wants: \"more\" }\nstate done\nt -on: stop-> done");
    play.step();
    assert_eq!(play.path(), "awaitingAgent at t");
    let done = play.send("stop", Value::Null).unwrap();
    assert_eq!(words(&done), ["eventReceived", "requestLapsed", "moved"]);
    assert!(play.last("requestLapsed").contains(r#""reason":"interrupted""#));
    assert_eq!(play.try_reply("agent-1-1", turn(&[])).unwrap_err().code.word(), "stale-reply");
    let mut play = start_anyway("state s { needs: \"why\" }\nstate done\ns -on: stop-> done");
    play.step();
    play.send("stop", Value::Null).unwrap();
    assert_eq!(play.answer("req-1-1", "x").unwrap_err().code.word(), "request-lapsed");
}

const JOIN: &str = "init s\nstate m { state a; state b; state c; a -@join(j, merge: last_wins)-> c; \
    b -on: go @join(j, merge: last_wins)-> c }\nstate out\n\
    s -@async-> m.a; s -@async-> m.b\nm -on: stop-> out";

#[test]
fn world_2_it_takes_a_parked_path_out_of_its_join() {
    let mut play = start_anyway(JOIN);
    play.step();
    play.step();
    assert_eq!(play.paths(), ["1 forked at s", "1.1 parked at m.a", "1.2 awaitingEvent at m.b"]);
    send_to(&mut play, "stop", "1.1").unwrap();
    assert_eq!(play.paths()[1], "1.1 active at out");
    play.send("go", Value::Null).unwrap();
    assert_eq!(play.paths(), ["1 active at m.c", "1.1 active at out", "1.2 merged at m.b"]);
    assert_eq!(play.value("1", "lastEvent.name"), "\"go\"", "the path that crosses the edge keeps its event");
}

#[test]
fn world_2_the_edge_a_path_is_parked_on_does_not_count() {
    let mut play = start_anyway(
        "state s\nstate a\nstate b\nstate c\nstate d\ns -@async-> a; s -@async-> b\n\
         a -on: go @join(j)-> c\nb -on: other @join(j)-> c",
    );
    play.step();
    play.step();
    play.send("go", Value::Null).unwrap();
    assert_eq!(play.paths()[1], "1.1 parked at a");
    assert_eq!(play.send("go", Value::Null).unwrap_err().code.word(), "event-unexpected");
}

#[test]
fn world_2_compensating_paths_are_no_receivers() {
    let mut play = start_anyway(
        "machine \"M\" @errorHandling(\"compensate\")\ninit begin\nbegin -> shop\nstate shop { state a; task b { prompt: \"go\" }; a -> b }\nstate out\n\
         task undo @compensate(shop.a) { prompt: \"undo\" }\nshop -on: stop-> out\nundo -on: stop-> out",
    );
    play.step();
    play.step();
    play.step();
    play.reply("agent-1-1", super::play::error("no"));
    assert!(play.run().paths.values().next().unwrap().unwinding.is_some(), "{}", play.path());
    assert_eq!(play.send("stop", Value::Null).unwrap_err().code.word(), "event-unexpected");
}

#[test]
fn world_2_a_run_without_live_paths_receives_nothing() {
    let mut play = start("state s");
    play.step();
    assert_eq!(play.send("go", Value::Null).unwrap_err().code.word(), "run-ended");
    assert!(to_string(&tracklight::view::view(play.run(), "b0")).contains(r#""events":[],"timers":[]"#));
}

#[test]
fn world_2_event_edges_of_a_module_are_no_exits_and_let_an_end_complete() {
    let mut play = start_anyway("state shop { state a; end b; a -> b }\nstate out\nshop -on: go-> out");
    play.step();
    assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "runEnded"]);
}

#[test]
fn world_2_where_conditions_are_false_a_module_around_may_have_the_event() {
    let mut play = start_anyway(
        "context C { n: 0 }\nstate shop { state a; state b; a -when: \"C.n > 0\"-> b }\nstate out\nshop -on: go-> out",
    );
    play.step();
    assert_eq!(play.path(), "awaitingEvent at shop.a");
    let mut blocked = start("context C { n: 0 }\nstate a\nstate b\na -when: \"C.n > 0\"-> b");
    blocked.step();
    assert_eq!(blocked.path(), "blocked at a");
}

#[test]
fn world_2_where_several_edges_lead_on_it_waits_unless_an_agent_was_asked() {
    let source = |work: &str| {
        format!("state shop {{ task a {work}; state b; state c; a -> b; a -> c }}\nstate out\nshop -on: go-> out")
    };
    let mut play = start_anyway(&source("{ desc: \"x\" }").replace("task a", "state a"));
    play.step();
    assert_eq!(play.path(), "awaitingEvent at shop.a");
    let mut play = start_anyway(&source("{ prompt: \"go\" }"));
    play.step();
    play.reply("agent-1-1", turn(&[]));
    assert_eq!(play.path(), "failed at shop.a");
}

#[test]
fn world_2_a_waiting_path_looks_again_like_a_blocked_one() {
    let mut play =
        start_anyway("context C { n: 0 }\nstate a\nstate b\nstate c\na -when: \"C.n > 0\"-> b\na -on: go-> c");
    play.step();
    assert_eq!(play.path(), "awaitingEvent at a");
    let done = play.set("1", "C.n", 1.0).unwrap();
    assert_eq!(words(&done), ["contextWritten", "conditionEvaluated", "unblocked"]);
    play.step();
    assert_eq!(play.path(), "active at b");
}

#[test]
fn world_2_choose_is_allowed_for_a_waiting_path() {
    let mut play =
        start_anyway("context C { n: 0 }\nstate a\nstate b\nstate c\na -when: \"C.n > 0\"-> b\na -on: go-> c");
    play.step();
    assert!(to_string(&tracklight::view::view(play.run(), "b0")).contains(r#""choices":["e0"]"#));
    assert_eq!(play.choose("1", 1).unwrap_err().code.word(), "not-choosable");
    play.choose("1", 0).unwrap();
    assert_eq!(play.path(), "active at b");
}

#[test]
fn world_2_a_step_with_nothing_active_is_refused_with_events_pending_before_run_blocked() {
    let mut play = start_anyway(&format!(
        "{WAITING}\ninit begin; init other\nstate b1\nstate b2\nbegin -> wait; other -> b1; other -> b2\nwait -after: 5d-> late"
    ));
    play.step();
    play.step();
    assert!(play.paths().iter().any(|path| path.contains("blocked")), "{:?}", play.paths());
    let refused = play.try_step().unwrap_err();
    assert_eq!(refused.code.word(), "events-pending");
    let text = to_string(&refused);
    assert!(text.contains(r#""awaited":[{"#) && text.contains(r#""timers":[{"due":432000000,"edge":"#), "{text}");
    assert!(refused.message.contains("at `wait` for `paid`, `cancelled`, or 5 d"), "{}", refused.message);
    let waiting = play.run().paths.values().find(|path| path.status.word() == "awaitingEvent").unwrap().id.clone();
    let refused = play.act(Action::StepPath { path: waiting }).unwrap_err();
    assert_eq!(refused.code.word(), "events-pending");
    assert_eq!(play.0.advance(&AdvanceOptions::default()).unwrap_err().code.word(), "events-pending");
    play.act(Action::Step { idle: true }).unwrap();
}

#[test]
fn world_2_requests_and_agents_come_before_events_in_the_refusal() {
    let mut play = start_anyway(
        "init a; init b; init c\nstate wait\nstate x\ntask t { prompt: \"go\" }\nstate q { needs: \"why\" }\n\
         a -> wait; b -> t; c -> q\nwait -on: go-> x",
    );
    play.step();
    play.step();
    assert_eq!(play.try_step().unwrap_err().code.word(), "requests-pending");
    play.answer("req-3-1", "x").unwrap();
    play.step();
    assert_eq!(play.try_step().unwrap_err().code.word(), "agent-pending");
}

#[test]
fn world_2_advance_stops_with_pending() {
    let mut play = start_anyway(WAITING);
    let (_, reason, _) = play.0.advance(&AdvanceOptions::default()).unwrap();
    assert_eq!(reason.word(), "pending");
}

#[test]
fn world_2_a_join_timeout_does_not_pass_by_itself_while_an_event_is_awaited() {
    let mut play = start_anyway(
        "state s\nstate a\nstate b\nstate c\nstate d\ns -@async-> a; s -@async-> b\na -@join(j, timeout: 2)-> c\n\
         b -on: go @join(j, timeout: 2)-> c",
    );
    play.step();
    play.step();
    assert_eq!(play.try_step().unwrap_err().code.word(), "events-pending");
}

#[test]
fn world_2_joins_reach_over_event_edges_of_the_node_and_of_modules() {
    let mut play = start_anyway(JOIN);
    play.step();
    play.step();
    assert!(play.last("parked").contains(r#""missing":["1.2"]"#), "{}", play.last("parked"));
}

#[test]
fn world_2_pending_lists_every_event_edge_of_a_live_path() {
    let mut play = start_anyway(
        "event paid { amount<number> }\nstate shop { state a; state b; a -on: paid; when: \"false\"-> b }\nstate out\nshop -on: stop-> out",
    );
    let awaited = tracklight::run::step::awaited::awaited_events(play.run(), None);
    assert_eq!(
        to_string(&awaited),
        concat!(
            r#"[{"path":"1","node":"shop.a","edge":"e1","name":"paid","schema":{"type":"object","properties":"#,
            r#"{"amount":{"type":"number"}},"required":["amount"],"additionalProperties":false},"condition":"false"},"#,
            r#"{"path":"1","node":"shop.a","edge":"e0","name":"stop","schema":null}]"#
        )
    );
    play.step();
}

fn force(play: &mut Play, edge: u32, mode: Force) -> Result<Done, Refusal> {
    play.act(Action::Force { path: None, edge: EdgeIdx(edge), mode: Some(mode) })
}

#[test]
fn world_2_skip_holds_for_event_edges_and_take_does_not() {
    let mut play = start_anyway(WAITING);
    assert_eq!(force(&mut play, 0, Force::Take).unwrap_err().code.word(), "not-choosable");
    force(&mut play, 0, Force::Skip).unwrap();
    play.step();
    assert_eq!(play.send("paid", amount(200.0)).unwrap_err().code.word(), "event-unexpected");
    play.send("cancelled", Value::Null).unwrap();
    assert_eq!(play.path(), "active at late");
}

#[test]
fn world_2_a_condition_that_is_no_expression_is_never_taken() {
    let mut play = start_anyway("state a\nstate b\na -on: go; when: \"it is time\"-> b");
    play.step();
    let refused = play.send("go", Value::Null).unwrap_err();
    assert_eq!(refused.code.word(), "event-unexpected");
    assert!(refused.message.contains("is error on path 1"), "{}", refused.message);
}

#[test]
fn world_2_a_forked_path_waits_for_its_own_event_instead() {
    let mut play = start_anyway("state s\nstate w\nstate out\ns -@async-> w\ns -on: go-> out");
    play.step();
    assert_eq!(play.paths(), ["1 awaitingEvent at s", "1.1 active at w"]);
}

#[test]
fn world_2_an_event_resets_the_loop_notice() {
    let mut play = start_anyway("state x\nstate y\nx -on: go-> y\ny -> x");
    for _ in 0..6 {
        play.step();
        if play.path() == "awaitingEvent at x" {
            play.send("go", Value::Null).unwrap();
        }
    }
    assert!(play.last("loopNotice").is_empty());
}

#[test]
fn world_8_events_are_saved_resumed_recorded_and_replayed() {
    let mut play = start_anyway(WAITING);
    play.step();
    play.send("paid", amount(120.0)).unwrap();
    play.step();
    for past in [Past::Full, Past::None] {
        let back = Timeline::resume(&play.0.save(past), false).unwrap();
        assert!(!back.timeline_dropped);
        assert_eq!(back.timeline.save(past), play.0.save(past));
    }
    let recording = to_string(&play.0.recording());
    assert!(recording.contains(r#"{"event":"paid","data":{"amount":120},"tick":1}"#), "{recording}");
    let read = tracklight::run::agent::recording::Recording::read(&Json::parse(&recording).unwrap()).unwrap();
    let mut again = start_anyway(WAITING).0;
    assert_eq!(again.replay(&read, false, 20).unwrap().status.word(), "ended");
    assert_eq!(to_string(&again.recording()), recording);
    assert_eq!(Play(again).log(), play.log());
}

#[test]
fn world_8_an_event_is_replayed_at_its_tick_before_any_request_is_answered() {
    let source = "init a; init b\ntask t { prompt: \"go\" }\nstate stopped\nstate x; state y; state z\na -> t; b -> x -> y -> z\n\
                  t -on: stop-> stopped";
    let mut play = start_anyway(source);
    play.step();
    play.step();
    play.step();
    play.send("stop", Value::Null).unwrap();
    while play.try_step().is_ok() {}
    let mut again = start_anyway(source).0;
    let replayed = again.replay(&play.0.recording(), false, 20).unwrap();
    assert_eq!((replayed.status.word(), replayed.request), ("ended", None));
    assert_eq!(Play(again).log(), play.log());
}

#[test]
fn world_8_an_event_that_does_not_fit_ends_the_replay_and_nothing_behind_it_is_used() {
    let source = "task t { prompt: \"go\" }\nstate done\nt -> done";
    let mut play = start_anyway(source);
    let mut recording = play.0.recording();
    let event = tracklight::run::state::ReceivedEvent { name: "stop".into(), data: Value::Null };
    recording.entries.push(tracklight::run::agent::recording::Entry::Event { event, path: None, tick: 0 });
    assert_eq!(play.0.replay(&recording, false, 20).unwrap().status.word(), "mismatch");
    assert_eq!(play.run().step, 0);
}

#[test]
fn world_8_an_edit_keeps_awaited_events_with_their_edge() {
    let mut play = start_anyway("state wait\nstate a\nstate b\nwait -on: go-> a");
    play.step();
    let edit = |play: &mut Play, source: &str| {
        play.act(Action::ProposeEdit { source: source.to_owned() }).unwrap();
        let id = format!("edit-{}", play.run().edit_seq);
        play.act(Action::ApplyEdit { id }).unwrap();
    };
    edit(&mut play, "state wait\nstate a\nstate b\nwait -on: halt-> b\nwait -on: go-> a");
    assert_eq!(play.path(), "awaitingEvent at wait");
    play.send("halt", Value::Null).unwrap();
    assert_eq!(play.path(), "active at b");
    let mut play = start_anyway("state wait\nstate a\nstate b\nwait -on: go-> a");
    play.step();
    edit(&mut play, "state wait\nstate a\nstate b\nb -on: go-> a");
    assert_eq!((play.path().as_str(), play.outcome()), ("completed at wait", "completed"));
}

#[test]
fn world_8_the_tables_list_awaited_events() {
    let mut play = start_anyway(WAITING);
    play.step();
    let script = tracklight::view::database(&play.0).script;
    let row = "INSERT INTO awaited_events (path, node, edge, name, condition) VALUES ('1', 'wait', 'e0', 'paid', \
               'event.data.amount >= C.price');";
    assert!(script.contains(row), "{script}");
}

#[test]
fn world_2_a_refused_event_changes_nothing() {
    let mut play = start_anyway(WAITING);
    play.step();
    let before = play.0.save(Past::Full);
    for (name, data) in [("paid", amount(-1.0)), ("paid", amount(1.0)), ("other", Value::Null)] {
        play.send(name, data).unwrap_err();
    }
    assert_eq!(play.0.save(Past::Full), before);
}
