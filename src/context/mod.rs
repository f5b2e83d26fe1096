//! The values of a path: reading, writing, references into them, and what an agent is shown of them.
//!
//! Refuses everything the schema, the role or the permission refuses, before anything is stored.

pub mod artifact;
pub mod projection;
pub mod reference;
pub mod store;

pub use store::{Added, Change, ContextMap, Stored};
