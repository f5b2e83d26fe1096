//! Findings in words: the choice that matters, and what follows from it.

use std::sync::Arc;

use crate::explore::choices::{Fault, Given, What};
use crate::explore::reads::Slot;
use crate::machine::Machine;
use crate::machine::control::EdgeClass;
use crate::machine::model::{EdgeIdx, NodeIdx};
use crate::text::{clip, duration};
use crate::value::Value;

/// Characters of a value that a sentence shows.
const SHOWN: usize = 60;
/// Nodes that a sentence names.
const NAMED: usize = 4;

/// A node in a sentence.
pub fn named(machine: &Machine, node: NodeIdx) -> String {
    format!("`{}`", machine.nodes[node].id)
}

/// Nodes in a sentence.
pub fn listed(machine: &Machine, nodes: &[NodeIdx]) -> String {
    let mut names: Vec<String> = nodes.iter().take(NAMED).map(|node| named(machine, *node)).collect();
    let more = nodes.len().saturating_sub(NAMED);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    joined(&names)
}

pub fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// An edge in a sentence.
pub fn edge_name(machine: &Machine, edge: EdgeIdx) -> String {
    let of = &machine.edges[edge];
    let word = match machine.control.class(edge) {
        Some(EdgeClass::Catch) => "catch edge",
        Some(EdgeClass::Event) => "event edge",
        Some(EdgeClass::Timer) => "timer edge",
        _ => "edge",
    };
    format!("the {word} from {} to {}", named(machine, of.source), named(machine, of.target))
}

/// The name of a field: alone where that is clear, else with its context.
fn field(slot: &Slot) -> String {
    match slot {
        Slot::Field(_, name) | Slot::Data(name) => format!("`{name}`"),
    }
}

fn shown(value: &Value) -> String {
    clip(&value.to_json(), SHOWN)
}

fn given(values: &[Given]) -> String {
    joined(&values.iter().map(|(slot, value)| format!("{} = {}", field(slot), shown(value))).collect::<Vec<_>>())
}

/// With a capital letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The part behind "If".
pub fn condition(machine: &Machine, what: &What) -> String {
    match what {
        What::Step => "the run goes on".to_owned(),
        What::Reply { node, writes, target, spawns, unset, lacks_choice } => {
            let mut verbs = Vec::new();
            if !unset.is_empty() {
                verbs.push(format!("leaves {} unset", joined(&unset.iter().map(field).collect::<Vec<_>>())));
            }
            if !writes.is_empty() {
                verbs.push(format!("writes {}", given(writes)));
            }
            if !spawns.is_empty() {
                verbs.push(format!("starts {}", listed(machine, spawns)));
            }
            verbs.extend(target.map(|target| format!("chooses {}", named(machine, target))));
            if *lacks_choice {
                verbs.push("makes no choice".to_owned());
            }
            if verbs.is_empty() {
                let may_write = machine.control.rights(*node).iter().any(|(_, right)| !right.write.is_none());
                let reply = if may_write { "replies without writing anything" } else { "replies" };
                verbs.push(reply.to_owned());
            }
            format!("{} {}", named(machine, *node), joined(&verbs))
        }
        What::Failure { node, how, code } => {
            let node = named(machine, *node);
            let code = code.as_ref().map(|code| format!(" with `{code}`")).unwrap_or_default();
            match how {
                Fault::Attempt => format!("the agent call of {node} fails{code}"),
                Fault::Visit => format!("every attempt of {node} fails{code}"),
                Fault::Rejected => format!("the last call of {node} is rejected"),
            }
        }
        What::Answer { node, text, values, declines } => match (text, values.as_slice()) {
            _ if *declines => format!("the question of `{node}` is declined"),
            (Some(text), _) => {
                format!("the question of `{node}` is answered with {}", shown(&Value::from(text.clone())))
            }
            (None, []) => format!("the question of `{node}` is answered"),
            (None, values) => format!("the question of `{node}` is answered with {}", given(values)),
        },
        What::Event { name, data: None | Some(Value::Null) } => format!("the event `{name}` arrives"),
        What::Event { name, data: Some(data) } => format!("the event `{name}` arrives with {}", shown(data)),
        What::Elapse { ms } => format!("{} passes", duration(*ms)),
    }
}

/// What follows.
pub mod consequence {
    use super::{Arc, EdgeIdx, Machine, Slot};
    use crate::machine::model::ConditionKind;
    use crate::machine::properties::{Property, PropertyKind};
    use crate::run::event::{Fired, JoinFault};
    use crate::run::state::outcome::Report;

    /// The run is blocked.
    pub fn blocked(report: &Report) -> String {
        let Some(first) = report.blocked.first() else {
            let joins: Vec<String> = report.joins.iter().map(|join| format!("`{}`", join.join)).collect();
            return format!("the run is blocked: paths wait for each other at {}.", super::joined(&joins));
        };
        format!("the run is blocked at `{}`: {}.", first.node, first.reason.text())
    }

    /// A path fails.
    pub fn failed(node: &str, message: &str) -> String {
        format!("a path fails at `{node}`: {}", ended(message))
    }

    /// The run fails.
    pub fn run_failed(node: &str, message: &str) -> String {
        format!("the run fails at `{node}`: {}", ended(message))
    }

    /// The run never ends. `exit` is the only edge out of there.
    pub fn never_ends(machine: &Machine, nodes: &str, exit: Option<EdgeIdx>) -> String {
        let condition = exit.and_then(|edge| Some((edge, machine.edges[edge].condition.as_ref()?)));
        let Some((edge, condition)) = condition else { return format!("the run never ends: it stays at {nodes}.") };
        let must = if condition.kind == ConditionKind::Unless { "false" } else { "true" };
        let name = super::edge_name(machine, edge);
        format!(
            "the run never ends: it stays at {nodes}, where `{}` would have to be {must} for {name}.",
            condition.text
        )
    }

    /// A property is false.
    pub fn violated(property: &Property) -> String {
        let text = &property.text;
        match property.kind {
            PropertyKind::Always => format!("`{text}` is false, which must always be true."),
            PropertyKind::Never => format!("`{text}` is true, which must never be."),
            PropertyKind::Reaches => format!("the run can no longer reach `{text}`."),
        }
    }

    /// There are too many paths.
    pub fn limit(most: u32) -> String {
        format!("the run reaches the limit `maxPaths` of {most}.")
    }

    /// A join fails for want of paths.
    pub fn join_failed(join: &Arc<str>, fault: JoinFault, paths: usize) -> String {
        let why = if fault == JoinFault::Timeout { "times out" } else { "falls short" };
        format!("the join `{join}` {why} with {}.", arrived(paths))
    }

    /// A join goes on without some of its paths.
    pub fn join_short(join: &Arc<str>, reason: Fired, paths: usize) -> String {
        let why = if reason == Fired::Timeout { "times out and goes on" } else { "goes on" };
        format!("the join `{join}` {why} with only {}.", arrived(paths))
    }

    /// An output is not complete.
    pub fn incomplete(machine: &Machine, slot: &Slot, reason: Option<&str>) -> String {
        let Slot::Field(context, field) = slot else { return String::new() };
        let id = machine.context_id(*context);
        match reason {
            Some(reason) => format!("the run completes without `{id}.{field}`: {}", ended(reason)),
            None => format!("the run completes without `{id}.{field}`: no agent on the way writes it."),
        }
    }

    fn arrived(paths: usize) -> String {
        if paths == 1 { "1 path".to_owned() } else { format!("{paths} paths") }
    }

    fn ended(message: &str) -> String {
        let message = message.trim_end_matches('.');
        format!("{message}.")
    }
}
