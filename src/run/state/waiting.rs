//! What a path keeps of events and of time: the last event it received, and the timers that run for it.

use std::sync::Arc;

use crate::machine::control::Exit;
use crate::machine::model::NodeIdx;
use crate::run::state::{Path, Run};
use crate::shape;
use crate::value::Value;

/// An event that came from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct ReceivedEvent {
    /// Its name.
    pub name: Arc<str>,
    /// What it brought.
    pub data: Value,
}
shape!(ReceivedEvent { name, data });

impl ReceivedEvent {
    /// What `event` and `lastEvent` are in expressions.
    pub fn value(&self) -> Value {
        [("name", Value::from(self.name.clone())), ("data", self.data.clone())].into_iter().collect()
    }
}

/// The time that a timer edge waits for on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// The node whose edge it is: the path's own or a module around it.
    pub node: NodeIdx,
    /// The edge.
    pub exit: Exit,
    /// The time on the run's clock at which it started.
    pub start: u64,
    /// It has fired, or its condition was false when it was due.
    pub is_spent: bool,
}

/// Why `@from` did not give a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromError {
    /// The id of the context.
    pub context: Arc<str>,
    /// The field.
    pub field: Arc<str>,
    /// Why.
    pub message: Arc<str>,
}
shape!(FromError { context, field, message });

impl Run {
    /// When a timer is due.
    pub fn due(&self, timer: &Timer) -> u64 {
        let after = self.machine.edges[timer.exit.edge].after.as_ref();
        let wait = after.and_then(|after| after.milliseconds).unwrap_or(u64::MAX);
        timer.start.saturating_add(wait)
    }

    /// The timers that run for a path. Paths that are not live or are compensating have none.
    pub fn running_timers<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = &'a Timer> {
        let can_fire = path.status.is_live() && path.unwinding.is_none();
        path.timers.iter().filter(move |timer| can_fire && !timer.is_spent)
    }
}
