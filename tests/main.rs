//! The native tests, one program: the core and what the tests share are compiled and linked once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking"
)]

mod cel;
mod cel_conformance;
mod codes;
mod context;
mod contexts;
mod counts;
mod docs;
mod dot;
mod edit;
mod explore;
mod expr;
mod expr_properties;
mod format;
mod graphviz;
mod json_schema_oracle;
mod json_schema_suite;
mod large;
mod layering;
mod machine;
mod reference;
mod renaming;
mod retired_identifiers;
mod retired_words;
mod run;
mod rust_tokens;
mod schema;
mod seeds;
mod service;
mod sql;
mod syntax;
mod words;
mod work;
mod world;
