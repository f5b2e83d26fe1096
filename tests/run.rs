//! Running machines: the worked traces and the acceptance scenarios of the runtime, one claim a test.

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
pub mod play;
mod purity;
mod recordings;
mod replies;
mod requests;
mod round_trip;
mod rules;
mod saves;
mod storms;
mod timeline;
mod tools;
mod traces;
