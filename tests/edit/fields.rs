//! Fields of contexts.

use tracklight::schema::Json;
use tracklight::service::edit::{Change, Op, Written};
use tracklight::value::Value;

use super::{after, refusal, run, texts};

fn json(value: impl Into<Value>) -> Written {
    Written::Json(Json::Leaf(value.into()))
}

fn add(name: &str, kind: Option<&str>, value: Option<Written>) -> Op {
    Op::AddField { context: "C".into(), name: name.into(), kind: kind.map(str::to_owned), value }
}

fn set(name: &str, kind: Change<String>, value: Change<Written>) -> Op {
    Op::SetField { context: "C".into(), name: name.into(), kind, value }
}

fn remove(name: &str) -> Op {
    Op::RemoveField { context: "C".into(), name: name.into() }
}

#[test]
fn direct_2_add_field_writes_it_behind_the_others() {
    let op = add("y", Some("number"), Some(json(2.0)));
    assert_eq!(after("context C { x: 1 }\n", &op), "context C { x: 1; y<number>: 2 }\n");
    assert_eq!(after("context C {\n  x: 1;\n}\n", &op), "context C {\n  x: 1;\n  y<number>: 2;\n}\n");
    assert_eq!(after("context C\n", &op), "context C { y<number>: 2 }\n");
    assert_eq!(
        after("context C {\n  x: 1 // one\n}\n", &add("y", None, None)),
        "context C {\n  x: 1 // one\n  y<any>\n}\n"
    );
}

#[test]
fn direct_2_set_field_changes_type_and_value() {
    let (keep, gone) = (|| Change::Keep, || Change::Remove);
    let source = "context C { x<number> @minimum(0): 1; y: true }\n";
    assert_eq!(after(source, &set("x", Change::Keep, Change::Set(json(7.0)))), source.replace(": 1", ": 7"));
    assert_eq!(after(source, &set("x", Change::Set("int".into()), Change::Keep)), source.replace("number", "int"));
    assert_eq!(after(source, &set("x", keep(), gone())), source.replace(": 1", ""));
    assert_eq!(
        after(source, &set("y", Change::Set("boolean".into()), Change::Keep)),
        source.replace("y:", "y<boolean>:")
    );
    assert_eq!(
        after("context C { x<List<int>>: [1] }\n", &set("x", Change::Remove, Change::Keep)),
        "context C { x: [1] }\n"
    );
    assert_eq!(refusal(source, &set("y", Change::Keep, Change::Remove)), "bad-value");
    assert_eq!(refusal(source, &set("z", Change::Keep, Change::Set(json(1.0)))), "bad-name");
    assert_eq!(refusal(source, &set("x", Change::Set("a>b".into()), Change::Keep)), "bad-value");
}

#[test]
fn direct_2_rename_field_renames_all_references() {
    let source =
        "context C { x: 1 }\ntask a { prompt: \"{{ C.x }} is x\" }\na -reads: x-> C\na -when: \"C.x > 1\"-> b\n";
    let op = Op::RenameField { context: "C".into(), name: "x".into(), to: "y".into() };
    let (now, edited) = run(&texts(&[("machine.dygram", source)]), &op).unwrap();
    assert_eq!(
        now[0].1,
        "context C { y: 1 }\ntask a { prompt: \"{{ C.y }} is x\" }\na -reads: y-> C\na -when: \"C.y > 1\"-> b\n"
    );
    assert_eq!(edited.affected.len(), 1);
    let taken = Op::RenameField { context: "C".into(), name: "x".into(), to: "y".into() };
    assert_eq!(refusal("context C { x: 1; y: 2 }", &taken), "name-taken");
}

#[test]
fn direct_2_remove_field_leaves_access_lists() {
    let source = "context C { x: 1; y: 2 }\ntask a\na -reads: x, y-> C\na -writes: x-> C\na -when: \"C.x > 1\"-> b\n";
    let (now, edited) = run(&texts(&[("machine.dygram", source)]), &remove("x")).unwrap();
    // An edge whose list empties goes.
    assert_eq!(now[0].1, "context C { y: 2 }\ntask a\na -reads: y-> C\na -when: \"C.x > 1\"-> b\n");
    let report: Vec<(&str, u32)> = edited.affected.iter().map(|one| (&*one.what, one.span.from)).collect();
    assert_eq!(report, [("C.x", source.rfind("x > 1").unwrap() as u32)]);
    assert_eq!(
        after("context C { x: 1; y: 2 }\na -\"writes: y, x\"-> C\n", &remove("x")),
        "context C { y: 2 }\na -\"writes: y\"-> C\n"
    );
}

#[test]
fn direct_2_field_ops_refuse() {
    let here = |context: &str| Op::RemoveField { context: context.into(), name: "x".into() };
    assert_eq!(refusal("task C { x: 1 }", &here("C")), "unknown-context");
    assert_eq!(refusal("context C { x: 1 }", &here("D")), "unknown-context");
    assert_eq!(refusal("context C { x: 1 }", &add("x", None, None)), "name-taken");
    assert_eq!(refusal("context C { x: 1 }", &add("a b", None, None)), "bad-name");
    assert_eq!(refusal("context C { schema: { type: \"object\" } }", &add("y", None, None)), "bad-target");
}
