//! People, events, time and values without an agent, as the language has them: what a text means, what is found in it,
//! and that its JSON and its layout keep it. Runs of such machines are tested with the runs.

use std::sync::Arc;

use tracklight::diagnostic::{Diagnostic, Severity};
use tracklight::machine::canonical::{Ranges, write};
use tracklight::machine::control::{EdgeClass, Work};
use tracklight::machine::model::{Access, Binding, Builtin, Class, EdgeIdx, EdgeKind, NodeIdx};
use tracklight::machine::reference::Step;
use tracklight::machine::{Files, Machine, questions, text_from_json};
use tracklight::schema::Json;
use tracklight::value::Value;
use tracklight::view::{self, DotOptions};
use tracklight::{service, syntax};

const REFUND: &str = include_str!("cases/machine/spec/refund.dygram");

fn found<'m>(machine: &'m Machine, code: &str) -> Vec<&'m Diagnostic> {
    machine.diagnostics.iter().filter(|finding| finding.code == code).collect()
}

/// Severity and code of all findings, with their text.
fn findings(text: &str) -> Vec<String> {
    let machine = Machine::parse(text);
    let shown = |one: &Diagnostic| format!("{} {} @ {}", one.severity.word(), one.code, machine.tree.str(one.span));
    machine.diagnostics.iter().map(shown).collect()
}

/// The text after the first fix of the first finding with that code.
fn fixed(text: &str, code: &str) -> String {
    let machine = Machine::parse(text);
    let found = found(&machine, code);
    let fix = found.first().and_then(|one| one.fixes.first()).unwrap_or_else(|| panic!("{code}: {:?}", findings(text)));
    let mut fixed = text.to_owned();
    for edit in fix.edits.iter().rev() {
        fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.insert);
    }
    fixed
}

fn node(machine: &Machine, id: &str) -> NodeIdx {
    machine.find(id).unwrap_or_else(|| panic!("no node {id}"))
}

/// The edges between two nodes, by id.
fn between(machine: &Machine, source: &str, target: &str) -> Vec<EdgeIdx> {
    let (source, target) = (node(machine, source), node(machine, target));
    let is = |(_, edge): &(EdgeIdx, &tracklight::machine::model::Edge)| (edge.source, edge.target) == (source, target);
    machine.edges.entries().filter(is).map(|(at, _)| at).collect()
}

fn kind(machine: &Machine, source: &str, target: &str) -> EdgeKind {
    machine.edges[between(machine, source, target)[0]].kind
}

/// The canonical JSON without places, read again as text and formatted, is the same.
fn keeps(text: &str) {
    let machine = Machine::parse(text);
    let json = write(&machine, Ranges::Hidden);
    let made = text_from_json(&Json::parse(&machine.to_json()).unwrap()).unwrap();
    assert!(made.unknown.is_empty(), "{:?}", made.unknown);
    assert_eq!(write(&Machine::parse(&made.text), Ranges::Hidden), json, "{}", made.text);
    let formatted = syntax::format(text).unwrap();
    assert_eq!(write(&Machine::parse(&formatted), Ranges::Hidden), json, "{formatted}");
    assert_eq!(syntax::format(&formatted).unwrap(), formatted);
}

#[test]
fn world_the_worked_example_has_no_errors_and_no_warnings() {
    let loud = |one: &&Diagnostic| one.severity != Severity::Info;
    let machine = Machine::parse(REFUND);
    assert_eq!(machine.diagnostics.iter().filter(loud).map(|one| one.code).collect::<Vec<_>>(), Vec::<&str>::new());
    keeps(REFUND);
}

// 1. Questions with a form.

#[test]
fn world_1_asks_is_strong_and_ask_only_with_a_context() {
    let machine =
        Machine::parse("context D { v<string> }\nstate a, b, c\na -asks-> D\na -ask: v-> D\na -ask-> b\nb -asks-> c");
    let edges: Vec<EdgeKind> = between(&machine, "a", "D").iter().map(|at| machine.edges[*at].kind).collect();
    assert_eq!(edges, [EdgeKind::Data(Some(Access::Ask)); 2]);
    assert_eq!(kind(&machine, "a", "b"), EdgeKind::Control);
    assert_eq!(kind(&machine, "b", "c"), EdgeKind::Data(Some(Access::Ask)));
    assert_eq!(found(&machine, "access-without-context").len(), 1);
    let json = machine.to_json();
    assert!(json.contains(r#""type":"asks","fields":["v"]"#), "{json}");
    keeps("context D { v<string> }\nstate a\na -asks: v-> D");
}

#[test]
fn world_1_the_node_may_read_the_fields_and_write_none() {
    let machine = Machine::parse("context D { v<string>; w<string> }\ntask a { prompt: \"x\" }\na -asks: v-> D");
    let context = machine.context_of(node(&machine, "D")).unwrap();
    let right = machine.control.right(node(&machine, "a"), context).unwrap();
    assert!(right.read.allow("v") && !right.read.allow("w") && right.write.is_none());
}

#[test]
fn world_1_one_form_per_context_in_source_order_with_the_first_question() {
    let machine = Machine::parse(
        "context D { v<string>; w<string> }\ncontext E { x<string> }\nstate a\n\
         a -asks: w-> D\na -asks-> E\na -asks: v, question: \"What?\"-> D { }\na -asks: w, question: \"Late\"-> D",
    );
    let forms = machine.control.forms(node(&machine, "a"));
    let shown: Vec<(String, Vec<&str>, Option<&str>, usize)> = forms
        .iter()
        .map(|form| {
            let fields = form.fields.iter().map(|field| &*machine.fields[*field].name).collect();
            (machine.context_id(form.context).to_string(), fields, form.question.as_deref(), form.edges.len())
        })
        .collect();
    assert_eq!(shown, [("D".to_owned(), vec!["v", "w"], Some("What?"), 3), ("E".to_owned(), vec!["x"], None, 1)]);
}

#[test]
fn world_1_what_cannot_be_asked_is_reported_and_asks_nothing() {
    for (text, code) in [
        ("input I { v<string> }\nstate a\na -asks-> I", "write-to-input"),
        ("context D { error<string>; v<string> }\nstate a\na -asks-> D", "request-invalid"),
        ("context D @open { }\nstate a\na -asks-> D", "request-invalid"),
    ] {
        let machine = Machine::parse(text);
        assert_eq!(found(&machine, code).len(), 1, "{text}: {:?}", findings(text));
        assert!(machine.control.forms(node(&machine, "a")).is_empty(), "{text}");
    }
    let listed = Machine::parse("context D { error<string>; v<string> }\nstate a\na -asks: v-> D");
    assert!(found(&listed, "request-invalid").is_empty());
    assert_eq!(listed.control.forms(node(&listed, "a")).len(), 1);
    let nearest = "context D { verdict<string> }\nstate a\na -asks: verdit-> D";
    assert_eq!(fixed(nearest, "access-field"), nearest.replace("verdit", "verdict"));
}

#[test]
fn world_1_declined_alone_is_built_in_and_wins_over_a_node() {
    let text = "context D { v<string> }\nstate a, declined { x: 1 }\na -asks-> D\na -when: \"declined\"-> b\na -when: \"declined.x > 1\"-> c";
    let machine = Machine::parse(text);
    let bound = |target: &str| {
        let edge = &machine.edges[between(&machine, "a", target)[0]];
        edge.condition.as_ref().unwrap().expr.as_ref().unwrap().names[0].clone()
    };
    assert_eq!(bound("b"), Binding::Builtin(Builtin::Declined, Vec::new()));
    assert!(matches!(bound("c"), Binding::Attribute(..)));
    assert_eq!(found(&machine, "shadowed-name").len(), 1);
    assert!(found(&Machine::parse("state a, declined; a -> declined"), "shadowed-name").is_empty());
}

#[test]
fn world_1_plain_requests_may_have_choices() {
    let text = "state a { needs: [\"Which?\", { text: \"Ship {{ visits }}?\", options: [\"yes\", \"no\"] }]; wants: { text: \"Why?\" } }";
    let machine = Machine::parse(text);
    let node = &machine.nodes[node(&machine, "a")];
    let needs = questions::declared(node, "needs");
    assert_eq!(
        needs.iter().map(|one| (&*one.text, one.options.len())).collect::<Vec<_>>(),
        [("Which?", 0), ("Ship {{ visits }}?", 2)]
    );
    assert_eq!(questions::declared(node, "wants")[0].text, "Why?".into());
    assert!(found(&machine, "request-invalid").is_empty(), "{:?}", findings(text));
    for wrong in [
        "{ text: \"x\", options: [\"one\"] }",
        "{ text: \"x\", options: [\"a\", \"a\"] }",
        "{ text: \"x\", options: [\"a\", \"\"] }",
        "{ text: \"x\", options: [\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"10\",\"11\"] }",
        "{ text: \"\", options: [\"a\", \"b\"] }",
        "{ options: [\"a\", \"b\"] }",
    ] {
        let machine = Machine::parse(&format!("state a {{ needs: {wrong} }}"));
        assert_eq!(found(&machine, "request-invalid").len(), 1, "{wrong}");
    }
    keeps(text);
}

#[test]
fn world_1_a_stub_of_answers_is_allowed_without_an_agent() {
    let text = "context D { v<string> }\nstate a { stub: { answers: [{ v: \"x\" }, \"text\", { error: \"no\" }] } }\na -asks-> D";
    assert!(!findings(text).iter().any(|one| one.contains("stub")), "{:?}", findings(text));
    let replies = "context D { v<string> }\nstate a { stub: { say: \"x\" } }\na -asks-> D";
    assert!(findings(replies).iter().any(|one| one.starts_with("warning stub-unused")));
}

// 2. Events.

#[test]
fn world_2_the_key_on_makes_an_event_edge_behind_structural_data_and_catch() {
    let machine = Machine::parse(
        "context C { x: 1 }\nevent paid\nevent order.paid\nstate a, b, c, d, e\na -on: paid-> b\na -on: order.paid-> c\n\
         a -on: paid-> C\na -on: paid, catch-> d\na -> e { on: paid }\na <--on: paid--> b",
    );
    assert_eq!(kind(&machine, "a", "b"), EdgeKind::Event);
    assert_eq!(machine.edges[between(&machine, "a", "c")[0]].on.as_ref().unwrap().name, "order.paid".into());
    assert_eq!(kind(&machine, "a", "C"), EdgeKind::Data(None));
    assert_eq!(kind(&machine, "a", "d"), EdgeKind::Catch);
    assert_eq!(kind(&machine, "a", "e"), EdgeKind::Event, "keys of the block count as inline ones");
    let control = &machine.control;
    let events = |id: &str| {
        control.events(node(&machine, id)).iter().map(|exit| (exit.edge.0, exit.reverse)).collect::<Vec<_>>()
    };
    assert_eq!(events("b"), [(5, true)], "`<-->` is crossed both ways");
    assert_eq!(control.class(between(&machine, "a", "b")[0]), Some(EdgeClass::Event));
    assert!(machine.to_json().contains(r#""kind":"event""#));
    keeps("event order.paid\nstate a; a -on: order.paid; when: \"event.data != null\"-> b");
}

#[test]
fn world_2_words_that_exclude_each_other_are_errors_and_the_later_has_no_effect() {
    for (label, at, kind) in [
        ("on: paid; after: 2d", "2d", EdgeKind::Event),
        ("on: paid, catch", "paid", EdgeKind::Catch),
        ("after: 2d, catch", "2d", EdgeKind::Catch),
        ("on: paid; @async", "@async", EdgeKind::Event),
        ("on: paid; @map(C.l)", "@map(C.l)", EdgeKind::Event),
        ("after: 2d; @async(2)", "@async(2)", EdgeKind::Timer),
        ("on: \"two words\"", "\"two words\"", EdgeKind::Event),
    ] {
        let text = format!("context C {{ l: [1] }}\nevent paid\nstate a, b; a -{label}-> b");
        let machine = Machine::parse(&text);
        let errors = found(&machine, "event-edge");
        assert_eq!(errors.iter().map(|one| machine.tree.str(one.span)).collect::<Vec<_>>(), [at], "{label}");
        assert_eq!(errors[0].severity, Severity::Error);
        let edge = between(&machine, "a", "b")[0];
        assert_eq!(machine.edges[edge].kind, kind, "{label}");
        assert!(machine.control.fan_out(edge).is_none());
    }
}

#[test]
fn world_2_a_condition_that_is_no_expression_is_an_error() {
    let text = "event paid\ntask a { prompt: \"x\" }\na -on: paid; when: \"it was paid\"-> b";
    assert!(findings(text).iter().any(|one| one.starts_with("error condition-syntax")), "{:?}", findings(text));
}

#[test]
fn world_2_events_have_a_namespace_of_their_own() {
    let machine = Machine::parse(
        "shop { event paid { amount<number> @minimum(0); stub: { amount: 1 } } }\nstate paid\npaid -on: paid-> done",
    );
    let event = &machine.events[machine.event("paid").unwrap()];
    let declared = &machine.nodes[event.node];
    assert_eq!((&*declared.id, declared.class, declared.parent), ("event:paid", Class::Event, None));
    assert_eq!(machine.nodes[node(&machine, "paid")].class, Class::State);
    assert_eq!(machine.find("event:paid"), None, "they never resolve as nodes");
    assert_eq!(event.schema.fields().iter().map(|field| &*field.name).collect::<Vec<_>>(), ["amount"]);
    assert!(!event.schema.is_open());
    let is_node = machine.nodes.entries().all(|(_, node)| node.children.iter().all(|child| *child != event.node));
    assert!(is_node, "nothing contains them");
    let json = machine.to_json();
    assert!(json.contains(r#""name":"paid","id":"event:paid","type":"event""#), "{json}");
    keeps("event a.b { x<List<string>> @minItems(1); note: \"n\" }\nevent c\nstate s; s -on: a.b-> t -on: c-> s");
    let twice = Machine::parse("event paid { x<number> }\nevent paid { y<number> }\na -on: paid-> b");
    assert_eq!(found(&twice, "duplicate-node").len(), 1);
    assert_eq!(twice.events.len(), 1);
    assert_eq!(twice.events.iter().next().unwrap().schema.fields().len(), 2);
}

#[test]
fn world_2_an_import_brings_events_under_their_own_name() {
    let files = || {
        Files::new(
            "",
            vec![(
                "pay.dygram".to_owned(),
                "event paid { amount<Money> }\ntype Money { cents<Integer> }\nevent lost\nprocess desk { state open, shut; open -on: paid-> shut }".to_owned(),
            )],
        )
    };
    let named =
        Machine::parse_files("import { lost, lost as gone } from \"./pay\"\nstate a; a -on: lost-> b", &files());
    assert_eq!(named.events.len(), 1);
    assert!(named.event("lost").is_some() && named.event("gone").is_none());
    assert_eq!(found(&named, "import-symbol").len(), 1, "an alias has no effect");
    let along =
        Machine::parse_files("import { desk, Money } from \"./pay\"\nevent own\ndesk -on: own-> done", &files());
    let paid = &along.events[along.event("paid").expect("what an imported edge waits for comes along")];
    assert_eq!(paid.schema.fields()[0].schema.fields().len(), 1, "its types mean what they mean in its file");
    assert!(found(&along, "unknown-event").is_empty());
    let twice = Machine::parse_files("import { lost } from \"./pay\"\nevent lost\na -on: lost-> b", &files());
    assert_eq!(
        found(&twice, "import-collision").len() + found(&twice, "duplicate-node").len(),
        1,
        "{:?}",
        twice.diagnostics
    );
}

#[test]
fn world_2_unknown_undeclared_and_unheard_events() {
    let unknown = "event paid\nstate a; a -on: payd-> b; b -on: paid-> a";
    assert!(findings(unknown).contains(&"warning unknown-event @ payd".to_owned()));
    assert_eq!(fixed(unknown, "unknown-event"), unknown.replace("payd", "paid"));
    assert!(
        findings(&format!("machine \"M\" @strict\nstate b\n{unknown}"))
            .contains(&"error unknown-event @ payd".to_owned())
    );
    let undeclared = "state a; a -on: paid-> b";
    assert!(findings(undeclared).contains(&"info undeclared-event @ paid".to_owned()));
    let declared = fixed(undeclared, "undeclared-event");
    assert_eq!(declared, "state a; a -on: paid-> b\nevent paid\n");
    assert!(!findings(&declared).iter().any(|one| one.contains("-event")));
    assert!(findings("event paid\nstate a; a -> b").contains(&"info unheard-event @ paid".to_owned()));
}

#[test]
fn world_2_event_and_timer_edges_are_no_plain_edges_and_no_module_exits() {
    let machine = Machine::parse(
        "event go\nprocess m { init a; task b; a -> b }\nm -on: go-> out\nm -after: 1h-> late\nstate out, late, t, u; state s @start\n\
         s -on: go-> t\ns -after: 1h-> u\ntask w @start\nw -on: go-> t\nw -after: 1h-> u",
    );
    let control = &machine.control;
    let at = |id: &str| node(&machine, id);
    assert!(control.effective(at("m.b")).is_empty(), "never inherited");
    assert_eq!(control.outwards(at("m.b")).collect::<Vec<_>>(), [at("m.b"), at("m")]);
    assert_eq!((control.events(at("m")).len(), control.timers(at("m")).len()), (1, 1));
    assert_eq!(control.work(at("w")), Work::None, "there is nothing to choose");
    assert!(
        found(&machine, "ambiguous-exit").is_empty() && found(&machine, "unreachable-node").is_empty(),
        "{:?}",
        machine.diagnostics
    );
    let joined = Machine::parse("event go\nprocess m { init a }\nm -on: go; @join-> z\nstate z, f");
    let join = &joined.control.joins()[0];
    assert!(joined.control.reaches(node(&joined, "m.a"), join), "reach follows events of modules");
    assert!(!joined.control.reaches(node(&joined, "z"), join));
}

#[test]
fn world_2_an_unconditional_edge_beside_a_wait_always_wins() {
    let text = "event go\nstate a, b, c\na -on: go-> b\na -> c\n";
    assert!(findings(text).contains(&"warning event-never-waits @ ->".to_owned()), "{:?}", findings(text));
    assert_eq!(fixed(text, "event-never-waits"), "event go\nstate a, b, c\na -on: go-> b\n\n");
    for quiet in [
        "event go\ntask a { prompt: \"x\" }; a -on: go-> b; a -> c",
        "event go\nstate a { needs: \"x\" }; a -on: go-> b; a -> c",
        "context D { v<string> }\nevent go\nstate a; a -asks-> D; a -on: go-> b; a -> c",
        "event go\nstate a; a -on: go-> b; a -when: visits > 1-> c",
    ] {
        assert!(!findings(quiet).iter().any(|one| one.contains("event-never-waits")), "{quiet}");
    }
}

#[test]
fn world_2_the_names_of_events_in_conditions() {
    let machine = Machine::parse(REFUND);
    let edge = between(&machine, "waiting", "closed")[0];
    let bound = machine.edges[edge].condition.as_ref().unwrap().expr.as_ref().unwrap().clone();
    assert_eq!(bound.names[0], Binding::Builtin(Builtin::Event, vec!["data".into(), "amount".into()]));
    let own = Machine::parse(
        "context event { x: 1 }\nstate a; a -when: \"event.x > 1\"-> b; a -when: \"lastEvent == null && clock < 5\"-> b",
    );
    let names = |at: u32| own.edges[EdgeIdx(at)].condition.as_ref().unwrap().expr.as_ref().unwrap().names.clone();
    assert!(matches!(names(0)[0], Binding::Field(..)), "a node of that name wins");
    assert_eq!(names(1), [Binding::Builtin(Builtin::LastEvent, vec![]), Binding::Builtin(Builtin::Clock, vec![])]);
    let misspelt = REFUND.replace("event.data.amount", "event.data.amont");
    assert_eq!(fixed(&misspelt, "condition-name"), REFUND);
    let elsewhere = "state a; a -when: \"event.name == 'x'\"-> b";
    assert_eq!(fixed(elsewhere, "condition-name"), elsewhere.replace("event.name", "lastEvent.name"));
}

#[test]
fn world_2_the_stub_of_an_event_is_its_data() {
    let stub =
        |data: &str| findings(&format!("event paid {{ amount<number>; stub: {data} }}\nstate a; a -on: paid-> b"));
    assert!(!stub("{ amount: 5 }").iter().any(|one| one.contains("stub")));
    assert!(stub("{ amount: \"much\" }").iter().any(|one| one.starts_with("warning stub-shape")));
    assert!(stub("{ amount: 5, more: 1 }").iter().any(|one| one.starts_with("warning stub-shape")));
}

// 3. Time.

#[test]
fn world_3_the_key_after_takes_a_constant_time() {
    let wait = |value: &str| {
        let machine = Machine::parse(&format!("state a; a -after: {value}-> b"));
        let edge = &machine.edges[EdgeIdx(0)];
        assert_eq!(edge.kind, EdgeKind::Timer, "{value}");
        assert_eq!(machine.control.class(EdgeIdx(0)), Some(EdgeClass::Timer));
        let wrong = !found(&machine, "timer-value").is_empty();
        assert_eq!(wrong, edge.after.as_ref().unwrap().milliseconds.is_none(), "{value}");
        edge.after.as_ref().unwrap().milliseconds
    };
    for (value, milliseconds) in [
        ("500ms", 500),
        ("5s", 5_000),
        ("2m", 120_000),
        ("2min", 120_000),
        ("1.5h", 5_400_000),
        ("2D", 172_800_000),
        ("1w", 604_800_000),
        ("\"2 d\"", 172_800_000),
        ("0.1s", 100),
        ("P1DT12H", 129_600_000),
        ("PT0.5S", 500),
        ("P2W", 1_209_600_000),
    ] {
        assert_eq!(wait(value), Some(milliseconds), "{value}");
    }
    for value in [
        "soon",
        "5",
        "0s",
        "0.5ms",
        "1y",
        "P1Y",
        "P",
        "PT",
        "P1M",
        "\"\"",
        "1e3s",
        "\"2 d 3 h\"",
        "\"-5s\"",
        "99999999999999999999d",
    ] {
        assert_eq!(wait(value), None, "{value}");
    }
    assert_eq!(wait("1h, 30min"), None, "a label beside it that looks like more of it");
    assert_eq!(wait("2d, too late"), Some(172_800_000));
    keeps("state a; a -after: 2d; when: \"visits > 1\"-> b; a -> c { after: \"PT5M\" }");
}

// 4. Values without an agent.

#[test]
fn world_4_set_is_split_at_semicolons_and_the_first_colon() {
    let machine = Machine::parse(
        "context C { n: 0; s<string>; m<any>; l<any> }\nstate a @set(C.n: visits > 1 ? 2 : 3; C.m[\"a:b;\"].x: [1, 2]; C.s: \"{{ x }}; y\") @set(C.l[0]: C.n)\n",
    );
    let assignments = &machine.nodes[node(&machine, "a")].assignments;
    let shown: Vec<(&str, &str)> = assignments.iter().map(|one| (&*one.target, &*one.value.text)).collect();
    assert_eq!(
        shown,
        [("C.n", "visits > 1 ? 2 : 3"), ("C.m[\"a:b;\"].x", "[1, 2]"), ("C.s", "\"{{ x }}; y\""), ("C.l[0]", "C.n")]
    );
    let walks: Vec<Vec<Step>> = assignments.iter().map(|one| one.place.as_ref().unwrap().walk.clone()).collect();
    assert_eq!(walks, [vec![], vec![Step::Key("a:b;".into()), Step::Key("x".into())], vec![], vec![Step::Index(0)]]);
    assert!(assignments.iter().all(|one| one.value.expr.is_ok()));
    let json = machine.to_json();
    assert!(json.contains(r#"{"name":"set","entries":[{"target":"C.l[0]","expr":"C.n"}]}"#), "{json}");
    keeps(&machine.tree.text);
}

#[test]
fn world_4_a_comma_between_entries_is_an_error_with_a_fix() {
    let text = "context C { n: 0; m: 0 }\nstate a @set(C.n: 1, C.m: 2)\na -> b";
    assert!(findings(text).contains(&"error annotation-argument @ ,".to_owned()), "{:?}", findings(text));
    let mended = fixed(text, "annotation-argument");
    assert_eq!(mended, text.replace(',', ";"));
    assert!(!findings(&mended).iter().any(|one| one.starts_with("error")));
}

#[test]
fn world_4_set_stands_on_transitions_of_every_class_and_on_steps() {
    let machine = Machine::parse(
        "context C { n: 0; l: [1] }\nevent e\nstate a, b\na -when: visits > 1; @set(C.n: 1)-> b\na -on: e; @set(C.n: event.data)-> b\n\
         a -after: 1s; @set(C.n: 1)-> b\na -catch, @set(C.n: 1)-> b\na -@map(C.l) @set(C.n: item)-> b\na -> b @set(C.n: 1)\na -reads-> C @set(C.n: 1)",
    );
    for edge in machine.edges.iter().filter(|edge| edge.kind.is_transition()) {
        assert_eq!(edge.assignments.len(), 1);
    }
    assert_eq!(found(&machine, "annotation-no-effect").len(), 1);
    let wrong = "context C { n: 0 } \nmachine \"M\" @set(C.n: 1)\ncontext D @set(C.n: 1) { x @set(C.n: 1): 1 }\na -> b";
    assert_eq!(
        findings(wrong).iter().filter(|one| one.contains("annotation-no-effect")).count(),
        3,
        "{:?}",
        findings(wrong)
    );
}

#[test]
fn world_4_load_checks_of_set() {
    let of = |entry: &str| {
        let text = format!(
            "input I {{ x: 1 }}\ncontext Count {{ n<Integer>: 0; k<'a' | 'b'?> }}\ncontext O @open {{ }}\nstate a @set({entry})\na -> b"
        );
        findings(&text).into_iter().filter(|one| !one.starts_with("info")).collect::<Vec<_>>()
    };
    assert_eq!(of("Count.n: Count.n + 1; O.new: 1; Count.k: \"a\""), Vec::<String>::new());
    assert_eq!(of("Count.m: 1"), ["error unknown-reference @ Count.m"]);
    assert_eq!(of("Count: 1"), ["error unknown-reference @ Count"]);
    assert_eq!(of("Cuont.n: 1"), ["error unknown-reference @ Cuont.n"]);
    assert_eq!(of("Count[0]: 1"), ["error unknown-reference @ Count[0]"]);
    assert_eq!(of("a.x: 1"), ["error unknown-reference @ a.x"]);
    assert_eq!(of("I.x: 2"), ["warning write-to-input @ I.x"]);
    assert_eq!(of("Count.n: 1 +"), ["error condition-syntax @ 1 +"]);
    assert_eq!(of("Count.n: Count.m"), ["warning condition-name @ Count.m"]);
    assert_eq!(of("Count.n: \"many\""), ["error value-type @ \"many\""]);
    assert_eq!(of("Count.n: 1.5"), ["error value-type @ 1.5"]);
    assert_eq!(of("Count.k: 'c'"), ["error value-type @ 'c'"]);
    assert_eq!(of("Count.n"), ["error annotation-argument @ Count.n"]);
    let near = "context Count { n: 0 }\nstate a @set(Cuont.n: 1)\na -> b";
    assert_eq!(fixed(near, "unknown-reference"), near.replace("Cuont", "Count"));
}

#[test]
fn world_4_a_value_that_is_one_string_is_that_text() {
    let machine = Machine::parse(
        "context C { s<string> }\noutput O { t<string> @from(\"C.s + '!'\") }\nstate a @set(C.s: \"C.s\")\na -> b",
    );
    assert_eq!(&*machine.nodes[node(&machine, "a")].assignments[0].value.text, "\"C.s\"");
    let context = machine.context_of(node(&machine, "O")).unwrap();
    let from = machine.fields[machine.field(context, "t").unwrap()].from.clone().unwrap();
    assert_eq!(&*from.text, "C.s + '!'", "in `from` it is the expression");
    assert_eq!(from.expr.as_ref().unwrap().names.len(), 1);
    for text in ["line\\nbreak", "a \\\"quote\\\"", "back\\\\slash", "nul\\0", "{{ x }}", "it's"] {
        let source = format!("context C {{ s<string> }}\nstate a @set(C.s: \"{text}\")\na -> b");
        let machine = Machine::parse(&source);
        assert!(machine.nodes[node(&machine, "a")].assignments[0].value.expr.is_ok(), "{text}");
        keeps(&source);
    }
}

#[test]
fn world_4_from_stands_on_typed_fields_of_outputs() {
    let warned = |text: &str| findings(text).into_iter().filter(|one| one.contains("annotation-no-effect")).count();
    assert_eq!(warned("output O { t<string> @from(visits) }\na -> b"), 0);
    assert_eq!(warned("output O { t<string> @from(visits): \"x\" }\na -> b"), 1);
    assert_eq!(warned("context C { t<string> @from(visits) }\na -> b"), 1);
    assert_eq!(warned("state a @from(visits)\na -> b"), 1);
    assert_eq!(warned("state a; a -@from(visits)-> b"), 1);
    let untyped = "output O { t @from(visits) }\na -> b";
    assert_eq!(warned(untyped), 1);
    assert_eq!(fixed(untyped, "annotation-no-effect"), "output O { t<any> @from(visits) }\na -> b");
    let faulty = "output O { t<string> @from(1 +) }\na -> b";
    assert!(findings(faulty).iter().any(|one| one.starts_with("error condition-syntax")));
    let text = Machine::parse("output O { t<string> @from(\"some text\") }\nstate a; a -> b");
    let hint = text.diagnostics.iter().find(|one| one.code == "condition-syntax").and_then(|one| one.hint.as_deref());
    assert_eq!(hint, Some("write an expression; a fixed text is a value, as in `t<string>: \"…\"`"));
    keeps("output O { t<string> @from(has(O.t) ? \"a: b; c\" : 'x') }\na -> b");
}

#[test]
fn world_4_asks_set_and_from_count_as_writers() {
    let unwritten = |text: &str| findings(text).iter().any(|one| one.contains("output-unreachable"));
    assert!(unwritten("output O { t<string> }\ntask a { prompt: \"x\" }"));
    for text in [
        "output O { t<string> }\nstate a\na -asks-> O",
        "output O { t<string> }\nstate a @set(O.t: \"x\")\na -> b",
        "output O { t<string> }\nstate a\na -@set(O.t: \"x\")-> b",
        "output O { t<string> @from(\"'x'\") }\nstate a\na -> b",
    ] {
        assert!(!unwritten(text), "{text}");
    }
    let list = |writer: &str| {
        let text = format!("context C @open {{ x: 1 }}\nstate a, b\n{writer}\na -@map(C.list)-> b");
        findings(&text).iter().any(|one| one.contains("map-list"))
    };
    assert!(list(""));
    assert!(!list("state z @set(C.list: [1])\na -> z"));
}

// 5. Tokens.

#[test]
fn world_5_the_machine_limits_its_tokens() {
    let machine = Machine::parse(REFUND);
    assert_eq!(machine.attribute("maxTokens"), Some(&Value::Num(200_000.0)));
    let wrong = Machine::parse("machine \"M\" { maxTokens: 0 }\na -> b");
    let limit = found(&wrong, "limit-value");
    assert_eq!(limit[0].hint.as_deref(), Some("there is no limit"));
}

// 9. Shapes.

#[test]
fn world_9_machines_of_one_text_share_their_hash_with_their_json() {
    let machine = Machine::parse(REFUND);
    let made = text_from_json(&Json::parse(&machine.to_json()).unwrap()).unwrap();
    let again: Arc<Machine> = Machine::parse(&made.text);
    assert_eq!(machine.hash(), again.hash(), "{}", made.text);
}

// The editor's answers and the drawing.

/// What is offered at the `|` of a text.
fn offered(text: &str) -> Vec<String> {
    let at = text.find('|').unwrap();
    let source = text.replacen('|', "", 1);
    let offset = source[..at].encode_utf16().count() as u32;
    service::complete(&Machine::parse(&source), offset).into_iter().map(|one| one.label).collect()
}

/// The text after renaming what stands at the `|`.
fn renamed(text: &str, to: &str) -> Result<String, String> {
    let at = text.find('|').unwrap();
    let source = text.replacen('|', "", 1);
    let renaming = service::rename(&Machine::parse(&source), None, at as u32, to, Vec::new());
    let mut edits = renaming.map_err(|refusal| refusal.code.word().to_owned())?.edits;
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.from));
    let mut out = source;
    for edit in edits {
        out.replace_range(edit.from as usize..edit.to as usize, &edit.insert);
    }
    Ok(out)
}

#[test]
fn world_2_events_are_renamed_where_they_are_declared_and_awaited() {
    let text = "event pa|id { amount<number> }\nstate paid; paid -on: paid; when: \"event.data.amount > 1\"-> b\nb -> c { on: \"paid\" }";
    let after = renamed(text, "settled").unwrap();
    assert_eq!(
        after,
        "event settled { amount<number> }\nstate paid; paid -on: settled; when: \"event.data.amount > 1\"-> b\nb -> c { on: \"settled\" }"
    );
    assert_eq!(
        renamed("event pa|id\nevent lost\na -on: paid-> b -on: lost-> c", "lost"),
        Err("name-exists".to_owned())
    );
    let field = "event paid { amo|unt<number> }\nstate a; a -on: paid; when: \"event.data.amount > 1\" @set(C.n: event.data.amount)-> b\ncontext C { n: 0 }";
    assert_eq!(renamed(field, "sum").unwrap(), field.replacen('|', "", 1).replace("amount", "sum"));
    let set = "context Ro|unds { count: 0 }\nstate a @set(Rounds.count: Rounds.count + 1)\noutput O { t<any> @from(Rounds.count) }\na -> b";
    assert_eq!(renamed(set, "Turns").unwrap(), set.replacen('|', "", 1).replace("Rounds", "Turns"));
}

#[test]
fn world_2_events_are_in_the_outline_and_have_a_declaration() {
    let text = "event paid \"Money came\" { amount<number> }\nstate a; a -on: paid-> b";
    let machine = Machine::parse(text);
    let outline = service::outline(&machine);
    let event = outline.iter().find(|item| item.class == "event").unwrap();
    assert_eq!((&*event.name, event.id.as_deref(), event.children.len()), ("paid", Some("event:paid"), 1));
    let uses = service::Uses::of(&machine);
    let at = text.rfind("paid").unwrap() as u32;
    let place = service::definition(&machine, &uses, at).unwrap();
    assert_eq!((place.from, place.to), (6, 10));
    assert_eq!(service::references(&machine, &uses, at).len(), 2);
    let hover = service::hover(&machine, &uses, at).unwrap().markdown;
    assert!(hover.contains("Money came") && hover.contains("1 edge waits for it"), "{hover}");
    let free = Machine::parse("state a; a -on: paid-> b");
    let hover = service::hover(&free, &service::Uses::of(&free), 17).unwrap().markdown;
    assert!(hover.contains("Not declared"), "{hover}");
}

#[test]
fn world_2_completion_offers_the_new_words() {
    assert!(offered("|").contains(&"event".to_owned()));
    assert!(offered("event e { s|").contains(&"stub".to_owned()));
    assert!(!offered("event e { |").contains(&"task".to_owned()));
    let labels = offered("event paid\nstate a\na -|-> b");
    for word in ["asks", "on:", "after:", "question:", "@set"] {
        assert!(labels.contains(&word.to_owned()), "{word}: {labels:?}");
    }
    assert_eq!(offered("event paid; event lost\nstate a\na -on: p|-> b"), ["paid"]);
    assert!(offered("state a\na -after: |-> b").contains(&"2d".to_owned()));
    assert_eq!(offered("context D { verdict<string>; note<string> }\nstate a\na -asks: v|-> D"), ["verdict"]);
    assert_eq!(
        offered("event paid { amount<number> }\nstate a\na -on: paid; when: \"event.data.am|\"-> b"),
        ["amount"]
    );
    assert!(offered("state a\na -when: \"decl|\"-> b").contains(&"declined".to_owned()));
    assert_eq!(offered("context Rounds { count: 0 }\nstate a @set(Rou|)"), ["Rounds.count"]);
    assert_eq!(offered("context Rounds { count: 0 }\nstate a @set(Rounds.count: Rounds.co|)"), ["count"]);
    assert!(offered("context Rounds { count: 0 }\noutput O { t<any> @from(Rou|) }").contains(&"Rounds".to_owned()));
    assert!(offered("context C { n: 0 }\nstate a @set(C.n: min(1, visi|))").contains(&"visits".to_owned()));
}

#[test]
fn world_4_expressions_in_annotations_are_coloured_as_conditions_are() {
    let text = "a -@set(C.n: C.n + 1; C.s: \"C.n\")-> b\noutput O { t<any> @from(\"C.n\") }";
    let tree = syntax::parse(text);
    let colours: Vec<(&str, &str)> =
        syntax::highlight(&tree).iter().map(|part| (tree.str(part.span), part.class.word())).collect();
    let of = |word: &str| colours.iter().filter(|(text, _)| *text == word).map(|(_, class)| *class).collect::<Vec<_>>();
    assert_eq!(of("C"), ["node", "node", "node", "node"]);
    assert_eq!(of("+"), ["operator"]);
    assert_eq!(of("\"C.n\""), ["string"], "a text");
    assert_eq!(of("\""), ["condition", "condition"], "an expression in quotes");
}

#[test]
fn world_cards_and_labels_say_what_is_asked_awaited_and_set() {
    let text = "context Decision { verdict<string>; note<string> }\ncontext Rounds { count: 0; last: 0 }\nevent paid { amount<number> }\nevent lost\n\
        state a @set(Rounds.count: Rounds.count + 1; Rounds.last: 2)\na -asks: verdict-> Decision\na -on: paid; when: \"event.data.amount > 1\"; @set(Rounds.count: 0)-> b\n\
        a -on: lost-> c -on: paid-> a\na -after: 2d-> c";
    let machine = Machine::parse(text);
    let options = DotOptions::default();
    let dot = view::dot_static(&machine, &options);
    let has = |part: &str| assert!(dot.contains(part), "{part}\n{dot}");
    has("TITLE=\"asks Decision.verdict\"");
    has("TITLE=\"on paid · lost\"");
    has("TITLE=\"sets Rounds.count, .last\"");
    has("on: paid");
    has("after: 2d");
    has("set Rounds.count: 0");
    has("class=\"tl-edge tl-event");
    has("class=\"tl-edge tl-timer");
    let drawing = view::drawing_static(&machine, &options);
    assert!(
        drawing.rail.unwrap().dot.contains("tl-event") && !drawing.flow.dot.contains("tl-node tl-event"),
        "a card in the rail"
    );
    assert!(!dot.contains("@set"), "it is said by its own row");
}
