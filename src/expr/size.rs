//! The cost of an evaluation and the size of what it produces.

use std::borrow::Cow;
use std::sync::Arc;

use super::{MAX_ITEMS, MAX_TEXT};
use crate::value::Value;

/// Why an operation stops.
#[derive(Debug)]
pub(super) enum Stop {
    /// It has no result; `||`, `&&` and `has` may absorb this.
    Because(Cow<'static, str>),
    /// The evaluation as a whole is over its cost; nothing absorbs this.
    Cost,
}

impl From<String> for Stop {
    fn from(why: String) -> Self {
        Stop::Because(why.into())
    }
}

impl From<&'static str> for Stop {
    fn from(why: &'static str) -> Self {
        Stop::Because(why.into())
    }
}

/// The budget of an evaluation, and what is left of it.
pub(super) struct Budget {
    limit: u64,
    left: u64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, left: limit }
    }

    pub(super) fn spent(&self) -> u64 {
        self.limit - self.left
    }

    pub(super) fn spend(&mut self, cost: u64) -> Result<(), Stop> {
        match self.left.checked_sub(cost) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(Stop::Cost)
            }
        }
    }

    /// Spends for reading `text` and gives its length in characters.
    pub(super) fn read(&mut self, text: &str) -> Result<usize, Stop> {
        // Checked before counting, so that counting is bounded too: a character has at most four bytes.
        self.spend(text.len() as u64 / 64)?;
        let chars = text.chars().count();
        self.spend((chars as u64 / 16).saturating_sub(text.len() as u64 / 64))?;
        Ok(chars)
    }

    /// Spends for a text of `chars` characters that is about to be made.
    pub(super) fn make_text(&mut self, chars: usize) -> Result<(), Stop> {
        if chars > MAX_TEXT {
            return Err(format!("a string of more than {MAX_TEXT} characters").into());
        }
        self.spend(chars as u64 / 16)
    }

    /// Checks the length of a list that is about to be made or to grow.
    pub(super) fn check_items(&self, count: usize) -> Result<(), Stop> {
        if count > MAX_ITEMS { Err(format!("a list of more than {MAX_ITEMS} items").into()) } else { Ok(()) }
    }

    /// The printed form of `value`, as templates and `string` show it.
    pub(super) fn print(&mut self, value: &Value) -> Result<Arc<str>, Stop> {
        if let Value::Str(text) = value {
            return Ok(text.clone());
        }
        // Elements may be shared, so the text can be far larger than the value; walking it first is bounded.
        self.walk(value)?;
        let text = value.to_text();
        self.make_text(text.chars().count())?;
        Ok(text.into())
    }

    fn walk(&mut self, value: &Value) -> Result<(), Stop> {
        match value {
            Value::Str(text) => self.read(text).map(|_| ()),
            Value::List(items) => items.iter().try_for_each(|item| {
                self.spend(1)?;
                self.walk(item)
            }),
            Value::Map(fields) => fields.iter().try_for_each(|(key, item)| {
                self.spend(1)?;
                self.read(key)?;
                self.walk(item)
            }),
            _ => Ok(()),
        }
    }

    /// Deep equality.
    pub(super) fn equal(&mut self, a: &Value, b: &Value) -> Result<bool, Stop> {
        match (a, b) {
            (Value::Str(a), Value::Str(b)) if a.len() == b.len() => {
                self.spend(a.len() as u64 / 64)?;
                Ok(a == b)
            }
            (Value::List(a), Value::List(b)) if a.len() == b.len() && !Arc::ptr_eq(a, b) => {
                for (a, b) in a.iter().zip(b.iter()) {
                    self.spend(1)?;
                    if !self.equal(a, b)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Map(a), Value::Map(b)) if a.len() == b.len() && !Arc::ptr_eq(a, b) => {
                for ((key, a), (other, b)) in a.iter().zip(b.iter()) {
                    self.spend(1)?;
                    if key != other || !self.equal(a, b)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            // Lists and maps of different lengths, or the very same one.
            (Value::List(a), Value::List(b)) => Ok(a.len() == b.len()),
            (Value::Map(a), Value::Map(b)) => Ok(a.len() == b.len()),
            (a, b) => Ok(a == b),
        }
    }
}
