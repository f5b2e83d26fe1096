//! Which writes a context takes. A run asks before it stores one, and the checks of a text ask what will become of
//! those that a script makes.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::control::Fields;
use crate::machine::model::{ContextIdx, Role};
use crate::schema::{Violation, joined};
use crate::value::{Map, Value};

/// Who writes, for the checks that differ.
#[derive(Clone, Copy, Debug)]
pub enum Author<'a> {
    /// An agent, with the fields it may write.
    Agent(&'a Fields),
    /// The host; permissions do not apply.
    Host,
}

/// Checks a write of whole top-level fields and completes the values with nested defaults.
///
/// Gives the fields in declaration order, then the undeclared ones by code point; or every violation.
pub fn check_write(
    machine: &Machine,
    context: ContextIdx,
    data: &Map,
    author: Author,
) -> Result<Vec<(Arc<str>, Value)>, Vec<Violation>> {
    let store = &machine.contexts[context];
    let id = machine.context_id(context);
    if store.role == Role::Input {
        return Err(vec![Violation::input_immutable(id)]);
    }
    if data.is_empty() {
        return Err(vec![Violation::empty_write()]);
    }
    let (mut violations, mut permitted) = (Vec::new(), data.clone());
    if let Author::Agent(allowed) = author {
        for name in data.keys().filter(|name| !allowed.allow(name)) {
            // Unknown fields are reported as unknown, even if the caller may not read them.
            if store.open || machine.field(context, name).is_some() {
                permitted.remove(name);
                violations.push(not_permitted(&format!("no permission to write `{name}` of `{id}` here"), name));
            }
        }
    }
    let written = check_fields(machine, context, &permitted);
    match written {
        Ok(written) if violations.is_empty() => Ok(written),
        Ok(_) => Err(violations),
        Err(found) => {
            violations.extend(found);
            Err(violations)
        }
    }
}

/// The part of [`check_write`] that holds for every author: closedness, types, constraints, size.
pub fn check_fields(
    machine: &Machine,
    context: ContextIdx,
    data: &Map,
) -> Result<Vec<(Arc<str>, Value)>, Vec<Violation>> {
    let store = &machine.contexts[context];
    let schema = &store.schema;
    // The fields of a context stand in a row, as those of its schema do.
    let first = store.fields.first().map_or(0, |field| field.0);
    let mut declared: Vec<Option<&Value>> = vec![None; store.fields.len()];
    let mut others = Vec::new();
    for (name, value) in data {
        let place = machine.field(context, name).and_then(|field| declared.get_mut((field.0 - first) as usize));
        match place {
            Some(place) => *place = Some(value),
            None => others.push((name, value)),
        }
    }
    let mut written = Vec::with_capacity(data.len());
    for (field, value) in schema.fields().iter().zip(declared) {
        written.extend(value.map(|value| (field.name.clone(), field.schema.complete(value))));
    }
    for (name, value) in others {
        let value = schema.other_keys().map_or_else(|| value.clone(), |each| each.complete(value));
        written.push((name.clone(), value));
    }
    let report = schema.validate_fields(&written);
    if report.is_empty() { Ok(written) } else { Err(report.violations) }
}

/// The violation of using a field without the right to it.
pub fn not_permitted(message: &str, field: &str) -> Violation {
    Violation::new(joined("", field), "not-permitted", message.to_owned(), Value::Null, field)
}
