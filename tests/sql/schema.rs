//! Definitions: columns, checks, child tables.

use super::{CREEK, fill, json, lines, machine, open, plain, query, tables};
use tracklight::schema::sql::{Layout, Options};
use tracklight::view::contexts::dml;
use tracklight::view::{contexts, ddl, table_names};

fn of_context(source: &str, layout: Layout, context: &str) -> String {
    let machine = machine(source);
    ddl(&machine, layout, contexts::find(&machine, context))
}

/// Runs a statement and gives what SQLite says against it.
fn refused(database: &rusqlite::Connection, sql: &str) -> String {
    database.execute(sql, []).map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

#[test]
fn scalars_map_to_column_types_and_the_key_comes_first() {
    let text = plain(
        "context C { s<string?>; i<int?>; n<number?>; b<boolean?>; d<Date?>; x<any>; m<'a' | 3>; o<object?>; \
         r<Map<string, int>?>; l<array?>; h: \"calm\"; w: 2; f: false }",
    );
    assert_eq!(
        text,
        "CREATE TABLE context_C (\n  id INTEGER PRIMARY KEY,\n  s TEXT,\n  i INTEGER,\n  n REAL,\n  b INTEGER CHECK \
         (b IN (0, 1)),\n  \
         d TEXT,\n  x TEXT,\n  m TEXT NOT NULL,\n  o TEXT,\n  r TEXT,\n  l TEXT,\n  h TEXT,\n  w NUMERIC,\n  f \
         INTEGER\n);"
    );
    open(&text);
}

#[test]
fn a_context_without_fields_has_its_key_only() {
    assert_eq!(plain("context C"), "CREATE TABLE context_C (\n  id INTEGER PRIMARY KEY\n);");
    assert_eq!(plain("state s"), "");
}

#[test]
fn not_null_states_what_a_complete_value_needs() {
    let source = "type Spot { lat<number>; note<string?> }
        context C { a<string>; b<string?>; in<Spot>; maybe<Spot?>; hint: \"x\"; any<any>; list<List<string>>; \
        holes<List<string?>> }";
    let text = plain(source);
    assert_eq!(
        lines(source),
        [
            "a TEXT NOT NULL",
            "b TEXT",
            "in_lat REAL NOT NULL",
            "in_note TEXT",
            "maybe_lat REAL",
            "maybe_note TEXT",
            "hint TEXT",
            "any TEXT"
        ]
    );
    assert!(text.contains("  \"index\" INTEGER NOT NULL,\n  value TEXT NOT NULL,\n"), "{text}");
    assert!(text.contains("  \"index\" INTEGER NOT NULL,\n  value TEXT,\n"), "{text}");
    let run = of_context(source, Layout::Run, "C");
    let main = run.split("\n\n").next().unwrap();
    let authors: Vec<&str> = main.lines().filter(|line| line.contains("NOT NULL")).map(str::trim).collect();
    assert_eq!(authors, ["version INTEGER NOT NULL,", "gaps TEXT NOT NULL,"]);
    assert!(run.contains("  value TEXT NOT NULL,\n"), "child tables keep it");
}

#[test]
fn checks_appear_alone_and_together_in_the_stated_order() {
    let source = "context C {
        a<string?> @minLength(2);
        b<string?> @maxLength(3) @minLength(1);
        c<number?> @maximum(9) @minimum(1);
        d<number?> @exclusiveMaximum(9) @exclusiveMinimum(1);
        e<\"it's\" | 'b'?>;
        f<boolean?>;
        g<1 | 2?>;
        h<string?> @pattern(\"^x\") @format(\"uuid\");
        i<int?> @multipleOf(5);
        j<number?> @minimum(0) @exclusiveMaximum(1)
    }";
    assert_eq!(
        lines(source),
        [
            "a TEXT CHECK (length(a) >= 2)",
            "b TEXT CHECK (length(b) >= 1 AND length(b) <= 3)",
            "c REAL CHECK (c >= 1 AND c <= 9)",
            "d REAL CHECK (d > 1 AND d < 9)",
            "e TEXT CHECK (e IN ('it''s', 'b'))",
            "f INTEGER CHECK (f IN (0, 1))",
            "g REAL CHECK (g IN (1, 2))",
            "h TEXT",
            "i INTEGER",
            "j REAL CHECK (j >= 0 AND j < 1)",
        ]
    );
    let given = r#"context C { schema: { type: "object", properties: {
        all: { type: "string", enum: ["aa", "bbb"], const: "aa", minLength: 1, maxLength: 3 },
        big: { type: "integer", minimum: 9007199254740993, maximum: 1e22 },
        only: { type: "boolean", const: true },
        mixed: { type: "string", enum: ["a", 3, null] },
        none: { type: ["string", "null"], enum: [null] } } } }"#;
    assert_eq!(
        lines(given),
        [
            "\"all\" TEXT CHECK (\"all\" IN ('aa', 'bbb') AND \"all\" IN ('aa') AND length(\"all\") >= 1 AND \
             length(\"all\") <= 3)",
            "big INTEGER CHECK (big >= 9007199254740992.0 AND big <= 1e+22)",
            "only INTEGER CHECK (only IN (1))",
            "mixed TEXT CHECK (mixed IN ('a'))",
            "none TEXT",
        ]
    );
    let database = open(&plain(given));
    assert_eq!(refused(&database, "INSERT INTO context_C (big) VALUES (9007199254740992)"), "accepted");
    assert_eq!(refused(&database, "INSERT INTO context_C (none) VALUES (NULL)"), "accepted");
}

#[test]
fn columns_of_inferred_types_take_every_valid_value() {
    let source = r#"context C { schema: { type: "object", properties: {
        text: { minLength: 2 }, count: { minimum: 3 }, flag: { const: true }, choice: { enum: ["a", "b"] },
        items: { items: { type: "string" } }, spot: { properties: { lat: { type: "number" } } },
        each: { type: "array", items: { maxLength: 1 } } }, required: ["text", "count", "choice"] } }"#;
    assert_eq!(lines(source), ["text", "count", "flag", "choice NOT NULL", "items", "spot"]);
    let database = open(&plain(source));
    let insert = |id: u32, value: &str| {
        let done = dml(&machine(source), "C", &json(value), &Options { id, ..Options::default() });
        fill(&database, &done.unwrap_or_else(|report| panic!("{value}: {report:?}")).statements);
    };
    insert(1, r#"{"text":"it","count":3.5,"choice":"a","items":["x"],"spot":{"lat":1},"each":["x"]}"#);
    insert(2, r#"{"text":7,"count":"7","flag":true,"choice":"b","items":5,"spot":"here"}"#);
    insert(3, r#"{"text":null,"count":false,"choice":"a","items":null,"spot":[1]}"#);
    let kinds = |column: &str| -> Vec<String> {
        let sql = format!("SELECT typeof({column}) || ' ' || coalesce({column}, '') FROM context_C ORDER BY id");
        let mut statement = database.prepare(&sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert_eq!(kinds("text"), ["text it", "real 7.0", "null "]);
    assert_eq!(kinds("count"), ["real 3.5", "text 7", "text false"]);
    assert_eq!(kinds("items"), ["text [\"x\"]", "text 5", "null "]);
    assert_eq!(kinds("spot"), ["text {\"lat\":1}", "text \"here\"", "text [1]"]);
}

#[test]
fn nested_objects_flatten_at_any_depth() {
    let source = "type D { x<int> @minimum(0) } type C2 { d<D>; t<string> } type B { c<C2> } context A { b<B> }";
    assert_eq!(lines(source), ["b_c_d_x INTEGER NOT NULL CHECK (b_c_d_x >= 0)", "b_c_t TEXT NOT NULL"]);
}

#[test]
fn json_columns_carry_no_checks_and_make_no_child_tables() {
    let source = r#"context C { schema: { type: "object", properties: {
        map: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
        any: { enum: ["a", 3] }, raw: { type: "array", maxItems: 2 } }, required: ["map", "any", "raw"] } }"#;
    assert_eq!(lines(source), ["map TEXT NOT NULL", "any TEXT NOT NULL", "raw TEXT NOT NULL"]);
    assert_eq!(tables(source), ["context_C"]);
}

#[test]
fn lists_at_any_place_give_tables_named_by_path_parent_first() {
    let source = "type Leaf { tags<List<string>> } type Item { n<int>; leaves<List<Leaf>>; leaf<Leaf> }
        context C { scalars<List<int>>; in<Leaf>; items<List<Item>>; grid<List<List<int>>>; things<List<object>> }";
    assert_eq!(
        tables(source),
        [
            "context_C",
            "context_C_scalars",
            "context_C_in_tags",
            "context_C_items",
            "context_C_items_leaves",
            "context_C_items_leaves_tags",
            "context_C_items_leaf_tags",
            "context_C_grid",
            "context_C_things",
        ]
    );
    let text = plain(source);
    let made: Vec<String> = text.split("\n\n").map(|table| table.split(' ').nth(2).unwrap().to_owned()).collect();
    assert_eq!(made, tables(source));
    assert!(
        text.contains(
            "CREATE TABLE context_C_grid (\n  id INTEGER PRIMARY KEY,\n  context_C_id INTEGER NOT \
                           NULL,\n  \"index\" INTEGER NOT NULL,\n  value TEXT NOT NULL,\n"
        ),
        "{text}"
    );
    open(&text);
}

#[test]
fn the_texts_of_the_worked_example_come_out_byte_for_byte() {
    let site = of_context(CREEK, Layout::Plain, "Site");
    let report = of_context(CREEK, Layout::Plain, "Report");
    assert_eq!(
        format!("{site}\n\n{report}"),
        "CREATE TABLE context_Site (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) >= 3 AND length(name) <= 40),
  kind TEXT NOT NULL CHECK (kind IN ('creek', 'pond')),
  \"limit\" REAL CHECK (\"limit\" > 0)
);

CREATE TABLE context_Report (
  id INTEGER PRIMARY KEY,
  verdict TEXT NOT NULL CHECK (verdict IN ('healthy', 'can''t tell')),
  body TEXT
);

CREATE TABLE context_Report_readings (
  id INTEGER PRIMARY KEY,
  context_Report_id INTEGER NOT NULL,
  \"index\" INTEGER NOT NULL,
  who TEXT NOT NULL,
  ph REAL NOT NULL,
  FOREIGN KEY (context_Report_id) REFERENCES context_Report(id) ON DELETE CASCADE
);

CREATE TABLE context_Report_readings_tags (
  id INTEGER PRIMARY KEY,
  context_Report_readings_id INTEGER NOT NULL,
  \"index\" INTEGER NOT NULL,
  value TEXT NOT NULL,
  FOREIGN KEY (context_Report_readings_id) REFERENCES context_Report_readings(id) ON DELETE CASCADE
);"
    );
    let run = of_context(CREEK, Layout::Run, "Sample");
    let (main, child) = run.split_once("\n\n").unwrap();
    assert_eq!(
        main,
        "CREATE TABLE context_Sample (
  id INTEGER PRIMARY KEY,
  path_id TEXT,
  version INTEGER NOT NULL,
  ph REAL CHECK (ph >= 0 AND ph <= 14),
  clarity INTEGER CHECK (clarity >= 1 AND clarity <= 5),
  wet INTEGER CHECK (wet IN (0, 1)),
  spot_lat REAL CHECK (spot_lat >= -90 AND spot_lat <= 90),
  spot_lon REAL,
  spot_note TEXT,
  gaps TEXT NOT NULL,
  extra TEXT,
  FOREIGN KEY (path_id) REFERENCES paths(id)
);"
    );
    assert_eq!(
        child,
        "CREATE TABLE context_Sample_species (
  id INTEGER PRIMARY KEY,
  context_Sample_id INTEGER NOT NULL,
  \"index\" INTEGER NOT NULL,
  value TEXT NOT NULL,
  FOREIGN KEY (context_Sample_id) REFERENCES context_Sample(id) ON DELETE CASCADE
);"
    );
    let plain = of_context(CREEK, Layout::Plain, "Sample");
    assert_eq!(plain.matches("NOT NULL").count(), 5 + 3, "every author column but one, and those of the list");
}

#[test]
fn every_definition_runs_and_sqlite_enforces_checks_and_keys() {
    let database = open(&plain(CREEK));
    let good = "INSERT INTO context_Site (name, kind, \"limit\") VALUES ('Oxbow', 'pond', 0.5)";
    assert_eq!(refused(&database, good), "accepted");
    for (sql, words) in [
        ("INSERT INTO context_Site (name, kind) VALUES ('Ox', 'pond')", "CHECK"),
        ("INSERT INTO context_Site (name, kind) VALUES ('Oxbow', 'lake')", "CHECK"),
        ("INSERT INTO context_Site (name, kind, \"limit\") VALUES ('Oxbow', 'pond', 0)", "CHECK"),
        ("INSERT INTO context_Site (kind) VALUES ('pond')", "NOT NULL"),
        (
            "INSERT INTO context_Report_readings (context_Report_id, \"index\", who, ph) VALUES (9, 0, 'a', 1)",
            "FOREIGN",
        ),
    ] {
        let said = refused(&database, sql);
        assert!(said.contains(words), "{sql}: {said}");
    }
    for statement in [
        "INSERT INTO context_Report (id, verdict) VALUES (1, 'healthy')",
        "INSERT INTO context_Report_readings (id, context_Report_id, \"index\", who, ph) VALUES (1, 1, 0, 'a', 1)",
        "INSERT INTO context_Report_readings_tags (id, context_Report_readings_id, \"index\", value) VALUES (1, 1, 0, \
         'x')",
        "DELETE FROM context_Report WHERE id = 1",
    ] {
        assert_eq!(refused(&database, statement), "accepted");
    }
    for table in ["context_Report_readings", "context_Report_readings_tags"] {
        assert_eq!(query(&database, &format!("SELECT count(*) FROM {table}")), ["0"]);
    }
}

#[test]
fn the_layout_of_runs_begins_with_the_tables_of_the_run() {
    let machine = machine(CREEK);
    let own = ["run_info", "paths", "steps", "events", "requests", "awaited_events", "timers", "artifacts"];
    let names = table_names(&machine, Layout::Run, None);
    assert_eq!(names[..8], own);
    assert_eq!(names[8..], table_names(&machine, Layout::Plain, None));
    let text = ddl(&machine, Layout::Run, None);
    assert!(
        text.starts_with(
            "CREATE TABLE run_info (\n  key TEXT PRIMARY KEY,\n  value TEXT\n);\n\nCREATE TABLE paths (\n"
        )
    );
    open(&text);
    open(&ddl(&super::machine("state s"), Layout::Run, None));
}
