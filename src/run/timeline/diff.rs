//! What differs between two runs of one execution: where paths stand, and their values.

use std::sync::Arc;

use crate::context::{ContextMap, store};
use crate::json::{ToJson, Writer};
use crate::run::state::{Path, PathId, Run, StatusKind};
use crate::value::Value;

/// What differs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diff {
    /// Paths that stand elsewhere, or are in one run only.
    pub paths: Vec<PathDiff>,
    /// Values that differ. A path that is in one run only is compared with what it was forked with.
    pub changes: Vec<ValueDiff>,
}
crate::shape!(Diff { paths, changes });

/// A path before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct PathDiff {
    /// The path.
    pub path: PathId,
    /// Where it stood.
    pub before: Option<Stand>,
    /// The node it is at.
    pub after: Option<Stand>,
}
crate::shape!(PathDiff { path; before, after });

/// Node and status of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// The node's full path.
    pub node: Arc<str>,
    /// The status word.
    pub status: StatusKind,
}
crate::shape!(Stand { node, status });

/// A field before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueDiff {
    /// The path; `None` for the shared store.
    pub path: Option<PathId>,
    /// The context.
    pub context: Arc<str>,
    /// The field.
    pub field: Arc<str>,
    /// The value before; `None` for unset.
    pub before: Option<Arc<Value>>,
    /// The value after; `None` for unset.
    pub after: Option<Arc<Value>>,
}

impl ToJson for ValueDiff {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("path", &self.path);
            object.field("context", &self.context);
            object.field("field", &self.field);
            object.maybe("before", &self.before);
            object.maybe("after", &self.after);
        });
    }
}

/// What differs between two runs.
pub fn between(a: &Run, b: &Run) -> Diff {
    let mut diff = Diff::default();
    compare(&mut diff, None, (a, &a.shared), (b, &b.shared));
    let mut ids: Vec<&PathId> = a.paths.keys().chain(b.paths.keys().filter(|id| a.path(id).is_none())).collect();
    ids.sort();
    for id in ids {
        let (before, after) = (a.path(id), b.path(id));
        let (from, to) = (before.map(|path| stand(a, path)), after.map(|path| stand(b, path)));
        if from != to {
            diff.paths.push(PathDiff { path: id.clone(), before: from, after: to });
        }
        match (before, after) {
            (Some(before), Some(after)) => compare(&mut diff, Some(id), (a, &before.context), (b, &after.context)),
            (None, Some(after)) => compare(&mut diff, Some(id), (b, &after.base), (b, &after.context)),
            (Some(before), None) => compare(&mut diff, Some(id), (a, &before.context), (a, &before.base)),
            (None, None) => {}
        }
    }
    diff
}

fn stand(run: &Run, path: &Path) -> Stand {
    Stand { node: run.node_of(path).clone(), status: path.status.kind() }
}

fn compare(diff: &mut Diff, path: Option<&PathId>, (a, before): (&Run, &ContextMap), (b, after): (&Run, &ContextMap)) {
    if before.ptr_eq(after) {
        return;
    }
    // Fields are matched by name: an edit of the machine may have renumbered them.
    for (context, field, value) in values(a, before) {
        let now = value_of(b, after, &context, &field);
        if now.as_ref() != Some(&value) {
            diff.changes.push(ValueDiff { path: path.cloned(), context, field, before: Some(value), after: now });
        }
    }
    for (context, field, value) in values(b, after) {
        if value_of(a, before, &context, &field).is_none() {
            diff.changes.push(ValueDiff { path: path.cloned(), context, field, before: None, after: Some(value) });
        }
    }
}

/// The set fields of a map, in field order.
fn values(run: &Run, map: &ContextMap) -> Vec<(Arc<str>, Arc<str>, Arc<Value>)> {
    let mut found = Vec::new();
    for (id, stored) in map.iter() {
        let declared = run.machine.fields.item(*id).map(|field| (field.context, field.name.clone()));
        if let Some((context, name)) = declared.or_else(|| run.added.name(&run.machine, *id).cloned()) {
            found.push((run.machine.context_id(context).clone(), name, stored.value.clone()));
        }
    }
    found
}

fn value_of(run: &Run, map: &ContextMap, context: &str, field: &str) -> Option<Arc<Value>> {
    let context = run.machine.context_of(run.machine.find(context)?)?;
    let id = store::find(&run.machine, &run.added, context, field)?;
    map.get(&id).map(|stored| stored.value.clone())
}
