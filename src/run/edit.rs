//! Edits of the machine while it runs: proposed by an agent or the host, applied or rejected by the host.
//!
//! Applying moves the whole run to the new machine: what is still there keeps its values, counts and forces,
//! matched by names, because the new machine numbers nodes, edges and fields anew.

use std::sync::Arc;

use im::OrdMap;

use crate::context::store::{self, Stored};
use crate::context::{Added, ContextMap};
use crate::diagnostic::Severity;
use crate::json::{ToJson, Writer};
use crate::machine::Machine;
use crate::machine::control::Exit;
use crate::machine::model::{ContextIdx, EdgeIdx, FieldId, NodeIdx};
use crate::run::action::stands_still;
use crate::run::draft::{Applied, Counts, Draft};
use crate::run::event::{Kind, Source};
use crate::run::join::join_key;
use crate::run::refusal::{Code, Refusal};
use crate::run::state::{Choice, Edit, Forced, Parked, Path, PathId, Phase, Run, Status, Unwinding};
use crate::run::walk::Walk;
use crate::value::Value;

/// A proposal as the host sees it: with what it changes, line by line.
pub struct Proposal<'a> {
    /// The proposal.
    pub edit: &'a Edit,
    /// The source it changes.
    pub source: &'a str,
}

impl ToJson for Proposal<'_> {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("id", &edit_id(self.edit.number));
            object.field("path", &self.edit.path);
            object.field("reason", &self.edit.reason);
            object.field("source", &self.edit.source);
            object.with("diff", |out| {
                out.each(lines(self.source, &self.edit.source), |out, (op, text)| {
                    out.object(|object| {
                        object.field("op", &op);
                        object.field("text", &text);
                    });
                });
            });
        });
    }
}

/// The proposals that wait for consent.
pub fn proposals(run: &Run) -> impl Iterator<Item = Proposal<'_>> {
    run.edits.iter().map(|edit| Proposal { edit, source: run.machine.source() })
}

/// `edit-1`, `edit-2`, …
pub fn edit_id(number: u32) -> String {
    format!("edit-{number}")
}

/// Proposes another source for the machine.
pub(super) fn propose(run: &Run, source: &str) -> Result<Applied, Refusal> {
    check(run, source)?;
    let mut draft = Draft::new(run, Counts::Action);
    draft.propose(None, "proposed by the host".into(), source.into());
    Ok(draft.finish(None))
}

/// Drops a proposal.
pub(super) fn reject(run: &Run, id: &str) -> Result<Applied, Refusal> {
    let edit = find(run, id)?.clone();
    let mut draft = Draft::new(run, Counts::Action);
    draft.drop_edit(edit.number);
    draft.emit(Kind::EditRejected { edit: edit_id(edit.number).into() });
    Ok(draft.finish(None))
}

/// Applies a proposal: the run goes on with the new machine.
pub(super) fn apply(run: &Run, id: &str) -> Result<Applied, Refusal> {
    let edit = find(run, id)?.clone();
    let machine = check(run, &edit.source)?;
    let mut draft = Draft::new(run, Counts::Action);
    draft.drop_edit(edit.number);
    draft.move_to(machine);
    let (rev, machine_hash) = (draft.run.rev, draft.run.machine.hash.clone());
    draft.emit(Kind::MachineEdited { edit: edit_id(edit.number).into(), rev, machine_hash });
    draft.fill_new_fields(&run.machine);
    draft.ask_again();
    Ok(draft.finish(None))
}

fn find<'a>(run: &'a Run, id: &str) -> Result<&'a Edit, Refusal> {
    let found = run.edits.iter().find(|edit| edit_id(edit.number) == id);
    found.ok_or_else(|| Refusal::new(Code::UnknownEdit, format!("no edit waits under the id `{id}`")))
}

/// The machine of a source that may replace the present one.
pub(super) fn check(run: &Run, source: &str) -> Result<Arc<Machine>, Refusal> {
    if run.paths.is_empty() {
        return Err(stands_still(run));
    }
    let machine = Machine::parse(source);
    let mut reasons: Vec<String> = Vec::new();
    for found in machine.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        reasons.push(format!("line {}: {}", machine.tree.lines.line(found.span.start) + 1, found.message));
    }
    for path in run.paths.values() {
        let id = &run.machine.nodes[path.node].id;
        let why = match machine.find(id) {
            None => "it is removed",
            Some(node) if !machine.nodes[node].class.is_executable() => "it can no longer be executed",
            Some(node) if path.status.is_live() && machine.control.is_module(node) => "it would contain other nodes",
            Some(_) => continue,
        };
        reasons.push(format!("path {} stands at `{id}`: {why}", path.id));
    }
    if reasons.is_empty() {
        return Ok(machine);
    }
    let message = format!("the edit is refused: {}", reasons.join("; "));
    let reasons = reasons.into_iter().map(Value::from).collect();
    Err(Refusal::new(Code::EditRefused, message).with([("reasons", reasons)]))
}

impl Draft {
    /// Keeps a proposal, with the event, and gives its id.
    pub fn propose(&mut self, path: Option<PathId>, reason: Arc<str>, source: Arc<str>) -> String {
        self.run.edit_seq += 1;
        let number = self.run.edit_seq;
        let id = edit_id(number);
        self.emit(Kind::EditProposed { edit: id.as_str().into(), path: path.clone(), reason: reason.clone() });
        Arc::make_mut(&mut self.run.edits).push(Edit { number, path, reason, source });
        id
    }

    fn drop_edit(&mut self, number: u32) {
        Arc::make_mut(&mut self.run.edits).retain(|edit| edit.number != number);
    }

    /// Moves everything to the places it has in the new machine.
    fn move_to(&mut self, machine: Arc<Machine>) {
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

    /// Gives fields that the old machine did not have their values, on every path and in the shared store.
    fn fill_new_fields(&mut self, old: &Machine) {
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

    /// Supersedes the open agent requests by new ones of the same turn.
    fn ask_again(&mut self) {
        let machine = self.machine();
        let waiting: Vec<Arc<Path>> =
            self.run.paths.values().filter(|path| matches!(path.status, Status::AwaitingAgent(_))).cloned().collect();
        for path in waiting {
            let mut walk = Walk { draft: self, path: (*path).clone() };
            if machine.control.work(path.node) == crate::machine::control::Work::None {
                walk.path.status = Status::Active;
                walk.path.phase = Phase::Work;
            } else {
                walk.ask(path.delay_ms);
            }
            let path = walk.path;
            self.put(path);
        }
    }
}

fn has_field(machine: &Machine, context: &str, field: &str) -> bool {
    let context = machine.find(context).and_then(|node| machine.context_of(node));
    context.is_some_and(|context| machine.field(context, field).is_some())
}

/// Where the things of one machine are in another.
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
        moved.node = self.node(path.node).unwrap_or_default();
        moved.context = self.values(&path.context, false);
        moved.base = self.values(&path.base, false);
        moved.visits = path.visits.iter().filter_map(|(node, visits)| Some((self.node(*node)?, *visits))).collect();
        moved.active_state = path.active_state.and_then(|state| self.node(state));
        moved.choice = path.choice.as_ref().and_then(|choice| {
            let target = self.node(choice.target)?;
            Some(Arc::new(Choice { target, reason: choice.reason.clone() }))
        });
        moved.unwinding = path.unwinding.as_ref().map(|unwinding| {
            let rest =
                unwinding.rest.iter().filter_map(|(node, undone)| Some((self.node(*node)?, self.node(*undone)?)));
            Arc::new(Unwinding { failure: unwinding.failure.clone(), rest: rest.collect() })
        });
        if let Status::Parked(parked) = &path.status {
            // Without its join a path is free to leave again.
            moved.status =
                self.parked(&moved, parked).map_or(Status::Active, |parked| Status::Parked(Arc::new(parked)));
        }
        moved
    }

    fn parked(&self, path: &Path, parked: &Parked) -> Option<Parked> {
        let edge = self.edge(parked.exit.edge)?;
        let exits = self.new.control.effective(path.node).iter().chain(self.new.control.catches(path.node));
        let exit: Exit = *exits.into_iter().find(|exit| exit.edge == edge && exit.reverse == parked.exit.reverse)?;
        let join = join_key(self.old, path, self.new.control.join(edge)?)?;
        (join == parked.join).then(|| Parked { exit, ..parked.clone() })
    }
}

/// Where the edges of `old` are in `new`: the same source, target, arrow and text, and the same place among equals.
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

/// The edges with what tells them apart, in the order of that.
fn keyed(machine: &Machine) -> Vec<(String, EdgeIdx)> {
    let mut keys = Vec::with_capacity(machine.edges.len());
    for (at, edge) in machine.edges.entries() {
        let (source, target) = (&machine.nodes[edge.source].id, &machine.nodes[edge.target].id);
        let arrow = edge.arrow.map_or(0, |arrow| arrow as u32 + 1);
        keys.push((format!("{source}\n{target}\n{arrow}\n{}", edge.text()), at));
    }
    keys.sort();
    keys
}

/// At most so many pairs of lines are compared one by one.
const MAX_PAIRS: usize = 1_000_000;

/// What turns one text into another, line by line: `same`, `add`, `remove`.
pub fn lines<'a>(before: &'a str, after: &'a str) -> Vec<(&'static str, &'a str)> {
    let (mut a, mut b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let tail = tail.min(a.len().min(b.len()) - head);
    let end = a.split_off(a.len() - tail);
    b.truncate(b.len() - tail);
    let (a, b) = (a.split_off(head), b.split_off(head));
    let mut all: Vec<(&'static str, &str)> = before.lines().take(head).map(|line| ("same", line)).collect();
    all.extend(middle(&a, &b));
    all.extend(end.into_iter().map(|line| ("same", line)));
    all
}

/// The part between what is alike at both ends, by the longest common subsequence.
fn middle<'a>(a: &[&'a str], b: &[&'a str]) -> Vec<(&'static str, &'a str)> {
    let width = b.len() + 1;
    let mut found = Vec::new();
    let (mut i, mut j) = (0, 0);
    if a.len().saturating_mul(b.len()) <= MAX_PAIRS {
        // `length(i, j)`: how many lines the rests from `i` and `j` have in common.
        let mut lengths = vec![0_u32; width * (a.len() + 1)];
        let get = |lengths: &[u32], i: usize, j: usize| lengths.get(i * width + j).copied().unwrap_or(0);
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                let length = if a.get(i) == b.get(j) {
                    get(&lengths, i + 1, j + 1) + 1
                } else {
                    get(&lengths, i + 1, j).max(get(&lengths, i, j + 1))
                };
                if let Some(slot) = lengths.get_mut(i * width + j) {
                    *slot = length;
                }
            }
        }
        while let (Some(one), Some(other)) = (a.get(i), b.get(j)) {
            if one == other {
                found.push(("same", *one));
                (i, j) = (i + 1, j + 1);
            } else if get(&lengths, i + 1, j) >= get(&lengths, i, j + 1) {
                found.push(("remove", *one));
                i += 1;
            } else {
                found.push(("add", *other));
                j += 1;
            }
        }
    }
    found.extend(a.iter().skip(i).map(|line| ("remove", *line)));
    found.extend(b.iter().skip(j).map(|line| ("add", *line)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_tells_lines_apart_and_gives_both_texts_back() {
        let diff = lines("a\nb\nc\nd", "a\nc\nx\nd");
        assert_eq!(diff, [("same", "a"), ("remove", "b"), ("same", "c"), ("add", "x"), ("same", "d")]);
        for (before, after) in [("", ""), ("a", ""), ("", "a"), ("a\na\na", "a"), ("x\ny", "y\nx"), ("a\nb", "a\nb")] {
            let diff = lines(before, after);
            let side = |not: &str| diff.iter().filter(|(op, _)| *op != not).map(|(_, text)| *text).collect::<Vec<_>>();
            assert_eq!(side("add"), before.lines().collect::<Vec<_>>());
            assert_eq!(side("remove"), after.lines().collect::<Vec<_>>());
        }
    }
}
