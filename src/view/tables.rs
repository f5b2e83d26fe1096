//! The run as tables: one plain object for panels, tests and embedders.

use std::sync::Arc;

use crate::context::store;
use crate::json::{Object, ToJson, Writer};
use crate::machine::control::EdgeClass;
use crate::machine::join::Mode;
use crate::machine::model::{Condition, ContextIdx, EdgeIdx, FieldId, NodeIdx};
use crate::quick::Map;
use crate::run::agent::requests::shown;
use crate::run::edit::edit_id;
use crate::run::state::artifacts::artifacts;
use crate::run::state::outcome::TestResult;
use crate::run::state::{Origin, Path, PathId, Run, Status};
use crate::run::step::awaited::{awaited_events, running_timers, waited_for};
use crate::run::step::empty_map::empty_map;
use crate::run::step::join::{OpenJoin, open_joins};
use crate::run::{agent_requests, test_condition};
use crate::schema::{Amount, Scope};
use crate::value::Value;
use crate::view::diagram_id;

/// Everything a page shows of a run.
pub struct View<'a> {
    run: &'a Run,
    branch: &'a str,
}

/// The view of a run. The branch belongs to the timeline; a run does not know it.
pub fn view<'a>(run: &'a Run, branch: &'a str) -> View<'a> {
    View { run, branch }
}

impl ToJson for View<'_> {
    fn write(&self, out: &mut Writer) {
        let run = self.run;
        out.object(|object| {
            object.field("step", &run.step);
            object.field("tick", &run.tick);
            object.field("action", &run.action);
            object.field("seq", &run.seq);
            object.field("branch", &self.branch);
            object.field("machine_hash", run.machine.hash());
            object.field("machine_rev", &run.rev);
            object.field("elapsed_ms", &run.elapsed_ms);
            object.field("clock", &run.clock_ms);
            object.field("outcome", &run.outcome);
            object.field("limits", &run.limits);
            object.field("counters", &run.counters);
            object.field("usage", &run.usage.total);
            let joins = open_joins(run);
            object.with("paths", |out| out.each(run.paths.values(), |out, path| write_path(run, path, &joins, out)));
            object.object("nodes", |object| write_nodes(run, object));
            object.object("contexts", |object| {
                for context in run.machine.contexts.ids() {
                    object.entry_with(run.machine.context_id(context), |object| write_context(run, context, object));
                }
            });
            object.with("edges", |out| {
                let deciding = deciding(run);
                let due = due(run);
                out.each(run.machine.edges.ids(), |out, edge| write_edge(run, edge, &deciding, &due, out));
            });
            object.with("joins", |out| write_joins(run, joins, out));
            object.object("pending", |object| write_pending(run, object));
            let timers = running_timers(run, None);
            object.field("timers", &timers);
            object.field("forces", &*run.forces);
            if !run.violated.is_empty() {
                object.field("violated", &*run.violated);
            }
            object.field("artifacts", &artifacts(run));
        });
    }
}

fn write_path(run: &Run, path: &Path, joins: &[OpenJoin], out: &mut Writer) {
    let machine = &run.machine;
    let modules: Vec<&Arc<str>> =
        std::iter::successors(path.place().and_then(|node| machine.nodes[node].parent), |up| machine.nodes[*up].parent)
            .filter(|up| machine.control.is_module(*up))
            .map(|up| &machine.nodes[up].id)
            .collect();
    let requests: Vec<String> = run.open_requests(&path.id).map(|request| request.id.to_string()).collect();
    out.object(|object| {
        object.field("id", &path.id);
        object.field("parent", &path.parent);
        object.object("origin", |object| match &*path.origin {
            Origin::Start { index } => {
                object.field("kind", &"start");
                object.field("index", index);
            }
            Origin::Fork { edge, fork, branch, group, .. } => {
                object.field("kind", &"fork");
                object.maybe("edge", edge);
                object.field("fork", fork);
                object.field("branch", branch);
                object.maybe("group", group);
            }
        });
        object.field("node", run.node_of(path));
        object.field("modules", &modules);
        object.field("status", &path.status.word());
        object.field("reason", &reason(run, path, joins));
        if let Some(parked) = path.parked() {
            object.field("join", &parked.join);
            object.field("edge", &parked.exit.edge);
        }
        object.maybe("request", &path.asked());
        object.field("requests", &requests);
        if let Status::Failed(failure) = &path.status {
            object.field("failure", failure);
        }
        if let Status::Merged(into) = &path.status {
            object.field("merged_into", into);
        }
        object.object("visits", |object| {
            for (node, visits) in path.visits.iter() {
                object.entry(&machine.nodes[*node].id, &visits.count);
            }
        });
        object.field("entries", &path.entries);
        object.field("errors", &path.errors);
        object.field("attempt", &path.attempt);
        object.field("turn", &path.turn);
        object.field("active_state", &path.active_state.map_or("", |state| &*machine.nodes[state].name));
        object.maybe("map", &path.origin.replica());
        object.object("context", |object| {
            for context in machine.contexts.ids() {
                object.entry_with(machine.context_id(context), |object| {
                    let map = run.map_of(path, context);
                    for (field, name) in store::fields(machine, &run.added, context) {
                        if let Some(stored) = map.get(&field) {
                            object.entry(&name, &*stored.value);
                        }
                    }
                });
            }
        });
        object.field("choices", &choices(run, path));
    });
}

/// Why a path stands still, in words.
pub fn reason(run: &Run, path: &Path, joins: &[OpenJoin]) -> Option<String> {
    match &path.status {
        Status::AwaitingAgent(_) => path.asked().map(|request| format!("waiting for {request}")),
        Status::AwaitingAnswers => {
            let open: Vec<String> = run
                .open_requests(&path.id)
                .filter(|request| request.required)
                .map(|request| request.id.to_string())
                .collect();
            Some(format!("waiting for {}", open.join(", ")))
        }
        Status::AwaitingEvent => Some(format!("waiting for {}", waited_for(run, path))),
        Status::Blocked(reason) => Some(format!("blocked: {}", reason.text())),
        Status::Failed(failure) => Some(failure.message.to_string()),
        Status::Cancelled(reason) => Some(reason.word().to_owned()),
        Status::Parked(parked) => {
            let at = joins.binary_search_by(|open| open.key.cmp(&parked.join)).ok()?;
            joins.get(at).map(OpenJoin::text)
        }
        Status::Merged(into) => Some(format!("merged into path {into}")),
        Status::Completed if path.children == path.children_before => empty_map(run, path).map(|map| {
            let list = run.machine.control.fan_out(map.edge).map_or("", |fan_out| fan_out.source());
            format!("nothing was started: `{list}` is empty")
        }),
        Status::Active | Status::Forked | Status::Completed => None,
    }
}

/// The edges that `choose` takes for a path.
fn choices(run: &Run, path: &Path) -> Vec<EdgeIdx> {
    if !matches!(path.status, Status::Blocked(_) | Status::AwaitingEvent) {
        return Vec::new();
    }
    let control = &run.machine.control;
    let exits = control.effective(path.node).iter().map(|exit| exit.edge);
    exits.filter(|edge| !matches!(control.class(*edge), Some(EdgeClass::Fanout | EdgeClass::Catch) | None)).collect()
}

fn write_nodes(run: &Run, object: &mut Object) {
    let machine = &run.machine;
    // Sorted by place once, or every node would go through all paths.
    let mut places: Vec<Vec<&Path>> = vec![Vec::new(); machine.nodes.len()];
    let mut failed: Vec<Vec<PathId>> = vec![Vec::new(); machine.nodes.len()];
    for path in run.paths.values() {
        if let Some(place) = path.place().and_then(|node| places.get_mut(node.0 as usize)) {
            place.push(path);
        }
        for node in run.failed_at(path) {
            if let Some(ids) = failed.get_mut(node.0 as usize) {
                ids.push(path.id.clone());
            }
        }
    }
    let ids = |node: NodeIdx, fits: &dyn Fn(&Path) -> bool| -> Vec<PathId> {
        let here = places.get(node.0 as usize).into_iter().flatten().filter(|path| fits(path));
        here.map(|path| path.id.clone()).collect()
    };
    for (at, node) in machine.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
        object.entry_with(&node.id, |object| {
            object.field("diagram_id", &diagram_id(machine, at));
            object.field("visits", &run.node_use.get(&at).copied().unwrap_or(0));
            object.maybe("usage", &run.usage.by_node.get(&at).copied());
            object.field("current", &ids(at, &|path| path.status.is_live()));
            object.field("agent", &ids(at, &|path| matches!(path.status, Status::AwaitingAgent(_))));
            object.field("answers", &ids(at, &|path| path.status == Status::AwaitingAnswers));
            object.field("event", &ids(at, &|path| path.status == Status::AwaitingEvent));
            object.field("parked", &ids(at, &|path| path.parked().is_some()));
            object.field("blocked", &ids(at, &|path| matches!(path.status, Status::Blocked(_))));
            object.field("completed", &ids(at, &|path| path.status == Status::Completed));
            object.field("failed", &failed.get(at.0 as usize).map_or(&[][..], Vec::as_slice));
            let setback = run.setbacks.get(&at);
            object.field("caught", &setback.map_or(0, |setback| setback.caught));
            let undid = setback.map_or(&[][..], |setback| &setback.undid);
            object.with("undid", |out| out.each(undid, |out, undone| out.string(&machine.nodes[*undone].id)));
        });
    }
}

fn write_context(run: &Run, at: ContextIdx, object: &mut Object) {
    let machine = &run.machine;
    let context = &machine.contexts[at];
    let shown = run.display_set();
    let version = if context.shared {
        store::version(machine, &run.added, &run.shared, at)
    } else {
        let versions = shown.iter().map(|path| store::version(machine, &run.added, &path.context, at));
        versions.max().unwrap_or(0)
    };
    object.field("diagram_id", &diagram_id(machine, context.node));
    object.field("role", &context.role.word());
    object.field("shared", &context.shared);
    object.field("open", &context.open);
    object.field("version", &version);
    object.object("fields", |object| {
        for (field, name) in store::fields(machine, &run.added, at) {
            let declared = machine.fields.item(field);
            let owners: Vec<Option<&Arc<Path>>> =
                if context.shared { vec![None] } else { shown.iter().map(|path| Some(*path)).collect() };
            let value_of = |owner: &Option<&Arc<Path>>| {
                let map = owner.map_or(&run.shared, |path| &path.context);
                map.get(&field).map(|stored| stored.value.clone())
            };
            let first = owners.first().map(&value_of);
            let agree = owners.iter().all(|owner| Some(value_of(owner)) == first);
            let change = owners.iter().find_map(|owner| run.last.before(owner.map(|path| &path.id), field));
            object.entry_with(&name, |object| {
                object.field("declared", &declared.is_some());
                object.field("type", &declared.and_then(|declared| declared.kind.clone()));
                object.with("values", |out| {
                    out.each(&owners, |out, owner| {
                        let value = value_of(owner);
                        out.object(|object| {
                            object.field("path", &owner.map(|path| path.id.clone()));
                            object.field("set", &value.is_some());
                            object.maybe("value", &value);
                            if value.is_some_and(|value| is_invalid(run, field, &value)) {
                                object.field("invalid", &true);
                            }
                        });
                    });
                });
                object.field("agree", &agree);
                object.field("changed", &change.is_some());
                object.maybe("before", &change.cloned().flatten());
            });
        }
    });
}

/// True if an edit of the machine left a value that its field does not take. Without edits there are none.
pub fn is_invalid(run: &Run, field: FieldId, value: &Value) -> bool {
    let declared = run.machine.fields.item(field).filter(|_| run.rev > 0);
    declared.is_some_and(|declared| !declared.schema.validate(value, Scope::Whole, Amount::First).is_empty())
}

/// For each conditional edge, by its index, the live paths that could take it.
fn deciding(run: &Run) -> Vec<Vec<&Path>> {
    let machine = &run.machine;
    let mut paths: Vec<Vec<&Path>> = vec![Vec::new(); machine.edges.len()];
    for path in run.live() {
        let control = &machine.control;
        let interrupts =
            control.outwards(path.node).flat_map(|node| control.events(node).iter().chain(control.timers(node)));
        for exit in control.effective(path.node).iter().chain(interrupts) {
            let Some(known) = paths.get_mut(exit.edge.0 as usize) else { continue };
            let listed = known.last().is_some_and(|last| last.id == path.id);
            if machine.edges[exit.edge].condition.is_some() && !listed {
                known.push(path);
            }
        }
    }
    paths
}

/// When the first timer of each edge is due.
fn due(run: &Run) -> Map<EdgeIdx, u64> {
    let mut due = Map::default();
    for timer in running_timers(run, None) {
        let first = due.entry(timer.edge).or_insert(timer.due);
        *first = timer.due.min(*first);
    }
    due
}

fn write_edge(run: &Run, at: EdgeIdx, deciding: &[Vec<&Path>], due: &Map<EdgeIdx, u64>, out: &mut Writer) {
    let machine = &run.machine;
    let edge = &machine.edges[at];
    let class = machine.control.class(at).map_or(edge.kind.word(), EdgeClass::word);
    let used = run.edge_use.get(&at);
    out.object(|object| {
        object.field("id", &at);
        object.field("source", &machine.nodes[edge.source].id);
        object.field("target", &machine.nodes[edge.target].id);
        object.field("class", &class);
        object.maybe("condition", &edge.condition.as_ref().map(|condition| condition.text.clone()));
        object.maybe("unless", &edge.condition.as_ref().and_then(Condition::unless));
        object.maybe("join", &machine.control.join(at).map(|join| join.id.clone()));
        object.maybe("on", &edge.on.as_ref().map(|on| on.name.clone()));
        object.maybe("after", &edge.after.as_ref().map(|after| after.text.clone()));
        object.maybe("due", &due.get(&at));
        object.field("taken", &used.map_or(0, |used| used.taken));
        object.field("last_step", &used.map(|used| used.last_step));
        object.object("eligible", |object| {
            for path in deciding.get(at.0 as usize).into_iter().flatten() {
                if let Some(result) = test_condition(run, path, at) {
                    object.entry(&path.id.to_string(), &TestResult::of(&result));
                }
            }
        });
    });
}

/// The join instances at which paths wait or have waited, in key order.
fn write_joins<'a>(run: &'a Run, mut all: Vec<OpenJoin<'a>>, out: &mut Writer) {
    for key in run.joins.keys() {
        if let Err(at) = all.binary_search_by(|open| open.key.cmp(key)) {
            let join = run.machine.control.join_called(&key.id);
            all.insert(at, OpenJoin { key: key.clone(), join, parked: Vec::new(), missing: Vec::new() });
        }
    }
    out.each(&all, |out, open| {
        let ids = |paths: &[&Arc<Path>]| -> Vec<PathId> { paths.iter().map(|path| path.id.clone()).collect() };
        out.object(|object| {
            object.field("key", &open.key);
            object.field("id", &open.key.id);
            object.field("generation", &run.joins.get(&open.key).map_or(0, |state| state.generation));
            object.field("mode", &open.join.map_or(Mode::All, |join| join.mode).text());
            object.field("have", &open.parked.len());
            object.field("need", &open.need());
            object.field("parked", &ids(&open.parked));
            object.field("missing", &ids(&open.missing));
            object.field("waited", &open.waited(run));
            object.maybe("timeout", &open.join.and_then(|join| join.timeout));
        });
    });
}

fn write_pending(run: &Run, object: &mut Object) {
    object.with("agents", |out| {
        out.each(agent_requests(run), |out, request| {
            out.object(|object| {
                object.field("id", request.id());
                object.field("path", &request.id().path);
                object.field("node", &run.machine.nodes[request.node()].id);
                object.field("kind", &request.kind().word());
                object.field("title", &request.title());
            });
        });
    });
    object.with("requests", |out| {
        let open = run.requests.values().filter(|request| request.is_open());
        out.each(open, |out, request| shown(run, request).write(out));
    });
    object.field("events", &awaited_events(run, None));
    object.field("timers", &running_timers(run, None));
    object.with("edits", |out| {
        out.each(run.edits.iter(), |out, edit| out.string(&edit_id(edit.number)));
    });
}
