//! What the graph tells of changes: refreshed digests, notices, circles.

use tracklight::context::layer::{Level, Refresh, State};
use tracklight::machine::Machine;
use tracklight::projection::timeline::GraphEdit;
use tracklight::run::save::Past;
use tracklight::run::state::PathId;
use tracklight::run::{AdvanceOptions, Timeline};
use tracklight::schema::Json;
use tracklight::value::Value;

use super::creek::{creek, visiting};
use super::graph::{edit, group, ids, row};
use crate::run::play::{Play, data, start, turn};

const ABOVE: &str =
    "context A { n: 0 }\ncontext B { x: 0; y: 0 }\nA *--> B\ntask t { prompt: \"go\" }; state u\nt -reads-> A; t -> u";

#[test]
fn a_digest_is_refreshed_every_step_every_n_steps_or_never_and_a_stale_one_is_not_shown() {
    for (refresh, stale) in [
        (Refresh::Step, [false, false, false, false]),
        (Refresh::Every(1), [false, false, false, false]),
        (Refresh::Every(3), [true, true, false, true]),
        (Refresh::Never, [true, true, true, true]),
    ] {
        let mut play = start(ABOVE);
        edit(&mut play, GraphEdit::Refresh("ctx:1/A".into(), refresh)).unwrap();
        edit(&mut play, GraphEdit::State("ctx:1/A".into(), State::Summary)).unwrap();
        assert!(!row(&play.0.graph(), "ctx:1/A").stale, "the start refreshes all");
        for (step, stale) in stale.into_iter().enumerate() {
            play.set("1", "B.x", step as f64 + 1.0).unwrap();
            assert_eq!(row(&play.0.graph(), "ctx:1/A").stale, stale, "{refresh:?} after step {}", step + 1);
            let shown = play.0.projection(&PathId::start(1), None, None).unwrap();
            let text = &shown.sections.iter().find(|section| *section.id == *"ctx:1/A").unwrap().text;
            assert_eq!(text.contains(" stale"), stale, "{text}");
            assert_eq!(text.contains("1 of 1 fields set: n"), !stale, "{text}");
        }
    }
}

#[test]
fn each_watched_node_gives_one_notice_a_step_and_ignored_ones_none() {
    let mut play = start(ABOVE);
    for (id, level) in
        [("ctx:1/A", Level::Hold), ("machine", Level::Hold), ("run", Level::Ignore), ("notices", Level::Hold)]
    {
        edit(&mut play, GraphEdit::Level(id.to_owned(), level)).unwrap();
    }
    play.set("1", "B.x", 7.0).unwrap();
    let notices = |play: &Play| -> Vec<(String, String, bool)> {
        let notices = play.0.graph().notices;
        notices.into_iter().map(|one| (one.observer.to_string(), one.text, one.wake)).collect()
    };
    let words = |title: &str| format!("{title} changed: B @1 x 0 -> 7");
    assert_eq!(notices(&play), [("machine".into(), words("machine"), false), ("ctx:1/A".into(), words("A"), false)]);
    play.set("1", "B.x", 7.0).unwrap();
    assert_eq!(notices(&play), [], "nothing changed in the next step");
    play.0.back(1).unwrap();
    assert_eq!(notices(&play).len(), 2, "the notices are those of the step that is shown");
}

#[test]
fn a_notice_names_three_nodes_at_most_and_cuts_long_values() {
    let names = ["A", "B", "C", "D", "E"];
    let declared: Vec<String> = names.iter().map(|name| format!("context {name} {{ x: \"\" }}")).collect();
    let mut play = start(&format!(
        "{}\ntask t {{ prompt: \"go\" }}\nt -writes-> A; t -writes-> B; t -writes-> C; t -writes-> D; t -writes-> E",
        declared.join("\n")
    ));
    play.step();
    edit(&mut play, GraphEdit::Level("machine".to_owned(), Level::Hold)).unwrap();
    let long = "y".repeat(60);
    let tools: Vec<String> = names.iter().map(|name| format!("write_{name}")).collect();
    let calls: Vec<(&str, Value)> = tools.iter().map(|tool| (&**tool, data([("x", Value::from(&*long))]))).collect();
    play.reply("agent-1-1", turn(&calls));
    let text = &play.0.graph().notices[0].text;
    assert!(text.starts_with("machine changed: A @1 x ") && text.ends_with(" +2"), "{text}");
    assert!(!text.contains(&"y".repeat(41)) && text.contains(&"y".repeat(30)), "{text}");
}

#[test]
fn a_digest_has_lines_of_120_characters_at_most() {
    let fields: Vec<String> = (0..40).map(|at| format!("field{at}: 1")).collect();
    let play = start(&format!("context Wide {{ {} }}\nstate s", fields.join("; ")));
    let graph = play.0.graph();
    let lines: Vec<usize> = row(&graph, "ctx:1/Wide").digest.lines().map(|line| line.chars().count()).collect();
    assert_eq!(lines, [120]);
}

#[test]
fn a_node_that_wakes_stops_a_run_to_the_end() {
    let mut play = start("context A { n: 0 }\nstate s; state t; state u\ns -> t -> u");
    edit(&mut play, GraphEdit::Level("topic:1".into(), Level::Hold)).unwrap();
    assert_eq!(play.0.clone().advance(&AdvanceOptions::default()).unwrap().1.word(), "ended");
    edit(&mut play, GraphEdit::Level("topic:1".into(), Level::Wake)).unwrap();
    assert_eq!(play.0.advance(&AdvanceOptions::default()).unwrap().1.word(), "breakpoint");
    assert_eq!(play.path(), "active at t");
}

#[test]
fn a_circle_is_an_error_that_names_it_and_self_links_are_one() {
    for (links, expected) in [
        ("A *--> A", "`A` contains itself through A → A"),
        ("A *--> B; B o--> C; C *--> A", "`C` contains itself through C → A → B → C"),
    ] {
        let machine = Machine::parse(&format!(
            "context A {{ n: 0 }}\ncontext B {{ n: 0 }}\ncontext C {{ n: 0 }}\n{links}\nstate s"
        ));
        let said: Vec<&str> =
            machine.diagnostics.iter().filter(|one| one.code == "context-cycle").map(|one| &*one.message).collect();
        assert!(said.contains(&expected), "{said:?}");
        let play = Play(Timeline::start(machine, &Default::default()));
        let graph = play.0.graph();
        assert_eq!(ids(&graph).len(), graph.nodes.len());
        let place = |id: &str| graph.nodes.iter().position(|node| *node.id == *id).unwrap();
        for node in &graph.nodes {
            for parent in &node.parents {
                assert!(place(parent) < place(&node.id), "{parent} contains {}, and no way leads back", node.id);
            }
        }
        for id in ["ctx:1/A", "ctx:1/B", "ctx:1/C"] {
            let (above, below) = (play.0.graph_around(id, true).unwrap(), play.0.graph_around(id, false).unwrap());
            assert!(!above.iter().chain(&below).any(|one| **one == *id), "{id} is not around itself");
        }
    }
    let empty = Play(Timeline::start(Machine::parse(""), &Default::default()));
    assert!(
        empty.0.graph_around("machine", false).unwrap().is_empty() && empty.0.graph_around("ctx:1/A", false).is_err()
    );
}

#[test]
fn a_refresh_is_a_word_of_two_or_a_whole_number_and_all_else_is_refused() {
    let read = |text: &str| Refresh::read(&Json::parse(text).unwrap().to_value());
    for (text, expected) in [
        ("\"step\"", Refresh::Step),
        ("\"never\"", Refresh::Never),
        ("1", Refresh::Every(1)),
        ("7", Refresh::Every(7)),
        ("1000000000", Refresh::Every(1_000_000_000)),
    ] {
        assert_eq!(read(text), Some(expected), "{text}");
    }
    let mut play = start(ABOVE);
    edit(&mut play, GraphEdit::Refresh("ctx:1/A".into(), Refresh::Every(3))).unwrap();
    let saved = play.0.save(Past::None);
    assert_eq!(saved.matches("\"refresh\":3").count(), 1);
    let resumed = |text: &str| Timeline::resume(&saved.replace("\"refresh\":3", &format!("\"refresh\":{text}")), false);
    assert_eq!(resumed("7").unwrap().timeline.layer().shape.marks[0].1.refresh, Refresh::Every(7));
    for text in [
        "\"often\"",
        "\"Step\"",
        "\"NEVER\"",
        "\"steps\"",
        "\"\"",
        "\"3\"",
        "0",
        "-1",
        "1.5",
        "1e10",
        "true",
        "[1]",
        "{}",
        "null",
    ] {
        assert_eq!(read(text), None, "{text}");
        assert!(resumed(text).is_err(), "{text} in a saved run");
    }
}

#[test]
fn each_kind_of_node_has_the_digest_of_its_kind() {
    let play = creek();
    let graph = play.0.graph();
    for (id, digest) in [
        ("run", "3 items: 2 group, 1 topic\nmachine, notices, path 1"),
        ("machine", "3 items: 3 text\nSite, Report, Notes"),
        ("ctx:1/Site", "2 of 3 fields set: name, kind; unset: limit"),
        ("ctx:1/Report", "0 of 3 fields set; unset: readings, verdict, body"),
        ("ctx:1/Notes", "2 of 2 fields set: mood, index"),
        ("topic:1", "3 items: 2 work, 1 message\nrainfall at Mill creek yesterday, last verdict, turn 1 at visit"),
        ("req-1-1", "answered: 12 mm, mostly at night"),
        ("req-1-2", "lapsed"),
        ("msg:1/1", "Took the sample by the footbridge. (2 lines, 2 calls)"),
    ] {
        assert_eq!(row(&graph, id).digest, digest, "{id}");
    }
    assert_eq!(row(&visiting().0.graph(), "req-1-2").digest, "open");

    let mut play = start(
        "context A { n: 0 }; context B { n: 0 }; context C { n: 0 }; context D { n: 0 }; context E { n: 0 }\n\
         context F { n: 0 }; context G @open { a: 1; b<string?> }\ntool bare\nstate s",
    );
    play.set("1", "G.extra", 1.0).unwrap();
    play.set("1", "G.more", 1.0).unwrap();
    let graph = play.0.graph();
    assert_eq!(row(&graph, "machine").digest, "8 items: 7 text, 1 tool\nA, B, C, D, E +3 more");
    assert_eq!(row(&graph, "ctx:1/G").digest, "1 of 2 fields set: a; unset: b; +2 undeclared");
    assert_eq!(row(&graph, "tool:bare").digest, "no description");
    let mine = group(&mut play, "Mine", &[], &[]);
    assert_eq!(row(&play.0.graph(), &mine).digest, "0 items");
}

#[test]
fn each_annotation_sets_the_first_state_of_contexts_containers_and_tools() {
    for (word, state) in [
        ("@hidden", State::Hidden),
        ("@collapsed", State::Collapsed),
        ("@summary", State::Summary),
        ("@details", State::Details),
        ("@all", State::All),
    ] {
        let play = start(&format!("task box {word} {{ context A {word} {{ n: 0 }} }}\ntool till {word}\nstate s"));
        let graph = play.0.graph();
        for id in ["ns:box", "ctx:1/box.A", "tool:till"] {
            assert_eq!(row(&graph, id).state, state, "{id} {word}");
        }
    }
    let twice = Machine::parse("context A @hidden @all { n: 0 }\nstate s");
    assert!(twice.diagnostics.iter().any(|one| one.code == "annotation-conflict"));
    let play = Play(Timeline::start(twice, &Default::default()));
    assert_eq!(row(&play.0.graph(), "ctx:1/A").state, State::All, "the last wins");
}

#[test]
fn any_state_may_follow_any_other() {
    let mut play = start(ABOVE);
    for from in State::ALL {
        for to in State::ALL {
            edit(&mut play, GraphEdit::State("ctx:1/A".into(), *from)).unwrap();
            assert_eq!(edit(&mut play, GraphEdit::State("ctx:1/A".into(), *to)), Ok(from != to), "{from:?} {to:?}");
            assert_eq!(row(&play.0.graph(), "ctx:1/A").state, *to);
        }
    }
}
