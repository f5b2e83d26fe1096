//! Schemas as SQL: the tables that hold a context, their definition, and the rows of a value.
//!
//! One rule set gives two layouts. Objects become columns, lists become child tables, and what has no column of a
//! fixed kind is JSON in a text column. The dialect is SQLite's. Statements are parameterised: the text of one
//! never contains a value.
//!
//! ```
//! use tracklight::machine::Machine;
//! use tracklight::schema::sql::Layout;
//! let machine = Machine::parse("context Cart { items<List<string>>; total<number> @minimum(0) }");
//! let ddl = machine.tables().ddl(Layout::Plain, None);
//! assert!(ddl.starts_with("CREATE TABLE context_Cart (\n  id INTEGER PRIMARY KEY,\n  total REAL NOT NULL"));
//! ```

mod ddl;
mod dml;
mod names;
mod rows;

use std::sync::Arc;

pub use ddl::create;
pub use dml::{Dml, Op, Options};
pub use names::{Place, literal, quoted};
pub use rows::{Owner, Rows, Statement};

use self::names::{Names, free};
use super::{Field, Kind, Schema};
use crate::value::Value;

/// What the tables are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Complete values, one row for each.
    Plain,
    /// A whole run: one row per path and context, unset fields allowed.
    Run,
}

/// Two places whose names are the same in SQL; the later one has got a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// What both would be called; they may differ in case.
    pub names: [String; 2],
    /// The place that keeps it.
    pub first: Place,
    /// The place that gets a number.
    pub second: Place,
}

/// The tables of all contexts of a machine: contexts in source order, each with its child tables depth first.
#[derive(Clone, Debug, Default)]
pub struct Tables<'a> {
    /// The tables, parents before children.
    pub all: Vec<Table<'a>>,
    /// Names that authors gave twice.
    pub collisions: Vec<Collision>,
}

/// One table.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// Its name, not quoted.
    pub name: String,
    /// The position of its context.
    pub context: usize,
    /// What one row holds: the whole context, or an item of a list.
    item: &'a Schema,
    /// The table that the list belongs to.
    parent: Option<usize>,
    /// How many tables are above it.
    depth: usize,
    /// Where the list is in a value of the parent.
    keys: Vec<Arc<str>>,
    columns: Vec<Column<'a>>,
    lists: Vec<usize>,
    /// Name of the key column.
    id: String,
    /// Names of the columns of the author and of the key, to keep others from being called the same.
    taken: Vec<String>,
}

/// A column that holds data of the author.
#[derive(Clone, Debug)]
struct Column<'a> {
    name: String,
    /// Where its value is in a value of the table.
    keys: Vec<Arc<str>>,
    schema: &'a Schema,
    /// What a schema without a kind suggests.
    hint: Option<Kind>,
    /// A complete value has a value other than `null` here.
    required: bool,
}

/// How a part of a value is held.
enum Shape<'a> {
    Columns,
    ChildTable(&'a Schema),
    Cell,
}

fn shape(schema: &Schema) -> Shape<'_> {
    match (schema.kind, &schema.list.items) {
        (Some(Kind::Object), _) if !schema.fields().is_empty() => Shape::Columns,
        (Some(Kind::Array), Some(items)) => Shape::ChildTable(items),
        _ => Shape::Cell,
    }
}

/// The kind of column that a field without a type suggests; none where its value is kept as JSON.
fn hint(field: &Field) -> Option<Kind> {
    field.hint().or_else(|| inferred_scalar(&field.schema))
}

fn inferred_scalar(schema: &Schema) -> Option<Kind> {
    schema.inferred().filter(|kind| matches!(kind, Kind::String | Kind::Number | Kind::Boolean))
}

/// True if `null` passes.
fn takes_null(schema: &Schema) -> bool {
    let listed = schema.members.as_ref().is_none_or(|members| members.contains(&Value::Null));
    let constant = schema.constant.as_ref().is_none_or(|constant| *constant == Value::Null);
    (schema.nullable || matches!(schema.kind, None | Some(Kind::Null))) && listed && constant
}

impl Table<'_> {
    /// True for the table that holds a context itself.
    pub fn is_main(&self) -> bool {
        self.parent.is_none()
    }
}

impl<'a> Tables<'a> {
    /// The tables of contexts, given as ids and schemas in source order; no more once there are `most` columns.
    pub fn of(contexts: impl Iterator<Item = (&'a str, &'a Schema)>, most: usize) -> Self {
        let mut tables = Tables::default();
        let mut names = Names::default();
        let mut columns = 0;
        for (context, (id, schema)) in contexts.enumerate() {
            let name = format!("context_{}", id.replace('.', "_"));
            let start = tables.all.len();
            tables.add(&mut names, name, schema, (context, None), None, Vec::new());
            columns += tables.all.iter().skip(start).map(|table| table.taken.len()).sum::<usize>();
            if columns >= most {
                break;
            }
        }
        tables
    }

    /// The tables of a context, or of all.
    pub fn of_context(&self, context: Option<usize>) -> impl Iterator<Item = (usize, &Table<'a>)> {
        self.all.iter().enumerate().filter(move |(_, table)| context.is_none_or(|context| table.context == context))
    }

    fn add(
        &mut self,
        names: &mut Names,
        name: String,
        item: &'a Schema,
        place: Place,
        parent: Option<usize>,
        keys: Vec<Arc<str>>,
    ) {
        let at = self.all.len();
        let name = self.claim(names, name, place);
        let mut parts = Parts { columns: Vec::new(), lists: Vec::new() };
        match shape(item) {
            Shape::Columns => parts.flatten(item, &mut Vec::new(), place.1, !takes_null(item)),
            // A context that declares nothing has its key only.
            _ if parent.is_none() => {}
            _ => {
                let required = !takes_null(item);
                let hint = inferred_scalar(item);
                parts
                    .columns
                    .push((None, Column { name: "value".to_owned(), keys: Vec::new(), schema: item, hint, required }));
            }
        }
        let mut inside = Names::default();
        let mut columns = Vec::new();
        for (field, mut column) in parts.columns {
            column.name = self.claim(&mut inside, column.name, (place.0, field));
            columns.push(column);
        }
        let mut taken: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        let id = free("id", &taken);
        taken.push(id.clone());
        let depth = parent.and_then(|parent| self.all.get(parent)).map_or(0, |parent| parent.depth + 1);
        if let Some(parent) = parent.and_then(|parent| self.all.get_mut(parent)) {
            parent.lists.push(at);
        }
        let prefix = name.clone() + "_";
        let lists = Vec::new();
        self.all.push(Table { name, context: place.0, item, parent, depth, keys, columns, lists, id, taken });
        for (field, keys, items) in parts.lists {
            let name = prefix.clone() + &keys.join("_");
            self.add(names, name, items, (place.0, field), Some(at), keys);
        }
    }

    fn claim(&mut self, names: &mut Names, name: String, place: Place) -> String {
        match names.claim(&name, place) {
            (given, None) => given,
            (given, Some((other, first))) => {
                self.collisions.push(Collision { names: [other, name], first, second: place });
                given
            }
        }
    }
}

/// What the fields of an object become.
struct Parts<'a> {
    columns: Vec<(Option<usize>, Column<'a>)>,
    lists: Vec<List<'a>>,
}

/// A list: the field at the top it is in, where it stands, and what its items are.
type List<'a> = (Option<usize>, Vec<Arc<str>>, &'a Schema);

impl<'a> Parts<'a> {
    /// Adds the fields of an object at `keys`. `field` is the field at the top they are in; at the top they are it.
    fn flatten(&mut self, object: &'a Schema, keys: &mut Vec<Arc<str>>, field: Option<usize>, required: bool) {
        for (at, child) in object.fields().iter().enumerate() {
            let field = field.or(Some(at));
            let required = required && child.required && !takes_null(&child.schema);
            keys.push(child.name.clone());
            match shape(&child.schema) {
                Shape::Columns => self.flatten(&child.schema, keys, field, required),
                Shape::ChildTable(items) => self.lists.push((field, keys.clone(), items)),
                Shape::Cell => {
                    let name = keys.join("_");
                    let (schema, hint) = (&*child.schema, hint(child));
                    self.columns.push((field, Column { name, keys: keys.clone(), schema, hint, required }));
                }
            }
            keys.pop();
        }
    }
}
