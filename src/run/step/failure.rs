//! Phase E: a failure is recorded once, retried, caught, or ends the path.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::control::{Exit, Work};
use crate::machine::model::{EdgeIdx, NodeIdx};
use crate::run::event::{Kind, Lapse, Limit};
use crate::run::state::{Cancelled, Cause, CauseKind, Failure, FailureKind, Path, PathId, Phase, Status};
use crate::run::step::draft::{Draft, PathMover};
use crate::run::step::names::test_condition;
use crate::value::Value;

/// A failure before it is recorded on a path.
pub(in crate::run) struct Failing {
    pub kind: FailureKind,
    pub code: Arc<str>,
    pub message: String,
    pub tool: Option<Arc<str>>,
    pub edge: Option<EdgeIdx>,
    pub retryable: bool,
    pub data: Option<Value>,
}

impl Failing {
    pub fn new(kind: FailureKind, code: &str, message: impl Into<String>) -> Self {
        Self { kind, code: code.into(), message: message.into(), tool: None, edge: None, retryable: true, data: None }
    }

    fn at(self, node: Arc<str>) -> Arc<Failure> {
        Arc::new(Failure {
            kind: self.kind,
            code: self.code,
            message: self.message.into(),
            node,
            tool: self.tool,
            edge: self.edge,
            retryable: self.retryable,
            data: self.data,
        })
    }
}

impl Draft {
    /// Records a failure on its path and counts it in the run.
    pub fn record(&mut self, path: &mut Path, failure: Arc<Failure>) {
        self.run.counters.errors += 1;
        path.errors += 1;
        path.last_error = Some(failure);
    }

    /// Fails every live path because the run has timed out.
    pub fn time_out(&mut self) {
        let limit = self.run.limits.timeout;
        let live: Vec<PathId> = self.run.live().map(|path| path.id.clone()).collect();
        for id in live {
            if let Some(path) = self.run.paths.get(&id).cloned() {
                let mut mover = PathMover { draft: self, path: (*path).clone() };
                mover.hit_limit(Limit::Timeout, "run-timeout", limit);
                let path = mover.path;
                self.put(path);
            }
        }
    }
}

impl PathMover<'_> {
    /// Records a failure, then retries, catches or ends.
    pub fn fail(&mut self, failing: Failing) {
        let failure = failing.at(self.draft.node_id(self.path.node));
        self.draft.record(&mut self.path, failure.clone());
        self.fail_recorded(failure);
    }

    /// The same for a failure that is already recorded.
    pub fn fail_recorded(&mut self, failure: Arc<Failure>) {
        let at = self.draft.at(&self.path);
        let attempt = self.path.attempt;
        self.draft.emit(Kind::VisitFailed { at: at.clone(), attempt, failure: failure.clone() });
        if failure.retryable && attempt <= retries(&self.draft.run.machine, self.path.node) {
            let delay_ms = self.retry_delay(attempt);
            self.path.attempt += 1;
            self.path.turn = 0;
            self.path.talk = Default::default();
            self.path.choice = None;
            self.path.failed_before = Some(failure);
            self.path.phase = Phase::Work;
            self.draft.emit(Kind::RetryScheduled { at, attempt: attempt + 1, delay_ms });
            self.ask(delay_ms);
            return;
        }
        if self.path.unwinding.is_none() {
            self.emit_skipped_catches();
        }
        if let Some(exit) = self.catch_edge().filter(|_| self.path.unwinding.is_none()) {
            let path = self.path.id.clone();
            self.draft.setback(self.path.node).caught += 1;
            self.draft.emit(Kind::Caught { path, edge: exit.edge, failure });
            self.cross(exit, Cause::of(CauseKind::Catch));
            return;
        }
        self.end(failure);
    }

    /// Fails the path in a catch edge: no other one is looked for.
    pub fn fail_uncaught(&mut self, failing: Failing) {
        let failure = failing.at(self.draft.node_id(self.path.node));
        self.draft.record(&mut self.path, failure.clone());
        let at = self.draft.at(&self.path);
        self.draft.emit(Kind::VisitFailed { at, attempt: self.path.attempt, failure: failure.clone() });
        self.end(failure);
    }

    /// Fails the path because of a limit. This is neither retried nor caught.
    pub fn hit_limit(&mut self, limit: Limit, code: &str, value: u32) {
        let path = self.path.id.clone();
        self.draft.emit(Kind::LimitHit { path, limit, value });
        let message = format!("reached the limit `{limit}` of {value}");
        let failing = Failing { retryable: false, ..Failing::new(FailureKind::Limit, code, message) };
        let failure = failing.at(self.draft.node_id(self.path.node));
        self.draft.record(&mut self.path, failure.clone());
        self.end(failure);
    }

    /// Fails the path, after any compensation.
    fn end(&mut self, failure: Arc<Failure>) {
        match self.path.unwinding.take() {
            Some(unwinding) => {
                let setback = self.draft.setback(self.path.node);
                Arc::make_mut(&mut setback.stuck).push(self.path.id.clone());
                self.end_now(unwinding.failure.clone());
            }
            None if failure.kind != FailureKind::Limit && self.strategy_is("compensate") => self.unwind(failure),
            None => self.end_now(failure),
        }
    }

    /// Fails the path at once.
    pub fn end_now(&mut self, failure: Arc<Failure>) {
        let at = self.draft.at(&self.path);
        self.draft.lapse(&at.path, Lapse::Ended);
        self.path.status = Status::Failed(failure.clone());
        self.draft.emit(Kind::PathFailed { at: at.clone(), failure });
        if self.strategy_is("fail-fast") {
            let others: Vec<PathId> =
                self.draft.run.live().map(|path| path.id.clone()).filter(|id| *id != at.path).collect();
            for other in others {
                self.draft.cancel(&other, Cancelled::FailFast, Some(&at.path));
            }
        }
    }

    /// The first catch edge that applies: of the node, then of the modules around it.
    fn catch_edge(&self) -> Option<Exit> {
        let machine = &self.draft.run.machine;
        let applies = |exit: &&Exit| match &machine.edges[exit.edge].condition {
            _ if self.has_failed_at(exit.edge) || self.skips(exit.edge) => false,
            None => true,
            Some(_) => test_condition(&self.draft.run, &self.path, exit.edge) == Some(Ok(true)),
        };
        let of = |node: NodeIdx| machine.control.catches(node).iter().find(applies).copied();
        let node = self.path.node;
        of(node).or_else(|| {
            std::iter::successors(machine.nodes[node].parent, |up| machine.nodes[*up].parent)
                .filter(|up| machine.control.is_module(*up))
                .find_map(of)
        })
    }

    fn retry_delay(&self, failed_attempt: u32) -> u32 {
        let policy = self.draft.run.machine.annotation(&["retryPolicy"]).and_then(|policy| policy.value.as_ref());
        match policy.and_then(Value::as_str) {
            Some(word) if word.eq_ignore_ascii_case("fixed") => 1000,
            _ => 1000_u32.saturating_mul(1 << failed_attempt.saturating_sub(1).min(15)).min(30_000),
        }
    }

    fn strategy_is(&self, word: &str) -> bool {
        let strategy = self.draft.run.machine.annotation(&["errorHandling"]).and_then(|rule| rule.value.as_ref());
        strategy.and_then(Value::as_str).is_some_and(|strategy| strategy.eq_ignore_ascii_case(word))
    }
}

/// How many further attempts a node has.
pub(crate) fn retries(machine: &Machine, node: NodeIdx) -> u32 {
    if machine.control.work(node) == Work::None {
        return 0;
    }
    let Some(retry) = machine.nodes[node].annotation(&["retry"]) else { return 0 };
    match &retry.value {
        None => 3,
        Some(Value::Num(number)) => number.clamp(0.0, 10.0) as u32,
        Some(Value::Str(text)) => crate::number::parse(text.trim()).map_or(3, |number| number.clamp(0.0, 10.0) as u32),
        Some(_) => 3,
    }
}
