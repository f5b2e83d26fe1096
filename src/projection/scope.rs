//! What an agent may know of; everything else is as if it were not there.

use crate::machine::table::Table;
use crate::projection::graph::{At, Graph, Viewer, What};
use crate::run::state::Phase;

/// What the agent may know of. Everything else is as if it were not there.
pub(super) fn scope(graph: &Graph, viewer: Viewer) -> Table<At, bool> {
    let mut inside = Table::beside(&graph.nodes, false);
    let (path, machine) = (viewer.path, &graph.run.machine);
    let mut offered = machine.control.tools(viewer.node).to_vec();
    offered.sort_unstable();
    for (at, node) in graph.nodes.entries() {
        inside[at] = match &node.what {
            What::Session | What::Machine => true,
            What::Notices | What::Built(_) | What::Space(_) | What::Group(_) => false,
            What::Text(own, context) => {
                own.as_ref().is_none_or(|own| own.id == path.id) && viewer.rights[*context].is_some()
            }
            What::Artifact(_, text, field, _) => match &graph.nodes[*text].what {
                What::Text(own, context) => {
                    own.as_ref().is_none_or(|own| own.id == path.id)
                        && viewer.rights[*context].is_some_and(|rights| rights.read.allow(&machine.fields[*field].name))
                }
                _ => false,
            },
            What::Tool(tool) => offered.binary_search(tool).is_ok(),
            What::Topic(other) => {
                other.id == path.id
                    || other.parent.as_ref() == Some(&path.id)
                    || path.id.ancestor(other.id.length()).as_ref() == Some(&other.id)
            }
            What::Message(own, _, recorded) => {
                own.id == path.id && (recorded.entry < path.entries || path.phase == Phase::Enter)
            }
            What::Work(request) => request.id.path == path.id,
            What::Lock(_, parked, ..) => parked.iter().any(|waiting| waiting.id == path.id),
        };
    }
    let is_group = |what: &What| matches!(what, What::Space(_) | What::Group(_));
    if !graph.nodes.iter().any(|node| is_group(&node.what)) {
        return inside;
    }
    let mut below = Table::beside(&graph.nodes, false);
    for at in graph.upwards() {
        below[at] = graph.nodes[at].children.iter().any(|child| inside[*child] || below[*child]);
        if is_group(&graph.nodes[at].what) {
            inside[at] = below[at];
        }
    }
    inside
}
