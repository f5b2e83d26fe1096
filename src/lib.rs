//! Tracklight: executable state machines for agents.
//!
//! ```text
//!  source text ──► syntax ──► machine ──► run ──────────────┬─► view ───────┐
//!    (.dygram)    tree +      model +     Run ─step(input)─►│   for people  ├─► wasm ──► www
//!                 errors      lints       (Run', events)    └─► projection ─┘  thin      pixels,
//!                                           ▲                   for agents     classes   stub agents
//!                                           └──── replies, answers, edits ◄────────────────┘
//! ```
//!
//! Everything left of `wasm` is plain Rust: no clock, no randomness, no IO, no threads, no globals, no JavaScript.
//! Data flows left to right and nothing points back; what comes from outside enters as an argument of one call.
//! A [`run::Run`] is a value: a step makes a new one and shares what did not change.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

/// The version of the core with the commit it was built from.
pub const CORE: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("TRACKLIGHT_COMMIT"));
/// Grows with every change by which equal machines and actions give another state or other data of an event.
pub const RULES: u32 = 3;

mod buffer;
pub mod context;
pub mod diagnostic;
pub mod explore;
pub mod expr;
pub mod ids;
pub mod json;
pub mod machine;
pub mod number;
pub mod pattern;
pub mod projection;
mod quick;
pub mod refusal;
pub mod run;
pub mod schema;
pub mod service;
pub mod syntax;
pub mod text;
pub mod value;
pub mod view;
pub mod work;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
