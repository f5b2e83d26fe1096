//! A whole run as a database: the run's own tables, then one row per path and context.

use std::sync::Arc;

use crate::context::{ContextMap, store};
use crate::json::to_string;
use crate::machine::Machine;
use crate::machine::model::ContextIdx;
use crate::run::state::artifacts::artifacts;
use crate::run::state::{InfoRequest, Origin, Path, RequestState, Status};
use crate::run::step::awaited::{awaited_events, running_timers};
use crate::run::step::join::{OpenJoin, open_joins};
use crate::run::{Run, Timeline};
use crate::schema::Json;
use crate::schema::sql::{Layout, Owner, Rows, Statement, Tables, create, literal};
use crate::value::Value;
use crate::view::tables::reason;

/// The run's own tables with their lines.
const OWN: [(&str, &[&str]); 8] = [
    ("run_info", &["key TEXT PRIMARY KEY", "value TEXT"]),
    (
        "paths",
        &[
            "id TEXT PRIMARY KEY",
            "position INTEGER NOT NULL",
            "parent_id TEXT",
            "origin TEXT NOT NULL CHECK (origin IN ('start', 'fork'))",
            "branch INTEGER NOT NULL",
            "item_index INTEGER",
            "item_total INTEGER",
            "node TEXT NOT NULL",
            "status TEXT NOT NULL",
            "reason TEXT",
            "merged_into TEXT",
            "entries INTEGER NOT NULL",
            "errors INTEGER NOT NULL",
            "FOREIGN KEY (parent_id) REFERENCES paths(id)",
            "FOREIGN KEY (merged_into) REFERENCES paths(id) DEFERRABLE INITIALLY DEFERRED",
        ],
    ),
    (
        "steps",
        &[
            "step INTEGER PRIMARY KEY",
            "tick INTEGER NOT NULL",
            "action INTEGER NOT NULL",
            "kind TEXT NOT NULL",
            "path_id TEXT",
            "outcome TEXT NOT NULL",
            "live_paths INTEGER NOT NULL",
        ],
    ),
    (
        "events",
        &[
            "seq INTEGER PRIMARY KEY",
            "step INTEGER NOT NULL",
            "path_id TEXT",
            "node TEXT",
            "kind TEXT NOT NULL",
            "data TEXT NOT NULL",
            "FOREIGN KEY (step) REFERENCES steps(step)",
        ],
    ),
    (
        "requests",
        &[
            "id TEXT PRIMARY KEY",
            "path_id TEXT NOT NULL",
            "node TEXT NOT NULL",
            "visit INTEGER NOT NULL",
            "raised_by TEXT NOT NULL CHECK (raised_by IN ('machine', 'agent'))",
            "priority TEXT NOT NULL CHECK (priority IN ('required', 'optional'))",
            "query TEXT NOT NULL CHECK (length(query) >= 1 AND length(query) <= 1000)",
            "reason TEXT NOT NULL CHECK (length(reason) >= 1 AND length(reason) <= 500)",
            "state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'lapsed'))",
            "ok INTEGER CHECK (ok IN (0, 1))",
            "answer TEXT",
            "context TEXT",
            "value TEXT",
            "FOREIGN KEY (path_id) REFERENCES paths(id)",
        ],
    ),
    (
        "awaited_events",
        &[
            "path TEXT NOT NULL",
            "node TEXT NOT NULL",
            "edge TEXT NOT NULL",
            "name TEXT NOT NULL",
            "condition TEXT",
            "FOREIGN KEY (path) REFERENCES paths(id)",
        ],
    ),
    (
        "timers",
        &[
            "path TEXT NOT NULL",
            "node TEXT NOT NULL",
            "edge TEXT NOT NULL",
            "due INTEGER NOT NULL",
            "\"left\" INTEGER NOT NULL",
            "FOREIGN KEY (path) REFERENCES paths(id)",
        ],
    ),
    (
        "artifacts",
        &[
            "id TEXT PRIMARY KEY",
            "name TEXT NOT NULL",
            "context TEXT NOT NULL",
            "field TEXT NOT NULL",
            "path_id TEXT",
            "media TEXT NOT NULL",
            "bytes INTEGER NOT NULL",
            "text TEXT NOT NULL",
            "FOREIGN KEY (path_id) REFERENCES paths(id)",
        ],
    ),
];

/// A run as SQL.
#[derive(Clone, Debug)]
pub struct Database {
    /// The definitions of all tables.
    pub ddl: String,
    /// Their names, in that order.
    pub tables: Vec<String>,
    /// The rows, in an order that satisfies the foreign keys of one transaction.
    pub statements: Vec<Statement>,
    /// Definitions and rows as one text, with the values as literals.
    pub script: String,
}

crate::shape!(Database { ddl, tables, statements, script });

/// The definitions of the tables of a context, or of all with, in the layout of runs, the run's own.
pub fn ddl(machine: &Machine, layout: Layout, context: Option<ContextIdx>) -> String {
    define(&machine.tables(), layout, context)
}

/// The names of the tables that [`ddl`] defines, in that order.
pub fn table_names(machine: &Machine, layout: Layout, context: Option<ContextIdx>) -> Vec<String> {
    names(&machine.tables(), layout, context)
}

fn define(tables: &Tables, layout: Layout, context: Option<ContextIdx>) -> String {
    let mut text = String::new();
    if layout == Layout::Run && context.is_none() {
        for (name, lines) in OWN {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            text.push_str(&create(name, &lines));
            text.push_str("\n\n");
        }
    }
    text.push_str(&tables.ddl(layout, context.map(|context| context.0 as usize)));
    text.truncate(text.trim_end().len());
    text
}

fn names(tables: &Tables, layout: Layout, context: Option<ContextIdx>) -> Vec<String> {
    let own: &[(&str, &[&str])] = if layout == Layout::Run && context.is_none() { &OWN } else { &[] };
    let mut names: Vec<String> = own.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.extend(tables.of_context(context.map(|at| at.0 as usize)).map(|(_, table)| table.name.clone()));
    names
}

/// The run at the cursor, with its steps and events up to there.
pub fn database(timeline: &Timeline) -> Database {
    let run = timeline.run();
    let tables = run.machine.tables();
    let mut own = Own(Vec::new());
    own.info(timeline);
    let joins = open_joins(run);
    for (position, path) in run.paths.values().enumerate() {
        own.path(run, path, position, &joins);
    }
    own.steps(timeline);
    own.events(timeline);
    for request in run.requests.values() {
        own.request(request);
    }
    own.waiting(run);
    own.artifacts(run);
    let mut rows = Rows::new(&tables);
    rows.statements = own.0;
    for (table, of) in tables.of_context(None).filter(|(_, table)| table.is_main()) {
        let at = ContextIdx(of.context as u32);
        if run.machine.contexts[at].shared {
            context_row(run, &mut rows, table, at, None, &run.shared);
        } else {
            for path in run.paths.values() {
                context_row(run, &mut rows, table, at, Some(&path.id.to_string()), &path.context);
            }
        }
    }
    let statements = rows.statements;
    let ddl = define(&tables, Layout::Run, None);
    let script = script(&ddl, &statements);
    Database { tables: names(&tables, Layout::Run, None), ddl, statements, script }
}

fn context_row(run: &Run, rows: &mut Rows, table: usize, at: ContextIdx, path: Option<&str>, map: &ContextMap) {
    let machine = &run.machine;
    let owner = Owner { path, version: store::version(machine, &run.added, map, at) };
    if let Value::Map(fields) = store::whole(machine, &run.added, map, at) {
        rows.of_run(table, &machine.contexts[at].schema, &fields, owner);
    }
}

/// One transaction that makes the same database as the statements.
fn script(ddl: &str, statements: &[Statement]) -> String {
    let mut text = String::from("BEGIN;\n\n");
    text.push_str(ddl);
    text.push_str("\n\n");
    for statement in statements {
        // The marks are last, and hold no parenthesis.
        let head = statement.sql.rsplit_once('(').map_or("", |(head, _)| head);
        text.push_str(head);
        text.push('(');
        let values: Vec<String> = statement.params.iter().map(literal).collect();
        text.push_str(&values.join(", "));
        text.push_str(");\n");
    }
    text.push_str("\nCOMMIT;\n");
    text
}

/// The rows of the run's own tables.
struct Own(Vec<Statement>);

fn text(words: &str) -> Value {
    Value::from(words)
}

impl Own {
    fn add(&mut self, table: &str, row: Vec<(&str, Value)>) {
        let mut columns = Vec::new();
        let mut params = Vec::new();
        for (name, value) in row {
            if value != Value::Null {
                columns.push(name);
                params.push(value);
            }
        }
        // These names are bare in the definitions, and so they are here.
        let marks = vec!["?"; columns.len()].join(", ");
        let sql = format!("INSERT INTO {table} ({}) VALUES ({marks})", columns.join(", "));
        self.0.push(Statement { sql, params });
    }

    fn info(&mut self, timeline: &Timeline) {
        let run = timeline.run();
        let facts = [
            ("title", run.machine.title.as_deref().map_or(Value::Null, text)),
            ("machine_hash", text(run.machine.hash())),
            ("branch", Value::from(timeline.place().branch)),
            ("step", Value::from(run.step.to_string())),
            ("outcome", text(run.outcome.word())),
        ];
        for (key, value) in facts {
            self.add("run_info", vec![("key", text(key)), ("value", value)]);
        }
    }

    fn path(&mut self, run: &Run, path: &Arc<Path>, position: usize, joins: &[OpenJoin]) {
        let (origin, branch, place) = match &*path.origin {
            Origin::Start { index } => ("start", *index, None),
            Origin::Fork { branch, replica, .. } => ("fork", *branch, replica.as_ref()),
        };
        let merged_into = match &path.status {
            Status::Merged(into) => Value::from(into.to_string()),
            _ => Value::Null,
        };
        self.add(
            "paths",
            vec![
                ("id", Value::from(path.id.to_string())),
                ("position", Value::from(position)),
                ("parent_id", path.parent.as_ref().map_or(Value::Null, |id| Value::from(id.to_string()))),
                ("origin", text(origin)),
                ("branch", Value::from(branch)),
                ("item_index", place.map_or(Value::Null, |place| Value::from(place.index))),
                ("item_total", place.map_or(Value::Null, |place| Value::from(place.total))),
                ("node", text(run.node_of(path))),
                ("status", text(path.status.word())),
                ("reason", reason(run, path, joins).map_or(Value::Null, Value::from)),
                ("merged_into", merged_into),
                ("entries", Value::from(path.entries)),
                ("errors", Value::from(path.errors)),
            ],
        );
    }

    fn steps(&mut self, timeline: &Timeline) {
        for row in timeline.rows(None).unwrap_or_default() {
            if row.step > timeline.place().step {
                break;
            }
            let live = timeline.stored_run(row.step).map_or(0, |run| run.live().count());
            self.add(
                "steps",
                vec![
                    ("step", Value::from(row.step)),
                    ("tick", Value::from(row.tick)),
                    ("action", Value::from(row.action)),
                    ("kind", text(row.kind)),
                    ("path_id", row.path.map_or(Value::Null, Value::from)),
                    ("outcome", text(row.outcome.word())),
                    ("live_paths", Value::from(live)),
                ],
            );
        }
    }

    fn events(&mut self, timeline: &Timeline) {
        for event in timeline.events(0, usize::MAX) {
            // The history limit may have dropped its step, and with it the row that it refers to.
            if timeline.stored_run(event.step).is_none() {
                continue;
            }
            let (mut path, mut node, mut data) = (Value::Null, Value::Null, Vec::new());
            // An event is plain data only as JSON.
            if let Some(Json::Map(entries)) = Json::parse(&to_string(event)) {
                for (key, value) in entries {
                    match &*key {
                        "seq" | "step" | "tick" | "kind" => {}
                        "path" => path = value.to_value(),
                        "node" => node = value.to_value(),
                        _ => data.push((key, value)),
                    }
                }
            }
            self.add(
                "events",
                vec![
                    ("seq", Value::from(event.seq as f64)),
                    ("step", Value::from(event.step)),
                    ("path_id", path),
                    ("node", node),
                    ("kind", text(event.kind.word())),
                    ("data", Value::from(to_string(&Json::Map(data)))),
                ],
            );
        }
    }

    fn request(&mut self, request: &InfoRequest) {
        let (ok, answer, value) = match &request.state {
            RequestState::Answered { ok, text, value } => {
                let value = value.as_ref().map_or(Value::Null, |value| Value::from(value.to_json()));
                (Value::from(u32::from(*ok)), Value::from(text.clone()), value)
            }
            _ => (Value::Null, Value::Null, Value::Null),
        };
        let context = request.form.as_ref().map_or(Value::Null, |form| Value::from(form.context.clone()));
        self.add(
            "requests",
            vec![
                ("id", Value::from(request.id.to_string())),
                ("path_id", Value::from(request.id.path.to_string())),
                ("node", text(&request.node)),
                ("visit", Value::from(request.visit)),
                ("raised_by", text(if request.declared { "machine" } else { "agent" })),
                ("priority", text(request.priority().word())),
                // To SQL a text ends at a NUL, and one without length is refused.
                ("query", Value::from(request.query.replace('\0', "\u{fffd}"))),
                ("reason", Value::from(request.reason.replace('\0', "\u{fffd}"))),
                ("state", text(request.state.word())),
                ("ok", ok),
                ("answer", answer),
                ("context", context),
                ("value", value),
            ],
        );
    }

    fn waiting(&mut self, run: &Run) {
        for awaited in awaited_events(run, None) {
            self.add(
                "awaited_events",
                vec![
                    ("path", Value::from(awaited.path.to_string())),
                    ("node", text(&awaited.node)),
                    ("edge", Value::from(format!("e{}", awaited.edge.0))),
                    ("name", text(&awaited.name)),
                    ("condition", awaited.condition.map_or(Value::Null, Value::from)),
                ],
            );
        }
        for timer in running_timers(run, None) {
            self.add(
                "timers",
                vec![
                    ("path", Value::from(timer.path.to_string())),
                    ("node", text(&timer.node)),
                    ("edge", Value::from(format!("e{}", timer.edge.0))),
                    ("due", Value::from(timer.due as f64)),
                    ("\"left\"", Value::from(timer.left as f64)),
                ],
            );
        }
    }

    fn artifacts(&mut self, run: &Run) {
        for artifact in artifacts(run) {
            self.add(
                "artifacts",
                vec![
                    ("id", Value::from(artifact.id)),
                    ("name", Value::from(artifact.name)),
                    ("context", Value::from(artifact.context)),
                    ("field", Value::from(artifact.field)),
                    ("path_id", artifact.path.map_or(Value::Null, |path| Value::from(path.to_string()))),
                    ("media", text(artifact.media)),
                    ("bytes", Value::from(artifact.bytes)),
                    ("text", Value::from(artifact.text)),
                ],
            );
        }
    }
}
