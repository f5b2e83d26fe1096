//! The fields of contexts: how much room their values have, and what they are before any run.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::model::{ContextIdx, Field, FieldId, NodeIdx};
use crate::run::state::PathId;
use crate::value::Value;
use crate::view::cell::{self, Cell, Id};
use crate::view::plan::Plan;

/// Columns of a value of any kind.
const ANY: usize = 16;
/// Of a number.
const NUMBER: usize = 10;
/// Of a truth value, and the fewest of a literal.
const SHORT: usize = 6;

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
            None => declared.map_or(ANY, columns_of).min(plan.options.columns()),
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

/// The id of the cell of a field when there is one for all paths.
pub fn cell_id(node: NodeIdx, position: usize) -> String {
    let mut id = crate::view::quote::id("v", node.0);
    id.push('-');
    crate::view::quote::push_number(&mut id, position as u32);
    id
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

/// Columns of the values of a field: by its type, else by its initial value. What a run writes changes nothing.
pub fn columns_of(field: &Field) -> usize {
    let Some(kind) = field.kind.as_deref() else {
        return match field.default {
            Some(Value::Num(_)) => NUMBER,
            Some(Value::Bool(_)) => SHORT,
            _ => ANY,
        };
    };
    let kind = kind.trim().trim_end_matches('?').to_ascii_lowercase();
    match kind.as_str() {
        "number" | "integer" | "int" | "float" | "double" | "decimal" => NUMBER,
        "boolean" | "bool" => SHORT,
        _ if kind.starts_with(['\'', '"']) => {
            let longest = kind.split('|').map(|literal| crate::view::width::columns(literal.trim())).max();
            longest.unwrap_or(ANY).clamp(SHORT, ANY)
        }
        _ => ANY,
    }
}
