//! The context graph and the projection: what agents are shown, one claim a test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests may")]

#[path = "run/play.rs"]
#[allow(dead_code, reason = "shared with the tests of runs")]
mod play;

#[path = "context/budgets.rs"]
mod budgets;
#[path = "context/costs.rs"]
mod costs;
#[path = "context/creek.rs"]
mod creek;
#[path = "context/graph.rs"]
mod graph;
#[path = "context/projection.rs"]
mod projection;
#[path = "context/values.rs"]
mod values;
#[path = "context/views.rs"]
mod views;
#[path = "context/watching.rs"]
mod watching;
