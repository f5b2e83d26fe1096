//! A run as a database.

use super::{CREEK, fill, json, open, query};
use crate::run::play::{Play, data, object, start, start_with, turn};
use rusqlite::Connection;
use tracklight::run::StartOptions;
use tracklight::value::Value;
use tracklight::view::{Database, database};

fn filled(database: &Database) -> Connection {
    let connection = open(&database.ddl);
    connection.execute_batch("BEGIN").unwrap();
    fill(&connection, &database.statements);
    connection.execute_batch("COMMIT").unwrap();
    assert_eq!(query(&connection, "PRAGMA foreign_key_check"), Vec::<String>::new());
    connection
}

/// Every row of every table.
fn dump(connection: &Connection, tables: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for table in tables {
        all.push(format!("-- {table}"));
        all.extend(query(connection, &format!("SELECT * FROM \"{}\"", table.replace('"', "\"\""))));
    }
    all
}

fn spot() -> Value {
    object([("lat", Value::from(48.5)), ("lon", Value::from(9.25))])
}

/// The creek survey up to its end, its first visit answered and one field of the output missing.
fn creek() -> Play {
    let input = json(r#"{"Site":{"name":"Oxbow"}}"#).as_map().unwrap().clone();
    let mut play = start_with(CREEK, &StartOptions { input, ..StartOptions::default() });
    play.step();
    play.answer("req-1-1", "3 mm").unwrap();
    let sample = data([("ph", Value::from(6.9)), ("spot", spot()), ("species", json(r#"["mayfly","caddis"]"#))]);
    play.reply("agent-1-1", turn(&[("write_Sample", sample)]));
    play.step();
    play
}

fn decide(play: &mut Play) {
    while play.run().paths.values().all(|path| path.asked().is_none()) {
        play.step();
    }
    let asked = play.run().paths.values().next().unwrap().asked().unwrap().to_string();
    let report = data([("verdict", Value::from("can't tell")), ("body", Value::from("# Oxbow"))]);
    play.reply(&asked, turn(&[("write_Report", report)]));
    while play.outcome() == "running" {
        play.step();
    }
}

#[test]
fn the_database_has_one_row_per_path_and_local_context_and_one_per_shared() {
    let source = "context Mine { n<int>: 1 } context Ours @shared { n<int>: 2 } init a; init b; state s; state t; a \
                  -> s; b -> t";
    let play = start(source);
    let connection = filled(&database(&play.0));
    assert_eq!(query(&connection, "SELECT path_id, version, n FROM context_Mine ORDER BY id"), ["1|0|1", "2|0|1"]);
    assert_eq!(query(&connection, "SELECT path_id, version, n FROM context_Ours"), ["NULL|0|2"]);
    assert_eq!(
        query(&connection, "SELECT id, position, parent_id, origin, branch, status FROM paths"),
        ["1|0|NULL|start|0|active", "2|1|NULL|start|1|active"]
    );
}

#[test]
fn the_paths_of_a_fork_come_after_their_parent_with_their_place() {
    let starts = "context C { items: ['a', 'b'] } init s; state w; state t; s -> w @map(C.items); w -> t @join";
    let mut play = start(starts);
    play.step();
    let paths = "SELECT id, position, parent_id, origin, branch, item_index, item_total FROM paths ORDER BY position";
    assert_eq!(
        query(&filled(&database(&play.0)), paths),
        ["1|0|NULL|start|0|NULL|NULL", "1.1|1|1|fork|0|0|2", "1.2|2|1|fork|1|1|2"]
    );
    let mut steps = 0;
    while play.outcome() == "running" && steps < 5 {
        play.step();
        steps += 1;
    }
    let ends = query(&filled(&database(&play.0)), "SELECT id, status, merged_into FROM paths ORDER BY position");
    assert_eq!(ends, ["1|completed|NULL", "1.1|merged|1", "1.2|merged|1"]);
}

#[test]
fn paths_are_in_path_order_and_not_in_text_order() {
    let starts: Vec<String> = (1..=11).map(|at| format!("init i{at}; i{at} -> s;")).collect();
    let play = start(&format!("state s; {}", starts.join("\n")));
    let connection = filled(&database(&play.0));
    let ids = query(&connection, "SELECT id FROM paths ORDER BY position");
    assert_eq!(ids, (1..=11).map(|id| id.to_string()).collect::<Vec<_>>());
    let mut play = start("state s; state t\ns -@async(10)-> t; t -> t");
    play.step();
    let ids = query(&filled(&database(&play.0)), "SELECT id FROM paths ORDER BY position");
    assert_eq!(ids[1..], (1..=10).map(|at| format!("1.{at}")).collect::<Vec<_>>());
}

#[test]
fn the_tables_of_a_run_tell_what_happened_up_to_the_cursor() {
    let mut play = creek();
    decide(&mut play);
    let made = database(&play.0);
    let connection = filled(&made);
    let steps = play.0.place().step;
    assert_eq!(query(&connection, "SELECT count(*), max(step) FROM steps"), [format!("{}|{steps}", steps + 1)]);
    assert_eq!(
        query(&connection, "SELECT kind, path_id FROM steps WHERE step IN (0, 2) ORDER BY step"),
        ["start|NULL", "answer|1"]
    );
    assert_eq!(
        query(&connection, "SELECT key, value FROM run_info WHERE key IN ('title', 'branch', 'outcome') ORDER BY key"),
        ["branch|b1", "outcome|completed", "title|Creek survey"]
    );
    assert_eq!(query(&connection, "SELECT count(*) FROM events"), [play.log().len().to_string()]);
    assert_eq!(
        query(
            &connection,
            "SELECT id, path_id, node, visit, raised_by, priority, query, state, ok, answer FROM requests ORDER BY id"
        ),
        [
            "req-1-1|1|visit|1|machine|required|rainfall at Oxbow yesterday|answered|1|3 mm",
            "req-1-2|1|visit|1|machine|optional|last verdict|lapsed|NULL|NULL"
        ]
    );
    assert_eq!(
        query(&connection, "SELECT id, name, context, field, path_id, media, bytes, text FROM artifacts"),
        ["art:1/Report/body|report.md|Report|body|1|prose|7|# Oxbow"]
    );
    let events: Vec<String> = query(&connection, "SELECT DISTINCT key FROM events, json_each(data)");
    for key in ["seq", "step", "tick", "kind", "path", "node"] {
        assert!(!events.contains(&key.to_owned()), "{key} is a column");
    }
    play.0.go_to(3, None).unwrap();
    let earlier = filled(&database(&play.0));
    assert_eq!(query(&earlier, "SELECT max(step) FROM steps"), ["3"]);
    assert_eq!(query(&earlier, "SELECT value FROM run_info WHERE key = 'outcome'"), ["running"]);
}

#[test]
fn the_script_and_the_statements_give_equal_databases() {
    let mut play = creek();
    let odd = "it's \"odd\"; -- 'VALUES (?, ?)\n\u{1F41F} nul\0nul";
    play.set("1", "Notes.mood", odd).unwrap();
    play.set("1", "Notes.more", json(r#"[1e21, 0.1, {"a":null}]"#)).unwrap();
    play.set("1", "Sample.spot.note", odd).unwrap();
    let made = database(&play.0);
    let by_statements = filled(&made);
    let by_script = Connection::open_in_memory().unwrap();
    by_script.execute_batch("PRAGMA foreign_keys = ON;").unwrap();
    by_script.execute_batch(&made.script).unwrap();
    assert_eq!(dump(&by_statements, &made.tables), dump(&by_script, &made.tables));
    for statement in &made.statements {
        assert!(!statement.sql.contains('\''), "no value in {}", statement.sql);
    }
}

#[test]
fn gaps_and_extra_tell_unset_null_and_what_no_column_holds() {
    let mut play = creek();
    play.set("1", "Notes.mood", json(r#"{"deep":1}"#)).unwrap();
    play.set("1", "Notes.more", true).unwrap();
    let connection = filled(&database(&play.0));
    assert_eq!(
        query(&connection, "SELECT ph, clarity, wet, spot_lat, spot_note, gaps, extra FROM context_Sample"),
        ["6.9|3|0|48.5|NULL|{\"/spot/note\":\"unset\"}|NULL"]
    );
    assert_eq!(
        query(&connection, "SELECT gaps FROM context_Report"),
        [r#"{"/body":"unset","/readings":"unset","/verdict":"unset"}"#]
    );
    assert_eq!(
        query(&connection, "SELECT mood, \"index\", gaps, extra FROM context_Notes"),
        [r#"NULL|2|{}|{"/mood":{"deep":1},"/more":true}"#]
    );
}

#[test]
fn a_default_that_does_not_fit_is_in_extra_with_an_empty_column() {
    let machine = tracklight::machine::Machine::parse(
        "context C { n<int> @minimum(3): 1; list<List<int>>: ['a']; ok<int>: 2 } init s; state t; s -> t",
    );
    let play = Play(tracklight::run::Timeline::start(machine, &StartOptions::default()));
    let connection = filled(&database(&play.0));
    assert_eq!(query(&connection, "SELECT n, ok, gaps, extra FROM context_C"), [r#"NULL|2|{}|{"/list":["a"],"/n":1}"#]);
    assert_eq!(query(&connection, "SELECT count(*) FROM context_C_list"), ["0"]);
}

#[test]
fn the_questions_of_the_panel_have_their_answers() {
    let mut play = creek();
    decide(&mut play);
    let connection = filled(&database(&play.0));
    assert_eq!(query(&connection, "SELECT id, node, status FROM paths ORDER BY position;"), ["1|done|completed"]);
    assert_eq!(
        query(
            &connection,
            "SELECT e.step, e.path_id, coalesce(e.data ->> '$.context', c.value ->> '$.context') AS \
                            context, c.value ->> '$.field' AS field, c.value -> '$.after' AS value FROM events e, \
                            json_each(e.data, '$.changes') c WHERE e.kind IN ('contextWritten', 'merged') ORDER BY \
                            e.seq, c.key;"
        )
        .iter()
        .map(|row| row.split_once('|').unwrap().1.to_owned())
        .collect::<Vec<_>>(),
        [
            "1|Sample|ph|6.9",
            r#"1|Sample|spot|{"lat":48.5,"lon":9.25}"#,
            r#"1|Sample|species|["mayfly","caddis"]"#,
            r#"1|Report|verdict|"can't tell""#,
            "1|Report|body|\"# Oxbow\""
        ]
    );
    assert_eq!(
        query(
            &connection,
            "SELECT p.id, s.ph FROM context_Sample s JOIN paths p ON p.id = s.path_id ORDER BY s.ph DESC;"
        ),
        ["1|6.9"]
    );
    assert_eq!(
        query(
            &connection,
            "SELECT s.path_id, group_concat(i.value, ', ') AS species FROM context_Sample_species i JOIN \
             context_Sample s ON s.id = i.context_Sample_id GROUP BY s.path_id;"
        ),
        ["1|mayfly, caddis"]
    );
    assert_eq!(
        query(
            &connection,
            "SELECT r.path_id, g.key AS field FROM context_Report r, json_each(r.gaps) g WHERE g.value = 'unset';"
        ),
        ["1|/readings"]
    );
    let waiting = "SELECT id, path_id, node, query FROM requests WHERE state = 'open' AND priority = 'required';";
    assert_eq!(query(&connection, waiting), Vec::<String>::new());
    play.0.go_to(1, None).unwrap();
    assert_eq!(query(&filled(&database(&play.0)), waiting), ["req-1-1|1|visit|rainfall at Oxbow yesterday"]);
}

#[test]
fn a_run_that_has_not_started_is_a_database_too() {
    let play = start("type T { n<int> }");
    let made = database(&play.0);
    assert_eq!(query(&filled(&made), "SELECT value FROM run_info WHERE key = 'outcome'"), ["notStarted"]);
    assert_eq!(made.tables.len(), 8);
}

#[test]
fn ten_thousand_fields_make_one_row() {
    let fields: Vec<String> = (0..10_000).map(|at| format!("f{at}<int>: {at};")).collect();
    let play = start(&format!("context C {{ {} }} init s; state t; s -> t", fields.join("\n")));
    let made = database(&play.0);
    let row = made.statements.last().unwrap();
    assert_eq!(row.params.len(), 10_000 + 5);
    assert_eq!(row.params[10_002], Value::from(9_999.0));
}

#[test]
fn ten_thousand_contexts_make_ten_thousand_tables() {
    let contexts: Vec<String> = (0..10_000).map(|at| format!("context C{at} {{ n<int>: 1; l<List<int>> }}")).collect();
    let play = start(&format!("{} init s; state t; s -> t", contexts.join("\n")));
    let made = database(&play.0);
    assert_eq!(made.tables.len(), 20_008);
    assert_eq!(made.statements.iter().filter(|one| one.sql.starts_with("INSERT INTO context_")).count(), 10_000);
}
