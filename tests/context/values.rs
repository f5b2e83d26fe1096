//! Values of contexts in a run: unset beside null, writes, roles.

use tracklight::json::to_string;
use tracklight::run::save::Past;
use tracklight::run::state::{PathId, ToolError, ToolResult};
use tracklight::run::{Action, StartOptions, evaluate, get, outputs};
use tracklight::schema::Json;
use tracklight::value::Value;
use tracklight::view::{self, DotOptions, database};

use crate::run::play::{Play, data, object, start, start_with, turn, turns, words};

fn json(text: &str) -> Value {
    Json::parse(text).unwrap_or_else(|| panic!("no JSON: {text}")).to_value()
}

/// A machine in which `C.x` is unset, or null.
fn with(null: bool, rest: &str) -> Play {
    let mut play = start(&format!("context C {{ x<number?>; o<object?>; n: 1 }}\n{rest}"));
    if null {
        for field in ["C.x", "C.o"] {
            play.set("1", field, Value::Null).unwrap();
        }
    }
    play
}

/// The results of the calls of one turn, after which the visit goes on.
fn called(play: &mut Play, calls: &[(&str, Value)]) -> Vec<ToolResult> {
    let asked = play.run().paths.values().find_map(|path| path.asked()).unwrap().to_string();
    play.try_reply(&asked, turns(&[calls], false)).unwrap().results
}

fn refused(result: &ToolResult) -> &ToolError {
    result.result.as_ref().unwrap_err()
}

/// `pointer code` of each violation that a tool error tells.
fn violations(result: &ToolResult) -> Vec<String> {
    let errors = refused(result).details.as_ref().unwrap().get("errors").unwrap();
    let text = |one: &Value, key: &str| one.get(key).unwrap().as_str().unwrap().to_owned();
    errors.as_list().unwrap().iter().map(|one| format!("{} {}", text(one, "pointer"), text(one, "code"))).collect()
}

#[test]
fn unset_and_null_are_alike_but_for_what_asks_which() {
    for null in [false, true] {
        let mut play =
            with(null, "state s; state a; state b; state c\ns -when: C.x-> a; s -when: C.x + 1 > 0-> b; s -> c");
        for (expression, unset, is_null) in [
            ("C.x ? 1 : 2", "2", "2"),
            ("C.x == null", "true", "true"),
            ("C.x != null", "false", "false"),
            ("C.x == 5", "false", "false"),
            ("C.x != 5", "true", "true"),
            ("has(C.x)", "false", "true"),
            ("type(C.x)", "\"unset\"", "\"null\""),
        ] {
            assert_eq!(play.value("1", expression), if null { is_null } else { unset }, "{expression}, null: {null}");
        }
        for expression in ["C.x + 1", "C.x > 1", "size(C.x)", "-C.x"] {
            assert!(evaluate(play.run(), &PathId::start(1), expression).is_err(), "{expression}, null: {null}");
        }
        play.step();
        assert_eq!(play.path(), "active at c", "neither is true, and an error takes no edge");
    }
}

#[test]
fn an_unset_field_is_absent_where_a_null_one_is_null() {
    let rest = "task t { prompt: \"x is '{{ C.x }}'\" }; state u\nt -reads-> C; t -> u";
    for null in [false, true] {
        let mut play = with(null, rest);
        play.step();
        let asked = play.asked("agent-1-1");
        let prompt = if null { r#""prompt":"x is ''""# } else { r#""prompt":"x is '{{ C.x }}'""# };
        assert!(asked.contains(prompt), "{asked}");
        assert_eq!(asked.contains(r#""unresolved":["{{ C.x }}"]"#), !null, "{asked}");
        let whole = get(play.run(), &PathId::start(1), "C").unwrap().unwrap().to_json();
        assert_eq!(whole, if null { r#"{"n":1,"o":null,"x":null}"# } else { r#"{"n":1}"# });
        let saved = play.0.save(Past::None);
        assert_eq!(saved.contains(r#""x":{"value":null"#), null, "{saved}");
        let shown = play.0.projection(&PathId::start(1), None, None).unwrap().text;
        let lines = if null { "x: null\no: null\nn: 1" } else { "x: (unset)\no: (unset)\nn: 1" };
        assert!(shown.contains(lines), "{shown}");
        let overlay = view::overlay(play.run(), &DotOptions::default());
        assert_eq!(overlay.cell("v0-0").unwrap().text, if null { "null" } else { "—" });
        let made = database(&play.0);
        let row = made.statements.iter().find(|one| one.sql.starts_with("INSERT INTO context_C")).unwrap();
        let gaps = if null { r#"{"/o":"null"}"# } else { r#"{"/o":"unset","/x":"unset"}"# };
        assert!(row.params.contains(&Value::from(gaps)), "{:?}", row.params);
        let read = called(&mut play, &[("read_C", Value::object())]);
        let (data, missing) = if null { (whole.as_str(), "[]") } else { (whole.as_str(), r#"["x","o"]"#) };
        let result = read[0].result.as_ref().unwrap();
        assert_eq!(
            (result.get("data").unwrap().to_json(), result.get("missing").unwrap().to_json()),
            (data.into(), missing.into())
        );
    }
}

#[test]
fn from_unset_to_a_value_is_a_change_for_a_merge() {
    let mut play = start(
        "context C { x<number?>; y<number?> }\nstate s; task a { prompt: \"go\" }; task b { prompt: \"go\" }; state j\n\
         a -writes-> C; b -writes-> C\ns -@async-> a; s -@async-> b\n\
         a -@join(id: q; merge: error)-> j; b -@join(id: q)-> j",
    );
    play.step();
    play.step();
    play.reply("agent-1.1-1", turn(&[("write_C", data([("x", Value::Null)]))]));
    let kinds = play.reply("agent-1.2-1", turn(&[("write_C", data([("y", Value::from(2.0))]))]));
    assert!(!kinds.contains(&"mergeConflict"), "{kinds:?}");
    assert_eq!((play.value("1", "type(C.x)"), play.value("1", "C.y")), ("\"null\"".into(), "2".into()));
}

#[test]
fn numbers_that_are_not_finite_are_refused_from_every_side() {
    let mut play = start("context C @open { n: 0; list: [] }\ntask t { prompt: \"go\" }\nt -writes-> C");
    play.step();
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let nested: Value = [Value::from(number)].into_iter().collect();
        for (target, value) in
            [("C.n", number.into()), ("C.new", number.into()), ("C.list", nested.clone()), ("C.list[0]", number.into())]
        {
            let refusal = play.set("1", target, value).unwrap_err();
            assert_eq!(refusal.code.word(), "write-refused", "{target}");
            assert!(refusal.data.unwrap().to_json().contains("type-mismatch"));
        }
        let results = called(&mut play, &[("write_C", data([("n", number.into()), ("list", nested)]))]);
        assert_eq!(violations(&results[0]), ["/n type-mismatch", "/list/0 type-mismatch"]);
        let mut options = StartOptions::default();
        options.input.insert("C".into(), object([("n", number.into())]));
        let started = start_with("context C { n: 0 }\nstate s", &options);
        assert!(to_string(&started.run().outcome).contains(r#""pointer":"/C/n","code":"type-mismatch""#));
    }
    assert_eq!(play.value("1", "C"), r#"{"list":[],"n":0}"#);
}

#[test]
fn the_write_of_the_worked_example_is_refused_with_its_list_and_changes_nothing() {
    let mut play = super::creek::visiting();
    let before = get(play.run(), &PathId::start(1), "Sample").unwrap();
    let bad = r#"{"data":{"ph":15,"clarity":3.5,"spot":{"lat":"x"},"species":["mayfly","mayfly"],"claritty":2}}"#;
    let results = called(&mut play, &[("write_Sample", json(bad))]);
    assert_eq!(
        violations(&results[0]),
        [
            "/ph maximum",
            "/clarity type-mismatch",
            "/spot/lon required-missing",
            "/spot/lat type-mismatch",
            "/species/1 unique-items",
            "/claritty unknown-field"
        ]
    );
    let details = refused(&results[0]).details.as_ref().unwrap().to_json();
    assert!(details.contains(r#""hint":"did you mean `clarity`?""#) && details.contains(r#""context":"Sample""#));
    assert!(
        play.last("writeRefused")
            .contains(r#"{"pointer":"/ph","code":"maximum","message":"15 is more than 14","expected":14,"actual":15}"#)
    );
    assert_eq!(get(play.run(), &PathId::start(1), "Sample").unwrap(), before);
    let good = called(&mut play, &[("write_Sample", json(r#"{"data":{"ph":6.9}}"#))]);
    assert!(good[0].result.as_ref().unwrap().to_json().contains(r#""version":1"#), "though others are unset");
}

#[test]
fn one_bad_field_refuses_the_whole_call_which_fails_and_can_be_caught() {
    let source = "context C { n<int> @minimum(0): 0; word<string>: \"x\" }\n\
                  task t { prompt: \"go\" }; state safe; state on\n\
         t -writes-> C; t -catch-> safe; t -> on";
    let mut play = start(source);
    play.step();
    let bad = || data([("n", Value::from(-1.0)), ("word", Value::from("new"))]);
    let results = called(&mut play, &[("write_C", bad()), ("read_C", Value::object())]);
    assert_eq!(violations(&results[0]), ["/n minimum"]);
    let read = results[1].result.as_ref().unwrap().to_json();
    assert!(read.contains(r#""data":{"n":0,"word":"x"}"#) && read.contains(r#""version":0"#), "{read}");
    assert_eq!((play.run().counters.errors, play.value("1", "errorCount")), (1, "1".into()));
    let mut play = start(source);
    play.step();
    let kinds = play.reply("agent-1-1", turn(&[("write_C", bad())]));
    assert_eq!(kinds, ["agentReplied", "writeRefused", "toolCalled", "visitFailed", "caught", "moved"]);
    assert_eq!(play.path(), "active at safe");
}

#[test]
fn a_write_without_right_context_field_or_content_is_refused_by_name() {
    let mut play = start(
        "context Seen { a: 1; b<number?>; c: 3 }\ncontext Other { a: 1 }\ntask t { prompt: \"go\" }\n\
         t -reads: a, b-> Seen; t -writes: a-> Seen; t -reads-> Other",
    );
    play.step();
    let fields = |names: &str| object([("fields", json(names))]);
    let results = called(
        &mut play,
        &[
            ("write_Other", data([("a", Value::from(2.0))])),
            ("write_Nowhere", data([("a", Value::from(2.0))])),
            ("write_Seen", data([("a", Value::from(2.0)), ("c", Value::from(2.0))])),
            ("write_Seen", data([])),
            ("read_Seen", fields(r#"["b","a"]"#)),
            ("read_Seen", fields(r#"["c"]"#)),
            ("read_Seen", fields(r#"["a","a"]"#)),
            ("read_Seen", Value::object()),
        ],
    );
    for (at, name) in [(0, "write_Other"), (1, "write_Nowhere")] {
        assert_eq!(refused(&results[at]).code.word(), "unknown-tool");
        assert!(refused(&results[at]).message.contains(name), "{}", refused(&results[at]).message);
    }
    assert_eq!(violations(&results[2]), ["/c not-permitted"]);
    assert!(refused(&results[2]).message.contains("no permission to write `c` of `Seen` here"));
    assert_eq!(violations(&results[3]), [" empty-write"]);
    let read = results[4].result.as_ref().unwrap();
    assert_eq!(read.get("data").unwrap().to_json(), r#"{"a":1}"#);
    assert_eq!(read.get("missing").unwrap().to_json(), r#"["b"]"#, "an unset field is named");
    assert_eq!(violations(&results[5]), ["/c not-permitted"]);
    assert_eq!(refused(&results[6]).code.word(), "invalid-input");
    assert_eq!(results[7].result.as_ref().unwrap().get("data").unwrap().to_json(), r#"{"a":1}"#);
    assert_eq!(play.value("1", "Seen.a"), "1");
}

#[test]
fn undeclared_fields_are_always_shown_after_the_declared_ones() {
    let mut play = start("context C { z: 1; m: 2 }\ntask t { prompt: \"go\" }\nt -writes-> C");
    play.step();
    called(&mut play, &[("write_C", json(r#"{"data":{"b":4,"a":3}}"#))]);
    let projection = play.0.projection(&PathId::start(1), None, None).unwrap().text;
    assert!(projection.contains("z: 1\nm: 2\na: 3\nb: 4"), "{projection}");
    let tables = to_string(&view::view(play.run(), ""));
    assert!(tables.contains(r#"{"z":1,"m":2,"a":3,"b":4}"#), "{tables}");
    let asked = play.asked("agent-1-2");
    assert!(asked.contains(r#""values":{"z":1,"m":2,"a":3,"b":4}"#), "{asked}");
}

#[test]
fn defaults_complete_an_input_and_values_come_from_the_start() {
    let source = "type Spot { lat<number>; label<string>: \"here\" }\n\
        input Site { name<string>; kind<string>: \"creek\"; spot<Spot?> }\ncontext C { n: 1 }\nstate s; state t\n\
        s -> t";
    let play = |input: &str| {
        let input = json(input).as_map().unwrap().clone();
        start_with(source, &StartOptions { input, ..StartOptions::default() })
    };
    let done = play(r#"{"Site":{"name":"Oxbow","spot":{"lat":1}},"C":{"n":7}}"#);
    assert_eq!(done.value("1", "Site"), r#"{"kind":"creek","name":"Oxbow","spot":{"label":"here","lat":1}}"#);
    assert_eq!(done.value("1", "C.n"), "7", "any context may be given values");
    for (input, expected) in [
        ("{}", r#""pointer":"/Site/name","code":"required-missing""#),
        (r#"{"Site":{"name":"Oxbow","spot":{}}}"#, r#""pointer":"/Site/spot/lat","code":"required-missing""#),
        (r#"{"Site":{"name":"Oxbow"},"Siet":{}}"#, "did you mean `Site`?"),
        (r#"{"Site":{"name":"Oxbow","nme":1}}"#, "did you mean `name`?"),
        (r#"{"Site":[1]}"#, r#""pointer":"/Site""#),
    ] {
        let none = play(input);
        let outcome = to_string(&none.run().outcome);
        assert!(outcome.contains(r#""reason":"invalidInput""#) && outcome.contains(expected), "{input}: {outcome}");
        assert!(none.run().paths.is_empty(), "no path starts");
    }
}

#[test]
fn an_input_stays_as_it_is_whoever_writes() {
    let source = "input In { list: [1]; n: 1 }\ncontext C { n: 0 }\nstate s; task a { prompt: \"go\" }; state j\n\
         a -writes-> C; a -writes-> In\ns -@async(2)-> a\n\
         a -@join(x; merge: append) @gather(from: C.n; into: In.list)-> j";
    let machine = tracklight::machine::Machine::parse(source);
    let warned: Vec<&str> =
        machine.diagnostics.iter().filter(|one| one.code == "write-to-input").map(|one| one.severity.word()).collect();
    assert_eq!(warned, ["warning", "warning"], "the edge and the gather rule");
    let mut play = start(source);
    play.step();
    play.step();
    assert!(!play.tools("agent-1.1-1").contains(&"write_In".to_owned()));
    for (path, target) in [(Some("1.1"), "In.n"), (None, "In.n"), (Some("1.1"), "In.list[1]")] {
        let path = path.and_then(PathId::parse);
        let action = Action::SetContext { path, target: target.to_owned(), value: Value::from(5.0) };
        let refusal = play.act(action).unwrap_err();
        assert!(refusal.data.unwrap().to_json().contains("input-immutable"), "{target}");
    }
    let results = called(&mut play, &[("write_In", data([("n", Value::from(2.0))]))]);
    let error = refused(&results[0]);
    assert_eq!(error.code.word(), "write-refused");
    assert!(error.message.contains("`In` is an input: read-only during the run"), "{}", error.message);
    assert!(play.last("writeRefused").contains("input-immutable"));
    for request in ["agent-1.1-2", "agent-1.2-1"] {
        play.reply(request, turn(&[("write_C", data([("n", Value::from(3.0))]))]));
    }
    let failed = play.last("joinFailed");
    assert!(failed.contains("input-immutable"), "{failed}");
    for path in play.run().paths.values() {
        assert_eq!(play.value(&path.id.to_string(), "In"), r#"{"list":[1],"n":1}"#);
    }
}

#[test]
fn a_write_to_all_paths_reaches_all_of_them_or_none() {
    let mut play = start(
        "context C { n<int> @maximum(9): 0; spot<object?> }\nstate s; state t; state u\ns -@async(2)-> t; t -> u",
    );
    play.step();
    let all = |target: &str, value: Value| Action::SetContext { path: None, target: target.to_owned(), value };
    play.act(all("C.n", 4.0.into())).unwrap();
    let values = |play: &Play| ["1", "1.1", "1.2"].map(|path| play.value(path, "C.n"));
    assert_eq!(values(&play), ["4", "4", "4"], "the forked path too");
    play.set("1.2", "C.spot", object([("deep", 1.0.into())])).unwrap();
    let log = play.log();
    assert!(play.act(all("C.n", 10.0.into())).is_err());
    let refusal = play.act(all("C.spot.deep.x", 1.0.into())).unwrap_err();
    assert_eq!(refusal.code.word(), "not-a-container", "fits two of three paths");
    assert_eq!((values(&play), play.log()), (["4", "4", "4"].map(str::to_owned), log));
    assert_eq!(play.value("1.1", "has(C.spot)"), "false");
    play.0.back(1).unwrap();
    assert_eq!(play.0.branches().len(), 1);
    play.act(all("C.n", 5.0.into())).unwrap();
    assert_eq!((play.0.branches().len(), values(&play)), (2, ["5", "5", "5"].map(str::to_owned)));
}

#[test]
fn a_set_shares_what_it_does_not_touch_and_leaves_the_older_run() {
    let mut play = start("context C { tree: { left: { n: 1 }; right: { n: 2 } } }\nstate s; state t\ns -> t");
    let older = play.run().clone();
    play.set("1", "C.tree.left.n", 5.0).unwrap();
    let at = |run, text: &str| get(run, &PathId::start(1), text).unwrap().unwrap();
    assert_eq!(at(&older, "C.tree").to_json(), r#"{"left":{"n":1},"right":{"n":2}}"#);
    assert_eq!(at(play.run(), "C.tree").to_json(), r#"{"left":{"n":5},"right":{"n":2}}"#);
    let (Value::Map(old), Value::Map(new)) = (at(&older, "C.tree.right"), at(play.run(), "C.tree.right")) else {
        panic!("no maps")
    };
    assert!(std::sync::Arc::ptr_eq(&old, &new));
}

#[test]
fn outputs_are_checked_on_each_completed_path_and_once_where_they_are_shared() {
    let mut play = start(
        "output Own { a<string>; b<number?> }\noutput All @shared { c<string> }\ntask t { prompt: \"go\" }; state s\n\
         t -writes-> Own; t -writes-> All; s -@async(2)-> t",
    );
    play.step();
    play.step();
    play.reply("agent-1.1-1", turn(&[("write_Own", data([("a", "x".into())]))]));
    let kinds = play.reply("agent-1.2-1", turn(&[]));
    assert_eq!(kinds.iter().filter(|kind| **kind == "outputIncomplete").count(), 2, "{kinds:?}");
    assert_eq!(play.outcome(), "completed", "what is missing leaves the outcome");
    let rows = to_string(&outputs(play.run()));
    assert_eq!(
        rows,
        concat!(
            r#"[{"context":"Own","path":"1.1","complete":true,"missing":[],"value":{"a":"x"}},"#,
            r#"{"context":"Own","path":"1.2","complete":false,"missing":["a"],"value":{}},{"context":"All","#,
            r#""path":null,"complete":false,"missing":["c"],"value":{}}]"#
        )
    );
}

#[test]
fn an_equal_write_succeeds_and_touches_nothing() {
    let mut play = start("context C { n: 1; o: { a: 1; b: [1] } }\ntask t { prompt: \"go\" }\nt -writes-> C");
    play.step();
    let results = called(&mut play, &[("write_C", json(r#"{"data":{"o":{"b":[1],"a":1},"n":1}}"#))]);
    assert!(results[0].result.as_ref().unwrap().to_json().contains(r#""success":true,"values""#));
    assert!(results[0].result.as_ref().unwrap().to_json().contains(r#""version":0"#));
    assert_eq!(play.last("contextWritten"), "");
    let done = play.set("1", "C.o.b[0]", 1.0).unwrap();
    assert!(!words(&done).contains(&"contextWritten"), "{:?}", words(&done));
    let graph = play.0.graph();
    let text = graph.nodes.iter().find(|node| &*node.id == "ctx:1/C").unwrap();
    assert!(!text.touched && text.version == 0);
}

#[test]
fn a_counter_is_stored_read_by_the_next_call_and_a_later_task_and_drawn() {
    let mut play = start(
        "context Counter { value<int>: 0 }\ntask up { prompt: \"add\" }; task look { prompt: \"{{ Counter.value }}\" \
         }\n\
         up -writes-> Counter; look -reads-> Counter; up -> look",
    );
    let drawn = |play: &Play| {
        let overlay = view::overlay(play.run(), &DotOptions::default());
        (overlay.cell("v0-0").unwrap().text.clone(), view::dot(play.run(), &DotOptions::default()))
    };
    assert_eq!(drawn(&play).0, "0");
    play.step();
    let results =
        called(&mut play, &[("write_Counter", data([("value", Value::from(1.0))])), ("read_Counter", Value::object())]);
    let read = results[1].result.as_ref().unwrap();
    assert_eq!(read.get("data").unwrap().to_json(), r#"{"value":1}"#);
    let (cell, dot) = drawn(&play);
    assert_eq!(cell, "1");
    assert!(dot.contains(">1<"), "{dot}");
    play.reply("agent-1-2", turn(&[]));
    play.step();
    assert!(play.asked("agent-1-3").contains(r#""prompt":"1""#), "{}", play.asked("agent-1-3"));
    let results = called(&mut play, &[("read_Counter", Value::object())]);
    assert_eq!(results[0].result.as_ref().unwrap().get("data").unwrap().to_json(), r#"{"value":1}"#);
}

#[test]
fn a_shared_write_is_seen_by_a_path_that_acts_later_in_the_tick_and_a_local_one_by_no_other() {
    let mut play = start(
        "context All @shared { n: 0 }\ncontext Own { n: 0 }\nstate s; task t { prompt: \"go\" }\n\
         t -writes-> All; t -writes-> Own; s -@async(2)-> t",
    );
    play.step();
    play.step();
    let tick = play.run().tick;
    let write = || data([("n", Value::from(5.0))]);
    play.reply("agent-1.1-1", turn(&[("write_All", write()), ("write_Own", write())]));
    let shown = play.0.projection(&PathId::parse("1.2").unwrap(), None, None).unwrap().text;
    assert!(shown.contains("[ctx:*/All] v1\nn: 5") && shown.contains("[ctx:1.2/Own] v0\nn: 0"), "{shown}");
    let results = called(&mut play, &[("read_All", Value::object()), ("read_Own", Value::object())]);
    let read = |at: usize| results[at].result.as_ref().unwrap().get("data").unwrap().to_json();
    assert_eq!((read(0), read(1)), (r#"{"n":5}"#.to_owned(), r#"{"n":0}"#.to_owned()));
    assert_eq!(play.value("1", "Own.n"), "0", "nor by the parent");
    assert_eq!(play.run().tick, tick);
}
