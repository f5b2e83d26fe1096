//! Contexts and runs as SQL, run in the real SQLite.

mod dml;
mod names;
mod property;
mod read;
mod run;
mod schema;

use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::types::{ToSqlOutput, Value as Cell};
use tracklight::machine::Machine;
use tracklight::schema::Json;
use tracklight::schema::sql::{Layout, Statement};
use tracklight::value::Value;
use tracklight::view::{ddl, table_names};

/// The machine of the worked examples.
const CREEK: &str = include_str!("schema/creek.dygram");

fn json(text: &str) -> Value {
    Json::parse(text).unwrap_or_else(|| panic!("no JSON: {text}")).to_value()
}

/// A machine without errors.
fn machine(source: &str) -> Arc<Machine> {
    let machine = Machine::parse(source);
    let errors: Vec<_> = machine.diagnostics.iter().filter(|one| one.severity.word() == "error").collect();
    assert!(errors.is_empty(), "{errors:?}");
    machine
}

/// The definitions of a machine's contexts.
fn plain(source: &str) -> String {
    ddl(&machine(source), Layout::Plain, None)
}

/// The lines of the first table of a machine, the first and the last one left out.
fn lines(source: &str) -> Vec<String> {
    let text = plain(source);
    let table = text.split("\n\n").next().unwrap();
    let lines: Vec<String> = table.lines().map(|line| line.trim().trim_end_matches(',').to_owned()).collect();
    lines[2..lines.len() - 1].to_vec()
}

fn tables(source: &str) -> Vec<String> {
    table_names(&machine(source), Layout::Plain, None)
}

/// A database with these tables.
fn open(ddl: &str) -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    connection.execute_batch("PRAGMA foreign_keys = ON;").unwrap();
    connection.execute_batch(ddl).unwrap_or_else(|error| panic!("{error}\n{ddl}"));
    connection
}

fn execute(connection: &Connection, statement: &Statement) -> rusqlite::Result<usize> {
    let params = statement.params.iter().map(|param| match param {
        Value::Null => Cell::Null,
        Value::Num(number) => Cell::Real(*number),
        Value::Str(text) => Cell::Text(text.to_string()),
        other => panic!("{other:?} is no parameter"),
    });
    connection.execute(&statement.sql, rusqlite::params_from_iter(params.map(ToSqlOutput::Owned)))
}

fn fill(connection: &Connection, statements: &[Statement]) {
    for statement in statements {
        execute(connection, statement).unwrap_or_else(|error| panic!("{error}: {statement:?}"));
    }
}

/// The result of a query, a line per row, cells separated by `|`.
fn query(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
    let count = statement.column_count();
    let rows = statement.query_map([], |row| {
        let cells = (0..count).map(|at| {
            Ok(match row.get::<_, Cell>(at)? {
                Cell::Null => "NULL".to_owned(),
                Cell::Integer(number) => number.to_string(),
                Cell::Real(number) => tracklight::number::print(number),
                Cell::Text(text) => text,
                Cell::Blob(_) => "a blob".to_owned(),
            })
        });
        Ok(cells.collect::<rusqlite::Result<Vec<_>>>()?.join("|"))
    });
    rows.unwrap().map(Result::unwrap).collect()
}
