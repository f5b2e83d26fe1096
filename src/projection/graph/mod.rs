//! The context graph: what there is at one moment of a run, ordered from parents to children, with the user's edits.

pub mod acyclic;
mod derive;
mod edits;
mod lines;
mod topics;
mod words;

use std::cell::OnceCell;
use std::sync::Arc;

use crate::context::artifact::Artifact;
use crate::context::cost::Media;
use crate::context::layer::{Mark, Shape, State};
use crate::context::store::Stored;
use crate::machine::model::{ContextIdx, FieldId, NodeIdx};
use crate::machine::table::{Table, id};
use crate::run::state::lineage::JoinKey;
use crate::run::state::{InfoRequest, Path, RecordedTurn, Run};

pub use lines::Lines;
pub use words::{Viewer, rights_at};

id! {
    /// A node of a graph.
    At
}

/// What a node represents.
#[derive(Clone, Debug)]
pub enum What {
    /// The run.
    Session,
    /// The machine.
    Machine,
    /// A container.
    Space(NodeIdx),
    /// Notices of the last step.
    Notices,
    /// A group made by the user, with its title.
    Group(Arc<str>),
    /// The values of a context on a path; without one the shared ones.
    Text(Option<Arc<Path>>, ContextIdx),
    /// A declared tool.
    Tool(NodeIdx),
    /// The tool at this place among the constructed ones.
    Built(usize),
    /// A path.
    Topic(Arc<Path>),
    /// A turn of an agent, with its number on the path.
    Message(Arc<Path>, u32, Arc<RecordedTurn>),
    /// An information request.
    Work(Arc<InfoRequest>),
    /// A join with its parked paths, and how many it needs.
    Lock(JoinKey, Vec<Arc<Path>>, Vec<String>, usize),
    /// A text of a marked field, with the text node and the field's version.
    Artifact(Artifact, At, FieldId, u32),
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its id.
    pub id: Arc<str>,
    /// What it represents.
    pub what: What,
    /// Parents, derived ones first.
    pub parents: Vec<At>,
    /// Children, in order.
    pub children: Vec<At>,
}

/// The graph at one moment of a run.
#[derive(Clone, Debug)]
pub struct Graph<'a> {
    /// The run.
    pub run: &'a Run,
    /// The user's edits.
    pub shape: &'a Shape,
    /// The nodes, in order of their birth as far as it is known.
    pub nodes: Table<At, Node>,
    /// Nodes without parents, in order.
    pub roots: Vec<At>,
    /// Edges of the run that would close a cycle with edits.
    pub conflicts: Vec<(Arc<str>, Arc<str>)>,
    /// Edges derived from the run, including omitted ones.
    derived: Vec<(At, At)>,
    /// They, sorted when one is first looked for.
    ordered: OnceCell<Vec<(At, At)>>,
    /// Nodes by id, put in order when one is first looked for.
    by_id: OnceCell<Vec<At>>,
    /// Names that several contexts have, sorted.
    ambiguous: Vec<Arc<str>>,
    /// Custom digests that are fresh, sorted.
    pub summaries: Vec<(At, Arc<str>)>,
    /// Nodes whose digest is not fresh, sorted.
    pub stale: Vec<At>,
    /// The texts of the notices node.
    pub notices: Vec<String>,
    /// The values of the only path with texts, by field. Callers need every entry, so a sorted list is faster than a
    /// map.
    held: Option<Vec<Option<&'a Stored>>>,
}

impl Graph<'_> {
    /// The node with this id.
    pub fn find(&self, id: &str) -> Option<At> {
        find(&self.nodes, &self.by_id, id)
    }

    /// True if the run gives this edge.
    pub fn is_derived(&self, parent: At, child: At) -> bool {
        is_among(&self.derived, &self.ordered, (parent, child))
    }

    /// All nodes from the roots down, each at its first occurrence.
    pub fn walk(&self) -> Vec<At> {
        let mut met = Table::beside(&self.nodes, false);
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut open: Vec<At> = self.roots.iter().rev().copied().collect();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut met[at], true) {
                order.push(at);
                open.extend(self.nodes[at].children.iter().rev());
            }
        }
        order
    }

    /// All nodes, children before their parents.
    pub fn upwards(&self) -> Vec<At> {
        let mut waits: Table<At, u32> = Table::beside(&self.nodes, 0);
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut open = Vec::new();
        for (at, node) in self.nodes.entries() {
            waits[at] = node.children.len() as u32;
            if node.children.is_empty() {
                open.push(at);
            }
        }
        while let Some(at) = open.pop() {
            order.push(at);
            for parent in &self.nodes[at].parents {
                waits[*parent] -= 1;
                if waits[*parent] == 0 {
                    open.push(*parent);
                }
            }
        }
        order
    }

    /// Everything above (or below) a node, each once, in the order of a walk over the levels.
    pub fn around(&self, at: At, above: bool) -> Vec<At> {
        let mut met = Table::beside(&self.nodes, false);
        met[at] = true;
        let mut found = vec![at];
        let mut next = 0;
        while let Some(at) = found.get(next).copied() {
            let node = &self.nodes[at];
            for other in if above { &node.parents } else { &node.children } {
                if !std::mem::replace(&mut met[*other], true) {
                    found.push(*other);
                }
            }
            next += 1;
        }
        found.remove(0);
        found
    }

    /// The kind, as agents and hosts see it.
    pub fn kind(&self, at: At) -> &'static str {
        match &self.nodes[at].what {
            What::Session => "session",
            What::Machine | What::Space(_) | What::Notices | What::Group(_) => "group",
            What::Text(..) => "text",
            What::Tool(_) | What::Built(_) => "tool",
            What::Topic(_) => "topic",
            What::Message(_, _, recorded) => {
                if recorded.code {
                    "shell"
                } else {
                    "message"
                }
            }
            What::Work(_) => "work",
            What::Lock(..) => "lock",
            What::Artifact(..) => "artifact",
        }
    }

    /// What was set on a node.
    pub fn mark(&self, at: At) -> Option<&Mark> {
        self.shape.mark(&self.nodes[at].id)
    }

    /// How much is shown of a node.
    pub fn state(&self, at: At) -> State {
        if let Some(state) = self.mark(at).and_then(|mark| mark.state) {
            return state;
        }
        let machine = &self.run.machine;
        let (written, otherwise) = match &self.nodes[at].what {
            What::Text(path, context) => {
                // A forked path's texts start as its parent's are.
                let marked = !self.shape.marks.is_empty();
                let mut above = path.as_ref().filter(|_| marked).and_then(|path| path.parent.clone());
                while let Some(id) = above {
                    let id_there = format!("ctx:{id}/{}", machine.context_id(*context));
                    if let Some(state) = self.shape.mark(&id_there).and_then(|mark| mark.state) {
                        return state;
                    }
                    above = id.parent();
                }
                (Some(machine.contexts[*context].node), State::Details)
            }
            What::Space(node) => (Some(*node), State::Details),
            What::Tool(node) => (Some(*node), State::Collapsed),
            What::Session | What::Machine | What::Topic(_) | What::Message(..) | What::Artifact(..) => {
                (None, State::Details)
            }
            What::Notices | What::Group(_) => (None, State::Summary),
            What::Built(_) | What::Lock(..) => (None, State::Collapsed),
            What::Work(request) => {
                let path = self.run.path(&request.id.path);
                let now = path.is_some_and(|path| path.has_raised(request));
                (None, if now { State::Details } else { State::Collapsed })
            }
        };
        let mut state = otherwise;
        if let Some(node) = written {
            for annotation in &machine.nodes[node].annotations {
                if !annotation.is_off() {
                    state = State::from_word(&annotation.name).unwrap_or(state);
                }
            }
        }
        state
    }

    /// What the lines of a node's body are.
    pub fn media(&self, at: At) -> Media {
        match &self.nodes[at].what {
            What::Text(..) => Media::Data,
            What::Message(_, _, recorded) if recorded.code => Media::Code,
            What::Artifact(artifact, ..) => artifact.media(),
            _ => Media::Prose,
        }
    }

    /// The version of what it represents.
    pub fn version(&self, at: At) -> u32 {
        match &self.nodes[at].what {
            What::Text(path, context) => {
                let mut newest = 0;
                self.each_stored(path.as_deref(), *context, &mut |_, _, stored| {
                    newest = newest.max(stored.map_or(0, |stored| stored.version));
                });
                newest
            }
            What::Topic(path) => path.entries,
            What::Work(request) => u32::from(!request.is_open()),
            What::Lock(_, parked, ..) => parked.len() as u32,
            What::Artifact(.., version) => *version,
            _ => 0,
        }
    }

    /// The stamp of each node: a hash of its title, its body and the stamps below it. What is alike has equal stamps.
    pub fn stamps(&self) -> Table<At, u64> {
        let own = self.contents();
        let mut stamps: Table<At, u64> = Table::beside(&self.nodes, 0);
        let mut text = String::new();
        for at in self.upwards() {
            text.clear();
            push_hex(&mut text, own[at]);
            for child in &self.nodes[at].children {
                if !matches!(self.nodes[*child].what, What::Notices) {
                    push_hex(&mut text, stamps[*child]);
                }
            }
            stamps[at] = crate::text::fnv1a(&text);
        }
        stamps
    }

    /// A hash of each node's own title and body.
    pub fn contents(&self) -> Table<At, u64> {
        let mut hashes: Table<At, u64> = Table::beside(&self.nodes, 0);
        let (mut text, mut lines) = (String::new(), Lines::default());
        for (at, node) in self.nodes.entries() {
            lines.clear();
            if !matches!(node.what, What::Notices) {
                self.add_body(&mut lines, at, None);
            }
            text.clear();
            for part in [&node.id, "\n", &self.title(at), lines.text(0, lines.len())] {
                text.push_str(part);
            }
            hashes[at] = crate::text::fnv1a(&text);
        }
        hashes
    }
}

/// The node with this id, among nodes that are put in order by their ids when the first one is looked for.
fn find(nodes: &Table<At, Node>, by_id: &OnceCell<Vec<At>>, id: &str) -> Option<At> {
    let by_id = by_id.get_or_init(|| {
        let mut order: Vec<At> = nodes.ids().collect();
        order.sort_by(|a, b| nodes[*a].id.cmp(&nodes[*b].id));
        order
    });
    let at = by_id.binary_search_by(|at| (*nodes[*at].id).cmp(id)).ok()?;
    by_id.get(at).copied()
}

/// True if an edge is among some that are put in order when the first one is looked for.
fn is_among(edges: &[(At, At)], ordered: &OnceCell<Vec<(At, At)>>, edge: (At, At)) -> bool {
    let ordered = ordered.get_or_init(|| {
        let mut order = edges.to_vec();
        order.sort_unstable();
        order
    });
    ordered.binary_search(&edge).is_ok()
}

/// A stamp as it is written.
pub fn hex(stamp: u64) -> String {
    let mut text = String::with_capacity(16);
    push_hex(&mut text, stamp);
    text
}

fn push_hex(text: &mut String, stamp: u64) {
    for digit in (0..16).rev().map(|place| (stamp >> (4 * place)) as u8 & 15) {
        text.push(char::from(if digit < 10 { b'0' + digit } else { b'a' - 10 + digit }));
    }
}
