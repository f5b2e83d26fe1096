//! One action on a run: start, the step order of a path, fan-out, joins, merges, failures.
//!
//! | file | owns |
//! |---|---|
//! | `start` | start values and start paths |
//! | `draft` | the run in the making, its events, and how an action is closed |
//! | `walk` | the step order of one path: enter, work, leave |
//! | `fan_out` | what leaving a node spawns |
//! | `join`, `settle` | who waits for whom, and joins that fire or fail |
//! | `merge`, `gather` | the values of several paths become those of one |
//! | `force` | edges the host forces or skips |
//! | `failure`, `compensate` | retries, catch edges, compensation, the end of a path |
//! | `names`, `templates` | what names in conditions and texts stand for on a path |

mod compensate;
pub(in crate::run) mod draft;
pub(crate) mod failure;
mod fan_out;
pub(in crate::run) mod force;
mod gather;
pub mod join;
mod merge;
pub mod names;
mod settle;
pub mod start;
pub mod templates;
pub(in crate::run) mod walk;
