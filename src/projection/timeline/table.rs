//! The graph as plain data.

use std::sync::Arc;

use super::{GraphRow, GraphTable, Link, Range};
use crate::context::cost::Media;
use crate::context::layer::{Level, Pair, Refresh};
use crate::projection::budget_of;
use crate::projection::graph::{At, Graph, Lines, What, hex};
use crate::run::state::Run;
use crate::run::timeline::Timeline;
use crate::text::Span;

fn link((parent, child): &Pair) -> Link {
    Link { parent: parent.clone(), child: child.clone() }
}

impl Timeline {
    /// The graph at the cursor.
    pub fn graph(&self) -> GraphTable {
        let run = self.run().clone();
        let (mut graph, stamps) = self.full_graph(&run);
        let notices = self.notices(&graph, &stamps);
        graph.notices = notices.iter().map(|notice| notice.text.clone()).collect();
        let touched = self.changed(&graph, &stamps).map(|(changed, _)| changed.touched);
        let ids = |list: &[At]| -> Vec<Arc<str>> { list.iter().map(|at| graph.nodes[*at].id.clone()).collect() };
        let (mut nodes, mut lines) = (Vec::new(), Lines::default());
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
            let title = graph.title(at);
            lines.clear();
            graph.write_header(&mut lines, at, (&title, None, graph.version(at)), node.children.len());
            lines.end_whole();
            let header = lines.text(0, 1);
            let header = Media::Prose.text(header.strip_prefix('\n').unwrap_or(header));
            graph.add_body(&mut lines, at, None);
            let given = graph.summaries.binary_search_by_key(&at, |(of, _)| *of).ok();
            let digest = match given.and_then(|given| graph.summaries.get(given)) {
                Some((_, text)) => text.to_string(),
                None => graph.digest(at, None, &node.children).join("\n"),
            };
            nodes.push(GraphRow {
                id: node.id.clone(),
                kind: graph.kind(at),
                title,
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
                tokens: lines.lengths(1).fold(header, |sum, length| sum.saturating_add(media.line(length))),
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
    ///
    /// # Errors
    /// The ids of all graph nodes when there is none of this id.
    pub fn graph_around(&self, id: &str, above: bool) -> Result<Vec<Arc<str>>, Vec<Arc<str>>> {
        let graph = Graph::of(&self.run, &self.layer.shape, None);
        match graph.find(id) {
            Some(at) => Ok(graph.around(at, above).into_iter().map(|at| graph.nodes[at].id.clone()).collect()),
            None => Err(graph.nodes.iter().map(|node| node.id.clone()).collect()),
        }
    }
}

fn range(run: &Run, span: Span) -> Option<Range> {
    let place = run.machine.tree.place(span);
    Some(Range {
        from: place.lines.utf16(place.text, place.span.start),
        to: place.lines.utf16(place.text, place.span.end),
        file: place.file.cloned(),
    })
}
