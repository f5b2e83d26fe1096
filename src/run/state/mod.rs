//! What a run is at one moment. Everything is shared with the runs before and after it.

pub mod artifacts;
pub mod chain;
pub mod last;
pub mod lineage;
pub mod outcome;
pub mod outputs;
pub mod path;
pub mod request;
pub mod status;
pub mod turn;
pub mod usage;
pub mod waiting;

use std::sync::Arc;

use im::OrdMap;

use crate::context::{Added, ContextMap};
use crate::machine::Machine;
use crate::machine::model::{ContextIdx, EdgeIdx, NodeIdx};
use crate::run::state::outcome::Outcome;
use crate::value::Value;
use crate::{shape, words};

pub use crate::ids::{AgentId, PathId, RequestId};
pub use crate::run::state::last::{Changed, LastAction};
pub use crate::run::state::lineage::{ForkKey, JoinKey, JoinState, Origin, Parked, Replica};
pub use crate::run::state::path::{Cause, CauseKind, Choice, Move, Path, Phase, Unwinding, Visits};
pub use crate::run::state::request::{Form, InfoRequest, Priority, RaisedBy, RequestState};
pub use crate::run::state::status::{Blocked, Cancelled, Failure, FailureKind, Status, StatusKind};
pub use crate::run::state::turn::{RecordedTurn, ToolError, ToolErrorCode, ToolResult, Turn};
pub use crate::run::state::usage::{RunUsage, TotalUsage, Usage};
pub use crate::run::state::waiting::{FromError, ReceivedEvent, Timer};

/// An execution at one moment. A run never changes: an action makes a new one.
#[derive(Clone, Debug)]
pub struct Run {
    /// The machine it executes.
    pub machine: Arc<Machine>,
    /// Accepted actions since the start.
    pub step: u32,
    /// Accepted `step` actions.
    pub tick: u32,
    /// Accepted actions since the last step, without automatic ones.
    pub action: u32,
    /// Sequence number of the last event.
    pub seq: u64,
    /// Running time reported by the host, in milliseconds.
    pub elapsed_ms: u64,
    /// The run's clock, in milliseconds since the start. Only `elapse` moves it.
    pub clock_ms: u64,
    /// Limits that end a runaway run.
    pub limits: Arc<Limits>,
    /// Every path there ever was, by id.
    pub paths: OrdMap<PathId, Arc<Path>>,
    /// The values of contexts marked `@shared`.
    pub shared: ContextMap,
    /// Fields added to open contexts.
    pub added: Arc<Added>,
    /// How often each join instance has fired or failed. The paths know where they wait.
    pub joins: OrdMap<JoinKey, JoinState>,
    /// Information requests, by id.
    pub requests: OrdMap<RequestId, Arc<InfoRequest>>,
    /// How often each edge was crossed.
    pub edge_use: OrdMap<EdgeIdx, EdgeUse>,
    /// Entries into each node over all paths.
    pub node_use: OrdMap<NodeIdx, u32>,
    /// What failures led to, by node.
    pub setbacks: OrdMap<NodeIdx, Setback>,
    /// Totals.
    pub counters: Counters,
    /// What all replies used up.
    pub usage: Arc<RunUsage>,
    /// Edges that the host forces or skips, by edge; settings for every path come first.
    pub forces: Arc<Vec<Forced>>,
    /// How often the machine was edited.
    pub rev: u32,
    /// Tools that agents built while it ran.
    pub tools: Arc<Vec<DynamicTool>>,
    /// Edits of the machine that wait for approval, oldest first.
    pub edits: Arc<Vec<Edit>>,
    /// Edits proposed so far.
    pub edit_seq: u32,
    /// Properties of the machine that were violated, as written.
    pub violated: Arc<Vec<Arc<str>>>,
    /// Its outcome.
    pub outcome: Arc<Outcome>,
    /// What the latest action changed.
    pub last: Arc<LastAction>,
}

/// Totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Node entries.
    pub entries: u32,
    /// Failures recorded.
    pub errors: u32,
    /// Paths spawned.
    pub spawned: u32,
    /// Agent requests made.
    pub agent_requests: u32,
}
shape!(Counters { entries, errors, spawned, agent_requests });

/// Limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Node entries over all paths.
    pub max_steps: u32,
    /// Entries of one path into one node.
    pub max_node_invocations: u32,
    /// Live paths.
    pub max_paths: u32,
    /// Turns of one attempt.
    pub max_turns: u32,
    /// Milliseconds of running time.
    pub timeout: u32,
    /// Tokens of all replies, input and output together.
    pub max_tokens: Option<u32>,
}
shape!(Limits { max_steps, max_node_invocations, max_paths, max_turns, timeout; max_tokens });

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_steps: 1000,
            max_node_invocations: 100,
            max_paths: 256,
            max_turns: 50,
            timeout: 300_000,
            max_tokens: None,
        }
    }
}

/// What failures led to at a node. The path itself knows where it failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setback {
    /// Failures here that a catch edge took.
    pub caught: u32,
    /// Nodes whose work was undone here, the first one first, each once.
    pub undid: Arc<Vec<NodeIdx>>,
    /// Paths that could not undo here.
    pub stuck: Arc<Vec<PathId>>,
}

words! {
    /// What the host does to an edge.
    pub enum Force {
        /// Paths cross it, whatever its condition says.
        Take = "take",
        /// Paths neither take it nor are offered it.
        Skip = "skip",
    }
}

/// An edge that is forced, for one path or (`None`) for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Forced {
    /// The path.
    pub path: Option<PathId>,
    /// The edge.
    pub edge: EdgeIdx,
    /// Take or skip.
    pub mode: Force,
}
shape!(Forced { path, edge, mode });

/// A tool that an agent built and the host serves.
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicTool {
    /// The name it is called by.
    pub name: Arc<str>,
    /// What it does.
    pub description: Arc<str>,
    /// The JSON Schema of its input.
    pub input_schema: Value,
    /// The input of the call that built it.
    pub source: Value,
}
shape!(DynamicTool { name, description, input_schema, source });

/// A proposed edit of the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The `n` of `edit-<n>`.
    pub number: u32,
    /// The path whose agent proposed it; `None` for the host.
    pub path: Option<PathId>,
    /// Why.
    pub reason: Arc<str>,
    /// The whole new source.
    pub source: Arc<str>,
}
shape!(Edit { number, path, reason, source });

/// How often an edge was crossed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeUse {
    /// Crossings.
    pub taken: u32,
    /// The step of the last one.
    pub last_step: u32,
    /// The last one was forced, or chosen against its condition.
    pub forced: bool,
}

impl Run {
    /// The path with this id.
    pub fn path(&self, id: &PathId) -> Option<&Arc<Path>> {
        self.paths.get(id)
    }

    /// The map that holds a context's values for a path.
    pub fn map_of<'a>(&'a self, path: &'a Path, context: ContextIdx) -> &'a ContextMap {
        if self.machine.contexts[context].shared { &self.shared } else { &path.context }
    }

    /// The id of the node that a path is at or ended at.
    pub fn node_of<'a>(&'a self, path: &'a Path) -> &'a Arc<str> {
        path.gone.as_ref().unwrap_or_else(|| &self.machine.nodes[path.node].id)
    }

    /// Live paths, in path order.
    pub fn live(&self) -> impl Iterator<Item = &Arc<Path>> {
        self.paths.values().filter(|path| path.status.is_live())
    }

    /// What the host does to an edge for a path: the path's own setting, else the one for every path.
    pub fn force(&self, path: &PathId, edge: EdgeIdx) -> Option<Force> {
        let mut found = None;
        for forced in self.forces.iter().filter(|forced| forced.edge == edge) {
            match &forced.path {
                Some(own) if own == path => return Some(forced.mode),
                None => found = Some(forced.mode),
                Some(_) => {}
            }
        }
        found
    }

    /// The limit of tokens, if the replies have exceeded it.
    pub fn exceeded_tokens(&self) -> Option<u32> {
        self.limits.max_tokens.filter(|limit| self.usage.total.tokens() > f64::from(*limit))
    }

    /// True if this join has a timeout.
    pub fn has_timeout(&self, key: &JoinKey) -> bool {
        self.machine.control.join_called(&key.id).is_some_and(|join| join.timeout.is_some())
    }

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

    /// Open information requests of a path, by id.
    pub fn open_requests<'a>(&'a self, path: &'a PathId) -> impl Iterator<Item = &'a Arc<InfoRequest>> {
        self.requests_of(path).filter(|request| request.is_open())
    }

    /// True if a required request of the path's current visit was answered by an error.
    pub fn has_declined(&self, path: &Path) -> bool {
        let declined = |request: &&Arc<InfoRequest>| {
            request.required && matches!(request.state, RequestState::Answered { ok: false, .. })
        };
        self.requests_of(&path.id).filter(declined).any(|request| path.has_raised(request))
    }

    /// True if a required request of the path's current visit was answered, in whatever way.
    pub fn was_answered(&self, path: &Path) -> bool {
        let answered =
            |request: &&Arc<InfoRequest>| request.required && matches!(request.state, RequestState::Answered { .. });
        self.requests_of(&path.id).filter(answered).any(|request| path.has_raised(request))
    }

    /// Which one a question is among those with the same text that its path has asked, from 1.
    pub fn ordinal(&self, asked: &InfoRequest) -> u32 {
        let same = |request: &&Arc<InfoRequest>| request.query == asked.query && request.id <= asked.id;
        self.requests_of(&asked.id.path).filter(same).count() as u32
    }

    fn requests_of<'a>(&'a self, path: &'a PathId) -> impl Iterator<Item = &'a Arc<InfoRequest>> {
        // Ids are sorted by path, so a range avoids scanning the requests of all paths.
        let first = RequestId { path: path.clone(), number: 0 };
        self.requests.range(first..).map(|(_, request)| request).take_while(|request| request.id.path == *path)
    }

    /// The paths whose values are shown: the live ones, or else all that completed, failed or were cancelled.
    pub fn display_set(&self) -> Vec<&Arc<Path>> {
        let live: Vec<_> = self.live().collect();
        if !live.is_empty() {
            return live;
        }
        let ended = |path: &&Arc<Path>| path.status.is_terminal() && !matches!(path.status, Status::Merged(_));
        self.paths.values().filter(ended).collect()
    }
}
