//! The formatter and the way back from JSON: what they keep, and what the result looks like.

mod cases;
pub mod check;
mod json;
mod keeping;
mod random;
mod separators;
mod sources;
