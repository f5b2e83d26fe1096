//! The rows of a node's table before any run: the fields of a context, the attributes of every other node; and how much
//! room the values of a field have.

use crate::machine::Machine;
use crate::machine::model::{Class, ContextIdx, Field, Node, NodeIdx};
use crate::value::Value;

/// Columns of a value of any kind.
pub const ANY_COLUMNS: usize = 16;
/// Of a number.
const NUMBER: usize = 10;
/// Of a truth value, and the fewest of a literal.
const SHORT: usize = 6;

/// Attributes of nodes that have rows of their own or none.
const NOT_LISTED: [&str; 4] = ["desc", "prompt", "style", "stub"];

/// The rows of a node's table before any run.
pub fn rows_of(machine: &Machine, at: NodeIdx) -> Vec<Row<'_>> {
    let node = &machine.nodes[at];
    let context = if node.class == Class::Context { machine.context_of(at) } else { None };
    match context {
        Some(context) => context_rows(machine, context),
        None => attribute_rows(node),
    }
}

/// A row before any run.
pub struct Row<'a> {
    /// The field or attribute.
    pub name: &'a str,
    /// Its type as written.
    pub kind: Option<&'a str>,
    /// Its value.
    pub value: Option<&'a Value>,
}

fn context_rows(machine: &Machine, context: ContextIdx) -> Vec<Row<'_>> {
    let fields = machine.contexts[context].fields.iter().map(|field| &machine.fields[*field]);
    fields.map(|field| Row { name: &field.name, kind: field.kind.as_deref(), value: field.default.as_ref() }).collect()
}

fn attribute_rows(node: &Node) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for attribute in node.attributes.iter().filter(|attribute| !NOT_LISTED.contains(&&*attribute.name)) {
        let properties = attribute.value.as_ref().filter(|_| &*attribute.name == "schema");
        match properties.and_then(|schema| schema.get("properties")).and_then(Value::as_map) {
            Some(properties) => rows.extend(properties.iter().map(|(name, property)| Row {
                name,
                kind: property.get("type").and_then(Value::as_str),
                value: property.get("default"),
            })),
            None => rows.push(Row {
                name: &attribute.name,
                kind: attribute.kind.as_deref(),
                value: attribute.value.as_ref(),
            }),
        }
    }
    rows
}

/// The id of the cell of a field when there is one for all paths.
pub fn cell_id(node: NodeIdx, position: usize) -> String {
    let mut id = crate::view::quote::id("v", node.0);
    id.push('-');
    crate::view::quote::push_number(&mut id, position as u32);
    id
}

/// Columns of the values of a field: by its type, else by its initial value. What a run writes changes nothing.
pub fn columns_of(field: &Field) -> usize {
    let Some(kind) = field.kind.as_deref() else {
        return match field.default {
            Some(Value::Num(_)) => NUMBER,
            Some(Value::Bool(_)) => SHORT,
            _ => ANY_COLUMNS,
        };
    };
    let kind = kind.trim().trim_end_matches('?').to_ascii_lowercase();
    match kind.as_str() {
        "number" | "integer" | "int" | "float" | "double" | "decimal" => NUMBER,
        "boolean" | "bool" => SHORT,
        _ if kind.starts_with(['\'', '"']) => {
            let longest = kind.split('|').map(|literal| crate::view::width::columns(literal.trim())).max();
            longest.unwrap_or(ANY_COLUMNS).clamp(SHORT, ANY_COLUMNS)
        }
        _ => ANY_COLUMNS,
    }
}
