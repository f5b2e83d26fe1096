//! Gather rules of a merging join: values of one field of the joined paths go into a field of the continuing path.

use std::sync::Arc;

use crate::context::reference;
use crate::context::store;
use crate::machine::Machine;
use crate::machine::join::{As, Join};
use crate::machine::model::{Binding, ContextIdx, FieldId};
use crate::machine::reference::Step;
use crate::machine::writes::{self, Author};
use crate::run::event::JoinFault;
use crate::run::state::{Path, Run};
use crate::run::step::contributor::{Contributor, Fault, keyed};
use crate::run::step::start::within;
use crate::value::{Map, Value};

/// Checked fields of one context, to be written.
pub(in crate::run) type Write = (ContextIdx, Vec<(Arc<str>, Value)>);

/// A field of a context and a walk into it.
struct Place<'a> {
    context: ContextIdx,
    field: Arc<str>,
    keys: &'a [Arc<str>],
}

/// What the gather rules write on the continuing path.
pub(in crate::run) fn gather(
    run: &Run,
    join: &Join,
    contributors: &[Contributor],
    path: &Path,
) -> Result<Vec<Write>, Fault> {
    let machine = &run.machine;
    let mut writes: Vec<Write> = Vec::new();
    for rule in &join.gather {
        let (Some(from), Some(place)) = (place_of(machine, &rule.from), place_of(machine, &rule.into)) else {
            continue;
        };
        let (into, field) = (place.context, place.field);
        let source = field_of(run, &rule.from);
        let mut values: Vec<(&Contributor, Value)> = Vec::new();
        for contributor in contributors.iter().filter(|contributor| contributor.arrival > 0) {
            let stored = source.and_then(|id| run.map_of(contributor.path, from.context).get(&id));
            let mut at = stored.map(|stored| &*stored.value);
            for key in from.keys {
                at = at.and_then(|value| value.get(key));
            }
            values.extend(at.map(|value| (contributor, value.clone())));
        }
        let written = writes.iter().rev().find_map(|(context, fields)| {
            let (_, value) = fields.iter().find(|(name, _)| *context == into && *name == field)?;
            Some(value.clone())
        });
        let stored = store::find(machine, &run.added, into, &field).and_then(|id| run.map_of(path, into).get(&id));
        let before = written.or_else(|| stored.map(|stored| (*stored.value).clone()));
        let steps: Vec<Step> = place.keys.iter().cloned().map(Step::Key).collect();
        let present = before.as_ref().and_then(|before| reference::get(before, &steps));
        let id = machine.context_id(into);
        let unfit = |why: &str| Fault::new(JoinFault::Gather, format!("cannot gather into `{id}.{field}`: {why}"));
        let Some(value) = combined(rule.mode, values, present).map_err(unfit)? else { continue };
        let whole = reference::set(before.as_ref(), &steps, value).map_err(|refusal| unfit(&refusal.message))?;
        let checked = writes::check_write(machine, into, &Map::unit(field.clone(), whole), Author::Host);
        let errors = match checked {
            Ok(fields) => {
                writes.push((into, fields));
                continue;
            }
            Err(errors) => errors.into_iter().map(|violation| within(machine, into, violation)).collect(),
        };
        return Err(Fault { errors, ..unfit("the result is not valid") });
    }
    Ok(writes)
}

/// The values of one rule as one; `None` to leave what is there.
fn combined(
    mode: As,
    values: Vec<(&Contributor, Value)>,
    present: Option<Value>,
) -> Result<Option<Value>, &'static str> {
    Ok(Some(match mode {
        As::Append => {
            let mut list = match present {
                None | Some(Value::Null) => Default::default(),
                Some(Value::List(list)) => (*list).clone(),
                Some(_) => return Err("it is not a list"),
            };
            let flat = values.iter().all(|(_, value)| value.as_list().is_some());
            for (_, value) in values {
                match value {
                    Value::List(items) if flat => items.iter().for_each(|item| list.push_back(item.clone())),
                    value => list.push_back(value),
                }
            }
            Value::List(Arc::new(list))
        }
        As::Collect => values.into_iter().map(|(_, value)| value).collect(),
        As::Merge => {
            let mut map = Map::new();
            for (_, value) in values {
                let Value::Map(fields) = value else { return Err("one of the values is not a map") };
                fields.iter().for_each(|(key, value)| drop(map.insert(key.clone(), value.clone())));
            }
            Value::from(map)
        }
        As::Keyed => keyed(values),
        As::LastWins => match values.into_iter().max_by_key(|(contributor, _)| contributor.arrival) {
            Some((_, value)) => value,
            None => return Ok(None),
        },
    }))
}

/// The place a rule names.
fn place_of<'a>(machine: &Machine, binding: &'a Binding) -> Option<Place<'a>> {
    match binding {
        Binding::Field(id, keys) => {
            let field = machine.fields.item(*id)?;
            Some(Place { context: field.context, field: field.name.clone(), keys })
        }
        Binding::Undeclared(context, name, keys) => Some(Place { context: *context, field: name.clone(), keys }),
        _ => None,
    }
}

/// The field a rule takes values from, if any path has ever had it.
pub(in crate::run) fn field_of(run: &Run, binding: &Binding) -> Option<FieldId> {
    let place = place_of(&run.machine, binding)?;
    store::find(&run.machine, &run.added, place.context, &place.field)
}
