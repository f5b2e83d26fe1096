//! The walk through what an agent may know of: which nodes are shown, and the header and body of each.

use std::sync::Arc;

use super::changes::add_changes;
use super::scope::scope;
use crate::context::cost::Media;
use crate::context::layer::State;
use crate::machine::table::Table;
use crate::projection::graph::{At, Graph, Lines, Viewer, What};
use crate::run::event::Event;

/// A node reached by the walk.
pub(super) struct Item {
    pub(super) at: At,
    pub(super) state: State,
    pub(super) depth: usize,
    pub(super) via: Option<At>,
    pub(super) title: Arc<str>,
    pub(super) access: Option<&'static str>,
    pub(super) version: u32,
    /// Its header among the lines of the walker; the body follows.
    pub(super) first: usize,
    /// The end of the body.
    pub(super) end: usize,
    pub(super) media: Media,
}

pub(super) struct Walker<'a> {
    pub(super) graph: &'a Graph<'a>,
    pub(super) viewer: Viewer<'a>,
    /// Nodes the agent may know of.
    pub(super) inside: Table<At, bool>,
    pub(super) met: Table<At, bool>,
    /// The effective state: nodes of other paths show only a header.
    pub(super) states: Table<At, State>,
    /// Nodes with a parent the agent may know of.
    owned: Table<At, bool>,
    pub(super) items: Vec<Item>,
    /// Headers and bodies of the items.
    pub(super) lines: Lines,
}

/// How a walk continues below a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    Walked,
    Folded,
}

impl<'a> Walker<'a> {
    pub(super) fn new(graph: &'a Graph<'a>, viewer: Viewer<'a>) -> Self {
        let (inside, met) = (scope(graph, viewer), Table::beside(&graph.nodes, false));
        let (items, lines) = (Vec::with_capacity(graph.nodes.len()), Lines::default());
        let mut owned = Table::beside(&graph.nodes, false);
        for (_, node) in graph.nodes.entries().filter(|(at, _)| inside[*at]) {
            node.children.iter().for_each(|child| owned[*child] = true);
        }
        let mut walker = Walker { graph, viewer, inside, met, owned, states: Table::default(), items, lines };
        for at in graph.nodes.ids() {
            let state = graph.state(at);
            walker.states.push(if walker.is_other_topic(at) { state.min(State::Collapsed) } else { state });
        }
        walker
    }

    pub(super) fn children(&self, at: At) -> impl Iterator<Item = At> {
        self.graph.nodes[at].children.iter().copied().filter(|child| self.inside[*child])
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
        if self.states[at] >= State::Details { Below::Walked } else { Below::Folded }
    }

    /// Where the walk goes on. What a text of another path holds is left to the parents that count, as if that text
    /// were not there.
    pub(super) fn next(&self, at: At) -> impl DoubleEndedIterator<Item = At> {
        let node = &self.graph.nodes[at];
        let foreign = matches!(&node.what, What::Text(Some(path), _) if path.id != self.viewer.path.id);
        node.children.iter().copied().filter(move |child| !foreign || !self.owned[*child])
    }

    pub(super) fn walk(&mut self) {
        let graph = self.graph;
        let mut open: Vec<(At, usize, Option<At>)> = graph.roots.iter().rev().map(|root| (*root, 0, None)).collect();
        while let Some((at, depth, via)) = open.pop() {
            if std::mem::replace(&mut self.met[at], true) {
                continue;
            }
            let (mut depth, mut via) = (depth, via);
            let state = self.states[at];
            if self.inside[at] && state != State::Hidden {
                let (title, media) = (graph.title(at), graph.media(at));
                let (access, version, first, end) = (None, 0, 0, 0);
                self.items.push(Item { at, state, depth, via, title, access, version, first, end, media });
                (depth, via) = (depth + 1, Some(at));
            }
            if self.below(at) == Below::Walked {
                open.extend(self.next(at).rev().map(|child| (child, depth, via)));
            }
        }
    }

    /// Gives the items their headers and bodies.
    pub(super) fn fill<'e>(&mut self, lately: &dyn Fn() -> Vec<&'e Event>) {
        let (graph, viewer) = (self.graph, Some(self.viewer));
        let (mut items, mut lines) = (std::mem::take(&mut self.items), Lines::default());
        let mut counted: Table<At, u32> = Table::beside(&graph.nodes, 0);
        let mut events: Option<Vec<&Event>> = None;
        let mut work = 0;
        for (round, item) in items.iter_mut().enumerate() {
            let at = item.at;
            item.first = lines.len();
            (item.access, item.version) = (graph.access(self.viewer, at), graph.version(at));
            let said = (&*item.title, item.access, item.version);
            graph.write_header(&mut lines, at, said, self.children(at).count());
            if item.state >= State::Details {
                lines.end_whole();
                graph.add_body(&mut lines, at, viewer);
                if let (State::All, What::Text(own, context)) = (item.state, &graph.nodes[at].what) {
                    let events = events.get_or_insert_with(lately);
                    let shared = own.is_none();
                    let rights = self.viewer.rights[*context];
                    let id = graph.run.machine.context_id(*context);
                    let allowed = |field: &str| rights.is_some_and(|rights| rights.read.allow(field));
                    add_changes(&mut lines, events, self.viewer.path, shared, id, &allowed);
                }
            } else {
                if item.state == State::Summary && graph.stale.binary_search(&at).is_ok() {
                    lines.write(" stale");
                }
                lines.write(" ~");
                lines.write_number(self.folded(at, round as u32 + 1, &mut counted, &mut work) as usize);
                lines.end_whole();
                if item.state == State::Summary {
                    self.add_digest(&mut lines, at);
                    item.media = Media::Prose;
                }
            }
            item.end = lines.len();
        }
        (self.items, self.lines) = (items, lines);
    }

    /// What each line costs.
    pub(super) fn costs(&self) -> Vec<u32> {
        let mut costs = Vec::with_capacity(self.lines.len());
        for item in &self.items {
            costs.push(header_cost(&self.lines, item.first));
            let body = self.lines.lengths(item.first + 1).take(item.end - item.first - 1);
            costs.extend(body.map(|length| item.media.line(length)));
        }
        costs
    }

    /// The digest, custom or generated; `None` if it is stale.
    fn add_digest(&self, lines: &mut Lines, at: At) {
        let graph = self.graph;
        if let Ok(found) = graph.summaries.binary_search_by_key(&at, |(of, _)| *of) {
            lines.add_all(graph.summaries.get(found).map_or("", |(_, text)| &**text));
        } else if graph.stale.binary_search(&at).is_err() {
            let children: Vec<At> = self.children(at).collect();
            graph.digest(at, Some(self.viewer), &children).iter().for_each(|line| lines.add(line));
        }
    }

    /// What the body and everything folded below would cost.
    fn folded(&self, at: At, round: u32, counted: &mut Table<At, u32>, work: &mut usize) -> u32 {
        /// The most nodes visited for all headers. Beyond it, nodes below several folded nodes are not counted.
        const LOOKS: usize = 1_000_000;
        let mut sum = self.body_cost(at);
        if self.is_other_topic(at) {
            return sum;
        }
        let mut open = vec![at];
        while let Some(next) = open.pop().filter(|_| *work < LOOKS) {
            for child in self.next(next) {
                *work += 1;
                if self.met[child] || std::mem::replace(&mut counted[child], round) == round {
                    continue;
                }
                if self.inside[child] {
                    sum = sum.saturating_add(self.cost(child));
                }
                open.push(child);
            }
        }
        sum
    }

    fn header_cost(&self, at: At) -> u32 {
        let (graph, mut lines) = (self.graph, Lines::default());
        let title = graph.title(at);
        let said = (&*title, graph.access(self.viewer, at), graph.version(at));
        graph.write_header(&mut lines, at, said, self.children(at).count());
        lines.end_whole();
        header_cost(&lines, 0)
    }

    pub(super) fn body_cost(&self, at: At) -> u32 {
        let (media, mut lines) = (self.graph.media(at), Lines::default());
        self.graph.add_body(&mut lines, at, Some(self.viewer));
        lines.lengths(0).fold(0u32, |sum, length| sum.saturating_add(media.line(length)))
    }

    /// What header and body would cost.
    pub(super) fn cost(&self, at: At) -> u32 {
        self.header_cost(at).saturating_add(self.body_cost(at))
    }
}

/// The cost of a header at a line.
fn header_cost(lines: &Lines, at: usize) -> u32 {
    let header = lines.text(at, at + 1);
    let header = header.strip_prefix('\n').unwrap_or(header);
    // A name or key in it may hold line breaks.
    if header.contains('\n') { Media::Prose.text(header) } else { Media::Prose.line(lines.length(at)) }
}
