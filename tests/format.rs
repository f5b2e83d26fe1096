//! The formatter and the way back from JSON: what they keep, and what the result looks like.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]

#[path = "format/cases.rs"]
mod cases;
#[path = "format/check.rs"]
mod check;
#[path = "format/json.rs"]
mod json;
#[path = "format/keeping.rs"]
mod keeping;
#[path = "format/random.rs"]
mod random;
#[path = "format/sources.rs"]
mod sources;
