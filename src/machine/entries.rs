//! Keys with values, in the order in which the keys first came.

use std::ops::Deref;
use std::sync::Arc;

use crate::quick::Map;
use crate::value::Value;

/// Up to so many keys are compared one by one.
const FEW: usize = 8;

/// A list of keys with values, each key once.
#[derive(Clone, Default)]
pub(super) struct Entries {
    list: Vec<(Arc<str>, Value)>,
    /// Where each key is, once there are more than a few.
    places: Map<Arc<str>, usize>,
}

impl Entries {
    /// Sets a key, in the place of an earlier one of that name.
    pub fn put(&mut self, key: &str, value: Value) {
        match self.place(key).and_then(|place| self.list.get_mut(place)) {
            Some((_, earlier)) => *earlier = value,
            None => {
                let key: Arc<str> = key.into();
                if !self.places.is_empty() {
                    self.places.insert(key.clone(), self.list.len());
                }
                self.list.push((key, value));
            }
        }
    }

    fn place(&mut self, key: &str) -> Option<usize> {
        if self.list.len() <= FEW {
            return self.list.iter().position(|(known, _)| &**known == key);
        }
        if self.places.is_empty() {
            self.places = self.list.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect();
        }
        self.places.get(key).copied()
    }

    /// Leaves out the keys that do not fit.
    pub fn retain(&mut self, mut fits: impl FnMut(&str) -> bool) {
        self.places.clear();
        self.list.retain(|(key, _)| fits(key));
    }

    /// The keys with values that can be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut Value)> {
        self.list.iter_mut().map(|(key, value)| (&**key, value))
    }

    /// The list.
    pub fn into_list(self) -> Vec<(Arc<str>, Value)> {
        self.list
    }
}

impl Deref for Entries {
    type Target = [(Arc<str>, Value)];

    fn deref(&self) -> &Self::Target {
        &self.list
    }
}
