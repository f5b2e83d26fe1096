//! Gathering: what the branches hold becomes one value, in branch order, on the path that goes on.

use proptest::prelude::*;
use tracklight::schema::Json;
use tracklight::value::Value;

use super::play::{Play, data, start, turn};
use crate::counts;

fn json(text: &str) -> Value {
    Json::parse(text).unwrap_or_else(|| panic!("no JSON: {text}")).to_value()
}

/// Branches that hold these values, or none; they arrive in the order of `arrivals`, and `rule` gathers.
fn gathered(rule: &str, given: &[Option<Value>], arrivals: &[usize]) -> Play {
    let mut play = start(&format!(
        "context C {{ v<any?> }}\ncontext T {{ out<any?>; deep<object?> }}\n\
         state s; task a {{ prompt: \"go\" }}; state j\na -writes-> C\n\
         s -@async({})-> a\na -@join(x; merge: keep) @gather(from: C.v; {rule})-> j",
        given.len()
    ));
    play.step();
    play.step();
    for at in arrivals {
        let value = given[*at].clone();
        let calls: Vec<_> = value.map(|value| ("write_C", data([("v", value)]))).into_iter().collect();
        play.reply(&format!("agent-1.{}-1", at + 1), turn(&calls));
    }
    play
}

/// What two branches, that hold `x` and `y`, gather over the edges given.
fn over(edges: &str) -> String {
    let mut play = start(&format!(
        "context V {{ c: \"\" }}\ncontext T {{ out: []; more: [] }}\nstate s\ntask a {{ prompt: \"go\" }}\n\
         task b {{ prompt: \"go\" }}\nstate z\n\
         a, b -writes-> V\ns -@async-> a\ns -@async-> b\n{edges}"
    ));
    play.step();
    play.step();
    for (request, value) in [("agent-1.1-1", "x"), ("agent-1.2-1", "y")] {
        play.reply(request, turn(&[("write_V", data([("c", Value::from(value))]))]));
    }
    play.value("1", "[T.out, T.more]")
}

#[test]
fn the_gather_rules_of_one_join_are_a_set() {
    const RULE: &str = "@gather(from: V.c; into: T.out)";
    for edges in [
        format!("a, b -@join(\"k\") {RULE}-> z"),
        format!("a -@join(k) {RULE}-> z\nb -@join(k) {RULE}-> z"),
        format!("a -@join(k) {RULE}-> z\nb -@join(k)-> z"),
        format!("a, b -@join(k) {RULE} {RULE}-> z"),
        format!("a -@join(k) {RULE}-> z\nb -@join(k) @gather(into: T.out; from: \"V.c\"; as: append)-> z"),
        format!("a, b -@barrier {RULE}-> z"),
    ] {
        assert_eq!(over(&edges), r#"[["x","y"],[]]"#, "{edges}");
    }
    // Rules that differ in anything are each followed.
    let two = format!("a, b -@join(k) {RULE} @gather(from: V.c; into: T.more)-> z");
    assert_eq!(over(&two), r#"[["x","y"],["x","y"]]"#);
    let twice = format!(
        "a, b -@join(k) {RULE} @gather(from: V.c; into: T.more; as: collect) @gather(from: V.c; into: T.more)-> z"
    );
    assert_eq!(over(&twice), r#"[["x","y"],["x","y","x","y"]]"#);
}

#[test]
fn each_shape_keeps_branch_order_whatever_the_order_of_arrival() {
    for (shape, given, expected) in [
        ("append", "[[1], [2, 3]]", "[1,2,3]"),
        ("append", "[[1], 2]", "[[1],2]"),
        ("append", "[[1], null]", "[[1],null]"),
        ("append", "[[[1]], [[2]]]", "[[1],[2]]"),
        ("append", "[\"a\", \"UNSET\"]", "[\"a\"]"),
        ("append", "[\"UNSET\", \"UNSET\"]", "[]"),
        ("collect", "[[1], [2]]", "[[1],[2]]"),
        ("collect", "[null, \"UNSET\", 3]", "[null,3]"),
        ("collect", "[\"UNSET\"]", "[]"),
        ("merge", r#"[{"a": {"x": 1}, "b": 1}, {"a": {"y": 2}, "c": null}]"#, r#"{"a":{"y":2},"b":1,"c":null}"#),
        ("merge", "[\"UNSET\"]", "{}"),
        ("keyed", "[\"UNSET\", 2, null]", r#"{"1":2,"2":null}"#),
        ("keyed", "[\"UNSET\"]", "{}"),
        ("append", "[7]", "[7]"),
        ("collect", "[7]", "[7]"),
        ("keyed", "[7]", r#"{"0":7}"#),
        ("last_wins", "[7]", "7"),
        ("last_wins", "[\"UNSET\"]", "unset"),
    ] {
        let given: Vec<Option<Value>> = json(given)
            .as_list()
            .unwrap()
            .iter()
            .map(|value| (value.as_str() != Some("UNSET")).then(|| value.clone()))
            .collect();
        let forwards: Vec<usize> = (0..given.len()).collect();
        let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
        for arrivals in [forwards, backwards] {
            let play = gathered(&format!("into: T.out; as: {shape}"), &given, &arrivals);
            assert_eq!(play.value("1", "T.out"), expected, "{shape} {given:?}");
        }
    }
}

#[test]
fn the_last_to_arrive_wins_whatever_its_number() {
    let given = [Some(Value::from(1.0)), Some(Value::Null), Some(Value::from(3.0))];
    for (arrivals, expected) in [([0, 1, 2], "3"), ([2, 0, 1], "null"), ([1, 2, 0], "1")] {
        assert_eq!(gathered("into: T.out; as: last_wins", &given, &arrivals).value("1", "T.out"), expected);
    }
}

#[test]
fn a_second_fan_out_starts_from_what_the_first_gave_with_indices_from_zero() {
    let mut play = start(
        "context C { n: 0 }\ncontext T { first: []; second: {} }\n\
         state s; task a { prompt: \"go\" }; state mid; task b { prompt: \"go\" }; state end\n\
         a -writes-> C; b -writes-> C\ns -@async(2)-> a\n\
         a -@join(x; merge: append) @gather(from: C.n; into: T.first)-> mid\n\
         mid -@async(2)-> b\nb -@join(y; merge: last_wins) @gather(from: C.n; into: T.second; as: keyed)-> end",
    );
    play.step();
    play.step();
    for (path, n) in [("1.2", 20.0), ("1.1", 10.0)] {
        play.reply(&format!("agent-{path}-1"), turn(&[("write_C", data([("n", n.into())]))]));
    }
    assert_eq!((play.value("1", "T.first"), play.path().contains("active at mid")), ("[10,20]".into(), true));
    play.step();
    play.step();
    for path in ["1.3", "1.4"] {
        assert_eq!(play.value(path, "T.first"), "[10,20]", "what the first gave");
    }
    assert_eq!((play.value("1.3", "index"), play.value("1.4", "index")), ("0".into(), "1".into()));
    for (path, n) in [("1.4", 4.0), ("1.3", 3.0)] {
        play.reply(&format!("agent-{path}-1"), turn(&[("write_C", data([("n", n.into())]))]));
    }
    assert_eq!(play.value("1", "T.second"), r#"{"0":3,"1":4}"#);
}

#[test]
fn a_nested_join_writes_no_further_than_the_path_that_goes_on() {
    let mut play = start(
        "context C { n: 0 }\ncontext T { all: [] }\n\
         state s; state row; task cell { prompt: \"go\" }; state back; state end\ncell -writes-> C\n\
         s -@async(2; group: rows)-> row; row -@async(2; group: cells)-> cell\n\
         cell -@join(id: inner; group: cells; merge: keep) @gather(from: C.n; into: T.all)-> back\n\
         back -@join(id: outer; group: rows; merge: append)-> end",
    );
    for _ in 0..3 {
        play.step();
    }
    for (path, n) in [("1.1.1", 1.0), ("1.1.2", 2.0)] {
        play.reply(&format!("agent-{path}-1"), turn(&[("write_C", data([("n", n.into())]))]));
    }
    let all = |play: &Play| ["1", "1.1", "1.2"].map(|path| play.value(path, "T.all"));
    assert_eq!(all(&play), ["[]", "[1,2]", "[]"]);
    for (path, n) in [("1.2.1", 3.0), ("1.2.2", 4.0)] {
        play.reply(&format!("agent-{path}-1"), turn(&[("write_C", data([("n", n.into())]))]));
    }
    assert_eq!(all(&play), ["[]", "[1,2]", "[3,4]"]);
    while play.outcome() == "running" {
        play.step();
    }
    assert_eq!(play.value("1", "T.all"), "[1,2,3,4]");
}

/// Any value with keys that need no quotes.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-1e9..1e9_f64).prop_map(Value::from),
        "\\PC{0,6}".prop_map(|text| Value::from(text.as_str())),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| items.into_iter().collect()),
            prop::collection::vec(("\\PC{0,4}", inner), 0..4)
                .prop_map(|fields| fields.iter().map(|(key, value)| (key.as_str(), value.clone())).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(48),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_values_arrive_unchanged_deep_inside_a_target(values in prop::collection::vec(any_value(), 1..4)) {
        let given: Vec<Option<Value>> = values.iter().cloned().map(Some).collect();
        let arrivals: Vec<usize> = (0..given.len()).rev().collect();
        let play = gathered("into: T.deep.a.b; as: collect", &given, &arrivals);
        let expected: Value = values.into_iter().collect();
        prop_assert_eq!(play.value("1", "T.deep.a.b"), expected.to_json());
        prop_assert_eq!(play.value("1", "type(C.v)"), "\"unset\"", "the rule's own field stays as it was");
    }
}
