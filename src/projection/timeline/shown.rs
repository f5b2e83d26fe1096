//! What agents are shown of the graph.

use crate::context::budget;
use crate::context::layer::Refresh;
use crate::projection::graph::Graph;
use crate::projection::request::ShownRequest;
use crate::projection::{Projection, budget_of, checked_budget, project};
use crate::refusal::{Code, Refusal};
use crate::run::agent::ask;
use crate::run::event::{Event, Kind};
use crate::run::state::{Path, PathId};
use crate::run::timeline::Timeline;
use crate::value::Value;

impl Timeline {
    /// What an agent on a path is shown; at another node, what it would be shown there.
    ///
    /// Refused: `unknown-path`, `unknown-node`, `bad-budget`.
    pub fn projection(&self, path: &PathId, node: Option<&str>, budget: Option<f64>) -> Result<Projection, Refusal> {
        let Some(path) = self.run.path(path) else {
            return Err(Refusal::new(Code::UnknownPath, format!("unknown path `{path}`")));
        };
        let node = match node {
            None => path.place().ok_or_else(|| {
                let node = self.run.node_of(path);
                Refusal::new(Code::UnknownNode, format!("path {} ended at `{node}`, which was removed", path.id))
            })?,
            Some(id) => self
                .run
                .machine
                .find(id)
                .ok_or_else(|| Refusal::new(Code::UnknownNode, format!("unknown node `{id}`")))?,
        };
        let budget = budget.map(check_budget).transpose()?.or(self.layer.budget);
        let budget = budget.unwrap_or_else(|| budget_of(&self.run.machine));
        let mut graph = Graph::of(&self.run, &self.layer.shape, Some(&path.id));
        if self.layer.shape.marks.iter().any(|(_, mark)| mark.refresh != Refresh::Step) {
            graph = self.full_graph(&self.run).0;
        }
        Ok(project(&graph, path, node, budget, &|| self.since_request(path)))
    }

    /// Events since the previous agent request, or since the start.
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
    pub fn agent_requests(&self) -> Vec<ShownRequest<'_>> {
        ask::agent_requests(&self.run).into_iter().map(|asked| ShownRequest::edited(asked, self)).collect()
    }
}

/// A budget that may be set.
pub(super) fn check_budget(tokens: f64) -> Result<u32, Refusal> {
    checked_budget(&Value::from(tokens)).ok_or_else(|| {
        Refusal::new(Code::BadBudget, format!("the budget must be a whole number from 0 to {}", budget::MAX))
    })
}
