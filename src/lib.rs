//! Tracklight: executable state machines for agents.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod diagnostic;
pub mod json;
pub mod pattern;
pub mod schema;
pub mod syntax;
pub mod text;
pub mod value;
