//! One action on a run: start, the step order of a path, fan-out, joins, merges, failures.
//!
//! | file | owns |
//! |---|---|
//! | `start` | start values and start paths |
//! | `draft`, `close` | the run in the making and its events; closing an action |
//! | `tick`, `set_context` | what the host does to paths and to their values |
//! | `walk` | the step order of one path: enter, work, leave |
//! | `fan_out`, `empty_map` | what leaving a node spawns, and where a path goes when there is nothing to spawn |
//! | `assign` | what `@set` and `@from` write |
//! | `awaited` | the events that are awaited and the timers that run |
//! | `interrupt`, `elapse` | events and times that move paths |
//! | `join`, `join_firing` | who waits for whom, and joins that fire or fail |
//! | `merge`, `gather` | the values of several paths become those of one |
//! | `force` | edges the host forces or skips |
//! | `failure`, `compensate` | retries, catch edges, compensation, the end of a path |
//! | `properties` | what the machine states of its runs, watched |
//! | `refusals` | why an action is refused |
//! | `names`, `templates` | what names in conditions and texts stand for on a path |

mod assign;
pub mod awaited;
pub(in crate::run) mod close;
pub(crate) mod compensate;
mod contributor;
pub(in crate::run) mod draft;
pub(in crate::run) mod elapse;
pub(crate) mod empty_map;
pub(crate) mod failure;
mod fan_out;
pub(in crate::run) mod force;
mod gather;
pub(in crate::run) mod interrupt;
pub mod join;
mod join_firing;
mod merge;
pub mod names;
mod properties;
pub(in crate::run) mod refusals;
pub(in crate::run) mod set_context;
pub mod start;
pub mod templates;
pub(in crate::run) mod tick;
pub(in crate::run) mod walk;
