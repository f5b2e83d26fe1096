//! Claims about drawings: what is in them, and that nothing else can be.

pub mod reading;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use tracklight::machine::Files;
use tracklight::machine::Machine;
use tracklight::run::{self, Action, PathId, Run, StartOptions};
use tracklight::value::Value;
use tracklight::view::options::{Data, Detail, Direction, Theme};
use tracklight::view::{self, DotOptions, Overlay};

use reading::{Drawing, Part};

use crate::counts;

fn options(words: &str) -> DotOptions {
    let mut options = DotOptions::default();
    for word in words.split_whitespace() {
        match word {
            "LR" => options.direction = Some(Direction::LR),
            "compact" => options.detail = Detail::Compact,
            "dark" => options.theme = Theme::Dark,
            "links" => options.links = true,
            "contexts=false" => options.contexts = false,
            "notes=false" => options.notes = false,
            "prompts=false" => options.prompts = false,
            "heading=false" => options.heading = false,
            "data=false" => options.data = Data::Hidden,
            "data=lines" => options.data = Data::Lines,
            "inferred" => options.inferred = true,
            word if word.starts_with("fold=") => options.fold.extend([word["fold=".len()..].to_owned()]),
            other => panic!("unknown option {other}"),
        }
    }
    options
}

/// One case of a case file: what a machine draws.
#[derive(Default)]
struct Case {
    title: String,
    options: String,
    blocks: BTreeMap<String, String>,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(kind.to_owned()) };
        } else if let Some(kind) = &block {
            let text = cases.last_mut().unwrap().blocks.entry(kind.clone()).or_default();
            text.push_str(line);
            text.push('\n');
        } else if let Some(title) = line.strip_prefix("# ") {
            cases.push(Case { title: title.to_owned(), ..Case::default() });
        } else if let Some(words) = line.strip_prefix("options: ") {
            cases.last_mut().unwrap().options = words.to_owned();
        }
    }
    cases
}

#[test]
fn drawings_hold_what_the_cases_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/dot");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        for case in cases(&std::fs::read_to_string(&file).unwrap()) {
            let machine = Machine::parse(&case.blocks["dygram"]);
            let dot = view::dot_static(&machine, &options(&case.options));
            Drawing::read(&dot).check();
            if let Some(expected) = case.blocks.get("dot").filter(|expected| **expected != dot) {
                wrong.push(format!("{}: expected\n{expected}\nbut it draws\n{dot}", case.title));
            }
            let lines = |kind: &str| case.blocks.get(kind).map(String::as_str).unwrap_or_default().lines();
            for line in lines("has").filter(|line| !dot.contains(line)) {
                wrong.push(format!("{}: lacks\n  {line}\nin\n{dot}", case.title));
            }
            for line in lines("not").filter(|line| dot.contains(line)) {
                wrong.push(format!("{}: holds\n  {line}\nin\n{dot}", case.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A machine with something of everything.
const MUCH: &str = r#"
machine "Much" @style(nodesep: 0.6) { place: "here" }
input Brief { topic<string>: "sea" }
context Log @shared { entries: [1, 2]; open<boolean> }
context Tally { n: 0; who: "nobody" }
init begin
task look "Look {{ Tally.n }}" { prompt: "See {{ Brief.topic }}" }
pump { state idle; state busy; idle -start-> busy; busy -when: "Tally.n > 2"-> idle; rate: 3 }
shed { context Inner { a: 1 } }
begin -> look
look -reads-> Log.entries; look -writes-> Tally; look -writes-> Inner
look -when: "Tally.n > 1"-> pump
look -unless: "Tally.n > 1"-> rest
note look "Why"
"#;

#[test]
fn links_are_drawn_only_when_asked_for() {
    let machine = Machine::parse("task a\n\npump { state b }");
    assert!(!view::dot_static(&machine, &DotOptions::default()).contains("URL"));
    let dot = view::dot_static(&machine, &options("links"));
    assert!(dot.contains("URL=\"#L1\"") && dot.contains("URL=\"#L3\""));
}

#[test]
fn imported_nodes_have_a_class_and_no_link_into_the_source() {
    let files = Files::new("", vec![("wash.dygram".into(), "task Wash { state soak }".into())]);
    let machine = Machine::parse_files("import { Wash } from \"./wash\"\nstate start\nstart -> Wash", &files);
    let dot = view::dot_static(&machine, &options("links"));
    let drawing = Drawing::read(&dot);
    drawing.check();
    for (id, imported) in [("n0", false), ("c1", true), ("n2", true)] {
        assert_eq!(drawing.parts[id].classes.contains(&"tl-imported".to_owned()), imported, "{id}");
    }
    assert_eq!(dot.matches("URL=").count(), 1);
}

#[test]
fn findings_mark_the_innermost_thing_around_them() {
    let machine = Machine::parse(
        "pump { task a { prompt: \"{{ Nothing.x }}\" }; state b }\ncontext K @closed { a<number>: 1 }\n\
         pump.a -writes: q-> K",
    );
    let drawing = Drawing::read(&view::dot_static(&machine, &options("data=lines")));
    let has = |id: &str| drawing.parts[id].classes.iter().any(|class| class.starts_with("tl-has-"));
    assert!(has("n1"), "the task with the unknown name");
    assert!(has("e0"), "the edge with the unknown field");
    assert!(!has("c0") && !has("n2"));
}

#[test]
fn findings_of_what_a_row_says_mark_its_card() {
    let machine = Machine::parse("task a; task b\ncontext K @closed { a<number>: 1 }\na -writes: q-> K\na -> b");
    let drawing = Drawing::read(&view::dot_static(&machine, &DotOptions::default()));
    let has = |id: &str| drawing.parts[id].classes.iter().any(|class| class.starts_with("tl-has-"));
    assert!(has("n0") && !has("n1"));
}

#[test]
fn every_node_and_edge_has_exactly_one_id() {
    let machine = Machine::parse(MUCH);
    let drawing = Drawing::read(&view::dot_static(&machine, &options("data=lines inferred")));
    for (at, node) in machine.nodes.ids().enumerate() {
        let id = view::diagram_id(&machine, node);
        assert!(drawing.parts.contains_key(&id), "{id} of node {at}");
    }
    for at in 0..machine.edges.len() {
        assert!(drawing.parts.contains_key(&format!("e{at}")), "e{at}");
    }
}

fn started(source: &str) -> Run {
    run::start(Machine::parse(source), &StartOptions::default()).run
}

fn after(run: &Run, action: &Action) -> Run {
    run::apply(run, action).unwrap().run
}

fn step(run: &Run) -> Run {
    after(run, &Action::Step { idle: true })
}

fn set(run: &Run, path: Option<u32>, target: &str, value: impl Into<Value>) -> Run {
    let path = path.map(PathId::start);
    after(run, &Action::SetContext { path, target: target.to_owned(), value: value.into() })
}

/// The drawing and the overlay of a run, after checking that they say the same.
fn pictured(run: &Run, options: &DotOptions) -> (Drawing, Overlay) {
    let dot = view::dot(run, options);
    assert_eq!(dot, view::dot(run, options), "the same input gives the same bytes");
    let drawing = Drawing::read(&dot);
    drawing.check();
    let overlay = view::overlay(run, options);
    let cells: BTreeMap<String, (String, String, String)> = overlay
        .cells
        .iter()
        .map(|cell| {
            let mark = cell.mark.map_or("", |mark| mark.word());
            (cell.id.to_text(), (cell.text.to_string(), cell.title.to_string(), mark.to_owned()))
        })
        .collect();
    assert_eq!(drawing.cells, cells);
    let mark = |row: &view::RowCell| row.mark.map_or("", |mark| mark.word()).to_owned();
    let rows = overlay.rows.iter().map(|row| (row.id.clone(), (row.title.clone(), mark(row))));
    assert_eq!(drawing.rows, rows.collect());
    for (id, look) in overlay.nodes.iter().chain(&overlay.edges) {
        let Part { classes, color, style, .. } = &drawing.parts[id];
        assert_eq!(classes, &look.classes, "{id}");
        assert_eq!((color.as_str(), style), (&*look.color, &look.style), "{id}");
    }
    (drawing, overlay)
}

#[test]
fn a_step_that_changes_only_values_keeps_the_layout() {
    let first = started("context K { n: 0; text: \"\" }\ntask a; task b\na -go-> b; b -back-> a\na -writes-> K");
    let options = DotOptions::default();
    let (before, overlay) = pictured(&first, &options);
    assert_eq!(overlay.cell("v0-0").unwrap().text, "0");
    assert!(overlay.look("n1").unwrap().classes.ends_with(&["r-current"]));
    let second = set(&step(&first), Some(1), "K.n", 41.0);
    let (now, overlay) = pictured(&second, &options);
    assert_eq!(before.skeleton, now.skeleton);
    assert_eq!(view::overlay(&first, &options).key, overlay.key);
    let cell = overlay.cell("v0-0").unwrap();
    assert_eq!((&*cell.text, &*cell.title), ("41", "was 0 → 41"));
    assert_eq!(cell.mark.unwrap().word(), "changed");
    assert_eq!(overlay.cell("r0").unwrap().text, "context v1");
    let third = step(&second);
    let (_, overlay) = pictured(&third, &options);
    assert_eq!(overlay.cell("v0-0").unwrap().mark, None, "a mark lasts one action");
    let edge = overlay.look("e0").unwrap();
    assert!(edge.classes.contains(&"r-taken"));
    let label = overlay.cell("t0").unwrap();
    assert_eq!((&*label.text, &*label.title), ("go ×1", "taken 1 time"));
}

/// Two start paths that share a context.
const TWO: &str = "context K { n: 0; who: \"x\" }\ncontext S @shared { m: 0 }\ntask a; task b\na -> c; b -> d\n\
                   a -writes-> K, S; b -writes-> K, S";

#[test]
fn paths_that_differ_have_a_row_each_and_those_that_agree_share_one() {
    let options = DotOptions::default();
    let first = started(TWO);
    let (_, before) = pictured(&first, &options);
    assert!(before.cell("v0-0").is_some() && before.cell("v0-0-1").is_none());
    let run = set(&set(&first, Some(1), "K.n", 1.0), Some(2), "K.n", 2.0);
    let (drawing, overlay) = pictured(&run, &options);
    assert_ne!(before.key, overlay.key, "rows appeared");
    assert_eq!(overlay.cell("v0-0-1").unwrap().text, "1");
    assert_eq!(overlay.cell("v0-0-2").unwrap().text, "2");
    assert!(overlay.cell("v0-0").is_none());
    assert_eq!(overlay.cell("v0-1").unwrap().text, "\"x\"");
    assert_eq!(overlay.cell("v1-0").unwrap().text, "0", "a shared context has one value");
    let id = "<TD ALIGN=\"LEFT\"><FONT COLOR=\"#0b5fa5\" POINT-SIZE=\"11\">1</FONT></TD><TD ID=\"v0-0-1\"";
    assert!(drawing.text.contains(id), "a path has its color");
    assert!(drawing.text.contains("PORT=\"k_n\" ROWSPAN=\"2\" VALIGN=\"TOP\">n</TD>"));
    assert!(drawing.text.contains("TITLE=\"&quot;x&quot;\" COLSPAN=\"2\" PORT=\"v_who\""));
    let one = DotOptions { path: Some("2".to_owned()), ..options.clone() };
    let (_, alone) = pictured(&run, &one);
    assert_eq!(alone.cell("v0-0").unwrap().text, "2");
    assert_eq!(alone.key, before.key, "one path has the rows that agreement has");
    let few = DotOptions { path_rows: 1, ..options };
    let (drawing, overlay) = pictured(&run, &few);
    assert!(overlay.cell("v0-0-2").is_none());
    assert!(drawing.text.contains("+1 more"));
}

#[test]
fn states_and_conditions_have_their_classes() {
    let run = started(
        "context K { n: 0 }\ntask t { prompt: \"p\" }\ntask u\nt -reads-> K\nt -when: \"K.n > 0\"-> u\n\
         t -when: \"K.n.x > 1\"-> u",
    );
    let options = DotOptions::default();
    let asked = step(&run);
    let (_, overlay) = pictured(&asked, &options);
    let look = overlay.look("n1").unwrap();
    assert!(look.classes.ends_with(&["r-agent", "r-current"]), "{:?}", look.classes);
    assert_eq!((&*look.color, look.width), ("#1d5fbf", 2.5));
    assert!(look.title.contains("waiting for agent-1-1"));
    let status = overlay.cell("s1").unwrap();
    assert_eq!((&*status.text, &*status.title), ("… 1", "waiting for agent, current, 1 visit, path 1"));
    assert!(overlay.look("e1").unwrap().classes.contains(&"r-false"));
    assert!(overlay.look("e2").unwrap().classes.contains(&"r-error"));
    assert!(overlay.look("n2").unwrap().classes.contains(&"r-pending"));
    let blocked = started("context K { n: 0 }\ntask t\nt -when: \"K.n > 0\"-> u");
    let (_, overlay) = pictured(&step(&blocked), &options);
    assert_eq!(overlay.cell("s1").unwrap().text, "⊘ 1");
    assert!(overlay.look("n1").unwrap().title.contains("no condition is true"));
    let ended = step(&started("task only"));
    let (_, overlay) = pictured(&ended, &options);
    let look = overlay.look("n0").unwrap();
    assert!(look.classes.ends_with(&["r-completed", "r-visited"]));
    assert_eq!((&*overlay.cell("s0").unwrap().text, look.width), ("■ 1", 2.0));
}

#[test]
fn a_template_in_a_label_moves_the_layout_only_when_it_reads_differently() {
    let first = started(MUCH);
    let options = DotOptions::default();
    let (drawing, overlay) = pictured(&first, &options);
    assert!(drawing.text.contains("Look 0"));
    let same = set(&first, Some(1), "Tally.who", "you");
    assert_eq!(pictured(&same, &options).1.key, overlay.key);
    let other = set(&first, Some(1), "Tally.n", 7.0);
    let (drawing, moved) = pictured(&other, &options);
    assert!(drawing.text.contains("Look 7"));
    assert_ne!(moved.key, overlay.key);
}

#[test]
fn keys_tell_drawings_with_other_options_apart() {
    let run = started(MUCH);
    let base = DotOptions::default();
    let others = [
        options("LR"),
        options("compact"),
        options("dark"),
        options("links"),
        options("contexts=false"),
        options("notes=false"),
        options("prompts=false"),
        options("heading=false"),
        DotOptions { value_width: 30, ..base.clone() },
    ];
    let mut keys: Vec<String> = others.iter().map(|options| view::overlay(&run, options).key).collect();
    keys.push(view::overlay(&run, &base).key);
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn a_run_begins_in_the_drawing_of_its_machine() {
    for source in [MUCH, TWO, "context K { n: 0 }\ntask t\nt -when: \"K.n > 0\"-> u\nt -> v\nt -@async-> w"] {
        for options in [DotOptions::default(), options("LR"), options("compact")] {
            let run = started(source);
            let still = Drawing::read(&view::dot_static(&run.machine, &options));
            still.check();
            let (drawing, overlay) = pictured(&run, &options);
            let before = view::overlay_static(&run.machine, &options);
            assert_eq!(before.key, overlay.key);
            assert_eq!(still.skeleton, drawing.skeleton);
            let cells = |overlay: &Overlay| overlay.cells.iter().map(|cell| cell.id.clone()).collect::<Vec<_>>();
            assert_eq!(cells(&before), cells(&overlay));
        }
    }
}

#[test]
fn going_back_undoes_the_look_of_a_run() {
    let first = started(TWO);
    let options = DotOptions::default();
    let before = view::overlay(&first, &options);
    let later = view::overlay(&step(&step(&first)), &options);
    let ids =
        |overlay: &Overlay| overlay.nodes.iter().chain(&overlay.edges).map(|(id, _)| id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&before), ids(&later), "an overlay is complete");
    let cells = |overlay: &Overlay| overlay.cells.iter().map(|cell| cell.id.clone()).collect::<Vec<_>>();
    assert_eq!(cells(&before), cells(&later));
}

#[test]
fn an_overlay_is_plain_data() {
    let run = started("task a");
    let json = tracklight::json::to_string(&view::overlay(&run, &DotOptions::default()));
    assert!(json.starts_with("{\"key\":\""));
    assert!(json.contains("\"cells\":{\"s0\":{\"text\":\"▶ 1\",\"title\":\"current, path 1\"}"));
    let node =
        r##""nodes":{"n0":{"classes":["tl-node","tl-task","r-current"],"color":"#1a7f37","width":2.5,"style":"","##;
    assert!(json.contains(node));
}

/// Text that tries to leave its place.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\"".to_owned()),
        Just("\\".to_owned()),
        Just("\\N".to_owned()),
        Just(">>".to_owned()),
        Just("<TABLE>".to_owned()),
        Just("</TD>".to_owned()),
        Just("]; x [URL=\"u\"".to_owned()),
        Just("&amp;".to_owned()),
        Just("{{ x }}".to_owned()),
        Just("\n".to_owned()),
        Just("**".to_owned()),
        Just("`".to_owned()),
        Just("[a](b)".to_owned()),
        Just("\u{202e}".to_owned()),
        any::<char>().prop_map(|c| c.to_string()),
        "[a-z ]{0,12}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn quoted(text: &str) -> String {
    Value::from(text).to_json()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(96),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_of_a_user_becomes_markup(
        title in hostile(), name in hostile(), value in hostile(), label in hostile(),
        note in hostile(), style in hostile(),
    ) {
        let source = format!(
            "machine {} {{ about: {} }}\ncontext K {{ v: {}; m: {{ {}: 1 }} }}\n\
             task t {} @Mark({}) {{ desc: {}; prompt: {} }}\n\
             t {} -{}, k: {}-> {} K @style({})\nnote t {}\npump {} {{ state s; x: {} }}\nt -> pump\nt -{}-> pump",
            quoted(&title), quoted(&value), quoted(&value), quoted(&name), quoted(&name), quoted(&value), quoted(&note),
            quoted(&title), quoted(&name), quoted(&label), quoted(&value), quoted(&value), quoted(&style),
            quoted(&note),
            quoted(&title), quoted(&label), quoted(&label),
        );
        let machine = Machine::parse(&source);
        let options = DotOptions::default();
        Drawing::read(&view::dot_static(&machine, &options)).check();
        let run = run::start(machine, &StartOptions::default()).run;
        pictured(&run, &options);
        let run = set(&run, None, "K.v", value.as_str());
        pictured(&run, &options);
    }

    #[test]
    fn every_text_draws(source in "(task |state |context |note |a|b|c|->|-->|<-->|<\\|--|=>|[.{}:;@<>\"\\[\\]() \n\
                                   ]){0,60}") {
        let machine: Arc<Machine> = Machine::parse(&source);
        Drawing::read(&view::dot_static(&machine, &DotOptions::default())).check();
    }

    #[test]
    fn equal_keys_have_equal_skeletons(writes in prop::collection::vec((1_u32..3, 0_u32..3, 0_u32..2), 1..6)) {
        let options = DotOptions::default();
        let mut run = started(TWO);
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for (path, value, field) in writes {
            run = set(&run, Some(path), if field == 0 { "K.n" } else { "S.m" }, value);
            let (drawing, overlay) = pictured(&run, &options);
            let known = seen.entry(overlay.key).or_insert_with(|| drawing.skeleton.clone());
            prop_assert_eq!(&*known, &drawing.skeleton);
        }
        let mut skeletons: Vec<&String> = seen.values().collect();
        skeletons.sort();
        skeletons.dedup();
        prop_assert_eq!(skeletons.len(), seen.len(), "equal skeletons have equal keys");
    }
}
