//! What an agent is shown: the part of the context graph it may see, in the states its nodes have, within a budget.
//!
//! | module | owns |
//! |---|---|
//! | `graph` | the context graph at one moment of a run, with the user's edits |
//! | `shown_nodes`, `scope`, `sections`, `changes` | the sections of a projection: which, in what order, with what |
//! | `timeline` | the graph at the cursor of a timeline: edits of it, what changed, what wakes an advance |
//! | `request`, `prompt` | an agent request as JSON and as text |

mod changes;
pub mod graph;
mod prompt;
pub mod request;
mod scope;
mod sections;
mod shown_nodes;
pub mod timeline;

use std::sync::Arc;

pub use changes::{VALUE, change_text};

use self::shown_nodes::Walker;
use crate::context::budget::{Claim, DEFAULT, MAX, divide};
use crate::context::cost::Cut;
use crate::context::layer::State;
use crate::machine::Machine;
use crate::machine::model::NodeIdx;
use crate::projection::graph::{Graph, Viewer, rights_at};
use crate::run::event::Event;
use crate::run::state::{Path, Run};
use crate::shape;
use crate::value::Value;

/// The context part of an agent request.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// The path it is made for.
    pub path: String,
    /// The node the agent is at.
    pub node: Arc<str>,
    /// Tokens there are.
    pub budget: u32,
    /// Tokens used, an estimate.
    pub total: u32,
    /// Tokens it would take without a budget.
    pub full: u32,
    /// One section per node that is shown, in the order of the walk.
    pub sections: Vec<Section>,
    /// What could be opened: nodes that are not shown in full.
    pub handles: Vec<Handle>,
    /// The section texts, one after the other.
    pub text: String,
}
shape!(Projection { path, node, budget, total, full, sections, handles, text });

/// One node as the agent sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The node's id.
    pub id: Arc<str>,
    /// Its kind.
    pub kind: &'static str,
    /// Its title.
    pub title: Arc<str>,
    /// How much of it is to be shown.
    pub state: State,
    /// For contexts: `read` or `read+write`.
    pub access: Option<&'static str>,
    /// How many sections it was reached through.
    pub depth: usize,
    /// The last of them.
    pub via: Option<Arc<str>>,
    /// The version of what it represents.
    pub version: u32,
    /// Its digest is older than what it represents.
    pub stale: bool,
    /// What the text costs.
    pub tokens: u32,
    /// What the body may cost.
    pub allowance: u32,
    /// Header and body.
    pub text: String,
    /// What the budget left out of the body.
    pub cut: Option<Cut>,
}
shape!(Section { id, kind, title, state, depth, via, version, stale, tokens, allowance, text, cut; access });

/// A node that is not shown in full.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// The node's id.
    pub id: Arc<str>,
    /// Its kind.
    pub kind: &'static str,
    /// Its title.
    pub title: Arc<str>,
    /// How much of it is to be shown.
    pub state: State,
    /// What is missing of this node alone.
    pub tokens: u32,
    /// `hidden collapsed summary inside cut dropped`
    pub reason: &'static str,
}
shape!(Handle { id, kind, title, state, tokens, reason });

/// The budget a machine asks for.
pub fn budget_of(machine: &Machine) -> u32 {
    machine.attribute("contextBudget").and_then(checked_budget).unwrap_or(DEFAULT)
}

/// A number as a budget.
pub fn checked_budget(value: &Value) -> Option<u32> {
    let number = value.as_num()?;
    (number.fract() == 0.0 && (0.0..=f64::from(MAX)).contains(&number)).then_some(number as u32)
}

/// The projection for a path, as if it stood at `node`. `lately` gives the events since its last request.
pub fn project<'e>(
    graph: &Graph,
    path: &Path,
    node: NodeIdx,
    budget: u32,
    lately: &dyn Fn() -> Vec<&'e Event>,
) -> Projection {
    let rights = rights_at(&graph.run.machine, node);
    let viewer = Viewer { path, node, rights: &rights };
    let mut walker = Walker::new(graph, viewer);
    walker.walk();
    walker.fill(lately);
    let costs = walker.costs();
    let mut claims: Vec<Claim> = Vec::with_capacity(walker.items.len());
    let mut full = 0u32;
    for item in &walker.items {
        let Some((header, lines)) = costs.get(item.first..item.end).and_then(<[u32]>::split_first) else { continue };
        let claim = Claim::new(*header, lines);
        full = full.saturating_add(claim.header).saturating_add(claim.whole);
        claims.push(claim);
    }
    let total = divide(budget, &mut claims);
    let sections: Vec<Section> = walker
        .items
        .iter()
        .zip(&claims)
        .filter(|(_, claim)| claim.shown)
        .map(|(item, claim)| walker.section(item, claim))
        .collect();
    let mut text = String::with_capacity(sections.iter().map(|section| section.text.len() + 1).sum());
    for section in &sections {
        text.push_str(if text.is_empty() { "" } else { "\n" });
        text.push_str(&section.text);
    }
    let node = graph.run.machine.nodes[node].id.clone();
    Projection {
        path: path.id.to_string(),
        node,
        budget,
        total,
        full,
        handles: walker.handles(&claims),
        sections,
        text,
    }
}

/// The projection of a run without edits.
pub fn of_run(run: &Run, path: &Path) -> Projection {
    let shape = Default::default();
    let graph = Graph::of(run, &shape, Some(&path.id));
    project(&graph, path, path.node, budget_of(&run.machine), &Vec::new)
}
