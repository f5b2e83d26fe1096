//! Which runs count as one: the key of a run holds all that decides what can happen from there on, and nothing else.

use std::sync::Arc;

use crate::context::ContextMap;
use crate::explore::reads::{Reads, Slot, stored};
use crate::machine::Machine;
use crate::machine::control::Exit;
use crate::machine::join::{As, Join, Strategy};
use crate::machine::model::{Builtin, ContextIdx, NodeIdx, Role};
use crate::quick::{Map, Set};
use crate::run::state::{Origin, Parked, Phase, Timer};
use crate::run::step::compensate::undoing;
use crate::run::step::join::{join_key, open_joins};
use crate::run::{Path, PathId, Run, Status};
use crate::value::Value;

/// Makes the keys of the runs of one machine.
pub struct Keys {
    /// A path's place in its fan-out makes a difference.
    has_places: bool,
    has_joins: bool,
    /// Replicas of one fan-out may be exchanged.
    is_symmetric: bool,
    /// Fields that an output needs and that start unset, with the nodes that can write them.
    outputs: Vec<(Slot, Set<NodeIdx>)>,
    compensates: bool,
    /// Nodes of which the machine states that runs come to them.
    reaches: Vec<NodeIdx>,
}

/// True if the order of arrival at a join makes a difference.
pub fn is_ordered(join: &Join) -> bool {
    join.count().is_some()
        || matches!(join.merge, Some(Strategy::FirstWins | Strategy::LastWins))
        || join.gather.iter().any(|rule| rule.mode == As::LastWins)
}

/// The bytes of a key.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn long(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn flag(&mut self, flag: bool) {
        self.0.push(u8::from(flag));
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.0.extend(text.as_bytes());
    }

    fn value(&mut self, value: Option<&Value>) {
        match value {
            None => self.0.push(0),
            Some(Value::Bool(truth)) => self.0.extend([1, u8::from(*truth)]),
            Some(Value::Num(number)) => {
                self.0.push(2);
                self.0.extend(number.to_le_bytes());
            }
            Some(Value::Str(text)) => {
                self.0.push(3);
                self.text(text);
            }
            Some(other) => {
                self.0.push(4);
                self.text(&other.to_json());
            }
        }
    }

    fn exit(&mut self, exit: Exit) {
        self.number(exit.edge.0);
        self.flag(exit.reverse);
    }
}

impl Keys {
    /// Reads from a machine what its keys need.
    pub fn new(machine: &Machine, reads: &Reads) -> Self {
        let joins = machine.control.joins();
        let keyed =
            |join: &Join| join.merge == Some(Strategy::Keyed) || join.gather.iter().any(|rule| rule.mode == As::Keyed);
        let has_places = reads.has(Builtin::Index)
            || reads.has(Builtin::Total)
            || reads.has(Builtin::Path)
            || joins.iter().any(keyed);
        let is_alike = |join: &Join| {
            use Strategy::{Error, FirstWins, Keep, LastWins};
            matches!(join.merge, None | Some(Error | FirstWins | Keep | LastWins)) && join.gather.is_empty()
        };
        Keys {
            has_places,
            has_joins: !joins.is_empty(),
            is_symmetric: !has_places && joins.iter().all(is_alike),
            outputs: outputs(machine),
            compensates: machine.control.undoes(),
            reaches: machine.properties.iter().filter_map(|property| property.node).collect(),
        }
    }

    /// The required fields of outputs that no node which the run has entered can write.
    pub fn unwritten<'a>(&'a self, run: &'a Run) -> impl Iterator<Item = &'a Slot> {
        let is_entered = |nodes: &Set<NodeIdx>| run.node_use.keys().any(|node| nodes.contains(node));
        self.outputs.iter().filter(move |(_, nodes)| !is_entered(nodes)).map(|(slot, _)| slot)
    }

    /// The key of a run.
    pub fn of(&self, reads: &Reads, run: &Run, faults: u32) -> Box<[u8]> {
        let mut out = Bytes::default();
        out.number(faults);
        let ended = |status: fn(&Status) -> bool| run.paths.values().any(|path| status(&path.status));
        out.flag(ended(|status| matches!(status, Status::Failed(_))));
        out.flag(ended(|status| matches!(status, Status::Completed)));
        self.reaches.iter().for_each(|node| out.flag(run.node_use.contains_key(node)));
        if run.outcome.is_end() {
            out.text(run.outcome.word());
            return out.0.into();
        }
        for (_, nodes) in &self.outputs {
            out.flag(run.node_use.keys().any(|node| nodes.contains(node)));
        }
        if let Some(count) = reads.builtin(Builtin::ErrorCount) {
            out.long(count.capped(run.counters.errors).to_bits());
        }
        if reads.has(Builtin::Clock) {
            out.long(run.clock_ms);
        }
        if let Some(count) = reads.builtin(Builtin::Round) {
            for node in &reads.visits_at {
                out.long(count.capped(run.node_use.get(node).copied().unwrap_or(0)).to_bits());
            }
        }
        let machine = &run.machine;
        for slot in reads.slots.keys() {
            if matches!(slot, Slot::Field(context, _) if machine.contexts[*context].shared) {
                self.field(reads, run, &run.shared, slot, &mut out);
            }
        }
        let paths = self.counted(run);
        let waiting: Vec<(u32, Vec<PathId>)> = match self.has_joins {
            true => open_joins(run)
                .iter()
                .map(|open| {
                    let timed = open.join.is_some_and(|join| join.timeout.is_some());
                    let waited = if timed { open.waited(run) } else { 0 };
                    (waited, open.parked.iter().map(|path| path.id.clone()).collect())
                })
                .collect(),
            false => Vec::new(),
        };
        let mut parts: Vec<Vec<u8>> = paths.iter().map(|path| self.path(reads, run, path, &waiting)).collect();
        if self.is_symmetric {
            sort_replicas(run, &paths, &mut parts);
        }
        for part in parts {
            out.number(part.len() as u32);
            out.0.extend(part);
        }
        if self.has_joins {
            relations(run, &paths, &mut out);
        }
        out.0.into()
    }

    /// The paths that can still act: the live ones, and forked ones that a join can revive.
    fn counted<'a>(&self, run: &'a Run) -> Vec<&'a Path> {
        let control = &run.machine.control;
        let merging =
            |path: &Path| control.joins().iter().any(|join| join.merge.is_some() && control.reaches(path.node, join));
        let is_awaited = self.has_joins && run.live().any(|path| path.parent.is_some() && merging(path));
        let counts = |path: &&Arc<Path>| path.status.is_live() || (is_awaited && path.status == Status::Forked);
        run.paths.values().filter(counts).map(|path| &**path).collect()
    }

    fn field(&self, reads: &Reads, run: &Run, map: &ContextMap, slot: &Slot, out: &mut Bytes) {
        let value = stored(run, map, slot);
        match (reads.counters.get(slot), value) {
            (Some(most), Some(Value::Num(number))) => out.value(Some(&Value::Num(number.min(*most)))),
            _ => out.value(value),
        }
    }

    fn fields(&self, reads: &Reads, run: &Run, map: &ContextMap, out: &mut Bytes) {
        for slot in reads.slots.keys() {
            if matches!(slot, Slot::Field(context, _) if !run.machine.contexts[*context].shared) {
                self.field(reads, run, map, slot, out);
            }
        }
    }

    fn path(&self, reads: &Reads, run: &Run, path: &Path, waiting: &[(u32, Vec<PathId>)]) -> Vec<u8> {
        let control = &run.machine.control;
        let mut out = Bytes::default();
        out.text(path.status.word());
        out.number(path.node.0);
        out.0.push(path.phase as u8);
        match &path.status {
            Status::AwaitingAgent(_) | Status::AwaitingAnswers => out.number(path.attempt),
            Status::Parked(parked) => self.parked(path, parked, waiting, run, &mut out),
            _ if reads.has(Builtin::Attempt) => out.number(path.attempt),
            _ => {}
        }
        if path.phase != Phase::Enter {
            out.flag(path.fanned_out);
            out.flag(path.spawn_called);
            out.flag(path.children > path.children_before);
            out.number(path.choice.as_ref().map_or(u32::MAX, |choice| choice.target.0));
            out.flag(run.has_declined(path));
            out.flag(run.was_answered(path));
        }
        out.number(path.entering.len() as u32);
        path.entering.iter().for_each(|node| out.number(node.0));
        for request in run.open_requests(&path.id).filter(|request| request.required) {
            out.text(&request.node);
            out.text(request.form.as_ref().map_or(&*request.query, |form| &*form.context));
        }
        out.number(u32::MAX);
        self.timers(run, path, &mut out);
        self.fields(reads, run, &path.context, &mut out);
        self.builtins(reads, run, path, &mut out);
        let merging = |join: &&Join| join.merge.is_some() && control.reaches(path.node, join);
        if self.has_joins && (path.status == Status::Forked || control.joins().iter().any(|join| merging(&join))) {
            self.fields(reads, run, &path.base, &mut out);
            let mut ancestor = path.parent.as_ref().and_then(|parent| run.path(parent));
            while let Some(above) = ancestor {
                self.fields(reads, run, &above.base, &mut out);
                ancestor = above.parent.as_ref().and_then(|parent| run.path(parent));
            }
        }
        if let Some(unwinding) = &path.unwinding {
            out.number(unwinding.undoes.map_or(u32::MAX, |node| node.0));
            unwinding.rest.iter().flat_map(|(node, undone)| [node, undone]).for_each(|node| out.number(node.0));
        } else if self.compensates {
            undoing(&run.machine, path).iter().for_each(|(node, _)| out.number(node.0));
        }
        out.0
    }

    fn parked(&self, path: &Path, parked: &Parked, waiting: &[(u32, Vec<PathId>)], run: &Run, out: &mut Bytes) {
        out.exit(parked.exit);
        let at = waiting.iter().position(|(_, paths)| paths.contains(&path.id));
        out.number(at.unwrap_or(waiting.len()) as u32);
        if let Some((waited, paths)) = at.and_then(|at| waiting.get(at)) {
            out.number(*waited);
            if run.machine.control.join_called(&parked.join.id).is_some_and(is_ordered) {
                out.number(paths.iter().position(|id| *id == path.id).unwrap_or(0) as u32);
            }
        }
        if let Some(event) = &parked.event {
            out.value(Some(&event.value()));
        }
    }

    fn timers(&self, run: &Run, path: &Path, out: &mut Bytes) {
        let timer_part = |timer: &Timer, out: &mut Bytes| {
            out.exit(timer.exit);
            out.flag(timer.is_spent);
            out.long(if timer.is_spent { 0 } else { run.due(timer).saturating_sub(run.clock_ms) });
        };
        path.timers.iter().for_each(|timer| timer_part(timer, out));
    }

    fn builtins(&self, reads: &Reads, run: &Run, path: &Path, out: &mut Bytes) {
        if let Some(count) = reads.builtin(Builtin::PathErrors) {
            out.long(count.capped(path.errors).to_bits());
        }
        if let Some(count) = reads.builtin(Builtin::Visits) {
            let visits = |node: &NodeIdx| path.visits.get(node).map_or(0, |visits| visits.count);
            reads.visits_at.iter().for_each(|node| out.long(count.capped(visits(node)).to_bits()));
        }
        if let Some(count) = reads.builtin(Builtin::Round) {
            out.long(count.capped(path.round()).to_bits());
        }
        if reads.has(Builtin::ActiveState) {
            out.number(path.active_state.map_or(u32::MAX, |node| node.0));
        }
        if reads.has(Builtin::LastError) {
            match &path.last_error {
                None => out.number(0),
                Some(failure) => {
                    out.text(failure.kind.word());
                    let tool = failure.tool.as_deref().unwrap_or_default();
                    let texts = [&*failure.code, &*failure.message, &*failure.node, tool];
                    texts.into_iter().for_each(|text| out.text(text));
                }
            }
        }
        if reads.has(Builtin::LastEvent) {
            out.value(path.last_event.as_deref().map(|event| event.value()).as_ref());
        }
        let replica = path.origin.replica();
        if reads.has(Builtin::Item) {
            out.value(replica.and_then(|replica| replica.item.as_deref()));
        }
        if self.has_places {
            out.number(path.origin.branch());
            out.number(replica.map_or(u32::MAX, |replica| replica.index));
            out.number(replica.map_or(u32::MAX, |replica| replica.total));
        }
        if reads.has(Builtin::Path) {
            out.text(&path.id.to_string());
        }
        let control = &run.machine.control;
        for join in control.joins().iter().filter(|join| join.group.is_some()) {
            out.flag(join_key(run, path, join).is_some());
        }
    }
}

/// Which paths came from the same path, and from the same fork of it: ancestors and forks are numbered as they come.
fn relations(run: &Run, paths: &[&Path], out: &mut Bytes) {
    let mut ancestors: Map<PathId, u32> = Map::default();
    let mut forks: Map<(PathId, u32), u32> = Map::default();
    for path in paths {
        for id in (1..=path.id.length()).filter_map(|length| path.id.ancestor(length)) {
            let origin = run.path(&id).map(|ancestor| &*ancestor.origin);
            if let (Some(parent), Some(Origin::Fork { fork, .. })) = (id.parent(), origin) {
                let next = forks.len() as u32;
                out.number(*forks.entry((parent, *fork)).or_insert(next));
            }
            let next = ancestors.len() as u32;
            out.number(*ancestors.entry(id).or_insert(next));
        }
        out.number(u32::MAX);
    }
}

/// Sorts the parts of paths that one edge of one fork started and that have started none themselves.
fn sort_replicas(run: &Run, paths: &[&Path], parts: &mut [Vec<u8>]) {
    let fork_of = |path: &Path| match &*path.origin {
        Origin::Fork { edge, fork, .. } if path.children == 0 => Some((path.parent.clone()?, *fork, *edge)),
        _ => None,
    };
    let is_dormant = |path: &Path| {
        let parent = path.parent.as_ref().and_then(|parent| run.path(parent));
        parent.is_some_and(|parent| parent.status == Status::Forked)
    };
    let mut start = 0;
    while let Some(path) = paths.get(start) {
        let fork = fork_of(path).filter(|_| is_dormant(path));
        let alike = paths.iter().skip(start).take_while(|other| fork.is_some() && fork_of(other) == fork).count();
        if let Some(group) = parts.get_mut(start..start + alike) {
            group.sort();
        }
        start += alike.max(1);
    }
}

/// The required fields of outputs that start unset and that the machine does not fill in, with the nodes that can write
/// them.
fn outputs(machine: &Machine) -> Vec<(Slot, Set<NodeIdx>)> {
    let mut all = Vec::new();
    for (at, context) in machine.contexts.entries().filter(|(_, context)| context.role == Role::Output) {
        for id in &context.fields {
            let field = &machine.fields[*id];
            if !field.required || field.default.is_some() || field.from.is_some() {
                continue;
            }
            let writes = |node: &NodeIdx| {
                let control = &machine.control;
                let by_agent = control.work(*node).is_agent_work()
                    && control.right(*node, at).is_some_and(|right| right.write.allow(&field.name));
                let by_people = control.forms(*node).iter().any(|form| form.fields.contains(id));
                by_agent || by_people || assigns(machine, *node, at, &field.name)
            };
            let nodes = machine.nodes.ids().filter(|node| machine.nodes[*node].class.is_executable()).filter(writes);
            all.push((Slot::Field(at, field.name.clone()), nodes.collect()));
        }
    }
    all
}

/// True if `@set` writes a field when a path enters a node or leaves it.
fn assigns(machine: &Machine, node: NodeIdx, context: ContextIdx, field: &str) -> bool {
    let own = machine.nodes[node].assignments.iter();
    let leaving = machine.edges.iter().filter(|edge| edge.source == node || edge.target == node);
    let mut places =
        own.chain(leaving.flat_map(|edge| &edge.assignments)).filter_map(|assignment| assignment.place.as_ref().ok());
    places.any(|place| place.context == context && *place.field == *field)
}
