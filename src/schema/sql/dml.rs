//! Statements that write, replace and remove one value.

use super::names::quoted;
use super::rows::{Survey, find};
use super::{Layout, Rows, Statement, Tables};
use crate::schema::sql::ddl::Bookkeeping;
use crate::schema::{Amount, Report, Scope};
use crate::value::Value;

/// What is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Op {
    /// A new row with its children.
    #[default]
    Insert,
    /// New values for the given fields of a row.
    Update,
    /// The row and its children are removed.
    Delete,
}

/// How to do it.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is done.
    pub op: Op,
    /// The key of the row.
    pub id: u32,
    /// The first key of new rows in child tables, 1 for those not named.
    pub first_ids: Vec<(String, u32)>,
}

impl Default for Options {
    fn default() -> Self {
        Options { op: Op::Insert, id: 1, first_ids: Vec::new() }
    }
}

/// The statements, and what they leave out.
#[derive(Clone, Debug, PartialEq)]
pub struct Dml {
    /// In the order they have to run.
    pub statements: Vec<Statement>,
    /// Pointers of keys that are not declared and have no place in the tables.
    pub dropped: Vec<String>,
}

impl Tables<'_> {
    /// The statements for a value of a context (by position) in the plain layout. A value that is invalid, or for an
    /// insert incomplete, is refused with everything that is wrong with it. For a delete the value is not looked at.
    pub fn dml(&self, context: usize, value: &Value, options: &Options) -> Result<Dml, Report> {
        let mut done = Dml { statements: Vec::new(), dropped: Vec::new() };
        let Some((main, table)) = self.of_context(Some(context)).next() else { return Ok(done) };
        let mut rows = Rows::new(self);
        for (name, first) in &options.first_ids {
            let known = self.all.iter().position(|table| table.name == *name);
            if let Some(next) = known.and_then(|at| rows.next.get_mut(at)) {
                *next = *first;
            }
        }
        if let Some(next) = rows.next.get_mut(main) {
            *next = options.id;
        }
        let schema = table.item;
        let value = match value {
            Value::Map(fields) => Value::from(schema.complete_fields(fields)),
            other => other.clone(),
        };
        if options.op != Op::Delete {
            let scope = if options.op == Op::Insert { Scope::Whole } else { Scope::Fields };
            let report = schema.validate(&value, scope, Amount::All);
            if !report.is_empty() {
                return Err(report);
            }
            let mut survey = Survey::default();
            survey.value(schema, &value, "");
            done.dropped = survey.undeclared.keys().map(|pointer| pointer.to_string()).collect();
        }
        match options.op {
            Op::Insert => rows.plain(main, &value),
            Op::Update => self.update(&mut rows, main, &value, options.id),
            Op::Delete => {
                self.clear(&mut rows, main, options.id);
                let sql = format!("DELETE FROM {} WHERE {} = ?", quoted(&table.name), quoted(&table.id));
                rows.statements.push(Statement { sql, params: vec![Value::from(options.id)] });
            }
        }
        done.statements = rows.statements;
        Ok(done)
    }

    /// New values for the columns and lists of the fields that are given. An object is given whole: what is absent
    /// in it is cleared.
    fn update(&self, rows: &mut Rows, main: usize, value: &Value, id: u32) {
        let Some(table) = self.all.get(main) else { return };
        let given = |keys: &[std::sync::Arc<str>]| keys.first().is_some_and(|key| value.get(key).is_some());
        let (mut sets, mut params) = (Vec::new(), Vec::new());
        for column in table.columns.iter().filter(|column| given(&column.keys)) {
            sets.push(format!("{} = ?", quoted(&column.name)));
            params.push(find(value, &column.keys).map_or(Value::Null, |value| column.param(value)));
        }
        if !sets.is_empty() {
            let (name, key) = (quoted(&table.name), quoted(&table.id));
            params.push(Value::from(id));
            let sql = format!("UPDATE {name} SET {} WHERE {key} = ?", sets.join(", "));
            rows.statements.push(Statement { sql, params });
        }
        for list in &table.lists {
            if self.all.get(*list).is_some_and(|child| given(&child.keys)) {
                self.clear(rows, *list, id);
                self.remove(rows, *list, id);
                rows.items(*list, value, id, Layout::Plain);
            }
        }
    }

    /// Removes the rows of all tables below one, deepest first, that hang on the row `id` of its main table.
    fn clear(&self, rows: &mut Rows, table: usize, id: u32) {
        let mut below = vec![table];
        let mut at = 0;
        while let Some(next) = below.get(at) {
            let lists = self.all.get(*next).map(|table| table.lists.clone());
            below.extend(lists.unwrap_or_default());
            at += 1;
        }
        for table in below.iter().skip(1).rev() {
            self.remove(rows, *table, id);
        }
    }

    /// Removes the rows of a child table that hang on the row `id` of its main table.
    fn remove(&self, rows: &mut Rows, table: usize, id: u32) {
        let Some(mut of) = self.all.get(table) else { return };
        let name = quoted(&of.name);
        let (mut head, mut tail) = (String::new(), String::new());
        while let Some(parent) = of.parent.and_then(|parent| self.all.get(parent)) {
            head.push_str(&quoted(&Bookkeeping::of(self, of).parent));
            if parent.parent.is_some() {
                head.push_str(&format!(" IN (SELECT {} FROM {} WHERE ", quoted(&parent.id), quoted(&parent.name)));
                tail.push(')');
            }
            of = parent;
        }
        let sql = format!("DELETE FROM {name} WHERE {head} = ?{tail}");
        rows.statements.push(Statement { sql, params: vec![Value::from(id)] });
    }
}
