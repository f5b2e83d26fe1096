//! The origin of a path, and the joins it belongs to.

use std::fmt;
use std::sync::Arc;

use crate::ids::PathId;
use crate::json::{ToJson, Writer};
use crate::machine::control::Exit;
use crate::machine::model::EdgeIdx;
use crate::run::state::waiting::ReceivedEvent;
use crate::value::Value;

/// How a path was created.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// It is a start path.
    Start {
        /// Position among the start paths, from 0.
        index: u32,
    },
    /// By a fan-out.
    Fork {
        /// The edge; `None` if an edit of the machine removed it.
        edge: Option<EdgeIdx>,
        /// Which fork of the forking path, by that path's entry count.
        fork: u32,
        /// Position among the children of that fork, from 0.
        branch: u32,
        /// The group of the fan-out.
        group: Option<Arc<str>>,
        /// What `item`, `index` and `total` are on it.
        replica: Option<Replica>,
    },
}

/// The position of a path among those of its fan-out edge, or of the enclosing fan-out.
#[derive(Clone, Debug, PartialEq)]
pub struct Replica {
    /// The item of the nearest `@map`.
    pub item: Option<Arc<Value>>,
    /// The position in the nearest `@map` or counted fan-out, from 0.
    pub index: u32,
    /// How many branches that has.
    pub total: u32,
}

impl ToJson for Replica {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.maybe("item", &self.item);
            object.field("index", &self.index);
            object.field("total", &self.total);
        });
    }
}

impl Origin {
    /// Position among the start paths, or among the children of the fork.
    pub fn branch(&self) -> u32 {
        match self {
            Origin::Start { index } => *index,
            Origin::Fork { branch, .. } => *branch,
        }
    }

    /// What `item`, `index` and `total` are.
    pub fn replica(&self) -> Option<&Replica> {
        match self {
            Origin::Start { .. } => None,
            Origin::Fork { replica, .. } => replica.as_ref(),
        }
    }
}

/// One instance of a join. Ordered by id, then by forking path and fork.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JoinKey {
    /// The id of the declaration.
    pub id: Arc<str>,
    /// The fan-out whose paths it joins, for joins with a group.
    pub fork: Option<ForkKey>,
}

/// The paths that one visit of one path spawned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForkKey {
    /// The path that forked.
    pub path: PathId,
    /// Which of its forks, by its entry count at that visit.
    pub fork: u32,
    /// The group of the fan-out.
    pub group: Arc<str>,
}

impl fmt::Display for JoinKey {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.id)?;
        match &self.fork {
            Some(fork) => write!(out, "/{}@{}#{}", fork.group, fork.path, fork.fork),
            None => Ok(()),
        }
    }
}

impl ToJson for JoinKey {
    fn write(&self, out: &mut Writer) {
        out.string(&self.to_string());
    }
}

/// What has happened at one join instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JoinState {
    /// How often it fired or failed.
    pub generation: u32,
}

/// A path waiting at a join: it has chosen its edge but not crossed it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parked {
    /// The join.
    pub join: JoinKey,
    /// The edge.
    pub exit: Exit,
    /// The number of the event of its arrival: the order of arrival.
    pub seq: u64,
    /// The tick of its arrival.
    pub tick: u32,
    /// The event that took it there.
    pub event: Option<Arc<ReceivedEvent>>,
}
