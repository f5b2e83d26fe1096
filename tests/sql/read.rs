//! Reading rows back: what a host has to do, written from the rules and not from the code that makes the rows.

use std::collections::HashMap;

use super::json;
use rusqlite::Connection;
use rusqlite::types::Value as Cell;
use tracklight::schema::{Field, Kind, Schema, joined};
use tracklight::value::{Map, Value};

type Row = HashMap<String, Cell>;

/// The fields of the context in the only row of its main table.
pub fn context(connection: &Connection, table: &str, schema: &Schema) -> Value {
    let row = rows(connection, &format!("SELECT * FROM {}", name(table))).remove(0);
    let taken = columns(schema, "");
    let own = |word: &str| row[&free(word, &taken)].clone();
    let Cell::Text(gaps) = own("gaps") else { panic!("no gaps") };
    let extra = match own("extra") {
        Cell::Text(extra) => json(&extra),
        _ => Value::object(),
    };
    let reader = Reader { connection, gaps: json(&gaps), extra };
    let id = own("id");
    let mut value = reader.object(schema, &row, table, &id, &[], "");
    for (pointer, given) in reader.extra.as_map().unwrap() {
        let keys: Vec<String> =
            pointer.split('/').skip(1).map(|key| key.replace("~1", "/").replace("~0", "~")).collect();
        value = with(&value, &keys, given);
    }
    value
}

/// `value` with the end of a walk replaced.
fn with(value: &Value, keys: &[String], given: &Value) -> Value {
    let Some((key, rest)) = keys.split_first() else { return given.clone() };
    match value {
        Value::List(items) => {
            let at: usize = key.parse().unwrap();
            Value::List(std::sync::Arc::new(items.update(at, with(&items[at], rest, given))))
        }
        other => {
            let fields = other.as_map().cloned().unwrap_or_default();
            let inner = with(fields.get(key.as_str()).unwrap_or(&Value::Null), rest, given);
            Value::from(fields.update(key.as_str().into(), inner))
        }
    }
}

struct Reader<'a> {
    connection: &'a Connection,
    gaps: Value,
    extra: Value,
}

fn is_flat(schema: &Schema) -> bool {
    schema.kind == Some(Kind::Object) && !schema.fields().is_empty()
}

impl Reader<'_> {
    fn object(&self, schema: &Schema, row: &Row, table: &str, id: &Cell, keys: &[&str], pointer: &str) -> Value {
        let mut fields = Map::new();
        if keys.is_empty() && schema.kind != Some(Kind::Object) {
            panic!("no object");
        }
        for field in schema.fields() {
            let pointer = joined(pointer, &field.name);
            let keys: Vec<&str> = keys.iter().copied().chain([&*field.name]).collect();
            let gap = self.gaps.get(&pointer).and_then(Value::as_str);
            if gap == Some("unset") || self.extra.get(&pointer).is_some() {
                continue;
            }
            let value =
                if gap == Some("null") { Value::Null } else { self.field(field, row, table, id, &keys, &pointer) };
            fields.insert(field.name.clone(), value);
        }
        Value::from(fields)
    }

    fn field(&self, field: &Field, row: &Row, table: &str, id: &Cell, keys: &[&str], pointer: &str) -> Value {
        let schema = &*field.schema;
        if is_flat(schema) {
            return self.object(schema, row, table, id, keys, pointer);
        }
        if let (Some(Kind::Array), Some(items)) = (schema.kind, &schema.list.items) {
            return self.list(items, &format!("{table}_{}", keys.join("_")), table, id, pointer);
        }
        scalar(field.hint().or(schema.shown_kind()), &row[&keys.join("_")])
    }

    fn list(&self, item: &Schema, table: &str, parent: &str, id: &Cell, pointer: &str) -> Value {
        let taken = if is_flat(item) { columns(item, "") } else { vec!["value".to_owned()] };
        let link = name(&free(&format!("{parent}_id"), &taken));
        let index = name(&free("index", &taken));
        let Cell::Integer(id) = id else { panic!("no key") };
        let rows =
            rows(self.connection, &format!("SELECT * FROM {} WHERE {link} = {id} ORDER BY {index}", name(table)));
        let items = rows.iter().enumerate().map(|(at, row)| {
            let pointer = joined(pointer, &at.to_string());
            match () {
                () if self.gaps.get(&pointer).is_some() => Value::Null,
                () if is_flat(item) => self.object(item, row, table, &row[&free("id", &taken)], &[], &pointer),
                () => scalar(item.shown_kind(), &row["value"]),
            }
        });
        items.collect()
    }
}

fn scalar(kind: Option<Kind>, cell: &Cell) -> Value {
    match (kind, cell) {
        (_, Cell::Null) => Value::Null,
        (Some(Kind::Boolean), Cell::Integer(truth)) => Value::Bool(*truth == 1),
        // Every number is bound as a double, and a column without a type keeps it so.
        (Some(Kind::Boolean), Cell::Real(truth)) => Value::Bool(*truth == 1.0),
        (Some(Kind::Number | Kind::Integer), Cell::Integer(number)) => Value::from(*number as f64),
        (Some(Kind::Number | Kind::Integer), Cell::Real(number)) => Value::from(*number),
        (Some(Kind::String), Cell::Text(text)) => Value::from(text.as_str()),
        (_, Cell::Text(text)) => json(text),
        other => panic!("{other:?}"),
    }
}

/// The author's columns of an object, in no order.
fn columns(schema: &Schema, prefix: &str) -> Vec<String> {
    let mut all = Vec::new();
    for field in schema.fields() {
        let name = format!("{prefix}{}", field.name);
        let is_list = field.schema.kind == Some(Kind::Array) && field.schema.list.items.is_some();
        if is_flat(&field.schema) {
            all.extend(columns(&field.schema, &format!("{name}_")));
        } else if !is_list {
            all.push(name);
        }
    }
    all
}

fn free(word: &str, taken: &[String]) -> String {
    let mut word = word.to_owned();
    while taken.iter().any(|other| other.eq_ignore_ascii_case(&word)) {
        word.push('_');
    }
    word
}

fn name(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn rows(connection: &Connection, sql: &str) -> Vec<Row> {
    let mut statement = connection.prepare(sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
    let names: Vec<String> = statement.column_names().iter().map(|name| (*name).to_owned()).collect();
    let rows = statement.query_map([], |row| {
        names.iter().enumerate().map(|(at, name)| Ok((name.clone(), row.get(at)?))).collect::<rusqlite::Result<Row>>()
    });
    rows.unwrap().map(Result::unwrap).collect()
}
