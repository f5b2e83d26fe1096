//! The values of a path: reading, writing, references into them; the graph that orders them; what an agent is shown.
//!
//! Refuses everything the schema, the role or the permission refuses, before anything is stored.

pub mod artifact;
pub mod budget;
pub mod cost;
pub mod graph;
pub mod layer;
pub mod projection;
pub mod reference;
pub mod store;

pub use store::{Added, Change, ContextMap, Stored};
