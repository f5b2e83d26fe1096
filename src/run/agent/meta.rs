//! Tools that the host serves, and tools about the machine itself.
//!
//! The core executes nothing: the host serves its tools and puts their results into the call. An agent at a node that
//! is marked meta may read the machine, propose an edit of it, and have the host build tools.

use std::sync::Arc;

use crate::json::{Raw, ToJson, Writer};
use crate::machine::Machine;
use crate::machine::canonical::{Ranges, write};
use crate::machine::model::{Class, NodeIdx};
use crate::machine::text_from_json;
use crate::run::agent::call::Call;
use crate::run::agent::tool::{Meta, Served, Tool, ToolKind, Wanted, tool_name};
use crate::run::edit::check;
use crate::run::state::{DynamicTool, Path, Run, ToolError, ToolErrorCode};
use crate::run::step::draft::PathMover;
use crate::schema::{Amount, Json, Scope, read, violation_value};
use crate::value::{Map, Value};

/// The meta tools in the order they are offered: name, description, input schema.
const TOOLS: &[(Meta, &str, &str, &str)] = &[
    (
        Meta::Definition,
        "get_machine_definition",
        "Get the machine definition as JSON, source text or both",
        concat!(
            r#"{"type":"object","properties":{"format":{"enum":["json","dsl","both"],"default":"both"}},"#,
            r#""additionalProperties":false}"#
        ),
    ),
    (
        Meta::List,
        "list_available_tools",
        "List the available tools",
        concat!(
            r#"{"type":"object","properties":{"include_source":{"type":"boolean","default":false},"#,
            r#""filter_type":{"enum":["all","core","dynamic","meta"],"default":"all"}},"#,
            r#""additionalProperties":false}"#
        ),
    ),
    (
        Meta::Update,
        "update_definition",
        "Propose a new machine definition as JSON; it takes effect when the user accepts it",
        concat!(
            r#"{"type":"object","properties":{"machine":{"type":"object"},"reason":{"type":"string","#,
            r#""minLength":1}},"required":["machine","reason"],"additionalProperties":false}"#
        ),
    ),
    (
        Meta::Construct,
        "construct_tool",
        "Build a new tool",
        concat!(
            r#"{"type":"object","properties":{"name":{"type":"string","minLength":1},"#,
            r#""description":{"type":"string"},"input_schema":{"type":"object"},"#,
            r#""implementation_strategy":{"enum":["agent_backed","code_generation","composition"]},"#,
            r#""implementation_details":{}},"required":["name","description","input_schema","#,
            r#""implementation_strategy","implementation_details"],"additionalProperties":false}"#
        ),
    ),
    (
        Meta::Improve,
        "propose_tool_improvement",
        "Propose an improvement to a tool",
        concat!(
            r#"{"type":"object","properties":{"tool_name":{"type":"string","minLength":1},"#,
            r#""rationale":{"type":"string"},"proposed_changes":{}},"required":["tool_name","rationale","#,
            r#""proposed_changes"],"additionalProperties":false}"#
        ),
    ),
    (
        Meta::Nodes,
        "get_tool_nodes",
        "List the tool nodes of the machine",
        concat!(
            r#"{"type":"object","properties":{"include_registered":{"type":"boolean","default":false}},"#,
            r#""additionalProperties":false}"#
        ),
    ),
    (
        Meta::Build,
        "build_tool_from_node",
        "Build a tool from a tool node of the machine",
        concat!(
            r#"{"type":"object","properties":{"tool_name":{"type":"string","minLength":1},"#,
            r#""strategy":{"type":"string"},"input_schema":{"type":"object"},"#,
            r#""output_schema":{"type":"object"},"implementation_details":{}},"required":["tool_name","#,
            r#""strategy"],"additionalProperties":false}"#
        ),
    ),
];

/// Takes any object.
const ANY_OBJECT: &str = r#"{"type":"object"}"#;

impl Meta {
    fn named(name: &str) -> Option<Self> {
        TOOLS.iter().find(|(_, known, ..)| *known == name).map(|(meta, ..)| *meta)
    }

    /// What it does, in words.
    pub(in crate::run) fn description(self) -> &'static str {
        TOOLS.iter().find(|(meta, ..)| *meta == self).map_or("", |(_, _, words, _)| words)
    }

    fn input_schema(self) -> &'static str {
        TOOLS.iter().find(|(meta, ..)| *meta == self).map_or(ANY_OBJECT, |(.., schema)| schema)
    }
}

/// True if a call may have shown the machine's source to an agent.
pub(in crate::run) fn reads_text(call: &Call) -> bool {
    let given = |key| call.input.as_ref().and_then(|input| input.get(key));
    match Meta::named(&call.name) {
        Some(Meta::Definition) => given("format").and_then(Value::as_str) != Some("json"),
        Some(Meta::List) => given("include_source").is_some_and(Value::truthy),
        _ => false,
    }
}

/// True if the node or the machine is marked meta.
fn is_meta(run: &Run, node: NodeIdx) -> bool {
    let (machine, at) = (&run.machine, &run.machine.nodes[node]);
    let marked = machine.attribute("meta").is_some_and(Value::truthy)
        || at.attribute("meta").and_then(|attribute| attribute.value.as_ref()).is_some_and(Value::truthy);
    marked || machine.annotation(&["meta"]).is_some() || at.annotation(&["meta"]).is_some()
}

/// The meta tools and the tools of the host that a path is offered.
pub(in crate::run) fn offered(run: &Run, path: &Path) -> Vec<Wanted> {
    let machine = &run.machine;
    let meta = machine.control.work(path.node).is_agent_work() && is_meta(run, path.node);
    let mut tools = Vec::new();
    for (kind, name, ..) in TOOLS.iter().filter(|_| meta) {
        tools.push((*name, None, ToolKind::Meta(*kind)));
    }
    for node in machine.control.tools(path.node) {
        let tool = &machine.nodes[*node];
        if meta && run.tools.iter().any(|built| *built.name == *tool_name("", &tool.name)) {
            continue;
        }
        tools.push(("", Some(*node), ToolKind::Host(Served::Node(*node))));
    }
    for built in run.tools.iter().filter(|_| meta) {
        let kind = ToolKind::Host(Served::Built(Arc::new(built.clone())));
        tools.push(("", None, kind));
    }
    tools
}

impl Served {
    /// What it does, in words.
    pub(in crate::run) fn description(&self, machine: &Machine) -> String {
        match self {
            Served::Node(node) => {
                let tool = &machine.nodes[*node];
                let words = tool.text("description").or_else(|| tool.text("desc")).or(tool.title.as_deref());
                words.map_or_else(|| format!("Call {}", tool.id), str::to_owned)
            }
            Served::Built(tool) => tool.description.to_string(),
        }
    }

    /// The JSON Schema of the input.
    fn input_schema(&self, run: &Run) -> Value {
        let given = match self {
            Served::Built(tool) => Some(tool.input_schema.clone()),
            Served::Node(node) => {
                let node = &run.machine.nodes[*node];
                let of = |key: &str| node.attribute(key).and_then(|attribute| attribute.value.clone());
                of("input_schema").or_else(|| of("parameters")).or_else(|| of("schema"))
            }
        };
        let given = match given {
            // A schema may be written as JSON text.
            Some(Value::Str(text)) => Json::parse(&text).map(|json| json.to_value()),
            other => other,
        };
        let object = given.filter(|schema| schema.get("type") == Some(&Value::from("object")));
        object.unwrap_or_else(|| [("type", Value::from("object"))].into_iter().collect())
    }
}

/// Writes the input schema of a meta tool or of a tool of the host.
pub(in crate::run) fn write_input_schema(run: &Run, kind: &ToolKind, out: &mut Writer) {
    match kind {
        ToolKind::Host(served) => served.input_schema(run).write(out),
        ToolKind::Meta(meta) => Raw(meta.input_schema()).write(out),
        _ => Raw(ANY_OBJECT).write(out),
    }
}

impl PathMover<'_> {
    /// Calls a tool that the host serves: checks the input, returns the host's result.
    pub fn call_host(&mut self, served: &Served, call: &Call, input: &Value) -> Result<Value, ToolError> {
        check_input(&Json::from(&served.input_schema(&self.draft.run)), input)?;
        from_host(call)
    }

    /// A call of a meta tool.
    pub fn call_meta(&mut self, meta: Meta, call: &Call, input: &Value, tools: &[Tool]) -> Result<Value, ToolError> {
        let schema = Json::parse(meta.input_schema());
        schema.map_or(Ok(()), |schema| check_input(&schema, input))?;
        match meta {
            Meta::Definition => Ok(self.definition(input)),
            Meta::List => Ok(self.list(input, tools)),
            Meta::Update => self.update(input),
            Meta::Improve | Meta::Nodes => from_host(call),
            Meta::Construct | Meta::Build => {
                let tool = self.built(meta, input, tools)?;
                let result = from_host(call)?;
                Arc::make_mut(&mut self.draft.run.tools).push(tool);
                Ok(result)
            }
        }
    }

    fn definition(&self, input: &Value) -> Value {
        let machine = &self.draft.run.machine;
        let format = input.get("format").and_then(Value::as_str).unwrap_or("both");
        let mut result = success();
        if format != "dsl" {
            let json = Json::parse(&write(machine, Ranges::Hidden)).map_or(Value::Null, |json| json.to_value());
            result.insert("json".into(), json);
        }
        if format != "json" {
            result.insert("dsl".into(), Value::from(machine.source().clone()));
        }
        Value::from(result)
    }

    fn update(&mut self, input: &Value) -> Result<Value, ToolError> {
        let refused = |message: String| ToolError::new(ToolErrorCode::EditRefused, message);
        let mut json = Json::from(input.get("machine").unwrap_or(&Value::Null));
        keep_order(&self.draft.run.machine, &mut json);
        let written = text_from_json(&json).map_err(|none| refused(none.message))?;
        if let Err(refusal) = check(&self.draft.run, &written.text) {
            return Err(ToolError { details: refusal.data, ..refused(refusal.message) });
        }
        let reason = input.get("reason").and_then(Value::as_str).unwrap_or_default();
        let path = self.path.id.clone();
        let id = self.draft.propose(Some(path), reason.into(), written.text.into());
        let mut result = success();
        result.insert("status".into(), Value::from("proposed"));
        result.insert("editId".into(), Value::from(id));
        if !written.unknown.is_empty() {
            result.insert(
                "ignored".into(),
                written.unknown.into_iter().map(|unknown| Value::from(unknown.name)).collect(),
            );
        }
        if let Some(keys) = result.get("ignored").and_then(Value::as_list) {
            let keys: Vec<String> = keys.iter().map(|key| format!("`{}`", key.to_text())).collect();
            let (are, them) = if keys.len() == 1 { ("key was", "it") } else { ("keys were", "them") };
            let message =
                format!("{} unknown {are} ignored: {}. Fix {them} and propose again", keys.len(), keys.join(", "));
            result.insert("message".into(), Value::from(message));
        }
        Ok(Value::from(result))
    }

    fn list(&self, input: &Value, tools: &[Tool]) -> Value {
        let machine = &self.draft.run.machine;
        let wanted = input.get("filter_type").and_then(Value::as_str).unwrap_or("all");
        let with_source = input.get("include_source").is_some_and(Value::truthy);
        let mut listed = Vec::new();
        for tool in tools {
            let (sort, source) = match &tool.kind {
                ToolKind::Meta(_) => ("meta", None),
                ToolKind::Host(Served::Built(built)) => ("dynamic", Some(built.source.clone())),
                ToolKind::Host(Served::Node(node)) => {
                    let span = machine.nodes[*node].span;
                    ("core", span.map(|span| Value::from(span.of(machine.source()))))
                }
                _ => ("core", None),
            };
            if wanted != "all" && wanted != sort {
                continue;
            }
            let mut entry = Map::new();
            entry.insert("name".into(), Value::from(tool.name.clone()));
            entry.insert("kind".into(), Value::from(tool.kind.word()));
            entry.insert("description".into(), Value::from(tool.description(&self.draft.run).as_str()));
            if let Some(source) = source.filter(|_| with_source) {
                entry.insert("source".into(), source);
            }
            listed.push(Value::from(entry));
        }
        let mut result = success();
        result.insert("tools".into(), listed.into_iter().collect());
        Value::from(result)
    }

    /// The tool that a call builds, if its name is free.
    fn built(&self, meta: Meta, input: &Value, tools: &[Tool]) -> Result<DynamicTool, ToolError> {
        let run = &self.draft.run;
        let text = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default();
        let wanted = if meta == Meta::Build { text("tool_name") } else { text("name") };
        let name = tool_name("", wanted);
        let node = run.machine.nodes.entries().find(|(_, node)| {
            meta == Meta::Build && node.class == Class::Tool && (*node.id == *wanted || *node.name == *wanted)
        });
        if meta == Meta::Build && node.is_none() {
            return Err(ToolError::new(ToolErrorCode::InvalidInput, format!("unknown tool node `{wanted}`")));
        }
        let is_node = |tool: &Tool| node.is_some() && matches!(tool.kind, ToolKind::Host(Served::Node(_)));
        let taken = run.tools.iter().any(|built| *built.name == *name)
            || tools.iter().any(|tool| *tool.name == *name && !is_node(tool));
        if taken {
            return Err(ToolError::new(ToolErrorCode::NameTaken, format!("there is already a tool named `{name}`")));
        }
        let of_node = |(at, _)| Served::Node(at).input_schema(run);
        let schema = input.get("input_schema").cloned().or_else(|| node.map(of_node)).unwrap_or_default();
        let description = match node {
            Some((_, node)) => node.text("description").unwrap_or(&node.name),
            None => text("description"),
        };
        Ok(DynamicTool {
            name: name.into(),
            description: description.into(),
            input_schema: schema,
            source: input.clone(),
        })
    }
}

fn success() -> Map {
    Map::unit("success".into(), Value::Bool(true))
}

/// The host's result for a call.
fn from_host(call: &Call) -> Result<Value, ToolError> {
    match (&call.error, &call.result) {
        (Some(error), _) => Err(ToolError::new(ToolErrorCode::HostError, error.to_string())),
        (None, Some(result)) => Ok(result.clone()),
        (None, None) => {
            let message = format!("`{}` returned neither a result nor an error", call.name);
            Err(ToolError::new(ToolErrorCode::HostUnsupported, message))
        }
    }
}

/// Checks an input against a JSON Schema. A faulty schema never fails the call.
fn check_input(schema: &Json, input: &Value) -> Result<(), ToolError> {
    let Some(schema) = read(schema).schema else { return Ok(()) };
    let found = schema.validate(input, Scope::Whole, Amount::All).violations;
    let Some(first) = found.first() else { return Ok(()) };
    let place = if first.pointer.is_empty() { String::new() } else { format!("{}: ", first.pointer) };
    let message = format!("{place}{}", first.message);
    Err(ToolError::new(ToolErrorCode::InvalidInput, message)
        .with([("errors", found.iter().map(violation_value).collect())]))
}

/// Puts the keys of each `schema` of a definition in the order of the present machine: the input of a call has none.
fn keep_order(machine: &Machine, definition: &mut Json) {
    let Some(Json::List(nodes)) = definition.get_mut("nodes") else { return };
    for node in nodes {
        let id = node.get("id").or_else(|| node.get("name")).map(Json::to_value);
        let present = id.as_ref().and_then(Value::as_str).and_then(|id| machine.find(id));
        let schema = present.and_then(|at| machine.nodes[at].attribute("schema")?.schema.clone());
        let (Some(schema), Some(Json::List(attributes))) = (schema, node.get_mut("attributes")) else { continue };
        let is_schema = |attribute: &&mut Json| attribute.get("name") == Some(&Json::Leaf(Value::from("schema")));
        for value in attributes.iter_mut().filter(is_schema).filter_map(|attribute| attribute.get_mut("value")) {
            *value = std::mem::replace(value, Json::Leaf(Value::Null)).in_order_of(&schema);
        }
    }
}
