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
//! | `state`, `lineage` | what a run is; where its paths come from and wait |
//! | `start` | start values and start paths |
//! | `action` | the actions, `apply`, the tick |
//! | `walk` | the step order of one path: enter, work, leave |
//! | `fan_out` | what leaving a node spawns |
//! | `join`, `settle` | who waits for whom, and joins that fire or fail |
//! | `merge`, `gather` | the values of several paths become those of one |
//! | `ask`, `tools`, `reply` | agent requests, the tools they offer, what a reply does |
//! | `requests` | information requests |
//! | `meta` | tools of the host, and tools about the machine |
//! | `edit`, `migrate`, `line_diff` | edits of the machine while it runs, and the run on the edited machine |
//! | `force` | edges taken or left out by hand |
//! | `failure`, `compensate` | retries, catch edges, what is undone, the end of a path |
//! | `artifacts` | the artifacts of all paths |
//! | `names`, `templates` | values of names in conditions and texts |
//! | `event`, `outcome` | what happened, why it stands |
//! | `timeline`, `diff` | all runs of one execution, with branches, checkpoints and a cursor; what differs between two |
//! | `recording` | replies and answers, to be given again |
//! | `save` | a timeline as text and back |

pub mod action;
pub mod artifacts;
pub mod ask;
pub mod chain;
mod compensate;
pub mod diff;
mod draft;
pub mod edit;
pub mod event;
pub(crate) mod failure;
mod fan_out;
mod force;
mod gather;
pub mod join;
mod line_diff;
pub mod lineage;
mod merge;
pub mod meta;
mod migrate;
pub mod names;
pub mod outcome;
pub mod recording;
pub mod reply;
pub mod requests;
mod retext;
pub mod save;
mod settle;
pub mod start;
pub mod state;
pub mod templates;
pub mod timeline;
pub mod tools;
mod walk;

pub use crate::refusal::Refusal;
pub use action::{Action, apply, evaluate, get};
pub use ask::{AgentRequest, agent_requests};
pub use draft::Applied;
pub use names::test_condition;
pub use outcome::{Outcome, Output, outputs};
pub use reply::AgentReply;
pub use start::{StartOptions, start};
pub use state::{Limits, Path, PathId, Run, Status};
pub use timeline::{AdvanceOptions, Timeline};
