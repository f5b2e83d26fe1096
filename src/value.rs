//! Values of context fields, attributes and agent replies: JSON's six kinds, in persistent containers.
//!
//! Copying a value copies a pointer. Maps have no order of their own: they are kept sorted by key, so the
//! same value always prints as the same text.

use std::sync::Arc;

use im::{OrdMap, Vector};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::json::{ToJson, Writer};

/// The fields of a map value.
pub type Map = OrdMap<Arc<str>, Value>;

/// One JSON value.
///
/// ```
/// use tracklight::value::Value;
/// let value: Value = [("b", Value::from(1.0)), ("a", Value::from("x"))].into_iter().collect();
/// assert_eq!(value.to_json(), r#"{"a":"x","b":1}"#);
/// ```
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A double. Stored values are finite; what a host hands in is checked before it is stored.
    Num(f64),
    /// Text.
    Str(Arc<str>),
    /// A list.
    List(Arc<Vector<Value>>),
    /// A map from text to values.
    Map(Arc<Map>),
}

/// Values nest at most this deep wherever one is read from outside.
pub const MAX_DEPTH: usize = 128;

impl Value {
    /// The kind word used in messages: `null boolean number string array object`.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Num(_) => "number",
            Value::Str(_) => "string",
            Value::List(_) => "array",
            Value::Map(_) => "object",
        }
    }

    /// An empty map.
    pub fn object() -> Self {
        Value::Map(Arc::new(Map::new()))
    }

    /// The text of a string value.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::Str(text) = self { Some(text) } else { None }
    }

    /// The number of a number value.
    pub fn as_num(&self) -> Option<f64> {
        if let Value::Num(number) = self { Some(*number) } else { None }
    }

    /// The truth of a boolean value.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(truth) = self { Some(*truth) } else { None }
    }

    /// The items of a list value.
    pub fn as_list(&self) -> Option<&Vector<Value>> {
        if let Value::List(items) = self { Some(items) } else { None }
    }

    /// The fields of a map value.
    pub fn as_map(&self) -> Option<&Map> {
        if let Value::Map(fields) = self { Some(fields) } else { None }
    }

    /// A field of a map value.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_map()?.get(key)
    }

    /// False for `false`, 0, `""`, `null`, `[]` and `{}`; true for everything else.
    pub fn truthy(&self) -> bool {
        match self {
            Value::Null => false,
            Value::Bool(truth) => *truth,
            Value::Num(number) => *number != 0.0,
            Value::Str(text) => !text.is_empty(),
            Value::List(items) => !items.is_empty(),
            Value::Map(fields) => !fields.is_empty(),
        }
    }

    /// Compact JSON, keys in order, numbers as [`number`] prints them.
    pub fn to_json(&self) -> String {
        crate::json::to_string(self)
    }

    /// The text a template shows: a string as it is, `null` as nothing, everything else as compact JSON.
    pub fn to_text(&self) -> String {
        match self {
            Value::Null => String::new(),
            Value::Str(text) => text.to_string(),
            other => other.to_json(),
        }
    }

    /// How deep lists and maps nest; 0 for a scalar.
    pub fn depth(&self) -> usize {
        match self {
            Value::List(items) => 1 + items.iter().map(Value::depth).max().unwrap_or(0),
            Value::Map(fields) => 1 + fields.values().map(Value::depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Num(a), Value::Num(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::List(a), Value::List(b)) => Arc::ptr_eq(a, b) || a == b,
            (Value::Map(a), Value::Map(b)) => Arc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Bool(truth)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Num(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Num(f64::from(number))
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Value::Num(number as f64)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Str(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Str(text.into())
    }
}

impl From<Arc<str>> for Value {
    fn from(text: Arc<str>) -> Self {
        Value::Str(text)
    }
}

impl From<Map> for Value {
    fn from(fields: Map) -> Self {
        Value::Map(Arc::new(fields))
    }
}

impl FromIterator<Value> for Value {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Self {
        Value::List(Arc::new(items.into_iter().collect()))
    }
}

impl<'a> FromIterator<(&'a str, Value)> for Value {
    fn from_iter<I: IntoIterator<Item = (&'a str, Value)>>(fields: I) -> Self {
        Value::Map(Arc::new(fields.into_iter().map(|(key, value)| (Arc::from(key), value)).collect()))
    }
}

impl ToJson for Value {
    fn write(&self, out: &mut Writer) {
        match self {
            Value::Null => out.null(),
            Value::Bool(truth) => out.bool(*truth),
            Value::Num(number) => out.number(*number),
            Value::Str(text) => out.string(text),
            Value::List(items) => out.list(items.iter()),
            Value::Map(fields) => out.object(|object| {
                for (key, value) in fields.iter() {
                    object.entry(key, value);
                }
            }),
        }
    }
}

struct Nested(usize);

impl<'de> serde::de::DeserializeSeed<'de> for Nested {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Nested {
    type Value = Value;

    fn expecting(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Num(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Num(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Num(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let depth = self.deeper()?;
        let mut list = Vector::new();
        while let Some(item) = items.next_element_seed(Nested(depth))? {
            list.push_back(item);
        }
        Ok(Value::List(Arc::new(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let depth = self.deeper()?;
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            map.insert(key.into(), fields.next_value_seed(Nested(depth))?);
        }
        Ok(Value::Map(Arc::new(map)))
    }
}

impl Nested {
    fn deeper<E: serde::de::Error>(&self) -> Result<usize, E> {
        if self.0 >= MAX_DEPTH { Err(E::custom("the value is nested too deeply")) } else { Ok(self.0 + 1) }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Nested(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escapes_control_characters_and_sorts_keys() {
        let value: Value = [("b", Value::from("a\"\\\n\u{1}")), ("a", Value::Null)].into_iter().collect();
        assert_eq!(value.to_json(), "{\"a\":null,\"b\":\"a\\\"\\\\\\n\\u0001\"}");
    }
}
