//! Events, and what edges that wait for events or for time, write values or ask become.

use tracklight::schema::Json;
use tracklight::service::edit::{Change, Connection, Link, Op, Written};
use tracklight::value::Value;

use super::{add_node, after, condition, edge, label, link, own, refusal, rename, retarget, run, texts};

fn remove(nodes: &[&str]) -> Op {
    Op::Remove { nodes: nodes.iter().map(|node| (*node).to_owned()).collect(), edges: Vec::new() }
}

#[test]
fn direct_2_add_node_declares_an_event_at_the_root() {
    let event = |name: Option<&str>, inside: Option<&str>, after: Option<&str>| add_node("event", name, inside, after);
    let source = "task a\ngroup m {\n  task b\n}\n\na -on: paid-> m\n";
    let at_end = source.replace("}\n\n", "}\nevent paid\n\n");
    let (now, edited) = run(&texts(&[("m.dygram", source)]), &event(Some("paid"), None, None)).unwrap();
    assert_eq!(now[0].1, at_end);
    assert_eq!(&*edited.nodes[0], "event:paid");
    assert_eq!(&source.replace("}\n", "}\nevent paid")[edited.select.from as usize..edited.select.to as usize], "paid");
    // It belongs to no container.
    assert_eq!(after(source, &event(Some("paid"), Some("m"), None)), at_end);
    assert_eq!(after(source, &event(Some("paid"), None, Some("m.b"))), at_end);
    assert_eq!(
        after(source, &event(Some("paid"), None, Some("a"))),
        source.replace("task a\n", "task a\nevent paid\n")
    );
    assert_eq!(after("", &event(None, None, None)), "event event1\n");
    assert_eq!(
        after("", &event(Some("The bill is paid"), None, None)),
        "event the_bill_is_paid \"The bill is paid\"\n"
    );
    assert_eq!(after("", &event(Some("bill.paid"), None, None)), "event bill.paid\n");
    // Names of events are none of nodes.
    assert_eq!(after("task paid\n", &event(Some("paid"), None, None)), "task paid\nevent paid\n");
    assert_eq!(after("event paid\n", &add_node("task", Some("paid"), None, None)), "event paid\ntask paid\n");
    assert_eq!(refusal("event paid", &event(Some("paid"), None, None)), "name-taken");
    assert_eq!(refusal("", &event(Some("a-b"), None, None)), "bad-name");
    assert_eq!(refusal("event paid", &add_node("task", Some("a"), Some("event:paid"), None)), "bad-target");
    assert_eq!(
        after("event paid\na -> b\n", &add_node("task", Some("c"), None, Some("event:paid"))),
        "event paid\ntask c\na -> b\n"
    );
    let nested = "m { event paid }\na -> b\n";
    assert_eq!(
        after(nested, &add_node("task", Some("c"), None, Some("event:paid"))),
        nested.replace("}\n", "}\ntask c\n")
    );
}

#[test]
fn direct_2_an_event_has_a_title_and_attributes() {
    let title = Op::SetTitle { node: "event:paid".into(), title: own("Paid") };
    // The node of the same name is another thing.
    assert_eq!(
        after("task paid\nevent paid { n<number> }\n", &title),
        "task paid\nevent paid \"Paid\" { n<number> }\n"
    );
    assert_eq!(after("event sent, paid\n", &title), "event sent, paid \"Paid\"\n");
    let stub = |value: Option<Written>| Op::SetAttribute { node: "event:paid".into(), key: "stub".into(), value };
    let data = Written::Source("{ n: 1 }".into());
    assert_eq!(
        after("event paid { n<number> }\n", &stub(Some(data.clone()))),
        "event paid { n<number>; stub: { n: 1 } }\n"
    );
    assert_eq!(after("event sent, paid\n", &stub(Some(data))), "event sent\nevent paid { stub: { n: 1 } }\n");
    assert_eq!(after("event paid { stub: 1 }\n", &stub(None)), "event paid\n");
    let kind = |node: &str, kind: Option<&str>| Op::SetKind { node: node.into(), kind: kind.map(str::to_owned) };
    assert_eq!(refusal("event paid", &kind("event:paid", Some("task"))), "bad-value");
    assert_eq!(refusal("event paid", &kind("event:paid", None)), "bad-value");
    assert_eq!(refusal("task a", &kind("a", Some("event"))), "bad-value");
}

#[test]
fn direct_2_fields_of_an_event_are_edited_as_those_of_a_context() {
    let context = || "event:paid".to_owned();
    let source = "event paid { n<number> @minimum(0); stub: { n: 2 } }\na -on: paid; when: \"event.data.n > 1\"-> b\n";
    let add = |name: &str| Op::AddField { context: context(), name: name.into(), kind: own("string"), value: None };
    assert_eq!(after("event paid\n", &add("by")), "event paid { by<string> }\n");
    assert_eq!(refusal(source, &add("n")), "name-taken");
    let set =
        Op::SetField { context: context(), name: "n".into(), kind: Change::Set("Integer".into()), value: Change::Keep };
    assert_eq!(after(source, &set), source.replace("n<number>", "n<Integer>"));
    let to = |name: &str, to: &str| Op::RenameField { context: context(), name: name.into(), to: to.into() };
    assert_eq!(
        after(source, &to("n", "total")),
        source.replace("n<number>", "total<number>").replace("{ n:", "{ total:").replace("data.n", "data.total")
    );
    let (now, edited) =
        run(&texts(&[("m.dygram", source)]), &Op::RemoveField { context: context(), name: "n".into() }).unwrap();
    assert_eq!(now[0].1, source.replace("n<number> @minimum(0); ", ""));
    assert_eq!(edited.affected.iter().map(|one| &*one.what).collect::<Vec<_>>(), ["event:paid.n", "event:paid.n"]);
    // What Run sends is no field.
    assert_eq!(refusal(source, &to("stub", "data")), "bad-name");
    assert_eq!(refusal(source, &Op::RemoveField { context: context(), name: "stub".into() }), "bad-name");
    let stub = Written::Json(Json::Leaf(Value::from(1.0)));
    let untyped = Op::AddField { context: context(), name: "stub".into(), kind: None, value: Some(stub) };
    assert_eq!(refusal("event paid", &untyped), "bad-name");
}

#[test]
fn direct_2_rename_of_an_event_goes_over_all_files() {
    let source =
        "import { Wash } from \"./b\"\nevent paid { n<number> }\ntask paid\na -on: paid-> Wash { on: \"paid\" }\n";
    let set = texts(&[("m.dygram", source), ("b.dygram", "task Wash\nWash -on: paid-> Dry // paid\n")]);
    let (now, edited) = run(&set, &rename("event:paid", "bill.sent")).unwrap();
    assert_eq!(
        now[0].1,
        source
            .replace("event paid", "event bill.sent")
            .replace("on: paid", "on: bill.sent")
            .replace("\"paid\"", "\"bill.sent\"")
    );
    assert_eq!(now[1].1, "task Wash\nWash -on: bill.sent-> Dry // paid\n");
    assert_eq!(edited.moved.0, [("event:paid".into(), "event:bill.sent".into())]);
    assert_eq!(edited.affected.iter().map(|one| one.span.file.as_deref()).collect::<Vec<_>>(), [Some("b.dygram")]);
    // One that the source imports, too.
    let set = texts(&[("m.dygram", "import { paid } from \"./b\"\na -on: paid-> b\n"), ("b.dygram", "event paid\n")]);
    let (now, _) = run(&set, &rename("event:paid", "sent")).unwrap();
    assert_eq!(now[0].1, set[0].1.replace("paid", "sent"));
    assert_eq!(now[1].1, "event sent\n");
    assert_eq!(refusal("event paid, sent", &rename("event:paid", "sent")), "name-taken");
    // An edge that waits for something else would wait for it.
    assert_eq!(refusal("event paid\na -on: sent-> b", &rename("event:paid", "sent")), "name-taken");
    assert_eq!(refusal("event paid", &rename("event:paid", "a b")), "bad-name");
}

#[test]
fn direct_2_remove_of_an_event_leaves_the_edges_that_wait_for_it() {
    let source = "task a\nevent paid { n<number> }\n\na -on: paid; when: \"event.data.n > 1\"-> b // paid\n";
    let (now, edited) = run(&texts(&[("m.dygram", source)]), &remove(&["event:paid"])).unwrap();
    assert_eq!(now[0].1, source.replace("event paid { n<number> }\n", ""));
    let reported: Vec<(&str, &str)> =
        edited.affected.iter().map(|one| (&*one.what, &source[one.span.from as usize..one.span.to as usize])).collect();
    assert_eq!(reported, [("event:paid", "paid"), ("event:paid.n", "n"), ("event:paid", "paid")]);
    assert_eq!(after("event paid, sent\n", &remove(&["event:paid"])), "event sent\n");
    assert_eq!(after("task paid\nevent paid\n", &remove(&["paid"])), "event paid\n");
    // With the block that it is declared in.
    let nested = "task a\nm {\n  event paid\n}\na -on: paid-> b\n";
    assert_eq!(after(nested, &remove(&["m"])), "task a\na -on: paid-> b\n");
    let set = texts(&[
        ("m.dygram", "import { paid, Wash } from \"./b\"\na -on: paid-> Wash\n"),
        ("b.dygram", "event paid\ntask Wash\n"),
    ]);
    let (now, _) = run(&set, &remove(&["event:paid"])).unwrap();
    assert_eq!(now[0].1, "import { Wash } from \"./b\"\na -on: paid-> Wash\n");
    assert_eq!(now[1].1, set[1].1);
    // It came along with an edge.
    let set = texts(&[
        ("m.dygram", "import { Wash, Dry } from \"./b\"\n"),
        ("b.dygram", "event paid\nWash -on: paid-> Dry\n"),
    ]);
    let (now, _) = run(&set, &remove(&["event:paid"])).unwrap();
    assert_eq!(now[1].1, "Wash -on: paid-> Dry\n");
    let (now, _) = run(&set, &Op::Remove { nodes: Vec::new(), edges: vec![edge("Wash>Dry#0")] }).unwrap();
    assert_eq!(now[1].1, "event paid\nDry\nWash\n");
}

#[test]
fn direct_2_an_event_is_in_no_container_and_at_no_end() {
    let source = "task a, b\ngroup m { task c }\nevent paid\na -> b\nm *--> a\n";
    let event = || vec!["event:paid".to_owned()];
    assert_eq!(refusal(source, &Op::MoveInto { nodes: event(), module: own("m") }), "bad-target");
    assert_eq!(refusal(source, &Op::MoveInto { nodes: vec!["a".into()], module: own("event:paid") }), "bad-target");
    assert_eq!(refusal(source, &Op::Group { nodes: event(), name: "g".into() }), "bad-target");
    assert_eq!(refusal(source, &Op::Ungroup { node: "event:paid".into() }), "bad-target");
    for kind in [Link::Flow, Link::Catch, Link::Reads, Link::Asks, Link::OnEvent] {
        let of = |from: &str, to: &str| Op::Connect(Connection { event: own("paid"), ..link(from, to, kind) });
        assert_eq!(refusal(source, &of("a", "event:paid")), "bad-ends");
        assert_eq!(refusal(source, &of("event:paid", "a")), "bad-ends");
    }
    assert_eq!(refusal(source, &retarget("e0", None, Some("event:paid"))), "bad-ends");
    assert_eq!(refusal(source, &retarget("e1", None, Some("event:paid"))), "bad-ends");
    // What stands in a container moves with it.
    let nested = "k { task a }\nm {\n  event bill.paid { n<number> }\n  task b\n}\n";
    let (now, edited) =
        run(&texts(&[("m.dygram", nested)]), &Op::MoveInto { nodes: vec!["m".into()], module: own("k") }).unwrap();
    assert!(now[0].1.contains("event bill.paid { n<number> }"), "{}", now[0].1);
    assert_eq!(edited.moved.0.len(), 2);
    assert_eq!(
        after(nested, &Op::Ungroup { node: "m".into() }),
        "k { task a }\nevent bill.paid { n<number> }\ntask b\n"
    );
}

#[test]
fn direct_2_texts_and_conditions_stand_behind_the_event_and_the_time() {
    assert_eq!(after("a -on: paid-> b\n", &label("e0", Some("go"))), "a -on: paid, go-> b\n");
    assert_eq!(after("a -after: 2d-> b\n", &label("e0", Some("too late"))), "a -after: 2d, too late-> b\n");
    assert_eq!(after("a -on: paid; when: \"x\"-> b\n", &label("e0", Some("go"))), "a -on: paid; go; when: \"x\"-> b\n");
    assert_eq!(after("a -on: paid, when: \"x\"-> b\n", &label("e0", Some("go"))), "a -on: paid, go, when: \"x\"-> b\n");
    assert_eq!(after("a -on: paid; go; when: \"x\"-> b\n", &label("e0", None)), "a -on: paid; when: \"x\"-> b\n");
    assert_eq!(after("a -go; on: paid-> b\n", &label("e0", Some("on"))), "a -on; on: paid-> b\n");
    assert_eq!(after("a -on: paid, go-> b\n", &label("e0", None)), "a -on: paid-> b\n");
    assert_eq!(after("a -on: paid-> b\n", &condition("e0", Some("x > 1"))), "a -on: paid, when: \"x > 1\"-> b\n");
    assert_eq!(after("a -after: 2d-> b\n", &condition("e0", Some("x > 1"))), "a -after: 2d, when: \"x > 1\"-> b\n");
    assert_eq!(after("a -on: paid; when: \"x\"-> b\n", &condition("e0", Some("y"))), "a -on: paid; when: \"y\"-> b\n");
    assert_eq!(after("a -on: paid; when: \"x\"-> b\n", &condition("e0", None)), "a -on: paid-> b\n");
    assert_eq!(after("a -> b { on: paid; when: \"x\" }\n", &condition("e0", None)), "a -> b { on: paid }\n");
    // It would count as more of the time.
    assert_eq!(refusal("a -after: 2d-> b", &label("e0", Some("3h"))), "bad-value");
    let timer = Connection { label: own("3h"), duration: own("2d"), ..link("a", "a", Link::Timer) };
    assert_eq!(refusal("task a", &Op::Connect(timer)), "bad-value");
    assert_eq!(after("a -after: 2d 3h-> b\n", &label("e0", Some("go"))), "a -after: 2d, go-> b\n");
}

#[test]
fn direct_2_what_an_edge_sets_stays_with_it() {
    let set = "@set(C.x: C.x + 1; C.y: 'a; b')";
    let head = "task a, b, c\ncontext C { x: 1; y: \"\" }\n";
    let edges = |line: &str| format!("{head}{line}\n");
    assert_eq!(after(&edges(&format!("a -> b {set}")), &label("e0", Some("go"))), edges(&format!("a -go-> b {set}")));
    assert_eq!(
        after(&edges(&format!("a -on: paid-> b -> c {set}")), &condition("e1", Some("x"))),
        edges(&format!("a -on: paid-> b -when: \"x\"-> c {set}"))
    );
    assert_eq!(
        after(&edges(&format!("a -on: paid-> b -after: 2d-> c {set}")), &retarget("e1", Some("a"), None)),
        edges(&format!("a -on: paid-> b {set}\na -after: 2d-> c {set}"))
    );
    assert_eq!(
        after(&edges(&format!("a -on: paid-> b, c {set}")), &label("e1", Some("go"))),
        edges(&format!("a -on: paid-> b {set}\na -on: paid, go-> c {set}"))
    );
    assert_eq!(after(&edges(&format!("a -go {set}-> b")), &label("e0", None)), edges(&format!("a -{set}-> b")));
    let moved = after(&edges(&format!("a -> b {set}")), &Op::Group { nodes: vec!["C".into()], name: "kept".into() });
    assert!(moved.contains("@set(kept.C.x: kept.C.x + 1; kept.C.y: 'a; b')") || moved.contains(set), "{moved}");
    let field = Op::RenameField { context: "C".into(), name: "x".into(), to: "n".into() };
    assert_eq!(
        after(&edges(&format!("a -> b {set}")), &field),
        edges(&format!("a -> b {set}")).replace("C.x", "C.n").replace("x: 1", "n: 1")
    );
}

#[test]
fn direct_2_connect_as_asks_extends_a_line_that_asks() {
    let source =
        "task a\ncontext C { x<string>; y<string> }\ncontext D { z<string> }\ninput I { i: 1 }\na -asks: x-> C\n";
    let asks = |to: &str, fields: &[&str]| {
        let fields = fields.iter().map(|field| (*field).to_owned()).collect();
        Op::Connect(Connection { fields, ..link("a", to, Link::Asks) })
    };
    assert_eq!(after(source, &asks("C", &["x", "y"])), source.replace("asks: x", "asks: x, y"));
    assert_eq!(after(source, &asks("C", &["x"])), source);
    assert_eq!(after(source, &asks("D", &[])), format!("{source}a -asks-> D\n"));
    let whole = source.replace("asks: x", "asks");
    assert_eq!(after(&whole, &asks("D", &[])), whole.replace("-> C", "-> C, D"));
    assert_eq!(after(&whole, &asks("C", &["y"])), whole);
    assert_eq!(after(&whole, &asks("D", &["z"])), format!("{whole}a -asks: z-> D\n"));
    // Reading is no asking.
    let reads = whole.replace("asks", "reads");
    assert_eq!(after(&reads, &asks("C", &[])), format!("{reads}a -asks-> C\n"));
    assert_eq!(refusal(source, &asks("I", &[])), "bad-ends");
    assert_eq!(refusal(source, &label("e0", Some("go"))), "bad-value");
    assert_eq!(refusal(source, &condition("e0", Some("x"))), "bad-ends");
    assert_eq!(after(&whole, &retarget("e0", None, Some("D"))), whole.replace("-> C", "-> D"));
    assert_eq!(refusal(&whole, &retarget("e0", None, Some("I"))), "bad-ends");
    assert_eq!(
        after(source, &Op::RemoveField { context: "C".into(), name: "x".into() }),
        source.replace("x<string>; ", "").replace("a -asks: x-> C\n", "")
    );
}
