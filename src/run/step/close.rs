//! Closing an action: joins settle, blocked paths are tested again, the outcome is computed.

use std::sync::Arc;

use crate::machine::model::Condition;
use crate::run::event::Kind;
use crate::run::state::outcome::{BlockedEdge, BlockedPath, Outcome, Report, TestResult};
use crate::run::state::{Path, PathId, Run, Status};
use crate::run::step::draft::{Applied, Decision, Draft, PathMover};
use crate::run::step::join::waiting;
use crate::run::step::names::test_condition;

impl Draft {
    /// Phase H: joins fire, blocked paths look again, the outcome is computed, the run is closed.
    pub fn finish(mut self, acted: Option<&PathId>) -> Applied {
        self.fire_joins();
        // A path that completes here may be the last one that a join waited for.
        while self.look_again() {
            self.fire_joins();
        }
        self.watch_properties();
        let outcome = Outcome::of(&self.run, || report(&self.run));
        if outcome != *self.run.outcome {
            let was_open = !self.run.outcome.is_end();
            self.run.outcome = Arc::new(outcome);
            let outcome = self.run.outcome.clone();
            match &*outcome {
                Outcome::Blocked(report) => self.emit(Kind::RunBlocked { report: report.clone() }),
                Outcome::Completed { incomplete } if was_open => {
                    for output in incomplete {
                        self.emit(Kind::OutputIncomplete {
                            path: output.path.clone(),
                            context: output.context.clone(),
                            missing: output.missing.clone(),
                            reason: output.reason.clone(),
                        });
                    }
                }
                _ => {}
            }
            if outcome.is_end() && was_open {
                self.emit(Kind::RunEnded { outcome });
            }
        }
        self.close(acted)
    }

    /// Returns the new run without computing the outcome.
    pub fn close(mut self, acted: Option<&PathId>) -> Applied {
        // These live as long as the run, so give back spare capacity.
        self.last.changed.shrink_to_fit();
        self.last.edges.shrink_to_fit();
        self.run.last = Arc::new(self.last);
        let request = acted.and_then(|id| self.run.path(id)?.asked());
        Applied { run: self.run, events: self.events, results: self.results, request, left_ms: self.left_ms }
    }

    /// Evaluates the exits of blocked paths and of those that wait for events again. True if a path has ended.
    fn look_again(&mut self) -> bool {
        let waits = |path: &&Arc<Path>| matches!(path.status, Status::Blocked(_) | Status::AwaitingEvent);
        let waiting: Vec<Arc<Path>> = self.run.paths.values().filter(waits).cloned().collect();
        let mut has_ended = false;
        for path in waiting {
            let mut mover = PathMover { draft: self, path: (*path).clone() };
            let (decision, evaluations) = mover.decide();
            if !matches!(decision, Decision::Take(..)) {
                if path.status == Status::AwaitingEvent && !mover.can_be_interrupted(&decision) {
                    mover.stop_waiting(&decision);
                    let path = mover.path;
                    has_ended |= !path.status.is_live();
                    self.put(path);
                }
                continue;
            }
            mover.path.status = Status::Active;
            let path = mover.path;
            let at = self.at(&path);
            self.put(path);
            for evaluation in evaluations {
                self.emit(evaluation);
            }
            self.emit(Kind::Unblocked { at });
        }
        has_ended
    }
}

/// Why the run is blocked.
pub(in crate::run) fn report(run: &Run) -> Report {
    let blocked = run.paths.values().filter_map(|path| match path.status {
        Status::Blocked(reason) => Some(BlockedPath {
            path: path.id.clone(),
            node: run.machine.nodes[path.node].id.clone(),
            reason,
            edges: blocked_edges(run, path),
        }),
        _ => None,
    });
    Report { joins: waiting(run), blocked: blocked.collect() }
}

/// The exits of a path, with the results of their conditions.
pub(in crate::run) fn blocked_edges(run: &Run, path: &Path) -> Vec<BlockedEdge> {
    let exits = run.machine.control.effective(path.node).iter();
    exits
        .map(|exit| {
            let condition = run.machine.edges[exit.edge].condition.as_ref();
            BlockedEdge {
                edge: exit.edge,
                condition: condition.map(|condition| condition.text.clone()),
                unless: condition.and_then(Condition::unless),
                result: test_condition(run, path, exit.edge).map(|result| TestResult::of(&result)),
            }
        })
        .collect()
}
