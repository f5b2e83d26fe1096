//! What an agent is shown: scope, states, budget.

use proptest::prelude::*;
use tracklight::context::layer::State;
use tracklight::projection::graph::Graph;
use tracklight::projection::timeline::GraphEdit;
use tracklight::projection::{Handle, Projection, project};
use tracklight::run::state::PathId;
use tracklight::value::Value;

use super::creek::creek;
use super::graph::{edit, group, link, unlink};
use crate::counts;
use crate::run::play::{Play, data, start, turn};

fn shown(play: &Play, path: &str, budget: Option<f64>) -> Projection {
    play.0.projection(&PathId::parse(path).unwrap(), None, budget).unwrap()
}

fn ids(projection: &Projection) -> Vec<&str> {
    projection.sections.iter().map(|section| &*section.id).collect()
}

fn handle<'a>(projection: &'a Projection, id: &str) -> &'a Handle {
    projection.handles.iter().find(|handle| *handle.id == *id).unwrap()
}

fn set_state(play: &mut Play, id: &str, state: State) {
    edit(play, GraphEdit::State(id.into(), state)).unwrap();
}

const DESK: &str = "task t { prompt: \"go\" }\nstate u\ncontext Top { a: 1 }\ncontext Low { b: 2; c: 3 }\n\
    Top *--> Low\nt -reads-> Top\nt -writes-> Low\nt -> u";

#[test]
fn the_budget_is_the_options_then_the_runs_then_the_machines_then_8000() {
    let mut play = start(DESK);
    assert_eq!(shown(&play, "1", None).budget, 8000);
    let mut play_400 = creek();
    assert_eq!(shown(&play_400, "1", None).budget, 400);
    edit(&mut play_400, GraphEdit::Budget(Some(0.0))).unwrap();
    assert_eq!(shown(&play_400, "1", None).budget, 0);
    assert_eq!(shown(&play_400, "1", Some(1_000_000.0)).budget, 1_000_000);
    edit(&mut play_400, GraphEdit::Budget(None)).unwrap();
    assert_eq!(shown(&play_400, "1", None).budget, 400);
    let path = PathId::start(1);
    for bad in [-1.0, 0.5, 1_000_001.0, f64::NAN] {
        assert_eq!(play.0.projection(&path, None, Some(bad)).unwrap_err().code.word(), "bad-budget");
        assert_eq!(edit(&mut play, GraphEdit::Budget(Some(bad))), Err("bad-budget"));
    }
    assert_eq!(play.0.projection(&PathId::start(7), None, None).unwrap_err().code.word(), "unknown-path");
    assert_eq!(play.0.projection(&path, Some("x"), None).unwrap_err().code.word(), "unknown-node");
    let bad = tracklight::machine::Machine::parse("machine \"m\" { contextBudget: -4 }\nstate s");
    assert_eq!(tracklight::projection::budget_of(&bad), 8000);
}

#[test]
fn each_state_renders_by_its_row() {
    let mut play = start(DESK);
    let low = |play: &Play| {
        let shown = shown(play, "1", None);
        shown.sections.iter().find(|section| *section.id == *"ctx:1/Low").map(|section| section.text.clone())
    };
    assert_eq!(low(&play).unwrap(), "# Low (state, read+write) [ctx:1/Low] v0\nb: 2\nc: 3");
    set_state(&mut play, "ctx:1/Low", State::Summary);
    assert_eq!(low(&play).unwrap(), "# Low (state, read+write) [ctx:1/Low] v0 ~4\n2 of 2 fields set: b, c");
    set_state(&mut play, "ctx:1/Low", State::Collapsed);
    assert_eq!(low(&play).unwrap(), "# Low (state, read+write) [ctx:1/Low] v0 ~4");
    set_state(&mut play, "ctx:1/Low", State::Hidden);
    assert_eq!(low(&play), None);
    assert_eq!(handle(&shown(&play, "1", None), "ctx:1/Low").reason, "hidden");
}

#[test]
fn a_folded_header_counts_what_is_folded_and_what_is_inside_has_a_handle() {
    let mut play = start(DESK);
    let low = &shown(&play, "1", None).sections[3];
    assert_eq!((&*low.id, low.via.as_deref(), low.depth), ("ctx:1/Low", Some("ctx:1/Top"), 3));
    let (whole, header) = (low.tokens, low.tokens - 4);
    set_state(&mut play, "ctx:1/Top", State::Collapsed);
    let folded = shown(&play, "1", None);
    let top = &folded.sections[2];
    assert_eq!(top.text, format!("# Top (state, read) [ctx:1/Top] v0 ~{}", 2 + whole));
    let inside = handle(&folded, "ctx:1/Low");
    assert_eq!((inside.reason, inside.tokens), ("inside", header + 4));
    assert_eq!(handle(&folded, "ctx:1/Top").tokens, 2);
    group(&mut play, "Mine", &["machine"], &["ctx:1/Low"]);
    set_state(&mut play, "grp:1", State::Details);
    let shown = shown(&play, "1", None);
    let low: Vec<_> = shown.sections.iter().filter(|section| *section.id == *"ctx:1/Low").collect();
    assert_eq!(low.len(), 1, "another parent shows it, once");
    assert_eq!(low[0].via.as_deref(), Some("grp:1"));
}

#[test]
fn hiding_a_node_hides_what_is_below_it_unless_another_parent_shows_it() {
    let mut play = start(DESK);
    set_state(&mut play, "ctx:1/Top", State::Hidden);
    let ids = |play: &Play| -> Vec<String> {
        shown(play, "1", None).sections.iter().map(|section| section.id.to_string()).collect()
    };
    assert!(!ids(&play).iter().any(|id| id == "ctx:1/Top" || id == "ctx:1/Low"), "{:?}", ids(&play));
    group(&mut play, "Mine", &["machine"], &["ctx:1/Low"]);
    set_state(&mut play, "grp:1", State::Details);
    assert_eq!(ids(&play).iter().filter(|id| *id == "ctx:1/Low").count(), 1);
    assert!(!ids(&play).iter().any(|id| id == "ctx:1/Top"));
}

#[test]
fn all_adds_what_changed_since_the_last_request_only() {
    let mut play = start(DESK);
    set_state(&mut play, "ctx:1/Low", State::All);
    play.set("1", "Low.b", 5.0).unwrap();
    let text = |play: &Play| shown(play, "1", None).sections[3].text.clone();
    assert_eq!(text(&play), "# Low (state, read+write) [ctx:1/Low] v1\nb: 5\nc: 3\n* step 1: b 2 -> 5");
    play.step();
    assert!(text(&play).contains("* step 1"), "the request that is open is not the previous one");
    play.reply(
        "agent-1-1",
        tracklight::run::agent::call::AgentReply::Turns {
            turns: vec![tracklight::run::agent::call::ReplyTurn { text: Some("hm".into()), calls: Vec::new() }],
            is_final: false,
            path: None,
            usage: None,
        },
    );
    assert!(!text(&play).contains("* step"));
    for n in 0..12 {
        play.set("1", "Low.c", f64::from(n + 10)).unwrap();
    }
    let text = text(&play);
    assert!(text.contains("\n* +2 earlier\n* step 6: c 11 -> 12\n"), "{text}");
}

#[test]
fn nothing_out_of_scope_leaks() {
    let mut play = start(
        "context Mine { word: \"plain\"; secret: \"zebra\" }\ncontext Closed { key: \"panther\" }\n\
         state s; task t { prompt: \"go\" }\nt -reads: word-> Mine\nt -writes-> Other\ncontext Other { x: 0 }\n\
         s -@async(2)-> t",
    );
    play.step();
    play.set("1.2", "Mine.word", "otter").unwrap();
    play.step();
    let mine = group(&mut play, "Mine", &["machine"], &["ctx:1.2/Mine", "ctx:1.1/Closed"]);
    link(&mut play, "ctx:1.2/Mine", "ctx:1.1/Other").unwrap();
    unlink(&mut play, "machine", "ctx:1.1/Other").unwrap();
    set_state(&mut play, &mine, State::Details);
    edit(&mut play, GraphEdit::Level("run".into(), tracklight::context::layer::Level::Hold)).unwrap();
    let projection = shown(&play, "1.1", None);
    assert!(ids(&projection).contains(&"ctx:1.1/Other"), "a parent out of scope is passed through");
    let json = tracklight::json::to_string(&projection);
    for word in ["zebra", "panther", "otter", "Closed", "ctx:1.2", "secret", "notices"] {
        assert!(!json.contains(word), "{word} in {json}");
    }
    assert!(json.contains("plain"));
    let machine = &projection.sections[1];
    assert_eq!(machine.text, "# machine (group, 2 items) [machine]");
}

#[test]
fn ancestor_topics_never_fold_the_path_away() {
    let mut play = start("state s; task t { prompt: \"go\" }\ns -@async(2)-> t");
    play.step();
    set_state(&mut play, "topic:1", State::Hidden);
    let projection = shown(&play, "1.2", None);
    assert_eq!(ids(&projection), ["run", "machine", "topic:1.2"]);
    set_state(&mut play, "topic:1", State::All);
    let projection = shown(&play, "1.2", None);
    assert_eq!(ids(&projection), ["run", "machine", "topic:1", "topic:1.2"]);
    assert_eq!(projection.sections[2].state, State::Collapsed);
    assert!(!projection.sections[2].text.contains('\n'));
}

#[test]
fn an_artifact_is_a_reference_in_its_context_and_a_section_of_its_own() {
    let play = start(
        "context Doc { body<string> @artifact(\"plan.md\"): \"one\\ntwo\" }\ntask t { prompt: \"go\" }\nt -reads-> Doc",
    );
    let projection = shown(&play, "1", None);
    assert_eq!(projection.sections[2].text, "# Doc (state, read) [ctx:1/Doc] v0\nbody: [art:1/Doc/body] plan.md ~2");
    assert_eq!(projection.sections[3].text, "# plan.md (artifact, 2 lines) [art:1/Doc/body] v0\none\ntwo");
}

#[test]
fn a_long_line_is_broken_with_two_spaces() {
    let mut play = start("context A { text: \"\" }\ntask t { prompt: \"go\" }\nt -reads-> A");
    play.set("1", "A.text", "x".repeat(300)).unwrap();
    let text = shown(&play, "1", None).sections[2].text.clone();
    let lengths: Vec<usize> = text.lines().skip(1).map(str::len).collect();
    assert_eq!(lengths, [120, 120, 2 + 308 - 120 - 118]);
}

#[test]
fn the_pending_request_shows_the_same_and_answers_and_edits_at_once() {
    let mut play = start(&DESK.replace("prompt: \"go\"", "prompt: \"go\"; wants: \"why\""));
    play.step();
    let asked = |play: &Play| play.0.agent_requests()[0].projection();
    assert_eq!(asked(&play), shown(&play, "1", None));
    play.answer("req-1-1", "because").unwrap();
    assert!(asked(&play).text.contains("answer: because"));
    set_state(&mut play, "req-1-1", State::Hidden);
    assert!(!asked(&play).text.contains("because"));
    assert_eq!(asked(&play), shown(&play, "1", None));
    assert!(play.0.agent_requests()[0].prompt_text().contains(&asked(&play).text));
    play.reply("agent-1-1", turn(&[("write_Low", data([("b", Value::from(9.0))]))]));
    let handles: Vec<_> = shown(&play, "1", None).handles.into_iter().map(|handle| handle.reason).collect();
    assert!(!handles.is_empty());
}

/// A machine of contexts in a random graph, with values of random length.
fn machine(links: &[(usize, usize)], texts: &[usize]) -> String {
    let mut source = String::from("task t { prompt: \"go\" }\n");
    for (at, length) in texts.iter().enumerate() {
        source.push_str(&format!(
            "context C{at} {{ a: \"{}\"; b: {length}; c: \"x\" }}\nt -reads-> C{at}\n",
            "w ".repeat(*length)
        ));
    }
    for (parent, child) in links {
        if parent < child && *child < texts.len() {
            source.push_str(&format!("C{parent} *--> C{child}\n"));
        }
    }
    source
}

/// The invariants (a) to (g) for what a path is shown.
fn hold(play: &Play, path: &str, budget: u32) -> Result<(), TestCaseError> {
    let small = shown(play, path, Some(f64::from(budget)));
    let large = shown(play, path, Some(f64::from(budget) + 50.0));
    let whole = shown(play, path, Some(1_000_000.0));
    let sum: u32 = small.sections.iter().map(|section| section.tokens).sum();
    prop_assert!(sum == small.total && sum <= budget, "a");
    for section in &small.sections {
        let cost = |media: tracklight::context::cost::Media, text: &str| media.text(text);
        let prose = tracklight::context::cost::Media::Prose;
        let header = cost(prose, section.text.lines().next().unwrap());
        prop_assert!(section.tokens >= header);
    }
    prop_assert!(whole.sections.iter().all(|section| section.cut.is_none()) && whole.total == whole.full, "b");
    if small.full <= budget {
        prop_assert_eq!(&small.sections, &whole.sections, "b");
    }
    prop_assert!(ids(&whole).starts_with(&ids(&large)) && ids(&large).starts_with(&ids(&small)), "c");
    let cut: Vec<_> = small.sections.iter().filter(|section| section.cut.is_some()).collect();
    if let (Some(low), Some(high)) =
        (cut.iter().map(|one| one.allowance).min(), cut.iter().map(|one| one.allowance).max())
    {
        prop_assert!(high - low <= 1, "d");
    }
    for (section, full) in small.sections.iter().zip(&whole.sections) {
        let header = tracklight::context::cost::Media::Prose.text(section.text.lines().next().unwrap());
        prop_assert!(section.allowance <= full.tokens - header, "d");
    }
    let left = budget - small.total;
    for section in cut {
        let full = whole.sections.iter().find(|full| full.id == section.id).unwrap();
        // With all lines it would cost too much, whatever the marker costs.
        prop_assert!(full.tokens - section.tokens > left, "e");
    }
    prop_assert_eq!(&small, &shown(play, path, Some(f64::from(budget))), "f");
    let mut seen = ids(&small);
    seen.sort_unstable();
    seen.dedup();
    prop_assert_eq!(seen.len(), small.sections.len(), "g");
    // Every node has a section that is whole, or a handle.
    for full in &whole.sections {
        let section = small.sections.iter().find(|section| section.id == full.id);
        let handled = small.handles.iter().any(|handle| handle.id == full.id);
        let expected = match section {
            None => true,
            Some(section) => section.cut.is_some() || whole.handles.iter().any(|handle| handle.id == full.id),
        };
        prop_assert_eq!(handled, expected, "{}", full.id);
    }
    // A section follows the one it was reached through, and stands one level below it.
    for (at, section) in whole.sections.iter().enumerate() {
        let via = section.via.as_ref().map(|via| whole.sections[..at].iter().find(|one| one.id == *via).unwrap());
        prop_assert_eq!(section.depth, via.map_or(0, |via| via.depth + 1), "{}", section.id);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(counts::cases(96)))]

    #[test]
    fn the_invariants_of_the_budget_hold(
        links in prop::collection::vec((0usize..8, 0usize..8), 0..10),
        texts in prop::collection::vec(0usize..120, 1..8),
        states in prop::collection::vec(0usize..5, 8),
        budget in 0u32..600,
    ) {
        let mut play = start(&machine(&links, &texts));
        for (at, state) in states.iter().enumerate().take(texts.len()) {
            set_state(&mut play, &format!("ctx:1/C{at}"), State::ALL[*state]);
        }
        hold(&play, "1", budget)?;
    }

    #[test]
    fn every_path_is_shown_its_own_and_what_is_shared_within_its_budget(
        links in prop::collection::vec((0usize..6, 0usize..6), 0..8),
        texts in prop::collection::vec(0usize..60, 2..6),
        shared in 0usize..6,
        states in prop::collection::vec((0usize..40, 0usize..5), 0..10),
        edits in prop::collection::vec((0usize..40, 0usize..40), 0..6),
        budget in 0u32..400,
    ) {
        let mut source = machine(&links, &texts);
        source.push_str("state s; state end\ns -@async(2)-> t; t -> end\n");
        source = source.replace(&format!("context C{shared} {{"), &format!("context C{shared} @shared {{"));
        let mut play = start(&source);
        play.step();
        for path in ["1", "1.1", "1.2"] {
            for at in (0..texts.len()).filter(|at| *at != shared) {
                play.set(path, &format!("C{at}.c"), format!("mark of {path}!")).unwrap();
            }
        }
        play.step();
        let nodes: Vec<String> = play.0.graph().nodes.iter().map(|node| node.id.to_string()).collect();
        for (at, state) in states {
            set_state(&mut play, &nodes[at % nodes.len()], State::ALL[state]);
        }
        let paths = ["1", "1.1", "1.2"];
        for path in paths {
            hold(&play, path, budget)?;
            // As long as no edit joins paths, the part of the graph around the path is enough.
            let (run, shape, id) = (play.run(), &play.0.layer().shape, PathId::parse(path).unwrap());
            let own = run.path(&id).unwrap();
            let of = |scope| project(&Graph::of(run, shape, scope), own, own.node, budget, &Vec::new);
            prop_assert_eq!(of(Some(&id)), of(None));
        }
        // Edges between any two nodes, also of different paths; some close a cycle and are refused.
        for (parent, child) in edits {
            let _ = link(&mut play, &nodes[parent % nodes.len()], &nodes[child % nodes.len()]);
        }
        for path in paths {
            hold(&play, path, budget)?;
            let shown = shown(&play, path, Some(1_000_000.0));
            let all = shown.sections.iter().map(|one| &one.id).chain(shown.handles.iter().map(|one| &one.id));
            for id in all.filter(|id| id.starts_with("ctx:")) {
                prop_assert!(id.starts_with(&format!("ctx:{path}/")) || id.starts_with("ctx:*/"), "{id} on {path}");
            }
            let json = tracklight::json::to_string(&shown);
            for other in paths.iter().filter(|other| **other != path) {
                prop_assert!(!json.contains(&format!("mark of {other}!")), "{other} on {path}");
            }
        }
    }
}

#[test]
fn code_results_and_failed_calls_of_earlier_visits_are_shown() {
    let mut play = start(
        "context C { n<number>: 0 }\ntask a { code: \"x\" }; task b { prompt: \"b\" }; task c { prompt: \"c\" }\n\
         a -> b; b -writes-> C; b -> c; c -reads-> C",
    );
    play.step();
    let output = tracklight::run::agent::call::ReplyTurn { text: Some("out 1\nout 2".into()), calls: Vec::new() };
    let printed = tracklight::run::agent::call::AgentReply::Turns {
        turns: vec![output],
        is_final: true,
        path: None,
        usage: None,
    };
    play.reply("agent-1-1", printed);
    play.step();
    let write = |value: Value| [("write_C", data([("n", value)]))];
    let (bad, good) = (write(Value::from("many")), write(Value::from(2.0)));
    play.reply("agent-1-2", crate::run::play::turns(&[&bad, &good], true));
    play.step();
    let projection = shown(&play, "1", None);
    let texts: Vec<&str> = projection.sections.iter().map(|section| &*section.text).collect();
    assert_eq!(
        texts[3..],
        [
            "# path 1 (topic, at c) [topic:1]\nvisit 1 of c\nroute: a > b > c",
            "# code at a (shell) [shell:1/1]\nout 1\nout 2",
            "# turn 2 at b (message) [msg:1/2]\n> write_C failed: write to `C` rejected: /n: expected number, got \
             string \"many\"",
            "# turn 3 at b (message) [msg:1/3]\n> write_C ok",
        ]
    );
}
