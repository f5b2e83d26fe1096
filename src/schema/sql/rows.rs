//! Values as rows, parameters apart from the text.

use std::sync::Arc;

use super::ddl::Bookkeeping;
use super::{Column, Layout, Shape, Tables, hint, inferred_scalar, quoted, shape};
use crate::schema::joined;
use crate::schema::{Amount, Field, Kind, Schema, Scope};
use crate::value::{Map, Value};

/// One statement with its parameters: numbers, strings and null.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The text, with a `?` for each parameter.
    pub sql: String,
    /// The parameters, in order.
    pub params: Vec<Value>,
}

crate::shape!(Statement { sql, params });

impl Statement {
    /// `INSERT` of a row.
    pub fn insert(table: &str, columns: &[String], params: Vec<Value>) -> Self {
        let names: Vec<String> = columns.iter().map(|name| quoted(name)).collect();
        let marks = vec!["?"; names.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({marks})", quoted(table), names.join(", "));
        Statement { sql, params }
    }
}

/// Whose value a main row of a run holds.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'a> {
    /// The path; `None` for a shared context.
    pub path: Option<&'a str>,
    /// The version of the context on it.
    pub version: u32,
}

/// Makes the rows of values, numbered in the order they are made.
pub struct Rows<'a> {
    tables: &'a Tables<'a>,
    /// The next id of each table.
    pub(super) next: Vec<u32>,
    /// The statements so far.
    pub statements: Vec<Statement>,
}

/// What a row of a table begins with, beside its key.
enum Link<'a> {
    None,
    Item { parent: u32, index: usize },
    Run { owner: Owner<'a>, gaps: Value, extra: Value },
}

/// What columns cannot say about a value.
#[derive(Default)]
pub(super) struct Survey {
    /// Declared fields that are unset, and objects and lists that are null, by pointer.
    gaps: Map,
    /// Keys that are not declared, by pointer.
    pub undeclared: Map,
    /// Values of another kind than the one their field suggests, by pointer.
    misfits: Map,
}

impl<'a> Rows<'a> {
    /// No rows yet: every table begins at 1.
    pub fn new(tables: &'a Tables<'a>) -> Self {
        Rows { tables, next: vec![1; tables.all.len()], statements: Vec::new() }
    }

    /// The rows of a complete value of a main table.
    pub(super) fn plain(&mut self, table: usize, value: &Value) {
        self.row(table, value, Layout::Plain, Link::None);
    }

    /// The rows of a context of a run. What a column would refuse is kept in `extra`, so the rows tell the value
    /// exactly.
    pub fn of_run(&mut self, table: usize, schema: &Schema, fields: &Map, owner: Owner) {
        let mut fit = fields.clone();
        let mut survey = Survey::default();
        for field in schema.fields() {
            let value = fields.get(&field.name);
            let refused = value.is_some_and(|value| {
                // The length of a text with a NUL is another one in SQL.
                !field.schema.validate(value, Scope::Whole, Amount::First).is_empty() || holds_nul(value)
            });
            if let Some(value) = value.filter(|_| refused) {
                survey.misfits.insert(joined("", &field.name).into(), value.clone());
                fit.remove(&field.name);
            } else {
                survey.field(field, value, "");
            }
        }
        survey.others(schema, fields, "");
        let extra = survey.undeclared.union(survey.misfits);
        let extra = if extra.is_empty() { Value::Null } else { Value::from(Value::from(extra).to_json()) };
        let gaps = Value::from(Value::from(survey.gaps).to_json());
        self.row(table, &Value::from(fit), Layout::Run, Link::Run { owner, gaps, extra });
    }

    /// A row and, after it, the rows of its lists.
    fn row(&mut self, table: usize, value: &Value, layout: Layout, link: Link) {
        let tables = self.tables;
        let (Some(of), Some(next)) = (tables.all.get(table), self.next.get_mut(table)) else { return };
        let id = *next;
        *next += 1;
        let names = Bookkeeping::of(tables, of);
        let (mut columns, mut params) = (vec![of.id.clone()], vec![Value::from(id)]);
        let mut after = None;
        match link {
            Link::None => {}
            Link::Item { parent, index } => {
                columns.extend([names.parent, names.index]);
                params.extend([Value::from(parent), Value::from(index)]);
            }
            Link::Run { owner, gaps, extra } => {
                columns.extend([names.path, names.version]);
                params.extend([owner.path.map_or(Value::Null, Value::from), Value::from(owner.version)]);
                after = Some(([names.gaps, names.extra], [gaps, extra]));
            }
        }
        for column in &of.columns {
            if let Some(value) = find(value, &column.keys).filter(|value| layout == Layout::Plain || column.fits(value))
            {
                columns.push(column.name.clone());
                params.push(column.param(value));
            }
        }
        if let Some((names, values)) = after {
            columns.extend(names);
            params.extend(values);
        }
        self.statements.push(Statement::insert(&of.name, &columns, params));
        for list in &of.lists {
            self.items(*list, value, id, layout);
        }
    }

    /// The rows of a list in a value of its parent.
    pub(super) fn items(&mut self, table: usize, value: &Value, parent: u32, layout: Layout) {
        let Some(of) = self.tables.all.get(table) else { return };
        if let Some(Value::List(items)) = find(value, &of.keys) {
            for (index, item) in items.iter().enumerate() {
                self.row(table, item, layout, Link::Item { parent, index });
            }
        }
    }
}

impl Column<'_> {
    /// True if the column can hold such a value unambiguously.
    fn fits(&self, value: &Value) -> bool {
        fits_hint(self.hint, value)
    }

    /// The value as a parameter.
    pub(super) fn param(&self, value: &Value) -> Value {
        match (self.hint.or(self.schema.kind), value) {
            (_, Value::Null) => Value::Null,
            (Some(Kind::Boolean), Value::Bool(truth)) => Value::from(u32::from(*truth)),
            (Some(Kind::String), Value::Str(_)) | (Some(Kind::Number | Kind::Integer), Value::Num(_)) => value.clone(),
            // Without affinity a number or text of another kind than the inferred one needs no other form.
            (Some(_), Value::Str(_) | Value::Num(_)) if inferred_scalar(self.schema).is_some() => value.clone(),
            _ => Value::from(value.to_json()),
        }
    }
}

fn fits_hint(hint: Option<Kind>, value: &Value) -> bool {
    hint.is_none_or(|hint| hint == Kind::of(value) || *value == Value::Null)
}

fn holds_nul(value: &Value) -> bool {
    match value {
        Value::Str(text) => text.contains('\0'),
        Value::List(items) => items.iter().any(holds_nul),
        Value::Map(fields) => fields.values().any(holds_nul),
        _ => false,
    }
}

/// The value at the end of a walk through objects.
pub(super) fn find<'v>(value: &'v Value, keys: &[Arc<str>]) -> Option<&'v Value> {
    let mut at = value;
    for key in keys {
        at = at.get(key)?;
    }
    Some(at)
}

impl Survey {
    /// Looks at a field of an object at `pointer`.
    fn field(&mut self, field: &Field, value: Option<&Value>, pointer: &str) {
        let pointer = joined(pointer, &field.name);
        match value {
            None => {
                self.gaps.insert(pointer.into(), Value::from("unset"));
            }
            Some(value) => self.part(&field.schema, hint(field), value, pointer),
        }
    }

    /// Looks at what a column or columns of its own hold.
    fn part(&mut self, schema: &Schema, hint: Option<Kind>, value: &Value, pointer: String) {
        if fits_hint(hint, value) {
            self.value(schema, value, &pointer);
        } else {
            self.misfits.insert(pointer.into(), value.clone());
        }
    }

    /// Looks at a value and all in it that has columns of its own.
    pub(super) fn value(&mut self, schema: &Schema, value: &Value, pointer: &str) {
        match (shape(schema), value) {
            (_, Value::Null) => {
                if matches!(schema.kind, Some(Kind::Object | Kind::Array)) {
                    self.gaps.insert(pointer.into(), Value::from("null"));
                }
            }
            (Shape::Columns, Value::Map(fields)) => {
                for field in schema.fields() {
                    self.field(field, fields.get(&field.name), pointer);
                }
                self.others(schema, fields, pointer);
            }
            (Shape::ChildTable(items), Value::List(list)) => {
                for (at, item) in list.iter().enumerate() {
                    self.part(items, inferred_scalar(items), item, joined(pointer, &at.to_string()));
                }
            }
            _ => {}
        }
    }

    /// Notes the keys of an object at `pointer` that are not declared.
    fn others(&mut self, schema: &Schema, fields: &Map, pointer: &str) {
        let declared = schema.fields().iter().filter(|field| fields.contains_key(&field.name)).count();
        if declared == fields.len() {
            return;
        }
        let mut rest = fields.clone();
        for field in schema.fields() {
            rest.remove(&field.name);
        }
        for (name, value) in &rest {
            self.undeclared.insert(joined(pointer, name).into(), value.clone());
        }
    }
}
