//! Running machines: the worked traces and the acceptance scenarios of the runtime, one claim a test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests may")]

mod compensation;
mod failures;
mod forks;
mod joins;
mod merges;
mod play;
mod purity;
mod replies;
mod requests;
mod rules;
mod storms;
mod timeline;
mod traces;
