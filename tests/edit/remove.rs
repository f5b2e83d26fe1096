//! Removing nodes and edges.

use tracklight::service::edit::Op;

use super::{after, edge, refusal, run, texts};

fn nodes(nodes: &[&str]) -> Op {
    Op::Remove { nodes: nodes.iter().map(|node| (*node).to_owned()).collect(), edges: Vec::new() }
}

fn edges(edges: &[&str]) -> Op {
    Op::Remove { nodes: Vec::new(), edges: edges.iter().map(|key| edge(key)).collect() }
}

#[test]
fn direct_2_remove_takes_declarations_notes_children_and_edges() {
    let source = "task a\n\n// about m\ngroup m { // inside\n  task b\n  // deep\n  b -> a\n} // behind\n\ntask c\nnote m \"N\"\n\na -> m -> c\na -> c\n";
    assert_eq!(after(source, &nodes(&["m"])), "task a\n\n// about m\n\ntask c\n\na -> c\n");
}

#[test]
fn direct_2_remove_takes_a_nodes_part_of_statements_and_chains() {
    let all = "task a, b, c\n";
    assert_eq!(after(&format!("{all}a -> b -> c\n"), &nodes(&["b"])), "task a, c\n");
    assert_eq!(after(&format!("{all}a, b -> c\n"), &nodes(&["b"])), "task a, c\na -> c\n");
    assert_eq!(after(&format!("{all}a -> b, c\n"), &nodes(&["b"])), "task a, c\na -> c\n");
    assert_eq!(after(&format!("{all}a -> b -> c -> a\n"), &nodes(&["b"])), "task a, c\nc -> a\n");
    assert_eq!(after("task a, b\na -> task c \"C\" -> b\n", &nodes(&["b"])), "task a\ntask c \"C\"\na -> c\n");
}

#[test]
fn direct_2_remove_takes_single_edges_and_keeps_the_order_of_the_others() {
    let all = "task a, b, c, d\n";
    assert_eq!(after(&format!("{all}a, b -> c, d // x\n"), &edges(&["e1"])), format!("{all}a -> c // x\nb -> c, d\n"));
    assert_eq!(after(&format!("{all}a -> b -> c\n"), &edges(&["a>b#0"])), format!("{all}b -> c\n"));
    assert_eq!(after(&format!("{all}a -> b // x\n\nb -> c\n"), &edges(&["e0"])), format!("{all}\nb -> c\n"));
    assert_eq!(after(&format!("{all}a -> b\n\nb -> c\n"), &edges(&["e1"])), format!("{all}a -> b\n"));
}

#[test]
fn direct_2_a_node_that_would_lose_its_last_mention_gets_a_bare_declaration() {
    assert_eq!(after("task a\n\na -> b\n", &edges(&["e0"])), "task a\nb\n");
    assert_eq!(after("task a\n\na -> b -> c\n", &nodes(&["a"])), "b -> c\n");
    assert_eq!(after("task a\na -> m.x\n", &nodes(&["a"])), "m.x\n");
    assert_eq!(after("task a\na -> m.x, m.y\n", &nodes(&["m.x"])), "task a\na -> m.y\n");
}

#[test]
fn direct_2_remove_takes_the_symbols_of_imports() {
    let set = texts(&[
        ("m.dygram", "import { Wash, Dry as D } from \"./b\"\n\na -> Wash -> D\n"),
        ("b.dygram", "task Wash\ntask Dry\nWash -> Dry\n"),
    ]);
    let (now, _) = run(&set, &nodes(&["Wash"])).unwrap();
    assert_eq!(now[0].1, "import { Dry as D } from \"./b\"\n\na\n");
    assert_eq!(now[1].1, set[1].1);
    let (now, _) = run(&now, &nodes(&["D"])).unwrap();
    assert_eq!(now[0].1, "a\n");
    // What the source declares leaves the files that import it.
    let set = texts(&[
        ("m.dygram", "task Wash\ntask Dry\n"),
        ("b.dygram", "import { Wash } from \"./m\"\ntask a\na -> Wash\n"),
    ]);
    let (now, _) = run(&set, &nodes(&["Wash"])).unwrap();
    assert_eq!((&*now[0].1, &*now[1].1), ("task Dry\n", "task a\n"));
}

#[test]
fn direct_2_affected_holds_what_mentions_something_removed_and_stays() {
    let source = "context C { x: 1 }\ntask a { prompt: \"Use {{ C.x }} of C\"; stub: { write: { C: { x: 2 } } } }\n\
                  @compensate(b)\ntask u\ntask b\na -when: \"C.x > 1\"-> u // C\n";
    let set = texts(&[("machine.dygram", source)]);
    let (now, edited) = run(&set, &nodes(&["C", "b"])).unwrap();
    assert_eq!(now[0].1, source.replace("context C { x: 1 }\n", "").replace("task b\n", ""));
    let report: Vec<&str> =
        edited.affected.iter().map(|one| &source[one.span.from as usize..one.span.to as usize]).collect();
    assert_eq!(report, ["C", "x", "C", "C", "x", "b", "C", "x", "C"]);
}

#[test]
fn direct_2_remove_refuses() {
    assert_eq!(refusal("task a", &nodes(&["x"])), "unknown-node");
    assert_eq!(refusal("task a", &nodes(&[])), "unknown-node");
    assert_eq!(refusal("a -> b", &edges(&["e1"])), "unknown-edge");
    assert_eq!(refusal("task a { uses: b }\nstate b", &edges(&["e0"])), "read-only");
    assert_eq!(refusal("task a \"x\nb -> a", &nodes(&["a"])), "syntax-errors");
}
