//! Structure checkpoints of the graph.

use tracklight::context::layer::{Level, Refresh, State};
use tracklight::projection::timeline::GraphEdit;
use tracklight::run::Timeline;

use super::graph::{children, edit, group, link, roots, row, unlink};
use crate::run::play::{Play, start};

const TWO: &str = "context A { n: 0 }\ncontext B { n: 0 }\nstate s; state t\ns -@async-> t";

/// What a view keeps.
fn structure(play: &Play) -> Vec<(String, Vec<String>, State)> {
    let own = |list: &[std::sync::Arc<str>]| list.iter().map(|id| id.to_string()).collect::<Vec<_>>();
    let graph = play.0.graph();
    let mut all: Vec<_> =
        graph.nodes.iter().map(|node| (node.id.to_string(), own(&node.children), node.state)).collect();
    all.push(("roots".to_owned(), own(&graph.roots), State::All));
    all
}

#[test]
fn several_views_restore_exactly_in_any_order() {
    let mut play = start(TWO);
    let plain = structure(&play);
    play.0.save_graph_view("plain".to_owned());
    let mine = group(&mut play, "Mine", &["machine"], &["ctx:1/B", "ctx:1/A"]);
    unlink(&mut play, "machine", "ctx:1/A").unwrap();
    edit(&mut play, GraphEdit::State("ctx:1/B".into(), State::Hidden)).unwrap();
    let one = structure(&play);
    assert_eq!(play.0.save_graph_view("one".to_owned()).groups, 1);
    edit(&mut play, GraphEdit::Remove { node: mine, recursive: false }).unwrap();
    group(&mut play, "Other", &[], &["ctx:1/A"]);
    edit(&mut play, GraphEdit::State("ctx:1/B".into(), State::All)).unwrap();
    let two = structure(&play);
    play.0.save_graph_view("two".to_owned());
    for (name, wanted) in [("one", &one), ("two", &two), ("one", &one)] {
        play.0.restore_graph_view(name).unwrap();
        let restored: Vec<_> =
            structure(&play).into_iter().filter(|(id, ..)| wanted.iter().any(|(k, ..)| k == id)).collect();
        let wanted: Vec<_> = wanted.iter().filter(|(id, ..)| id != "roots").cloned().collect();
        for node in wanted {
            assert!(restored.contains(&node), "{name}: {node:?} in {restored:?}");
        }
    }
    let before = structure(&play);
    link(&mut play, "ctx:1/A", "ctx:1/B").unwrap();
    play.0.restore_graph_view("one").unwrap();
    assert_eq!(structure(&play), before, "edits after a restore do not touch the saved one");
    play.0.reset_graph_view();
    assert_eq!(structure(&play), plain);
    assert_eq!(play.0.graph_views().iter().map(|view| view.name.as_str()).collect::<Vec<_>>(), ["plain", "one", "two"]);
}

#[test]
fn restoring_skips_what_is_gone_and_keeps_newcomers_reachable() {
    let mut play = start(TWO);
    play.step();
    let mine = group(&mut play, "Mine", &["machine"], &["ctx:1.1/A"]);
    play.0.save_graph_view("later".to_owned());
    play.0.back(1).unwrap();
    let restored = play.0.restore_graph_view("later").unwrap();
    assert!(restored.missing > 0 && restored.newcomers.is_empty());
    assert_eq!(children(&play, &mine), Vec::<String>::new());
    play.0.go_to(1, None).unwrap();
    assert_eq!(children(&play, &mine), ["ctx:1.1/A"], "what was missing is back with its run");

    let mut play = start(TWO);
    play.0.save_graph_view("early".to_owned());
    play.step();
    let restored = play.0.restore_graph_view("early").unwrap();
    assert!(restored.newcomers.iter().any(|id| **id == *"ctx:1.1/A") && restored.missing == 0);
    assert_eq!(row(&play.0.graph(), "ctx:1.1/A").parents.len(), 1);
    let once = play.0.layer().shape.clone();
    play.0.restore_graph_view("early").unwrap();
    assert_eq!(play.0.layer().shape, once, "twice is the same as once");
}

#[test]
fn an_edge_of_a_newcomer_that_would_close_a_cycle_is_dropped_and_told() {
    let mut play = start(TWO);
    link(&mut play, "ctx:1/A", "ctx:1/B").unwrap();
    play.0.save_graph_view("down".to_owned());
    unlink(&mut play, "ctx:1/A", "ctx:1/B").unwrap();
    let new = group(&mut play, "New", &["ctx:1/B"], &["ctx:1/A"]);
    let restored = play.0.restore_graph_view("down").unwrap();
    assert_eq!(restored.dropped.len(), 1);
    assert_eq!((&*restored.dropped[0].parent, &*restored.dropped[0].child), (new.as_str(), "ctx:1/A"));
    assert_eq!(children(&play, "ctx:1/B"), [new]);
}

#[test]
fn unknown_views_are_refused_and_an_empty_graph_can_be_saved() {
    let mut play = Play(Timeline::start(tracklight::machine::Machine::parse(""), &Default::default()));
    assert_eq!(play.0.restore_graph_view("x").unwrap_err().code.word(), "unknown-graph-view");
    let view = play.0.save_graph_view("x".to_owned());
    assert_eq!((view.nodes, view.edges, view.roots), (3, 2, 1));
    play.0.restore_graph_view("x").unwrap();
    assert_eq!(roots(&play), ["run"]);
    play.0.delete_graph_view("x").unwrap();
    assert_eq!(play.0.delete_graph_view("x").unwrap_err().code.word(), "unknown-graph-view");
}

#[test]
fn restoring_brings_the_roots_back_in_their_order_and_newcomers_after_them() {
    let mut play = start(TWO);
    let (one, two) = (group(&mut play, "One", &[], &[]), group(&mut play, "Two", &[], &[]));
    unlink(&mut play, "machine", "ctx:1/B").unwrap();
    unlink(&mut play, "machine", "ctx:1/A").unwrap();
    let first = ["run", &one, &two, "ctx:1/B", "ctx:1/A"];
    assert_eq!(roots(&play), first, "in the order they became roots");
    assert_eq!(play.0.save_graph_view("first".to_owned()).roots, 5);

    link(&mut play, &one, "ctx:1/B").unwrap();
    link(&mut play, "machine", &two).unwrap();
    unlink(&mut play, &one, "ctx:1/B").unwrap();
    let second = ["run", &one, "ctx:1/A", "ctx:1/B"];
    assert_eq!(roots(&play), second, "it became a root again after the other one");
    assert_eq!(play.0.save_graph_view("second".to_owned()).roots, 4);

    for (name, wanted) in [("first", &first[..]), ("second", &second), ("first", &first), ("second", &second)] {
        let restored = play.0.restore_graph_view(name).unwrap();
        assert_eq!((restored.missing, restored.newcomers, restored.dropped), (0, vec![], vec![]), "{name}");
        assert_eq!(roots(&play), wanted, "{name}");
        play.0.restore_graph_view(name).unwrap();
        assert_eq!(roots(&play), wanted, "{name}, twice");
    }

    // Groups that are newer, and a group that is gone: it comes back, they stand behind the saved roots.
    let (three, four) = (group(&mut play, "Three", &[], &[]), group(&mut play, "Four", &[], &[]));
    edit(&mut play, GraphEdit::Remove { node: one.clone(), recursive: false }).unwrap();
    let restored = play.0.restore_graph_view("first").unwrap();
    assert_eq!(restored.newcomers.iter().map(|id| &**id).collect::<Vec<_>>(), [&*three, &*four]);
    assert_eq!(roots(&play), ["run", &one, &two, "ctx:1/B", "ctx:1/A", &three, &four]);
}

#[test]
fn a_node_without_its_parent_becomes_a_root_after_the_saved_ones() {
    let mut play = start(TWO);
    play.step();
    unlink(&mut play, "machine", "ctx:1/A").unwrap();
    unlink(&mut play, "machine", "ctx:1/B").unwrap();
    link(&mut play, "ctx:1.1/A", "ctx:1/B").unwrap();
    assert_eq!(roots(&play), ["run", "ctx:1/A"]);
    play.0.save_graph_view("there".to_owned());
    play.0.back(1).unwrap();
    let restored = play.0.restore_graph_view("there").unwrap();
    assert!(restored.missing > 0);
    assert_eq!(roots(&play), ["run", "ctx:1/A", "ctx:1/B"], "its parent is not there at this step");
    let graph = play.0.graph();
    let below: std::collections::BTreeSet<_> = graph
        .roots
        .iter()
        .flat_map(|root| [vec![root.clone()], play.0.graph_around(root, false).unwrap()].concat())
        .collect();
    assert!(graph.nodes.iter().all(|node| below.contains(&node.id)));
    play.0.go_to(1, None).unwrap();
    assert_eq!(roots(&play), ["run", "ctx:1/A"]);
}

#[test]
fn a_view_keeps_orders_levels_refreshes_and_given_summaries_and_hides_those_that_are_old() {
    let mut play = start(TWO);
    let put = |child: &str, before: &str| GraphEdit::Link {
        parent: "machine".into(),
        child: child.into(),
        before: Some(before.into()),
        after: None,
    };
    let all = |play: &mut Play, level, refresh, text: Option<&str>| {
        edit(play, GraphEdit::Level("ctx:1/A".into(), level)).unwrap();
        edit(play, GraphEdit::Refresh("ctx:1/A".into(), refresh)).unwrap();
        edit(play, GraphEdit::Summary("ctx:1/A".into(), text.map(str::to_owned))).unwrap();
    };
    edit(&mut play, put("ctx:1/B", "ctx:1/A")).unwrap();
    all(&mut play, Level::Hold, Refresh::Every(3), Some("by hand"));
    play.0.save_graph_view("turned".to_owned());
    edit(&mut play, put("ctx:1/A", "ctx:1/B")).unwrap();
    all(&mut play, Level::Wake, Refresh::Never, None);
    play.0.save_graph_view("straight".to_owned());
    for (name, order, level, refresh, digest) in [
        ("turned", ["ctx:1/B", "ctx:1/A"], Level::Hold, Refresh::Every(3), "by hand"),
        ("straight", ["ctx:1/A", "ctx:1/B"], Level::Wake, Refresh::Never, "1 of 1 fields set: n"),
        ("turned", ["ctx:1/B", "ctx:1/A"], Level::Hold, Refresh::Every(3), "by hand"),
    ] {
        play.0.restore_graph_view(name).unwrap();
        assert_eq!(children(&play, "machine"), order, "{name}");
        let graph = play.0.graph();
        let node = row(&graph, "ctx:1/A");
        assert_eq!((node.level, node.refresh, &*node.digest), (level, refresh, digest), "{name}");
    }
    play.set("1", "A.n", 1.0).unwrap();
    play.0.restore_graph_view("turned").unwrap();
    assert_eq!(row(&play.0.graph(), "ctx:1/A").digest, "1 of 1 fields set: n", "what it said is no longer so");
    play.0.back(1).unwrap();
    assert_eq!(row(&play.0.graph(), "ctx:1/A").digest, "by hand");
    play.0.save_graph_view("turned".to_owned());
    let names: Vec<String> = play.0.graph_views().into_iter().map(|view| view.name).collect();
    assert_eq!(names, ["straight", "turned"], "the same name overwrites, and they stand by the time of saving");
}
