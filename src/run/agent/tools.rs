//! The tools an agent is offered at a node: names, descriptions, input schemas.

use std::sync::Arc;

use crate::json::{Raw, ToJson, With, Writer};
use crate::machine::control::{EdgeClass, Exit, Fields};
use crate::machine::fan_out::Branches;
use crate::machine::model::{ConditionKind, ContextIdx, EdgeIdx, NodeIdx};
use crate::machine::questions::{LONGEST_OPTION, OPTIONS};
use crate::quick::{Map, Set};
use crate::run::agent::meta;
use crate::run::agent::requests::{MAX_QUERY, MAX_REASON};
use crate::run::agent::tool::{Names, Served, Tool, ToolKind, Wanted, former_name, tool_name};
use crate::run::state::{Force, Path, Run};
use crate::run::step::templates::resolve;

/// The tools a path is offered at its node, in order.
pub fn offers(run: &Run, path: &Path) -> Vec<Tool> {
    let machine = &run.machine;
    let work = machine.control.work(path.node);
    let mut wanted: Vec<Wanted> = Vec::new();
    // A compensating node does not follow its edges, so they are not offered.
    let leaves = path.unwinding.is_none();
    for kind in if leaves { transitions(run, path) } else { Vec::new() } {
        if let ToolKind::Transition { target, .. } = kind {
            wanted.push(("transition_to_", Some(target), kind));
        }
    }
    if work.is_agent_work() {
        for (context, rights) in machine.control.rights(path.node) {
            let node = machine.contexts[context].node;
            // A tool that takes no field at all is of no use.
            let takes_any = |fields: &Fields| listed(run, context, fields).is_none_or(|names| !names.is_empty());
            if takes_any(rights.read) {
                wanted.push(("read_", Some(node), ToolKind::Read(context, rights.read.clone())));
            }
            if takes_any(rights.write) {
                wanted.push(("write_", Some(node), ToolKind::Write(context, rights.write.clone())));
            }
        }
        if leaves {
            wanted.extend(spawns(run, path));
        }
        wanted.push(("request_context", None, ToolKind::Request));
    }
    wanted.extend(meta::offered(run, path));
    let ambiguous = ambiguous_labels(run, &wanted);
    let (mut names, mut former_names) = (Names::default(), Names::default());
    let mut tools = Vec::with_capacity(wanted.len());
    for (prefix, node, kind) in wanted {
        let label = match (&kind, node) {
            (ToolKind::Host(Served::Built(tool)), _) => &*tool.name,
            (_, None) => "",
            (_, Some(node)) => {
                let node = &machine.nodes[node];
                if ambiguous.contains(&(prefix, &*node.name)) { &node.id } else { &node.name }
            }
        };
        let name = names.give(tool_name(prefix, label));
        let former = former_names.give(former_name(&[prefix, label].concat()).into());
        tools.push(Tool { name, former, kind });
    }
    tools
}

/// One tool per fan-out edge that the agent decides about: lists after the others.
fn spawns(run: &Run, path: &Path) -> Vec<Wanted> {
    let machine = &run.machine;
    let control = &machine.control;
    let (mut single, mut lists) = (Vec::new(), Vec::new());
    for exit in control.effective(path.node) {
        let Some(fan_out) = control.fan_out(exit.edge).filter(|fan_out| !fan_out.is_twin) else { continue };
        if !machine.is_left_to_agent(exit.edge) || run.force(&path.id, exit.edge) == Some(Force::Skip) {
            continue;
        }
        let edge = &machine.edges[exit.edge];
        let guard = edge.condition.as_ref().map(|condition| guard_text(condition.kind, &condition.text));
        let target = &machine.nodes[exit.to].id;
        let source = match &fan_out.branches {
            Branches::Each { source, .. } => Some(source.clone()),
            _ => None,
        };
        let mut words = match &source {
            Some(source) => format!("Start {target} on a new path for each item of {source} and continue here"),
            None => format!("Start {target} on a new path and continue here"),
        };
        let label = resolve(run, path, &edge.text()).text;
        for (text, before, after) in [(label, ": ", ""), (guard.unwrap_or_default(), " (if \"", "\")")] {
            if !text.is_empty() {
                words.push_str(&format!("{before}{text}{after}"));
            }
        }
        let (prefix, list) = match source {
            None => ("spawn_async_to_", &mut single),
            Some(_) => ("map_spawn_to_", &mut lists),
        };
        list.push((prefix, Some(exit.to), ToolKind::Spawn { exit: *exit, source, words }));
    }
    single.append(&mut lists);
    single
}

/// Labels that more than one tool of a prefix would have.
fn ambiguous_labels<'a>(run: &'a Run, wanted: &[Wanted]) -> Set<(&'static str, &'a str)> {
    let mut seen = Set::default();
    let mut twice = Set::default();
    for (prefix, node, _) in wanted {
        if let Some(node) = node {
            let key = (*prefix, &*run.machine.nodes[*node].name);
            if !seen.insert(key) {
                twice.insert(key);
            }
        }
    }
    twice
}

/// One transition per distinct target of the plain and guarded edges, by priority, then source order.
fn transitions(run: &Run, path: &Path) -> Vec<ToolKind> {
    let machine = &run.machine;
    let control = &machine.control;
    let mut found: Vec<(NodeIdx, Vec<EdgeIdx>)> = Vec::new();
    let mut places: Map<NodeIdx, usize> = Map::default();
    for exit in control.effective(path.node) {
        if !machine.is_choice(exit.edge) || run.force(&path.id, exit.edge) == Some(Force::Skip) {
            continue;
        }
        let place = *places.entry(exit.to).or_insert(found.len());
        match found.get_mut(place) {
            Some((_, edges)) => edges.push(exit.edge),
            None => found.push((exit.to, vec![exit.edge])),
        }
    }
    found
        .into_iter()
        .map(|(target, edges)| {
            let label: Vec<String> = edges
                .iter()
                .map(|edge| resolve(run, path, &machine.edges[*edge].text()).text)
                .filter(|label| !label.is_empty())
                .collect();
            let guards: Vec<String> = edges
                .iter()
                .filter(|edge| control.class(**edge) == Some(EdgeClass::Guarded))
                .filter_map(|edge| machine.edges[*edge].condition.as_ref())
                .map(|condition| guard_text(condition.kind, &condition.text))
                .collect();
            let guard = (!guards.is_empty()).then(|| guards.join("; "));
            ToolKind::Transition { target, edges, label: label.join("; "), guard }
        })
        .collect()
}

impl Tool {
    /// What it does, in words.
    pub fn description(&self, run: &Run) -> String {
        let machine = &run.machine;
        match &self.kind {
            ToolKind::Transition { target, label, guard, .. } => {
                let mut words = format!("Go to {}", machine.nodes[*target].id);
                if !label.is_empty() {
                    words.push_str(&format!(": {label}"));
                }
                if let Some(guard) = guard {
                    words.push_str(&format!(" (if \"{guard}\")"));
                }
                words
            }
            ToolKind::Read(context, _) => format!("Read fields of {}", machine.context_id(*context)),
            ToolKind::Write(context, _) => format!("Write fields of {}", machine.context_id(*context)),
            ToolKind::Spawn { words, .. } => words.clone(),
            ToolKind::Request => "Ask the user for information".to_owned(),
            ToolKind::Meta(meta) => meta.description().to_owned(),
            ToolKind::Host(served) => served.description(machine),
        }
    }

    /// Writes the tool as part of an agent request: in full, or without description and schema.
    pub fn write(&self, run: &Run, whole: bool, out: &mut Writer) {
        out.object(|object| {
            object.field("name", &self.name);
            object.field("kind", &self.kind.word());
            match &self.kind {
                ToolKind::Transition { target, .. } | ToolKind::Spawn { exit: Exit { to: target, .. }, .. } => {
                    object.field("target", &run.machine.nodes[*target].id);
                }
                ToolKind::Read(context, _) | ToolKind::Write(context, _) => {
                    object.field("context", run.machine.context_id(*context));
                }
                ToolKind::Request | ToolKind::Meta(_) | ToolKind::Host(_) => {}
            }
            if whole {
                object.field("description", &self.description(run));
                object.with("input_schema", |out| self.write_input_schema(run, out));
            }
        });
    }

    fn write_input_schema(&self, run: &Run, out: &mut Writer) {
        match &self.kind {
            ToolKind::Transition { .. } | ToolKind::Spawn { .. } => {
                let reason = Raw(r#"{"type":"string"}"#);
                ObjectSchema { properties: &[("reason", &reason)], ..Default::default() }.write(out);
            }
            ToolKind::Read(context, fields) => {
                let items = With(|out: &mut Writer| {
                    out.object(|object| match listed(run, *context, fields) {
                        Some(names) => object.field("enum", &names),
                        None => object.field("type", &"string"),
                    });
                });
                let list = With(|out: &mut Writer| {
                    out.object(|object| {
                        object.field("type", &"array");
                        object.field("items", &items);
                        object.field("unique_items", &true);
                    });
                });
                ObjectSchema { properties: &[("fields", &list)], ..Default::default() }.write(out);
            }
            ToolKind::Write(context, fields) => {
                let data = With(|out: &mut Writer| {
                    let machine = &run.machine;
                    let declared: Vec<_> = machine.contexts[*context]
                        .fields
                        .iter()
                        .map(|field| &machine.fields[*field])
                        .filter(|field| fields.allow(&field.name))
                        .map(|field| (field, field.schema.for_tool()))
                        .collect();
                    let names = listed(run, *context, fields);
                    let others = names.iter().flatten().filter(|name| machine.field(*context, name).is_none());
                    let of_declared = declared.iter().map(|(field, schema)| (&*field.name, schema as &dyn ToJson));
                    let properties: Vec<(&str, &dyn ToJson)> =
                        of_declared.chain(others.map(|name| (&**name, &Raw("{}") as &dyn ToJson))).collect();
                    let open = names.is_none();
                    ObjectSchema { properties: &properties, required: &[], open, filled: true }.write(out);
                });
                ObjectSchema { properties: &[("data", &data)], required: &["data"], ..Default::default() }.write(out);
            }
            ToolKind::Meta(_) | ToolKind::Host(_) => meta::write_input_schema(run, &self.kind, out),
            ToolKind::Request => {
                let limited = |limit: usize| format!(r#"{{"type":"string","minLength":1,"maxLength":{limit}}}"#);
                let (query, reason) = (limited(MAX_QUERY), limited(MAX_REASON));
                let priority = Raw(r#"{"enum":["required","optional"],"default":"required"}"#);
                let (least, most) = (OPTIONS.start(), OPTIONS.end());
                let options = format!(
                    r#"{{"type":"array","items":{},"minItems":{least},"maxItems":{most},"uniqueItems":true}}"#,
                    limited(LONGEST_OPTION)
                );
                let properties: [(&str, &dyn ToJson); 4] = [
                    ("query", &Raw(&query)),
                    ("reason", &Raw(&reason)),
                    ("priority", &priority),
                    ("options", &Raw(&options)),
                ];
                let required = &["query", "reason"];
                ObjectSchema { properties: &properties, required, ..Default::default() }.write(out);
            }
        }
    }
}

/// The fields a tool names one by one; `None` for all fields of an open context.
pub(in crate::run) fn listed(run: &Run, context: ContextIdx, fields: &Fields) -> Option<Vec<Arc<str>>> {
    let machine = &run.machine;
    let store = &machine.contexts[context];
    match fields {
        Fields::None => Some(Vec::new()),
        Fields::All if store.open => None,
        Fields::All => Some(store.fields.iter().map(|field| machine.fields[*field].name.clone()).collect()),
        Fields::Some(names) => {
            let declared = store.fields.iter().map(|field| machine.fields[*field].name.clone());
            let mut ordered: Vec<Arc<str>> = declared.filter(|name| fields.allow(name)).collect();
            let others = names.iter().filter(|name| store.open && machine.field(context, name).is_none());
            ordered.extend(others.cloned());
            Some(ordered)
        }
    }
}

/// An object schema as tools have it.
#[derive(Default)]
struct ObjectSchema<'a> {
    properties: &'a [(&'a str, &'a dyn ToJson)],
    required: &'a [&'a str],
    /// Takes properties that are not named.
    open: bool,
    /// Takes no empty object.
    filled: bool,
}

impl ToJson for ObjectSchema<'_> {
    fn write(&self, out: &mut Writer) {
        let properties = With(|out: &mut Writer| {
            out.object(|object| {
                for (name, schema) in self.properties {
                    object.entry(name, *schema);
                }
            });
        });
        out.object(|object| {
            object.field("type", &"object");
            object.field("properties", &properties);
            if !self.required.is_empty() {
                object.field("required", &self.required);
            }
            object.field("additional_properties", &self.open);
            if self.filled {
                object.field("min_properties", &1_u32);
            }
        });
    }
}

/// The text of a condition as an agent reads it, with `unless` where it applies.
fn guard_text(kind: ConditionKind, text: &str) -> String {
    match kind {
        ConditionKind::When => text.to_owned(),
        ConditionKind::Unless => format!("unless {text}"),
    }
}
