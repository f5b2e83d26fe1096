//! What the machine states of its runs, watched while one goes on. A violation is reported once and changes nothing.

use std::sync::Arc;

use crate::expr::truthy;
use crate::machine::properties::PropertyKind;
use crate::run::event::Kind;
use crate::run::state::Path;
use crate::run::step::draft::Draft;
use crate::run::step::names::evaluate;

impl Draft {
    /// Reports the properties that became false by this action, on a live path or on one that it completed.
    pub fn watch_properties(&mut self) {
        let machine = self.machine();
        for property in &machine.properties {
            let Some(Ok(bound)) = property.formula.as_ref().map(|formula| &formula.expr) else { continue };
            let written: Arc<str> = property.written().into();
            if self.run.violated.contains(&written) {
                continue;
            }
            let is_violated = |path: &Path| {
                let holds = evaluate(&self.run, path, &bound.expr, &bound.names).map(|value| truthy(&value));
                holds == Ok(property.kind == PropertyKind::Never)
            };
            let completed = |path: &Path| {
                let here = |event: &Kind| matches!(event, Kind::PathCompleted { at } if at.path == path.id);
                self.events.iter().any(|event| here(&event.kind))
            };
            let mut paths = self.run.paths.values().filter(|path| path.status.is_live() || completed(path));
            let Some(at) = paths.find(|path| is_violated(path)).map(|path| self.at(path)) else { continue };
            Arc::make_mut(&mut self.run.violated).push(written.clone());
            self.emit(Kind::PropertyViolated { at, property: written });
        }
    }
}
