//! The machine model, seen from outside: what a text means and what is said about it.
//!
//! `tests/cases/machine/*.md` hold claims: a heading, a machine, and blocks of facts about it. Which blocks a
//! case has decides what is compared. `UPDATE_CASES=1 cargo test machine::` writes the facts anew; read the
//! difference before you commit it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use tracklight::diagnostic::Severity;
use tracklight::machine::Files;
use tracklight::machine::Machine;
use tracklight::machine::canonical::{Ranges, write};
use tracklight::machine::model::{Binding, Class, ConditionKind, NodeIdx, Origin};
use tracklight::schema::Json;

use crate::counts;

fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/machine")
}

fn spec_machines() -> Vec<(String, String)> {
    let mut machines: Vec<(String, String)> = fs::read_dir(cases().join("spec"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    machines.sort();
    machines
}

fn nodes(machine: &Machine) -> String {
    let mut out = String::new();
    for node in machine.nodes.iter() {
        write!(out, "{} {}", node.id, node.class.word()).unwrap();
        if let Some(kind) = node.kind.as_deref().filter(|kind| *kind != node.class.word()) {
            write!(out, " <{kind}>").unwrap();
        }
        match &node.origin {
            Origin::Implied => out.push_str(" implied"),
            Origin::Created => out.push_str(" created"),
            Origin::Imported(file) => write!(out, " from {file}").unwrap(),
            Origin::Declared => {}
        }
        if let Some(title) = &node.title {
            write!(out, " {title:?}").unwrap();
        }
        for attribute in &node.attributes {
            write!(out, " {}", attribute.name).unwrap();
            if let Some(value) = &attribute.value {
                write!(out, "={}", value.to_json()).unwrap();
            }
        }
        for annotation in &node.annotations {
            write!(out, " {}", machine.tree.str(annotation.span)).unwrap();
        }
        out.push('\n');
    }
    out
}

fn edges(machine: &Machine) -> String {
    let mut out = String::new();
    let end = |node: NodeIdx, attribute: &Option<std::sync::Arc<str>>| match attribute {
        Some(attribute) => format!("{}#{attribute}", machine.nodes[node].id),
        None => machine.nodes[node].id.to_string(),
    };
    for edge in machine.edges.iter() {
        let arrow = edge.arrow.map_or("~>", |arrow| arrow.text());
        let (source, target) = (end(edge.source, &edge.source_attribute), end(edge.target, &edge.target_attribute));
        write!(out, "{source} {arrow} {target} {}", edge.kind.word()).unwrap();
        if let tracklight::machine::model::EdgeKind::Data(Some(access)) = edge.kind {
            write!(out, " {access:?}").unwrap();
        }
        if let Some(fields) = &edge.fields {
            write!(out, " [{}]", fields.join(" ")).unwrap();
        }
        if !edge.texts.is_empty() {
            write!(out, " {:?}", edge.texts).unwrap();
        }
        for (key, value) in edge.inline.iter().chain(&edge.block) {
            write!(out, " {key}={}", value.to_json()).unwrap();
        }
        for annotation in &edge.annotations {
            write!(out, " {}", machine.tree.str(annotation.span)).unwrap();
        }
        if let Some(condition) = &edge.condition {
            let word = if condition.kind == ConditionKind::When { "when" } else { "unless" };
            write!(out, " {word}({})", condition.text).unwrap();
            match &condition.expr {
                Ok(bound) => {
                    for binding in &bound.names {
                        write!(out, " {}", name(machine, binding)).unwrap();
                    }
                }
                Err(_) => out.push_str(" guarded"),
            }
        }
        out.push('\n');
    }
    out
}

fn name(machine: &Machine, binding: &Binding) -> String {
    let walk = |walk: &[std::sync::Arc<str>]| walk.iter().map(|word| format!("/{word}")).collect::<String>();
    match binding {
        Binding::Field(field, rest) => {
            let field = &machine.fields[*field];
            format!("field:{}.{}{}", machine.context_id(field.context), field.name, walk(rest))
        }
        Binding::Undeclared(context, field, rest) => {
            format!("undeclared:{}.{field}{}", machine.context_id(*context), walk(rest))
        }
        Binding::Context(context) => format!("context:{}", machine.context_id(*context)),
        Binding::Attribute(node, attribute, rest) => {
            format!("attribute:{}.{attribute}{}", machine.nodes[*node].id, walk(rest))
        }
        Binding::Node(node) => format!("node:{}", machine.nodes[*node].id),
        Binding::Machine(attribute, rest) => format!("machine:{attribute}{}", walk(rest)),
        Binding::Builtin(builtin, rest) => format!("builtin:{builtin:?}{}", walk(rest)),
        Binding::Unknown => "unknown".to_owned(),
    }
}

fn contexts(machine: &Machine) -> String {
    let mut out = String::new();
    for context in machine.contexts.iter() {
        let openness = if context.open { "open" } else { "closed" };
        let shared = if context.shared { " shared" } else { "" };
        write!(out, "{} {} {openness}{shared}", machine.nodes[context.node].id, context.role.word()).unwrap();
        for field in context.fields.iter().map(|field| &machine.fields[*field]) {
            write!(out, " {}", field.name).unwrap();
            if let Some(kind) = &field.kind {
                write!(out, "<{kind}>").unwrap();
            }
            if field.required {
                out.push('!');
            }
            if let Some(default) = &field.default {
                write!(out, "={}", default.to_json()).unwrap();
            }
            match &field.artifact {
                Some(Some(file)) => write!(out, " @{file}").unwrap(),
                Some(None) => out.push_str(" @artifact"),
                None => {}
            }
        }
        out.push('\n');
    }
    out
}

fn dependencies(machine: &Machine) -> String {
    let mut out = String::new();
    for dependency in &machine.dependencies {
        let (source, target) = (&machine.nodes[dependency.source].id, &machine.nodes[dependency.target].id);
        writeln!(out, "{source} ~ {target}: {} ({})", dependency.reason(), dependency.path).unwrap();
    }
    out
}

fn findings(machine: &Machine) -> String {
    let mut out = String::new();
    for finding in &machine.diagnostics {
        let text = machine.tree.str(finding.span);
        write!(out, "{} {} @ {text:?}", finding.severity.word(), finding.code).unwrap();
        if let Some(file) = machine.tree.place(finding.span).file {
            write!(out, " in {file}").unwrap();
        }
        write!(out, " — {}", finding.message).unwrap();
        for fix in &finding.fixes {
            write!(out, " [{}]", fix.title).unwrap();
        }
        out.push('\n');
    }
    out
}

fn facts(machine: &Machine, kind: &str) -> String {
    match kind {
        "nodes" => nodes(machine),
        "edges" => edges(machine),
        "contexts" => contexts(machine),
        "dependencies" => dependencies(machine),
        "findings" => findings(machine),
        "json" => write(machine, Ranges::Hidden) + "\n",
        other => panic!("no facts called `{other}`"),
    }
}

/// The machine of a source in a set of files, which does not depend on the order of the set.
fn parse_in_every_order(source: &str, texts: &[(String, String)]) -> std::sync::Arc<Machine> {
    let given = |texts: Vec<(String, String)>| Machine::parse_files(source, &Files::new("", texts));
    let machine = given(texts.to_vec());
    for turn in 0..texts.len() {
        let mut turned = texts.to_vec();
        turned.rotate_left(turn);
        for order in [turned.clone(), turned.into_iter().rev().collect()] {
            let other = given(order);
            assert_eq!(other.to_json(), machine.to_json());
            assert_eq!(other.diagnostics, machine.diagnostics);
        }
    }
    machine
}

/// The case file with the facts as they are. A block `file path` adds a file to the machine above it.
fn rewritten(file: &str) -> String {
    let mut out = String::new();
    let mut machine = None;
    let mut given = (String::new(), Vec::new());
    let mut lines = file.lines();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}").unwrap();
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let body: String = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        if kind == "dygram" {
            machine = Some(Machine::parse(&body));
            out.push_str(&body);
            given = (body, Vec::new());
        } else if let Some(path) = kind.strip_prefix("file ") {
            out.push_str(&body);
            given.1.push((path.to_owned(), body));
            machine = Some(parse_in_every_order(&given.0, &given.1));
        } else {
            out.push_str(&facts(machine.as_ref().expect("facts stand behind a machine"), kind));
        }
        out.push_str("```\n");
    }
    out
}

fn check(name: &str) {
    let path = cases().join(name);
    let written = fs::read_to_string(&path).unwrap();
    let actual = rewritten(&written);
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(&path, &actual).unwrap();
    } else if actual != written {
        let differs = written.lines().zip(actual.lines()).position(|(a, b)| a != b).unwrap_or(0);
        let around = |text: &str| text.lines().skip(differs.saturating_sub(4)).take(8).collect::<Vec<_>>().join("\n");
        panic!("{name}, line {}\n--- expected\n{}\n--- actual\n{}", differs + 1, around(&written), around(&actual));
    }
}

#[test]
fn names_resolve_outwards_then_anywhere_and_edges_create_the_rest() {
    check("names.md");
}

#[test]
fn declarations_nest_merge_and_imply_their_containers() {
    check("declarations.md");
}

#[test]
fn classes_follow_from_type_attributes_edges_and_name() {
    check("classes.md");
}

#[test]
fn edges_expand_and_get_kinds_labels_and_conditions() {
    check("edges.md");
}

#[test]
fn contexts_have_roles_openness_and_fields() {
    check("contexts.md");
}

#[test]
fn references_and_names_in_use_are_derived() {
    check("derived.md");
}

#[test]
fn findings_have_least_ranges_and_a_near_miss_is_silent() {
    check("findings.md");
}

#[test]
fn imports_copy_nodes_and_the_edges_between_them() {
    check("../files/imports.md");
}

#[test]
fn what_can_not_be_imported_is_told_where_it_is_written() {
    check("../files/findings.md");
}

#[test]
fn a_machine_has_at_most_64_files_16_imports_deep() {
    let limits = |machine: &Machine| machine.diagnostics.iter().filter(|one| one.code == "import-limit").count();
    let file = |at: usize, text: String| (format!("f{at}.dygram"), text);
    let wide: String = (1..=70).map(|at| format!("import {{ n{at} }} from \"./f{at}\"\n")).collect();
    let texts = (1..=70).map(|at| file(at, format!("state n{at}"))).collect();
    let machine = Machine::parse_files(&wide, &Files::new("", texts));
    assert_eq!((machine.tree.files.len(), limits(&machine)), (63, 7));
    let next = |at: usize| format!("import {{ n }} from \"./f{}\"", at + 1);
    let texts = (1..=20).map(|at| file(at, next(at))).chain([file(16, "state n".to_owned())]).collect();
    let machine = Machine::parse_files(&next(0), &Files::new("", texts));
    assert_eq!((machine.tree.files.len(), limits(&machine)), (16, 1));
}

#[test]
fn an_imported_node_runs_under_its_new_name() {
    let files = Files::new(
        "",
        vec![("wash.dygram".into(), "context Soap { g: 3 }\nstate Wash, Dry\nWash -when: Soap.g > 2-> Dry".into())],
    );
    let source = "import { Wash as w, Dry, Soap as s } from \"./wash\"\nstart -> w";
    let machine = Machine::parse_files(source, &files);
    let mut timeline = tracklight::run::Timeline::start(machine, &Default::default());
    for _ in 0..4 {
        let _ = timeline.act(tracklight::run::Action::Step { idle: false });
    }
    let run = timeline.run();
    let visited: Vec<&str> = run.paths.values().map(|path| &*run.machine.nodes[path.node].id).collect();
    assert_eq!(visited, ["Dry"]);
}

#[test]
fn the_canonical_json_of_kettle_is_that_of_the_document() {
    let source = fs::read_to_string(cases().join("spec/kettle.dygram")).unwrap();
    let expected = fs::read_to_string(cases().join("kettle.json")).unwrap();
    let machine = Machine::parse(&source);
    assert_eq!(write(&machine, Ranges::Hidden), expected.trim_end());
    let ranged = machine.to_json();
    assert!(ranged.contains(r#""$sourceRange":{"start":{"line":1,"character":0},"end":{"line":1,"character":35}}"#));
}

#[test]
fn the_hash_follows_the_meaning_and_not_the_layout() {
    let hash = |text: &str| Machine::parse(text).hash().clone();
    assert_eq!(hash("task a; a -> b"), hash("// moved\n\ntask a;\na -> b"));
    assert_ne!(hash("task a; a -> b"), hash("task a; a -> c"));
}

#[test]
fn machines_of_the_document_draw_no_errors_and_no_unannounced_warnings() {
    let mut loud = String::new();
    for (name, source) in spec_machines() {
        let machine = Machine::parse(&source);
        let heard = machine.diagnostics.iter().filter(|finding| finding.severity != Severity::Info);
        for finding in heard {
            writeln!(loud, "{name}: {} @ {}", finding.code, machine.tree.str(finding.span)).unwrap();
        }
    }
    assert_eq!(loud, "kite: start-guessed @ up\nkite: condition-name @ wind.knotts\n");
}

#[test]
fn a_statement_that_would_pass_the_edge_limit_adds_none_and_says_so() {
    let list = |prefix: &str| (0..400).map(|at| format!("{prefix}{at}")).collect::<Vec<_>>().join(", ");
    let machine = Machine::parse(&format!("x -> y\n{} -> {}\ny -> z", list("a"), list("b")));
    assert_eq!(edges(&machine), "x -> y control\ny -> z control\n");
    let codes: Vec<&str> = machine.diagnostics.iter().map(|one| one.code).collect();
    assert!(codes.contains(&"too-many-edges"), "{codes:?}");
}

#[test]
fn findings_are_listed_up_to_a_limit_and_counted_beyond() {
    let source: String = (0..300).map(|at| format!("task a{at} @retry(often)\n")).collect();
    let machine = Machine::parse(&source);
    assert_eq!((machine.diagnostics.len(), machine.findings), (200, 300));
}

/// All machines of the case files.
fn case_machines() -> Vec<String> {
    let files = ["names", "declarations", "classes", "edges", "contexts", "derived", "findings"];
    let texts = files.map(|name| fs::read_to_string(cases().join(format!("{name}.md"))).unwrap());
    let blocks = texts.iter().flat_map(|text| text.split("```dygram\n").skip(1));
    blocks.map(|block| block.split("\n```").next().unwrap().to_owned()).collect()
}

/// All sets of files of the case files: the source, then the others by path.
fn case_sets() -> Vec<Vec<(String, String)>> {
    let mut sets: Vec<Vec<(String, String)>> =
        case_machines().into_iter().map(|source| vec![(String::new(), source)]).collect();
    for name in ["imports", "findings"] {
        let text = fs::read_to_string(cases().join(format!("../files/{name}.md"))).unwrap();
        for block in text.split("\n```").filter(|block| block.starts_with("dygram") || block.starts_with("file ")) {
            let (kind, body) = block.split_once('\n').unwrap();
            match kind.strip_prefix("file ") {
                Some(path) => sets.last_mut().unwrap().push((path.to_owned(), body.to_owned())),
                None => sets.push(vec![("machine.dygram".to_owned(), body.to_owned())]),
            }
        }
    }
    sets
}

#[test]
fn a_quick_fix_removes_its_finding_and_adds_no_error() {
    let mut bad = String::new();
    let errors = |machine: &Machine| machine.diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
    let parsed = |set: &[(String, String)]| match set {
        [(_, source)] => Machine::parse(source),
        [(_, source), others @ ..] => Machine::parse_files(source, &Files::new("", others.to_vec())),
        [] => panic!("a case has a source"),
    };
    for set in case_sets() {
        let machine = parsed(&set);
        for finding in &machine.diagnostics {
            let alike = |machine: &Machine| machine.diagnostics.iter().filter(|one| one.code == finding.code).count();
            for fix in &finding.fixes {
                let mut mended = set.clone();
                for edit in fix.edits.iter().rev() {
                    let place = machine.tree.place(edit.span);
                    let file = place.file.map_or(0, |file| set.iter().position(|(path, _)| **path == **file).unwrap());
                    let range = place.span.start as usize..place.span.end as usize;
                    mended[file].1.replace_range(range, &edit.insert);
                }
                let after = parsed(&mended);
                if alike(&after) >= alike(&machine) || errors(&after) > errors(&machine) {
                    writeln!(bad, "{}: {}\n{mended:?}\n{}", finding.code, fix.title, findings(&after)).unwrap();
                }
            }
        }
    }
    assert_eq!(bad, "");
}

/// Holds for every machine, whatever its text.
fn check_invariants(source: &str) {
    let machine = Machine::parse(source);
    for finding in &machine.diagnostics {
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        for span in edits.chain([finding.span]).chain(finding.related.iter().map(|(span, _)| *span)) {
            assert!(source.get(span.start as usize..span.end as usize).is_some(), "{} at {span:?}", finding.code);
        }
    }
    for (at, node) in machine.nodes.entries() {
        assert!(node.parent.is_none_or(|parent| parent < at), "parents come first");
        assert!(node.children.iter().all(|child| machine.nodes[*child].parent == Some(at)));
    }
    for edge in machine.edges.iter() {
        assert!(edge.source.0 < machine.nodes.len() as u32 && edge.target.0 < machine.nodes.len() as u32);
    }
    assert!(Json::parse(&machine.to_json()).is_some(), "the JSON is JSON");
    assert_eq!(machine.to_json(), Machine::parse(source).to_json(), "the same text gives the same bytes");
}

/// In a sample fewer prefixes.
#[test]
fn every_prefix_of_a_machine_has_a_model() {
    let step = counts::step(1);
    for (turn, (_, source)) in spec_machines().into_iter().enumerate() {
        for (at, _) in source.char_indices().skip(turn % step).step_by(step) {
            check_invariants(&source[..at]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(400),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_has_a_model(text in "\\PC{0,200}") {
        check_invariants(&text);
    }

    #[test]
    fn any_soup_of_tokens_has_a_model(tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..60)) {
        check_invariants(&tokens.join(" "));
    }

    #[test]
    fn any_set_of_files_has_a_model(
        texts in prop::collection::vec(prop::collection::vec(prop::sample::select(LINES), 0..10), 1..5),
    ) {
        let texts: Vec<String> = texts.iter().map(|lines| lines.join("\n")).collect();
        let files = texts.iter().enumerate().skip(1).map(|(at, text)| (format!("f{at}.dygram"), text.clone()));
        let machine = parse_in_every_order(&texts[0], &files.collect::<Vec<_>>());
        for (at, node) in machine.nodes.entries() {
            prop_assert!(node.class == Class::Note || machine.find(&node.id) == Some(at), "{}", node.id);
            prop_assert!(node.parent.is_none_or(|parent| parent < at && machine.nodes[parent].children.contains(&at)));
        }
        let spans = machine.diagnostics.iter().flat_map(|found| {
            let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            edits.chain(found.related.iter().map(|(span, _)| *span)).chain([found.span]).collect::<Vec<_>>()
        });
        for span in spans.chain(machine.edges.iter().map(|edge| edge.span)) {
            let place = machine.tree.place(span);
            let range = place.span.start as usize..place.span.end as usize;
            prop_assert!(place.text.get(range).is_some(), "{:?} in {:?}", place.span, place.file);
        }
    }
}

/// Lines of files that import from each other.
const LINES: &[&str] = &[
    "import { a, b as c, x.y } from \"./f1\"",
    "import { x as a, x as d, b } from \"./f2\"",
    "import { c, x.y as b } from \"./f3.mach\"",
    "import { d } from \"./f4\"",
    "task a { prompt: \"{{ b.n }} {{ x.y.k }}\"; uses: b }",
    "context b { n: 0; t<T> } type T { k<number> }",
    "x { state y; note y \"inner\"; y -when: b.n > 1-> z }",
    "style s @Hot { stroke: rd }",
    "note a \"on a\"",
    "note x.y \"ä🌊\" @Hot",
    "a -reads: n-> b",
    "a -> x -> d @join @gather(from: b.n; into: b.m)",
    "x.y, a -catch-> c",
    "x.q.r -> a",
    "machine \"ü\" @strict",
    "a <- \"broken",
];

const TOKENS: &[&str] = &[
    "a",
    "b.c",
    "a.b",
    "task",
    "state",
    "context",
    "input",
    "note",
    "style",
    "machine",
    "\"T {{ a.x }}\"",
    "{",
    "}",
    ";",
    "\n",
    "x: 1",
    "x<number>: 2",
    "prompt: \"{{ b.y }}\"",
    "->",
    "-->",
    "<-->",
    "*-->",
    "o-->",
    "-when: a.x > 1->",
    "-reads: x->",
    "-writes->",
    "-catch->",
    "@start",
    "@strict",
    "@retry(2)",
    "@map(a.x)",
    "@join(id: j; mode: any)",
    "@style(color: red)",
    ",",
    "schema: { type: \"object\" }",
    "uses: b",
    "#x",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "ü",
    "🌊",
    "import { a } from \"f\"",
];
