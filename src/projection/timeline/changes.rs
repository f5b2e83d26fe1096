//! What changed in the graph since another moment: stale digests, touched nodes, notices.

use super::Notice;
use crate::context::layer::{Level, Refresh};
use crate::machine::table::Table;
use crate::projection::graph::{At, Graph, What};
use crate::projection::{VALUE, change_text};
use crate::run::state::Run;
use crate::run::timeline::Timeline;
use crate::text::clip;

/// A graph with its stamps.
pub(super) type Stamped<'a> = (Graph<'a>, Table<At, u64>);

/// What changed since another moment.
pub(super) struct Changed {
    pub(super) touched: Table<At, bool>,
    own: Vec<At>,
}

impl Timeline {
    /// The graph at the cursor with its stale digests and notices.
    pub(super) fn full_graph<'a>(&'a self, run: &'a Run) -> Stamped<'a> {
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

    /// What the last step touched, with the graph before it.
    pub(super) fn changed(&self, graph: &Graph, stamps: &Table<At, u64>) -> Option<(Changed, Graph<'_>)> {
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
    pub(super) fn notices(&self, graph: &Graph, stamps: &Table<At, u64>) -> Vec<Notice> {
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
}

/// How many changed nodes a notice names.
const NAMED: usize = 3;

/// A changed node in a notice.
fn change_of(graph: &Graph, before: &Graph, at: At) -> String {
    let title = graph.title(at);
    let What::Text(path, context) = &graph.nodes[at].what else { return title.to_string() };
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
