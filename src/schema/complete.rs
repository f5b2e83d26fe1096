//! Nested defaults: they fill absent keys of an object that is supplied, and never bring one into being.

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
        for (name, value) in fields.iter() {
            if let Some(value) = self.at(name).and_then(|schema| schema.filled(value)) {
                done.insert(name.clone(), value);
            }
        }
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
                if let Rest::Each(each) = &self.object.rest {
                    for (name, value) in given.iter().filter(|(name, _)| self.field(name).is_none()) {
                        if let Some(filled) = each.filled(value) {
                            changed.get_or_insert_with(|| (**given).clone()).insert(name.clone(), filled);
                        }
                    }
                }
                changed.map(Value::from)
            }
            Value::List(items) => {
                let each = self.list.items.as_deref()?;
                let filled: Vec<Option<Value>> = items.iter().map(|item| each.filled(item)).collect();
                filled.iter().any(Option::is_some).then(|| {
                    items.iter().zip(filled).map(|(item, filled)| filled.unwrap_or_else(|| item.clone())).collect()
                })
            }
            _ => None,
        }
    }
}
