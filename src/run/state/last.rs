//! What the latest action changed, for the drawing.

use crate::ids::PathId;
use crate::machine::model::{EdgeIdx, FieldId};
use crate::value::Value;

/// What the latest action changed, for the drawing.
#[derive(Clone, Debug, Default)]
pub struct LastAction {
    /// Fields that changed, sorted by path and field.
    pub changed: Vec<Changed>,
    /// Edges that were crossed, read or written through, sorted.
    pub edges: Vec<EdgeIdx>,
}

/// A field that an action changed.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The path; `None` for the shared store.
    pub path: Option<PathId>,
    /// The field.
    pub field: FieldId,
    /// The value before.
    pub before: Option<Value>,
}

impl LastAction {
    /// The value of a field before the action, if that changed it.
    pub fn before(&self, path: Option<&PathId>, field: FieldId) -> Option<&Option<Value>> {
        let at = self.place(path, field).ok()?;
        self.changed.get(at).map(|changed| &changed.before)
    }

    /// Records a changed field. The value before the first change of the action counts.
    pub(in crate::run) fn note(&mut self, path: Option<PathId>, field: FieldId, before: Option<Value>) {
        if let Err(at) = self.place(path.as_ref(), field) {
            self.changed.insert(at, Changed { path, field, before });
        }
    }

    /// Records the value before a change and overrides what was recorded so far.
    pub(in crate::run) fn note_anew(&mut self, path: Option<PathId>, field: FieldId, before: Option<Value>) {
        if let Ok(at) = self.place(path.as_ref(), field) {
            self.changed.remove(at);
        }
        self.note(path, field, before);
    }

    /// Records an edge.
    pub(in crate::run) fn touch(&mut self, edge: EdgeIdx) {
        if let Err(at) = self.edges.binary_search(&edge) {
            self.edges.insert(at, edge);
        }
    }

    fn place(&self, path: Option<&PathId>, field: FieldId) -> Result<usize, usize> {
        self.changed.binary_search_by(|known| (known.path.as_ref(), known.field).cmp(&(path, field)))
    }
}
