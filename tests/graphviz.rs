//! Graphviz itself reads every drawing, without a warning, and finds each node, note and edge under its id once.
//!
//! Needs the program `dot` of Graphviz; `make native-test` installs it where it is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use tracklight::diagnostic::Severity;
use tracklight::machine::model::{Class, NodeIdx};
use tracklight::machine::{Files, Machine};
use tracklight::run::{self, StartOptions};
use tracklight::view::options::{Data, Detail, Direction, Theme};
use tracklight::view::{self, DotOptions};

/// Every file below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// The gallery and the machines of all case files, with the name of their file.
fn machines() -> Vec<(String, Arc<Machine>)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(&top.join("www/examples"), &mut paths);
    files(&top.join("tests/cases"), &mut paths);
    paths.sort();
    let mut machines = Vec::new();
    for path in paths {
        let name = path.strip_prefix(top).unwrap().display().to_string();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if !matches!(ending, Some("dygram" | "md")) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        if ending == Some("dygram") {
            machines.push((name, Machine::parse(&text)));
            continue;
        }
        let mut given: Vec<(String, Vec<(String, String)>)> = Vec::new();
        for block in text.split("\n```").filter(|block| block.starts_with("dygram\n") || block.starts_with("file ")) {
            let (kind, body) = block.split_once('\n').unwrap();
            match kind.strip_prefix("file ") {
                Some(path) => given.last_mut().unwrap().1.push((path.to_owned(), body.to_owned())),
                None => given.push((body.to_owned(), Vec::new())),
            }
        }
        machines.extend(given.into_iter().map(|(source, files)| match files.is_empty() {
            true => (name.clone(), Machine::parse(&source)),
            false => (name.clone(), Machine::parse_files(&source, &Files::new("", files))),
        }));
    }
    machines
}

/// The drawings as SVG, in their order. Fails with what Graphviz says of the first that it does not take.
fn drawn(drawings: &[(String, String)]) -> Vec<String> {
    let mut command = Command::new("dot");
    command.arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("Graphviz is installed: see www/setup.mjs");
    let mut input = child.stdin.take().unwrap();
    let text: String = drawings.iter().map(|(_, dot)| dot.as_str()).collect();
    let writer = thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let said = objections(&String::from_utf8_lossy(&output.stderr));
    let wrote = writer.join().unwrap();
    if !output.status.success() || !said.is_empty() || wrote.is_err() {
        if let [(name, dot)] = drawings {
            panic!("{name}: {said}\n{dot}");
        }
        // One of them is at fault, or Graphviz itself, which can break over many drawings that it takes one by one.
        return drawings.iter().flat_map(|one| drawn(std::slice::from_ref(one))).collect();
    }
    let svg = String::from_utf8(output.stdout).unwrap();
    svg.split("<?xml ").skip(1).map(str::to_owned).collect()
}

/// What Graphviz says beside its note that a text is wider than its cell: with the fonts of this machine it may be.
fn objections(said: &str) -> String {
    let known = |line: &&str| line.ends_with("cell size too small for content") || line.starts_with("in label of ");
    said.lines().filter(|line| !known(line)).collect::<Vec<_>>().join("\n")
}

/// How often each id stands in a drawing.
fn ids(svg: &str) -> BTreeMap<&str, usize> {
    let mut ids = BTreeMap::new();
    for part in svg.split(" id=\"").skip(1) {
        *ids.entry(part.split('"').next().unwrap()).or_default() += 1;
    }
    ids
}

/// The ids that the drawing of a whole machine has, by the rules of the language.
fn expected(machine: &Machine) -> BTreeSet<String> {
    let mut ids = BTreeSet::from(["machine".to_owned()]);
    let drawn = |node: NodeIdx| {
        let mut way = std::iter::successors(Some(node), |at| machine.nodes[*at].parent);
        way.all(|at| !matches!(machine.nodes[at].class, Class::Style | Class::Note | Class::Event))
    };
    let mut joined = BTreeSet::new();
    for (at, node) in machine.nodes.entries() {
        let target = node.target.as_ref().and_then(|(target, _)| *target);
        let is_drawn = if node.class == Class::Note { target.is_some_and(drawn) } else { drawn(at) };
        if is_drawn {
            let inner = node.children.iter().any(|child| drawn(*child));
            ids.insert(format!("{}{}", if inner { 'c' } else { 'n' }, at.0));
        }
    }
    for (at, edge) in machine.edges.entries() {
        joined.insert((edge.source.min(edge.target), edge.source.max(edge.target)));
        if drawn(edge.source) && drawn(edge.target) {
            ids.insert(format!("e{}", at.0));
        }
    }
    for (at, one) in machine.dependencies.iter().enumerate() {
        if drawn(one.source)
            && drawn(one.target)
            && joined.insert((one.source.min(one.target), one.source.max(one.target)))
        {
            ids.insert(format!("d{at}"));
        }
    }
    ids
}

#[test]
fn graphviz_accepts_every_drawing_and_each_part_has_its_id_once() {
    let machines = machines();
    assert!(machines.len() > 150, "the case files are read: {}", machines.len());
    // With all edges as lines each has a part of its own.
    let options = DotOptions { data: Data::Lines, inferred: true, ..DotOptions::default() };
    let drawings: Vec<(String, String)> =
        machines.iter().map(|(name, machine)| (name.clone(), view::dot_static(machine, &options))).collect();
    let check = |((name, machine), drawing): &(&(String, Arc<Machine>), &(String, String))| {
        // One at a time: of several graphs Graphviz keeps the id of the first alone.
        let svgs = drawn(std::slice::from_ref(drawing));
        let [svg] = svgs.as_slice() else { panic!("{name}: {} drawings", svgs.len()) };
        let ids = ids(svg);
        let twice: Vec<_> = ids.iter().filter(|(_, count)| **count > 1).collect();
        assert!(twice.is_empty(), "{name}: {twice:?}");
        let ours = |id: &str| {
            let digits = id.strip_prefix(['n', 'c', 'e', 'd']);
            id == "machine" || digits.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit()))
        };
        let found: BTreeSet<String> = ids.keys().filter(|id| ours(id)).map(|id| (*id).to_owned()).collect();
        assert_eq!(found, expected(machine), "{name}\n{}", machine.source());
    };
    let all: Vec<_> = machines.iter().zip(&drawings).collect();
    thread::scope(|scope| {
        for part in all.chunks(all.len() / 4) {
            scope.spawn(|| part.iter().for_each(check));
        }
    });
}

#[test]
fn graphviz_accepts_every_drawing_of_a_run_and_with_other_options() {
    let other = DotOptions {
        direction: Some(Direction::LR),
        detail: Detail::Compact,
        theme: Theme::Dark,
        links: true,
        ..DotOptions::default()
    };
    let mut drawings = Vec::new();
    for (name, machine) in machines() {
        drawings.push((name.clone(), view::dot_static(&machine, &other)));
        let run = run::start(machine, &StartOptions::default()).run;
        drawings.push((name, view::dot(&run, &DotOptions::default())));
    }
    let svgs = drawn(&drawings);
    assert_eq!(svgs.len(), drawings.len());
    for ((name, _), svg) in drawings.iter().zip(&svgs) {
        let twice: Vec<_> = ids(svg).into_iter().filter(|(_, count)| *count > 1).collect();
        assert!(twice.is_empty(), "{name}: {twice:?}");
    }
}

/// The last boundary of a character up to an offset.
fn boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap()
}

#[test]
fn graphviz_accepts_the_drawings_of_broken_texts() {
    let mut drawings = Vec::new();
    for (name, machine) in machines().into_iter().filter(|(name, _)| name.starts_with("www/examples")) {
        let source = machine.source().clone();
        for turn in 1..24 {
            let cut = boundary(&source, source.len() * turn / 24);
            let after = boundary(&source, cut + 7);
            for text in [source[..cut].to_owned(), format!("{}{}", &source[..cut], &source[after..])] {
                let dot = view::dot_static(&Machine::parse(&text), &DotOptions::default());
                drawings.push((format!("{name} at {cut}"), dot));
            }
        }
    }
    for title in ["\\\"]; x [URL=\"u\"", "<B>&amp;</B>", "\u{202e}\u{0}\\N", "{{ 1 + }} **", "-->", ""] {
        let quoted = tracklight::value::Value::from(title).to_json();
        let source = format!(
            "machine {quoted}\ntask a {quoted} {{ desc: {quoted}; prompt: {quoted} }}\na -{quoted}-> b\nnote a {quoted}"
        );
        drawings.push((format!("title {title}"), view::dot_static(&Machine::parse(&source), &DotOptions::default())));
    }
    assert_eq!(drawn(&drawings).len(), drawings.len());
}

/// How far down the first text of an element of an SVG stands.
fn height(svg: &str, id: &str) -> f64 {
    let element = svg.split_once(&format!(" id=\"{id}\"")).unwrap().1;
    let y = element.split_once(" y=\"").unwrap().1;
    y.split('"').next().unwrap().parse().unwrap()
}

#[test]
fn a_cycle_through_containers_leads_down_from_its_entry() {
    let source = r#"
        init start; task read; state compare; end done
        one { init a; task b; a -> b; b -> a }
        two { init c; task d; c -> d; d -> c }
        start -> read; read -@async-> one; read -@async-> two; one, two -@join-> compare
        compare -when: "visits < 3"-> read; compare -> done
    "#;
    let machine = Machine::parse(source);
    assert_eq!(machine.diagnostics.iter().filter(|finding| finding.severity == Severity::Error).count(), 0);
    let drawing = view::dot_static(&machine, &DotOptions::default());
    let [svg] = <[String; 1]>::try_from(drawn(&[("cycle".to_owned(), drawing)])).unwrap();
    let heights: Vec<f64> = ["start", "read", "one.a", "compare", "done"]
        .iter()
        .map(|id| {
            height(&svg, &format!("n{}", machine.nodes.entries().find(|(_, node)| *node.id == **id).unwrap().0.0))
        })
        .collect();
    assert!(heights.is_sorted(), "{heights:?}");
}
