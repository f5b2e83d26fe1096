//! The walk through what an agent may know of: which nodes are shown, and the header and body of each.

use super::changes::add_changes;
use crate::context::cost::Media;
use crate::context::graph::{At, Graph, Viewer, What, push_line};
use crate::context::layer::State;
use crate::machine::table::Table;
use crate::run::event::Event;

/// A node met by the walk.
pub(super) struct Item {
    pub(super) at: At,
    pub(super) state: State,
    pub(super) depth: usize,
    pub(super) via: Option<At>,
    pub(super) title: String,
    pub(super) header: String,
    pub(super) lines: Vec<String>,
    pub(super) media: Media,
}

pub(super) struct Walker<'a> {
    pub(super) graph: &'a Graph<'a>,
    pub(super) viewer: Viewer<'a>,
    /// Nodes the agent may know of.
    pub(super) inside: Table<At, bool>,
    pub(super) met: Table<At, bool>,
    pub(super) items: Vec<Item>,
}

/// How a walk goes on below a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    Walked,
    Folded,
}

impl<'a> Walker<'a> {
    pub(super) fn children(&self, at: At) -> Vec<At> {
        self.graph.nodes[at].children.iter().copied().filter(|child| self.inside[*child]).collect()
    }

    /// The state that counts here: of other paths there is no more than a header.
    pub(super) fn state(&self, at: At) -> State {
        let state = self.graph.state(at);
        if self.is_other_topic(at) { state.min(State::Collapsed) } else { state }
    }

    pub(super) fn is_other_topic(&self, at: At) -> bool {
        matches!(&self.graph.nodes[at].what, What::Topic(other) if other.id != self.viewer.path.id)
    }

    pub(super) fn below(&self, at: At) -> Below {
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

    pub(super) fn walk(&mut self) {
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
    pub(super) fn fill<'e>(&mut self, lately: &dyn Fn() -> Vec<&'e Event>) {
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
            text.lines().for_each(|line| push_line(&mut lines, line));
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

    pub(super) fn header_cost(&self, at: At) -> u32 {
        Media::Prose.text(&self.graph.header(at, Some(self.viewer), self.children(at).len()))
    }

    pub(super) fn body_cost(&self, at: At) -> u32 {
        let media = self.graph.media(at);
        let lines = self.graph.body(at, Some(self.viewer));
        lines.iter().fold(0u32, |sum, line| sum.saturating_add(media.line(line.chars().count())))
    }
}
