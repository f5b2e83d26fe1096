//! Renaming nodes.

use tracklight::service::edit::{Op, edit};

use super::{after, read, refusal, rename, run, texts};

#[test]
fn direct_2_rename_changes_the_declaration_and_all_references() {
    let source =
        "m { task a { prompt: \"a: {{ C.x }}\" }\na -> b }\n@compensate(m.a)\ntask c\nm.a -> c\ncontext C { x: 1 }\n";
    let (now, edited) = run(&texts(&[("machine.dygram", source)]), &rename("m.a", "z")).unwrap();
    assert_eq!(now[0].1, source.replace("task a", "task z").replace("\na ->", "\nz ->").replace("m.a", "m.z"));
    assert_eq!(edited.moved.0, [("m.a".into(), "m.z".into())]);
    // Prose is only reported.
    let reported: Vec<u32> = edited.affected.iter().map(|one| one.span.from).collect();
    assert_eq!(reported, [source.find("a: {{").unwrap() as u32]);
    let (_, edited) = run(&texts(&[("machine.dygram", source)]), &rename("m", "n")).unwrap();
    assert_eq!(edited.moved.0.len(), 2);
}

#[test]
fn direct_2_rename_of_an_imported_node_changes_or_adds_the_alias() {
    let set = texts(&[("m.dygram", "import { Wash } from \"./b\"\na -> Wash\n"), ("b.dygram", "task Wash\n")]);
    let (now, edited) = run(&set, &rename("Wash", "Clean")).unwrap();
    assert_eq!(now[0].1, "import { Wash as Clean } from \"./b\"\na -> Clean\n");
    assert_eq!(now[1].1, set[1].1);
    assert_eq!(edited.moved.0, [("Wash".into(), "Clean".into())]);
    let (back, _) = run(&now, &rename("Clean", "Rinse")).unwrap();
    assert_eq!(back[0].1, "import { Wash as Rinse } from \"./b\"\na -> Rinse\n");
    let (back, _) = run(&back, &rename("Rinse", "Wash")).unwrap();
    assert_eq!(back, set);
}

#[test]
fn direct_2_rename_refuses() {
    assert_eq!(refusal("task a, b", &rename("a", "b")), "name-taken");
    assert_eq!(refusal("task a", &rename("a", "a b")), "bad-name");
    assert_eq!(refusal("task a", &rename("x", "b")), "unknown-node");
    assert_eq!(refusal("task a; m { task b; task c -> a }", &rename("a", "b")), "name-taken");
    assert_eq!(after("task a\n", &rename("a", "a")), "task a\n");
}

#[test]
fn files_that_stay_as_they_are_are_refused() {
    let set = texts(&[("m.dygram", "import { Wash as W } from \"./b\"\na -> W\n"), ("b.dygram", "task Wash\n")]);
    let title = |node: &str| Op::SetTitle { node: node.into(), title: Some("T".into()) };
    let code = |op: &Op, file: &str| edit(&read(&set), op, &[file.to_owned()]).unwrap_err().code.word();
    assert_eq!(code(&title("W"), "b.dygram"), "imported");
    assert_eq!(code(&title("a"), "m.dygram"), "read-only");
    assert!(edit(&read(&set), &rename("W", "V"), &["b.dygram".to_owned()]).is_ok());
}
