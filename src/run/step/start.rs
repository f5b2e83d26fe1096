//! Starting: initial values, start values from outside, one path per start node.

use std::sync::Arc;

use im::OrdMap;

use crate::context::store::{self, Stored};
use crate::context::{Added, ContextMap};
use crate::machine::Machine;
use crate::machine::duration::milliseconds;
use crate::machine::model::{ContextIdx, NodeIdx, Role};
use crate::machine::writes;
use crate::run::event::{Kind, Started};
use crate::run::state::outcome::Outcome;
use crate::run::state::{Counters, LastAction, Limits, Origin, Path, PathId, Run};
use crate::run::step::draft::{Applied, Draft, PathMover};
use crate::schema::{Amount, Scope, Violation, joined};
use crate::text::nearest;
use crate::value::{Map, Value};

/// How to start a run.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    /// Values of contexts: `{ Ctx: { field: value } }`.
    pub input: Map,
    /// Limits that override the machine's.
    pub limits: LimitOptions,
    /// Nodes to start at instead of the machine's start nodes.
    pub from: Option<Vec<String>>,
    /// How many entries of the timeline keep their run; 100,000 by default.
    pub history_limit: Option<u32>,
}

/// Limits given by the host. Missing ones are the machine's.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs, reason = "the names are those of `Limits`")]
pub struct LimitOptions {
    pub max_steps: Option<u32>,
    pub max_node_invocations: Option<u32>,
    pub max_paths: Option<u32>,
    pub max_turns: Option<u32>,
    pub timeout: Option<u32>,
    pub max_tokens: Option<u32>,
}

/// Starts a run of a machine. It never fails: problems are reported in the outcome.
pub fn start(machine: Arc<Machine>, options: &StartOptions) -> Applied {
    let (mut local, mut shared) = store::initial(&machine);
    let mut added = Arc::new(Added::default());
    let mut errors = Vec::new();
    for (name, fields) in &options.input {
        lay_over(&machine, &mut added, &mut local, &mut shared, name, fields, &mut errors);
    }
    check_inputs(&machine, &added, &local, &shared, &mut errors);
    let starts = start_nodes(&machine, options, &mut errors);
    let run = Run {
        limits: Arc::new(limits(&machine, &options.limits)),
        machine: machine.clone(),
        step: 0,
        tick: 0,
        action: 0,
        seq: 0,
        elapsed_ms: 0,
        clock_ms: 0,
        paths: OrdMap::new(),
        shared,
        added,
        joins: OrdMap::new(),
        requests: OrdMap::new(),
        edge_use: OrdMap::new(),
        node_use: OrdMap::new(),
        setbacks: OrdMap::new(),
        counters: Counters::default(),
        usage: Default::default(),
        forces: Arc::default(),
        rev: 0,
        tools: Arc::default(),
        edits: Arc::default(),
        edit_seq: 0,
        violated: Arc::default(),
        outcome: Arc::new(Outcome::NotStarted { errors: Vec::new() }),
        last: Arc::new(LastAction::default()),
    };
    let mut draft = Draft::started(run);
    if !errors.is_empty() || starts.is_empty() {
        draft.run.outcome = Arc::new(Outcome::NotStarted { errors });
        return draft.close(None);
    }
    let mut started = Vec::new();
    for (index, node) in starts.into_iter().enumerate() {
        let index = index as u32;
        let mut path = Path::new(PathId::start(index + 1), Origin::Start { index }, node, &local);
        path.order = index;
        let mut mover = PathMover { draft: &mut draft, path };
        let entered = mover.come_to(node, None, 0);
        let path = mover.path;
        started.push(Started { path: path.id.clone(), node: machine.nodes[path.node].id.clone(), entered });
        draft.put(path);
    }
    let (machine_hash, limits) = (machine.hash().clone(), *draft.run.limits);
    draft.emit(Kind::RunStarted { starts: started, machine_hash, limits });
    draft.run.outcome = Arc::new(Outcome::Running);
    draft.finish(None)
}

/// Applies start values to a context's defaults. Inputs are checked as a whole later, other contexts like a write.
fn lay_over(
    machine: &Machine,
    added: &mut Arc<Added>,
    local: &mut ContextMap,
    shared: &mut ContextMap,
    name: &str,
    fields: &Value,
    errors: &mut Vec<Violation>,
) {
    let Some(context) = machine.find(name).and_then(|node| machine.context_of(node)) else {
        let ids: Vec<&str> = machine.contexts.ids().map(|context| &**machine.context_id(context)).collect();
        let hint = nearest(name, ids.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let expected: Value = ids.into_iter().map(Value::from).collect();
        let pointer = joined("", name);
        let message = format!("unknown context `{name}`");
        errors.push(Violation { hint, ..Violation::new(pointer, "unknown-context", message, expected, name) });
        return;
    };
    let map = if machine.contexts[context].shared { shared } else { local };
    let Value::Map(data) = fields else {
        errors.push(Violation::new(
            joined("", name),
            "type",
            "must be an object of fields".to_owned(),
            "object",
            fields.clone(),
        ));
        return;
    };
    let written = if machine.contexts[context].role == Role::Input {
        let completed = machine.contexts[context].schema.complete_fields(data);
        completed.into_iter().collect::<Vec<_>>()
    } else {
        match writes::check_fields(machine, context, data) {
            Ok(written) => written,
            Err(found) => return errors.extend(found.into_iter().map(|violation| within(machine, context, violation))),
        }
    };
    for (name, value) in written {
        // The check of the whole input reports fields that the schema does not have.
        let id = store::find_or_add(machine, added, context, &name);
        map.insert(id, Stored { value: Arc::new(value), version: 0 });
    }
}

fn check_inputs(
    machine: &Machine,
    added: &Added,
    local: &ContextMap,
    shared: &ContextMap,
    errors: &mut Vec<Violation>,
) {
    for (at, context) in machine.contexts.entries().filter(|(_, context)| context.role == Role::Input) {
        let map = if context.shared { shared } else { local };
        let whole = store::whole(machine, added, map, at);
        let report = context.schema.validate(&whole, Scope::Whole, Amount::All);
        errors.extend(report.violations.into_iter().map(|violation| within(machine, at, violation)));
    }
}

/// A violation whose pointer starts at the whole input.
pub(in crate::run) fn within(machine: &Machine, context: ContextIdx, violation: Violation) -> Violation {
    let pointer = joined("", machine.context_id(context)) + &violation.pointer;
    Violation { pointer, ..violation }
}

fn start_nodes(machine: &Machine, options: &StartOptions, errors: &mut Vec<Violation>) -> Vec<NodeIdx> {
    let Some(from) = &options.from else { return machine.control.starts.clone() };
    let mut nodes = Vec::new();
    for (at, id) in from.iter().enumerate() {
        match machine.find(id).filter(|node| machine.nodes[*node].class.is_executable()) {
            Some(node) => nodes.push(node),
            None => errors.push(Violation::new(
                format!("/from/{at}"),
                "unknown-node",
                format!("`{id}` is not a node where paths can start"),
                "the id of a task or state",
                id.as_str(),
            )),
        }
    }
    nodes
}

/// The machine's limits, overridden by those given.
fn limits(machine: &Machine, options: &LimitOptions) -> Limits {
    let default = Limits::default();
    let declared = |name: &str| match machine.attribute(name) {
        Some(Value::Num(number)) if *number >= 1.0 && number.fract() == 0.0 && *number <= f64::from(u32::MAX) => {
            Some(*number as u32)
        }
        Some(value @ Value::Str(_)) if name == "timeout" => milliseconds(value),
        _ => None,
    };
    let given_or_declared = |given: Option<u32>, name| given.filter(|given| *given > 0).or_else(|| declared(name));
    let limit = |given, name, default| given_or_declared(given, name).unwrap_or(default);
    Limits {
        max_steps: limit(options.max_steps, "maxSteps", default.max_steps),
        max_node_invocations: limit(options.max_node_invocations, "maxNodeInvocations", default.max_node_invocations),
        max_paths: limit(options.max_paths, "maxPaths", default.max_paths),
        max_turns: limit(options.max_turns, "maxTurns", default.max_turns),
        timeout: limit(options.timeout, "timeout", default.timeout),
        max_tokens: given_or_declared(options.max_tokens, "maxTokens"),
    }
}
