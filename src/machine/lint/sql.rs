//! Contexts and fields whose SQL tables or columns would have one name.

use crate::diagnostic::Diagnostic;
use crate::machine::lint::Facts;
use crate::schema::{Kind, Schema};
use crate::text::Span;

/// The most names that are compared; types that hold types can stand for many more.
const MOST: usize = 100_000;

/// Checks the names of all tables and of the columns of each.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let mut names = Names::default();
    for context in machine.contexts.iter() {
        let node = &machine.nodes[context.node];
        let table = format!("context_{}", node.id.replace('.', "_"));
        let own = node.name_span.unwrap_or_default();
        let number = names.add(None, &table, own);
        let mut keys: Vec<(&str, Span)> = node.attributes.iter().map(|one| (&*one.name, one.key_span)).collect();
        keys.sort_unstable();
        for field in context.schema.fields() {
            let at = keys.binary_search_by(|(key, _)| (**key).cmp(&field.name)).ok();
            let span = at.and_then(|at| keys.get(at)).map_or(own, |(_, span)| *span);
            names.column((number, &table), &field.name, &field.schema, span);
        }
    }
    let Names { mut list } = names;
    list.sort_by(|a, b| a.key.cmp(&b.key));
    for pair in list.windows(2) {
        let [first, second] = pair else { continue };
        if first.key != second.key {
            continue;
        }
        for (here, there) in [(first, second), (second, first)] {
            let message = if here.name == there.name {
                format!("`{}` would be the name of two things in SQL", here.name)
            } else {
                format!("`{}` and `{}` are one name in SQL", here.name, there.name)
            };
            findings.push(
                Diagnostic::warning("sql-name-collision", here.span, message)
                    .hint("the later one gets a number behind its name; rename one of them")
                    .related(there.span, "the other one"),
            );
        }
    }
}

/// The name of a table, or of a column with the number of its table. SQLite compares without case.
struct Name {
    key: String,
    name: String,
    span: Span,
}

#[derive(Default)]
struct Names {
    list: Vec<Name>,
}

impl Names {
    /// Adds a column of a table, or (without one) a table; gives the number of what it added.
    fn add(&mut self, table: Option<usize>, name: &str, span: Span) -> usize {
        if self.list.len() < MOST {
            let key = format!("{}.{name}", table.map_or(0, |table| table + 1)).to_ascii_lowercase();
            self.list.push(Name { key, name: name.to_owned(), span });
        }
        self.list.len()
    }

    /// The column of a field, those of its inner fields, or the table of its list.
    fn column(&mut self, table: (usize, &str), name: &str, schema: &Schema, span: Span) {
        if schema.kind == Some(Kind::Object) && !schema.fields().is_empty() {
            for field in schema.fields() {
                self.column(table, &format!("{name}_{}", field.name), &field.schema, span);
            }
        } else if let (Some(Kind::Array), Some(items)) = (schema.kind, &schema.list.items) {
            let child = format!("{}_{name}", table.1);
            let number = self.add(None, &child, span);
            for field in items.fields().iter().filter(|_| items.kind == Some(Kind::Object)) {
                self.column((number, &child), &field.name, &field.schema, span);
            }
        } else {
            self.add(Some(table.0), name, span);
        }
    }
}
