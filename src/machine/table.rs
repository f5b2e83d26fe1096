//! Typed indices: a table hands them out and is the only thing they index.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A position in a [`Table`].
pub trait Id: Copy {
    /// From a position.
    fn new(position: usize) -> Self;
    /// The position.
    fn position(self) -> usize;
}

/// Defines an index type.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $crate::machine::table::Id for $name {
            fn new(position: usize) -> Self {
                Self(position as u32)
            }

            fn position(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(crate) use id;

/// A list that is indexed by its own index type.
#[derive(Clone, Debug)]
pub struct Table<I, T> {
    items: Vec<T>,
    index: PhantomData<fn(I)>,
}

impl<I: Id, T> Table<I, T> {
    /// The same item at every index of another table.
    pub fn beside<U>(other: &Table<I, U>, item: T) -> Self
    where
        T: Clone,
    {
        Self::from(vec![item; other.len()])
    }

    /// Appends an item and gives its index.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }

    /// The item at `index`, for an index of unknown origin. Not called `get`, because a lint that is right about
    /// slices takes every type with a `get` for one.
    pub fn item(&self, index: I) -> Option<&T> {
        self.items.get(index.position())
    }

    /// Puts the items in a new order, which names each of them once; what it leaves out is dropped.
    pub fn reorder(&mut self, order: &[I]) {
        let mut items: Vec<Option<T>> = self.items.drain(..).map(Some).collect();
        self.items = order.iter().filter_map(|index| items.get_mut(index.position())?.take()).collect();
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The items in order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All indices in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// Indices and items in order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(at, item)| (I::new(at), item))
    }
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Self { items: Vec::new(), index: PhantomData }
    }
}

impl<I, T> From<Vec<T>> for Table<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, index: PhantomData }
    }
}

impl<I, T> FromIterator<T> for Table<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        Self { items: items.into_iter().collect(), index: PhantomData }
    }
}

#[allow(clippy::indexing_slicing, reason = "an index is made by the table it indexes, which only grows")]
impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;

    fn index(&self, index: I) -> &T {
        &self.items[index.position()]
    }
}

#[allow(clippy::indexing_slicing, reason = "an index is made by the table it indexes, which only grows")]
impl<I: Id, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.position()]
    }
}
