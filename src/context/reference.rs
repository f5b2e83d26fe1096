//! References into contexts: `Sample.spot.lat`, `Sample.species[0]`, `Cart["odd key"]`.

use std::sync::Arc;

use im::Vector;

use crate::machine::Machine;
use crate::machine::model::ContextIdx;
use crate::machine::reference::{MAX_STEPS, Step, split};
use crate::refusal::{Code, Refusal};
use crate::text::nearest;
use crate::value::{Map, Value};

/// A context and a walk into its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The context.
    pub context: ContextIdx,
    /// The walk; empty for the whole context.
    pub walk: Vec<Step>,
}

/// Reads a reference. The longest dotted prefix that names a context is the context.
pub fn parse(machine: &Machine, text: &str) -> Result<Reference, Refusal> {
    let bad = |at: usize| {
        Refusal::new(
            Code::BadReference,
            format!("`{text}` is not a reference; write `Ctx.field`, `Ctx.list[0]` or `Ctx[\"key\"]`"),
        )
        .with([("offset", Value::from(at))])
    };
    let steps = split(text).map_err(bad)?;
    if steps.len() > MAX_STEPS {
        return Err(bad(0));
    }
    let dotted: Vec<&Arc<str>> = steps
        .iter()
        .map_while(|(step, quoted)| match step {
            Step::Key(name) if !quoted => Some(name),
            _ => None,
        })
        .collect();
    for count in (1..=dotted.len()).rev() {
        let id = dotted.iter().take(count).map(|name| &***name).collect::<Vec<_>>().join(".");
        if let Some(context) = machine.find(&id).and_then(|node| machine.context_of(node)) {
            let walk = steps.into_iter().skip(count).map(|(step, _)| step).collect();
            return Ok(Reference { context, walk });
        }
    }
    let name = dotted.first().map(|name| name.to_string()).unwrap_or_default();
    let near = nearest(&name, machine.contexts.ids().map(|context| &**machine.context_id(context)));
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Err(Refusal::new(Code::UnknownContext, format!("unknown context `{name}`{hint}")))
}

/// The value at the end of a walk; `None` is unset. Walking never fails.
pub fn get(value: &Value, walk: &[Step]) -> Option<Value> {
    let mut at = value;
    for step in walk {
        at = match step {
            Step::Key(key) => at.get(key)?,
            Step::Index(index) => at.as_list()?.get(*index)?,
        };
    }
    Some(at.clone())
}

/// `value` with the end of the walk replaced, containers made on the way. Parts that are not on the way are shared.
pub fn set(value: Option<&Value>, walk: &[Step], new: Value) -> Result<Value, Refusal> {
    let Some((step, rest)) = walk.split_first() else { return Ok(new) };
    let present = value.filter(|value| !matches!(value, Value::Null));
    match (step, present) {
        (Step::Key(key), None) => Ok(Value::from(Map::unit(key.clone(), set(None, rest, new)?))),
        (Step::Key(key), Some(Value::Map(fields))) => {
            let inner = set(fields.get(key), rest, new)?;
            Ok(Value::from(fields.update(key.clone(), inner)))
        }
        (Step::Index(index), None | Some(Value::List(_))) => {
            let items = present.and_then(Value::as_list).cloned().unwrap_or_else(Vector::new);
            if *index > items.len() {
                let message = format!("index {index} is out of range: the list has length {}", items.len());
                return Err(Refusal::new(Code::IndexRange, message));
            }
            let inner = set(items.get(*index), rest, new)?;
            let mut items = items;
            if *index == items.len() {
                items.push_back(inner);
            } else {
                items.set(*index, inner);
            }
            Ok(Value::List(Arc::new(items)))
        }
        (_, Some(other)) => {
            let wanted = if matches!(step, Step::Key(_)) { "an object" } else { "a list" };
            Err(Refusal::new(Code::NotAContainer, format!("{} is not {wanted}", other.kind())))
        }
    }
}
