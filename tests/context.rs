//! The context graph and the projection: what agents are shown, one claim a test.

mod budgets;
mod costs;
mod creek;
mod graph;
mod projection;
mod values;
mod views;
mod watching;
