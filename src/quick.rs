//! Hash maps by names and indices.
//!
//! The standard hash withstands keys that are made to collide, and a look-up of a short name spends most of its time in
//! it. In wasm its secret is no secret, because there is no source of chance; so nothing is lost here.

/// A map by names or indices.
pub use rustc_hash::FxHashMap as Map;
/// A set of names or indices.
pub use rustc_hash::FxHashSet as Set;
