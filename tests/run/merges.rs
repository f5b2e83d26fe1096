//! Merges: the values of joined paths become one, whatever the order of their agents.

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, data, error, start, turn};
use crate::counts;

/// Two branches that write `n`, joined with a merge.
fn forked(merge: &str) -> Play {
    let mut play = start(&format!(
        "context C {{ n: 0; list: [1]; other: 0 }}\n\
         state start; task a {{ prompt: \"go\" }}; task b {{ prompt: \"go\" }}; state j\n\
         a -writes-> C; b -writes-> C\nstart -@async-> a; start -@async-> b\n\
         a -@join(id: x; merge: {merge})-> j; b -@join(id: x)-> j"
    ));
    play.step();
    play.step();
    play
}

fn write(play: &mut Play, path: &str, fields: Value) -> Vec<&'static str> {
    play.reply(&format!("agent-{path}-1"), turn(&[("write_C", super::play::object([("data", fields)]))]))
}

fn n(value: f64) -> Value {
    super::play::object([("n", Value::from(value))])
}

fn list(items: &[f64]) -> Value {
    items.iter().map(|item| Value::from(*item)).collect()
}

#[test]
fn equal_changes_are_no_conflict() {
    let mut play = forked("true");
    write(&mut play, "1.1", n(1.0));
    let kinds = write(&mut play, "1.2", n(1.0));
    assert!(!kinds.contains(&"mergeConflict"));
    assert_eq!((play.value("1", "C.n"), play.paths()[0].as_str()), ("1".into(), "1 active at j"));
    assert!(play.last("merged").contains(concat!(
        r#""path":"1","join":"x","from":["1.1","1.2"],"strategy":"last_wins","changes":[{"context":"C","#,
        r#""field":"n","before":0,"after":1}]"#
    )));
}

#[test]
fn changes_of_different_fields_are_both_kept() {
    let mut play = forked("error");
    write(&mut play, "1.1", n(1.0));
    write(&mut play, "1.2", super::play::object([("other", Value::from(7.0))]));
    assert_eq!(play.value("1", "[C.n, C.other]"), "[1,7]");
}

#[test]
fn each_strategy_decides_a_conflict_its_way() {
    for (strategy, expected) in [
        ("last_wins", "2"),
        ("first_wins", "1"),
        ("append", "[1,2]"),
        ("collect", "[1,2]"),
        ("keyed", r#"{"0":1,"1":2}"#),
        ("keep", "0"),
    ] {
        let mut play = forked(strategy);
        write(&mut play, "1.1", n(1.0));
        let kinds = write(&mut play, "1.2", n(2.0));
        assert!(kinds.contains(&"mergeConflict"), "{strategy}");
        assert_eq!(play.value("1", "C.n"), expected, "{strategy}");
        let conflict = play.last("mergeConflict");
        let values = r#"[{"path":"1.1","value":1},{"path":"1.2","value":2}]"#;
        let expected_event =
            format!(r#""context":"C","field":"n","values":{values},"taken":{expected},"strategy":"{strategy}""#);
        assert!(conflict.contains(&expected_event), "{conflict}");
    }
}

#[test]
fn the_last_arrival_wins_whatever_its_number() {
    let mut play = forked("true");
    write(&mut play, "1.2", n(2.0));
    write(&mut play, "1.1", n(1.0));
    assert_eq!(play.value("1", "C.n"), "1");
}

#[test]
fn lists_are_appended_after_what_all_began_with() {
    let mut play = forked("append");
    write(&mut play, "1.2", super::play::object([("list", list(&[1.0, 5.0]))]));
    write(&mut play, "1.1", super::play::object([("list", list(&[1.0, 3.0, 4.0]))]));
    assert_eq!(play.value("1", "C.list"), "[1,3,4,5]");
    let mut play = forked("append");
    write(&mut play, "1.1", super::play::object([("list", list(&[8.0]))]));
    write(&mut play, "1.2", super::play::object([("list", list(&[9.0]))]));
    assert_eq!(play.value("1", "C.list"), "[8,9]");
}

#[test]
fn a_conflict_under_error_fails_the_join_and_both_paths() {
    let mut play = forked("error");
    write(&mut play, "1.1", n(1.0));
    write(&mut play, "1.2", n(2.0));
    assert!(play.last("joinFailed").contains(concat!(
        r#""join":"x","generation":1,"paths":["1.1","1.2"],"code":"conflict","errors":[{"pointer":"/C/n","#,
        r#""code":"conflict""#
    )));
    let cure = "merge conflict in `C.n`: paths set different values. To keep the last one, write \
                `@join(merge: last_wins)`; to keep all, make it a list and write `@join(merge: append)`";
    assert!(play.last("pathFailed").contains(cure), "{}", play.last("pathFailed"));
    assert_eq!(play.paths(), ["1 forked at start", "1.1 failed at a", "1.2 failed at b"]);
    assert_eq!((play.value("1.1", "C.n"), play.value("1.2", "C.n")), ("1".into(), "2".into()));
}

#[test]
fn both_paths_of_a_conflict_are_caught() {
    let mut play = start(
        "context C { n: 0 }\nstate start; task a { prompt: \"go\" }; task b { prompt: \"go\" }; state j; state E\n\
         a -writes-> C; b -writes-> C\nstart -@async-> a; start -@async-> b\na, b -@join(id: x; merge: error)-> j\n\
         a -catch-> E; b -catch-> E",
    );
    play.step();
    play.step();
    write(&mut play, "1.1", n(1.0));
    write(&mut play, "1.2", n(2.0));
    assert!(play.last("joinFailed").contains(r#""code":"conflict""#), "{}", play.last("joinFailed"));
    assert_eq!(play.paths(), ["1 forked at start", "1.1 active at E", "1.2 active at E"]);
    assert_eq!(["1", "1.1", "1.2"].map(|path| play.value(path, "C.n")), ["0", "1", "2"]);
}

#[test]
fn a_merge_leaves_inputs_alone() {
    let mut play = start(
        "input In { n: 1 }\ncontext C { n: 0 }\nstate start; task a { prompt: \"go\" }; state j\n\
         a -writes-> C; a -reads-> In\n\
         start -@async(2)-> a\na -@join(id: x; merge: last_wins)-> j",
    );
    play.step();
    play.step();
    write(&mut play, "1.1", n(1.0));
    write(&mut play, "1.2", n(2.0));
    assert_eq!(play.paths()[0], "1 active at j");
    assert_eq!((play.value("1", "C.n"), play.value("1", "In.n")), ("2".into(), "1".into()));
}

#[test]
fn a_merged_value_that_breaks_its_schema_fails_the_join() {
    let mut play = start(
        "context C { n<Integer> @maximum(5): 0 }\nstate start; task a { prompt: \"go\" }; state j\na -writes-> C\n\
         start -@async(2)-> a\na -@join(id: x; merge: collect)-> j",
    );
    play.step();
    play.step();
    write(&mut play, "1.1", n(1.0));
    write(&mut play, "1.2", n(2.0));
    let failed = play.last("joinFailed");
    assert!(failed.contains(r#""code":"invalid","errors":[{"pointer":"/C/n","code":"type-mismatch""#), "{failed}");
    assert_eq!(["1", "1.1", "1.2"].map(|path| play.value(path, "C.n")), ["0", "1", "2"]);
}

#[test]
fn a_changed_context_is_newer_than_all_it_came_from() {
    let mut play = forked("true");
    write(&mut play, "1.1", n(1.0));
    play.set("1.2", "C.other", 1.0).unwrap();
    play.set("1.2", "C.other", 2.0).unwrap();
    write(&mut play, "1.2", n(2.0));
    let tables = to_string(&view::view(play.run(), "b1"));
    let context = tables.split(r#""contexts":{"C":"#).nth(1).unwrap();
    assert!(context.contains(r#""version":4"#), "{context}");
}

#[test]
fn an_active_parent_is_left_alone_and_the_lowest_branch_goes_on() {
    let mut play = start(
        "context C { n: 0 }\nstate start; task a { prompt: \"go\" }; state j; task own { prompt: \"go\" }\n\
         a -writes-> C; own -writes-> C\n\
         start -@async(2; group: g)-> a; start -> own\na -@join(id: x; group: g; merge: append)-> j",
    );
    play.step();
    play.step();
    write(&mut play, "1.2", n(2.0));
    write(&mut play, "1.1", n(1.0));
    assert_eq!(play.paths(), ["1 awaitingAgent at own", "1.1 active at j", "1.2 merged at a"]);
    assert_eq!((play.value("1.1", "C.n"), play.value("1", "C.n")), ("[1,2]".into(), "0".into()));
}

#[test]
fn a_parent_that_joins_its_children_keeps_its_own_changes() {
    let mut play = start(
        "context C { n: 0; list: [] }\nstate start; task a { prompt: \"go\" }; task own { prompt: \"go\" }; state j\n\
         a -writes-> C; own -writes-> C\n\
         start -@async-> a; start -> own\na -@join(id: x; merge: keyed)-> j; own -@join(id: x)-> j",
    );
    play.step();
    play.step();
    write(&mut play, "1.1", n(1.0));
    write(&mut play, "1", n(5.0));
    assert_eq!(play.paths(), ["1 active at j", "1.1 merged at a"]);
    assert_eq!(play.value("1", "C.n"), r#"{"1":5,"1.1":1}"#);
    assert!(play.last("moved").contains(r#""path":"1","edge":"e5""#), "{}", play.last("moved"));
}

#[test]
fn start_paths_merge_against_the_initial_values() {
    let mut play = start(
        "context C { n: 0 }\ntask left @start { prompt: \"go\" }; task right @start { prompt: \"go\" }; state j\n\
         left -writes-> C; right -writes-> C\n\
         left -@join(x; merge: keyed)-> j; right -@join(x)-> j",
    );
    play.step();
    write(&mut play, "2", n(2.0));
    write(&mut play, "1", n(1.0));
    assert_eq!(play.paths(), ["1 active at j", "2 merged at right"]);
    assert_eq!(play.value("1", "C.n"), r#"{"0":1,"1":2}"#);
}

#[test]
fn a_shared_context_is_no_part_of_a_merge() {
    let mut play = start(
        "context S @shared { n: 0 }\nstate start; task a { prompt: \"go\" }; state j\na -writes-> S\n\
         start -@async(2)-> a\n\
         a -@join(id: x; merge: error)-> j",
    );
    play.step();
    play.step();
    for (path, value) in [("1.1", 1.0), ("1.2", 2.0)] {
        assert_eq!(play.value(path, "S.n"), if path == "1.1" { "0" } else { "1" });
        play.reply(&format!("agent-{path}-1"), turn(&[("write_S", data([("n", Value::from(value))]))]));
    }
    assert_eq!((play.value("1", "S.n"), play.paths()[0].as_str()), ("2".into(), "1 active at j"));
    assert_eq!(play.last("mergeConflict"), "");
}

#[test]
fn gather_rules_combine_what_the_branches_hold() {
    for (rule, expected) in [
        ("into: T.list", "[0,1,2]"),
        ("into: T.list; as: collect", "[1,2]"),
        ("into: T.map; as: keyed", r#"{"0":1,"1":2}"#),
        ("into: T.last; as: last_wins", "1"),
        ("into: T.deep.inner; as: collect", r#"{"inner":[1,2]}"#),
    ] {
        let mut play = start(&format!(
            "context C {{ n: 0 }} context T {{ list: [0]; map: {{}}; last: null; deep: {{}} }}\n\
             state start; task a {{ prompt: \"go\" }}; state j\n\
             a -writes-> C\nstart -@async(2)-> a\na -@barrier(x) @gather(from: C.n; {rule})-> j"
        ));
        play.step();
        play.step();
        write(&mut play, "1.2", n(2.0));
        write(&mut play, "1.1", n(1.0));
        let field = rule.split(';').next().unwrap().trim_start_matches("into: ").replace(".inner", "");
        assert_eq!(play.value("1", &field), expected, "{rule}");
        assert_eq!(play.value("1", "C.n"), "0");
    }
}

#[test]
fn the_drawing_counts_who_waits_and_dashes_the_edge() {
    let mut play = forked("true");
    let options = view::DotOptions::default();
    let before = view::overlay(play.run(), &options);
    assert_eq!(before.cell("t4").unwrap().text, "@join(id: x, merge: true)");
    write(&mut play, "1.1", n(1.0));
    let after = view::overlay(play.run(), &options);
    let cell = after.cell("t4").unwrap();
    assert_eq!(
        (cell.text.as_ref(), cell.title.as_ref()),
        ("@join(id: x, merge: true) ‖ 1/2", "join x: 1 of 2 arrived")
    );
    let edge = after.look("e4").unwrap();
    assert!(edge.classes.contains(&"r-parked") && edge.style.contains("dashed"));
    let node = after.look("n2").unwrap();
    assert_eq!(node.color, "#1d5fbf");
    assert!(node.classes.contains(&"r-parked") && !node.classes.contains(&"r-current"));
    // Values differ now, so rows appear; the join itself moves no ink.
    let dot = view::dot(play.run(), &options);
    assert!(dot.contains(r#"ID="t4""#) && dot.contains("‖ 1/2"), "{dot}");
    let tables = to_string(&view::view(play.run(), "b1"));
    assert!(tables.contains(concat!(
        r#""joins":[{"key":"x","id":"x","generation":0,"mode":"all","have":1,"need":2,"parked":["1.1"],"#,
        r#""missing":["1.2"],"waited":0}]"#
    )));
    assert!(tables.contains(r#""status":"parked","reason":"join x: 1 of 2 arrived","join":"x","edge":"e4""#));
}

/// The values of the path that goes on after a join of four branches, answered in some order.
fn joined(merge: &str, order: &[usize]) -> (String, usize) {
    let mut play = start(&format!(
        "context C {{ n: 0; list: [1]; own: {{}} }} context T {{ all: [] }}\n\
         state start; task a {{ prompt: \"go\" }}; state j\na -writes-> C\n\
         start -@async(4)-> a\na -@join(id: x; merge: {merge}) @gather(from: C.own; into: T.all)-> j"
    ));
    play.step();
    play.step();
    for at in order {
        let path = format!("1.{}", at + 1);
        if *at == 3 {
            play.reply(&format!("agent-{path}-1"), error("gone"));
            continue;
        }
        let n = (at % 2) as f64;
        let fields = super::play::object([
            ("n", Value::from(n)),
            ("list", list(&[1.0, 10.0 + *at as f64])),
            ("own", Value::from(*at as f64)),
        ]);
        write(&mut play, &path, fields);
    }
    (play.value("1", "[C.n, C.list, C.own, T.all]"), play.run().paths.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: counts::cases(24), ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_agents_changes_no_merge_that_is_free_of_order(
        order in Just(vec![0_usize, 1, 2, 3]).prop_shuffle(),
        merge in prop::sample::select(&["append", "collect", "keyed", "keep"][..]),
    ) {
        prop_assert_eq!(joined(merge, &order), joined(merge, &[0, 1, 2, 3]));
    }
}
