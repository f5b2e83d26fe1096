//! Events: who receives one, and how it takes a path away from whatever that is doing.

use std::sync::Arc;

use crate::machine::control::Exit;
use crate::refusal::{Code, Refusal};
use crate::run::event::{Kind, Lapse};
use crate::run::state::outcome::TestResult;
use crate::run::state::{Cause, CauseKind, Path, PathId, Phase, ReceivedEvent, Run, Status};
use crate::run::step::awaited::{as_value, awaited_events, event_exits};
use crate::run::step::draft::{Applied, Counts, Draft, PathMover};
use crate::run::step::names::test_condition_with;
use crate::run::step::refusals::{stands_still, unended};
use crate::schema::{Amount, Field, Rest, Schema, Scope, Violation, messages, violation_value};
use crate::value::{Map, Value};

/// The key under which the data of an event is checked. Pointers of violations begin with it.
const DATA: &str = "data";

/// Sends an event to every path that can receive it, or to one.
pub(in crate::run) fn send(run: &Run, name: &str, data: &Value, path: Option<&PathId>) -> Result<Applied, Refusal> {
    let only = path.map(|id| unended(run, id)).transpose()?;
    let awaiting: Vec<Awaiting> = run
        .live()
        .filter(|live| only.is_none_or(|only| only.id == live.id))
        .map(|path| Awaiting { path, exits: exits_on(run, path, name) })
        .filter(|awaiting| !awaiting.exits.is_empty())
        .collect();
    if run.live().next().is_none() {
        return Err(stands_still(run));
    }
    if awaiting.is_empty() {
        return Err(unexpected(run, format!("no path awaits the event `{name}`"), only));
    }
    let event = Arc::new(ReceivedEvent { name: name.into(), data: checked(run, name, data)? });
    let receivers: Vec<(PathId, Exit)> = awaiting
        .iter()
        .filter_map(|awaiting| Some((awaiting.path.id.clone(), awaiting.first_open(run, &event)?)))
        .collect();
    if receivers.is_empty() {
        return Err(no_condition(run, &awaiting, &event, only));
    }
    let mut draft = Draft::new(run, Counts::Action);
    let paths = receivers.iter().map(|(id, _)| id.clone()).collect();
    draft.emit(Kind::EventReceived { event: event.clone(), paths });
    for (id, exit) in receivers {
        let cause = Cause { text: Some(event.name.clone()), ..Cause::of(CauseKind::Event) };
        draft.interrupt(&id, exit, cause, Some(&event));
    }
    Ok(draft.finish(path))
}

/// A path with the edges on which it awaits an event, in the order in which they count.
struct Awaiting<'a> {
    path: &'a Arc<Path>,
    exits: Vec<Exit>,
}

fn exits_on(run: &Run, path: &Path, name: &str) -> Vec<Exit> {
    event_exits(run, path).filter(|(_, on)| ***on == *name).map(|(exit, _)| exit).collect()
}

impl Awaiting<'_> {
    /// The edge that the event takes the path along: the first without a condition or with one that is true.
    fn first_open(&self, run: &Run, event: &ReceivedEvent) -> Option<Exit> {
        let is_open = |exit: &&Exit| {
            run.machine.edges[exit.edge].condition.is_none()
                || test_condition_with(run, self.path, exit.edge, Some(event)) == Some(Ok(true))
        };
        self.exits.iter().find(is_open).copied()
    }
}

/// The data of an event, checked and with its defaults filled in.
fn checked(run: &Run, name: &str, data: &Value) -> Result<Value, Refusal> {
    let declared = run.machine.event(name).map(|event| run.machine.events[event].schema.clone());
    let (schema, data) = match declared {
        // An event without data has no fields.
        Some(schema) if *data == Value::Null => (Some(schema.clone()), schema.complete(&Value::object())),
        Some(schema) => (Some(schema.clone()), schema.complete(data)),
        None => (None, data.clone()),
    };
    let field = schema.map(|schema| Field { name: DATA.into(), schema, required: true });
    // A value that nothing is declared of is checked for its depth and its size.
    let whole = Schema::object_of(field.into_iter().collect(), Rest::Open);
    let report = whole.validate(&Value::from(Map::unit(DATA.into(), data.clone())), Scope::Whole, Amount::All);
    if report.violations.is_empty() { Ok(data) } else { Err(invalid(name, &report.violations)) }
}

fn invalid(name: &str, violations: &[Violation]) -> Refusal {
    let message = format!("the data of the event `{name}` is not valid: {}", messages(violations));
    let errors = violations.iter().map(violation_value).collect();
    Refusal::new(Code::EventInvalid, message).with([("event", Value::from(name)), ("errors", errors)])
}

fn unexpected(run: &Run, message: String, path: Option<&Arc<Path>>) -> Refusal {
    let awaited = awaited_events(run, path.map(|path| &**path));
    let mut names: Vec<String> = awaited.iter().map(|awaited| format!("`{}`", awaited.name)).collect();
    names.sort();
    names.dedup();
    let message = match names.is_empty() {
        true => format!("{message}: none is awaited now"),
        false => format!("{message}; awaited: {}", names.join(", ")),
    };
    Refusal::new(Code::EventUnexpected, message).with([("awaited", as_value(&awaited))])
}

/// The refusal of an event whose edges all have conditions that are not true.
fn no_condition(run: &Run, awaiting: &[Awaiting], event: &ReceivedEvent, path: Option<&Arc<Path>>) -> Refusal {
    let mut words = Vec::new();
    let mut conditions = Vec::new();
    for Awaiting { path, exits } in awaiting {
        for exit in exits {
            let Some(condition) = &run.machine.edges[exit.edge].condition else { continue };
            let result = test_condition_with(run, path, exit.edge, Some(event));
            let word = result.as_ref().map_or(TestResult::Error, TestResult::of).word();
            words.push(format!("`{}` is {word} on path {}", condition.text, path.id));
            let of_edge: Value = [
                ("path", Value::from(path.id.to_string())),
                ("edge", Value::from(format!("e{}", exit.edge.0))),
                ("condition", Value::from(condition.text.clone())),
                ("result", Value::from(word)),
            ]
            .into_iter()
            .collect();
            conditions.push(of_edge);
        }
    }
    let message = format!("no path takes the event `{}`: {}", event.name, words.join("; "));
    let awaited = awaited_events(run, path.map(|path| &**path));
    Refusal::new(Code::EventUnexpected, message)
        .with([("awaited", as_value(&awaited)), ("conditions", conditions.into_iter().collect())])
}

impl Draft {
    /// Takes a path that is still live along an event or timer edge.
    pub fn interrupt(&mut self, id: &PathId, exit: Exit, cause: Cause, event: Option<&Arc<ReceivedEvent>>) {
        let Some(path) = self.run.path(id).filter(|path| path.status.is_live()).cloned() else { return };
        let mut mover = PathMover { draft: self, path: (*path).clone() };
        mover.interrupt(exit, cause, event);
        let path = mover.path;
        self.put(path);
    }
}

impl PathMover<'_> {
    fn interrupt(&mut self, exit: Exit, cause: Cause, event: Option<&Arc<ReceivedEvent>>) {
        // A node that it has only arrived at is entered, without questions and work.
        if self.path.phase == Phase::Enter && self.begin_visit().is_none() {
            return;
        }
        self.draft.lapse(&self.path.id, Lapse::Interrupted);
        self.path.status = Status::Active;
        self.path.phase = Phase::Leave;
        self.path.disturb();
        self.cross_with(exit, cause, event.cloned());
    }
}
