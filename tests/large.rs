//! Large machines of odd shapes stay cheap: what could multiply is looked up or limited.
//!
//! Nothing here measures time. Work that grew with the square of a text would not finish.

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::value::Value;
use tracklight::view::{self, DotOptions};

use crate::run::play::{Play, data, object, start, turns};

const MANY: usize = 10_000;

fn each(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect::<Vec<_>>().join("\n")
}

fn codes(machine: &Machine, code: &str) -> usize {
    machine.diagnostics.iter().filter(|one| one.code == code).count()
}

/// The result of one call of the agent that is asked first.
fn call(play: &mut Play, name: &str, input: Value) -> Result<Value, &'static str> {
    let asked = play.run().paths.values().find_map(|path| path.asked()).unwrap().to_string();
    let done = play.try_reply(&asked, turns(&[&[(name, input)]], false)).unwrap();
    done.results[0].result.clone().map_err(|error| error.code.word())
}

#[test]
fn a_write_and_a_read_may_name_ten_thousand_fields() {
    let fields = each(MANY, |at| format!("f{at}<int?>;"));
    let list = (0..MANY).map(|at| format!("f{at}")).collect::<Vec<_>>();
    let mut play =
        start(&format!("context C {{ {fields} }}\ntask t {{ prompt: \"go\" }}\nt -writes: {}-> C", list.join(", ")));
    play.step();
    let values: Value = list.iter().map(|name| (&**name, Value::from(1.0))).collect();
    let written = call(&mut play, "write_C", object([("data", values)])).unwrap();
    assert_eq!(written.get("written").unwrap().as_list().unwrap().len(), MANY);
    let names: Value = list.iter().rev().map(|name| Value::from(&**name)).collect();
    let read = call(&mut play, "read_C", object([("fields", names)])).unwrap();
    assert_eq!(read.get("data").unwrap().as_map().unwrap().len(), MANY);
    let others: Vec<String> = list.iter().take(3).map(|name| format!("x{name}")).collect();
    let unknown: Value = others.iter().map(|name| (&**name, Value::Null)).collect();
    assert_eq!(call(&mut play, "write_C", object([("data", unknown)])), Err("write-refused"));
    let unknown: Value = others.iter().map(|name| Value::from(&**name)).collect();
    assert_eq!(call(&mut play, "read_C", object([("fields", unknown)])), Err("not-permitted"));
    assert_eq!(
        call(&mut play, "write_C", data([("f7", Value::from(2.0))])).unwrap().get("version").unwrap().as_num(),
        Some(2.0)
    );
}

#[test]
fn ten_thousand_edges_may_grant_a_field_each() {
    let play = start(&format!(
        "context C {{ {} }}\ntask t {{ prompt: \"go\" }}\n{}",
        each(MANY, |at| format!("f{at}: {at};")),
        each(MANY, |at| format!("t -writes: f{at}-> C"))
    ));
    let machine = &play.run().machine;
    let rights = machine.control.right(machine.find("t").unwrap(), machine.contexts.ids().next().unwrap()).unwrap();
    assert!(["f0", "f9999"].iter().all(|name| rights.write.allow(name)) && !rights.write.allow("f10000"));
}

#[test]
fn a_group_may_pass_ten_thousand_rights_to_ten_thousand_children() {
    let play = start(&format!(
        "{}\ngroup g {{ {} }}\n{}\n{}",
        each(MANY, |at| format!("context C{at} {{ n: 1 }}")),
        each(MANY, |at| format!("task t{at} {{ prompt: \"{{{{ C{at}.n }}}}\" }}")),
        each(MANY, |at| format!("g -writes-> C{at}")),
        each(MANY, |at| format!("g.t{at} -writes-> C{at}")),
    ));
    let machine = &play.run().machine;
    let last = machine.find("g.t9999").unwrap();
    let rights = machine.control.rights(last);
    assert_eq!(rights.len(), MANY);
    let writable = rights.iter().filter(|(_, right)| !right.write.is_none()).count();
    assert_eq!(writable, MANY, "what is inherited can be written too");
}

#[test]
fn ten_thousand_contexts_may_hold_a_type_of_two_thousand_fields() {
    let machine = Machine::parse(&format!(
        "type Big {{ {} }}\n{}",
        each(2_000, |at| format!("f{at}<int?>;")),
        each(MANY, |at| format!("context C{at} {{ x<Big?>; y<Big?> }}"))
    ));
    assert_eq!(machine.contexts.len(), MANY);
    let first = machine.contexts.iter().next().unwrap();
    assert_eq!(first.schema.field("x").unwrap().schema.fields().len(), 2_000);
    let kept: usize = machine.fields.iter().map(|field| field.schema.fields().len()).sum();
    assert!(kept <= 500_000, "{kept}");
}

#[test]
fn ten_thousand_defaults_may_stand_beside_a_schema() {
    let properties = each(MANY, |at| format!("f{at}: {{ type: \"integer\" }},"));
    let schema = |extra: &str, rest: &str| {
        format!(
            "context C {{ schema: {{ type: \"object\", {extra} properties: {{ {properties} }} }}; {rest} }}\nstate s"
        )
    };
    let machine = Machine::parse(&schema("", &each(MANY, |at| format!("f{at}: {at};"))));
    assert_eq!((machine.fields.len(), machine.findings), (MANY, 0));
    assert!(machine.fields.iter().all(|field| field.default.is_some()));
    let machine = Machine::parse(&schema("additionalProperties: false,", &each(MANY, |at| format!("g{at}: {at};"))));
    assert_eq!((machine.fields.len(), machine.findings), (MANY, MANY));
    assert!(machine.diagnostics.iter().any(|one| one.code == "schema-unknown-field" && one.hint.is_some()));
}

#[test]
fn thousands_of_rows_may_be_ends_of_edges() {
    let machine = Machine::parse(&format!(
        "task t {{ {} }}\n{}",
        each(3_000, |at| format!("u{at}: C{at};")),
        each(3_000, |at| format!("context C{at} {{ n: 1 }}"))
    ));
    let dot = view::dot_static(&machine, &DotOptions::default());
    assert_eq!(dot.matches("PORT=\"v_u").count(), 3_000, "every end of an edge keeps its row");
}

#[test]
fn a_circle_of_ten_thousand_contexts_is_an_error_and_leaves_a_graph() {
    let links = each(MANY, |at| format!("C{at} *--> C{}", (at + 1) % MANY));
    let machine = Machine::parse(&format!(
        "{}\n{links}\nstate s; state t\ns -> t",
        each(MANY, |at| format!("context C{at} {{ n: 1 }}"))
    ));
    assert!(codes(&machine, "context-cycle") > 0);
    let play = Play(tracklight::run::Timeline::start(machine, &Default::default()));
    let graph = play.0.graph();
    assert_eq!(graph.roots.len(), 1);
    let last = graph.nodes.iter().find(|node| *node.id == *"ctx:1/C9999").unwrap();
    assert!(
        last.children.is_empty() && *last.parents[0] == *"ctx:1/C9998",
        "the link that closes the circle is left out"
    );
    let shown = play.0.projection(&tracklight::run::PathId::start(1), None, Some(1_000_000.0)).unwrap();
    assert!(!to_string(&shown).is_empty());
}
