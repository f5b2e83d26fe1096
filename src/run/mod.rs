//! Executing a machine: one immutable [`Run`] per moment, one pure function from a run and an action to the next.
//!
//! ```text
//! start ─► Run ─► apply(&Run, &Action) ─► Ok(Applied { run, events, … }) | Err(Refusal)
//! ```
//!
//! An action works on a draft that is dropped when it is refused, so a refused action changes nothing. Every
//! value an agent sees, a condition reads or a template prints comes from the store of one path.
//!
//! | module | owns |
//! |---|---|
//! | `state` | what a run is: paths, their origins, what they wait for, the outcome |
//! | `event` | what happened |
//! | `step/` | start, the step order of a path, fan-out, joins, merges, failures |
//! | `edit/` | edits of the machine while it runs |
//! | `agent/` | agent requests, their tools, replies, information requests, recordings |
//! | `action` | the actions, and `apply`, which sends each to its room |
//! | `timeline/` | all runs of one execution, with branches, checkpoints and a cursor |
//! | `save/` | a timeline as text and back |
//!
//! Each uses only those above it. The methods of `PathMover`, which moves one path during an action, are in `step/` and
//! `agent/`: moving a path may call its agent, and a reply continues the move.

pub mod action;
pub mod agent;
pub mod edit;
pub mod event;
pub mod save;
pub mod state;
pub mod step;
pub mod timeline;

pub use crate::refusal::Refusal;
pub use action::{Action, apply, evaluate, get};
pub use agent::ask::{AgentRequest, agent_requests};
pub use agent::call::AgentReply;
pub use state::outcome::Outcome;
pub use state::outputs::{Output, outputs};
pub use state::{Limits, Path, PathId, Run, Status};
pub use step::draft::Applied;
pub use step::names::test_condition;
pub use step::start::{StartOptions, start};
pub use timeline::{AdvanceOptions, Timeline};
