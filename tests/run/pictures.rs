//! The picture of a run says what happened: the states of nodes at every position, by a rule over the events.

use std::collections::{BTreeMap, BTreeSet};

use tracklight::json::to_string;
use tracklight::machine::model::NodeIdx;
use tracklight::run::agent::requests::Answer;
use tracklight::run::event::Kind;
use tracklight::run::timeline::Timeline;
use tracklight::run::{Action, AgentReply, Path, Run, Status, agent_requests};
use tracklight::view::{self, DotOptions};

use super::play::{Play, error, start, turn};

/// What the events say of nodes, by their ids.
#[derive(Default)]
struct Story {
    entered: BTreeMap<String, usize>,
    /// Where each path is inside of a node.
    inside: BTreeMap<String, String>,
    failed: BTreeSet<String>,
    caught: BTreeSet<String>,
    compensated: BTreeMap<String, Vec<String>>,
    /// The failure that each path undoes something for, and what it undoes where.
    undoing: BTreeMap<String, (String, String)>,
    /// The last failure of each path that was neither retried nor caught yet.
    open: BTreeMap<String, String>,
}

impl Story {
    fn of(timeline: &Timeline) -> Self {
        let mut story = Self::default();
        for event in timeline.events(0, usize::MAX) {
            story.add(&event.kind);
        }
        // What was not caught when the path began to undo is what ends it.
        story
    }

    fn pass(&mut self, nodes: &[std::sync::Arc<str>]) {
        nodes.iter().for_each(|node| *self.entered.entry(node.to_string()).or_default() += 1);
    }

    fn undo_done(&mut self, path: &str) {
        if let Some((node, undone)) = self.undoing.remove(path) {
            let known = self.compensated.entry(node).or_default();
            if !known.contains(&undone) {
                known.push(undone);
            }
        }
    }

    fn add(&mut self, kind: &Kind) {
        match kind {
            Kind::RunStarted { starts, .. } => starts.iter().for_each(|start| self.pass(&start.entered)),
            Kind::Spawned { children, .. } => children.iter().for_each(|child| self.pass(&child.entered)),
            Kind::NodeEntered { at, .. } => {
                self.pass(std::slice::from_ref(&at.node));
                self.inside.insert(at.path.to_string(), at.node.to_string());
            }
            Kind::Moved { path, entered, .. } => {
                self.pass(entered);
                self.inside.remove(&path.to_string());
            }
            Kind::VisitFailed { at, failure, .. } => {
                self.open.insert(at.path.to_string(), failure.node.to_string());
            }
            Kind::RetryScheduled { at, .. } => {
                self.open.remove(&at.path.to_string());
            }
            Kind::Caught { path, failure, .. } => {
                self.open.remove(&path.to_string());
                self.caught.insert(failure.node.to_string());
            }
            Kind::Compensating { at, undone } => {
                let path = at.path.to_string();
                self.undo_done(&path);
                self.failed.extend(self.open.remove(&path));
                self.inside.remove(&path);
                self.undoing.insert(path, (at.node.to_string(), undone.to_string()));
            }
            Kind::PathFailed { at, failure } => {
                let path = at.path.to_string();
                self.failed.insert(failure.node.to_string());
                match self.open.remove(&path) {
                    // What could not undo failed as well.
                    Some(node) if self.undoing.contains_key(&path) => {
                        self.failed.insert(node);
                    }
                    _ => self.undo_done(&path),
                }
            }
            _ => {}
        }
    }

    /// The classes of a node.
    fn classes(&self, run: &Run, node: NodeIdx, id: &str) -> BTreeSet<&'static str> {
        let here: Vec<&Path> = run.paths.values().map(|path| &**path).filter(|path| path.node == node).collect();
        let live: Vec<&&Path> = here.iter().filter(|path| path.status.is_live()).collect();
        let parked = live.iter().filter(|path| matches!(path.status, Status::Parked(_))).count();
        let any = |fits: fn(&Status) -> bool| here.iter().any(|path| fits(&path.status));
        let staying =
            live.iter().filter(|path| self.inside.get(&path.id.to_string()).is_some_and(|at| at == id)).count();
        let ended = here.iter().any(|path| !path.status.is_live() && !matches!(path.status, Status::Failed(_)));
        let entered = self.entered.get(id).copied().unwrap_or(0);
        let failed = self.failed.contains(id);
        let classes: BTreeSet<&'static str> = [
            ("r-failed", failed),
            ("r-blocked", any(|status| matches!(status, Status::Blocked(_)))),
            ("r-answers", any(|status| matches!(status, Status::AwaitingAnswers))),
            ("r-event", any(|status| matches!(status, Status::AwaitingEvent))),
            ("r-agent", any(|status| matches!(status, Status::AwaitingAgent(_)))),
            ("r-parked", parked > 0),
            ("r-current", live.len() > parked),
            ("r-completed", any(|status| matches!(status, Status::Completed))),
            ("r-compensated", self.compensated.contains_key(id)),
            ("r-caught", self.caught.contains(id)),
            ("r-visited", entered > staying || ended),
        ]
        .into_iter()
        .filter_map(|(class, holds)| holds.then_some(class))
        .collect();
        if classes.is_empty() { BTreeSet::from(["r-pending"]) } else { classes }
    }
}

fn check(play: &Play, name: &str) {
    let run = play.run();
    let story = Story::of(&play.0);
    let overlay = view::overlay(run, &DotOptions::default());
    let tables = to_string(&view::view(run, "b1"));
    for (at, node) in run.machine.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
        let look = overlay.look(&view::diagram_id(&run.machine, at)).unwrap();
        let found: BTreeSet<&str> = look.classes.iter().copied().filter(|class| class.starts_with("r-")).collect();
        let place = format!("{name}, step {}: {}", run.step, node.id);
        assert_eq!(found, story.classes(run, at, &node.id), "{place}\n{}", play.log().join("\n"));
        let undid = story.compensated.get(&*node.id).cloned().unwrap_or_default();
        for undone in &undid {
            assert!(look.title.contains(&format!("undid {undone}")), "{place}: {}", look.title);
        }
        let cell = overlay.cell(&format!("s{}", at.0)).unwrap();
        let glyphs = [
            ("r-failed", "✕ "),
            ("r-compensated", "↺ "),
            ("r-caught", "✕ "),
            ("r-current", "▶ "),
            ("r-completed", "■ "),
        ];
        let first = look.classes.iter().find(|class| class.starts_with("r-")).unwrap();
        if let Some((_, glyph)) = glyphs.iter().find(|(class, _)| class == first) {
            assert!(cell.text.starts_with(glyph), "{place}: {}", cell.text);
        }
        let listed = undid.iter().map(|undone| format!("\"{undone}\"")).collect::<Vec<_>>().join(",");
        assert!(tables.contains(&format!("\"undid\":[{listed}]")), "{place}");
    }
}

/// What an agent does: goes a way that it is offered, writes nothing. Every so many replies it fails.
fn reply(play: &mut Play, count: &mut usize, fails: usize) -> bool {
    let open = agent_requests(play.run());
    let Some(request) = open.first() else { return false };
    *count += 1;
    let id = request.id().to_string();
    let tool =
        request.tools().iter().find(|tool| tool.name.starts_with("transition_")).map(|tool| tool.name.to_string());
    drop(open);
    let said: AgentReply = match tool {
        _ if *count % fails == fails - 1 => error("the wind has turned"),
        Some(tool) => turn(&[(&tool, tracklight::value::Value::object())]),
        None => turn(&[]),
    };
    play.try_reply(&id, said).is_ok()
}

fn answer(play: &mut Play) -> bool {
    let open = play.run().requests.values().find(|request| request.is_open()).map(|request| request.id.to_string());
    let Some(request) = open else { return false };
    let answer = Answer::Text("Saturday".into());
    play.act(Action::Answer { request, answer, auto: false }).is_ok()
}

#[test]
fn the_states_of_every_node_of_every_example_are_what_the_events_say_at_every_position() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/examples");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "dygram"));
    files.sort();
    assert!(files.len() > 20);
    let mut seen: BTreeMap<&'static str, usize> = BTreeMap::new();
    for file in files {
        let source = std::fs::read_to_string(&file).unwrap();
        for fails in [1000, 1, 2, 3] {
            let mut play = start(&source);
            let mut count = 0;
            for _ in 0..40 {
                check(&play, &file.display().to_string());
                if !(reply(&mut play, &mut count, fails) || answer(&mut play) || play.try_step().is_ok()) {
                    break;
                }
            }
            check(&play, &file.display().to_string());
            for (_, look) in &view::overlay(play.run(), &DotOptions::default()).nodes {
                look.classes.iter().for_each(|class| *seen.entry(class).or_default() += 1);
            }
        }
    }
    for class in ["r-failed", "r-caught", "r-compensated", "r-completed", "r-visited", "r-pending"] {
        assert!(seen.contains_key(class), "no run came to {class}");
    }
}

#[test]
fn after_compensation_the_node_that_failed_is_marked_and_those_that_undid_say_what() {
    let source = include_str!("../../www/examples/balloon.dygram");
    let mut play = start(source);
    while play.try_step().is_ok() {}
    play.reply("agent-1-1", error("the wind has turned"));
    let id = |play: &Play, name: &str| format!("{}", play.run().machine.find(name).unwrap().0);
    let text = |play: &Play, name: &str| {
        let overlay = view::overlay(play.run(), &DotOptions::default());
        overlay.cell(&format!("s{}", id(play, name))).unwrap().text.to_string()
    };
    assert_eq!(text(&play, "cast"), "✕ task ×1", "the failure is not caught, and what was done is undone first");
    while play.outcome() == "running" {
        let mut count = 0;
        if !reply(&mut play, &mut count, 1000) {
            play.step();
        }
    }
    assert_eq!(["cast", "cool", "pack", "heat"].map(|name| text(&play, name)), ["✕ 1", "↺ task", "↺ task", "state ×1"]);
    let overlay = view::overlay(play.run(), &DotOptions::default());
    let cell = overlay.cell(&format!("s{}", id(&play, "cool"))).unwrap();
    assert_eq!(cell.title, "compensated, visited, undid heat, 1 visit");
    let tables = to_string(&view::view(play.run(), "b1"));
    assert!(tables.contains("\"failed\":[\"1\"],\"caught\":0,\"undid\":[]"));
    assert_eq!(tables.matches("\"failed\":[\"1\"]").count(), 1, "it failed at one node");
    check(&play, "balloon");
}

#[test]
fn a_caught_failure_keeps_its_mark_during_the_run_and_through_a_save() {
    let mut play = start("task risky { prompt: \"Try\" }\nstate after\nrisky -catch-> after\nafter -> risky");
    play.step();
    play.reply("agent-1-1", error("no"));
    let shown = |run: &Run| {
        let overlay = view::overlay(run, &DotOptions::default());
        let look = overlay.look("n0").unwrap();
        (overlay.cell("s0").unwrap().text.to_string(), look.color.to_string(), look.width, look.title.clone())
    };
    let seen = shown(play.run());
    assert_eq!((seen.0.as_str(), seen.1.as_str(), seen.2), ("✕ task ×1", "#c22f2f", 1.5));
    assert!(seen.3.contains("caught here: 1 failure"), "{}", seen.3);
    check(&play, "caught");
    let saved = play.0.save(tracklight::run::save::Past::Full);
    let resumed = Timeline::resume(&saved, false).unwrap();
    assert!(!resumed.timeline_dropped);
    assert_eq!(shown(resumed.timeline.run()), seen);
    let alone = Timeline::resume(&play.0.save(tracklight::run::save::Past::None), false).unwrap();
    assert_eq!(shown(alone.timeline.run()), seen);
    // Earlier texts say nothing of it: the past is made again, and with it the mark.
    let (before, after) = saved.split_once(",\"setbacks\":").unwrap();
    let earlier = [before, after.split_once("}}").unwrap().1].concat();
    let resumed = Timeline::resume(&earlier, false).unwrap();
    assert!(!resumed.timeline_dropped);
    assert_eq!(shown(resumed.timeline.run()), seen);
    play.step();
    play.step();
    assert_eq!(shown(play.run()).0, "… 1", "who stands there comes first");
}

#[test]
fn the_whole_prompt_of_a_node_is_resolved_with_the_values_of_a_path() {
    let mut play = start(
        "context C { n: 0 }\nstate a; task t { prompt: \"Add {{ C.n }} and more\" }; state z\n\
         a -@async-> t; a -@async-> z",
    );
    play.step();
    play.set("1.2", "C.n", 7.0).unwrap();
    let filled_prompt = |path: &str, node: &str| {
        let path = tracklight::run::PathId::parse(path).unwrap();
        tracklight::run::step::templates::prompt(play.run(), &path, node)
    };
    assert_eq!(filled_prompt("1.1", "t").unwrap().as_deref(), Some("Add 0 and more"));
    assert_eq!(filled_prompt("1.2", "t").unwrap().as_deref(), Some("Add 7 and more"));
    assert_eq!(filled_prompt("1.2", "z").unwrap(), None);
    assert_eq!(filled_prompt("9", "t").unwrap_err().code.word(), "unknown-path");
    assert_eq!(filled_prompt("1.1", "nobody").unwrap_err().code.word(), "unknown-node");
}

#[test]
fn colors_of_paths_follow_the_order_in_which_paths_were_created() {
    let source = "context C { n<number>: 0 }\ninit a; init b; state c; state d; state e; state f\n\
                  a -@spawn(2)-> c; c -@spawn(2)-> d; b -> e; e -@spawn(2)-> f\n\
                  d -when: \"C.n > 9\"-> a; f -when: \"C.n > 9\"-> a";
    let mut play = start(source);
    while play.try_step().is_ok_and(|done| !done.is_empty()) {}
    let events = play.0.events(0, usize::MAX);
    let created: Vec<String> = events
        .iter()
        .flat_map(|event| match &event.kind {
            Kind::RunStarted { starts, .. } => starts.iter().map(|start| start.path.to_string()).collect(),
            Kind::Spawned { children, .. } => children.iter().map(|child| child.path.to_string()).collect(),
            _ => Vec::new(),
        })
        .collect();
    let position = |id: &str| created.iter().position(|path| path == id);
    assert!(position("1.1.1") < position("2.1"), "{created:?}");
    let live: Vec<String> = play.run().paths.keys().map(ToString::to_string).collect();
    for (n, path) in live.iter().enumerate() {
        let _ = play.set(path, "C.n", (100 + n) as f64);
    }
    let dot = view::dot(play.run(), &DotOptions { path_rows: 20, ..DotOptions::default() });
    let colors = ["#0b5fa5", "#a84300", "#00704a", "#7e3a96", "#7a5200", "#006872", "#a81f55", "#4a5568"];
    let mut seen = 0;
    for (at, path) in created.iter().enumerate() {
        for (n, color) in colors.iter().enumerate() {
            if dot.contains(&format!("COLOR=\"{color}\" POINT-SIZE=\"11\">{path}</FONT>")) {
                assert_eq!(n, at % colors.len(), "path {path} of {created:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 3, "{dot}");
}
