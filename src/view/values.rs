//! The fields of contexts: how much room their values have, and what they are before any run.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::model::{ContextIdx, FieldId, NodeIdx};
use crate::run::state::PathId;
use crate::view::cell::{self, Cell, Id};
use crate::view::fields::{ANY_COLUMNS, cell_id, columns_of};
use crate::view::plan::Plan;

/// A path with its color.
pub type Whose = (PathId, &'static str);

/// The value cells of a field.
#[derive(Clone, Debug)]
pub struct FieldMarks {
    /// The field.
    pub id: FieldId,
    /// Its position in the context.
    pub position: usize,
    /// Its name.
    pub name: String,
    /// Its type as written.
    pub kind: Option<String>,
    /// Columns of its values.
    pub columns: usize,
    /// One row when all paths agree, else one for each path.
    pub rows: Vec<(Option<Whose>, Cell)>,
    /// Paths that have no row.
    pub more: usize,
}

impl FieldMarks {
    /// A field without rows.
    pub fn new(plan: &Plan, id: FieldId, name: &Arc<str>, position: usize) -> Self {
        let declared = plan.machine.fields.item(id);
        let columns = match plan.fit {
            Some(fit) => fit.columns,
            None => declared.map_or(ANY_COLUMNS, columns_of).min(plan.options.columns()),
        };
        let kind = declared.and_then(|field| field.kind.as_deref().map(str::to_owned));
        Self { id, position, name: name.to_string(), kind, columns, rows: Vec::new(), more: 0 }
    }

    /// The id of its cell when there is one for all paths.
    pub fn cell_id(&self, node: NodeIdx) -> String {
        cell_id(node, self.position)
    }

    /// True if the last action changed a value of it.
    pub fn is_changed(&self) -> bool {
        self.rows.iter().any(|(_, cell)| cell.mark == Some(cell::Mark::Changed))
    }
}

/// The fields of a context before any run.
pub fn still(plan: &Plan, node: NodeIdx, at: ContextIdx) -> Vec<FieldMarks> {
    let machine: &Machine = plan.machine;
    let mut fields = Vec::with_capacity(machine.contexts[at].fields.len());
    for (position, id) in machine.contexts[at].fields.iter().enumerate() {
        let field = &machine.fields[*id];
        let mut marks = FieldMarks::new(plan, *id, &field.name, position);
        let cell = cell::of_value(Id::Value(marks.cell_id(node)), field.default.as_ref(), marks.columns);
        marks.rows.push((None, cell));
        fields.push(marks);
    }
    fields
}
