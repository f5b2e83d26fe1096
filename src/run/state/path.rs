//! A path: one thread of control with its own values.

use std::sync::Arc;

use im::OrdMap;

use crate::context::ContextMap;
use crate::ids::{AgentId, PathId};
use crate::json::{ToJson, Writer};
use crate::machine::model::{EdgeIdx, NodeIdx};
use crate::run::state::chain::Chain;
use crate::run::state::lineage::{Origin, Parked};
use crate::run::state::request::InfoRequest;
use crate::run::state::status::{Failure, Status};
use crate::run::state::turn::{RecordedTurn, Turn};
use crate::run::state::waiting::{FromError, ReceivedEvent, Timer};
use crate::words;

/// One thread of control with its own values.
#[derive(Clone, Debug)]
pub struct Path {
    /// Its id.
    pub id: PathId,
    /// The path it was forked from.
    pub parent: Option<PathId>,
    /// How many paths of the run were created before it. 0 in runs saved before this was kept.
    pub order: u32,
    /// How it was created.
    pub origin: Arc<Origin>,
    /// The node it is at.
    pub node: NodeIdx,
    /// How far it has come at its node.
    pub phase: Phase,
    /// Its status.
    pub status: Status,
    /// Its values.
    pub context: ContextMap,
    /// Its parent's values when it was forked; the initial ones for start paths.
    pub base: ContextMap,
    /// Visits of each node.
    pub visits: OrdMap<NodeIdx, Visits>,
    /// Node entries.
    pub entries: u32,
    /// Failures recorded on it.
    pub errors: u32,
    /// Attempt of the current visit, from 1.
    pub attempt: u32,
    /// Turns of the current attempt.
    pub turn: u32,
    /// Milliseconds the host may wait before it serves the open agent request.
    pub delay_ms: u32,
    /// Agent requests so far.
    pub agent_seq: u32,
    /// Information requests so far.
    pub request_seq: u32,
    /// Children so far.
    pub children: u32,
    /// Children before the current visit. Later ones belong to one fork.
    pub children_before: u32,
    /// The agent called a fan-out tool in this visit.
    pub spawn_called: bool,
    /// The fan-out edges of the node were processed in this visit.
    pub fanned_out: bool,
    /// The entry count at the last write, reply, answer or choice.
    pub quiet_from: u32,
    /// A loop notice was given since then.
    pub loop_noticed: bool,
    /// The node of type `state` entered last.
    pub active_state: Option<NodeIdx>,
    /// The last failure.
    pub last_error: Option<Arc<Failure>>,
    /// Why the previous attempt failed.
    pub failed_before: Option<Arc<Failure>>,
    /// The number of the path's requests before the current visit.
    pub requests_before: u32,
    /// Modules it is entering that declare requests, a checkpoint or values, outer first. Empty once it has entered the node.
    pub entering: Vec<NodeIdx>,
    /// The id of the node it ended at, if an edit removed that node. `node` is then meaningless.
    pub gone: Option<Arc<str>>,
    /// What the agent said and called in this visit.
    pub talk: Chain<Arc<Turn>>,
    /// Every turn of its agents, newest first.
    pub turns: Chain<Arc<RecordedTurn>>,
    /// The transition the agent chose in this visit.
    pub choice: Option<Arc<Choice>>,
    /// Moves, newest first.
    pub history: Chain<Arc<Move>>,
    /// The timers of its node and of the modules around it, from the inside out.
    pub timers: Arc<Vec<Timer>>,
    /// The event it received last.
    pub last_event: Option<Arc<ReceivedEvent>>,
    /// The outputs that `@from` could not fill when it completed.
    pub from_errors: Arc<Vec<FromError>>,
    /// The compensation in progress before it fails.
    pub unwinding: Option<Arc<Unwinding>>,
}

/// A compensation in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Unwinding {
    /// The failure the path ends with.
    pub failure: Arc<Failure>,
    /// Compensating nodes, each with the node whose work it undoes. The next one is last.
    pub rest: Vec<(NodeIdx, NodeIdx)>,
    /// The node whose work the path is undoing now.
    pub undoes: Option<NodeIdx>,
}

/// Visits of one node by one path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// How many.
    pub count: u32,
    /// The path's entry count at the last one.
    pub last_entry: u32,
    /// The number of the last one among all visits of the node in the run, by any path.
    pub round: u32,
}

/// A transition chosen by an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The target's node.
    pub target: NodeIdx,
    /// The agent's reason.
    pub reason: Option<Arc<str>>,
}

/// How far a path is at its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Arrived; the entry is not counted yet.
    Enter,
    /// Its work is next or in progress.
    Work,
    /// Its work is done.
    Leave,
}

/// One move of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The node left.
    pub from: Arc<str>,
    /// The node reached.
    pub to: Arc<str>,
    /// The edge crossed; `None` if an edit of the machine removed it.
    pub edge: Option<EdgeIdx>,
    /// Why.
    pub cause: Cause,
}

impl Path {
    /// A new path before its first entry. Its values are independent from here on.
    pub(in crate::run) fn new(id: PathId, origin: Origin, node: NodeIdx, context: &ContextMap) -> Self {
        Path {
            id,
            parent: None,
            order: 0,
            origin: Arc::new(origin),
            node,
            phase: Phase::Enter,
            status: Status::Active,
            context: context.clone(),
            base: context.clone(),
            visits: OrdMap::new(),
            entries: 0,
            errors: 0,
            attempt: 0,
            turn: 0,
            delay_ms: 0,
            agent_seq: 0,
            request_seq: 0,
            children: 0,
            children_before: 0,
            spawn_called: false,
            fanned_out: false,
            quiet_from: 0,
            loop_noticed: false,
            active_state: None,
            last_error: None,
            failed_before: None,
            requests_before: 0,
            entering: Vec::new(),
            gone: None,
            talk: Default::default(),
            turns: Default::default(),
            choice: None,
            history: Default::default(),
            timers: Default::default(),
            last_event: None,
            from_errors: Default::default(),
            unwinding: None,
        }
    }

    /// The agent request it waits for.
    pub fn asked(&self) -> Option<AgentId> {
        match self.status {
            Status::AwaitingAgent(number) => Some(AgentId { path: self.id.clone(), number }),
            _ => None,
        }
    }

    /// Where it is parked.
    pub fn parked(&self) -> Option<&Arc<Parked>> {
        if let Status::Parked(parked) = &self.status { Some(parked) } else { None }
    }

    /// The node it is at; `None` if an edit of the machine removed it.
    pub fn place(&self) -> Option<NodeIdx> {
        self.gone.is_none().then_some(self.node)
    }

    /// The number of the current visit of its node, from 1; 0 before the node is entered.
    pub fn visit(&self) -> u32 {
        self.place().and_then(|node| self.visits.get(&node)).map_or(0, |visits| visits.count)
    }

    /// The number of the current visit among all visits of its node in the run, from 1; 0 before the node is entered.
    pub fn round(&self) -> u32 {
        self.place().and_then(|node| self.visits.get(&node)).map_or(0, |visits| visits.round)
    }

    /// True for information requests raised in the current visit.
    pub fn has_raised(&self, request: &InfoRequest) -> bool {
        self.phase != Phase::Enter && request.id.path == self.id && request.id.number > self.requests_before
    }
}

words! {
    /// What made a path move.
    pub enum CauseKind {
        /// The only plain edge, or the one with the best priority.
        Default = "default",
        /// An edge marked `@auto`.
        Auto = "auto",
        /// A condition that is true.
        Condition = "condition",
        /// The agent chose it.
        Agent = "agent",
        /// The host chose it for a blocked path.
        Choice = "choice",
        /// The host forced it.
        Force = "force",
        /// A failure.
        Catch = "catch",
        /// A join that fired.
        Join = "join",
        /// An event.
        Event = "event",
        /// A timer that was due.
        Timer = "timer",
    }
}

/// Why a path moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// What made it move.
    pub kind: CauseKind,
    /// The condition's text, the join, the name of the event, or the duration as written.
    pub text: Option<Arc<str>>,
    /// The condition is one of `unless`: it was false.
    pub unless: Option<bool>,
    /// The agent's reason.
    pub reason: Option<Arc<str>>,
    /// It was chosen against its condition.
    pub forced: Option<bool>,
}

impl Cause {
    /// A cause without words.
    pub fn of(kind: CauseKind) -> Self {
        Cause { kind, text: None, unless: None, reason: None, forced: None }
    }
}

impl ToJson for Cause {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("type", &self.kind);
            object.maybe("text", &self.text);
            object.maybe("unless", &self.unless);
            object.maybe("reason", &self.reason);
            object.maybe("forced", &self.forced);
        });
    }
}
