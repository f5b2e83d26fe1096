//! What can move paths from outside: the events that are awaited and the timers that run.

use std::sync::Arc;

use crate::json::{ToJson, Writer, to_string};
use crate::machine::control::Exit;
use crate::machine::model::{Condition, EdgeIdx, NodeIdx};
use crate::run::state::{Force, Path, PathId, Run, Timer};
use crate::run::step::draft::{Decision, PathMover};
use crate::schema::{Json, Schema};
use crate::shape;
use crate::text::duration;
use crate::value::Value;

/// An event edge that a path could be taken along.
pub struct AwaitedEvent {
    /// The path.
    pub path: PathId,
    /// The node it is at.
    pub node: Arc<str>,
    /// The edge.
    pub edge: EdgeIdx,
    /// The name of the event.
    pub name: Arc<str>,
    /// What the event brings, if the machine declares it.
    pub schema: Option<Arc<Schema>>,
    /// The condition of the edge, which is not looked at.
    pub condition: Option<Arc<str>>,
    /// The condition must be false.
    pub unless: Option<bool>,
}

impl ToJson for AwaitedEvent {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("path", &self.path);
            object.field("node", &self.node);
            object.field("edge", &self.edge);
            object.field("name", &self.name);
            object.with("schema", |out| match &self.schema {
                Some(schema) => schema.for_tool().write(out),
                None => out.null(),
            });
            object.maybe("condition", &self.condition);
            object.maybe("unless", &self.unless);
        });
    }
}

/// A timer that runs for a path.
pub struct RunningTimer {
    /// The path.
    pub path: PathId,
    /// The node it is at.
    pub node: Arc<str>,
    /// The edge.
    pub edge: EdgeIdx,
    /// When it is due on the run's clock.
    pub due: u64,
    /// How long that is from now; 0 if it is due already.
    pub left: u64,
}
shape!(RunningTimer { path, node, edge, due, left });

/// The event edges of a path's node and of the modules around it, from the inside out, without those that it skips or
/// waits on.
pub fn event_exits<'a>(run: &'a Run, path: &'a Path) -> impl Iterator<Item = (Exit, &'a Arc<str>)> {
    let control = &run.machine.control;
    let can_receive = path.status.is_live() && path.unwinding.is_none();
    let waited_on = path.parked().map(|parked| parked.exit);
    let nodes = path.place().into_iter().filter(move |_| can_receive).flat_map(|node| control.outwards(node));
    let exits = nodes.flat_map(|node| control.events(node));
    exits.copied().filter_map(move |exit| {
        let is_open = waited_on != Some(exit) && run.force(&path.id, exit.edge) != Some(Force::Skip);
        let on = run.machine.edges[exit.edge].on.as_ref().filter(|_| is_open)?;
        Some((exit, &on.name))
    })
}

/// The timers of a path that can fire, without those that it skips.
pub fn timers<'a>(run: &'a Run, path: &'a Path) -> impl Iterator<Item = &'a Timer> {
    run.running_timers(path).filter(|timer| run.force(&path.id, timer.exit.edge) != Some(Force::Skip))
}

/// The events that paths await, whatever the conditions of the edges say: of one path, or of all live ones.
pub fn awaited_events(run: &Run, path: Option<&Path>) -> Vec<AwaitedEvent> {
    let mut awaited = Vec::new();
    for path in run.live().map(|path| &**path).filter(|live| path.is_none_or(|path| path.id == live.id)) {
        for (exit, name) in event_exits(run, path) {
            let condition = run.machine.edges[exit.edge].condition.as_ref();
            let schema = run.machine.event(name).map(|event| run.machine.events[event].schema.clone());
            awaited.push(AwaitedEvent {
                path: path.id.clone(),
                node: run.node_of(path).clone(),
                edge: exit.edge,
                name: name.clone(),
                schema,
                condition: condition.map(|condition| condition.text.clone()),
                unless: condition.and_then(Condition::unless),
            });
        }
    }
    awaited
}

/// The timers that run: of one path, or of all, in path order.
pub fn running_timers(run: &Run, path: Option<&Path>) -> Vec<RunningTimer> {
    let mut running = Vec::new();
    for path in run.live().map(|path| &**path).filter(|live| path.is_none_or(|path| path.id == live.id)) {
        for timer in timers(run, path) {
            let due = run.due(timer);
            let left = due.saturating_sub(run.clock_ms);
            let node = run.node_of(path).clone();
            running.push(RunningTimer { path: path.id.clone(), node, edge: timer.exit.edge, due, left });
        }
    }
    running
}

/// A list as a value, for the data of a refusal.
pub(in crate::run) fn as_value<T: ToJson>(list: &[T]) -> Value {
    Json::parse(&to_string(&list)).map_or(Value::Null, |json| json.to_value())
}

/// What a path waits for, in words: `paid`, or 5 d.
pub fn waited_for(run: &Run, path: &Path) -> String {
    let mut names: Vec<String> = Vec::new();
    for (_, name) in event_exits(run, path) {
        let name = format!("`{name}`");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let next = timers(run, path).map(|timer| run.due(timer).saturating_sub(run.clock_ms)).min();
    let events = names.join(", ");
    match next.map(duration) {
        None => events,
        Some(time) if events.is_empty() => time,
        Some(time) => format!("{events}, or {time}"),
    }
}

impl PathMover<'_> {
    /// True if an event or a timer can still move the path from its node, when it cannot leave by itself: where no other
    /// edge leads on, only one of its own, else one of a module around it too.
    pub fn can_be_interrupted(&self, decision: &Decision) -> bool {
        let (run, path) = (&self.draft.run, &self.path);
        let Some(place) = path.place() else { return false };
        let control = &run.machine.control;
        let is_own = |node: NodeIdx, exit: &Exit| {
            let exits = [control.events(node), control.timers(node)];
            exits.iter().any(|exits| exits.contains(exit))
        };
        let counts = |exit: &Exit| !matches!(decision, Decision::End) || is_own(place, exit);
        event_exits(run, path).any(|(exit, _)| counts(&exit)) || timers(run, path).any(|timer| counts(&timer.exit))
    }
}
