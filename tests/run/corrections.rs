//! What rules 3 corrected: last turns, ends, containers, chosen edges, empty lists, tools and events.

use tracklight::json::to_string;
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, data, start, turn, turns};

const ASK: &str = "context C { n<number>: 0 }\ntask a { prompt: \"go\" }\nstate b\na -writes-> C\na -> b";

fn write(n: f64) -> (&'static str, Value) {
    ("write_C", data([("n", Value::from(n))]))
}

#[test]
fn a_failed_call_of_an_earlier_turn_does_not_fail_the_visit() {
    let mut play = start(ASK);
    play.step();
    let bad = [("no_such_tool", Value::object())];
    play.reply("agent-1-1", turns(&[&bad, &[]], true));
    assert_eq!(play.path(), "active at b");
    let mut play = start(ASK);
    play.step();
    play.reply("agent-1-1", turns(&[&bad], false));
    let kinds = play.reply("agent-1-2", turns(&[&[]], true));
    assert_eq!(kinds, ["agentReplied", "moved"]);
    assert_eq!(play.path(), "active at b");
}

#[test]
fn a_failed_last_call_of_the_last_turn_fails_the_visit() {
    for last in [&[write(1.0), ("no_such_tool", Value::object())][..], &[("no_such_tool", Value::object())]] {
        let mut play = start(ASK);
        play.step();
        play.reply("agent-1-1", turns(&[&[write(2.0)], last], true));
        assert_eq!(play.path(), "failed at a");
    }
}

#[test]
fn a_path_ends_at_an_end_whatever_edges_the_end_has() {
    for edge in ["b -> c", "b -when: \"true\"-> c", "b -@async-> c", "c <--x--> b"] {
        let mut play = start(&format!("init a\nend b\nstate c\na -> b\n{edge}"));
        play.step();
        assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "runEnded"], "{edge}");
        assert_eq!(play.path(), "completed at b", "{edge}");
    }
}

#[test]
fn an_end_inside_a_module_leaves_by_the_edges_of_the_module() {
    let mut play = start("process m { init a; end b; a -> b; b -> a }\nstate c\nm -> c");
    play.step();
    assert_eq!(play.step(), ["nodeEntered", "moved"]);
    assert_eq!(play.path(), "active at c");
}

#[test]
fn what_a_container_may_write_its_nodes_may_write() {
    let machine = |edge: &str| {
        format!("context C {{ n<number>: 0; m<number>: 0 }}\nprocess m {{ task t {{ prompt: \"go\" }} }}\n{edge}\n")
    };
    let mut play = start(&machine("m -writes-> C"));
    play.step();
    assert_eq!(play.tools("agent-1-1"), ["read_C", "write_C", "request_context"]);
    play.reply("agent-1-1", turn(&[write(3.0)]));
    assert_eq!((play.path().as_str(), play.value("1", "C.n").as_str()), ("completed at m.t", "3"));
    // The list of fields goes with the right.
    let mut play = start(&machine("m -writes: m-> C"));
    play.step();
    let done = play.try_reply("agent-1-1", turn(&[write(3.0)])).unwrap();
    assert!(done.results[0].result.is_err());
    assert_eq!(play.value("1", "C.n"), "0");
    // An edge of its own counts alone.
    let mut play = start(&machine("m -writes-> C\nm.t -reads-> C"));
    play.step();
    assert_eq!(play.tools("agent-1-1"), ["read_C", "request_context"]);
}

#[test]
fn a_choice_crosses_an_edge_that_was_offered_with_its_join() {
    let source = "task a { prompt: \"go\" }\nstate b; state c\ninit i\ni -@async-> a; i -@async-> w\nstate w\n\
                  w -@join(k)-> b\na -@auto-> b; a -\"ok\" @join(k)-> b; a -> c";
    let mut play = start(source);
    play.step();
    play.step();
    assert!(play.asked("agent-1.1-1").contains("transition_to_b"));
    play.reply("agent-1.1-1", turn(&[("transition_to_b", Value::object())]));
    let crossed = play.last("joinFired");
    assert!(crossed.contains(r#""paths":["1.1","1.2"]"#), "{:?} {crossed}", play.log());
}

/// Maps over `LIST`, and joins the branches with `JOIN`.
const MAP: &str = "context Work { items: LIST; done: [\"old\"]; one: 1 }\ninit plan\ntask piece { prompt: \"go\" }\n\
                   state report\nplan -@map(Work.items)-> piece\npiece -JOIN-> report\npiece -writes-> Work";

fn map(list: &str, join: &str) -> Play {
    start(&MAP.replace("LIST", list).replace("JOIN", join))
}

#[test]
fn a_map_over_no_items_goes_on_behind_the_join_of_its_branches() {
    for join in ["@join", "@join(all)", "@join(id: all; group: Work_items)", "@join(mode: any)"] {
        let mut play = map("[]", join);
        assert_eq!(play.step(), ["nodeEntered", "joinFired", "moved"], "{join}");
        assert_eq!(play.path(), "active at report");
        let fired = play.last("joinFired");
        assert!(fired.contains(r#""generation":1,"paths":[],"continuing":"1","cancelled":[]"#), "{fired}");
        assert!(play.last("moved").contains(r#""cause":{"type":"join","text":""#));
        assert_eq!(play.step(), ["nodeEntered", "pathCompleted", "runEnded"]);
    }
}

#[test]
fn nothing_is_gathered_from_no_branches() {
    let gather = |rule: &str| format!("@join @gather(from: Work.one; into: Work.done; as: {rule})");
    for (rule, done) in [("append", "[\"old\"]"), ("collect", "[]"), ("keyed", "{}"), ("last_wins", "[\"old\"]")] {
        let mut play = map("[]", &gather(rule));
        play.step();
        assert_eq!((play.path().as_str(), play.value("1", "Work.done").as_str()), ("active at report", done), "{rule}");
    }
    let typed = MAP.replace("done: [\"old\"]", "done<List<string>>: [\"old\"]");
    let mut play = start(&typed.replace("LIST", "[]").replace("JOIN", &gather("keyed")));
    assert_eq!(play.step(), ["nodeEntered", "joinFailed", "visitFailed", "pathFailed", "runEnded"]);
    assert!(play.last("joinFailed").contains(r#""paths":[],"code":"gather""#));
}

#[test]
fn a_map_over_no_items_without_a_merging_join_completes_and_says_so() {
    for join in ["@barrier", "@join(id: all; group: other)", ""] {
        let mut play = map("[]", join);
        assert_eq!(play.step(), ["nodeEntered", "nothingSpawned", "pathCompleted", "runEnded"], "{join}");
        assert!(play.last("nothingSpawned").contains(r#""path":"1","node":"plan","edge":"e0""#));
        let view = to_string(&view::view(play.run(), "b1"));
        assert!(view.contains(r#""reason":"nothing was started: `Work.items` is empty""#), "{view}");
    }
    // A join behind a failure does not count.
    let source = "context W { items: [] }\ninit plan\ntask piece { prompt: \"go\" }\nstate report\n\
                  plan -@map(W.items)-> piece\npiece -catch @join(k)-> report";
    assert_eq!(start(source).step(), ["nodeEntered", "nothingSpawned", "pathCompleted", "runEnded"]);
}

#[test]
fn a_map_over_no_items_beside_another_way_takes_that_way() {
    let source = MAP.replace("LIST", "[]").replace("JOIN", "@join");
    let mut play = start(&format!("{source}\nstate other\nplan -> other"));
    assert_eq!(play.step(), ["nodeEntered", "moved"]);
    assert_eq!(play.path(), "active at other");
    let mut play = start(&format!("{source}\nstate other\nplan -@async-> other"));
    assert_eq!(play.step(), ["nodeEntered", "spawned", "pathForked"]);
}

#[test]
fn an_inner_map_over_no_items_goes_on_behind_its_own_join() {
    let source = "context W { outer: [[], [1]]; seen: [] }\ninit plan\nstate split\ntask piece { prompt: \"go\" }\n\
                  state inner; state report\nplan -@map(items: W.outer; group: o)-> split\n\
                  split -@map(items: item; group: i)-> piece\npiece -@join(id: in; group: i)-> inner\n\
                  inner -@join(id: out; group: o)-> report";
    let mut play = start(source);
    play.step();
    play.step();
    assert!(play.paths()[1].contains("1.1 active at inner"), "{:?}", play.paths());
    play.step();
    play.reply("agent-1.2.1-1", turn(&[]));
    play.step();
    assert_eq!(play.paths()[0], "1 active at report", "{:?}", play.paths());
}

#[test]
fn a_rejected_write_of_a_shared_context_names_the_path() {
    let source = "context C @shared { n<number>: 0 }\ntask a { prompt: \"go\" }\na -writes-> C";
    let mut play = start(source);
    play.step();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", Value::from("x"))]))]));
    assert!(play.last("writeRefused").contains(r#""path":"1","node":"a","context":"C""#), "{:?}", play.log());
}

#[test]
fn a_context_without_fields_gives_no_tools() {
    let source = "context C @closed {}\ncontext D {}\ntask a { prompt: \"go\" }\na -writes-> C, D";
    let mut play = start(source);
    play.step();
    assert_eq!(play.tools("agent-1-1"), ["read_D", "write_D", "request_context"]);
    assert!(!play.asked("agent-1-1").contains(r#""enum":[]"#));
}

#[test]
fn a_tool_takes_the_listed_fields_of_an_open_context() {
    let mut play = start("context C {}\ntask a { prompt: \"go\" }\na -writes: n-> C");
    play.step();
    let asked = play.asked("agent-1-1");
    assert!(asked.contains(r#""properties":{"n":{}},"additionalProperties":false,"minProperties":1"#), "{asked}");
    play.reply("agent-1-1", turn(&[write(4.0)]));
    assert_eq!(play.value("1", "C.n"), "4");
}

#[test]
fn joins_are_tried_again_after_a_join_has_timed_out() {
    // The path that times out at `slow` goes over its catch edge into `all`, which is complete then.
    let source = "init i\nstate x; state y; state z; state e; state wait\n\
                  i -@async-> x; i -@async-> y; i -@async-> wait\n\
                  wait -when: \"false\" @barrier(slow)-> z\nx -@barrier(id: slow; timeout: 2)-> z\n\
                  x -catch @barrier(all)-> e\ny -@barrier(all)-> e";
    let mut play = start(source);
    for _ in 0..2 {
        play.step();
    }
    let mut event_kinds = Vec::new();
    for _ in 0..3 {
        let action = tracklight::run::Action::Step { idle: true };
        let Ok(done) = play.act(action) else { break };
        event_kinds.extend(super::play::words(&done));
        if event_kinds.contains(&"joinFailed") {
            break;
        }
    }
    let failed = event_kinds.iter().position(|kind| *kind == "joinFailed").expect("a timeout");
    assert!(event_kinds[failed..].contains(&"joinFired"), "{event_kinds:?}");
}

#[test]
fn a_decision_with_needs_asks_its_agent_at_the_next_step() {
    let mut play = start("task d { needs: \"Which?\" }\nstate b; state c\nd -> b; d -> c");
    assert_eq!(play.step(), ["nodeEntered", "requestOpened"]);
    play.answer("req-1-1", "b").unwrap();
    assert_eq!(play.path(), "active at d");
    assert_eq!(play.step(), ["agentRequested"]);
}

#[test]
fn parked_paths_are_cancelled_before_the_parent_is_revived_and_conflicts_are_told() {
    let source = "context C { n: 0 }\ninit i\nstate j\ni -@async-> a; i -@async-> b; i -@async-> c\n\
                  task a { prompt: \"1\" }\ntask b { prompt: \"2\" }\ntask c { prompt: \"3\" }\n\
                  a, b, c -writes-> C\na, b, c -@join(id: k; mode: 2)-> j";
    let mut play = start(source);
    play.step();
    play.step();
    for path in ["1.1", "1.2"] {
        let n = if path == "1.1" { 1.0 } else { 2.0 };
        let kinds = play.reply(&format!("agent-{path}-1"), turn(&[write(n)]));
        if path == "1.2" {
            let join = kinds.iter().position(|kind| *kind == "joinFired").unwrap();
            assert_eq!(kinds[join..join + 4], ["joinFired", "pathCancelled", "pathRevived", "mergeConflict"]);
        }
    }
}
