//! Tools that the host serves, and tools about the machine.

use tracklight::machine::Machine;
use tracklight::run::agent::call::{AgentReply, Call, ReplyTurn};
use tracklight::run::state::ToolResult;
use tracklight::schema::Json;
use tracklight::value::Value;

use super::play::{Play, object, start};

/// A call with what the host gave for it.
fn call(name: &str, input: Value, result: Option<Value>, error: Option<&str>) -> Call {
    Call { name: name.into(), input: Some(input), result, error: error.map(Into::into), ..Call::default() }
}

fn reply(play: &mut Play, request: &str, calls: Vec<Call>, is_final: bool) -> Vec<ToolResult> {
    let reply = AgentReply::Turns { turns: vec![ReplyTurn { text: None, calls }], is_final, path: None, usage: None };
    play.try_reply(request, reply).unwrap().results
}

fn code(result: &ToolResult) -> &'static str {
    result.result.as_ref().map_or_else(|error| error.code.word(), |_| "ok")
}

const HOSTED: &str = r#"task t { prompt: "go" }
tool search { description: "Find things"; input_schema: {
  type: "object"; properties: { q: { type: "string" } }; required: ["q"]; additionalProperties: false } }
tool ask
tool lonely
shop { tool search }
search -> t; t -> ask; t -> shop.search"#;

#[test]
fn tool_nodes_joined_by_an_edge_are_offered_by_name() {
    let mut play = start(HOSTED);
    play.step();
    assert_eq!(play.tools("agent-1-1"), ["request_context", "ask", "search", "shop_search"]);
    let asked = play.asked("agent-1-1");
    assert!(asked.contains(r#"{"name":"ask","kind":"host","description":"Call ask","inputSchema":{"type":"object"}}"#));
    assert!(
        asked.contains(r#""kind":"host","description":"Find things","inputSchema":{"additionalProperties":false,"#)
    );
}

#[test]
fn tool_names_of_any_script_are_distinct_stable_and_fit_what_providers_accept() {
    let text = "task 開始 { prompt: \"go\" }\nstate 東京; state 大阪; state 東京tower; state größe; state Größe2; state été\n\
                開始 -> 東京; 開始 -> 大阪; 開始 -> 東京tower; 開始 -> größe; 開始 -> été; 開始 -> Größe2\n\
                context 数 { n: 1 }\nbox { state 東京 }\n開始 -writes-> 数; 開始 -> box.東京";
    let names = |text: &str| {
        let mut play = start(text);
        play.step();
        play.tools("agent-1-1")
    };
    let given = names(text);
    let fits = |name: &String| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        (1..=64).contains(&name.len()) && name.chars().all(allowed) && !name.contains("__")
    };
    assert!(given.iter().all(fits), "{given:?}");
    assert_eq!(given.iter().collect::<std::collections::BTreeSet<_>>().len(), given.len(), "{given:?}");
    assert!(given.contains(&"transition_to_groesse".to_owned()) && given.contains(&"transition_to_ete".to_owned()));
    assert!(given.iter().any(|name| name.starts_with("transition_to_tower_")), "{given:?}");
    // Another edge does not rename the tools that were there.
    let more = names(&format!("{text}\nstate 京都; 開始 -> 京都"));
    assert!(given.iter().all(|name| more.contains(name)), "{given:?} {more:?}");
}

#[test]
fn a_definition_with_unknown_keys_is_answered_with_their_names() {
    let source = "machine \"M\" @meta\ntask t { prompt: \"go\" }";
    let mut play = start(source);
    play.step();
    let text = Machine::parse(source).to_json().replacen('{', "{\"nodez\":\"x\",", 1);
    let machine = Json::parse(&text).unwrap().to_value();
    let input = object([("machine", machine), ("reason", "x".into())]);
    let results = reply(&mut play, "agent-1-1", vec![call("update_definition", input, None, None)], false);
    let refusal = results[0].result.as_ref().unwrap();
    let message = "1 unknown key was ignored: `nodez`. Fix it and propose again";
    assert_eq!(refusal.get("message").and_then(Value::as_str), Some(message), "{refusal:?}");
}

#[test]
fn the_host_supplies_what_its_tools_give() {
    let mut play = start(HOSTED);
    play.step();
    let q = |text: &str| object([("q", Value::from(text))]);
    let calls = vec![
        call("search", q("x"), Some(Value::from("found")), None),
        call("search", q("x"), None, Some("offline")),
        call("search", q("x"), None, None),
        call("search", object([("p", Value::from(1.0))]), Some(Value::Null), None),
        call("lonely", Value::object(), Some(Value::Null), None),
        call("ask", object([("anything", Value::from(1.0))]), Some(Value::Null), None),
    ];
    let results = reply(&mut play, "agent-1-1", calls, true);
    let codes: Vec<_> = results.iter().map(code).collect();
    assert_eq!(codes, ["ok", "host-error", "host-unsupported", "invalid-input", "unknown-tool", "ok"]);
    assert_eq!(results[0].result, Ok(Value::from("found")));
    assert_eq!(results[1].result.as_ref().unwrap_err().message, "offline");
    assert_eq!(play.run().counters.errors, 4);
    assert_eq!(play.path(), "completed at t");
}

const META: &str = "machine \"M\" @meta\ntask t { prompt: \"go\" }\ntask u { prompt: \"on\" }\n\
                    tool look { description: \"See\" }\nt -> u";

const META_TOOLS: [&str; 7] = [
    "get_machine_definition",
    "list_available_tools",
    "update_definition",
    "construct_tool",
    "propose_tool_improvement",
    "get_tool_nodes",
    "build_tool_from_node",
];

#[test]
fn meta_tools_are_offered_where_the_machine_or_the_node_is_marked() {
    let mut play = start(META);
    play.step();
    assert_eq!(play.tools("agent-1-1")[2..], META_TOOLS);
    let mut play = start("task t { prompt: \"go\"; meta: true }\ntask u { prompt: \"on\" }\nt -> u");
    play.step();
    assert_eq!(play.tools("agent-1-1")[2..], META_TOOLS);
    play.reply("agent-1-1", super::play::turn(&[]));
    play.step();
    assert_eq!(play.tools("agent-1-2"), ["request_context"]);
}

#[test]
fn an_agent_can_look_at_the_machine_and_at_its_tools() {
    let mut play = start(META);
    play.step();
    let calls = vec![
        call("get_machine_definition", Value::object(), None, None),
        call("get_machine_definition", object([("format", Value::from("dsl"))]), None, None),
        call("get_machine_definition", object([("format", Value::from("xml"))]), None, None),
        call("list_available_tools", object([("filter_type", Value::from("core"))]), None, None),
        call("propose_tool_improvement", Value::object(), Some(Value::Null), None),
    ];
    let results = reply(&mut play, "agent-1-1", calls, false);
    assert_eq!(results.iter().map(code).collect::<Vec<_>>(), ["ok", "ok", "invalid-input", "ok", "invalid-input"]);
    let both = results[0].result.clone().unwrap();
    assert_eq!(both.get("dsl"), Some(&Value::from(META)));
    assert_eq!(both.get("json").and_then(|json| json.get("title")), Some(&Value::from("M")));
    assert!(results[1].result.clone().unwrap().get("json").is_none());
    let listed = results[3].result.clone().unwrap().to_json();
    assert!(listed.contains(r#""kind":"transition","name":"transition_to_u""#) && !listed.contains("get_tool_nodes"));
}

#[test]
fn a_tool_that_the_host_built_is_offered_from_the_next_request_on() {
    let mut play = start(META);
    play.step();
    let tool = |name: &str| {
        object([
            ("name", Value::from(name)),
            ("description", Value::from("Adds")),
            (
                "input_schema",
                object([("type", Value::from("object")), ("required", [Value::from("a")].into_iter().collect())]),
            ),
            ("implementation_strategy", Value::from("agent_backed")),
            ("implementation_details", Value::from("by hand")),
        ])
    };
    let calls = vec![
        call("construct_tool", tool("add up"), Some(Value::from("built")), None),
        call("construct_tool", tool("add_up"), Some(Value::from("built")), None),
        call("construct_tool", tool("transition_to_u"), Some(Value::from("built")), None),
        call("construct_tool", tool("other"), None, Some("no")),
        call("add_up", Value::object(), Some(Value::Null), None),
        call(
            "build_tool_from_node",
            object([("tool_name", Value::from("look")), ("strategy", Value::from("x"))]),
            Some(Value::Null),
            None,
        ),
        call(
            "build_tool_from_node",
            object([("tool_name", Value::from("nope")), ("strategy", Value::from("x"))]),
            Some(Value::Null),
            None,
        ),
    ];
    let results = reply(&mut play, "agent-1-1", calls, false);
    let codes: Vec<_> = results.iter().map(code).collect();
    assert_eq!(codes, ["ok", "name-taken", "name-taken", "host-error", "unknown-tool", "ok", "invalid-input"]);
    assert_eq!(play.tools("agent-1-2")[9..], ["add_up", "look"]);
    let calls = vec![
        call("add_up", Value::object(), Some(Value::Null), None),
        call("add_up", object([("a", Value::from(1.0))]), Some(Value::from(2.0)), None),
        call(
            "list_available_tools",
            object([("filter_type", Value::from("dynamic")), ("include_source", Value::from(true))]),
            None,
            None,
        ),
    ];
    let results = reply(&mut play, "agent-1-2", calls, true);
    assert_eq!(results.iter().map(code).collect::<Vec<_>>(), ["invalid-input", "ok", "ok"]);
    assert!(results[2].result.clone().unwrap().to_json().contains(r#""implementation_details":"by hand""#));
    let text = play.0.save(tracklight::run::save::Past::None);
    let back = tracklight::run::Timeline::resume(&text, false).unwrap().timeline;
    assert_eq!(back.run().tools, play.run().tools);
}
