//! New edges, their texts, conditions and ends.

use tracklight::service::edit::{Connection, EdgeName, Link, Op};

use super::{after, condition, label, link, own, refusal, retarget, run, texts};

fn connect(from: &str, to: &str, as_: Link) -> Op {
    Op::Connect(link(from, to, as_))
}

#[test]
fn direct_2_connect_writes_a_line_behind_the_last_edge_that_leaves_the_source() {
    let source = "task a, b, c\n\na -> b // on\nb -> c\n";
    assert_eq!(after(source, &connect("a", "c", Link::Flow)), "task a, b, c\n\na -> b // on\na -> c\nb -> c\n");
    assert_eq!(after("task a;\ntask b;\n", &connect("a", "b", Link::Flow)), "task a;\ntask b;\n\na -> b;\n");
    assert_eq!(after("task a; task b; a -> b", &connect("a", "a", Link::Flow)), "task a; task b; a -> b\na -> a");
}

#[test]
fn direct_2_connect_writes_in_the_innermost_block_that_holds_both() {
    let source = "group m {\n  task a\n  task b\n}\ntask c\n";
    assert_eq!(
        after(source, &connect("m.a", "m.b", Link::Flow)),
        "group m {\n  task a\n  task b\n  a -> b\n}\ntask c\n"
    );
    assert_eq!(
        after(source, &connect("m.a", "c", Link::Flow)),
        "group m {\n  task a\n  task b\n}\ntask c\n\nm.a -> c\n"
    );
    // A self loop and an edge from a module to its child are legal.
    assert_eq!(after("group m { task a }\n", &connect("m", "m.a", Link::Flow)), "group m { task a }\n\nm -> m.a\n");
}

#[test]
fn direct_2_connect_writes_each_kind_of_edge() {
    let source = "task a\ntask b\ncontext C { x: 1 }\na -> b\n";
    let line = |new: Connection| after(source, &Op::Connect(new)).strip_prefix(source).unwrap().to_owned();
    assert_eq!(line(link("a", "b", Link::Catch)), "a -catch-> b\n");
    assert_eq!(line(link("a", "b", Link::Async)), "a -> b @async\n");
    assert_eq!(line(link("a", "C", Link::Reads)), "a -reads-> C\n");
    assert_eq!(line(Connection { fields: vec!["x".into()], ..link("a", "C", Link::Writes) }), "a -writes: x-> C\n");
    let flow = link("a", "b", Link::Flow);
    assert_eq!(line(Connection { label: own("go on"), ..flow.clone() }), "a -go on-> b\n");
    assert_eq!(line(Connection { label: own("no, thanks"), ..flow.clone() }), "a -\"no, thanks\"-> b\n");
    assert_eq!(
        line(Connection { label: own("go"), when: own("C.x == 'a'"), ..flow.clone() }),
        "a -go, when: \"C.x == 'a'\"-> b\n"
    );
    assert_eq!(line(Connection { event: own("paid"), ..link("a", "b", Link::OnEvent) }), "a -on: paid-> b\n");
    assert_eq!(line(Connection { duration: own("2d"), ..link("a", "b", Link::Timer) }), "a -after: 2d-> b\n");
}

#[test]
fn direct_2_connect_adds_fields_and_targets_to_an_access_line_that_is_there() {
    let source = "task a\ncontext C { x: 1; y: 2 }\ncontext D { z: 1 }\na -reads: x-> C\n";
    let fields = Connection { fields: vec!["x".into(), "y".into()], ..link("a", "C", Link::Reads) };
    assert_eq!(after(source, &Op::Connect(fields)), source.replace("reads: x", "reads: x, y"));
    let whole = "task a\ncontext C { x: 1 }\ncontext D { z: 1 }\na -reads-> C\n";
    assert_eq!(after(whole, &connect("a", "D", Link::Reads)), whole.replace("-> C", "-> C, D"));
    // What the line says already changes nothing.
    assert_eq!(after(whole, &connect("a", "C", Link::Reads)), whole);
}

#[test]
fn direct_2_connect_refuses() {
    let source = "task a\ncontext C { x: 1 }\ninput I { y: 1 }\nstyle s { color: red }";
    assert_eq!(refusal(source, &connect("a", "C", Link::Flow)), "bad-ends");
    assert_eq!(refusal(source, &connect("C", "a", Link::Reads)), "bad-ends");
    assert_eq!(refusal(source, &connect("a", "I", Link::Writes)), "bad-ends");
    assert_eq!(refusal(source, &connect("a", "s", Link::Flow)), "bad-ends");
    assert_eq!(refusal(source, &connect("a", "b", Link::Flow)), "unknown-node");
    let with = |change: &dyn Fn(&mut Connection)| {
        let mut new = link("a", "a", Link::Flow);
        change(&mut new);
        refusal(source, &Op::Connect(new))
    };
    assert_eq!(with(&|new| new.when = own("1 +")), "bad-expression");
    assert_eq!(with(&|new| new.link = Link::OnEvent), "bad-value");
    assert_eq!(with(&|new| (new.link, new.duration) = (Link::Timer, own("soon"))), "bad-value");
    assert_eq!(with(&|new| new.fields = vec!["x".into()]), "bad-value");
}

#[test]
fn direct_2_set_label_changes_the_edge() {
    assert_eq!(after("a -> b\n", &label("e0", Some("go on"))), "a -go on-> b\n");
    assert_eq!(after("a -go-> b\n", &label("a>b#0", Some("It's \"on\""))), "a -\"It's \\\"on\\\"\"-> b\n");
    assert_eq!(after("a -go-> b\n", &label("e0", None)), "a -> b\n");
    assert_eq!(
        after("a -when: \"x\" @priority(1)-> b\n", &label("e0", Some("go"))),
        "a -go, when: \"x\" @priority(1)-> b\n"
    );
    assert_eq!(after("a -go, when: \"x\"-> b\n", &label("e0", None)), "a -when: \"x\"-> b\n");
    assert_eq!(after("a -catch-> b\n", &label("e0", Some("oh no"))), "a -catch, oh no-> b\n");
    assert_eq!(after("a --go--> b =x=> c <--y--> d\n", &label("e2", Some("z"))), "a --go--> b =x=> c <--z--> d\n");
    assert_eq!(after("a -> b { text: \"go\"; x: 1 }\n", &label("e0", Some("on"))), "a -on-> b { x: 1 }\n");
    assert_eq!(after("a -> b { text: \"go\" }\n", &label("e0", None)), "a -> b\n");
}

#[test]
fn direct_2_a_statement_of_several_edges_is_split_in_the_order_of_the_edges() {
    assert_eq!(
        after("a, b, c -go-> x, y, z @k { n: 1 } // all\n", &label("e4", Some("on"))),
        "a -go-> x, y, z @k { n: 1 } // all\nb -go-> x @k { n: 1 }\nb -on-> y @k { n: 1 }\n\
         b -go-> z @k { n: 1 }\nc -go-> x, y, z @k { n: 1 }\n"
    );
    assert_eq!(
        after("@k\na \"1\" -> \"*\" b, c\n", &label("e1", Some("x"))),
        "@k\na \"1\" -> \"*\" b\n@k\na \"1\" -x-> \"*\" c\n"
    );
    // An arrow of a chain that makes one edge is changed where it stands.
    assert_eq!(after("a -> b -> c\n", &label("e0", Some("x"))), "a -x-> b -> c\n");
    assert_eq!(after("m { -> a, b }\n", &label("e1", Some("x"))), "m { -> a; -x-> b }\n");
    assert_eq!(after("m {\n  -> a, b\n}\n", &label("e1", Some("x"))), "m {\n  -> a;\n  -x-> b\n}\n");
    // One edge in both directions.
    assert_eq!(after("a <--> b\n", &label("e0", Some("x"))), "a <--x--> b\n");
    assert_eq!(after("task a -> b, c\n", &label("e1", Some("x"))), "task a\na -> b\na -x-> c\n");
}

#[test]
fn direct_2_set_label_refuses() {
    assert_eq!(refusal("a *--> b", &label("e0", Some("x"))), "bad-value");
    assert_eq!(refusal("a -> b", &label("e0", Some("catch"))), "bad-value");
    assert_eq!(refusal("a -> b", &label("e0", Some("when: x"))), "bad-value");
    assert_eq!(refusal("task a; context C { x: 1 }\na -reads-> C", &label("e0", Some("x"))), "bad-value");
    assert_eq!(refusal("a -> b", &label("e7", Some("x"))), "unknown-edge");
    assert_eq!(refusal("a -> b", &label("a>b#1", Some("x"))), "unknown-edge");
    let was = EdgeName { key: "a>b#0".into(), label: own("go") };
    assert_eq!(refusal("a -on-> b", &Op::SetLabel { edge: was, label: None }), "unknown-edge");
    assert_eq!(refusal("task a { uses: b }\nstate b", &label("e0", Some("x"))), "read-only");
    assert_eq!(refusal("a -> b: \"x\"", &label("e0", Some("x"))), "syntax-errors");
}

#[test]
fn direct_2_set_condition_changes_the_edge() {
    assert_eq!(after("a -> b\n", &condition("e0", Some("x > 1"))), "a -when: \"x > 1\"-> b\n");
    assert_eq!(after("a -go-> b\n", &condition("e0", Some("x > 1"))), "a -go, when: \"x > 1\"-> b\n");
    assert_eq!(after("a -unless: x-> b\n", &condition("e0", Some("y"))), "a -unless: \"y\"-> b\n");
    assert_eq!(after("a -when: x, go-> b\n", &condition("e0", None)), "a -go-> b\n");
    assert_eq!(after("a -\"when: x\"-> b\n", &condition("e0", None)), "a -> b\n");
    assert_eq!(after("a -> b { when: \"x\"; n: 1 }\n", &condition("e0", Some("y"))), "a -> b { when: \"y\"; n: 1 }\n");
    assert_eq!(after("a -> b { when: \"x\" }\n", &condition("e0", None)), "a -> b\n");
    assert_eq!(after("a -> b -> c { when: \"x\" }\n", &condition("e1", None)), "a -> b { when: \"x\" }\nb -> c\n");
    assert_eq!(refusal("a -> b", &condition("e0", Some("1 +"))), "bad-expression");
    assert_eq!(refusal("a *--> b", &condition("e0", Some("x"))), "bad-ends");
}

#[test]
fn direct_2_retarget_gives_an_edge_other_ends() {
    assert_eq!(after("task a, b, c\na -go-> b\n", &retarget("e0", None, Some("c"))), "task a, b, c\na -go-> c\n");
    assert_eq!(after("task a, b, c\na -> b -> c\n", &retarget("e0", Some("c"), None)), "task a, b, c\nc -> b -> c\n");
    assert_eq!(
        after("task a, b, c\na -> b -> c\n", &retarget("e1", Some("a"), None)),
        "task a, b, c\na -> b\na -> c\n"
    );
    assert_eq!(
        after("task x\ngroup m { task a; -> a }\n", &retarget("m>m.a#0", Some("x"), None)),
        "task x\ngroup m { task a }\n\nx -> m.a\n"
    );
    // A node that would lose its last mention is declared.
    assert_eq!(after("task a\n\na -> b\n", &retarget("e0", None, Some("a"))), "task a\nb\n\na -> a\n");
    assert_eq!(refusal("task a, b\ncontext C { x: 1 }\na -> b", &retarget("e0", None, Some("C"))), "bad-ends");
}

#[test]
fn an_edge_of_another_file_gets_no_end_that_it_does_not_know() {
    let set = texts(&[
        ("m.dygram", "import { Wash, Dry } from \"./b\"\ntask Fold\n"),
        ("b.dygram", "task Wash\ntask Dry\ntask Fold\nWash -> Dry\n"),
    ]);
    let reported = run(&set, &retarget("Wash>Dry#0", None, Some("Fold"))).unwrap_err();
    assert!(reported.starts_with("imported"), "{reported}");
    let (now, _) = run(&set, &retarget("Wash>Dry#0", None, Some("Wash"))).unwrap();
    assert_eq!(now[1].1, "task Wash\ntask Dry\ntask Fold\nWash -> Wash\n");
}
