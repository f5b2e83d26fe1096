//! Edits of the machine while it runs.

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::run::edit::proposals;
use tracklight::run::save::Past;
use tracklight::run::state::Force;
use tracklight::run::timeline::Done;
use tracklight::run::{Action, PathId, Refusal, Timeline};
use tracklight::schema::Json;
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, data, object, start, turn, words};
use super::purity::{MACHINE, Move, moves};
use super::saves::FORKS;
use crate::counts;

const BEFORE: &str =
    "context C { n: 0 }\nstate a\ntask t { prompt: \"go\" }\nstate z\na -> t; t -writes-> C; t -when: C.n > 5-> z";

fn propose(play: &mut Play, source: &str) -> Result<Done, Refusal> {
    play.act(Action::ProposeEdit { source: source.to_owned() })
}

fn apply(play: &mut Play, id: &str) -> Result<Vec<&'static str>, &'static str> {
    let applied = play.act(Action::ApplyEdit { id: id.to_owned() });
    applied.map(|done| words(&done)).map_err(|refusal| refusal.code.word())
}

/// A run that waits for its agent at `t`.
fn asked() -> Play {
    let mut play = start(BEFORE);
    play.step();
    play.set("1", "C.n", 3.0).unwrap();
    play.step();
    play
}

#[test]
fn a_proposal_changes_nothing_until_it_is_applied() {
    let mut play = asked();
    let before = play.asked("agent-1-1");
    let done = propose(&mut play, &BEFORE.replace("state z", "state z; state extra")).unwrap();
    assert_eq!(words(&done), ["editProposed"]);
    assert_eq!(play.asked("agent-1-1"), before);
    assert!(to_string(&view::view(play.run(), "")).contains(r#""edits":["edit-1"]"#));
    let shown = to_string(&proposals(play.run()).next().unwrap());
    assert!(
        shown.contains(r#"{"op":"remove","text":"state z"},{"op":"add","text":"state z; state extra"}"#),
        "{shown}"
    );
    let done = play.act(Action::RejectEdit { id: "edit-1".to_owned() }).unwrap();
    assert_eq!(words(&done), ["editRejected"]);
    assert_eq!(apply(&mut play, "edit-1"), Err("unknown-edit"));
}

#[test]
fn an_edit_with_errors_or_without_the_node_of_a_path_is_refused() {
    let mut play = asked();
    let refused = propose(&mut play, "task {").unwrap_err();
    assert_eq!(refused.code.word(), "edit-refused");
    assert!(refused.message.contains("line 1"), "{}", refused.message);
    let gone = "context C { n: 0 }\nstate a; state z\na -> z";
    let refused = propose(&mut play, gone).unwrap_err();
    assert!(refused.message.contains("path 1 is at `t`, but the node is removed"), "{}", refused.message);
    let mut play = start(BEFORE);
    propose(&mut play, gone).unwrap();
    play.step();
    assert_eq!(apply(&mut play, "edit-1"), Err("edit-refused"), "the path has moved meanwhile");
}

#[test]
fn applying_keeps_values_counts_and_forces_and_asks_again() {
    let mut play = asked();
    play.act(Action::Force {
        path: PathId::parse("1"),
        edge: tracklight::machine::model::EdgeIdx(2),
        mode: Some(Force::Take),
    })
    .unwrap();
    // Everything is numbered anew: a node, an edge and a context before the others.
    let after = format!(
        "context B {{ k: 1 }}\nstate first; state second\nfirst -> second\n{}",
        BEFORE.replace("n: 0", "m: 7; n: 0")
    );
    propose(&mut play, &after).unwrap();
    assert_eq!(
        apply(&mut play, "edit-1"),
        Ok(vec!["machineEdited", "contextWritten", "contextWritten", "agentRequested"])
    );
    assert_eq!(play.run().rev, 1);
    assert_eq!(play.path(), "awaitingAgent at t");
    assert_eq!(play.value("1", "[C.n, C.m, B.k]"), "[3,7,1]");
    assert!(
        play.last("contextWritten")
            .contains(r#""changes":[{"field":"m","after":7}],"version":2,"shared":false,"source":"edit""#)
    );
    let tables = to_string(&view::view(play.run(), ""));
    assert!(tables.contains(r#""forces":[{"path":"1","edge":"e3","mode":"take"}]"#), "{tables}");
    assert!(tables.contains(r#""visits":{"a":1,"t":1}"#));
    assert!(tables.contains(r#"{"id":"e1","source":"a","target":"t","class":"plain","taken":1"#));
    assert_eq!(play.try_reply("agent-1-1", turn(&[])).unwrap_err().code.word(), "stale-reply");
    let asked = play.asked("agent-1-2");
    assert!(asked.contains(r#""visit":1,"attempt":1,"turn":1"#), "{asked}");
    play.reply("agent-1-2", turn(&[("write_C", data([("m", 8.0.into())]))]));
    assert_eq!(play.path(), "active at z");
}

#[test]
fn removed_fields_vanish_and_values_that_no_longer_fit_are_marked() {
    let mut play = start("context C { n: 12; gone: 1 }\nstate a; state b\na -reads-> C; a -> b");
    propose(&mut play, "context C { n<number> @maximum(9): 1 }\nstate a; state b\na -reads-> C; a -> b").unwrap();
    assert_eq!(apply(&mut play, "edit-1"), Ok(vec!["machineEdited"]));
    assert_eq!(play.value("1", "C"), r#"{"n":12}"#);
    assert!(to_string(&view::view(play.run(), "")).contains(r#""value":12,"invalid":true"#));
    let overlay = view::overlay(play.run(), &view::DotOptions::default());
    assert_eq!(overlay.cell("v0-0").unwrap().mark.unwrap().word(), "invalid");
}

#[test]
fn an_edit_frees_blocked_paths_and_leaves_ended_joins() {
    let mut play = start("context C { n: 0 }\nstate a; state b\na -when: C.n > 5-> b");
    play.step();
    propose(&mut play, "context C { n: 0 }\nstate a; state b\na -when: C.n < 5-> b").unwrap();
    assert_eq!(apply(&mut play, "edit-1"), Ok(vec!["machineEdited", "conditionEvaluated", "unblocked"]));
    let forked = |join: &str| {
        format!(
            "init s; state a; task b {{ prompt: \"x\" }}; state j\ns -@async-> a; s -@async-> b; a {join} j; b {join} j"
        )
    };
    let mut play = start(&forked("-@barrier(one)->"));
    play.step();
    play.step();
    assert_eq!(play.paths()[1], "1.1 parked at a");
    propose(&mut play, &forked("->")).unwrap();
    apply(&mut play, "edit-1").unwrap();
    assert_eq!(play.paths()[1], "1.1 active at a", "there is nothing to wait for any more");
    play.step();
    assert_eq!(play.paths()[1], "1.1 active at j");
}

#[test]
fn shared_contexts_may_become_a_paths_own_and_back() {
    let machine = |shared: &str| format!("context C {shared} {{ n: 0 }}\nstate a; state b\na -reads-> C; a -> b");
    let mut play = start(&machine(""));
    play.set("1", "C.n", 4.0).unwrap();
    for (number, shared) in [(1, "@shared"), (2, "")] {
        propose(&mut play, &machine(shared)).unwrap();
        apply(&mut play, &format!("edit-{number}")).unwrap();
        assert_eq!(play.value("1", "C.n"), "4", "{shared}");
    }
}

#[test]
fn edited_runs_are_saved_and_taken_up_again() {
    let mut play = asked();
    propose(&mut play, &BEFORE.replace("n: 0", "n: 0; m: 7")).unwrap();
    propose(&mut play, &BEFORE.replace("state z", "state y; state z")).unwrap();
    apply(&mut play, "edit-1").unwrap();
    for past in [Past::Full, Past::None] {
        let text = play.0.save(past);
        let resumed = Timeline::resume(&text, false).unwrap();
        assert!(!resumed.timeline_dropped);
        let mut back = Play(resumed.timeline);
        assert_eq!(back.0.save(past), text);
        assert_eq!(to_string(&view::view(back.run(), "")), to_string(&view::view(play.run(), "")));
        assert_eq!(back.value("1", "C.m"), "7");
        apply(&mut back, "edit-2").unwrap();
        assert_eq!(back.run().rev, 2);
        let full = back.0.save(Past::Full);
        assert_eq!(Timeline::resume(&full, false).unwrap().timeline.save(Past::Full), full);
    }
    play.0.back(1).unwrap();
    assert_eq!(play.run().rev, 0, "going back goes back to the machine of then");
}

#[test]
fn an_agent_that_returns_the_definition_unchanged_proposes_the_same_machine() {
    let source = "machine \"M\" @meta\n\
                  context C { a<number> @minimum(0.5) @maximum(1e3): 1; b<number> @minimum(-90): 1;\n\
                  c<string> @pattern(\"5\"): \"5\" }\n\
                  context D { schema: { type: \"object\";\n\
                  properties: { z: { type: \"string\" }; a: { type: \"number\" } } } }\n\
                  task t { prompt: \"go\" }\nstate d\nt -writes-> C, D\nt -@priority(-1)-> d";
    let mut play = start(source);
    play.step();
    let asked = [("get_machine_definition", object([("format", Value::from("json"))]))];
    let done = play.try_reply("agent-1-1", super::play::turns(&[&asked], false)).unwrap();
    let json = done.results[0].result.as_ref().unwrap().get("json").unwrap().clone();
    let update = ("update_definition", object([("machine", json), ("reason", Value::from("as it is"))]));
    let done = play.try_reply("agent-1-2", super::play::turns(&[&[update]], false)).unwrap();
    assert!(done.results[0].result.is_ok(), "{:?}", done.results);
    let proposed = &play.run().edits.first().unwrap().source;
    assert_eq!(tracklight::machine::Machine::parse(proposed).hash(), play.run().machine.hash(), "{proposed}");
}

#[test]
fn an_agent_proposes_an_edit_as_json_and_the_host_agrees() {
    let mut play = start("machine \"M\" @meta\ncontext C { n: 0 }\ntask t { prompt: \"go\" }\nt -writes-> C");
    play.step();
    let update = |source: &str| {
        let json = Json::parse(&tracklight::machine::Machine::parse(source).to_json()).unwrap().to_value();
        ("update_definition", object([("machine", json), ("reason", Value::from("to end"))]))
    };
    let gone = update("machine \"M\" @meta\ntask other { prompt: \"go\" }");
    let wrong =
        ("update_definition", object([("machine", object([("nodes", Value::from(3.0))])), ("reason", "x".into())]));
    let more = update(
        "machine \"M\" @meta\ncontext C { n: 0; m: 4 }\ntask t { prompt: \"go\" }\nstate done\n\
         t -writes-> C; t -> done",
    );
    let done = play.try_reply("agent-1-1", super::play::turns(&[&[gone, wrong, more]], false)).unwrap();
    let codes: Vec<_> =
        done.results.iter().map(|one| one.result.as_ref().map_or_else(|error| error.code.word(), |_| "ok")).collect();
    assert_eq!(codes, ["edit-refused", "edit-refused", "ok"], "{:?}", done.results);
    assert_eq!(
        done.results[2].result.clone().unwrap().to_json(),
        r#"{"editId":"edit-1","status":"proposed","success":true}"#
    );
    assert!(play.last("editProposed").contains(r#""edit":"edit-1","path":"1","reason":"to end""#));
    assert_eq!(play.run().rev, 0);
    assert_eq!(apply(&mut play, "edit-1"), Ok(vec!["machineEdited", "contextWritten", "agentRequested"]));
    assert_eq!(play.value("1", "C.m"), "4");
    assert!(play.tools("agent-1-3").contains(&"transition_to_done".to_owned()));
    let text = play.0.save(Past::Full);
    assert_eq!(Timeline::resume(&text, false).unwrap().timeline.save(Past::Full), text);
}

/// Other sources for the same run: things added before the others, taken away, joins dissolved, stores shared.
fn variants(source: &str) -> Vec<String> {
    let (header, rest) = source.split_once('\n').unwrap();
    let without = |word: &str| source.lines().filter(|line| !line.contains(word)).collect::<Vec<_>>().join("\n");
    vec![
        source.to_owned(),
        format!("{header}\ncontext Extra {{ z: 1 }}\nstate first; state second\nfirst -> second\n{rest}"),
        source.replace("-@barrier(id: two)->", "->").replace("-@join(id: one, group: g, merge: append)->", "->"),
        source.replace("context C {", "context C @shared {"),
        source.replace("prompt: \"w\"", "desc: \"w\"").replace("prompt: \"{{ C.n }}\"", "desc: \"n\""),
        without("context Open"),
        without("late"),
        without("house"),
        format!("{source}\nmid -> t; mid -> w; t -> mid; attic2 -> t"),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: counts::cases(24), ..ProptestConfig::default() })]

    #[test]
    fn no_edit_in_the_middle_of_a_run_breaks_it(
        machine in prop::sample::select(&[MACHINE, FORKS][..]),
        steps in prop::collection::vec((moves(), prop::option::weighted(0.3, 0..9_usize)), 1..30),
    ) {
        let mut one = start(machine);
        for (step, edit) in &steps {
            if !matches!(step, Move::Back(_)) {
                super::purity::play(&mut one, step);
            }
            if let Some(edit) = edit
                && propose(&mut one, &variants(machine)[*edit]).is_ok()
            {
                let id = format!("edit-{}", one.run().edit_seq);
                apply(&mut one, &id).unwrap();
            }
            let _ = view::dot(one.run(), &view::DotOptions::default());
        }
        let seen = to_string(&view::view(one.run(), ""));
        for past in [Past::Full, Past::None] {
            let text = one.0.save(past);
            let resumed = Timeline::resume(&text, false).unwrap();
            prop_assert!(!resumed.timeline_dropped);
            prop_assert_eq!(&to_string(&view::view(resumed.timeline.run(), "")), &seen);
            prop_assert_eq!(resumed.timeline.save(past), text);
        }
    }
}

/// Everything that reads a run, for every path of it.
fn read_all(play: &Play) {
    let run = play.run();
    for path in run.paths.values() {
        let options = view::DotOptions { path: Some(path.id.to_string()), ..Default::default() };
        assert!(!view::dot(run, &options).is_empty());
        drop(view::overlay(run, &options));
        assert!(tracklight::run::evaluate(run, &path.id, "visits + pathErrors").is_ok());
        drop(play.0.projection(&path.id, None, None));
    }
    assert!(to_string(&view::view(run, "b1")).contains("\"paths\""));
    let text = play.0.save(Past::Full);
    let again = Timeline::resume(&text, false).unwrap();
    assert!(!again.timeline_dropped);
    assert_eq!(again.timeline.save(Past::Full), text);
    let alone = Timeline::resume(&play.0.save(Past::None), false).unwrap().timeline;
    assert_eq!(to_string(&view::view(alone.run(), "b1")), to_string(&view::view(run, "b1")));
}

#[test]
fn an_edit_may_remove_nodes_where_only_ended_paths_are() {
    let mut play = start(
        "context C { n: 0 }\nstate s; state done; task bad { prompt: \"go\" }; state idle; task a { prompt: \"go\" }; \
         state j; state k\n\
         s -@async-> done; s -@async-> bad; s -@async-> idle; s -@async(2)-> a; a -@join(x)-> j; j -> k -> k; idle -> \
         idle; a -writes-> C",
    );
    play.step();
    play.step();
    play.reply("agent-1.2-1", super::play::error("no"));
    play.act(Action::Cancel { path: PathId::parse("1.3") }).unwrap();
    play.reply("agent-1.4-1", turn(&[]));
    // A path that has forked is no reason either: it is revived at another node.
    let without = |gone: &str| {
        format!(
            "context C {{ n: 0 }}\n{}task a {{ prompt: \"go\" }}; state j; state k\n\
             a -@join(x)-> j; j -> k -> k; a -writes-> C",
            if gone == "s" { "" } else { "state s; s -@async(2)-> a\n" }
        )
    };
    propose(&mut play, &without("s")).unwrap();
    apply(&mut play, "edit-1").unwrap();
    assert_eq!(play.run().path(&PathId::parse("1").unwrap()).unwrap().place(), None);
    let stands: Vec<String> = play
        .run()
        .paths
        .values()
        .map(|path| format!("{} {} at {}", path.id, path.status.word(), play.run().node_of(path)))
        .collect();
    assert_eq!(
        stands,
        [
            "1 forked at s",
            "1.1 completed at done",
            "1.2 failed at bad",
            "1.3 cancelled at idle",
            "1.4 parked at a",
            "1.5 awaitingAgent at a"
        ]
    );
    read_all(&play);
    // The nodes that are there show only the paths that stand at them.
    let tables = to_string(&view::view(play.run(), "b1"));
    assert!(tables.contains(r#""completed":[],"failed":[]"#) && !tables.contains(r#""completed":["1.1"]"#), "{tables}");
    // The join fires; the path that forked at a removed node goes on from there.
    play.reply("agent-1.5-2", turn(&[]));
    assert!(play.last("moved").contains(r#""from":"s","to":"j","left":[]"#), "{}", play.last("moved"));
    read_all(&play);
    // A node of live paths stays, one that only ended ones left comes back with them.
    assert_eq!(propose(&mut play, "state other").unwrap_err().code.word(), "edit-refused");
    propose(&mut play, &format!("{}\nstate done; s -> done", without(""))).unwrap();
    apply(&mut play, "edit-2").unwrap();
    assert!(play.paths().contains(&"1.1 completed at done".to_owned()));
    assert!(to_string(&view::view(play.run(), "b1")).contains(r#""completed":["1.1"]"#));
}

#[test]
fn an_ended_run_accepts_any_edit_even_an_empty_machine() {
    let mut play = start("context C { n: 0 }\nstate a; state b\na -> b");
    play.step();
    play.step();
    assert_eq!(play.path(), "completed at b");
    for (source, id) in
        [("", "edit-1"), ("note: \"x\"", "edit-2"), ("context b { n: 1 }", "edit-3"), ("state b", "edit-4")]
    {
        if propose(&mut play, source).is_err() {
            continue;
        }
        apply(&mut play, id).unwrap();
        read_all(&play);
        assert_eq!(to_string(play.run().node_of(play.run().paths.values().next().unwrap())), "\"b\"");
    }
    assert_eq!(play.path(), "completed at b");
}

#[test]
fn edges_in_the_history_are_named_as_they_are_called_after_an_edit() {
    const SOURCE: &str = "state a; state b; task t { prompt: \"go\" }\na -first-> b; b -second-> t; t -again-> t";
    let mut play = start(SOURCE);
    play.step();
    play.step();
    play.step();
    let history = |play: &Play, id: &str| {
        let asked = play.asked(id);
        let (_, rest) = asked.split_once("\"history\":").unwrap();
        let list = rest.split("]").next().unwrap_or_default().to_owned();
        list.matches("\"edge\":\"").count().to_string() + &list
    };
    assert!(history(&play, "agent-1-1").contains(r#""from":"a","to":"b","edge":"e0""#));
    // An edge before them moves their numbers, one of them is gone.
    propose(
        &mut play,
        "state z; state a; state b; task t { prompt: \"go\" }\nz -> a; a -other-> b; b -second-> t; t -again-> t",
    )
    .unwrap();
    apply(&mut play, "edit-1").unwrap();
    let moves = history(&play, "agent-1-2");
    assert!(moves.starts_with('1') && moves.contains(r#"{"from":"a","to":"b","cause""#), "{moves}");
    assert!(moves.contains(r#"{"from":"b","to":"t","edge":"e2","cause""#), "{moves}");
    read_all(&play);
}

#[test]
fn edges_of_origins_and_failures_are_named_as_they_are_called_after_an_edit() {
    const SOURCE: &str = "context C { items: 5 }\nstate s; task t { prompt: \"go\" }; state x; task h { prompt: \
                          \"go\" }\n\
        s -@async-> t; t -@map(C.items)-> x; t -catch-> h";
    let mut play = start(SOURCE);
    play.step();
    play.step();
    play.reply("agent-1.1-1", turn(&[]));
    play.step();
    assert!(play.asked("agent-1.1-2").contains(r#""code":"map-source""#));
    assert!(play.asked("agent-1.1-2").contains(r#""edge":"e1""#), "{}", play.asked("agent-1.1-2"));
    propose(&mut play, &SOURCE.replace("s -@async-> t;", "s -new-> h; s -@async-> t;")).unwrap();
    apply(&mut play, "edit-1").unwrap();
    let asked = play.asked("agent-1.1-3");
    assert!(asked.contains(r#""lastError":{"kind":"map-source""#) && asked.contains(r#""edge":"e2""#), "{asked}");
    let tables = to_string(&view::view(play.run(), "b1"));
    assert!(tables.contains(r#""origin":{"kind":"fork","edge":"e1""#), "{tables}");
    read_all(&play);
}
