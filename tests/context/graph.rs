//! The context graph: what is in it, edits of it, what changed.

use tracklight::context::layer::{Level, Refresh, State};
use tracklight::json::to_string;
use tracklight::projection::timeline::{GraphEdit, GraphRow, GraphTable};
use tracklight::run::save::Past;
use tracklight::run::state::PathId;
use tracklight::run::{AdvanceOptions, Timeline};

use super::creek::creek;
use crate::run::play::{Play, data, start, turn};
use tracklight::value::Value;

const DIAMOND: &str = "context A { n: 0 }\ncontext B { n: 0 }\ncontext C { n: 0 }\ncontext D { x: 0 }\n\
    A *--> B; A *--> C; B *--> D; C *--> D;\nstate s\nstate t\ns -> t";

pub fn row<'a>(graph: &'a GraphTable, id: &str) -> &'a GraphRow {
    graph.nodes.iter().find(|node| &*node.id == id).unwrap_or_else(|| panic!("no {id}"))
}

pub fn ids(graph: &GraphTable) -> Vec<&str> {
    graph.nodes.iter().map(|node| &*node.id).collect()
}

pub fn children(play: &Play, id: &str) -> Vec<String> {
    row(&play.0.graph(), id).children.iter().map(|id| id.to_string()).collect()
}

fn parents(play: &Play, id: &str) -> Vec<String> {
    row(&play.0.graph(), id).parents.iter().map(|id| id.to_string()).collect()
}

pub fn edit(play: &mut Play, edit: GraphEdit) -> Result<bool, &'static str> {
    play.0.edit_graph(&edit).map(|(changed, _)| changed).map_err(|refusal| refusal.code.word())
}

pub fn link(play: &mut Play, parent: &str, child: &str) -> Result<bool, &'static str> {
    edit(play, GraphEdit::Link { parent: parent.into(), child: child.into(), before: None, after: None })
}

pub fn unlink(play: &mut Play, parent: &str, child: &str) -> Result<bool, &'static str> {
    edit(play, GraphEdit::Unlink { parent: parent.into(), child: child.into() })
}

pub fn group(play: &mut Play, title: &str, parents: &[&str], children: &[&str]) -> String {
    let own = |list: &[&str]| list.iter().map(|id| (*id).to_owned()).collect();
    let edit = GraphEdit::Group { title: title.into(), parents: own(parents), children: own(children) };
    play.0.edit_graph(&edit).unwrap().1.unwrap()
}

pub fn roots(play: &Play) -> Vec<String> {
    play.0.graph().roots.iter().map(|id| id.to_string()).collect()
}

#[test]
fn an_empty_machine_gives_the_run_the_machine_and_notices() {
    let play = Play(Timeline::start(tracklight::machine::Machine::parse(""), &Default::default()));
    assert_eq!(ids(&play.0.graph()), ["run", "machine", "notices"]);
    assert_eq!(roots(&play), ["run"]);
}

#[test]
fn every_kind_of_node_is_below_its_derived_parents() {
    let play = creek();
    let graph = play.0.graph();
    let found: Vec<(&str, &str, Vec<&str>)> =
        graph.nodes.iter().map(|node| (&*node.id, node.kind, node.parents.iter().map(|id| &**id).collect())).collect();
    assert_eq!(
        found,
        [
            ("run", "session", vec![]),
            ("machine", "group", vec!["run"]),
            ("ctx:1/Site", "text", vec!["machine"]),
            ("ctx:1/Report", "text", vec!["machine"]),
            ("ctx:1/Sample", "text", vec!["ctx:1/Report"]),
            ("ctx:1/Notes", "text", vec!["machine"]),
            ("notices", "group", vec!["run"]),
            ("topic:1", "topic", vec!["run"]),
            ("req-1-1", "work", vec!["topic:1"]),
            ("req-1-2", "work", vec!["topic:1"]),
            ("msg:1/1", "message", vec!["topic:1"]),
        ]
    );
}

#[test]
fn containers_tools_code_artifacts_and_joins_are_in_the_graph() {
    let mut play = start(
        "task shop { context Cart { note<string> @artifact(\"note.md\"): \"hi\" } }\n\
         tool till { description: \"rings\" }\n\
         state s; task a { code: \"x\" }; task b { prompt: \"b\" }; state t\n\
         s -@async-> a; s -@async-> b; a -@join(both)-> t; b -@join(both)-> t",
    );
    play.step();
    play.step();
    let reply = tracklight::run::agent::call::AgentReply::Turns {
        turns: vec![tracklight::run::agent::call::ReplyTurn { text: Some("out 1\nout 2".into()), calls: Vec::new() }],
        is_final: true,
        path: None,
        usage: None,
    };
    play.reply("agent-1.1-1", reply);
    let graph = play.0.graph();
    for (id, kind, parent) in [
        ("ns:shop", "group", "machine"),
        ("ctx:1.2/shop.Cart", "text", "ns:shop"),
        ("art:1.2/shop.Cart/note", "artifact", "ctx:1.2/shop.Cart"),
        ("tool:till", "tool", "machine"),
        ("topic:1.1", "topic", "topic:1"),
        ("shell:1.1/1", "shell", "topic:1.1"),
        ("lock:both", "lock", "topic:1.1"),
    ] {
        let node = row(&graph, id);
        assert_eq!((node.kind, node.parents.iter().map(|id| &**id).collect::<Vec<_>>()), (kind, vec![parent]), "{id}");
    }
    assert_eq!(row(&graph, "shell:1.1/1").digest, "out 1 (2 lines)");
    assert_eq!(row(&graph, "lock:both").digest, "1 of 2 parked");
    assert_eq!(row(&graph, "tool:till").digest, "rings");
    assert_eq!(row(&graph, "art:1.2/shop.Cart/note").digest, "hi (1 lines, 2 bytes)");
}

#[test]
fn nesting_and_both_arrows_link_per_path_and_through_shared_ends() {
    let play = start(
        "context Outer { n: 0; context Inner { m: 0 } }\ncontext All @shared { k: 0 }\ncontext Part { p: 0 }\n\
         All o--> Part; Part *--> Outer\nstate s; state t\ns -@async(2)-> t",
    );
    assert_eq!(parents(&play, "ctx:1/Outer.Inner"), ["ctx:1/Outer"]);
    assert_eq!(parents(&play, "ctx:1/Part"), ["ctx:*/All"]);
    assert_eq!(parents(&play, "ctx:1/Outer"), ["ctx:1/Part"]);
    assert_eq!(parents(&play, "ctx:*/All"), ["machine"]);
    let mut play = play;
    play.step();
    assert_eq!(children(&play, "ctx:*/All"), ["ctx:1/Part", "ctx:1.1/Part", "ctx:1.2/Part"]);
}

#[test]
fn a_context_that_contains_itself_leaves_an_acyclic_graph() {
    let machine = tracklight::machine::Machine::parse(
        "context A { n: 0 }\ncontext B { n: 0 }\nA *--> A; A *--> B; B *--> A\nstate s",
    );
    assert!(machine.diagnostics.iter().any(|found| found.code == "context-cycle"));
    let play = Play(Timeline::start(machine, &Default::default()));
    assert_eq!(parents(&play, "ctx:1/A"), ["machine"]);
    assert_eq!(parents(&play, "ctx:1/B"), ["ctx:1/A"]);
}

#[test]
fn a_link_is_seen_from_both_ends_is_idempotent_and_keeps_its_position() {
    let mut play = start("context A { n: 0 }\ncontext B { n: 0 }\ncontext C { n: 0 }\nstate s");
    let group = group(&mut play, "Mine", &[], &[]);
    assert_eq!(roots(&play), ["run", &group]);
    assert_eq!(link(&mut play, &group, "ctx:1/A"), Ok(true));
    assert_eq!(link(&mut play, &group, "ctx:1/A"), Ok(false));
    link(&mut play, &group, "ctx:1/B").unwrap();
    assert_eq!(parents(&play, "ctx:1/A"), ["machine", &group]);
    let place = |child: &str, before: Option<&str>, after: Option<&str>| GraphEdit::Link {
        parent: group.clone(),
        child: child.into(),
        before: before.map(str::to_owned),
        after: after.map(str::to_owned),
    };
    edit(&mut play, place("ctx:1/C", Some("ctx:1/B"), Some("ctx:1/A"))).unwrap();
    assert_eq!(children(&play, &group), ["ctx:1/A", "ctx:1/C", "ctx:1/B"]);
    edit(&mut play, place("ctx:1/A", None, Some("ctx:1/B"))).unwrap();
    assert_eq!(children(&play, &group), ["ctx:1/C", "ctx:1/B", "ctx:1/A"]);
    edit(&mut play, place("ctx:1/C", Some("nowhere"), None)).unwrap();
    assert_eq!(children(&play, &group), ["ctx:1/B", "ctx:1/A", "ctx:1/C"]);
    assert_eq!(link(&mut play, "machine", &group), Ok(true));
    assert_eq!(roots(&play), ["run"]);
}

#[test]
fn unknown_ends_self_links_and_cycles_are_refused_until_an_unlink_opens_them() {
    let mut play = start(DIAMOND);
    let before = to_string(&play.0.graph());
    assert_eq!(link(&mut play, "ctx:1/A", "ctx:1/Z"), Err("unknown-node"));
    assert_eq!(link(&mut play, "ctx:1/A", "ctx:1/A"), Err("self-link"));
    assert_eq!(link(&mut play, "ctx:1/B", "ctx:1/A"), Err("cycle"));
    let long = GraphEdit::Link { parent: "ctx:1/D".into(), child: "ctx:1/A".into(), before: None, after: None };
    let refusal = play.0.edit_graph(&long).unwrap_err();
    assert_eq!(to_string(&play.0.graph()), before, "what is refused changes nothing");
    assert_eq!(refusal.data.unwrap().to_json(), r#"{"cycle":["ctx:1/D","ctx:1/A","ctx:1/B","ctx:1/D"]}"#);
    assert_eq!(unlink(&mut play, "ctx:1/A", "ctx:1/B"), Ok(true));
    assert_eq!(link(&mut play, "ctx:1/B", "ctx:1/A"), Ok(true));
    assert_eq!(parents(&play, "ctx:1/A"), ["machine", "ctx:1/B"]);
}

#[test]
fn unlink_makes_a_root_of_the_last_parents_child_and_a_derived_edge_stays_away() {
    let mut play = start(DIAMOND);
    assert_eq!(unlink(&mut play, "ctx:1/B", "ctx:1/A"), Ok(false));
    assert_eq!(unlink(&mut play, "ctx:1/B", "ctx:1/D"), Ok(true));
    assert_eq!(parents(&play, "ctx:1/D"), ["ctx:1/C"]);
    unlink(&mut play, "ctx:1/C", "ctx:1/D").unwrap();
    assert_eq!(roots(&play), ["run", "ctx:1/D"]);
    play.step();
    assert_eq!(roots(&play), ["run", "ctx:1/D"]);
    link(&mut play, "ctx:1/C", "ctx:1/D").unwrap();
    assert_eq!((parents(&play, "ctx:1/D"), roots(&play)), (vec!["ctx:1/C".to_owned()], vec!["run".to_owned()]));
}

#[test]
fn removing_a_group_keeps_its_children_and_what_has_another_parent() {
    let mut play = start(DIAMOND);
    let outer = group(&mut play, "Outer", &[], &[]);
    let inner = group(&mut play, "Inner", &[&outer], &["ctx:1/D"]);
    let both = group(&mut play, "Both", &[&outer, "machine"], &[]);
    let remove = |node: &str, recursive| GraphEdit::Remove { node: node.into(), recursive };
    assert_eq!(edit(&mut play, remove("ctx:1/A", false)), Err("derived-node"));
    assert_eq!(edit(&mut play, remove(&outer, true)), Ok(true));
    let graph = play.0.graph();
    assert!(!ids(&graph).contains(&inner.as_str()) && ids(&graph).contains(&both.as_str()));
    assert_eq!(parents(&play, "ctx:1/D"), ["ctx:1/B", "ctx:1/C"]);
    let next = group(&mut play, "Next", &[], &[]);
    assert_eq!(next, "grp:4", "numbers are never used again");
    let inside = group(&mut play, "Inside", &[&next], &[]);
    edit(&mut play, remove(&next, false)).unwrap();
    assert_eq!(roots(&play), ["run", &inside]);
}

#[test]
fn ancestors_and_descendants_are_listed_once_each() {
    let play = start(DIAMOND);
    let list = |id: &str, above| -> Vec<String> {
        play.0.graph_around(id, above).unwrap().iter().map(|id| id.to_string()).collect()
    };
    assert_eq!(list("ctx:1/D", true), ["ctx:1/B", "ctx:1/C", "ctx:1/A", "machine", "run"]);
    assert_eq!(list("ctx:1/A", false), ["ctx:1/B", "ctx:1/C", "ctx:1/D"]);
    assert!(list("ctx:1/D", false).is_empty() && play.0.graph_around("nothing", true).is_err());
}

#[test]
fn in_a_deep_mixed_graph_each_relative_is_listed_once_and_none_is_its_own() {
    // Layers of three, each context under all three of the layer above, with groups between.
    let layers = 12;
    let name = |layer: usize, at: usize| format!("L{layer}x{at}");
    let mut source = String::from("state s\n");
    for layer in 0..layers {
        for at in 0..3 {
            source.push_str(&format!("context {} {{ n: 0 }}\n", name(layer, at)));
            for below in (0..3).filter(|_| layer + 1 < layers) {
                source.push_str(&format!("{} *--> {}\n", name(layer, at), name(layer + 1, below)));
            }
        }
    }
    let mut play = start(&source);
    let first = format!("ctx:1/{}", name(0, 0));
    let last = format!("ctx:1/{}", name(layers - 1, 2));
    group(&mut play, "Mine", &["machine"], &[&first, &last]);
    let list = |id: &str, above| -> Vec<String> {
        play.0.graph_around(id, above).unwrap().iter().map(|id| id.to_string()).collect()
    };
    let graph = play.0.graph();
    for id in ids(&graph) {
        for above in [true, false] {
            let found = list(id, above);
            let mut once = found.clone();
            once.sort();
            once.dedup();
            assert_eq!(once.len(), found.len(), "{id}");
            assert!(!found.iter().any(|one| one == id), "{id}");
        }
        assert!(row(&graph, id).parents.iter().all(|parent| ids(&graph).contains(&&**parent)), "{id}");
    }
    assert_eq!(list(&first, false).len(), 3 * (layers - 1));
    assert_eq!(list(&last, true).len(), 3 * (layers - 1) + 3, "the contexts above, the group, machine and run");
}

fn touched(play: &Play) -> Vec<String> {
    let graph = play.0.graph();
    graph.nodes.iter().filter(|node| node.touched).map(|node| node.id.to_string()).collect()
}

#[test]
fn one_change_touches_the_node_and_its_ancestors_once_each() {
    let mut play = start(DIAMOND);
    let all = ["run", "machine", "ctx:1/A", "ctx:1/B", "ctx:1/D", "ctx:1/C"];
    for id in all {
        edit(&mut play, GraphEdit::Refresh(id.to_owned(), Refresh::Never)).unwrap();
    }
    play.set("1", "D.x", 1.0).unwrap();
    assert_eq!(touched(&play), all);
    let graph = play.0.graph();
    let stale: Vec<&str> = graph.nodes.iter().filter(|node| node.stale).map(|node| &*node.id).collect();
    assert_eq!(stale, all);
    assert_eq!((row(&graph, "ctx:1/D").version, row(&graph, "ctx:1/B").version), (1, 0));
    play.set("1", "D.x", 1.0).unwrap();
    assert!(touched(&play).is_empty());
}

#[test]
fn a_ladder_of_diamonds_is_linear() {
    let mut source = String::from("state s\ncontext C0 { x: 0 }\n");
    for at in 0..200 {
        let (next, other) = (at + 1, at);
        source.push_str(&format!(
            "context L{at} {{ n: 0 }}\ncontext R{at} {{ n: 0 }}\ncontext C{next} {{ x: 0 }}\n\
             C{other} *--> L{at}; C{other} *--> R{at}; L{at} *--> C{next}; R{at} *--> C{next};\n"
        ));
    }
    let mut play = start(&source);
    play.set("1", "C200.x", 1.0).unwrap();
    assert_eq!(touched(&play).len(), 3 * 200 + 1 + 2);
}

#[test]
fn digests_are_as_fresh_as_their_refresh_and_a_given_text_lasts_until_a_change() {
    let mut play = start(DIAMOND);
    let give = |text: &str| GraphEdit::Summary("ctx:1/A".into(), Some(text.into()));
    edit(&mut play, give("all is well")).unwrap();
    assert_eq!(row(&play.0.graph(), "ctx:1/A").digest, "all is well");
    edit(&mut play, GraphEdit::Refresh("ctx:1/A".into(), Refresh::Every(2))).unwrap();
    play.set("1", "D.x", 1.0).unwrap();
    let graph = play.0.graph();
    assert_eq!((row(&graph, "ctx:1/A").digest.as_str(), row(&graph, "ctx:1/A").stale), ("1 of 1 fields set: n", true));
    play.set("1", "D.x", 2.0).unwrap();
    assert!(!row(&play.0.graph(), "ctx:1/A").stale, "step 2 refreshes");
    edit(&mut play, give("again")).unwrap();
    edit(&mut play, GraphEdit::Summary("ctx:1/A".into(), None)).unwrap();
    assert_eq!(row(&play.0.graph(), "ctx:1/A").digest, "1 of 1 fields set: n");
    assert_eq!(row(&play.0.graph(), "machine").digest, "1 items: 1 text\nA");
}

#[test]
fn notices_name_node_and_change_and_only_wake_stops_the_run() {
    let mut play = start("context A { n: 0 }\nstate s\nstate t\nstate u\ns -> t -> u");
    play.set("1", "A.n", 1.0).unwrap();
    assert!(play.0.graph().notices.is_empty());
    edit(&mut play, GraphEdit::Level("machine".into(), Level::Hold)).unwrap();
    play.set("1", "A.n", 2.0).unwrap();
    let notices = play.0.graph().notices;
    assert_eq!(notices.len(), 1);
    assert_eq!((notices[0].text.as_str(), notices[0].wake), ("machine changed: A @1 n 1 -> 2", false));
    assert_eq!(row(&play.0.graph(), "notices").digest, "0 items");
    edit(&mut play, GraphEdit::Level("topic:1".into(), Level::Hold)).unwrap();
    assert_eq!(play.0.clone().advance(&AdvanceOptions::default()).unwrap().1.word(), "ended");
    edit(&mut play, GraphEdit::Level("topic:1".into(), Level::Wake)).unwrap();
    let (_, reason, ticks) = play.0.advance(&AdvanceOptions::default()).unwrap();
    assert_eq!((reason.word(), ticks), ("breakpoint", 1));
    assert_eq!(play.0.graph().notices.len(), 1, "the next step replaces them");
}

#[test]
fn annotations_set_the_first_state_and_a_fork_inherits_the_parents() {
    let mut play = start("context A @summary { n: 0 }\nstate s; state t\ns -@async(2)-> t");
    let state = |play: &Play, id: &str| row(&play.0.graph(), id).state;
    assert_eq!(state(&play, "ctx:1/A"), State::Summary);
    for next in State::ALL {
        edit(&mut play, GraphEdit::State("ctx:1/A".into(), *next)).unwrap();
        assert_eq!(state(&play, "ctx:1/A"), *next);
    }
    edit(&mut play, GraphEdit::State("ctx:1/A".into(), State::Hidden)).unwrap();
    play.step();
    assert_eq!(state(&play, "ctx:1.2/A"), State::Hidden);
    edit(&mut play, GraphEdit::State("ctx:1.2/A".into(), State::All)).unwrap();
    assert_eq!((state(&play, "ctx:1.1/A"), state(&play, "ctx:1.2/A")), (State::Hidden, State::All));
}

#[test]
fn an_edit_makes_no_step_and_no_branch_and_survives_saving() {
    let mut play = start("context A { n: 0 }\ntask t { prompt: \"go\" }\nstate u\nt -writes-> A; t -> u");
    play.step();
    let (place, digest) = (play.0.place(), play.0.agent_requests()[0].digest());
    let group = group(&mut play, "Mine", &["machine"], &["ctx:1/A"]);
    edit(&mut play, GraphEdit::State(group.clone(), State::Collapsed)).unwrap();
    edit(&mut play, GraphEdit::Budget(Some(300.0))).unwrap();
    unlink(&mut play, "machine", "ctx:1/A").unwrap();
    edit(&mut play, GraphEdit::Summary("ctx:1/A".into(), Some("mine".into()))).unwrap();
    edit(&mut play, GraphEdit::Level("run".into(), Level::Wake)).unwrap();
    edit(&mut play, GraphEdit::Refresh("run".into(), Refresh::Every(3))).unwrap();
    play.0.save_graph_view("first".to_owned());
    assert_eq!((play.0.place(), play.0.agent_requests()[0].digest()), (place, digest));
    for past in [Past::Full, Past::None] {
        let text = play.0.save(past);
        let back = Timeline::resume(&text, false).unwrap().timeline;
        assert_eq!(back.layer(), play.0.layer());
        assert_eq!(back.save(past), text);
    }
    let id = PathId::start(1);
    let shown = play.0.projection(&id, None, None).unwrap();
    assert_eq!(shown.budget, 300);
    assert_eq!(play.0.agent_requests()[0].projection(), shown);
    play.reply("agent-1-1", turn(&[("write_A", data([("n", Value::from(4.0))]))]));
    assert!(play.0.graph().nodes.iter().any(|node| *node.id == *group));
}

#[test]
fn containers_nest_and_contain_their_tools() {
    let play =
        start("task shop { task desk { context Cart { n: 0 }\n tool scale { description: \"weighs\" } } }\nstate s");
    for (id, parent) in [
        ("ns:shop.desk", "ns:shop"),
        ("ctx:1/shop.desk.Cart", "ns:shop.desk"),
        ("tool:shop.desk.scale", "ns:shop.desk"),
    ] {
        assert_eq!(parents(&play, id), [parent], "{id}");
    }
}
