//! Tables as text.

use super::names::{free, literal, quoted};
use super::{Column, Layout, Table, Tables};
use crate::schema::{Kind, Schema};
use crate::value::Value;

/// `CREATE TABLE` with its lines.
pub fn create(name: &str, lines: &[String]) -> String {
    format!("CREATE TABLE {} (\n  {}\n);", quoted(name), lines.join(",\n  "))
}

impl Tables<'_> {
    /// The definitions of the tables of a context (by position), or of all; parents before children.
    pub fn ddl(&self, layout: Layout, context: Option<usize>) -> String {
        let tables: Vec<String> = self.of_context(context).map(|(_, table)| self.define(table, layout)).collect();
        tables.join("\n\n")
    }

    fn define(&self, table: &Table, layout: Layout) -> String {
        let names = Bookkeeping::of(self, table);
        let mut lines = vec![format!("{} INTEGER PRIMARY KEY", quoted(&table.id))];
        let main_of_run = table.parent.is_none() && layout == Layout::Run;
        if table.parent.is_some() {
            lines.push(format!("{} INTEGER NOT NULL", quoted(&names.parent)));
            lines.push(format!("{} INTEGER NOT NULL", quoted(&names.index)));
        } else if main_of_run {
            lines.push(format!("{} TEXT", quoted(&names.path)));
            lines.push(format!("{} INTEGER NOT NULL", quoted(&names.version)));
        }
        for column in &table.columns {
            lines.push(define_column(column, column.required && !main_of_run));
        }
        if main_of_run {
            lines.push(format!("{} TEXT NOT NULL", quoted(&names.gaps)));
            lines.push(format!("{} TEXT", quoted(&names.extra)));
            lines.push(format!("FOREIGN KEY ({}) REFERENCES paths(id)", quoted(&names.path)));
        }
        if let Some(parent) = table.parent.and_then(|parent| self.all.get(parent)) {
            lines.push(format!(
                "FOREIGN KEY ({}) REFERENCES {}({}) ON DELETE CASCADE",
                quoted(&names.parent),
                quoted(&parent.name),
                quoted(&parent.id)
            ));
        }
        create(&table.name, &lines)
    }
}

/// Names of the columns that are not the author's, the key apart.
pub(super) struct Bookkeeping {
    pub parent: String,
    pub index: String,
    pub path: String,
    pub version: String,
    pub gaps: String,
    pub extra: String,
}

impl Bookkeeping {
    pub(super) fn of(tables: &Tables, table: &Table) -> Self {
        let free = |name: &str| free(name, &table.taken);
        let parent = table.parent.and_then(|parent| tables.all.get(parent));
        Bookkeeping {
            parent: parent.map_or_else(String::new, |parent| free(&format!("{}_id", parent.name))),
            index: free("index"),
            path: free("path_id"),
            version: free("version"),
            gaps: free("gaps"),
            extra: free("extra"),
        }
    }
}

fn define_column(column: &Column, not_null: bool) -> String {
    let schema = column.schema;
    let kind = match column.hint.or(schema.kind) {
        // No affinity, so that a value of another kind than the inferred one stays what it is.
        _ if schema.inferred().is_some() => "",
        Some(Kind::String) => " TEXT",
        Some(Kind::Number) if column.hint.is_some() => " NUMERIC",
        Some(Kind::Number) => " REAL",
        Some(Kind::Integer | Kind::Boolean) => " INTEGER",
        _ => " TEXT",
    };
    let name = quoted(&column.name);
    let mut text = format!("{name}{kind}");
    if not_null {
        text.push_str(" NOT NULL");
    }
    let checks = checks(schema, &name);
    if !checks.is_empty() {
        text.push_str(&format!(" CHECK ({})", checks.join(" AND ")));
    }
    text
}

/// The conditions that have a form in SQL, in the order they are written.
fn checks(schema: &Schema, name: &str) -> Vec<String> {
    let mut checks = Vec::new();
    let Some(kind) = schema.kind else { return checks };
    if !matches!(kind, Kind::String | Kind::Number | Kind::Integer | Kind::Boolean) {
        return checks;
    }
    let mut listed = false;
    for values in [schema.members.as_deref(), schema.constant.as_ref().map(std::slice::from_ref)].into_iter().flatten()
    {
        // Members of other kinds never pass. A list that names nothing would refuse NULL too.
        let fit: Vec<String> = values.iter().filter(|value| kind.takes(Kind::of(value))).map(literal).collect();
        if !fit.is_empty() {
            checks.push(format!("{name} IN ({})", fit.join(", ")));
            listed = true;
        }
    }
    if kind == Kind::Boolean && !listed {
        checks.push(format!("{name} IN (0, 1)"));
    }
    let mut bound = |left: &str, sign: &str, limit: Option<f64>| {
        if let Some(limit) = limit {
            checks.push(format!("{left} {sign} {}", literal(&Value::Num(limit))));
        }
    };
    let length = format!("length({name})");
    bound(&length, ">=", schema.text.min_length.map(|length| length as f64));
    bound(&length, "<=", schema.text.max_length.map(|length| length as f64));
    bound(name, ">=", schema.number.minimum);
    bound(name, ">", schema.number.exclusive_minimum);
    bound(name, "<=", schema.number.maximum);
    bound(name, "<", schema.number.exclusive_maximum);
    checks
}
