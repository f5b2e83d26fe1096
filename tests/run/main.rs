//! Running machines: the worked traces and the acceptance scenarios of the runtime, one claim a test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests may")]

mod acceptance;
mod checkpoints;
mod compensation;
mod edits;
mod failures;
mod forces;
mod forks;
mod gathers;
mod histories;
mod joins;
mod kinds;
mod merges;
mod musts;
mod older;
mod pictures;
mod play;
mod purity;
mod recordings;
mod replies;
mod requests;
mod rules;
mod saves;
mod storms;
mod timeline;
mod tools;
mod traces;
