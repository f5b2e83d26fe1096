//! The values of a path: reading, writing, references into them; artifacts; the user's edits of the context graph as
//! data; what texts cost, and how a budget is divided.
//!
//! Refuses everything the schema, the role or the permission refuses, before anything is stored.

pub mod artifact;
pub mod budget;
pub mod cost;
pub mod layer;
pub mod reference;
pub mod store;

pub use store::{Added, Change, ContextMap, Stored};
