//! Path-local stores: one persistent map of all fields of all contexts.

use std::sync::Arc;

use im::OrdMap;

use crate::json::{Object, ToJson, Writer};
use crate::machine::Machine;
use crate::machine::control::Fields;
use crate::machine::model::{ContextIdx, FieldId};
use crate::value::{Map, Value};

/// All fields of all contexts of one path (or of the shared store). A field without an entry is unset.
pub type ContextMap = OrdMap<FieldId, Stored>;

/// A stored value.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The value.
    pub value: Arc<Value>,
    /// The write count of its context when it last changed.
    pub version: u32,
}

/// Fields that a run added to open contexts, numbered after the declared ones in order of first write.
#[derive(Clone, Debug, Default)]
pub struct Added {
    names: Vec<(ContextIdx, Arc<str>)>,
    /// Positions in `names` with their numbers, ordered by what stands there.
    order: Vec<(u32, FieldId)>,
}

/// One field changed by a write.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The field.
    pub id: FieldId,
    /// Its name.
    pub field: Arc<str>,
    /// The value before; `None` if it was unset.
    pub before: Option<Value>,
    /// The value now.
    pub after: Value,
}

impl ToJson for Change {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("field", &self.field);
            object.maybe("before", &self.before);
            object.field("after", &self.after);
        });
    }
}

impl Added {
    /// The fields added to a context, in order of first write.
    pub fn of(&self, context: ContextIdx) -> impl Iterator<Item = (&Arc<str>, FieldId)> {
        let start = self.place(context, "");
        let end = self.place(ContextIdx(context.0 + 1), "");
        let mut fields = self.order.get(start..end).unwrap_or_default().to_vec();
        fields.sort_unstable();
        fields.into_iter().filter_map(|(at, id)| Some((&self.names.get(at as usize)?.1, id)))
    }

    /// All of them, in the order of their numbers.
    pub fn all(&self) -> &[(ContextIdx, Arc<str>)] {
        &self.names
    }

    /// The context and name of an added field.
    pub fn name(&self, machine: &Machine, field: FieldId) -> Option<&(ContextIdx, Arc<str>)> {
        self.names.get((field.0 as usize).checked_sub(machine.fields.len())?)
    }

    fn find(&self, context: ContextIdx, name: &str) -> Option<FieldId> {
        let (at, id) = self.order.get(self.place(context, name))?;
        let (of, known) = self.names.get(*at as usize)?;
        (*of == context && **known == *name).then_some(*id)
    }

    /// Where a name stands in the order, or would stand.
    fn place(&self, context: ContextIdx, name: &str) -> usize {
        let is_before = |(of, known): &(ContextIdx, Arc<str>)| (*of, &**known) < (context, name);
        self.order.partition_point(|(at, _)| self.names.get(*at as usize).is_some_and(is_before))
    }
}

/// The id of a declared or added field.
pub fn find(machine: &Machine, added: &Added, context: ContextIdx, name: &str) -> Option<FieldId> {
    machine.field(context, name).or_else(|| added.find(context, name))
}

/// The id of a field, numbered now if a run has not seen it before.
pub fn find_or_add(machine: &Machine, added: &mut Arc<Added>, context: ContextIdx, name: &str) -> FieldId {
    if let Some(field) = find(machine, added, context, name) {
        return field;
    }
    let added = Arc::make_mut(added);
    let field = FieldId((machine.fields.len() + added.names.len()) as u32);
    let place = added.place(context, name);
    added.order.insert(place, (added.names.len() as u32, field));
    added.names.push((context, name.into()));
    field
}

/// All fields of a context, declared ones first.
pub fn fields(machine: &Machine, added: &Added, context: ContextIdx) -> Vec<(FieldId, Arc<str>)> {
    let declared = machine.contexts[context].fields.iter().map(|field| (*field, machine.fields[*field].name.clone()));
    declared.chain(added.of(context).map(|(name, field)| (field, name.clone()))).collect()
}

/// The declared values, those of shared contexts apart: `(local, shared)`.
pub fn initial(machine: &Machine) -> (ContextMap, ContextMap) {
    let (mut local, mut shared) = (ContextMap::new(), ContextMap::new());
    for (id, field) in machine.fields.entries() {
        if let Some(value) = &field.default {
            let map = if machine.contexts[field.context].shared { &mut shared } else { &mut local };
            map.insert(id, Stored { value: Arc::new(value.clone()), version: 0 });
        }
    }
    (local, shared)
}

/// The version of a context: the largest among its fields; 0 if it was never written.
pub fn version(machine: &Machine, added: &Added, map: &ContextMap, context: ContextIdx) -> u32 {
    let mut newest = 0;
    let mut include = |field: FieldId| newest = newest.max(map.get(&field).map_or(0, |stored| stored.version));
    machine.contexts[context].fields.iter().copied().for_each(&mut include);
    if !added.names.is_empty() {
        added.of(context).for_each(|(_, field)| include(field));
    }
    newest
}

/// The set fields of a context as an object value.
pub fn whole(machine: &Machine, added: &Added, map: &ContextMap, context: ContextIdx) -> Value {
    let set = fields(machine, added, context)
        .into_iter()
        .filter_map(|(field, name)| Some((name, (*map.get(&field)?.value).clone())));
    Value::from(set.collect::<Map>())
}

/// Writes the readable set fields of a context into an object, in field order.
pub fn write_values(
    object: &mut Object,
    machine: &Machine,
    added: &Added,
    map: &ContextMap,
    context: ContextIdx,
    readable: &Fields,
) {
    for (field, name) in fields(machine, added, context) {
        if let (true, Some(stored)) = (readable.allow(&name), map.get(&field)) {
            object.entry(&name, &*stored.value);
        }
    }
}

/// Stores checked fields. A value equal to the stored one is no change; the version grows if anything changed.
pub fn store(
    machine: &Machine,
    added: &mut Arc<Added>,
    map: &mut ContextMap,
    context: ContextIdx,
    written: &[(Arc<str>, Value)],
) -> Vec<Change> {
    let version = version(machine, added, map, context) + 1;
    let mut changes = Vec::new();
    for (name, value) in written {
        let id = find_or_add(machine, added, context, name);
        let before = map.get(&id).map(|stored| (*stored.value).clone());
        if before.as_ref() == Some(value) {
            continue;
        }
        map.insert(id, Stored { value: Arc::new(value.clone()), version });
        changes.push(Change { id, field: name.clone(), before, after: value.clone() });
    }
    changes
}
