//! The context graph of a timeline: its content, its changes, and projections.
//!
//! The edits belong to the timeline and to no run: they make no step and no branch, and apply wherever the nodes they
//! name exist at the cursor.

mod changes;
mod edit;
mod shown;
mod table;

use std::sync::Arc;

use crate::context::layer::{Layer, Level, Refresh, State};
use crate::refusal::Refusal;
use crate::run::state::Run;
use crate::run::timeline::{AdvanceOptions, Done, StopReason, Timeline};
use crate::shape;

/// An edit of the graph. Nodes are named by their ids.
#[derive(Clone, Debug, PartialEq)]
pub enum GraphEdit {
    /// Adds or moves an edge; `before` wins over `after`.
    Link {
        /// The parent.
        parent: String,
        /// The child.
        child: String,
        /// The sibling it comes to stand before.
        before: Option<String>,
        /// The sibling it comes to stand after.
        after: Option<String>,
    },
    /// Removes an edge.
    Unlink {
        /// The parent.
        parent: String,
        /// The child.
        child: String,
    },
    /// Makes a group.
    Group {
        /// Its title.
        title: String,
        /// What it becomes a child of.
        parents: Vec<String>,
        /// What becomes its children.
        children: Vec<String>,
    },
    /// Removes a group.
    Remove {
        /// The group.
        node: String,
        /// Groups below it go too, unless they are elsewhere as well.
        recursive: bool,
    },
    /// Sets how much of a node is shown.
    State(String, State),
    /// Sets what a change of a node does.
    Level(String, Level),
    /// Sets when a node's digest is renewed.
    Refresh(String, Refresh),
    /// Sets or clears a custom digest.
    Summary(String, Option<String>),
    /// Sets the budget of all projections, or takes it back.
    Budget(Option<f64>),
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The parent.
    pub parent: Arc<str>,
    /// The child.
    pub child: Arc<str>,
}
shape!(Link { parent, child });

/// The notice of a watched node after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The watched node.
    pub observer: Arc<str>,
    /// The step.
    pub step: u32,
    /// It stops the run.
    pub wake: bool,
    /// What changed.
    pub text: String,
}
shape!(Notice { observer, step, wake, text });

/// A place in the source, in UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    from: u32,
    to: u32,
    file: Option<Arc<str>>,
}
shape!(Range { from, to; file });

/// A node as hosts see it.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphRow {
    /// Its id.
    pub id: Arc<str>,
    /// Its kind.
    pub kind: &'static str,
    /// Its title.
    pub title: Arc<str>,
    /// The path it belongs to.
    pub path: Option<String>,
    /// Ids of the parents.
    pub parents: Vec<Arc<str>>,
    /// Ids of the children, in order.
    pub children: Vec<Arc<str>>,
    /// How much of it is shown.
    pub state: State,
    /// What a change does.
    pub level: Level,
    /// When the digest is renewed.
    pub refresh: Refresh,
    /// The version of what it represents.
    pub version: u32,
    /// A hash of all that is at and below it.
    pub stamp: String,
    /// It or something below it changed in the last step.
    pub touched: bool,
    /// The digest is not fresh.
    pub stale: bool,
    /// What header and body would cost, an estimate.
    pub tokens: u32,
    /// The digest.
    pub digest: String,
    /// It comes from the run, not from an edit.
    pub derived: bool,
    /// Where it is declared.
    pub span: Option<Range>,
}
shape!(GraphRow {
    id,
    kind,
    title,
    path,
    parents,
    children,
    state,
    level,
    refresh,
    version,
    stamp,
    touched,
    stale,
    tokens,
    digest,
    derived,
    span
});

/// The graph as hosts see it, nodes in the order of a walk from the roots.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphTable {
    /// The step.
    pub step: u32,
    /// Ids of the roots.
    pub roots: Vec<Arc<str>>,
    /// The nodes.
    pub nodes: Vec<GraphRow>,
    /// Edges of the run that would close a cycle with edits.
    pub conflicts: Vec<Link>,
    /// Notices of the last step.
    pub notices: Vec<Notice>,
    /// The budget of projections.
    pub budget: u32,
}
shape!(GraphTable { step, roots, nodes, conflicts, notices, budget });

/// What bringing back a view did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Edges that came back.
    pub edges: usize,
    /// Edges that did not, because an end is gone.
    pub missing: usize,
    /// Nodes that are newer than the view.
    pub newcomers: Vec<Arc<str>>,
    /// Edges of newcomers that would have closed a cycle.
    pub dropped: Vec<Link>,
}
shape!(Restored { edges, missing, newcomers, dropped });

impl Timeline {
    /// The edits of the graph.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Repeats `step` until something stops it: an option, the run itself, or a node that wakes. If the first step is
    /// refused, returns that refusal.
    pub fn advance(&mut self, options: &AdvanceOptions) -> Result<(Done, StopReason, u32), Refusal> {
        self.advance_until(options, Self::wakes)
    }

    /// The run of a step on the current branch, if it is stored.
    fn run_of(&self, step: u32) -> Option<&Arc<Run>> {
        self.entry(self.branch, step)?.run.as_ref()
    }
}
