//! What an agent is shown: the part of the context graph it may see, in the states its nodes have, within a budget.

use std::sync::Arc;

use crate::context::Change;
use crate::context::budget::{Claim, DEFAULT, MAX, divide, marker};
use crate::context::cost::{Cut, Media};
use crate::context::graph::{At, Graph, Viewer, What};
use crate::context::layer::State;
use crate::machine::Machine;
use crate::machine::model::NodeIdx;
use crate::machine::table::Table;
use crate::run::event::{Event, Kind};
use crate::run::state::{Path, Phase, Run};
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
    pub title: String,
    /// How much of it is to be shown.
    pub state: State,
    /// For contexts: `read` or `read+write`.
    pub access: Option<&'static str>,
    /// How many sections it was reached through.
    pub depth: usize,
    /// The last of them.
    pub via: Option<Arc<str>>,
    /// The version of what it stands for.
    pub version: u32,
    /// Its digest is older than what it stands for.
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
    pub title: String,
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

/// A node met by the walk.
struct Item {
    at: At,
    state: State,
    depth: usize,
    via: Option<At>,
    title: String,
    header: String,
    lines: Vec<String>,
    media: Media,
}

struct Walker<'a> {
    graph: &'a Graph<'a>,
    viewer: Viewer<'a>,
    /// Nodes the agent may know of.
    inside: Table<At, bool>,
    met: Table<At, bool>,
    items: Vec<Item>,
}

/// The projection for a path, as if it stood at `node`. `lately` gives the events since its last request.
pub fn project<'e>(
    graph: &Graph,
    path: &Path,
    node: NodeIdx,
    budget: u32,
    lately: &dyn Fn() -> Vec<&'e Event>,
) -> Projection {
    let viewer = Viewer { path, node };
    let met = Table::beside(&graph.nodes, false);
    let mut walker = Walker { graph, viewer, inside: scope(graph, viewer), met, items: Vec::new() };
    walker.walk();
    walker.fill(lately);
    let mut claims: Vec<Claim> = Vec::new();
    let mut full = 0u32;
    for item in &walker.items {
        let lines = item.lines.iter().map(|line| item.media.line(line.chars().count())).collect();
        let claim = Claim::new(Media::Prose.text(&item.header), lines);
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
    let mut text = String::new();
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

/// What the agent may know of. Everything else is as if it were not there.
fn scope(graph: &Graph, viewer: Viewer) -> Table<At, bool> {
    let mut inside = Table::beside(&graph.nodes, false);
    let mut below = Table::beside(&graph.nodes, false);
    let (path, machine) = (viewer.path, &graph.run.machine);
    for (at, node) in graph.nodes.entries() {
        inside[at] = match &node.what {
            What::Session | What::Machine => true,
            What::Notices | What::Built(_) | What::Space(_) | What::Group(_) => false,
            What::Text(own, context) => {
                own.as_ref().is_none_or(|own| own.id == path.id) && graph.rights(viewer, *context).is_some()
            }
            What::Artifact(_, text, field, _) => match &graph.nodes[*text].what {
                What::Text(own, context) => {
                    own.as_ref().is_none_or(|own| own.id == path.id)
                        && graph
                            .rights(viewer, *context)
                            .is_some_and(|rights| rights.read.allow(&machine.fields[*field].name))
                }
                _ => false,
            },
            What::Tool(tool) => machine.control.tools(viewer.node).contains(tool),
            What::Topic(other) => {
                other.id == path.id
                    || other.parent.as_ref() == Some(&path.id)
                    || path.id.ancestor(other.id.length()).as_ref() == Some(&other.id)
            }
            What::Message(own, _, told) => {
                own.id == path.id && (told.entry < path.entries || path.phase == Phase::Enter)
            }
            What::Work(request) => request.id.path == path.id,
            What::Lock(_, parked, ..) => parked.iter().any(|one| one.id == path.id),
        };
    }
    for at in graph.upwards() {
        below[at] = graph.nodes[at].children.iter().any(|child| inside[*child] || below[*child]);
        if matches!(graph.nodes[at].what, What::Space(_) | What::Group(_)) {
            inside[at] = below[at];
        }
    }
    inside
}

/// How a walk goes on below a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    Walked,
    Folded,
}

impl<'a> Walker<'a> {
    fn children(&self, at: At) -> Vec<At> {
        self.graph.nodes[at].children.iter().copied().filter(|child| self.inside[*child]).collect()
    }

    /// The state that counts here: of other paths there is no more than a header.
    fn state(&self, at: At) -> State {
        let state = self.graph.state(at);
        if self.is_other_topic(at) { state.min(State::Collapsed) } else { state }
    }

    fn is_other_topic(&self, at: At) -> bool {
        matches!(&self.graph.nodes[at].what, What::Topic(other) if other.id != self.viewer.path.id)
    }

    fn below(&self, at: At) -> Below {
        if !self.inside[at] {
            return Below::Walked;
        }
        if let What::Topic(other) = &self.graph.nodes[at].what
            && other.id.length() < self.viewer.path.id.length()
        {
            return Below::Walked;
        }
        if self.state(at) >= State::Details { Below::Walked } else { Below::Folded }
    }

    fn walk(&mut self) {
        let graph = self.graph;
        let mut open: Vec<(At, usize, Option<At>)> = graph.roots.iter().rev().map(|root| (*root, 0, None)).collect();
        while let Some((at, depth, via)) = open.pop() {
            if std::mem::replace(&mut self.met[at], true) {
                continue;
            }
            let (mut depth, mut via) = (depth, via);
            if self.inside[at] && self.state(at) != State::Hidden {
                let (state, media) = (self.state(at), Media::Prose);
                let (title, header) = (String::new(), String::new());
                self.items.push(Item { at, state, depth, via, title, header, lines: Vec::new(), media });
                (depth, via) = (depth + 1, Some(at));
            }
            if self.below(at) == Below::Walked {
                open.extend(graph.nodes[at].children.iter().rev().map(|child| (*child, depth, via)));
            }
        }
    }

    /// Gives the items their headers and bodies.
    fn fill<'e>(&mut self, lately: &dyn Fn() -> Vec<&'e Event>) {
        let (graph, viewer) = (self.graph, Some(self.viewer));
        let mut items = std::mem::take(&mut self.items);
        let mut counted: Table<At, u32> = Table::beside(&graph.nodes, 0);
        let mut events: Option<Vec<&Event>> = None;
        let mut work = 0;
        for (round, item) in items.iter_mut().enumerate() {
            let at = item.at;
            let children = self.children(at);
            item.title = graph.title(at);
            item.header = graph.header_of(at, &item.title, viewer, children.len());
            item.media = graph.media(at);
            if item.state >= State::Details {
                item.lines = graph.body(at, viewer);
                if let (State::All, What::Text(own, context)) = (item.state, &graph.nodes[at].what) {
                    let events = events.get_or_insert_with(lately);
                    let shared = own.is_none();
                    let rights = graph.rights(self.viewer, *context);
                    let id = graph.run.machine.context_id(*context);
                    let allowed = |field: &str| rights.is_some_and(|rights| rights.read.allow(field));
                    add_changes(&mut item.lines, events, self.viewer.path, shared, id, &allowed);
                }
                continue;
            }
            if item.state == State::Summary {
                if graph.stale.binary_search(&at).is_ok() {
                    item.header.push_str(" stale");
                }
                item.lines = self.digest(at, &children);
                item.media = Media::Prose;
            }
            let folded = self.folded(at, round as u32 + 1, &mut counted, &mut work);
            item.header.push_str(&format!(" ~{folded}"));
        }
        self.items = items;
    }

    /// The digest, by hand or made; none when it is not fresh.
    fn digest(&self, at: At, children: &[At]) -> Vec<String> {
        let graph = self.graph;
        if let Ok(found) = graph.summaries.binary_search_by_key(&at, |(of, _)| *of) {
            let mut lines = Vec::new();
            let text = graph.summaries.get(found).map_or("", |(_, text)| &**text);
            text.lines().for_each(|line| crate::context::graph::push_line(&mut lines, line));
            return lines;
        }
        if graph.stale.binary_search(&at).is_ok() {
            return Vec::new();
        }
        graph.digest(at, Some(self.viewer), children)
    }

    /// What the body and everything folded below would cost.
    fn folded(&self, at: At, round: u32, counted: &mut Table<At, u32>, work: &mut usize) -> u32 {
        /// Nodes looked at for all headers. Beyond it, what is below several folded nodes is not counted.
        const LOOKS: usize = 1_000_000;
        let mut sum = self.body_cost(at);
        if self.is_other_topic(at) {
            return sum;
        }
        let mut open = vec![at];
        while let Some(next) = open.pop().filter(|_| *work < LOOKS) {
            for child in &self.graph.nodes[next].children {
                *work += 1;
                if self.met[*child] || std::mem::replace(&mut counted[*child], round) == round {
                    continue;
                }
                if self.inside[*child] {
                    sum = sum.saturating_add(self.header_cost(*child)).saturating_add(self.body_cost(*child));
                }
                open.push(*child);
            }
        }
        sum
    }

    fn header_cost(&self, at: At) -> u32 {
        Media::Prose.text(&self.graph.header(at, Some(self.viewer), self.children(at).len()))
    }

    fn body_cost(&self, at: At) -> u32 {
        let media = self.graph.media(at);
        let lines = self.graph.body(at, Some(self.viewer));
        lines.iter().fold(0u32, |sum, line| sum.saturating_add(media.line(line.chars().count())))
    }

    fn section(&self, item: &Item, claim: &Claim) -> Section {
        let (graph, at) = (self.graph, item.at);
        let cut = claim.cut();
        let length: usize = item.lines.iter().take(claim.kept).map(|line| line.len() + 1).sum();
        let mut text = String::with_capacity(item.header.len() + length);
        text.push_str(&item.header);
        for line in item.lines.iter().take(claim.kept) {
            text.push('\n');
            text.push_str(line);
        }
        if let Some(cut) = cut.as_ref().filter(|_| claim.marked) {
            text.push('\n');
            text.push_str(&marker(cut.lines, cut.tokens));
        }
        Section {
            id: graph.nodes[at].id.clone(),
            kind: graph.kind(at),
            title: item.title.clone(),
            state: item.state,
            access: graph.access(self.viewer, at),
            depth: item.depth,
            via: item.via.map(|via| graph.nodes[via].id.clone()),
            version: graph.version(at),
            stale: graph.stale.binary_search(&at).is_ok(),
            tokens: claim.header.saturating_add(claim.body()),
            allowance: claim.allowance,
            text,
            cut,
        }
    }

    fn handles(&self, claims: &[Claim]) -> Vec<Handle> {
        let graph = self.graph;
        let mut item_of: Table<At, Option<usize>> = Table::beside(&graph.nodes, None);
        for (place, item) in self.items.iter().enumerate() {
            item_of[item.at] = Some(place);
        }
        let mut done = Table::beside(&graph.nodes, false);
        let mut handles = Vec::new();
        let mut open: Vec<(At, bool)> = graph.roots.iter().rev().map(|root| (*root, false)).collect();
        while let Some((at, folded)) = open.pop() {
            // What the walk met elsewhere is told there.
            if folded && self.met[at] || std::mem::replace(&mut done[at], true) {
                continue;
            }
            if self.inside[at] {
                let found = item_of[at].and_then(|place| Some((self.items.get(place)?, claims.get(place)?)));
                handles.extend(self.handle(at, found));
            }
            let folded = folded || self.below(at) == Below::Folded;
            open.extend(graph.nodes[at].children.iter().rev().map(|child| (*child, folded)));
        }
        handles
    }

    fn handle(&self, at: At, found: Option<(&Item, &Claim)>) -> Option<Handle> {
        let missing = || self.header_cost(at).saturating_add(self.body_cost(at));
        let title = found.map_or_else(|| self.graph.title(at), |(item, _)| item.title.clone());
        let (reason, tokens) = match found {
            None if self.met[at] => ("hidden", missing()),
            None => ("inside", missing()),
            Some((item, claim)) if !claim.shown => {
                let whole = if item.state < State::Details { self.body_cost(at) } else { claim.whole };
                ("dropped", claim.header.saturating_add(whole))
            }
            Some((item, _)) if item.state == State::Summary => ("summary", self.body_cost(at)),
            Some((item, _)) if item.state == State::Collapsed => {
                let tokens = self.body_cost(at);
                if tokens == 0 && (self.is_other_topic(at) || self.children(at).is_empty()) {
                    return None;
                }
                ("collapsed", tokens)
            }
            Some((_, claim)) => ("cut", claim.cut()?.tokens),
        };
        let (id, kind) = (self.graph.nodes[at].id.clone(), self.graph.kind(at));
        Some(Handle { id, kind, title, state: self.state(at), tokens, reason })
    }
}

/// How many changes are told.
const CHANGES: usize = 10;
/// The longest value in the story of a change.
pub const VALUE: usize = 40;

/// Adds what changed lately in a context, newest last.
fn add_changes(
    lines: &mut Vec<String>,
    events: &[&Event],
    path: &Path,
    shared: bool,
    context: &Arc<str>,
    allowed: &dyn Fn(&str) -> bool,
) {
    let mut told = Vec::new();
    for event in events {
        let mut changes: Vec<&Change> = Vec::new();
        match &event.kind {
            Kind::ContextWritten { path: of, context: written, changes: found, .. }
                if written == context && of.as_ref() == (!shared).then_some(&path.id) =>
            {
                changes.extend(found);
            }
            Kind::Merged { path: of, changes: found, .. } if *of == path.id && !shared => {
                changes.extend(found.iter().filter(|one| one.context == *context).map(|one| &one.change));
            }
            _ => {}
        }
        for change in changes.into_iter().filter(|change| allowed(&change.field)) {
            told.push(format!(
                "* step {}: {}",
                event.step,
                change_text(&change.field, change.before.as_ref(), &change.after)
            ));
        }
    }
    let skipped = told.len().saturating_sub(CHANGES);
    if skipped > 0 {
        lines.push(format!("* +{skipped} earlier"));
    }
    told.iter().skip(skipped).for_each(|line| crate::context::graph::push_line(lines, line));
}

/// `ph (unset) -> 6.9`
pub fn change_text(field: &str, before: Option<&Value>, after: &Value) -> String {
    let said = |value: &Value| crate::text::clip(&value.to_json(), VALUE);
    format!("{field} {} -> {}", before.map_or_else(|| "(unset)".to_owned(), said), said(after))
}
