//! Moving a run to an edited machine. Nodes, edges and fields that still exist keep their values, counts and forces.
//! They are matched by name, because the new machine numbers them differently.

use std::sync::Arc;

use im::OrdMap;

use crate::context::store::{self, Stored};
use crate::context::{Added, ContextMap};
use crate::machine::Machine;
use crate::machine::control::{Exit, Work};
use crate::machine::model::{ContextIdx, EdgeIdx, FieldId, NodeIdx};
use crate::run::event::Source;
use crate::run::state::chain::Chain;
use crate::run::state::{
    Choice, Failure, Forced, Move, Origin, Parked, Path, PathId, Phase, Run, RunUsage, Setback, Status, Timer,
    Unwinding,
};
use crate::run::step::draft::{Draft, PathMover};
use crate::run::step::elapse::timers_from;
use crate::run::step::join::join_key;

impl Draft {
    /// Maps everything to its index in the new machine.
    pub fn move_to(&mut self, machine: Arc<Machine>) {
        let old = self.run.clone();
        let mut moves = Moves { edges: edges(&old.machine, &machine), added: Arc::default(), old: &old, new: &machine };
        let mut paths = OrdMap::new();
        for path in old.paths.values() {
            paths.insert(path.id.clone(), Arc::new(moves.path(path)));
        }
        let lowest = old.paths.values().next().map(|path| path.context.clone()).unwrap_or_default();
        let run = &mut self.run;
        run.shared = moves.values(&lowest, true);
        run.paths = paths;
        run.edge_use = old.edge_use.iter().filter_map(|(edge, used)| Some((moves.edge(*edge)?, *used))).collect();
        run.node_use = old.node_use.iter().filter_map(|(node, count)| Some((moves.node(*node)?, *count))).collect();
        let usages = old.usage.by_node.iter();
        let by_node = usages.filter_map(|(node, usage)| Some((moves.node(*node)?, *usage))).collect();
        run.usage = Arc::new(RunUsage { total: old.usage.total, by_node });
        run.setbacks = old.setbacks.iter().filter_map(|(node, setback)| moves.setback(*node, setback)).collect();
        let mut forces: Vec<Forced> = Vec::new();
        for force in old.forces.iter() {
            if let Some(edge) = moves.edge(force.edge).filter(|edge| machine.control.class(*edge).is_some()) {
                forces.push(Forced { edge, ..force.clone() });
            }
        }
        forces.sort_by(|a, b| (a.edge, &a.path).cmp(&(b.edge, &b.path)));
        run.forces = Arc::new(forces);
        run.added = moves.added.clone();
        run.rev += 1;
        run.machine = machine;
    }

    /// Sets the defaults of fields that the old machine did not have, on every path and in the shared store.
    pub fn fill_new_fields(&mut self, old: &Machine) {
        let machine = self.machine();
        let ids: Vec<PathId> = self.run.paths.keys().cloned().collect();
        for (at, id) in ids.iter().enumerate() {
            let Some(path) = self.run.paths.get(id) else { continue };
            let mut path = (**path).clone();
            for (context, declared) in machine.contexts.entries() {
                // One path is enough to reach the shared store.
                if declared.shared && at > 0 {
                    continue;
                }
                let mut written = Vec::new();
                for field in &declared.fields {
                    let new = &machine.fields[*field];
                    let Some(value) =
                        new.default.clone().filter(|_| !has_field(old, machine.context_id(context), &new.name))
                    else {
                        continue;
                    };
                    if !self.run.map_of(&path, context).contains_key(field) {
                        if !declared.shared {
                            path.base.insert(*field, Stored { value: Arc::new(value.clone()), version: 0 });
                        }
                        written.push((new.name.clone(), value));
                    }
                }
                if !written.is_empty() {
                    self.write(&mut path, context, &written, Source::Edit);
                }
            }
            self.put(path);
        }
    }

    /// Replaces the open agent requests with new ones of the same turn.
    pub fn ask_again(&mut self) {
        let machine = self.machine();
        let waiting: Vec<Arc<Path>> =
            self.run.paths.values().filter(|path| matches!(path.status, Status::AwaitingAgent(_))).cloned().collect();
        for path in waiting {
            let mut mover = PathMover { draft: self, path: (*path).clone() };
            if machine.control.work(path.node) == Work::None {
                mover.path.status = Status::Active;
                mover.path.phase = Phase::Work;
            } else {
                mover.ask(path.delay_ms);
            }
            let path = mover.path;
            self.put(path);
        }
    }
}

fn has_field(machine: &Machine, context: &str, field: &str) -> bool {
    let context = machine.find(context).and_then(|node| machine.context_of(node));
    context.is_some_and(|context| machine.field(context, field).is_some())
}

/// Maps the indices of one machine to those of another.
struct Moves<'a> {
    old: &'a Run,
    new: &'a Arc<Machine>,
    /// By old edge.
    edges: Vec<Option<EdgeIdx>>,
    /// Fields that are still undeclared.
    added: Arc<Added>,
}

impl Moves<'_> {
    fn node(&self, node: NodeIdx) -> Option<NodeIdx> {
        self.new.find(&self.old.machine.nodes[node].id)
    }

    fn setback(&self, node: NodeIdx, setback: &Setback) -> Option<(NodeIdx, Setback)> {
        let undid = setback.undid.iter().filter_map(|undone| self.node(*undone)).collect();
        Some((self.node(node)?, Setback { undid: Arc::new(undid), ..setback.clone() }))
    }

    fn edge(&self, edge: EdgeIdx) -> Option<EdgeIdx> {
        self.edges.get(edge.0 as usize).copied().flatten()
    }

    /// The context and id a field has now, if it is still there.
    fn field(&mut self, field: FieldId) -> Option<(ContextIdx, FieldId)> {
        let machine = &self.old.machine;
        let declared = machine.fields.item(field).map(|field| (field.context, field.name.clone()));
        let (context, name) = declared.or_else(|| self.old.added.name(machine, field).cloned())?;
        let context = self.new.context_of(self.new.find(machine.context_id(context))?)?;
        if self.new.field(context, &name).is_none() && !self.new.contexts[context].open {
            return None;
        }
        Some((context, store::find_or_add(self.new, &mut self.added, context, &name)))
    }

    /// The values of a path, or of the shared store: a context may have become shared, or a path's own.
    fn values(&mut self, map: &ContextMap, shared: bool) -> ContextMap {
        let mut moved = ContextMap::new();
        let old = self.old;
        for (field, stored) in map.iter().chain(old.shared.iter()) {
            if let Some((context, id)) = self.field(*field)
                && self.new.contexts[context].shared == shared
            {
                moved.insert(id, stored.clone());
            }
        }
        moved
    }

    fn path(&mut self, path: &Path) -> Path {
        let mut moved = path.clone();
        let id = self.old.node_of(path);
        let node = self.new.find(id).filter(|node| self.new.nodes[*node].class.is_executable());
        moved.node = node.unwrap_or_default();
        moved.gone = node.is_none().then(|| id.clone());
        moved.entering = path.entering.iter().filter_map(|module| self.node(*module)).collect();
        moved.history = self.history(&path.history);
        moved.last_error = path.last_error.as_ref().map(|failure| self.failure(failure));
        moved.failed_before = path.failed_before.as_ref().map(|failure| self.failure(failure));
        if let Origin::Fork { edge: Some(edge), .. } = &*path.origin {
            let now = self.edge(*edge);
            if let Origin::Fork { edge, .. } = Arc::make_mut(&mut moved.origin) {
                *edge = now;
            }
        }
        moved.context = self.values(&path.context, false);
        moved.base = self.values(&path.base, false);
        moved.visits = path.visits.iter().filter_map(|(node, visits)| Some((self.node(*node)?, *visits))).collect();
        moved.active_state = path.active_state.and_then(|state| self.node(state));
        moved.choice = path.choice.as_ref().and_then(|choice| {
            let target = self.node(choice.target)?;
            Some(Arc::new(Choice { target, reason: choice.reason.clone() }))
        });
        moved.timers = Arc::new(self.timers(&moved, path));
        moved.unwinding = path.unwinding.as_ref().map(|unwinding| {
            let rest =
                unwinding.rest.iter().filter_map(|(node, undone)| Some((self.node(*node)?, self.node(*undone)?)));
            let undoes = unwinding.undoes.and_then(|undone| self.node(undone));
            Arc::new(Unwinding { failure: self.failure(&unwinding.failure), rest: rest.collect(), undoes })
        });
        if let Status::Failed(failure) = &path.status {
            moved.status = Status::Failed(self.failure(failure));
        }
        if let Status::Parked(parked) = &path.status {
            // Without its join, the path can leave again.
            moved.status =
                self.parked(&moved, parked).map_or(Status::Active, |parked| Status::Parked(Arc::new(parked)));
        }
        moved
    }

    /// The timers at the path's place in the new machine: those that are still there run on, new ones start now.
    fn timers(&self, moved: &Path, path: &Path) -> Vec<Timer> {
        let Some(place) = moved.place().filter(|_| !path.status.is_terminal()) else { return Vec::new() };
        let ran = |timer: &Timer| {
            path.timers.iter().find(|old| {
                self.node(old.node) == Some(timer.node)
                    && self.edge(old.exit.edge) == Some(timer.exit.edge)
                    && old.exit.reverse == timer.exit.reverse
            })
        };
        let there = self.new.control.outwards(place).flat_map(|node| timers_from(self.new, node, self.old.clock_ms));
        there
            .map(|timer| match ran(&timer) {
                Some(old) => Timer { start: old.start, is_spent: old.is_spent, ..timer },
                None => timer,
            })
            .collect()
    }

    /// The moves, by the edges as they are called now.
    fn history(&self, moves: &Chain<Arc<Move>>) -> Chain<Arc<Move>> {
        let mut moves: Vec<&Arc<Move>> = moves.iter().collect();
        moves.reverse();
        let mut moved = Chain::default();
        for step in moves {
            let edge = step.edge.and_then(|edge| self.edge(edge));
            moved = moved.with(Arc::new(Move { edge, ..(**step).clone() }));
        }
        moved
    }

    fn failure(&self, failure: &Arc<Failure>) -> Arc<Failure> {
        match failure.edge {
            None => failure.clone(),
            Some(edge) => Arc::new(Failure { edge: self.edge(edge), ..(**failure).clone() }),
        }
    }

    fn parked(&self, path: &Path, parked: &Parked) -> Option<Parked> {
        let edge = self.edge(parked.exit.edge)?;
        let control = &self.new.control;
        let interrupts =
            control.outwards(path.node).flat_map(|node| control.events(node).iter().chain(control.timers(node)));
        let mut exits = control.effective(path.node).iter().chain(control.catches(path.node)).chain(interrupts);
        let exit: Exit = *exits.find(|exit| exit.edge == edge && exit.reverse == parked.exit.reverse)?;
        let join = join_key(self.old, path, self.new.control.join(edge)?)?;
        (join == parked.join).then(|| Parked { exit, ..parked.clone() })
    }
}

/// Where the edges of `old` are in `new`: the same source, target, arrow, text and event, both with a time to wait or
/// both without, and the same place among equals.
fn edges(old: &Machine, new: &Machine) -> Vec<Option<EdgeIdx>> {
    let (olds, news) = (keyed(old), keyed(new));
    let mut found = vec![None; old.edges.len()];
    let mut rest = news.iter().peekable();
    for (key, at) in &olds {
        while rest.next_if(|(other, _)| other < key).is_some() {}
        if let Some((_, edge)) = rest.next_if(|(other, _)| other == key)
            && let Some(slot) = found.get_mut(at.0 as usize)
        {
            *slot = Some(*edge);
        }
    }
    found
}

/// The edges with the key that identifies each, sorted by key.
fn keyed(machine: &Machine) -> Vec<(String, EdgeIdx)> {
    let mut keys = Vec::with_capacity(machine.edges.len());
    for (at, edge) in machine.edges.entries() {
        let (source, target) = (&machine.nodes[edge.source].id, &machine.nodes[edge.target].id);
        let arrow = edge.arrow.map_or(0, |arrow| arrow as u32 + 1);
        let on = edge.on.as_ref().map_or("", |on| &*on.name);
        let waits = edge.after.is_some();
        keys.push((format!("{source}\n{target}\n{arrow}\n{on}\n{waits}\n{}", edge.text()), at));
    }
    keys.sort();
    keys
}
