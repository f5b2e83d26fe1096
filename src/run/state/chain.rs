//! A list that grows at its head and shares its tail: appending is O(1) and older versions stay valid.

use std::sync::Arc;

/// A persistent list, newest first.
#[derive(Debug)]
pub struct Chain<T>(Option<Arc<Link<T>>>);

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: Chain<T>,
}

impl<T> Chain<T> {
    /// The list with `item` in front.
    #[must_use]
    pub fn with(&self, item: T) -> Self {
        Chain(Some(Arc::new(Link { item, before: self.clone() })))
    }

    /// The newest item.
    pub fn newest(&self) -> Option<&T> {
        self.0.as_ref().map(|link| &link.item)
    }

    /// True if there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Items, newest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut next = self.0.as_deref();
        std::iter::from_fn(move || {
            let link = next?;
            next = link.before.0.as_deref();
            Some(&link.item)
        })
    }
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Self {
        Chain(self.0.clone())
    }
}

impl<T> Default for Chain<T> {
    fn default() -> Self {
        Chain(None)
    }
}

impl<T> Drop for Chain<T> {
    fn drop(&mut self) {
        // Link by link: dropping a long list by recursion would exhaust the stack.
        let mut next = self.0.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.before.0.take());
        }
    }
}
