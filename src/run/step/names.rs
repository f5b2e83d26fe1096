//! What names in conditions and templates mean on one path.

use std::sync::Arc;

use crate::context::store;
use crate::expr::{Environment, Expr, NameUse, Operand};
use crate::machine::model::{Binding, Bound, Builtin, ConditionKind, ContextIdx, EdgeIdx, EdgeKind, FieldId};
use crate::run::state::{Failure, Path, ReceivedEvent, Run};
use crate::value::{Map, Value};

/// The values of bound names on a path.
pub struct Names<'a> {
    /// The run.
    pub run: &'a Run,
    /// The path.
    pub path: &'a Path,
    /// The bindings of the expression, in the order of its names.
    pub bindings: &'a [Binding],
    /// The event that the path is receiving.
    pub event: Option<&'a ReceivedEvent>,
}

impl Environment for Names<'_> {
    fn name(&self, index: usize, name: &NameUse) -> Result<Operand, String> {
        let binding = self.bindings.get(index).unwrap_or(&Binding::Unknown);
        match binding {
            Binding::Field(field, keys) => walk_into(self.field(*field), keys),
            Binding::Undeclared(context, field, keys) => {
                let Some(store) = self.run.machine.contexts.item(*context).filter(|store| store.open) else {
                    return Err(format!("`{}` has no field `{field}`", self.run.machine.context_id(*context)));
                };
                debug_assert!(store.open);
                let found = store::find(&self.run.machine, &self.run.added, *context, field);
                walk_into(found.map_or(Operand::Unset, |found| self.field(found)), keys)
            }
            Binding::Context(context) => Ok(Operand::Value(self.whole(*context))),
            Binding::Attribute(node, attribute, keys) => {
                let node = &self.run.machine.nodes[*node];
                let value = node.attribute(attribute).and_then(|attribute| attribute.value.clone());
                walk_into(value.map_or(Operand::Unset, Operand::Value), keys)
            }
            Binding::Node(node) => {
                let attributes = self.run.machine.nodes[*node].attributes.iter();
                let set = attributes.filter_map(|attribute| Some((attribute.name.clone(), attribute.value.clone()?)));
                Ok(Operand::Value(Value::from(set.collect::<Map>())))
            }
            Binding::Machine(attribute, keys) => {
                let value = self.run.machine.attribute(attribute).cloned();
                walk_into(value.map_or(Operand::Unset, Operand::Value), keys)
            }
            Binding::Builtin(builtin, keys) => walk_into(self.builtin(*builtin), keys),
            Binding::Unknown => Err(format!("unknown name `{}`", dotted(name))),
        }
    }
}

impl Names<'_> {
    fn field(&self, field: FieldId) -> Operand {
        let stored = self.path.context.get(&field).or_else(|| self.run.shared.get(&field));
        stored.map_or(Operand::Unset, |stored| Operand::Value((*stored.value).clone()))
    }

    fn whole(&self, context: ContextIdx) -> Value {
        store::whole(&self.run.machine, &self.run.added, self.run.map_of(self.path, context), context)
    }

    fn builtin(&self, builtin: Builtin) -> Operand {
        let path = self.path;
        Operand::Value(match builtin {
            Builtin::ErrorCount => Value::from(self.run.counters.errors),
            Builtin::PathErrors => Value::from(path.errors),
            Builtin::ActiveState => {
                Value::from(path.active_state.map_or(Arc::from(""), |state| self.run.machine.nodes[state].name.clone()))
            }
            Builtin::Visits => Value::from(path.visit()),
            Builtin::Round => Value::from(path.round()),
            Builtin::Attempt => Value::from(path.attempt.max(1)),
            Builtin::LastError => path.last_error.as_deref().map_or(Value::Null, failure_value),
            Builtin::Event => self.event.map_or(Value::Null, ReceivedEvent::value),
            Builtin::LastEvent => path.last_event.as_deref().map_or(Value::Null, ReceivedEvent::value),
            Builtin::Declined => Value::from(self.run.has_declined(path)),
            Builtin::Clock => Value::from(self.run.clock_ms as f64),
            Builtin::Path => {
                let index = Value::from(path.origin.branch());
                [("id", Value::from(path.id.to_string())), ("index", index)].into_iter().collect()
            }
            Builtin::Item | Builtin::Index | Builtin::Total => {
                let Some(replica) = path.origin.replica() else { return Operand::Unset };
                match (builtin, &replica.item) {
                    (Builtin::Index, _) => Value::from(replica.index),
                    (Builtin::Total, _) => Value::from(replica.total),
                    (_, Some(item)) => (**item).clone(),
                    (_, None) => return Operand::Unset,
                }
            }
        })
    }
}

fn failure_value(failure: &Failure) -> Value {
    [
        ("kind", Value::from(failure.kind.word())),
        ("code", Value::from(failure.code.clone())),
        ("message", Value::from(failure.message.clone())),
        ("node", Value::from(failure.node.clone())),
        ("tool", failure.tool.clone().map_or(Value::Null, Value::from)),
    ]
    .into_iter()
    .collect()
}

fn walk_into(start: Operand, keys: &[Arc<str>]) -> Result<Operand, String> {
    let mut at = start;
    for key in keys {
        at = match at {
            Operand::Value(Value::Map(fields)) => match fields.get(key) {
                Some(value) => Operand::Value(value.clone()),
                None => return Err(format!("unknown key `{key}`")),
            },
            Operand::Value(other) => return Err(format!("cannot read `{key}` of {}", other.kind())),
            Operand::Unset => return Err(format!("cannot read `{key}` of an unset value")),
        };
    }
    Ok(at)
}

fn dotted(name: &NameUse) -> String {
    name.segments.iter().map(|segment| &**segment).collect::<Vec<_>>().join(".")
}

/// Whether a path may take an edge by its condition: `None` without a condition that is an expression, and where it reads
/// an event that has not come.
pub fn test_condition(run: &Run, path: &Path, edge: EdgeIdx) -> Option<Result<bool, String>> {
    let condition = run.machine.edges[edge].condition.as_ref()?;
    let asks_event = |binding: &Binding| matches!(binding, Binding::Builtin(Builtin::Event, _));
    // Before its event comes, what it brings is neither true nor false.
    if run.machine.edges[edge].kind == EdgeKind::Event
        && condition.expr.as_ref().is_ok_and(|bound| bound.names.iter().any(asks_event))
    {
        return None;
    }
    test_condition_with(run, path, edge, None)
}

/// The same while the path is receiving an event.
pub fn test_condition_with(
    run: &Run,
    path: &Path,
    edge: EdgeIdx,
    event: Option<&ReceivedEvent>,
) -> Option<Result<bool, String>> {
    let condition = run.machine.edges[edge].condition.as_ref()?;
    let bound = condition.expr.as_ref().ok()?;
    let names = Names { run, path, bindings: &bound.names, event };
    let truth = bound.expr.test(&names).map_err(|failure| failure.message);
    Some(truth.map(|truth| truth == (condition.kind == ConditionKind::When)))
}

/// The truth of a bound expression on a path.
pub fn test(run: &Run, path: &Path, bound: &Bound) -> Result<bool, String> {
    let names = Names { run, path, bindings: &bound.names, event: None };
    bound.expr.test(&names).map_err(|failure| failure.message)
}

/// The value of a bound expression on a path.
pub fn evaluate(run: &Run, path: &Path, expr: &Expr, bindings: &[Binding]) -> Result<Operand, String> {
    expr.evaluate(&Names { run, path, bindings, event: None }).map_err(|failure| failure.message)
}

/// The same while the path is receiving an event.
pub fn evaluate_with(run: &Run, path: &Path, bound: &Bound, event: Option<&ReceivedEvent>) -> Result<Operand, String> {
    let names = Names { run, path, bindings: &bound.names, event };
    bound.expr.evaluate(&names).map_err(|failure| failure.message)
}
