//! New nodes, titles, types, attributes and annotations.

use tracklight::schema::Json;
use tracklight::service::edit::{Op, Written};
use tracklight::value::Value;

use super::{add_node, after, own, refusal, run, texts};

fn attribute(node: &str, key: &str, value: Option<Written>) -> Op {
    Op::SetAttribute { node: node.into(), key: key.into(), value }
}

fn text(value: &str) -> Option<Written> {
    Some(Written::Json(Json::Leaf(Value::from(value))))
}

fn spelled(value: &str) -> Option<Written> {
    Some(Written::Source(value.into()))
}

fn title(node: &str, title: Option<&str>) -> Op {
    Op::SetTitle { node: node.into(), title: title.map(str::to_owned) }
}

fn kind(node: &str, kind: Option<&str>) -> Op {
    Op::SetKind { node: node.into(), kind: kind.map(str::to_owned) }
}

#[test]
fn direct_2_add_node_writes_a_declaration_behind_the_sibling() {
    let source = "task a \"A\" // first\ntask b\n\na -> b\n";
    let op = add_node("state", Some("c"), None, Some("a"));
    assert_eq!(after(source, &op), "task a \"A\" // first\nstate c\ntask b\n\na -> b\n");
    assert_eq!(after("task a; task b; a -> b\n", &op), "task a; state c; task b; a -> b\n");
}

#[test]
fn direct_2_add_node_writes_it_before_the_first_edge_else() {
    let op = add_node("task", Some("c"), None, None);
    assert_eq!(after("task a;\n\na -> b;\n", &op), "task a;\ntask c;\n\na -> b;\n");
    assert_eq!(after("a -> b\n", &op), "task c\na -> b\n");
    assert_eq!(after("", &op), "task c\n");
    assert_eq!(after("machine \"M\"\n\na -> b\n", &op), "machine \"M\"\n\ntask c\na -> b\n");
    assert_eq!(after("machine \"M\"\n", &op), "machine \"M\"\n\ntask c\n");
    assert_eq!(after("task a\n// how it goes\na -> b\n", &op), "task a\ntask c\n// how it goes\na -> b\n");
}

#[test]
fn direct_2_add_node_gives_a_container_a_block() {
    let op = add_node("task", Some("c"), Some("m"), None);
    assert_eq!(after("group m \"M\"\n", &op), "group m \"M\" {\n  task c\n}\n");
    assert_eq!(after("group m { task a; a -> b }\n", &op), "group m { task a; task c; a -> b }\n");
    assert_eq!(after("group m;\n", &op), "group m {\n  task c\n}\n");
    assert_eq!(after("group k, m\n", &op), "group k\ngroup m {\n  task c\n}\n");
    assert_eq!(after("a -> m\n", &op), "m {\n  task c\n}\na -> m\n");
    assert_eq!(after("group m {\r\n}\r\n", &op), "group m {\r\n  task c\r\n}\r\n");
}

#[test]
fn direct_2_add_node_makes_a_name_that_occurs_nowhere_in_the_set() {
    let op = add_node("task", None, None, None);
    assert_eq!(after("// task1\ntask task2\n", &op), "// task1\ntask task2\ntask task3\n");
    let titled =
        Op::AddNode { kind: own("task"), name: None, title: own("Refund the customer"), inside: None, after: None };
    assert_eq!(after("", &titled), "task refund_the_customer \"Refund the customer\"\n");
    let set = texts(&[("m.dygram", "task a\n"), ("b.dygram", "refund_the_customer -> x")]);
    let (set, edited) = run(&set, &titled).unwrap();
    assert_eq!(set[0].1, "task a\ntask refund_the_customer2 \"Refund the customer\"\n");
    assert_eq!(&*edited.nodes[0], "refund_the_customer2");
}

#[test]
fn direct_2_add_node_takes_a_name_with_blanks_as_the_title() {
    let op = add_node("state", Some("Wait a day"), None, None);
    assert_eq!(after("", &op), "state wait_a_day \"Wait a day\"\n");
}

#[test]
fn direct_2_add_node_refuses() {
    assert_eq!(refusal("task a", &add_node("task", Some("a"), None, None)), "name-taken");
    assert_eq!(refusal("task a", &add_node("task", Some("a-b"), None, None)), "bad-name");
    assert_eq!(refusal("task a", &add_node("note", Some("b"), None, None)), "bad-value");
    assert_eq!(refusal("task a", &add_node("task", Some("b"), Some("x"), None)), "unknown-node");
    assert_eq!(refusal("tool t", &add_node("task", Some("b"), Some("t"), None)), "bad-target");
    assert_eq!(refusal("task a {", &add_node("task", Some("b"), Some("a"), None)), "syntax-errors");
    // A node `b` at the root would take the mention from the one in the block.
    assert_eq!(refusal("m { task b }\na -> b", &add_node("task", Some("b"), None, None)), "name-taken");
}

#[test]
fn direct_2_set_title_writes_where_it_takes_effect() {
    assert_eq!(after("task a \"A\"\n", &title("a", Some("The \"A\""))), "task a 'The \"A\"'\n");
    assert_eq!(after("task a @retry(2)\n", &title("a", Some("A"))), "task a \"A\" @retry(2)\n");
    assert_eq!(after("init a, b, c;\n", &title("b", Some("B"))), "init a, b \"B\", c;\n");
    assert_eq!(after("m.a \"1\"\nm { a \"2\" }\n", &title("m.a", Some("3"))), "m.a \"1\"\nm { a \"3\" }\n");
    assert_eq!(after("m.a \"1\"\nm { a \"2\" }\n", &title("m.a", None)), "m.a\nm { a }\n");
}

#[test]
fn direct_2_nodes_that_are_only_mentioned_get_a_declaration() {
    assert_eq!(after("task a\n\na -> b\n", &title("b", Some("B"))), "task a\nb \"B\"\n\na -> b\n");
    assert_eq!(after("a -> m.x\n", &title("m.x", Some("X"))), "m.x \"X\"\na -> m.x\n");
    assert_eq!(after("m {\n  a -> x\n}\n", &title("x", Some("X"))), "m {\n  a -> x\n}\nx \"X\"\n");
}

#[test]
fn direct_2_set_kind_writes_the_last_type_and_the_first_in_strict_machines() {
    assert_eq!(after("task a\n", &kind("a", Some("state"))), "state a\n");
    assert_eq!(after("a \"A\"\n", &kind("a", Some("task"))), "task a \"A\"\n");
    assert_eq!(after("task a\n", &kind("a", None)), "a\n");
    assert_eq!(after("state a, b, c\n", &kind("b", Some("task"))), "state a, c\ntask b\n");
    // A name that its type word holds.
    assert_eq!(after("state t, b\n", &kind("t", Some("task"))), "state b\ntask t\n");
    assert_eq!(after("task m.a\nm { state a }\n", &kind("m.a", Some("end"))), "task m.a\nm { end a }\n");
    let strict = "@strict\nm { task a }\ntask m.a\n";
    assert_eq!(after(strict, &kind("m.a", Some("end"))), "@strict\nm { end a }\ntask m.a\n");
    // The type of a dotted declaration is that of the containers that it implies, too.
    assert_eq!(refusal("task m.a", &kind("m.a", Some("end"))), "name-taken");
    assert_eq!(refusal("task a", &kind("a", Some("note"))), "bad-value");
    // Values of styles are read otherwise.
    assert_eq!(refusal("style s { fill: red }", &kind("s", Some("task"))), "bad-value");
}

#[test]
fn direct_2_set_attribute_writes_a_block_on_one_line_if_it_fits() {
    let op = attribute("a", "prompt", text("Do it"));
    assert_eq!(after("task a \"A\"\n", &op), "task a \"A\" { prompt: \"Do it\" }\n");
    assert_eq!(after("task a;\n", &op), "task a { prompt: \"Do it\" }\n");
    let long = "x".repeat(100);
    assert_eq!(
        after("task a\n", &attribute("a", "prompt", text(&long))),
        format!("task a {{\n  prompt: \"{long}\"\n}}\n")
    );
    assert_eq!(after("task a { model: \"m\" }\n", &op), "task a { model: \"m\"; prompt: \"Do it\" }\n");
    assert_eq!(after("task a {\n  model: \"m\"\n}\n", &op), "task a {\n  model: \"m\"\n  prompt: \"Do it\"\n}\n");
    assert_eq!(after("task a { prompt: \"No\" }\n", &op), "task a { prompt: \"Do it\" }\n");
}

#[test]
fn direct_2_an_element_of_a_list_that_needs_a_block_gets_a_statement_of_its_own() {
    let op = attribute("b", "prompt", text("B"));
    assert_eq!(after("task a, b, c;\n", &op), "task a, c;\ntask b { prompt: \"B\" }\n");
    assert_eq!(after("a -> task b \"T\" -> c\n", &op), "task b \"T\" { prompt: \"B\" }\na -> b -> c\n");
    assert_eq!(after("a -> b\n", &op), "b { prompt: \"B\" }\na -> b\n");
}

#[test]
fn direct_2_set_attribute_removes_in_all_declarations() {
    let gone = attribute("a", "x", None);
    assert_eq!(after("task a { x: 1 }\n", &gone), "task a\n");
    assert_eq!(after("task a { x: 1; y: 2 }\n", &gone), "task a { y: 2 }\n");
    assert_eq!(after("task a {\n  x: 1 // one\n  y: 2\n}\n", &gone), "task a {\n  y: 2\n}\n");
    assert_eq!(
        after("m.a { x: 1 }\nm { a { x: 2; y: 3 } }\n", &attribute("m.a", "x", None)),
        "m.a\nm { a { y: 3 } }\n"
    );
}

#[test]
fn direct_2_set_attribute_takes_values_as_the_source_spells_them() {
    assert_eq!(after("task a\n", &attribute("a", "timeout", spelled("30s"))), "task a { timeout: 30s }\n");
    assert_eq!(refusal("task a", &attribute("a", "timeout", spelled("} x"))), "bad-value");
    assert_eq!(refusal("task a", &attribute("a", "timeout", spelled(""))), "bad-value");
    assert_eq!(refusal("task a", &attribute("a", "a b", text("x"))), "bad-name");
    let json = Json::parse(r#"{"a": [1, "x", true], "b c": null}"#).unwrap();
    let map = attribute("a", "data", Some(Written::Json(json)));
    assert_eq!(after("task a\n", &map), "task a { data: { a: [1, \"x\", true]; \"b c\": null } }\n");
}

#[test]
fn a_key_with_an_at_sign_is_an_annotation() {
    assert_eq!(after("task a \"A\"\n", &attribute("a", "@retry", spelled("2"))), "task a \"A\" @retry(2)\n");
    assert_eq!(after("task a @retry(2) @x\n", &attribute("a", "@retry", spelled("3"))), "task a @retry(3) @x\n");
    assert_eq!(after("task a @retry(2) @x\n", &attribute("a", "@retry", None)), "task a @x\n");
    assert_eq!(after("@start\ntask a\n", &attribute("a", "@start", None)), "task a\n");
    assert_eq!(after("a -> task b\n", &attribute("b", "@retry", spelled("2"))), "task b @retry(2)\na -> b\n");
    assert_eq!(refusal("task a", &attribute("a", "@retry", spelled(") {"))), "bad-value");
}

#[test]
fn edits_of_an_imported_node_go_to_the_file_that_declares_it() {
    let set = texts(&[("m.dygram", "import { Wash as W } from \"./b\"\na -> W\n"), ("b.dygram", "task Wash\n")]);
    let (set, edited) = run(&set, &title("W", Some("Wash it"))).unwrap();
    assert_eq!(set[1].1, "task Wash \"Wash it\"\n");
    assert_eq!(edited.edits[0].file.as_deref(), Some("b.dygram"));
    assert_eq!(edited.select.file.as_deref(), Some("b.dygram"));
}

#[test]
fn a_node_behind_an_imported_one_is_declared_where_that_is_imported() {
    let set = texts(&[("m.dygram", "import { Wash } from \"./b\"\n\na -> Wash\n"), ("b.dygram", "task Wash\n")]);
    let (now, _) = run(&set, &add_node("task", Some("c"), None, Some("Wash"))).unwrap();
    assert_eq!(now[0].1, "import { Wash } from \"./b\"\n\ntask c\na -> Wash\n");
    assert_eq!(now[1].1, set[1].1);
}

#[test]
fn what_is_selected_is_what_was_written() {
    let source = "task a\n\na -> b\n";
    let set = texts(&[("machine.dygram", source)]);
    let (now, edited) = run(&set, &title("b", Some("Ω B"))).unwrap();
    let units: Vec<u16> = now[0].1.encode_utf16().collect();
    let selected = String::from_utf16(&units[edited.select.from as usize..edited.select.to as usize]).unwrap();
    assert_eq!(selected, "\"Ω B\"");
}
