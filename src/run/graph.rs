//! The context graph of a timeline: what is in it, what changed, and projections.
//!
//! The edits belong to the timeline and to no run: they make no step and no branch, and apply wherever the nodes they
//! name exist at the cursor.

use std::sync::Arc;

use crate::context::budget;
use crate::context::cost::Media;
use crate::context::graph::{At, Graph, What, hex};
use crate::context::layer::{Layer, Level, Pair, Refresh, State};
use crate::context::projection::{Projection, VALUE, budget_of, change_text, checked_budget, project};
use crate::machine::table::Table;
use crate::run::ask::{AgentRequest, agent_requests};
use crate::run::event::{Event, Kind};
use crate::run::refusal::{Code, Refusal};
use crate::run::state::{Path, PathId, Run};
use crate::run::timeline::Timeline;
use crate::shape;
use crate::text::{Span, clip};
use crate::value::Value;

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
    /// Sets when a node's digest is made anew.
    Refresh(String, Refresh),
    /// Gives a node a digest by hand, or takes it back.
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

/// What a watched node tells after a step.
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
    pub title: String,
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
    /// When the digest is made anew.
    pub refresh: Refresh,
    /// The version of what it stands for.
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

/// A graph with its stamps.
type Stamped<'a> = (Graph<'a>, Table<At, u64>);

/// What changed since another moment.
struct Changed {
    touched: Table<At, bool>,
    own: Vec<At>,
}

fn link((parent, child): &Pair) -> Link {
    Link { parent: parent.clone(), child: child.clone() }
}

impl Timeline {
    /// The edits of the graph.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// The run of a step on the present branch, if it is kept.
    fn run_of(&self, step: u32) -> Option<&Arc<Run>> {
        self.entry(self.branch, step)?.run.as_ref()
    }

    /// The graph at the cursor with what is stale in it, and with notices.
    fn full_graph<'a>(&'a self, run: &'a Run) -> Stamped<'a> {
        let mut graph = Graph::of(run, &self.layer.shape, None);
        let stamps = graph.stamps();
        self.find_stale(&mut graph, &stamps);
        graph.notices = self.notices(&graph, &stamps).into_iter().map(|notice| notice.text).collect();
        (graph, stamps)
    }

    /// Digests are as old as their last refresh.
    fn find_stale(&self, graph: &mut Graph, stamps: &Table<At, u64>) {
        let first = self.branches.first().map_or(0, |branch| branch.first);
        let mut known: Vec<(u32, Option<Stamped>)> = Vec::new();
        let mut stale = Vec::new();
        for (id, mark) in &self.layer.shape.marks {
            let refreshed = match mark.refresh {
                Refresh::Step => continue,
                Refresh::Never => first,
                Refresh::Every(count) => (self.step - self.step % count.max(1)).max(first),
            };
            let Some(at) = graph.find(id) else { continue };
            if refreshed == self.step {
                continue;
            }
            if !known.iter().any(|(step, _)| *step == refreshed) {
                let then = self.run_of(refreshed).map(|run| {
                    let then = Graph::of(run, &self.layer.shape, None);
                    let stamps = then.stamps();
                    (then, stamps)
                });
                known.push((refreshed, then));
            }
            let then = known.iter().find(|(step, _)| *step == refreshed).and_then(|(_, then)| then.as_ref());
            let is_fresh = then.is_some_and(|(then, old)| then.find(id).is_some_and(|then| old[then] == stamps[at]));
            if !is_fresh {
                stale.push(at);
            }
        }
        stale.sort_unstable();
        graph.stale = stale;
    }

    fn changed(&self, graph: &Graph, stamps: &Table<At, u64>) -> Option<(Changed, Graph<'_>)> {
        let before = Graph::of(self.run_of(self.step.checked_sub(1)?)?, &self.layer.shape, None);
        let (old, own_before, own_now) = (before.stamps(), before.contents(), graph.contents());
        let mut changed = Changed { touched: Table::beside(&graph.nodes, false), own: Vec::new() };
        for at in graph.walk() {
            let node = &graph.nodes[at];
            let then = before.find(&node.id);
            changed.touched[at] =
                then.is_none_or(|then| old[then] != stamps[at]) && !matches!(node.what, What::Notices);
            if then.is_none_or(|then| own_before[then] != own_now[at]) {
                changed.own.push(at);
            }
        }
        Some((changed, before))
    }

    /// What the watched nodes tell of the last step.
    fn notices(&self, graph: &Graph, stamps: &Table<At, u64>) -> Vec<Notice> {
        let is_watched = |at: At| graph.mark(at).and_then(|mark| mark.level).filter(|level| *level != Level::Ignore);
        let mut notices = Vec::new();
        if self.layer.shape.marks.iter().all(|(_, mark)| mark.level.is_none()) {
            return notices;
        }
        let Some((changed, before)) = self.changed(graph, stamps) else { return notices };
        for at in graph.walk() {
            let Some(level) = is_watched(at).filter(|_| changed.touched[at]) else { continue };
            let mut below = Table::beside(&graph.nodes, false);
            below[at] = true;
            graph.around(at, false).into_iter().for_each(|at| below[at] = true);
            let named: Vec<At> = changed.own.iter().copied().filter(|own| below[*own]).collect();
            let mut text = format!("{} changed", graph.title(at));
            for (place, own) in named.iter().take(NAMED).enumerate() {
                text.push_str(if place == 0 { ": " } else { ", " });
                text.push_str(&change_of(graph, &before, *own));
            }
            if named.len() > NAMED {
                text.push_str(&format!(" +{}", named.len() - NAMED));
            }
            let (observer, wake) = (graph.nodes[at].id.clone(), level == Level::Wake);
            notices.push(Notice { observer, step: self.step, wake, text });
        }
        notices
    }

    /// True if a node that wakes was touched by the last step.
    pub(super) fn wakes(&self) -> bool {
        if self.layer.shape.marks.iter().all(|(_, mark)| mark.level != Some(Level::Wake)) {
            return false;
        }
        let graph = Graph::of(&self.run, &self.layer.shape, None);
        let stamps = graph.stamps();
        self.notices(&graph, &stamps).iter().any(|notice| notice.wake)
    }

    /// The graph at the cursor.
    pub fn graph(&self) -> GraphTable {
        let run = self.run().clone();
        let (mut graph, stamps) = self.full_graph(&run);
        let notices = self.notices(&graph, &stamps);
        graph.notices = notices.iter().map(|notice| notice.text.clone()).collect();
        let touched = self.changed(&graph, &stamps).map(|(changed, _)| changed.touched);
        let ids = |list: &[At]| -> Vec<Arc<str>> { list.iter().map(|at| graph.nodes[*at].id.clone()).collect() };
        let mut nodes = Vec::new();
        for at in graph.walk() {
            let node = &graph.nodes[at];
            let (path, declared) = match &node.what {
                What::Text(path, context) => (path.as_ref(), Some(run.machine.contexts[*context].node)),
                What::Space(node) | What::Tool(node) => (None, Some(*node)),
                What::Topic(path) | What::Message(path, ..) => (Some(path), None),
                What::Work(request) => (run.path(&request.id.path), None),
                What::Artifact(_, text, ..) => match &graph.nodes[*text].what {
                    What::Text(path, _) => (path.as_ref(), None),
                    _ => (None, None),
                },
                _ => (None, None),
            };
            let (mark, media) = (graph.mark(at), graph.media(at));
            let lines = graph.body(at, None);
            let header = Media::Prose.text(&graph.header(at, None, node.children.len()));
            let given = graph.summaries.binary_search_by_key(&at, |(of, _)| *of).ok();
            let digest = match given.and_then(|given| graph.summaries.get(given)) {
                Some((_, text)) => text.to_string(),
                None => graph.digest(at, None, &node.children).join("\n"),
            };
            nodes.push(GraphRow {
                id: node.id.clone(),
                kind: graph.kind(at),
                title: graph.title(at),
                path: path.map(|path| path.id.to_string()),
                parents: ids(&node.parents),
                children: ids(&node.children),
                state: graph.state(at),
                level: mark.and_then(|mark| mark.level).unwrap_or(Level::Ignore),
                refresh: mark.map_or(Refresh::Step, |mark| mark.refresh),
                version: graph.version(at),
                stamp: hex(stamps[at]),
                touched: touched.as_ref().is_some_and(|touched| touched[at]),
                stale: graph.stale.binary_search(&at).is_ok(),
                tokens: lines.iter().fold(header, |sum, line| sum.saturating_add(media.line(line.chars().count()))),
                digest,
                derived: !matches!(node.what, What::Group(_)),
                span: declared.and_then(|node| range(&run, run.machine.nodes[node].span?)),
            });
        }
        let budget = self.layer.budget.unwrap_or_else(|| budget_of(&run.machine));
        let conflicts = graph.conflicts.iter().map(link).collect();
        GraphTable { step: self.step, roots: ids(&graph.roots), nodes, conflicts, notices, budget }
    }

    /// Ids of all that is above a node (or below it), each once; none for an unknown one.
    pub fn graph_around(&self, id: &str, above: bool) -> Vec<Arc<str>> {
        let graph = Graph::of(&self.run, &self.layer.shape, None);
        let found = graph.find(id).map_or(Vec::new(), |at| graph.around(at, above));
        found.into_iter().map(|at| graph.nodes[at].id.clone()).collect()
    }

    /// What an agent on a path is shown; at another node, what it would be shown there.
    ///
    /// Refused: `unknown-path`, `unknown-node`, `bad-budget`.
    pub fn projection(&self, path: &PathId, node: Option<&str>, budget: Option<f64>) -> Result<Projection, Refusal> {
        let Some(path) = self.run.path(path) else {
            return Err(Refusal::new(Code::UnknownPath, format!("there is no path `{path}`")));
        };
        let node = match node {
            None => path.node,
            Some(id) => self
                .run
                .machine
                .find(id)
                .ok_or_else(|| Refusal::new(Code::UnknownNode, format!("there is no node `{id}`")))?,
        };
        let budget = budget.map(check_budget).transpose()?.or(self.layer.budget);
        let budget = budget.unwrap_or_else(|| budget_of(&self.run.machine));
        let mut graph = Graph::of(&self.run, &self.layer.shape, Some(&path.id));
        if self.layer.shape.marks.iter().any(|(_, mark)| mark.refresh != Refresh::Step) {
            graph = self.full_graph(&self.run).0;
        }
        Ok(project(&graph, path, node, budget, &|| self.since_request(path)))
    }

    /// Events since the agent request before the present one, or since the start.
    fn since_request(&self, path: &Path) -> Vec<&Event> {
        let mut left = 1 + usize::from(path.asked().is_some());
        let mut events = Vec::new();
        let first = self.branches.first().map_or(0, |branch| branch.first);
        for step in (first..=self.step).rev() {
            for event in self.entry(self.branch, step).map_or(&[][..], |entry| &entry.events).iter().rev() {
                if let Kind::AgentRequested { at, .. } = &event.kind
                    && at.path == path.id
                {
                    left -= 1;
                }
                if left == 0 {
                    events.reverse();
                    return events;
                }
                events.push(event);
            }
        }
        events.reverse();
        events
    }

    /// The open agent requests, with what their agents are shown under the edits of the graph.
    pub fn agent_requests(&self) -> Vec<AgentRequest<'_>> {
        agent_requests(&self.run).into_iter().map(|request| request.shown_by(self)).collect()
    }
}

/// How many changed nodes a notice names.
const NAMED: usize = 3;

/// A changed node in a notice.
fn change_of(graph: &Graph, before: &Graph, at: At) -> String {
    let title = graph.title(at);
    let What::Text(path, context) = &graph.nodes[at].what else { return title };
    let map = |run: &Run| match path {
        Some(path) => run.path(&path.id).map(|path| path.context.clone()).unwrap_or_default(),
        None => run.shared.clone(),
    };
    let (now, then) = (map(graph.run), map(before.run));
    let owner = path.as_ref().map_or_else(|| "*".to_owned(), |path| path.id.to_string());
    let run = graph.run;
    for (field, name) in crate::context::store::fields(&run.machine, &run.added, *context) {
        let (new, old) = (now.get(&field).map(|stored| &stored.value), then.get(&field).map(|stored| &stored.value));
        if let Some(new) = new.filter(|new| Some(*new) != old) {
            return format!("{title} @{owner} {}", change_text(&name, old.map(|old| &**old), new));
        }
    }
    clip(&format!("{title} @{owner}"), VALUE * 2)
}

fn range(run: &Run, span: Span) -> Option<Range> {
    let place = run.machine.tree.place(span);
    Some(Range {
        from: place.lines.utf16(place.text, place.span.start),
        to: place.lines.utf16(place.text, place.span.end),
        file: place.file.cloned(),
    })
}

pub(super) fn check_budget(tokens: f64) -> Result<u32, Refusal> {
    checked_budget(&Value::from(tokens))
        .ok_or_else(|| Refusal::new(Code::BadBudget, format!("a budget is a whole number from 0 to {}", budget::MAX)))
}
