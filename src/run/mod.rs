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
//! | `state` | what a run is |
//! | `start` | start values and start paths |
//! | `action` | the actions, `apply`, the tick |
//! | `walk` | the step order of one path: enter, work, leave |
//! | `ask`, `tools`, `reply` | agent requests, the tools they offer, what a reply does |
//! | `requests` | information requests |
//! | `failure` | retries, catch edges, the end of a path |
//! | `names`, `templates` | values of names in conditions and texts |
//! | `event`, `outcome`, `refusal` | what happened, why it stands, why not |
//! | `timeline` | all runs of one execution, with branches and a cursor |

pub mod action;
pub mod ask;
pub mod chain;
mod draft;
pub mod event;
mod failure;
pub mod names;
pub mod outcome;
pub mod refusal;
pub mod reply;
pub mod requests;
pub mod start;
pub mod state;
pub mod templates;
pub mod timeline;
pub mod tools;
mod walk;

pub use action::{Action, apply, evaluate, get};
pub use ask::agent_requests;
pub use draft::Applied;
pub use names::test_condition;
pub use outcome::{Outcome, Output, outputs};
pub use refusal::Refusal;
pub use reply::AgentReply;
pub use start::{StartOptions, start};
pub use state::{Limits, Path, PathId, Run, Status};
pub use timeline::{AdvanceOptions, Timeline};
