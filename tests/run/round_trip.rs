//! A machine that comes back from its JSON is the same: hash, schemas, tables, findings, runs. Machines that differ in
//! any of these have different hashes.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::machine::{Machine, text_from_json};
use tracklight::run::{StartOptions, Timeline};
use tracklight::schema::Json;
use tracklight::schema::sql::Layout;
use tracklight::view;

use super::play::Play;
use super::storms::{Move, machines, moves, play};
use crate::counts;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The machine that the JSON of a machine describes.
fn again(machine: &Machine) -> Arc<Machine> {
    let json = Json::parse(&machine.to_json()).unwrap();
    let made = text_from_json(&json).unwrap_or_else(|error| panic!("{}\n{}", error.message, machine.source()));
    assert!(made.unknown.is_empty(), "{:?}", made.unknown);
    Machine::parse(&made.text)
}

/// What a machine does, in words: schemas, tables, findings, a run.
fn behaviour(machine: &Arc<Machine>, steps: &[Move]) -> String {
    let mut outputs = String::new();
    for (at, context) in machine.contexts.entries() {
        writeln!(outputs, "{} {}", machine.context_id(at), context.schema.document()).unwrap();
    }
    writeln!(outputs, "{}", machine.tables().ddl(Layout::Run, None)).unwrap();
    let mut findings: Vec<String> = machine
        .diagnostics
        .iter()
        // They are about how a text is laid out, which the JSON does not hold.
        .filter(|one| !matches!(one.code, "declaration-in-edge" | "label-changed"))
        .map(|one| format!("{} {} {}", one.severity.word(), one.code, one.message))
        .collect();
    findings.sort();
    writeln!(outputs, "{}", findings.join("\n")).unwrap();
    let mut run = Play(Timeline::start(machine.clone(), &StartOptions::default()));
    steps.iter().for_each(|step| play(&mut run, step));
    let view = to_string(&view::view(run.run(), "b1"));
    writeln!(outputs, "{view}\n{}", run.log().join("\n")).unwrap();
    outputs
}

const STEPS: &[Move] = &[Move::Step, Move::Reply(0, 0, 1.0), Move::Reply(0, 3, 2.0)];

fn steps() -> Vec<Move> {
    STEPS.iter().cycle().take(30).cloned().collect()
}

#[test]
fn every_example_behaves_the_same_after_the_way_through_json() {
    for (name, source) in EXAMPLES {
        let machine = Machine::parse(source);
        let back = again(&machine);
        assert_eq!(back.hash(), machine.hash(), "{name}");
        assert_eq!(behaviour(&back, &steps()), behaviour(&machine, &steps()), "{name}\n{}", back.source());
    }
}

/// Fields whose schemas and annotations are easily confused.
const FIELDS: &[&str] = &[
    "a<number> @minimum(0.5): 1",
    "a<number> @minimum(\"0.5\"): 1",
    "a<number> @minimum(-90): 1",
    "a<number> @minimum(1e3): 2000",
    "a<number> @minimum(1000): 2000",
    "a<number> @minimum(nought): 1",
    "b<string> @pattern(\"5\"): \"5\"",
    "b<string> @pattern(5): \"5\"",
    "b<string> @pattern(\"^[a-z]+$\"): \"x\"",
    "b<string> @pattern(abc): \"abc\"",
    "b<string> @format(date)",
    "b<string?> @maxLength(3) @minLength(\"1\")",
    "c<List<string>> @minItems(1) @uniqueItems: [\"x\"]",
    "c<List<string>> @uniqueItems(\"true\"): [\"x\"]",
    "d: 0",
    "d: \"0\"",
    "d: [1, \"1\"]",
];

/// `schema` attributes whose keys are the same.
const SCHEMAS: &[&str] = &[
    "schema: { type: \"object\"; properties: { z: { type: \"string\" }; a: { type: \"number\"; minimum: 0.5 } } }",
    "schema: { type: \"object\"; properties: { a: { type: \"number\"; minimum: 0.5 }; z: { type: \"string\" } } }",
    "schema: #Nowhere",
    "schema: \"#Nowhere\"",
    "schema: #Shape",
    "schema: \"#Shape\"",
];

const EDGES: &[&str] = &[
    "one -@priority(-1)-> two",
    "one -@priority(\"-1\")-> two",
    "one -\"0.5\"-> two",
    "one -0.5-> two",
    "one -@join(1.10)-> two",
    "one -@join(1.1)-> two",
    "one -@retry(3)-> two",
    "one -don't, can't-> two",
    "one -recoverable error: ex; timeout-> two",
];

fn contexts() -> impl Strategy<Value = String> {
    let block = prop_oneof![
        3 => prop::collection::vec(prop::sample::select(FIELDS), 0..4).prop_map(|mut fields| {
            // Of fields with the same name the JSON holds one.
            fields.sort_unstable();
            fields.dedup_by_key(|field| field.chars().next());
            fields.join("\n  ")
        }),
        1 => prop::sample::select(SCHEMAS).prop_map(str::to_owned),
    ];
    (block, prop::collection::vec(prop::sample::select(EDGES), 0..3)).prop_map(|(block, edges)| {
        format!(
            "context C {{\n  {block}\n}}\ntype Shape {{ k<string> }}\ninit one\ntask two {{ prompt: \"go\" }}\n\
             two -writes-> C\n{}\n",
            edges.join("\n")
        )
    })
}

#[test]
fn machines_with_equal_hashes_behave_the_same() {
    let mut sources: Vec<String> = Vec::new();
    for edge in EDGES {
        sources.push(format!("init one\nstate two\n{edge}"));
    }
    for block in FIELDS.iter().chain(SCHEMAS) {
        let parts =
            format!("context C {{ {block} }}\ntype Shape {{ k<string> }}\ninit one\ntask two {{ prompt: \"go\" }}");
        sources.push(format!("{parts}\ntwo -writes-> C\none -> two"));
    }
    let mut known: HashMap<String, (String, &String)> = HashMap::new();
    for source in &sources {
        let machine = Machine::parse(source);
        // The hash of the run stands in its events.
        let outputs = behaviour(&machine, &steps());
        let (first, other) = known.entry(machine.hash().to_string()).or_insert((outputs.clone(), source));
        assert_eq!(*first, outputs, "{other}\n\n{source}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(250), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_storm_behaves_the_same_after_the_way_through_json(
        source in machines(),
        steps in prop::collection::vec(moves(), 1..30),
    ) {
        let machine = Machine::parse(&source);
        let back = again(&machine);
        prop_assert_eq!(back.hash(), machine.hash());
        prop_assert_eq!(behaviour(&back, &steps), behaviour(&machine, &steps), "{}\n{}", source, back.source());
    }

    #[test]
    fn contexts_behave_the_same_after_the_way_through_json(source in contexts()) {
        let machine = Machine::parse(&source);
        let back = again(&machine);
        prop_assert_eq!(back.hash(), machine.hash(), "{}\n{}", source, back.source());
        prop_assert_eq!(behaviour(&back, &steps()), behaviour(&machine, &steps()), "{}\n{}", source, back.source());
    }
}
