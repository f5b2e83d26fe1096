//! Moving, grouping and ungrouping.

use tracklight::service::edit::Op;

use super::{after, refusal, run, texts};

fn into(nodes: &[&str], module: Option<&str>) -> Op {
    Op::MoveInto { nodes: nodes.iter().map(|node| (*node).to_owned()).collect(), module: module.map(str::to_owned) }
}

fn group(nodes: &[&str], name: &str) -> Op {
    Op::Group { nodes: nodes.iter().map(|node| (*node).to_owned()).collect(), name: name.into() }
}

fn ungroup(node: &str) -> Op {
    Op::Ungroup { node: node.into() }
}

#[test]
fn direct_2_move_into_moves_declarations_with_their_comments_and_qualifies_edges() {
    let source = "machine \"M\"\n\n// about a\ntask a \"A\" {\n  prompt: \"Two\nlines\"\n} // behind\ntask b\ngroup m {\n  task c\n}\n\na -> b\nb -> m.c\n";
    assert_eq!(
        after(source, &into(&["a"], Some("m"))),
        "machine \"M\"\n\ntask b\ngroup m {\n  task c\n  // about a\n  task a \"A\" {\n    prompt: \"Two\nlines\"\n  } // behind\n}\n\nm.a -> b\nb -> m.c\n"
    );
    let moved = "group m {\n  task a\n  task b\n  a -> b\n}\ntask c\n";
    assert_eq!(after(moved, &into(&["m.a"], None)), "group m {\n  task b\n  a -> b\n}\ntask c\ntask a\n");
    assert_eq!(after("task a, b\ngroup m\n", &into(&["b"], Some("m"))), "task a\ngroup m {\n  task b\n}\n");
    let (_, edited) = run(&texts(&[("machine.dygram", source)]), &into(&["a"], Some("m"))).unwrap();
    assert_eq!(edited.moved.0, [("a".into(), "m.a".into())]);
}

#[test]
fn direct_2_a_statement_moves_if_all_its_ends_moved_and_no_order_changes() {
    let source = "task a\ntask b\ngroup m {\n  task c\n}\n\na -> b\n";
    assert_eq!(after(source, &into(&["a", "b"], Some("m"))), "group m {\n  task c\n  task a\n  task b\n  a -> b\n}\n");
    // Moved, the first edge of `a` would come behind the second.
    let ordered = "task a\ntask b\ntask d\ngroup m {\n  task c\n}\n\na -> b\na -> d\n";
    assert_eq!(
        after(ordered, &into(&["a", "b"], Some("m"))),
        "task d\ngroup m {\n  task c\n  task a\n  task b\n}\n\nm.a -> m.b\nm.a -> d\n"
    );
}

#[test]
fn direct_2_references_are_qualified() {
    let source = "context C { x: 1 }\ncontext E { y: 1 }\ntask a { prompt: \"{{ C.x }}\"; uses: C }\ngroup m { task t }\na -when: \"C.x > 1\"-> m.t\na -reads-> C\nnote C \"N\"\n";
    let wanted = "context E { y: 1 }\ntask a { prompt: \"{{ m.C.x }}\"; uses: m.C }\ngroup m { task t; context C { x: 1 } }\na -when: \"m.C.x > 1\"-> m.t\na -reads-> m.C\nnote m.C \"N\"\n";
    assert_eq!(after(source, &into(&["C"], Some("m"))), wanted);
}

#[test]
fn direct_2_move_into_changes_the_symbols_of_other_files() {
    let set = texts(&[
        ("m.dygram", "task Wash\ngroup m { task t }\n"),
        ("b.dygram", "import { Wash } from \"./m\"\na -> Wash\n"),
    ]);
    let (now, _) = run(&set, &into(&["Wash"], Some("m"))).unwrap();
    assert_eq!(now[0].1, "group m { task t; task Wash }\n");
    assert_eq!(now[1].1, "import { m.Wash } from \"./m\"\na -> Wash\n");
}

#[test]
fn direct_2_move_into_refuses() {
    assert_eq!(refusal("group m { group n { task t } }", &into(&["m"], Some("m.n"))), "bad-target");
    assert_eq!(refusal("group m { task t }", &into(&["m"], Some("m"))), "bad-target");
    assert_eq!(refusal("tool m\ntask t", &into(&["t"], Some("m"))), "bad-target");
    assert_eq!(refusal("context C { x: 1 }\ntask t", &into(&["t"], Some("C"))), "bad-target");
    assert_eq!(refusal("task t\ngroup m { task t }", &into(&["t"], Some("m"))), "name-taken");
    assert_eq!(refusal("task t", &into(&["t"], Some("m"))), "unknown-node");
    assert_eq!(after("task t\n", &into(&["t"], None)), "task t\n");
}

#[test]
fn direct_2_group_puts_an_untyped_container_at_the_first_nodes_place() {
    let source = "task a\n// about b\ntask b\ntask c\n\na -> b\nb -> c\n";
    assert_eq!(
        after(source, &group(&["b", "c"], "work")),
        "task a\nwork {\n  // about b\n  task b\n  task c\n\n  b -> c\n}\n\na -> work.b\n"
    );
    assert_eq!(after("task a\n", &group(&["a"], "The work")), "the_work \"The work\" {\n  task a\n}\n");
    // Where the name would read as a context, the container has a type.
    assert_eq!(
        after("context C { x: 1 }\n", &group(&["C"], "shared_data")),
        "group shared_data {\n  context C { x: 1 }\n}\n"
    );
}

#[test]
fn direct_2_group_takes_siblings_only() {
    assert_eq!(refusal("task a\nm { task b }", &group(&["a", "m.b"], "g")), "bad-target");
    assert_eq!(refusal("task a\ntask g", &group(&["a"], "g")), "name-taken");
    assert_eq!(refusal("task a", &group(&["a"], "g-h")), "bad-name");
}

#[test]
fn direct_2_ungroup_leaves_the_children() {
    let source = "task a\ngroup m \"M\" {\n  // about b\n  task b\n  task c\n\n  b -> c\n}\n\na -> m.b\n";
    assert_eq!(after(source, &ungroup("m")), "task a\n// about b\ntask b\ntask c\n\nb -> c\n\na -> b\n");
    assert_eq!(after("m { task b; b -> c };\n", &ungroup("m")), "task b; b -> c\n");
    for own in [
        "m { x: 1; task b }",
        "m @x { task b }",
        "m { task b }\nnote m \"N\"",
        "m { task b }\na -> m",
        "m { task b; -> b }",
    ] {
        assert_eq!(refusal(own, &ungroup("m")), "has-own", "{own}");
    }
    assert_eq!(refusal("task a\nm { task a }", &ungroup("m")), "name-taken");
    assert_eq!(refusal("task a", &ungroup("a")), "bad-target");
}

#[test]
fn comments_on_lines_of_their_own_move_along() {
    let source = "task m { prompt: \"Do it\" }\n// about a\ntask a, b // both\n";
    let into = |nodes: &[&str]| Op::MoveInto {
        nodes: nodes.iter().map(|node| (*node).to_owned()).collect(),
        module: Some("m".into()),
    };
    assert_eq!(
        after(source, &into(&["a", "b"])),
        "task m {\n  prompt: \"Do it\"\n  // about a\n  task a\n  task b // both\n}\n"
    );
    assert_eq!(after(source, &into(&["a"])), "task m { prompt: \"Do it\"; task a }\n// about a\ntask b // both\n");
}
