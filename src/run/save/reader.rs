//! Reading a saved text: every step may find something else than expected, and says where.

use std::sync::Arc;

use crate::refusal::{Code, Refusal};
use crate::schema::Json;
use crate::value::Value;

/// The greatest count that is read. Counting on from it cannot run over.
const MAX_COUNT: f64 = 2_147_483_647.0;

/// A refusal of the text.
pub fn bad(message: String) -> Refusal {
    Refusal::new(Code::BadSave, message)
}

/// A place in the text.
pub struct Reader<'a> {
    json: &'a Json,
    /// Where it stands: the keys on the way, with dots.
    place: Arc<str>,
}

impl<'a> Reader<'a> {
    /// The place `place`, which holds `json`.
    pub fn new(json: &'a Json, place: &str) -> Self {
        Reader { json, place: place.into() }
    }

    /// A refusal because of the value at a key.
    pub fn wrong(&self, key: &str, what: &str) -> Refusal {
        let dot = if self.place.is_empty() || key.is_empty() { "" } else { "." };
        bad(format!("`{}{dot}{key}`: {what}", self.place))
    }

    /// True for `null`.
    pub fn is_null(&self) -> bool {
        *self.json == Json::Leaf(Value::Null)
    }

    /// The value at a key, if there is one.
    pub fn maybe(&self, key: &str) -> Option<Reader<'a>> {
        let json = self.json.get(key)?;
        let dot = if self.place.is_empty() { "" } else { "." };
        Some(Reader { json, place: format!("{}{dot}{key}", self.place).into() })
    }

    /// The required value at a key.
    pub fn object(&self, key: &str) -> Result<Reader<'a>, Refusal> {
        self.maybe(key).ok_or_else(|| self.wrong(key, "missing"))
    }

    /// The items of the list at a key; none when it is missing.
    pub fn list(&self, key: &str) -> Result<Vec<Reader<'a>>, Refusal> {
        self.maybe(key).map_or(Ok(Vec::new()), |list| list.items())
    }

    /// The items of this list.
    pub fn items(&self) -> Result<Vec<Reader<'a>>, Refusal> {
        let Json::List(items) = self.json else { return Err(self.wrong("", "must be a list")) };
        Ok(items.iter().map(|json| Reader { json, place: self.place.clone() }).collect())
    }

    /// The entries of this map, in order.
    pub fn entries(&self) -> Result<Vec<(&'a Arc<str>, Reader<'a>)>, Refusal> {
        let Json::Map(entries) = self.json else { return Err(self.wrong("", "must be an object")) };
        Ok(entries.iter().map(|(key, json)| (key, Reader { json, place: self.place.clone() })).collect())
    }

    /// The text at a key.
    pub fn text(&self, key: &str) -> Result<String, Refusal> {
        self.maybe_text(key)?.ok_or_else(|| self.wrong(key, "missing"))
    }

    /// The text at a key, if there is one.
    pub fn maybe_text(&self, key: &str) -> Result<Option<String>, Refusal> {
        match self.json.get(key) {
            None | Some(Json::Leaf(Value::Null)) => Ok(None),
            Some(Json::Leaf(Value::Str(text))) => Ok(Some(text.to_string())),
            Some(_) => Err(self.wrong(key, "must be a string")),
        }
    }

    /// This text.
    pub fn as_text(&self) -> Result<&'a Arc<str>, Refusal> {
        match self.json {
            Json::Leaf(Value::Str(text)) => Ok(text),
            _ => Err(self.wrong("", "must be a string")),
        }
    }

    /// The number at a key; 0 when it is missing.
    pub fn number(&self, key: &str) -> Result<f64, Refusal> {
        match self.json.get(key) {
            None => Ok(0.0),
            Some(Json::Leaf(Value::Num(number))) => Ok(*number),
            Some(_) => Err(self.wrong(key, "must be a number")),
        }
    }

    /// The count at a key: a whole number from 0; 0 when it is missing.
    pub fn count(&self, key: &str) -> Result<u32, Refusal> {
        self.json.get(key).map_or(Ok(0), |json| Reader { json, place: self.place.clone() }.as_count(key))
    }

    /// This count, which is at `key`.
    pub fn as_count(&self, key: &str) -> Result<u32, Refusal> {
        let number = if let Json::Leaf(Value::Num(number)) = self.json { *number } else { -1.0 };
        if (0.0..=MAX_COUNT).contains(&number) && number.fract() == 0.0 {
            Ok(number as u32)
        } else {
            Err(self.wrong(key, "must be a whole number, at least 0"))
        }
    }

    /// The large count at a key: a whole number below 2^53; 0 when it is missing.
    pub fn large(&self, key: &str) -> Result<u64, Refusal> {
        let number = self.number(key)?;
        if (0.0..9_007_199_254_740_992.0).contains(&number) && number.fract() == 0.0 {
            Ok(number as u64)
        } else {
            Err(self.wrong(key, "must be a whole number, at least 0"))
        }
    }

    /// The amount at a key: a number from 0; 0 when it is missing.
    pub fn amount(&self, key: &str) -> Result<f64, Refusal> {
        let number = self.number(key)?;
        if number >= 0.0 && number.is_finite() { Ok(number) } else { Err(self.wrong(key, "must be 0 or more")) }
    }

    /// True if `true` stands at a key.
    pub fn flag(&self, key: &str) -> bool {
        self.json.get(key) == Some(&Json::Leaf(Value::Bool(true)))
    }

    /// This value.
    pub fn as_value(&self) -> Value {
        self.json.to_value()
    }

    /// The value at a key, if there is one.
    pub fn value(&self, key: &str) -> Option<Value> {
        self.json.get(key).map(Json::to_value)
    }
}
