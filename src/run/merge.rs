//! Three-way merge: the values of joined paths become those of one, each compared with what it began with.

use std::sync::Arc;

use crate::context::reference::{self, Step};
use crate::context::store::{self, Author, Stored};
use crate::context::{Change, ContextMap};
use crate::machine::join::{As, Join, Strategy};
use crate::machine::model::{Binding, ContextIdx, FieldId, Machine};
use crate::run::event::{Kind, Merged, PathValue};
use crate::run::start::within;
use crate::run::state::{JoinKey, Path, PathId, Run, Status};
use crate::schema::{Amount, Scope, Violation};
use crate::value::{Map, Value};

/// What a merge makes of the used paths; nothing is changed yet.
pub(super) struct Union {
    /// The path that goes on, with its new values. `Forked` if it is revived.
    pub path: Path,
    /// The paths whose values went into it.
    pub from: Vec<PathId>,
    pub strategy: Strategy,
    pub changes: Vec<Merged>,
    pub conflicts: Vec<Kind>,
    /// Checked writes of the gather rules, in order.
    pub gathered: Vec<(ContextIdx, Vec<(Arc<str>, Value)>)>,
}

/// Why a join fails.
pub(super) struct Fault {
    pub code: &'static str,
    pub message: String,
    pub errors: Vec<Violation>,
}

impl Fault {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), errors: Vec::new() }
    }
}

/// A path whose values count.
struct Contributor<'a> {
    path: &'a Path,
    /// What it began with.
    base: &'a ContextMap,
    /// Order of arrival; a revived path comes first.
    arrival: usize,
    /// Position among the branches of the fork; none for the forking path itself.
    branch: Option<u32>,
}

/// One changed value.
struct Changed<'a> {
    by: &'a Contributor<'a>,
    value: &'a Value,
}

/// Merges the used paths, given in order of arrival.
pub(super) fn unite(
    run: &Run,
    key: &JoinKey,
    join: &Join,
    strategy: Strategy,
    used: &[Arc<Path>],
) -> Result<Union, Fault> {
    let mut paths: Vec<&Path> = used.iter().map(|path| &**path).collect();
    paths.sort_by(|a, b| a.id.cmp(&b.id));
    let Some(first) = paths.first().copied() else { return Err(Fault::new("invalid", "no path is there")) };
    // The nearest common ancestor, which is one of them or above them; of a single path its parent.
    let alike = paths.iter().skip(1).map(|path| path.id.shared(&first.id)).min();
    let length = alike.unwrap_or(first.id.length().saturating_sub(1));
    let root = first.id.ancestor(length).and_then(|id| run.path(&id));
    let revived = root.filter(|root| root.status == Status::Forked);
    let going_on: &Path = revived.map_or(first, |root| root);

    let mut contributors: Vec<Contributor> = Vec::new();
    for path in revived.map(|root| &**root).into_iter().chain(paths.iter().copied()) {
        let child = path.id.ancestor(length + 1).and_then(|id| run.path(&id));
        let arrival = used.iter().position(|one| one.id == path.id).map_or(0, |at| at + 1);
        let base = child.map_or(&path.base, |child| &child.base);
        contributors.push(Contributor { path, base, arrival, branch: child.map(|child| child.origin.branch()) });
    }
    // The forking path began this fork with what its lowest branch began with.
    let lowest = contributors.iter().find(|one| one.branch.is_some()).map(|one| one.base);
    for one in contributors.iter_mut().filter(|one| one.branch.is_none()) {
        one.base = lowest.unwrap_or(one.base);
    }

    let machine = &run.machine;
    let gathered_from: Vec<FieldId> = join.gather.iter().filter_map(|rule| field_of(run, &rule.from)).collect();
    let mut path = going_on.clone();
    let mut union_changes: Vec<(FieldId, ContextIdx, Change)> = Vec::new();
    let mut conflicts = Vec::new();
    let mut faults = Vec::new();
    for id in changed_fields(&contributors) {
        let Some((context, field)) = name_of(run, id).filter(|_| !gathered_from.contains(&id)) else { continue };
        let by = contributors.iter().filter_map(|one| {
            let value = &*one.path.context.get(&id)?.value;
            let before = one.base.get(&id);
            before.is_none_or(|before| *before.value != *value).then_some(Changed { by: one, value })
        });
        let changed: Vec<Changed> = by.collect();
        let Some(value) = changed.first().map(|one| one.value) else { continue };
        let own = going_on.context.get(&id).map(|stored| &*stored.value);
        let taken = if changed.iter().all(|one| one.value == value) {
            Some(value.clone())
        } else {
            let taken = decide(strategy, &changed, id, own);
            let context = machine.context_id(context).clone();
            if strategy == Strategy::Error {
                let pointer = crate::schema::joined(&crate::schema::joined("", &context), &field);
                let message = format!("{} paths changed it differently", changed.len());
                faults.push(Violation::new(pointer, "conflict", message, Value::Null, value.clone()));
            }
            let values = changed
                .iter()
                .map(|one| PathValue { path: one.by.path.id.clone(), value: one.value.clone() })
                .collect();
            let (join, field, taken_value) = (key.clone(), field.clone(), taken.clone());
            let strategy = strategy.word();
            conflicts.push(Kind::MergeConflict { join, context, field, values, taken: taken_value, strategy });
            taken
        };
        let Some(after) = taken.filter(|taken| own != Some(taken)) else { continue };
        let before = own.cloned();
        union_changes.push((id, context, Change { id, field, before, after }));
    }
    if !faults.is_empty() {
        let message = "paths changed the same field differently";
        return Err(Fault { errors: faults, ..Fault::new("conflict", message) });
    }
    lay_in(run, &contributors, &union_changes, &mut path.context);
    let errors = check(run, &union_changes, &path.context);
    if !errors.is_empty() {
        return Err(Fault { errors, ..Fault::new("invalid", "the merged values are not valid") });
    }
    let gathered = gather(run, join, &contributors, &path)?;
    let from = contributors.iter().map(|one| &one.path.id).filter(|id| **id != path.id).cloned().collect();
    let changes = union_changes
        .into_iter()
        .map(|(_, context, change)| Merged { context: machine.context_id(context).clone(), change })
        .collect();
    Ok(Union { path, from, strategy, changes, conflicts, gathered })
}

/// Fields that some contributor changed, in field order.
fn changed_fields(contributors: &[Contributor]) -> Vec<FieldId> {
    let mut fields: Vec<FieldId> = Vec::new();
    for one in contributors.iter().filter(|one| !one.path.context.ptr_eq(one.base)) {
        for (id, stored) in one.path.context.iter() {
            let same = one.base.get(id).is_some_and(|base| Arc::ptr_eq(&base.value, &stored.value));
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
    let arrivals = || changed.iter().map(|one| (one.by.arrival, one.value));
    match strategy {
        Strategy::LastWins => arrivals().max_by_key(|(arrival, _)| *arrival).map(|(_, value)| value.clone()),
        Strategy::FirstWins => arrivals().min_by_key(|(arrival, _)| *arrival).map(|(_, value)| value.clone()),
        Strategy::Append => Some(appended(changed, id)),
        Strategy::Collect => Some(changed.iter().map(|one| one.value.clone()).collect()),
        Strategy::Keyed => Some(keyed(changed.iter().map(|one| (one.by, one.value.clone())).collect())),
        Strategy::Keep => own.cloned(),
        Strategy::Error => None,
    }
}

/// Lists after each other, what they began with once; a list of the values where one is no list.
fn appended(changed: &[Changed], id: FieldId) -> Value {
    let mut lists = Vec::new();
    for one in changed {
        match one.value.as_list() {
            Some(list) => lists.push((one, list)),
            None => return changed.iter().map(|one| one.value.clone()).collect(),
        }
    }
    let base_of = |one: &Changed| one.by.base.get(&id).and_then(|base| base.value.as_list().cloned());
    let base = changed.first().and_then(base_of).unwrap_or_default();
    let begin_alike = lists.iter().all(|(one, list)| {
        base_of(one).unwrap_or_default() == base
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

/// A map from branch to value, or from path where branches are not told apart.
fn keyed(values: Vec<(&Contributor, Value)>) -> Value {
    let mut branches: Vec<Option<u32>> = values.iter().map(|(one, _)| one.branch).collect();
    branches.sort_unstable();
    let clear = branches.iter().all(Option::is_some) && branches.windows(2).all(|pair| pair.first() != pair.last());
    let mut map = Map::new();
    for (one, value) in values {
        let key = match one.branch.filter(|_| clear) {
            Some(branch) => branch.to_string(),
            None => one.path.id.to_string(),
        };
        map.insert(key.into(), value);
    }
    Value::from(map)
}

/// Stores the changes; a changed context is one version above the newest it came from.
fn lay_in(run: &Run, contributors: &[Contributor], changes: &[(FieldId, ContextIdx, Change)], map: &mut ContextMap) {
    let mut versions: Vec<(ContextIdx, u32)> = Vec::new();
    for (id, context, change) in changes {
        // In field order the fields of a context follow each other, added ones aside.
        let known = versions.iter().rev().take(1).find(|(at, _)| at == context);
        let version = known.map_or_else(
            || {
                let of = |one: &Contributor| store::version(&run.machine, &run.added, &one.path.context, *context);
                contributors.iter().map(of).max().unwrap_or(0) + 1
            },
            |(_, version)| *version,
        );
        versions.push((*context, version));
        map.insert(*id, Stored { value: Arc::new(change.after.clone()), version });
    }
}

/// The violations of the changed contexts.
fn check(run: &Run, changes: &[(FieldId, ContextIdx, Change)], map: &ContextMap) -> Vec<Violation> {
    let mut contexts: Vec<ContextIdx> = changes.iter().map(|(_, context, _)| *context).collect();
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

/// A field by its binding.
fn place_of<'a>(machine: &Machine, binding: &'a Binding) -> Option<(ContextIdx, Arc<str>, &'a [Arc<str>])> {
    match binding {
        Binding::Field(id, walk) => {
            let field = machine.fields.item(*id)?;
            Some((field.context, field.name.clone(), walk))
        }
        Binding::Undeclared(context, name, walk) => Some((*context, name.clone(), walk)),
        _ => None,
    }
}

fn field_of(run: &Run, binding: &Binding) -> Option<FieldId> {
    let (context, name, _) = place_of(&run.machine, binding)?;
    store::find(&run.machine, &run.added, context, &name)
}

fn name_of(run: &Run, id: FieldId) -> Option<(ContextIdx, Arc<str>)> {
    match run.machine.fields.item(id) {
        Some(field) => Some((field.context, field.name.clone())),
        None => run.added.name(&run.machine, id).cloned(),
    }
}

/// What the gather rules write on the path that goes on.
fn gather(
    run: &Run,
    join: &Join,
    contributors: &[Contributor],
    path: &Path,
) -> Result<Vec<(ContextIdx, Vec<(Arc<str>, Value)>)>, Fault> {
    let machine = &run.machine;
    let mut writes: Vec<(ContextIdx, Vec<(Arc<str>, Value)>)> = Vec::new();
    for rule in &join.gather {
        let (Some((from, name, walk)), Some((into, field, deeper))) =
            (place_of(machine, &rule.from), place_of(machine, &rule.into))
        else {
            continue;
        };
        let source = store::find(machine, &run.added, from, &name);
        let mut values: Vec<(&Contributor, Value)> = Vec::new();
        for one in contributors.iter().filter(|one| one.arrival > 0) {
            let stored = source.and_then(|id| run.map_of(one.path, from).get(&id));
            let mut at = stored.map(|stored| &*stored.value);
            for key in walk {
                at = at.and_then(|value| value.get(key));
            }
            values.extend(at.map(|value| (one, value.clone())));
        }
        let written = writes.iter().rev().find_map(|(context, fields)| {
            let (_, value) = fields.iter().find(|(name, _)| *context == into && *name == field)?;
            Some(value.clone())
        });
        let stored = store::find(machine, &run.added, into, &field).and_then(|id| run.map_of(path, into).get(&id));
        let before = written.or_else(|| stored.map(|stored| (*stored.value).clone()));
        let steps: Vec<Step> = deeper.iter().cloned().map(Step::Key).collect();
        let present = before.as_ref().and_then(|before| reference::get(before, &steps));
        let id = machine.context_id(into);
        let unfit = |why: &str| Fault::new("gather", format!("`{id}.{field}` can not take what is gathered: {why}"));
        let Some(value) = combined(rule.mode, values, present).map_err(unfit)? else { continue };
        let whole = reference::set(before.as_ref(), &steps, value).map_err(|refusal| unfit(&refusal.message))?;
        let checked = store::check_write(machine, into, &Map::unit(field.clone(), whole), Author::Host);
        let errors = match checked {
            Ok(fields) => {
                writes.push((into, fields));
                continue;
            }
            Err(errors) => errors.into_iter().map(|violation| within(machine, into, violation)).collect(),
        };
        return Err(Fault { errors, ..unfit("it is not valid there") });
    }
    Ok(writes)
}

/// The values of one rule as one; `None` to leave what is there.
fn combined(
    mode: As,
    values: Vec<(&Contributor, Value)>,
    present: Option<Value>,
) -> Result<Option<Value>, &'static str> {
    Ok(Some(match mode {
        As::Append => {
            let mut list = match present {
                None | Some(Value::Null) => Default::default(),
                Some(Value::List(list)) => (*list).clone(),
                Some(_) => return Err("it is no list"),
            };
            let flat = values.iter().all(|(_, value)| value.as_list().is_some());
            for (_, value) in values {
                match value {
                    Value::List(items) if flat => items.iter().for_each(|item| list.push_back(item.clone())),
                    value => list.push_back(value),
                }
            }
            Value::List(Arc::new(list))
        }
        As::Collect => values.into_iter().map(|(_, value)| value).collect(),
        As::Merge => {
            let mut map = Map::new();
            for (_, value) in values {
                let Value::Map(fields) = value else { return Err("one of the values is no map") };
                fields.iter().for_each(|(key, value)| drop(map.insert(key.clone(), value.clone())));
            }
            Value::from(map)
        }
        As::Keyed => keyed(values),
        As::LastWins => match values.into_iter().max_by_key(|(one, _)| one.arrival) {
            Some((_, value)) => value,
            None => return Ok(None),
        },
    }))
}
