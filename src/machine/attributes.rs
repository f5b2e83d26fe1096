//! The attributes of a node or of the machine: in source order, and found by name.

use std::ops::Deref;
use std::sync::Arc;

use crate::machine::model::Attribute;
use crate::quick::Map;

/// A list of attributes with different names.
#[derive(Clone, Debug, Default)]
pub struct AttributeList {
    list: Vec<Attribute>,
    places: Map<Arc<str>, usize>,
}

impl AttributeList {
    /// Adds an attribute, in the place of an earlier one of that name; gives the place.
    pub(super) fn put(&mut self, attribute: Attribute) -> usize {
        let place = *self.places.entry(attribute.name.clone()).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some(earlier) => *earlier = attribute,
            None => self.list.push(attribute),
        }
        place
    }

    /// The attribute of that name.
    pub fn named(&self, name: &str) -> Option<&Attribute> {
        self.list.get(*self.places.get(name)?)
    }
}

impl Deref for AttributeList {
    type Target = [Attribute];

    fn deref(&self) -> &[Attribute] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a AttributeList {
    type Item = &'a Attribute;
    type IntoIter = std::slice::Iter<'a, Attribute>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
