//! Nested defaults: they fill absent keys of an object that is supplied, and never bring one into being.

use std::sync::Arc;

use super::{Rest, Schema};
use crate::value::{Map, Value};

impl Schema {
    /// The value with absent keys filled from the defaults of this schema, deeply. Parts that need nothing
    /// are shared with `value`.
    ///
    /// For a write, complete each field with the schema of the field: a context's own defaults are its
    /// initial values and fill nothing later.
    pub fn complete(&self, value: &Value) -> Value {
        self.filled(value).unwrap_or_else(|| value.clone())
    }

    /// The fields of a write, each completed on its own.
    pub fn complete_fields(&self, fields: &Map) -> Map {
        let mut done = fields.clone();
        for field in self.fields() {
            if let Some(filled) = fields.get(&field.name).and_then(|value| field.schema.filled(value)) {
                done.insert(field.name.clone(), filled);
            }
        }
        self.fill_others(fields, &mut |name, filled| drop(done.insert(name.clone(), filled)));
        done
    }

    /// The completed value, or `None` if nothing was missing.
    fn filled(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Map(given) => {
                let mut changed: Option<Map> = None;
                for field in self.fields() {
                    let filled = match given.get(&field.name) {
                        Some(value) => field.schema.filled(value),
                        None => field.schema.default.as_ref().map(|default| field.schema.complete(default)),
                    };
                    if let Some(filled) = filled {
                        changed.get_or_insert_with(|| (**given).clone()).insert(field.name.clone(), filled);
                    }
                }
                self.fill_others(given, &mut |name, filled| {
                    changed.get_or_insert_with(|| (**given).clone()).insert(name.clone(), filled);
                });
                changed.map(Value::from)
            }
            Value::List(items) => {
                let each = self.list.items.as_deref().filter(|each| each.fills())?;
                let filled: Vec<Option<Value>> = items.iter().map(|item| each.filled(item)).collect();
                filled.iter().any(Option::is_some).then(|| {
                    items.iter().zip(filled).map(|(item, filled)| filled.unwrap_or_else(|| item.clone())).collect()
                })
            }
            _ => None,
        }
    }

    /// False if there is nothing that it could fill.
    fn fills(&self) -> bool {
        !self.fields().is_empty() || matches!(self.object.rest, Rest::Each(_)) || self.list.items.is_some()
    }

    /// Gives the completed values of the keys that are not declared, where something was missing.
    fn fill_others(&self, given: &Map, put: &mut dyn FnMut(&Arc<str>, Value)) {
        let Rest::Each(each) = &self.object.rest else { return };
        let mut declared: Vec<&str> = self.fields().iter().map(|field| &*field.name).collect();
        declared.sort_unstable();
        for (name, value) in given.iter().filter(|(name, _)| declared.binary_search(&&***name).is_err()) {
            if let Some(filled) = each.filled(value) {
                put(name, filled);
            }
        }
    }
}
