//! What a run is at one moment. Everything is shared with the runs before and after it.

pub mod artifacts;
pub mod chain;
pub mod lineage;
pub mod outcome;

use std::sync::Arc;

use im::OrdMap;

use crate::context::{Added, ContextMap};
use crate::json::{ToJson, Writer};
use crate::machine::model::{ContextIdx, EdgeIdx, FieldId, Machine, NodeIdx};
use crate::run::agent::reply::ToolResult;
use crate::run::event::Cause;
use crate::run::state::chain::Chain;
use crate::run::state::outcome::Outcome;
use crate::shape;
use crate::value::Value;

pub use crate::ids::{AgentId, PathId, RequestId};
pub use crate::run::state::lineage::{ForkKey, JoinKey, JoinState, Origin, Parked, Replica};

/// An execution at one moment. A run never changes: an action makes a new one.
#[derive(Clone, Debug)]
pub struct Run {
    /// The machine it executes.
    pub machine: Arc<Machine>,
    /// Accepted actions since the start.
    pub step: u32,
    /// Accepted `step` actions.
    pub tick: u32,
    /// Accepted actions since that, automatic ones left out.
    pub action: u32,
    /// Sequence number of the last event.
    pub seq: u64,
    /// Running time the host has told, in milliseconds.
    pub elapsed_ms: u64,
    /// What ends a run that would not end by itself.
    pub limits: Arc<Limits>,
    /// Every path there ever was, by id.
    pub paths: OrdMap<PathId, Arc<Path>>,
    /// The values of contexts marked `@shared`.
    pub shared: ContextMap,
    /// Fields added to open contexts.
    pub added: Arc<Added>,
    /// How often each join instance has fired or failed. Who waits at it is told by the paths themselves.
    pub joins: OrdMap<JoinKey, JoinState>,
    /// Information requests, by id.
    pub requests: OrdMap<RequestId, Arc<InfoRequest>>,
    /// How often each edge was crossed.
    pub edge_use: OrdMap<EdgeIdx, EdgeUse>,
    /// Entries into each node over all paths.
    pub node_use: OrdMap<NodeIdx, u32>,
    /// What failures led to, by the nodes they led to it at.
    pub setbacks: OrdMap<NodeIdx, Setback>,
    /// Totals.
    pub counters: Counters,
    /// Edges taken or left out by the host's hand, by edge, those for every path first.
    pub forces: Arc<Vec<Forced>>,
    /// How often the machine was edited.
    pub rev: u32,
    /// Tools that agents built while it ran.
    pub tools: Arc<Vec<DynamicTool>>,
    /// Edits of the machine that wait for consent, oldest first.
    pub edits: Arc<Vec<Edit>>,
    /// Edits proposed so far.
    pub edit_seq: u32,
    /// Why it stands as it stands.
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
}
shape!(Limits { max_steps, max_node_invocations, max_paths, max_turns, timeout });

impl Default for Limits {
    fn default() -> Self {
        Self { max_steps: 1000, max_node_invocations: 100, max_paths: 256, max_turns: 50, timeout: 300_000 }
    }
}

/// One thread of control with its own values.
#[derive(Clone, Debug)]
pub struct Path {
    /// Its id.
    pub id: PathId,
    /// The path it was forked from.
    pub parent: Option<PathId>,
    /// How many paths of the run were made before it. 0 in runs saved before this was kept.
    pub order: u32,
    /// How it came to be.
    pub origin: Arc<Origin>,
    /// Where it stands.
    pub node: NodeIdx,
    /// How far it is there.
    pub phase: Phase,
    /// Whether and why it waits or ended.
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
    /// Attempt of the present visit, from 1.
    pub attempt: u32,
    /// Turns of the present attempt.
    pub turn: u32,
    /// Milliseconds the host may wait before it serves the open agent request.
    pub delay_ms: u32,
    /// Agent requests so far.
    pub agent_seq: u32,
    /// Information requests so far.
    pub request_seq: u32,
    /// Children so far.
    pub children: u32,
    /// Children before the present visit; those after it are one fork.
    pub children_before: u32,
    /// The agent called a fan-out tool in this visit.
    pub spawn_called: bool,
    /// The fan-out edges of the node were gone through in this visit.
    pub fanned_out: bool,
    /// The entry count when something last happened beside moving (a write, a reply, an answer, a choice).
    pub quiet_from: u32,
    /// A loop notice was given for the present quiet period.
    pub loop_noticed: bool,
    /// The node of type `state` entered last.
    pub active_state: Option<NodeIdx>,
    /// The last failure.
    pub last_error: Option<Arc<Failure>>,
    /// Why the attempt before the present one failed.
    pub failed_before: Option<Arc<Failure>>,
    /// Requests of the path until the present visit.
    pub requests_before: u32,
    /// Modules that it has come into and that say something about entering, outer first, until it enters the node.
    pub entering: Vec<NodeIdx>,
    /// The node it ended at, where an edit of the machine has removed that; `node` means nothing then.
    pub gone: Option<Arc<str>>,
    /// What the agent said and called in this visit.
    pub talk: Chain<Arc<Turn>>,
    /// Every turn of its agents, newest first.
    pub told: Chain<Arc<Told>>,
    /// The transition the agent chose in this visit.
    pub choice: Option<Arc<Choice>>,
    /// Moves, newest first.
    pub history: Chain<Arc<Move>>,
    /// What it still undoes before it fails.
    pub unwinding: Option<Arc<Unwinding>>,
}

/// A compensation in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Unwinding {
    /// The failure the path ends with.
    pub failure: Arc<Failure>,
    /// Nodes that undo, and the node whose work each undoes; the next one last.
    pub rest: Vec<(NodeIdx, NodeIdx)>,
    /// The node whose work is undone at present, where the path stands.
    pub undoes: Option<NodeIdx>,
}

/// What failures led to at a node. Where a path ended by one is told by the path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setback {
    /// Failures here that a catch edge took.
    pub caught: u32,
    /// Nodes whose work was undone here, the first one first, each once.
    pub undid: Arc<Vec<NodeIdx>>,
    /// Paths that could not undo here.
    pub stuck: Arc<Vec<PathId>>,
}

/// Visits of one node by one path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// How many.
    pub count: u32,
    /// The path's entry count at the last one.
    pub last_entry: u32,
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
    /// Arrived, not counted yet.
    Enter,
    /// Its work is done next or going on.
    Work,
    /// Its work is done.
    Leave,
}

/// Whether and why a path waits or ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// Can be stepped.
    Active,
    /// Its agent request with this number is open.
    AwaitingAgent(u32),
    /// Required information requests are open.
    AwaitingAnswers,
    /// Waits at a join.
    Parked(Arc<Parked>),
    /// No edge can be taken.
    Blocked(Blocked),
    /// All its continuation was spawned.
    Forked,
    /// Ended at a node without exits.
    Completed,
    /// Ended by a failure.
    Failed(Arc<Failure>),
    /// Ended by the host or another path.
    Cancelled(Cancelled),
    /// Its values went into this path.
    Merged(PathId),
}

/// Why no edge can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// No condition is true.
    NoTransition,
    /// Several edges can be taken and nothing decides between them.
    Ambiguous,
}

impl ToJson for Blocked {
    fn write(&self, out: &mut Writer) {
        out.string(self.word());
    }
}

impl Blocked {
    /// The camel-case word.
    pub fn word(self) -> &'static str {
        match self {
            Blocked::NoTransition => "noTransition",
            Blocked::Ambiguous => "ambiguous",
        }
    }

    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Blocked::NoTransition => "no condition is true",
            Blocked::Ambiguous => "nothing decides which edge to take",
        }
    }
}

/// Why a path was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// The host cancelled it.
    Host,
    /// Another path failed and the machine is fail-fast.
    FailFast,
    /// A join went on without it.
    JoinFired,
    /// A join went on without it, because it took too long.
    JoinTimeout,
    /// The host cancelled the run.
    RunCancelled,
}

impl Cancelled {
    /// The camel-case word.
    pub fn word(self) -> &'static str {
        match self {
            Cancelled::Host => "host",
            Cancelled::FailFast => "failFast",
            Cancelled::JoinFired => "joinFired",
            Cancelled::JoinTimeout => "joinTimeout",
            Cancelled::RunCancelled => "runCancelled",
        }
    }
}

impl Status {
    /// The camel-case word.
    pub fn word(&self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::AwaitingAgent(_) => "awaitingAgent",
            Status::AwaitingAnswers => "awaitingAnswers",
            Status::Parked(_) => "parked",
            Status::Blocked(_) => "blocked",
            Status::Forked => "forked",
            Status::Completed => "completed",
            Status::Failed(_) => "failed",
            Status::Cancelled(_) => "cancelled",
            Status::Merged(_) => "merged",
        }
    }

    /// True while the path can still go on by itself or by an answer.
    pub fn is_live(&self) -> bool {
        !matches!(self, Status::Forked) && !self.is_terminal()
    }

    /// True for states that are never left.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Status::Completed | Status::Failed(_) | Status::Cancelled(_) | Status::Merged(_))
    }
}

/// What the host does to an edge by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// It is crossed, whatever its condition says.
    Take,
    /// It is neither taken nor offered.
    Skip,
}

impl Force {
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Force::Take => "take",
            Force::Skip => "skip",
        }
    }
}

impl ToJson for Force {
    fn write(&self, out: &mut Writer) {
        out.string(self.word());
    }
}

/// An edge that is forced, for one path or (`None`) for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Forced {
    /// The path.
    pub path: Option<PathId>,
    /// The edge.
    pub edge: EdgeIdx,
    /// What is done to it.
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
    /// What it was built from: the input of the call that built it.
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

/// One exchange with the agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Its number in the attempt, from 1.
    pub number: u32,
    /// The attempt it belongs to.
    pub attempt: u32,
    /// What the agent said.
    pub text: Option<Arc<str>>,
    /// What its calls gave.
    pub results: Vec<ToolResult>,
}

/// A turn with where it was taken, for as long as the path is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The turn.
    pub turn: Arc<Turn>,
    /// The node.
    pub node: Arc<str>,
    /// The path's entry count at that visit.
    pub entry: u32,
    /// The node runs code: the text is its output.
    pub code: bool,
    /// Information requests of the path until then.
    pub requests: u32,
    /// Children of the path until then.
    pub children: u32,
}

/// One move of a path.
#[derive(Clone, Debug)]
pub struct Move {
    /// The node left.
    pub from: Arc<str>,
    /// The node reached.
    pub to: Arc<str>,
    /// The edge crossed; `None` where an edit of the machine has removed it.
    pub edge: Option<EdgeIdx>,
    /// Why.
    pub cause: Cause,
}

/// Something that went wrong on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind, a kebab-case word.
    pub kind: &'static str,
    /// The code within the kind.
    pub code: Arc<str>,
    /// In words.
    pub message: Arc<str>,
    /// Where.
    pub node: Arc<str>,
    /// The tool that failed.
    pub tool: Option<Arc<str>>,
    /// The edge concerned.
    pub edge: Option<EdgeIdx>,
    /// Another attempt may help.
    pub retryable: bool,
}
shape!(Failure { kind, code, message, node, retryable; tool, edge });

impl ToJson for EdgeIdx {
    fn write(&self, out: &mut Writer) {
        out.raw("\"e");
        out.number(f64::from(self.0));
        out.raw("\"");
    }
}

/// A question a path puts to the host.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoRequest {
    /// Its id.
    pub id: RequestId,
    /// Where it was raised.
    pub node: Arc<str>,
    /// The visit it belongs to.
    pub visit: u32,
    /// The question.
    pub query: Arc<str>,
    /// Why it is asked.
    pub reason: Arc<str>,
    /// The path waits for it.
    pub required: bool,
    /// Declared by `needs` or `wants`, not asked by an agent.
    pub declared: bool,
    /// Whether it is open.
    pub state: RequestState,
}

/// Life cycle of an information request.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestState {
    /// Waits for an answer.
    Open,
    /// Answered; an error text is an answer too.
    Answered {
        /// False for an error text.
        ok: bool,
        /// The answer.
        text: Arc<str>,
    },
    /// No longer asked.
    Lapsed,
}

impl RequestState {
    /// The lower-case word.
    pub fn word(&self) -> &'static str {
        match self {
            RequestState::Open => "open",
            RequestState::Answered { .. } => "answered",
            RequestState::Lapsed => "lapsed",
        }
    }
}

impl ToJson for InfoRequest {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("id", &self.id);
            object.field("path", &self.id.path);
            object.field("node", &self.node);
            object.field("visit", &self.visit);
            object.field("query", &self.query);
            object.field("reason", &self.reason);
            object.field("priority", &self.priority());
            object.field("raised_by", if self.declared { &"machine" } else { &"agent" });
            object.field("state", &self.state.word());
            if let RequestState::Answered { ok, text } = &self.state {
                object.object("answer", |answer| {
                    answer.field("ok", ok);
                    answer.field("text", text);
                });
            }
        });
    }
}

impl InfoRequest {
    /// `required` or `optional`.
    pub fn priority(&self) -> &'static str {
        if self.required { "required" } else { "optional" }
    }

    /// True while it waits for an answer.
    pub fn is_open(&self) -> bool {
        self.state == RequestState::Open
    }
}

/// What the latest action changed, for the drawing.
#[derive(Clone, Debug, Default)]
pub struct LastAction {
    /// Fields that changed, sorted by path and field.
    pub changed: Vec<Changed>,
    /// Edges that were crossed, read or written through, sorted.
    pub edges: Vec<EdgeIdx>,
}

/// A field that an action changed.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The path; `None` for the shared store.
    pub path: Option<PathId>,
    /// The field.
    pub field: FieldId,
    /// The value before.
    pub before: Option<Value>,
}

impl LastAction {
    /// The value of a field before the action, if that changed it.
    pub fn before(&self, path: Option<&PathId>, field: FieldId) -> Option<&Option<Value>> {
        let at = self.place(path, field).ok()?;
        self.changed.get(at).map(|changed| &changed.before)
    }

    /// Notes a changed field; what it held before the first change of the action counts.
    pub(in crate::run) fn note(&mut self, path: Option<PathId>, field: FieldId, before: Option<Value>) {
        if let Err(at) = self.place(path.as_ref(), field) {
            self.changed.insert(at, Changed { path, field, before });
        }
    }

    /// Notes what a field is said to have held before, whatever was noted until now.
    pub(in crate::run) fn note_anew(&mut self, path: Option<PathId>, field: FieldId, before: Option<Value>) {
        if let Ok(at) = self.place(path.as_ref(), field) {
            self.changed.remove(at);
        }
        self.note(path, field, before);
    }

    /// Notes an edge.
    pub(in crate::run) fn touch(&mut self, edge: EdgeIdx) {
        if let Err(at) = self.edges.binary_search(&edge) {
            self.edges.insert(at, edge);
        }
    }

    fn place(&self, path: Option<&PathId>, field: FieldId) -> Result<usize, usize> {
        self.changed.binary_search_by(|known| (known.path.as_ref(), known.field).cmp(&(path, field)))
    }
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

    /// The id of the node that a path stands at, or ended at.
    pub fn node_of<'a>(&'a self, path: &'a Path) -> &'a Arc<str> {
        path.gone.as_ref().unwrap_or_else(|| &self.machine.nodes[path.node].id)
    }

    /// Paths that can still go on, in path order.
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

    /// Open information requests of a path, by id.
    pub fn open_requests<'a>(&'a self, path: &'a PathId) -> impl Iterator<Item = &'a Arc<InfoRequest>> {
        // Ids are sorted by path: nobody goes through the requests of all paths.
        let first = RequestId { path: path.clone(), number: 0 };
        let own =
            self.requests.range(first..).map(|(_, request)| request).take_while(|request| request.id.path == *path);
        own.filter(|request| request.is_open())
    }

    /// The paths a value is shown for: all live ones, else all that completed, failed or were cancelled.
    pub fn display_set(&self) -> Vec<&Arc<Path>> {
        let live: Vec<_> = self.live().collect();
        if !live.is_empty() {
            return live;
        }
        let ended = |path: &&Arc<Path>| path.status.is_terminal() && !matches!(path.status, Status::Merged(_));
        self.paths.values().filter(ended).collect()
    }
}

impl Path {
    /// A path that stands before its first entry, with values of its own from here on.
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
            told: Default::default(),
            choice: None,
            history: Default::default(),
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

    /// The node it stands at; `None` where an edit of the machine has removed that.
    pub fn place(&self) -> Option<NodeIdx> {
        self.gone.is_none().then_some(self.node)
    }

    /// The number of the present visit of its node, from 1 (0 before it is entered).
    pub fn visit(&self) -> u32 {
        self.place().and_then(|node| self.visits.get(&node)).map_or(0, |visits| visits.count)
    }

    /// True for information requests that were raised in the present visit.
    pub fn has_raised(&self, request: &InfoRequest) -> bool {
        self.phase != Phase::Enter && request.id.path == self.id && request.id.number > self.requests_before
    }
}
