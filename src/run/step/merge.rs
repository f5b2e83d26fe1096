//! Three-way merge: the values of joined paths become those of one, each compared with what it began with.

use std::sync::Arc;

use crate::context::store::{self, Stored};
use crate::context::{Change, ContextMap};
use crate::machine::join::{Join, Strategy};
use crate::machine::model::{ContextIdx, FieldId};
use crate::run::event::{JoinFault, Kind, Merged, PathValue};
use crate::run::state::{JoinKey, Path, PathId, Run, Status};
use crate::run::step::contributor::{Contributor, Fault, keyed};
use crate::run::step::gather::{Write, field_of, gather};
use crate::run::step::start::within;
use crate::schema::{Amount, Scope, Violation, joined};
use crate::value::Value;

/// At most this many fields are named in a message.
const NAMED: usize = 3;

/// The result of merging the paths that a join used. Nothing is changed yet.
pub(in crate::run) struct Union {
    /// The continuing path with its new values. `Forked` if it is revived.
    pub path: Path,
    /// The paths whose values went into it.
    pub from: Vec<PathId>,
    pub strategy: Strategy,
    pub changes: Vec<Merged>,
    pub conflicts: Vec<Kind>,
    /// Checked writes of the gather rules, in order.
    pub gathered: Vec<Write>,
}

/// One changed value.
struct Changed<'a> {
    by: &'a Contributor<'a>,
    value: &'a Value,
}

/// A changed field of the continuing path.
type FieldChange = (ContextIdx, Change);

/// Merges the used paths, given in order of arrival.
pub(in crate::run) fn unite(
    run: &Run,
    key: &Arc<JoinKey>,
    join: &Join,
    strategy: Strategy,
    used: &[Arc<Path>],
) -> Result<Union, Fault> {
    let contributors = contributors(run, used);
    // The first in path order continues: a revived path, an ancestor of the others, or the lowest.
    let Some(survivor) = contributors.first().map(|contributor| contributor.path) else {
        return Err(Fault::new(JoinFault::Invalid, "no path has arrived"));
    };
    let left_out: Vec<FieldId> = join.gather.iter().filter_map(|rule| field_of(run, &rule.from)).collect();
    let mut changes: Vec<FieldChange> = Vec::new();
    let mut conflicts = Vec::new();
    let mut faults = Vec::new();
    for id in changed_fields(&contributors) {
        let Some((context, field)) = name_of(run, id).filter(|_| !left_out.contains(&id)) else { continue };
        let mut changed: Vec<Changed> = Vec::new();
        for by in &contributors {
            let Some(value) = by.path.context.get(&id).map(|stored| &*stored.value) else { continue };
            if by.base.get(&id).is_none_or(|base| *base.value != *value) {
                changed.push(Changed { by, value });
            }
        }
        let Some(first) = changed.first().map(|change| change.value) else { continue };
        let before = survivor.context.get(&id).map(|stored| (*stored.value).clone());
        let mut taken = Some(first.clone());
        if changed.iter().any(|change| change.value != first) {
            taken = decide(strategy, &changed, id, before.as_ref());
            let context = run.machine.context_id(context).clone();
            if strategy == Strategy::Error {
                let pointer = joined(&joined("", &context), &field);
                let message = format!("merge conflict: {} paths set different values", changed.len());
                faults.push(Violation::new(pointer, "conflict", message, Value::Null, first.clone()));
            }
            let value = |change: &Changed| PathValue { path: change.by.path.id.clone(), value: change.value.clone() };
            conflicts.push(Kind::MergeConflict {
                join: key.clone(),
                context,
                field: field.clone(),
                values: changed.iter().map(value).collect(),
                taken: taken.clone(),
                strategy,
            });
        }
        if let Some(after) = taken.filter(|taken| before.as_ref() != Some(taken)) {
            changes.push((context, Change { id, field, before, after }));
        }
    }
    if !faults.is_empty() {
        return Err(Fault { errors: faults, ..Fault::new(JoinFault::Conflict, in_conflict(&conflicts)) });
    }
    let mut path = survivor.clone();
    lay_in(run, &contributors, &changes, &mut path.context);
    let errors = check(run, &changes, &path.context);
    if !errors.is_empty() {
        return Err(Fault { errors, ..Fault::new(JoinFault::Invalid, "the merged values are invalid") });
    }
    let gathered = gather(run, join, &contributors, &path)?;
    let from = contributors.iter().skip(1).map(|contributor| contributor.path.id.clone()).collect();
    let name = |context| run.machine.context_id(context).clone();
    let changes = changes.into_iter().map(|(context, change)| Merged { context: name(context), change }).collect();
    Ok(Union { path, from, strategy, changes, conflicts, gathered })
}

/// Which fields are in conflict, and what to write instead of `merge: error`.
fn in_conflict(conflicts: &[Kind]) -> String {
    let fields: Vec<String> = conflicts
        .iter()
        .filter_map(|conflict| match conflict {
            Kind::MergeConflict { context, field, .. } => Some(format!("`{context}.{field}`")),
            _ => None,
        })
        .collect();
    let shown = fields.get(..NAMED).unwrap_or(&fields).join(", ");
    let more = fields.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!(
        "merge conflict in {shown}{more}: paths set different values. To keep the last one, write \
         `@join(merge: last_wins)`; to keep all, make it a list and write `@join(merge: append)`"
    )
}

/// The paths whose values count, in path order, each with the values it started from.
fn contributors<'a>(run: &'a Run, used: &'a [Arc<Path>]) -> Vec<Contributor<'a>> {
    let mut paths: Vec<(usize, &Path)> = used.iter().enumerate().map(|(at, path)| (at + 1, &**path)).collect();
    paths.sort_by(|(_, a), (_, b)| a.id.cmp(&b.id));
    let Some((_, first)) = paths.first().copied() else { return Vec::new() };
    // The nearest common ancestor, which is one of them or above them; of a single path its parent.
    let alike = paths.iter().skip(1).map(|(_, path)| path.id.shared(&first.id)).min();
    let length = alike.unwrap_or(first.id.length().saturating_sub(1));
    let root = first.id.ancestor(length).and_then(|id| run.path(&id));
    if let Some(root) = root.filter(|root| root.status == Status::Forked) {
        paths.insert(0, (0, root));
    }
    let mut all: Vec<Contributor> = Vec::new();
    for (arrival, path) in paths {
        let child = path.id.ancestor(length + 1).and_then(|id| run.path(&id));
        let base = child.map_or(&path.base, |child| &child.base);
        all.push(Contributor { path, base, arrival, branch: child.map(|child| child.origin.branch()) });
    }
    // The path that forked started this fork with the same values as its lowest branch.
    let lowest = all.iter().find(|contributor| contributor.branch.is_some()).map(|contributor| contributor.base);
    for contributor in all.iter_mut().filter(|contributor| contributor.branch.is_none()) {
        contributor.base = lowest.unwrap_or(contributor.base);
    }
    all
}

/// Fields that some contributor changed, in field order.
fn changed_fields(contributors: &[Contributor]) -> Vec<FieldId> {
    let mut fields: Vec<FieldId> = Vec::new();
    for contributor in contributors.iter().filter(|contributor| !contributor.path.context.ptr_eq(contributor.base)) {
        for (id, stored) in contributor.path.context.iter() {
            let same = contributor.base.get(id).is_some_and(|base| Arc::ptr_eq(&base.value, &stored.value));
            if !same {
                fields.push(*id);
            }
        }
    }
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// The value where several paths changed a field differently; `None` to leave it.
fn decide(strategy: Strategy, changed: &[Changed], id: FieldId, own: Option<&Value>) -> Option<Value> {
    let arrivals = || changed.iter().map(|change| (change.by.arrival, change.value));
    match strategy {
        Strategy::LastWins => arrivals().max_by_key(|(arrival, _)| *arrival).map(|(_, value)| value.clone()),
        Strategy::FirstWins => arrivals().min_by_key(|(arrival, _)| *arrival).map(|(_, value)| value.clone()),
        Strategy::Append => Some(appended(changed, id)),
        Strategy::Collect => Some(changed.iter().map(|change| change.value.clone()).collect()),
        Strategy::Keyed => Some(keyed(changed.iter().map(|change| (change.by, change.value.clone())).collect())),
        Strategy::Keep => own.cloned(),
        Strategy::Error => None,
    }
}

/// Concatenates the lists, with their common beginning once. If a value is no list, gives a list of all values.
fn appended(changed: &[Changed], id: FieldId) -> Value {
    let mut lists = Vec::new();
    for change in changed {
        match change.value.as_list() {
            Some(list) => lists.push((change, list)),
            None => return changed.iter().map(|change| change.value.clone()).collect(),
        }
    }
    let base_of = |change: &Changed| change.by.base.get(&id).and_then(|base| base.value.as_list().cloned());
    let base = changed.first().and_then(base_of).unwrap_or_default();
    let begin_alike = lists.iter().all(|(change, list)| {
        base_of(change).unwrap_or_default() == base
            && list.len() >= base.len()
            && list.iter().zip(&base).all(|(a, b)| a == b)
    });
    let skipped = if begin_alike { base.len() } else { 0 };
    let mut all = if begin_alike { base } else { Default::default() };
    for (_, list) in lists {
        list.iter().skip(skipped).for_each(|item| all.push_back(item.clone()));
    }
    Value::List(Arc::new(all))
}

/// Stores the changes. A changed context gets the version after the newest one that was merged.
fn lay_in(run: &Run, contributors: &[Contributor], changes: &[FieldChange], map: &mut ContextMap) {
    let mut last: Option<(ContextIdx, u32)> = None;
    for (context, change) in changes {
        // In field order the fields of a context are adjacent, except for added ones.
        let version = match last {
            Some((at, version)) if at == *context => version,
            _ => {
                let of = |contributor: &Contributor| {
                    store::version(&run.machine, &run.added, &contributor.path.context, *context)
                };
                contributors.iter().map(of).max().unwrap_or(0) + 1
            }
        };
        last = Some((*context, version));
        map.insert(change.id, Stored { value: Arc::new(change.after.clone()), version });
    }
}

/// Validates the changed contexts.
fn check(run: &Run, changes: &[FieldChange], map: &ContextMap) -> Vec<Violation> {
    let mut contexts: Vec<ContextIdx> = changes.iter().map(|(context, _)| *context).collect();
    contexts.sort_unstable();
    contexts.dedup();
    let mut errors = Vec::new();
    for context in contexts {
        let whole = store::whole(&run.machine, &run.added, map, context);
        let report = run.machine.contexts[context].schema.validate(&whole, Scope::Fields, Amount::All);
        errors.extend(report.violations.into_iter().map(|violation| within(&run.machine, context, violation)));
    }
    errors
}

fn name_of(run: &Run, id: FieldId) -> Option<(ContextIdx, Arc<str>)> {
    match run.machine.fields.item(id) {
        Some(field) => Some((field.context, field.name.clone())),
        None => run.added.name(&run.machine, id).cloned(),
    }
}
