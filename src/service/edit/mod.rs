//! Changes of a machine as small edits of its texts, written where a person would write them.
//!
//! | file | owns |
//! |---|---|
//! | `op` `read` | what can be asked, how JSON says it, and the answer |
//! | `perform` | which file below does it |
//! | `nodes` `edges` `fields` `remove` `rename` `moves` | the edits themselves |
//! | `statement` `label` | edge statements and arrows written anew |
//! | `names` | names that lead to a node from a block, and new ones |
//! | `source` `lines` `spots` | where a text declares what, its lines, and where items go |
//! | `draft` | the edits of one text while they are collected |
//! | `meaning` `job` | what a text says, and the check that an edit changes nothing else |

mod draft;
mod edges;
mod fields;
mod job;
mod label;
mod lines;
mod meaning;
mod moves;
mod names;
mod nodes;
mod op;
mod perform;
mod read;
mod remove;
mod rename;
mod source;
mod spots;
mod statement;

pub use op::{Change, Connection, EdgeName, Edited, Link, Mention, Moves, Op, Written};
pub use perform::edit;
pub use read::read;
