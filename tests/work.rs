//! What a text costs before a run: counted in units, linear in the text, and bounded.
//!
//! Nothing here measures time: the same text costs the same units everywhere.

use std::fmt::Write as _;

use tracklight::diagnostic::{Diagnostic, LISTED};
use tracklight::json::to_string;
use tracklight::machine::{Files, Machine};
use tracklight::run::{Action, StartOptions, Timeline, agent};
use tracklight::service::{self, Uses};
use tracklight::syntax::{format_tree, parse_within};
use tracklight::text::Span;
use tracklight::view::{self, DotOptions};
use tracklight::work::{WHOLE_BUDGET, Work};

/// A family of texts by size.
type Family = (&'static str, fn(usize) -> String);

fn each(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// `a0, a1, …`
fn names(count: usize, name: &str) -> String {
    (0..count).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(", ")
}

fn root(count: usize) -> usize {
    count.isqrt()
}

const FAMILIES: &[Family] = &[
    // Long lists of names.
    ("one name again and again", |n| format!("task {}b", "a, ".repeat(n))),
    ("many names", |n| format!("task {}b", each(n, |at| format!("a{at}, ")))),
    ("names without a type", |n| format!("{}b", "a, ".repeat(n))),
    ("names line by line", |n| format!("{}b", "a,\n".repeat(n))),
    ("names in a list that is never closed", |n| format!("x: [\n{}", "  a,\n".repeat(n))),
    ("sources", |n| format!("{}b -> c", each(n, |at| format!("a{at}, ")))),
    ("targets", |n| format!("b -> {}c", each(n, |at| format!("a{at}, ")))),
    ("dotted names", |n| format!("a{} -> b", ".a".repeat(n))),
    ("annotations in front of names", |n| format!("{} {}", "@x ".repeat(20), names(n, "a"))),
    // Nesting of every bracket.
    ("open braces", |n| "{".repeat(n)),
    ("open braces line by line", |n| "a {\n".repeat(n)),
    ("open braces on a line", |n| "a { ".repeat(n)),
    ("closing braces", |n| "}".repeat(n)),
    ("open brackets", |n| format!("a {{ x: {} }}", "[".repeat(n))),
    ("open parentheses", |n| format!("a @x{}", "(".repeat(n))),
    ("open types", |n| format!("a {{ x{}: 1 }}", "<List".repeat(n))),
    ("maps in maps", |n| format!("a {{ x: {}1{} }}", "{ a: ".repeat(n), "}".repeat(n))),
    ("maps in a list that are not closed", |n| format!("a {{ x: [ {} ] }}", "{ a: 1, ".repeat(n))),
    ("blocks in blocks", |n| format!("{}{}", "a {".repeat(n), "}".repeat(n))),
    ("everything open", |n| "a { b: [ @c( ".repeat(n)),
    ("blocks without a brace", |n| "a\n  b: 1\n}\n".repeat(n)),
    ("blocks without the other brace", |n| "a {\n  b: 1\n".repeat(n)),
    // Edges.
    ("one edge again and again", |n| "a -> b\n".repeat(n)),
    ("edges with a condition", |n| "a -when: \"x > 1\"-> b\n".repeat(n)),
    ("every node to every node", |n| format!("{} -> {}", names(root(n), "a"), names(root(n), "b"))),
    ("every node to every node with a label", |n| {
        format!("{} -{}-> {}", names(root(n), "a"), "x, ".repeat(20), names(root(n), "b"))
    }),
    ("a chain", |n| each(n, |at| format!("n{at} -> n{}\n", at + 1))),
    ("a chain on a line", |n| format!("n{}", each(n, |at| format!(" -> n{at}")))),
    ("fan in", |n| each(n, |at| format!("n{at} -> z\n"))),
    ("fan out of a task", |n| format!("task a {{ prompt: \"x\" }}\na -> {}c", each(n, |at| format!("a{at}, ")))),
    ("reversed arrows", |n| format!("a{}", " <- b".repeat(n))),
    ("dashes", |n| format!("a{}", " -".repeat(n))),
    ("hyphenated words", |n| format!("a{} -> c", "-b".repeat(n))),
    ("labels that are never closed", |n| "a -x y z\n".repeat(n)),
    ("parts of a label", |n| format!("a -{}-> b", each(n, |at| format!("k{at}: {at}; ")))),
    ("keys of an edge block", |n| format!("a -> b {{ {} }}", each(n, |at| format!("k{at}: {at}; ")))),
    ("text behind a target", |n| format!("a -> b {}", "x \"y\" ".repeat(n))),
    // Attributes and annotations.
    ("attributes", |n| format!("a {{ {} }}", each(n, |at| format!("k{at}: {at}\n")))),
    ("fields", |n| format!("context a {{ {} }}", each(n, |at| format!("k{at}<int> @minimum(0): {at}\n")))),
    ("attributes of the machine in templates", |n| {
        let prompt = each(n, |at| format!("{{{{ k{at} }}}} "));
        format!("{}task t {{ prompt: \"{prompt}\" }}", each(n, |at| format!("k{at}: {at}\n")))
    }),
    ("annotations", |n| format!("a {}", each(n, |at| format!("@x{at} ")))),
    ("annotations of many declarations", |n| each(n, |at| format!("a @x{at}\n"))),
    ("annotations far to the right", |n| format!("{}a{}", "b; ".repeat(n), "\n @x".repeat(n))),
    ("style rules of one selector", |n| {
        format!("{}{}", "style s @x { color: red }\n".repeat(n), each(n, |at| format!("n{at} @x\n")))
    }),
    ("keys of a style", |n| format!("a {{ style: {{ {} }} }}", each(n, |at| format!("k{at}: red, ")))),
    // Imports, duplicates, names that are nearly the same.
    ("imports", |n| each(n, |at| format!("import {{ a{at} }} from \"./f{at}\"\n"))),
    ("symbols of an import", |n| format!("import {{ {} }} from \"./f\"", names(n, "a"))),
    ("one declaration again and again", |n| "task a\n".repeat(n)),
    ("headers", |n| "machine \"x\"\n".repeat(n)),
    ("names near others", |n| each(n, |at| format!("task node{at}abc\nnode{at}abd -> node{at}xbc\n"))),
    ("undeclared names in strict mode", |n| {
        format!("machine \"x\" @strict\n{}", each(n, |at| format!("nnnn{at} -> mmmm{at}\n")))
    }),
    ("one name in many groups", |n| {
        format!("{}{}", each(n, |at| format!("g{at} {{ x }}\n")), each(n, |at| format!("q{at}.x -> y{at}\n")))
    }),
    ("starts that lead nowhere", |n| each(n, |at| format!("init start{at}; start{at}x -> b{at}\n"))),
    // Strings, templates, expressions.
    ("a long string", |n| format!("task a {{ prompt: \"{}\" }}", "some words here ".repeat(n))),
    ("quotes", |n| "\"".repeat(n)),
    ("quotes on lines", |n| "a: \"x\n".repeat(n)),
    ("closing quotes", |n| "a: x\"; ".repeat(n)),
    ("triple quotes", |n| "\"\"\"x ".repeat(n)),
    ("templates", |n| format!("context C {{ n: 1 }}\ntask a {{ prompt: \"{}\" }}", "{{ C.n }} ".repeat(n))),
    ("open templates", |n| format!("task a {{ prompt: \"{}\" }}", "{{ ".repeat(n))),
    ("a long condition", |n| format!("a -when: \"{}true\"-> b", "x > 1 && ".repeat(n))),
    ("parentheses in a condition", |n| format!("a -when: \"{}1{}\"-> b", "(".repeat(n), ")".repeat(n))),
    ("conditions with unknown fields", |n| {
        let edges = each(n, |at| format!("a -when: \"C.g{at} > 1\"-> b{at}\n"));
        format!("context C {{ {} }}\n{edges}", each(n, |at| format!("f{at}: 1\n")))
    }),
    // Contexts, types, modules, joins.
    ("contexts", |n| each(n, |at| format!("context C{at} {{ n: 1 }}\n"))),
    ("contexts with fields", |n| {
        let k = root(n);
        each(k, |at| format!("context C{at} {{ {} }}\n", each(k, |field| format!("f{field}: 1; "))))
    }),
    ("contexts that hold each other", |n| {
        each(n, |at| format!("context C{at} {{ n: 1 }}\nC{at} *--> C{}\n", (at + 1) % n))
    }),
    ("rights to fields", |n| {
        let edges = each(n, |at| format!("t -writes: f{at}-> C\n"));
        format!("context C {{ {} }}\ntask t {{ prompt: \"x\" }}\n{edges}", each(n, |at| format!("f{at}: 1\n")))
    }),
    ("types", |n| each(n, |at| format!("type T{at} {{ x<T{}> }}\n", at + 1))),
    ("modules", |n| {
        each(n, |at| format!("m{at} {{ task a {{ prompt: \"x\" }}; task b; a -> b }}\nm{at} -> m{}\n", at + 1))
    }),
    ("exits that many nodes inherit", |n| {
        format!("m {{ {} }}\n{}", each(n, |at| format!("a{at}\n")), each(n, |at| format!("m -l{at}-> z{at}\n")))
    }),
    ("joins", |n| each(n, |at| format!("s{at} -@async-> p{at}; s{at} -@async-> q{at}; p{at}, q{at} -@join-> j{at}\n"))),
    ("gather rules", |n| {
        let rules = each(n, |at| format!("@gather(from: A.x{at}; into: B.y) "));
        format!("context A {{ x: 1 }}\ncontext B {{ y: [] }}\ns -@async-> p\np -@join-> j {rules}")
    }),
    ("notes", |n| format!("task a\n{}", each(n, |at| format!("note a \"n{at}\"\n")))),
    // Comments and odd characters.
    ("comments", |n| "// x\n".repeat(n)),
    ("open comments", |n| "/*".repeat(n)),
    ("comments in an edge", |n| format!("a{}", " -> // x\n b".repeat(n))),
    ("stray characters", |n| "§ ".repeat(n)),
    ("fences", |n| "```\n".repeat(n)),
    ("odd Unicode", |n| "é漢🎉\u{301}\u{202e}\u{200b}".repeat(n)),
    ("spaces", |n| format!("{}a {{\n{}b\n", " ".repeat(n), " ".repeat(n))),
    ("one word", |n| "a".repeat(n)),
];

fn units(text: &str) -> u64 {
    let machine = Machine::parse(text);
    assert_eq!(machine.diagnostics.iter().filter(|one| one.code == Diagnostic::TOO_LARGE).count(), 0);
    machine.cost.units
}

#[test]
fn a_text_of_twice_the_size_costs_at_most_twice_the_work() {
    let mut wrong = String::new();
    for (name, text) in FAMILIES {
        let [once, twice] = [400, 800].map(|size| units(&text(size)) as f64);
        if twice > 2.2 * once {
            writeln!(wrong, "{name}: {once} units, then {twice}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// How much is written of what a machine is drawn with, of its requests, and of what an editor asks.
fn written(text: &str) -> [usize; 4] {
    let machine = Machine::parse(text);
    let options = DotOptions::default();
    let drawn = view::dot_static(&machine, &options).len() + to_string(&view::overlay_static(&machine, &options)).len();
    let uses = Uses::of(&machine);
    let colored = service::tokens(&machine, &uses, Span::ALL).len();
    let mut timeline = Timeline::start(machine.clone(), &StartOptions::default());
    let _ = timeline.act(Action::Step { idle: false });
    let asked = agent::ask::agent_requests(timeline.run()).iter().map(|request| request.tools().len()).sum();
    [drawn, colored, asked, machine.to_json().len()]
}

#[test]
fn what_is_drawn_and_asked_grows_with_the_text() {
    let mut wrong = String::new();
    for (name, text) in FAMILIES {
        let [once, twice] = [200, 400].map(|size| written(&text(size)));
        if once.iter().zip(&twice).any(|(once, twice)| *twice as f64 > 2.2 * *once as f64 + 1_000.0) {
            writeln!(wrong, "{name}: {once:?}, then {twice:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What is said of a text, the units of its budget, and the text.
type TooLarge = (&'static str, u64, fn() -> String);

const TOO_LARGE: &[TooLarge] = &[
    ("this is too large: more than 1249 words and signs", 10_000, || "{ ".repeat(5_000)),
    ("this is too large: more than 250 nodes and 0 edges", 200_000, || format!("task {}b", names(2_000, "a"))),
    ("this is too large: more than 60 nodes and 550 edges", 200_000, || {
        format!("{} -> {}", names(30, "a"), names(30, "b"))
    }),
];

#[test]
fn a_text_beyond_its_budget_gives_one_finding_that_says_what_is_too_much() {
    for (message, budget, text) in TOO_LARGE {
        let text = text();
        let machine = Machine::parse_within(&text, None, &Work::new(*budget));
        let found: Vec<&str> = machine.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!((found.as_slice(), machine.findings), (&["too-large"][..], 1), "{message}");
        assert_eq!(numbers(&machine.diagnostics[0].message), numbers(message));
        assert_eq!((machine.nodes.len(), &**machine.source()), (0, text.as_str()), "the text stays");
        assert!(view::dot_static(&machine, &DotOptions::default()).starts_with("digraph"));
        assert!(format_tree(&machine.tree).is_err(), "formatting would leave nothing of it");
        assert!(machine.cost.units > *budget && machine.cost.units < budget + 20_000, "it stops soon");
    }
}

/// A message with `N` for each number: how far a stage came is not what matters.
fn numbers(message: &str) -> String {
    let mut shown = String::new();
    for part in message.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        shown.push_str(if rest.len() < part.len() { "N" } else { "" });
        shown.push_str(rest);
    }
    shown
}

#[test]
fn the_parser_stops_with_the_budget_too() {
    let tree = parse_within(&"a -> b; ".repeat(10_000), &Work::new(100_000));
    assert_eq!((tree.items.len(), tree.tokens.len(), tree.diagnostics.len()), (0, 0, 1));
    assert_eq!(tree.diagnostics[0].code, "too-large");
}

#[test]
fn files_and_copies_of_them_count_as_well() {
    let part = format!("group {{ {} }}", each(200, |at| format!("task a{at}; ")));
    let files = Files::new("", vec![("part.dygram".to_owned(), part)]);
    let source = each(100, |at| format!("import {{ group as g{at} }} from \"./part\"\n"));
    let whole = Machine::parse_files(&source, &files);
    assert!(whole.nodes.len() > 20_000 && whole.cost.units < WHOLE_BUDGET / 4);
    let machine = Machine::parse_within(&source, Some(&files), &Work::new(WHOLE_BUDGET / 20));
    assert_eq!(machine.diagnostics.iter().map(|one| one.code).collect::<Vec<_>>(), ["too-large"]);
    assert_eq!(machine.with_source("task a").nodes.len(), 1, "another text of it is read with the same budget");
    assert_eq!(machine.with_source("task a").cost.limit, WHOLE_BUDGET / 20);
}

/// Nodes and twice as many edges, with titles, prompts and templates.
fn honest(nodes: usize) -> String {
    let mut text = "context Store { level<number>: 1 }\n".to_owned();
    for at in 0..nodes {
        let prompt = "Use {{ Store.level }} of the store, and say what you did and why";
        writeln!(text, "task step{at} \"Step number {at}\" {{ prompt: \"{prompt}\"; size: {at} }}").unwrap();
        writeln!(text, "step{at} -\"go on {at}\"-> step{}", (at + 1) % nodes).unwrap();
        writeln!(text, "step{at} -when: \"Store.level > {at}\"-> step{}", (at * 7 + 3) % nodes).unwrap();
    }
    text
}

#[test]
fn every_honest_machine_has_room() {
    let cost = units(&honest(400));
    assert!(cost * 50 < WHOLE_BUDGET / 3 * 2, "20,000 nodes take less than two thirds: {cost}");
    assert!(cost * 4 < WHOLE_BUDGET / 20, "1,600 nodes fit a twentieth: {cost}");
}

#[test]
fn beyond_the_listed_findings_no_texts_are_made() {
    let machine = Machine::parse(&"a ->;\n".repeat(5 * LISTED));
    assert_eq!(machine.diagnostics.len(), LISTED);
    assert!(machine.findings >= 5 * LISTED, "all are counted: {}", machine.findings);
    assert!(machine.diagnostics.iter().all(|one| !one.message.is_empty()));
    let tree = &machine.tree;
    let made = tree.diagnostics.iter().filter(|one| !one.message.is_empty() || !one.fixes.is_empty()).count();
    assert_eq!((made, tree.diagnostics.len()), (LISTED, 5 * LISTED));
    let open = Machine::parse(&"a {\n".repeat(2 * LISTED));
    let first = open.diagnostics.iter().find(|one| one.code == "unclosed-block").unwrap();
    assert_eq!((first.span.start, first.message.as_str()), (2, "`a` is missing its closing `}`"));
}

#[test]
fn types_that_are_never_closed_do_not_fill_the_stack_of_the_completion() {
    let offered = |depth: usize| {
        let text = format!("a {{ x{}: 1 }}", "<List".repeat(depth));
        service::complete(&Machine::parse(&text), text.len() as u32).len()
    };
    assert_eq!(offered(100_000), offered(1));
}
