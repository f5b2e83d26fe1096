//! The artifacts of a whole run.

use crate::context::artifact::{Artifact, of_field};
use crate::context::{ContextMap, store};
use crate::ids::PathId;
use crate::machine::Machine;
use crate::machine::model::ContextIdx;
use crate::run::state::{Run, Status};

/// The artifacts of all paths, shared contexts last. A spawned path has only those it changed.
pub fn artifacts(run: &Run) -> Vec<Artifact> {
    let mut all = Vec::new();
    let (mut local, mut shared) = (Vec::new(), Vec::new());
    for at in run.machine.contexts.ids().filter(|at| is_marked(&run.machine, *at)) {
        if run.machine.contexts[at].shared { shared.push(at) } else { local.push(at) }
    }
    // The artifacts of a merged path are in the path it merged into.
    for path in run.paths.values().filter(|path| !matches!(path.status, Status::Merged(_))) {
        for context in &local {
            let inherited = path.parent.as_ref().map(|_| &path.base);
            of_context(run, Some(&path.id), &path.context, inherited, *context, &mut all);
        }
    }
    for context in shared {
        of_context(run, None, &run.shared, None, context, &mut all);
    }
    all
}

fn is_marked(machine: &Machine, at: ContextIdx) -> bool {
    let context = &machine.contexts[at];
    context.schema.marks.artifact.is_some()
        || context.fields.iter().any(|field| machine.fields[*field].artifact.is_some())
}

fn of_context(
    run: &Run,
    path: Option<&PathId>,
    map: &ContextMap,
    inherited: Option<&ContextMap>,
    context: ContextIdx,
    all: &mut Vec<Artifact>,
) {
    let machine = &run.machine;
    for (field, name) in store::fields(machine, &run.added, context) {
        let Some(stored) = map.get(&field) else { continue };
        let start = all.len();
        of_field(machine, path, context, field, &name, &stored.value, all);
        let before = inherited.and_then(|map| map.get(&field)).filter(|_| all.len() > start);
        if let Some(before) = before {
            let mut old = Vec::new();
            of_field(machine, path, context, field, &name, &before.value, &mut old);
            let mut new = all.split_off(start);
            new.retain(|artifact| !old.contains(artifact));
            all.append(&mut new);
        }
    }
}
