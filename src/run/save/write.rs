//! The state of a run as JSON. Nodes are written by their full paths, fields by context and name, so that the
//! text does not hang on how the core numbers them. What can be computed again is left out.

use std::sync::Arc;

use crate::context::ContextMap;
use crate::context::store::{self, Stored};
use crate::json::{Object, ToJson, Writer};
use crate::machine::Machine;
use crate::machine::model::{FieldId, NodeIdx};
use crate::run::state::{
    Changed, JoinKey, Move, Origin, Path, Phase, RecordedTurn, Run, Setback, Status, Timer, TotalUsage,
};

/// Writes a run; its machine too when it is not `machine`.
pub fn state(run: &Run, machine: &Arc<Machine>, out: &mut Writer) {
    let writer = SaveWriter { run };
    out.object(|object| {
        if !Arc::ptr_eq(&run.machine, machine) && run.machine.source() != machine.source() {
            object.field("source", run.machine.source());
        }
        object.field("rev", &run.rev);
        object.field("step", &run.step);
        object.field("tick", &run.tick);
        object.field("action", &run.action);
        object.field("seq", &run.seq);
        object.field("elapsed_ms", &run.elapsed_ms);
        object.field("clock_ms", &run.clock_ms);
        object.field("limits", &run.limits);
        object.with("added", |out| {
            out.each(run.added.all(), |out, (context, name)| {
                [run.machine.context_id(*context), name].as_slice().write(out);
            });
        });
        object.with("paths", |out| out.each(run.paths.values(), |out, path| writer.path(path, out)));
        object.with("shared", |out| writer.values(&run.shared, out));
        object.with("joins", |out| {
            out.each(run.joins.iter(), |out, (key, join)| {
                out.object(|object| {
                    write_key(key, object);
                    object.field("generation", &join.generation);
                });
            });
        });
        object.with("requests", |out| out.list(run.requests.values()));
        object.with("edge_use", |out| {
            out.each(run.edge_use.iter(), |out, (edge, used)| {
                out.object(|object| {
                    object.field("edge", edge);
                    object.field("taken", &used.taken);
                    object.field("last_step", &used.last_step);
                    if used.forced {
                        object.field("forced", &true);
                    }
                });
            });
        });
        object.object("node_use", |object| {
            for (node, count) in run.node_use.iter() {
                object.entry(writer.node(*node), count);
            }
        });
        if !run.setbacks.is_empty() {
            object.object("setbacks", |object| {
                for (node, setback) in run.setbacks.iter() {
                    object.entry_with(writer.node(*node), |object| writer.setback(setback, object));
                }
            });
        }
        object.field("counters", &run.counters);
        if run.usage.total != TotalUsage::default() {
            object.field("usage", &run.usage.total);
            object.object("usage_by_node", |object| {
                for (node, usage) in run.usage.by_node.iter() {
                    object.entry(writer.node(*node), usage);
                }
            });
        }
        object.field("forces", &*run.forces);
        object.field("tools", &*run.tools);
        object.field("edits", &*run.edits);
        object.field("edit_seq", &run.edit_seq);
        if !run.violated.is_empty() {
            object.field("violated", &*run.violated);
        }
        object.object("last", |object| writer.last(object));
    });
}

struct SaveWriter<'a> {
    run: &'a Run,
}

impl SaveWriter<'_> {
    fn node(&self, node: NodeIdx) -> &Arc<str> {
        &self.run.machine.nodes[node].id
    }

    fn setback(&self, setback: &Setback, object: &mut Object) {
        object.field("caught", &setback.caught);
        object.with("undid", |out| out.each(&*setback.undid, |out, undone| out.string(self.node(*undone))));
        object.field("stuck", &*setback.stuck);
    }

    /// `{ context: { field: { value, version } } }`
    fn values(&self, map: &ContextMap, out: &mut Writer) {
        let run = self.run;
        out.object(|object| {
            for context in run.machine.contexts.ids() {
                let fields = store::fields(&run.machine, &run.added, context);
                if !fields.iter().any(|(field, _)| map.contains_key(field)) {
                    continue;
                }
                object.entry_with(run.machine.context_id(context), |object| {
                    for (field, name) in fields {
                        if let Some(stored) = map.get(&field) {
                            object.entry_with(&name, |object| {
                                object.field("value", &*stored.value);
                                object.field("version", &stored.version);
                            });
                        }
                    }
                });
            }
        });
    }

    fn path(&self, path: &Path, out: &mut Writer) {
        out.object(|object| {
            object.field("id", &path.id);
            object.object("origin", |object| match &*path.origin {
                Origin::Start { index } => object.field("index", index),
                Origin::Fork { edge, fork, branch, group, replica } => {
                    object.maybe("edge", edge);
                    object.field("fork", fork);
                    object.field("branch", branch);
                    object.maybe("group", group);
                    object.maybe("replica", replica);
                }
            });
            object.field("node", self.run.node_of(path));
            let phase = match path.phase {
                Phase::Enter => "enter",
                Phase::Work => "work",
                Phase::Leave => "leave",
            };
            object.field("phase", &phase);
            self.status(&path.status, object);
            object.with("context", |out| self.values(&path.context, out));
            if !same(&path.base, &path.context) {
                object.with("base", |out| self.values(&path.base, out));
            }
            object.object("visits", |object| {
                for (node, visits) in path.visits.iter() {
                    object.entry_with(self.node(*node), |object| {
                        object.field("count", &visits.count);
                        object.field("last_entry", &visits.last_entry);
                        object.field("round", &visits.round);
                    });
                }
            });
            for (name, count) in [
                ("order", path.order),
                ("entries", path.entries),
                ("errors", path.errors),
                ("attempt", path.attempt),
                ("turn", path.turn),
                ("delay_ms", path.delay_ms),
                ("agent_seq", path.agent_seq),
                ("request_seq", path.request_seq),
                ("children", path.children),
                ("children_before", path.children_before),
                ("quiet_from", path.quiet_from),
                ("requests_before", path.requests_before),
            ] {
                object.field(name, &count);
            }
            for (name, holds) in [
                ("spawn_called", path.spawn_called),
                ("fanned_out", path.fanned_out),
                ("loop_noticed", path.loop_noticed),
            ] {
                if holds {
                    object.field(name, &true);
                }
            }
            if let Some(state) = path.active_state {
                object.field("active_state", self.node(state));
            }
            object.maybe("last_error", &path.last_error);
            object.maybe("failed_before", &path.failed_before);
            let mut turns: Vec<&Arc<RecordedTurn>> = path.turns.iter().collect();
            turns.reverse();
            object.with("told", |out| out.each(turns, |out, recorded| write_recorded_turn(recorded, out)));
            if !path.entering.is_empty() {
                let modules = path.entering.iter().map(|module| self.node(*module));
                object.with("entering", |out| out.list(modules));
            }
            if let Some(choice) = &path.choice {
                object.object("choice", |object| {
                    object.field("target", self.node(choice.target));
                    object.maybe("reason", &choice.reason);
                });
            }
            let mut history: Vec<&Arc<Move>> = path.history.iter().collect();
            history.reverse();
            object.with("history", |out| out.each(history, |out, step| write_move(step, out)));
            if !path.timers.is_empty() {
                object.with("timers", |out| out.each(path.timers.iter(), |out, timer| self.timer(timer, out)));
            }
            object.maybe("last_event", &path.last_event);
            if !path.from_errors.is_empty() {
                object.field("from_errors", &*path.from_errors);
            }
            if let Some(unwinding) = &path.unwinding {
                object.object("unwinding", |object| {
                    object.field("failure", &unwinding.failure);
                    if let Some(undone) = unwinding.undoes {
                        object.field("undoes", self.node(undone));
                    }
                    object.with("rest", |out| {
                        out.each(&unwinding.rest, |out, (node, undoes)| {
                            out.object(|object| {
                                object.field("node", self.node(*node));
                                object.field("undoes", self.node(*undoes));
                            });
                        });
                    });
                });
            }
        });
    }

    fn timer(&self, timer: &Timer, out: &mut Writer) {
        out.object(|object| {
            object.field("node", self.node(timer.node));
            object.field("edge", &timer.exit.edge);
            if timer.exit.reverse {
                object.field("reverse", &true);
            }
            object.field("start", &timer.start);
            if timer.is_spent {
                object.field("spent", &true);
            }
        });
    }

    fn status(&self, status: &Status, object: &mut Object) {
        object.field("status", &status.word());
        match status {
            Status::AwaitingAgent(number) => object.field("request", number),
            Status::Blocked(reason) => object.field("reason", reason),
            Status::Failed(failure) => object.field("failure", failure),
            Status::Cancelled(reason) => object.field("reason", &reason.word()),
            Status::Merged(into) => object.field("into", into),
            Status::Parked(parked) => object.object("parked", |object| {
                object.object("join", |object| write_key(&parked.join, object));
                object.field("edge", &parked.exit.edge);
                if parked.exit.reverse {
                    object.field("reverse", &true);
                }
                object.field("to", self.node(parked.exit.to));
                object.field("seq", &parked.seq);
                object.field("tick", &parked.tick);
                object.maybe("event", &parked.event);
            }),
            Status::Active | Status::AwaitingAnswers | Status::AwaitingEvent | Status::Forked | Status::Completed => {}
        }
    }

    fn last(&self, object: &mut Object) {
        let run = self.run;
        object.with("changed", |out| {
            out.each(&run.last.changed, |out, Changed { path, field, before }| {
                let declared = run.machine.fields.item(*field).map(|field| (field.context, field.name.clone()));
                let place = declared.or_else(|| run.added.name(&run.machine, *field).cloned());
                out.object(|object| {
                    object.maybe("path", path);
                    if let Some((context, name)) = &place {
                        object.field("context", run.machine.context_id(*context));
                        object.field("field", name);
                    }
                    object.maybe("before", before);
                });
            });
        });
        object.with("edges", |out| out.list(&run.last.edges));
    }
}

/// True if both hold the same values. A path that has written nothing needs no second copy.
fn same(a: &ContextMap, b: &ContextMap) -> bool {
    let equal = |(field, stored): (&FieldId, &Stored)| {
        b.get(field).is_some_and(|other| other.version == stored.version && other.value == stored.value)
    };
    a.ptr_eq(b) || (a.len() == b.len() && a.iter().all(equal))
}

fn write_key(key: &JoinKey, object: &mut Object) {
    object.field("id", &key.id);
    if let Some(fork) = &key.fork {
        object.field("path", &fork.path);
        object.field("fork", &fork.fork);
        object.field("group", &fork.group);
    }
}

fn write_recorded_turn(recorded: &RecordedTurn, out: &mut Writer) {
    let turn = &recorded.turn;
    out.object(|object| {
        object.field("node", &recorded.node);
        object.field("entry", &recorded.entry);
        if recorded.code {
            object.field("code", &true);
        }
        object.field("requests", &recorded.requests);
        object.field("children", &recorded.children);
        object.field("number", &turn.number);
        object.field("attempt", &turn.attempt);
        object.maybe("text", &turn.text);
        object.field("results", &turn.results);
    });
}

fn write_move(step: &Move, out: &mut Writer) {
    out.object(|object| {
        object.field("from", &step.from);
        object.field("to", &step.to);
        object.maybe("edge", &step.edge);
        object.field("cause", &step.cause);
    });
}
